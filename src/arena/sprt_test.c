#include "arena/sprt.h"

#include "pessoi/rng.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <math.h>

static bool close_to(double a, double b, double tolerance) {
    return fabs(a - b) <= tolerance;
}

/* One game between players whose difference is `elo`, with the given share of draws between
 * equals: A's half points. */
static int simulate_game(struct pes_rng *rng, double elo, double draws) {
    const double score = sprt_score_of_elo(elo);
    const double drawn = draws * 4.0 * score * (1.0 - score);
    const double x = pes_rng_real(rng);
    return x < score - drawn / 2.0 ? 2 : x < score + drawn / 2.0 ? 1 : 0;
}

static void test_bounds(void **state) {
    (void)state;
    const struct sprt_bounds b = sprt_bounds(0.05, 0.05);
    assert_true(close_to(b.lower, -2.94443897916644, 1e-9));
    assert_true(close_to(b.upper, 2.94443897916644, 1e-9));
    assert_true(close_to(sprt_score_of_elo(0.0), 0.5, 1e-12));
    assert_true(close_to(pes_elo_of_score(sprt_score_of_elo(123.0)), 123.0, 1e-9));
}

/* Swapping the hypotheses changes the sign, swapping the players mirrors the hypotheses. */
static void test_symmetries(void **state) {
    (void)state;
    struct pes_rng rng;
    pes_rng_init(&rng, 1);
    for (int i = 0; i < 200; i++) {
        int32_t pairs_of[PES_PAIR_SCORES], mirrored[PES_PAIR_SCORES];
        for (int q = 0; q < PES_PAIR_SCORES; q++) {
            pairs_of[q] = (int32_t)pes_rng_below(&rng, 50);
            mirrored[PES_PAIR_SCORES - 1 - q] = pairs_of[q];
        }
        const double s0 = 0.1 + 0.8 * pes_rng_real(&rng);
        const double s1 = 0.1 + 0.8 * pes_rng_real(&rng);
        const double llr = sprt_llr(pairs_of, s0, s1);
        assert_true(isfinite(llr));
        assert_true(close_to(llr, -sprt_llr(pairs_of, s1, s0), 1e-6 * (1.0 + fabs(llr))));
        assert_true(
            close_to(llr, sprt_llr(mirrored, 1.0 - s0, 1.0 - s1), 1e-6 * (1.0 + fabs(llr))));
        assert_true(close_to(sprt_los(pairs_of), 1.0 - sprt_los(mirrored), 1e-9));
    }
}

/* Near the hypotheses the ratio is that of normal distributions with the sample's variance. */
static void test_against_normal(void **state) {
    (void)state;
    static const int32_t pairs_of[PES_PAIR_SCORES] = {300, 900, 2600, 950, 310};
    double n = 0.0, sum = 0.0, squares = 0.0;
    for (int q = 0; q < PES_PAIR_SCORES; q++) {
        n += pairs_of[q];
        sum += pairs_of[q] * q / 4.0;
        squares += pairs_of[q] * (q / 4.0) * (q / 4.0);
    }
    const double mean = sum / n;
    const double variance = squares / n - mean * mean;
    const double s0 = 0.5, s1 = sprt_score_of_elo(5.0);
    const double normal =
        n / (2.0 * variance) * ((mean - s0) * (mean - s0) - (mean - s1) * (mean - s1));
    assert_true(close_to(sprt_llr(pairs_of, s0, s1), normal, 0.01));
}

/* Extreme results neither hang nor give NaN. */
static void test_extremes(void **state) {
    (void)state;
    for (int q = 0; q < PES_PAIR_SCORES; q++) {
        for (int32_t n = 0; n <= 1000000; n = n * 10 + 1) {
            int32_t pairs_of[PES_PAIR_SCORES] = {0};
            pairs_of[q] = n;
            const double llr = sprt_llr(pairs_of, 0.5, sprt_score_of_elo(10.0));
            assert_true(isfinite(llr));
            assert_true(q == 2 || n == 0 || (llr > 0.0) == (q > 2));
            const double los = sprt_los(pairs_of);
            assert_true(los >= 0.0 && los <= 1.0);
            assert_true(q != 2 || fabs(los - 0.5) < 1e-9);
        }
    }
}

/* Runs one test to its end; returns whether H1 was accepted. */
static bool simulate_test(struct pes_rng *rng, double elo, double elo0, double elo1, double draws) {
    const struct sprt_bounds bounds = sprt_bounds(0.05, 0.05);
    int32_t pairs_of[PES_PAIR_SCORES] = {0};
    for (int pairs = 0; pairs < 200000; pairs++) {
        pairs_of[simulate_game(rng, elo, draws) + simulate_game(rng, elo, draws)]++;
        const double llr = sprt_llr(pairs_of, sprt_score_of_elo(elo0), sprt_score_of_elo(elo1));
        if (llr >= bounds.upper)
            return true;
        if (llr <= bounds.lower)
            return false;
    }
    fail_msg("the test did not end within %d pairs", 200000);
    return false;
}

/* The error rates at the bounds are those asked for: 5 %, with 500 runs each within 5 +- 2 %. */
static void test_error_rates(void **state) {
    (void)state;
    enum { RUNS = 500 };
    static const struct {
        double elo0, elo1, draws;
    } cases[] = {{0, 30, 0.0}, {0, 30, 0.5}, {-20, 20, 0.3}};
    struct pes_rng rng;
    pes_rng_init(&rng, 7);
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        int wrong[2] = {0, 0};
        for (int run = 0; run < RUNS; run++) {
            wrong[0] +=
                simulate_test(&rng, cases[c].elo0, cases[c].elo0, cases[c].elo1, cases[c].draws);
            wrong[1] +=
                !simulate_test(&rng, cases[c].elo1, cases[c].elo0, cases[c].elo1, cases[c].draws);
        }
        print_message("elo %+.0f to %+.0f, draws %.1f: %.1f %% and %.1f %% wrong\n", cases[c].elo0,
                      cases[c].elo1, cases[c].draws, 100.0 * wrong[0] / RUNS,
                      100.0 * wrong[1] / RUNS);
        for (int k = 0; k < 2; k++) {
            assert_true(wrong[k] >= RUNS * 3 / 100);
            assert_true(wrong[k] <= RUNS * 7 / 100);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bounds),         cmocka_unit_test(test_symmetries),
        cmocka_unit_test(test_against_normal), cmocka_unit_test(test_extremes),
        cmocka_unit_test(test_error_rates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
