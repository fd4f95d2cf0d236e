/* Plain minimax that keeps every node: pessoi/tree.h. It computes what minimax.h defines, with the
 * same operations in the same order, so that the values are equal bit by bit; tree_test.c compares
 * them.
 *
 * The children of a node are consecutive in one growing array, so nodes are addressed by index: a
 * pointer is valid only until the next reserve().
 *
 * Invariant: the position is unchanged after every function, also after an error. */
#include "pessoi/tree.h"

#include "core/mem.h"
#include "search/text.h"
#include "search/tree_only.h"

#include <assert.h>

/* A tree under construction. */
struct builder {
    const struct pes_minimax_search *search;
    const struct pes_tree_config *config;
    const struct pes_game *g;
    struct pes_state *s; /* the current position */
    struct pes_tree *tree;
    int32_t cap; /* nodes allocated */
    int32_t nodes_max;
    struct tree_only only;
    enum pes_err err; /* once set, every value is meaningless */
};

/* Searches the position of node `at`; `depth` players' moves are left; `sum` is the path's value so
 * far (moves rated, not positions). Sets and returns the node's value. */
static double grow(struct builder *b, int32_t at, int depth, double sum);

static struct pes_tree_node *node(struct builder *b, int32_t at) {
    assert(at >= 0 && at < b->tree->count);
    return &b->tree->nodes[at];
}

/* Appends `count` empty children to node `at`; false on an error. */
static bool reserve(struct builder *b, int32_t at, int count) {
    struct pes_tree *t = b->tree;
    if (b->config->stop != NULL && atomic_load_explicit(b->config->stop, memory_order_relaxed))
        b->err = PES_ERR_STOPPED;
    else if (count > b->nodes_max - t->count)
        b->err = PES_ERR_LIMIT;
    if (b->err != PES_ERR_OK)
        return false;
    if (t->count + count > b->cap) {
        int32_t cap = b->cap;
        while (cap < t->count + count)
            cap = cap == 0 ? 256 : cap * 2;
        struct pes_tree_node *nodes = mem_grow(t->nodes, (size_t)cap * sizeof *nodes);
        if (nodes == NULL) {
            b->err = PES_ERR_NOMEM;
            return false;
        }
        t->nodes = nodes;
        b->cap = cap;
    }
    for (int32_t i = t->count; i < t->count + count; i++)
        t->nodes[i] = (struct pes_tree_node){.parent = at, .number = -1};
    t->nodes[at].first = t->count;
    t->nodes[at].count = count;
    t->count += count;
    return true;
}

static double leaf_value(const struct builder *b, double sum) {
    const struct pes_rating *rating = b->search->how->rating;
    if (rating->state == NULL)
        return sum;
    const double value = rating->state(b->g, b->s, b->search->rating_values);
    return b->tree->view == 0 ? value : 0.0 - value; /* not -value: zero has no sign here */
}

/* The path's value with m, which `mover` is about to make, added to it. */
static double sum_with(const struct builder *b, double sum, pes_player mover, pes_move m) {
    const struct pes_rating *rating = b->search->how->rating;
    if (rating->state != NULL)
        return sum;
    const double value = rating->move(b->g, b->s, m, b->search->rating_values);
    return mover == b->tree->view ? sum + value : sum - value;
}

/* Makes the move of node `at` and searches the position after it. */
static double make_and_grow(struct builder *b, int32_t at, int depth, double sum) {
    struct pes_undo_buf undo;
    const pes_move m = node(b, at)->move;
    b->g->rules->move_format(b->g, b->s, m, node(b, at)->text);
    node(b, at)->number = pes_move_number(b->g, b->s, m);
    pes_make(b->g, b->s, m, undo.bytes);
    const double value = grow(b, at, depth, sum);
    pes_unmake(b->g, b->s, m, undo.bytes);
    return value;
}

/* Gives a player's node these moves as children; the first best in list order gives its value. */
static double grow_moves(struct builder *b, int32_t at, const pes_move list[], int count, int depth,
                         double sum) {
    const pes_player mover = pes_turn(b->g, b->s);
    const bool is_max = mover == b->tree->view;
    assert(mover >= 0);
    assert(depth > 0);
    if (!reserve(b, at, count))
        return 0.0;
    const int32_t first = node(b, at)->first;
    for (int i = 0; i < count; i++)
        node(b, first + i)->move = list[i];
    double best = 0.0;
    for (int i = 0; i < count && b->err == PES_ERR_OK; i++) {
        const double next = sum_with(b, sum, mover, list[i]);
        const double value = make_and_grow(b, first + i, depth - 1, next);
        if (i == 0 || (is_max ? value > best : value < best))
            best = value;
    }
    node(b, at)->kind = is_max ? PES_TREE_MAX : PES_TREE_MIN;
    return best;
}

static double grow_player(struct builder *b, int32_t at, int depth, double sum) {
    pes_move list[PES_MOVES_MAX];
    int count = pes_moves(b->g, b->s, list);
    if (count == 0) {
        node(b, at)->kind = PES_TREE_END;
        return leaf_value(b, sum);
    }
    if (b->config->everywhere)
        count = tree_only_keep(&b->only, b->g, b->s, list, count);
    return grow_moves(b, at, list, count, depth, sum);
}

/* A chance node: the mean of all outcomes by their weights. */
static double grow_outcomes(struct builder *b, int32_t at, int depth, double sum) {
    struct pes_chance outcomes[PES_CHANCES_MAX];
    const int count = pes_chances(b->g, b->s, outcomes);
    assert(count > 0);
    if (!reserve(b, at, count))
        return 0.0;
    const int32_t first = node(b, at)->first;
    double total = 0.0;
    double weights = 0.0;
    for (int i = 0; i < count && b->err == PES_ERR_OK; i++) {
        node(b, first + i)->move = outcomes[i].move;
        node(b, first + i)->weight = outcomes[i].weight;
        total += outcomes[i].weight * make_and_grow(b, first + i, depth, sum);
        weights += outcomes[i].weight;
    }
    return total / weights;
}

/* A chance node with the unknown outcome in place of every roll: one child for all of them. */
static double grow_unknown(struct builder *b, int32_t at, int depth, double sum) {
    struct pes_state_buf before;
    struct pes_undo_buf undo;
    if (!reserve(b, at, 1))
        return 0.0;
    const int32_t child = node(b, at)->first;
    const pes_move unknown = b->g->rules->chance_unknown(b->g, b->s);
    node(b, child)->move = unknown;
    b->g->rules->move_format(b->g, b->s, unknown, node(b, child)->text);
    pes_copy(b->g, PES_STATE(before), b->s);
    for (; pes_turn(b->g, b->s) == PES_CHANCE; node(b, child)->outcomes++)
        pes_make(b->g, b->s, b->g->rules->chance_unknown(b->g, b->s), undo.bytes);
    const double value = grow(b, child, depth, sum);
    pes_copy(b->g, b->s, PES_STATE(before));
    return value;
}

static double grow(struct builder *b, int32_t at, int depth, double sum) {
    double value;
    const pes_player mover = pes_turn(b->g, b->s);
    assert(depth >= 0);
    if (mover == PES_TERMINAL || depth == 0) {
        node(b, at)->kind = pes_over(b->g, b->s) ? PES_TREE_END : PES_TREE_LEAF;
        value = leaf_value(b, sum);
    } else if (mover == PES_CHANCE) {
        node(b, at)->kind = PES_TREE_CHANCE;
        value = b->g->rules->chance_unknown != NULL ? grow_unknown(b, at, depth, sum)
                                                    : grow_outcomes(b, at, depth, sum);
    } else {
        value = grow_player(b, at, depth, sum);
    }
    node(b, at)->value = value;
    node(b, at)->limit = value;
    return value;
}

/* Marks the path of first best moves from the root to a leaf, an end or a roll. */
static void mark_path(struct pes_tree *t) {
    int32_t at = 0;
    t->nodes[0].chosen = true;
    while (t->nodes[at].kind == PES_TREE_MAX || t->nodes[at].kind == PES_TREE_MIN) {
        const struct pes_tree_node *parent = &t->nodes[at];
        at = parent->first;
        while (t->nodes[at].value != parent->value)
            at++;
        assert(at < parent->first + parent->count);
        t->nodes[at].chosen = true;
    }
}

/* The root: the moves `list`, as far as `only` allows them. */
static enum pes_err grow_root(struct builder *b, pes_move list[], int count,
                              struct pes_note *note) {
    enum pes_err err = PES_ERR_OK;
    if (b->config->only != NULL) {
        err = tree_only_parse(&b->only, b->config, b->g, b->s, note);
        if (err != PES_ERR_OK)
            return err;
        count = tree_only_keep(&b->only, b->g, b->s, list, count);
        if (!b->config->everywhere)
            err = tree_only_check(&b->only, TEXT(search_only_root), note);
        if (err != PES_ERR_OK)
            return err;
    }
    const double value = grow_moves(b, 0, list, count, b->search->depth, 0.0);
    node(b, 0)->value = value;
    node(b, 0)->limit = value;
    if (b->err == PES_ERR_OK && b->config->only != NULL && b->config->everywhere)
        b->err = tree_only_check(&b->only, TEXT(search_only_nowhere), note);
    return b->err;
}

static enum pes_err build(struct builder *b, pes_move list[], int count, struct pes_note *note) {
    b->tree->nodes = mem_alloc(sizeof *b->tree->nodes);
    if (b->tree->nodes == NULL)
        return PES_ERR_NOMEM;
    b->cap = 1;
    b->tree->count = 1;
    b->tree->nodes[0].parent = b->tree->nodes[0].number = -1;
    const enum pes_err err = grow_root(b, list, count, note);
    if (err != PES_ERR_OK)
        return err;
    b->tree->visited = b->tree->count;
    mark_path(b->tree);
    return PES_ERR_OK;
}

enum pes_err pes_tree_new(const struct pes_minimax_search *search, const struct pes_state *s,
                          const pes_move roots[], int root_count,
                          const struct pes_tree_config *config, struct pes_tree **out,
                          struct pes_note *note) {
    const pes_player mover = pes_turn(search->game, s);
    assert(mover >= 0);
    assert(search->depth >= 1 && search->depth <= PES_DEPTH_MAX);
    assert(config->nodes_max >= 0 && config->nodes_max <= PES_TREE_NODES_MAX);
    pes_move list[PES_MOVES_MAX];
    const int count = roots != NULL ? root_count : pes_moves(search->game, s, list);
    if (roots != NULL)
        memcpy(list, roots, (size_t)count * sizeof list[0]);
    assert(count > 0 && count <= PES_MOVES_MAX);

    struct pes_state_buf own;
    pes_copy(search->game, PES_STATE(own), s);
    struct pes_tree *tree = mem_alloc(sizeof *tree);
    if (tree == NULL)
        return PES_ERR_NOMEM;
    tree->depth = search->depth;
    tree->view = search->how->first_view ? 0 : mover;
    struct builder b = {
        .search = search,
        .config = config,
        .g = search->game,
        .s = PES_STATE(own),
        .tree = tree,
        .nodes_max = config->nodes_max > 0 ? config->nodes_max : PES_TREE_NODES_MAX,
    };
    const enum pes_err err = build(&b, list, count, note);
    if (err != PES_ERR_OK) {
        pes_tree_free(tree);
        return err;
    }
    *out = tree;
    return PES_ERR_OK;
}

void pes_tree_free(struct pes_tree *tree) {
    if (tree == NULL)
        return;
    mem_free(tree->nodes);
    mem_free(tree);
}
