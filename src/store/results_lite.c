/* Results in an SQLite file: queries. Opening: results_lite_open.c. */
#include "core/mem.h"
#include "store/results_lite_int.h"
#include "store/text.h"

#include <assert.h>

static struct results_lite *of(struct results *r) {
    return (struct results_lite *)r; /* the base comes first */
}

static enum pes_err end(const struct results_lite *r, int code, struct pes_note *note) {
    return code == SQLITE_OK ? PES_ERR_OK : sql_refuse(r->db, r->base.name, code, note);
}

/* Transactions --------------------------------------------------------------------------------- */

static enum pes_err begin(struct results *base, struct pes_note *note) {
    struct results_lite *r = of(base);
    assert(sqlite3_get_autocommit(r->db) != 0);
    return end(r, sql_run(r->db, "BEGIN IMMEDIATE"), note);
}

static void undo(struct results *r) {
    /* After some errors SQLite has rolled back by itself. */
    if (sqlite3_get_autocommit(of(r)->db) == 0)
        (void)sql_run(of(r)->db, "ROLLBACK");
}

static enum pes_err commit(struct results *base, struct pes_note *note) {
    struct results_lite *r = of(base);
    if (r->in_file && sql_place_lost(r->db, &r->place))
        return sql_say(r->base.name, TEXT(store_removed), "", note);
    const enum pes_err err = end(r, sql_run(r->db, "COMMIT"), note);
    assert(err != PES_ERR_OK || sqlite3_get_autocommit(r->db) != 0);
    return err;
}

static void close_results(struct results *base) {
    struct results_lite *r = of(base);
    for (int i = 0; i < RESULTS_QUERY_COUNT; i++)
        sqlite3_finalize(r->queries[i]);
    const int code = sqlite3_close(r->db);
    assert(code == SQLITE_OK); /* no statement is left */
    (void)code;
    mem_free(r);
}

/* Queries -------------------------------------------------------------------------------------- */

static int bind(sqlite3_stmt *q, const struct value values[], int count) {
    int code = SQLITE_OK;
    assert(sqlite3_bind_parameter_count(q) == count);
    for (int i = 0; i < count && code == SQLITE_OK; i++) {
        const struct value *v = &values[i];
        switch (v->kind) {
        case VALUE_NULL:
            code = sqlite3_bind_null(q, i + 1);
            break;
        case VALUE_INT:
            code = sqlite3_bind_int64(q, i + 1, v->number);
            break;
        case VALUE_REAL:
            code = sqlite3_bind_double(q, i + 1, v->real);
            break;
        case VALUE_TEXT:
            code = sqlite3_bind_text64(q, i + 1, v->bytes, v->length, SQLITE_STATIC, SQLITE_UTF8);
            break;
        case VALUE_BYTES:
            code = sqlite3_bind_blob64(q, i + 1, v->bytes, v->length, SQLITE_STATIC);
            break;
        }
    }
    return code;
}

static enum pes_err run(struct results *base, enum results_query which, const struct value values[],
                        int count, int64_t *out, struct pes_note *note) {
    struct results_lite *r = of(base);
    sqlite3_stmt *q = r->queries[which];
    int64_t first = 0;
    int code = bind(q, values, count);
    if (code == SQLITE_OK)
        code = sqlite3_step(q);
    if (code == SQLITE_ROW) {
        first = sqlite3_column_int64(q, 0);
        code = sqlite3_step(q); /* to its end: it writes then */
    }
    assert(code != SQLITE_ROW);
    const enum pes_err err = end(r, code == SQLITE_DONE ? SQLITE_OK : code, note);
    sqlite3_reset(q);
    sqlite3_clear_bindings(q); /* they point into memory of the caller */
    if (out != NULL)
        *out = first;
    return err;
}

/* Rows ----------------------------------------------------------------------------------------- */

struct row {
    struct results_row base;
    sqlite3_stmt *at;
};

static sqlite3_stmt *at(const struct results_row *row) {
    return ((const struct row *)row)->at;
}

/* Loads all texts of a row; false: out of memory, and a visitor would see them as missing. */
static bool load_texts(sqlite3_stmt *row) {
    bool all = true;
    for (int i = 0; i < sqlite3_column_count(row); i++) {
        if (sqlite3_column_type(row, i) == SQLITE_TEXT)
            all = sqlite3_column_text(row, i) != NULL && all;
    }
    return all;
}

static enum pes_err each(struct results *base, const char *sql, const struct value values[],
                         int count, results_visit *visit, void *to, struct pes_note *note) {
    struct results_lite *r = of(base);
    struct row row = {.base = {&results_lite_class}};
    int code = sqlite3_prepare_v2(r->db, sql, -1, &row.at, NULL);
    if (code == SQLITE_OK)
        code = bind(row.at, values, count);
    bool more = true;
    while (more && code == SQLITE_OK) {
        code = sqlite3_step(row.at);
        if (code != SQLITE_ROW)
            break;
        code = load_texts(row.at) ? SQLITE_OK : SQLITE_NOMEM;
        more = code == SQLITE_OK && visit(to, &row.base);
    }
    const enum pes_err err = end(r, code == SQLITE_DONE ? SQLITE_OK : code, note);
    sqlite3_finalize(row.at);
    return err;
}

static int64_t number(const struct results_row *row, int column) {
    return sqlite3_column_int64(at(row), column);
}

static double real(const struct results_row *row, int column) {
    return sqlite3_column_double(at(row), column);
}

static const char *text(const struct results_row *row, int column) {
    return (const char *)sqlite3_column_text(at(row), column);
}

static const char *bytes(const struct results_row *row, int column, size_t *length) {
    const char *blob = sqlite3_column_blob(at(row), column);
    *length = (size_t)sqlite3_column_bytes(at(row), column);
    return blob;
}

const struct results_class results_lite_class = {.begin = begin,
                                                 .commit = commit,
                                                 .undo = undo,
                                                 .run = run,
                                                 .each = each,
                                                 .close = close_results,
                                                 .number = number,
                                                 .real = real,
                                                 .text = text,
                                                 .bytes = bytes};
