/* The players of the reports explained: what they think of every legal move, and why.
 *
 * A report player rates moves (kit->ratings). A mode is one setting of a player that people
 * compare: as the report describes it, and with `quirks=on` as its program did it; a player without
 * that option has one mode. */
#ifndef PLAY_EXPLAIN_H
#define PLAY_EXPLAIN_H

#include "pessoi/agent.h"

enum { EXPLAIN_MODES_MAX = 16 }; /* modes of all report players of one game */

struct explain_mode {
    char agent[PES_AGENT_TEXT_MAX]; /* "heuristic:quirks=on" */
    struct pes_offer offer;
    struct pes_values values; /* its options */
    bool as_program;          /* quirks=on */
};

struct explain_move {
    pes_move move;
    double value;                /* to the mover */
    double terms[PES_TERMS_MAX]; /* in the order of offer.rating->term_names */
};

/* The modes of a game's report players, in the order of its ratings, the described one before the
 * one of the program. Returns how many. */
int explain_modes(const struct pes_game *g, struct explain_mode out[EXPLAIN_MODES_MAX]);

/* How many named terms the mode's rating has; 0: none. */
int explain_terms(const struct explain_mode *mode);

/* Every legal move with its value and terms, in list order; returns how many, and in *best the
 * index of the move that the player plays (-1: it draws by lot). A player must be to move. */
int explain_find(const struct explain_mode *mode, const struct pes_history *h,
                 struct explain_move out[PES_MOVES_MAX], int *best);

#endif
