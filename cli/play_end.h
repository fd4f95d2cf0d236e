/* How a game ended and why, and the warning before a repetition ends it, as sentences. */
#ifndef CLI_PLAY_END_H
#define CLI_PLAY_END_H

#include "core/str.h"
#include "play/session.h"

/* Appends how the game ended, with the reason first: "Red sinks on column 5: Green wins. You lost,
 * 0-1." `you` is the only person of the game, or SAY_TO_ALL. */
void play_end_add(struct str *out, const struct session *s, pes_player you, enum pes_lang lang);

/* Appends a warning and a blank if the position ends the game when it comes up once more. */
void play_warning_add(struct str *out, const struct session *s, enum pes_lang lang);

#endif
