/* The levels of Proximity.
 *
 * docs/strength.md says how the levels were found and how they do against each other. */
#include "games/proximity/proximity.h"

const struct pes_levels proximity_levels = {
    .count = 8,
    .at =
        {
            {.depth = 1, .nodes = 100000, .loss = 960},
            {.depth = 1, .nodes = 100000, .loss = 720},
            {.depth = 1, .nodes = 100000, .loss = 540},
            {.depth = 1, .nodes = 100000, .loss = 396},
            {.depth = 1, .nodes = 100000, .loss = 288},
            {.depth = 1, .nodes = 100000, .loss = 192},
            {.depth = 1, .nodes = 100000, .loss = 120},
            {.depth = 1, .nodes = 100000, .loss = 60},
        },
};
