#include "solve/passes.h"

#include "solve/fold.h"

enum { CHUNK = 65536 }; /* numbers between two looks at the clock and the stop flag */

/* One pass under way. */
struct sweep {
    const struct passes *passes;
    const struct pes_index *index;
    int plies;                  /* what is known */
    uint64_t lanes;             /* ranges of numbers, an item each */
    bool shared;                /* may two threads write to one cell? */
    atomic_uint_fast64_t done;  /* numbers */
    atomic_uint_fast64_t found; /* positions decided in exactly `plies` */
    void (*chunk)(struct sweep *sweep, uint64_t from, uint64_t to);
};

static bool is_stopped(const struct sweep *sweep) {
    const atomic_bool *stop = sweep->passes->crew.stop;
    return stop != NULL && atomic_load_explicit(stop, memory_order_relaxed);
}

/* Only the calling thread tells how far it is: nobody else may know who watches. */
static void tell(struct sweep *sweep, int worker, uint64_t numbers) {
    const struct passes *passes = sweep->passes;
    const uint64_t done = atomic_fetch_add(&sweep->done, numbers) + numbers;
    if (worker != 0 || passes->progress == NULL)
        return;
    passes->progress(passes->progress_to,
                     &(struct pes_solve_progress){
                         .pass = sweep->plies, .done = done, .total = passes->cells->count});
}

static void sweep_lane(void *to, int worker, uint64_t lane) {
    struct sweep *sweep = to;
    const uint64_t count = sweep->passes->cells->count;
    const uint64_t size = (count + sweep->lanes - 1) / sweep->lanes;
    const uint64_t end = (lane + 1) * size < count ? (lane + 1) * size : count;
    for (uint64_t from = lane * size; from < end && !is_stopped(sweep); from += CHUNK) {
        const uint64_t chunk_end = end - from < CHUNK ? end : from + CHUNK;
        sweep->chunk(sweep, from, chunk_end);
        tell(sweep, worker, chunk_end - from);
    }
}

static void sweep_run(struct sweep *sweep) {
    crew_run(&sweep->passes->crew, sweep->lanes, sweep_lane, sweep);
}

/* Where every thread writes to the cells it walks through, any chunk may be a lane. */
static uint64_t chunks_of(const struct passes *passes) {
    return (passes->cells->count + CHUNK - 1) / CHUNK;
}

static uint8_t key_of(const struct pes_game *g, pes_move m) {
    return (uint8_t)(g->rules->move_key(g, m) + 1);
}

/* What the mover of `before` gets more than the other in a finished game. */
static int32_t gain_of(const struct pes_game *g, const struct pes_state *s, pes_player mover) {
    int32_t payoff[PES_PLAYERS_MAX];
    pes_payoff(g, s, payoff);
    return payoff[mover] > payoff[1 - mover] ? 1 : payoff[mover] < payoff[1 - mover] ? -1 : 0;
}

/* The first look. ------------------------------------------------------------------------------ */

/* The moves that end the game, by trying all. */
static int find_endings(const struct pes_game *g, struct pes_state *s, const pes_move list[],
                        int count, struct pes_ending out[]) {
    const pes_player mover = pes_turn(g, s);
    struct pes_undo_buf undo;
    int n = 0;
    for (int i = 0; i < count; i++) {
        pes_make(g, s, list[i], undo.bytes);
        if (pes_over(g, s))
            out[n++] = (struct pes_ending){.move = list[i], .gain = gain_of(g, s, mover)};
        pes_unmake(g, s, list[i], undo.bytes);
    }
    return n;
}

/* Keys of moves met before: a call for each move of each position would take longer than all else.
 */
struct keys {
    uint8_t of[256]; /* by move; 0: not met yet */
};
static inline uint8_t key_kept(struct keys *keys, const struct pes_game *g, pes_move m) {
    if (m > 255)
        return key_of(g, m);
    if (keys->of[m] == 0)
        keys->of[m] = key_of(g, m);
    return keys->of[m];
}

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
        c.only ^= key_kept(keys, g, list[i]);
    const int ends = index->endings != NULL ? index->endings(g, s, endings)
                                            : find_endings(g, s, list, count, endings);
    for (int i = 0; i < ends; i++) {
        const uint8_t key = bans ? key_kept(keys, g, endings[i].move) : 0;
        if (endings[i].gain != 0)
            cell_take(&c, endings[i].gain > 0, 1, key, bans);
    }
    return c;
}

static void first_chunk(struct sweep *sweep, uint64_t from, uint64_t to) {
    const struct passes *passes = sweep->passes;
    struct pes_state_buf state;
    struct keys keys = {{0}};
    for (uint64_t number = from; number < to; number++) {
        if (!sweep->index->unrank(passes->game, number, PES_STATE(state)))
            continue;
        const struct cell c =
            first_cell(passes->game, PES_STATE(state), &keys, passes->cells->bans);
        cells_set(passes->cells, number, &c);
    }
}

/* Sweeping forward, the first look only tells which numbers stand for positions. */
static void forward_first_chunk(struct sweep *sweep, uint64_t from, uint64_t to) {
    const struct passes *passes = sweep->passes;
    const struct cell open = {.value = 0, .other = 0, .only = 0, .left = 1};
    struct pes_state_buf state;
    for (uint64_t number = from; number < to; number++)
        if (sweep->index->unrank(passes->game, number, PES_STATE(state)))
            cells_set(passes->cells, number, &open);
}

void passes_begin(const struct passes *passes) {
    const struct pes_index *index = passes->game->kit->index;
    struct sweep sweep = {
        .passes = passes,
        .index = index,
        .lanes = chunks_of(passes),
        .chunk = index->predecessors != NULL ? first_chunk : forward_first_chunk,
    };
    sweep_run(&sweep);
}

/* Walking back. -------------------------------------------------------------------------------- */

/* Tells everything that leads to a position with this cell: the moves that lead to it win if it is
 * lost. Which of its values counts depends on the move that each forbids; only those of exactly
 * `plies` are news. */
static inline void walk_back(const struct sweep *sweep, const struct pes_edge edges[], int count,
                             const struct cell *c, bool bans) {
    const struct cells *cells = sweep->passes->cells;
    const int plies = sweep->plies;
    for (int i = 0; i < count; i++) {
        const bool other = bans && c->only != 0 && edges[i].banned == c->only;
        const int value = other ? c->other : c->value;
        const uint8_t key = (uint8_t)edges[i].move;
        if (value != plies && value != -plies)
            continue;
        if (sweep->shared)
            cells_take_shared(cells, edges[i].number, value < 0, (int8_t)(plies + 1), key);
        else if (bans)
            cells_take_wide(cells, edges[i].number, value < 0, (int8_t)(plies + 1), key);
        else
            cells_take_narrow(cells, edges[i].number, value < 0, (int8_t)(plies + 1));
    }
}

static void back_chunk(struct sweep *sweep, uint64_t from, uint64_t to) {
    const struct cells *cells = sweep->passes->cells;
    struct pes_edge edges[PES_MOVES_MAX];
    uint64_t found = 0, number = from;
    while ((number = cells_find(cells, number, to, sweep->plies)) < to) {
        const struct cell c = cells_get(cells, number);
        /* Where only the value without the best move is news, only what forbids that matters. */
        const bool all = c.value == sweep->plies || c.value == -sweep->plies;
        const int count =
            sweep->index->predecessors(sweep->passes->game, number, all ? 0 : c.only, edges);
        if (cells->bans)
            walk_back(sweep, edges, count, &c, true);
        else
            walk_back(sweep, edges, count, &c, false);
        found++;
        number++;
    }
    atomic_fetch_add(&sweep->found, found);
}

/* Sweeping forward. ---------------------------------------------------------------------------- */

/* What the cells know so far of the position that a move led to; what this very pass has found does
 * not count yet. */
static int32_t known_value(const struct sweep *sweep, const struct pes_state *s) {
    const struct pes_game *g = sweep->passes->game;
    const struct pes_index *index = sweep->index;
    const struct cell c = cells_get(sweep->passes->cells, index->rank(g, s));
    bool other = false;
    if (sweep->passes->cells->bans) {
        pes_move banned = index->banned(g, s);
        if (banned != PES_MOVE_NONE && index->mirror != NULL)
            banned = index->mirror(g, s, banned);
        other = banned != PES_MOVE_NONE && c.only != 0 && key_of(g, banned) == c.only;
    }
    const int32_t value = other ? c.other : c.value;
    return value > sweep->plies || value < -sweep->plies ? 0 : value;
}

static struct cell forward_cell(const struct sweep *sweep, struct pes_state *s) {
    const struct pes_game *g = sweep->passes->game;
    const bool bans = sweep->passes->cells->bans;
    const pes_player mover = pes_turn(g, s);
    pes_move list[PES_MOVES_MAX];
    struct pes_undo_buf undo;
    struct fold fold = {.moves = 0};
    const int count = pes_moves(g, s, list);
    for (int i = 0; i < count; i++) {
        pes_make(g, s, list[i], undo.bytes);
        const int32_t value = pes_over(g, s)
                                  ? gain_of(g, s, mover)
                                  : fold_before(known_value(sweep, s), pes_turn(g, s) == mover);
        fold_add(&fold, value, bans ? key_of(g, list[i]) : 0);
        pes_unmake(g, s, list[i], undo.bytes);
    }
    return (struct cell){
        .value = (int8_t)fold.value,
        .other = (int8_t)(bans ? fold.other : 0),
        .only = (uint8_t)(fold.value == fold.other ? 0 : fold.only),
        .left = 1,
    };
}

static void forward_chunk(struct sweep *sweep, uint64_t from, uint64_t to) {
    const struct passes *passes = sweep->passes;
    struct pes_state_buf state;
    uint64_t found = 0;
    for (uint64_t number = from; number < to; number++) {
        struct cell c = cells_get(passes->cells, number);
        if (c.left == 0)
            continue;
        if (c.value == 0 || (passes->cells->bans && c.other == 0)) {
            const bool live = sweep->index->unrank(passes->game, number, PES_STATE(state));
            assert(live);
            (void)live;
            const struct cell now = forward_cell(sweep, PES_STATE(state));
            found += now.value != c.value || now.other != c.other;
            cells_set(passes->cells, number, &now);
        }
    }
    atomic_fetch_add(&sweep->found, found);
}

/* Walking back, the pass at `plies` finds out by itself that there was nothing left; sweeping
 * forward, it finds out that it changed nothing. */
bool passes_next(const struct passes *passes, int plies) {
    const struct pes_index *index = passes->game->kit->index;
    struct sweep sweep = {.passes = passes, .index = index, .plies = plies};
    if (index->predecessors == NULL) {
        sweep.lanes = chunks_of(passes);
        sweep.chunk = forward_chunk;
    } else {
        const uint64_t lanes = index->lanes != NULL ? index->lanes(passes->game) : 1;
        sweep.shared = lanes == 1 && passes->crew.jobs > 1;
        sweep.lanes = sweep.shared ? chunks_of(passes) : lanes;
        sweep.chunk = back_chunk;
    }
    sweep_run(&sweep);
    return sweep.found > 0;
}
