/* Hashing of positions: a strong mix of 64 bits and Zobrist keys (Zobrist 1970) from it. The
 * values are part of reproducibility and must never change. */
#ifndef CORE_HASH_H
#define CORE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* A bijection that spreads every bit over all of them (splitmix64's finaliser). */
static inline uint64_t hash_mix(uint64_t x) {
    x ^= x >> 30;
    x *= 0xbf58476d1ce4e5b9u;
    x ^= x >> 27;
    x *= 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* The key of feature `i` in the family `seed`: for Zobrist tables without storing constants. */
static inline uint64_t hash_key(uint64_t seed, uint64_t i) {
    return hash_mix(seed * 0x9e3779b97f4a7c15u + hash_mix(i + 0x632be59bd9b4e019u));
}

/* Any bytes, e.g. the moves of a game, chained by `seed`. */
uint64_t hash_bytes(uint64_t seed, const void *bytes, size_t length);

#endif
