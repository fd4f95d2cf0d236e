/* Where the games of a match begin.
 *
 * An opening is a start and a few moves. It depends on the pair's number and generator alone, so
 * that both games of a pair, on whichever thread, begin alike. There are two kinds:
 *
 * - A list: pair i takes line i modulo the number of lines, "startpos" or "POSITION", optionally
 *   followed by "; m1 m2 ..". Lines may repeat. A "startpos" that chance sets up is rolled anew
 *   for each pair.
 * - Random: every pair draws its own start (where chance sets it up) and `plies` random moves.
 *   Refused are games that ended on the way and positions decided at once: where some move of the
 *   player to move wins by the rules. Should OPENINGS_TRIES_MAX draws find none, the
 *   opening gets shorter, as long as the longest game on the way at most, and so on down to the
 *   start itself, which is always taken: a small variant may have no long openings, but it has a
 *   start. */
#ifndef ARENA_OPENINGS_H
#define ARENA_OPENINGS_H

#include "pessoi/history.h"

enum {
    OPENINGS_PLIES_MAX = 1000,
    OPENINGS_TRIES_MAX = 200 /* draws of one length */
};

struct openings {
    const char *const *lines; /* borrowed; NULL: random ones */
    int32_t count;            /* of lines */
    int32_t plies;            /* of random ones */
};

/* Begins a game on `h` with the opening of pair `pair`; `rng` is that pair's and does not advance.
 * A note names the line of a list (from 1) and the place in it. */
PES_MUST_USE enum pes_err openings_set(const struct openings *openings, int32_t pair,
                                       const struct pes_rng *rng, struct pes_history *h,
                                       struct pes_note *note);

/* Does some move of the player to move win by the rules? False where chance moves. */
bool openings_decided(const struct pes_game *g, const struct pes_state *s);

#endif
