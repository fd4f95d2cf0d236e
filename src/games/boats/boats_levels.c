/* The levels of Boats on the lake.
 *
 * docs/strength.md says how the levels were found and how they do against each other. */
#include "games/boats/boats.h"

const struct pes_levels boats_levels = {
    .count = 3,
    .at =
        {
            {.depth = 1, .nodes = 100000, .loss = 4},
            {.depth = 1, .nodes = 100000, .loss = 0.4},
            {.depth = 4, .nodes = 100000, .loss = 0.6},
        },
};
