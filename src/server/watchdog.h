/* A watchdog over the event loop: a thread that ends the process when a turn does not end.
 *
 * A server that hangs serves nobody and does not even stop when it is asked to. Nothing that was
 * acknowledged is lost when it ends instead: it is in the store, and a supervisor starts the server
 * again within a second.
 *
 * Time is counted in ticks of the watchdog's own thread: a process that was stopped (SIGSTOP, a
 * debugger, a machine that slept) has had no ticks, so that it is not ended when it goes on. */
#ifndef SERVER_WATCHDOG_H
#define SERVER_WATCHDOG_H

#include "core/text.h"
#include "pessoi/err.h"

#include <stdint.h>

/* What the loop does at the moment. */
enum watchdog_phase {
    PHASE_WAITING,  /* the library: polling, reading, TLS */
    PHASE_READING,  /* a request or a message */
    PHASE_SENDING,  /* an answer or messages */
    PHASE_THOUGHTS, /* finished thoughts go to their rooms */
    PHASE_ROOMS,    /* rooms are woken and dropped */
    PHASE_STORING,  /* what changed is written */
    PHASE_COUNT
};

struct watchdog_options {
    int32_t limit_ms; /* how long one turn may take */
    /* Says so and ends the process; called on the watchdog's thread. It must take no lock: what
     * hangs may hold it. */
    void (*stuck)(void *arg, const struct pes_text *what, const struct pes_arg args[]);
    void *arg;
};

struct watchdog;

PES_MUST_USE enum pes_err watchdog_open(const struct watchdog_options *options,
                                        struct watchdog **out);
void watchdog_close(struct watchdog *w); /* NULL is fine */

/* The loop's thread: a turn has ended; it begins something, for an address (0: for nobody in
 * particular). NULL is fine. */
void watchdog_turn(struct watchdog *w);
void watchdog_enter(struct watchdog *w, enum watchdog_phase phase, uint64_t address);

#endif
