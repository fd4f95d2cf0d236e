/* The store of games in an SQLite file, for store_lite*.c alone. */
#ifndef STORE_STORE_LITE_INT_H
#define STORE_STORE_LITE_INT_H

#include "store/sql.h"
#include "store/store_int.h"

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

struct store_lite {
    struct store base;
    sqlite3 *db;
    sqlite3_stmt *queries[QUERY_COUNT];
    int lock_fd;            /* of the database file; -1: the games are in memory only */
    struct sql_place place; /* where the file was opened, if it is one */
    bool exposed;           /* others may read the file, and that could not be changed */
    bool shrinks;           /* free pages can be returned to the disk (auto_vacuum=INCREMENTAL) */
    int64_t page_size;
    int64_t expire_after; /* retention: the rowid that was looked at last */
};

/* sql_say() and sql_refuse() for this file */
enum pes_err store_lite_say(const struct store_lite *s, const struct pes_text *why,
                            const char *more, struct pes_note *note);
enum pes_err store_lite_refuse(const struct store_lite *s, int code, struct pes_note *note);

extern const struct store_class store_lite_class;

/* store_lite_open.c: the format of the file. */
enum { STORE_LITE_VERSION = 2 };

#endif
