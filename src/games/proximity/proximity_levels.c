/* The levels of Proximity.
 *
 * docs/strength.md says how the levels were found and how they do against each other. */
#include "games/proximity/proximity.h"

const struct pes_levels proximity_levels = {
    .count = 8,
    .at =
        {
            {.depth = 1, .nodes = 100000, .loss = 765},
            {.depth = 1, .nodes = 100000, .loss = 627},
            {.depth = 1, .nodes = 100000, .loss = 513},
            {.depth = 1, .nodes = 100000, .loss = 400},
            {.depth = 1, .nodes = 100000, .loss = 290},
            {.depth = 1, .nodes = 100000, .loss = 190},
            {.depth = 1, .nodes = 100000, .loss = 115},
            {.depth = 1, .nodes = 100000, .loss = 50},
        },
};
