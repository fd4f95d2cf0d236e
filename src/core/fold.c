/* Case folding for ASCII and Greek, by a table for accented letters and by code point for the rest.
 */
#include "core/fold.h"

#include "core/str.h"

#include <assert.h>
#include <string.h>

/* Letters that lose an accent; final sigma. All of them have two bytes. */
static const struct {
    const char *from;
    const char *to;
} folds[] = {
    {"ά", "α"}, {"έ", "ε"}, {"ή", "η"}, {"ί", "ι"}, {"ό", "ο"}, {"ύ", "υ"}, {"ώ", "ω"},
    {"ϊ", "ι"}, {"ϋ", "υ"}, {"ΐ", "ι"}, {"ΰ", "υ"}, {"ς", "σ"}, {"Ά", "α"}, {"Έ", "ε"},
    {"Ή", "η"}, {"Ί", "ι"}, {"Ό", "ο"}, {"Ύ", "υ"}, {"Ώ", "ω"}, {"Ϊ", "ι"}, {"Ϋ", "υ"},
};

/* One character to its folded form; returns its length, at most the input's. */
static size_t fold_char(const char *at, size_t length, char out[4]) {
    for (size_t i = 0; i < sizeof folds / sizeof folds[0]; i++)
        if (strlen(folds[i].from) == length && memcmp(folds[i].from, at, length) == 0) {
            assert(length == 2);
            memcpy(out, folds[i].to, 2);
            return 2;
        }
    memcpy(out, at, length);
    const unsigned char first = (unsigned char)at[0];
    if (length == 1 && first >= 'A' && first <= 'Z')
        out[0] = (char)(first + ('a' - 'A'));
    if (first == '\0')
        out[0] = '\1'; /* a NUL must not end the folded word early */
    if (length == 2 && first == 0xce) {
        /* Capital alpha to omega are U+0391 to U+03A9; the small letters are 0x20 higher. */
        const unsigned code = 0x380u | ((unsigned char)at[1] & 0x3fu);
        if (code >= 0x391 && code <= 0x3a9) {
            out[0] = (char)(0xc0u | ((code + 0x20) >> 6));
            out[1] = (char)(0x80u | ((code + 0x20) & 0x3fu));
        }
    }
    return length;
}

const char *word_fold(const char *word, size_t length, char out[WORD_FOLDED_MAX]) {
    size_t used = 0;
    for (size_t i = 0; i < length;) {
        const size_t step = (size_t)utf8_char(word + i, length - i);
        char folded[4];
        assert(step >= 1 && step <= sizeof folded);
        const size_t n = fold_char(word + i, step, folded);
        if (used + n >= WORD_FOLDED_MAX)
            break; /* truncate at a character boundary */
        memcpy(out + used, folded, n);
        used += n;
        i += step;
    }
    out[used] = '\0';
    return out;
}
