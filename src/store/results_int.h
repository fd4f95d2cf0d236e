/* Inside the store of results, for results*.c alone: its state, and what SQLite (results_lite*.c)
 * and PostgreSQL (results_pq.c) implement. Their queries are the same texts; only the tables are
 * created by texts of their own. */
#ifndef STORE_RESULTS_INT_H
#define STORE_RESULTS_INT_H

#include "store/results.h"
#include "store/value.h"

enum results_query {
    RESULTS_FIND_EVENT,
    RESULTS_ADD_EVENT,
    RESULTS_FINISH_EVENT,
    RESULTS_ADD_NAME,
    RESULTS_PUT_ENTRY,
    RESULTS_ADD_GAME,
    RESULTS_ADD_TRANSCRIPT,
    RESULTS_QUERY_COUNT
};
/* With values $1, $2 .. in this order; what adds a row returns its id, unless it exists. */
extern const char *const results_queries[RESULTS_QUERY_COUNT];

/* A row of a result; only its class knows what follows. */
struct results_row {
    const struct results_class *class;
};
/* False: the reader has seen enough. */
typedef bool results_visit(void *to, const struct results_row *row);

struct results_class {
    /* Errors are those of results.h; after one, the transaction is rolled back by undo(). */
    enum pes_err (*begin)(struct results *r, struct pes_note *note);
    enum pes_err (*commit)(struct results *r, struct pes_note *note);
    void (*undo)(struct results *r);
    /* *out: the number in the first row; 0: there is none. */
    enum pes_err (*run)(struct results *r, enum results_query which, const struct value values[],
                        int count, int64_t *out, struct pes_note *note);
    enum pes_err (*each)(struct results *r, const char *sql, const struct value values[], int count,
                         results_visit *visit, void *to, struct pes_note *note);
    void (*close)(struct results *r);

    /* Columns of a row. Texts and bytes are borrowed; NULL is NULL. */
    int64_t (*number)(const struct results_row *row, int column);
    double (*real)(const struct results_row *row, int column);
    const char *(*text)(const struct results_row *row, int column);
    const char *(*bytes)(const struct results_row *row, int column, size_t *length);
};

struct results {
    const struct results_class *class;
    bool read_only;
    bool open;        /* a transaction is open */
    int visits;       /* readers under way */
    const char *name; /* the file or URL as it was given */
};

/* Allocates a store of `size` bytes, with its base first; NULL: out of memory. */
struct results *results_new(size_t size, const struct results_class *class, const char *name,
                            bool read_only);

PES_MUST_USE enum pes_err results_open_lite(const char *path, bool read_only, struct results **out,
                                            struct pes_note *note);
PES_MUST_USE enum pes_err results_open_pq(const char *url, bool read_only, struct results **out,
                                          struct pes_note *note);

/* results_sum.c: the checksums of a game's row, and of its job, record and logs. */
int64_t results_sum_game(int64_t event, const struct results_game *g);
int64_t results_sum_transcript(int64_t event, const struct results_game *g);

#endif
