/* Plain minimax for agents: pes_minimax_value() with a time limit and the principal variation.
 *
 * What it computes, exactly:
 *   - A value is First's where how->first_view says so, else that of the player to move at the
 *     root. That player maximises, the other minimises; the first best in list order is kept.
 *   - Depth counts players' moves, the root's included. At depth 0, at the end of the game and
 *     where the player to move has no move, the position is a leaf.
 *   - A leaf is worth rating->state of its position where the rating has it. Otherwise it is worth
 *     the sum of rating->move along its path, added up from the root on, each taken just before its
 *     move is made: plus for the view's own moves, minus for the other's, whichever player moved
 *     before.
 *   - At a chance node the unknown outcome is made where the game has one, else the value is the
 *     sum of weight * value over all outcomes in list order, divided by the sum of the weights.
 *   - Repetition and ply caps are ignored. */
#ifndef SEARCH_MINIMAX_H
#define SEARCH_MINIMAX_H

#include "pessoi/search.h"

/* A principal variation. It ends before the first roll: what follows depends on it. */
struct minimax_line {
    pes_move moves[PES_LINE_MAX];
    int32_t count;
};

/* As pes_minimax_value(), and stops at `deadline_ns` of clock_now_ns() too (0: never, and then it
 * does not look at the clock). `line` begins with m; NULL: not wanted. */
PES_MUST_USE enum pes_err minimax_value(struct pes_minimax_search *search,
                                        const struct pes_state *s, pes_move m, int64_t deadline_ns,
                                        double *out, struct minimax_line *line);

#endif
