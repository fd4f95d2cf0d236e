/* Functions on histories for this repository only, besides pessoi/history.h. */
#ifndef CORE_HISTORY_H
#define CORE_HISTORY_H

#include "pessoi/history.h"

/* Makes the moves of a token until the history has `plies_max` players' moves (negative: all), and
 * adds their number to *made. On error the moves before the bad one stay made, and the note's pos
 * is the offset of the bad one in `text`, from 1. */
PES_MUST_USE enum pes_err history_make_token(struct pes_history *h, const char *text, size_t length,
                                             int plies_max, int *made, struct pes_note *note);

/* Do the moves of a game that begins at `position` contain the chance outcomes of its start, as in
 * "#2 R L"? Then pes_history_start_text() must not roll them. */
bool history_moves_roll(const struct pes_game *g, const char *position, const char *moves);

/* Does it begin at the start of its variant, before any roll? */
bool history_at_start(const struct pes_history *h);

/* The only legal move that equals the word if case is ignored; PES_MOVE_NONE if there is none or
 * more than one. */
pes_move history_move_like(const struct pes_history *h, const char *word, size_t length);

#endif
