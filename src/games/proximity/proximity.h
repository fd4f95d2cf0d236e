/* Proximity: the interface between the files of this folder.
 *
 * A cell is the number x * rows + y, which is also its position in the move list; the move to it is
 * that number plus one. The outcome "the number is n" is PROXIMITY_DRAWN + n.
 *
 * The tiles are a padded array (mailbox) with one byte per cell: the score, and the top bit if it
 * is Red's. A row is `columns` bytes and one byte of padding. The neighbours of a cell are the
 * bytes left and right of it and two bytes in each of the rows above and below, which begin one
 * byte further left for even rows than for odd ones:
 *
 *     even y     NW NE  .        odd y      .  NW NE
 *                W  ##  E                   W  ##  E
 *                SW SE  .                   .  SW SE
 *
 * Loaded into one word (a `ring`), all six grow or change owner at once in a dozen instructions
 * (SWAR), whatever they hold; padding bytes are empty and stay so.
 *
 * Numbers: the known ones are a queue of five bits each, the one in hand first; a pool is a word
 * with a three-bit count per value. The k-th number of a game, from 0, belongs to player k % 2, so
 * the owner of a number need not be stored.
 *
 * docs/games/proximity.md has the rules in words. */
#ifndef PROXIMITY_H
#define PROXIMITY_H

#include "pessoi/fields.h"
#include "pessoi/kit.h"

#include <assert.h>

enum {
    PROXIMITY_SIDE_MIN = 4,
    PROXIMITY_SIDE_MAX = 16,
    PROXIMITY_CELLS_MAX = PROXIMITY_SIDE_MAX * PROXIMITY_SIDE_MAX,
    PROXIMITY_WORDS = PROXIMITY_CELLS_MAX / 64,
    PROXIMITY_TURNS_MAX = PROXIMITY_CELLS_MAX / 2, /* placements of one player */
    PROXIMITY_TOP = 20,                            /* the greatest number and score */
    PROXIMITY_LOOK_MAX = 10,
    PROXIMITY_DIRECTIONS = 6,
    PROXIMITY_KOMI_MAX = PROXIMITY_TOP * PROXIMITY_CELLS_MAX,
    PROXIMITY_TILES_MAX = 320, /* bytes of the largest padded board, a multiple of 16 */

    /* A tile. */
    PROXIMITY_SCORE = 31,
    PROXIMITY_REDS = 128,

    /* Outcomes come after the cells 1 .. PROXIMITY_CELLS_MAX. */
    PROXIMITY_DRAWN = PROXIMITY_CELLS_MAX,

    PROXIMITY_NUMBER_BITS = 5,
    PROXIMITY_POOL_BITS = 3
};

enum { PROXIMITY_BLUE, PROXIMITY_RED };

/* The options: indices into proximity_options. */
enum {
    PROXIMITY_OPTION_DRAW,
    PROXIMITY_OPTION_BLUE,
    PROXIMITY_OPTION_RED,
    PROXIMITY_OPTION_LOOK,
    PROXIMITY_OPTION_COLUMNS,
    PROXIMITY_OPTION_ROWS,
    PROXIMITY_OPTION_KOMI
};
enum proximity_draw { PROXIMITY_POOL, PROXIMITY_IID, PROXIMITY_LIST };

/* A position. Only the first board->tiles bytes of the tiles are part of it. */
struct proximity {
    uint64_t empty[PROXIMITY_WORDS]; /* cells without a tile */
    uint64_t pool[2];                /* by player; 0 if numbers are not drawn from pools */
    uint64_t queue;                  /* the known numbers; unused bits are 0 */
    uint16_t placed;                 /* tiles on the board; even when Blue is to place one */
    uint8_t known;                   /* numbers in the queue */
    uint8_t zero[5];                 /* always 0: positions are compared with memcmp */
    uint8_t tile[PROXIMITY_TILES_MAX];
};
_Static_assert(offsetof(struct proximity, tile) == 64, "a position has no padding");
_Static_assert(sizeof(struct proximity) == 64 + PROXIMITY_TILES_MAX, "nor at its end");

/* The geometry of a cell. */
struct proximity_cell {
    uint16_t place; /* index of its byte */
    uint8_t x, y;
    uint8_t degree;                          /* neighbours on the board */
    int16_t neighbour[PROXIMITY_DIRECTIONS]; /* E SE SW W NW NE; those off the board are left out,
                                                -1 at the end */
};

/* A variant: stored in pes_game.own. */
struct proximity_board {
    int32_t columns, rows, cells;
    int32_t stride;   /* bytes from one row to the next */
    int32_t tiles;    /* bytes of the padded board, a multiple of 16 */
    int32_t turns[2]; /* placements by player */
    int32_t look, komi;
    enum proximity_draw draw;
    uint64_t pool[2]; /* at the start, by player */
    uint8_t list[2][PROXIMITY_TURNS_MAX];
    struct proximity_cell at[PROXIMITY_CELLS_MAX];
    uint16_t spot[PROXIMITY_CELLS_MAX]; /* of each cell: see proximity_spot() */
    double risk[PROXIMITY_TOP + 2][PROXIMITY_DIRECTIONS + 1]; /* by score and empty neighbours */
};

extern const struct pes_option proximity_options[];

/* The parts of the kit, one per file. */
extern const struct pes_rules proximity_rules;
extern const struct pes_rating *const proximity_ratings[];
extern const struct pes_minimax proximity_minimax;
extern const struct pes_levels proximity_levels;
extern const struct pes_ladder proximity_ladder;
extern const struct pes_eval *const proximity_evals[];
extern const struct pes_order proximity_order;
extern const struct pes_view proximity_view;
extern const struct pes_lesson proximity_lessons[]; /* the rules as a lesson */
extern const struct pes_rule proximity_pictures[];  /* the rules in pictures */
extern const struct pes_kit proximity_kit;

static inline const struct proximity_board *proximity_board(const struct pes_game *g) {
    return g->own;
}
static inline const struct proximity *proximity_at(const struct pes_state *s) {
    return (const struct proximity *)(const void *)s;
}

/* Opens a variant: proximity_board.c. */
enum pes_err proximity_open(struct pes_game *g, const struct pes_values *values,
                            struct pes_note *note);

/* Cells and moves. ---------------------------------------------------------------------------- */

static inline bool proximity_is_drawn(pes_move m) {
    return m > PROXIMITY_DRAWN;
}
static inline int proximity_drawn(pes_move m) {
    assert(proximity_is_drawn(m));
    assert(m <= PROXIMITY_DRAWN + PROXIMITY_TOP);
    return (int)m - PROXIMITY_DRAWN;
}
static inline pes_move proximity_draw_of(int number) {
    assert(number >= 1 && number <= PROXIMITY_TOP);
    return (pes_move)(PROXIMITY_DRAWN + number);
}
static inline pes_move proximity_move_to(int cell) {
    assert(cell >= 0 && cell < PROXIMITY_CELLS_MAX);
    return (pes_move)(cell + 1);
}
static inline int proximity_target(pes_move m) {
    assert(m != PES_MOVE_NONE);
    assert(!proximity_is_drawn(m));
    return (int)m - 1;
}
static inline int proximity_cell_of(const struct proximity_board *board, int x, int y) {
    assert(x >= 0 && x < board->columns);
    assert(y >= 0 && y < board->rows);
    return x * board->rows + y;
}

/* The index of a cell's byte and, in the lowest bit, whether its row is odd: all that is needed to
 * find its ring. */
static inline uint32_t proximity_spot(uint32_t place, int y) {
    return place << 1 | (uint32_t)(y & 1);
}

/* "f6". */
enum { PROXIMITY_NAME_MAX = PES_CELL_TEXT_MAX };
void proximity_name(const struct proximity_board *board, int cell, char out[PROXIMITY_NAME_MAX]);

/* Tiles. -------------------------------------------------------------------------------------- */

static inline uint8_t proximity_tile(int player, int score) {
    assert(score >= 1 && score <= PROXIMITY_TOP);
    return (uint8_t)(score | (player == PROXIMITY_RED ? PROXIMITY_REDS : 0));
}
static inline int proximity_owner(uint8_t tile) {
    assert(tile != 0);
    return tile >> 7;
}
static inline int proximity_score(uint8_t tile) {
    return tile & PROXIMITY_SCORE;
}
static inline uint8_t proximity_get(const struct proximity_board *board, const struct proximity *s,
                                    int cell) {
    return s->tile[board->at[cell].place];
}

/* A word with all bytes equal. */
static inline uint64_t proximity_bytes(unsigned byte) {
    return UINT64_C(0x0101010101010101) * byte;
}

/* The six neighbours of a spot in one word: left, right, the two above and the two below; the order
 * within a pair depends on the byte order of the machine. */
static inline uint64_t proximity_ring(const struct proximity_board *board, const uint8_t tile[],
                                      uint32_t spot) {
    const uint8_t *at = tile + (spot >> 1), *left = at - 1 + (spot & 1);
    uint16_t above, below;
    assert((int32_t)(spot >> 1) > board->stride && (int32_t)(spot >> 1) < board->tiles);
    memcpy(&above, left - board->stride, sizeof above);
    memcpy(&below, left + board->stride, sizeof below);
    return at[-1] | (uint64_t)at[1] << 8 | (uint64_t)above << 16 | (uint64_t)below << 32;
}
static inline void proximity_set_ring(const struct proximity_board *board, uint8_t tile[],
                                      uint32_t spot, uint64_t ring) {
    uint8_t *at = tile + (spot >> 1), *left = at - 1 + (spot & 1);
    const uint16_t above = (uint16_t)(ring >> 16), below = (uint16_t)(ring >> 32);
    at[-1] = (uint8_t)ring;
    at[1] = (uint8_t)(ring >> 8);
    memcpy(left - board->stride, &above, sizeof above);
    memcpy(left + board->stride, &below, sizeof below);
}

/* The neighbours in a ring that have tiles, as the top bits of their bytes. */
static inline uint64_t proximity_taken(uint64_t ring) {
    return ((ring & proximity_bytes(PROXIMITY_SCORE)) + proximity_bytes(0x7f)) &
           proximity_bytes(0x80);
}

/* The ring after `player` has placed `number` in its centre. Scores are at most 20, so no sum or
 * difference of bytes carries into the next byte; each top bit is the result of a comparison. */
static inline uint64_t proximity_react(uint64_t ring, int player, int number) {
    const uint64_t score = ring & proximity_bytes(PROXIMITY_SCORE);
    const uint64_t taken = proximity_taken(ring);
    const uint64_t own = taken & ~(ring ^ (player == PROXIMITY_RED ? proximity_bytes(0x80) : 0));
    const uint64_t grows = own & (proximity_bytes(0x7f + PROXIMITY_TOP) - score);
    const uint64_t falls = (taken ^ own) & (proximity_bytes(0x7f + (unsigned)number) - score);
    const uint64_t after = (ring + (grows >> 7)) ^ falls;
    assert((((after & proximity_bytes(PROXIMITY_SCORE)) + proximity_bytes(0x7f - PROXIMITY_TOP)) &
            proximity_bytes(0x80)) == 0);
    assert(proximity_taken(after) == taken);
    return after;
}

/* Puts a tile on an empty spot and updates its neighbours; returns the ring before. */
static inline uint64_t proximity_put(const struct proximity_board *board, uint8_t tile[],
                                     uint32_t spot, int player, int number) {
    const uint64_t ring = proximity_ring(board, tile, spot);
    assert(tile[spot >> 1] == 0);
    proximity_set_ring(board, tile, spot, proximity_react(ring, player, number));
    tile[spot >> 1] = proximity_tile(player, number);
    return ring;
}

/* The number of empty neighbours of a cell on the board. */
static inline int proximity_free(const struct proximity_board *board, const struct proximity *s,
                                 int cell) {
    const uint64_t taken = proximity_taken(proximity_ring(board, s->tile, board->spot[cell]));
    const int empty = board->at[cell].degree - __builtin_popcountll(taken);
    assert(empty >= 0);
    return empty;
}

/* Numbers. ------------------------------------------------------------------------------------ */

/* The count of a value in a pool. */
static inline int proximity_left(uint64_t pool, int value) {
    assert(value >= 1 && value <= PROXIMITY_TOP);
    return (int)(pool >> (PROXIMITY_POOL_BITS * (value - 1)) & ((1 << PROXIMITY_POOL_BITS) - 1));
}
static inline uint64_t proximity_one(int value) {
    assert(value >= 1 && value <= PROXIMITY_TOP);
    return UINT64_C(1) << (PROXIMITY_POOL_BITS * (value - 1));
}
int proximity_pool_sum(uint64_t pool);

/* The i-th number of the queue; the first is in hand. */
static inline int proximity_known(const struct proximity *s, int i) {
    assert(i >= 0 && i < s->known);
    return (int)(s->queue >> (PROXIMITY_NUMBER_BITS * i) & ((1 << PROXIMITY_NUMBER_BITS) - 1));
}
static inline int proximity_in_hand(const struct proximity *s) {
    return proximity_known(s, 0);
}

/* The numbers that must be known before a tile is placed. */
static inline int proximity_wanted(const struct proximity_board *board, const struct proximity *s) {
    const int left = board->cells - s->placed;
    return left < board->look ? left : board->look;
}

/* The player whose number is drawn next. */
static inline int proximity_drawer(const struct proximity *s) {
    return (s->placed + s->known) & 1;
}

/* The number that a list has for the k-th placement of the game. */
static inline int proximity_listed(const struct proximity_board *board, int k) {
    assert(board->draw == PROXIMITY_LIST);
    assert(k >= 0 && k < board->cells);
    return board->list[k & 1][k / 2];
}

/* The numbers that may be drawn next: the lowest bit of each count of a pool. */
static inline uint64_t proximity_drawable(const struct proximity_board *board,
                                          const struct proximity *s) {
    const uint64_t all = UINT64_C(0x0249249249249249); /* every third bit of sixty */
    if (board->draw == PROXIMITY_LIST)
        return proximity_one(proximity_listed(board, s->placed + s->known));
    if (board->draw == PROXIMITY_IID)
        return all;
    const uint64_t pool = s->pool[proximity_drawer(s)];
    return (pool | pool >> 1 | pool >> 2) & all;
}

/* The number that a bit of proximity_drawable() stands for. */
static inline int proximity_number_of(int bit) {
    return 1 + bit / PROXIMITY_POOL_BITS;
}

/* Positions. ---------------------------------------------------------------------------------- */

/* The invariant of every position, as far as it is cheap to check: empty cells and tiles make up
 * the board, and the queue has no bits beyond the known numbers. */
static inline bool proximity_is_sound(const struct proximity_board *board,
                                      const struct proximity *s) {
    int empty = 0;
    for (int i = 0; i < PROXIMITY_WORDS; i++)
        empty += __builtin_popcountll(s->empty[i]);
    return empty + s->placed == board->cells && s->known <= PROXIMITY_LOOK_MAX &&
           s->queue >> (PROXIMITY_NUMBER_BITS * s->known) == 0;
}

static inline pes_player proximity_turn(const struct proximity_board *board,
                                        const struct proximity *s) {
    if (s->placed == board->cells)
        return PES_TERMINAL;
    return s->known < proximity_wanted(board, s) ? PES_CHANCE : s->placed & 1;
}

/* Sets up the start; puts a tile on an empty cell without effects, to set up a position. */
void proximity_reset(const struct proximity_board *board, struct proximity *s);
void proximity_set(const struct proximity_board *board, struct proximity *s, int cell, int player,
                   int score);

/* Adds a known number to the queue without taking it from a pool. */
void proximity_know(struct proximity *s, int number);

/* Takes a number from its pool and adds it to the queue. */
void proximity_draw_number(const struct proximity_board *board, struct proximity *s, int number);

/* Points, including komi, and cells. */
struct proximity_count {
    int32_t points[2], cells[2];
};
struct proximity_count proximity_count(const struct proximity_board *board,
                                       const struct proximity *s);

/* The leader by points and then by cells: 1 Blue, -1 Red, 0 neither. */
int proximity_leader(const struct proximity_count *count);

/* Can this position occur in a game? */
bool proximity_valid(const struct pes_game *g, const struct pes_state *s);

/* Random play: proximity_random.c. ------------------------------------------------------------ */

pes_move proximity_random_move(const struct pes_game *g, const struct pes_state *s,
                               struct pes_rng *rng);
int proximity_playout(const struct pes_game *g, struct pes_state *s, struct pes_rng *rng,
                      int plies_max, int32_t out[PES_PLAYERS_MAX]);
int proximity_roll(const struct pes_game *g, struct pes_state *s, struct pes_rng *rng,
                   pes_move out[], int outcomes_max);

/* Text: proximity_text.c and proximity_position.c. -------------------------------------------- */

void proximity_move_format(const struct pes_game *g, const struct pes_state *s, pes_move m,
                           char out[PES_MOVE_TEXT_MAX]);
enum pes_err proximity_move_parse(const struct pes_game *g, const struct pes_state *s,
                                  const char *text, size_t length, size_t *used, pes_move *out,
                                  struct pes_note *note);
void proximity_state_format(const struct pes_game *g, const struct pes_state *s, int clock,
                            char out[PES_STATE_TEXT_MAX]);
enum pes_err proximity_state_parse(const struct pes_game *g, const char *text, size_t length,
                                   struct pes_state *s, int *clock, struct pes_note *note);

/* The captures that known numbers threaten: proximity_threats.c. */
int proximity_threats(const struct pes_game *g, const struct pes_state *s, struct pes_threat out[]);
size_t proximity_say_threat(const struct pes_game *g, const struct pes_state *s,
                            const struct pes_threat *threat, enum pes_lang lang, char *out,
                            size_t cap);

/* Positions set up by hand: proximity_palette.c. */
int proximity_palette(const struct pes_game *g, struct pes_brush out[PES_BRUSHES_MAX]);
bool proximity_stroke(const struct pes_game *g, struct pes_state *s, int brush, int32_t number,
                      int16_t cell);

/* The board for a terminal: proximity_paint.c. */
void proximity_paint(const struct pes_game *g, const struct pes_state *s,
                     const struct pes_draw *how, struct pes_canvas *canvas);

/* The report's rating of a number of `player` on an empty cell: proximity_report.c. */
struct proximity_worth {
    double gain, cover;
};
double proximity_risk(int score, int empty);
struct proximity_worth proximity_rate(const struct proximity_board *board,
                                      const struct proximity *s, int cell, int player, int number);
double proximity_rate_stock(const struct proximity_board *board, const struct proximity *s,
                            int cell, int player, int number);

/* Made of proximity.puzzles. */
extern const char proximity_puzzles[];

#endif
