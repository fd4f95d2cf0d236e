/* Reference opponents of boats and their ratings: data, made by
 *
 *     bench/ladder boats \
 *         boats_ladder boats.txt 100 forward crazy random \
 *         mcts:bias=0,rave=off,plies=0,iterations=16 minimax:depth=1 level:n=1 level:n=2 \
 *         minimax:depth=2 level:n=3 max:nodes=100 max:nodes=1000 max:nodes=10000
 *
 * 7200 games; `level:n=1` is the anchor. The probability of such results if one number per
 * agent explains them: 0.00. docs/adr/0027-ladder.md says how to read the ratings. */
#include "games/boats/boats.h"

static const struct pes_rung rungs[] = {
    {"forward", 352, 35},
    {"crazy", 397, 29},
    {"random", 468, 30},
    {"level:n=1", 1000, 19},
    {"minimax:depth=1", 1209, 22},
    {"mcts:bias=0,rave=off,plies=0,iterations=16", 1262, 18},
    {"minimax:depth=2", 1437, 18},
    {"level:n=2", 1513, 17},
    {"level:n=3", 1697, 16},
    {"max:nodes=10000", 1725, 19},
    {"max:nodes=100", 1735, 19},
    {"max:nodes=1000", 1743, 21},
    {NULL, 0, 0},
};

const struct pes_ladder boats_ladder = {
    .variant = "",
    .rungs = rungs,
    .first_move = -21,
    .draws = 0.5074,
};
