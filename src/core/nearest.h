/* "Did you mean ..?": of all words offered, the one with the fewest typing slips. */
#ifndef CORE_NEAREST_H
#define CORE_NEAREST_H

#include <stddef.h>

struct nearest {
    const char *word; /* the nearest so far; NULL: none is near enough to suggest */
    int slips;
};

/* Offers a word that is `slips` away, negative: too far. The first of equals stays. */
void nearest_take(struct nearest *n, const char *word, int slips);

/* Offers a word, by its distance from typed[0..length) as str_distance() counts it. */
void nearest_offer(struct nearest *n, const char *typed, size_t length, const char *word);

/* The nearest of words[0..count), or NULL. */
const char *nearest_word(const char *typed, const char *const words[], int count);

#endif
