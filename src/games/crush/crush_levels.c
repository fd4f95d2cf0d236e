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
            {.depth = 1, .nodes = 100000, .loss = 450, .blind = 0.9},
            {.depth = 1, .nodes = 100000, .loss = 330, .blind = 0.8},
            {.depth = 1, .nodes = 100000, .loss = 240, .blind = 0.6},
            {.depth = 1, .nodes = 100000, .loss = 180, .blind = 0.5},
            {.depth = 1, .nodes = 100000, .loss = 135, .blind = 0.4},
            {.depth = 1, .nodes = 100000, .loss = 90, .blind = 0.3},
            {.depth = 1, .nodes = 100000, .loss = 60, .blind = 0.15},
            {.depth = 2, .nodes = 20000, .loss = 30, .blind = 0.05},
        },
    .overlooked = overlooked,
};
