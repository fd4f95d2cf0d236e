/* The openings of a match.
 *
 * An opening is a start and a few moves, the same for both games of a pair. There are three kinds:
 *
 * - A list: pair i takes line i modulo the number of lines, "startpos" or "POSITION", optionally
 *   followed by "; m1 m2 ..". Lines may repeat. If chance sets up the start, "startpos" is rolled
 *   for each pair.
 * - Random: every pair draws its own start (if chance sets it up) and `plies` random moves. Games
 *   that end on the way are rejected, and so are positions in which the player to move has a
 *   winning move. If OPENINGS_TRIES_MAX draws are all rejected, the opening becomes shorter: at
 * most as long as the longest game drawn, and so on down to the start itself, which is always
 * accepted. A small variant may have no long openings, but it has a start.
 * - Balanced: drawn like random ones, until one is near even by a quick search and no image of an
 *   earlier one (arena/balance.h). If OPENINGS_SEARCHES_MAX searches find none, the one with the
 *   least cost is taken, so that a small variant repeats its even openings in turn.
 *
 * Openings of a list and random ones depend only on the pair's number and generator. Balanced ones
 * depend on the earlier pairs too: set them in order, from pair 0, in one place. Then the same seed
 * gives the same openings, on any machine. */
#ifndef ARENA_OPENINGS_H
#define ARENA_OPENINGS_H

#include "core/str.h"
#include "pessoi/history.h"

enum {
    OPENINGS_PLIES_MAX = 1000,
    OPENINGS_TRIES_MAX = 200,  /* draws of one length */
    OPENINGS_SEARCHES_MAX = 32 /* searches for one balanced opening of one length */
};

struct balance;

struct openings {
    const char *const *lines; /* borrowed; NULL: random or balanced openings */
    int32_t count;            /* of lines */
    int32_t plies;            /* of random and balanced openings */
    struct balance *balance;  /* borrowed, changed by every opening; NULL: random openings */
};

/* The generator for the opening of a pair, by the generator of the whole match. */
struct pes_rng openings_rng(const struct pes_rng *root, int32_t pair);

/* Sets `h` to the opening of pair `pair`; `rng` is that pair's and does not advance. The note names
 * the line of a list (from 1) and the position in it. */
PES_MUST_USE enum pes_err openings_set(const struct openings *openings, int32_t pair,
                                       const struct pes_rng *rng, struct pes_history *h,
                                       struct pes_note *note);

/* Sets `h` to an opening given as a line, number `number` of its list. `rng` rolls a start that
 * chance sets up and that the line does not fix; it does not advance. */
PES_MUST_USE enum pes_err openings_read(const char *line, int32_t number, const struct pes_rng *rng,
                                        struct pes_history *h, struct pes_note *note);

/* How many lines of a list lead to an image of a position of an earlier line. Lines that cannot be
 * read count for nothing, nor do those after which chance is to move: every pair rolls for itself.
 * `root` is the generator of the match. */
PES_MUST_USE enum pes_err openings_copies(const struct openings *openings,
                                          const struct pes_rng *root, struct pes_history *h,
                                          int32_t *copies);

/* Appends the history as such a line, complete: nothing in it is left to chance. Errors stay in
 * `out`. */
void openings_format(const struct pes_history *h, struct str *out);

/* Can the player to move win at once by the rules? False if chance is to move. */
bool openings_decided(const struct pes_game *g, const struct pes_state *s);

#endif
