/* Connections to PostgreSQL: upgrades from any older version, also by several processes at once;
 * tables of other programs, missing rights, and URLs that must not be used or quoted. */
#include "postgres/testing.h"
#include "store/pq.h"
#include "store/results.h"
#include "store/store.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#define SCHEMA "pessoi_test"

static const char *const steps[] = {
    "CREATE TABLE thing(name text NOT NULL); INSERT INTO thing VALUES('one')",
    "ALTER TABLE thing ADD COLUMN size bigint NOT NULL DEFAULT 7",
    "INSERT INTO thing(name, size) VALUES('three', 3)",
};
static const char *const broken[] = {
    "CREATE TABLE thing(name text NOT NULL); INSERT INTO thing VALUES('one')",
    "INSERT INTO thing VALUES('two'); INSERT INTO nothing VALUES(1)",
};
static const struct pq_format format_1 = {SCHEMA, 1, steps};
static const struct pq_format format_3 = {SCHEMA, 3, steps};
static const struct pq_format format_broken = {SCHEMA, 2, broken};

static int reset(void **state) {
    (void)state;
    testing_reset();
    return 0;
}

static enum pes_err open_as(const char *url, const struct pq_format *format, bool read_only,
                            struct pes_note *note) {
    const struct pq_options options = {.url = url,
                                       .format = format,
                                       .wait_ms = 20000,
                                       .lock_ms = 20000,
                                       .idle_ms = 20000,
                                       .read_only = read_only};
    struct pq *db = NULL;
    const enum pes_err err = pq_open(&options, &db, note);
    pq_close(db);
    return err;
}

static void must_open(const struct pq_format *format, bool read_only) {
    struct pes_note note = {0};
    if (open_as(testing_url(), format, read_only, &note) != PES_ERR_OK)
        fail_msg("%s", note.why[PES_LANG_EN]);
}

static void must_refuse(const char *url, const struct pq_format *format, bool read_only,
                        enum pes_err err, const char *part) {
    struct pes_note note = {0};
    assert_int_equal(open_as(url, format, read_only, &note), err);
    if (strstr(note.why[PES_LANG_EN], part) == NULL)
        fail_msg("'%s' does not say '%s'", note.why[PES_LANG_EN], part);
    assert_true(note.why[PES_LANG_EL][0] != '\0');
}

static void upgraded(void **state) {
    (void)state;
    for (int from = 0; from < 2; from++) {
        testing_reset();
        must_refuse(testing_url(), &format_3, true, PES_ERR_UNFIT, "is empty");
        if (from == 1)
            must_open(&format_1, false);
        if (from == 1)
            must_refuse(testing_url(), &format_3, true, PES_ERR_UNFIT, "has an older format (1;");
        must_open(&format_3, false);
        must_open(&format_3, false); /* nothing to do */
        must_open(&format_3, true);
        assert_int_equal(testing_number(SCHEMA, "SELECT count(*) FROM thing"), 2);
        assert_int_equal(testing_number(SCHEMA, "SELECT size FROM thing WHERE name='one'"), 7);
        must_refuse(testing_url(), &format_1, false, PES_ERR_UNFIT, "newer Pessoi (file format 3");
        must_refuse(testing_url(), &format_1, true, PES_ERR_UNFIT, "newer Pessoi (file format 3");
    }
}

/* A step that fails leaves everything as it was. */
static void all_or_nothing(void **state) {
    (void)state;
    must_refuse(testing_url(), &format_broken, false, PES_ERR_IO, "nothing");
    assert_int_equal(testing_number("public", "SELECT count(*) FROM pg_namespace"
                                              " WHERE nspname='" SCHEMA "'"),
                     0);
    must_open(&format_1, false);
    must_refuse(testing_url(), &format_broken, false, PES_ERR_IO, "nothing");
    assert_int_equal(testing_number(SCHEMA, "SELECT count(*) FROM thing"), 1);
    assert_int_equal(testing_number(SCHEMA, "SELECT version FROM meta"), 1);
}

static void several_at_once(void **state) {
    (void)state;
    enum { PROCESSES = 6 };
    pid_t children[PROCESSES];
    for (int i = 0; i < PROCESSES; i++) {
        children[i] = fork();
        assert_true(children[i] >= 0);
        if (children[i] == 0)
            _exit((int)open_as(testing_url(), &format_3, false, NULL));
    }
    for (int i = 0; i < PROCESSES; i++) {
        int status;
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), PES_ERR_OK);
    }
    assert_int_equal(testing_number(SCHEMA, "SELECT count(*) FROM thing"), 2);
}

/* What another program has under our name is left as it is. */
static void foreign_tables(void **state) {
    (void)state;
    static const char *const theirs[] = {
        "CREATE TABLE pessoi_test.other(id int)",
        "CREATE TABLE pessoi_test.meta(id int)",
        "CREATE TABLE pessoi_test.meta(program text, version int)",
        ("CREATE TABLE pessoi_test.meta(program text, version int);"
         "INSERT INTO pessoi_test.meta VALUES('other', 1)"),
    };
    for (size_t i = 0; i < sizeof theirs / sizeof theirs[0]; i++) {
        testing_reset();
        testing_sql("public", "CREATE SCHEMA pessoi_test");
        testing_sql("public", theirs[i]);
        must_refuse(testing_url(), &format_3, false, PES_ERR_UNFIT, "is not Pessoi's");
        must_refuse(testing_url(), &format_3, true, PES_ERR_UNFIT, "is not Pessoi's");
        assert_int_equal(testing_number("public", "SELECT count(*) FROM pg_class WHERE"
                                                  " relnamespace='pessoi_test'::regnamespace"
                                                  " AND relname IN ('thing')"),
                         0);
    }
    testing_reset();
    testing_sql("public", "CREATE SCHEMA pessoi_test"); /* empty: ours to fill */
    must_open(&format_3, false);
}

static void missing_rights(void **state) {
    (void)state;
    char url[512], *user = NULL;
    testing_sql("public", "DROP ROLE IF EXISTS guest; CREATE ROLE guest LOGIN;"
                          "REVOKE CREATE ON DATABASE postgres FROM public");
    snprintf(url, sizeof url, "%s", testing_url());
    user = strstr(url, "&user=");
    assert_non_null(user);
    snprintf(user, sizeof url - (size_t)(user - url), "&user=guest");
    must_refuse(url, &format_3, false, PES_ERR_IO, "permission denied");
    must_open(&format_3, false);
    must_refuse(url, &format_3, false, PES_ERR_IO, "permission denied");
    must_refuse(url, &format_3, true, PES_ERR_IO, "permission denied");
    testing_sql("public", "GRANT USAGE ON SCHEMA pessoi_test TO guest;"
                          "GRANT SELECT ON ALL TABLES IN SCHEMA pessoi_test TO guest");
    struct pes_note note = {0};
    assert_int_equal(open_as(url, &format_3, true, &note), PES_ERR_OK); /* enough to read */
}

static void encodings(void **state) {
    (void)state;
    char url[512];
    testing_sql("public", "DROP DATABASE IF EXISTS ascii");
    testing_sql("public", "CREATE DATABASE ascii TEMPLATE template0 ENCODING 'SQL_ASCII'"
                          " LC_COLLATE 'C' LC_CTYPE 'C'");
    const char *query = strchr(testing_url(), '?');
    assert_non_null(query);
    snprintf(url, sizeof url, "postgresql:///ascii%s", query);
    must_refuse(url, &format_3, false, PES_ERR_UNFIT, "must have the encoding UTF8");
    snprintf(url, sizeof url, "postgresql:///none%s", query);
    must_refuse(url, &format_3, false, PES_ERR_IO, "\"none\" does not exist");
    testing_sql("public", "DROP DATABASE ascii");
}

/* Passwords are refused and never repeated. */
static void urls(void **state) {
    (void)state;
    static const struct {
        const char *url, *part;
    } bad[] = {
        {"postgresql://me:sesame@host/db", "put the password into ~/.pgpass"},
        {"postgres://host/db?password=sesame", "put the password into ~/.pgpass"},
        {"postgresql://host/db?sslpassword=sesame", "put the password into ~/.pgpass"},
        {"postgresql://me:sesame@host:x%zz/db", "is not like postgresql://"},
        {"postgresql://host/db?sesame=1", "is not like postgresql://"},
        {"postgresql://[host/db?user=sesame", "is not like postgresql://"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct store *s = NULL;
        struct results *r = NULL;
        for (int kind = 0; kind < 2; kind++) {
            struct pes_note note = {0};
            assert_int_equal(kind == 0 ? store_open(bad[i].url, &s, &note)
                                       : results_open(bad[i].url, false, &r, &note),
                             PES_ERR_SYNTAX);
            for (int lang = 0; lang < PES_LANG_COUNT; lang++)
                assert_null(strstr(note.why[lang], "sesame"));
            if (strstr(note.why[PES_LANG_EN], bad[i].part) == NULL)
                fail_msg("%s: %s", bad[i].url, note.why[PES_LANG_EN]);
        }
    }
    must_refuse("postgresql:///x?host=/no/such/folder", &format_3, false, PES_ERR_IO,
                "No such file or directory");
    must_refuse("postgresql://127.0.0.1:1/x", &format_3, false, PES_ERR_IO, "Connection refused");
}

int main(void) {
#define T(f) cmocka_unit_test_setup(f, reset)
    const struct CMUnitTest tests[] = {
        T(upgraded),  T(all_or_nothing), T(several_at_once), T(foreign_tables), T(missing_rights),
        T(encodings), T(urls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
