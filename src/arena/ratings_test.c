#include "arena/ratings.h"

#include "arena/sprt.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <math.h>

static bool close_to(double a, double b, double tolerance) {
    return fabs(a - b) <= tolerance;
}

enum { PLAYERS_MAX = 16, PAIRS_MAX = 4000 };

/* The truth of a simulated tournament. */
struct truth {
    int32_t players;
    double elo[PLAYERS_MAX];
    double first_move, draw; /* Elo; weight of a draw */
    double shared;           /* how much the games of a pair depend on each other, 0..1 */
};

/* First's half points for a uniform x in 0..1. */
static int result_of(const struct truth *t, int first, int second, double x) {
    const double d = (t->elo[first] + t->first_move - t->elo[second]) / 800.0 * log(10.0);
    const double win = exp(d), loss = exp(-d);
    const double sum = win + loss + t->draw;
    return x < win / sum ? 2 : x < (win + t->draw) / sum ? 1 : 0;
}

/* Both games of a pair use the same x with probability `shared`: the opening decides. */
static struct rating_pair simulate_pair(const struct truth *t, int a, int b, struct pes_rng *rng) {
    const double x = pes_rng_real(rng);
    const double y = pes_rng_real(rng) < t->shared ? x : pes_rng_real(rng);
    return (struct rating_pair){
        .players = {(int16_t)a, (int16_t)b},
        .halves = {(uint8_t)result_of(t, a, b, x), (uint8_t)result_of(t, b, a, y)}};
}

static int32_t simulate_robin(const struct truth *t, int32_t pairs_each, struct pes_rng *rng,
                              struct rating_pair out[]) {
    int32_t count = 0;
    for (int a = 0; a < t->players; a++)
        for (int b = a + 1; b < t->players; b++)
            for (int32_t k = 0; k < pairs_each; k++) {
                assert_true(count < PAIRS_MAX);
                out[count++] = simulate_pair(t, a, b, rng);
            }
    return count;
}

static struct rating_pair pairs[PAIRS_MAX];

static void rate(const struct rating_pair list[], int32_t count, int32_t players,
                 struct rating out[], struct ratings *all) {
    struct pes_rng rng;
    pes_rng_init(&rng, 3);
    assert_int_equal(ratings_fold(list, count, players, &rng, out, all), PES_ERR_OK);
    double sum = 0.0;
    for (int32_t i = 0; i < players; i++) {
        assert_true(isfinite(out[i].elo) && isfinite(out[i].low) && isfinite(out[i].high));
        assert_true(out[i].low <= out[i].elo && out[i].elo <= out[i].high);
        sum += out[i].elo;
    }
    assert_true(close_to(sum, 0.0, 1e-6));
    assert_true(isfinite(all->first_move) && isfinite(all->draws) && isfinite(all->fit));
}

/* With many games the estimates are the truth. */
static void test_consistency(void **state) {
    (void)state;
    const struct truth t = {
        .players = 4, .elo = {-150, -30, 40, 140}, .first_move = 60, .draw = 0.8};
    struct pes_rng rng;
    pes_rng_init(&rng, 1);
    const int32_t count = simulate_robin(&t, 600, &rng, pairs);
    struct rating out[PLAYERS_MAX];
    struct ratings all;
    rate(pairs, count, t.players, out, &all);
    for (int i = 0; i < t.players; i++)
        assert_true(fabs(out[i].elo - t.elo[i]) < 25.0);
    assert_true(fabs(all.first_move - t.first_move) < 25.0);
    assert_true(fabs(all.draws - t.draw / (t.draw + 2.0)) < 0.03);
    assert_true(all.fit > 0.001);
}

/* Two players: the difference is that of the score, as in a match without draws. */
static void test_two_players(void **state) {
    (void)state;
    int32_t count = 0;
    for (; count < 200; count++) // A wins 3 of 4 games, with either side
        pairs[count] = (struct rating_pair){
            .players = {0, 1}, .halves = {count % 4 < 3 ? 2 : 0, (count / 4) % 4 < 3 ? 0 : 2}};
    struct rating out[2];
    struct ratings all;
    rate(pairs, count, 2, out, &all);
    assert_true(close_to(out[0].elo - out[1].elo, pes_elo_of_score(0.75), 6.0));
    assert_true(fabs(all.first_move) < 10.0);
}

/* All wins, all draws, one game, no game, players who never met: finite numbers, in the order that
 * the results suggest. */
static void test_extremes(void **state) {
    (void)state;
    struct rating out[PLAYERS_MAX];
    struct ratings all;
    rate(pairs, 0, 5, out, &all);
    assert_true(close_to(out[0].elo, 0.0, 1e-9));
    rate(pairs, 0, 1, out, &all);

    for (int n = 1; n <= 1000; n *= 10) {
        for (int i = 0; i < n; i++)
            pairs[i] = (struct rating_pair){.players = {0, 1}, .halves = {2, 0}};
        rate(pairs, n, 2, out, &all);
        assert_true(out[0].elo > out[1].elo);
        assert_true(out[0].high - out[0].low > 100.0); // nobody knows how much stronger
        for (int i = 0; i < n; i++)
            pairs[i].halves[0] = pairs[i].halves[1] = 1;
        rate(pairs, n, 2, out, &all);
        assert_true(close_to(out[0].elo, 0.0, 1e-6));
        for (int i = 0; i < n; i++)
            pairs[i] = (struct rating_pair){.players = {0, 1}, .halves = {2}, .single = true};
        rate(pairs, n, 2, out, &all);
        assert_true(out[0].elo > out[1].elo);
    }

    /* Two groups that never met: 0 beat 1, 2 beat 3. */
    for (int i = 0; i < 40; i++)
        pairs[i] = (struct rating_pair){.players = {(int16_t)(i % 2 * 2), (int16_t)(i % 2 * 2 + 1)},
                                        .halves = {i % 5 ? 2 : 0, i % 3 ? 0 : 1}};
    rate(pairs, 40, 4, out, &all);
    assert_true(out[0].elo > out[1].elo && out[2].elo > out[3].elo);
    assert_true(out[0].high - out[0].low > 500.0);
}

/* Intervals hold the truth in 93 to 97 % of simulated tournaments: independent games, and pairs
 * whose games depend on each other. */
static void test_coverage(void **state) {
    (void)state;
    enum { TOURNAMENTS = 200 };
    static const struct truth truths[] = {
        {.players = 6, .elo = {-250, -150, -50, 50, 150, 250}, .first_move = 40, .draw = 0.5},
        {.players = 8, .elo = {-35, -25, -15, -5, 5, 15, 25, 35}, .draw = 1.5, .shared = 0.5},
        {.players = 4, .elo = {-300, -100, 100, 300}, .first_move = 150, .draw = 0.05},
    };
    struct pes_rng rng;
    pes_rng_init(&rng, 5);
    for (size_t k = 0; k < sizeof truths / sizeof truths[0]; k++) {
        const struct truth *t = &truths[k];
        int held = 0, misfits = 0;
        for (int n = 0; n < TOURNAMENTS; n++) {
            const int32_t count = simulate_robin(t, 20, &rng, pairs);
            struct rating out[PLAYERS_MAX];
            struct ratings all;
            rate(pairs, count, t->players, out, &all);
            for (int i = 0; i < t->players; i++)
                held += out[i].low <= t->elo[i] && t->elo[i] <= out[i].high;
            misfits += all.fit < 0.05;
        }
        const double share = (double)held / (TOURNAMENTS * t->players);
        print_message("truth %zu: %.1f %% held, %.1f %% misfits\n", k, 100.0 * share,
                      100.0 * misfits / TOURNAMENTS);
        assert_true(share >= 0.93 && share <= 0.97);
        assert_true(misfits <= TOURNAMENTS / 10);
    }
}

/* Rock, paper and scissors have equal ratings, and the model says that it does not fit. */
static void test_cycle(void **state) {
    (void)state;
    struct pes_rng rng;
    pes_rng_init(&rng, 9);
    int32_t count = 0;
    for (int a = 0; a < 3; a++)
        for (int k = 0; k < 40; k++) {
            const int b = (a + 1) % 3;
            pairs[count++] = (struct rating_pair){
                .players = {(int16_t)(a + 1), (int16_t)(b + 1)},
                .halves = {pes_rng_real(&rng) < 0.75 ? 2 : 0, pes_rng_real(&rng) < 0.75 ? 0 : 2}};
        }
    for (int k = 0; k < 40; k++) // a player that loses to all of them
        pairs[count++] = (struct rating_pair){.players = {(int16_t)(k % 3 + 1), 0},
                                              .halves = {2, k % 7 ? 0 : 2}};
    struct rating out[4];
    struct ratings all;
    rate(pairs, count, 4, out, &all);
    assert_true(all.fit < 0.001);
    int32_t cycle[3];
    double likelihood;
    assert_int_equal(ratings_cycle(pairs, count, 4, cycle, &likelihood), PES_ERR_OK);
    assert_true(likelihood > 0.99);
    assert_int_equal(cycle[0], 1);
    assert_int_equal(cycle[1], 2);
    assert_int_equal(cycle[2], 3);

    /* A clear order has no cycle. */
    const struct truth t = {.players = 4, .elo = {-300, -100, 100, 300}};
    count = simulate_robin(&t, 60, &rng, pairs);
    assert_int_equal(ratings_cycle(pairs, count, 4, cycle, &likelihood), PES_ERR_OK);
    assert_true(close_to(likelihood, 0.0, 0.0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_consistency), cmocka_unit_test(test_two_players),
        cmocka_unit_test(test_extremes),    cmocka_unit_test(test_coverage),
        cmocka_unit_test(test_cycle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
