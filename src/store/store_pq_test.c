/* Games in a database that several servers share: leases, fencing, connections that end, retention,
 * hostile texts. Two stores in one process are two servers. */
#include "postgres/testing.h"
#include "store/store.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#define SCHEMA "pessoi_games"

struct two {
    struct store *a, *b;
};

static struct store *must_open(void) {
    struct store *s = NULL;
    struct pes_note note = {0};
    if (store_open(testing_url(), &s, &note) != PES_ERR_OK)
        fail_msg("%s", note.why[PES_LANG_EN]);
    return s;
}

static int open_two(void **state) {
    static struct two two;
    testing_reset();
    two = (struct two){must_open(), must_open()};
    *state = &two;
    return 0;
}

static int close_two(void **state) {
    const struct two *two = *state;
    store_close(two->a);
    store_close(two->b);
    return 0;
}

static struct store_game game_of(const char *id, int64_t stored_event, const char *document) {
    return (struct store_game){.id = id,
                               .game = "boats",
                               .variant = "",
                               .result = "*",
                               .created_ms = 1,
                               .updated_ms = 2,
                               .event = stored_event + 1,
                               .stored_event = stored_event,
                               .document = document,
                               .document_length = strlen(document)};
}

static enum pes_err put(struct store *s, const char *id, int64_t stored_event,
                        const char *document) {
    const struct store_game g = game_of(id, stored_event, document);
    return store_put(s, &g, NULL);
}

static void must_put(struct store *s, const char *id, int64_t stored_event, const char *document) {
    assert_int_equal(put(s, id, stored_event, document), PES_ERR_OK);
    assert_int_equal(store_commit(s, NULL), PES_ERR_OK);
}

static enum pes_err get(struct store *s, const char *id, bool routed, const char *expected) {
    struct str out;
    int64_t event;
    str_init(&out);
    const enum pes_err err = store_get(s, id, routed, &out, &event, NULL);
    if (expected != NULL && err == PES_ERR_OK)
        assert_string_equal(out.text, expected);
    str_release(&out);
    return err;
}

static void count_wanted(void *arg, const char *id) {
    assert_string_equal(id, "a");
    ++*(int *)arg;
}

static int wanted(struct store *s) {
    int count = 0;
    assert_int_equal(store_renew(s, count_wanted, &count, NULL), PES_ERR_OK);
    return count;
}

static void give_back(struct store *s, const char *id) {
    store_release(s, id);
    store_flush(s);
}

/* All servers but the second are as if they had not been heard of for long. */
static void let_first_expire(void) {
    testing_sql(SCHEMA, "UPDATE server SET until=now()-interval '1 ms' WHERE owner="
                        "(SELECT owner FROM lease WHERE id='a')");
}

static void one_owner(void **state) {
    const struct two *t = *state;
    assert_true(store_shared(t->a));
    must_put(t->a, "a", 0, "one"); /* whoever makes a game has it */
    struct pes_note note = {0};
    struct str out;
    int64_t event;
    str_init(&out);
    assert_int_equal(store_get(t->b, "a", false, &out, &event, &note), PES_ERR_UNFIT);
    assert_non_null(strstr(note.why[PES_LANG_EN], "another server has game 'a'"));
    str_release(&out);
    assert_int_equal(get(t->b, "none", true, NULL), PES_ERR_UNKNOWN);
    assert_int_equal(wanted(t->a), 0); /* the request was not routed */
    assert_int_equal(get(t->b, "a", true, NULL), PES_ERR_UNFIT);
    assert_int_equal(wanted(t->a), 1);
    assert_int_equal(put(t->b, "a", 1, "theft"), PES_ERR_UNFIT);
    store_undo(t->b);
    give_back(t->a, "a");
    assert_int_equal(get(t->b, "a", true, "one"), PES_ERR_OK);
    assert_int_equal(wanted(t->b), 0);
    must_put(t->b, "a", 1, "two");
    /* The first one has given it back: it may neither write it nor read it. */
    assert_int_equal(put(t->a, "a", 1, "late"), PES_ERR_UNFIT);
    store_undo(t->a);
    assert_int_equal(get(t->a, "a", false, NULL), PES_ERR_UNFIT);
    give_back(t->b, "a");
    assert_int_equal(get(t->a, "a", false, "two"), PES_ERR_OK);
}

static void closing_gives_back(void **state) {
    struct two *t = *state;
    must_put(t->a, "a", 0, "one");
    store_close(t->a);
    t->a = NULL;
    assert_int_equal(testing_number(SCHEMA, "SELECT count(*) FROM lease"), 0);
    assert_int_equal(testing_number(SCHEMA, "SELECT count(*) FROM server"), 1);
    assert_int_equal(get(t->b, "a", false, "one"), PES_ERR_OK);
}

/* A server that was not heard of loses its games, learns it before it writes, and goes on with a
 * new name. */
static void expired(void **state) {
    const struct two *t = *state;
    must_put(t->a, "a", 0, "one");
    let_first_expire();
    assert_int_equal(get(t->b, "a", true, "one"), PES_ERR_OK);
    must_put(t->b, "a", 1, "two");
    struct pes_note note = {0};
    assert_int_equal(store_begin(t->a, &note), PES_ERR_UNFIT);
    assert_non_null(strstr(note.why[PES_LANG_EN], "was not heard of"));
    assert_int_equal(put(t->a, "a", 1, "stale"), PES_ERR_UNFIT);
    assert_int_equal(put(t->a, "new", 0, "stale"), PES_ERR_UNFIT);
    assert_int_equal(get(t->a, "a", true, NULL), PES_ERR_STOPPED);
    int count = 0;
    assert_int_equal(store_renew(t->a, count_wanted, &count, NULL), PES_ERR_UNFIT);
    assert_int_equal(get(t->a, "a", false, NULL), PES_ERR_UNFIT);
    must_put(t->a, "new", 0, "fresh");
    assert_int_equal(get(t->b, "a", true, "two"), PES_ERR_OK);
}

/* One that has expired, but whose games nobody wanted, has lost nothing. */
static void expired_unnoticed(void **state) {
    const struct two *t = *state;
    must_put(t->a, "a", 0, "one");
    let_first_expire();
    must_put(t->a, "a", 1, "two");
    assert_int_equal(wanted(t->a), 0);
    assert_int_equal(get(t->b, "a", true, NULL), PES_ERR_UNFIT);
}

/* While a transaction is open its server cannot be declared dead. */
static void expired_while_writing(void **state) {
    const struct two *t = *state;
    must_put(t->a, "a", 0, "one");
    let_first_expire();
    assert_int_equal(put(t->a, "a", 1, "two"), PES_ERR_OK);
    assert_int_equal(get(t->b, "a", true, NULL), PES_ERR_UNFIT);
    assert_int_equal(store_commit(t->a, NULL), PES_ERR_OK);
    assert_int_equal(get(t->b, "a", true, "two"), PES_ERR_OK);
}

/* What an older connection of the same server left behind writes nothing. */
static void older_connection(void **state) {
    const struct two *t = *state;
    must_put(t->a, "a", 0, "one");
    testing_sql(SCHEMA, "UPDATE server SET generation=generation+1");
    assert_int_equal(put(t->a, "a", 1, "zombie"), PES_ERR_UNFIT);
    assert_int_equal(testing_number(SCHEMA, "SELECT event FROM game WHERE id='a'"), 1);
}

static void stolen_lease(void **state) {
    const struct two *t = *state;
    must_put(t->a, "a", 0, "one");
    testing_sql(SCHEMA, "UPDATE lease SET owner='somebody'");
    assert_int_equal(put(t->a, "a", 1, "two"), PES_ERR_UNFIT);
    store_undo(t->a);
    testing_sql(SCHEMA, "DELETE FROM lease");
    assert_int_equal(put(t->a, "a", 1, "two"), PES_ERR_UNFIT);
    store_undo(t->a);
}

/* Tries until the connection is there again. */
static void put_until_kept(struct store *s, const char *id, int64_t stored_event,
                           const char *document) {
    const struct timespec moment = {.tv_nsec = 5000000};
    for (int i = 0; i < 2000; i++) {
        enum pes_err err = put(s, id, stored_event, document);
        if (err == PES_ERR_OK)
            err = store_commit(s, NULL);
        if (err == PES_ERR_OK)
            return;
        assert_int_equal(err, PES_ERR_STOPPED);
        store_undo(s);
        nanosleep(&moment, NULL);
    }
    fail_msg("the connection does not come back");
}

static const char terminate_all[] = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                                    " WHERE application_name='pessoi'";

/* The same for what gives no answer, and for reading. */
static void release_until_free(struct store *s, const char *id) {
    const struct timespec moment = {.tv_nsec = 5000000};
    store_release(s, id);
    for (int i = 0; i < 2000 && testing_number(SCHEMA, "SELECT count(*) FROM lease") > 0; i++) {
        store_flush(s);
        nanosleep(&moment, NULL);
    }
}

static void get_until_kept(struct store *s, const char *id, const char *expected) {
    const struct timespec moment = {.tv_nsec = 5000000};
    enum pes_err err = PES_ERR_STOPPED;
    for (int i = 0; i < 2000 && err == PES_ERR_STOPPED; i++) {
        err = get(s, id, true, expected);
        nanosleep(&moment, NULL);
    }
    assert_int_equal(err, PES_ERR_OK);
}

/* A connection that ends in a transaction takes the transaction with it, and nothing else. */
static void terminated(void **state) {
    const struct two *t = *state;
    must_put(t->a, "a", 0, "one");
    assert_int_equal(put(t->a, "a", 1, "two"), PES_ERR_OK);
    assert_int_equal(put(t->a, "b", 0, "new"), PES_ERR_OK);
    assert_int_equal(testing_number(SCHEMA, terminate_all), 2);
    assert_int_equal(store_commit(t->a, NULL), PES_ERR_STOPPED);
    assert_int_equal(store_count(t->a), 1);
    put_until_kept(t->a, "a", 1, "two");
    put_until_kept(t->a, "b", 0, "new");
    assert_int_equal(testing_number(SCHEMA, "SELECT event FROM game WHERE id='a'"), 2);
    assert_int_equal(testing_number(SCHEMA, "SELECT count(*) FROM game"), 2);
    /* Both are still the same servers. */
    assert_int_equal(get(t->a, "a", false, "two"), PES_ERR_OK);
    assert_int_equal(testing_number(SCHEMA, "SELECT count(*) FROM server"), 2);
}

/* A commit in doubt, given up by its server: the game goes on elsewhere, comes back, and can be
 * written as any other. */
static void doubt_is_old(void **state) {
    const struct two *t = *state;
    must_put(t->a, "a", 0, "one");
    assert_int_equal(put(t->a, "a", 1, "two"), PES_ERR_OK);
    testing_sql(SCHEMA, terminate_all);
    assert_int_equal(store_commit(t->a, NULL), PES_ERR_STOPPED);
    release_until_free(t->a, "a");
    get_until_kept(t->b, "a", "one");
    must_put(t->b, "a", 1, "2");
    must_put(t->b, "a", 2, "3");
    give_back(t->b, "a");
    assert_int_equal(get(t->a, "a", true, "3"), PES_ERR_OK);
    must_put(t->a, "a", 3, "4");
}

/* A game that could not be given back in time, and is taken again: it must not be given back later,
 * under the feet of its owner. */
static void taken_again(void **state) {
    const struct two *t = *state;
    must_put(t->a, "a", 0, "one");
    must_put(t->a, "b", 0, "one");
    store_release(t->a, "a");
    store_release(t->a, "b");
    testing_hold(SCHEMA, "SELECT 1 FROM lease WHERE id='b' FOR UPDATE");
    assert_int_equal(get(t->a, "a", true, NULL), PES_ERR_STOPPED); /* waits for the lock */
    testing_let_go();
    assert_int_equal(get(t->a, "a", true, "one"), PES_ERR_OK);
    store_flush(t->a);
    assert_int_equal(get(t->b, "a", true, NULL), PES_ERR_UNFIT);
    must_put(t->a, "a", 1, "two");
}

static bool in_use(void *arg, const char *id) {
    (void)arg;
    (void)id;
    return false;
}

static int expire(struct store *s) {
    const struct store_expiry e = {
        .over_before_ms = 1000, .open_before_ms = 1000, .in_use = in_use};
    int deleted = 0;
    bool more = false;
    assert_int_equal(store_expire(s, &e, &deleted, &more, NULL), PES_ERR_OK);
    return deleted;
}

static void retention_spares_others(void **state) {
    const struct two *t = *state;
    must_put(t->a, "a", 0, "one");
    must_put(t->a, "b", 0, "one");
    assert_int_equal(expire(t->b), 0);
    give_back(t->a, "b");
    assert_int_equal(expire(t->b), 1);
    assert_int_equal(get(t->a, "a", false, "one"), PES_ERR_OK);
    assert_int_equal(get(t->a, "b", false, NULL), PES_ERR_UNKNOWN);
    testing_sql(SCHEMA, "DELETE FROM server"); /* a lease of nobody protects nothing */
    struct store *c = must_open();
    assert_int_equal(expire(c), 1);
    store_close(c);
}

static void hostile_texts(void **state) {
    const struct two *t = *state;
    static const char *const ids[] = {"a'b", "a\\", "$1", "a\nb", "{a,b}", "' OR true --"};
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        must_put(t->a, ids[i], 0, "it's \\ $1");
        assert_int_equal(get(t->a, ids[i], true, "it's \\ $1"), PES_ERR_OK);
    }
    assert_int_equal(store_count(t->a), sizeof ids / sizeof ids[0]);
    assert_int_equal(get(t->a, "\xff\xfe", true, NULL), PES_ERR_UNKNOWN);
    assert_int_equal(put(t->a, "bad", 0, "\xff"), PES_ERR_IO); /* refused by the database */
    store_undo(t->a);
    must_put(t->a, "good", 0, "Ω");
    assert_int_equal(testing_number(SCHEMA, "SELECT count(*) FROM game WHERE id='bad'"), 0);
}

int main(void) {
#define T(f) cmocka_unit_test_setup_teardown(f, open_two, close_two)
    const struct CMUnitTest tests[] = {
        T(one_owner),
        T(closing_gives_back),
        T(expired),
        T(expired_unnoticed),
        T(expired_while_writing),
        T(older_connection),
        T(stolen_lease),
        T(terminated),
        T(doubt_is_old),
        T(taken_again),
        T(retention_spares_others),
        T(hostile_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
