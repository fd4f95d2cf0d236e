/* Text buffers that grow. A failed allocation is recorded in the buffer: append without checks,
 * then call str_err() once at the end. `text` is always NUL-terminated and never NULL. */
#ifndef CORE_STR_H
#define CORE_STR_H

#include "pessoi/err.h"

#include <stdbool.h>
#include <stddef.h>

struct str {
    char *text;
    size_t length; /* without the NUL */
    size_t cap;    /* 0: `text` is the static empty string */
    bool failed;   /* out of memory; `text` is incomplete */
};

void str_init(struct str *s);
void str_release(struct str *s);
void str_clear(struct str *s); /* empty again; keeps the memory */
void str_add(struct str *s, const char *text);
void str_add_bytes(struct str *s, const char *bytes, size_t length);
void str_add_char(struct str *s, char c);
void str_add_str(struct str *s, const struct str *other); /* copies `failed`, too */
void str_addf(struct str *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
void str_say(struct str *s, enum pes_lang lang, const struct pes_text *text,
             const struct pes_arg args[]);

/* PES_ERR_NOMEM if anything was lost since str_init(), else PES_ERR_OK. */
enum pes_err str_err(const struct str *s);

/* The edit distance between what was typed and `name`: letters wrong, missing, added, or two
 * neighbours swapped. -1 if it is too large for a typing error. For "the nearest is ..". */
int str_distance(const char *typed, size_t length, const char *name);

/* The width of UTF-8 text in a terminal: one column per character (we write no wider ones). */
int utf8_width(const char *text, size_t length);

/* Bytes of the first character of text[0..length), length > 0; 1 for a byte of invalid UTF-8. */
int utf8_char(const char *text, size_t length);

/* Is the character of `count` bytes (by utf8_char()) a control character, or invalid UTF-8? */
bool utf8_control(const char *at, int count);

/* Is it a bidi control character (U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069)? They
 * could make one name look like another. */
bool utf8_bidi(const char *at, int count);

/* Is all of it UTF-8 without NUL? */
bool utf8_valid(const char *text, size_t length);

#endif
