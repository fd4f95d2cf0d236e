/* The thinker: an agent's search on a thread of its own, so that an engine can hear its manager
 * meanwhile.
 *
 * One search at a time. The agent and the history are borrowed, and must not change until
 * thinker_finish(). */
#ifndef UGI_THINKER_H
#define UGI_THINKER_H

#include "pessoi/agent.h"

#include <pthread.h>

struct thinker {
    struct pes_agent *agent;
    const struct pes_history *h;
    struct pes_limits limits;
    struct pes_answer answer; /* after thinker_finish() */
    enum pes_err err;
    void (*done)(void *to); /* called on the thread when the search has ended */
    void *done_to;

    int64_t started_ns; /* by clock_now_ns() */
    bool running;       /* between thinker_start() and thinker_finish() */
    atomic_bool stop;
    pthread_t thread;
    pthread_mutex_t lock; /* guards `ended` */
    pthread_cond_t changed;
    bool ended;
};

void thinker_init(struct thinker *t);
void thinker_release(struct thinker *t); /* it does not run */

/* Begins a search with the members agent, h, limits, done. Fails with NOMEM. */
PES_MUST_USE enum pes_err thinker_start(struct thinker *t);

/* Waits until the search has ended, at most until then by clock_now_ns(); has it? */
bool thinker_wait(struct thinker *t, int64_t until_ns);

/* Stops the search and waits for its answer. */
void thinker_finish(struct thinker *t);

#endif
