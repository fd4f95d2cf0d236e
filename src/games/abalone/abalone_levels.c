/* The levels of Abalone, and what people overlook in it: moves sideways.
 *
 * docs/strength.md says how the levels were found and how they do against each other. */
#include "games/abalone/abalone.h"

static double overlooked(const struct pes_game *g, const struct pes_state *s, pes_move m) {
    (void)g;
    (void)s;
    return abalone_broadside(abalone_slot(m)) ? 0.8 : 0.0;
}

const struct pes_levels abalone_levels = {
    .count = 8,
    .at =
        {
            {.depth = 1, .nodes = 100000, .loss = 120, .blind = 0.9},
            {.depth = 1, .nodes = 100000, .loss = 90, .blind = 0.7},
            {.depth = 1, .nodes = 100000, .loss = 68, .blind = 0.5},
            {.depth = 1, .nodes = 100000, .loss = 45, .blind = 0.4},
            {.depth = 2, .nodes = 100000, .loss = 45, .blind = 0.25},
            {.depth = 2, .nodes = 100000, .loss = 30, .blind = 0.15},
            {.depth = 2, .nodes = 100000, .loss = 15, .blind = 0.1},
            {.depth = 3, .nodes = 20000, .selective = true, .loss = 12},
        },
    .overlooked = overlooked,
};
