/* A game's playout() must have the same distribution as playing random listed moves. */
#include "dice.h"
#include "pessoi/search.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <math.h>

enum { GAMES = 6000, BINS = 12 };

struct sample {
    int results[3]; /* First lost, drew, won */
    int lengths[BINS];
    double mean, variance; /* of the length */
};

static struct pes_game *open_game(const struct pes_kit *kit, const char *options) {
    struct pes_game *g;
    assert_non_null(kit);
    assert_int_equal(pes_game_open(kit, options, &g, NULL), PES_ERR_OK);
    return g;
}

typedef int (*playout_fn)(const struct pes_game *g, struct pes_state *s, struct pes_rng *rng,
                          int plies_max, int32_t out[PES_PLAYERS_MAX]);

/* `bin` is the width of a bin of the histogram of lengths, in plies. */
static struct sample take(const struct pes_game *g, playout_fn playout, uint64_t seed,
                          int plies_max, int bin) {
    struct sample sample = {.mean = 0};
    struct pes_rng rng;
    pes_rng_init(&rng, seed);
    double sum = 0, squares = 0;
    for (int i = 0; i < GAMES; i++) {
        struct pes_state_buf s;
        int32_t payoff[PES_PLAYERS_MAX];
        pes_start(g, &rng, PES_STATE(s));
        const int plies = playout(g, PES_STATE(s), &rng, plies_max, payoff);
        sample.results[1 + (payoff[0] > payoff[1]) - (payoff[0] < payoff[1])]++;
        sample.lengths[plies / bin < BINS ? plies / bin : BINS - 1]++;
        sum += plies;
        squares += (double)plies * plies;
    }
    sample.mean = sum / GAMES;
    sample.variance = squares / GAMES - sample.mean * sample.mean;
    return sample;
}

/* Pearson's chi-square that two samples of equal size come from one distribution, and its degrees
 * of freedom. */
static double chi_square(const int a[], const int b[], int n, int *freedom) {
    double sum = 0;
    *freedom = -1;
    for (int i = 0; i < n; i++) {
        if (a[i] + b[i] == 0)
            continue;
        const double difference = a[i] - b[i];
        sum += difference * difference / (a[i] + b[i]);
        ++*freedom;
    }
    return sum;
}

/* The limit is 4.5 standard deviations above the mean: the seeds are fixed, so the result is always
 * the same, and a hook that is wrong by a few per cent exceeds it by far. */
static void assert_alike(const int a[], const int b[], int n) {
    int freedom;
    const double x = chi_square(a, b, n, &freedom);
    assert_true(x <= freedom + 4.5 * sqrt(2.0 * freedom));
}

static void compare(const struct pes_kit *kit, const char *options, int plies_max, int bin) {
    struct pes_game *g = open_game(kit, options);
    const struct sample fast = take(g, pes_playout, 1, plies_max, bin);
    const struct sample plain = take(g, pes_playout_plain, 2, plies_max, bin);
    assert_alike(fast.results, plain.results, 3);
    assert_alike(fast.lengths, plain.lengths, BINS);
    const double error = sqrt((fast.variance + plain.variance) / GAMES);
    assert_true(fabs(fast.mean - plain.mean) <= 4.0 * error);

    /* Without playout(), with the smaller hooks only. */
    struct pes_rules rules = *g->rules;
    rules.playout = NULL;
    struct pes_game pieces = *g;
    pieces.rules = &rules;
    const struct sample drawn = take(&pieces, pes_playout, 3, plies_max, bin);
    assert_alike(drawn.results, plain.results, 3);
    assert_alike(drawn.lengths, plain.lengths, BINS);
    pes_game_close(g);
}

static void test_lake(void **state) {
    (void)state;
    compare(pes_kit_find("boats"), "", 0, 25);
    compare(pes_kit_find("boats"), "start=s2,rule=ko", 0, 25);
    compare(pes_kit_find("boats"), "columns=3,levels=2", 12, 1);
}

static void test_toy(void **state) {
    (void)state;
    compare(&toy_dice_kit, "", 0, 10);
    compare(&toy_dice_kit, "length=7,sides=3,start=rolled", 0, 2);
    compare(&toy_dice_kit, "sides=4", 9, 1);
}

/* The test must be able to fail: dice with other weights have another distribution. */
static void test_difference_shows(void **state) {
    (void)state;
    struct pes_game *six = open_game(&toy_dice_kit, "sides=6");
    struct pes_game *five = open_game(&toy_dice_kit, "sides=5");
    const struct sample a = take(six, pes_playout_plain, 1, 0, 10);
    const struct sample b = take(five, pes_playout_plain, 2, 0, 10);
    int freedom;
    assert_true(chi_square(a.lengths, b.lengths, BINS, &freedom) > 100.0);
    pes_game_close(six);
    pes_game_close(five);
}

static void assert_bounds(const struct pes_game *g, playout_fn playout, int plies_max, int cap) {
    struct pes_rng rng;
    pes_rng_init(&rng, 5);
    int capped = 0, decided = 0;
    for (int i = 0; i < 300; i++) {
        struct pes_state_buf s;
        int32_t payoff[PES_PLAYERS_MAX], expected[PES_PLAYERS_MAX];
        pes_start(g, &rng, PES_STATE(s));
        const int plies = playout(g, PES_STATE(s), &rng, plies_max, payoff);
        const bool over = pes_over(g, PES_STATE(s));
        assert_in_range(plies, 0, cap);
        assert_true(over || plies == cap);
        pes_settle(g, PES_STATE(s), over ? PES_END_RULES : PES_END_PLIES, expected);
        assert_memory_equal(payoff, expected, sizeof payoff);
        capped += !over;
        decided += over;
    }
    assert_true(capped > 0);
    assert_true(decided > 0);
}

static void test_limits(void **state) {
    (void)state;
    struct pes_game *lake = open_game(pes_kit_find("boats"), "columns=3,levels=2,plies=9");
    struct pes_game *toy = open_game(&toy_dice_kit, "length=9,plies=6");
    const playout_fn playouts[] = {pes_playout, pes_playout_plain};
    for (int i = 0; i < 2; i++) {
        assert_bounds(lake, playouts[i], 0, 9);
        assert_bounds(lake, playouts[i], 5, 5);
        assert_bounds(toy, playouts[i], 0, 6);
        assert_bounds(toy, playouts[i], 12, 12);
    }
    pes_game_close(lake);
    pes_game_close(toy);
}

/* Without a cap the toy game continues until its rules end it. */
static void test_no_cap(void **state) {
    (void)state;
    struct pes_game *g = open_game(&toy_dice_kit, "plies=0");
    struct pes_rng rng;
    pes_rng_init(&rng, 9);
    for (int i = 0; i < 100; i++) {
        struct pes_state_buf s;
        int32_t payoff[PES_PLAYERS_MAX];
        pes_start(g, &rng, PES_STATE(s));
        pes_playout_plain(g, PES_STATE(s), &rng, 0, payoff);
        assert_true(pes_over(g, PES_STATE(s)));
    }
    pes_game_close(g);
}

static void test_same_seed(void **state) {
    (void)state;
    struct pes_game *g = open_game(pes_kit_find("boats"), "");
    const struct sample a = take(g, pes_playout, 11, 0, 25);
    const struct sample b = take(g, pes_playout, 11, 0, 25);
    assert_memory_equal(&a, &b, sizeof a);
    pes_game_close(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lake),   cmocka_unit_test(test_toy),
        cmocka_unit_test(test_limits), cmocka_unit_test(test_difference_shows),
        cmocka_unit_test(test_no_cap), cmocka_unit_test(test_same_seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
