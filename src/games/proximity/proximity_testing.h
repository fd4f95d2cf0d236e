/* Helpers shared by the tests of Proximity. */
#ifndef PROXIMITY_TESTING_H
#define PROXIMITY_TESTING_H

#include "games/games_testing.h"
#include "games/proximity/proximity.h"

/* The four tiles of the golden values, with empty rows around them, and pools that go with a number
 * in hand: 8, 20 and 1 are out of Blue's, 6 and 12 out of Red's. */
#define FOUR_TILES "12/12/12/12/5,b8,6/4,r12,1,r6,5/5,b20,6/12/12/12"
#define FOUR_POOLS "23333332333333333332 33333233333233333333"
#define FULL_POOL "33333333333333333333"
#define EMPTY_BOARD "12/12/12/12/12/12/12/12/12/12"

/* A variant that must open. */
static inline struct pes_game *open_board(const char *options) {
    return open_variant(&proximity_kit, options);
}

static inline struct proximity *tiles_of(struct pes_state_buf *s) {
    return (struct proximity *)(void *)s->bytes;
}

/* A list for draw=list: `count` numbers from `first` on in steps of `step`, modulo 20. */
static inline void write_list(char *out, size_t cap, int count, int first, int step) {
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; i < count; i++) {
        const int number = 1 + ((first - 1 + i * step) % 20 + 20) % 20;
        used += (size_t)snprintf(out + used, cap - used, "%s%d", i > 0 ? "." : "", number);
    }
    assert_true(used < cap);
}

/* draw=list with lists that fit the board: Blue's numbers go up from 1, Red's down from 20. */
static inline void write_lists(char *out, size_t cap, int cells, const char *more) {
    char blue[512], red[512];
    write_list(blue, sizeof blue, (cells + 1) / 2, 1, 1);
    write_list(red, sizeof red, cells / 2, 20, -1);
    assert_true((size_t)snprintf(out, cap, "draw=list,blue=%s,red=%s%s", blue, red, more) < cap);
}

#endif
