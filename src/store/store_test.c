#include "store/store.h"

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

/* Each test works in a fresh folder of its own, which is the current one meanwhile. */
static int enter_folder(void **state) {
    char name[] = "/tmp/pessoi-store-test-XXXXXX";
    if (!mkdtemp(name) || chdir(name) != 0)
        return -1;
    *state = strdup(name);
    return *state ? 0 : -1;
}

static int leave_folder(void **state) {
    static const char *const names[] = {"games.db",      "games.db-wal",    "games.db-shm",
                                        "games.db-lock", "other.db",        "other.db-lock",
                                        "link.db",       "games.db-journal"};
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
                               .event = 3,
                               .document = document,
                               .document_length = strlen(document)};
}

static void must_put(struct store *s, const char *id, const char *document) {
    const struct store_game g = game_of(id, document);
    assert_int_equal(store_put(s, &g, NULL), PES_ERR_OK);
}

static void check_document(struct store *s, const char *id, const char *expected) {
    struct str out;
    str_init(&out);
    const enum pes_err err = store_get(s, id, &out, NULL);
    if (expected == NULL) {
        assert_int_equal(err, PES_ERR_UNKNOWN);
    } else {
        assert_int_equal(err, PES_ERR_OK);
        assert_string_equal(out.text, expected);
    }
    str_release(&out);
}

static void put_get(void **state) {
    (void)state;
    struct store *s = must_open("games.db");
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

    s = must_open("games.db");
    assert_int_equal(store_count(s), 2);
    check_document(s, "a", "two, κι άλλα");
    store_close(s);
}

static void undo(void **state) {
    (void)state;
    struct store *s = must_open(":memory:");
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
    struct store *s = must_open("games.db");
    must_put(s, "a", "one");
    store_close(s);
    s = must_open("games.db");
    check_document(s, "a", "one");
    store_close(s);
    store_close(NULL);
}

static void one_owner(void **state) {
    (void)state;
    struct store *s = must_open("games.db");
    must_refuse("games.db", "another server uses 'games.db'");
    assert_int_equal(symlink("games.db", "link.db"), 0);
    must_refuse("link.db", "another server uses 'link.db'");
    struct store *other = must_open("other.db");
    store_close(other);
    store_close(s);
    s = must_open("link.db");
    store_close(s);
}

/* Writes numbers, tells each one that is safe, and is killed somewhere on the way. */
static void kill_writer(int written_min) {
    int pipe_fds[2];
    assert_int_equal(pipe(pipe_fds), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct store *s = NULL;
        if (store_open("games.db", &s, NULL) != PES_ERR_OK)
            _exit(1);
        for (int i = 1;; i++) {
            char text[32];
            snprintf(text, sizeof text, "%d", i);
            struct store_game g = game_of("a", text);
            if (store_put(s, &g, NULL) != PES_ERR_OK)
                _exit(2);
            g.id = text;
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

    /* What was told is there, at most one turn more, and the two games of a turn go together. */
    struct store *s = must_open("games.db");
    struct str out;
    str_init(&out);
    assert_int_equal(store_get(s, "a", &out, NULL), PES_ERR_OK);
    const long kept = strtol(out.text, NULL, 10);
    str_release(&out);
    assert_true(kept == told || kept == told + 1);
    assert_int_equal(store_count(s), kept + 1);
    store_close(s);
    unlink("games.db");
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
    must_refuse("games.db", "is not a file of games");
    /* It is left as it is. */
    char back[4096];
    FILE *file = fopen("games.db", "rb");
    assert_non_null(file);
    assert_int_equal(fread(back, 1, sizeof back, file), sizeof back);
    fclose(file);
    assert_memory_equal(back, text, sizeof text);
    must_refuse("no/such/folder/games.db", "cannot open");
    must_refuse("/", "cannot open");
}

/* The application's number stands in bytes 68..71 of an SQLite file, the schema's in 60..63. */
static void foreign_database(void **state) {
    (void)state;
    struct store *s = must_open("games.db");
    must_put(s, "a", "one");
    store_close(s);
    write_file("games.db", "\0\0\0\0", 4, 68);
    must_refuse("games.db", "is not a file of games");
    write_file("games.db", "PESS", 4, 68);
    write_file("games.db", "\0\0\0\x63", 4, 60);
    must_refuse("games.db", "written by a newer Pessoi (version 99");
    write_file("games.db", "\0\0\0\1", 4, 60);
    s = must_open("games.db");
    check_document(s, "a", "one");
    store_close(s);
}

/* Wherever a file is damaged it is refused with a sentence or read; nothing crashes. */
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
            err = store_get(s, id, &out, &note);
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

/* A commit that fails keeps nothing of its turn, and the next one may succeed. */
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

int main(void) {
#define T(f) cmocka_unit_test_setup_teardown(f, enter_folder, leave_folder)
    const struct CMUnitTest tests[] = {
        T(put_get),          T(undo),    T(close_commits), T(one_owner), T(killed), T(foreign_file),
        T(foreign_database), T(damaged), T(full),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
