#include "store/sql.h"

#include "store/text.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

bool sql_is_url(const char *text) {
    static const char *const schemes[] = {"postgresql://", "postgres://"};
    return strncmp(text, schemes[0], strlen(schemes[0])) == 0 ||
           strncmp(text, schemes[1], strlen(schemes[1])) == 0;
}

/* What went wrong ------------------------------------------------------------------------------ */

enum pes_err sql_say(const char *name, const struct pes_text *why, const char *more,
                     struct pes_note *note) {
    char quote[PES_QUOTE_SIZE];
    return pes_note_say(note, PES_ERR_IO, 0, why,
                        PES_ARGS(PES_STR(pes_quote(name, strlen(name), quote)), PES_STR(more)));
}

/* "unable to open database file" does not say why; the system does. */
static const char *open_reason(sqlite3 *db) {
    const int reason = sqlite3_system_errno(db);
    return reason != 0 ? strerror(reason) : sqlite3_errmsg(db);
}

/* What SQLite says about `code`: in detail if it was the last thing that happened. */
static const char *reason_of(sqlite3 *db, int code) {
    return (sqlite3_errcode(db) & 0xff) == (code & 0xff) ? sqlite3_errmsg(db)
                                                         : sqlite3_errstr(code);
}

enum pes_err sql_refuse(sqlite3 *db, const char *name, int code, struct pes_note *note) {
    assert(code != SQLITE_OK);
    switch (code & 0xff) {
    case SQLITE_NOMEM:
        return pes_note_say(note, PES_ERR_NOMEM, 0, pes_err_text(PES_ERR_NOMEM), PES_NO_ARGS);
    case SQLITE_NOTADB:
        return sql_say(name, TEXT(store_not_ours), "", note);
    case SQLITE_CORRUPT:
        return sql_say(name, TEXT(store_damaged), reason_of(db, code), note);
    case SQLITE_FULL:
        return sql_say(name, TEXT(store_full), "", note);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        (void)sql_say(name, TEXT(store_locked), "", note);
        return PES_ERR_STOPPED;
    case SQLITE_CANTOPEN:
        return sql_say(name, TEXT(store_cannot_open), open_reason(db), note);
    default:
        return sql_say(name, TEXT(store_failed), reason_of(db, code), note);
    }
}

/* Queries -------------------------------------------------------------------------------------- */

int sql_run(sqlite3 *db, const char *text) {
    return sqlite3_exec(db, text, NULL, NULL, NULL);
}

int sql_number(sqlite3 *db, const char *query, int64_t *out) {
    sqlite3_stmt *q = NULL;
    int code = sqlite3_prepare_v2(db, query, -1, &q, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(q);
    if (code == SQLITE_ROW) {
        *out = sqlite3_column_int64(q, 0);
        code = SQLITE_OK;
    }
    sqlite3_finalize(q);
    return code;
}

int sql_prepare(sqlite3 *db, const char *const texts[], int count, sqlite3_stmt *out[]) {
    int code = SQLITE_OK;
    for (int i = 0; i < count && code == SQLITE_OK; i++) {
        assert(texts[i] != NULL);
        code = sqlite3_prepare_v3(db, texts[i], -1, SQLITE_PREPARE_PERSISTENT, &out[i], NULL);
    }
    return code;
}

/* The format ----------------------------------------------------------------------------------- */

/* The three numbers that tell whose file it is. */
struct marks {
    int64_t application, version, tables;
};

/* In one transaction: another process may be creating the file. */
static int read_marks(sqlite3 *db, struct marks *out) {
    int code = sql_run(db, "BEGIN");
    if (code != SQLITE_OK)
        return code;
    code = sql_number(db, "PRAGMA application_id", &out->application);
    if (code == SQLITE_OK)
        code = sql_number(db, "PRAGMA user_version", &out->version);
    if (code == SQLITE_OK)
        code = sql_number(db, "SELECT count(*) FROM sqlite_schema", &out->tables);
    if (sqlite3_get_autocommit(db) == 0)
        (void)sql_run(db, "ROLLBACK"); /* nothing was written */
    return code;
}

/* Of another kind: whose? */
static enum pes_err refuse_kind(const char *name, int64_t application, struct pes_note *note) {
    const struct pes_text *why = application == SQL_GAMES     ? TEXT(store_is_games)
                                 : application == SQL_RESULTS ? TEXT(store_is_results)
                                                              : TEXT(store_not_ours);
    (void)sql_say(name, why, "", note);
    return PES_ERR_UNFIT;
}

enum pes_err sql_version(sqlite3 *db, const char *name, const struct sql_format *format,
                         int64_t *version, struct pes_note *note) {
    char quote[PES_QUOTE_SIZE];
    struct marks marks = {0};
    const int code = read_marks(db, &marks);
    if ((code & 0xff) == SQLITE_NOTADB)
        return refuse_kind(name, 0, note);
    if (code != SQLITE_OK)
        return sql_refuse(db, name, code, note);
    const bool empty = marks.application == 0 && marks.version == 0 && marks.tables == 0;
    if (marks.application != format->application && !empty)
        return refuse_kind(name, marks.application, note);
    pes_quote(name, strlen(name), quote);
    if (marks.version < 0 || (marks.version == 0 && marks.tables != 0))
        return pes_note_say(note, PES_ERR_IO, 0, TEXT(store_bad_version),
                            PES_ARGS(PES_STR(quote), PES_INT(marks.version)));
    if (marks.version > format->version)
        return pes_note_say(
            note, PES_ERR_UNFIT, 0, TEXT(store_newer),
            PES_ARGS(PES_STR(quote), PES_INT(marks.version), PES_INT(format->version)));
    *version = marks.version;
    return PES_ERR_OK;
}

/* Inside the transaction, where no other process can upgrade the file. */
static int upgrade(sqlite3 *db, const struct sql_format *format) {
    char mark[96];
    int64_t version = 0;
    int code = sql_number(db, "PRAGMA user_version", &version);
    if (code != SQLITE_OK || version >= format->version)
        return code;
    for (int64_t v = version; code == SQLITE_OK && v < format->version; v++)
        code = sql_run(db, format->steps[v]);
    snprintf(mark, sizeof mark, "PRAGMA application_id=%d; PRAGMA user_version=%d",
             (int)format->application, format->version);
    return code == SQLITE_OK ? sql_run(db, mark) : code;
}

int sql_upgrade(sqlite3 *db, const struct sql_format *format) {
    int code = sql_run(db, "BEGIN IMMEDIATE");
    if (code != SQLITE_OK)
        return code;
    code = upgrade(db, format);
    if (code == SQLITE_OK)
        code = sql_run(db, "COMMIT");
    /* After some errors SQLite has rolled back by itself. */
    if (code != SQLITE_OK && sqlite3_get_autocommit(db) == 0)
        (void)sql_run(db, "ROLLBACK");
    return code;
}

/* The files ------------------------------------------------------------------------------------ */

bool sql_place_of(sqlite3 *db, struct sql_place *out) {
    struct stat file, log;
    const char *path = sqlite3_db_filename(db, "main");
    if (stat(path, &file) != 0 || stat(sqlite3_filename_wal(path), &log) != 0)
        return false;
    *out = (struct sql_place){.device = file.st_dev, .file = file.st_ino, .log = log.st_ino};
    return true;
}

bool sql_place_lost(sqlite3 *db, const struct sql_place *place) {
    struct sql_place now;
    return !sql_place_of(db, &now) || now.device != place->device || now.file != place->file ||
           now.log != place->log;
}
