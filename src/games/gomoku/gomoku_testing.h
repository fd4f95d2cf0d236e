/* Helpers shared by the tests of Gomoku. */
#ifndef GOMOKU_TESTING_H
#define GOMOKU_TESTING_H

#include "games/games_testing.h"
#include "games/gomoku/gomoku.h"

/* A variant that must open. */
static inline struct pes_game *open_board(const char *options) {
    return open_variant(&gomoku_kit, options);
}

static inline struct gomoku *stones_of(struct pes_state_buf *s) {
    return (struct gomoku *)(void *)s->bytes;
}

/* Sets up a drawn board, rows from the top, blanks ignored: X is Black, O is White, '?' is empty
 * and its point is returned (-1: there is none). No game need be able to reach such a board. */
static inline int read_picture(const struct pes_game *g, const char *picture,
                               struct pes_state_buf *s) {
    const struct gomoku_board *board = gomoku_board(g);
    int asked = -1, seen = 0;
    gomoku_reset(board, stones_of(s));
    for (const char *at = picture; *at != '\0'; at++) {
        if (*at == ' ' || *at == '\n')
            continue;
        assert_in_range(seen, 0, board->points - 1);
        const int point =
            gomoku_point_of(board, seen % board->size, board->size - 1 - seen / board->size);
        if (*at == 'X' || *at == 'O')
            gomoku_put(board, stones_of(s), point, *at == 'X' ? GOMOKU_BLACK : GOMOKU_WHITE);
        else if (*at == '?')
            asked = point;
        else
            assert_int_equal(*at, '.');
        seen++;
    }
    assert_int_equal(seen, board->points);
    return asked;
}

/* A board of random stones; false if a player has won. */
static inline bool random_board(const struct pes_game *g, struct pes_rng *rng,
                                struct pes_state_buf *s) {
    const struct gomoku_board *board = gomoku_board(g);
    struct gomoku *at = stones_of(s);
    const int stones = board->points / 6 + (int)pes_rng_below(rng, (uint32_t)board->points / 2);
    gomoku_reset(board, at);
    while (at->stones < stones) {
        const uint32_t left = (uint32_t)(board->points - at->stones);
        gomoku_put(board, at, gomoku_nth_empty(board, at, pes_rng_below(rng, left)),
                   gomoku_colour(at));
    }
    return g->rules->valid(g, PES_STATE(*s)) && !pes_over(g, PES_STATE(*s));
}

#endif
