/* A queue of jobs in Redis, between programs that want games (senders) and programs that play them
 * (workers), on any number of machines. docs/adr/0028 says how it works and what it survives,
 * docs/formats/queue.md what is in Redis.
 *
 * A build without hiredis has the same functions; they say which package is missing. */
#ifndef QUEUE_QUEUE_H
#define QUEUE_QUEUE_H

#include "pessoi/err.h"

#include <stdatomic.h>

/* How to reach a queue. All pointers are borrowed. */
struct queue_config {
    const char *url;         /* url.h */
    const char *password;    /* NULL: none */
    const char *ca;          /* file of authorities for TLS; NULL: the system's */
    const atomic_bool *stop; /* once true, waiting ends; NULL: never */
};

/* A correct address, and a build that has queues? Connects to nothing. */
PES_MUST_USE enum pes_err queue_check(const struct queue_config *config, struct pes_note *note);

#endif
