/* The moves of a position in one line: all of them, or a few that stand for many. */
#ifndef CLI_PLAY_MOVES_H
#define CLI_PLAY_MOVES_H

#include "core/str.h"
#include "play/session.h"

#include <stdbool.h>

/* Appends the moves in list order, runs such as +3 +4 +5 written as +3..+5. */
void play_moves_all(struct str *out, const struct session *s);

/* Appends how many there are, and the first, the middle and the last of them to show their look.
 * Appends nothing and returns false where there are no three. */
bool play_moves_some(struct str *out, enum pes_lang lang, const struct session *s);

#endif
