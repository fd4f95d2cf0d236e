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
            {.depth = 1, .nodes = 100000, .loss = 66, .blind = 0.8},
            {.depth = 1, .nodes = 100000, .loss = 60, .blind = 0.75},
            {.depth = 1, .nodes = 100000, .loss = 54.5, .blind = 0.7},
            {.depth = 1, .nodes = 100000, .loss = 49.5, .blind = 0.6},
            {.depth = 1, .nodes = 100000, .loss = 45, .blind = 0.5},
            {.depth = 2, .nodes = 20000, .loss = 51.5, .blind = 0.4},
            {.depth = 2, .nodes = 20000, .loss = 47.3, .blind = 0.3},
            {.depth = 2, .nodes = 20000, .loss = 43.5, .blind = 0.2},
        },
    .overlooked = overlooked,
};
