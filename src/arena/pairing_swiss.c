/* Swiss pairing. The players are paired from the top of the standings; a pairing is accepted only
 * if the rest can still be paired under the same rule about rematches, which a perfect matching of
 * the rest proves (arena/matching.h). It is repaired by one augmenting path per attempt. */
#include "arena/matching.h"
#include "arena/pairing.h"
#include "core/mem.h"

#include <assert.h>
#include <string.h>

struct round {
    const struct swiss *s;
    int32_t *order;      /* players, best first */
    int32_t *candidates; /* for one player: places in `order`, best first */
    int32_t *saved;      /* mates before an attempt */
    int32_t met_max;     /* how often two players may have met before */
    struct matching rest;
};

/* The graph's vertices are places in `order`. */
static bool may_meet(const void *to, int32_t a, int32_t b) {
    const struct round *r = to;
    return r->s->met[r->order[a] * r->s->players + r->order[b]] <= r->met_max;
}

/* Best first: an insertion sort, because qsort() passes no context. Stable: seeds break ties. */
static void sort_players(struct round *r) {
    for (int32_t i = 0; i < r->s->players; i++) {
        int32_t at = i;
        for (; at > 0 && r->s->points[r->order[at - 1]] < r->s->points[i]; at--)
            r->order[at] = r->order[at - 1];
        r->order[at] = i;
    }
}

/* Empties the matching; then only those that are gone stay as they are. */
static void separate(struct round *r) {
    for (int32_t i = 0; i < r->s->players; i++)
        r->rest.mate[i] = MATCHING_FREE;
}

/* The place of the player with the bye: the last one of those with the fewest byes without whom the
 * others can be paired; -1 if there is none under the present met_max. */
static int32_t find_bye(struct round *r) {
    const int32_t n = r->s->players;
    uint8_t fewest = UINT8_MAX;
    for (int32_t i = 0; i < n; i++)
        fewest = r->s->byes[i] < fewest ? r->s->byes[i] : fewest;
    for (int32_t at = n - 1; at >= 0; at--) {
        if (r->s->byes[r->order[at]] > fewest)
            continue;
        separate(r);
        r->rest.gone[at] = true;
        if (matching_complete(&r->rest))
            return at;
        r->rest.gone[at] = false;
    }
    return -1;
}

/* Finds the least met_max with which everyone can be paired, and such a matching. Sets *bye. */
static void find_rule(struct round *r, int32_t *bye) {
    for (r->met_max = 0;; r->met_max++) {
        assert(r->met_max <= UINT8_MAX); // then every two players may meet
        *bye = -1;
        if (r->s->players % 2 == 1) {
            *bye = find_bye(r);
            if (*bye >= 0)
                return;
            continue;
        }
        separate(r);
        if (matching_complete(&r->rest))
            return;
    }
}

/* Can a and b be paired? If so both are gone, and the rest is matched without them. */
static bool try_pair(struct round *r, int32_t a, int32_t b) {
    struct matching *m = &r->rest;
    const size_t bytes = (size_t)m->count * sizeof *m->mate;
    const int32_t left_a = m->mate[a], left_b = m->mate[b];
    memcpy(r->saved, m->mate, bytes);
    m->gone[a] = m->gone[b] = true;
    m->mate[a] = m->mate[b] = MATCHING_FREE;
    if (left_a == b)
        return true;
    m->mate[left_a] = m->mate[left_b] = MATCHING_FREE;
    if (matching_augment(m, left_a))
        return true;
    memcpy(m->mate, r->saved, bytes);
    m->gone[a] = m->gone[b] = false;
    return false;
}

/* Lists the places that may be paired with `top`, the best one left: its own score group, beginning
 * in the middle (upper half against lower half), then the others from above. Those it has met less
 * often come first. Returns how many. */
static int32_t list_candidates(struct round *r, int32_t top) {
    const struct swiss *s = r->s;
    const int64_t points = s->points[r->order[top]];
    int32_t group[PAIRING_PLAYERS_MAX], group_count = 0, count = 0;
    for (int32_t at = top + 1; at < s->players; at++)
        if (!r->rest.gone[at] && s->points[r->order[at]] == points)
            group[group_count++] = at;
    /* The group has group_count + 1 members; the one opposite `top` has index `middle` here. */
    const int32_t middle = (group_count + 1) / 2 - 1;
    for (int32_t step = 0; step < group_count; step++) {
        if (middle + step < group_count)
            r->candidates[count++] = group[middle + step];
        if (step > 0 && middle - step >= 0)
            r->candidates[count++] = group[middle - step];
    }
    assert(count == group_count);
    for (int32_t at = top + 1; at < s->players; at++)
        if (!r->rest.gone[at] && s->points[r->order[at]] != points)
            r->candidates[count++] = at;
    return count;
}

static void pair_top(struct round *r, int32_t top, struct pairing *out) {
    const int32_t count = list_candidates(r, top);
    for (int32_t met = 0; met <= r->met_max; met++)
        for (int32_t i = 0; i < count; i++) {
            const int32_t at = r->candidates[i];
            const int32_t a = r->order[top], b = r->order[at];
            if (r->s->met[a * r->s->players + b] != met || !try_pair(r, top, at))
                continue;
            *out = a < b ? (struct pairing){a, b} : (struct pairing){b, a};
            return;
        }
    assert(false); // the matching of the rest holds a partner for `top`
}

static void pair_all(struct round *r, struct pairing out[]) {
    int32_t bye, count = 0;
    sort_players(r);
    find_rule(r, &bye);
    for (int32_t top = 0; top < r->s->players; top++)
        if (!r->rest.gone[top])
            pair_top(r, top, &out[count++]);
    if (bye >= 0)
        out[count++] = (struct pairing){r->order[bye], PAIRING_BYE};
    assert(count == (r->s->players + 1) / 2);
}

enum pes_err pairing_swiss(const struct swiss *s, struct pairing out[]) {
    assert(s->players >= 2 && s->players <= PAIRING_PLAYERS_MAX);
    struct round r = {.s = s};
    enum pes_err err = matching_init(&r.rest, s->players);
    if (err != PES_ERR_OK)
        return err;
    r.rest.joined = may_meet;
    r.rest.to = &r;
    r.order = mem_alloc(3 * (size_t)s->players * sizeof *r.order);
    if (r.order != NULL) {
        r.candidates = r.order + s->players;
        r.saved = r.candidates + s->players;
        pair_all(&r, out);
    } else {
        err = PES_ERR_NOMEM;
    }
    mem_free(r.order);
    matching_release(&r.rest);
    return err;
}
