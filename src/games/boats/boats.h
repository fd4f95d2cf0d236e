/* Boats on the lake: the interface between the files of this folder, and for a benchmark that calls
 * the rules without their vtable.
 *
 * The water is one word: the level of column c is the nibble at bit 4*c, docks included. Levels
 * never exceed 4, so adding 7 to a nibble sets its top bit exactly when it is not zero and never
 * carries into the next one: "which columns can fall" and "which can rise" take one addition each.
 *
 * A move is a number 4*c + 2 or 4*c + 3:
 *
 *     c = 0      2 is L, 3 is R: the mover's boat (docks never change, so column 0 is unused)
 *     c = 1..n   4*c + 2 raises column c, 4*c + 3 lowers it
 *
 * so that a set of moves is one word with bit m for move m, the inverse of a move is m ^ 1, and no
 * move is 0. The outcomes of the roll before the first move are BOATS_OUTCOME + 0..3.
 *
 * docs/games/boats.md has the rules in words. */
#ifndef BOATS_H
#define BOATS_H

#include "pessoi/kit.h"

#include <assert.h>

enum {
    BOATS_COLUMNS_MAX = 10, /* columns of water; the two docks are not counted */
    BOATS_LEVELS_MAX = 4,
    BOATS_OUTCOMES = 4, /* of the roll: the four shuffled lakes */
    BOATS_INF = 1000000 /* a won game is worth BOATS_INF - 1 in the report's evaluation */
};

/* The water as an index: see boats_index.c. Divisions are multiplications by a reciprocal:
 * x / d == x * (2^bits / d + 1) >> bits. */
enum {
    BOATS_PARTS = 3,         /* an index is split into at most this many parts of four digits */
    BOATS_PART_VALUES = 625, /* the most values one part can have: 5^4 */
    BOATS_PART_BITS = 40,    /* bits of the reciprocal for parts */
    BOATS_SLAB_BITS = 55     /* bits of the reciprocal for the boats */
};

enum { BOATS_RED, BOATS_GREEN, BOATS_ROLL }; /* to move; BOATS_ROLL: chance, before the start */

enum {
    BOATS_LEFT = 2,
    BOATS_RIGHT = 3,
    BOATS_OUTCOME = 64,
    BOATS_MOVES_MAX = 2 + 2 * BOATS_COLUMNS_MAX
};

/* The options: indices into boats_options. */
enum {
    BOATS_OPTION_START,
    BOATS_OPTION_RULE,
    BOATS_OPTION_COLUMNS,
    BOATS_OPTION_LEVELS,
    BOATS_OPTION_REPETITION,
    BOATS_OPTION_PLIES
};

/* A position. */
struct boats {
    uint64_t water;  /* levels, one nibble per column */
    uint8_t boat[2]; /* the columns of Red and Green, 0..columns+1 */
    uint8_t mover;   /* BOATS_RED, BOATS_GREEN or BOATS_ROLL */
    uint8_t last;    /* the move just made, 0: none; part of the text under every rule */
    uint8_t zero[4]; /* always 0: positions are compared with memcmp */
};
_Static_assert(sizeof(struct boats) == 16, "a position has no padding");

/* One value of one part of the water's index. */
struct boats_part {
    uint64_t water;  /* its columns' levels, as in struct boats */
    uint32_t number; /* what these levels add to the index of the mirror image */
};

/* A variant: stored in pes_game.own. */
struct boats_lake {
    uint64_t tops;                   /* the highest level in every column of water */
    uint64_t changeable;             /* the top bit of every column of water */
    uint64_t shores;                 /* level 15 outside both docks; see boats_legal() */
    uint64_t start;                  /* the water at the start; before a roll, the base lake */
    uint64_t rolled[BOATS_OUTCOMES]; /* the water after each outcome */
    uint8_t columns, levels;         /* columns of water; the highest level */
    uint8_t ko;                      /* 1: the move just made may not be undone */
    uint8_t roll;                    /* 1: the game begins with the roll */

    /* For the index of positions. */
    uint32_t weight[BOATS_COLUMNS_MAX + 2]; /* of a column's level; 0 for the docks */
    uint32_t waters;                        /* number of lakes: the weight of the boats */
    uint64_t per_waters;                    /* reciprocal: 2^BOATS_SLAB_BITS / waters + 1 */
    uint64_t per_part[BOATS_PARTS];         /* 2^BOATS_PART_BITS / values of the part + 1 */
    uint32_t part_values[BOATS_PARTS];      /* 1: the part has no columns */
    struct boats_part parts[BOATS_PARTS][BOATS_PART_VALUES];
};

extern const struct pes_option boats_options[];

/* The parts of the kit, one per file. */
extern const struct pes_rules boats_rules;
extern const struct pes_rating *const boats_ratings[];
extern const struct pes_minimax boats_minimax;
extern const struct pes_eval boats_eval;
extern const struct pes_levels boats_levels;
extern const struct pes_ladder boats_ladder, boats_ko_ladder;
extern const struct pes_eval *const boats_evals[];
extern const struct pes_index boats_index;
extern const struct pes_view boats_view;
extern const struct pes_lesson boats_lessons[]; /* the rules as a lesson */
extern const struct pes_rule boats_pictures[];  /* the rules in pictures */
extern const struct pes_kit boats_kit;

static inline const struct boats_lake *boats_lake(const struct pes_game *g) {
    return g->own;
}
static inline const struct boats *boats_at(const struct pes_state *s) {
    return (const struct boats *)(const void *)s;
}

/* "Red" or "Green". */
static inline const struct pes_text *boats_name(int player) {
    assert(player == BOATS_RED || player == BOATS_GREEN);
    return &boats_rules.players[player].name;
}

/* Moves. -------------------------------------------------------------------------------------- */

static inline pes_move boats_raise(int column) {
    assert(column >= 0 && column <= BOATS_COLUMNS_MAX + 1);
    return (pes_move)(4 * column + 2);
}
static inline pes_move boats_lower(int column) {
    assert(column >= 0 && column <= BOATS_COLUMNS_MAX + 1);
    return (pes_move)(4 * column + 3);
}

/* The column whose water a move changes; 0: it moves a boat. */
static inline int boats_column(pes_move m) {
    assert(m < BOATS_OUTCOME);
    return (int)(m >> 2);
}

/* What a move adds: to its column's level, or to the boat's column. */
static inline int boats_step(pes_move m) {
    assert(m >= BOATS_LEFT && m < BOATS_OUTCOME);
    const int odd = (int)(m & 1);
    return m > BOATS_RIGHT ? 1 - 2 * odd : 2 * odd - 1;
}

/* Positions. ---------------------------------------------------------------------------------- */

static inline int boats_level(const struct boats *s, int column) {
    assert(column >= 0 && column <= BOATS_COLUMNS_MAX + 1);
    return (int)(s->water >> (4 * column) & 15);
}
static inline bool boats_sunk(const struct boats *s, int player) {
    return boats_level(s, s->boat[player]) == 0;
}
static inline bool boats_over(const struct boats_lake *lake, const struct boats *s) {
    return s->boat[BOATS_RED] == lake->columns + 1 || s->boat[BOATS_GREEN] == 0 ||
           boats_sunk(s, BOATS_RED) || boats_sunk(s, BOATS_GREEN);
}

/* Do all columns hold a level of this lake, the docks the highest one, and are the boats on it?
 * The invariant of every position; three operations on the whole word. */
static inline bool boats_in_bounds(const struct boats_lake *lake, const struct boats *s) {
    const uint64_t ones = 0x1111111111111111u, top_bits = 0x8888888888888888u;
    const int dock = lake->columns + 1;
    return ((s->water + (7u - lake->levels) * ones) & top_bits) == 0 &&
           boats_level(s, 0) == lake->levels && s->water >> (4 * dock) == lake->levels &&
           s->boat[BOATS_RED] <= dock && s->boat[BOATS_GREEN] <= dock;
}

/* The winner of a finished game; -1: both boats sank. */
int boats_winner(const struct boats_lake *lake, const struct boats *s);

/* The legal moves as a set, in a position where a player is to move and the game is not over.
 *
 * It is never empty: every column can rise or fall, there are at least three columns, and ko
 * forbids only one move. */
static inline uint64_t boats_legal(const struct boats_lake *lake, const struct boats *s) {
    assert(s->mover != BOATS_ROLL);
    const uint64_t sevens = 0x7777777777777777u;
    const uint64_t lower = (s->water + sevens) & lake->changeable;
    const uint64_t raise = ((s->water ^ lake->tops) + sevens) & lake->changeable;

    /* The boat's column and its neighbours; outside the docks are shores of level 15. */
    const uint64_t around = (s->water << 4 | lake->shores) >> (4 * s->boat[s->mover]);
    const uint64_t here = around >> 4 & 15;
    const uint64_t left = (around & 15) <= here;
    const uint64_t right = (around >> 8 & 15) <= here;

    /* After a boat has moved the other boat is to move: only a water move can be undone. */
    const uint64_t ko = lake->ko & (s->last > BOATS_RIGHT);
    return (lower | raise >> 1 | left << BOATS_LEFT | right << BOATS_RIGHT) &
           ~(ko << (s->last ^ 1));
}

/* The size of a set of moves, counted without the popcnt instruction, which baseline x86-64
 * lacks. */
static inline int boats_set_count(uint64_t moves) {
    const uint64_t ones = 0x1111111111111111u;
    assert((moves & 3 * ones) == 0);
    uint64_t sum = (moves >> 2 & ones) + (moves >> 3 & ones);
    sum = (sum & 0x0f0f0f0f0f0f0f0fu) + (sum >> 4 & 0x0f0f0f0f0f0f0f0fu);
    return (int)(sum * 0x0101010101010101u >> 56);
}

/* Writes a set in list order: L, R, +1 .. +n, -1 .. -n. Returns the number of moves. */
int boats_list(uint64_t moves, pes_move out[]);

/* Makes a player's legal move. */
static inline void boats_play(struct boats *s, pes_move m) {
    assert(s->mover != BOATS_ROLL && m >= BOATS_LEFT && m < BOATS_OUTCOME);
    /* Branch-free: in random play one branch in ten would be mispredicted. */
    const int step = boats_step(m);
    const int water = m > BOATS_RIGHT;
    s->water += ((uint64_t)(int64_t)step * (uint64_t)water) << (m & ~3u);
    s->boat[s->mover] = (uint8_t)(s->boat[s->mover] + (water ? 0 : step));
    s->mover ^= 1;
    s->last = (uint8_t)m;
    assert(boats_level(s, boats_column(m)) <= BOATS_LEVELS_MAX);
    assert(s->boat[s->mover ^ 1] <= BOATS_COLUMNS_MAX + 1);
}

/* A uniform draw from the legal moves. */
pes_move boats_draw(const struct boats_lake *lake, const struct boats *s, struct pes_rng *rng);

/* The position before s->last was made; its own last move is unknown and set to none. */
struct boats boats_before(const struct boats *s);

/* Why a position cannot occur in a game, in the order of the checks. */
enum boats_flaw {
    BOATS_FLAW_NONE,
    BOATS_FLAW_RED_HOME,   /* Red has arrived, so Green must be to move */
    BOATS_FLAW_GREEN_HOME, /* the same for Green */
    BOATS_FLAW_TWO_SUNK,   /* both have sunk, on different columns */
    BOATS_FLAW_HOME_SUNK,  /* one boat has arrived although the other had sunk */
    BOATS_FLAW_LAST_WATER, /* the last move cannot have left its column at this level */
    BOATS_FLAW_LAST_BOAT,  /* the last move cannot have brought the boat here */
    BOATS_FLAW_LAST_OVER   /* the game was over before the last move */
};
enum boats_flaw boats_flaw(const struct boats_lake *lake, const struct boats *s);

/* Text: boats_text.c. ------------------------------------------------------------------------- */

void boats_move_format(const struct pes_game *g, const struct pes_state *s, pes_move m,
                       char out[PES_MOVE_TEXT_MAX]);
enum pes_err boats_move_parse(const struct pes_game *g, const struct pes_state *s, const char *text,
                              size_t length, size_t *used, pes_move *out, struct pes_note *note);
void boats_state_format(const struct pes_game *g, const struct pes_state *s, int clock,
                        char out[PES_STATE_TEXT_MAX]);
enum pes_err boats_state_parse(const struct pes_game *g, const char *text, size_t length,
                               struct pes_state *s, int *clock, struct pes_note *note);

/* Cells of the view: boats_view.c. A cell of air has the level that water up to it would have; the
 * wall below the lake has level 0. */
int boats_column_of_cell(const struct boats_lake *lake, int cell);
int boats_level_of_cell(const struct boats_lake *lake, int cell);

/* Positions set up by hand: boats_palette.c. */
int boats_palette(const struct pes_game *g, struct pes_brush out[PES_BRUSHES_MAX]);
bool boats_stroke(const struct pes_game *g, struct pes_state *s, int brush, int32_t number,
                  int16_t cell);

/* The board for a terminal: boats_paint.c. */
void boats_paint(const struct pes_game *g, const struct pes_state *s, const struct pes_draw *how,
                 struct pes_canvas *canvas);

/* Fills the tables of the index, in a lake whose size is set: boats_index.c. */
void boats_index_init(struct boats_lake *lake);

/* The evaluation of the report, for a position that is not final: boats_eval.c. */
int32_t boats_value(const struct boats_lake *lake, const struct boats *s);

/* Made of boats.puzzles. */
extern const char boats_puzzles[];

#endif
