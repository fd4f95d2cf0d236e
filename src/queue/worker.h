/* A worker: takes jobs of a queue, plays them in child processes, and sends the results back.
 *
 * One thread (it forks), one loop. It never trusts the queue: a job is text that is parsed, and a
 * program runs only if the worker's operator allowed exactly this one. */
#ifndef QUEUE_WORKER_H
#define QUEUE_WORKER_H

#include "core/str.h"
#include "queue/queue.h"

/* What a worker's operator says about an agent. */
enum worker_leave {
    WORKER_ALLOWED,
    WORKER_FORBIDDEN,
    WORKER_OTHER_FILES /* allowed, but it is not the sender's version */
};

struct worker_config {
    struct queue_config queue; /* its stop flag: begin to drain */
    int32_t slots;             /* games at once */
    int64_t timeout_ms;        /* a worker without a sign of life for so long is dead */
    int64_t drain_ms;          /* time for games under way after the stop flag; < 0: no limit */
    int metrics_port;          /* on 127.0.0.1; 0: none */

    /* Called once after the stop flag was seen: from now on it means "give everything back". */
    void (*rearm)(void);

    /* May this agent, which is a program or names a file, play here? `files` is the hash of the
     * sender's files (process/files.h); NULL: not known. */
    enum worker_leave (*allows)(void *to, const char *agent, const char *files);

    /* One event: its name, and "key=value" pairs for a log. */
    void (*log)(void *to, const char *event, const char *pairs);

    void *to; /* of the functions */
};

/* What a worker has done, for metrics. */
struct worker_counts {
    int64_t games, refused, claimed, aside, stale, reconnects;
    double busy_seconds; /* of all games */
};

/* Works until it is stopped. Fails with UNFIT, SYNTAX and the like if it can never work, with IO if
 * the port for metrics cannot be used, and with NOMEM. */
PES_MUST_USE enum pes_err worker_run(const struct worker_config *config, struct pes_note *note);

#endif
