/* Reference opponents of crush and their ratings: data, made by
 *
 *     bench/ladder crush \
 *         crush_ladder crush.txt 40 random mcts:bias=0,rave=off,plies=0,iterations=4 \
 *         mcts:bias=0,rave=off,plies=0,iterations=16 level:n=1 heuristic level:n=2 \
 *         level:n=3 level:n=4 level:n=5 level:n=6 level:n=7 level:n=8 \
 *         mcts:bias=0,rave=off,plies=2,iterations=64 \
 *         mcts:bias=0,rave=off,plies=2,iterations=120 max:nodes=20 max:nodes=60 \
 *         max:nodes=200
 *
 * 3600 games; `level:n=1` is the anchor. The probability of such results if one number per
 * agent explains them: 0.83. docs/adr/0027-ladder.md says how to read the ratings. */
#include "games/crush/crush.h"

static const struct pes_rung rungs[] = {
    {"random", 581, 41},
    {"mcts:bias=0,rave=off,plies=0,iterations=4", 710, 36},
    {"mcts:bias=0,rave=off,plies=0,iterations=16", 913, 32},
    {"level:n=1", 1000, 30},
    {"heuristic", 1076, 29},
    {"level:n=2", 1186, 30},
    {"level:n=3", 1324, 28},
    {"level:n=4", 1454, 26},
    {"level:n=5", 1617, 25},
    {"level:n=6", 1790, 25},
    {"level:n=7", 1943, 26},
    {"level:n=8", 2054, 28},
    {"mcts:bias=0,rave=off,plies=2,iterations=64", 2227, 31},
    {"mcts:bias=0,rave=off,plies=2,iterations=120", 2334, 37},
    {"max:nodes=20", 2777, 49},
    {"max:nodes=60", 3075, 57},
    {"max:nodes=200", 3257, 66},
    {NULL, 0, 0},
};

const struct pes_ladder crush_ladder = {
    .variant = "",
    .rungs = rungs,
    .first_move = 44,
    .draws = 0.0003,
};
