/* The twelve symmetries of the hexagon. The rules know no direction, so that every variant has all
 * of them; only the layouts at the start have fewer. */
#include "games/abalone/abalone.h"

enum { SYMMETRIES = 12, ROTATIONS = 6 }; /* k is a number of rotations, plus 6 after a reflection */

static int symmetry_count(const struct pes_game *g) {
    (void)g;
    return SYMMETRIES;
}

/* In steps from the centre, e5, a rotation by 60 degrees takes E (0, 1) to NE (1, 1) and NW (1, 0)
 * to W (0, -1); the reflection exchanges E and NW. */
static int image_of(int place, int k) {
    enum { CENTRE_ROW = 4, CENTRE_NUMBER = 5 };
    int row = abalone_row(place) - CENTRE_ROW, number = abalone_number(place) - CENTRE_NUMBER;
    if (k >= ROTATIONS) {
        const int old = row;
        row = number;
        number = old;
    }
    for (int i = k % ROTATIONS; i > 0; i--) {
        const int old = row;
        row = number;
        number = number - old;
    }
    return abalone_place(row + CENTRE_ROW, number + CENTRE_NUMBER);
}

static void symmetry_image(const struct pes_game *g, const struct pes_state *state, int k,
                           struct pes_state *out) {
    const struct abalone *s = abalone_at(state);
    struct abalone *t = (struct abalone *)(void *)out;
    (void)g;
    assert(k >= 0 && k < SYMMETRIES);
    assert(s != t);
    *t = *s;
    for (int player = ABALONE_BLACK; player <= ABALONE_WHITE; player++) {
        t->marbles[player] = 0;
        for (uint64_t rest = s->marbles[player]; rest != 0; rest &= rest - 1)
            t->marbles[player] |= UINT64_C(1) << image_of(__builtin_ctzll(rest), k);
        assert(abalone_bits(t->marbles[player]) == abalone_bits(s->marbles[player]));
    }
}

const struct pes_symmetry abalone_symmetry = {
    .abi = PES_ABI,
    .count = symmetry_count,
    .image = symmetry_image,
};
