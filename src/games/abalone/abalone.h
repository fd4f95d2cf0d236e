/* Abalone: the interface between the files of this folder.
 *
 * The board is a bitboard of 61 bits, used as a ring. Hexagons of 61 cells tile the plane, and
 * number + 13 * row, modulo 61, is different for all cells of one hexagon: a step in any direction
 * is a rotation of the ring, and no bit is unused:
 *
 *     direction        E    NE   NW   W    SW   SE
 *     (row, number)    0,1  1,1  1,0  0,-1 -1,-1 -1,0
 *     rotates left by  1    14   13   60   47   48
 *
 * A bit that is rotated over the edge of the board reappears elsewhere on the ring, so each step
 * is masked with the cells that have a neighbour in its direction: abalone_has. The order of the
 * rows on the ring is a f b g c h d i e. A cell has two numbers:
 *
 *     place   its bit on the ring, 0..60: used by the rules
 *     cell    its number in reading order a1 a2 .. i9, 0..60: used by lists, keys and views
 *
 * A move is its lowest marble and one of 42 slots, numbered in the order of the move list:
 *
 *     slot  0..5               one marble, by direction
 *     slot  6 + 6 * line + d   two marbles in a line (E, NE, NW) that go in direction d
 *     slot 24 + 6 * line + d   three
 *
 * so that all moves of a slot are one word with one bit per move, at its lowest marble.
 *
 * docs/games/abalone.md has the rules in words. */
#ifndef ABALONE_H
#define ABALONE_H

#include "pessoi/kit.h"

#include <assert.h>

enum {
    ABALONE_CELLS = 61,
    ABALONE_ROWS = 9,
    ABALONE_MARBLES = 14, /* per side */
    ABALONE_GROUP = 3,    /* marbles that move together */
    ABALONE_SLOTS = 42,
    ABALONE_MOVES_MAX = 256, /* a search for the longest list found 150 */
    ABALONE_CLOCK_MAX = 999  /* in the text: plies since a marble was ejected */
};

enum { ABALONE_BLACK, ABALONE_WHITE };

/* The first three are also the directions of lines; d + 3 is the opposite of d. */
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

/* The options: indices into abalone_options. */
enum {
    ABALONE_OPTION_START,
    ABALONE_OPTION_EJECT,
    ABALONE_OPTION_REPETITION,
    ABALONE_OPTION_PLIES
};

/* A position. */
struct abalone {
    uint64_t marbles[2]; /* of Black and White, one bit per place */
    uint8_t lost[2];     /* ejected marbles of each side */
    uint8_t mover;
    uint8_t zero[13]; /* always 0: positions are compared with memcmp */
};
_Static_assert(sizeof(struct abalone) == 32, "a position has no padding");

/* Functions that are chosen at run time for the machine's instruction set (function
 * multiversioning): see abalone_list.c, abalone_count.c and abalone_eval.c. */
typedef int abalone_list_fn(uint64_t own, uint64_t opponent, pes_move out[]);
typedef int abalone_count_fn(uint64_t own, uint64_t opponent);
typedef pes_move abalone_draw_fn(uint64_t own, uint64_t opponent, struct pes_rng *rng);
typedef void abalone_terms_fn(const struct abalone *s, int32_t out[PES_TERMS_MAX]);

/* What is known of a move without a position; for move ordering. */
struct abalone_hint {
    int8_t gain;   /* the sum of its marbles' steps towards the centre */
    uint8_t ahead; /* the place of the first marble it could push; NOWHERE: it cannot push */
};
enum {
    ABALONE_CODES = ABALONE_CELLS << 6, /* every move is less than this */
    ABALONE_NOWHERE = 63                /* a place that is always empty */
};

/* A variant: stored in pes_game.own. */
struct abalone_table {
    struct abalone start;
    abalone_list_fn *list;
    abalone_count_fn *count;
    abalone_draw_fn *draw;
    abalone_terms_fn *own_terms, *report_terms;
    uint8_t eject; /* lost marbles that lose the game */
    struct abalone_hint hints[ABALONE_CODES];
};

extern const struct pes_option abalone_options[];

/* The parts of the kit, one per file. */
extern const struct pes_rules abalone_rules;
extern const struct pes_rating *const abalone_ratings[];
extern const struct pes_minimax abalone_minimax;
extern const struct pes_levels abalone_levels;
extern const struct pes_ladder abalone_ladder;
extern const struct pes_eval *const abalone_evals[];
extern const struct pes_features abalone_features;
extern const struct pes_order abalone_order;
extern const struct pes_view abalone_view;
extern const struct pes_lesson abalone_lessons[]; /* the rules as a lesson */
extern const struct pes_rule abalone_pictures[];  /* the rules in pictures */
extern const struct pes_symmetry abalone_symmetry;
extern const struct pes_kit abalone_kit;

static inline const struct abalone_table *abalone_table(const struct pes_game *g) {
    return g->own;
}
static inline const struct abalone *abalone_at(const struct pes_state *s) {
    return (const struct abalone *)(const void *)s;
}

/* "Black" or "White". */
static inline const struct pes_text *abalone_name(int player) {
    assert(player == ABALONE_BLACK || player == ABALONE_WHITE);
    return &abalone_rules.players[player].name;
}

/* The ring. ----------------------------------------------------------------------------------- */

#define ABALONE_BOARD ((UINT64_C(1) << ABALONE_CELLS) - 1)

/* The rotation to the left of one step, by direction. */
static const uint8_t abalone_turn[ABALONE_DIRECTIONS] = {1, 14, 13, 60, 47, 48};

/* The places that have a neighbour on the board, by direction. */
static const uint64_t abalone_has[ABALONE_DIRECTIONS] = {
    0x0ff7bfbefdfbefef, 0x0ff07fbffdffefff, 0x1fe07ffdfff7ffdf,
    0x1fef7f7dfbf7dfde, 0x1fefff7ffbffdfe0, 0x0fffbffefffbffe0,
};

/* Rotates to the left by 0..60. */
static inline uint64_t abalone_rotate(uint64_t set, unsigned by) {
    assert(by < ABALONE_CELLS);
    return (set << by | set >> (ABALONE_CELLS - by)) & ABALONE_BOARD;
}

/* The set moved by one step; bits that leave the board are dropped. */
static inline uint64_t abalone_step(uint64_t set, int direction) {
    return abalone_rotate(set & abalone_has[direction], abalone_turn[direction]);
}

/* The places whose neighbour in a direction is in the set. */
static inline uint64_t abalone_before(uint64_t set, int direction) {
    const unsigned by = abalone_turn[direction];
    return (set >> by | set << (ABALONE_CELLS - by)) & abalone_has[direction];
}

/* The neighbour of a place, or -1 off the board. */
static inline int abalone_next(int place, int direction) {
    assert(place >= 0 && place < ABALONE_CELLS);
    assert(direction >= 0 && direction < ABALONE_DIRECTIONS);
    if (!(abalone_has[direction] >> place & 1))
        return -1;
    return (place + abalone_turn[direction]) % ABALONE_CELLS;
}

static inline bool abalone_holds(uint64_t set, int place) {
    assert(place >= 0 && place < 64);
    return set >> place & 1;
}

/* The cells at each distance from the centre, e5; the last ring is the rim. */
enum { ABALONE_RINGS = 5 };
static const uint64_t abalone_rings[ABALONE_RINGS] = {
    0x0100000000000000, 0x02800c0000000300, 0x0440120070e00480,
    0x0820213c8913c840, 0x101fc0c3060c303f,
};
static const uint64_t abalone_corners = 0x1018800000000011; /* cells with three neighbours */

/* Population count without the popcnt instruction, which baseline x86-64 lacks. */
static inline int abalone_bits(uint64_t set) {
    set -= set >> 1 & 0x5555555555555555u;
    set = (set & 0x3333333333333333u) + (set >> 2 & 0x3333333333333333u);
    set = (set + (set >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)(set * 0x0101010101010101u >> 56);
}

/* Conversions between place, cell and name; rows count from 0, numbers from 1 as in the text. */
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
    uint64_t shape; /* the group with its lowest marble on place 0; edges are ignored */
};
extern const struct abalone_slot abalone_slots[ABALONE_SLOTS];

static inline pes_move abalone_move(int place, int slot) {
    assert(place >= 0 && place < ABALONE_CELLS);
    assert(slot >= 0 && slot < ABALONE_SLOTS);
    return (pes_move)(place << 6 | (slot + 1));
}
static inline int abalone_lowest(pes_move m) {
    return (int)(m >> 6);
}
static inline int abalone_slot_number(pes_move m) {
    assert((m & 63) >= 1 && (m & 63) <= ABALONE_SLOTS);
    assert(m >> 6 < ABALONE_CELLS);
    return (int)(m & 63) - 1;
}
static inline const struct abalone_slot *abalone_slot(pes_move m) {
    return &abalone_slots[abalone_slot_number(m)];
}

/* The slot of a group; `line` is ignored for a single marble. */
static inline int abalone_slot_of(int size, int line, int direction) {
    return size == 1 ? direction : 6 + 18 * (size - 2) + 6 * line + direction;
}

/* A broadside move: the group does not move along its own line. */
static inline bool abalone_broadside(const struct abalone_slot *slot) {
    return slot->size > 1 && slot->direction % ABALONE_LINES != slot->line;
}

/* The marbles that m moves. */
static inline uint64_t abalone_group(pes_move m) {
    return abalone_rotate(abalone_slot(m)->shape, (unsigned)abalone_lowest(m));
}

/* The other end of the group: its highest marble. */
int abalone_highest(pes_move m);

/* The marbles at the back and at the front of an in-line move; the lowest and the highest of a
 * broadside move. */
int abalone_back(pes_move m);
int abalone_front(pes_move m);

/* The lowest marbles of all legal moves, by slot, in a position that is not final. */
void abalone_legal_sets(uint64_t own, uint64_t opponent, uint64_t sets[ABALONE_SLOTS]);

/* The moves that eject a marble, in a position that is not final; returns how many. */
int abalone_ejections(uint64_t own, uint64_t opponent, pes_move out[]);

/* Is m, any number, a legal move? */
bool abalone_is_legal(const struct abalone_table *table, const struct abalone *s, pes_move m);

/* The opponent's marbles that a legal move pushes: none, one or two. */
struct abalone_push {
    uint64_t first;  /* the one next to the moving group; 0: nothing is pushed */
    uint64_t last;   /* the farthest one; may be the same as first */
    uint64_t behind; /* the cell that `last` moves to; 0: off the board */
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

/* The invariant of every position: no marble off the board, no cell with two marbles. */
static inline bool abalone_is_sound(const struct abalone *s) {
    const uint64_t black = s->marbles[ABALONE_BLACK], white = s->marbles[ABALONE_WHITE];
    return (black & white) == 0 && ((black | white) & ~ABALONE_BOARD) == 0 &&
           s->mover <= ABALONE_WHITE;
}

/* Does each side still have as many marbles, on the board and lost together, as before a move? */
static inline bool abalone_marbles_kept(const struct abalone *before, const struct abalone *after) {
    for (int player = ABALONE_BLACK; player <= ABALONE_WHITE; player++)
        if (abalone_bits(after->marbles[player]) + after->lost[player] !=
            abalone_bits(before->marbles[player]) + before->lost[player])
            return false;
    return true;
}

/* Makes a legal move. */
static inline void abalone_play(struct abalone *s, pes_move m) {
    const struct abalone_push push = abalone_push(s, m);
    const uint64_t group = abalone_group(m);
    uint64_t *own = &s->marbles[s->mover], *opponent = &s->marbles[s->mover ^ 1];
    assert((group & ~*own) == 0);
    *own = (*own & ~group) | abalone_rotate(group, abalone_turn[abalone_slot(m)->direction]);
    if (push.first != 0) {
        *opponent = (*opponent & ~push.first) | push.behind;
        s->lost[s->mover ^ 1] = (uint8_t)(s->lost[s->mover ^ 1] + (push.behind == 0));
    }
    s->mover ^= 1;
    assert(abalone_is_sound(s));
    assert(s->lost[s->mover] <= ABALONE_MARBLES);
}

/* Decided by ejected marbles. A player without a legal move has lost too: see moves(). */
static inline bool abalone_over(const struct abalone_table *table, const struct abalone *s) {
    return s->lost[0] >= table->eject || s->lost[1] >= table->eject;
}

/* Each sets its file's function pointers for this machine. */
void abalone_choose_list(struct abalone_table *table);
void abalone_choose_count(struct abalone_table *table);
void abalone_choose_eval(struct abalone_table *table);

/* The portable versions; for machines without popcnt or AVX2, and for tests. */
abalone_list_fn abalone_list_plain;
abalone_count_fn abalone_count_plain;
abalone_draw_fn abalone_draw_plain;
abalone_terms_fn abalone_own_terms_plain, abalone_report_terms_plain;

void abalone_fill_hints(struct abalone_hint hints[ABALONE_CODES]); /* abalone_order.c */

/* Why a position cannot occur in a game, in the order of the checks. */
enum abalone_flaw {
    ABALONE_FLAW_NONE,
    ABALONE_FLAW_BLACK_MARBLES, /* more than 14 on the board and lost together */
    ABALONE_FLAW_WHITE_MARBLES,
    ABALONE_FLAW_BOTH_LOST,  /* both sides have lost enough marbles to lose */
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

/* A side's score by the report's evaluation: abalone_report.c. */
double abalone_score(const struct abalone *s, int player, bool quirks);

/* Marbles that can be ejected by the next move: abalone_threats.c. */
int abalone_threats(const struct pes_game *g, const struct pes_state *s, struct pes_threat out[]);
size_t abalone_say_deed(const struct pes_game *g, const struct pes_state *s,
                        const struct pes_threat *threat, enum pes_deed deed, enum pes_lang lang,
                        char *out, size_t cap);
size_t abalone_say_threat(const struct pes_game *g, const struct pes_state *s,
                          const struct pes_threat *threat, enum pes_lang lang, char *out,
                          size_t cap);

/* Positions set up by hand: abalone_palette.c. */
int abalone_palette(const struct pes_game *g, struct pes_brush out[PES_BRUSHES_MAX]);
bool abalone_stroke(const struct pes_game *g, struct pes_state *s, int brush, int32_t number,
                    int16_t cell);

/* The board for a terminal: abalone_paint.c. */
void abalone_paint(const struct pes_game *g, const struct pes_state *s, const struct pes_draw *how,
                   struct pes_canvas *canvas);

/* Made of abalone.puzzles. */
extern const char abalone_puzzles[];

#endif
