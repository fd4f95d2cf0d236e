/* Fives by the rules alone, for the tests of forced wins. */
#ifndef GOMOKU_FORCED_TESTING_H
#define GOMOKU_FORCED_TESTING_H

#include "games/gomoku/gomoku_oracle_testing.h"

static inline char other_of(char colour) {
    return colour == 'b' ? 'w' : 'b';
}

static inline bool may_play(struct plain *p, int x, int y, char colour) {
    return p->at[x][y] == '.' &&
           (p->rule != GOMOKU_RENJU || colour == 'w' || !plain_banned(p, x, y));
}

static inline bool makes_five(struct plain *p, int x, int y, char colour) {
    if (p->at[x][y] != '.')
        return false;
    p->at[x][y] = colour;
    const bool wins = plain_wins(p, x, y);
    p->at[x][y] = '.';
    return wins;
}

/* The empty points in rows of five places that hold this many stones of a colour, and none of the
 * other; each point once. Returns how many. */
static inline int row_points(const struct plain *p, char colour, int stones, int out[]) {
    bool found[GOMOKU_POINTS_MAX] = {false};
    int n = 0;
    for (int row = 0; row < 4 * p->size * p->size; row++) {
        const int d = row % 4, x = row / 4 / p->size, y = row / 4 % p->size;
        int own = 0, empty = 0;
        for (int k = 0; k < 5; k++) {
            const char at = plain_get(p, x + k * plain_dx[d], y + k * plain_dy[d]);
            own += at == colour;
            empty += at == '.';
        }
        for (int k = 0; k < 5 && own == stones && empty == 5 - stones; k++) {
            const int point = (x + k * plain_dx[d]) * p->size + y + k * plain_dy[d];
            if (p->at[point / p->size][point % p->size] == '.' && !found[point]) {
                found[point] = true;
                out[n++] = point;
            }
        }
    }
    return n;
}

/* The points where this colour wins at once; returns their number. */
static inline int five_points(struct plain *p, char colour, int out[]) {
    int near[GOMOKU_POINTS_MAX], n = 0;
    const int count = row_points(p, colour, 4, near);
    for (int i = 0; i < count; i++)
        if (makes_five(p, near[i] / p->size, near[i] % p->size, colour))
            out[n++] = near[i];
    return n;
}

static inline bool has_move(struct plain *p, char colour) {
    for (int point = 0; point < p->size * p->size; point++)
        if (may_play(p, point / p->size, point % p->size, colour))
            return true;
    return false;
}

#endif
