/* The passes of a solution: retrograde analysis, or value iteration for games without predecessors.
 *
 * Invariant: before the pass at `plies` every cell with |value| <= plies is final, and no cell has
 * a greater value, up to plies + 1 while the pass runs. So a pass needs no order among its
 * positions, and threads may share them. */
#include "solve/retrograde.h"

#include "solve/best_two.h"

enum { CHUNK = 65536 }; /* numbers between two progress reports and tests of the stop flag */

/* The current pass. */
struct sweep {
    const struct retrograde *r;
    const struct pes_index *index;
    int plies;                  /* everything decided within these is known */
    uint64_t lanes;             /* ranges of numbers, each one item of the parallel loop */
    bool shared;                /* may two threads write to one cell? */
    atomic_uint_fast64_t done;  /* numbers so far */
    atomic_uint_fast64_t found; /* positions decided in exactly `plies` */
    void (*chunk)(struct sweep *sweep, uint64_t from, uint64_t to);
};

static bool is_stopped(const struct sweep *sweep) {
    const atomic_bool *stop = sweep->r->parallel.stop;
    return stop != NULL && atomic_load_explicit(stop, memory_order_relaxed);
}

/* Only the calling thread reports: the callback need not be thread-safe. */
static void report_progress(struct sweep *sweep, int worker, uint64_t numbers) {
    const struct retrograde *r = sweep->r;
    const uint64_t done = atomic_fetch_add(&sweep->done, numbers) + numbers;
    if (worker != 0 || r->progress == NULL)
        return;
    r->progress(r->progress_to, &(struct pes_solve_progress){
                                    .pass = sweep->plies, .done = done, .total = r->cells->count});
}

/* One item of the parallel loop: a lane, in chunks. */
static void sweep_lane(void *to, int worker, uint64_t lane) {
    struct sweep *sweep = to;
    const uint64_t count = sweep->r->cells->count;
    const uint64_t size = (count + sweep->lanes - 1) / sweep->lanes;
    const uint64_t end = (lane + 1) * size < count ? (lane + 1) * size : count;
    for (uint64_t from = lane * size; from < end && !is_stopped(sweep); from += CHUNK) {
        const uint64_t chunk_end = end - from < CHUNK ? end : from + CHUNK;
        sweep->chunk(sweep, from, chunk_end);
        report_progress(sweep, worker, chunk_end - from);
    }
}

static void sweep_run(struct sweep *sweep) {
    parallel_for(&sweep->r->parallel, sweep->lanes, sweep_lane, sweep);
}

/* The number of lanes where every thread writes only to its own numbers: any chunk may be a lane.
 */
static uint64_t chunks_of(const struct retrograde *r) {
    return (r->cells->count + CHUNK - 1) / CHUNK;
}

/* The key of a move as in struct pes_edge: 0 is "none". */
static uint8_t key_of(const struct pes_game *g, pes_move m) {
    assert(g->rules->move_key(g, m) < UINT8_MAX);
    return (uint8_t)(g->rules->move_key(g, m) + 1);
}

/* The result of a finished game for `mover`: 1, 0 or -1. */
static int32_t result_of(const struct pes_game *g, const struct pes_state *s, pes_player mover) {
    int32_t payoff[PES_PLAYERS_MAX];
    pes_payoff(g, s, payoff);
    return payoff[mover] > payoff[1 - mover] ? 1 : payoff[mover] < payoff[1 - mover] ? -1 : 0;
}

/* Pass 0. -------------------------------------------------------------------------------------- */

/* The moves that end the game, found by making each. */
static int find_endings(const struct pes_game *g, struct pes_state *s, const pes_move list[],
                        int count, struct pes_ending out[]) {
    const pes_player mover = pes_turn(g, s);
    struct pes_undo_buf undo;
    int n = 0;
    for (int i = 0; i < count; i++) {
        pes_make(g, s, list[i], undo.bytes);
        if (pes_over(g, s))
            out[n++] = (struct pes_ending){.move = list[i], .gain = result_of(g, s, mover)};
        pes_unmake(g, s, list[i], undo.bytes);
    }
    return n;
}

/* A cache of move keys: calling move_key() for each move of each position would dominate pass 0. */
struct keys {
    uint8_t of[256]; /* by move; 0: not cached yet */
};
static inline uint8_t cached_key(struct keys *keys, const struct pes_game *g, pes_move m) {
    if (m > 255)
        return key_of(g, m);
    if (keys->of[m] == 0)
        keys->of[m] = key_of(g, m);
    return keys->of[m];
}

/* The cell of a position after pass 0: the number of its moves, and the moves that end the game. */
static struct cell first_cell(const struct pes_game *g, struct pes_state *s, struct keys *keys,
                              bool bans) {
    const struct pes_index *index = g->kit->index;
    pes_move list[PES_MOVES_MAX];
    struct pes_ending endings[PES_MOVES_MAX];
    const int count = pes_moves(g, s, list);
    assert(count > 0);
    assert(count <= PES_SOLVE_MOVES_MAX);
    struct cell c = {.left = (uint8_t)count};
    for (int i = 0; bans && i < count; i++)
        c.only ^= cached_key(keys, g, list[i]);
    const int ends = index->endings != NULL ? index->endings(g, s, endings)
                                            : find_endings(g, s, list, count, endings);
    assert(ends >= 0);
    assert(ends <= count);
    for (int i = 0; i < ends; i++) {
        const uint8_t key = bans ? cached_key(keys, g, endings[i].move) : 0;
        if (endings[i].gain != 0)
            cell_add(&c, endings[i].gain > 0, 1, key, bans);
    }
    return c;
}

static void first_chunk(struct sweep *sweep, uint64_t from, uint64_t to) {
    const struct retrograde *r = sweep->r;
    struct pes_state_buf state;
    struct keys keys = {{0}};
    for (uint64_t number = from; number < to; number++) {
        if (!sweep->index->unrank(r->game, number, PES_STATE(state)))
            continue;
        const struct cell c = first_cell(r->game, PES_STATE(state), &keys, r->cells->bans);
        value_array_set(r->cells, number, &c);
    }
}

/* Pass 0 of value iteration only marks the numbers that stand for positions. */
static void forward_first_chunk(struct sweep *sweep, uint64_t from, uint64_t to) {
    const struct retrograde *r = sweep->r;
    const struct cell open = {.value = 0, .other = 0, .only = 0, .left = 1};
    struct pes_state_buf state;
    for (uint64_t number = from; number < to; number++)
        if (sweep->index->unrank(r->game, number, PES_STATE(state)))
            value_array_set(r->cells, number, &open);
}

void retrograde_begin(const struct retrograde *r) {
    const struct pes_index *index = r->game->kit->index;
    struct sweep sweep = {
        .r = r,
        .index = index,
        .lanes = chunks_of(r),
        .chunk = index->predecessors != NULL ? first_chunk : forward_first_chunk,
    };
    sweep_run(&sweep);
}

/* Retrograde analysis. ------------------------------------------------------------------------- */

/* Updates all predecessors of a position with this cell: a move that leads to a lost position wins,
 * and the reverse. Which of its two values counts depends on the move that each edge forbids; only
 * values of exactly `plies` are new. */
static inline void walk_back(const struct sweep *sweep, const struct pes_edge edges[], int count,
                             const struct cell *c, bool bans) {
    const struct value_array *cells = sweep->r->cells;
    const int plies = sweep->plies;
    for (int i = 0; i < count; i++) {
        const bool other = bans && c->only != 0 && edges[i].banned == c->only;
        const int value = other ? c->other : c->value;
        const uint8_t key = (uint8_t)edges[i].move;
        if (value != plies && value != -plies)
            continue;
        if (sweep->shared)
            value_array_update_shared(cells, edges[i].number, value < 0, (int8_t)(plies + 1), key);
        else if (bans)
            value_array_update_wide(cells, edges[i].number, value < 0, (int8_t)(plies + 1), key);
        else
            value_array_update_narrow(cells, edges[i].number, value < 0, (int8_t)(plies + 1));
    }
}

/* Finds the positions of a chunk that are decided in exactly `plies`, and updates their
 * predecessors. */
static void back_chunk(struct sweep *sweep, uint64_t from, uint64_t to) {
    const struct value_array *cells = sweep->r->cells;
    struct pes_edge edges[PES_MOVES_MAX];
    uint64_t found = 0, number = from;
    while ((number = value_array_find(cells, number, to, sweep->plies)) < to) {
        const struct cell c = value_array_get(cells, number);
        /* Where only `other` is new, only edges that forbid the best move matter. */
        const bool all = c.value == sweep->plies || c.value == -sweep->plies;
        const int count =
            sweep->index->predecessors(sweep->r->game, number, all ? 0 : c.only, edges);
        if (cells->bans)
            walk_back(sweep, edges, count, &c, true);
        else
            walk_back(sweep, edges, count, &c, false);
        found++;
        number++;
    }
    atomic_fetch_add(&sweep->found, found);
}

/* Value iteration. ----------------------------------------------------------------------------- */

/* The value of a successor as of the last pass: what the current pass has found does not count. */
static int32_t known_value(const struct sweep *sweep, const struct pes_state *s) {
    const struct pes_game *g = sweep->r->game;
    const struct pes_index *index = sweep->index;
    const struct cell c = value_array_get(sweep->r->cells, index->rank(g, s));
    bool other = false;
    if (sweep->r->cells->bans) {
        pes_move banned = index->banned(g, s);
        if (banned != PES_MOVE_NONE && index->mirror != NULL)
            banned = index->mirror(g, s, banned);
        other = banned != PES_MOVE_NONE && c.only != 0 && key_of(g, banned) == c.only;
    }
    const int32_t value = other ? c.other : c.value;
    return value > sweep->plies || value < -sweep->plies ? 0 : value;
}

/* The cell of a position, computed from the values of all its successors. */
static struct cell forward_cell(const struct sweep *sweep, struct pes_state *s) {
    const struct pes_game *g = sweep->r->game;
    const bool bans = sweep->r->cells->bans;
    const pes_player mover = pes_turn(g, s);
    pes_move list[PES_MOVES_MAX];
    struct pes_undo_buf undo;
    struct best_two best = {.moves = 0};
    const int count = pes_moves(g, s, list);
    assert(count > 0);
    assert(count <= PES_SOLVE_MOVES_MAX);
    for (int i = 0; i < count; i++) {
        pes_make(g, s, list[i], undo.bytes);
        const int32_t value =
            pes_over(g, s) ? result_of(g, s, mover)
                           : value_one_ply_earlier(known_value(sweep, s), pes_turn(g, s) == mover);
        best_two_add(&best, value, bans ? key_of(g, list[i]) : 0);
        pes_unmake(g, s, list[i], undo.bytes);
    }
    return (struct cell){
        .value = (int8_t)best.value,
        .other = (int8_t)(bans ? best.other : 0),
        .only = (uint8_t)(best.value == best.other ? 0 : best.only),
        .left = 1,
    };
}

/* Computes the positions of a chunk that are not final yet. */
static void forward_chunk(struct sweep *sweep, uint64_t from, uint64_t to) {
    const struct retrograde *r = sweep->r;
    struct pes_state_buf state;
    uint64_t found = 0;
    for (uint64_t number = from; number < to; number++) {
        struct cell c = value_array_get(r->cells, number);
        if (c.left == 0)
            continue;
        if (c.value == 0 || (r->cells->bans && c.other == 0)) {
            const bool live = sweep->index->unrank(r->game, number, PES_STATE(state));
            assert(live);
            (void)live;
            const struct cell now = forward_cell(sweep, PES_STATE(state));
            found += now.value != c.value || now.other != c.other;
            value_array_set(r->cells, number, &now);
        }
    }
    atomic_fetch_add(&sweep->found, found);
}

/* Retrograde analysis ends when no position has a value of exactly `plies`, value iteration when a
 * pass changes nothing. */
bool retrograde_next(const struct retrograde *r, int plies) {
    const struct pes_index *index = r->game->kit->index;
    struct sweep sweep = {.r = r, .index = index, .plies = plies};
    assert(plies >= 0);
    assert(plies <= PES_SOLVE_PLIES_MAX + 1);
    if (index->predecessors == NULL) {
        sweep.lanes = chunks_of(r);
        sweep.chunk = forward_chunk;
    } else {
        const uint64_t lanes = index->lanes != NULL ? index->lanes(r->game) : 1;
        sweep.shared = lanes == 1 && r->parallel.jobs > 1;
        sweep.lanes = sweep.shared ? chunks_of(r) : lanes;
        sweep.chunk = back_chunk;
    }
    sweep_run(&sweep);
    return sweep.found > 0;
}
