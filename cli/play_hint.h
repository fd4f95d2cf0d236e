/* Hints, a rung at a time: an idea and where to look, then the move, then how it could go on. The
 * last rung is missing where chance or the end follows the move: there is no line to tell.
 *
 * The first rung needs no opinion: who can win at once is a fact of the rules. The move and the
 * line are those of the adviser, the strongest agent the game has. */
#ifndef CLI_PLAY_HINT_H
#define CLI_PLAY_HINT_H

#include "cli/play_session.h"

enum {
    PLAY_HINT_IDEA = 1, /* s->advice.rung after the first hint of a position */
    PLAY_HINT_MOVE,
    PLAY_HINT_LINE,          /* and every hint after it; see play_hint_goes_on() */
    PLAY_HINT_TIME_MS = 2000 /* the adviser thinks no longer */
};

/* Where on the board: rows and columns of thirds, from the upper left. */
enum play_area {
    PLAY_AREA_NONE = -1, /* the game has no view, or the move is no place */
    PLAY_AREA_UPPER_LEFT,
    PLAY_AREA_TOP,
    PLAY_AREA_UPPER_RIGHT,
    PLAY_AREA_LEFT,
    PLAY_AREA_CENTRE,
    PLAY_AREA_RIGHT,
    PLAY_AREA_LOWER_LEFT,
    PLAY_AREA_BOTTOM,
    PLAY_AREA_LOWER_RIGHT,
    PLAY_AREA_COUNT
};

/* Climbs one rung for the person to move and fills in s->advice. Fails with UNFIT where the game
 * has no agent to ask, STOPPED, or NOMEM. */
PES_MUST_USE enum pes_err play_hint(struct play_session *s);

/* Is a player to move after the advised move? */
bool play_hint_goes_on(const struct play_session *s);

/* Where the advised move is. Boards that are low are told from left to right alone. */
enum play_area play_hint_area(const struct play_session *s);

#endif
