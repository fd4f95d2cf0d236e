/* The pool with stand-ins for thoughts: this file defines `struct thought` and its functions, and
 * the linker finds them before those of rooms/thought.c. */
#include "server/pool.h"

#include "pessoi/rng.h"
#include "rooms/thought.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

/* A thought that waits at a gate which the test opens, so that nothing depends on time. */
struct thought {
    char name;
    atomic_bool stopped;
    struct desk *desk;
};

/* What the thoughts record, and the gate where they wait. */
struct desk {
    pthread_mutex_t lock;
    pthread_cond_t change;
    char begun[1024]; /* names in the order in which they began */
    int begun_count;
    int done_count;
    int ready_count;
    int open; /* how many may pass the gate */
    bool wide_open;
    int running, running_max;
    atomic_int freed;
};

static void desk_init(struct desk *d) {
    memset(d, 0, sizeof *d);
    pthread_mutex_init(&d->lock, NULL);
    pthread_cond_init(&d->change, NULL);
}

static void desk_release(struct desk *d) {
    pthread_cond_destroy(&d->change);
    pthread_mutex_destroy(&d->lock);
}

void thought_run(struct thought *j) {
    struct desk *d = j->desk;
    pthread_mutex_lock(&d->lock);
    if (d->begun_count < (int)sizeof d->begun - 1)
        d->begun[d->begun_count++] = j->name;
    d->running++;
    d->running_max = d->running > d->running_max ? d->running : d->running_max;
    pthread_cond_broadcast(&d->change);
    while (!d->wide_open && d->open == 0 && !atomic_load(&j->stopped))
        pthread_cond_wait(&d->change, &d->lock);
    if (!d->wide_open && !atomic_load(&j->stopped))
        d->open--;
    d->running--;
    d->done_count++;
    pthread_mutex_unlock(&d->lock);
}

void thought_stop(struct thought *j) {
    pthread_mutex_lock(&j->desk->lock);
    atomic_store(&j->stopped, true);
    pthread_cond_broadcast(&j->desk->change);
    pthread_mutex_unlock(&j->desk->lock);
}

void thought_free(struct thought *j) {
    atomic_fetch_add(&j->desk->freed, 1);
    free(j);
}

static void on_ready(void *loop) {
    struct desk *d = loop;
    pthread_mutex_lock(&d->lock);
    d->ready_count++;
    pthread_cond_broadcast(&d->change);
    pthread_mutex_unlock(&d->lock);
}

static struct pool *open_pool(struct desk *d, int threads, int line_max) {
    const struct pool_options options = {
        .threads = threads, .line_max = line_max, .ready = on_ready, .loop = d};
    struct pool *p = NULL;
    assert_int_equal(pool_open(&options, &p), PES_ERR_OK);
    return p;
}

static struct thought *add(struct pool *p, struct desk *d, uint64_t line, char name, void *owner) {
    struct thought *j = calloc(1, sizeof *j);
    assert_non_null(j);
    j->name = name;
    j->desk = d;
    assert_int_equal(pool_reserve(p, 1), PES_ERR_OK);
    pool_add(p, POOL_GAME, line, j, owner, INT32_MAX);
    return j;
}

static void wait_for(struct desk *d, const int *count, int value) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 60;
    pthread_mutex_lock(&d->lock);
    int failed = 0;
    while (*count < value && failed == 0)
        failed = pthread_cond_timedwait(&d->change, &d->lock, &until);
    pthread_mutex_unlock(&d->lock);
    assert_int_equal(failed, 0);
}

static void let_pass(struct desk *d, int count) {
    pthread_mutex_lock(&d->lock);
    if (count < 0)
        d->wide_open = true;
    else
        d->open += count;
    pthread_cond_broadcast(&d->change);
    pthread_mutex_unlock(&d->lock);
}

/* Takes everything that has run; returns how many. */
static int take_all(struct pool *p) {
    void *owner;
    struct thought *job;
    int count = 0;
    for (; (job = pool_take(p, &owner)) != NULL; count++)
        free(job);
    return count;
}

/* An address with many thoughts does not delay one with few. */
static void fair(void **state) {
    (void)state;
    struct desk d;
    desk_init(&d);
    struct pool *p = open_pool(&d, 1, 1);
    add(p, &d, 1, 'a', NULL);
    wait_for(&d, &d.begun_count, 1);
    for (int i = 0; i < 4; i++)
        add(p, &d, 1, 'a', NULL);
    add(p, &d, 2, 'b', NULL);
    add(p, &d, 2, 'b', NULL);
    add(p, &d, 3, 'c', NULL);
    assert_int_equal(pool_busy(p), 8);
    const struct timespec moment = {.tv_nsec = 50000000};
    nanosleep(&moment, NULL); /* the first has used at least this much when the others begin */
    let_pass(&d, -1);
    wait_for(&d, &d.ready_count, 8);
    assert_string_equal(d.begun, "abcbaaaa");
    assert_int_equal(take_all(p), 8);
    assert_int_equal(pool_busy(p), 0);
    pool_close(p);
    desk_release(&d);
}

static struct thought *add_ranked(struct pool *p, struct desk *d, enum pool_rank rank,
                                  uint64_t line, char name, int32_t patience_ms) {
    struct thought *j = calloc(1, sizeof *j);
    assert_non_null(j);
    j->name = name;
    j->desk = d;
    assert_int_equal(pool_reserve(p, 1), PES_ERR_OK);
    pool_add(p, rank, line, j, NULL, patience_ms);
    return j;
}

static struct thought *add_patient(struct pool *p, struct desk *d, uint64_t line, char name,
                                   int32_t patience_ms) {
    return add_ranked(p, d, POOL_GAME, line, name, patience_ms);
}

/* One line never takes all threads. */
static void one_thread_is_left(void **state) {
    (void)state;
    struct desk d;
    desk_init(&d);
    struct pool *p = open_pool(&d, 3, 100);
    for (int i = 0; i < 9; i++)
        add(p, &d, 1, 'a', NULL);
    wait_for(&d, &d.begun_count, 2);
    add(p, &d, 2, 'b', NULL);
    wait_for(&d, &d.begun_count, 3); /* while the gate is closed: it did not wait */
    assert_int_equal(d.begun[2], 'b');
    let_pass(&d, -1);
    wait_for(&d, &d.ready_count, 10);
    assert_int_equal(take_all(p), 10);
    pool_close(p);
    desk_release(&d);
}

/* All threads are busy with two lines: the longest thought is stopped for a third line, once its
 * patience is over and not before; one without a limit is not stopped. */
static void long_jobs_give_way(void **state) {
    (void)state;
    struct desk d;
    desk_init(&d);
    const struct timespec moment = {.tv_nsec = 1000000};
    struct pool *p = open_pool(&d, 2, 2);
    struct thought *first = add_patient(p, &d, 1, 'a', 1);
    wait_for(&d, &d.begun_count, 1);
    add_patient(p, &d, 2, 'b', INT32_MAX);
    wait_for(&d, &d.begun_count, 2);
    assert_true(pool_relieve(p) == INT64_MAX); /* no thought waits */
    assert_false(atomic_load(&first->stopped));
    add_patient(p, &d, 3, 'c', 3600000);
    while (pool_relieve(p) != INT64_MAX) /* until the patience of the first is over */
        nanosleep(&moment, NULL);
    wait_for(&d, &d.begun_count, 3);
    assert_int_equal(d.begun[2], 'c');
    assert_true(atomic_load(&first->stopped));
    add_patient(p, &d, 4, 'd', INT32_MAX);
    const int64_t again = pool_relieve(p); /* c may run for an hour */
    assert_true(again > 3500000 && again <= 3600000);
    let_pass(&d, -1);
    wait_for(&d, &d.ready_count, 4);
    assert_int_equal(pool_done(p), 4);
    assert_int_equal(take_all(p), 4);
    assert_int_equal(pool_done(p), 0);
    pool_close(p);
    desk_release(&d);
}

/* Players behind one address share its threads: a long thought is stopped for the next of its own
 * line, once its patience is over, although another thread is idle. */
static void long_jobs_give_way_at_home(void **state) {
    (void)state;
    struct desk d;
    desk_init(&d);
    const struct timespec moment = {.tv_nsec = 1000000};
    struct pool *p = open_pool(&d, 2, 1);
    struct thought *first = add_patient(p, &d, 1, 'a', 1);
    wait_for(&d, &d.begun_count, 1);
    assert_true(pool_relieve(p) == INT64_MAX); /* no thought waits */
    add_patient(p, &d, 1, 'b', 3600000);
    while (!atomic_load(&first->stopped)) {
        (void)pool_relieve(p);
        nanosleep(&moment, NULL);
    }
    wait_for(&d, &d.begun_count, 2);
    assert_string_equal(d.begun, "ab");
    add_patient(p, &d, 1, 'c', INT32_MAX);
    const int64_t again = pool_relieve(p); /* b may run for an hour */
    assert_true(again > 3500000 && again <= 3600000);
    let_pass(&d, -1);
    wait_for(&d, &d.ready_count, 3);
    assert_int_equal(take_all(p), 3);
    pool_close(p);
    desk_release(&d);
}

/* A line that has used much time comes after one that has used little, even if it was empty
 * meanwhile. */
static void least_used_first(void **state) {
    (void)state;
    struct desk d;
    desk_init(&d);
    struct pool *p = open_pool(&d, 1, 1);
    const struct timespec moment = {.tv_nsec = 20000000};
    add(p, &d, 1, 'a', NULL);
    wait_for(&d, &d.begun_count, 1);
    nanosleep(&moment, NULL); /* it uses 20 ms or more */
    let_pass(&d, 1);
    wait_for(&d, &d.ready_count, 1);
    add(p, &d, 3, 'x', NULL); /* occupies the thread while the others queue up */
    wait_for(&d, &d.begun_count, 2);
    add(p, &d, 1, 'a', NULL);
    add(p, &d, 2, 'b', NULL);
    let_pass(&d, -1);
    wait_for(&d, &d.ready_count, 4);
    assert_string_equal(d.begun, "axba");
    assert_int_equal(take_all(p), 4);
    pool_close(p);
    desk_release(&d);
}

/* At most line_max thoughts of one line run at once, even if threads are idle. */
static void line_max(void **state) {
    (void)state;
    struct desk d;
    desk_init(&d);
    struct pool *p = open_pool(&d, 4, 2);
    for (int i = 0; i < 6; i++)
        add(p, &d, 1, 'a', NULL);
    wait_for(&d, &d.begun_count, 2);
    add(p, &d, 2, 'b', NULL);
    wait_for(&d, &d.begun_count, 3);
    assert_int_equal(d.begun[2], 'b');
    const struct timespec moment = {.tv_nsec = 20000000};
    nanosleep(&moment, NULL);
    pthread_mutex_lock(&d.lock);
    assert_int_equal(d.running, 3);
    pthread_mutex_unlock(&d.lock);
    let_pass(&d, -1);
    wait_for(&d, &d.ready_count, 7);
    assert_true(d.running_max <= 3);
    assert_int_equal(take_all(p), 7);
    pool_close(p);
    desk_release(&d);
}

static void comes_back(void **state) {
    (void)state;
    struct desk d;
    desk_init(&d);
    struct pool *p = open_pool(&d, 2, 2);
    int owners[2];
    struct thought *first = add(p, &d, 1, 'a', &owners[0]);
    let_pass(&d, 1);
    wait_for(&d, &d.ready_count, 1);
    void *owner;
    assert_ptr_equal(pool_take(p, &owner), first);
    assert_ptr_equal(owner, &owners[0]);
    assert_null(pool_take(p, &owner));
    free(first);
    pool_close(p);
    desk_release(&d);
}

static void disown(void **state) {
    (void)state;
    struct desk d;
    desk_init(&d);
    struct pool *p = open_pool(&d, 1, 1);
    int ann, bob;
    add(p, &d, 1, 'a', &ann);
    let_pass(&d, 1);
    wait_for(&d, &d.ready_count, 1); /* one has run, */
    add(p, &d, 1, 'a', &ann);
    wait_for(&d, &d.begun_count, 2); /* one runs, */
    add(p, &d, 1, 'a', &ann);        /* two wait */
    add(p, &d, 2, 'a', &ann);
    add(p, &d, 3, 'b', &bob);
    assert_int_equal(pool_disown(p, &ann), 1);
    assert_int_equal(atomic_load(&d.freed), 3);
    let_pass(&d, -1);
    wait_for(&d, &d.ready_count, 3);
    void *owner;
    struct thought *stopped = pool_take(p, &owner);
    assert_ptr_equal(owner, &ann);
    assert_true(atomic_load(&stopped->stopped));
    free(stopped);
    struct thought *left = pool_take(p, &owner);
    assert_non_null(left);
    assert_int_equal(left->name, 'b');
    assert_ptr_equal(owner, &bob);
    free(left);
    assert_null(pool_take(p, &owner));
    assert_int_equal(pool_disown(p, &ann), 0);
    assert_int_equal(atomic_load(&d.freed), 3);
    assert_int_equal(pool_busy(p), 0);
    pool_close(p);
    desk_release(&d);
}

static void close_stops(void **state) {
    (void)state;
    struct desk d;
    desk_init(&d);
    struct pool *p = open_pool(&d, 2, 2);
    for (int i = 0; i < 20; i++)
        add(p, &d, (uint64_t)i % 3, 'a', NULL);
    wait_for(&d, &d.begun_count, 2);
    pool_close(p); /* the gate stays closed: it must stop what runs, and start nothing */
    assert_int_equal(atomic_load(&d.freed), 20);
    assert_int_equal(d.begun_count, 2);
    pool_close(NULL);
    desk_release(&d);
}

/* Many thoughts, lines, owners and threads in seeded random order: nothing is lost and nothing is
 * returned twice. */
static void mess(void **state) {
    (void)state;
    struct desk d;
    desk_init(&d);
    d.wide_open = true;
    struct pool *p = open_pool(&d, 4, 3);
    struct pes_rng rng;
    pes_rng_init(&rng, 11);
    int owners[8], added = 0, taken = 0;
    for (int i = 0; i < 5000; i++) {
        const uint64_t what = pes_rng_below(&rng, 20);
        if (what < 15) {
            add(p, &d, pes_rng_below(&rng, 6), 'a', &owners[pes_rng_below(&rng, 8)]);
            added++;
        } else if (what < 19) {
            taken += take_all(p);
        } else {
            assert_in_range(pool_disown(p, &owners[pes_rng_below(&rng, 8)]), 0, 4);
        }
    }
    while (pool_busy(p) > 0)
        taken += take_all(p);
    taken += take_all(p);
    pool_close(p);
    assert_int_equal(taken + atomic_load(&d.freed), added);
    assert_true(taken > 0);
    desk_release(&d);
}

/* Calls pool_relieve() until a thought is stopped. */
static void relieve_until_stopped(struct pool *p, const struct thought *j) {
    const struct timespec moment = {.tv_nsec = 1000000};
    while (!atomic_load(&j->stopped)) {
        (void)pool_relieve(p);
        nanosleep(&moment, NULL);
    }
}

/* Studies leave one thread to the games, also to those of their own address, and if games need both
 * threads the study is stopped, however patient it may be with other studies. */
static void studies_give_way(void **state) {
    (void)state;
    struct desk d;
    desk_init(&d);
    struct pool *p = open_pool(&d, 2, 1);
    struct thought *study = add_ranked(p, &d, POOL_STUDY, 1, 's', INT32_MAX);
    wait_for(&d, &d.begun_count, 1);
    add_ranked(p, &d, POOL_STUDY, 2, 't', INT32_MAX); /* another address: it waits too */
    assert_true(pool_relieve(p) == INT64_MAX);        /* for one with endless patience */
    add_patient(p, &d, 1, 'a', INT32_MAX);
    wait_for(&d, &d.begun_count, 2);
    assert_string_equal(d.begun, "sa"); /* at once */
    add_patient(p, &d, 3, 'b', INT32_MAX);
    relieve_until_stopped(p, study);
    wait_for(&d, &d.begun_count, 3);
    assert_string_equal(d.begun, "sab"); /* before the study that waited longer */
    let_pass(&d, -1);
    wait_for(&d, &d.ready_count, 4);
    assert_string_equal(d.begun, "sabt");
    assert_int_equal(take_all(p), 4);
    pool_close(p);
    desk_release(&d);
}

/* The only thread: a study uses it while no game waits, and never stops a game. */
static void studies_on_one_thread(void **state) {
    (void)state;
    struct desk d;
    desk_init(&d);
    struct pool *p = open_pool(&d, 1, 1);
    struct thought *study = add_ranked(p, &d, POOL_STUDY, 1, 's', INT32_MAX);
    wait_for(&d, &d.begun_count, 1);
    struct thought *game = add_patient(p, &d, 1, 'a', 1);
    relieve_until_stopped(p, study);
    wait_for(&d, &d.begun_count, 2);
    add_ranked(p, &d, POOL_STUDY, 2, 't', INT32_MAX);
    assert_true(pool_relieve(p) == INT64_MAX);
    assert_false(atomic_load(&game->stopped));
    let_pass(&d, -1);
    wait_for(&d, &d.ready_count, 3);
    assert_string_equal(d.begun, "sat");
    assert_int_equal(take_all(p), 3);
    pool_close(p);
    desk_release(&d);
}

/* Studies take turns: a long one is stopped for the next one, of its own address or another. */
static void studies_take_turns(void **state) {
    (void)state;
    for (uint64_t line = 1; line <= 2; line++) {
        struct desk d;
        desk_init(&d);
        struct pool *p = open_pool(&d, 2, 1);
        struct thought *first = add_ranked(p, &d, POOL_STUDY, 1, 's', 1);
        wait_for(&d, &d.begun_count, 1);
        assert_true(pool_relieve(p) == INT64_MAX);
        add_ranked(p, &d, POOL_STUDY, line, 't', 3600000);
        relieve_until_stopped(p, first);
        wait_for(&d, &d.begun_count, 2);
        let_pass(&d, -1);
        wait_for(&d, &d.ready_count, 2);
        assert_int_equal(take_all(p), 2);
        pool_close(p);
        desk_release(&d);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fair),
        cmocka_unit_test(line_max),
        cmocka_unit_test(comes_back),
        cmocka_unit_test(disown),
        cmocka_unit_test(close_stops),
        cmocka_unit_test(mess),
        cmocka_unit_test(one_thread_is_left),
        cmocka_unit_test(long_jobs_give_way),
        cmocka_unit_test(long_jobs_give_way_at_home),
        cmocka_unit_test(least_used_first),
        cmocka_unit_test(studies_give_way),
        cmocka_unit_test(studies_on_one_thread),
        cmocka_unit_test(studies_take_turns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
