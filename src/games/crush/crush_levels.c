/* The levels of Crush, and what people overlook in it: what falls after the first run is gone. A
 * swap is missed the more easily the less of what it brings is seen at once.
 *
 * docs/strength.md says how the levels were found and how they do against each other. */
#include "games/crush/crush.h"

static double overlooked(const struct pes_game *g, const struct pes_state *s, pes_move m) {
    int first;
    const int all = crush_visible_points(crush_board(g), crush_at(s), crush_swap_of(m), &first);
    return all > 0 ? 0.9 * (all - first) / all : 0.0;
}

const struct pes_levels crush_levels = {
    .count = 8,
    .at =
        {
            {.depth = 1, .nodes = 100000, .loss = 310, .blind = 0.85},
            {.depth = 1, .nodes = 100000, .loss = 265, .blind = 0.8},
            {.depth = 1, .nodes = 100000, .loss = 230, .blind = 0.75},
            {.depth = 1, .nodes = 100000, .loss = 200, .blind = 0.7},
            {.depth = 1, .nodes = 100000, .loss = 172, .blind = 0.65},
            {.depth = 1, .nodes = 100000, .loss = 148, .blind = 0.6},
            {.depth = 1, .nodes = 100000, .loss = 128, .blind = 0.55},
            {.depth = 1, .nodes = 100000, .loss = 110, .blind = 0.5},
        },
    .overlooked = overlooked,
};
