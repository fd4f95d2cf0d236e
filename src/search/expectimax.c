/* Expectimax search: create, run, and iterative deepening at the root, with the best move of the
 * last iteration first.
 *
 * Invariant: *best always holds the best move found so far, also when an iteration is stopped
 * half-way. */
#include "search/expectimax.h"

#include "core/mem.h"
#include "search/carve.h"

#include <assert.h>
#include <math.h>

/* The pieces of the frames; see carve.h for the two passes. */
static void lay_out(struct pes_expectimax *x, struct carve *c) {
    const struct pes_game *g = x->g;
    const size_t moves = (size_t)g->moves_max;
    const size_t accumulator = x->eval != NULL ? x->eval->accumulator_size(g) : 0;
    for (int i = 0; i < EXPECTIMAX_FRAMES; i++) {
        struct expectimax_frame *frame = &x->frames[i];
        frame->undo = carve_piece(c, g->undo_size);
        frame->before = carve_piece(c, g->state_size);
        frame->accumulator = carve_piece(c, accumulator);
        frame->list = carve_piece(c, moves * sizeof(pes_move));
        frame->order = carve_piece(c, moves * sizeof(int32_t));
    }
}

static enum pes_err allocate(struct pes_expectimax *x) {
    struct carve counting = {0};
    x->frames = mem_alloc(EXPECTIMAX_FRAMES * sizeof x->frames[0]);
    if (x->frames == NULL)
        return PES_ERR_NOMEM;
    lay_out(x, &counting);
    x->memory = mem_alloc(carve_size(&counting));
    if (x->memory == NULL)
        return PES_ERR_NOMEM;
    struct carve carving = carve_from(x->memory);
    lay_out(x, &carving);
    assert(carving.used == counting.used);
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
    mem_free(x->frames);
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
    pes_move list[PES_MOVES_MAX]; /* in the order of the search */
    double values[PES_MOVES_MAX]; /* First's, one per move, of the last finished iteration */
    bool all;                     /* every move's exact value is wanted */
};

static void begin(struct pes_expectimax *x, const struct pes_history *h,
                  const struct pes_limits *limits, struct root *root, struct budget *budget) {
    const struct pes_game *g = x->g;
    pes_copy(g, PES_STATE(x->s), pes_history_state(h));
    root->mover = pes_turn(g, PES_STATE(x->s));
    root->count = pes_moves(g, PES_STATE(x->s), root->list);
    assert(root->mover >= 0);
    assert(root->count > 0);
    *budget = budget_of((struct budget){.depth = PES_DEPTH_MAX}, limits, h);
    x->plies_left = g->plies_cap > 0 ? g->plies_cap - pes_history_plies(h) : INT32_MAX;
    /* The caller may ask about a position beyond the cap: then every move is searched one ply. */
    x->plies_left = x->plies_left > 0 ? x->plies_left : 1;
    x->nodes = 0;
    x->nodes_max = budget->nodes;
    x->watch = (struct watch){.deadline_ns = budget_deadline_ns(budget), .stop = limits->stop};
    x->stopped = false;
    for (int i = 0; i < EXPECTIMAX_FRAMES; i++)
        memset(x->frames[i].killer, 0, sizeof x->frames[i].killer);
    if (x->frames[0].accumulator != NULL)
        x->eval->refresh(g, PES_STATE(x->s), x->frames[0].accumulator);
}

/* The order of the first iteration is the game's own. */
static void sort_root(struct pes_expectimax *x, struct root *root) {
    struct expectimax_frame *frame = &x->frames[0];
    memcpy(frame->list, root->list, (size_t)root->count * sizeof root->list[0]);
    expectimax_order(x, (struct expectimax_node){.depth = 2}, root->count);
    for (int i = 0; i < root->count; i++)
        root->list[i] = expectimax_pick(frame, i, root->count);
}

static void to_front(struct root *root, int i) {
    assert(i >= 0);
    assert(i < root->count);
    const pes_move m = root->list[i];
    memmove(root->list + 1, root->list, (size_t)i * sizeof root->list[0]);
    root->list[0] = m;
}

static void answer_take(struct pes_expectimax *x, struct pes_answer *best, const struct root *root,
                        double value) {
    const struct expectimax_frame *frame = &x->frames[0];
    assert(frame->line_count > 0);
    assert(fabs(value) <= x->win * (1.0 + 1e-9)); /* means are rounded */
    best->move = frame->line[0];
    best->has_score = true;
    best->score = root->mover == 0 ? value : 0.0 - value;
    if (x->eval != NULL && x->eval->odds != NULL) {
        const double p = pes_chance_of(pes_log_odds(x->g, x->eval, PES_STATE(x->s), value));
        best->has_win_probability = true;
        best->win_probability = root->mover == 0 ? p : 1.0 - p;
    }
    best->line_count = frame->line_count;
    memcpy(best->line, frame->line, (size_t)frame->line_count * sizeof frame->line[0]);
}

/* One iteration: searches every root move to `depth`. False: it was stopped; even then *best has
 * improved if a move beat the best one so far, which is always searched first. */
static bool search_root(struct pes_expectimax *x, struct root *root, int32_t depth,
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
        expectimax_pv(x, 0, root->list[i]);
        answer_take(x, best, root, value);
    }
    memcpy(root->values, values, (size_t)root->count * sizeof values[0]);
    if (!root->all)
        to_front(root, place);
    return true;
}

/* Iterative deepening. Ends early where no position was evaluated at the horizon: deeper iterations
 * would find the same. */
static void deepen(struct pes_expectimax *x, const struct pes_history *h,
                   const struct pes_limits *limits, struct root *root, struct pes_answer *best) {
    struct budget budget;
    begin(x, h, limits, root, &budget);
    if (!root->all)
        sort_root(x, root);
    memset(best, 0, sizeof *best);
    best->move = root->list[0];
    assert(budget.depth >= 1);
    for (int32_t depth = 1; depth <= budget.depth; depth++) {
        x->may_stop = depth > 1;
        x->horizon = false;
        if (!search_root(x, root, depth, best))
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
