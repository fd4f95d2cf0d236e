/* Toy games: small complete games with features that no registered game may have. For tests only.
 */
#ifndef TOYS_H
#define TOYS_H

#include "toys/dice.h"

/* The i-th toy, or NULL. */
static inline const struct pes_kit *toy_kit_at(int i) {
    return i == 0 ? &toy_dice_kit : NULL;
}

#endif
