/* A bounded number of threads that think, in fair order.
 *
 * Each address has a line of its own. The next job comes from the line that has used the least
 * thinking time lately. Of one line at most `line_max` jobs run at once, and never so many that no
 * thread is left for the others: with two threads or more one is always free of any given line.
 * A job that has run for longer than its patience is stopped as soon as a job of another line finds
 * no thread. So a short job of an address that thinks little waits at most for the patience of one
 * running job, however many addresses keep all threads busy. The threads have a lower priority than
 * the event loop, which then answers at once even while every core thinks.
 *
 * All functions are for the loop's thread. What has run waits until pool_take() fetches it;
 * `ready` is called on the thread that ran it, to wake the loop. */
#ifndef SERVER_POOL_H
#define SERVER_POOL_H

#include "pessoi/err.h"

#include <stdbool.h>
#include <stdint.h>

/* What is done with a job. A job is the caller's; while it runs only stop() touches it. */
struct pool_work {
    void (*run)(void *job);
    void (*stop)(void *job); /* asks a run to end soon; from any thread, at any time */
    void (*free)(void *job);
};

struct pool_options {
    int threads;
    int line_max; /* jobs of one line that run at once */
    struct pool_work work;
    void (*ready)(void *loop); /* something has run */
    void *loop;
};

struct pool;

/* IO where the system gives no threads. */
PES_MUST_USE enum pes_err pool_open(const struct pool_options *options, struct pool **out);
/* Stops what runs, waits for it, frees every job. NULL is fine. */
void pool_close(struct pool *pool);

/* Makes sure that so many jobs can be added: whoever has begun something that needs thinking could
 * not well undo it for lack of memory. */
PES_MUST_USE enum pes_err pool_reserve(struct pool *pool, int count);

/* Puts a job at the end of a line; takes ownership. `owner` comes back with it. After `patience_ms`
 * it is stopped when others wait; INT32_MAX: never. There is room for it: see pool_reserve(). */
void pool_add(struct pool *pool, uint64_t line, void *job, void *owner, int32_t patience_ms);

/* How many jobs have run and wait for pool_take(). */
int pool_done(struct pool *pool);

/* Stops a job that has run for longer than its patience while others wait for a thread. Returns in
 * how many milliseconds it should be called again; INT64_MAX: nobody waits. */
int64_t pool_relieve(struct pool *pool);

/* The next job that has run, which is the caller's again; NULL: there is none. */
void *pool_take(struct pool *pool, void **owner);

/* The owner goes: his jobs that wait or have run are freed, those that run are stopped and come
 * back as usual. Returns how many those are: what they use must stay until then. */
PES_MUST_USE int pool_disown(struct pool *pool, const void *owner);

/* How many wait and run, for those who want to know. */
int pool_busy(struct pool *pool);
int pool_running(struct pool *pool); /* only those that run */

#endif
