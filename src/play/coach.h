/* The coach: why a move is good or bad, as a sentence.
 *
 * Facts come first: it wins at once, it lets the opponent win, it makes or blocks a threat
 * (view->threats()), it takes pieces or scores. Then come the terms of the evaluation in which the
 * two moves that are compared differ most, and for an error the line that refutes it. All words
 * come from templates in text.def and from the game's own sentences, in every language. The hints
 * use the same sentences. */
#ifndef PLAY_COACH_H
#define PLAY_COACH_H

#include "core/str.h"
#include "play/review.h"

/* What m, a legal move of the present position, does for its mover: "Makes an open three and blocks
 * d8." `other` is the move it is compared with, for the terms; PES_MOVE_NONE: the average move.
 * Appends nothing if there is nothing to say. */
void coach_say_move(const struct pes_history *h, pes_move m, pes_move other, enum pes_lang lang,
                    struct str *out);

/* The judged move in one to three sentences: what was better and why, and what the move played
 * allows. h is the position before the move. */
void coach_say(const struct pes_history *h, const struct review_move *judged, enum pes_lang lang,
               struct str *out);

#endif
