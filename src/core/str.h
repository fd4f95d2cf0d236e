/* Text buffers that grow. Running out of memory is remembered, not reported at each step: append
 * at will, then ask str_err() once. `text` is always NUL-terminated and never NULL. */
#ifndef CORE_STR_H
#define CORE_STR_H

#include "pessoi/err.h"

#include <stdbool.h>
#include <stddef.h>

struct str {
    char *text;
    size_t length; /* without the NUL */
    size_t cap;    /* 0: `text` is the static empty string */
    bool failed;   /* memory ran out; `text` lacks something */
};

void str_init(struct str *s);
void str_release(struct str *s);
void str_clear(struct str *s); /* empty again; keeps the memory */
void str_add(struct str *s, const char *text);
void str_add_bytes(struct str *s, const char *bytes, size_t length);
void str_add_char(struct str *s, char c);
void str_add_str(struct str *s, const struct str *other); /* what `other` lacks, *s lacks too */
void str_addf(struct str *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
void str_say(struct str *s, enum pes_lang lang, const struct pes_text *text,
             const struct pes_arg args[]);

/* PES_ERR_NOMEM if anything was lost since str_init(), else PES_ERR_OK. */
enum pes_err str_err(const struct str *s);

/* How many slips of the hand (a letter wrong, missing, added, or two swapped) make `name` into what
 * was typed; -1 where it is too far to be a slip. For "the nearest is ..". */
int str_distance(const char *typed, size_t length, const char *name);

/* Columns that UTF-8 text takes in a terminal: a column a character (we write nothing wider). */
int utf8_width(const char *text, size_t length);

/* Bytes of the character at text[0..length), length > 0; 1 for a byte that is no UTF-8. */
int utf8_char(const char *text, size_t length);

/* Is the character of `count` bytes (as utf8_char() tells) one that a terminal obeys instead of
 * showing it, or a byte that is no UTF-8? */
bool utf8_control(const char *at, int count);

/* Is it UTF-8 throughout, without NUL? */
bool utf8_valid(const char *text, size_t length);

#endif
