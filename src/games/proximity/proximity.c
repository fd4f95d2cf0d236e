/* The rules of Proximity: positions, moves, outcomes, validity.
 *
 * Placing a tile updates its six neighbours in one word (SWAR, see proximity.h); the undo is that
 * word before the move. Drawing a number is a chance move. Invariant: proximity_is_sound() before
 * and after every move, and pool, queue and tiles of a player add up to its numbers. */
#include "games/proximity/proximity.h"

#include "pessoi/hash.h"

static struct proximity *state_at(struct pes_state *s) {
    return (struct proximity *)(void *)s;
}

/* Tiles and numbers. -------------------------------------------------------------------------- */

int proximity_pool_sum(uint64_t pool) {
    int sum = 0;
    for (int v = 1; v <= PROXIMITY_TOP; v++)
        sum += proximity_left(pool, v);
    return sum;
}

static void flip_empty(struct proximity *s, int cell) {
    assert(cell >= 0 && cell < PROXIMITY_CELLS_MAX);
    s->empty[cell / 64] ^= UINT64_C(1) << (cell % 64);
}

/* The position. ------------------------------------------------------------------------------- */

void proximity_reset(const struct proximity_board *board, struct proximity *s) {
    memset(s, 0, offsetof(struct proximity, tile) + (size_t)board->tiles);
    for (int cell = 0; cell < board->cells; cell++)
        flip_empty(s, cell);
    for (int player = PROXIMITY_BLUE; player <= PROXIMITY_RED; player++)
        s->pool[player] = board->pool[player];
}

void proximity_set(const struct proximity_board *board, struct proximity *s, int cell, int player,
                   int score) {
    assert(proximity_get(board, s, cell) == 0);
    s->tile[board->at[cell].place] = proximity_tile(player, score);
    flip_empty(s, cell);
    s->placed++;
}

void proximity_know(struct proximity *s, int number) {
    assert(number >= 1 && number <= PROXIMITY_TOP);
    assert(s->known < PROXIMITY_LOOK_MAX);
    s->queue |= (uint64_t)number << (PROXIMITY_NUMBER_BITS * s->known);
    s->known++;
}

void proximity_draw_number(const struct proximity_board *board, struct proximity *s, int number) {
    assert(proximity_drawable(board, s) & proximity_one(number));
    if (board->draw == PROXIMITY_POOL)
        s->pool[proximity_drawer(s)] -= proximity_one(number);
    proximity_know(s, number);
}

static void take_back_number(const struct proximity_board *board, struct proximity *s) {
    assert(s->known > 0);
    s->known--;
    const uint64_t number = s->queue >> (PROXIMITY_NUMBER_BITS * s->known);
    s->queue ^= number << (PROXIMITY_NUMBER_BITS * s->known);
    if (board->draw == PROXIMITY_POOL)
        s->pool[proximity_drawer(s)] += proximity_one((int)number);
}

/* Adds the bytes of a word, each less than 128, to 16-bit sums: the points of a board exceed a
 * byte. */
static uint64_t add_bytes(uint64_t sums, uint64_t bytes) {
    const uint64_t halves = UINT64_C(0x00ff00ff00ff00ff);
    return sums + (bytes & halves) + (bytes >> 8 & halves);
}
static int32_t sum_of(uint64_t sums) {
    return (int32_t)(sums * UINT64_C(0x0001000100010001) >> 48);
}

/* Padding bytes are 0 and count nothing. */
struct proximity_count proximity_count(const struct proximity_board *board,
                                       const struct proximity *s) {
    uint64_t points = 0, reds_points = 0, reds_cells = 0;
    for (int i = 0; i < board->tiles; i += 8) {
        uint64_t tiles;
        memcpy(&tiles, s->tile + i, sizeof tiles);
        const uint64_t red = tiles >> 7 & proximity_bytes(1);
        const uint64_t score = tiles & proximity_bytes(PROXIMITY_SCORE);
        points = add_bytes(points, score);
        reds_points = add_bytes(reds_points, score & red * PROXIMITY_SCORE);
        reds_cells = add_bytes(reds_cells, red);
    }
    const int32_t red = sum_of(reds_points), cells = sum_of(reds_cells);
    assert(cells <= s->placed);
    assert(red >= cells && sum_of(points) - red >= s->placed - cells);
    return (struct proximity_count){{sum_of(points) - red + board->komi, red},
                                    {s->placed - cells, cells}};
}

int proximity_leader(const struct proximity_count *count) {
    const int32_t *points = count->points, *cells = count->cells;
    if (points[PROXIMITY_BLUE] != points[PROXIMITY_RED])
        return points[PROXIMITY_BLUE] > points[PROXIMITY_RED] ? 1 : -1;
    return (cells[PROXIMITY_BLUE] > cells[PROXIMITY_RED]) -
           (cells[PROXIMITY_BLUE] < cells[PROXIMITY_RED]);
}

static void rules_init(const struct pes_game *g, struct pes_state *s) {
    proximity_reset(proximity_board(g), state_at(s));
}

static pes_player rules_turn(const struct pes_game *g, const struct pes_state *s) {
    return proximity_turn(proximity_board(g), proximity_at(s));
}

static void rules_scores(const struct pes_game *g, const struct pes_state *s,
                         int32_t out[PES_PLAYERS_MAX]) {
    const struct proximity_count count = proximity_count(proximity_board(g), proximity_at(s));
    memcpy(out, count.points, sizeof count.points);
}

static void rules_payoff(const struct pes_game *g, const struct pes_state *s,
                         int32_t out[PES_PLAYERS_MAX]) {
    const struct proximity_count count = proximity_count(proximity_board(g), proximity_at(s));
    out[PROXIMITY_BLUE] = proximity_leader(&count);
    out[PROXIMITY_RED] = -out[PROXIMITY_BLUE];
}

/* Hashes the pools, the queue and the tiles; everything else follows from these. It is not
 * incremental: playouts never need it, and a search needs it once per node. */
static uint64_t rules_hash(const struct pes_game *g, const struct pes_state *state) {
    const struct proximity *s = proximity_at(state);
    uint64_t sum = pes_hash_key(1, s->pool[PROXIMITY_BLUE]) +
                   pes_hash_key(2, s->pool[PROXIMITY_RED]) + pes_hash_key(3, s->queue);
    return pes_hash_bytes(sum, s->tile, (size_t)proximity_board(g)->tiles);
}

/* Moves and outcomes. ------------------------------------------------------------------------- */

static int rules_moves(const struct pes_game *g, const struct pes_state *state, pes_move out[]) {
    const struct proximity *s = proximity_at(state);
    if (proximity_turn(proximity_board(g), s) < 0)
        return 0;
    int n = 0;
    for (int word = 0; word < PROXIMITY_WORDS; word++)
        for (uint64_t left = s->empty[word]; left != 0; left &= left - 1)
            out[n++] = proximity_move_to(64 * word + __builtin_ctzll(left));
    assert(n == proximity_board(g)->cells - s->placed);
    return n;
}

static int rules_count(const struct pes_game *g, const struct pes_state *state) {
    const struct proximity_board *board = proximity_board(g);
    const struct proximity *s = proximity_at(state);
    return proximity_turn(board, s) < 0 ? 0 : board->cells - s->placed;
}

static int rules_chances(const struct pes_game *g, const struct pes_state *state,
                         struct pes_chance out[]) {
    const struct proximity_board *board = proximity_board(g);
    const struct proximity *s = proximity_at(state);
    if (proximity_turn(board, s) != PES_CHANCE)
        return 0;
    int n = 0;
    for (uint64_t left = proximity_drawable(board, s); left != 0; left &= left - 1) {
        const int number = proximity_number_of(__builtin_ctzll(left));
        out[n++] = (struct pes_chance){.move = proximity_draw_of(number), .weight = 1};
    }
    assert(n >= 1 && n <= g->chances_max);
    return n;
}

/* The undo of a placement is the ring before it; an outcome needs none. */
static void rules_make(const struct pes_game *g, struct pes_state *state, pes_move m, void *undo) {
    const struct proximity_board *board = proximity_board(g);
    struct proximity *s = state_at(state);
    if (proximity_is_drawn(m)) {
        assert(proximity_turn(board, s) == PES_CHANCE);
        proximity_draw_number(board, s, proximity_drawn(m));
        return;
    }
    const int cell = proximity_target(m);
    assert(proximity_turn(board, s) >= 0);
    assert(cell < board->cells);
    *(uint64_t *)undo =
        proximity_put(board, s->tile, board->spot[cell], s->placed & 1, proximity_in_hand(s));
    flip_empty(s, cell);
    s->placed++;
    s->known--;
    s->queue >>= PROXIMITY_NUMBER_BITS;
    assert(s->queue >> (PROXIMITY_NUMBER_BITS * s->known) == 0);
    assert((s->empty[cell / 64] >> (cell % 64) & 1) == 0);
}

static void rules_unmake(const struct pes_game *g, struct pes_state *state, pes_move m,
                         const void *undo) {
    const struct proximity_board *board = proximity_board(g);
    struct proximity *s = state_at(state);
    if (proximity_is_drawn(m)) {
        take_back_number(board, s);
        return;
    }
    const int cell = proximity_target(m);
    const int number = proximity_score(proximity_get(board, s, cell));
    assert(s->placed > 0 && number > 0);
    assert(proximity_owner(proximity_get(board, s, cell)) == ((s->placed - 1) & 1));
    proximity_set_ring(board, s->tile, board->spot[cell], *(const uint64_t *)undo);
    s->tile[board->at[cell].place] = 0;
    flip_empty(s, cell);
    s->placed--;
    s->known++;
    s->queue = s->queue << PROXIMITY_NUMBER_BITS | (uint64_t)number;
    assert(s->queue >> (PROXIMITY_NUMBER_BITS * s->known) == 0);
    assert(s->empty[cell / 64] >> (cell % 64) & 1);
}

/* Tiles never leave the board, and a number is drawn only once. */
static bool rules_irreversible(const struct pes_game *g, const struct pes_state *s, pes_move m) {
    (void)g;
    (void)s;
    (void)m;
    return true;
}

static uint32_t rules_move_key(const struct pes_game *g, pes_move m) {
    assert(proximity_is_drawn(m) || proximity_target(m) < proximity_board(g)->cells);
    if (proximity_is_drawn(m))
        return (uint32_t)(proximity_board(g)->cells + proximity_drawn(m) - 1);
    return m - 1;
}

/* Validity. ----------------------------------------------------------------------------------- */

static bool tile_fits(uint8_t tile) {
    const int score = proximity_score(tile);
    return (tile & ~(PROXIMITY_REDS | PROXIMITY_SCORE)) == 0 && score >= 1 &&
           score <= PROXIMITY_TOP;
}

/* Rebuilds a position from its tiles, queue and pools: every other byte must follow from them.
 * Returns false if a byte is not a tile. */
static bool rebuild(const struct proximity_board *board, const struct proximity *s,
                    struct proximity *out) {
    proximity_reset(board, out);
    for (int cell = 0; cell < board->cells; cell++) {
        const uint8_t tile = proximity_get(board, s, cell);
        if (tile == 0)
            continue;
        if (!tile_fits(tile))
            return false;
        proximity_set(board, out, cell, proximity_owner(tile), proximity_score(tile));
    }
    for (int player = PROXIMITY_BLUE; player <= PROXIMITY_RED; player++)
        out->pool[player] = s->pool[player];
    out->queue = s->queue;
    out->known = s->known;
    return true;
}

/* Are the known numbers possible here, and the bits beyond them 0? */
static bool queue_fits(const struct proximity_board *board, const struct proximity *s) {
    if (s->known > proximity_wanted(board, s))
        return false;
    for (int i = 0; i < s->known; i++) {
        const int number = proximity_known(s, i);
        if (number < 1 || number > PROXIMITY_TOP)
            return false;
        if (board->draw == PROXIMITY_LIST && number != proximity_listed(board, s->placed + i))
            return false;
    }
    return s->queue >> (PROXIMITY_NUMBER_BITS * s->known) == 0;
}

/* Pool, known numbers and placed tiles must add up to all numbers of a player. */
static bool pool_fits(const struct proximity_board *board, const struct proximity *s, int player) {
    if (board->draw != PROXIMITY_POOL)
        return s->pool[player] == 0;
    if (s->pool[player] >> (PROXIMITY_POOL_BITS * PROXIMITY_TOP) != 0)
        return false;
    for (int v = 1; v <= PROXIMITY_TOP; v++)
        if (proximity_left(s->pool[player], v) > proximity_left(board->pool[player], v))
            return false;
    const int drawn = s->placed + s->known;
    const int own = player == PROXIMITY_BLUE ? (drawn + 1) / 2 : drawn / 2;
    return proximity_pool_sum(s->pool[player]) == board->turns[player] - own;
}

bool proximity_valid(const struct pes_game *g, const struct pes_state *state) {
    const struct proximity_board *board = proximity_board(g);
    const struct proximity *s = proximity_at(state);
    struct proximity fresh;
    return rebuild(board, s, &fresh) && memcmp(s, &fresh, g->state_size) == 0 &&
           queue_fits(board, s) && pool_fits(board, s, PROXIMITY_BLUE) &&
           pool_fits(board, s, PROXIMITY_RED);
}

const struct pes_rules proximity_rules = {
    .abi = PES_ABI,
    .name = "proximity",
    .title = PES_TEXT("Proximity", "Εγγύτητα"),
    .players = {{.id = "blue", .name = PES_TEXT("Blue", "Μπλε")},
                {.id = "red", .name = PES_TEXT("Red", "Κόκκινος")}},
    .options = proximity_options,
    .own_size = sizeof(struct proximity_board),
    .open = proximity_open,
    .init = rules_init,
    .turn = rules_turn,
    .moves = rules_moves,
    .make = rules_make,
    .unmake = rules_unmake,
    .payoff = rules_payoff,
    .hash = rules_hash,
    .chances = rules_chances,
    .move_format = proximity_move_format,
    .move_parse = proximity_move_parse,
    .state_format = proximity_state_format,
    .state_parse = proximity_state_parse,
    .valid = proximity_valid,
    .scores = rules_scores,
    .irreversible = rules_irreversible,
    .move_key = rules_move_key,
    .count = rules_count,
    .random_move = proximity_random_move,
    .playout = proximity_playout,
    .roll = proximity_roll,
    .chance_in_play = true,
};

static const struct pes_ladder *const proximity_ladders[] = {&proximity_ladder, NULL};

const struct pes_kit proximity_kit = {
    .abi = PES_ABI,
    .rules = &proximity_rules,
    .ratings = proximity_ratings,
    .minimax = &proximity_minimax,
    .evals = proximity_evals,
    .levels = &proximity_levels,
    .order = &proximity_order,
    .view = &proximity_view,
    .ladders = proximity_ladders,
    .puzzles = proximity_puzzles,
};
