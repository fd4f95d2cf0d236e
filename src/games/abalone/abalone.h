/* Abalone: the door between the files of this folder.
 *
 * The board is a ring of 61 bits. Hexagons of 61 cells tile the plane so that numbering its cells
 * by number + 13 * row, modulo 61, gives each cell of a hexagon a number of its own; so a step in
 * any direction is a rotation of the ring, and no bit of it is wasted:
 *
 *     direction        E    NE   NW   W    SW   SE
 *     (row, number)    0,1  1,1  1,0  0,-1 -1,-1 -1,0
 *     rotates left by  1    14   13   60   47   48
 *
 * What rotates over the edge comes back somewhere else on the ring, so each step asks first which
 * cells have a neighbour in its direction: abalone_has. The rows lie on the ring in the order a f b
 * g c h d i e. A cell has two numbers:
 *
 *     place   its bit on the ring, 0..60: what the rules reckon with
 *     cell    its number in reading order a1 a2 .. i9, 0..60: what lists, keys and views use
 *
 * A move is its lowest marble and one of 42 slots, which are sorted as moves are listed:
 *
 *     slot  0..5               one marble, by direction
 *     slot  6 + 6 * line + d   two marbles in a line (E, NE, NW) that go in direction d
 *     slot 24 + 6 * line + d   three
 *
 * so that all moves of a slot are one word with a bit for the lowest marble of each.
 *
 * docs/games/abalone.md has the rules in words. */
#ifndef ABALONE_H
#define ABALONE_H

#include "pessoi/kit.h"

#include <assert.h>

enum {
    ABALONE_CELLS = 61,
    ABALONE_ROWS = 9,
    ABALONE_MARBLES = 14, /* of a side */
    ABALONE_GROUP = 3,    /* marbles that move together */
    ABALONE_SLOTS = 42,
    ABALONE_MOVES_MAX = 256, /* a search for the longest list found 150 */
    ABALONE_CLOCK_MAX = 999  /* of the text: plies since a marble was ejected */
};

enum { ABALONE_BLACK, ABALONE_WHITE };

/* The first three are the directions of lines as well; d + 3 is the opposite of d. */
enum abalone_direction {
    ABALONE_E,
    ABALONE_NE,
    ABALONE_NW,
    ABALONE_W,
    ABALONE_SW,
    ABALONE_SE,
    ABALONE_DIRECTIONS
};
enum { ABALONE_LINES = 3 };

/* The options, by their place in abalone_options. */
enum {
    ABALONE_OPTION_START,
    ABALONE_OPTION_EJECT,
    ABALONE_OPTION_REPETITION,
    ABALONE_OPTION_PLIES
};

/* A position. */
struct abalone {
    uint64_t marbles[2]; /* of Black and White, a bit a place */
    uint8_t lost[2];     /* marbles of each that were ejected */
    uint8_t mover;
    uint8_t zero[13]; /* always 0: no byte of a position is left to chance */
};
_Static_assert(sizeof(struct abalone) == 32, "a position has no padding");

/* How this machine lists moves, counts them, draws one, and what makes up the value of a position:
 * see abalone_list.c, abalone_count.c and abalone_eval.c. */
typedef int abalone_list_fn(uint64_t own, uint64_t opponent, pes_move out[]);
typedef int abalone_count_fn(uint64_t own, uint64_t opponent);
typedef pes_move abalone_draw_fn(uint64_t own, uint64_t opponent, struct pes_rng *rng);
typedef void abalone_terms_fn(const struct abalone *s, int32_t out[PES_TERMS_MAX]);

/* What can be told of a move without a position; for the order of moves. */
struct abalone_hint {
    int8_t gain;   /* how many steps nearer to the centre it takes its marbles, all in all */
    uint8_t ahead; /* where it would meet what it pushes; NOWHERE: it cannot push */
};
enum {
    ABALONE_CODES = ABALONE_CELLS << 6, /* every move is less than this */
    ABALONE_NOWHERE = 63                /* a place that is never taken */
};

/* A variant: what stands in pes_game.own. */
struct abalone_table {
    struct abalone start;
    abalone_list_fn *list;
    abalone_count_fn *count;
    abalone_draw_fn *draw;
    abalone_terms_fn *own_terms, *report_terms;
    uint8_t eject; /* marbles a side loses the game with */
    struct abalone_hint hints[ABALONE_CODES];
};

extern const struct pes_option abalone_options[];

/* The parts of the kit, one a file. */
extern const struct pes_rules abalone_rules;
extern const struct pes_rating *const abalone_ratings[];
extern const struct pes_minimax abalone_minimax;
extern const struct pes_levels abalone_levels;
extern const struct pes_eval *const abalone_evals[];
extern const struct pes_order abalone_order;
extern const struct pes_view abalone_view;
extern const struct pes_kit abalone_kit;

static inline const struct abalone_table *abalone_table(const struct pes_game *g) {
    return g->own;
}
static inline const struct abalone *abalone_at(const struct pes_state *s) {
    return (const struct abalone *)(const void *)s;
}

/* "Black" or "White". */
static inline const struct pes_text *abalone_name(int player) {
    return &abalone_rules.players[player].name;
}

/* The ring. ----------------------------------------------------------------------------------- */

#define ABALONE_BOARD ((UINT64_C(1) << ABALONE_CELLS) - 1)

/* How far a step rotates to the left. */
static const uint8_t abalone_turn[ABALONE_DIRECTIONS] = {1, 14, 13, 60, 47, 48};

/* The places that have a neighbour, by direction. */
static const uint64_t abalone_has[ABALONE_DIRECTIONS] = {
    0x0ff7bfbefdfbefef, 0x0ff07fbffdffefff, 0x1fe07ffdfff7ffdf,
    0x1fef7f7dfbf7dfde, 0x1fefff7ffbffdfe0, 0x0fffbffefffbffe0,
};

/* Rotates to the left by 0..60. */
static inline uint64_t abalone_rotate(uint64_t set, unsigned by) {
    assert(by < ABALONE_CELLS);
    return (set << by | set >> (ABALONE_CELLS - by)) & ABALONE_BOARD;
}

/* The neighbours of a set; those beyond the edge are left out. */
static inline uint64_t abalone_step(uint64_t set, int direction) {
    return abalone_rotate(set & abalone_has[direction], abalone_turn[direction]);
}

/* The places whose neighbour in a direction is in the set. */
static inline uint64_t abalone_before(uint64_t set, int direction) {
    const unsigned by = abalone_turn[direction];
    return (set >> by | set << (ABALONE_CELLS - by)) & abalone_has[direction];
}

/* The neighbour of a place, or -1 beyond the edge. */
static inline int abalone_next(int place, int direction) {
    if (!(abalone_has[direction] >> place & 1))
        return -1;
    return (place + abalone_turn[direction]) % ABALONE_CELLS;
}

static inline bool abalone_holds(uint64_t set, int place) {
    return set >> place & 1;
}

/* The cells at each distance from the middle, e5; the last ring is the rim. */
enum { ABALONE_RINGS = 5 };
static const uint64_t abalone_rings[ABALONE_RINGS] = {
    0x0100000000000000, 0x02800c0000000300, 0x0440120070e00480,
    0x0820213c8913c840, 0x101fc0c3060c303f,
};
static const uint64_t abalone_corners = 0x1018800000000011; /* with three neighbours only */

/* How many bits are set; without a population count, which plain x86-64 lacks. */
static inline int abalone_bits(uint64_t set) {
    set -= set >> 1 & 0x5555555555555555u;
    set = (set & 0x3333333333333333u) + (set >> 2 & 0x3333333333333333u);
    set = (set + (set >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)(set * 0x0101010101010101u >> 56);
}

/* Both numbers of a cell, and its name; rows count from 0, numbers from 1 as they are written. */
extern const uint8_t abalone_cell_of[ABALONE_CELLS];  /* by place */
extern const uint8_t abalone_place_of[ABALONE_CELLS]; /* by cell */

static inline bool abalone_exists(int row, int number) {
    const int slant = row + 1 - number;
    return row >= 0 && row < ABALONE_ROWS && number >= 1 && number <= ABALONE_ROWS && slant >= -4 &&
           slant <= 4;
}
static inline int abalone_place(int row, int number) {
    assert(abalone_exists(row, number));
    return (13 * row + number - 1) % ABALONE_CELLS;
}
static inline int abalone_first(int row) { /* the lowest number of a row */
    return row < 4 ? 1 : row - 3;
}
static inline int abalone_width(int row) {
    return row < 4 ? 5 + row : 13 - row;
}
int abalone_row(int place);
int abalone_number(int place);

enum { ABALONE_CELL_TEXT = 3 };
const char *abalone_cell_name(int place, char out[ABALONE_CELL_TEXT]); /* returns `out` */

/* Moves. -------------------------------------------------------------------------------------- */

/* What the moves of a slot have in common. */
struct abalone_slot {
    uint8_t size, line, direction;
    uint64_t shape; /* the group when its lowest marble is on place 0, rotated over any edge */
};
extern const struct abalone_slot abalone_slots[ABALONE_SLOTS];

static inline pes_move abalone_move(int place, int slot) {
    return (pes_move)(place << 6 | (slot + 1));
}
static inline int abalone_lowest(pes_move m) {
    return (int)(m >> 6);
}
static inline int abalone_slot_number(pes_move m) {
    assert((m & 63) >= 1 && (m & 63) <= ABALONE_SLOTS && m >> 6 < ABALONE_CELLS);
    return (int)(m & 63) - 1;
}
static inline const struct abalone_slot *abalone_slot(pes_move m) {
    return &abalone_slots[abalone_slot_number(m)];
}

/* The slot of a group; the line of one marble does not matter. */
static inline int abalone_slot_of(int size, int line, int direction) {
    return size == 1 ? direction : 6 + 18 * (size - 2) + 6 * line + direction;
}

/* A group moves sideways if it does not go along its own line. */
static inline bool abalone_broadside(const struct abalone_slot *slot) {
    return slot->size > 1 && slot->direction % ABALONE_LINES != slot->line;
}

/* The marbles that m moves. */
static inline uint64_t abalone_group(pes_move m) {
    return abalone_rotate(abalone_slot(m)->shape, (unsigned)abalone_lowest(m));
}

/* The other end of the group: its highest marble. */
int abalone_highest(pes_move m);

/* In-line moves and single marbles: the marbles at the back and at the front. Broadside moves: the
 * lowest and the highest. */
int abalone_back(pes_move m);
int abalone_front(pes_move m);

/* The lowest marbles of all legal moves, by slot, in a position that is not over. */
void abalone_legal_sets(uint64_t own, uint64_t opponent, uint64_t sets[ABALONE_SLOTS]);

/* Is m, whatever number it is, a legal move? */
bool abalone_is_legal(const struct abalone_table *table, const struct abalone *s, pes_move m);

/* The opponent's marbles that a legal move pushes: none, one or two. */
struct abalone_push {
    uint64_t first;  /* the one next to the movers; 0: nothing is pushed */
    uint64_t last;   /* the farthest one; it may be the first */
    uint64_t behind; /* where that one goes; 0: over the edge */
};
static inline struct abalone_push abalone_push(const struct abalone *s, pes_move m) {
    const int direction = abalone_slot(m)->direction;
    const uint64_t opponent = s->marbles[s->mover ^ 1];
    struct abalone_push push = {0};
    push.first = abalone_rotate(abalone_group(m), abalone_turn[direction]) & opponent;
    if (push.first == 0)
        return push;
    const uint64_t second = abalone_step(push.first, direction) & opponent;
    push.last = second != 0 ? second : push.first;
    push.behind = abalone_step(push.last, direction);
    return push;
}

/* Makes a legal move. */
static inline void abalone_play(struct abalone *s, pes_move m) {
    const struct abalone_push push = abalone_push(s, m);
    const uint64_t group = abalone_group(m);
    uint64_t *own = &s->marbles[s->mover], *opponent = &s->marbles[s->mover ^ 1];
    *own = (*own & ~group) | abalone_rotate(group, abalone_turn[abalone_slot(m)->direction]);
    if (push.first != 0) {
        *opponent = (*opponent & ~push.first) | push.behind;
        s->lost[s->mover ^ 1] = (uint8_t)(s->lost[s->mover ^ 1] + (push.behind == 0));
    }
    s->mover ^= 1;
}

/* Decided by ejected marbles; a player without a move has lost as well. */
static inline bool abalone_over(const struct abalone_table *table, const struct abalone *s) {
    return s->lost[0] >= table->eject || s->lost[1] >= table->eject;
}

/* Each chooses its file's functions for this machine. */
void abalone_choose_list(struct abalone_table *table);
void abalone_choose_count(struct abalone_table *table);
void abalone_choose_eval(struct abalone_table *table);

/* The same without what some machines lack; for other machines and for tests. */
abalone_list_fn abalone_list_plain;
abalone_count_fn abalone_count_plain;
abalone_draw_fn abalone_draw_plain;
abalone_terms_fn abalone_own_terms_plain, abalone_report_terms_plain;

void abalone_fill_hints(struct abalone_hint hints[ABALONE_CODES]); /* abalone_order.c */

/* Why a position cannot come up in a game, in the order in which it is looked for. */
enum abalone_flaw {
    ABALONE_FLAW_NONE,
    ABALONE_FLAW_BLACK_MARBLES, /* more than 14 on the board and lost */
    ABALONE_FLAW_WHITE_MARBLES,
    ABALONE_FLAW_BOTH_LOST,  /* both sides have lost as many as decide the game */
    ABALONE_FLAW_BLACK_TURN, /* Black has just lost the game, so Black must be to move */
    ABALONE_FLAW_WHITE_TURN
};
enum abalone_flaw abalone_flaw(const struct abalone_table *table, const struct abalone *s);

/* Text: abalone_text.c and abalone_position.c. ------------------------------------------------ */

void abalone_move_format(const struct pes_game *g, const struct pes_state *s, pes_move m,
                         char out[PES_MOVE_TEXT_MAX]);
enum pes_err abalone_move_parse(const struct pes_game *g, const struct pes_state *s,
                                const char *text, size_t length, size_t *used, pes_move *out,
                                struct pes_note *note);
void abalone_state_format(const struct pes_game *g, const struct pes_state *s, int clock,
                          char out[PES_STATE_TEXT_MAX]);
enum pes_err abalone_state_parse(const struct pes_game *g, const char *text, size_t length,
                                 struct pes_state *s, int *clock, struct pes_note *note);

/* A side's score as the report counts it: abalone_report.c. */
double abalone_score(const struct abalone *s, int player, bool quirks);

/* What could be pushed off the board next: abalone_threats.c. */
int abalone_threats(const struct pes_game *g, const struct pes_state *s, struct pes_threat out[]);
size_t abalone_say_threat(const struct pes_game *g, const struct pes_state *s,
                          const struct pes_threat *threat, enum pes_lang lang, char *out,
                          size_t cap);

/* The picture for a terminal: abalone_paint.c. */
void abalone_paint(const struct pes_game *g, const struct pes_state *s, const struct pes_draw *how,
                   struct pes_canvas *canvas);

#endif
