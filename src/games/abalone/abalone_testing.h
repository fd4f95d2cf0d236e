/* Helpers shared by the tests of Abalone. */
#ifndef ABALONE_TESTING_H
#define ABALONE_TESTING_H

#include "games/abalone/abalone.h"
#include "games/games_testing.h"

static const char *const all_starts[] = {
    "belgian",      "standard", "german",  "dutch",  "swiss",    "domination",   "face-to-face",
    "infiltration", "the-wall", "pyramid", "snakes", "fujiyama", "alien-attack",
};
enum { STARTS = sizeof all_starts / sizeof all_starts[0] };

/* A variant that must open. */
static inline struct pes_game *open_table(const char *options) {
    return open_variant(&abalone_kit, options);
}

static inline struct pes_game *open_start(const char *start) {
    char options[PES_OPTIONS_TEXT_MAX];
    snprintf(options, sizeof options, "start=%s", start);
    return open_table(options);
}

/* A position with marbles in row e alone, written as its nine cells; Black is to move. */
static inline void read_row_e(const struct pes_game *g, const char *row, struct pes_state_buf *s) {
    char text[PES_STATE_TEXT_MAX];
    snprintf(text, sizeof text, "5/6/7/8/%s/8/7/6/5 b 0 0 0", row);
    read_position(g, text, s);
}

/* A position with marbles anywhere, Black's and White's each `least` to 14: closer to real fights
 * than what random games come to. */
static inline void scatter(struct pes_rng *rng, int least, int eject, struct pes_state_buf *out) {
    struct abalone s = {.mover = (uint8_t)pes_rng_below(rng, 2)};
    for (int player = ABALONE_BLACK; player <= ABALONE_WHITE; player++) {
        const uint32_t spread = (uint32_t)(ABALONE_MARBLES - least + 1);
        int left = least + (int)pes_rng_below(rng, spread);
        const int lost = ABALONE_MARBLES - left;
        s.lost[player] = (uint8_t)(lost < eject ? lost : eject - 1);
        while (left > 0) {
            const uint64_t bit = UINT64_C(1) << pes_rng_below(rng, ABALONE_CELLS);
            if (((s.marbles[0] | s.marbles[1]) & bit) != 0)
                continue;
            s.marbles[player] |= bit;
            left--;
        }
    }
    memcpy(out->bytes, &s, sizeof s);
}

#endif
