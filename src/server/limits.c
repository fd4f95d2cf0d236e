/* Token buckets per address, in a bounded table of addresses (a hash table with chains and an LRU
 * list): see limits.h. */
#include "server/limits.h"

#include "core/mem.h"
#include "pessoi/hash.h"
#include "server/bounds.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { HOUR_MS = 3600000 };

/* Buckets ------------------------------------------------------------------------------------- */

void bucket_init(struct bucket *b, int64_t size, int64_t period_ms, int64_t now_ms) {
    assert(size > 0 && period_ms > 0);
    *b = (struct bucket){
        .size = size, .period_ms = period_ms, .level = size * period_ms, .at_ms = now_ms};
}

/* Each millisecond adds `size`, and a token costs `period_ms`. */
static void bucket_fill(struct bucket *b, int64_t now_ms) {
    const int64_t gone = now_ms > b->at_ms ? now_ms - b->at_ms : 0;
    const int64_t whole = b->size * b->period_ms;
    assert(b->level <= whole);
    b->level = gone >= (whole - b->level) / b->size + 1 ? whole : b->level + gone * b->size;
    b->level = b->level < whole ? b->level : whole;
    b->at_ms = now_ms;
}

int64_t bucket_take(struct bucket *b, int64_t now_ms) {
    bucket_fill(b, now_ms);
    assert(b->level >= 0 && b->level <= b->size * b->period_ms);
    if (b->level < b->period_ms)
        return (b->period_ms - b->level + b->size - 1) / b->size;
    b->level -= b->period_ms;
    return 0;
}

void bucket_spend(struct bucket *b, int64_t count, int64_t now_ms) {
    assert(count >= 0);
    bucket_fill(b, now_ms);
    assert(b->level >= 0);
    b->level = count < b->level / b->period_ms ? b->level - count * b->period_ms : 0;
}

int64_t bucket_charge(struct bucket *b, int64_t now_ms) {
    bucket_fill(b, now_ms);
    b->level -= b->period_ms;
    return b->level < 0 ? (b->size - 1 - b->level) / b->size : 0;
}

bool bucket_full(struct bucket *b, int64_t now_ms) {
    bucket_fill(b, now_ms);
    return b->level == b->size * b->period_ms;
}

/* Addresses ----------------------------------------------------------------------------------- */

limits_address limits_address_of(const unsigned char in6[16]) {
    static const unsigned char mapped[12] = {[10] = 0xff, [11] = 0xff};
    const bool v4 = memcmp(in6, mapped, sizeof mapped) == 0;
    limits_address out = 0;
    /* No IPv6 network begins with 0:ffff, so the two ranges do not overlap. */
    if (v4)
        out = UINT64_C(0xffff) << 32;
    for (int i = 0; i < (v4 ? 4 : 8); i++)
        out |= (uint64_t)in6[v4 ? 12 + i : i] << (8 * ((v4 ? 3 : 7) - i));
    return out;
}

void limits_address_format(limits_address who, char out[LIMITS_TEXT_SIZE]) {
    if (who == 0)
        snprintf(out, LIMITS_TEXT_SIZE, "::1");
    else if (who >> 32 == 0xffff)
        snprintf(out, LIMITS_TEXT_SIZE, "%u.%u.%u.%u", (unsigned)(who >> 24 & 255),
                 (unsigned)(who >> 16 & 255), (unsigned)(who >> 8 & 255), (unsigned)(who & 255));
    else
        snprintf(out, LIMITS_TEXT_SIZE, "%x:%x:%x:%x::/64", (unsigned)(who >> 48),
                 (unsigned)(who >> 32 & 0xffff), (unsigned)(who >> 16 & 0xffff),
                 (unsigned)(who & 0xffff));
}

/* One known address, in two lists: by hash, and by time of last use (LRU), the oldest first. */
struct visitor {
    limits_address who;
    int32_t connections;
    int64_t queued; /* bytes that wait to be sent; 0 without connections */
    struct bucket games, requests, moves, messages;
    struct visitor *next_of_hash;
    struct visitor *older, *newer;
};

struct limits {
    struct limits_options options;
    int32_t connections;
    int32_t count, capacity;
    uint32_t mask;            /* of the heads, whose number is a power of two */
    struct visitor **heads;   /* by hash */
    struct visitor *visitors; /* storage; the first `count` are in use */
    struct visitor *oldest, *newest;
};

struct limits *limits_new(const struct limits_options *options) {
    struct limits *l = mem_alloc(sizeof *l);
    if (l == NULL)
        return NULL;
    l->options = *options;
    l->capacity = options->connections_all + LIMITS_TOLERATED_MAX + LIMITS_STRANGERS_MAX;
    uint32_t heads = 1;
    while (heads < (uint32_t)l->capacity)
        heads *= 2;
    l->mask = heads - 1;
    l->heads = mem_alloc(heads * sizeof(struct visitor *));
    l->visitors = mem_alloc((size_t)l->capacity * sizeof *l->visitors);
    if (l->heads == NULL || l->visitors == NULL) {
        limits_free(l);
        return NULL;
    }
    return l;
}

void limits_free(struct limits *l) {
    if (l == NULL)
        return;
    mem_free(l->heads);
    mem_free(l->visitors);
    mem_free(l);
}

static struct visitor **head_of(struct limits *l, limits_address who) {
    return &l->heads[pes_hash_mix(who) & l->mask];
}

static void take_from_line(struct limits *l, struct visitor *v) {
    assert(v->older != NULL ? v->older->newer == v : l->oldest == v);
    assert(v->newer != NULL ? v->newer->older == v : l->newest == v);
    *(v->older != NULL ? &v->older->newer : &l->oldest) = v->newer;
    *(v->newer != NULL ? &v->newer->older : &l->newest) = v->older;
}

static void put_in_line(struct limits *l, struct visitor *v) {
    v->older = l->newest;
    v->newer = NULL;
    *(l->newest != NULL ? &l->newest->newer : &l->oldest) = v;
    l->newest = v;
}

/* The entry to evict: the least recently used one without connections whose buckets are full, else
 * the least recently used one without connections. There always is one: the table is larger than
 * the number of connections. */
static struct visitor *to_forget(struct limits *l, int64_t now_ms) {
    struct visitor *second = NULL;
    int looked = 0;
    for (struct visitor *v = l->oldest; v != NULL && (second == NULL || looked < LIMITS_LOOKS_MAX);
         v = v->newer, looked++) {
        if (v->connections > 0)
            continue;
        if (bucket_full(&v->games, now_ms) && bucket_full(&v->requests, now_ms) &&
            bucket_full(&v->moves, now_ms) && bucket_full(&v->messages, now_ms))
            return v;
        if (second == NULL)
            second = v;
    }
    return second;
}

static struct visitor *forget(struct limits *l, int64_t now_ms) {
    struct visitor *v = to_forget(l, now_ms);
    assert(v != NULL && v->connections == 0);
    struct visitor **at = head_of(l, v->who);
    while (*at != v)
        at = &(*at)->next_of_hash;
    *at = v->next_of_hash;
    take_from_line(l, v);
    return v;
}

/* The entry of an address, added if it is missing; becomes the most recently used. */
static struct visitor *meet(struct limits *l, limits_address who, int64_t now_ms) {
    struct visitor *v = *head_of(l, who);
    while (v != NULL && v->who != who)
        v = v->next_of_hash;
    if (v != NULL) {
        take_from_line(l, v);
        put_in_line(l, v);
        return v;
    }
    v = l->count < l->capacity ? &l->visitors[l->count++] : forget(l, now_ms);
    *v = (struct visitor){.who = who, .next_of_hash = *head_of(l, who)};
    bucket_init(&v->games, l->options.games, HOUR_MS, now_ms);
    /* The pages of a class load at once: the bucket holds the tokens of several seconds. */
    bucket_init(&v->requests, LIMITS_REQUESTS_S * (int64_t)l->options.requests,
                LIMITS_REQUESTS_S * INT64_C(1000), now_ms);
    bucket_init(&v->moves, 2 * (int64_t)WATCHED_MOVES_PER_S, 2000, now_ms);
    bucket_init(&v->messages, 2 * (int64_t)NET_ADDRESS_MESSAGES_PER_S, 2000, now_ms);
    *head_of(l, who) = v;
    put_in_line(l, v);
    assert(l->oldest != NULL && l->newest == v && v->newer == NULL);
    return v;
}

bool limits_open(struct limits *l, limits_address who, int64_t now_ms, bool *drop) {
    struct visitor *v = meet(l, who, now_ms);
    const int32_t most = who == LIMITS_PROXY ? l->options.connections_all : l->options.connections;
    *drop = v->connections >= most + LIMITS_TOLERATED_MAX ||
            l->connections >= l->options.connections_all + LIMITS_TOLERATED_MAX;
    if (*drop)
        return false;
    v->connections++;
    l->connections++;
    assert(l->connections >= v->connections);
    return v->connections <= most && l->connections <= l->options.connections_all;
}

void limits_close(struct limits *l, limits_address who, int64_t now_ms) {
    struct visitor *v = meet(l, who, now_ms);
    assert(v->connections > 0 && l->connections > 0);
    v->connections--;
    l->connections--;
    assert(v->connections > 0 || v->queued == 0);
}

int32_t limits_connections(const struct limits *l) {
    return l->connections;
}

int64_t limits_game(struct limits *l, limits_address who, int64_t now_ms) {
    return bucket_take(&meet(l, who, now_ms)->games, now_ms);
}

int64_t limits_request(struct limits *l, limits_address who, int64_t now_ms) {
    return bucket_take(&meet(l, who, now_ms)->requests, now_ms);
}

void limits_spend(struct limits *l, limits_address who, int64_t requests, int64_t now_ms) {
    bucket_spend(&meet(l, who, now_ms)->requests, requests, now_ms);
}

int64_t limits_move(struct limits *l, limits_address who, int64_t now_ms) {
    return bucket_take(&meet(l, who, now_ms)->moves, now_ms);
}

int64_t limits_message(struct limits *l, limits_address who, int64_t now_ms) {
    return bucket_charge(&meet(l, who, now_ms)->messages, now_ms);
}

int64_t limits_queue(struct limits *l, limits_address who, int64_t bytes, int64_t now_ms) {
    struct visitor *v = meet(l, who, now_ms);
    assert(v->connections > 0 && v->queued + bytes >= 0);
    v->queued += bytes;
    return v->queued;
}
