/* What a search found out about positions, for whoever meets them again: a transposition table.
 *
 * Any number of threads store and probe at the same time without a lock. An entry is two words of
 * 64 bits, each read and written as a whole (relaxed atomics). The second holds a check made of the
 * key and of the first, so that halves of two different entries do not pass for one; they look like
 * no entry at all.
 *
 * A position is known by 60 bits of its key or more: some choose the bucket, the others are
 * checked. Two positions with one key are taken for one, so what is found here must never be
 * trusted to be legal.
 *
 * With one thread the contents depend only on what was stored since the last table_clear(). */
#ifndef SEARCH_TABLE_H
#define SEARCH_TABLE_H

#include "pessoi/game.h"

enum table_bound {
    TABLE_NONE,  /* nothing is known of the score */
    TABLE_LOWER, /* the true score is at least this */
    TABLE_UPPER, /* at most */
    TABLE_EXACT
};

enum { TABLE_DEPTH_MAX = 127 };

struct table_entry {
    pes_move move; /* the best one, or PES_MOVE_NONE */
    int32_t score; /* distances to the end from the position itself: score_to_table() */
    int32_t depth; /* 0..TABLE_DEPTH_MAX */
    enum table_bound bound;
};

struct table;

/* A table of at most `megabytes`, empty. NULL: out of memory. 0 megabytes hold nothing: every probe
 * fails. */
struct table *table_new(int32_t megabytes);
void table_free(struct table *t); /* NULL is fine */
void table_clear(struct table *t);

/* A new search begins: what is there already is older, and gives way first. */
void table_age(struct table *t);

/* False: nothing is known, and *out is unchanged. */
bool table_probe(const struct table *t, uint64_t key, struct table_entry *out);
void table_store(struct table *t, uint64_t key, const struct table_entry *entry);

/* Fetches what a probe will read, so that it need not wait. */
void table_prefetch(const struct table *t, uint64_t key);

#endif
