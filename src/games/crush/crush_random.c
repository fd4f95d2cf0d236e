/* Random moves, rolls and playouts of Crush, without move lists and undos.
 *
 * A roll fills a column in registers, or a whole board as an array of bytes, and then writes it
 * back. A playout reuses the moves that settling a turn has found. Invariant: draws are uniform
 * over the legal moves and outcomes, and the position is as if they had been made one by one. */
#include "games/crush/crush.h"

#include <limits.h>

/* Moves are collected from words of four columns. */
enum { WORD_COLUMNS = 4, WORDS = CRUSH_SIZE_MAX / WORD_COLUMNS };

/* Draws a uniform move, or PES_MOVE_NONE. Its order of moves is not that of lists. */
static pes_move draw_move(const struct crush_moves *moves, struct pes_rng *rng) {
    uint16_t list[CRUSH_LIST_MAX];
    uint32_t n = 0;
    for (int d = 0; d < CRUSH_DIRECTIONS; d++)
        for (int w = 0; w < WORDS; w++) {
            uint64_t word = 0;
            for (int i = 0; i < WORD_COLUMNS; i++)
                word |= (uint64_t)moves->go[d].of[WORD_COLUMNS * w + i] << 16 * i;
            for (; word != 0; word &= word - 1)
                list[n++] = (uint16_t)((d * WORDS + w) * 64 + __builtin_ctzll(word));
        }
    assert(n <= CRUSH_LIST_MAX);
    if (n == 0)
        return PES_MOVE_NONE;
    const int drawn = list[pes_rng_below(rng, n)];
    const int word = drawn / 64, bit = drawn % 64;
    return crush_move(word % WORDS * WORD_COLUMNS + bit / 16, bit % 16, word / WORDS);
}

/* Rejection sampling among the colours that are not banned; at most two are. */
static int draw_colour(const struct crush_board *board, unsigned banned, struct pes_rng *rng) {
    int colour;
    assert(__builtin_popcount(banned) < board->colours);
    do
        colour = (int)pes_rng_below(rng, (uint32_t)board->colours);
    while (banned >> colour & 1);
    return colour;
}

pes_move crush_random_move(const struct pes_game *g, const struct pes_state *state,
                           struct pes_rng *rng) {
    const struct crush_board *board = crush_board(g);
    const struct crush *s = crush_at(state);
    struct crush_moves moves;
    if (s->phase != CRUSH_PLAY)
        return crush_outcome(draw_colour(board, crush_banned(board, s, crush_next(board, s)), rng));
    if (crush_over(board, s))
        return PES_MOVE_NONE;
    crush_find_legal(board, s, &moves);
    return draw_move(&moves, rng);
}

/* Tiles. -------------------------------------------------------------------------------------- */

/* The state of a roll. */
struct rolling {
    const struct crush_board *board;
    struct pes_rng *rng;
    pes_move *out; /* NULL: outcomes are not reported */
    int count, max;
};

static int roll_tile(struct rolling *r, unsigned banned) {
    assert(r->count < r->max);
    const int colour = draw_colour(r->board, banned, r->rng);
    if (r->out)
        r->out[r->count] = crush_outcome(colour);
    r->count++;
    return colour;
}

/* Refills columns from the left; true if all are full. */
static bool roll_columns(struct rolling *r, struct crush *s) {
    for (int x = 0; x < r->board->columns; x++) {
        uint64_t dots = crush_dots(r->board, s, x);
        if (dots == 0)
            continue;
        struct crush_column c = crush_column(r->board, s, x);
        for (; dots != 0 && r->count < r->max; dots &= dots - 1)
            crush_put_in(&c, __builtin_ctzll(dots), roll_tile(r, 0));
        crush_set_column(r->board, s, x, &c);
        if (dots != 0)
            return false;
    }
    return true;
}

/* A board as an array of codes. */
struct bytes {
    uint8_t at[CRUSH_HEIGHT_MAX][CRUSH_SIZE_MAX];
};

static void unpack(const struct crush_board *board, const struct crush *s, struct bytes *out) {
    for (int x = 0; x < board->columns; x++) {
        const struct crush_column c = crush_column(board, s, x);
        for (int y = 0; y < board->height; y++)
            out->at[y][x] = (uint8_t)crush_tile_in(&c, y);
    }
}

static void pack(const struct crush_board *board, struct crush *s, const struct bytes *tiles) {
    for (int x = 0; x < board->columns; x++) {
        struct crush_column c = {{0}};
        for (int y = 0; y < board->height; y++)
            for (int p = 0; p < CRUSH_PLANES; p++)
                c.plane[p] |= (uint64_t)(tiles->at[y][x] >> p & 1) << y;
        crush_set_column(board, s, x, &c);
    }
}

static unsigned banned_at(const struct bytes *tiles, int x, int y) {
    unsigned banned = 0;
    if (x >= 2 && tiles->at[y][x - 1] == tiles->at[y][x - 2])
        banned |= 1u << tiles->at[y][x - 1];
    if (y >= 2 && tiles->at[y - 1][x] == tiles->at[y - 2][x])
        banned |= 1u << tiles->at[y - 1][x];
    return banned;
}

/* Fills the board row by row; true if it is full. */
static bool roll_rows(struct rolling *r, struct crush *s) {
    struct bytes tiles;
    bool full = true;
    unpack(r->board, s, &tiles);
    for (int y = 0; y < r->board->height; y++)
        for (int x = 0; x < r->board->columns; x++) {
            if (tiles.at[y][x] != CRUSH_DOT)
                continue;
            full = r->count < r->max;
            if (full)
                tiles.at[y][x] = (uint8_t)roll_tile(r, banned_at(&tiles, x, y));
        }
    pack(r->board, s, &tiles);
    return full;
}

/* Rolls until a player is to move or the maximum is reached; *moves are set by crush_settle(). */
static void roll_all(struct rolling *r, struct crush *s, struct crush_moves *moves) {
    while (s->phase != CRUSH_PLAY && r->count < r->max)
        if (s->phase == CRUSH_WAVE ? roll_columns(r, s) : roll_rows(r, s))
            crush_settle(r->board, s, moves);
}

int crush_roll(const struct pes_game *g, struct pes_state *s, struct pes_rng *rng, pes_move out[],
               int outcomes_max) {
    struct rolling r = {.board = crush_board(g), .rng = rng, .out = out, .max = outcomes_max};
    struct crush_moves unused;
    roll_all(&r, crush_to(s), &unused);
    return r.count;
}

/* Whole games. -------------------------------------------------------------------------------- */

int crush_playout(const struct pes_game *g, struct pes_state *state, struct pes_rng *rng,
                  int plies_max, int32_t out[PES_PLAYERS_MAX]) {
    const struct crush_board *board = crush_board(g);
    struct crush *s = crush_to(state);
    struct crush_moves moves;
    int plies = 0;
    for (;; plies++) {
        struct rolling r = {.board = board, .rng = rng, .max = INT_MAX};
        if (s->phase == CRUSH_PLAY) /* at the start, and after a free swap */
            crush_find_legal(board, s, &moves);
        roll_all(&r, s, &moves);
        if (plies == plies_max || crush_over(board, s))
            break;
        const pes_move m = draw_move(&moves, rng);
        if (m == PES_MOVE_NONE)
            break;
        crush_play(board, s, m);
    }
    assert(plies <= plies_max);
    crush_payoff(s, out);
    return plies;
}
