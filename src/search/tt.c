/* The transposition table: buckets of four entries, one cache line each, replaced by depth and age.
 *
 * Invariant: the check bits of an entry's second word are a function of the key and of the first
 * word. A reader that meets halves of two writes sees a wrong check, and so no entry ("lockless
 * hashing", Hyatt and Mann 2002). */
#include "search/tt.h"

#include "core/mem.h"
#include "search/carve.h"

#include <assert.h>
#include <stdatomic.h>

enum {
    WAYS = 4, /* entries of a bucket, which fills a cache line */
    CACHE_LINE = CARVE_ALIGNMENT,
    TAG_BITS = 18, /* of the second word, besides the check: depth 7, bound 2, age 9 */
    DEPTH_BITS = 7,
    BOUND_BITS = 2,
    AGE_BITS = 9,
    AGES = 1 << AGE_BITS,
    AGE_COST = 4 /* plies that an entry loses in worth with every search since */
};
_Static_assert(DEPTH_BITS + BOUND_BITS + AGE_BITS == TAG_BITS, "the tag is full");
_Static_assert(TT_DEPTH_MAX == (1 << DEPTH_BITS) - 1, "depths fit");

/* `what` is move and score; `tag` is check, age, bound and depth. An entry of zeros is empty. */
struct entry {
    _Atomic uint64_t what;
    _Atomic uint64_t tag;
};

struct bucket {
    alignas(CACHE_LINE) struct entry ways[WAYS];
};
_Static_assert(sizeof(struct bucket) == CACHE_LINE, "a bucket is a cache line");

struct tt {
    void *memory;
    struct bucket *buckets; /* inside `memory`, aligned */
    uint64_t count;         /* of buckets: 0 or a power of two */
    unsigned age;           /* of the current search */
    bool used;              /* it may hold entries; clearing an unused one costs nothing */
};

struct tt *tt_new(int32_t megabytes) {
    assert(megabytes >= 0);
    struct tt *t = mem_alloc(sizeof *t);
    if (t == NULL || megabytes == 0)
        return t;
    t->count = 1;
    while (t->count * 2 * sizeof(struct bucket) <= (uint64_t)megabytes << 20)
        t->count *= 2;
    assert((t->count & (t->count - 1)) == 0);
    struct carve carve = {0};
    carve_piece(&carve, t->count * sizeof(struct bucket));
    t->memory = mem_alloc(carve_size(&carve));
    if (t->memory == NULL) {
        mem_free(t);
        return NULL;
    }
    carve = carve_from(t->memory);
    t->buckets = carve_piece(&carve, t->count * sizeof(struct bucket));
    return t;
}

void tt_free(struct tt *t) {
    if (t == NULL)
        return;
    mem_free(t->memory);
    mem_free(t);
}

void tt_clear(struct tt *t) {
    t->age = 0;
    if (t->used && t->count > 0)
        memset(t->buckets, 0, t->count * sizeof(struct bucket));
    t->used = false;
}

void tt_age(struct tt *t) {
    t->age = (t->age + 1) % AGES;
    t->used = true;
}

static struct entry *bucket_of(const struct tt *t, uint64_t key) {
    return t->buckets[key & (t->count - 1)].ways;
}

/* The upper bits of the key, mixed with the first word. */
static uint64_t check_of(uint64_t key, uint64_t what) {
    return (key ^ what * UINT64_C(0x9e3779b97f4a7c15)) >> TAG_BITS << TAG_BITS;
}

static int depth_of(uint64_t tag) {
    return (int)(tag & TT_DEPTH_MAX);
}
static enum tt_bound bound_of(uint64_t tag) {
    return (enum tt_bound)(tag >> DEPTH_BITS & ((1 << BOUND_BITS) - 1));
}
static unsigned age_of(uint64_t tag) {
    return (unsigned)(tag >> (DEPTH_BITS + BOUND_BITS) & (AGES - 1));
}

/* Is this the entry of the key, and whole? */
static bool is_of(uint64_t key, uint64_t what, uint64_t tag) {
    return (what | tag) != 0 && tag >> TAG_BITS << TAG_BITS == check_of(key, what);
}

bool tt_probe(const struct tt *t, uint64_t key, struct tt_entry *out) {
    if (t->count == 0)
        return false;
    struct entry *ways = bucket_of(t, key);
    for (int i = 0; i < WAYS; i++) {
        const uint64_t tag = atomic_load_explicit(&ways[i].tag, memory_order_relaxed);
        const uint64_t what = atomic_load_explicit(&ways[i].what, memory_order_relaxed);
        if (!is_of(key, what, tag))
            continue;
        assert(depth_of(tag) <= TT_DEPTH_MAX);
        *out = (struct tt_entry){.move = (pes_move)(what >> 32),
                                 .score = (int32_t)(uint32_t)what,
                                 .depth = depth_of(tag),
                                 .bound = bound_of(tag)};
        return true;
    }
    return false;
}

/* The replacement order: shallow and old entries go first. */
static int worth_of(const struct tt *t, uint64_t tag) {
    assert(t->age < AGES);
    const unsigned older = (t->age - age_of(tag)) % AGES;
    return depth_of(tag) - AGE_COST * (int)older;
}

/* The entry to write: the key's own, or the one of the bucket with the least worth. */
static struct entry *place_for(const struct tt *t, uint64_t key, uint64_t *what, uint64_t *tag) {
    struct entry *ways = bucket_of(t, key), *place = NULL;
    int least = 0;
    for (int i = 0; i < WAYS; i++) {
        const uint64_t its_tag = atomic_load_explicit(&ways[i].tag, memory_order_relaxed);
        const uint64_t its_what = atomic_load_explicit(&ways[i].what, memory_order_relaxed);
        const bool own = is_of(key, its_what, its_tag);
        const int worth = worth_of(t, its_tag);
        if (own || place == NULL || worth < least) {
            place = &ways[i];
            least = worth;
            *what = its_what;
            *tag = its_tag;
        }
        if (own)
            break;
    }
    assert(place != NULL);
    return place;
}

void tt_store(struct tt *t, uint64_t key, const struct tt_entry *entry) {
    if (t->count == 0)
        return;
    assert(entry->depth >= 0);
    assert(entry->depth <= TT_DEPTH_MAX);
    assert(entry->bound >= TT_NONE);
    assert(entry->bound <= TT_EXACT);
    uint64_t what = 0, tag = 0;
    struct entry *place = place_for(t, key, &what, &tag);
    pes_move move = entry->move;
    if (is_of(key, what, tag)) {
        /* A bound of a much shallower search must not replace what this search found deeper. */
        if (entry->bound != TT_EXACT && age_of(tag) == t->age &&
            entry->depth + AGE_COST <= depth_of(tag))
            return;
        if (move == PES_MOVE_NONE)
            move = (pes_move)(what >> 32); /* keep the old best move rather than none */
    }
    const uint64_t now = (uint64_t)move << 32 | (uint32_t)entry->score;
    const uint64_t label = (uint64_t)t->age << (DEPTH_BITS + BOUND_BITS) |
                           (uint64_t)entry->bound << DEPTH_BITS | (uint64_t)entry->depth;
    atomic_store_explicit(&place->what, now, memory_order_relaxed);
    atomic_store_explicit(&place->tag, check_of(key, now) | label, memory_order_relaxed);
}

void tt_prefetch(const struct tt *t, uint64_t key) {
    if (t->count > 0)
        __builtin_prefetch(bucket_of(t, key));
}
