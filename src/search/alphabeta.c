/* The public functions of the alpha-beta search: create, run, report answers. pessoi/search.h says
 * what they promise, alphabeta_int.h which file does what.
 *
 * Invariant: everything is allocated by pes_alphabeta_new(), one block per worker; a run allocates
 * nothing. Between runs only the transposition table and the history scores are kept. */
#include "core/clock.h"
#include "core/mem.h"
#include "search/alphabeta_int.h"
#include "search/budget.h"
#include "search/carve.h"

enum {
    NODES_ALONE = 10000,         /* a run with a lower node limit uses one thread */
    UNIT_MAX = PES_EVAL_WIN / 64 /* margins of many units stay below decided scores */
};

/* Memory. ------------------------------------------------------------------------------------- */

/* Bytes that the game's tactics remember their results in. */
static size_t tactics_size(const struct pes_alphabeta *ab) {
    const struct pes_tactics *tactics = ab->selective ? ab->tactics : NULL;
    return tactics != NULL && tactics->memory_size != NULL ? tactics->memory_size(ab->g) : 0;
}

/* The pieces of a worker's block; see carve.h for the two passes. */
static void lay_out(struct ab_worker *w, struct carve *c) {
    const struct pes_game *g = w->g;
    const size_t moves = (size_t)g->moves_max;
    w->s = carve_piece(c, g->state_size);
    w->root = carve_piece(c, moves * sizeof w->root[0]);
    for (int i = 0; i < PES_PLAYERS_MAX && g->rules->move_key != NULL; i++)
        w->history[i] = carve_piece(c, g->move_keys * sizeof w->history[i][0]);
    w->tactics_size = tactics_size(w->ab);
    w->tactics_memory = carve_piece(c, w->tactics_size);
    w->frames = carve_piece(c, AB_FRAMES * sizeof w->frames[0]);
    for (int i = 0; i < AB_FRAMES; i++) {
        struct ab_frame unused, *frame = w->frames != NULL ? &w->frames[i] : &unused;
        frame->moves = carve_piece(c, moves * sizeof frame->moves[0]);
        frame->ranks = carve_piece(c, moves * sizeof frame->ranks[0]);
        frame->undo = carve_piece(c, g->undo_size);
        frame->accumulator = carve_piece(c, w->ab->evaluator.size);
    }
}

static void worker_free(struct ab_worker *w) {
    if (w == NULL)
        return;
    mem_free(w->memory);
    mem_free(w);
}

static struct ab_worker *worker_new(const struct pes_alphabeta *ab, int32_t number) {
    struct ab_worker *w = mem_alloc(sizeof *w);
    if (w == NULL)
        return NULL;
    w->ab = ab;
    w->g = ab->g;
    w->number = number;
    struct carve counting = {0};
    lay_out(w, &counting);
    w->memory = mem_alloc(carve_size(&counting));
    if (w->memory == NULL) {
        worker_free(w);
        return NULL;
    }
    struct carve carving = carve_from(w->memory);
    lay_out(w, &carving);
    assert(carving.used == counting.used);
    return w;
}

/* Is a repetition a draw, in whichever position? It is where the rules do not adjudicate. Where
 * they do, their verdict on the start is taken for all positions. */
static bool repetition_draws(const struct pes_game *g) {
    struct pes_state_buf start;
    int32_t payoff[PES_PLAYERS_MAX];
    if (g->repetition_max == 0)
        return false;
    if (g->rules->adjudicate == NULL)
        return true;
    memset(&start, 0, sizeof start);
    g->rules->init(g, PES_STATE(start));
    pes_settle(g, PES_STATE(start), PES_END_REPETITION, payoff);
    return payoff[0] == payoff[1];
}

enum pes_err pes_alphabeta_new(const struct pes_game *g, const struct pes_alphabeta_config *config,
                               struct pes_alphabeta **out) {
    assert(config->threads >= 1);
    assert(config->threads <= PES_ALPHABETA_THREADS_MAX);
    assert(config->table_mb >= 0);
    assert(config->table_mb <= PES_ALPHABETA_TABLE_MAX);
    if (g->chance_in_play)
        return PES_ERR_UNFIT;
    struct pes_alphabeta *ab = mem_alloc(sizeof *ab);
    if (ab == NULL)
        return PES_ERR_NOMEM;
    ab->g = g;
    ab->order = g->kit->order;
    ab->tactics = g->kit->tactics;
    ab->selective = config->selective;
    ab->repetition_is_draw = repetition_draws(g);
    evaluator_init(&ab->evaluator, g, config->eval);
    ab->fades = ab->selective && ab->evaluator.eval != NULL && ab->evaluator.eval->fade != NULL &&
                g->rules->irreversible != NULL;
    ab->tt = tt_new(config->table_mb);
    const int most = workers_most();
    const int count = config->threads < most ? config->threads : most;
    bool ok = ab->tt != NULL;
    for (; ok && ab->worker_count < count; ab->worker_count += ok) {
        ab->workers[ab->worker_count] = worker_new(ab, ab->worker_count);
        ok = ab->workers[ab->worker_count] != NULL;
    }
    if (!ok) {
        pes_alphabeta_free(ab);
        return PES_ERR_NOMEM;
    }
    *out = ab;
    return PES_ERR_OK;
}

void pes_alphabeta_free(struct pes_alphabeta *ab) {
    if (ab == NULL)
        return;
    for (int i = 0; i < ab->worker_count; i++)
        worker_free(ab->workers[i]);
    tt_free(ab->tt);
    mem_free(ab);
}

/* Divides the history scores; 0 clears them. They count half in the next search of the same game,
 * and nothing in the next game. */
static void history_decay(struct ab_worker *w, int32_t divisor) {
    assert(divisor >= 0);
    for (int i = 0; i < PES_PLAYERS_MAX; i++)
        for (uint32_t key = 0; w->history[i] != NULL && key < w->g->move_keys; key++)
            w->history[i][key] = divisor == 0 ? 0 : w->history[i][key] / divisor;
}

void pes_alphabeta_forget(struct pes_alphabeta *ab) {
    tt_clear(ab->tt);
    for (int i = 0; i < ab->worker_count; i++) {
        struct ab_worker *w = ab->workers[i];
        history_decay(w, 0);
        if (w->tactics_size > 0)
            memset(w->tactics_memory, 0, w->tactics_size);
    }
}

/* Running. ------------------------------------------------------------------------------------ */

/* The unit of margins. Only a selective search has any, and only where the move order knows quiet
 * moves from others: it must not leave out a move that nobody has judged. */
static int32_t unit_of(const struct pes_alphabeta *ab) {
    const struct pes_eval *eval = ab->evaluator.eval;
    const struct pes_order *order = ab->order;
    if (!ab->selective || eval == NULL || order == NULL)
        return 0;
    if (order->noisy == NULL && !order->is_policy)
        return 0;
    const double unit = pes_odds_unit(ab->g, eval, pes_history_state(ab->h));
    assert(unit >= 0.0);
    return unit < UNIT_MAX ? (int32_t)unit : UNIT_MAX;
}

/* Puts a worker at the root. Of the last run only the history scores are kept. */
static void worker_begin(struct ab_worker *w, const struct budget *budget,
                         const struct pace *pace) {
    const struct pes_alphabeta *ab = w->ab;
    const struct pes_state *root = pes_history_state(ab->h);
    pes_copy(w->g, w->s, root);
    trail_init(&w->trail, ab->h);
    w->ply = 0;
    w->frames[0].hash = pes_hash(w->g, root);
    w->frames[0].clock = pes_history_clock(ab->h);
    w->frames[0].most = w->trail.game_most;
    for (int i = 0; i < AB_FRAMES; i++) {
        w->frames[i].pv_count = 0;
        w->frames[i].passed = false;
        w->frames[i].excluded = PES_MOVE_NONE;
        memset(w->frames[i].killers, 0, sizeof w->frames[i].killers);
    }
    evaluator_refresh(&ab->evaluator, w->g, w->s, w->frames[0].accumulator);
    w->depth_done = 0;
    w->swing = 0;
    w->unit = unit_of(ab);
    w->frames[0].eval = w->unit > 0 ? ab_static(w, 0) : 0;
    w->tactics_done = false;
    w->tactics_nodes = w->wide_nodes = 0;
    w->solved = 0;
    w->stopped = false;
    w->nodes = 0;
    w->watch = (struct watch){.stop = &ab->workers[0]->done};
    if (w->number == 0)
        w->watch = (struct watch){.deadline_ns = pace_deadline_ns(pace), .stop = ab->limits->stop};
    w->pace = *pace;
    /* Each worker gets a share of the node limit; the main one gets the remainder too. */
    assert(ab->running >= 1);
    const uint64_t share = budget->nodes / (uint64_t)ab->running;
    w->nodes_max = w->number == 0 ? budget->nodes - share * (uint64_t)(ab->running - 1) : share;
    atomic_store_explicit(&w->nodes_public, 0, memory_order_relaxed);
    atomic_store_explicit(&w->done, false, memory_order_relaxed);
    history_decay(w, 2);
}

/* Ends the helpers, which poll the main worker's flag. */
static void worker_finish(void *item) {
    atomic_store_explicit(&((struct ab_worker *)item)->done, true, memory_order_relaxed);
}

static void run(struct pes_alphabeta *ab, const struct pes_history *h,
                const struct pes_limits *limits, bool each) {
    const struct budget none = {.depth = 0};
    const struct budget budget = budget_of(none, limits, h);
    const struct pace pace = pace_begin(&budget);
    ab->h = h;
    ab->limits = limits;
    ab->each = each;
    ab->lines = limits->lines > 1 ? limits->lines : 1;
    ab->depth_max = budget.depth > 0 && budget.depth < PES_DEPTH_MAX ? budget.depth : PES_DEPTH_MAX;
    assert(ab->depth_max >= 1);
    assert(ab->lines <= PES_LINES_MAX);
    tt_age(ab->tt);
    /* Splitting a small node limit would only make the main worker's search shallower. */
    const bool alone = budget.nodes > 0 && budget.nodes < NODES_ALONE;
    ab->running = alone ? 1 : ab->worker_count;
    void *items[WORKERS_MAX];
    for (int i = 0; i < ab->running; i++) {
        worker_begin(ab->workers[i], &budget, &pace);
        items[i] = ab->workers[i];
    }
    workers_run(items, ab->running, ab_deepen, worker_finish);
    for (int i = 0; i < ab->running; i++)
        atomic_store_explicit(&ab->workers[i]->nodes_public, ab->workers[i]->nodes,
                              memory_order_relaxed);
}

/* Answers. ------------------------------------------------------------------------------------ */

/* Nodes of all workers so far: exact for the main one, as last published for the helpers. */
static uint64_t nodes_of(const struct pes_alphabeta *ab) {
    uint64_t nodes = ab->workers[0]->nodes;
    for (int i = 1; i < ab->running; i++)
        nodes += atomic_load_explicit(&ab->workers[i]->nodes_public, memory_order_relaxed);
    return nodes;
}

/* The mover's probability of winning, where the evaluation has odds. */
static void add_probability(const struct pes_alphabeta *ab, int32_t score, struct pes_answer *out) {
    const struct pes_eval *eval = ab->evaluator.eval;
    const struct pes_state *s = pes_history_state(ab->h);
    const bool second = pes_turn(ab->g, s) == 1;
    if (eval == NULL || eval->odds == NULL)
        return;
    double p = score > 0 ? 1.0 : 0.0;
    if (!score_is_decided(score)) {
        p = pes_chance_of(pes_log_odds(ab->g, eval, s, second ? -score : score));
        p = second ? 1.0 - p : p;
    }
    out->has_win_probability = true;
    out->win_probability = p;
}

void ab_answer(const struct pes_alphabeta *ab, int i, struct pes_answer *out) {
    const struct ab_worker *w = ab->workers[0];
    const struct ab_root_move *rm = &w->root[i];
    assert(i >= 0);
    assert(i < w->root_count);
    assert(rm->pv_count <= PES_LINE_MAX);
    memset(out, 0, sizeof *out);
    out->move = rm->move;
    out->depth = w->depth_done;
    out->nodes = nodes_of(ab);
    out->line_index = i;
    if (rm->depth == 0)
        return; /* the node limit did not even allow one look */
    out->has_score = true;
    out->score = rm->score;
    /* A loss is proven only if every root move was searched. */
    out->has_mate =
        score_is_sure(rm->score) && (rm->score > 0 || (w->depth_done > 0 && !w->root_restricted));
    out->mate = out->has_mate ? score_mate(rm->score) : 0;
    out->line_count = rm->pv_count;
    memcpy(out->line, rm->pv, (size_t)rm->pv_count * sizeof rm->pv[0]);
    add_probability(ab, rm->score, out);
}

void pes_alphabeta_run(struct pes_alphabeta *ab, const struct pes_history *h,
                       const struct pes_limits *limits, struct pes_answer *best) {
    run(ab, h, limits, false);
    ab_answer(ab, 0, best);
}

int pes_alphabeta_lines(const struct pes_alphabeta *ab, struct pes_answer out[], int lines_max) {
    const struct ab_worker *w = ab->workers[0];
    int count = 0;
    for (; count < lines_max && count < ab->lines && count < w->root_count; count++)
        ab_answer(ab, count, &out[count]);
    return count;
}

void pes_alphabeta_values(struct pes_alphabeta *ab, const struct pes_history *h,
                          const struct pes_limits *limits, struct pes_move_value out[]) {
    run(ab, h, limits, true);
    const struct ab_worker *w = ab->workers[0];
    pes_move *list = w->frames[0].moves;
    const int n = pes_moves(ab->g, pes_history_state(h), list);
    for (int i = 0; i < n; i++) {
        const int32_t k = ab_root_place(w, list[i], w->root_count);
        out[i] = (struct pes_move_value){.move = list[i]};
        if (k == w->root_count || w->root[k].depth == 0)
            continue;
        out[i].has_value = true;
        out[i].value = w->root[k].score;
    }
}
