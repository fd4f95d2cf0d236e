/* Reference opponents of proximity and their ratings: data, made by
 *
 *     bench/ladder proximity \
 *         proximity_ladder proximity.txt 60 random \
 *         mcts:bias=0,rave=off,plies=0,iterations=4 \
 *         mcts:bias=0,rave=off,plies=0,iterations=16 \
 *         mcts:bias=0,rave=off,plies=0,iterations=64 \
 *         mcts:bias=0,rave=off,plies=0,iterations=256 \
 *         mcts:bias=0,rave=off,plies=2,iterations=16 \
 *         mcts:bias=0,rave=off,plies=8,iterations=64 level:n=1 stock heuristic level:n=2 \
 *         level:n=3 level:n=4 level:n=5 level:n=6 level:n=7 level:n=8 max:nodes=1000 \
 *         max:nodes=4000
 *
 * 6600 games; `level:n=1` is the anchor. The probability of such results if one number per
 * agent explains them: 0.36. docs/adr/0027-ladder.md says how to read the ratings. */
#include "games/proximity/proximity.h"

static const struct pes_rung rungs[] = {
    {"random", -579, 43},
    {"mcts:bias=0,rave=off,plies=0,iterations=4", -452, 40},
    {"mcts:bias=0,rave=off,plies=0,iterations=16", -241, 39},
    {"mcts:bias=0,rave=off,plies=0,iterations=64", -23, 37},
    {"mcts:bias=0,rave=off,plies=0,iterations=256", 361, 27},
    {"mcts:bias=0,rave=off,plies=2,iterations=16", 485, 26},
    {"mcts:bias=0,rave=off,plies=8,iterations=64", 567, 30},
    {"level:n=1", 1000, 20},
    {"stock", 1097, 20},
    {"level:n=2", 1118, 20},
    {"level:n=3", 1262, 19},
    {"heuristic", 1292, 19},
    {"level:n=4", 1455, 20},
    {"level:n=5", 1590, 21},
    {"level:n=6", 1743, 24},
    {"level:n=7", 1906, 25},
    {"level:n=8", 2011, 26},
    {"max:nodes=1000", 2082, 29},
    {"max:nodes=4000", 2147, 29},
    {NULL, 0, 0},
};

const struct pes_ladder proximity_ladder = {
    .variant = "",
    .rungs = rungs,
    .first_move = -35,
    .draws = 0.0002,
};
