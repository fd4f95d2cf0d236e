/* The openings of a match.
 *
 * An opening is a start and a few moves. It depends only on the pair's number and generator, so
 * that both games of a pair have the same one, on any thread. There are two kinds:
 *
 * - A list: pair i takes line i modulo the number of lines, "startpos" or "POSITION", optionally
 *   followed by "; m1 m2 ..". Lines may repeat. If chance sets up the start, "startpos" is rolled
 *   for each pair.
 * - Random: every pair draws its own start (if chance sets it up) and `plies` random moves. Games
 *   that end on the way are rejected, and so are positions in which the player to move has a
 * winning move. If OPENINGS_TRIES_MAX draws are all rejected, the opening becomes shorter: at most
 * as long as the longest game drawn, and so on down to the start itself, which is always accepted.
 * A small variant may have no long openings, but it has a start. */
#ifndef ARENA_OPENINGS_H
#define ARENA_OPENINGS_H

#include "core/str.h"
#include "pessoi/history.h"

enum {
    OPENINGS_PLIES_MAX = 1000,
    OPENINGS_TRIES_MAX = 200 /* draws of one length */
};

struct openings {
    const char *const *lines; /* borrowed; NULL: random openings */
    int32_t count;            /* of lines */
    int32_t plies;            /* of random openings */
};

/* Sets `h` to the opening of pair `pair`; `rng` is that pair's and does not advance. The note names
 * the line of a list (from 1) and the position in it. */
PES_MUST_USE enum pes_err openings_set(const struct openings *openings, int32_t pair,
                                       const struct pes_rng *rng, struct pes_history *h,
                                       struct pes_note *note);

/* Sets `h` to an opening given as a line, number `number` of its list. `rng` rolls a start that
 * chance sets up and that the line does not fix; it does not advance. */
PES_MUST_USE enum pes_err openings_read(const char *line, int32_t number, const struct pes_rng *rng,
                                        struct pes_history *h, struct pes_note *note);

/* Appends the history as such a line, complete: nothing in it is left to chance. Errors stay in
 * `out`. */
void openings_format(const struct pes_history *h, struct str *out);

/* Can the player to move win at once by the rules? False if chance is to move. */
bool openings_decided(const struct pes_game *g, const struct pes_state *s);

#endif
