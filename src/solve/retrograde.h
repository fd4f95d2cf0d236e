/* The passes of a solution over all numbers: first every position is looked at once, then each pass
 * adds what is decided one ply further from the end. Game-blind: all is asked through the index. */
#ifndef SOLVE_RETROGRADE_H
#define SOLVE_RETROGRADE_H

#include "pessoi/solve.h"
#include "solve/parallel.h"
#include "solve/value_array.h"

struct retrograde {
    const struct pes_game *game;
    const struct value_array *cells;
    struct parallel parallel;
    void (*progress)(void *to, const struct pes_solve_progress *how); /* NULL: nobody watches */
    void *progress_to;
};

/* Pass 0: how many moves there are, and which of them end the game. */
void retrograde_begin(const struct retrograde *r);

/* The pass after everything that is decided in `plies` or less is known: finds what is decided in
 * plies + 1. False: nothing is decided in exactly `plies`, so there is nothing more to find. Where
 * the stop flag is up the cells are in disorder afterwards. */
bool retrograde_next(const struct retrograde *r, int plies);

#endif
