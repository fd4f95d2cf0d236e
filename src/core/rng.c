/* Seeding and splitting of the generator; pessoi/rng.h has the generator itself. */
#include "pessoi/rng.h"
#include "pessoi/hash.h"

/* splitmix64 (Steele, Lea and Flood 2014): mixes a counter that grows by `step`. */
static const uint64_t step = 0x9e3779b97f4a7c15u;

void pes_rng_init(struct pes_rng *rng, uint64_t seed) {
    /* The four counters differ and the mix is a bijection: at most one word can be zero. */
    for (int i = 0; i < 4; i++) {
        seed += step;
        rng->s[i] = pes_hash_mix(seed);
    }
}

struct pes_rng pes_rng_split(const struct pes_rng *parent, uint64_t key) {
    /* Every step is a bijection of `seed`: two keys of one parent never give the same stream. */
    uint64_t seed = pes_hash_mix(key + step);
    for (int i = 0; i < 4; i++)
        seed = pes_hash_mix((seed ^ parent->s[i]) + step);
    struct pes_rng child;
    pes_rng_init(&child, seed);
    return child;
}
