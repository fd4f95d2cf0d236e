/* The fitted weights: made by `pessoi fit` from self-play, one file per rule, in the order of
 * gomoku_features.c. The command is in each file; docs/games/gomoku.md tells the whole story. */
#include "games/gomoku/gomoku_shapes.h"

#include "games/gomoku/gomoku_freestyle.inc"
#include "games/gomoku/gomoku_renju.inc"
#include "games/gomoku/gomoku_standard.inc"

/* The weights of a rule. */
struct weights {
    const int16_t *values, *moves;
    ptrdiff_t combinations;
    bool sides; /* the colours have weights of their own */
};

static struct weights weights_of(const struct gomoku_board *board) {
    if (board->renju)
        return (struct weights){gomoku_renju_values, gomoku_renju_moves, GOMOKU_COMBINATIONS, true};
    if (board->exactly[GOMOKU_BLACK] != 0)
        return (struct weights){gomoku_standard_values, gomoku_standard_moves,
                                GOMOKU_COMBINATIONS_PLAIN, false};
    return (struct weights){gomoku_freestyle_values, gomoku_freestyle_moves,
                            GOMOKU_COMBINATIONS_PLAIN, false};
}

void gomoku_weights_open(struct gomoku_board *board) {
    struct gomoku_tables *tables = &board->tables;
    const struct weights w = weights_of(board);
    for (int colour = GOMOKU_BLACK; colour <= GOMOKU_WHITE; colour++) {
        const ptrdiff_t side = w.sides ? colour : 0;
        const int16_t *own = w.values + 2 * side * w.combinations, *other = own + w.combinations;
        const int16_t *making = w.moves + 2 * side * w.combinations;
        const int16_t *situation =
            w.values + (w.sides ? 4 : 2) * w.combinations + side * GOMOKU_SITUATIONS;
        for (ptrdiff_t i = 0; i < w.combinations; i++) {
            /* Combination 0, no lines, has no worth: stones count as it. */
            tables->worth[colour][i] = i > 0 ? gomoku_worth_of(own[i], other[i]) : 0;
            tables->making[colour][i] = making[i];
            tables->taking[colour][i] = making[w.combinations + i];
        }
        memcpy(tables->situation[colour], situation, sizeof tables->situation[0]);
    }
}
