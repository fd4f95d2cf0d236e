/* Lists of games, one line per game: the result, how it ended (one word), the moves. Empty lines
 * and lines that begin with '#' are skipped. All games start at the variant's start. */
#ifndef CORE_GAMELIST_H
#define CORE_GAMELIST_H

#include "pessoi/history.h"

struct gamelist_totals {
    int64_t games;
    int64_t plies; /* players' moves */
};

/* Plays every game of text[0..length) on `h`. The note names the first bad move: its line in the
 * list, its game and its ply. If a game ended by the rules, its result must agree with them. */
PES_MUST_USE enum pes_err gamelist_replay(const char *text, size_t length, struct pes_history *h,
                                          struct gamelist_totals *out, struct pes_note *note);

#endif
