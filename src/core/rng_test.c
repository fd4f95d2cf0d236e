#include "pessoi/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/* The reference implementation's outputs from the state 1, 2, 3, 4. */
static void test_generator_golden(void **state) {
    (void)state;
    static const uint64_t expected[] = {
        41943041u,
        58720359u,
        3588806011781223u,
        3591011842654386u,
        9228616714210784205u,
        9973669472204895162u,
        14011001112246962877u,
        12406186145184390807u,
        15849039046786891736u,
        10450023813501588000u,
    };
    struct pes_rng rng = {.s = {1, 2, 3, 4}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        assert_int_equal(pes_rng_next(&rng), expected[i]);
}

static void check_next(struct pes_rng rng, uint64_t a, uint64_t b, uint64_t c) {
    assert_int_equal(pes_rng_next(&rng), a);
    assert_int_equal(pes_rng_next(&rng), b);
    assert_int_equal(pes_rng_next(&rng), c);
}

/* These values make games reproducible: they must never change. */
static void test_seeds_golden(void **state) {
    (void)state;
    struct pes_rng rng;
    pes_rng_init(&rng, 0);
    assert_int_equal(rng.s[0], 0xe220a8397b1dcdafu); /* splitmix64's first outputs */
    assert_int_equal(rng.s[1], 0x6e789e6aa1b965f4u);
    assert_int_equal(rng.s[2], 0x06c45d188009454fu);
    assert_int_equal(rng.s[3], 0xf88bb8a8724c81ecu);
    check_next(rng, 0x53175d61490b23dfu, 0x61da6f3dc380d507u, 0x5c0fdf91ec9a7bfcu);
    pes_rng_init(&rng, 1);
    check_next(rng, 0xcfc5d07f6f03c29bu, 0xbf424132963fe08du, 0x19a37d5757aaf520u);
    check_next(pes_rng_split(&rng, 0), 0xf7b0f9820ce9f7acu, 0x17ca754e9fcf9ddau,
               0x2fb7b9a22c2682ffu);
    check_next(pes_rng_split(&rng, 17), 0x7bc993c640c83ba8u, 0x2e80b65a09e9ba08u,
               0x74882762bd5adbe8u);
}

static void test_split_leaves_the_parent(void **state) {
    (void)state;
    struct pes_rng parent;
    pes_rng_init(&parent, 5);
    const struct pes_rng before = parent;
    const struct pes_rng a = pes_rng_split(&parent, 3), b = pes_rng_split(&parent, 3);
    assert_memory_equal(&parent, &before, sizeof parent);
    assert_memory_equal(&a, &b, sizeof a);
    pes_rng_next(&parent);
    const struct pes_rng later = pes_rng_split(&parent, 3);
    assert_memory_not_equal(&a, &later, sizeof a);
}

/* Neighbouring streams, a stream and its parent, and children of children agree on a bit as often
 * as coins do. */
static void check_independent(struct pes_rng a, struct pes_rng b) {
    enum { DRAWS = 1000 };
    int equal = 0;
    for (int i = 0; i < DRAWS; i++)
        equal += __builtin_popcountll(~(pes_rng_next(&a) ^ pes_rng_next(&b)));
    assert_in_range(equal, DRAWS * 32 - 760, DRAWS * 32 + 760); /* 6 sigma, sigma = 126.5 */
}

static void test_streams_are_independent(void **state) {
    (void)state;
    struct pes_rng parent;
    pes_rng_init(&parent, 1);
    for (uint64_t key = 0; key < 50; key++) {
        const struct pes_rng child = pes_rng_split(&parent, key);
        check_independent(parent, child);
        check_independent(child, pes_rng_split(&parent, key + 1));
        check_independent(child, pes_rng_split(&child, key));
        check_independent(pes_rng_split(&child, 0), pes_rng_split(&child, 1));
        check_independent(pes_rng_split(&parent, key), pes_rng_split(&parent, key << 32 | 1u));
    }
}

/* Chi-square against its mean and standard deviation: k - 1 and sqrt(2 (k - 1)). */
static void check_uniform(uint32_t n, int draws_each, double limit) {
    uint32_t counts[256] = {0};
    struct pes_rng rng;
    pes_rng_init(&rng, n);
    for (uint32_t i = 0; i < n * (uint32_t)draws_each; i++) {
        const uint32_t drawn = pes_rng_below(&rng, n);
        assert_true(drawn < n);
        counts[drawn]++;
    }
    double chi_square = 0;
    for (uint32_t i = 0; i < n; i++) {
        const double off = (double)counts[i] - draws_each;
        chi_square += off * off / draws_each;
    }
    assert_true(chi_square < limit); /* its chance to be larger is one in 100 000 */
    assert_true(n == 1 || chi_square > 0);
}

static void test_below_is_uniform(void **state) {
    (void)state;
    check_uniform(1, 1000, 1e-9);
    check_uniform(2, 10000, 19.6);
    check_uniform(3, 10000, 23.1);
    check_uniform(6, 10000, 30.9);
    check_uniform(10, 5000, 39.4);
    check_uniform(225, 500, 323.0);
}

/* Scaling without rejection would give every third value of 3 * 2^30 twice the weight. */
static void test_below_has_no_bias(void **state) {
    (void)state;
    const uint32_t n = UINT32_C(3) << 30;
    int thirds[3] = {0};
    struct pes_rng rng;
    pes_rng_init(&rng, 11);
    for (int i = 0; i < 30000; i++)
        thirds[pes_rng_below(&rng, n) % 3]++;
    for (int i = 0; i < 3; i++)
        assert_in_range(thirds[i], 10000 - 410, 10000 + 410); /* 5 sigma, sigma = 81.6 */
}

static void test_bounds(void **state) {
    (void)state;
    struct pes_rng rng;
    pes_rng_init(&rng, 2);
    double least = 1, most = 0, sum = 0;
    for (int i = 0; i < 100000; i++) {
        assert_true(pes_rng_below(&rng, UINT32_MAX) < UINT32_MAX);
        const double x = pes_rng_real(&rng);
        assert_true(x >= 0);
        assert_true(x < 1);
        least = x < least ? x : least;
        most = x > most ? x : most;
        sum += x;
    }
    assert_true(least < 0.001);
    assert_true(most > 0.999);
    assert_true(sum > 49500 && sum < 50500); /* 5 sigma */
}

/* Bits that all fall alike, but for those few that would be one too many for some number. */
static void below_by_given_bits(void **state) {
    (void)state;
    struct pes_rng rng, same;
    pes_rng_init(&rng, 5);
    same = rng;
    assert_int_equal(pes_rng_below_by(&rng, UINT32_MAX, 3), 2);
    assert_int_equal(pes_rng_below_by(&rng, UINT32_C(0x80000000), 3), 1);
    assert_int_equal(pes_rng_below_by(&rng, 1, 3), 0);
    assert_int_equal(pes_rng_below_by(&rng, 0, 256), 0); /* a power of two has no leftovers */
    assert_memory_equal(&rng, &same, sizeof rng);        /* nothing was drawn so far */
    const uint32_t drawn = pes_rng_below_by(&rng, 0, 3); /* 2^32 is one more than 3 * k */
    assert_int_equal(drawn, pes_rng_below(&same, 3));
    assert_memory_equal(&rng, &same, sizeof rng);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(below_by_given_bits),
        cmocka_unit_test(test_generator_golden),
        cmocka_unit_test(test_seeds_golden),
        cmocka_unit_test(test_split_leaves_the_parent),
        cmocka_unit_test(test_streams_are_independent),
        cmocka_unit_test(test_below_is_uniform),
        cmocka_unit_test(test_below_has_no_bias),
        cmocka_unit_test(test_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
