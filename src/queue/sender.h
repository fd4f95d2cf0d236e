/* A runner whose jobs are played by the workers of a queue: the sender's end.
 *
 * It keeps every job until its result is there, so that whatever the queue loses is added again; a
 * result counts once, whoever sends it twice. Results are checked: see wire.h. */
#ifndef QUEUE_SENDER_H
#define QUEUE_SENDER_H

#include "arena/runner.h"
#include "queue/queue.h"

enum {
    SENDER_FLIGHTS_MAX = 1024, /* jobs in the queue at once */
    SENDER_FLIGHTS_MIN = 64,
    SENDER_PER_SLOT = 4 /* of them per game that the workers play at once */
};

struct sender {
    struct queue_config queue;
    const char *what; /* who wants the games, for `pessoi queue`: "match" */
    int64_t games;    /* how many are wanted in all; 0: not known */

    /* Tells a person what is going on. */
    void (*say)(void *to, const struct pes_text *what, const struct pes_arg args[]);
    void *to;

    struct pes_runner_maker maker; /* set by sender_init() */
};

/* Fills in the maker. The struct is borrowed by it. */
void sender_init(struct sender *sender);

#endif
