#include "core/words.h"

#include <assert.h>
#include <string.h>

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}

/* Not tolower(), which depends on the locale. */
static char lower(char c) {
    if (c >= 'A' && c <= 'Z')
        c = (char)(c - 'A' + 'a');
    return c;
}

static void skip(struct words *rest, size_t count) {
    assert(count <= rest->length);
    if (count == 0)
        return; /* `at` may be NULL */
    rest->at += count;
    rest->length -= count;
}

struct words words_trim(struct words part) {
    while (part.length > 0 && is_blank(part.at[0]))
        skip(&part, 1);
    while (part.length > 0 && is_blank(part.at[part.length - 1]))
        part.length--;
    return part;
}

struct words words_take(struct words *rest) {
    while (rest->length > 0 && is_blank(rest->at[0]))
        skip(rest, 1);
    struct words word = {rest->at, 0};
    while (word.length < rest->length && !is_blank(rest->at[word.length]))
        word.length++;
    skip(rest, word.length);
    return word;
}

bool words_are(struct words part, const char *text) {
    return strlen(text) == part.length &&
           (part.length == 0 || memcmp(part.at, text, part.length) == 0);
}

bool words_like(struct words part, const char *text) {
    size_t i = 0;
    while (i < part.length && text[i] != '\0' && lower(part.at[i]) == lower(text[i]))
        i++;
    return i == part.length && text[i] == '\0';
}

bool words_number(struct words part, int64_t max, int64_t *out) {
    assert(max >= 9);
    const bool negative = part.length > 0 && part.at[0] == '-';
    if (negative || (part.length > 0 && part.at[0] == '+'))
        skip(&part, 1);
    if (part.length == 0)
        return false;
    int64_t number = 0;
    for (; part.length > 0; skip(&part, 1)) {
        const int digit = part.at[0] - '0';
        if (digit < 0 || digit > 9)
            return false;
        number = number > (max - digit) / 10 ? max : number * 10 + digit;
    }
    *out = negative ? -number : number;
    return true;
}

struct words words_until(struct words *rest, const char *word, bool *found) {
    const struct words all = *rest;
    struct words at = words_take(rest);
    while (at.length > 0 && !words_are(at, word))
        at = words_take(rest);
    *found = at.length > 0;
    const size_t before = *found ? (size_t)(at.at - all.at) : all.length;
    return words_trim((struct words){all.at, before});
}
