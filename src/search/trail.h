/* The positions on the way to where a search stands: those of the game that can come up again, then
 * those between the root and the present node. It answers one question fast: how often has this one
 * come up?
 *
 * A filter counts positions by a few bits of their hashes; only where it finds something are the
 * hashes themselves compared. The game's part is borrowed from its history. */
#ifndef SEARCH_TRAIL_H
#define SEARCH_TRAIL_H

#include "pessoi/history.h"

enum {
    TRAIL_PLIES = 144, /* positions behind the root */
    TRAIL_FILTER = 4096
};

struct trail {
    const uint64_t *game; /* oldest first, the root last */
    int32_t game_count;
    int32_t count;                  /* of `hashes` */
    uint64_t hashes[TRAIL_PLIES];   /* behind the root */
    uint64_t sums[TRAIL_PLIES + 1]; /* of all hashes mixed, before each: the set, in any order */
    uint16_t filter[TRAIL_FILTER];  /* the root included; stays at its largest once there */
    int32_t game_most;              /* how often the commonest of the game's has come up */
};

/* Stands at the root. */
void trail_init(struct trail *t, const struct pes_history *h);

void trail_push(struct trail *t, uint64_t hash);
void trail_pop(struct trail *t);

/* How often a position has come up before: in the game, the root left out, and since then, the root
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

/* A number for the set of positions on the trail. */
static inline uint64_t trail_sum(const struct trail *t) {
    return t->sums[t->count];
}

#endif
