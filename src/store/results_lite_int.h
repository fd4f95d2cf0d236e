/* Results in an SQLite file, for results_lite*.c and their test alone. */
#ifndef STORE_RESULTS_LITE_INT_H
#define STORE_RESULTS_LITE_INT_H

#include "store/results_int.h"
#include "store/sql.h"

struct results_lite {
    struct results base;
    sqlite3 *db;
    sqlite3_stmt *queries[RESULTS_QUERY_COUNT]; /* all NULL if read_only */
    bool in_file;                               /* not ":memory:" */
    struct sql_place place;
};

enum { RESULTS_LITE_VERSION = 1 };

extern const struct results_class results_lite_class;

#endif
