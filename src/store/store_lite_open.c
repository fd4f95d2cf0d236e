/* Opening a store of games in a file: the lock, the file's mode, its format and how older formats
 * are upgraded. */
#include "core/mem.h"
#include "store/store_lite_int.h"
#include "store/text.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { OPEN_WAIT_MS = 2000 }; /* how long opening waits for locks of other programs */

static const char *const query_text[QUERY_COUNT] = {
    [QUERY_BEGIN] = "BEGIN IMMEDIATE",
    [QUERY_COMMIT] = "COMMIT",
    [QUERY_UPDATE] = "UPDATE game SET game=?2, variant=?3, result=?4, created_ms=?5, updated_ms=?6,"
                     " event=?7, document=?8, checksum=?9 WHERE id=?1 AND event=?10",
    [QUERY_INSERT] = "INSERT INTO game(id, game, variant, result, created_ms, updated_ms, event,"
                     " document, checksum) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)"
                     " ON CONFLICT DO NOTHING",
    [QUERY_GET] = "SELECT document, event, checksum FROM game WHERE id=?1",
    [QUERY_NEXT] = "SELECT rowid, id, result, updated_ms FROM game WHERE rowid>?1 ORDER BY rowid"
                   " LIMIT ?2",
    [QUERY_DELETE] = "DELETE FROM game WHERE rowid=?1",
    [QUERY_NEWEST] = "SELECT max(updated_ms) FROM game",
    [QUERY_PAGES] = "PRAGMA page_count",
    [QUERY_FREE_PAGES] = "PRAGMA freelist_count",
};

static const char *const steps[STORE_LITE_VERSION] = {
    "CREATE TABLE game("
    " id TEXT NOT NULL UNIQUE, game TEXT NOT NULL, variant TEXT NOT NULL, result TEXT NOT NULL,"
    " created_ms INTEGER NOT NULL, updated_ms INTEGER NOT NULL, event INTEGER NOT NULL,"
    " document TEXT NOT NULL) STRICT",
    "ALTER TABLE game ADD COLUMN checksum BLOB NOT NULL DEFAULT x'';"
    "UPDATE game SET checksum=pessoi_checksum(id, event, document)",
};

static const struct sql_format format = {SQL_GAMES, STORE_LITE_VERSION, steps};

/* The file ------------------------------------------------------------------------------------ */

/* Creates the file if necessary and locks it. The descriptor stays open as long as SQLite's:
 * closing it earlier would release the POSIX locks that SQLite has on the same file. flock() and
 * POSIX locks do not see each other. */
static enum pes_err take_lock(struct store_lite *s, struct pes_note *note) {
    struct stat file;
    assert(s->lock_fd < 0);
    s->lock_fd = open(s->base.name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (s->lock_fd < 0 || fstat(s->lock_fd, &file) != 0)
        return store_lite_say(s, TEXT(store_cannot_open), strerror(errno), note);
    if (flock(s->lock_fd, LOCK_EX | LOCK_NB) != 0)
        return errno == EWOULDBLOCK
                   ? store_lite_say(s, TEXT(store_held), "", note)
                   : store_lite_say(s, TEXT(store_cannot_open), strerror(errno), note);
    /* The log beside a database is found by its name: under another one the games in it would be
     * missing, and the next checkpoint would mix two histories. */
    return file.st_nlink > 1 ? store_lite_say(s, TEXT(store_links), "", note) : PES_ERR_OK;
}

/* Is what SQLite opened the file that is locked? */
static enum pes_err check_same(const struct store_lite *s, struct pes_note *note) {
    struct stat ours, theirs;
    const char *path = sqlite3_db_filename(s->db, "main");
    if (fstat(s->lock_fd, &ours) != 0 || stat(path, &theirs) != 0)
        return store_lite_say(s, TEXT(store_cannot_open), strerror(errno), note);
    return ours.st_dev == theirs.st_dev && ours.st_ino == theirs.st_ino
               ? PES_ERR_OK
               : store_lite_say(s, TEXT(store_removed), "", note);
}

/* Ids are the right to watch, and seeds of running games are secret: what every user of the machine
 * may read becomes the owner's alone. A mode that opens the file to a group only is deliberate. */
static void make_private(struct store_lite *s) {
    static const char *const endings[] = {"", "-wal", "-shm"};
    const char *path = sqlite3_db_filename(s->db, "main");
    struct str name;
    str_init(&name);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        struct stat file;
        str_clear(&name);
        str_add(&name, path);
        str_add(&name, endings[i]);
        if (str_err(&name) != PES_ERR_OK) {
            s->exposed = true;
            break;
        }
        if (stat(name.text, &file) == 0 && (file.st_mode & S_IRWXO) != 0)
            s->exposed |= chmod(name.text, S_IRUSR | S_IWUSR) != 0;
    }
    str_release(&name);
}

/* The format ---------------------------------------------------------------------------------- */

/* pessoi_checksum(id, event, document), for upgrades. */
static void sql_checksum(sqlite3_context *context, int count, sqlite3_value **values) {
    unsigned char sum[SHA256_SIZE];
    assert(count == 3);
    (void)count;
    const char *id = (const char *)sqlite3_value_text(values[0]);
    const char *document = (const char *)sqlite3_value_text(values[2]);
    if (id == NULL || document == NULL) {
        sqlite3_result_error_nomem(context);
        return;
    }
    store_checksum(id, sqlite3_value_int64(values[1]), document,
                   (size_t)sqlite3_value_bytes(values[2]), sum);
    sqlite3_result_blob(context, sum, sizeof sum, SQLITE_TRANSIENT);
}

static int upgrade(struct store_lite *s) {
    const int code =
        sqlite3_create_function(s->db, "pessoi_checksum", 3, SQLITE_UTF8 | SQLITE_DETERMINISTIC,
                                NULL, sql_checksum, NULL, NULL);
    return code == SQLITE_OK ? sql_upgrade(s->db, &format) : code;
}

/* Is the file ours, or empty? Upgrades it to the current version. */
static enum pes_err check_schema(struct store_lite *s, struct pes_note *note) {
    int64_t version = 0, vacuum = 0;
    const enum pes_err err = sql_version(s->db, s->base.name, &format, &version, note);
    if (err != PES_ERR_OK)
        return err == PES_ERR_UNFIT ? PES_ERR_IO : err; /* see store.h */
    /* Only a file that is ours gets a log beside it: other files are left as they are. Whether free
     * pages can be returned to the disk is decided before the first table exists. */
    int code = version == 0 ? sql_run(s->db, "PRAGMA auto_vacuum=INCREMENTAL") : SQLITE_OK;
    if (code == SQLITE_OK)
        code = sql_run(s->db, "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
                              "PRAGMA journal_size_limit=67108864");
    if (code == SQLITE_OK && version < STORE_LITE_VERSION)
        code = upgrade(s);
    if (code == SQLITE_OK)
        code = sql_number(s->db, "SELECT count(*) FROM game", &s->base.committed);
    if (code == SQLITE_OK)
        code = sql_number(s->db, "PRAGMA page_size", &s->page_size);
    if (code == SQLITE_OK)
        code = sql_number(s->db, "PRAGMA auto_vacuum", &vacuum);
    s->shrinks = vacuum == 2; /* incremental */
    return code == SQLITE_OK ? PES_ERR_OK : store_lite_refuse(s, code, note);
}

static enum pes_err open_database(struct store_lite *s, struct pes_note *note) {
    int code =
        sqlite3_open_v2(s->base.name, &s->db,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);
    enum pes_err err = code == SQLITE_OK ? PES_ERR_OK : store_lite_refuse(s, code, note);
    if (err == PES_ERR_OK && s->lock_fd >= 0)
        err = check_same(s, note);
    if (err == PES_ERR_OK) {
        sqlite3_busy_timeout(s->db, OPEN_WAIT_MS);
        err = check_schema(s, note);
    }
    if (err == PES_ERR_OK) {
        code = sql_prepare(s->db, query_text, QUERY_COUNT, s->queries);
        err = code == SQLITE_OK ? PES_ERR_OK : store_lite_refuse(s, code, note);
    }
    if (err == PES_ERR_OK && s->lock_fd >= 0) {
        make_private(s);
        if (!sql_place_of(s->db, &s->place))
            err = store_lite_say(s, TEXT(store_removed), "", note);
    }
    if (err == PES_ERR_OK)
        sqlite3_busy_timeout(s->db, 0); /* from here on the event loop must not wait */
    return err;
}

enum pes_err store_open_lite(const char *path, struct store **out, struct pes_note *note) {
    struct store_lite *s = (struct store_lite *)store_new(sizeof *s, &store_lite_class, path);
    if (s == NULL)
        return pes_note_say(note, PES_ERR_NOMEM, 0, pes_err_text(PES_ERR_NOMEM), PES_NO_ARGS);
    s->lock_fd = -1;
    enum pes_err err = strcmp(path, ":memory:") == 0 ? PES_ERR_OK : take_lock(s, note);
    if (err == PES_ERR_OK)
        err = open_database(s, note);
    if (err != PES_ERR_OK) {
        store_close(&s->base);
        return err;
    }
    s->base.count = s->base.committed;
    assert(s->base.count >= 0);
    assert(s->page_size > 0);
    *out = &s->base;
    return PES_ERR_OK;
}
