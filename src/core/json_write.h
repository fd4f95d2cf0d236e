/* Writes JSON into a text buffer value by value, without building a tree first.
 *
 *     put_open(out, NULL, '{');
 *     put_text(out, "name", name);
 *     put_open(out, "cells", '[');
 *     put_int(out, NULL, 112);
 *     put_close(out, ']');
 *     put_close(out, '}');                    {"name":"..","cells":[112]}
 *
 * A key is NULL inside a list and for the outermost value. The writer adds commas by itself. Keys
 * are constants and are not escaped; texts are escaped, and invalid UTF-8 in them becomes U+FFFD,
 * so that the output is always valid JSON. */
#ifndef CORE_JSON_WRITE_H
#define CORE_JSON_WRITE_H

#include "core/said.h"

#include <stdbool.h>
#include <stdint.h>

void put_open(struct str *out, const char *key, char bracket);
void put_close(struct str *out, char bracket);

void put_text(struct str *out, const char *key, const char *text); /* null if text is NULL */
void put_bytes(struct str *out, const char *key, const char *text, size_t length);
void put_int(struct str *out, const char *key, int64_t n);
void put_uint(struct str *out, const char *key, uint64_t n);
void put_real(struct str *out, const char *key, double x); /* null if x is not finite */
/* The same with 17 significant digits, which read back as the same number; whole ones as "3.0". */
void put_exact(struct str *out, const char *key, double x);
void put_bool(struct str *out, const char *key, bool yes);
void put_null(struct str *out, const char *key);

/* A sentence in every language: {"en":"..","el":".."}. */
void put_word(struct str *out, const char *key, const struct pes_text *text,
              const struct pes_arg args[]);

/* A text that was built in every language. */
void put_said(struct str *out, const char *key, const struct said *said);

/* A value that is JSON already. */
void put_raw(struct str *out, const char *key, const char *json, size_t length);

#endif
