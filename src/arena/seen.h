/* Which pairs were seen, by their identities (stats_identity()): pairs that repeat are evidence
 * only once. */
#ifndef ARENA_SEEN_H
#define ARENA_SEEN_H

#include "core/keymap.h"
#include "pessoi/err.h"

#include <stdint.h>

struct seen {
    struct keymap times; /* how often */
    int32_t repeats; /* identities in a row, up to the last one added, that were there already */
};

/* A zeroed struct is an empty set. */
void seen_release(struct seen *seen);

/* Adds an identity; *is_new: it was not there. Fails with NOMEM. */
PES_MUST_USE enum pes_err seen_add(struct seen *seen, uint64_t identity, bool *is_new);

/* Have so many pairs in a row been repeats that new ones are hardly to be expected? If a new pair
 * still had probability p, so many repeats would have probability (1 - p)^repeats: with at least
 * SEEN_REPEATS of them, p is below 0.05. */
enum { SEEN_REPEATS = 64 };
bool seen_is_exhausted(const struct seen *seen);

#endif
