/* Population count by function multiversioning.
 *
 * Baseline x86-64 lacks the popcnt instruction, although every machine of the last fifteen years
 * has it. Functions that count many bits are written once, as ABALONE_INLINE with a constant
 * parameter `popcnt`, and compiled twice; rules_open() asks the CPU which version to use, so that
 * one binary runs everywhere. */
#ifndef ABALONE_BITS_H
#define ABALONE_BITS_H

#include "games/abalone/abalone.h"

#define ABALONE_INLINE static inline __attribute__((always_inline))

/* `popcnt` is a compile-time constant after inlining: the branch costs nothing. */
ABALONE_INLINE int abalone_count_bits(uint64_t set, bool popcnt) {
    return popcnt ? __builtin_popcountll(set) : abalone_bits(set);
}

#if defined(__x86_64__)
#define ABALONE_POPCNT __attribute__((target("popcnt,bmi")))

/* May functions marked ABALONE_POPCNT be called here? */
static inline bool abalone_has_popcnt(void) {
    __builtin_cpu_init();
    return __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi");
}
#else
#define ABALONE_POPCNT
static inline bool abalone_has_popcnt(void) {
    return false;
}
#endif

#endif
