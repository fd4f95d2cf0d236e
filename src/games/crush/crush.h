/* Crush: the interface between the files of this folder.
 *
 * A cell is (x, y), x from the left, y from the bottom; the rows 0 .. rows - 1 are visible, the
 * hidden ones follow above. A tile is a code of four bits: its colour, CRUSH_UNKNOWN or CRUSH_DOT.
 *
 * Tiles are stored as four bit planes, plane p with bit p of every code, one word per column and
 * plane: bit y of near[p][x] for visible rows, bit y - rows of far[x][p] for hidden ones. Tiles are
 * then compared for all rows of a column at once, and, because the visible words of a plane are
 * adjacent 16-bit lanes, for eight columns in one SIMD instruction: all moves of a position take
 * about forty such instructions, without looking at single tiles. A column falls by a shift. One
 * byte per tile and one bitboard per colour were considered too: the first must look at every tile,
 * the second needs seven sets where this needs four planes.
 *
 * The chance moves follow from the tiles: the `.` of the board are filled in an order that the
 * phase determines. make() of the outcome that fills the last `.` also does what follows: the next
 * wave, the end of the turn, or the refill of a board without moves.
 *
 * docs/games/crush.md has the rules in words. */
#ifndef CRUSH_H
#define CRUSH_H

#include "pessoi/fields.h"
#include "pessoi/kit.h"

#include <assert.h>

enum {
    CRUSH_SIZE_MIN = 6, /* columns and visible rows */
    CRUSH_SIZE_MAX = 12,
    CRUSH_HIDDEN_MAX = 30,
    CRUSH_HEIGHT_MAX = CRUSH_SIZE_MAX + CRUSH_HIDDEN_MAX,
    CRUSH_COLOURS_MIN = 4,
    CRUSH_COLOURS_MAX = 9,
    CRUSH_PLANES = 4,
    CRUSH_LANES = 16,      /* words of a plane; those without a column are 0 */
    CRUSH_RUN = 3,         /* tiles of a run */
    CRUSH_EXTRA_TURN = 5,  /* tiles of a first wave that earn an extra turn */
    CRUSH_WAVE_MAX = 9999, /* later waves count like this one: no cascade gets there */
    CRUSH_LIMIT_MAX = 10000,
    CRUSH_SCORE_MAX = 999999999, /* scores saturate here */
    CRUSH_LIST_MAX = 4 * CRUSH_SIZE_MAX * CRUSH_SIZE_MAX
};

/* Codes of tiles without a colour: unknown, and to come. */
enum { CRUSH_UNKNOWN = 14, CRUSH_DOT = 15 };

/* The options: indices into crush_options. */
enum {
    CRUSH_OPTION_SCORING,
    CRUSH_OPTION_COLOURS,
    CRUSH_OPTION_COLUMNS,
    CRUSH_OPTION_ROWS,
    CRUSH_OPTION_HIDDEN,
    CRUSH_OPTION_OPEN,
    CRUSH_OPTION_LIMIT,
    CRUSH_OPTION_PLIES,
    CRUSH_OPTION_STUCK
};

/* What happens if the player to move can delete nothing: the choices of `stuck`, in their order. */
enum crush_stuck {
    CRUSH_STUCK_SAME, /* the board is refilled, and the same player moves */
    CRUSH_STUCK_NEXT, /* the board is refilled, and the other player moves */
    CRUSH_STUCK_ANY   /* the board stays, and any two neighbours may be swapped */
};

enum crush_phase {
    CRUSH_PLAY, /* a player is to move, or the game is over */
    CRUSH_FILL, /* the whole board is filled, row by row */
    CRUSH_WAVE, /* tiles were deleted; the columns are refilled, one after the other */
    CRUSH_PHASES
};

/* Directions in list order. */
enum { CRUSH_UP, CRUSH_DOWN, CRUSH_LEFT, CRUSH_RIGHT, CRUSH_DIRECTIONS };

/* A position. Only the columns of the board are part of `far`, none without hidden rows. */
struct crush {
    uint32_t score[2];
    uint16_t wave;   /* CRUSH_WAVE: the one just deleted, from 0; else 0 */
    uint16_t first;  /* CRUSH_WAVE: tiles that the first one deleted; else 0 */
    uint8_t phase;   /* enum crush_phase */
    uint8_t side;    /* the player to move; in a wave, the player who moved */
    uint8_t zero[2]; /* always 0: positions are compared with memcmp */
    uint16_t near[CRUSH_PLANES][CRUSH_LANES];
    uint32_t far[CRUSH_SIZE_MAX][CRUSH_PLANES];
};
_Static_assert(offsetof(struct crush, near) == 16, "a position has no padding");
_Static_assert(offsetof(struct crush, far) == 144, "nor between its parts");
_Static_assert(sizeof(struct crush) == 144 + 16 * CRUSH_SIZE_MAX, "nor at its end");

/* A set of visible cells: bit y of word x. */
struct crush_set {
    uint16_t of[CRUSH_LANES];
};

/* Legal moves: the cells whose tile may move in each direction. */
struct crush_moves {
    struct crush_set go[CRUSH_DIRECTIONS];
};

/* A variant: stored in pes_game.own. */
struct crush_board {
    struct crush_set all; /* the visible cells */
    int32_t columns, rows, hidden, height;
    int32_t colours;
    uint32_t limit;
    bool tournament;
    enum crush_stuck stuck;
    double power[CRUSH_SIZE_MAX + 1]; /* exp(rows - n): the report's weight of row n */
};

/* A cell, and a decoded move: the tiles of `from` and `to` are swapped. */
struct crush_cell {
    int x, y;
};
struct crush_swap {
    struct crush_cell from, to;
};

extern const struct pes_option crush_options[];

/* The parts of the kit, one per file. */
extern const struct pes_rules crush_rules;
extern const struct pes_rating *const crush_ratings[];
extern const struct pes_minimax crush_minimax;
extern const struct pes_levels crush_levels;
extern const struct pes_ladder crush_ladder;

/* The points that a swap is certain to bring by known tiles; *at_once are those of the first
 * wave. */
int crush_visible_points(const struct crush_board *board, const struct crush *s,
                         struct crush_swap swap, int *at_once);
extern const struct pes_eval *const crush_evals[];
extern const struct pes_order crush_order;
extern const struct pes_view crush_view;
extern const struct pes_lesson crush_lessons[]; /* the rules as a lesson */
extern const struct pes_rule crush_pictures[];  /* the rules in pictures */
extern const struct pes_kit crush_kit;

/* Bytes of a position. */
static inline size_t crush_size(const struct crush_board *board) {
    const size_t columns = board->hidden > 0 ? (size_t)board->columns : 0;
    return offsetof(struct crush, far) + columns * sizeof(uint32_t[CRUSH_PLANES]);
}

static inline const struct crush_board *crush_board(const struct pes_game *g) {
    return g->own;
}
static inline const struct crush *crush_at(const struct pes_state *s) {
    return (const struct crush *)(const void *)s;
}
static inline struct crush *crush_to(struct pes_state *s) {
    return (struct crush *)(void *)s;
}

/* Moves and outcomes. ------------------------------------------------------------------------- */

enum { CRUSH_OUTCOME = 4096 }; /* an outcome is this plus the code of the tile */

static inline pes_move crush_move(int x, int y, int direction) {
    assert(x >= 0 && x < CRUSH_SIZE_MAX && y >= 0);
    assert(direction >= 0 && direction < CRUSH_DIRECTIONS);
    return (pes_move)(1 + (x * CRUSH_SIZE_MAX + y) * CRUSH_DIRECTIONS + direction);
}
static inline pes_move crush_outcome(int code) {
    assert(code >= 0 && code <= CRUSH_UNKNOWN);
    return (pes_move)(CRUSH_OUTCOME + code);
}
static inline bool crush_is_outcome(pes_move m) {
    return m >= CRUSH_OUTCOME;
}
static inline int crush_code_of(pes_move m) {
    assert(crush_is_outcome(m));
    assert(m <= CRUSH_OUTCOME + CRUSH_UNKNOWN);
    return (int)m - CRUSH_OUTCOME;
}
static inline int crush_direction(pes_move m) {
    assert(m != PES_MOVE_NONE);
    assert(!crush_is_outcome(m));
    return (int)(m - 1) % CRUSH_DIRECTIONS;
}

/* The cells of a move; `to` may be off the board if the move is not legal. */
struct crush_swap crush_swap_of(pes_move m);

/* Tiles: crush_board.c. ----------------------------------------------------------------------- */

static inline bool crush_visible(const struct crush_board *board, int x, int y) {
    return x >= 0 && x < board->columns && y >= 0 && y < board->rows;
}

/* The number of a cell in the view: hidden rows included, column by column. */
static inline int16_t crush_view_cell(const struct crush_board *board, int x, int y) {
    assert(x >= 0 && x < board->columns);
    assert(y >= 0 && y < board->height);
    return (int16_t)(x * board->height + y);
}

/* The bit planes of a column, all its rows together. */
struct crush_column {
    uint64_t plane[CRUSH_PLANES];
};
struct crush_column crush_column(const struct crush_board *board, const struct crush *s, int x);
void crush_set_column(const struct crush_board *board, struct crush *s, int x,
                      const struct crush_column *column);

/* The rows of a column that wait for a tile. If there are any, the top row is one of them, so most
 * columns need only a look at their hidden rows. */
static inline uint64_t crush_dots(const struct crush_board *board, const struct crush *s, int x) {
    uint64_t dots = 0;
    if (board->hidden > 0) {
        const uint32_t *far = s->far[x];
        dots = (uint64_t)(far[0] & far[1] & far[2] & far[3]) << board->rows;
        if (dots == 0) {
            assert((s->near[0][x] & s->near[1][x] & s->near[2][x] & s->near[3][x]) == 0);
            return 0;
        }
    }
    return dots | (s->near[0][x] & s->near[1][x] & s->near[2][x] & s->near[3][x]);
}
static inline int crush_tile_in(const struct crush_column *c, int y) {
    return (int)((c->plane[0] >> y & 1) | (c->plane[1] >> y & 1) << 1 |
                 (c->plane[2] >> y & 1) << 2 | (c->plane[3] >> y & 1) << 3);
}
static inline void crush_put_in(struct crush_column *c, int y, int code) {
    assert(y >= 0 && y < CRUSH_HEIGHT_MAX);
    assert(code >= 0 && code <= CRUSH_DOT);
    for (int p = 0; p < CRUSH_PLANES; p++)
        c->plane[p] = (c->plane[p] & ~((uint64_t)1 << y)) | (uint64_t)(code >> p & 1) << y;
}

/* The code of a tile; sets a tile without any effects. */
int crush_tile(const struct crush_board *board, const struct crush *s, int x, int y);
void crush_put(const struct crush_board *board, struct crush *s, int x, int y, int code);

/* Swaps two visible tiles without any effects. */
void crush_exchange(struct crush *s, struct crush_swap swap);

/* Finds the moves that delete something, for either player; true if there are any. */
bool crush_find_moves(const struct crush_board *board, const struct crush *s,
                      struct crush_moves *out);

/* Finds the legal moves of a full board: those that delete something or, if there are none and the
 * variant allows it, all swaps (free swaps). True if there are any. */
bool crush_find_legal(const struct crush_board *board, const struct crush *s,
                      struct crush_moves *out);

/* Finds the visible tiles that are in runs; returns their number. */
int crush_find_runs(const struct crush_board *board, const struct crush *s, struct crush_set *out);

/* Deletes visible tiles; columns fall, and `.` remain at the top. */
void crush_drop(const struct crush_board *board, struct crush *s, const struct crush_set *set);

/* Is there a `?` among the visible tiles? */
bool crush_has_unknown(const struct crush_board *board, const struct crush *s);

/* The `.` that the next outcome fills; x is -1 if there is none. */
struct crush_cell crush_next(const struct crush_board *board, const struct crush *s);

/* The number of `.`. */
int crush_missing(const struct crush_board *board, const struct crush *s);

/* The colours that cannot come next, as a bit set: in a fill those that would make a run. */
unsigned crush_banned(const struct crush_board *board, const struct crush *s,
                      struct crush_cell cell);

/* Sets the whole board to `.`, to be filled. */
void crush_clear(const struct crush_board *board, struct crush *s);

/* Turns: crush.c. ----------------------------------------------------------------------------- */

static inline bool crush_over(const struct crush_board *board, const struct crush *s) {
    return s->phase == CRUSH_PLAY && (s->score[0] >= board->limit || s->score[1] >= board->limit);
}

/* The points for `count` tiles of wave number `wave`, from 0. */
int crush_points(const struct crush_board *board, int count, int wave);

/* Makes a legal move, or fills the next `.`. */
void crush_play(const struct crush_board *board, struct crush *s, pes_move m);

/* Continues when the last `.` is filled: a wave, the next turn, the end, or a new board. If a
 * player is to move afterwards and the game is not over, *moves are the legal moves. */
void crush_settle(const struct crush_board *board, struct crush *s, struct crush_moves *moves);

/* The legal moves in list order. */
int crush_list(const struct crush_board *board, const struct crush_moves *moves, pes_move out[]);

/* The simulations that the course offered its players. `m` is a legal move of s, a position with a
 * player to move; `out` has room for g->state_size bytes. */

/* The board after the swap, before anything is deleted. It has runs, so it is not valid in a game;
 * its tiles may be read and it may be written as text. */
void crush_after_swap(const struct pes_game *g, const struct pes_state *s, pes_move m,
                      struct pes_state *out);

/* After the first wave: its tiles are deleted, the columns have fallen, `.` are at the top. */
void crush_after_wave(const struct pes_game *g, const struct pes_state *s, pes_move m,
                      struct pes_state *out);

/* After the whole move, with every new tile unknown: waves continue while known tiles make runs. */
void crush_after_move(const struct pes_game *g, const struct pes_state *s, pes_move m,
                      struct pes_state *out);

/* Random play: crush_random.c. ---------------------------------------------------------------- */

pes_move crush_random_move(const struct pes_game *g, const struct pes_state *s,
                           struct pes_rng *rng);
int crush_roll(const struct pes_game *g, struct pes_state *s, struct pes_rng *rng, pes_move out[],
               int outcomes_max);
int crush_playout(const struct pes_game *g, struct pes_state *s, struct pes_rng *rng, int plies_max,
                  int32_t out[PES_PLAYERS_MAX]);

/* The player with more points wins, at the end and at the cap. */
void crush_payoff(const struct crush *s, int32_t out[PES_PLAYERS_MAX]);

/* Invalid positions: crush_flaw.c. ------------------------------------------------------------ */

enum crush_flaw {
    CRUSH_FLAW_NONE,
    CRUSH_FLAW_BYTES, /* bytes that no text can produce */
    CRUSH_FLAW_DOT,   /* a `.` although nothing is being filled */
    CRUSH_FLAW_FULL,  /* something is being filled, but there is no `.` */
    CRUSH_FLAW_FLOAT, /* a tile above a `.` of its column */
    CRUSH_FLAW_ORDER, /* fill: a tile comes after a `.` in the order of filling */
    CRUSH_FLAW_DEEP,  /* more `.` in a column than it has visible rows */
    CRUSH_FLAW_RUN,   /* a run where there cannot be one */
    CRUSH_FLAW_FIRST, /* the first wave cannot have deleted so many, or so few */
    CRUSH_FLAW_BOTH,  /* both players have reached the limit */
    CRUSH_FLAW_LATE,  /* the limit was reached before this turn */
    CRUSH_FLAW_POOR,  /* the mover has fewer points than the waves gave */
    CRUSH_FLAW_STUCK, /* no move is possible */
    CRUSH_FLAWS
};

/* The first flaw in the order above; *cell is its place, for flaws of the board. */
enum crush_flaw crush_flaw(const struct crush_board *board, const struct crush *s,
                           struct crush_cell *cell);

/* Text: crush_text.c. ------------------------------------------------------------------------- */

enum { CRUSH_NAME_MAX = PES_CELL_TEXT_MAX };
void crush_name(int x, int y, char out[CRUSH_NAME_MAX]); /* "c4" */
char crush_symbol(int code); /* in positions and outcomes: '3', '?' or '.' */
char crush_letter(int code); /* in pictures and sentences, where rows have numbers: 'D', '?', '.' */

/* The lengths of the horizontal and the vertical run of the moved tile at its new place, without
 * counting its old place. */
void crush_lines(const struct crush_board *board, const struct crush *s, struct crush_swap swap,
                 int *across, int *upright);

void crush_move_format(const struct pes_game *g, const struct pes_state *s, pes_move m,
                       char out[PES_MOVE_TEXT_MAX]);
enum pes_err crush_move_parse(const struct pes_game *g, const struct pes_state *s, const char *text,
                              size_t length, size_t *used, pes_move *out, struct pes_note *note);
void crush_state_format(const struct pes_game *g, const struct pes_state *s, int clock,
                        char out[PES_STATE_TEXT_MAX]);
enum pes_err crush_state_parse(const struct pes_game *g, const char *text, size_t length,
                               struct pes_state *s, int *clock, struct pes_note *note);

/* Players who can win with the next move: crush_threats.c. */
int crush_threats(const struct pes_game *g, const struct pes_state *s, struct pes_threat out[]);
size_t crush_say_threat(const struct pes_game *g, const struct pes_state *s,
                        const struct pes_threat *threat, enum pes_lang lang, char *out, size_t cap);

/* Positions set up by hand: crush_palette.c. */
int crush_palette(const struct pes_game *g, struct pes_brush out[PES_BRUSHES_MAX]);
bool crush_stroke(const struct pes_game *g, struct pes_state *s, int brush, int32_t number,
                  int16_t cell);

/* The board for a terminal: crush_paint.c. */
void crush_paint(const struct pes_game *g, const struct pes_state *s, const struct pes_draw *how,
                 struct pes_canvas *canvas);

/* The report: crush_report.c. ----------------------------------------------------------------- */

/* How the report's player computes; zeros are the report's text. */
struct crush_report {
    bool quirks;        /* it looks at the board before the swap */
    bool double_points; /* 300 points per tile instead of 150 */
};

/* The report's value of a swap of two visible neighbours (moveEvaluation). */
double crush_value(const struct crush_board *board, const struct crush *s, struct crush_swap swap,
                   struct crush_report how);

/* The report's rating of a swap that deletes nothing (noTakenCandies): 0, 1 or 2. */
int crush_fallback(const struct crush_board *board, const struct crush *s, struct crush_swap swap,
                   bool quirks);

/* Made of crush.puzzles. */
extern const char crush_puzzles[];

#endif
