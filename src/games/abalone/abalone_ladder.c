/* Reference opponents of abalone and their ratings: data, made by
 *
 *     bench/ladder abalone \
 *         abalone_ladder abalone.txt 10 random mcts:bias=0,rave=off,plies=8,iterations=8 \
 *         mcts:bias=0,rave=off,plies=8,iterations=12 level:n=1 level:n=2 level:n=3 \
 *         level:n=4 level:n=5 heuristic level:n=6 level:n=7 level:n=8 level:n=9 \
 *         level:n=10 level:n=11 level:n=12 max:nodes=1000 max:nodes=4000 max:nodes=20000
 *
 * 1020 games; `level:n=1` is the anchor. The probability of such results if one number per
 * agent explains them: 0.59. docs/adr/0027-ladder.md says how to read the ratings. */
#include "games/abalone/abalone.h"

static const struct pes_rung rungs[] = {
    {"random", -508, 213},
    {"mcts:bias=0,rave=off,plies=8,iterations=8", 124, 142},
    {"mcts:bias=0,rave=off,plies=8,iterations=12", 437, 125},
    {"level:n=1", 1000, 82},
    {"level:n=2", 1173, 75},
    {"level:n=3", 1365, 69},
    {"level:n=4", 1523, 66},
    {"level:n=5", 1660, 65},
    {"heuristic", 1682, 65},
    {"level:n=6", 1887, 65},
    {"level:n=7", 2147, 67},
    {"level:n=8", 2390, 79},
    {"level:n=9", 2654, 78},
    {"level:n=10", 2884, 81},
    {"level:n=11", 3264, 95},
    {"level:n=12", 3567, 114},
    {"max:nodes=1000", 3700, 109},
    {"max:nodes=4000", 4455, 194},
    {"max:nodes=20000", 4840, 214},
    {NULL, 0, 0},
};

const struct pes_ladder abalone_ladder = {
    .variant = "",
    .rungs = rungs,
    .first_move = -14,
    .draws = 0.0733,
};
