/* The thread pool that runs thoughts (rooms/thought.h), in fair order.
 *
 * Each address has a queue of its own, its line. The next thought comes from the line that has used
 * the least thinking time lately. At most `line_max` thoughts of one line run at once, and always
 * fewer than there are threads: with two threads or more, no line can occupy all of them.
 * A thought that has run for longer than its patience is stopped as soon as a thought of another
 * line finds no free thread, or one of its own line waits because the line is at its maximum: many
 * players may share an address. So a short thought of an address that thinks little waits at most
 * for the patience of one running thought, however many addresses keep all threads busy. The
 * threads have a lower priority than the event loop, which therefore replies at once even while
 * every core is busy.
 *
 * Thoughts about a study give way to those of games. They have lines and thinking time of their
 * own, one thread is left to the games (if there are two or more), and if all are busy
 * nevertheless, a study that has run for POOL_YIELD_MS is stopped as soon as a game waits. Among
 * studies the same patience counts as among games.
 *
 * All functions are for the event loop's thread. A thought that has run waits until pool_take()
 * fetches it; `ready` is called on the thread that ran it, to wake the event loop. */
#ifndef SERVER_POOL_H
#define SERVER_POOL_H

#include "pessoi/err.h"

#include <stdbool.h>
#include <stdint.h>

struct thought;

struct pool_options {
    int threads;
    int line_max;              /* thoughts of one line that run at once */
    void (*ready)(void *loop); /* a thought has run */
    void *loop;
};

enum pool_rank { POOL_GAME, POOL_STUDY };

struct pool;

/* PES_ERR_IO if the system gives no threads. */
PES_MUST_USE enum pes_err pool_open(const struct pool_options *options, struct pool **out);
/* Stops the thoughts that run, waits for them, frees every thought. NULL is fine. */
void pool_close(struct pool *pool);

/* Allocates memory for adding `count` thoughts. Called before a request begins: it could not be
 * undone if memory ran out halfway. */
PES_MUST_USE enum pes_err pool_reserve(struct pool *pool, int count);

/* Appends a thought to the line of its rank; takes ownership. pool_take() returns `owner` with it.
 * After `patience_ms` it is stopped if others of its rank wait; INT32_MAX: never. Its memory was
 * allocated by pool_reserve(). */
void pool_add(struct pool *pool, enum pool_rank rank, uint64_t line, struct thought *thought,
              void *owner, int32_t patience_ms);

/* How many thoughts have run and wait for pool_take(). */
int pool_done(struct pool *pool);

/* Stops a thought that has run for longer than its patience while others wait for a thread. Returns
 * in how many milliseconds it should be called again; INT64_MAX: no thought waits. */
int64_t pool_relieve(struct pool *pool);

/* The next thought that has run; ownership passes to the caller. NULL: there is none. */
struct thought *pool_take(struct pool *pool, void **owner);

/* The owner is about to go: frees its thoughts that wait or have run, and stops those that run,
 * which pool_take() still returns. Returns how many run: what they use must stay until then. */
PES_MUST_USE int pool_disown(struct pool *pool, const void *owner);

/* How many thoughts wait or run. */
int pool_busy(struct pool *pool);
int pool_running(struct pool *pool); /* only those that run */

#endif
