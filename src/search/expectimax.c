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
    int lines;                    /* principal variations wanted ("multi-PV") */
};

/* The best moves of an iteration so far, best first; of equal ones the earlier is first. */
struct found {
    int count;
    double values[PES_LINES_MAX]; /* First's */
    struct pes_answer lines[PES_LINES_MAX];
};

static void begin(struct pes_expectimax *x, const struct pes_history *h,
                  const struct pes_limits *limits, struct root *root, struct budget *budget) {
    const struct pes_game *g = x->g;
    pes_copy(g, PES_STATE(x->s), pes_history_state(h));
    root->mover = pes_turn(g, PES_STATE(x->s));
    root->count = pes_moves(g, PES_STATE(x->s), root->list);
    root->lines = limits->lines > 1 && !root->all ? limits->lines : 1;
    assert(root->lines <= PES_LINES_MAX);
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

/* Moves a move to place `to`, and those in between back by one. */
static void move_up(struct root *root, int to, pes_move m) {
    int i = to;
    while (root->list[i] != m)
        i++;
    assert(i < root->count);
    memmove(root->list + to + 1, root->list + to, (size_t)(i - to) * sizeof root->list[0]);
    root->list[to] = m;
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

/* Is First's value a better to the mover than b? */
static bool is_better(const struct root *root, double a, double b) {
    return root->mover == 0 ? a > b : a < b;
}

/* Takes a move that is among the best: the last of them gives way to it. */
static void found_take(struct pes_expectimax *x, struct found *found, const struct root *root,
                       double value) {
    int place = found->count < root->lines ? found->count++ : root->lines - 1;
    for (; place > 0 && is_better(root, value, found->values[place - 1]); place--) {
        found->values[place] = found->values[place - 1];
        found->lines[place] = found->lines[place - 1];
    }
    found->values[place] = value;
    found->lines[place] = (struct pes_answer){.depth = 0};
    answer_take(x, &found->lines[place], root, value);
}

/* One iteration: searches every root move to `depth`. A move must beat the worst of the lines
 * wanted. False: it was stopped; even then *best has improved if a move beat the best one so far,
 * which is always searched first. */
static bool search_root(struct pes_expectimax *x, struct root *root, int32_t depth,
                        struct found *found, struct pes_answer *best) {
    const struct expectimax_node node = {.depth = depth};
    const bool open = root->all || x->config.plain;
    double values[PES_MOVES_MAX];
    found->count = 0;
    for (int i = 0; i < root->count; i++) {
        const bool full = found->count == root->lines;
        const double bound = full ? found->values[root->lines - 1] : 0;
        const bool cut = full && !open;
        const double value =
            expectimax_move(x, node, root->list[i], cut && root->mover == 0 ? bound : -INFINITY,
                            cut && root->mover != 0 ? bound : INFINITY);
        if (x->stopped)
            return false;
        values[i] = value;
        if (full && !is_better(root, value, bound))
            continue;
        expectimax_pv(x, 0, root->list[i]);
        found_take(x, found, root, value);
        const int32_t known = best->depth;
        *best = found->lines[0];
        best->depth = known;
    }
    memcpy(root->values, values, (size_t)root->count * sizeof values[0]);
    for (int i = 0; i < found->count && !root->all; i++)
        move_up(root, i, found->lines[i].move);
    return true;
}

/* Reports the lines of an iteration that was finished. */
static void report(const struct pes_expectimax *x, const struct pes_limits *limits, int32_t depth,
                   struct found *found) {
    for (int i = 0; limits->info != NULL && i < found->count; i++) {
        found->lines[i].depth = depth;
        found->lines[i].nodes = x->nodes;
        found->lines[i].line_index = i;
        limits->info(limits->info_to, &found->lines[i]);
    }
}

/* Iterative deepening. Ends early where no position was evaluated at the horizon: deeper iterations
 * would find the same. */
static void deepen(struct pes_expectimax *x, const struct pes_history *h,
                   const struct pes_limits *limits, struct root *root, struct pes_answer *best) {
    struct budget budget;
    struct found found;
    begin(x, h, limits, root, &budget);
    if (!root->all)
        sort_root(x, root);
    memset(best, 0, sizeof *best);
    best->move = root->list[0];
    assert(budget.depth >= 1);
    for (int32_t depth = 1; depth <= budget.depth; depth++) {
        x->may_stop = depth > 1;
        x->horizon = false;
        if (!search_root(x, root, depth, &found, best))
            break;
        best->depth = depth;
        report(x, limits, depth, &found);
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
