/* Games that outlive the server: one SQLite file.
 *
 * Whoever keeps games puts documents in and asks for them by name; what a document says is its
 * owner's business. Puts are gathered in one transaction until store_commit(): a put is safe once
 * that returned. The file uses write-ahead logging with synchronous=NORMAL: what was committed
 * survives a killed process always, and a power cut up to the last checkpoint.
 *
 * Two servers never share a file: each game has one owner in memory. A lock on a file beside it,
 * "games.db-lock", says so, and ends with the process whatever ends that; other programs may read
 * the games meanwhile, e.g. to make a copy.
 *
 * One thread at a time. */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "core/str.h"
#include "pessoi/err.h"

#include <stdint.h>

struct store;

struct store_game {
    const char *id;
    const char *game;    /* "gomoku" */
    const char *variant; /* canonical text */
    const char *result;  /* "1-0" and so on, "*" while it goes on */
    int64_t created_ms, updated_ms;
    int64_t event;
    const char *document;
    size_t document_length;
};

/* Opens or makes the file, and brings one of an older version up to date. ":memory:" keeps nothing.
 * IO with a note where it cannot be used, and where another server holds it. */
PES_MUST_USE enum pes_err store_open(const char *path, struct store **out, struct pes_note *note);
void store_close(struct store *store); /* commits; NULL is fine */

/* Puts a game in the place of what had its id. */
PES_MUST_USE enum pes_err store_put(struct store *store, const struct store_game *game,
                                    struct pes_note *note);

/* Makes what was put safe. On failure nothing of it is: the store is as after the last commit. */
PES_MUST_USE enum pes_err store_commit(struct store *store, struct pes_note *note);

/* Forgets what was put since the last commit. */
void store_undo(struct store *store);

/* Appends the document of a game to *out; UNKNOWN where there is none. Sees what was put and not
 * yet committed. */
PES_MUST_USE enum pes_err store_get(struct store *store, const char *id, struct str *out,
                                    struct pes_note *note);

/* How many games there are; counted once, so that asking costs nothing. */
int64_t store_count(const struct store *store);

#endif
