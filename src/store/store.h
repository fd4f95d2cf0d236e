/* Games that outlive the server: one SQLite file, or a PostgreSQL database that several servers
 * share.
 *
 * The caller puts documents in and asks for them by id; the store does not interpret them. Puts are
 * collected in one transaction until store_commit(): a put is persistent once that returned.
 *
 * Each game has one owner in memory:
 *
 * - a file has one server. Opening takes an flock() on the database file itself: it belongs to the
 *   inode, whatever name led to it, ends with the process, and does not hinder other programs that
 *   read, e.g. a backup;
 * - in a shared database each game has one server, by a lease that store_get() and the first put
 *   take (docs/adr/0029);
 * - every put names the event number that the row must still have (compare-and-set). If it has
 *   another one, or the lease is lost, a second owner exists, and the put is refused with UNFIT.
 *
 * Every row has a checksum of its id, event number and document: what the disk changed is refused,
 * never returned.
 *
 * STOPPED means "try again": a file is locked by another program, for which nothing here waits once
 * the store is open, except store_get() for a few milliseconds; a shared database cannot be reached
 * or is too slow. There one call, and one transaction from begin to commit, waits for at most
 * STORE_WAIT_MS. After a put or commit that returned STOPPED nothing of the transaction is
 * acknowledged; if the answer to a commit was lost, it may be stored nevertheless, and the same
 * puts are accepted again.
 *
 * A file uses write-ahead logging with synchronous=NORMAL: what was committed always survives a
 * killed process, and a power cut up to the last checkpoint.
 *
 * One thread at a time, and one store per file in a process: closing a second descriptor of the
 * file would release the locks that SQLite holds through the first (POSIX). */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "core/str.h"
#include "pessoi/err.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    STORE_WAIT_MS = 2000,  /* for a shared database: one call, or one transaction */
    STORE_LEASE_MS = 6000, /* a server that was not heard of for so long has lost its games */
    STORE_RENEW_MS = 1000  /* how often store_renew() must be called */
};

struct store;

struct store_game {
    const char *id;
    const char *game;    /* "gomoku" */
    const char *variant; /* canonical text */
    const char *result;  /* "1-0" and so on, "*" while it goes on */
    int64_t created_ms, updated_ms;
    int64_t event;        /* grows with every change; at least 1 */
    int64_t stored_event; /* what the row has now; 0: the game is new */
    const char *document;
    size_t document_length;
};

/* Opens or creates a file, or the tables in the database of a URL (postgresql://..), and upgrades
 * those of an older version. ":memory:" persists nothing. IO with a note where it cannot be used,
 * and where another server uses the file. */
PES_MUST_USE enum pes_err store_open(const char *where, struct store **out, struct pes_note *note);
void store_close(struct store *store); /* commits; NULL is fine */

/* Begins the transaction unless one is open. STOPPED: another program holds the write lock, or the
 * database cannot be reached. UNFIT: see store_renew(). */
PES_MUST_USE enum pes_err store_begin(struct store *store, struct pes_note *note);

/* Writes a game, beginning a transaction if none is open. UNFIT: its row is not as `stored_event`
 * says, so another program writes to it; the transaction must be undone. */
PES_MUST_USE enum pes_err store_put(struct store *store, const struct store_game *game,
                                    struct pes_note *note);

/* Makes persistent what was put. On failure none of it is: the store is as after the last commit.
 * UNFIT: the file was removed under its name, so no program would find it again. */
PES_MUST_USE enum pes_err store_commit(struct store *store, struct pes_note *note);

/* Discards what was put since the last commit. */
void store_undo(struct store *store);

/* Appends the document of a game to *out and gives its event number; UNKNOWN where there is none,
 * SYNTAX where its checksum does not match. Sees what was put and not yet committed.
 *
 * Of a shared database: takes the lease of the game. UNFIT where another server has it; if
 * `routed`, that server is asked to give it back (see store_renew()): the request came here because
 * of the id in its address. */
PES_MUST_USE enum pes_err store_get(struct store *store, const char *id, bool routed,
                                    struct str *out, int64_t *event, struct pes_note *note);

/* Writes one page and commits it, outside any transaction: can games be persisted again? */
PES_MUST_USE enum pes_err store_probe(struct store *store, struct pes_note *note);

/* Several servers. ------------------------------------------------------------------------------
 */

bool store_shared(const struct store *store); /* false: the next three do nothing */

/* Outside any transaction, at least every STORE_RENEW_MS: keeps the leases of all games, and calls
 * `wanted` for those that another server was asked for. STOPPED: try again soon. UNFIT: this server
 * was away for so long that others may have its games. All games in memory must be dropped; the
 * store has begun anew. Until this is called, store_begin() returns UNFIT, too. */
PES_MUST_USE enum pes_err store_renew(struct store *store,
                                      void (*wanted)(void *arg, const char *id), void *arg,
                                      struct pes_note *note);

/* The game is not in memory any more: other servers may have it, once store_flush() was called. */
void store_release(struct store *store, const char *id);
void store_flush(struct store *store); /* outside any transaction; tried again by the next call */

/* Retention. ------------------------------------------------------------------------------------
 */
struct store_expiry {
    int64_t over_before_ms; /* games that are over and were changed before this moment go, */
    int64_t open_before_ms; /* and those that are not over, before this one, */
    bool (*in_use)(void *arg, const char *id); /* unless they are in memory, here or elsewhere */
    void *arg;
};
enum { STORE_EXPIRE_MAX = 16 };

/* Looks at the next STORE_EXPIRE_MAX games at most and deletes the expired ones, in a transaction
 * of its own; no other is open. *deleted: how many; *more: false at the end of a pass, after which
 * the next call begins a new one. */
PES_MUST_USE enum pes_err store_expire(struct store *store, const struct store_expiry *expiry,
                                       int *deleted, bool *more, struct pes_note *note);

/* The latest moment at which any game was changed; reads all of them. -1: there are none. (Of a
 * shared database with many games: its clock.) */
int64_t store_newest(struct store *store);

/* How many games there are; counted once, so that asking is cheap: of a shared database those that
 * it had when it was opened, and what this server has added and deleted. */
int64_t store_count(const struct store *store);

/* Bytes of the file that hold something, without free pages; of a shared database the size of the
 * tables when it was last renewed. -1: not known. */
int64_t store_bytes(struct store *store);

/* False: other users of this machine can read the file, and that could not be changed. */
bool store_private(const struct store *store);

#endif
