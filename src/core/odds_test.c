#include "pessoi/kit.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static double phase_now;

static double phase(const struct pes_game *g, const struct pes_state *s) {
    (void)g;
    (void)s;
    return phase_now;
}

static const struct pes_odds odds = {.edge = {0.5, 0.25, 0.0, 0.0, 0.0},
                                     .slope = {0.1, 0.2, 0.2, 0.4, 1.0}};

static const struct pes_odds odds_short = {.edge = {-1.0}, .slope = {2.0, 2.0, 2.0, 2.0, 2.0}};

/* Another variant, distinguished by one of its bounds. */
static const struct pes_odds *odds_of(const struct pes_game *g) {
    return g != NULL && g->plies_cap > 0 ? &odds_short : &odds;
}

static double odds_at(double at, double value) {
    const struct pes_eval eval = {.odds = odds_of, .phase = phase};
    phase_now = at;
    return pes_log_odds(NULL, &eval, NULL, value);
}

static bool is_near(double a, double b) {
    return fabs(a - b) < 1e-12;
}

static void test_slopes(void **state) {
    (void)state;
    assert_true(is_near(odds_at(0.0, 10), 1.5));
    assert_true(is_near(odds_at(0.0, -10), -0.5));
    assert_true(is_near(odds_at(0.25, 10), 2.25));
    assert_true(is_near(odds_at(1.0, 10), 10.0));
    assert_true(is_near(odds_at(0.125, 10), 1.875)); /* half way */
    assert_true(is_near(odds_at(0.8125, -10), -5.5));
    assert_true(is_near(odds_at(0.5, 0), 0.0));
}

static void test_without_phase(void **state) {
    (void)state;
    const struct pes_eval eval = {.odds = odds_of};
    assert_true(is_near(pes_log_odds(NULL, &eval, NULL, 30), 3.5));
}

static void test_variant(void **state) {
    (void)state;
    const struct pes_eval eval = {.odds = odds_of};
    const struct pes_game whole = {.plies_cap = 0}, brief = {.plies_cap = 10};
    assert_true(is_near(pes_log_odds(&whole, &eval, NULL, 30), 3.5));
    assert_true(is_near(pes_log_odds(&brief, &eval, NULL, 30), 59.0));
}

static void test_chance(void **state) {
    (void)state;
    assert_true(pes_chance_of(0.0) == 0.5);
    assert_true(is_near(pes_chance_of(log(3.0)), 0.75));
    assert_true(pes_chance_of(1e9) == 1.0);
    assert_true(pes_chance_of(-1e9) == 0.0);
    for (int quarters = -20; quarters < 20; quarters++) {
        const double x = 0.25 * quarters;
        assert_true(is_near(pes_chance_of(x) + pes_chance_of(-x), 1.0));
        assert_true(pes_chance_of(x) < pes_chance_of(x + 0.25));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slopes),
        cmocka_unit_test(test_without_phase),
        cmocka_unit_test(test_variant),
        cmocka_unit_test(test_chance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
