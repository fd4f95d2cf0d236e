/* Reference opponents of abalone and their ratings: data, made by
 *
 *     bench/ladder abalone \
 *         abalone_ladder abalone.txt 40 random mcts:bias=0,rave=off,plies=8,iterations=4 \
 *         mcts:bias=0,rave=off,plies=8,iterations=8 \
 *         mcts:bias=0,rave=off,plies=8,iterations=12 level:n=1 level:n=2 level:n=3 \
 *         level:n=4 level:n=5 level:n=6 level:n=7 level:n=8 heuristic mcts:iterations=10 \
 *         max:nodes=60 max:nodes=200 max:nodes=400 max:nodes=1000 max:nodes=4000
 *
 * 4080 games; `level:n=1` is the anchor. The probability of such results if one number per
 * agent explains them: 0.00. docs/adr/0027-ladder.md says how to read the ratings. */
#include "games/abalone/abalone.h"

static const struct pes_rung rungs[] = {
    {"random", -531, 101},
    {"mcts:bias=0,rave=off,plies=8,iterations=4", 12, 71},
    {"mcts:bias=0,rave=off,plies=8,iterations=8", 488, 59},
    {"mcts:bias=0,rave=off,plies=8,iterations=12", 724, 46},
    {"level:n=1", 1000, 44},
    {"level:n=2", 1146, 38},
    {"level:n=3", 1338, 34},
    {"level:n=4", 1500, 34},
    {"level:n=5", 1623, 30},
    {"level:n=6", 1873, 30},
    {"level:n=7", 2003, 30},
    {"level:n=8", 2102, 33},
    {"heuristic", 2145, 34},
    {"mcts:iterations=10", 2612, 39},
    {"max:nodes=60", 2645, 40},
    {"max:nodes=200", 2828, 45},
    {"max:nodes=400", 3261, 59},
    {"max:nodes=1000", 3589, 79},
    {"max:nodes=4000", 3980, 108},
    {NULL, 0, 0},
};

const struct pes_ladder abalone_ladder = {
    .variant = "",
    .rungs = rungs,
    .first_move = 40,
    .draws = 0.0959,
};
