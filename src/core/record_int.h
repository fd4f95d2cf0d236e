/* Private to the record*.c files and gamelist.c.
 *
 * Nodes are numbered in the order in which they were added, so a node's number is larger than its
 * parent's. All tokens and comments are stored in one pool, each with its NUL; pointers into it are
 * valid until the record changes. */
#ifndef CORE_RECORD_INT_H
#define CORE_RECORD_INT_H

#include "pessoi/record.h"

enum {
    RECORD_TAGS_MAX = 256,
    RECORD_KEY_MAX = 64,      /* bytes of a tag's key */
    RECORD_POOL_MAX = 1 << 30 /* bytes of tokens and comments */
};

/* The position of a tag or token in the parsed text; 0 in a record made by function calls. */
struct record_place {
    int32_t line; /* from 1 */
    int32_t pos;  /* byte in that line, from 1 */
};

struct record_tag {
    char *key; /* one block: the key, NUL, the value, NUL */
    const char *value;
    struct record_place place; /* of the value's first character */
};

struct record_node {
    int32_t parent;     /* -1: the start */
    int32_t child;      /* the first one, -1: none */
    int32_t child_last; /* so that appending a child is O(1) */
    int32_t next;       /* the parent's next child, -1: none */
    int32_t depth;      /* the number of variations that contain it */
    uint32_t token;     /* offset in the pool */
    uint32_t comment;   /* offset in the pool, 0: none */
    struct record_place place;
};

struct pes_record {
    struct record_tag *tags;
    int32_t tag_count, tag_cap;
    struct record_node *nodes; /* [0] is the start */
    int32_t node_count, node_cap;
    char *pool; /* byte 0 is the empty token of the start */
    uint32_t pool_used, pool_cap;
};

/* A tag by its key, or NULL. */
const struct record_tag *record_find(const struct pes_record *r, const char *key);

/* Is it [A-Za-z][A-Za-z0-9_-]*, at most RECORD_KEY_MAX bytes? */
bool record_is_key(const char *text, size_t length);

/* Is it one of 1-0, 0-1, 1/2-1/2 and *? */
bool record_is_result(const char *text, size_t length);

/* Length of a move number such as `12.` or `12...` at the front; 0 if there is none. */
size_t record_number_length(const char *text, size_t length);

/* Can it be part of a token? Blanks, brackets, quotes and control characters cannot. */
bool record_is_token_char(char c);

/* Is it a space, a tab or part of a line end? */
bool record_is_blank(char c);

/* Bytes of the byte order mark with which a text may begin; 0: it has none. */
size_t record_mark_length(const char *text, size_t length);

/* As pes_record_set() and pes_record_add(), for text that is known to be well formed, with its
 * position in the parsed text. */
PES_MUST_USE enum pes_err record_put_tag(struct pes_record *r, const char *key, size_t key_length,
                                         const char *value, size_t value_length,
                                         struct record_place place);
PES_MUST_USE enum pes_err record_put_node(struct pes_record *r, int parent, const char *token,
                                          size_t length, struct record_place place, int *out);

/* Appends bytes to the pool, without a NUL. On error nothing changes. */
PES_MUST_USE enum pes_err record_pool_add(struct pes_record *r, const char *bytes, size_t length);

#endif
