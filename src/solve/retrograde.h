/* The passes of a solution over all position numbers. Pass 0 examines every position once; each
 * further pass adds what is decided one ply further from the end of the game:
 *
 *   - retrograde analysis, where the game's index has predecessors: from every position decided in
 *     the last pass, back along the moves that lead to it;
 *   - value iteration, where it has none: every undecided position is computed from its successors.
 *
 * Game-blind: the game is seen through its index only. */
#ifndef SOLVE_RETROGRADE_H
#define SOLVE_RETROGRADE_H

#include "pessoi/solve.h"
#include "solve/parallel.h"
#include "solve/value_array.h"

struct retrograde {
    const struct pes_game *game;
    const struct value_array *cells;
    struct parallel parallel;
    void (*progress)(void *to, const struct pes_solve_progress *how); /* NULL: no reports */
    void *progress_to;
};

/* Pass 0: the number of moves, and which of them end the game. */
void retrograde_begin(const struct retrograde *r);

/* The next pass: everything decided within `plies` is known; finds what is decided in plies + 1.
 * False: nothing is decided in exactly `plies`, so the solution is complete. If the stop flag is
 * raised during the pass the cells are inconsistent afterwards. */
bool retrograde_next(const struct retrograde *r, int plies);

#endif
