/* Random numbers: seedable, splittable, the same on every machine.
 *
 * The generator is xoshiro256++ (Blackman and Vigna 2019), seeded by splitmix64. The program that
 * runs a game draws the numbers; rules never do, except in a hook, from the generator passed to it.
 *
 * Splitting makes streams that depend only on the parent's state and a key, so that game 17 of a
 * match has the same random numbers for all agents, on every thread, in any order of the games. */
#ifndef PES_RNG_H
#define PES_RNG_H

#include "pessoi/version.h"

#include <assert.h>
#include <stdint.h>

struct pes_rng {
    uint64_t s[4]; /* never all zero */
};

/* Every seed, zero included, gives a valid state. */
PES_API void pes_rng_init(struct pes_rng *rng, uint64_t seed);

/* The stream number `key` of `parent`, which does not advance. */
PES_API struct pes_rng pes_rng_split(const struct pes_rng *parent, uint64_t key);

static inline uint64_t pes_rng_next(struct pes_rng *rng) {
    uint64_t *s = rng->s;
    const uint64_t sum = s[0] + s[3];
    const uint64_t result = ((sum << 23) | (sum >> 41)) + s[0];
    const uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = (s[3] << 45) | (s[3] >> 19);
    return result;
}

/* Uniform over 0..n-1, without bias (Lemire 2019); n > 0. */
static inline uint32_t pes_rng_below(struct pes_rng *rng, uint32_t n) {
    assert(n > 0);
    uint64_t m = (pes_rng_next(rng) >> 32) * n;
    if ((uint32_t)m < n) {
        const uint32_t threshold = (uint32_t)(-n) % n;
        while ((uint32_t)m < threshold)
            m = (pes_rng_next(rng) >> 32) * n;
    }
    return (uint32_t)(m >> 32);
}

/* The same from 32 random bits of the caller, so that one draw of the generator serves two calls;
 * it draws more only if these bits must be rejected. */
static inline uint32_t pes_rng_below_by(struct pes_rng *rng, uint32_t bits, uint32_t n) {
    const uint64_t m = (uint64_t)bits * n;
    if ((uint32_t)m < n && (uint32_t)m < (uint32_t)(-n) % n)
        return pes_rng_below(rng, n);
    return (uint32_t)(m >> 32);
}

/* Uniform over [0, 1) with 53 bits. */
static inline double pes_rng_real(struct pes_rng *rng) {
    return (double)(pes_rng_next(rng) >> 11) * 0x1.0p-53;
}

#endif
