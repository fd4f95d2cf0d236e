#include "search/trail.h"

#include "pessoi/hash.h"

#include <assert.h>

static uint16_t *filter_of(struct trail *t, uint64_t hash) {
    return &t->filter[hash % TRAIL_FILTER];
}

static int32_t count_in(const uint64_t hashes[], int32_t count, uint64_t hash) {
    int32_t found = 0;
    for (int32_t i = 0; i < count; i++)
        found += hashes[i] == hash;
    return found;
}

void trail_init(struct trail *t, const struct pes_history *h) {
    int count;
    memset(t, 0, sizeof *t);
    t->game = pes_history_hashes(h, &count);
    t->game_count = count;
    assert(count > 0);
    for (int i = 0; i < count; i++) {
        uint16_t *filter = filter_of(t, t->game[i]);
        *filter = (uint16_t)(*filter < UINT16_MAX ? *filter + 1 : UINT16_MAX);
        t->sums[0] += pes_hash_mix(t->game[i]);
        /* Where the filter is lower than the most so far, comparing could not raise it. */
        if (*filter > t->game_most) {
            const int32_t often = count_in(t->game, i + 1, t->game[i]);
            t->game_most = often > t->game_most ? often : t->game_most;
        }
    }
}

void trail_push(struct trail *t, uint64_t hash) {
    assert(t->count < TRAIL_PLIES);
    t->sums[t->count + 1] = t->sums[t->count] + pes_hash_mix(hash);
    t->hashes[t->count++] = hash;
    uint16_t *filter = filter_of(t, hash);
    *filter = (uint16_t)(*filter < UINT16_MAX ? *filter + 1 : UINT16_MAX);
}

void trail_pop(struct trail *t) {
    assert(t->count > 0);
    uint16_t *filter = filter_of(t, t->hashes[--t->count]);
    if (*filter < UINT16_MAX)
        --*filter;
}

struct trail_seen trail_scan(const struct trail *t, uint64_t hash) {
    const int32_t root = t->game_count - 1;
    return (struct trail_seen){
        .before = count_in(t->game, root, hash),
        .since = (t->game[root] == hash) + count_in(t->hashes, t->count, hash),
    };
}
