/* The root of the expectimax: deeper and deeper, best move first. */
#include "search/expectimax.h"

#include "core/mem.h"

#include <assert.h>
#include <math.h>

/* Accumulators want this; everything else is content with it. */
enum { ALIGNMENT = 64 };

static size_t aligned(size_t size) {
    return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* Takes `size` bytes from *at. */
static void *cut(unsigned char **at, size_t size) {
    void *part = *at;
    *at += aligned(size);
    return part;
}

/* Gives every level its part; says how much they take together. With `at` NULL nothing is given. */
static size_t divide(struct pes_expectimax *x, size_t accumulator, unsigned char *at) {
    const struct pes_game *g = x->g;
    const size_t moves = (size_t)g->moves_max;
    const size_t each = aligned(g->undo_size) + aligned(g->state_size) + aligned(accumulator) +
                        aligned(moves * sizeof(pes_move)) + aligned(moves * sizeof(int32_t));
    for (int i = 0; i < EXPECTIMAX_LEVELS && at != NULL; i++) {
        struct expectimax_level *level = &x->levels[i];
        level->undo = cut(&at, g->undo_size);
        level->before = cut(&at, g->state_size);
        void *const kept = cut(&at, accumulator);
        level->accumulator = accumulator > 0 ? kept : NULL;
        level->list = cut(&at, moves * sizeof(pes_move));
        level->order = cut(&at, moves * sizeof(int32_t));
    }
    return EXPECTIMAX_LEVELS * each;
}

static enum pes_err allocate(struct pes_expectimax *x) {
    const size_t accumulator = x->eval != NULL ? x->eval->accumulator_size(x->g) : 0;
    x->levels = mem_alloc(EXPECTIMAX_LEVELS * sizeof x->levels[0]);
    x->memory = mem_alloc(divide(x, accumulator, NULL) + ALIGNMENT);
    if (x->levels == NULL || x->memory == NULL)
        return PES_ERR_NOMEM;
    unsigned char *at = x->memory;
    const size_t over = (uintptr_t)at % ALIGNMENT;
    divide(x, accumulator, at + (over > 0 ? ALIGNMENT - over : 0));
    return PES_ERR_OK;
}

enum pes_err pes_expectimax_new(const struct pes_game *g,
                                const struct pes_expectimax_config *config,
                                struct pes_expectimax **out) {
    assert(config->samples >= 0);
    assert(config->samples <= PES_EXPECTIMAX_SAMPLES_MAX);
    struct pes_expectimax *x = mem_alloc(sizeof *x);
    if (x == NULL)
        return PES_ERR_NOMEM;
    x->g = g;
    x->config = *config;
    x->eval = config->eval;
    if (x->eval == NULL && g->kit->evals != NULL)
        x->eval = g->kit->evals[0];
    x->win = x->eval != NULL && x->eval->win > 0 ? x->eval->win : PES_EVAL_WIN;
    pes_expectimax_begin(x, 0);
    const enum pes_err err = allocate(x);
    if (err != PES_ERR_OK) {
        pes_expectimax_free(x);
        return err;
    }
    *out = x;
    return PES_ERR_OK;
}

void pes_expectimax_free(struct pes_expectimax *x) {
    if (x == NULL)
        return;
    mem_free(x->levels);
    mem_free(x->memory);
    mem_free(x);
}

void pes_expectimax_begin(struct pes_expectimax *x, uint64_t seed) {
    pes_rng_init(&x->rng, seed);
}

/* The root. ----------------------------------------------------------------------------------- */

/* What is known about the root's moves. */
struct root {
    pes_player mover;
    int count;
    pes_move list[PES_MOVES_MAX]; /* in the order they are looked at */
    double values[PES_MOVES_MAX]; /* First's, of the last depth that was finished: by `list` */
    bool all;                     /* every move's own value is wanted */
};

static void begin(struct pes_expectimax *x, const struct pes_history *h,
                  const struct pes_limits *limits, struct root *root, struct budget *budget) {
    const struct pes_game *g = x->g;
    pes_copy(g, PES_STATE(x->s), pes_history_state(h));
    root->mover = pes_turn(g, PES_STATE(x->s));
    root->count = pes_moves(g, PES_STATE(x->s), root->list);
    assert(root->mover >= 0);
    assert(root->count > 0);
    *budget = budget_of((struct budget){.depth = PES_DEPTH_MAX}, limits, root->mover);
    x->plies_left = g->plies_cap > 0 ? g->plies_cap - pes_history_plies(h) : INT32_MAX;
    /* Somebody asks beyond the cap: the game goes on for one look at each move. */
    x->plies_left = x->plies_left > 0 ? x->plies_left : 1;
    x->nodes = 0;
    x->nodes_max = budget->nodes;
    x->watch = (struct watch){.deadline_ns = budget_deadline_ns(budget), .stop = limits->stop};
    x->stopped = false;
    for (int i = 0; i < EXPECTIMAX_LEVELS; i++)
        memset(x->levels[i].killer, 0, sizeof x->levels[i].killer);
    if (x->levels[0].accumulator != NULL)
        x->eval->refresh(g, PES_STATE(x->s), x->levels[0].accumulator);
}

/* The first order is the game's own. */
static void sort_root(struct pes_expectimax *x, struct root *root) {
    struct expectimax_level *level = &x->levels[0];
    memcpy(level->list, root->list, (size_t)root->count * sizeof root->list[0]);
    expectimax_order(x, (struct expectimax_node){.depth = 2}, root->count);
    for (int i = 0; i < root->count; i++)
        root->list[i] = expectimax_pick(level, i, root->count);
}

static void to_front(struct root *root, int i) {
    const pes_move m = root->list[i];
    memmove(root->list + 1, root->list, (size_t)i * sizeof root->list[0]);
    root->list[0] = m;
}

static void answer_take(struct pes_expectimax *x, struct pes_answer *best, const struct root *root,
                        double value) {
    const struct expectimax_level *level = &x->levels[0];
    best->move = level->line[0];
    best->has_score = true;
    best->score = root->mover == 0 ? value : 0.0 - value;
    if (x->eval != NULL && x->eval->odds != NULL) {
        const double p = pes_chance_of(pes_log_odds(x->g, x->eval, PES_STATE(x->s), value));
        best->has_win_probability = true;
        best->win_probability = root->mover == 0 ? p : 1.0 - p;
    }
    best->line_count = level->line_count;
    memcpy(best->line, level->line, (size_t)level->line_count * sizeof level->line[0]);
}

/* Values every root move to `depth`; false: stopped. Even then *best is better than before if a
 * move was found to beat the best one so far, which is always looked at first. */
static bool look_at_all(struct pes_expectimax *x, struct root *root, int32_t depth,
                        struct pes_answer *best) {
    const struct expectimax_node node = {.depth = depth};
    double alpha = -INFINITY, beta = INFINITY, values[PES_MOVES_MAX];
    int place = 0;
    for (int i = 0; i < root->count; i++) {
        const bool open = root->all || x->config.plain;
        const double value = expectimax_move(x, node, root->list[i], open ? -INFINITY : alpha,
                                             open ? INFINITY : beta);
        if (x->stopped)
            return false;
        values[i] = value;
        if (i > 0 && (root->mover == 0 ? value <= alpha : value >= beta))
            continue;
        place = i;
        if (root->mover == 0)
            alpha = value;
        else
            beta = value;
        expectimax_keep_line(x, 0, root->list[i]);
        answer_take(x, best, root, value);
    }
    memcpy(root->values, values, (size_t)root->count * sizeof values[0]);
    if (!root->all)
        to_front(root, place);
    return true;
}

static void deepen(struct pes_expectimax *x, const struct pes_history *h,
                   const struct pes_limits *limits, struct root *root, struct pes_answer *best) {
    struct budget budget;
    begin(x, h, limits, root, &budget);
    if (!root->all)
        sort_root(x, root);
    memset(best, 0, sizeof *best);
    best->move = root->list[0];
    for (int32_t depth = 1; depth <= budget.depth; depth++) {
        x->may_stop = depth > 1;
        x->horizon = false;
        if (!look_at_all(x, root, depth, best))
            break;
        best->depth = depth;
        best->nodes = x->nodes;
        if (limits->info != NULL)
            limits->info(limits->info_to, best);
        if (!x->horizon)
            break;
    }
    best->nodes = x->nodes;
}

void pes_expectimax_run(struct pes_expectimax *x, const struct pes_history *h,
                        const struct pes_limits *limits, struct pes_answer *best) {
    struct root root = {.all = false};
    deepen(x, h, limits, &root, best);
}

void pes_expectimax_values(struct pes_expectimax *x, const struct pes_history *h,
                           const struct pes_limits *limits, struct pes_move_value out[]) {
    struct root root = {.all = true};
    struct pes_answer best;
    deepen(x, h, limits, &root, &best);
    for (int i = 0; i < root.count; i++)
        out[i] = (struct pes_move_value){.move = root.list[i],
                                         .has_value = best.depth > 0,
                                         .value = root.mover == 0 ? root.values[i]
                                                                  : 0.0 - root.values[i]};
}
