/* What a queue is doing: for `pessoi queue`. */
#ifndef QUEUE_SHOW_H
#define QUEUE_SHOW_H

#include "queue/queue.h"

#include <stdint.h>

enum { SHOW_TEXT_SIZE = 256, SHOW_REASONS_MAX = 5, SHOW_LIST_MAX = 1000 };

struct show_worker {
    char name[SHOW_TEXT_SIZE], host[SHOW_TEXT_SIZE], version[SHOW_TEXT_SIZE];
    int64_t pid, slots, games, running, since_ms;
    double rate;
};

/* Somebody who wants games. */
struct show_run {
    char host[SHOW_TEXT_SIZE], what[SHOW_TEXT_SIZE];
    int64_t pid, games, done; /* games: 0 if not known */
};

struct show {
    int32_t worker_count, run_count, reason_count;
    struct show_worker *workers;                    /* owned; live ones, at most SHOW_LIST_MAX */
    struct show_run *runs;                          /* owned */
    int64_t waiting, running;                       /* jobs */
    int64_t done, failed;                           /* since the queue exists */
    double rate;                                    /* games per second, of all workers */
    double left_seconds;                            /* until all runs are done; < 0: not known */
    char reasons[SHOW_REASONS_MAX][SHOW_TEXT_SIZE]; /* of jobs set aside, the last first */
};

/* Fails with the errors of conn_open(). The caller releases *out if it succeeds. */
PES_MUST_USE enum pes_err show_read(const struct queue_config *config, struct show *out,
                                    struct pes_note *note);
void show_release(struct show *s);

/* Deletes everything that belongs to the queue. Senders that still run add their jobs again. */
PES_MUST_USE enum pes_err show_clear(const struct queue_config *config, struct pes_note *note);

#endif
