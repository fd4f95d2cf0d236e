/* Persisting with a simulated clock: retention, waiting for locks, failures and what is logged. */
#include "server/persist.h"

#include "server/text.h"

#include <setjmp.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

#define DAY_MS INT64_C(86400000)
#define BEGAN_MS (INT64_C(20000) * DAY_MS)

struct bench {
    struct persist persist;
    const struct pes_text *logged; /* the last line */
    int lines;
    const char *used; /* the game that is in memory */
};

static int enter_folder(void **state) {
    char name[] = "/tmp/pessoi-persist-test-XXXXXX";
    if (!mkdtemp(name) || chdir(name) != 0)
        return -1;
    *state = strdup(name);
    return *state ? 0 : -1;
}

static int leave_folder(void **state) {
    static const char *const names[] = {"games.db", "games.db-wal", "games.db-shm"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        unlink(names[i]);
    const int failed = chdir("/") != 0 || rmdir(*state) != 0;
    free(*state);
    return failed;
}

static void on_log(void *net, const struct pes_text *what, const struct pes_arg args[]) {
    (void)args;
    struct bench *b = net;
    b->logged = what;
    b->lines++;
}

static bool is_used(void *arg, const char *id) {
    const struct bench *b = arg;
    return b->used != NULL && strcmp(b->used, id) == 0;
}

static void bench_open(struct bench *b, int keep_days) {
    struct store *store = NULL;
    *b = (struct bench){0};
    assert_int_equal(store_open("games.db", &store, NULL), PES_ERR_OK);
    persist_init(&b->persist, store, BEGAN_MS);
    b->persist.log = on_log;
    b->persist.net = b;
    b->persist.keep_ms = keep_days * DAY_MS;
}

static void bench_close(struct bench *b) {
    store_close(b->persist.store);
}

/* One turn that writes a new game. */
static enum pes_err turn(struct bench *b, const char *id, const char *result, int64_t updated_ms,
                         int64_t now_ms) {
    struct pes_note note = {0};
    const struct store_game g = {.id = id,
                                 .game = "boats",
                                 .variant = "",
                                 .result = result,
                                 .updated_ms = updated_ms,
                                 .event = 1,
                                 .document = "{}",
                                 .document_length = 2};
    enum pes_err err = persist_begin(&b->persist, &note);
    if (err == PES_ERR_OK)
        err = store_put(b->persist.store, &g, &note);
    if (err == PES_ERR_OK)
        err = persist_commit(&b->persist, now_ms, &note);
    if (err == PES_ERR_STOPPED)
        err = persist_wait(&b->persist, now_ms, &note);
    if (err != PES_ERR_OK && err != PES_ERR_STOPPED)
        persist_fail(&b->persist, err, &note, now_ms);
    return err;
}

static bool has(struct bench *b, const char *id) {
    struct str out;
    int64_t event;
    str_init(&out);
    const enum pes_err err = store_get(b->persist.store, id, true, &out, &event, NULL);
    str_release(&out);
    return err == PES_ERR_OK;
}

/* One pass of retention over all games at a given moment. */
static void pass(struct bench *b, int64_t now_ms) {
    b->persist.expire_ms = now_ms;
    for (int i = 0; i < 10; i++)
        persist_idle(&b->persist, is_used, b, now_ms + INT64_C(1000) * i);
}

/* Day by day: a game that is over is deleted after --keep days, another after 30 at least. */
static void retention(void **state) {
    (void)state;
    struct bench b;
    bench_open(&b, 7);
    assert_int_equal(turn(&b, "over", "1-0", BEGAN_MS, BEGAN_MS), PES_ERR_OK);
    assert_int_equal(turn(&b, "open", "*", BEGAN_MS, BEGAN_MS), PES_ERR_OK);
    assert_int_equal(turn(&b, "used", "1-0", BEGAN_MS, BEGAN_MS), PES_ERR_OK);
    b.used = "used";
    for (int day = 0; day <= 31; day++) {
        pass(&b, BEGAN_MS + day * DAY_MS);
        assert_int_equal(has(&b, "over"), day <= 7);
        assert_int_equal(has(&b, "open"), day <= 30);
        assert_true(has(&b, "used"));
    }
    b.used = NULL;
    pass(&b, BEGAN_MS + 32 * DAY_MS);
    assert_false(has(&b, "used"));
    assert_int_equal(b.persist.expired, 3);
    assert_int_equal(b.lines, 0);
    bench_close(&b);
}

/* A clock that is suddenly a year ahead deletes nothing, and says so once. */
static void clock_ahead(void **state) {
    (void)state;
    struct bench b;
    bench_open(&b, 7);
    assert_int_equal(turn(&b, "over", "1-0", BEGAN_MS, BEGAN_MS), PES_ERR_OK);
    pass(&b, BEGAN_MS + DAY_MS);
    pass(&b, BEGAN_MS + 366 * DAY_MS);
    pass(&b, BEGAN_MS + 367 * DAY_MS);
    assert_true(has(&b, "over"));
    assert_int_equal(b.persist.expired, 0);
    assert_int_equal(b.lines, 1);
    /* The same after a restart: the newest game is the measure. */
    struct persist again;
    persist_init(&again, b.persist.store, BEGAN_MS + 366 * DAY_MS);
    assert_true(again.believed_ms == BEGAN_MS);
    bench_close(&b);
}

/* A longer period applies to games that are not over too; 0 deletes nothing. */
static void retention_periods(void **state) {
    (void)state;
    struct bench b;
    bench_open(&b, 365);
    assert_int_equal(turn(&b, "open", "*", BEGAN_MS, BEGAN_MS), PES_ERR_OK);
    for (int day = 0; day <= 364; day += 28)
        pass(&b, BEGAN_MS + day * DAY_MS);
    assert_true(has(&b, "open"));
    b.persist.keep_ms = 0;
    pass(&b, BEGAN_MS + 10000 * DAY_MS);
    assert_true(has(&b, "open"));
    b.persist.keep_ms = 365 * DAY_MS;
    pass(&b, BEGAN_MS + 366 * DAY_MS);
    assert_false(has(&b, "open"));
    bench_close(&b);
}

/* A few games at a time, and never two batches at once. */
static void retention_in_batches(void **state) {
    (void)state;
    struct bench b;
    char id[16];
    bench_open(&b, 1);
    for (int i = 0; i < 100; i++) {
        snprintf(id, sizeof id, "game-%d", i);
        assert_int_equal(turn(&b, id, "1-0", 0, BEGAN_MS), PES_ERR_OK);
    }
    int64_t before = 0;
    for (int64_t ms = 0; ms < 1000; ms++) {
        persist_idle(&b.persist, is_used, &b, BEGAN_MS + ms);
        const int64_t deleted = b.persist.expired - before;
        assert_int_equal(deleted, ms % PERSIST_EXPIRE_MS != 0 ? 0
                                  : ms < 600                  ? STORE_EXPIRE_MAX
                                  : ms == 600                 ? 100 % STORE_EXPIRE_MAX
                                                              : 0);
        before = b.persist.expired;
    }
    assert_int_equal(store_count(b.persist.store), 0);
    bench_close(&b);
}

static void must_run(sqlite3 *db, const char *sql) {
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
}

/* The lock of another program: waits five seconds, logs one line, then the turn fails. */
static void locked(void **state) {
    (void)state;
    struct bench b;
    sqlite3 *other = NULL;
    bench_open(&b, 0);
    assert_int_equal(sqlite3_open("games.db", &other), SQLITE_OK);
    must_run(other, "BEGIN IMMEDIATE");
    for (int64_t ms = 0; ms < PERSIST_WAIT_MS; ms += PERSIST_RETRY_MS) {
        assert_int_equal(turn(&b, "a", "*", 0, BEGAN_MS + ms), PES_ERR_STOPPED);
        persist_idle(&b.persist, is_used, &b, BEGAN_MS + ms);
        assert_string_equal(persist_trouble(&b.persist), "locked");
    }
    assert_int_equal(b.lines, 1);
    assert_ptr_equal(b.logged, TEXT(net_log_waits));
    assert_int_equal(turn(&b, "a", "*", 0, BEGAN_MS + PERSIST_WAIT_MS), PES_ERR_LIMIT);
    assert_ptr_equal(b.logged, TEXT(net_log_store));
    assert_string_equal(persist_trouble(&b.persist), "locked");
    /* The next turn has five seconds of its own. */
    assert_int_equal(turn(&b, "a", "*", 0, BEGAN_MS + 6000), PES_ERR_STOPPED);
    must_run(other, "COMMIT");
    assert_int_equal(turn(&b, "a", "*", 0, BEGAN_MS + 7000), PES_ERR_OK);
    assert_ptr_equal(b.logged, TEXT(net_log_waited));
    assert_null(persist_trouble(&b.persist));
    assert_int_equal(b.persist.committed_ms, BEGAN_MS + 7000);
    assert_int_equal(sqlite3_close(other), SQLITE_OK);
    bench_close(&b);
}

/* A limit on the size of files acts like a full disk. */
static void set_file_size(rlim_t size) {
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = size;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/* A full disk: logs one line per minute, and notices when there is space again. */
static void full(void **state) {
    (void)state;
    struct bench b;
    signal(SIGXFSZ, SIG_IGN);
    bench_open(&b, 0);
    assert_int_equal(turn(&b, "a", "*", 0, BEGAN_MS), PES_ERR_OK);
    set_file_size(1024);
    for (int s = 0; s < 59; s++)
        assert_int_equal(turn(&b, "b", "*", 0, BEGAN_MS + INT64_C(1000) * s), PES_ERR_IO);
    const int lines = b.lines;
    persist_idle(&b.persist, is_used, &b, BEGAN_MS + 100000); /* tries, and fails */
    const char *trouble = persist_trouble(&b.persist);
    set_file_size(RLIM_INFINITY);
    assert_int_equal(lines, 1);
    assert_string_equal(trouble, "write");
    assert_int_equal(b.persist.failures, 59);
    persist_idle(&b.persist, is_used, &b, BEGAN_MS + 100000 + PERSIST_PROBE_MS - 1);
    assert_non_null(persist_trouble(&b.persist)); /* it does not try all the time */
    persist_idle(&b.persist, is_used, &b, BEGAN_MS + 100000 + PERSIST_PROBE_MS);
    assert_null(persist_trouble(&b.persist));
    assert_ptr_equal(b.logged, TEXT(net_log_kept_again));
    assert_int_equal(turn(&b, "b", "*", 0, BEGAN_MS + 200000), PES_ERR_OK);
    bench_close(&b);
}

int main(void) {
#define T(f) cmocka_unit_test_setup_teardown(f, enter_folder, leave_folder)
    const struct CMUnitTest tests[] = {
        T(retention), T(clock_ahead), T(retention_periods), T(retention_in_batches),
        T(locked),    T(full),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
