#include "store/store.h"

#include "core/mem.h"
#include "store/text.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum {
    STORE_APPLICATION = 0x50455353, /* "PESS": tells our files from those of others */
    STORE_VERSION = 1               /* of the schema */
};

enum query { QUERY_BEGIN, QUERY_COMMIT, QUERY_UPDATE, QUERY_INSERT, QUERY_GET, QUERY_COUNT };

static const char *const query_text[QUERY_COUNT] = {
    [QUERY_BEGIN] = "BEGIN IMMEDIATE",
    [QUERY_COMMIT] = "COMMIT",
    [QUERY_UPDATE] = "UPDATE game SET game=?2, variant=?3, result=?4, created_ms=?5, updated_ms=?6,"
                     " event=?7, document=?8 WHERE id=?1",
    [QUERY_INSERT] = "INSERT INTO game(id, game, variant, result, created_ms, updated_ms, event,"
                     " document) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    [QUERY_GET] = "SELECT document FROM game WHERE id=?1",
};

/* From version n to n+1 by the n-th text. */
static const char *const upgrades[STORE_VERSION] = {
    "CREATE TABLE game("
    " id TEXT NOT NULL UNIQUE, game TEXT NOT NULL, variant TEXT NOT NULL, result TEXT NOT NULL,"
    " created_ms INTEGER NOT NULL, updated_ms INTEGER NOT NULL, event INTEGER NOT NULL,"
    " document TEXT NOT NULL) STRICT",
};

struct store {
    sqlite3 *db;
    sqlite3_stmt *queries[QUERY_COUNT];
    int lock_fd;       /* -1: there is none, the games are in memory alone */
    bool open;         /* a transaction is under way */
    int64_t committed; /* games in the file */
    int64_t count;     /* and with what was put since */
    char name[];       /* the path, as people gave it */
};

static enum pes_err say(const struct store *s, const struct pes_text *why, const char *more,
                        struct pes_note *note) {
    char quote[PES_QUOTE_SIZE];
    return pes_note_say(
        note, PES_ERR_IO, 0, why,
        PES_ARGS(PES_STR(pes_quote(s->name, strlen(s->name), quote)), PES_STR(more)));
}

/* Says what SQLite found wrong. */
static enum pes_err refuse(const struct store *s, int code, struct pes_note *note) {
    switch (code & 0xff) {
    case SQLITE_NOMEM:
        return pes_note_say(note, PES_ERR_NOMEM, 0, pes_err_text(PES_ERR_NOMEM), PES_NO_ARGS);
    case SQLITE_NOTADB:
        return say(s, TEXT(store_not_ours), "", note);
    case SQLITE_CORRUPT:
        return say(s, TEXT(store_damaged), sqlite3_errmsg(s->db), note);
    case SQLITE_FULL:
        return say(s, TEXT(store_full), "", note);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return say(s, TEXT(store_held), "", note);
    case SQLITE_CANTOPEN:
        return say(s, TEXT(store_cannot_open), sqlite3_errmsg(s->db), note);
    default:
        return say(s, TEXT(store_failed), sqlite3_errmsg(s->db), note);
    }
}

/* Opening ------------------------------------------------------------------------------------- */

/* Locks a file beside the games: SQLite's own locks are held only while it writes. */
static enum pes_err take_lock(struct store *s, struct pes_note *note) {
    char target[PATH_MAX];
    struct str name;
    str_init(&name);
    /* Two ways to one file must meet the same lock; one that does not exist has only one way. */
    str_add(&name, realpath(s->name, target) != NULL ? target : s->name);
    str_add(&name, "-lock");
    enum pes_err err = str_err(&name);
    if (err == PES_ERR_OK) {
        s->lock_fd = open(name.text, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        if (s->lock_fd < 0)
            err = say(s, TEXT(store_cannot_open), strerror(errno), note);
        else if (flock(s->lock_fd, LOCK_EX | LOCK_NB) != 0)
            err = errno == EWOULDBLOCK ? say(s, TEXT(store_held), "", note)
                                       : say(s, TEXT(store_cannot_open), strerror(errno), note);
    }
    str_release(&name);
    return err;
}

static int run_text(struct store *s, const char *text) {
    return sqlite3_exec(s->db, text, NULL, NULL, NULL);
}

/* The one number that a text asks for. */
static int ask_number(struct store *s, const char *text, int64_t *out) {
    sqlite3_stmt *query = NULL;
    int code = sqlite3_prepare_v2(s->db, text, -1, &query, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(query);
    if (code == SQLITE_ROW) {
        *out = sqlite3_column_int64(query, 0);
        code = SQLITE_OK;
    }
    sqlite3_finalize(query);
    return code;
}

static int upgrade(struct store *s, int from) {
    char mark[96];
    int code = run_text(s, "BEGIN IMMEDIATE");
    for (int v = from; code == SQLITE_OK && v < STORE_VERSION; v++)
        code = run_text(s, upgrades[v]);
    snprintf(mark, sizeof mark, "PRAGMA application_id=%d; PRAGMA user_version=%d; COMMIT",
             STORE_APPLICATION, STORE_VERSION);
    return code == SQLITE_OK ? run_text(s, mark) : code;
}

/* Is the file ours, or empty? Brings it up to date. */
static enum pes_err check_schema(struct store *s, struct pes_note *note) {
    int64_t application = 0, version = 0, tables = 0;
    int code = ask_number(s, "PRAGMA application_id", &application);
    if (code == SQLITE_OK)
        code = ask_number(s, "PRAGMA user_version", &version);
    if (code == SQLITE_OK)
        code = ask_number(s, "SELECT count(*) FROM sqlite_schema", &tables);
    if (code != SQLITE_OK)
        return refuse(s, code, note);
    if (application != STORE_APPLICATION && (application != 0 || version != 0 || tables != 0))
        return say(s, TEXT(store_not_ours), "", note);
    if (version > STORE_VERSION) {
        char quote[PES_QUOTE_SIZE];
        return pes_note_say(note, PES_ERR_IO, 0, TEXT(store_newer),
                            PES_ARGS(PES_STR(pes_quote(s->name, strlen(s->name), quote)),
                                     PES_INT(version), PES_INT(STORE_VERSION)));
    }
    /* Only a file that is ours gets a log beside it: strangers' files are left as they are. */
    code = run_text(s, "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
                       "PRAGMA journal_size_limit=67108864");
    if (code == SQLITE_OK && version < STORE_VERSION)
        code = upgrade(s, (int)version);
    if (code == SQLITE_OK)
        code = ask_number(s, "SELECT count(*) FROM game", &s->committed);
    return code == SQLITE_OK ? PES_ERR_OK : refuse(s, code, note);
}

static enum pes_err prepare(struct store *s, struct pes_note *note) {
    for (int i = 0; i < QUERY_COUNT; i++) {
        const int code = sqlite3_prepare_v3(s->db, query_text[i], -1, SQLITE_PREPARE_PERSISTENT,
                                            &s->queries[i], NULL);
        if (code != SQLITE_OK)
            return refuse(s, code, note);
    }
    return PES_ERR_OK;
}

enum pes_err store_open(const char *path, struct store **out, struct pes_note *note) {
    struct store *s = mem_alloc(sizeof *s + strlen(path) + 1);
    if (s == NULL)
        return pes_note_say(note, PES_ERR_NOMEM, 0, pes_err_text(PES_ERR_NOMEM), PES_NO_ARGS);
    memcpy(s->name, path, strlen(path) + 1);
    s->lock_fd = -1;
    enum pes_err err = strcmp(path, ":memory:") == 0 ? PES_ERR_OK : take_lock(s, note);
    if (err == PES_ERR_OK) {
        const int code = sqlite3_open_v2(
            path, &s->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);
        err = code == SQLITE_OK ? PES_ERR_OK : refuse(s, code, note);
    }
    if (err == PES_ERR_OK) {
        /* Whoever copies the games holds their lock for a moment. */
        sqlite3_busy_timeout(s->db, 2000);
        err = check_schema(s, note);
    }
    if (err == PES_ERR_OK)
        err = prepare(s, note);
    if (err != PES_ERR_OK) {
        store_close(s);
        return err;
    }
    s->count = s->committed;
    *out = s;
    return PES_ERR_OK;
}

void store_close(struct store *s) {
    if (s == NULL)
        return;
    if (s->open)
        (void)!store_commit(s, NULL);
    for (int i = 0; i < QUERY_COUNT; i++)
        sqlite3_finalize(s->queries[i]);
    sqlite3_close(s->db);
    if (s->lock_fd >= 0)
        close(s->lock_fd);
    mem_free(s);
}

/* Games --------------------------------------------------------------------------------------- */

/* Runs a prepared query to its end. */
static int run(struct store *s, enum query which) {
    const int code = sqlite3_step(s->queries[which]);
    sqlite3_reset(s->queries[which]);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

static int put(struct store *s, enum query which, const struct store_game *g) {
    sqlite3_stmt *q = s->queries[which];
    const char *const words[] = {g->id, g->game, g->variant, g->result};
    int failed = 0;
    for (int i = 0; i < 4; i++)
        failed |= sqlite3_bind_text(q, i + 1, words[i], -1, SQLITE_STATIC);
    failed |= sqlite3_bind_int64(q, 5, g->created_ms);
    failed |= sqlite3_bind_int64(q, 6, g->updated_ms);
    failed |= sqlite3_bind_int64(q, 7, g->event);
    failed |=
        sqlite3_bind_text64(q, 8, g->document, g->document_length, SQLITE_STATIC, SQLITE_UTF8);
    const int code = failed != 0 ? SQLITE_NOMEM : run(s, which);
    sqlite3_clear_bindings(q); /* they point into memory of the caller */
    return code;
}

enum pes_err store_put(struct store *s, const struct store_game *game, struct pes_note *note) {
    if (!s->open) {
        const int code = run(s, QUERY_BEGIN);
        if (code != SQLITE_OK)
            return refuse(s, code, note);
        s->open = true;
    }
    int code = put(s, QUERY_UPDATE, game);
    if (code == SQLITE_OK && sqlite3_changes(s->db) == 0) {
        code = put(s, QUERY_INSERT, game);
        s->count += code == SQLITE_OK;
    }
    return code == SQLITE_OK ? PES_ERR_OK : refuse(s, code, note);
}

void store_undo(struct store *s) {
    /* After some errors SQLite has rolled back by itself. */
    if (s->open && sqlite3_get_autocommit(s->db) == 0)
        (void)run_text(s, "ROLLBACK");
    s->open = false;
    s->count = s->committed;
}

enum pes_err store_commit(struct store *s, struct pes_note *note) {
    if (!s->open)
        return PES_ERR_OK;
    /* A transaction that SQLite gave up on the way lacks something: to commit the rest would be to
     * keep half of it. */
    const int code = sqlite3_get_autocommit(s->db) != 0 ? SQLITE_ABORT : run(s, QUERY_COMMIT);
    if (code != SQLITE_OK) {
        const enum pes_err err = refuse(s, code, note);
        store_undo(s);
        return err;
    }
    s->open = false;
    s->committed = s->count;
    return PES_ERR_OK;
}

enum pes_err store_get(struct store *s, const char *id, struct str *out, struct pes_note *note) {
    sqlite3_stmt *q = s->queries[QUERY_GET];
    enum pes_err err;
    int code = sqlite3_bind_text(q, 1, id, -1, SQLITE_STATIC);
    if (code == SQLITE_OK)
        code = sqlite3_step(q);
    if (code == SQLITE_ROW) {
        const unsigned char *text = sqlite3_column_text(q, 0);
        if (text != NULL)
            str_add_bytes(out, (const char *)text, (size_t)sqlite3_column_bytes(q, 0));
        err = text != NULL ? str_err(out) : PES_ERR_NOMEM;
    } else if (code == SQLITE_DONE) {
        char quote[PES_QUOTE_SIZE];
        err = pes_note_say(note, PES_ERR_UNKNOWN, 0, TEXT(store_no_game),
                           PES_ARGS(PES_STR(pes_quote(id, strlen(id), quote))));
    } else {
        err = refuse(s, code, note);
    }
    sqlite3_reset(q);
    sqlite3_clear_bindings(q);
    return err;
}

int64_t store_count(const struct store *s) {
    return s->count;
}
