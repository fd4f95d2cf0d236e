/* JSON from outside, read strictly, member by member: requests and stored games.
 *
 * A reader remembers the first error and goes on with harmless values, so that its user reads all
 * members in a row and checks `code` once. The document owns the texts that are returned. */
#ifndef ROOMS_DOCUMENT_H
#define ROOMS_DOCUMENT_H

#include "rooms/request.h"

#include <jansson.h>

enum { DOCUMENT_DEPTH_MAX = 8 };

struct document_reader {
    json_t *root; /* an object; NULL if nothing could be read */
    enum request_code code;
    struct refusal *why; /* borrowed; may be NULL */
};

/* Makes jansson allocate through core/mem. Called once, before anything else uses jansson. */
void document_setup(void);

/* Reads bytes[0..length) as one object; the caller calls json_decref(reader->root). If memory runs
 * out inside a string, jansson reports bad syntax, and so does this. */
PES_MUST_USE enum request_code document_read(struct document_reader *reader, const char *bytes,
                                             size_t length, size_t length_max, struct refusal *why);

/* Remembers a refusal unless there is one already. */
void document_refuse(struct document_reader *reader, enum request_code code,
                     const struct pes_text *why, const struct pes_arg args[]);

/* A member that may be missing or null (returns NULL) but not of another kind. */
json_t *document_member(struct document_reader *reader, const json_t *object, const char *key,
                        json_type kind);

/* The same for a member that must not be missing. */
json_t *document_needs(struct document_reader *reader, const json_t *object, const char *key,
                       json_type kind);

/* Text of at most `chars_max` characters; `otherwise` if it is missing. */
const char *document_text(struct document_reader *reader, const json_t *object, const char *key,
                          int chars_max, const char *otherwise);
const char *document_needs_text(struct document_reader *reader, const json_t *object,
                                const char *key, int chars_max);

/* true or false; `usual` if it is missing or null. */
bool document_bool(struct document_reader *reader, const json_t *object, const char *key,
                   bool usual);

/* An integer in min..max; `otherwise` if it is missing. */
int64_t document_int(struct document_reader *reader, const json_t *object, const char *key,
                     int64_t min, int64_t max, int64_t otherwise);
int64_t document_needs_int(struct document_reader *reader, const json_t *object, const char *key,
                           int64_t min, int64_t max);

/* A list of 1 to REQUEST_CELLS_MAX cells, each from 0 to 32767; returns how many. 0: refused. */
int document_cells(struct document_reader *reader, const json_t *object, const char *key,
                   int16_t out[REQUEST_CELLS_MAX]);

/* Is it an id or key: `length` base64url characters? */
bool document_is_token(const char *text, size_t length);

#endif
