/* Case folding, to compare words as people type them: case does not matter, nor do the accents
 * that Greek capitals do not have. */
#ifndef CORE_FOLD_H
#define CORE_FOLD_H

#include <stddef.h>

enum { WORD_FOLDED_MAX = 64 /* bytes of a folded word, NUL included */ };

/* Lower case, without Greek accents, final sigma as σ; truncated to fit. Returns `out`. */
const char *word_fold(const char *word, size_t length, char out[WORD_FOLDED_MAX]);

#endif
