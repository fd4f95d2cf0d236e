#include "search/table.h"

#include "core/mem.h"

#include <assert.h>
#include <stdatomic.h>

enum {
    WAYS = 4, /* entries of a bucket, which fills a cache line */
    LINE = 64,
    TAG_BITS = 18, /* what the second word holds besides the check: depth 7, bound 2, age 9 */
    DEPTH_BITS = 7,
    BOUND_BITS = 2,
    AGE_BITS = 9,
    AGES = 1 << AGE_BITS,
    AGE_COST = 4 /* an entry of the search before counts as this much shallower */
};
_Static_assert(DEPTH_BITS + BOUND_BITS + AGE_BITS == TAG_BITS, "the tag is full");
_Static_assert(TABLE_DEPTH_MAX == (1 << DEPTH_BITS) - 1, "depths fit");

/* `what` is move and score; `tag` is check, age, bound and depth. An entry of zeros is empty: its
 * bound and depth say that nothing is known. */
struct entry {
    _Atomic uint64_t what;
    _Atomic uint64_t tag;
};

struct bucket {
    alignas(LINE) struct entry ways[WAYS];
};
_Static_assert(sizeof(struct bucket) == LINE, "a bucket is a cache line");

struct table {
    void *memory;
    struct bucket *buckets; /* inside `memory`, aligned */
    uint64_t count;         /* of buckets: 0 or a power of two */
    unsigned age;           /* of the search under way */
    bool used;              /* something was stored since it was cleared */
};

struct table *table_new(int32_t megabytes) {
    assert(megabytes >= 0);
    struct table *t = mem_alloc(sizeof *t);
    if (t == NULL || megabytes == 0)
        return t;
    t->count = 1;
    while (t->count * 2 * sizeof(struct bucket) <= (uint64_t)megabytes << 20)
        t->count *= 2;
    t->memory = mem_alloc(t->count * sizeof(struct bucket) + LINE);
    if (t->memory == NULL) {
        mem_free(t);
        return NULL;
    }
    const uintptr_t at = ((uintptr_t)t->memory + LINE - 1) / LINE * LINE;
    t->buckets = (struct bucket *)at;
    return t;
}

void table_free(struct table *t) {
    if (t == NULL)
        return;
    mem_free(t->memory);
    mem_free(t);
}

void table_clear(struct table *t) {
    t->age = 0;
    if (t->used && t->count > 0)
        memset(t->buckets, 0, t->count * sizeof(struct bucket));
    t->used = false;
}

void table_age(struct table *t) {
    t->age = (t->age + 1) % AGES;
    t->used = true;
}

static struct entry *bucket_of(const struct table *t, uint64_t key) {
    return t->buckets[key & (t->count - 1)].ways;
}

/* The upper bits of the key, woven with the first word. */
static uint64_t check_of(uint64_t key, uint64_t what) {
    return (key ^ what * UINT64_C(0x9e3779b97f4a7c15)) >> TAG_BITS << TAG_BITS;
}

static int depth_of(uint64_t tag) {
    return (int)(tag & TABLE_DEPTH_MAX);
}
static enum table_bound bound_of(uint64_t tag) {
    return (enum table_bound)(tag >> DEPTH_BITS & ((1 << BOUND_BITS) - 1));
}
static unsigned age_of(uint64_t tag) {
    return (unsigned)(tag >> (DEPTH_BITS + BOUND_BITS) & (AGES - 1));
}

/* Does an entry of the key lie here? */
static bool is_of(uint64_t key, uint64_t what, uint64_t tag) {
    return (what | tag) != 0 && tag >> TAG_BITS << TAG_BITS == check_of(key, what);
}

bool table_probe(const struct table *t, uint64_t key, struct table_entry *out) {
    if (t->count == 0)
        return false;
    struct entry *ways = bucket_of(t, key);
    for (int i = 0; i < WAYS; i++) {
        const uint64_t tag = atomic_load_explicit(&ways[i].tag, memory_order_relaxed);
        const uint64_t what = atomic_load_explicit(&ways[i].what, memory_order_relaxed);
        if (!is_of(key, what, tag))
            continue;
        *out = (struct table_entry){.move = (pes_move)(what >> 32),
                                    .score = (int32_t)(uint32_t)what,
                                    .depth = depth_of(tag),
                                    .bound = bound_of(tag)};
        return true;
    }
    return false;
}

/* How much an entry deserves its place. */
static int worth_of(const struct table *t, uint64_t tag) {
    const unsigned older = (t->age - age_of(tag)) % AGES;
    return depth_of(tag) - AGE_COST * (int)older;
}

/* The way to write to: the key's own, or the least worthy. */
static struct entry *place_for(const struct table *t, uint64_t key, uint64_t *what, uint64_t *tag) {
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
    return place;
}

void table_store(struct table *t, uint64_t key, const struct table_entry *entry) {
    if (t->count == 0)
        return;
    assert(entry->depth >= 0);
    assert(entry->depth <= TABLE_DEPTH_MAX);
    uint64_t what = 0, tag = 0;
    struct entry *place = place_for(t, key, &what, &tag);
    pes_move move = entry->move;
    if (is_of(key, what, tag)) {
        /* A bound from far below must not drive out what was searched deeper just now. */
        if (entry->bound != TABLE_EXACT && age_of(tag) == t->age &&
            entry->depth + AGE_COST <= depth_of(tag))
            return;
        if (move == PES_MOVE_NONE)
            move = (pes_move)(what >> 32); /* an old best move is better than none */
    }
    const uint64_t now = (uint64_t)move << 32 | (uint32_t)entry->score;
    const uint64_t label = (uint64_t)t->age << (DEPTH_BITS + BOUND_BITS) |
                           (uint64_t)entry->bound << DEPTH_BITS | (uint64_t)entry->depth;
    atomic_store_explicit(&place->what, now, memory_order_relaxed);
    atomic_store_explicit(&place->tag, check_of(key, now) | label, memory_order_relaxed);
}

void table_prefetch(const struct table *t, uint64_t key) {
    if (t->count > 0)
        __builtin_prefetch(bucket_of(t, key));
}
