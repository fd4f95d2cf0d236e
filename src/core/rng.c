#include "pessoi/rng.h"
#include "pessoi/hash.h"

/* splitmix64 (Steele, Lea and Flood 2014): a counter in steps of `step`, mixed. */
static const uint64_t step = 0x9e3779b97f4a7c15u;

void pes_rng_init(struct pes_rng *rng, uint64_t seed) {
    /* The mix is a bijection of four different counters: at most one word can be zero. */
    for (int i = 0; i < 4; i++) {
        seed += step;
        rng->s[i] = pes_hash_mix(seed);
    }
}

struct pes_rng pes_rng_split(const struct pes_rng *parent, uint64_t key) {
    /* Every step is a bijection of `seed`, so two keys of one parent never give one stream. */
    uint64_t seed = pes_hash_mix(key + step);
    for (int i = 0; i < 4; i++)
        seed = pes_hash_mix((seed ^ parent->s[i]) + step);
    struct pes_rng child;
    pes_rng_init(&child, seed);
    return child;
}
