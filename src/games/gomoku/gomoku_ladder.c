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
 * 4000 games; `level:n=1` is the anchor. The probability of such results if one number per
 * agent explains them: 0.02. docs/adr/0027-ladder.md says how to read the ratings. */
#include "games/gomoku/gomoku.h"

static const struct pes_rung rungs[] = {
    {"random", -930, 95},
    {"mcts:bias=0,rave=off,plies=0,iterations=4", -404, 77},
    {"mcts:bias=0,rave=off,plies=0,iterations=32", -269, 74},
    {"mcts:bias=0,rave=on,plies=0,iterations=64", 27, 59},
    {"mcts:bias=0,rave=on,plies=0,iterations=400", 554, 44},
    {"level:n=1", 1000, 36},
    {"heuristic", 1018, 32},
    {"level:n=2", 1129, 26},
    {"level:n=3", 1340, 31},
    {"level:n=4", 1462, 30},
    {"level:n=5", 1579, 32},
    {"level:n=6", 1703, 33},
    {"level:n=7", 1796, 33},
    {"max:nodes=1000", 1808, 32},
    {"level:n=8", 1863, 33},
    {"max:nodes=5000", 1904, 37},
    {"max:nodes=20000", 1977, 37},
    {NULL, 0, 0},
};

const struct pes_ladder gomoku_ladder = {
    .variant = "",
    .rungs = rungs,
    .first_move = 132,
    .draws = 0.0014,
};
