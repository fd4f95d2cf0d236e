/* Upgrades of SQLite files from any older format, also by several processes at once. */
#include "store/sql.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { APPLICATION = 0x54455354 };

static const char *const steps[] = {
    "CREATE TABLE thing(name TEXT NOT NULL) STRICT; INSERT INTO thing VALUES('one')",
    "ALTER TABLE thing ADD COLUMN size INTEGER NOT NULL DEFAULT 7",
    "INSERT INTO thing(name, size) VALUES('three', 3)",
};
static const char *const broken[] = {
    "CREATE TABLE thing(name TEXT NOT NULL) STRICT; INSERT INTO thing VALUES('one')",
    "INSERT INTO thing VALUES('two'); INSERT INTO nothing VALUES(1)",
};
static const struct sql_format format_1 = {APPLICATION, 1, steps};
static const struct sql_format format_3 = {APPLICATION, 3, steps};
static const struct sql_format format_broken = {APPLICATION, 2, broken};

static int enter_folder(void **state) {
    static char name[] = "/tmp/pessoi-sql-test-XXXXXX";
    snprintf(name, sizeof name, "/tmp/pessoi-sql-test-XXXXXX");
    *state = name;
    return mkdtemp(name) != NULL && chdir(name) == 0 ? 0 : -1;
}

static int leave_folder(void **state) {
    unlink("t.db");
    return chdir("/") != 0 || rmdir(*state) != 0;
}

static sqlite3 *must_open(void) {
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open("t.db", &db), SQLITE_OK);
    return db;
}

static int64_t number(sqlite3 *db, const char *query) {
    int64_t n = -1;
    assert_int_equal(sql_number(db, query, &n), SQLITE_OK);
    return n;
}

static int64_t version_of(sqlite3 *db, const struct sql_format *format) {
    int64_t version = -1;
    assert_int_equal(sql_version(db, "t.db", format, &version, NULL), PES_ERR_OK);
    return version;
}

static void upgraded(void **state) {
    (void)state;
    for (int from = 0; from < 2; from++) {
        sqlite3 *db = must_open();
        assert_int_equal(version_of(db, &format_3), 0);
        if (from == 1)
            assert_int_equal(sql_upgrade(db, &format_1), SQLITE_OK);
        assert_int_equal(version_of(db, &format_3), from);
        assert_int_equal(sql_upgrade(db, &format_3), SQLITE_OK);
        assert_int_equal(sql_upgrade(db, &format_3), SQLITE_OK); /* nothing to do */
        assert_int_equal(version_of(db, &format_3), 3);
        assert_int_equal(number(db, "SELECT count(*) FROM thing"), 2);
        assert_int_equal(number(db, "SELECT size FROM thing WHERE name='one'"), 7);
        int64_t version = 0;
        struct pes_note note = {0};
        assert_int_equal(sql_version(db, "t.db", &format_1, &version, &note), PES_ERR_UNFIT);
        assert_string_equal(note.why[PES_LANG_EN], "'t.db' was written by a newer Pessoi (file "
                                                   "format 3; this one supports 1)");
        assert_int_equal(sqlite3_close(db), SQLITE_OK);
        unlink("t.db");
    }
}

/* A step that fails leaves the file as it was. */
static void all_or_nothing(void **state) {
    (void)state;
    sqlite3 *db = must_open();
    assert_int_equal(sql_upgrade(db, &format_1), SQLITE_OK);
    assert_int_not_equal(sql_upgrade(db, &format_broken), SQLITE_OK);
    assert_int_equal(version_of(db, &format_3), 1);
    assert_int_equal(number(db, "SELECT count(*) FROM thing"), 1);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static void several_at_once(void **state) {
    (void)state;
    enum { PROCESSES = 4 };
    pid_t children[PROCESSES];
    for (int i = 0; i < PROCESSES; i++) {
        children[i] = fork();
        assert_true(children[i] >= 0);
        if (children[i] != 0)
            continue;
        sqlite3 *db = NULL;
        int code = sqlite3_open("t.db", &db);
        sqlite3_busy_timeout(db, 60000);
        if (code == SQLITE_OK)
            code = sql_upgrade(db, &format_3);
        sqlite3_close(db);
        _exit(code);
    }
    for (int i = 0; i < PROCESSES; i++) {
        int status;
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), SQLITE_OK);
    }
    sqlite3 *db = must_open();
    assert_int_equal(number(db, "SELECT count(*) FROM thing"), 2);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, enter_folder, leave_folder)
    const struct CMUnitTest tests[] = {TEST(upgraded), TEST(all_or_nothing), TEST(several_at_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
