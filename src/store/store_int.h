/* Inside the store: its state, for store*.c alone. */
#ifndef STORE_STORE_INT_H
#define STORE_STORE_INT_H

#include "core/sha256.h"
#include "store/sql.h"
#include "store/store.h"

enum store_query {
    QUERY_BEGIN,
    QUERY_COMMIT,
    QUERY_UPDATE,
    QUERY_INSERT,
    QUERY_GET,
    QUERY_NEXT,   /* rows in order, for retention */
    QUERY_DELETE, /* one row */
    QUERY_NEWEST,
    QUERY_PAGES,
    QUERY_FREE_PAGES,
    QUERY_COUNT
};

struct store {
    sqlite3 *db;
    sqlite3_stmt *queries[QUERY_COUNT];
    int lock_fd;            /* of the database file; -1: the games are in memory only */
    struct sql_place place; /* where the file was opened, if it is one */
    bool open;              /* a transaction is open */
    bool exposed;           /* others may read the file, and that could not be changed */
    bool shrinks;           /* free pages can be returned to the disk (auto_vacuum=INCREMENTAL) */
    int64_t committed;      /* games in the file */
    int64_t count;          /* the same, with what was put since */
    int64_t page_size;
    int64_t expire_after; /* retention: the rowid that was looked at last */
    char name[];          /* the path as it was given */
};

/* store.c: sql_say() and sql_refuse() for this file */
enum pes_err store_say(const struct store *s, const struct pes_text *why, const char *more,
                       struct pes_note *note);
enum pes_err store_refuse(const struct store *s, int code, struct pes_note *note);

/* The checksum of a row: SHA-256 of "ID\nEVENT\nHASH", where HASH is the SHA-256 of the document in
 * hexadecimal. Part of the file's format. */
void store_checksum(const char *id, int64_t event, const char *document, size_t length,
                    unsigned char out[SHA256_SIZE]);

/* store_open.c: the format of the file. */
enum { STORE_VERSION = 2 };

#endif
