/* Hints at the terminal, in up to three steps per position: an idea and where to look, then the
 * move, then the line after it. The last step is missing if there is no line. */
#ifndef CLI_PLAY_HINT_H
#define CLI_PLAY_HINT_H

#include "play/session.h"

enum {
    PLAY_HINT_IDEA = 1, /* s->hints after the first hint of a position */
    PLAY_HINT_MOVE,
    PLAY_HINT_LINE,          /* and every later one; see hint_goes_on() */
    PLAY_HINT_TIME_MS = 2000 /* the time limit of the adviser */
};

/* Finds the next hint for the person to move and sets s->hint and s->hints. Fails with UNFIT if the
 * game has no agent to ask, STOPPED, or NOMEM. */
PES_MUST_USE enum pes_err play_hint(struct session *s);

#endif
