/* "Did you mean ..?": of all words offered, the one with the fewest typing slips. */
#ifndef CORE_NEAREST_H
#define CORE_NEAREST_H

#include <stddef.h>

struct nearest {
    const char *word; /* the nearest so far; NULL: none is near enough to suggest */
    int slips;        /* its distance */
};

/* Considers a word at distance `slips`; negative: too far. The first of equally near words wins. */
void nearest_take(struct nearest *n, const char *word, int slips);

/* Considers a word at its str_distance() from typed[0..length). */
void nearest_offer(struct nearest *n, const char *typed, size_t length, const char *word);

/* The nearest of words[0..count), or NULL. */
const char *nearest_word(const char *typed, const char *const words[], int count);

#endif
