/* Reference opponents of boats and their ratings: data, made by
 *
 *     bench/ladder \
 *         boats:rule=ko boats_ko_ladder boats-ko.txt 100 forward crazy random \
 *         mcts:bias=0,rave=off,plies=0,iterations=16 minimax:depth=1 level:n=1 level:n=2 \
 *         minimax:depth=2 level:n=3 max:nodes=100 max:nodes=1000 max:nodes=10000
 *
 * 7000 games; `level:n=1` is the anchor. The probability of such results if one number per
 * agent explains them: 0.00. docs/adr/0027-ladder.md says how to read the ratings. */
#include "games/boats/boats.h"

static const struct pes_rung rungs[] = {
    {"forward", 614, 20},
    {"crazy", 623, 18},
    {"random", 667, 18},
    {"level:n=1", 1000, 13},
    {"minimax:depth=1", 1177, 12},
    {"mcts:bias=0,rave=off,plies=0,iterations=16", 1191, 11},
    {"level:n=2", 1291, 12},
    {"minimax:depth=2", 1360, 11},
    {"max:nodes=100", 1434, 12},
    {"max:nodes=1000", 1480, 13},
    {"level:n=3", 1597, 15},
    {"max:nodes=10000", 1646, 17},
    {NULL, 0, 0},
};

const struct pes_ladder boats_ko_ladder = {
    .variant = "rule=ko",
    .rungs = rungs,
    .first_move = -50,
    .draws = 0.0037,
};
