/* An answer of Redis as a tree, made by the parser of hiredis with bounds of our own: the other end
 * need not be a Redis. */
#ifndef QUEUE_REPLY_H
#define QUEUE_REPLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    REPLY_BYTES_MAX = 64 << 20, /* of one answer */
    REPLY_NODES_MAX = 1 << 18   /* of one answer */
};

enum reply_kind { REPLY_NIL, REPLY_TEXT, REPLY_STATUS, REPLY_ERROR, REPLY_INT, REPLY_LIST };

struct reply {
    enum reply_kind kind;
    int64_t integer;
    char *text; /* NUL-terminated; may contain others */
    size_t length;
    struct reply **items; /* of a list; none is NULL */
    size_t count;
};

void reply_free(struct reply *reply); /* NULL is fine */

/* Item i of a list; a reply of the kind NIL if there is none, or if it is no list. */
const struct reply *reply_at(const struct reply *list, size_t i);

/* Is it text, a status or an error that begins with this word? */
bool reply_begins(const struct reply *reply, const char *word);

/* The parser. */
struct reader;
struct reader *reader_new(void); /* NULL: no memory */
void reader_free(struct reader *reader);

enum reader_state { READER_MORE, READER_REPLY, READER_NONSENSE, READER_TOO_MUCH };
/* Adds bytes from the connection; false: no memory. */
bool reader_feed(struct reader *reader, const char *bytes, size_t length);
/* Takes the next whole reply, which the caller frees. */
enum reader_state reader_take(struct reader *reader, struct reply **out);

#endif
