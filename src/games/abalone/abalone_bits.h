/* Counting bits, for the files that do little else.
 *
 * Plain x86-64 has no instruction for a population count although every machine of the last fifteen
 * years does. So functions that count much are written once, as ABALONE_INLINE ones that are told
 * whether there is such an instruction, and compiled twice; a variant asks the machine once which
 * of the two to use, so that one program runs everywhere. */
#ifndef ABALONE_BITS_H
#define ABALONE_BITS_H

#include "games/abalone/abalone.h"

#define ABALONE_INLINE static inline __attribute__((always_inline))

/* `popcnt` is known when this is compiled: it costs nothing. */
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
