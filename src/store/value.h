/* A value of a query, for both kinds of database. */
#ifndef STORE_VALUE_H
#define STORE_VALUE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum value_kind { VALUE_NULL, VALUE_INT, VALUE_REAL, VALUE_TEXT, VALUE_BYTES };

struct value {
    enum value_kind kind;
    int64_t number;
    double real;
    const char *bytes; /* borrowed */
    size_t length;     /* of the bytes or the text */
};

static inline struct value value_int(int64_t number) {
    return (struct value){.kind = VALUE_INT, .number = number};
}

static inline struct value value_real(double real) {
    return (struct value){.kind = VALUE_REAL, .real = real};
}

/* NULL is NULL. */
static inline struct value value_bytes(const void *bytes, size_t length) {
    return (struct value){
        .kind = bytes != NULL ? VALUE_BYTES : VALUE_NULL, .bytes = bytes, .length = length};
}

/* UTF-8; NULL is NULL. */
static inline struct value value_text(const char *text) {
    return (struct value){.kind = text != NULL ? VALUE_TEXT : VALUE_NULL,
                          .bytes = text,
                          .length = text != NULL ? strlen(text) : 0};
}

#endif
