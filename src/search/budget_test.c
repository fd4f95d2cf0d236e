#include "core/clock.h"
#include "search/budget.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void test_smaller_wins(void **state) {
    (void)state;
    const struct budget own = {.depth = 4, .nodes = 1000, .movetime_ms = 50};
    const struct pes_limits none = {.depth = 0};
    const struct pes_limits tight = {.depth = 2, .nodes = 10, .movetime_ms = 5};
    const struct pes_limits wide = {.depth = 9, .nodes = 5000, .movetime_ms = 500};

    struct budget b = budget_of(own, &none, 0);
    assert_int_equal(b.depth, 4);
    assert_int_equal(b.nodes, 1000);
    assert_int_equal(b.movetime_ms, 50);
    b = budget_of(own, &tight, 1);
    assert_int_equal(b.depth, 2);
    assert_int_equal(b.nodes, 10);
    assert_int_equal(b.movetime_ms, 5);
    b = budget_of(own, &wide, 1);
    assert_int_equal(b.depth, 4);
    assert_int_equal(b.nodes, 1000);
    assert_int_equal(b.movetime_ms, 50);
    b = budget_of((struct budget){.depth = 1}, &tight, 0);
    assert_int_equal(b.depth, 1);
    assert_int_equal(b.nodes, 10);
    assert_int_equal(b.movetime_ms, 5);
}

static void test_clock(void **state) {
    (void)state;
    const struct budget own = {.depth = 4};
    struct pes_limits limits = {.clock_ms = {60000, 0}, .increment_ms = {1000, 1000}};
    assert_int_equal(budget_of(own, &limits, 0).movetime_ms, 3500);
    assert_int_equal(budget_of(own, &limits, 1).movetime_ms, 0); /* has no clock */
    limits.movetime_ms = 100;
    assert_int_equal(budget_of(own, &limits, 0).movetime_ms, 100);
    limits = (struct pes_limits){.clock_ms = {600, 1}, .increment_ms = {10000, 0}};
    assert_int_equal(budget_of(own, &limits, 0).movetime_ms, 300);
    assert_int_equal(budget_of(own, &limits, 1).movetime_ms, 1);
}

static void test_deadline(void **state) {
    (void)state;
    const struct budget never = {.depth = 1};
    const struct budget soon = {.movetime_ms = 250};
    assert_int_equal(budget_deadline_ns(&never), 0);
    const int64_t before = clock_now_ns();
    const int64_t deadline = budget_deadline_ns(&soon);
    const int64_t after = clock_now_ns();
    assert_true(deadline >= before + 250000000);
    assert_true(deadline <= after + 250000000);
}

static void test_watch(void **state) {
    (void)state;
    atomic_bool stop = false;
    struct watch never = {.deadline_ns = 0};
    struct watch flag = {.stop = &stop};
    for (uint64_t work = 0; work < 100000; work++) {
        assert_false(watch_is_up(&never, work));
        assert_false(watch_is_up(&flag, work));
    }
    stop = true;
    assert_true(watch_is_up(&flag, 100000));
    struct watch past = {.deadline_ns = 1};
    assert_true(watch_is_up(&past, 0));
}

/* With units of one millisecond it reads the clock at each of them, with units of no time at few.
 */
static void test_watch_pace(void **state) {
    (void)state;
    enum { HOUR_MS = 3600000, SLOW_NS = 1000000, SLOW_UNITS = 30, QUICK_UNITS = 1000000 };
    const struct budget budget = {.movetime_ms = HOUR_MS};
    struct watch slow = {.deadline_ns = budget_deadline_ns(&budget)};
    for (uint64_t work = 0; work < SLOW_UNITS; work++) {
        assert_false(watch_is_up(&slow, work));
        for (const int64_t begun = clock_now_ns(); clock_now_ns() - begun < SLOW_NS;)
            continue;
    }
    assert_int_equal(slow.look_every, 1);
    struct watch quick = {.deadline_ns = budget_deadline_ns(&budget)};
    for (uint64_t work = 0; work < QUICK_UNITS; work++)
        assert_false(watch_is_up(&quick, work));
    assert_true(quick.look_every > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_smaller_wins), cmocka_unit_test(test_clock),
        cmocka_unit_test(test_deadline),     cmocka_unit_test(test_watch),
        cmocka_unit_test(test_watch_pace),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
