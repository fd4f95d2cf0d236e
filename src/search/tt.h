/* Transposition table: what a search found out about positions, by their keys.
 *
 * Any number of threads store and probe at the same time without a lock. An entry is two words of
 * 64 bits, each read and written whole (relaxed atomics). The second word holds a check computed
 * from the key and the first word, so that a torn entry looks like no entry at all.
 *
 * At least 60 bits of the key are compared: some choose the bucket, the others are checked. Two
 * positions with one key share an entry, so a move found here may be illegal and must be checked.
 *
 * With one thread the contents depend only on what was stored since the last tt_clear(). */
#ifndef SEARCH_TT_H
#define SEARCH_TT_H

#include "pessoi/game.h"

enum tt_bound {
    TT_NONE,  /* no score is known */
    TT_LOWER, /* the true score is at least this (a fail high) */
    TT_UPPER, /* at most this (a fail low) */
    TT_EXACT
};

enum { TT_DEPTH_MAX = 127 };

struct tt_entry {
    pes_move move; /* the best one, or PES_MOVE_NONE */
    int32_t score; /* with distances from the position itself: score_to_tt() */
    int32_t depth; /* 0..TT_DEPTH_MAX */
    enum tt_bound bound;
};

struct tt;

/* A table of at most `megabytes`, empty. NULL: out of memory. 0 megabytes hold nothing: every probe
 * fails. */
struct tt *tt_new(int32_t megabytes);
void tt_free(struct tt *t); /* NULL is fine */
void tt_clear(struct tt *t);

/* A new search begins: the entries there already are older, and are replaced first. */
void tt_age(struct tt *t);

/* False: nothing is known, and *out is unchanged. */
bool tt_probe(const struct tt *t, uint64_t key, struct tt_entry *out);
void tt_store(struct tt *t, uint64_t key, const struct tt_entry *entry);

/* Prefetches the bucket of a key into the cache. */
void tt_prefetch(const struct tt *t, uint64_t key);

#endif
