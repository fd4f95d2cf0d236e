/* A search's view of the game's history: the positions on the path to where the search stands, for
 * repetition, and how far the ply cap is away.
 *
 * The rules of repetition and caps are those of pessoi/history.h, which owns the game's part of the
 * path: the trail borrows its hashes and adds those of the positions below the root. Alpha-beta and
 * Monte Carlo tree search share it.
 *
 * The common question, "has this position occurred before?", is answered by a counting filter over
 * a few bits of each hash. Only where the filter is hit are the hashes themselves compared. The
 * filter never counts too low. */
#ifndef SEARCH_TRAIL_H
#define SEARCH_TRAIL_H

#include "pessoi/hash.h"
#include "pessoi/history.h"

#include <assert.h>

enum {
    TRAIL_PLIES = 512, /* positions below the root */
    TRAIL_FILTER = 4096
};

struct trail {
    const uint64_t *game; /* positions of the game that can recur: oldest first, the root last */
    int32_t game_count;
    int32_t count;                  /* of `hashes` */
    int32_t game_most;              /* occurrences of the game's most frequent position */
    int32_t plies_left;             /* players' moves from the root to the ply cap; INT32_MAX: the
                                     * game has no cap, or the root is beyond it */
    uint64_t hashes[TRAIL_PLIES];   /* positions below the root, the latest last */
    uint64_t sums[TRAIL_PLIES + 1]; /* of all mixed hashes before each: a key of the set */
    uint16_t filter[TRAIL_FILTER];  /* counts of all positions, root included; saturating */
};

/* Puts the trail at the root, which is where the history stands. The history is borrowed. */
void trail_init(struct trail *t, const struct pes_history *h);

static inline void trail_push(struct trail *t, uint64_t hash) {
    assert(t->count < TRAIL_PLIES);
    uint16_t *filter = &t->filter[hash % TRAIL_FILTER];
    t->sums[t->count + 1] = t->sums[t->count] + pes_hash_mix(hash);
    t->hashes[t->count++] = hash;
    *filter = (uint16_t)(*filter < UINT16_MAX ? *filter + 1 : UINT16_MAX);
}

static inline void trail_pop(struct trail *t) {
    assert(t->count > 0);
    uint16_t *filter = &t->filter[t->hashes[--t->count] % TRAIL_FILTER];
    assert(*filter > 0);
    *filter = (uint16_t)(*filter < UINT16_MAX ? *filter - 1 : UINT16_MAX);
}

/* Pops every position below the root. */
static inline void trail_rewind(struct trail *t) {
    while (t->count > 0)
        trail_pop(t);
}

/* Earlier occurrences of a position: in the game, the root excluded, and since then, the root
 * included. */
struct trail_seen {
    int32_t before;
    int32_t since;
};
struct trail_seen trail_scan(const struct trail *t, uint64_t hash);

static inline struct trail_seen trail_seen(const struct trail *t, uint64_t hash) {
    if (t->filter[hash % TRAIL_FILTER] == 0)
        return (struct trail_seen){0, 0};
    return trail_scan(t, hash);
}

/* Occurrences of the position that was pushed last, this one included. */
static inline int32_t trail_last_count(const struct trail *t) {
    assert(t->count > 0);
    const uint64_t last = t->hashes[t->count - 1];
    if (t->filter[last % TRAIL_FILTER] == 1)
        return 1;
    const struct trail_seen seen = trail_scan(t, last);
    return seen.before + seen.since;
}

/* A key of the set of positions on the trail, whatever their order. */
static inline uint64_t trail_sum(const struct trail *t) {
    return t->sums[t->count];
}

#endif
