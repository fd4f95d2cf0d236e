/* Gomoku: the interface between the files of this folder.
 *
 * A point is the number x * size + y, which is also its position in the move list; the move to it
 * is that number plus one. The choices of swap2 begin at GOMOKU_CHOICE.
 *
 * The stones are stored four times, as bitboards along the rows, the columns and the two kinds of
 * diagonals, one word per line and colour: five in a row through a stone is found by a few shifts
 * of the four words that contain it, without scanning the board.
 *
 *     kind             number of the line                bit
 *     row              y                                 x
 *     column           size + x                          y
 *     falling          2 * size + x + y                  x
 *     rising           4 * size - 1 + x + size - 1 - y   x
 *
 * The empty points are also stored as bits in list order, for move lists: see gomoku_list.c.
 * Nothing else is updated incrementally, so that playouts pay only for what they need.
 *
 * docs/games/gomoku.md has the rules in words. */
#ifndef GOMOKU_H
#define GOMOKU_H

#include "pessoi/fields.h"
#include "pessoi/kit.h"

#include <assert.h>

enum {
    GOMOKU_SIZE_MIN = 5,
    GOMOKU_SIZE_MAX = 20,
    GOMOKU_POINTS_MAX = GOMOKU_SIZE_MAX * GOMOKU_SIZE_MAX,
    GOMOKU_LINES_MAX = 6 * GOMOKU_SIZE_MAX - 2,
    GOMOKU_WORDS = (GOMOKU_POINTS_MAX + 63) / 64,
    GOMOKU_LIST_MAX = (GOMOKU_POINTS_MAX + 7) / 8 * 8 /* lists are written eight at a time */
};

enum { GOMOKU_BLACK, GOMOKU_WHITE };
enum { GOMOKU_ROW, GOMOKU_COLUMN, GOMOKU_FALLING, GOMOKU_RISING, GOMOKU_KINDS };

/* The options: indices into gomoku_options, and their values. */
enum { GOMOKU_OPTION_SIZE, GOMOKU_OPTION_RULE, GOMOKU_OPTION_OPENING };
enum gomoku_rule { GOMOKU_FREESTYLE, GOMOKU_STANDARD, GOMOKU_RENJU };

/* The phase of a game. Without swap2 it is always GOMOKU_FIRST_BLACK. */
enum gomoku_phase {
    GOMOKU_FIRST_BLACK,    /* ordinary play */
    GOMOKU_FIRST_WHITE,    /* ordinary play, First is White */
    GOMOKU_FIRST_PLACES,   /* swap2: First places three stones */
    GOMOKU_SECOND_CHOOSES, /* Second chooses white, black or more */
    GOMOKU_SECOND_PLACES,  /* Second places two more stones */
    GOMOKU_FIRST_CHOOSES,  /* First chooses black or white */
    GOMOKU_PHASES
};

/* The choices of swap2, in list order; points are 1 .. GOMOKU_POINTS_MAX. First and Second have
 * separate codes because they list the colours in different orders. */
enum {
    GOMOKU_CHOICE = GOMOKU_POINTS_MAX + 1,
    GOMOKU_SECOND_TAKES_WHITE = GOMOKU_CHOICE,
    GOMOKU_SECOND_TAKES_BLACK,
    GOMOKU_SECOND_WANTS_MORE,
    GOMOKU_FIRST_TAKES_BLACK,
    GOMOKU_FIRST_TAKES_WHITE,
    GOMOKU_CHOICES = 5
};

/* The stones along each line, by colour. */
struct gomoku_lines {
    uint32_t of[GOMOKU_LINES_MAX][2];
};

/* A position. Only the first board->lines lines are part of it. */
struct gomoku {
    uint16_t stones; /* on the board; even when Black is to move */
    uint8_t phase;   /* enum gomoku_phase */
    uint8_t winner;  /* 1 + the colour that has five in a row, 0: none yet */
    uint8_t zero[4]; /* always 0: positions are compared with memcmp */
    uint64_t empty[GOMOKU_WORDS];
    struct gomoku_lines lines;
};
_Static_assert(offsetof(struct gomoku, lines) == 64, "a position has no padding");
_Static_assert(sizeof(struct gomoku) == 64 + 8 * GOMOKU_LINES_MAX, "nor at its end");

/* The lines and coordinates of a point. */
struct gomoku_point {
    uint16_t line[GOMOKU_KINDS];
    uint8_t x, y;
};

/* Lookup tables for shapes: gomoku_shapes.c. A side is what is visible from a point in one
 * direction up to five points, nearest first: own stones as bits, with a sentinel bit above the
 * last point before an enemy stone or the edge. */
enum { GOMOKU_PAIRS = 105, GOMOKU_COMBINATIONS_ROOM = 2380, GOMOKU_SITUATIONS_ROOM = 2048 };
struct gomoku_tables {
    uint8_t ahead[1024][2], back[1024][2]; /* sides by five points of two bits, and colour */
    uint8_t shape[2][64][64];              /* by colour and the sides behind and ahead */
    uint8_t pair[256];                     /* the number of two shapes, in any order */
    uint16_t power[2][GOMOKU_PAIRS][GOMOKU_PAIRS]; /* by colour and pairs: see gomoku_spot */
    int32_t reach; /* how far a stone changes shapes: 4, or 5 if a sixth can spoil a five */
    uint64_t near[GOMOKU_POINTS_MAX][GOMOKU_WORDS]; /* points at most two columns and rows away */

    /* The fitted weights by combination: gomoku_weights.c. */
    int64_t worth[2][GOMOKU_COMBINATIONS_ROOM]; /* by its colour: gomoku_worth_of() */
    int16_t making[2]
                  [GOMOKU_COMBINATIONS_ROOM]; /* by the mover's colour: policy scores of making */
    int16_t taking[2][GOMOKU_COMBINATIONS_ROOM];  /* the mover's, and of taking the opponent's */
    int16_t situation[2][GOMOKU_SITUATIONS_ROOM]; /* by the mover's colour: its value */
};

struct gomoku_board;

/* Writes the moves to all empty points in list order; returns their number. It may write garbage
 * after them, up to the board's points rounded up to a multiple of eight. */
typedef int gomoku_lister(const struct gomoku_board *board, const struct gomoku *s, pes_move out[]);

/* A variant: stored in pes_game.own. */
struct gomoku_board {
    struct gomoku_point at[GOMOKU_POINTS_MAX];
    uint32_t full[GOMOKU_LINES_MAX]; /* the bits of each line that are on the board */
    uint8_t places[256][8];          /* the indices of a byte's set bits, ascending, then zeros */
    uint8_t ones[256];               /* the number of set bits of a byte */
    uint64_t all[GOMOKU_WORDS];      /* the empty points of an empty board */
    gomoku_lister *list_points;      /* the fastest version for this machine */
    float centrality[GOMOKU_POINTS_MAX];
    int32_t step[GOMOKU_KINDS]; /* from a point to the one at the next bit of its line */
    int32_t size, points, lines;
    uint32_t exactly[2]; /* by colour: all ones if only exactly five win, else 0 */
    bool renju, swap2;
    struct gomoku_tables tables;
};

extern const struct pes_option gomoku_options[];

/* The parts of the kit, one per file. */
extern const struct pes_rules gomoku_rules;
extern const struct pes_rating *const gomoku_ratings[];
extern const struct pes_minimax gomoku_minimax;
extern const struct pes_view gomoku_view;
extern const struct pes_lesson gomoku_lessons[]; /* the rules as a lesson */
extern const struct pes_rule gomoku_pictures[];  /* the rules in pictures */
extern const struct pes_levels gomoku_levels;
extern const struct pes_ladder gomoku_ladder;
extern const struct pes_eval *const gomoku_evals[];
extern const struct pes_order gomoku_order;
extern const struct pes_tactics gomoku_tactics;
extern const struct pes_symmetry gomoku_symmetry;
extern const struct pes_features gomoku_features;
extern const struct pes_kit gomoku_kit;

static inline const struct gomoku_board *gomoku_board(const struct pes_game *g) {
    return g->own;
}
static inline const struct gomoku *gomoku_at(const struct pes_state *s) {
    return (const struct gomoku *)(const void *)s;
}

/* Points and moves. --------------------------------------------------------------------------- */

static inline pes_move gomoku_move_to(int point) {
    assert(point >= 0 && point < GOMOKU_LIST_MAX);
    return (pes_move)(point + 1);
}
static inline bool gomoku_is_choice(pes_move m) {
    return m > GOMOKU_POINTS_MAX;
}
static inline int gomoku_target(pes_move m) {
    assert(m != PES_MOVE_NONE);
    assert(!gomoku_is_choice(m));
    return (int)m - 1;
}
static inline int gomoku_point_of(const struct gomoku_board *board, int x, int y) {
    assert(x >= 0 && x < board->size);
    assert(y >= 0 && y < board->size);
    return x * board->size + y;
}

/* The bit of a point in its line of this kind. */
static inline int gomoku_bit(const struct gomoku_board *board, int point, int kind) {
    assert(kind >= 0 && kind < GOMOKU_KINDS);
    return kind == GOMOKU_COLUMN ? board->at[point].y : board->at[point].x;
}

/* "h8". */
enum { GOMOKU_NAME_MAX = PES_CELL_TEXT_MAX };
void gomoku_name(const struct gomoku_board *board, int point, char out[GOMOKU_NAME_MAX]);

/* Positions. ---------------------------------------------------------------------------------- */

/* The colour of the next stone. */
static inline int gomoku_colour(const struct gomoku *s) {
    return s->stones & 1;
}
static inline bool gomoku_playing(const struct gomoku *s) {
    return s->phase <= GOMOKU_FIRST_WHITE;
}
static inline bool gomoku_choosing(const struct gomoku *s) {
    return s->phase == GOMOKU_SECOND_CHOOSES || s->phase == GOMOKU_FIRST_CHOOSES;
}
static inline bool gomoku_over(const struct gomoku_board *board, const struct gomoku *s) {
    return s->winner != 0 || s->stones == board->points;
}

/* The player of a colour, or the colour of a player: the mapping is its own inverse. Before the
 * colours are settled First counts as Black. */
static inline int gomoku_swapped(const struct gomoku *s, int player_or_colour) {
    assert(player_or_colour == 0 || player_or_colour == 1);
    return player_or_colour ^ (s->phase == GOMOKU_FIRST_WHITE);
}

static inline bool gomoku_has(const struct gomoku_board *board, const struct gomoku *s, int point,
                              int colour) {
    const struct gomoku_point *at = &board->at[point];
    return s->lines.of[at->line[GOMOKU_ROW]][colour] >> at->x & 1;
}
static inline bool gomoku_empty(const struct gomoku *s, int point) {
    assert(point >= 0 && point < GOMOKU_POINTS_MAX);
    return s->empty[point / 64] >> (point % 64) & 1;
}

/* The starts of runs of five or more bits in each half of a word; a line fills at most 20 bits of a
 * half, so runs never cross between the halves. */
static inline uint64_t gomoku_fives(uint64_t x) {
    const uint64_t two = x & x >> 1;
    return two & two >> 2 & x >> 4;
}

static inline void gomoku_copy_lines(const struct gomoku_board *board, struct gomoku_lines *to,
                                     const struct gomoku_lines *from) {
    memcpy(to, from, (size_t)board->lines * sizeof from->of[0]);
}

/* The number of empty points by their bits; for assertions. */
static inline int gomoku_count_empty(const struct gomoku *s) {
    int n = 0;
    for (int i = 0; i < GOMOKU_WORDS; i++)
        n += __builtin_popcountll(s->empty[i]);
    return n;
}

/* Puts a stone into the lines; true if it is part of five or more in a row. */
static inline bool gomoku_set(const struct gomoku_board *board, struct gomoku_lines *lines,
                              int point, int colour) {
    const struct gomoku_point *at = &board->at[point];
    const uint32_t x = (uint32_t)1 << at->x, y = (uint32_t)1 << at->y;
    assert((lines->of[at->line[GOMOKU_ROW]][!colour] & x) == 0);
    const uint64_t row = lines->of[at->line[GOMOKU_ROW]][colour] |= x;
    const uint64_t column = lines->of[at->line[GOMOKU_COLUMN]][colour] |= y;
    const uint64_t falling = lines->of[at->line[GOMOKU_FALLING]][colour] |= x;
    const uint64_t rising = lines->of[at->line[GOMOKU_RISING]][colour] |= x;
    return (gomoku_fives(row | column << 32) | gomoku_fives(falling | rising << 32)) != 0;
}

static inline void gomoku_clear(const struct gomoku_board *board, struct gomoku_lines *lines,
                                int point, int colour) {
    assert(lines->of[board->at[point].line[GOMOKU_ROW]][colour] >> board->at[point].x & 1);
    for (int kind = 0; kind < GOMOKU_KINDS; kind++)
        lines->of[board->at[point].line[kind]][colour] &=
            ~((uint32_t)1 << gomoku_bit(board, point, kind));
}

/* The starts of the runs of one line that win for this colour. */
static inline uint32_t gomoku_wins_in(const struct gomoku_board *board, uint32_t x, int colour) {
    return (uint32_t)gomoku_fives(x) & ~((x << 1 | x >> 5) & board->exactly[colour]);
}

/* The run of a stone: the bits from *first to *last of its line. Returns its length. */
int gomoku_run(const struct gomoku_board *board, const struct gomoku_lines *lines, int point,
               int kind, int *first, int *last);

/* The kind of line by which a stone wins; -1: it does not win. */
int gomoku_winning_kind(const struct gomoku_board *board, const struct gomoku_lines *lines,
                        int point, int colour);

/* An empty board in its first phase. */
void gomoku_reset(const struct gomoku_board *board, struct gomoku *s);

/* Puts a stone on an empty point, without regard to turn or winner; see gomoku_settle(). */
void gomoku_put(const struct gomoku_board *board, struct gomoku *s, int point, int colour);

/* Makes and unmakes a legal move; `phase` is the one before the move. */
void gomoku_play(const struct gomoku_board *board, struct gomoku *s, pes_move m);
void gomoku_unplay(const struct gomoku_board *board, struct gomoku *s, pes_move m, int phase);

/* The legal moves in list order. */
int gomoku_list(const struct gomoku_board *board, const struct gomoku *s, pes_move out[]);

/* Why a position cannot occur in a game, in the order of the checks. */
enum gomoku_flaw {
    GOMOKU_FLAW_NONE,
    GOMOKU_FLAW_STONES,   /* Black has neither as many stones as White nor one more */
    GOMOKU_FLAW_PHASE,    /* this phase of the opening has other numbers of stones */
    GOMOKU_FLAW_LATE_WIN, /* the side to move has five: the game was over before */
    GOMOKU_FLAW_TWO_WINS, /* no single last stone can have made all the fives */
    GOMOKU_FLAW_OVERLINE, /* renju: Black has a row of six or more */
    GOMOKU_FLAWS
};
enum gomoku_flaw gomoku_flaw(const struct gomoku_board *board, const struct gomoku *s);

/* Sets s->winner of a position that was set up with gomoku_put(). */
void gomoku_settle(const struct gomoku_board *board, struct gomoku *s);

/* The empty points: gomoku_list.c. ------------------------------------------------------------ */

/* Sets s->empty from the lines. */
void gomoku_find_empty(const struct gomoku_board *board, struct gomoku *s);

/* The k-th empty point in list order, from 0. */
int gomoku_nth_empty(const struct gomoku_board *board, const struct gomoku *s, uint32_t k);

gomoku_lister *gomoku_best_lister(void);
gomoku_lister gomoku_list_plainly; /* the portable version */

/* Renju: gomoku_renju.c. ---------------------------------------------------------------------- */

enum gomoku_ban {
    GOMOKU_ALLOWED,
    GOMOKU_OVERLINE,
    GOMOKU_DOUBLE_FOUR,
    GOMOKU_DOUBLE_THREE,
    GOMOKU_BANS
};

/* Why Black may not place a stone on an empty point. */
enum gomoku_ban gomoku_ban(const struct gomoku_board *board, const struct gomoku *s, int point);

/* Removes the points that are forbidden to Black from a list of n; returns the new length. */
int gomoku_drop_banned(const struct gomoku_board *board, const struct gomoku *s, pes_move list[],
                       int n);

/* Random play: gomoku_random.c. --------------------------------------------------------------- */

pes_move gomoku_random_move(const struct pes_game *g, const struct pes_state *s,
                            struct pes_rng *rng);
int gomoku_playout(const struct pes_game *g, struct pes_state *s, struct pes_rng *rng,
                   int plies_max, int32_t out[PES_PLAYERS_MAX]);

/* What a finished game is worth. */
void gomoku_payoff(const struct gomoku *s, int32_t out[PES_PLAYERS_MAX]);

/* Text: gomoku_text.c. ------------------------------------------------------------------------ */

void gomoku_move_format(const struct pes_game *g, const struct pes_state *s, pes_move m,
                        char out[PES_MOVE_TEXT_MAX]);
enum pes_err gomoku_move_parse(const struct pes_game *g, const struct pes_state *s,
                               const char *text, size_t length, size_t *used, pes_move *out,
                               struct pes_note *note);
void gomoku_state_format(const struct pes_game *g, const struct pes_state *s, int clock,
                         char out[PES_STATE_TEXT_MAX]);
enum pes_err gomoku_state_parse(const struct pes_game *g, const char *text, size_t length,
                                struct pes_state *s, int *clock, struct pes_note *note);

/* Fours and open threes: gomoku_threats.c. */
int gomoku_threats(const struct pes_game *g, const struct pes_state *s, struct pes_threat out[]);
size_t gomoku_say_deed(const struct pes_game *g, const struct pes_state *s,
                       const struct pes_threat *threat, enum pes_deed deed, enum pes_lang lang,
                       char *out, size_t cap);
size_t gomoku_say_threat(const struct pes_game *g, const struct pes_state *s,
                         const struct pes_threat *threat, enum pes_lang lang, char *out,
                         size_t cap);

/* The board for a terminal: gomoku_paint.c. */
void gomoku_paint(const struct pes_game *g, const struct pes_state *s, const struct pes_draw *how,
                  struct pes_canvas *canvas);

/* Positions set up by hand: gomoku_palette.c. */
int gomoku_palette(const struct pes_game *g, struct pes_brush out[PES_BRUSHES_MAX]);
bool gomoku_stroke(const struct pes_game *g, struct pes_state *s, int brush, int32_t number,
                   int16_t cell);

/* The report's evaluation of a stone of `colour` on a point: gomoku_report.c. */
int gomoku_evaluate(const struct gomoku_board *board, const struct gomoku *s, int colour, int x,
                    int y, bool quirks);
double gomoku_share(const struct gomoku_board *board, const struct gomoku *s, int colour, int x,
                    int y, int radius);
float gomoku_centrality(int size, int x, int y);

/* Made of gomoku.puzzles. */
extern const char gomoku_puzzles[];

#endif
