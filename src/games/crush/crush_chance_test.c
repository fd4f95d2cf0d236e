/* New tiles of Crush: weights, the order of filling, refilled boards, and the hooks that draw
 * many at once, against exact frequencies with fixed seeds. */
#include "games/crush/crush_testing.h"

#include <math.h>

/* Is chi-square plausible (p > 1e-6)? Wilson and Hilferty 1931. */
static bool fits(const double observed[], const double expected[], int cells) {
    double chi = 0;
    int used = 0;
    for (int i = 0; i < cells; i++) {
        if (expected[i] == 0) {
            assert_true(observed[i] == 0);
            continue;
        }
        chi += (observed[i] - expected[i]) * (observed[i] - expected[i]) / expected[i];
        used++;
    }
    const double k = used - 1;
    return (cbrt(chi / k) - (1 - 2 / (9 * k))) / sqrt(2 / (9 * k)) < 4.75;
}

/* Draws of one tile by the hook agree with the weights of chances(). */
static void assert_draws(const char *options, const char *position, int draws, uint64_t seed) {
    struct pes_game *g = open_crush(options);
    struct pes_state_buf s;
    struct pes_rng rng;
    struct pes_chance chances[PES_CHANCES_MAX];
    double observed[CRUSH_COLOURS_MAX] = {0}, expected[CRUSH_COLOURS_MAX] = {0};
    read_position(g, position, &s);
    const int n = pes_chances(g, PES_STATE(s), chances);
    for (int i = 0; i < n; i++)
        expected[crush_code_of(chances[i].move)] = (double)draws / n;
    pes_rng_init(&rng, seed);
    for (int i = 0; i < draws; i++)
        observed[crush_code_of(crush_random_move(g, PES_STATE(s), &rng))]++;
    assert_true(fits(observed, expected, crush_board(g)->colours));
    pes_game_close(g);
}

static const char small[] = "columns=6,rows=6,hidden=0,colours=4";

static void single_draws(void **unused) {
    (void)unused;
    assert_draws(small, "startpos", 1000000, 1);
    /* The colour of both left neighbours, of both lower ones, of each, has weight 0. */
    assert_draws(small, "....../....../....../....../....../22.... 1 0,0 fill", 1000000, 2);
    assert_draws(small, "....../....../....../....../231102/231310 1 0,0 fill", 1000000, 3);
    assert_draws(small, "....../....../....../00..../221232/210223 1 0,0 fill", 1000000, 4);
    assert_draws(small, "....../....../....../33..../223232/213223 1 0,0 fill", 1000000, 5);
    assert_draws(small, "20..../101..1/010200/003203/222122/211103 1 10,3 0,6", 1000000, 6);
}

/* The exact chance of each way to fill three cells of a row: c, then c, then one of c - 1. */
static void assert_first_fill(bool by_roll) {
    enum { DRAWS = 1000000, COLOURS = 4, CELLS = COLOURS * COLOURS * COLOURS };
    struct pes_game *g = open_crush(small);
    struct pes_rng rng;
    double observed[CELLS] = {0}, expected[CELLS];
    pes_rng_init(&rng, by_roll ? 7 : 8);
    for (int i = 0; i < CELLS; i++) {
        const int a = i / 16, b = i / 4 % 4, c = i % 4;
        expected[i] = a == b ? (b == c ? 0 : DRAWS / 48.0) : DRAWS / 64.0;
    }
    struct pes_state_buf start, s;
    g->rules->init(g, PES_STATE(start));
    for (int i = 0; i < DRAWS; i++) {
        pes_move out[3];
        pes_copy(g, PES_STATE(s), PES_STATE(start));
        if (by_roll) {
            assert_int_equal(crush_roll(g, PES_STATE(s), &rng, out, 3), 3);
        } else {
            struct pes_undo_buf undo;
            for (int k = 0; k < 3; k++) {
                out[k] = crush_random_move(g, PES_STATE(s), &rng);
                pes_make(g, PES_STATE(s), out[k], undo.bytes);
            }
        }
        observed[16 * crush_code_of(out[0]) + 4 * crush_code_of(out[1]) + crush_code_of(out[2])]++;
    }
    assert_true(fits(observed, expected, CELLS));
    pes_game_close(g);
}

static void first_fill_one_by_one(void **unused) {
    (void)unused;
    assert_first_fill(false);
}
static void first_fill_by_roll(void **unused) {
    (void)unused;
    assert_first_fill(true);
}

/* Refills through the roll: three tiles of a wave, every combination equally likely. */
static void refills_are_uniform(void **unused) {
    (void)unused;
    enum { DRAWS = 1000000, CELLS = 7 * 7 * 7 };
    struct pes_game *g = open_crush("");
    struct pes_state_buf start, s;
    struct pes_rng rng;
    static double observed[CELLS], expected[CELLS];
    set_golden(g, &start, 1);
    play_tokens(g, &start, "f2d");
    pes_rng_init(&rng, 9);
    for (int i = 0; i < CELLS; i++)
        expected[i] = (double)DRAWS / CELLS;
    for (int i = 0; i < DRAWS; i++) {
        pes_move out[3];
        pes_copy(g, PES_STATE(s), PES_STATE(start));
        assert_int_equal(crush_roll(g, PES_STATE(s), &rng, out, 3), 3);
        observed[49 * crush_code_of(out[0]) + 7 * crush_code_of(out[1]) + crush_code_of(out[2])]++;
    }
    assert_true(fits(observed, expected, CELLS));
    pes_game_close(g);
}

/* Columns from the left, bottom to top. */
static void order_of_refills(void **unused) {
    (void)unused;
    struct pes_game *g = open_crush("open=no");
    struct pes_state_buf s;
    set_golden(g, &s, 4);
    play_tokens(g, &s, "c1u #01");
    char text[PES_STATE_TEXT_MAX];
    crush_state_format(g, PES_STATE(s), 0, text);
    assert_memory_equal(text, "4501.23456", 10);
    pes_game_close(g);
    read_position(g = open_crush(small), "....../....../....../....../....../22.... 1 0,0 fill",
                  &s);
    play_tokens(g, &s, "#3133");
    assert_position(g, &s, "....../....../....../....../....../223133 1 0,0 fill");
    read_position(g, "20..../101..1/010200/003203/222122/211103 1 10,3 0,6", &s);
    play_tokens(g, &s, "#0123");
    assert_position(g, &s, "2002../101131/010200/003203/222122/211103 1 10,3 0,6");
    pes_game_close(g);
}

/* A full board without a move is refilled, however it arose, and the same player moves. */
static void drawn_anew(void **unused) {
    (void)unused;
    struct pes_game *g = open_crush("columns=6,rows=6,hidden=0");
    struct pes_state_buf s;
    read_position(g, "34560./123456/601234/456012/234560/012345 2 7,8 fill", &s);
    play_tokens(g, &s, "#1");
    assert_position(g, &s, "....../....../....../....../....../...... 2 7,8 fill");
    /* A visible unknown tile might allow a move. */
    read_position(g, "34560./123456/601234/456012/234560/012345 2 7,8 fill", &s);
    play_tokens(g, &s, "#?");
    assert_position(g, &s, "34560?/123456/601234/456012/234560/012345 2 7,8 -");
    assert_int_equal(pes_count(g, PES_STATE(s)), 0);
    pes_game_close(g);
    /* Whatever the rule for a stuck player, a fill that leaves no move is no turn. */
    g = open_crush("columns=6,rows=6,hidden=0,stuck=next");
    read_position(g, "34560./123456/601234/456012/234560/012345 2 7,8 fill", &s);
    play_tokens(g, &s, "#1");
    assert_position(g, &s, "....../....../....../....../....../...... 2 7,8 fill");
    pes_game_close(g);
    /* With free swaps no board is refilled. */
    g = open_crush("columns=6,rows=6,hidden=0,stuck=any");
    read_position(g, "34560./123456/601234/456012/234560/012345 2 7,8 fill", &s);
    play_tokens(g, &s, "#1");
    assert_position(g, &s, "345601/123456/601234/456012/234560/012345 2 7,8 -");
    pes_game_close(g);
    /* A hidden unknown tile cannot. */
    g = open_crush("columns=6,rows=6,hidden=1");
    read_position(g, "56012./345601/123456/601234/456012/234560/012345 2 7,8 fill", &s);
    play_tokens(g, &s, "#?");
    assert_position(g, &s, "....../....../....../....../....../....../...... 2 7,8 fill");
    pes_game_close(g);
}

/* Starts are full, have no visible run and at least one move. */
static void starts(void **unused) {
    (void)unused;
    static const char *const variants[] = {"", "colours=9,columns=6,rows=6", "colours=4,rows=12",
                                           "open=no", "hidden=30,columns=12,rows=12"};
    struct pes_rng rng;
    pes_rng_init(&rng, 10);
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++) {
        struct pes_game *g = open_crush(variants[i]);
        for (int k = 0; k < 200; k++) {
            struct pes_state_buf s;
            pes_start(g, &rng, PES_STATE(s));
            assert_int_equal(pes_turn(g, PES_STATE(s)), 0);
            assert_true(g->rules->valid(g, PES_STATE(s)));
            assert_true(pes_count(g, PES_STATE(s)) > 0);
        }
        pes_game_close(g);
    }
}

/* A roll that stops half-way continues as if it had not stopped. */
static void rolls_in_parts(void **unused) {
    (void)unused;
    struct pes_game *g = open_crush("colours=4");
    for (uint64_t seed = 1; seed <= 50; seed++) {
        struct pes_state_buf whole, parts;
        struct pes_rng a, b;
        pes_rng_init(&a, seed);
        pes_rng_init(&b, seed);
        g->rules->init(g, PES_STATE(whole));
        g->rules->init(g, PES_STATE(parts));
        for (int turn = 0; turn < 6 && pes_turn(g, PES_STATE(whole)) != PES_TERMINAL; turn++) {
            const int n = crush_roll(g, PES_STATE(whole), &a, NULL, INT_MAX);
            int sum = 0;
            while (pes_turn(g, PES_STATE(parts)) == PES_CHANCE)
                sum += crush_roll(g, PES_STATE(parts), &b, NULL, 7);
            assert_int_equal(sum, n);
            assert_memory_equal(&whole, &parts, g->state_size);
            const pes_move m = crush_random_move(g, PES_STATE(whole), &a);
            struct pes_undo_buf undo;
            assert_int_equal(m, crush_random_move(g, PES_STATE(parts), &b));
            pes_make(g, PES_STATE(whole), m, undo.bytes);
            pes_make(g, PES_STATE(parts), m, undo.bytes);
        }
    }
    pes_game_close(g);
}

/* Playouts stop at the cap after the rolls. */
static void assert_playouts(const char *options, uint64_t seed) {
    struct pes_game *g = open_crush(options);
    struct pes_rng rng;
    pes_rng_init(&rng, seed);
    for (int i = 0; i < 200; i++) {
        struct pes_state_buf s;
        int32_t found[PES_PLAYERS_MAX], payoff[PES_PLAYERS_MAX];
        g->rules->init(g, PES_STATE(s));
        const int plies = crush_playout(g, PES_STATE(s), &rng, i, found);
        assert_true(pes_turn(g, PES_STATE(s)) == PES_TERMINAL ? plies <= i : plies == i);
        assert_true(pes_turn(g, PES_STATE(s)) != PES_CHANCE);
        assert_true(g->rules->valid(g, PES_STATE(s)));
        crush_payoff(crush_at(PES_STATE(s)), payoff);
        assert_memory_equal(found, payoff, sizeof payoff);
    }
    pes_game_close(g);
}

/* They also stop where no move is known. */
static void playouts_end_well(void **unused) {
    (void)unused;
    assert_playouts("", 11);
    assert_playouts("stuck=next", 12);
    assert_playouts("columns=6,rows=6,hidden=0,colours=9,stuck=any", 13);
    struct pes_game *g = open_crush("columns=6,rows=6,hidden=0");
    struct pes_state_buf s;
    struct pes_rng rng;
    pes_rng_init(&rng, 14);
    int32_t payoff[PES_PLAYERS_MAX];
    read_position(g, "34560?/123456/601234/456012/234560/012345 2 7,8 -", &s);
    assert_int_equal(crush_random_move(g, PES_STATE(s), &rng), PES_MOVE_NONE);
    assert_int_equal(crush_playout(g, PES_STATE(s), &rng, 9, payoff), 0);
    assert_int_equal(payoff[0], -1);
    pes_game_close(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(single_draws),
        cmocka_unit_test(first_fill_one_by_one),
        cmocka_unit_test(first_fill_by_roll),
        cmocka_unit_test(refills_are_uniform),
        cmocka_unit_test(order_of_refills),
        cmocka_unit_test(drawn_anew),
        cmocka_unit_test(starts),
        cmocka_unit_test(rolls_in_parts),
        cmocka_unit_test(playouts_end_well),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
