/* The players of the reports explained: what they think of every legal move, and why.
 *
 * A report player rates moves (kit->ratings). A mode is one setting of a player that people
 * compare: as the report describes it, and, if it has the option `quirks`, with `quirks=on` as its
 * program did it. Values and choices are those of the agent itself, so they are what `pessoi eval`
 * prints. */
#ifndef PLAY_EXPLAIN_H
#define PLAY_EXPLAIN_H

#include "pessoi/agent.h"

enum { EXPLAIN_MODES_MAX = 16 }; /* modes of all report players of one game */

struct explain_mode {
    char agent[PES_AGENT_TEXT_MAX]; /* "heuristic:quirks=on" */
    const struct pes_rating *rating;
    bool as_program; /* quirks=on */
};

struct explain_move {
    pes_move move;
    double value;                /* to the mover */
    double terms[PES_TERMS_MAX]; /* in the order of rating->term_names */
};

/* The modes of a game's report players, in the order of its ratings, the described one before the
 * one of the program. Returns how many. */
int explain_modes(const struct pes_game *g, struct explain_mode out[EXPLAIN_MODES_MAX]);

/* How many named terms a rating has; 0: none. */
int explain_terms(const struct pes_rating *rating);

/* Every legal move of the present position, in which a player is to move, with its value and terms,
 * in list order; *count is their number, and *best the index of the move that the player plays (-1:
 * it draws by lot). */
PES_MUST_USE enum pes_err explain_find(const struct explain_mode *mode, const struct pes_history *h,
                                       struct explain_move out[PES_MOVES_MAX], int *count,
                                       int *best);

#endif
