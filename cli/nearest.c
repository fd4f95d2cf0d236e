#include "cli/nearest.h"

#include <stdlib.h>
#include <string.h>

enum { WORD_MAX = 32 }; /* longer words are nobody's typing slip */

static int least(int a, int b, int c) {
    const int ab = a < b ? a : b;
    return ab < c ? ab : c;
}

/* Damerau's distance in its restricted form: no letter is touched twice. */
static int slips(const char *a, int a_length, const char *b, int b_length) {
    int d[WORD_MAX + 1][WORD_MAX + 1];
    for (int i = 0; i <= a_length; i++)
        d[i][0] = i;
    for (int j = 0; j <= b_length; j++)
        d[0][j] = j;
    for (int i = 1; i <= a_length; i++) {
        for (int j = 1; j <= b_length; j++) {
            const int change = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            d[i][j] = least(d[i - 1][j] + 1, d[i][j - 1] + 1, change);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                d[i - 2][j - 2] + 1 < d[i][j])
                d[i][j] = d[i - 2][j - 2] + 1;
        }
    }
    return d[a_length][b_length];
}

const char *nearest_word(const char *typed, const char *const words[], int count) {
    const size_t length = strlen(typed);
    if (length == 0 || length > WORD_MAX)
        return NULL;
    const char *best = NULL;
    int best_slips = 1 + (length < 3 ? 1 : length < 6 ? 2 : 3);
    for (int i = 0; i < count; i++) {
        const size_t word_length = strlen(words[i]);
        if (word_length > WORD_MAX)
            continue;
        const int n = slips(typed, (int)length, words[i], (int)word_length);
        if (n < best_slips) {
            best_slips = n;
            best = words[i];
        }
    }
    return best;
}
