#include "queue/reply.h"

#include "core/mem.h"

#include <hiredis/read.h>
#include <string.h>

struct reader {
    redisReader *hiredis;
    size_t nodes, bytes; /* of the reply that is being read */
    bool full;           /* it has too many */
};

/* hiredis 1.0 has changed this type. */
#ifdef REDIS_REPLY_DOUBLE
typedef size_t list_size;
#else
typedef int list_size;
#endif

void reply_free(struct reply *reply) {
    if (reply == NULL)
        return;
    for (size_t i = 0; i < reply->count; i++)
        reply_free(reply->items[i]);
    mem_free(reply->items);
    mem_free(reply->text);
    mem_free(reply);
}

const struct reply *reply_at(const struct reply *list, size_t i) {
    static const struct reply none = {.kind = REPLY_NIL};
    const bool there = list->kind == REPLY_LIST && i < list->count && list->items[i] != NULL;
    return there ? list->items[i] : &none;
}

bool reply_begins(const struct reply *reply, const char *word) {
    return reply->text != NULL && strncmp(reply->text, word, strlen(word)) == 0;
}

/* Makes a node and hangs it into its parent. NULL ends the reply. */
static struct reply *make(const redisReadTask *task, enum reply_kind kind) {
    struct reader *reader = task->privdata;
    if (++reader->nodes > REPLY_NODES_MAX) {
        reader->full = true;
        return NULL;
    }
    struct reply *reply = mem_alloc(sizeof *reply);
    if (reply == NULL)
        return NULL;
    reply->kind = kind;
    if (task->parent != NULL) {
        struct reply *parent = task->parent->obj;
        parent->items[task->idx] = reply;
    }
    return reply;
}

/* Takes a node back that could not be completed. */
static void *drop(const redisReadTask *task, struct reply *reply) {
    if (task->parent != NULL)
        ((struct reply *)task->parent->obj)->items[task->idx] = NULL;
    mem_free(reply);
    return NULL;
}

static void *make_text(const redisReadTask *task, char *bytes, size_t length) {
    struct reader *reader = task->privdata;
    reader->bytes += length;
    if (reader->bytes > REPLY_BYTES_MAX) {
        reader->full = true;
        return NULL;
    }
    struct reply *reply = make(task, task->type == REDIS_REPLY_ERROR    ? REPLY_ERROR
                                     : task->type == REDIS_REPLY_STATUS ? REPLY_STATUS
                                                                        : REPLY_TEXT);
    if (reply == NULL)
        return NULL;
    reply->text = mem_alloc(length + 1);
    if (reply->text == NULL)
        return drop(task, reply);
    memcpy(reply->text, bytes, length);
    reply->length = length;
    return reply;
}

static void *make_list(const redisReadTask *task, list_size count) {
    struct reader *reader = task->privdata;
    struct reply *reply = make(task, REPLY_LIST);
    if (reply == NULL || count == 0)
        return reply;
    if (count < 0 || (size_t)count > REPLY_NODES_MAX - reader->nodes) {
        reader->full = true; /* before memory is taken for what was only announced */
        return drop(task, reply);
    }
    reply->items = mem_alloc((size_t)count * sizeof(struct reply *));
    if (reply->items == NULL)
        return drop(task, reply);
    reply->count = (size_t)count;
    return reply;
}

static void *make_int(const redisReadTask *task, long long integer) {
    struct reply *reply = make(task, REPLY_INT);
    if (reply != NULL)
        reply->integer = integer;
    return reply;
}

static void *make_nil(const redisReadTask *task) {
    return make(task, REPLY_NIL);
}

/* The kinds of newer protocols, which this program has not asked for, are nonsense: hiredis would
 * return a number instead of a pointer for them. */
#ifdef REDIS_REPLY_DOUBLE
static void *refuse_double(const redisReadTask *task, double value, char *text, size_t length) {
    (void)task;
    (void)value;
    (void)text;
    (void)length;
    return NULL;
}

static void *refuse_bool(const redisReadTask *task, int value) {
    (void)task;
    (void)value;
    return NULL;
}
#endif

static void free_object(void *object) {
    reply_free(object);
}

/* Not const only because hiredis asks for it so; nobody changes it. */
static redisReplyObjectFunctions functions = {.createString = make_text,
                                              .createArray = make_list,
                                              .createInteger = make_int,
                                              .createNil = make_nil,
#ifdef REDIS_REPLY_DOUBLE
                                              .createDouble = refuse_double,
                                              .createBool = refuse_bool,
#endif
                                              .freeObject = free_object};

struct reader *reader_new(void) {
    struct reader *reader = mem_alloc(sizeof *reader);
    if (reader == NULL)
        return NULL;
    reader->hiredis = redisReaderCreateWithFunctions(&functions);
    if (reader->hiredis == NULL) {
        mem_free(reader);
        return NULL;
    }
    reader->hiredis->privdata = reader;
    return reader;
}

void reader_free(struct reader *reader) {
    if (reader == NULL)
        return;
    redisReaderFree(reader->hiredis);
    mem_free(reader);
}

bool reader_feed(struct reader *reader, const char *bytes, size_t length) {
    return redisReaderFeed(reader->hiredis, bytes, length) == REDIS_OK;
}

enum reader_state reader_take(struct reader *reader, struct reply **out) {
    void *reply = NULL;
    *out = NULL;
    if (reader->hiredis->len - reader->hiredis->pos > REPLY_BYTES_MAX)
        return READER_TOO_MUCH;
    if (redisReaderGetReply(reader->hiredis, &reply) != REDIS_OK)
        return reader->full ? READER_TOO_MUCH : READER_NONSENSE;
    if (reply == NULL)
        return READER_MORE;
    reader->nodes = reader->bytes = 0;
    *out = reply;
    return READER_REPLY;
}
