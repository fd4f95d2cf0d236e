/* What the rooms of the core ask of a history besides pessoi/history.h. */
#ifndef CORE_HISTORY_H
#define CORE_HISTORY_H

#include "pessoi/history.h"

/* Makes all moves of a token, or as many as there are up to `plies_max` players' moves since the
 * start (negative: all), and adds their number to *made. On error the moves before the bad one stay
 * made, and the note's pos is the bad one's place in `text`, from 1. */
PES_MUST_USE enum pes_err history_make_token(struct pes_history *h, const char *text, size_t length,
                                             int plies_max, int *made, struct pes_note *note);

/* Do the moves of a game that begins at `position` bring the outcomes of its start themselves, as
 * in "#2 R L"? Then pes_history_start_text() must not roll them. */
bool history_moves_roll(const struct pes_game *g, const char *position, const char *moves);
/* The only legal move of a player that reads like the word but for case; NONE where there is none
 * or two. */
pes_move history_move_like(const struct pes_history *h, const char *word, size_t length);

#endif
