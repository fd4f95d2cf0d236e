/* Reference opponents of gomoku and their ratings: data, made by
 *
 *     bench/ladder gomoku \
 *         gomoku_ladder gomoku.txt 40 random mcts:bias=0,rave=off,plies=0,iterations=4 \
 *         mcts:bias=0,rave=off,plies=0,iterations=32 \
 *         mcts:bias=0,rave=on,plies=0,iterations=64 \
 *         mcts:bias=0,rave=on,plies=0,iterations=400 level:n=1 level:n=2 heuristic \
 *         level:n=3 level:n=4 level:n=5 level:n=6 level:n=7 level:n=8 max:nodes=1000 \
 *         max:nodes=5000 max:nodes=20000
 *
 * 3600 games; `level:n=1` is the anchor. The probability of such results if one number per
 * agent explains them: 0.33. docs/adr/0027-ladder.md says how to read the ratings. */
#include "games/gomoku/gomoku.h"

static const struct pes_rung rungs[] = {
    {"random", -399, 88},
    {"mcts:bias=0,rave=off,plies=0,iterations=4", 103, 52},
    {"mcts:bias=0,rave=off,plies=0,iterations=32", 223, 52},
    {"mcts:bias=0,rave=on,plies=0,iterations=64", 525, 40},
    {"mcts:bias=0,rave=on,plies=0,iterations=400", 964, 32},
    {"level:n=1", 1000, 28},
    {"level:n=2", 1132, 26},
    {"heuristic", 1324, 25},
    {"level:n=3", 1370, 27},
    {"level:n=4", 1551, 26},
    {"level:n=5", 1660, 26},
    {"level:n=6", 1822, 28},
    {"level:n=7", 1989, 30},
    {"level:n=8", 2148, 32},
    {"max:nodes=1000", 2319, 35},
    {"max:nodes=5000", 2420, 38},
    {"max:nodes=20000", 2508, 41},
    {NULL, 0, 0},
};

const struct pes_ladder gomoku_ladder = {
    .variant = "",
    .rungs = rungs,
    .first_move = 70,
    .draws = 0.0007,
};
