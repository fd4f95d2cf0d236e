/* Persisting the changes of a turn: why and for how long the store refuses, and what is logged
 * about it.
 *
 * If another program has locked the database, or a shared one cannot be reached, the turn does not
 * fail at once: the caller holds back the changes and everything that depends on them, and tries
 * again in its next turns, for at most PERSIST_WAIT_MS (persist_wait()). The event loop itself
 * never waits, except for a shared database, and for that at most STORE_WAIT_MS.
 *
 * It also runs retention, in small batches between turns. For hub*.c alone. */
#ifndef SERVER_PERSIST_H
#define SERVER_PERSIST_H

#include "server/metrics.h"
#include "store/store.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    PERSIST_WAIT_MS = 5000,     /* how long changes wait for the lock of another program */
    PERSIST_RETRY_MS = 20,      /* how often it is tried again */
    PERSIST_PROBE_MS = 5000,    /* after a failure: how often writing is tried */
    PERSIST_LOG_MS = 60000,     /* at most one line of the log per minute and reason */
    PERSIST_EXPIRE_MS = 100,    /* between two batches of retention, */
    PERSIST_PASS_MS = 3600000,  /* and between two passes over all games */
    PERSIST_OPEN_DAYS_MIN = 30, /* a game that is not over is never deleted earlier */
    PERSIST_JUMP_DAYS = 30,     /* a clock that jumps by more is not believed */
};

struct persist {
    struct store *store;
    void (*log)(void *net, const struct pes_text *what, const struct pes_arg args[]);
    void *net;
    int64_t keep_ms;          /* games unchanged for longer are deleted; 0: never */
    int64_t waiting_since_ms; /* -1: nothing waits for a lock */
    bool failing;             /* the last attempt to write failed */
    bool second_owner;        /* another program writes to the file: this server must stop */
    const char *reason;       /* of the failure or the wait, for programs */
    struct pes_note why;      /* the same as a sentence */
    int64_t logged_ms;        /* when a failure was logged last; -1: never */
    int64_t probed_ms;        /* when writing was last tried */
    int64_t believed_ms;      /* the latest moment that retention believes: see expire() */
    bool doubted;             /* the clock has jumped: nothing is deleted any more */
    int64_t expire_ms;        /* when the next batch of retention is due */
    int64_t committed_ms;     /* the last commit that succeeded; 0: none yet */
    int64_t expired;          /* games deleted by retention */
    int64_t failures;         /* commits that failed */
    struct metrics_times commits;
};

void persist_init(struct persist *p, struct store *store, int64_t now_ms);

/* Begins the transaction of a turn that changed something, and ends it. */
PES_MUST_USE enum pes_err persist_begin(struct persist *p, struct pes_note *note);
PES_MUST_USE enum pes_err persist_commit(struct persist *p, int64_t now_ms, struct pes_note *note);
/* Storing the turn was STOPPED: rolls its transaction back. STOPPED: keep the changes and try again
 * in the next turn. LIMIT: they have waited too long. Any error but STOPPED fails the turn: call
 * persist_fail(). */
PES_MUST_USE enum pes_err persist_wait(struct persist *p, int64_t now_ms,
                                       const struct pes_note *note);
/* The turn has failed with `err`: rolls its transaction back and logs why. UNFIT: another program
 * writes to the file, and the server must stop; but a shared database has other servers. */
void persist_fail(struct persist *p, enum pes_err err, const struct pes_note *note, int64_t now_ms);
/* The changes that waited, if any did, were dropped: the lease of their games has expired. */
void persist_abandon(struct persist *p);

/* Between transactions: runs retention, and probes after a failure. */
void persist_idle(struct persist *p, bool (*in_use)(void *arg, const char *id), void *arg,
                  int64_t now_ms);

/* Why games cannot be persisted at the moment, as a word for programs ("locked", "away", "memory",
 * "write", "owner"); NULL: they can. */
const char *persist_trouble(const struct persist *p);

#endif
