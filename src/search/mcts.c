/* The public functions of the Monte Carlo tree search: create, run, and read answers from the tree;
 * and the reuse of the tree from move to move. mcts.h lists the other files.
 *
 * Invariant: between runs the tree belongs to the position `root`, reached from `first` by `made`
 * moves. It is reused only for a history that begins with exactly these moves. */
#include "search/mcts.h"

#include "core/mem.h"
#include "pessoi/hash.h"
#include "search/budget.h"
#include "search/workers.h"

#include <assert.h>

enum {
    INFO_FIRST = 1024,   /* simulations before the first report */
    SLOTS_PER_MS = 40000 /* a low estimate of the slots that mcts_tree_move() moves per ms */
};

struct pes_mcts {
    const struct pes_game *game;
    struct pes_mcts_config config;
    struct mcts_eval eval;
    struct mcts_tree tree;
    struct pes_rng rng;
    uint64_t runs; /* since the game began: each has its own random stream */

    /* The position that the tree belongs to. */
    bool rooted;
    struct pes_state_buf first; /* the history's start */
    struct pes_state_buf root;
    int32_t made;      /* the history's moves up to the root */
    uint64_t made_sum; /* a hash of these moves */

    /* The current run. */
    struct mcts_run run;
    struct mcts_worker *workers;
    uint32_t *stamps;
    const struct pes_limits *limits;
    struct watch watch;       /* of the first worker, which halts the others */
    uint64_t simulations_max; /* of each worker */
    uint64_t info_at;
    atomic_bool halt;
};

/* Create and free. ---------------------------------------------------------------------------- */

enum pes_err pes_mcts_new(const struct pes_game *g, const struct pes_mcts_config *config,
                          struct pes_mcts **out) {
    assert(config->threads >= 1);
    assert(config->threads <= PES_MCTS_THREADS_MAX);
    assert(config->bias >= 0);
    assert(config->plies >= 0);
    assert(config->plies <= PES_MCTS_PLIES_MAX);
    struct pes_mcts *search = mem_alloc(sizeof *search);
    if (search == NULL)
        return PES_ERR_NOMEM;
    search->game = g;
    search->config = *config;
    if (search->config.threads > workers_most())
        search->config.threads = workers_most();
    if (config->eval == NULL)
        search->config.bias = 0;
    search->config.rave = config->rave && g->rules->move_key != NULL && g->move_keys <= UINT16_MAX;
    mcts_eval_init(&search->eval, g, config->eval);
    const size_t threads = (size_t)search->config.threads;
    const size_t stamps = search->config.rave ? threads * PES_PLAYERS_MAX * g->move_keys : 1;
    search->workers = mem_alloc(threads * sizeof search->workers[0]);
    search->stamps = mem_alloc(stamps * sizeof search->stamps[0]);
    if (search->workers == NULL || search->stamps == NULL ||
        mcts_tree_init(&search->tree, config->memory_mb) != PES_ERR_OK) {
        pes_mcts_free(search);
        return PES_ERR_NOMEM;
    }
    for (size_t i = 0; search->config.rave && i < threads; i++)
        search->workers[i].stamps = search->stamps + i * PES_PLAYERS_MAX * g->move_keys;
    pes_mcts_forget(search, 0);
    *out = search;
    return PES_ERR_OK;
}

void pes_mcts_free(struct pes_mcts *search) {
    if (search == NULL)
        return;
    mcts_tree_release(&search->tree);
    mem_free(search->stamps);
    mem_free(search->workers);
    mem_free(search);
}

void pes_mcts_forget(struct pes_mcts *search, uint64_t seed) {
    pes_rng_init(&search->rng, seed);
    search->runs = 0;
    search->rooted = false;
    mcts_tree_clear(&search->tree);
}

uint64_t pes_mcts_simulations(const struct pes_mcts *search) {
    return mcts_visits(mcts_at(&search->tree, 0));
}

/* Reuse of the tree. -------------------------------------------------------------------------- */

static uint64_t sum_of_moves(const struct pes_history *h, int count) {
    uint64_t sum = 0;
    for (int i = 0; i < count; i++)
        sum = pes_hash_key(sum, pes_history_move(h, i));
    return sum;
}

/* Does the history begin with the moves that led to the root? */
static bool continues_root(const struct pes_mcts *search, const struct pes_history *h) {
    const size_t size = search->game->state_size;
    return search->rooted && pes_history_count(h) >= search->made &&
           memcmp(search->first.bytes, pes_history_first(h), size) == 0 &&
           sum_of_moves(h, search->made) == search->made_sum;
}

/* The child that a move leads to, or 0. */
static uint32_t child_by_move(const struct mcts_tree *t, uint32_t at, pes_move m) {
    const uint32_t count = mcts_block_at(t, at)->count;
    for (uint32_t i = 1; i <= count; i++)
        if (mcts_at(t, at + i)->move == m)
            return at + i;
    return 0;
}

/* The sample that leads from `before` to `after`, or 0. */
static uint32_t child_by_sample(const struct pes_mcts *search, uint32_t at,
                                const struct pes_state *before, const struct pes_state *after) {
    const struct pes_game *g = search->game;
    const uint32_t count = mcts_block_at(&search->tree, at)->count;
    for (uint32_t i = 1; i <= count; i++) {
        struct pes_state_buf s;
        if (mcts_visits(mcts_at(&search->tree, at + i)) == 0)
            continue;
        pes_copy(g, PES_STATE(s), before);
        mcts_roll(g, PES_STATE(s), mcts_at(&search->tree, at + i)->move, INT32_MAX);
        if (memcmp(s.bytes, after, g->state_size) == 0)
            return at + i;
    }
    return 0;
}

/* The node of the history's position, found by following its moves from the root; UINT32_MAX: the
 * tree does not have it. */
static uint32_t find_node(const struct pes_mcts *search, const struct pes_history *h) {
    const struct pes_game *g = search->game;
    const int count = pes_history_count(h);
    struct pes_state_buf s = search->root;
    struct pes_undo_buf undo;
    uint32_t node = 0;
    for (int i = search->made; i < count;) {
        const uint32_t at = mcts_block_of(mcts_at(&search->tree, node));
        const struct pes_state_buf before = s;
        if (at == 0)
            return UINT32_MAX;
        const bool sampled = mcts_block_at(&search->tree, at)->kind == MCTS_SAMPLED;
        const pes_move m = pes_history_move(h, i);
        do
            pes_make(g, PES_STATE(s), pes_history_move(h, i++), undo.bytes);
        while (sampled && i < count && pes_turn(g, PES_STATE(s)) == PES_CHANCE);
        node = sampled ? child_by_sample(search, at,
                                         (const struct pes_state *)(const void *)before.bytes,
                                         PES_STATE(s))
                       : child_by_move(&search->tree, at, m);
        if (node == 0)
            return UINT32_MAX;
    }
    assert(memcmp(s.bytes, pes_history_state(h), g->state_size) == 0);
    return node;
}

/* Is this a leaf that is proven because the history ends the game there, by repetition or cap? As a
 * root it must be searched anyway: the caller wants a move. */
static bool is_end(const struct mcts_node *n) {
    return mcts_proof_of(n) != MCTS_OPEN && mcts_block_of(n) == 0;
}

/* Makes the history's position the root and keeps the subtree below it, unless moving that could
 * take more than a quarter of the time for the move. */
static void set_root(struct pes_mcts *search, const struct pes_history *h, int64_t movetime_ms) {
    const uint32_t node = continues_root(search, h) ? find_node(search, h) : UINT32_MAX;
    const uint32_t used = atomic_load_explicit(&search->tree.used, memory_order_relaxed);
    const bool in_time = movetime_ms == 0 || used / SLOTS_PER_MS <= movetime_ms / 4;
    if (node == UINT32_MAX || (node != 0 && !in_time) || is_end(mcts_at(&search->tree, node)))
        mcts_tree_clear(&search->tree);
    else
        mcts_tree_move(&search->tree, node);
    search->rooted = true;
    search->made = pes_history_count(h);
    search->made_sum = sum_of_moves(h, search->made);
    assert(mcts_visits(mcts_at(&search->tree, 0)) <= MCTS_VISITS_MAX + PES_MCTS_THREADS_MAX);
    pes_copy(search->game, PES_STATE(search->first), pes_history_first(h));
    pes_copy(search->game, PES_STATE(search->root), pes_history_state(h));
}

/* Reading answers. ---------------------------------------------------------------------------- */

/* Does the player prefer `a` to `b`? Quick proven wins, then the most visited, then slow losses. */
static bool is_better(const struct mcts_node *a, const struct mcts_node *b, pes_player mover) {
    const uint16_t pa = mcts_proof_of(a), pb = mcts_proof_of(b);
    const int win = mcts_win_of(mover), loss = mcts_win_of(1 - mover);
    const int ra = mcts_proof_result(pa), rb = mcts_proof_result(pb);
    if (ra == win || rb == win)
        return ra == win && (rb != win || mcts_proof_plies(pa) < mcts_proof_plies(pb));
    if (ra == loss || rb == loss)
        return rb == loss && (ra != loss || mcts_proof_plies(pa) > mcts_proof_plies(pb));
    if (mcts_visits(a) != mcts_visits(b))
        return mcts_visits(a) > mcts_visits(b);
    return mover == 0 ? mcts_mean(a) > mcts_mean(b) : mcts_mean(a) < mcts_mean(b);
}

/* The best child of a block, or the best one that is worse than `above` where that is not 0; 0:
 * there is none. Of equal children the earlier one is better. */
static uint32_t best_child(const struct mcts_tree *t, uint32_t at, uint32_t above) {
    const struct mcts_block *block = mcts_block_at(t, at);
    uint32_t best = 0;
    for (uint32_t i = at + 1; i <= at + block->count; i++) {
        const struct mcts_node *n = mcts_at(t, i);
        if (above != 0 && (i == above || is_better(n, mcts_at(t, above), block->mover) ||
                           (i < above && !is_better(mcts_at(t, above), n, block->mover))))
            continue;
        if (best == 0 || is_better(n, mcts_at(t, best), block->mover))
            best = i;
    }
    return best;
}

static double mean_to(const struct mcts_node *n, pes_player mover) {
    return mover == 0 ? mcts_mean(n) : 1.0 - mcts_mean(n);
}

/* The principal variation ends before the first roll: what follows depends on it. */
static void answer_line(const struct mcts_tree *t, uint32_t node, struct pes_answer *out) {
    out->line[0] = mcts_at(t, node)->move;
    out->line_count = 1;
    while (out->line_count < PES_LINE_MAX) {
        const uint32_t at = mcts_block_of(mcts_at(t, node));
        if (at == 0 || mcts_block_at(t, at)->kind != MCTS_PLAYER)
            break;
        node = best_child(t, at, 0);
        if (mcts_visits(mcts_at(t, node)) == 0 && mcts_proof_of(mcts_at(t, node)) == MCTS_OPEN)
            break;
        out->line[out->line_count++] = mcts_at(t, node)->move;
    }
}

/* The answer for a child of the root. Nodes are those of the first `workers` workers: while they
 * run only the first one's may be read. */
static void answer_of(const struct pes_mcts *search, uint32_t node, int workers,
                      struct pes_answer *out) {
    const struct mcts_tree *t = &search->tree;
    const struct mcts_node *n = mcts_at(t, node);
    const pes_player mover = mcts_block_at(t, mcts_block_of(mcts_at(t, 0)))->mover;
    const uint16_t proof = mcts_proof_of(n);
    assert(node > 0);
    assert(workers <= search->config.threads);
    *out = (struct pes_answer){.move = n->move};
    out->has_score = out->has_win_probability = mcts_visits(n) > 0 || proof != MCTS_OPEN;
    out->score = out->win_probability = out->has_score ? mean_to(n, mover) : 0.0;
    if (proof != MCTS_OPEN) {
        const int plies = mcts_proof_plies(proof) + 1;
        const int result = mcts_proof_result(proof);
        out->has_mate = true;
        out->mate = result == MCTS_DRAW ? 0 : result == mcts_win_of(mover) ? plies : -plies;
    }
    for (int i = 0; i < workers; i++) {
        const struct mcts_worker *w = &search->workers[i];
        out->nodes += w->nodes;
        out->depth = w->depth_most > out->depth ? w->depth_most : out->depth;
    }
    answer_line(t, node, out);
}

/* Where the root could not be expanded, any legal move must do. */
static void answer_first_legal(const struct pes_mcts *search, struct pes_answer *out) {
    pes_move list[PES_MOVES_MAX];
    pes_moves(search->game, search->run.root, list);
    *out = (struct pes_answer){.move = list[0]};
}

static void answer_best(const struct pes_mcts *search, struct pes_answer *out) {
    const uint32_t at = mcts_block_of(mcts_at(&search->tree, 0));
    if (at == 0)
        answer_first_legal(search, out);
    else
        answer_of(search, best_child(&search->tree, at, 0), search->config.threads, out);
}

/* Running. ------------------------------------------------------------------------------------ */

static void report(const struct pes_mcts *search) {
    const struct pes_limits *limits = search->limits;
    const uint32_t at = mcts_block_of(mcts_at(&search->tree, 0));
    const int lines = limits->lines > 1 ? limits->lines : 1;
    uint32_t node = 0;
    for (int i = 0; i < lines && at != 0; i++) {
        struct pes_answer answer;
        node = best_child(&search->tree, at, node);
        if (node == 0)
            return;
        answer_of(search, node, 1, &answer);
        answer.line_index = i;
        limits->info(limits->info_to, &answer);
    }
}

/* The first worker watches the limits for all. */
static bool leader_ends(struct pes_mcts *search, const struct mcts_worker *w) {
    if (watch_is_up(&search->watch, w->nodes))
        return true;
    if (search->limits->info != NULL && w->simulations >= search->info_at) {
        search->info_at *= 2;
        report(search);
    }
    return false;
}

struct job {
    struct pes_mcts *search;
    struct mcts_worker *worker;
};

/* One worker's thread: simulations until a limit or a proof ends them. */
static void job_run(void *item) {
    struct pes_mcts *search = ((struct job *)item)->search;
    struct mcts_worker *w = ((struct job *)item)->worker;
    const bool leads = w == search->workers;
    while (mcts_proof_of(mcts_at(&search->tree, 0)) == MCTS_OPEN && w->nodes < w->nodes_max &&
           w->simulations < search->simulations_max &&
           !atomic_load_explicit(&search->halt, memory_order_relaxed)) {
        if (leads && leader_ends(search, w))
            return;
        if (!mcts_simulate(w))
            return;
    }
}

static void job_finish(void *item) {
    atomic_store_explicit(&((struct job *)item)->search->halt, true, memory_order_relaxed);
}

static uint64_t share_of(uint64_t all, int threads) {
    return all == 0 ? UINT64_MAX : (all + (uint64_t)threads - 1) / (uint64_t)threads;
}

static void run_init(struct pes_mcts *search, const struct pes_limits *limits,
                     const struct budget *budget) {
    search->run = (struct mcts_run){
        .g = search->game,
        .config = &search->config,
        .eval = &search->eval,
        .tree = &search->tree,
        .root = PES_STATE(search->root),
        .depth_max = budget->depth > 0 ? budget->depth : MCTS_PATH_MAX,
        .shared = search->config.threads > 1,
        .rave = search->config.rave,
    };
    search->limits = limits;
    search->info_at = INFO_FIRST;
    atomic_store_explicit(&search->halt, false, memory_order_relaxed);
}

static void worker_init(struct pes_mcts *search, int i, const struct pes_history *h,
                        uint64_t nodes_max) {
    struct mcts_worker *w = &search->workers[i];
    w->run = &search->run;
    trail_init(&w->trail, h);
    w->rng = pes_rng_split(&search->rng, search->runs * PES_MCTS_THREADS_MAX + (uint64_t)i);
    w->nodes = 0;
    w->nodes_max = nodes_max;
    w->simulations = 0;
    w->depth_most = 0;
}

/* Expands the root even if there is no time at all, so that an immediate win is never missed. */
static void expand_root(struct pes_mcts *search) {
    struct mcts_worker *w = &search->workers[0];
    mcts_rewind(w);
    if (mcts_block_of(mcts_at(&search->tree, 0)) == 0)
        mcts_expand(w, 0);
}

static void search_run(struct pes_mcts *search, const struct pes_history *h,
                       const struct pes_limits *limits, uint64_t simulations) {
    const int threads = search->config.threads;
    assert(!pes_over(search->game, pes_history_state(h)));
    const struct budget budget = budget_of((struct budget){.depth = 0}, limits, h);
    search->watch =
        (struct watch){.deadline_ns = budget_deadline_ns(&budget), .stop = limits->stop};
    set_root(search, h, budget.movetime_ms);
    run_init(search, limits, &budget);

    struct job jobs[PES_MCTS_THREADS_MAX];
    void *items[PES_MCTS_THREADS_MAX];
    for (int i = 0; i < threads; i++) {
        const uint64_t some = budget.nodes / (uint64_t)threads;
        worker_init(search, i, h, budget.nodes > 0 ? some : UINT64_MAX);
        jobs[i] = (struct job){.search = search, .worker = &search->workers[i]};
        items[i] = &jobs[i];
    }
    search->simulations_max = share_of(simulations, threads);
    expand_root(search);
    workers_run(items, threads, job_run, job_finish);
    search->runs++;
}

void pes_mcts_run(struct pes_mcts *search, const struct pes_history *h,
                  const struct pes_limits *limits, uint64_t simulations, struct pes_answer *best) {
    search_run(search, h, limits, simulations);
    answer_best(search, best);
}

void pes_mcts_values(struct pes_mcts *search, const struct pes_history *h,
                     const struct pes_limits *limits, uint64_t simulations,
                     struct pes_move_value out[]) {
    pes_move list[PES_MOVES_MAX];
    search_run(search, h, limits, simulations);
    const struct mcts_tree *t = &search->tree;
    const uint32_t at = mcts_block_of(mcts_at(t, 0));
    const int count = pes_moves(search->game, search->run.root, list);
    for (int i = 0; i < count; i++) {
        const uint32_t node = at != 0 ? child_by_move(t, at, list[i]) : 0;
        const struct mcts_node *n = mcts_at(t, node);
        const bool known = node != 0 && (mcts_visits(n) > 0 || mcts_proof_of(n) != MCTS_OPEN);
        out[i] = (struct pes_move_value){.move = list[i], .has_value = known};
        if (known)
            out[i].value = mean_to(n, mcts_block_at(t, at)->mover);
    }
}
