/* Renju boards drawn as text, for tests only: is the point '?' forbidden, and why? Every board is
 * checked in its eight symmetries, by the product and by the oracle, the independent, naive second
 * implementation in gomoku_oracle_testing.h. */
#ifndef GOMOKU_DRAWN_TESTING_H
#define GOMOKU_DRAWN_TESTING_H

#include "games/gomoku/gomoku_oracle_testing.h"

struct drawn {
    const char *what;
    const char *picture; /* a square of points */
    enum gomoku_ban answer;
};

/* A drawing without its blanks, as rows from the top. */
struct drawn_symbols {
    int size;
    char at[GOMOKU_POINTS_MAX + 1];
};

static inline struct drawn_symbols drawn_read(const char *picture) {
    struct drawn_symbols symbols = {.size = 0};
    int n = 0;
    for (; *picture != '\0'; picture++)
        if (*picture != ' ') {
            assert_in_range(n, 0, GOMOKU_POINTS_MAX - 1);
            symbols.at[n++] = *picture;
        }
    while (symbols.size * symbols.size < n)
        symbols.size++;
    assert_int_equal(symbols.size * symbols.size, n);
    return symbols;
}

/* `turn` is a set of three bits: rows and columns from the other end, and exchanged. */
static inline struct drawn_symbols drawn_turn(const struct drawn_symbols *from, int turn) {
    const int n = from->size;
    struct drawn_symbols turned = {.size = n};
    for (int row = 0; row < n; row++)
        for (int column = 0; column < n; column++) {
            const int r = turn & 1 ? n - 1 - row : row, c = turn & 2 ? n - 1 - column : column;
            turned.at[turn & 4 ? c * n + r : r * n + c] = from->at[row * n + column];
        }
    return turned;
}

static inline struct pes_game *drawn_open(int size) {
    char options[64];
    snprintf(options, sizeof options, "size=%d,rule=renju", size);
    return open_board(options);
}

static inline void check_drawing(const struct drawn *drawn, int turn) {
    const struct drawn_symbols symbols = drawn_read(drawn->picture);
    const struct drawn_symbols turned = drawn_turn(&symbols, turn);
    struct pes_game *g = drawn_open(turned.size);
    struct pes_state_buf s;
    struct plain p;
    const int point = read_picture(g, turned.at, &s);
    const enum gomoku_ban found = gomoku_ban(gomoku_board(g), stones_of(&s), point);
    if (found != drawn->answer)
        fail_msg("%s (turn %d): %d instead of %d", drawn->what, turn, found, drawn->answer);
    plain_copy(&p, g, PES_STATE(s));
    if (plain_banned(&p, point / p.size, point % p.size) != (drawn->answer != GOMOKU_ALLOWED))
        fail_msg("%s (turn %d): the definitions say something else", drawn->what, turn);
    pes_game_close(g);
}

static inline void check_drawings(const struct drawn drawings[], size_t n) {
    for (size_t i = 0; i < n; i++)
        for (int turn = 0; turn < 8; turn++)
            check_drawing(&drawings[i], turn);
}

#endif
