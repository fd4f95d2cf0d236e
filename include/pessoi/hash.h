/* Hashing of positions: a 64-bit mixing function, and Zobrist keys (Zobrist 1970) computed by it.
 * Results depend on the values, so they must never change.
 *
 *     uint64_t h = pes_hash_key(TURN, p->player);
 *     for (int cell = 0; cell < CELLS; cell++)
 *         if (p->piece[cell] != EMPTY)
 *             h ^= pes_hash_key(p->piece[cell], cell);
 *
 * A position stored in one or two words needs no loop: pes_hash_key(1, a) ^ pes_hash_key(2, b). */
#ifndef PES_HASH_H
#define PES_HASH_H

#include "pessoi/version.h"

#include <stddef.h>
#include <stdint.h>

/* A bijection that spreads every bit over all of them (splitmix64's finaliser). */
static inline uint64_t pes_hash_mix(uint64_t x) {
    x ^= x >> 30;
    x *= 0xbf58476d1ce4e5b9u;
    x ^= x >> 27;
    x *= 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* The Zobrist key of feature `i` in the family `seed`, computed instead of stored in a table. */
static inline uint64_t pes_hash_key(uint64_t seed, uint64_t i) {
    return pes_hash_mix(seed * 0x9e3779b97f4a7c15u + pes_hash_mix(i + 0x632be59bd9b4e019u));
}

/* The hash of any bytes, e.g. the moves of a game. Pass the hash of what precedes as `seed`. */
PES_API uint64_t pes_hash_bytes(uint64_t seed, const void *bytes, size_t length);

#endif
