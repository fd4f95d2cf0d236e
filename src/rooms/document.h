/* JSON from outside, read strictly: what a request or a stored game says, member by member.
 *
 * A reader remembers the first thing that was wrong and goes on with harmless values, so that
 * whoever reads asks for all members in a row and looks at `code` once. Texts that it hands out
 * belong to the document. */
#ifndef ROOMS_DOCUMENT_H
#define ROOMS_DOCUMENT_H

#include "rooms/request.h"

#include <jansson.h>

enum { DOCUMENT_DEPTH_MAX = 8 };

struct document_reader {
    json_t *root; /* an object; NULL where nothing could be read */
    enum request_code code;
    struct refusal *why; /* borrowed; may be NULL */
};

/* All of jansson's memory comes through core/mem. Call once, before anything else uses it. */
void document_setup(void);

/* Reads bytes[0..length) as one object; json_decref(reader->root) is the caller's. Where memory
 * runs out in the middle of a word jansson cannot tell it from bad syntax, and neither can this. */
PES_MUST_USE enum request_code document_read(struct document_reader *reader, const char *bytes,
                                             size_t length, size_t length_max, struct refusal *why);

/* Remembers a refusal unless there is one already. */
void document_refuse(struct document_reader *reader, enum request_code code,
                     const struct pes_text *why, const struct pes_arg args[]);

/* A member that may be missing or null (then NULL) but not of another kind. */
json_t *document_member(struct document_reader *reader, const json_t *object, const char *key,
                        json_type kind);

/* The same, and missing is wrong. */
json_t *document_needs(struct document_reader *reader, const json_t *object, const char *key,
                       json_type kind);

/* Text of at most `chars_max` characters; `otherwise` where it is missing. */
const char *document_text(struct document_reader *reader, const json_t *object, const char *key,
                          int chars_max, const char *otherwise);
const char *document_needs_text(struct document_reader *reader, const json_t *object,
                                const char *key, int chars_max);

/* true or false; `usual` where it is missing or null. */
bool document_bool(struct document_reader *reader, const json_t *object, const char *key,
                   bool usual);

/* A whole number in min..max; `otherwise` where it is missing. */
int64_t document_int(struct document_reader *reader, const json_t *object, const char *key,
                     int64_t min, int64_t max, int64_t otherwise);
int64_t document_needs_int(struct document_reader *reader, const json_t *object, const char *key,
                           int64_t min, int64_t max);

/* Is it `length` of the characters that ids and keys are made of? */
bool document_is_token(const char *text, size_t length);

#endif
