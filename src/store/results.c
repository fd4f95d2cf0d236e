/* Writing results: transactions and puts. Opening: results_open.c; reading: results_read.c. */
#include "store/results.h"

#include "core/mem.h"
#include "store/results_int.h"
#include "store/text.h"

#include <assert.h>
#include <string.h>

enum pes_err results_refuse(const struct results *r, int code, struct pes_note *note) {
    return sql_refuse(r->db, r->name, code, note);
}

/* Transactions --------------------------------------------------------------------------------- */

/* Runs a prepared query to its end. */
static int run(struct results *r, enum results_query which) {
    const int code = sqlite3_step(r->queries[which]);
    sqlite3_reset(r->queries[which]);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

static void undo(struct results *r) {
    /* After some errors SQLite has rolled back by itself. */
    if (r->open && sqlite3_get_autocommit(r->db) == 0)
        (void)sql_run(r->db, "ROLLBACK");
    r->open = false;
}

/* Begins the transaction unless one is open. */
static int begin(struct results *r) {
    assert(!r->read_only);
    assert(r->visits == 0);
    if (r->open)
        return SQLITE_OK;
    assert(sqlite3_get_autocommit(r->db) != 0);
    const int code = run(r, RESULTS_BEGIN);
    r->open = code == SQLITE_OK;
    return code;
}

/* After a failure nothing since the last commit is left: what a caller believes to be stored must
 * not lack a part. */
static enum pes_err end_put(struct results *r, int code, struct pes_note *note) {
    if (code == SQLITE_OK)
        return PES_ERR_OK;
    const enum pes_err err = results_refuse(r, code, note);
    undo(r);
    return err;
}

enum pes_err results_commit(struct results *r, struct pes_note *note) {
    if (!r->open)
        return PES_ERR_OK;
    if (r->in_file && sql_place_lost(r->db, &r->place)) {
        undo(r);
        return sql_say(r->name, TEXT(store_removed), "", note);
    }
    const enum pes_err err = end_put(r, run(r, RESULTS_COMMIT), note);
    r->open = false;
    assert(err != PES_ERR_OK || sqlite3_get_autocommit(r->db) != 0);
    return err;
}

void results_close(struct results *r) {
    if (r == NULL)
        return;
    assert(r->visits == 0);
    undo(r);
    for (int i = 0; i < RESULTS_QUERY_COUNT; i++)
        sqlite3_finalize(r->queries[i]);
    const int code = sqlite3_close(r->db);
    assert(code == SQLITE_OK); /* no statement is left */
    (void)code;
    mem_free(r);
}

/* Values of a query ---------------------------------------------------------------------------- */

/* Binds values one after the other; they stay the caller's until release(). */
struct values {
    sqlite3_stmt *q;
    int count;
    int failed;      /* the first result code that is not OK */
    const char *bad; /* a text that is not UTF-8 */
};

static struct values values_of(struct results *r, enum results_query which) {
    return (struct values){.q = r->queries[which]};
}

static void keep(struct values *v, int code) {
    if (v->failed == SQLITE_OK)
        v->failed = code;
}

/* NULL is NULL. */
static void bind_text(struct values *v, const char *text) {
    const size_t length = text != NULL ? strlen(text) : 0;
    if (text != NULL && v->bad == NULL && !utf8_valid(text, length))
        v->bad = text;
    keep(v, sqlite3_bind_text64(v->q, ++v->count, text, length, SQLITE_STATIC, SQLITE_UTF8));
}

static void bind_bytes(struct values *v, const void *bytes, size_t length) {
    keep(v, sqlite3_bind_blob64(v->q, ++v->count, bytes, length, SQLITE_STATIC));
}

static void bind_int(struct values *v, int64_t n) {
    keep(v, sqlite3_bind_int64(v->q, ++v->count, n));
}

static void bind_real(struct values *v, bool known, double x) {
    v->count++;
    keep(v, known ? sqlite3_bind_double(v->q, v->count, x) : sqlite3_bind_null(v->q, v->count));
}

/* The values point into memory of the caller. */
static void release(struct values *v) {
    sqlite3_clear_bindings(v->q);
}

/* SYNTAX: one of the texts cannot be stored. */
static enum pes_err check_texts(const struct values *v, struct pes_note *note) {
    char quote[PES_QUOTE_SIZE];
    if (v->bad == NULL)
        return PES_ERR_OK;
    return pes_note_say(note, PES_ERR_SYNTAX, 0, TEXT(results_not_text),
                        PES_ARGS(PES_STR(pes_quote(v->bad, strlen(v->bad), quote))));
}

/* Runs a query with its values in the transaction. */
static int run_values(struct results *r, enum results_query which, const struct values *v) {
    assert(v->q == r->queries[which]);
    assert(v->count == sqlite3_bind_parameter_count(v->q));
    int code = v->failed;
    if (code == SQLITE_OK)
        code = begin(r);
    return code == SQLITE_OK ? run(r, which) : code;
}

/* Events --------------------------------------------------------------------------------------- */

/* *out: the event with this key; 0: there is none. */
static int find_event(struct results *r, const char *key, int64_t *out) {
    sqlite3_stmt *q = r->queries[RESULTS_FIND_EVENT];
    *out = 0;
    int code = sqlite3_bind_text(q, 1, key, -1, SQLITE_STATIC);
    if (code == SQLITE_OK)
        code = sqlite3_step(q);
    if (code == SQLITE_ROW)
        *out = sqlite3_column_int64(q, 0);
    sqlite3_reset(q);
    sqlite3_clear_bindings(q);
    return code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_OK : code;
}

static int add_event(struct results *r, const struct values *v, const char *key, int64_t *out_id,
                     bool *created) {
    /* Another process may have created it before this transaction began. */
    int code = begin(r);
    if (code == SQLITE_OK)
        code = find_event(r, key, out_id);
    if (code != SQLITE_OK || *out_id != 0)
        return code;
    code = run_values(r, RESULTS_ADD_EVENT, v);
    *out_id = sqlite3_last_insert_rowid(r->db);
    *created = code == SQLITE_OK;
    return code;
}

enum pes_err results_begin_event(struct results *r, const struct results_event *event,
                                 int64_t *out_id, bool *created, struct pes_note *note) {
    const char *const texts[] = {event->key, event->kind, event->title, event->game,
                                 event->variant};
    struct values v = values_of(r, RESULTS_ADD_EVENT);
    *created = false;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        assert(texts[i] != NULL);
        bind_text(&v, texts[i]);
    }
    assert(event->version != NULL);
    bind_int(&v, (int64_t)event->seed);
    bind_text(&v, event->version);
    bind_int(&v, event->created_ms);
    bind_int(&v, event->finished);
    enum pes_err err = check_texts(&v, note);
    if (err == PES_ERR_OK) {
        /* One that exists is found without waiting for another process that writes. */
        int code = find_event(r, event->key, out_id);
        if (code == SQLITE_OK && *out_id == 0)
            code = add_event(r, &v, event->key, out_id, created);
        err = end_put(r, code, note);
    }
    release(&v);
    return err;
}

enum pes_err results_finish_event(struct results *r, int64_t event, struct pes_note *note) {
    struct values v = values_of(r, RESULTS_FINISH_EVENT);
    bind_int(&v, event);
    return end_put(r, run_values(r, RESULTS_FINISH_EVENT, &v), note);
}

/* Players -------------------------------------------------------------------------------------- */

enum pes_err results_put_player(struct results *r, int64_t event,
                                const struct results_player *player, struct pes_note *note) {
    struct values name = values_of(r, RESULTS_ADD_NAME);
    struct values v = values_of(r, RESULTS_PUT_ENTRY);
    assert(player->name != NULL);
    assert(player->agent != NULL);
    bind_text(&name, player->name);
    bind_int(&v, event);
    bind_int(&v, player->seat);
    bind_text(&v, player->name);
    bind_text(&v, player->agent);
    bind_text(&v, player->files);
    bind_text(&v, player->excluded[PES_LANG_EN]);
    bind_text(&v, player->excluded[PES_LANG_EL]);
    bind_real(&v, player->rated, player->rating);
    bind_real(&v, player->rated, player->rating_low);
    bind_real(&v, player->rated, player->rating_high);
    enum pes_err err = check_texts(&v, note);
    if (err == PES_ERR_OK) {
        int code = run_values(r, RESULTS_ADD_NAME, &name);
        if (code == SQLITE_OK)
            code = run_values(r, RESULTS_PUT_ENTRY, &v);
        err = end_put(r, code, note);
    }
    release(&name);
    release(&v);
    return err;
}

/* Games ---------------------------------------------------------------------------------------- */

static void bind_game(struct values *v, int64_t event, const struct results_game *g) {
    bind_int(v, event);
    bind_int(v, g->number);
    bind_int(v, g->round);
    bind_int(v, g->seats[0]);
    bind_int(v, g->seats[1]);
    bind_text(v, g->result);
    bind_text(v, g->end);
    bind_text(v, g->reason[PES_LANG_EN]);
    bind_text(v, g->reason[PES_LANG_EL]);
    bind_int(v, g->margin);
    bind_int(v, g->plies);
    bind_int(v, (int64_t)g->opening);
    bind_int(v, (int64_t)g->fingerprint);
    bind_int(v, g->think_max_ms[0]);
    bind_int(v, g->think_max_ms[1]);
    bind_int(v, g->think_sum_ms[0]);
    bind_int(v, g->think_sum_ms[1]);
    bind_int(v, g->played_ms);
}

static void bind_transcript(struct values *v, const struct results_game *g) {
    bind_text(v, g->job);
    bind_text(v, g->record);
    bind_bytes(v, g->log[0], g->log_length[0]);
    bind_bytes(v, g->log[1], g->log_length[1]);
}

/* The same game with the lengths of its logs; an empty log is none. */
static struct results_game with_lengths(const struct results_game *game) {
    struct results_game g = *game;
    for (int i = 0; i < 2; i++) {
        if (g.log[i] != NULL && g.log_length[i] == 0)
            g.log_length[i] = strlen(g.log[i]);
        if (g.log[i] == NULL || g.log_length[i] == 0) {
            g.log[i] = NULL;
            g.log_length[i] = 0;
        }
    }
    return g;
}

enum pes_err results_put_game(struct results *r, int64_t event, const struct results_game *game,
                              bool *added, struct pes_note *note) {
    struct values v = values_of(r, RESULTS_ADD_GAME);
    struct values transcript = values_of(r, RESULTS_ADD_TRANSCRIPT);
    assert(game->result != NULL);
    assert(game->end != NULL);
    assert(game->job != NULL);
    assert(game->record != NULL);
    const struct results_game g = with_lengths(game);
    *added = false;
    bind_game(&v, event, &g);
    bind_int(&v, results_sum_game(event, &g));
    bind_transcript(&transcript, &g);
    bind_int(&transcript, results_sum_transcript(event, &g));
    enum pes_err err = check_texts(&v, note);
    if (err == PES_ERR_OK)
        err = check_texts(&transcript, note);
    if (err == PES_ERR_OK) {
        int code = run_values(r, RESULTS_ADD_GAME, &v);
        const bool new = code == SQLITE_OK &&sqlite3_changes(r->db) == 1;
        if (new)
            code = run_values(r, RESULTS_ADD_TRANSCRIPT, &transcript);
        err = end_put(r, code, note);
        *added = new &&err == PES_ERR_OK;
    }
    release(&v);
    release(&transcript);
    return err;
}
