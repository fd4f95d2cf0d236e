/* A JSON writer without a tree: each call appends to the text. Whether a comma is needed follows
 * from the last character written. */
#include "core/json_write.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Writes a comma unless the value is the first of its list or object, and the key. */
static void begin(struct str *out, const char *key) {
    const char *last = out->length > 0 ? &out->text[out->length - 1] : "[";
    if (*last != '[' && *last != '{' && *last != ':')
        str_add_char(out, ',');
    if (key == NULL)
        return;
    assert(strpbrk(key, "\"\\\n") == NULL);
    str_add_char(out, '"');
    str_add(out, key);
    str_add_bytes(out, "\":", 2);
}

void put_open(struct str *out, const char *key, char bracket) {
    assert(bracket == '{' || bracket == '[');
    begin(out, key);
    str_add_char(out, bracket);
}

void put_close(struct str *out, char bracket) {
    assert(bracket == '}' || bracket == ']');
    str_add_char(out, bracket);
}

/* Writes a character that must be escaped. */
static void add_escaped(struct str *out, unsigned char c) {
    switch (c) {
    case '"':
        str_add_bytes(out, "\\\"", 2);
        break;
    case '\\':
        str_add_bytes(out, "\\\\", 2);
        break;
    case '\n':
        str_add_bytes(out, "\\n", 2);
        break;
    default:
        str_addf(out, "\\u%04x", c);
    }
}

/* Writes a JSON string: control characters, quotes and backslashes are escaped, each byte of
 * invalid UTF-8 becomes U+FFFD. */
static void add_quoted(struct str *out, const char *text, size_t length) {
    str_add_char(out, '"');
    size_t from = 0; /* the start of a run without escapes, which is added at once */
    for (size_t i = 0; i < length;) {
        const unsigned char c = (unsigned char)text[i];
        const int size = c < 0x80 ? 1 : utf8_char(text + i, length - i);
        const bool broken = c >= 0x80 && size == 1;
        if (!broken && c >= 0x20 && c != '"' && c != '\\' && c != 0x7f) {
            i += (size_t)size;
            continue;
        }
        str_add_bytes(out, text + from, i - from);
        if (broken)
            str_add(out, "\xef\xbf\xbd");
        else
            add_escaped(out, c);
        from = ++i;
    }
    str_add_bytes(out, text + from, length - from);
    str_add_char(out, '"');
}

void put_bytes(struct str *out, const char *key, const char *text, size_t length) {
    begin(out, key);
    add_quoted(out, text, length);
}

void put_text(struct str *out, const char *key, const char *text) {
    if (text == NULL)
        put_null(out, key);
    else
        put_bytes(out, key, text, strlen(text));
}

void put_uint(struct str *out, const char *key, uint64_t n) {
    /* Positions are lists of hundreds of small numbers; printf() would take most of the time. */
    char digits[20];
    size_t at = sizeof digits;
    do
        digits[--at] = (char)('0' + n % 10);
    while ((n /= 10) > 0);
    begin(out, key);
    str_add_bytes(out, digits + at, sizeof digits - at);
}

void put_int(struct str *out, const char *key, int64_t n) {
    if (n >= 0) {
        put_uint(out, key, (uint64_t)n);
        return;
    }
    begin(out, key);
    str_addf(out, "%" PRId64, n);
}

void put_real(struct str *out, const char *key, double x) {
    if (!isfinite(x)) {
        put_null(out, key);
        return;
    }
    begin(out, key);
    str_addf(out, "%.6g", x);
}

void put_exact(struct str *out, const char *key, double x) {
    if (!isfinite(x)) {
        put_null(out, key);
        return;
    }
    begin(out, key);
    const size_t from = out->length;
    str_addf(out, "%.17g", x);
    if (strpbrk(out->text + from, ".e") == NULL)
        str_add(out, ".0");
}

void put_bool(struct str *out, const char *key, bool yes) {
    begin(out, key);
    str_add(out, yes ? "true" : "false");
}

void put_null(struct str *out, const char *key) {
    begin(out, key);
    str_add(out, "null");
}

void put_said(struct str *out, const char *key, const struct said *said) {
    put_open(out, key, '{');
    for (int lang = 0; lang < PES_LANG_COUNT; lang++) {
        const struct str *text = &said->in[lang];
        put_bytes(out, pes_lang_code((enum pes_lang)lang), text->text, text->length);
        out->failed |= text->failed;
    }
    put_close(out, '}');
}

void put_word(struct str *out, const char *key, const struct pes_text *text,
              const struct pes_arg args[]) {
    struct said said;
    said_init(&said);
    for (int lang = 0; lang < PES_LANG_COUNT; lang++)
        str_say(&said.in[lang], (enum pes_lang)lang, text, args);
    put_said(out, key, &said);
    said_release(&said);
}

void put_raw(struct str *out, const char *key, const char *json, size_t length) {
    begin(out, key);
    str_add_bytes(out, json, length);
}
