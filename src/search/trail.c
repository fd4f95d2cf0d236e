/* Repetition and ply cap along the path of a search; trail.h explains the counting filter.
 *
 * Invariant: a filter counter is the number of positions on the trail that share it, or UINT16_MAX.
 * A saturated counter stays saturated: it then costs a comparison but never misses a repetition. */
#include "search/trail.h"

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
        uint16_t *filter = &t->filter[t->game[i] % TRAIL_FILTER];
        *filter = (uint16_t)(*filter < UINT16_MAX ? *filter + 1 : UINT16_MAX);
        t->sums[0] += pes_hash_mix(t->game[i]);
        /* Where the filter is not above the maximum so far, comparing could not raise it. */
        if (*filter > t->game_most) {
            const int32_t often = count_in(t->game, i + 1, t->game[i]);
            t->game_most = often > t->game_most ? often : t->game_most;
        }
    }
    assert(t->game_most >= 1);
    assert(t->game_most <= t->game_count);
    const int32_t left = pes_history_game(h)->plies_cap - pes_history_plies(h);
    t->plies_left = left > 0 ? left : INT32_MAX;
}

struct trail_seen trail_scan(const struct trail *t, uint64_t hash) {
    const int32_t root = t->game_count - 1;
    assert(root >= 0);
    return (struct trail_seen){
        .before = count_in(t->game, root, hash),
        .since = (t->game[root] == hash) + count_in(t->hashes, t->count, hash),
    };
}
