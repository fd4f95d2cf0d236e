/* Lists of games: optional lines that begin with '#', then one game a line: the result, how it
 * ended (one word), the moves. All games start from the variant's start. */
#ifndef CORE_GAMELIST_H
#define CORE_GAMELIST_H

#include "pessoi/history.h"

struct gamelist_totals {
    int64_t games;
    int64_t plies; /* players' moves */
};

/* Plays every game of text[0..length) on `h`. A note names the first bad move: its line in the
 * list, its game and its ply. The result must agree with the rules where the game ended by them. */
PES_MUST_USE enum pes_err gamelist_replay(const char *text, size_t length, struct pes_history *h,
                                          struct gamelist_totals *out, struct pes_note *note);

#endif
