/* The nearest of several words by str_distance(), for "did you mean ..?". */
#include "core/nearest.h"

#include "core/str.h"

#include <string.h>

void nearest_take(struct nearest *n, const char *word, int slips) {
    if (slips >= 0 && (n->word == NULL || slips < n->slips))
        *n = (struct nearest){.word = word, .slips = slips};
}

void nearest_offer(struct nearest *n, const char *typed, size_t length, const char *word) {
    nearest_take(n, word, str_distance(typed, length, word));
}

const char *nearest_word(const char *typed, const char *const words[], int count) {
    struct nearest n = {.word = NULL};
    for (int i = 0; i < count; i++)
        nearest_offer(&n, typed, strlen(typed), words[i]);
    return n.word;
}
