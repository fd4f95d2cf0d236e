/* Inside the store of results: its state, for results*.c alone. */
#ifndef STORE_RESULTS_INT_H
#define STORE_RESULTS_INT_H

#include "store/results.h"
#include "store/sql.h"

enum results_query {
    RESULTS_BEGIN,
    RESULTS_COMMIT,
    RESULTS_FIND_EVENT,
    RESULTS_ADD_EVENT,
    RESULTS_FINISH_EVENT,
    RESULTS_ADD_NAME,
    RESULTS_PUT_ENTRY,
    RESULTS_ADD_GAME,
    RESULTS_ADD_TRANSCRIPT,
    RESULTS_QUERY_COUNT
};

struct results {
    sqlite3 *db;
    sqlite3_stmt *queries[RESULTS_QUERY_COUNT]; /* all NULL if read_only */
    bool read_only;
    bool in_file; /* not ":memory:" */
    bool open;    /* a transaction is open */
    int visits;   /* readers under way */
    struct sql_place place;
    char name[]; /* the path as it was given */
};

enum { RESULTS_VERSION = 1 };

/* results_sum.c: the checksums of a game's row, and of its job, record and logs. */
int64_t results_sum_game(int64_t event, const struct results_game *g);
int64_t results_sum_transcript(int64_t event, const struct results_game *g);

enum pes_err results_refuse(const struct results *r, int code, struct pes_note *note);

#endif
