#include "gomocup/clock.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void tell(struct gomocup_clock *clock, const char *line) {
    const struct gomocup_command info = gomocup_parse(line, strlen(line));
    assert_int_equal(info.verb, GOMOCUP_INFO);
    gomocup_clock_info(clock, &info);
}

static void test_nothing_told(void **state) {
    (void)state;
    struct gomocup_clock clock;
    gomocup_clock_init(&clock);
    gomocup_clock_begin(&clock);
    assert_int_equal(gomocup_clock_move_ms(&clock, 0), GOMOCUP_DEFAULT_MS);
    tell(&clock, "INFO rule 1");
    tell(&clock, "INFO max_memory 1");
    tell(&clock, "INFO time_left 2147483647");
    gomocup_clock_spend(&clock, 1000);
    assert_int_equal(gomocup_clock_move_ms(&clock, 0), GOMOCUP_DEFAULT_MS);
}

static void test_turn(void **state) {
    (void)state;
    static const struct {
        int64_t turn_ms, gone_ms;
        int32_t move_ms;
    } cases[] = {
        {0, 0, 1},     {1, 0, 1},    {2, 0, 1},         {50, 0, 25},
        {80, 0, 40},   {100, 0, 60}, {1000, 0, 960},    {1000, 100, 860},
        {50, 1000, 1}, {0, 1000, 1}, {30000, 0, 29960}, {INT64_MAX, 0, GOMOCUP_NUMBER_MAX - 40},
        {-5, 0, 1}, /* less than no time */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct gomocup_clock clock;
        gomocup_clock_init(&clock);
        const struct gomocup_command info = {
            .verb = GOMOCUP_INFO, .key = GOMOCUP_KEY_TIMEOUT_TURN, .value = cases[i].turn_ms};
        gomocup_clock_info(&clock, &info);
        assert_int_equal(gomocup_clock_move_ms(&clock, cases[i].gone_ms), cases[i].move_ms);
    }
}

static void test_match(void **state) {
    (void)state;
    struct gomocup_clock clock;
    gomocup_clock_init(&clock);
    tell(&clock, "INFO timeout_match 20040");
    gomocup_clock_begin(&clock);
    assert_int_equal(gomocup_clock_move_ms(&clock, 0), 1000);
    /* Without time_left our own measurement counts. */
    gomocup_clock_spend(&clock, 10000);
    assert_int_equal(gomocup_clock_move_ms(&clock, 0), 500);
    gomocup_clock_spend(&clock, 30000);
    assert_int_equal(gomocup_clock_move_ms(&clock, 0), 1);
    gomocup_clock_begin(&clock);
    assert_int_equal(gomocup_clock_move_ms(&clock, 0), 1000);
    tell(&clock, "INFO timeout_match 0");
    assert_int_equal(gomocup_clock_move_ms(&clock, 0), GOMOCUP_DEFAULT_MS);
}

static void test_time_left(void **state) {
    (void)state;
    struct gomocup_clock clock;
    gomocup_clock_init(&clock);
    /* time_left may come before the game begins, and before timeout_match. */
    tell(&clock, "INFO time_left 4040");
    gomocup_clock_begin(&clock);
    tell(&clock, "INFO timeout_match 60000");
    assert_int_equal(gomocup_clock_move_ms(&clock, 0), 200);
    tell(&clock, "INFO timeout_turn 150");
    assert_int_equal(gomocup_clock_move_ms(&clock, 0), 110);
    /* Not sent again: reduced by what was spent. */
    tell(&clock, "INFO timeout_turn 5000");
    gomocup_clock_spend(&clock, 2000);
    assert_int_equal(gomocup_clock_move_ms(&clock, 0), 100);
    tell(&clock, "INFO time_left -200");
    assert_int_equal(gomocup_clock_move_ms(&clock, 0), 1);
    tell(&clock, "INFO time_left 2147483647");
    assert_int_equal(gomocup_clock_move_ms(&clock, 0), 4960);
    /* The next game has its own time. */
    tell(&clock, "INFO time_left 10");
    gomocup_clock_spend(&clock, 5);
    gomocup_clock_begin(&clock);
    assert_int_equal(gomocup_clock_move_ms(&clock, 0), (60000 - 40) / 20);
}

/* A long game played by these numbers does not run out of time. */
static void test_never_overdrawn(void **state) {
    (void)state;
    struct gomocup_clock clock;
    gomocup_clock_init(&clock);
    tell(&clock, "INFO timeout_match 5000");
    gomocup_clock_begin(&clock);
    int64_t spent = 0;
    for (int move = 0; move < 100; move++) {
        const int32_t ms = gomocup_clock_move_ms(&clock, 0);
        assert_true(ms >= 1);
        gomocup_clock_spend(&clock, ms);
        spent += ms;
    }
    assert_true(spent <= 5000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_told),    cmocka_unit_test(test_turn),
        cmocka_unit_test(test_match),           cmocka_unit_test(test_time_left),
        cmocka_unit_test(test_never_overdrawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
