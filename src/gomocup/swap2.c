#include "gomocup/swap2.h"

#include "pessoi/rng.h"

#include <assert.h>
#include <string.h>

struct opening {
    const char *rule;
    int8_t at[SWAP2_STONES][2]; /* x and y from the middle of the board */
};

static const struct opening openings[] = {
#define X(rule, x1, y1, x2, y2, x3, y3) {rule, {{x1, y1}, {x2, y2}, {x3, y3}}},
#include "gomocup/swap2.def"
#undef X
};
enum { OPENINGS = (int)(sizeof openings / sizeof openings[0]) };

/* For boards that are too small for all others. */
static const struct opening smallest = {"", {{0, 0}, {1, 0}, {-1, 1}}};

/* The middle point; of a board of even size the lower one, as BEGIN plays it. */
static int32_t middle(int32_t size) {
    return (size - 1) / 2;
}

static bool fits(const struct opening *o, int32_t size) {
    const int32_t room = middle(size);
    for (int i = 0; i < SWAP2_STONES; i++)
        for (int k = 0; k < 2; k++)
            if (o->at[i][k] < -room || o->at[i][k] > room)
                return false;
    return true;
}

/* One of the eight symmetries of the board. */
static struct gomocup_point turned(const int8_t at[2], uint32_t symmetry) {
    const int32_t x = (symmetry & 1) != 0 ? -at[0] : at[0];
    const int32_t y = (symmetry & 2) != 0 ? -at[1] : at[1];
    const bool swapped = (symmetry & 4) != 0;
    return (struct gomocup_point){swapped ? y : x, swapped ? x : y};
}

void swap2_opening(int32_t size, const char *rule, uint64_t seed,
                   struct gomocup_point out[SWAP2_STONES]) {
    struct pes_rng rng;
    const struct opening *chosen = &smallest;
    uint32_t seen = 0;
    assert(size >= 5);
    pes_rng_init(&rng, seed);
    for (int i = 0; i < OPENINGS; i++) {
        if (strcmp(openings[i].rule, rule) != 0 || !fits(&openings[i], size))
            continue;
        seen++;
        if (pes_rng_below(&rng, seen) == 0) // each of them equally likely
            chosen = &openings[i];
    }
    const uint32_t symmetry = pes_rng_below(&rng, 8);
    for (int i = 0; i < SWAP2_STONES; i++) {
        const struct gomocup_point point = turned(chosen->at[i], symmetry);
        out[i] = (struct gomocup_point){middle(size) + point.x, middle(size) + point.y};
        assert(out[i].x >= 0 && out[i].x < size);
        assert(out[i].y >= 0 && out[i].y < size);
    }
}
