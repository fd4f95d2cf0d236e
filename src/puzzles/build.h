/* Makes a puzzle of a position, if it is one.
 *
 * The effort is one number of nodes, N. A short search and one of every move decide whether it is
 * worth looking closer; then N nodes must find the same move, and each of the moves next to it is
 * searched with N / 4. A puzzle is kept if
 *
 *     win    the move wins by force in at least three plies, and no other move is known to win or
 *            has more than BUILD_OTHER chances;
 *     save   the move keeps at least BUILD_KEPT chances, and all other moves lose by force;
 *     best   the move is better than any other by the margin, and does not win anyway;
 *
 * and the solver has at least two legal moves. With an adviser that has an exact table all of this
 * is exact, and "best" does not occur. Ai Ai's rule gives the score: the product, over the solver's
 * turns, of the legal moves per winning move. */
#ifndef PUZZLES_BUILD_H
#define PUZZLES_BUILD_H

#include "puzzles/judge.h"

#define BUILD_OTHER 0.80         /* chances of the second best move in a puzzle "win", at most */
#define BUILD_KEPT 0.30          /* chances that are kept in a puzzle "save", at least */
#define BUILD_LOST 0.08          /* a move that is not proven to lose has lost with fewer chances */
#define BUILD_MARGIN 0.20        /* between the best move and the next in a puzzle "best" */
#define BUILD_MARGIN_CHANCE 0.05 /* the same in a game with chance, where a move decides less */
#define BUILD_MOST 0.97  /* chances in a puzzle "best", at most: there is something to find */
#define BUILD_LEAST 0.10 /* and at least */
#define BUILD_OBVIOUS \
    0.90 /* found by so many attempts of the levels it is no puzzle, except "win" */

enum {
    BUILD_PLIES_MIN = 3,  /* of a forced win */
    BUILD_PLIES_MAX = 15, /* people do not follow more */
    BUILD_TRIES = 5       /* of each level */
};

/* What one thread uses. */
struct builder {
    const struct pes_game *game;
    struct judge judge;
    bool exact; /* the adviser has a table */
    uint64_t nodes;
    double margin;                            /* of chances, in a puzzle "best" */
    struct pes_agent *levels[PES_LEVELS_MAX]; /* owned */
    int level_count;
    struct judged *moves; /* game->moves_max of them */
};

/* The game and the adviser are borrowed; a margin of 0 is the usual one. */
PES_MUST_USE enum pes_err builder_init(struct builder *b, const struct pes_game *g,
                                       struct pes_agent *adviser, uint64_t nodes, double margin,
                                       const atomic_bool *stop, struct pes_note *note);

/* The usual margin of a game. */
double build_margin(const struct pes_game *g);
void builder_release(struct builder *b);

/* What was found. */
struct built {
    bool is_puzzle;
    uint64_t hash; /* of the position, the same for all its images */
    int plies;     /* how long it lasts: positions this near are the same puzzle */
};

/* Looks at the present position, in which a player is to move; appends the lines of the puzzle to
 * *out. The history is changed meanwhile and restored. */
PES_MUST_USE enum pes_err build_puzzle(struct builder *b, struct pes_history *h, struct str *out,
                                       struct built *built, struct pes_note *note);

/* The hash that decides whether two puzzles are the same. */
uint64_t build_hash(const struct pes_game *g, const struct pes_state *s);

#endif
