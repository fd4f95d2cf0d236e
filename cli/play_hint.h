/* Hints at the terminal, a rung at a time: an idea and where to look, then the move, then how it
 * could go on. The last rung is missing where there is no line to tell. */
#ifndef CLI_PLAY_HINT_H
#define CLI_PLAY_HINT_H

#include "play/session.h"

enum {
    PLAY_HINT_IDEA = 1, /* s->hints after the first hint of a position */
    PLAY_HINT_MOVE,
    PLAY_HINT_LINE,          /* and every hint after it; see hint_goes_on() */
    PLAY_HINT_TIME_MS = 2000 /* the adviser thinks no longer */
};

/* Climbs one rung for the person to move and fills in s->hint. Fails with UNFIT where the game
 * has no agent to ask, STOPPED, or NOMEM. */
PES_MUST_USE enum pes_err play_hint(struct session *s);

#endif
