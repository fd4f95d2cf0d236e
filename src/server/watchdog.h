/* A watchdog for the event loop: a thread that ends the process when one turn takes too long.
 *
 * A server that hangs serves no client and does not even react to SIGTERM. Ending it loses nothing
 * that was acknowledged: that is in the store, and a supervisor restarts the server within a
 * second.
 *
 * Time is counted in ticks of the thread of the watchdog: a process that was suspended (SIGSTOP, a
 * debugger, a laptop that slept) has had no ticks, so it is not ended when it resumes. */
#ifndef SERVER_WATCHDOG_H
#define SERVER_WATCHDOG_H

#include "core/text.h"
#include "pessoi/err.h"

#include <stdint.h>

/* What the event loop is doing. */
enum watchdog_phase {
    PHASE_WAITING,  /* the library: polling, reading, TLS */
    PHASE_READING,  /* a request or a message */
    PHASE_SENDING,  /* a reply or messages */
    PHASE_THOUGHTS, /* finished thoughts go to their rooms */
    PHASE_ROOMS,    /* rooms are woken and dropped */
    PHASE_STORING,  /* changed rooms are persisted */
    PHASE_COUNT
};

struct watchdog_options {
    int32_t limit_ms; /* how long one turn may take */
    /* Reports it and ends the process; called on the thread of the watchdog. It must not take a
     * lock: the thread that hangs may hold it. */
    void (*stuck)(void *arg, const struct pes_text *what, const struct pes_arg args[]);
    void *arg;
};

struct watchdog;

PES_MUST_USE enum pes_err watchdog_open(const struct watchdog_options *options,
                                        struct watchdog **out);
void watchdog_close(struct watchdog *w); /* NULL is fine */

/* For the thread of the event loop: a turn has ended; a phase begins, for an address (0: none in
 * particular). NULL is fine. */
void watchdog_turn(struct watchdog *w);
void watchdog_enter(struct watchdog *w, enum watchdog_phase phase, uint64_t address);

#endif
