/* The passes of a solution over all numbers: first every position is looked at once, then each pass
 * adds what is decided one ply further from the end. Game-blind: all is asked through the index. */
#ifndef SOLVE_PASSES_H
#define SOLVE_PASSES_H

#include "pessoi/solve.h"
#include "solve/cells.h"
#include "solve/crew.h"

struct passes {
    const struct pes_game *game;
    const struct cells *cells;
    struct crew crew;
    void (*progress)(void *to, const struct pes_solve_progress *how); /* NULL: nobody watches */
    void *progress_to;
};

/* Pass 0: how many moves there are, and which of them end the game. */
void passes_begin(const struct passes *passes);

/* The pass after everything that is decided in `plies` or less is known: finds what is decided in
 * plies + 1. False: nothing is decided in exactly `plies`, so there is nothing more to find. Where
 * the stop flag is up the cells are in disorder afterwards. */
bool passes_next(const struct passes *passes, int plies);

#endif
