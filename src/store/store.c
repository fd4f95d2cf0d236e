/* Games in the store: transactions, reading and writing, retention. Opening: store_open.c. */
#include "store/store.h"

#include "core/mem.h"
#include "store/store_int.h"
#include "store/text.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { READ_WAIT_MS = 20 }; /* readers wait for others only in moments of recovery */

/* What went wrong ------------------------------------------------------------------------------ */

enum pes_err store_say(const struct store *s, const struct pes_text *why, const char *more,
                       struct pes_note *note) {
    return sql_say(s->name, why, more, note);
}

enum pes_err store_refuse(const struct store *s, int code, struct pes_note *note) {
    return sql_refuse(s->db, s->name, code, note);
}

static enum pes_err refuse_owner(const struct store *s, const char *id, struct pes_note *note) {
    char quote[PES_QUOTE_SIZE];
    (void)store_say(s, TEXT(store_second_owner), pes_quote(id, strlen(id), quote), note);
    return PES_ERR_UNFIT;
}

/* Queries -------------------------------------------------------------------------------------- */

/* Runs a prepared query to its end. */
static int run(struct store *s, enum store_query which) {
    const int code = sqlite3_step(s->queries[which]);
    sqlite3_reset(s->queries[which]);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

/* The one number of a prepared query; -1: it failed. */
static int64_t number(struct store *s, enum store_query which) {
    sqlite3_stmt *q = s->queries[which];
    const int64_t out = sqlite3_step(q) == SQLITE_ROW ? sqlite3_column_int64(q, 0) : -1;
    sqlite3_reset(q);
    return out;
}

void store_checksum(const char *id, int64_t event, const char *document, size_t length,
                    unsigned char out[SHA256_SIZE]) {
    char text[512], inner[SHA256_HEX_SIZE];
    sha256_hex(document, length, inner);
    const int all = snprintf(text, sizeof text, "%.384s\n%" PRId64 "\n%s", id, event, inner);
    assert(all > SHA256_HEX_SIZE);
    assert((size_t)all < sizeof text);
    sha256(text, (size_t)all, out);
}

void store_close(struct store *s) {
    if (s == NULL)
        return;
    if (s->open)
        (void)!store_commit(s, NULL);
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

enum pes_err store_begin(struct store *s, struct pes_note *note) {
    if (s->open)
        return PES_ERR_OK;
    assert(sqlite3_get_autocommit(s->db) != 0);
    const int code = run(s, QUERY_BEGIN);
    s->open = code == SQLITE_OK;
    return s->open ? PES_ERR_OK : store_refuse(s, code, note);
}

void store_undo(struct store *s) {
    /* After some errors SQLite has rolled back by itself. */
    if (s->open && sqlite3_get_autocommit(s->db) == 0)
        (void)sql_run(s->db, "ROLLBACK");
    s->open = false;
    s->count = s->committed;
}

enum pes_err store_commit(struct store *s, struct pes_note *note) {
    if (!s->open)
        return PES_ERR_OK;
    if (s->lock_fd >= 0 && sql_place_lost(s->db, &s->place)) {
        (void)store_say(s, TEXT(store_removed), "", note);
        store_undo(s);
        return PES_ERR_UNFIT;
    }
    /* A transaction that SQLite has rolled back lacks something: to commit the rest would persist
     * half of it. */
    const int code = sqlite3_get_autocommit(s->db) != 0 ? SQLITE_ABORT : run(s, QUERY_COMMIT);
    if (code != SQLITE_OK) {
        const enum pes_err err = store_refuse(s, code, note);
        store_undo(s);
        return err;
    }
    s->open = false;
    s->committed = s->count;
    assert(s->committed >= 0);
    return PES_ERR_OK;
}

enum pes_err store_probe(struct store *s, struct pes_note *note) {
    enum pes_err err = store_begin(s, note);
    if (err != PES_ERR_OK)
        return err;
    char sql[64];
    snprintf(sql, sizeof sql, "PRAGMA user_version=%d", STORE_VERSION); /* writes the first page */
    const int code = sql_run(s->db, sql);
    if (code == SQLITE_OK)
        return store_commit(s, note);
    err = store_refuse(s, code, note);
    store_undo(s);
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

static int put(struct store *s, const struct store_game *g) {
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

enum pes_err store_put(struct store *s, const struct store_game *game, struct pes_note *note) {
    assert(game->event > 0);
    assert(game->stored_event >= 0);
    assert(game->event > game->stored_event);
    const enum pes_err err = store_begin(s, note);
    if (err != PES_ERR_OK)
        return err;
    const int code = put(s, game);
    if (code != SQLITE_OK)
        return store_refuse(s, code, note);
    /* Compare-and-set: no row was written where its event is not the expected one. */
    if (sqlite3_changes(s->db) == 0)
        return refuse_owner(s, game->id, note);
    assert(sqlite3_changes(s->db) == 1);
    s->count += game->stored_event == 0;
    return PES_ERR_OK;
}

/* The row that a query stands on: is its checksum right? */
static enum pes_err take_row(struct store *s, sqlite3_stmt *q, const char *id, struct str *out,
                             int64_t *event, struct pes_note *note) {
    unsigned char sum[SHA256_SIZE];
    const char *text = (const char *)sqlite3_column_text(q, 0);
    const size_t length = (size_t)sqlite3_column_bytes(q, 0);
    if (text == NULL)
        return PES_ERR_NOMEM;
    *event = sqlite3_column_int64(q, 1);
    const void *stored = sqlite3_column_blob(q, 2);
    store_checksum(id, *event, text, length, sum);
    if (sqlite3_column_bytes(q, 2) != SHA256_SIZE || memcmp(stored, sum, SHA256_SIZE) != 0) {
        (void)store_say(s, TEXT(store_bad_game), "", note);
        return PES_ERR_SYNTAX;
    }
    str_add_bytes(out, text, length);
    return str_err(out);
}

enum pes_err store_get(struct store *s, const char *id, struct str *out, int64_t *event,
                       struct pes_note *note) {
    sqlite3_stmt *q = s->queries[QUERY_GET];
    enum pes_err err;
    assert(id != NULL);
    sqlite3_busy_timeout(s->db, READ_WAIT_MS);
    int code = sqlite3_bind_text(q, 1, id, -1, SQLITE_STATIC);
    if (code == SQLITE_OK)
        code = sqlite3_step(q);
    if (code == SQLITE_ROW) {
        err = take_row(s, q, id, out, event, note);
    } else if (code == SQLITE_DONE) {
        char quote[PES_QUOTE_SIZE];
        err = pes_note_say(note, PES_ERR_UNKNOWN, 0, TEXT(store_no_game),
                           PES_ARGS(PES_STR(pes_quote(id, strlen(id), quote))));
    } else {
        err = store_refuse(s, code, note);
    }
    sqlite3_reset(q);
    sqlite3_clear_bindings(q);
    sqlite3_busy_timeout(s->db, 0);
    return err;
}

/* Retention ------------------------------------------------------------------------------------ */

/* Looks at the next rows: rows[0..*count) are those to delete. */
static int find_expired(struct store *s, const struct store_expiry *e,
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
        const bool over = result != NULL && strcmp(result, "*") != 0;
        const int64_t before = over ? e->over_before_ms : e->open_before_ms;
        if (id != NULL && sqlite3_column_int64(q, 3) < before && !e->in_use(e->arg, id))
            rows[(*count)++] = s->expire_after;
    }
    sqlite3_reset(q);
    *more = seen == STORE_EXPIRE_MAX;
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

static int delete_rows(struct store *s, const int64_t rows[], int count) {
    sqlite3_stmt *q = s->queries[QUERY_DELETE];
    int code = SQLITE_OK;
    for (int i = 0; i < count && code == SQLITE_OK; i++) {
        code = sqlite3_bind_int64(q, 1, rows[i]);
        if (code == SQLITE_OK)
            code = run(s, QUERY_DELETE);
        if (code == SQLITE_OK)
            s->count -= sqlite3_changes(s->db);
    }
    /* As many pages as the rows may have had, returned to the disk; bounded like everything that
     * the event loop does. */
    if (code == SQLITE_OK && s->shrinks)
        code = sql_run(s->db, "PRAGMA incremental_vacuum(64)");
    return code;
}

enum pes_err store_expire(struct store *s, const struct store_expiry *expiry, int *deleted,
                          bool *more, struct pes_note *note) {
    int64_t rows[STORE_EXPIRE_MAX];
    int count = 0;
    assert(!s->open);
    *deleted = 0;
    const int64_t from = s->expire_after;
    int code = find_expired(s, expiry, rows, &count, more);
    enum pes_err err = code == SQLITE_OK ? PES_ERR_OK : store_refuse(s, code, note);
    if (err == PES_ERR_OK && count > 0) {
        err = store_begin(s, note);
        if (err == PES_ERR_OK && (code = delete_rows(s, rows, count)) != SQLITE_OK)
            err = store_refuse(s, code, note);
        if (err == PES_ERR_OK)
            err = store_commit(s, note);
    }
    if (err != PES_ERR_OK) {
        store_undo(s);
        s->expire_after = from; /* the same rows again, later */
        return err;
    }
    *deleted = count;
    if (!*more)
        s->expire_after = 0;
    return PES_ERR_OK;
}

/* Numbers -------------------------------------------------------------------------------------- */

int64_t store_count(const struct store *s) {
    return s->count;
}

int64_t store_newest(struct store *s) {
    return s->count > 0 ? number(s, QUERY_NEWEST) : -1;
}

int64_t store_bytes(struct store *s) {
    const int64_t pages = number(s, QUERY_PAGES), unused = number(s, QUERY_FREE_PAGES);
    return pages < 0 || unused < 0 ? -1 : (pages - unused) * s->page_size;
}

bool store_private(const struct store *s) {
    return !s->exposed;
}
