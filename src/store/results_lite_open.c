/* Opening a store of results in a file: the schema, and how several processes create one file at
 * once.
 *
 * Reading leaves no trace. SQLite needs two more files for a database with a write-ahead log. If
 * the log exists, a connection that cannot write uses it and leaves it as it is. Otherwise a
 * connection that could write, but never does, creates and removes them. Where nothing can be
 * created (rights, a full disk), the file is opened as immutable. */
#include "core/clock.h"
#include "core/mem.h"
#include "store/results_lite_int.h"
#include "store/text.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* docs/formats/results.md explains every column. Texts that only `whole` readers need are in a
 * table of their own, so that a list of games does not read them from the disk. */
static const char *const steps[RESULTS_LITE_VERSION] = {
    "CREATE TABLE event("
    " id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, title TEXT NOT NULL,"
    " game TEXT NOT NULL, variant TEXT NOT NULL, seed INTEGER NOT NULL, version TEXT NOT NULL,"
    " created_ms INTEGER NOT NULL, finished INTEGER NOT NULL DEFAULT 0) STRICT;"

    "CREATE TABLE player(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;"

    "CREATE TABLE entry("
    " event INTEGER NOT NULL REFERENCES event, seat INTEGER NOT NULL,"
    " player INTEGER NOT NULL REFERENCES player, agent TEXT NOT NULL, files TEXT,"
    " excluded_en TEXT, excluded_el TEXT, rating REAL, rating_low REAL, rating_high REAL,"
    " PRIMARY KEY(event, seat)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX entry_player ON entry(player);"

    "CREATE TABLE game("
    " id INTEGER PRIMARY KEY, event INTEGER NOT NULL REFERENCES event, number INTEGER NOT NULL,"
    " round INTEGER NOT NULL, first_seat INTEGER NOT NULL, second_seat INTEGER NOT NULL,"
    " result TEXT NOT NULL CHECK(result IN ('1-0', '0-1', '1/2-1/2')),"
    " termination TEXT NOT NULL, reason_en TEXT, reason_el TEXT, margin INTEGER NOT NULL,"
    " plies INTEGER NOT NULL, opening INTEGER NOT NULL, fingerprint INTEGER NOT NULL,"
    " first_max_ms INTEGER NOT NULL, second_max_ms INTEGER NOT NULL,"
    " first_sum_ms INTEGER NOT NULL, second_sum_ms INTEGER NOT NULL,"
    " played_ms INTEGER NOT NULL, checksum INTEGER NOT NULL, UNIQUE(event, number),"
    " FOREIGN KEY(event, first_seat) REFERENCES entry(event, seat),"
    " FOREIGN KEY(event, second_seat) REFERENCES entry(event, seat)) STRICT;"

    "CREATE TABLE transcript("
    " game INTEGER PRIMARY KEY REFERENCES game, job TEXT NOT NULL, record TEXT NOT NULL,"
    " first_log BLOB, second_log BLOB, checksum INTEGER NOT NULL) STRICT;"

    "CREATE VIEW listing AS SELECT g.event, e.title, e.game, g.number, g.round, a.name AS first,"
    " b.name AS second, g.result, g.termination, g.reason_en AS reason, g.plies, g.margin,"
    " datetime(g.played_ms / 1000, 'unixepoch') AS played"
    " FROM game g JOIN event e ON e.id=g.event"
    " JOIN entry x ON x.event=g.event AND x.seat=g.first_seat JOIN player a ON a.id=x.player"
    " JOIN entry y ON y.event=g.event AND y.seat=g.second_seat JOIN player b ON b.id=y.player",
};

static const struct sql_format format = {SQL_RESULTS, RESULTS_LITE_VERSION, steps};

/* To write ------------------------------------------------------------------------------------- */

/* The first use of a connection. STOPPED: another process is creating the file or holds a lock for
 * which SQLite does not wait by itself, because two who wait for each other would never end. */
static enum pes_err set_up_once(struct results_lite *r, struct pes_note *note) {
    int64_t version = 0;
    const enum pes_err err = sql_version(r->db, r->base.name, &format, &version, note);
    if (err != PES_ERR_OK)
        return err;
    /* Only a file that is ours gets a log beside it: other files are left as they are. */
    int code = sql_run(r->db, "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
                              "PRAGMA journal_size_limit=67108864; PRAGMA foreign_keys=ON");
    if (code == SQLITE_OK && version < RESULTS_LITE_VERSION)
        code = sql_upgrade(r->db, &format);
    return code == SQLITE_OK ? PES_ERR_OK : sql_refuse(r->db, r->base.name, code, note);
}

static enum pes_err set_up(struct results_lite *r, struct pes_note *note) {
    enum { SHORT_MS = 100 };
    const struct timespec pause = {.tv_nsec = 10000000};
    const int64_t start = clock_now_ns();
    enum pes_err err;
    sqlite3_busy_timeout(r->db, SHORT_MS);
    while ((err = set_up_once(r, note)) == PES_ERR_STOPPED &&
           clock_seconds_since(start) * 1000 < RESULTS_WAIT_MS)
        (void)nanosleep(&pause, NULL);
    return err;
}

/* Creates the file unless something has its name. SQLite would not say why it cannot. */
static bool create(const struct results_lite *r) {
    const int fd = open(r->base.name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    /* Of an existing file no descriptor may be closed: that would release locks that another
     * connection of this process has on it (POSIX). */
    return fd >= 0 ? close(fd) == 0 : errno == EEXIST;
}

static enum pes_err open_to_write(struct results_lite *r, struct pes_note *note) {
    struct stat file;
    if (r->in_file && !create(r))
        return sql_say(r->base.name, TEXT(store_cannot_open), strerror(errno), note);
    int code =
        sqlite3_open_v2(r->base.name, &r->db,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);
    if (code != SQLITE_OK)
        return sql_refuse(r->db, r->base.name, code, note);
    /* SQLite opens what it may not write for reading only, and would fail later. */
    if (sqlite3_db_readonly(r->db, "main") == 1)
        return sql_say(r->base.name, TEXT(store_cannot_open), strerror(EACCES), note);
    /* The log beside a database is found by its name: see take_lock() in store_lite_open.c. */
    if (r->in_file && stat(sqlite3_db_filename(r->db, "main"), &file) == 0 && file.st_nlink > 1)
        return sql_say(r->base.name, TEXT(store_links), "", note);
    const enum pes_err err = set_up(r, note);
    if (err != PES_ERR_OK)
        return err;
    sqlite3_busy_timeout(r->db, RESULTS_WAIT_MS);
    code = sql_prepare(r->db, results_queries, RESULTS_QUERY_COUNT, r->queries);
    if (code != SQLITE_OK)
        return sql_refuse(r->db, r->base.name, code, note);
    return r->in_file && !sql_place_of(r->db, &r->place)
               ? sql_say(r->base.name, TEXT(store_removed), "", note)
               : PES_ERR_OK;
}

/* To read -------------------------------------------------------------------------------------- */

/* Appends the path as a URI of SQLite. */
static void add_uri(struct str *out, const char *path) {
    str_add(out, path[0] == '/' ? "file://" : "file:");
    for (; *path != '\0'; path++) {
        if (strchr("?#%", *path) != NULL)
            str_addf(out, "%%%02x", (unsigned)(unsigned char)*path);
        else
            str_add_char(out, *path);
    }
    str_add(out, "?immutable=1");
}

/* Can this process create files beside `path`? */
static bool may_create_beside(const char *path) {
    struct str folder;
    str_init(&folder);
    const char *slash = strrchr(path, '/');
    if (slash != NULL)
        str_add_bytes(&folder, path, (size_t)(slash - path) + 1);
    str_add(&folder, ".");
    const bool may = str_err(&folder) == PES_ERR_OK && access(folder.text, W_OK) == 0;
    str_release(&folder);
    return may;
}

/* How a file is opened to read: see the top of this file. */
enum reading { READ_LOGGED, READ_SHARED, READ_ALONE };

/* `path`: without symbolic links, as SQLite names the log. */
static enum reading choose_reading(const char *path) {
    struct str log;
    str_init(&log);
    str_add(&log, path);
    str_add(&log, "-wal");
    const bool logged = str_err(&log) != PES_ERR_OK || access(log.text, F_OK) == 0;
    str_release(&log);
    if (logged)
        return READ_LOGGED;
    return access(path, W_OK) == 0 && may_create_beside(path) ? READ_SHARED : READ_ALONE;
}

static int open_reading(struct results_lite *r, const char *path, enum reading how) {
    const int flags = SQLITE_OPEN_NOMUTEX |
                      (how == READ_SHARED ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY) |
                      (how == READ_ALONE ? SQLITE_OPEN_URI : 0);
    struct str name;
    str_init(&name);
    if (how == READ_ALONE)
        add_uri(&name, path);
    else
        str_add(&name, path);
    const int code = str_err(&name) != PES_ERR_OK ? SQLITE_NOMEM
                                                  : sqlite3_open_v2(name.text, &r->db, flags, NULL);
    str_release(&name);
    return code;
}

static enum pes_err check_readable(struct results_lite *r, struct pes_note *note) {
    char quote[PES_QUOTE_SIZE];
    int64_t version = 0;
    sqlite3_busy_timeout(r->db, RESULTS_WAIT_MS);
    const int code = sql_run(r->db, "PRAGMA query_only=ON; PRAGMA trusted_schema=OFF");
    if (code != SQLITE_OK)
        return sql_refuse(r->db, r->base.name, code, note);
    const enum pes_err err = sql_version(r->db, r->base.name, &format, &version, note);
    if (err != PES_ERR_OK || version == RESULTS_LITE_VERSION)
        return err;
    return pes_note_say(note, PES_ERR_UNFIT, 0,
                        version == 0 ? TEXT(results_empty) : TEXT(results_older),
                        PES_ARGS(PES_STR(pes_quote(r->base.name, strlen(r->base.name), quote)),
                                 PES_INT(version), PES_INT(RESULTS_LITE_VERSION)));
}

static enum pes_err open_as(struct results_lite *r, const char *path, enum reading how,
                            struct pes_note *note) {
    const int code = open_reading(r, path, how);
    return code == SQLITE_OK ? check_readable(r, note)
                             : sql_refuse(r->db, r->base.name, code, note);
}

static enum pes_err open_to_read(struct results_lite *r, struct pes_note *note) {
    struct stat file;
    char path[PATH_MAX];
    if (realpath(r->base.name, path) == NULL || stat(path, &file) != 0 || access(path, R_OK) != 0)
        return sql_say(r->base.name, TEXT(store_cannot_open), strerror(errno), note);
    if (S_ISDIR(file.st_mode))
        return sql_say(r->base.name, TEXT(store_cannot_open), strerror(EISDIR), note);
    const enum reading how = choose_reading(path);
    const enum pes_err err = open_as(r, path, how, note);
    if (err != PES_ERR_IO || how != READ_SHARED)
        return err;
    /* Perhaps the disk is full: what is on it can still be read. */
    (void)sqlite3_close(r->db);
    r->db = NULL;
    return open_as(r, path, READ_ALONE, note);
}

enum pes_err results_open_lite(const char *path, bool read_only, struct results **out,
                               struct pes_note *note) {
    struct results_lite *r =
        (struct results_lite *)results_new(sizeof *r, &results_lite_class, path, read_only);
    if (r == NULL)
        return pes_note_say(note, PES_ERR_NOMEM, 0, pes_err_text(PES_ERR_NOMEM), PES_NO_ARGS);
    r->in_file = strcmp(path, ":memory:") != 0;
    const enum pes_err err = read_only ? open_to_read(r, note) : open_to_write(r, note);
    if (err != PES_ERR_OK) {
        results_close(&r->base);
        return err;
    }
    *out = &r->base;
    return PES_ERR_OK;
}
