/* The oracle of Gomoku: an independent, naive second implementation of the rules, for tests only.
 * An array of characters and the definitions word by word, no speed. It shares only the order of
 * the move list with the product. */
#ifndef GOMOKU_ORACLE_TESTING_H
#define GOMOKU_ORACLE_TESTING_H

#include "games/gomoku/gomoku_testing.h"

struct plain {
    int size;
    enum gomoku_rule rule;
    char at[GOMOKU_SIZE_MAX][GOMOKU_SIZE_MAX]; /* [x][y]: 'b', 'w' or '.' */
    int stones;
    char winner; /* 'b', 'w' or '.' */
};

static const int plain_dx[4] = {1, 0, 1, 1}, plain_dy[4] = {0, 1, -1, 1};

static inline char plain_get(const struct plain *p, int x, int y) {
    if (x < 0 || y < 0 || x >= p->size || y >= p->size)
        return '#';
    return p->at[x][y];
}

/* The number of consecutive stones of this colour after (x, y) in a direction. */
static inline int plain_follow(const struct plain *p, int x, int y, int dx, int dy, char colour) {
    int n = 0;
    while (plain_get(p, x + (n + 1) * dx, y + (n + 1) * dy) == colour)
        n++;
    return n;
}

/* The length of the row through the stone on (x, y). */
static inline int plain_row(const struct plain *p, int x, int y, int d) {
    const char colour = plain_get(p, x, y);
    return 1 + plain_follow(p, x, y, plain_dx[d], plain_dy[d], colour) +
           plain_follow(p, x, y, -plain_dx[d], -plain_dy[d], colour);
}

static inline bool plain_wins(const struct plain *p, int x, int y) {
    const bool exactly =
        p->rule == GOMOKU_STANDARD || (p->rule == GOMOKU_RENJU && plain_get(p, x, y) == 'b');
    for (int d = 0; d < 4; d++) {
        const int row = plain_row(p, x, y, d);
        if (row == 5 || (row > 5 && !exactly))
            return true;
    }
    return false;
}

/* Sets of places along a line through (x, y): bit k is the point k - 16 steps away. */
static inline uint32_t plain_row_set(const struct plain *p, int x, int y, int d, int k) {
    const int sx = x + k * plain_dx[d], sy = y + k * plain_dy[d];
    const int back = plain_follow(p, sx, sy, -plain_dx[d], -plain_dy[d], 'b');
    uint32_t set = 0;
    for (int i = 0; i < plain_row(p, sx, sy, d); i++)
        set |= (uint32_t)1 << (16 + k - back + i);
    return set;
}

static inline int plain_remember(uint32_t sets[], int n, uint32_t set) {
    for (int i = 0; i < n; i++)
        if (sets[i] == set)
            return n;
    sets[n] = set;
    return n + 1;
}

/* Different fours with the black stone on (x, y) in them: four stones that a fifth completes. */
static inline int plain_fours(struct plain *p, int x, int y, int d) {
    uint32_t sets[32];
    int n = 0;
    for (int k = -4; k <= 4; k++) {
        const int ex = x + k * plain_dx[d], ey = y + k * plain_dy[d];
        if (plain_get(p, ex, ey) != '.')
            continue;
        p->at[ex][ey] = 'b';
        const uint32_t five = plain_row_set(p, x, y, d, k);
        if (plain_row(p, ex, ey, d) == 5 && (five >> 16 & 1))
            n = plain_remember(sets, n, five & ~((uint32_t)1 << (16 + k)));
        p->at[ex][ey] = '.';
    }
    return n;
}

/* Would a black stone on the empty point (x, y) make exactly five? */
static inline bool plain_completes(struct plain *p, int x, int y, int d) {
    if (plain_get(p, x, y) != '.')
        return false;
    p->at[x][y] = 'b';
    const bool five = plain_row(p, x, y, d) == 5;
    p->at[x][y] = '.';
    return five;
}

/* Is the black stone on (x, y) in a straight four: four side by side, five at either end? */
static inline bool plain_straight_four(struct plain *p, int x, int y, int d) {
    const int dx = plain_dx[d], dy = plain_dy[d];
    const int ahead = plain_follow(p, x, y, dx, dy, 'b') + 1;
    const int back = plain_follow(p, x, y, -dx, -dy, 'b') + 1;
    return ahead + back - 1 == 4 && plain_completes(p, x + ahead * dx, y + ahead * dy, d) &&
           plain_completes(p, x - back * dx, y - back * dy, d);
}

static inline bool plain_makes_five(const struct plain *p, int x, int y) {
    for (int d = 0; d < 4; d++)
        if (plain_row(p, x, y, d) == 5)
            return true;
    return false;
}

static inline bool plain_banned(struct plain *p, int x, int y);

/* Different threes with the black stone on (x, y) in them: three stones that become a straight four
 * by a stone that makes no five and is not forbidden. */
static inline int plain_threes(struct plain *p, int x, int y, int d) {
    uint32_t sets[32];
    int n = 0;
    for (int k = -3; k <= 3; k++) {
        const int ex = x + k * plain_dx[d], ey = y + k * plain_dy[d];
        if (plain_get(p, ex, ey) != '.')
            continue;
        p->at[ex][ey] = 'b';
        const uint32_t four = plain_row_set(p, x, y, d, k);
        const bool straight = (four >> 16 & 1) && plain_straight_four(p, ex, ey, d);
        const bool five = plain_makes_five(p, ex, ey);
        p->at[ex][ey] = '.';
        if (straight && !five && !plain_banned(p, ex, ey))
            n = plain_remember(sets, n, four & ~((uint32_t)1 << (16 + k)));
    }
    return n;
}

/* May Black not place a stone on the empty point (x, y)? */
static inline bool plain_banned(struct plain *p, int x, int y) {
    p->at[x][y] = 'b';
    int longest = 0, fours = 0, threes = 0;
    const bool five = plain_makes_five(p, x, y);
    for (int d = 0; d < 4 && !five; d++) {
        const int row = plain_row(p, x, y, d);
        longest = row > longest ? row : longest;
        fours += plain_fours(p, x, y, d);
        threes += plain_threes(p, x, y, d);
    }
    p->at[x][y] = '.';
    return longest > 5 || fours > 1 || threes > 1;
}

static inline char plain_mover(const struct plain *p) {
    return p->stones % 2 == 0 ? 'b' : 'w';
}

/* The moves as points, in list order. */
static inline int plain_list(struct plain *p, int out[]) {
    int n = 0;
    for (int x = 0; x < p->size && p->winner == '.'; x++)
        for (int y = 0; y < p->size; y++)
            if (p->at[x][y] == '.' &&
                (p->rule != GOMOKU_RENJU || plain_mover(p) == 'w' || !plain_banned(p, x, y)))
                out[n++] = x * p->size + y;
    return n;
}

static inline void plain_play(struct plain *p, int point) {
    const int x = point / p->size, y = point % p->size;
    p->at[x][y] = plain_mover(p);
    p->stones++;
    if (plain_wins(p, x, y))
        p->winner = p->at[x][y];
}

static inline void plain_start(struct plain *p, int size, enum gomoku_rule rule) {
    *p = (struct plain){.size = size, .rule = rule, .winner = '.'};
    memset(p->at, '.', sizeof p->at);
}

/* The product's position, stone by stone; no player has won in it. */
static inline void plain_copy(struct plain *p, const struct pes_game *g,
                              const struct pes_state *s) {
    const struct gomoku_board *board = gomoku_board(g);
    plain_start(p, board->size, (enum gomoku_rule)g->values.number[GOMOKU_OPTION_RULE]);
    for (int point = 0; point < board->points; point++)
        if (!gomoku_empty(gomoku_at(s), point)) {
            const bool black = gomoku_has(board, gomoku_at(s), point, GOMOKU_BLACK);
            p->at[point / p->size][point % p->size] = black ? 'b' : 'w';
            p->stones++;
        }
}

static inline uint64_t plain_perft(const struct plain *p, int depth) {
    int list[GOMOKU_POINTS_MAX];
    struct plain own = *p;
    const int n = plain_list(&own, list);
    if (depth == 1)
        return (uint64_t)n;
    uint64_t sum = 0;
    for (int i = 0; i < n; i++) {
        struct plain next = *p;
        plain_play(&next, list[i]);
        sum += plain_perft(&next, depth - 1);
    }
    return sum;
}

#endif
