/* The eight symmetries of the square. Rows of five, the forbidden points of renju and the choices
 * of swap2 do not depend on how the board lies, so that every variant has all of them. */
#include "games/gomoku/gomoku.h"

enum { SYMMETRIES = 8, FLIP_X = 1, FLIP_Y = 2, TRANSPOSE = 4 }; /* k is a sum of the last three */

static int symmetry_count(const struct pes_game *g) {
    (void)g;
    return SYMMETRIES;
}

static int image_of(const struct gomoku_board *board, int point, int k) {
    const struct gomoku_point *at = &board->at[point];
    const int x = k & FLIP_X ? board->size - 1 - at->x : at->x;
    const int y = k & FLIP_Y ? board->size - 1 - at->y : at->y;
    return k & TRANSPOSE ? gomoku_point_of(board, y, x) : gomoku_point_of(board, x, y);
}

static void symmetry_image(const struct pes_game *g, const struct pes_state *state, int k,
                           struct pes_state *out) {
    const struct gomoku_board *board = gomoku_board(g);
    const struct gomoku *s = gomoku_at(state);
    struct gomoku *t = (struct gomoku *)(void *)out;
    assert(k >= 0 && k < SYMMETRIES);
    assert(s != t);
    gomoku_reset(board, t);
    for (int point = 0; point < board->points; point++)
        if (!gomoku_empty(s, point))
            gomoku_put(board, t, image_of(board, point, k),
                       gomoku_has(board, s, point, GOMOKU_WHITE) ? GOMOKU_WHITE : GOMOKU_BLACK);
    assert(t->stones == s->stones);
    t->phase = s->phase;
    t->winner = s->winner;
}

const struct pes_symmetry gomoku_symmetry = {
    .abi = PES_ABI,
    .count = symmetry_count,
    .image = symmetry_image,
};
