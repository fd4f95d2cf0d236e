/* A connection to a Redis: a socket, perhaps with TLS, on which commands are sent and replies come
 * back in the same order. It never blocks longer than its caller allows, and ends waiting when the
 * stop flag is set. hiredis only parses: Debian's version has no TLS and no deadlines. */
#ifndef QUEUE_CONN_H
#define QUEUE_CONN_H

#include "queue/queue.h"
#include "queue/reply.h"
#include "queue/url.h"

struct conn;

/* Connects and authenticates. IO and LATE: it may work later; STOPPED: the stop flag; UNFIT: it
 * will not work until a person changes something (password, certificate). */
PES_MUST_USE enum pes_err conn_open(const struct queue_config *config, const struct url *url,
                                    int64_t until_ns, struct conn **out, struct pes_note *note);
/* NULL is fine. Also ends it for processes that were forked meanwhile. */
void conn_close(struct conn *c);
int conn_fd(const struct conn *c);

/* Adds a command to those that conn_flush() sends; conn_add_bytes() adds to a command that was
 * begun with the number of its words. */
void conn_begin(struct conn *c, int words);
void conn_add(struct conn *c, const char *word);
void conn_add_bytes(struct conn *c, const char *bytes, size_t length);
void conn_add_int(struct conn *c, int64_t number);
/* A whole command of plain words; the last one is NULL. */
void conn_command(struct conn *c, const char *const words[]);
/* Bytes that wait to be sent. */
size_t conn_waiting(const struct conn *c);

/* Sends everything. IO, LATE or STOPPED; the connection is then of no more use, except after
 * STOPPED. */
PES_MUST_USE enum pes_err conn_flush(struct conn *c, int64_t until_ns, struct pes_note *note);

/* Sends everything and waits for the next reply, which the caller frees. LATE at the deadline: the
 * reply may still come. IO: the connection is of no more use. STOPPED only if `stoppable`. */
PES_MUST_USE enum pes_err conn_reply(struct conn *c, int64_t until_ns, bool stoppable,
                                     struct reply **out, struct pes_note *note);

/* What an error reply means: UNFIT for those that only a person can help with, else IO. */
PES_MUST_USE enum pes_err conn_refused(const struct conn *c, const struct reply *error,
                                       struct pes_note *note);

#endif
