/* pes_tree_cut(): fail-soft alpha-beta (Knuth and Moore 1975) over a tree that exists already.
 *
 * Values are the view's at every node, so alpha is what MAX already has and beta what MIN has. A
 * result below alpha is an upper bound, one above beta a lower bound, one between them exact. */
#include "pessoi/tree.h"

#include <assert.h>
#include <math.h>

struct window {
    double alpha, beta;
};

/* Sets bound and limit of a node and everything below it, as a search with this window would. */
static void visit(struct pes_tree *t, int32_t at, struct window w);

static void skip(struct pes_tree *t, int32_t at, double limit) {
    struct pes_tree_node *node = &t->nodes[at];
    node->bound = PES_TREE_SKIPPED;
    node->limit = limit;
    t->visited--;
    for (int32_t i = 0; i < node->count; i++)
        skip(t, node->first + i, limit);
}

/* All outcomes count, so none can be skipped; what one must exceed depends on the others. */
static void visit_chance(struct pes_tree *t, const struct pes_tree_node *node) {
    for (int32_t i = 0; i < node->count; i++)
        visit(t, node->first + i, (struct window){-INFINITY, INFINITY});
}

/* Is a result the best so far? Among equal ones an exact result is better than a bound. */
static bool improves(const struct pes_tree_node *child, const struct pes_tree_node *best,
                     bool is_max) {
    if (child->limit == best->limit)
        return best->bound != PES_TREE_EXACT && child->bound == PES_TREE_EXACT;
    return is_max ? child->limit > best->limit : child->limit < best->limit;
}

static void visit_player(struct pes_tree *t, struct pes_tree_node *node, struct window w) {
    const bool is_max = node->kind == PES_TREE_MAX;
    const struct window given = w;
    const struct pes_tree_node *best = NULL;
    int32_t i = 0;
    for (; i < node->count && w.alpha < w.beta; i++) {
        const struct pes_tree_node *child = &t->nodes[node->first + i];
        visit(t, node->first + i, w);
        if (best == NULL || improves(child, best, is_max))
            best = child;
        if (is_max)
            w.alpha = fmax(w.alpha, best->limit);
        else
            w.beta = fmin(w.beta, best->limit);
    }
    assert(best != NULL);
    node->bound = best->bound;
    node->limit = best->limit;
    if (i < node->count)
        node->bound = is_max ? PES_TREE_AT_LEAST : PES_TREE_AT_MOST;
    for (; i < node->count; i++)
        skip(t, node->first + i, is_max ? given.beta : given.alpha);
}

static void visit(struct pes_tree *t, int32_t at, struct window w) {
    struct pes_tree_node *node = &t->nodes[at];
    assert(w.alpha < w.beta);
    node->bound = PES_TREE_EXACT;
    node->limit = node->value;
    if (node->kind == PES_TREE_CHANCE)
        visit_chance(t, node);
    else if (node->count > 0)
        visit_player(t, node, w);
}

void pes_tree_cut(struct pes_tree *tree) {
    tree->visited = tree->count;
    visit(tree, 0, (struct window){-INFINITY, INFINITY});
    assert(tree->nodes[0].bound == PES_TREE_EXACT);
    assert(tree->nodes[0].limit == tree->nodes[0].value);
}
