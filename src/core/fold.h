/* Words as people type them: what differs by case, or by the accents that Greek capitals do not
 * have, is the same word. */
#ifndef CORE_FOLD_H
#define CORE_FOLD_H

#include <stddef.h>

enum { WORD_FOLDED_MAX = 64 /* bytes of a folded word, NUL included */ };

/* Lower case without Greek accents, final sigma as the other one; cut to fit. Returns `out`. */
const char *word_fold(const char *word, size_t length, char out[WORD_FOLDED_MAX]);

#endif
