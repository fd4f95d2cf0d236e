/* The moves of a position in one line: all of them, or some examples. */
#ifndef CLI_PLAY_MOVES_H
#define CLI_PLAY_MOVES_H

#include "core/str.h"
#include "play/session.h"

#include <stdbool.h>

/* Appends the moves in list order, runs such as +3 +4 +5 written as +3..+5. */
void play_moves_all(struct str *out, const struct session *s);

/* Appends the number of moves, and the first, middle and last as examples. Appends nothing and
 * returns false if there are fewer than three. */
bool play_moves_some(struct str *out, enum pes_lang lang, const struct session *s);

#endif
