/* Growing text buffers, edit distance, and UTF-8. A buffer doubles its capacity; once an allocation
 * has failed it stays failed, and appending does nothing. */
#include "core/str.h"
#include "core/mem.h"

#include <assert.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* The text of every buffer without memory of its own (`cap` 0). It is never written to. */
static const char empty[1] = "";

void str_init(struct str *s) {
    *s = (struct str){.text = (char *)(uintptr_t)empty};
}

void str_release(struct str *s) {
    if (s->cap > 0)
        mem_free(s->text);
    str_init(s);
}

void str_clear(struct str *s) {
    s->length = 0;
    if (s->cap > 0)
        s->text[0] = '\0';
}

/* Reserves memory for `extra` more bytes and the NUL; on failure sets `failed` and returns false.
 */
static bool reserve(struct str *s, size_t extra) {
    assert(s->cap == 0 ? s->length == 0 : s->length < s->cap);
    if (s->failed)
        return false;
    if (extra < s->cap - s->length)
        return true;
    if (extra >= SIZE_MAX / 2 - s->length) {
        s->failed = true;
        return false;
    }
    size_t cap = s->cap < 64 ? 64 : s->cap;
    while (cap <= s->length + extra)
        cap *= 2;
    char *text = mem_grow(s->cap > 0 ? s->text : NULL, cap);
    if (!text) {
        s->failed = true;
        return false;
    }
    text[s->length] = '\0';
    s->text = text;
    s->cap = cap;
    return true;
}

void str_add_bytes(struct str *s, const char *bytes, size_t length) {
    if (length == 0 || !reserve(s, length))
        return;
    memcpy(s->text + s->length, bytes, length);
    s->length += length;
    s->text[s->length] = '\0';
}

void str_add(struct str *s, const char *text) {
    str_add_bytes(s, text, strlen(text));
}

void str_add_char(struct str *s, char c) {
    str_add_bytes(s, &c, 1);
}

void str_add_str(struct str *s, const struct str *other) {
    str_add_bytes(s, other->text, other->length);
    s->failed |= other->failed;
}

void str_addf(struct str *s, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    /* Format twice: the first pass only measures. */
    const int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    assert(length >= 0);
    if (length > 0 && reserve(s, (size_t)length)) {
        vsnprintf(s->text + s->length, (size_t)length + 1, format, again);
        s->length += (size_t)length;
    }
    va_end(again);
}

void str_say(struct str *s, enum pes_lang lang, const struct pes_text *text,
             const struct pes_arg args[]) {
    const size_t length = pes_say(lang, text, args, NULL, 0);
    if (length == 0 || !reserve(s, length))
        return;
    pes_say(lang, text, args, s->text + s->length, length + 1);
    s->length += length;
}

enum pes_err str_err(const struct str *s) {
    return s->failed ? PES_ERR_NOMEM : PES_ERR_OK;
}

/* The Damerau-Levenshtein distance (with transpositions of neighbours), by dynamic programming. */
int str_distance(const char *typed, size_t length, const char *name) {
    enum { LONGEST = 32 };
    const size_t name_length = strlen(name);
    const int far = length < 3   ? 0
                    : length < 6 ? 1
                                 : 2; /* errors allowed in a word of this length */
    if (length > LONGEST || name_length > LONGEST)
        return -1;

    /* Three rows of the table are enough: a transposition refers to two rows back. */
    int rows[3][LONGEST + 1];
    for (size_t j = 0; j <= name_length; j++)
        rows[0][j] = (int)j;
    for (size_t i = 1; i <= length; i++) {
        int *row = rows[i % 3];
        const int *above = rows[(i - 1) % 3];
        row[0] = (int)i;
        for (size_t j = 1; j <= name_length; j++) {
            int best = above[j - 1] + (typed[i - 1] != name[j - 1]);
            best = above[j] + 1 < best ? above[j] + 1 : best;
            best = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
            if (i > 1 && j > 1 && typed[i - 1] == name[j - 2] && typed[i - 2] == name[j - 1]) {
                const int swapped = rows[(i - 2) % 3][j - 2] + 1;
                best = swapped < best ? swapped : best;
            }
            row[j] = best;
        }
    }
    const int distance = rows[length % 3][name_length];
    return distance <= far ? distance : -1;
}

/* The length of a character by its lead byte; 0 for a byte that is not a lead byte. */
static int lead_length(unsigned char lead) {
    if (lead < 0x80)
        return 1;
    if (lead < 0xc2)
        return 0; /* a continuation, or an overlong form of ASCII */
    if (lead < 0xe0)
        return 2;
    if (lead < 0xf0)
        return 3;
    return lead < 0xf5 ? 4 : 0;
}

int utf8_char(const char *text, size_t length) {
    assert(length > 0);
    const unsigned char *at = (const unsigned char *)text;
    const int count = lead_length(at[0]);
    if (count <= 1 || (size_t)count > length)
        return 1;
    for (int i = 1; i < count; i++)
        if ((at[i] & 0xc0) != 0x80)
            return 1;
    /* The second byte reveals overlong forms, surrogates and code points above U+10FFFF. */
    const bool bad = (at[0] == 0xe0 && at[1] < 0xa0) || (at[0] == 0xed && at[1] > 0x9f) ||
                     (at[0] == 0xf0 && at[1] < 0x90) || (at[0] == 0xf4 && at[1] > 0x8f);
    return bad ? 1 : count;
}

int utf8_width(const char *text, size_t length) {
    int width = 0;
    for (size_t i = 0; i < length; i += (size_t)utf8_char(text + i, length - i))
        width++;
    return width;
}

bool utf8_control(const char *at, int count) {
    const unsigned char lead = (unsigned char)at[0];
    if (count == 1)
        return lead < 0x20 || lead >= 0x7f;
    return lead == 0xc2 && (unsigned char)at[1] < 0xa0; /* U+0080 .. U+009F */
}

bool utf8_bidi(const char *at, int count) {
    const unsigned char *c = (const unsigned char *)at;
    if (count == 2)
        return c[0] == 0xd8 && c[1] == 0x9c;
    return count == 3 && c[0] == 0xe2 &&
           ((c[1] == 0x80 && (c[2] == 0x8e || c[2] == 0x8f || (c[2] >= 0xaa && c[2] <= 0xae))) ||
            (c[1] == 0x81 && c[2] >= 0xa6 && c[2] <= 0xa9));
}

bool utf8_valid(const char *text, size_t length) {
    for (size_t i = 0; i < length;) {
        const int count = utf8_char(text + i, length - i);
        const unsigned char lead = (unsigned char)text[i];
        if (lead == 0 || (count == 1 && lead >= 0x80))
            return false;
        i += (size_t)count;
    }
    return true;
}
