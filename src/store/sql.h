/* What the two kinds of SQLite file have in common, for the files of this folder alone: sentences
 * for result codes, the check of a file's format, its upgrade, and whether the file is still where
 * it was opened. pq.h is the same for PostgreSQL. `name` is always the path as the caller gave it.
 */
#ifndef STORE_SQL_H
#define STORE_SQL_H

#include "pessoi/err.h"

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* The application_id of a file: ours, and of which kind. */
enum {
    SQL_GAMES = 0x50455353,  /* "PESS": games of a server, store.h */
    SQL_RESULTS = 0x50455352 /* "PESR": results of tournaments, results.h */
};

/* A kind of file and its newest format. */
struct sql_format {
    int32_t application;
    int version;              /* user_version; 0 is an empty file */
    const char *const *steps; /* from version n to n+1 by the n-th text */
};

/* Does the text name a PostgreSQL database ("postgresql://..", "postgres://.."), not a file? */
bool sql_is_url(const char *text);

/* Says `why` with the name as {1} and `more` as {2}; returns IO. */
enum pes_err sql_say(const char *name, const struct pes_text *why, const char *more,
                     struct pes_note *note);
/* The sentence of a result code; STOPPED: locked by another program. */
enum pes_err sql_refuse(sqlite3 *db, const char *name, int code, struct pes_note *note);

int sql_run(sqlite3 *db, const char *text); /* one or more statements without rows */
/* The one number that a query gives. */
int sql_number(sqlite3 *db, const char *query, int64_t *out);

/* The version of the file; 0: it is empty, and ours to fill. UNFIT: it is of another kind, of
 * another program, or of a newer Pessoi. Nothing is changed. */
PES_MUST_USE enum pes_err sql_version(sqlite3 *db, const char *name,
                                      const struct sql_format *format, int64_t *version,
                                      struct pes_note *note);

/* Brings the file to format->version in one transaction: on failure it is as before. Several
 * processes may do this at once: each finds what the one before it left. */
int sql_upgrade(sqlite3 *db, const struct sql_format *format);

/* Prepares texts[0..count) for the life of the connection. */
int sql_prepare(sqlite3 *db, const char *const texts[], int count, sqlite3_stmt *out[]);

/* Where a database and its write-ahead log are. */
struct sql_place {
    dev_t device;
    ino_t file, log;
};
/* False: one of them is not under its name. */
bool sql_place_of(sqlite3 *db, struct sql_place *out);
/* Were they removed or renamed? What is written then would be lost with the process: the next one
 * could not find it. */
bool sql_place_lost(sqlite3 *db, const struct sql_place *place);

#endif
