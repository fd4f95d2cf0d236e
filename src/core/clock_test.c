#include "core/clock.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

static void test_time_goes_on(void **state) {
    (void)state;
    const int64_t start = clock_now_ns();
    const struct timespec pause = {.tv_nsec = 5000000};
    nanosleep(&pause, NULL);
    const double passed = clock_seconds_since(start);
    assert_true(passed >= 0.004);
    assert_true(passed < 60);
    assert_true(clock_now_ns() > start);
}

static void test_date(void **state) {
    (void)state;
    char before[11], date[11], after[11];
    time_t now = time(NULL);
    assert_int_equal(strftime(before, sizeof before, "%Y-%m-%d", localtime(&now)), 10);
    clock_date(date);
    now = time(NULL);
    assert_int_equal(strftime(after, sizeof after, "%Y-%m-%d", localtime(&now)), 10);
    assert_true(strcmp(date, before) == 0 || strcmp(date, after) == 0); /* midnight may pass */
}

static void test_seeds(void **state) {
    (void)state;
    enum { COUNT = 100 };
    uint64_t seeds[COUNT], any = 0;
    for (int i = 0; i < COUNT; i++) {
        seeds[i] = clock_seed();
        assert_true(seeds[i] <= UINT64_C(1) << 53);
        any |= seeds[i];
        for (int j = 0; j < i; j++)
            assert_true(seeds[i] != seeds[j]);
    }
    assert_int_equal(any, (UINT64_C(1) << 53) - 1); /* every bit is used */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_time_goes_on),
        cmocka_unit_test(test_date),
        cmocka_unit_test(test_seeds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
