/* Games in an SQLite file: transactions, reading and writing, retention. Opening:
 * store_lite_open.c. */
#include "core/mem.h"
#include "store/store_lite_int.h"
#include "store/text.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { READ_WAIT_MS = 20 }; /* readers wait for others only in moments of recovery */

/* What went wrong ------------------------------------------------------------------------------ */

enum pes_err store_lite_say(const struct store_lite *s, const struct pes_text *why,
                            const char *more, struct pes_note *note) {
    return sql_say(s->base.name, why, more, note);
}

enum pes_err store_lite_refuse(const struct store_lite *s, int code, struct pes_note *note) {
    return sql_refuse(s->db, s->base.name, code, note);
}

static struct store_lite *lite(struct store *s) {
    return (struct store_lite *)s; /* the base comes first */
}

/* Queries -------------------------------------------------------------------------------------- */

/* Runs a prepared query to its end. */
static int run(struct store_lite *s, enum store_query which) {
    const int code = sqlite3_step(s->queries[which]);
    sqlite3_reset(s->queries[which]);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

/* The one number of a prepared query; -1: it failed. */
static int64_t number(struct store_lite *s, enum store_query which) {
    sqlite3_stmt *q = s->queries[which];
    const int64_t out = sqlite3_step(q) == SQLITE_ROW ? sqlite3_column_int64(q, 0) : -1;
    sqlite3_reset(q);
    return out;
}

static void close_store(struct store *base) {
    struct store_lite *s = lite(base);
    if (base->open)
        (void)!store_commit(base, NULL);
    for (int i = 0; i < QUERY_COUNT; i++)
        sqlite3_finalize(s->queries[i]);
    const int code = sqlite3_close(s->db);
    assert(code == SQLITE_OK); /* no statement is left */
    (void)code;
    /* Only now: closing any descriptor of the file releases SQLite's locks on it. */
    if (s->lock_fd >= 0)
        close(s->lock_fd);
    mem_free(s);
}

/* Transactions --------------------------------------------------------------------------------- */

static enum pes_err begin(struct store *base, struct pes_note *note) {
    struct store_lite *s = lite(base);
    assert(sqlite3_get_autocommit(s->db) != 0);
    const int code = run(s, QUERY_BEGIN);
    return code == SQLITE_OK ? PES_ERR_OK : store_lite_refuse(s, code, note);
}

static void undo(struct store *base) {
    /* After some errors SQLite has rolled back by itself. */
    if (sqlite3_get_autocommit(lite(base)->db) == 0)
        (void)sql_run(lite(base)->db, "ROLLBACK");
}

static enum pes_err commit(struct store *base, struct pes_note *note) {
    struct store_lite *s = lite(base);
    if (s->lock_fd >= 0 && sql_place_lost(s->db, &s->place)) {
        (void)store_lite_say(s, TEXT(store_removed), "", note);
        return PES_ERR_UNFIT;
    }
    /* A transaction that SQLite has rolled back lacks something: to commit the rest would persist
     * half of it. */
    const int code = sqlite3_get_autocommit(s->db) != 0 ? SQLITE_ABORT : run(s, QUERY_COMMIT);
    return code == SQLITE_OK ? PES_ERR_OK : store_lite_refuse(s, code, note);
}

static enum pes_err probe(struct store *base, struct pes_note *note) {
    struct store_lite *s = lite(base);
    enum pes_err err = store_begin(base, note);
    if (err != PES_ERR_OK)
        return err;
    char sql[64]; /* writes the first page */
    snprintf(sql, sizeof sql, "PRAGMA user_version=%d", STORE_LITE_VERSION);
    const int code = sql_run(s->db, sql);
    if (code == SQLITE_OK)
        return store_commit(base, note);
    err = store_lite_refuse(s, code, note);
    store_undo(base);
    return err;
}

/* Games ---------------------------------------------------------------------------------------- */

static int bind(sqlite3_stmt *q, const struct store_game *g, const unsigned char *sum) {
    const char *const words[] = {g->id, g->game, g->variant, g->result};
    int failed = 0;
    for (int i = 0; i < 4; i++)
        failed |= sqlite3_bind_text(q, i + 1, words[i], -1, SQLITE_STATIC);
    failed |= sqlite3_bind_int64(q, 5, g->created_ms);
    failed |= sqlite3_bind_int64(q, 6, g->updated_ms);
    failed |= sqlite3_bind_int64(q, 7, g->event);
    failed |=
        sqlite3_bind_text64(q, 8, g->document, g->document_length, SQLITE_STATIC, SQLITE_UTF8);
    failed |= sqlite3_bind_blob(q, 9, sum, SHA256_SIZE, SQLITE_STATIC);
    return failed;
}

static int write_row(struct store_lite *s, const struct store_game *g) {
    const enum store_query which = g->stored_event > 0 ? QUERY_UPDATE : QUERY_INSERT;
    sqlite3_stmt *q = s->queries[which];
    unsigned char sum[SHA256_SIZE];
    store_checksum(g->id, g->event, g->document, g->document_length, sum);
    int failed = bind(q, g, sum);
    if (which == QUERY_UPDATE)
        failed |= sqlite3_bind_int64(q, 10, g->stored_event);
    const int code = failed != 0 ? SQLITE_NOMEM : run(s, which);
    sqlite3_clear_bindings(q); /* they point into memory of the caller */
    return code;
}

static enum pes_err put(struct store *base, const struct store_game *game, struct pes_note *note) {
    struct store_lite *s = lite(base);
    const int code = write_row(s, game);
    if (code != SQLITE_OK)
        return store_lite_refuse(s, code, note);
    /* Compare-and-set: no row was written where its event is not the expected one. */
    if (sqlite3_changes(s->db) == 0)
        return store_refuse_owner(base, game->id, note);
    assert(sqlite3_changes(s->db) == 1);
    return PES_ERR_OK;
}

/* The row that a query stands on. */
static enum pes_err take_row(const struct store_lite *s, sqlite3_stmt *q, const char *id,
                             struct str *out, int64_t *event, struct pes_note *note) {
    const char *text = (const char *)sqlite3_column_text(q, 0);
    const size_t length = (size_t)sqlite3_column_bytes(q, 0);
    if (text == NULL)
        return PES_ERR_NOMEM;
    *event = sqlite3_column_int64(q, 1);
    const void *checksum = sqlite3_column_blob(q, 2);
    return store_take(&s->base, id, *event, text, length, checksum,
                      (size_t)sqlite3_column_bytes(q, 2), out, note);
}

static enum pes_err get(struct store *base, const char *id, bool routed, struct str *out,
                        int64_t *event, struct pes_note *note) {
    struct store_lite *s = lite(base);
    sqlite3_stmt *q = s->queries[QUERY_GET];
    enum pes_err err;
    (void)routed; /* the file has one owner, and so have all games */
    sqlite3_busy_timeout(s->db, READ_WAIT_MS);
    int code = sqlite3_bind_text(q, 1, id, -1, SQLITE_STATIC);
    if (code == SQLITE_OK)
        code = sqlite3_step(q);
    if (code == SQLITE_ROW)
        err = take_row(s, q, id, out, event, note);
    else
        err =
            code == SQLITE_DONE ? store_refuse_unknown(id, note) : store_lite_refuse(s, code, note);
    sqlite3_reset(q);
    sqlite3_clear_bindings(q);
    sqlite3_busy_timeout(s->db, 0);
    return err;
}

/* Retention ------------------------------------------------------------------------------------ */

/* Looks at the next rows: rows[0..*count) are those to delete. */
static int find_expired(struct store_lite *s, const struct store_expiry *e,
                        int64_t rows[STORE_EXPIRE_MAX], int *count, bool *more) {
    sqlite3_stmt *q = s->queries[QUERY_NEXT];
    int seen = 0, code;
    int failed = sqlite3_bind_int64(q, 1, s->expire_after);
    failed |= sqlite3_bind_int(q, 2, STORE_EXPIRE_MAX);
    *count = 0;
    while ((code = failed != 0 ? SQLITE_NOMEM : sqlite3_step(q)) == SQLITE_ROW) {
        const char *id = (const char *)sqlite3_column_text(q, 1);
        const char *result = (const char *)sqlite3_column_text(q, 2);
        s->expire_after = sqlite3_column_int64(q, 0);
        seen++;
        assert(seen <= STORE_EXPIRE_MAX);
        if (id != NULL && result != NULL &&
            store_expired(e, id, result, sqlite3_column_int64(q, 3)))
            rows[(*count)++] = s->expire_after;
    }
    sqlite3_reset(q);
    *more = seen == STORE_EXPIRE_MAX;
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

static int delete_rows(struct store_lite *s, const int64_t rows[], int count) {
    sqlite3_stmt *q = s->queries[QUERY_DELETE];
    int code = SQLITE_OK;
    for (int i = 0; i < count && code == SQLITE_OK; i++) {
        code = sqlite3_bind_int64(q, 1, rows[i]);
        if (code == SQLITE_OK)
            code = run(s, QUERY_DELETE);
        if (code == SQLITE_OK)
            s->base.count -= sqlite3_changes(s->db);
    }
    /* As many pages as the rows may have had, returned to the disk; bounded like everything that
     * the event loop does. */
    if (code == SQLITE_OK && s->shrinks)
        code = sql_run(s->db, "PRAGMA incremental_vacuum(64)");
    return code;
}

static enum pes_err expire(struct store *base, const struct store_expiry *expiry, int *deleted,
                           bool *more, struct pes_note *note) {
    struct store_lite *s = lite(base);
    int64_t rows[STORE_EXPIRE_MAX];
    int count = 0;
    const int64_t from = s->expire_after;
    int code = find_expired(s, expiry, rows, &count, more);
    enum pes_err err = code == SQLITE_OK ? PES_ERR_OK : store_lite_refuse(s, code, note);
    if (err == PES_ERR_OK && count > 0) {
        err = store_begin(base, note);
        if (err == PES_ERR_OK && (code = delete_rows(s, rows, count)) != SQLITE_OK)
            err = store_lite_refuse(s, code, note);
        if (err == PES_ERR_OK)
            err = store_commit(base, note);
    }
    if (err != PES_ERR_OK) {
        s->expire_after = from; /* the same rows again, later */
        return err;
    }
    *deleted = count;
    if (!*more)
        s->expire_after = 0;
    return PES_ERR_OK;
}

/* Numbers -------------------------------------------------------------------------------------- */

static int64_t newest(struct store *s) {
    return number(lite(s), QUERY_NEWEST);
}

static int64_t bytes(struct store *s) {
    const int64_t pages = number(lite(s), QUERY_PAGES), unused = number(lite(s), QUERY_FREE_PAGES);
    return pages < 0 || unused < 0 ? -1 : (pages - unused) * lite(s)->page_size;
}

static bool is_private(const struct store *s) {
    return !((const struct store_lite *)s)->exposed;
}

const struct store_class store_lite_class = {.close = close_store,
                                             .begin = begin,
                                             .put = put,
                                             .commit = commit,
                                             .undo = undo,
                                             .get = get,
                                             .probe = probe,
                                             .expire = expire,
                                             .newest = newest,
                                             .bytes = bytes,
                                             .is_private = is_private};
