/* Games that outlive the server: one SQLite file.
 *
 * The caller puts documents in and asks for them by id; the store does not interpret them. Puts are
 * collected in one transaction until store_commit(): a put is persistent once that returned. The
 * file uses write-ahead logging with synchronous=NORMAL: what was committed always survives a
 * killed process, and a power cut up to the last checkpoint.
 *
 * Each game has one owner in memory, so two servers must never share a file:
 *
 * - opening takes an flock() on the database file itself. It belongs to the inode, whatever name
 *   led to it, ends with the process, and does not hinder other programs that read, e.g. a backup;
 * - every put names the event number that the row must still have (compare-and-set). If it has
 *   another one, a second owner exists, and the put is refused with UNFIT.
 *
 * Every row has a checksum of its id, event number and document: what the disk changed is refused,
 * never returned.
 *
 * Nothing here waits for locks of other programs once the store is open, except store_get() for a
 * few milliseconds: STOPPED means "locked by another program, try again".
 *
 * One thread at a time, and one store per file in a process: closing a second descriptor of the
 * file would release the locks that SQLite holds through the first (POSIX). */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "core/str.h"
#include "pessoi/err.h"

#include <stdbool.h>
#include <stdint.h>

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

/* Opens or creates the file, and upgrades one of an older version. ":memory:" persists nothing. IO
 * with a note where the file cannot be used, and where another server uses it. */
PES_MUST_USE enum pes_err store_open(const char *path, struct store **out, struct pes_note *note);
void store_close(struct store *store); /* commits; NULL is fine */

/* Begins the transaction unless one is open. STOPPED: another program holds the write lock. */
PES_MUST_USE enum pes_err store_begin(struct store *store, struct pes_note *note);

/* Writes a game, beginning a transaction if none is open. UNFIT: its row is not as `stored_event`
 * says, so another program writes to the file; the transaction must be undone. */
PES_MUST_USE enum pes_err store_put(struct store *store, const struct store_game *game,
                                    struct pes_note *note);

/* Makes persistent what was put. On failure none of it is: the store is as after the last commit.
 * UNFIT: the file was removed under its name, so no program would find it again. */
PES_MUST_USE enum pes_err store_commit(struct store *store, struct pes_note *note);

/* Discards what was put since the last commit. */
void store_undo(struct store *store);

/* Appends the document of a game to *out and gives its event number; UNKNOWN where there is none,
 * SYNTAX where its checksum does not match. Sees what was put and not yet committed. */
PES_MUST_USE enum pes_err store_get(struct store *store, const char *id, struct str *out,
                                    int64_t *event, struct pes_note *note);

/* Writes one page and commits it, outside any transaction: can games be persisted again? */
PES_MUST_USE enum pes_err store_probe(struct store *store, struct pes_note *note);

/* Retention. */
struct store_expiry {
    int64_t over_before_ms; /* games that are over and were changed before this moment go, */
    int64_t open_before_ms; /* and those that are not over, before this one, */
    bool (*in_use)(void *arg, const char *id); /* unless they are in memory */
    void *arg;
};
enum { STORE_EXPIRE_MAX = 16 };

/* Looks at the next STORE_EXPIRE_MAX games at most and deletes the expired ones, in a transaction
 * of its own; no other is open. *deleted: how many; *more: false at the end of a pass, after which
 * the next call begins a new one. */
PES_MUST_USE enum pes_err store_expire(struct store *store, const struct store_expiry *expiry,
                                       int *deleted, bool *more, struct pes_note *note);

/* The latest moment at which any game was changed; reads all of them. -1: there are none. */
int64_t store_newest(struct store *store);

/* How many games there are; counted once, so that asking is cheap. */
int64_t store_count(const struct store *store);

/* Bytes of the file that hold something; free pages are not counted. -1: it cannot be read. */
int64_t store_bytes(struct store *store);

/* False: other users of this machine can read the file, and that could not be changed. */
bool store_private(const struct store *store);

#endif
