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

static void assert_time(const struct gomocup_clock *clock, int32_t turn_ms, int32_t left_ms) {
    const struct gomocup_time time = gomocup_clock_time(clock, 0);
    assert_int_equal(time.turn_ms, turn_ms);
    assert_int_equal(time.left_ms, left_ms);
}

static void test_nothing_told(void **state) {
    (void)state;
    struct gomocup_clock clock;
    gomocup_clock_init(&clock);
    gomocup_clock_begin(&clock);
    assert_time(&clock, GOMOCUP_DEFAULT_MS, 0);
    tell(&clock, "INFO rule 1");
    tell(&clock, "INFO max_memory 1");
    tell(&clock, "INFO time_left 2147483647");
    gomocup_clock_spend(&clock, 1000, 0);
    assert_time(&clock, GOMOCUP_DEFAULT_MS, 0);
}

static void test_turn(void **state) {
    (void)state;
    static const struct {
        int64_t turn_ms, gone_ms;
        int32_t move_ms;
    } cases[] = {
        {0, 0, 1},     {1, 0, 1},    {2, 0, 1},         {50, 0, 45},
        {80, 0, 75},   {100, 0, 95}, {1000, 0, 990},    {1000, 100, 890},
        {50, 1000, 1}, {0, 1000, 1}, {30000, 0, 29980}, {INT64_MAX, 0, GOMOCUP_NUMBER_MAX - 20},
        {-5, 0, 1}, /* less than no time */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct gomocup_clock clock;
        gomocup_clock_init(&clock);
        const struct gomocup_command info = {
            .verb = GOMOCUP_INFO, .key = GOMOCUP_KEY_TIMEOUT_TURN, .value = cases[i].turn_ms};
        gomocup_clock_info(&clock, &info);
        const struct gomocup_time time = gomocup_clock_time(&clock, cases[i].gone_ms);
        assert_int_equal(time.turn_ms, cases[i].move_ms);
        assert_int_equal(time.left_ms, 0);
    }
}

static void test_match(void **state) {
    (void)state;
    struct gomocup_clock clock;
    gomocup_clock_init(&clock);
    tell(&clock, "INFO timeout_match 20400");
    gomocup_clock_begin(&clock);
    assert_time(&clock, 0, 19972);
    /* Without time_left our own measurement counts. */
    gomocup_clock_spend(&clock, 10000, 0);
    assert_time(&clock, 0, 9972);
    gomocup_clock_spend(&clock, 30000, 0);
    assert_time(&clock, 0, 1);
    gomocup_clock_begin(&clock);
    assert_time(&clock, 0, 19972);
    tell(&clock, "INFO time_increment 500");
    gomocup_clock_spend(&clock, 1500, 0);
    assert_time(&clock, 0, 18972);
    assert_int_equal(gomocup_clock_time(&clock, 0).increment_ms, 500);
    tell(&clock, "INFO timeout_match 0");
    assert_time(&clock, GOMOCUP_DEFAULT_MS, 0);
}

static void test_time_left(void **state) {
    (void)state;
    struct gomocup_clock clock;
    gomocup_clock_init(&clock);
    /* time_left may come before the game begins, and before timeout_match. */
    tell(&clock, "INFO time_left 5020");
    gomocup_clock_begin(&clock);
    tell(&clock, "INFO timeout_match 50000");
    assert_time(&clock, 0, 4000);
    tell(&clock, "INFO timeout_turn 150");
    assert_time(&clock, 145, 4000);
    /* Not sent again: reduced by what was spent. */
    gomocup_clock_spend(&clock, 20, 145);
    assert_time(&clock, 145, 3980);
    tell(&clock, "INFO time_left -200");
    assert_time(&clock, 145, 1);
    tell(&clock, "INFO time_left 2147483647");
    assert_time(&clock, 145, 0);
    /* The next game has its own time. */
    tell(&clock, "INFO time_left 10");
    gomocup_clock_spend(&clock, 5, 0);
    gomocup_clock_begin(&clock);
    assert_time(&clock, 145, 50000 - 1000 - GOMOCUP_SAFETY_MAX_MS);
}

/* The reserve follows what was measured, and fades when nothing is late any more. */
static void test_reserve(void **state) {
    (void)state;
    struct gomocup_clock clock;
    gomocup_clock_init(&clock);
    tell(&clock, "INFO timeout_turn 100");
    assert_time(&clock, 95, 0);
    gomocup_clock_spend(&clock, 96, 95);
    assert_time(&clock, 94, 0);
    gomocup_clock_spend(&clock, 114, 94); /* 20 ms late */
    assert_time(&clock, 75, 0);
    gomocup_clock_spend(&clock, 600, 75); /* at most half of the limit is given up */
    assert_time(&clock, 50, 0);
    for (int i = 0; i < 60; i++)
        gomocup_clock_spend(&clock, 50, 50);
    assert_time(&clock, 95, 0);
    /* The manager's clock says that an answer took 8 ms more than we saw. */
    tell(&clock, "INFO time_left 60000");
    gomocup_clock_spend(&clock, 92, 95);
    tell(&clock, "INFO time_left 59900");
    assert_int_equal(gomocup_clock_time(&clock, 0).turn_ms, 87);
    gomocup_clock_spend(&clock, 80, 87);
    tell(&clock, "INFO time_left 5000"); /* somebody has set the clock */
    assert_int_equal(gomocup_clock_time(&clock, 0).turn_ms, 87);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_told), cmocka_unit_test(test_turn),
        cmocka_unit_test(test_match),        cmocka_unit_test(test_time_left),
        cmocka_unit_test(test_reserve),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
