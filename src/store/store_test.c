/* The store: committed games are found again, whatever happens to the process, the database or
 * other programs that use it. The first group of tests is run on both kinds of database. */
#include "postgres/testing.h"
#include "store/store.h"

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

/* Each test has a new folder of its own as the current one, or an empty database. */
static int enter_folder(void **state) {
    char name[] = "/tmp/pessoi-store-test-XXXXXX";
    if (!mkdtemp(name) || chdir(name) != 0)
        return -1;
    *state = strdup(name);
    if (testing_url() != NULL)
        testing_reset();
    return *state ? 0 : -1;
}

/* The database of the test. */
static const char *games_db(void) {
    return testing_url() != NULL ? testing_url() : "games.db";
}

static int leave_folder(void **state) {
    static const char *const names[] = {"games.db",         "games.db-wal", "games.db-shm",
                                        "games.db-journal", "other.db",     "link.db",
                                        "link.db-wal",      "link.db-shm"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        unlink(names[i]);
    const int failed = chdir("/") != 0 || rmdir(*state) != 0;
    free(*state);
    return failed;
}

static struct store *must_open(const char *path) {
    struct store *s = NULL;
    struct pes_note note = {0};
    if (store_open(path, &s, &note) != PES_ERR_OK)
        fail_msg("%s", note.why[PES_LANG_EN]);
    return s;
}

/* The sentence with which opening is refused. */
static void must_refuse(const char *path, const char *part) {
    struct store *s = NULL;
    struct pes_note note = {0};
    assert_int_equal(store_open(path, &s, &note), PES_ERR_IO);
    assert_null(s);
    if (strstr(note.why[PES_LANG_EN], part) == NULL)
        fail_msg("'%s' does not say '%s'", note.why[PES_LANG_EN], part);
}

static struct store_game game_of(const char *id, const char *document) {
    return (struct store_game){.id = id,
                               .game = "boats",
                               .variant = "",
                               .result = "*",
                               .created_ms = 1,
                               .updated_ms = 2,
                               .event = 1,
                               .document = document,
                               .document_length = strlen(document)};
}

/* The event number that a game has in the store; 0: it is not there. */
static int64_t event_of(struct store *s, const char *id) {
    struct str out;
    int64_t event = 0;
    str_init(&out);
    const enum pes_err err = store_get(s, id, true, &out, &event, NULL);
    str_release(&out);
    return err == PES_ERR_UNKNOWN ? 0 : event;
}

static void must_put(struct store *s, const char *id, const char *document) {
    struct store_game g = game_of(id, document);
    g.stored_event = event_of(s, id);
    g.event = g.stored_event + 1;
    assert_int_equal(store_put(s, &g, NULL), PES_ERR_OK);
}

static void check_document(struct store *s, const char *id, const char *expected) {
    struct str out;
    int64_t event = 0;
    str_init(&out);
    const enum pes_err err = store_get(s, id, true, &out, &event, NULL);
    if (expected == NULL) {
        assert_int_equal(err, PES_ERR_UNKNOWN);
    } else {
        assert_int_equal(err, PES_ERR_OK);
        assert_string_equal(out.text, expected);
        assert_true(event > 0);
    }
    str_release(&out);
}

/* What another program, which is not a server, does with the games. */
static void other_runs(const char *sql) {
    if (testing_url() != NULL) {
        testing_sql("pessoi_games", sql);
        return;
    }
    sqlite3 *db = NULL;
    char *why = NULL;
    assert_int_equal(sqlite3_open("games.db", &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, &why) != SQLITE_OK)
        fail_msg("%s: %s", sql, why);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

/* The same with the file, for as long as it is open. */
static sqlite3 *other_program(void) {
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open("games.db", &db), SQLITE_OK);
    return db;
}

static void must_run(sqlite3 *db, const char *sql) {
    char *why = NULL;
    if (sqlite3_exec(db, sql, NULL, NULL, &why) != SQLITE_OK)
        fail_msg("%s: %s", sql, why);
}

static void put_get(void **state) {
    (void)state;
    struct store *s = must_open(games_db());
    assert_int_equal(store_count(s), 0);
    must_put(s, "a", "one");
    check_document(s, "a", "one"); /* before the commit too */
    must_put(s, "a", "two, κι άλλα");
    must_put(s, "b", "");
    assert_int_equal(store_count(s), 2);
    assert_int_equal(store_commit(s, NULL), PES_ERR_OK);
    assert_int_equal(store_commit(s, NULL), PES_ERR_OK); /* nothing to do */
    check_document(s, "a", "two, κι άλλα");
    check_document(s, "b", "");
    check_document(s, "c", NULL);
    store_close(s);

    s = must_open(games_db());
    assert_int_equal(store_count(s), 2);
    check_document(s, "a", "two, κι άλλα");
    store_close(s);
}

static void undo(void **state) {
    (void)state;
    struct store *s = must_open(games_db());
    must_put(s, "a", "one");
    assert_int_equal(store_commit(s, NULL), PES_ERR_OK);
    must_put(s, "a", "two");
    must_put(s, "b", "three");
    store_undo(s);
    assert_int_equal(store_count(s), 1);
    check_document(s, "a", "one");
    check_document(s, "b", NULL);
    must_put(s, "b", "four");
    assert_int_equal(store_commit(s, NULL), PES_ERR_OK);
    assert_int_equal(store_count(s), 2);
    store_close(s);
}

static void close_commits(void **state) {
    (void)state;
    struct store *s = must_open(games_db());
    must_put(s, "a", "one");
    store_close(s);
    s = must_open(games_db());
    check_document(s, "a", "one");
    store_close(s);
    store_close(NULL);
}

/* Opens a file in a process of its own, as a second server would; 0: it was refused as held by
 * another, else its exit status. (In one process closing a descriptor would drop locks.) */
static int second_server(const char *path) {
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct store *s = NULL;
        struct pes_note note = {0};
        if (store_open(path, &s, &note) == PES_ERR_OK)
            _exit(1);
        _exit(strstr(note.why[PES_LANG_EN], "another server uses") != NULL ? 0 : 2);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void one_owner(void **state) {
    (void)state;
    struct store *s = must_open("games.db");
    assert_int_equal(second_server("games.db"), 0);
    assert_int_equal(symlink("games.db", "link.db"), 0);
    assert_int_equal(second_server("link.db"), 0);
    struct store *other = must_open("other.db");
    store_close(other);
    store_close(s);
    s = must_open("link.db");
    assert_int_equal(second_server("games.db"), 0);
    store_close(s);
}

/* The lock belongs to the file, not to the name that led to it. */
static void one_owner_by_any_name(void **state) {
    (void)state;
    assert_int_equal(symlink("games.db", "link.db"), 0);
    struct store *s = must_open("link.db"); /* whose target does not exist yet */
    assert_int_equal(second_server("games.db"), 0);
    store_close(s);
    unlink("link.db");

    s = must_open("games.db");
    assert_int_equal(link("games.db", "link.db"), 0);
    assert_int_equal(second_server("link.db"), 0);
    unlink("games.db-lock"); /* where earlier versions had their lock */
    assert_int_equal(second_server("games.db"), 0);
    must_put(s, "a", "one");
    store_close(s);
    /* Under its second name the newest games could be missing: their log has the first one. */
    must_refuse("link.db", "has other names");
    must_refuse("games.db", "has other names");
    unlink("link.db");
    s = must_open("games.db");
    check_document(s, "a", "one");
    store_close(s);
}

/* If a second owner writes in spite of the lock, it is noticed before anything is overwritten. */
static void compare_and_set(void **state) {
    (void)state;
    struct store *s = must_open(games_db());
    must_put(s, "a", "one");
    assert_int_equal(store_commit(s, NULL), PES_ERR_OK);
    other_runs("UPDATE game SET event=2");
    struct pes_note note = {0};
    struct store_game g = game_of("a", "two");
    g.event = 2;
    g.stored_event = 1;
    assert_int_equal(store_put(s, &g, &note), PES_ERR_UNFIT);
    assert_non_null(strstr(note.why[PES_LANG_EN], "another program has changed game 'a' in '"));
    store_undo(s);
    /* So is a game that another program added under the same id, */
    g.stored_event = 0;
    assert_int_equal(store_put(s, &g, NULL), PES_ERR_UNFIT);
    store_undo(s);
    /* and one that it deleted. */
    other_runs("DELETE FROM game");
    g.event = 3;
    g.stored_event = 2;
    assert_int_equal(store_put(s, &g, NULL), PES_ERR_UNFIT);
    store_undo(s);
    must_put(s, "b", "three");
    store_close(s);
}

/* A file that is not under its name any more would be found by no program. */
static void file_removed(void **state) {
    (void)state;
    struct pes_note note = {0};
    struct store *s = must_open("games.db");
    must_put(s, "b", "three");
    assert_int_equal(unlink("games.db"), 0);
    assert_int_equal(store_commit(s, &note), PES_ERR_UNFIT);
    assert_non_null(strstr(note.why[PES_LANG_EN], "was removed"));
    store_close(s);
}

/* Locks of other programs are reported at once, and pass. */
static void locked(void **state) {
    (void)state;
    struct store *s = must_open("games.db");
    must_put(s, "a", "one");
    assert_int_equal(store_commit(s, NULL), PES_ERR_OK);
    sqlite3 *other = other_program();
    must_run(other, "BEGIN IMMEDIATE");
    struct pes_note note = {0};
    assert_int_equal(store_begin(s, &note), PES_ERR_STOPPED);
    assert_non_null(strstr(note.why[PES_LANG_EN], "'games.db' is locked by another program"));
    assert_int_equal(store_probe(s, NULL), PES_ERR_STOPPED);
    check_document(s, "a", "one"); /* reading goes on */
    must_run(other, "COMMIT");
    assert_int_equal(sqlite3_close(other), SQLITE_OK);
    assert_int_equal(store_probe(s, NULL), PES_ERR_OK);
    must_put(s, "a", "two");
    store_close(s);
}

static int mode_of(const char *path) {
    struct stat file;
    assert_int_equal(stat(path, &file), 0);
    return (int)(file.st_mode & 0777);
}

static void modes(void **state) {
    (void)state;
    const mode_t before = umask(0);
    struct store *s = must_open("games.db");
    must_put(s, "a", "one");
    assert_int_equal(store_commit(s, NULL), PES_ERR_OK);
    assert_int_equal(mode_of("games.db"), 0600);
    assert_int_equal(mode_of("games.db-wal"), 0600);
    assert_int_equal(mode_of("games.db-shm"), 0600);
    store_close(s);
    assert_int_equal(chmod("games.db", 0644), 0); /* as earlier versions left it */
    s = must_open("games.db");
    assert_true(store_private(s));
    assert_int_equal(mode_of("games.db"), 0600);
    store_close(s);
    assert_int_equal(chmod("games.db", 0640), 0); /* deliberate */
    s = must_open("games.db");
    assert_int_equal(mode_of("games.db"), 0640);
    store_close(s);
    umask(before);
}

/* Writes numbers, reports each one that is committed, and is killed at a random moment. */
static void kill_writer(int written_min) {
    int pipe_fds[2];
    assert_int_equal(pipe(pipe_fds), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct store *s = NULL;
        if (store_open(games_db(), &s, NULL) != PES_ERR_OK)
            _exit(1);
        for (int i = 1;; i++) {
            char text[32];
            snprintf(text, sizeof text, "%d", i);
            struct store_game g = game_of("a", text);
            g.event = i;
            g.stored_event = i - 1;
            if (store_put(s, &g, NULL) != PES_ERR_OK)
                _exit(2);
            g.id = text;
            g.stored_event = 0;
            if (store_put(s, &g, NULL) != PES_ERR_OK || store_commit(s, NULL) != PES_ERR_OK)
                _exit(3);
            if (write(pipe_fds[1], &i, sizeof i) != sizeof i)
                _exit(4);
        }
    }
    close(pipe_fds[1]);
    int told = 0, status;
    while (told < written_min && read(pipe_fds[0], &told, sizeof told) == sizeof told)
        continue;
    kill(child, SIGKILL);
    while (read(pipe_fds[0], &told, sizeof told) == sizeof told)
        continue;
    close(pipe_fds[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_true(told >= written_min);

    if (testing_url() != NULL)
        other_runs("DELETE FROM server"); /* else its games are its own for a few seconds */

    /* What was reported is there, at most one commit more, and the two games of a commit go
     * together. */
    struct store *s = must_open(games_db());
    struct str out;
    int64_t event = 0;
    str_init(&out);
    assert_int_equal(store_get(s, "a", true, &out, &event, NULL), PES_ERR_OK);
    const long kept = strtol(out.text, NULL, 10);
    str_release(&out);
    assert_true(kept == told || kept == told + 1);
    assert_int_equal(store_count(s), kept + 1);
    store_close(s);
    other_runs("DELETE FROM game");
}

static void killed(void **state) {
    (void)state;
    for (int i = 0; i < 5; i++)
        kill_writer(100 + 137 * i);
}

static void write_file(const char *path, const char *bytes, size_t length, long at) {
    FILE *file = fopen(path, at < 0 ? "wb" : "r+b");
    assert_non_null(file);
    if (at >= 0)
        assert_int_equal(fseek(file, at, SEEK_SET), 0);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

static void foreign_file(void **state) {
    (void)state;
    char text[4096];
    memset(text, 'x', sizeof text);
    write_file("games.db", text, sizeof text, -1);
    must_refuse("games.db", "is not a database of Pessoi");
    /* The file is unchanged. */
    char back[4096];
    FILE *file = fopen("games.db", "rb");
    assert_non_null(file);
    assert_int_equal(fread(back, 1, sizeof back, file), sizeof back);
    fclose(file);
    assert_memory_equal(back, text, sizeof text);
    must_refuse("no/such/folder/games.db", "cannot open");
    must_refuse("/", "cannot open");
}

/* application_id is in bytes 68..71 of an SQLite file, user_version in 60..63. */
static void foreign_database(void **state) {
    (void)state;
    struct store *s = must_open("games.db");
    must_put(s, "a", "one");
    store_close(s);
    write_file("games.db", "\0\0\0\0", 4, 68);
    must_refuse("games.db", "is not a database of Pessoi");
    write_file("games.db", "PESS", 4, 68);
    write_file("games.db", "\0\0\0\x63", 4, 60);
    must_refuse("games.db", "written by a newer Pessoi (file format 99");
    /* Versions that no Pessoi has written. */
    write_file("games.db", "\377\377\377\377", 4, 60);
    must_refuse("games.db", "is damaged: its format version -1 is impossible");
    write_file("games.db", "\0\0\0\0", 4, 60);
    must_refuse("games.db", "is damaged: its format version 0 is impossible");
    write_file("games.db", "\0\0\0\2", 4, 60);
    s = must_open("games.db");
    check_document(s, "a", "one");
    store_close(s);
}

/* A damaged file is refused with a sentence or read; nothing crashes. */
static void damaged(void **state) {
    (void)state;
    struct store *s = must_open("games.db");
    char id[32], *document = malloc(3000);
    assert_non_null(document);
    memset(document, 'd', 2999);
    document[2999] = '\0';
    for (int i = 0; i < 40; i++) {
        snprintf(id, sizeof id, "game-%d", i);
        must_put(s, id, document);
    }
    store_close(s);
    int refused = 0;
    char zeros[3000] = {0};
    for (long at = 4096; at < 40L * 3000; at += 4096) {
        write_file("games.db", zeros, sizeof zeros, at);
        struct pes_note note = {0};
        struct str out;
        str_init(&out);
        enum pes_err err = store_open("games.db", &s, &note);
        for (int i = 0; err == PES_ERR_OK && i < 40; i++) {
            snprintf(id, sizeof id, "game-%d", i);
            int64_t event;
            err = store_get(s, id, true, &out, &event, &note);
        }
        if (err != PES_ERR_OK) {
            refused++;
            assert_true(!pes_note_is_empty(&note));
        }
        store_close(s);
        s = NULL;
        str_release(&out);
    }
    free(document);
    assert_true(refused > 0);
}

/* A commit that fails persists nothing of its transaction, and the next one may succeed. */
static void full(void **state) {
    (void)state;
    const size_t length = 1 << 20;
    char *large = malloc(length + 1);
    assert_non_null(large);
    memset(large, 'l', length);
    large[length] = '\0';
    struct store *s = must_open("games.db");
    must_put(s, "a", "one");
    assert_int_equal(store_commit(s, NULL), PES_ERR_OK);

    struct rlimit before, small = {.rlim_cur = 256 << 10};
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small.rlim_max = before.rlim_max;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    struct store_game g = game_of("a", large);
    g.event = 2;
    g.stored_event = 1;
    struct pes_note note = {0};
    enum pes_err err = store_put(s, &g, &note);
    if (err == PES_ERR_OK)
        err = store_commit(s, &note);
    else
        store_undo(s);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_equal(err, PES_ERR_IO);
    assert_true(!pes_note_is_empty(&note));

    check_document(s, "a", "one");
    must_put(s, "a", "two");
    assert_int_equal(store_commit(s, NULL), PES_ERR_OK);
    store_close(s);
    s = must_open("games.db");
    check_document(s, "a", "two");
    store_close(s);
    free(large);
}

/* A file of version 1, written by the program that had it, is upgraded; its games are the same. */
static void upgraded(void **state) {
    (void)state;
    char bytes[65536];
    FILE *file = fopen(STORE_VERSION_1, "rb");
    assert_non_null(file);
    const size_t length = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    assert_int_equal(bytes[63], 1);
    write_file("games.db", bytes, length, -1);
    for (int i = 0; i < 2; i++) { /* the second time there is nothing to do */
        struct store *s = must_open("games.db");
        struct str out;
        int64_t event = 0;
        str_init(&out);
        assert_int_equal(store_count(s), 2);
        assert_int_equal(store_get(s, "DsZU-4MdZCfguGJp", true, &out, &event, NULL), PES_ERR_OK);
        assert_int_equal(event, i == 0 ? 4 : 5);
        if (i == 0) {
            assert_non_null(strstr(out.text, "\"moves\":\"h8 h9 a1\""));
            must_put(s, "DsZU-4MdZCfguGJp", "changed");
        }
        str_release(&out);
        store_close(s);
    }
}

/* One wrong bit in a document, its id or its event: refused, never returned. */
static void checksums(void **state) {
    (void)state;
    static const char *const damage[] = {
        "UPDATE game SET document='two' WHERE id='a'",
        "UPDATE game SET event=2 WHERE id='a'",
        "UPDATE game SET checksum=(SELECT checksum FROM game WHERE id='b') WHERE id='a'",
        "UPDATE game SET document=(SELECT document FROM game WHERE id='b'),"
        " event=(SELECT event FROM game WHERE id='b'),"
        " checksum=(SELECT checksum FROM game WHERE id='b') WHERE id='a'",
    };
    for (size_t i = 0; i < sizeof damage / sizeof damage[0]; i++) {
        struct store *s = must_open(games_db());
        must_put(s, "a", "one");
        must_put(s, "b", "another");
        assert_int_equal(store_commit(s, NULL), PES_ERR_OK);
        other_runs(damage[i]);
        struct str out;
        struct pes_note note = {0};
        int64_t event;
        str_init(&out);
        assert_int_equal(store_get(s, "a", true, &out, &event, &note), PES_ERR_SYNTAX);
        assert_int_equal(out.length, 0);
        assert_non_null(strstr(note.why[PES_LANG_EN], "its checksum in '"));
        check_document(s, "b", "another");
        str_release(&out);
        store_close(s);
        other_runs("DELETE FROM game");
    }
}

/* Retention ------------------------------------------------------------------------------------ */

static bool is_used(void *arg, const char *id) {
    return arg != NULL && strcmp(arg, id) == 0;
}

/* One pass over all games; returns how many were deleted. */
static int expire(struct store *s, int64_t over_before_ms, int64_t open_before_ms, char *used) {
    const struct store_expiry e = {.over_before_ms = over_before_ms,
                                   .open_before_ms = open_before_ms,
                                   .in_use = is_used,
                                   .arg = used};
    int all = 0, deleted = 0;
    bool more = true;
    for (int i = 0; more; i++) {
        assert_true(i < 1000);
        assert_int_equal(store_expire(s, &e, &deleted, &more, NULL), PES_ERR_OK);
        assert_true(deleted <= STORE_EXPIRE_MAX);
        all += deleted;
    }
    return all;
}

/* Games 0..99 were changed at 0, 10, .. 990; the even ones are over. */
static void fill_with_games(struct store *s, const char *document) {
    char id[32];
    for (int i = 0; i < 100; i++) {
        snprintf(id, sizeof id, "game-%d", i);
        struct store_game g = game_of(id, document);
        g.updated_ms = INT64_C(10) * i;
        g.result = i % 2 == 0 ? "1-0" : "*";
        assert_int_equal(store_put(s, &g, NULL), PES_ERR_OK);
    }
    assert_int_equal(store_commit(s, NULL), PES_ERR_OK);
}

static void retention(void **state) {
    (void)state;
    char used[] = "game-2";
    struct store *s = must_open(games_db());
    fill_with_games(s, "one");
    assert_int_equal(expire(s, 0, 0, NULL), 0);
    assert_int_equal(expire(s, 400, 200, used), 20 - 1 + 10);
    assert_int_equal(store_count(s), 71);
    check_document(s, "game-2", "one");  /* it is in use */
    check_document(s, "game-0", NULL);   /* over, changed before 400 */
    check_document(s, "game-40", "one"); /* over, changed at 400 */
    check_document(s, "game-19", NULL);  /* not over, changed before 200 */
    check_document(s, "game-21", "one"); /* not over, changed later */
    assert_int_equal(expire(s, 400, 200, used), 0);
    assert_int_equal(expire(s, 400, 200, NULL), 1); /* a new pass begins with the first game */
    store_close(s);
    s = must_open(games_db());
    assert_int_equal(store_count(s), 70);
    store_close(s);
}

/* Deleting makes the file smaller. */
static void retention_shrinks(void **state) {
    (void)state;
    enum { LENGTH = 20000 };
    char *document = malloc(LENGTH + 1);
    assert_non_null(document);
    memset(document, 'd', LENGTH);
    document[LENGTH] = '\0';
    struct store *s = must_open("games.db");
    fill_with_games(s, document);
    const int64_t before = store_bytes(s);
    assert_true(before > 2000000);
    assert_int_equal(expire(s, 2000, 2000, NULL), 100);
    assert_true(store_bytes(s) < 100000);
    fill_with_games(s, "small");
    assert_int_equal(expire(s, 2000, 2000, NULL), 100);
    store_close(s);
    struct stat file;
    assert_int_equal(stat("games.db", &file), 0);
    assert_true(file.st_size < before / 2);
    free(document);
}

/* A lock of another program delays it; nothing is skipped. */
static void retention_locked(void **state) {
    (void)state;
    struct store *s = must_open("games.db");
    fill_with_games(s, "one");
    sqlite3 *other = other_program();
    must_run(other, "BEGIN IMMEDIATE");
    const struct store_expiry e = {
        .over_before_ms = 2000, .open_before_ms = 2000, .in_use = is_used};
    int deleted;
    bool more;
    assert_int_equal(store_expire(s, &e, &deleted, &more, NULL), PES_ERR_STOPPED);
    assert_int_equal(deleted, 0);
    must_run(other, "COMMIT");
    assert_int_equal(sqlite3_close(other), SQLITE_OK);
    assert_int_equal(expire(s, 2000, 2000, NULL), 100);
    assert_int_equal(store_count(s), 0);
    store_close(s);
}

int main(void) {
#define T(f) cmocka_unit_test_setup_teardown(f, enter_folder, leave_folder)
    const struct CMUnitTest both[] = {
        T(put_get), T(undo),      T(close_commits), T(compare_and_set),
        T(killed),  T(checksums), T(retention),
    };
    const struct CMUnitTest files[] = {
        T(one_owner),         T(one_owner_by_any_name), T(file_removed), T(locked), T(modes),
        T(foreign_file),      T(foreign_database),      T(damaged),      T(full),   T(upgraded),
        T(retention_shrinks), T(retention_locked),
    };
    const int failed = cmocka_run_group_tests(both, NULL, NULL);
    return testing_url() != NULL ? failed : failed + cmocka_run_group_tests(files, NULL, NULL);
}
