/* The Monte Carlo tree search against exhaustive search, and its promises. */
#include "core/clock.h"
#include "dice.h"
#include "search/mcts_testing.h"
#include "search/time_testing.h"

#include <math.h>

static struct pes_answer run(const struct pes_game *g, const struct pes_mcts_config *config,
                             const struct pes_history *h, uint64_t simulations) {
    struct pes_answer answer;
    struct pes_mcts *search = new_search(g, config);
    pes_mcts_run(search, h, &no_limits, simulations, &answer);
    pes_mcts_free(search);
    assert_true(pes_legal(g, pes_history_state(h), answer.move));
    return answer;
}

/* Against exhaustive search. ------------------------------------------------------------------ */

/* First's expected result by exhaustive search: 1 for a win, 1/2 for a draw. */
static double exact_value(struct pes_history *h) {
    const struct pes_game *g = pes_history_game(h);
    const struct pes_state *s = pes_history_state(h);
    const pes_player turn = pes_turn(g, s);
    const enum pes_end end = pes_history_end(h);
    double best = turn == 1 ? 2.0 : -1.0, sum = 0.0, weights = 0.0;
    if (end != PES_END_NONE) {
        int32_t payoff[PES_PLAYERS_MAX];
        pes_settle(g, s, end, payoff);
        return payoff[0] > payoff[1] ? 1.0 : payoff[0] < payoff[1] ? 0.0 : 0.5;
    }
    pes_move list[PES_MOVES_MAX];
    struct pes_chance outcomes[PES_CHANCES_MAX];
    const int rolls = pes_chances(g, s, outcomes);
    const int count = rolls > 0 ? rolls : pes_moves(g, s, list);
    for (int i = 0; i < count; i++) {
        make(h, rolls > 0 ? outcomes[i].move : list[i]);
        const double value = exact_value(h);
        pes_history_unmake(h);
        if (rolls > 0) {
            sum += value * outcomes[i].weight;
            weights += outcomes[i].weight;
        } else if (turn == 0 ? value > best : value < best) {
            best = value;
        }
    }
    return rolls > 0 ? sum / weights : best;
}

/* The plies in which a won or lost game ends by best play; games without chance. */
static int exact_plies(struct pes_history *h, double value) {
    const struct pes_game *g = pes_history_game(h);
    const pes_player turn = pes_turn(g, pes_history_state(h));
    pes_move list[PES_MOVES_MAX];
    if (pes_history_end(h) != PES_END_NONE)
        return 0;
    const bool wins = value == (turn == 0 ? 1.0 : 0.0);
    const int count = pes_moves(g, pes_history_state(h), list);
    int plies = wins ? INT32_MAX : 0;
    for (int i = 0; i < count; i++) {
        make(h, list[i]);
        if (exact_value(h) == value) {
            const int rest = exact_plies(h, value) + 1;
            plies = wins ? (rest < plies ? rest : plies) : (rest > plies ? rest : plies);
        }
        pes_history_unmake(h);
    }
    return plies;
}

/* The search must prove the result, and correctly. */
static void assert_proof(const struct pes_game *g, struct pes_history *h,
                         const struct pes_mcts_config *config) {
    const pes_player mover = pes_turn(g, pes_history_state(h));
    const double first = exact_value(h);
    const double value = mover == 0 ? first : 1.0 - first;
    const struct pes_answer answer = run(g, config, h, 400000);
    assert_true(answer.has_mate);
    assert_true(answer.score == value);
    assert_true(answer.win_probability == value);
    if (value == 0.5) {
        assert_int_equal(answer.mate, 0);
    } else {
        const int plies = exact_plies(h, first);
        assert_true(value == 1.0 ? answer.mate >= plies : -answer.mate >= plies);
    }
    make(h, answer.move);
    assert_true(exact_value(h) == first);
    pes_history_unmake(h);
}

/* Random positions of short games in which caps, repetition and the ko rule matter. */
static void prove_random(const char *options, int positions) {
    struct pes_game *g = open_game(pes_kit_find("boats"), options);
    struct pes_rng rng;
    pes_rng_init(&rng, 7);
    int results[3] = {0, 0, 0};
    for (int i = 0; i < positions; i++) {
        struct pes_history *h = history_at(g, "startpos");
        for (int n = 3 + i % 6; n > 0 && pes_history_end(h) == PES_END_NONE; n--)
            make(h, pes_draw(g, pes_history_state(h), &rng));
        if (pes_history_end(h) == PES_END_NONE) {
            results[(int)(2.0 * exact_value(h))]++;
            assert_proof(g, h, i % 2 == 0 ? &plain : &with_rave);
        }
        pes_history_free(h);
    }
    assert_true(results[0] + results[2] > 0);
    pes_game_close(g);
}

static void test_proofs_are_true(void **state) {
    (void)state;
    prove_random("start=base,columns=3,levels=2,plies=10,repetition=2", 24);
    prove_random("start=base,columns=3,levels=2,plies=10,rule=ko", 24);
    prove_random("start=base,columns=4,levels=2,plies=9,repetition=2", 12);
}

static void assert_wins(const char *options, const char *position, const char *best, int mate,
                        const struct pes_mcts_config *config) {
    struct pes_game *g = open_game(pes_kit_find("gomoku"), options);
    struct pes_history *h = history_at(g, position);
    char text[PES_MOVE_TEXT_MAX];
    const struct pes_answer answer = run(g, config, h, 60000);
    g->rules->move_format(g, pes_history_state(h), answer.move, text);
    assert_true(answer.has_mate);
    assert_true(answer.mate > 0 ? answer.mate >= mate : answer.mate == mate);
    assert_true((answer.mate > 0) == (mate > 0));
    if (best != NULL)
        assert_string_equal(text, best);
    pes_history_free(h);
    pes_game_close(g);
}

/* A five in one move, an open three, a four that cannot be stopped. */
static void test_gomoku(void **state) {
    (void)state;
    const struct pes_mcts_config *configs[] = {&plain, &with_rave, &with_two};
    for (int i = 0; i < 3; i++) {
        assert_wins("size=5", "5/w4/www2/5/bbbb1 b", "e1", 1, configs[i]);
        assert_wins("size=6", "6/6/ww1w2/6/1bbb2/6 b", NULL, 3, configs[i]);
        assert_wins("size=7", "7/7/w1w3w/7/2bbb2/7/7 b", NULL, 3, configs[i]);
        assert_wins("size=7", "7/w1w3w/7/1bbbb2/7/7/7 w", NULL, -2, configs[i]);
    }
}

/* The value of every move in the dice race converges to that of an exhaustive search. The error
 * that exploration adds to UCT is below 0.01 by then. */
static void converge(const char *options, const char *position, const char *moves,
                     const struct pes_mcts_config *config) {
    struct pes_game *g = open_game(&toy_dice_kit, options);
    struct pes_history *h = history_at(g, position);
    int made;
    assert_int_equal(pes_history_make_text(h, moves, &made, NULL), PES_ERR_OK);
    const pes_player mover = pes_turn(g, pes_history_state(h));
    struct pes_mcts *search = new_search(g, config);
    struct pes_answer answer;
    pes_mcts_run(search, h, &no_limits, 200000, &answer);
    make(h, answer.move);
    const double first = exact_value(h);
    pes_history_unmake(h);
    const double error = answer.score - (mover == 0 ? first : 1.0 - first);
    assert_true(fabs(error) <= 0.01 + 4.0 * 0.5 / sqrt(200000.0));
    assert_true(fabs(first - exact_value(h)) < 1e-9);
    pes_mcts_free(search);
    pes_history_free(h);
    pes_game_close(g);
}

static void test_chance_converges(void **state) {
    (void)state;
    converge("length=8,sides=3,plies=4", "startpos", "#12", &plain);
    converge("length=8,sides=3,plies=4", "startpos", "#12", &with_rave);
    converge("length=7,sides=4,plies=3", "startpos", "#34", &plain);
    converge("length=9,sides=3,plies=4", "4 5 00 1 1 13 2 0", "", &plain);
}

/* A race that is won with every throw is proven through the chance nodes. */
static void test_proof_through_chance(void **state) {
    (void)state;
    struct pes_game *g = open_game(&toy_dice_kit, "length=7,sides=2,plies=40");
    struct pes_history *h = history_at(g, "6 0 00 2 0 12 1 0");
    const struct pes_answer answer = run(g, &plain, h, 1000);
    assert_true(answer.has_mate);
    assert_int_equal(answer.mate, 1);
    pes_history_free(h);
    pes_game_close(g);
    g = open_game(&toy_dice_kit, "length=6,sides=2,plies=1");
    h = history_at(g, "0 0 1 0 0 11 1 0"); /* one step, a throw, and the points decide: none */
    const struct pes_answer drawn = run(g, &plain, h, 1000);
    assert_true(drawn.has_mate);
    assert_int_equal(drawn.mate, 0);
    assert_true(exact_value(h) == 0.5);
    pes_history_free(h);
    pes_game_close(g);
}

/* Promises. ----------------------------------------------------------------------------------- */

/* Two searches with the same seed stay equal over a whole game with tree reuse; another seed
 * differs somewhere. */
static void test_same_seed_same_answer(void **state) {
    (void)state;
    for (int i = 0; i < GAMES; i++) {
        struct pes_game *g = open_game(pes_kit_find(games[i].game), games[i].options);
        struct pes_history *h = begin_game(g);
        struct pes_mcts *a = new_search(g, &plain), *b = new_search(g, &plain);
        struct pes_rng rng;
        pes_rng_init(&rng, 5);
        for (int n = 0; n < 6 && pes_history_end(h) == PES_END_NONE; n++) {
            struct pes_answer one, two;
            const struct pes_limits limits = {.nodes = 20000};
            pes_mcts_run(a, h, &limits, 0, &one);
            pes_mcts_run(b, h, &limits, 0, &two);
            assert_memory_equal(&one, &two, sizeof one);
            assert_true(one.nodes <= 20000);
            assert_int_equal(one.line[0], one.move);
            make(h, one.move);
            while (pes_history_end(h) == PES_END_NONE &&
                   pes_turn(g, pes_history_state(h)) == PES_CHANCE)
                make(h, pes_draw(g, pes_history_state(h), &rng));
        }
        pes_mcts_free(a);
        pes_mcts_free(b);
        pes_history_free(h);
        pes_game_close(g);
    }
}

static void test_limits(void **state) {
    (void)state;
    struct pes_game *g = open_game(pes_kit_find("gomoku"), "");
    struct pes_history *h = begin_game(g);
    struct pes_mcts *search = new_search(g, &plain);
    struct pes_answer answer;
    pes_mcts_run(search, h, &no_limits, 777, &answer);
    assert_int_equal(pes_mcts_simulations(search), 777);
    for (uint64_t nodes = 1; nodes < 3000; nodes = nodes * 3 / 2 + 1) {
        pes_mcts_forget(search, 1);
        pes_mcts_run(search, h, &(struct pes_limits){.nodes = nodes}, 0, &answer);
        assert_true(answer.nodes <= nodes);
        assert_true(pes_legal(g, pes_history_state(h), answer.move));
    }
    pes_mcts_forget(search, 1);
    pes_mcts_run(search, h, &(struct pes_limits){.depth = 1}, 20000, &answer);
    assert_int_equal(answer.depth, 1);
    const int64_t start_ns = clock_now_ns();
    pes_mcts_run(search, h, &(struct pes_limits){.movetime_ms = 30}, 0, &answer);
    assert_true(clock_now_ns() - start_ns >= 30000000);
    assert_true(clock_now_ns() - start_ns < 2000000000);
    pes_mcts_free(search);
    pes_history_free(h);
    pes_game_close(g);
}

/* The time limit holds for variants with short and with long games. */
static void test_time(void **state) {
    (void)state;
    enum { MOVETIME_MS = 20 };
    static const struct {
        const char *game, *options;
    } slow[] = {{"abalone", "eject=14,plies=100000"},
                {"abalone", "eject=14,plies=0,repetition=0"},
                {"boats", "start=s0,plies=0,repetition=0"},
                {"crush", "columns=12,rows=12,colours=4,hidden=0,limit=10000,plies=0"},
                {"gomoku", "size=20,rule=renju"},
                {"proximity", "columns=16,rows=16,look=4"}};
    for (size_t i = 0; i < sizeof slow / sizeof slow[0]; i++) {
        struct pes_game *g = open_game(pes_kit_find(slow[i].game), slow[i].options);
        struct pes_history *h = begin_game(g);
        struct pes_mcts *search = new_search(g, &plain);
        struct pes_answer answer;
        const int64_t start_ns = clock_now_ns(), start_cpu_ms = time_cpu_ms();
        pes_mcts_run(search, h, &(struct pes_limits){.movetime_ms = MOVETIME_MS}, 0, &answer);
        assert_true(clock_now_ns() - start_ns >= MOVETIME_MS * INT64_C(1000000));
        const int64_t took_ms = time_cpu_ms() - start_cpu_ms;
        if (took_ms > MOVETIME_MS + TIME_LATE_MS)
            fail_msg("%s %s: %d ms", slow[i].game, slow[i].options, (int)took_ms);
        pes_mcts_free(search);
        pes_history_free(h);
        pes_game_close(g);
    }
}

/* People ask for hints in positions in which the history has ended the game. A reused tree that has
 * them as terminal nodes must not be the answer. */
static void test_past_the_end(void **state) {
    (void)state;
    static const struct {
        const char *options, *moves[2];
        enum pes_end end;
    } cases[] = {{"start=s0,repetition=2", {"+5", "-5"}, PES_END_REPETITION},
                 {"start=s0,plies=2", {"R", "L"}, PES_END_PLIES}};
    for (int i = 0; i < 2; i++) {
        struct pes_game *g = open_game(pes_kit_find("boats"), cases[i].options);
        struct pes_history *h = begin_game(g);
        struct pes_mcts *search = new_search(g, &plain);
        struct pes_answer answer;
        for (int k = 0; k < 2; k++) {
            int made;
            pes_mcts_run(search, h, &no_limits, 3000, &answer);
            assert_int_equal(pes_history_make_text(h, cases[i].moves[k], &made, NULL), PES_ERR_OK);
        }
        assert_int_equal(pes_history_end(h), cases[i].end);
        pes_mcts_run(search, h, &no_limits, 3000, &answer);
        assert_int_equal(pes_mcts_simulations(search), 3000);
        assert_false(answer.has_mate);
        pes_mcts_free(search);
        pes_history_free(h);
        pes_game_close(g);
    }
}

/* A search that is stopped before it begins still plays a win in one move. */
static void test_stop(void **state) {
    (void)state;
    struct pes_game *g = open_game(pes_kit_find("gomoku"), "size=7");
    struct pes_history *h = history_at(g, "7/w1w3w/7/1bbbb2/7/7/7 w");
    struct pes_mcts *search = new_search(g, &plain);
    atomic_bool stop = true;
    struct pes_answer answer;
    pes_mcts_run(search, h, &(struct pes_limits){.stop = &stop}, 0, &answer);
    assert_int_equal(pes_mcts_simulations(search), 0);
    assert_true(pes_legal(g, pes_history_state(h), answer.move));
    assert_false(answer.has_score);
    pes_history_free(h);
    h = history_at(g, "7/w1w2ww/7/1bbbb2/7/7/7 b");
    pes_mcts_run(search, h, &(struct pes_limits){.stop = &stop}, 0, &answer);
    assert_int_equal(answer.mate, 1);
    pes_mcts_free(search);
    pes_history_free(h);
    pes_game_close(g);
}

static void count_info(void *to, const struct pes_answer *so_far) {
    int *counts = to;
    assert_true(so_far->line_count >= 1);
    assert_true(so_far->score >= 0.0 && so_far->score <= 1.0);
    counts[so_far->line_index]++;
}

static void test_info_and_values(void **state) {
    (void)state;
    struct pes_game *g = open_game(pes_kit_find("boats"), "start=s0");
    struct pes_history *h = begin_game(g);
    struct pes_mcts *search = new_search(g, &plain);
    struct pes_answer answer;
    struct pes_move_value values[PES_MOVES_MAX];
    pes_move list[PES_MOVES_MAX];
    int counts[2] = {0, 0};
    const struct pes_limits limits = {.lines = 2, .info = count_info, .info_to = counts};
    pes_mcts_run(search, h, &limits, 5000, &answer);
    assert_int_equal(counts[0], 3); /* at 1024, 2048 and 4096 */
    assert_int_equal(counts[1], 3);
    assert_int_equal(answer.line_index, 0);
    atomic_bool stop = true;
    pes_mcts_values(search, h, &(struct pes_limits){.stop = &stop}, 0, values);
    const int count = pes_moves(g, pes_history_state(h), list);
    for (int i = 0; i < count; i++) {
        assert_int_equal(values[i].move, list[i]);
        assert_true(values[i].has_value);
        if (list[i] == answer.move)
            assert_true(values[i].value == answer.score);
    }
    pes_mcts_free(search);
    pes_history_free(h);
    pes_game_close(g);
}

/* The first of two threads reports while the other one searches. */
static void test_info_of_two(void **state) {
    (void)state;
    struct pes_game *g = open_game(pes_kit_find("gomoku"), "");
    struct pes_history *h = begin_game(g);
    struct pes_mcts *search = new_search(g, &with_two);
    struct pes_answer answer;
    int counts[1] = {0};
    const struct pes_limits limits = {.info = count_info, .info_to = counts};
    pes_mcts_run(search, h, &limits, 6000, &answer);
    assert_int_equal(counts[0], 2); /* at 1024 and 2048 of its 3000 */
    assert_true(pes_mcts_simulations(search) >= 3000);
    assert_true(pes_mcts_simulations(search) <= 6000);
    pes_mcts_free(search);
    pes_history_free(h);
    pes_game_close(g);
}

/* With every combination of parts. */
static void test_options(void **state) {
    (void)state;
    for (int i = 0; i < GAMES; i++) {
        const struct pes_kit *kit = pes_kit_find(games[i].game);
        struct pes_game *g = open_game(kit, games[i].options);
        struct pes_history *h = begin_game(g);
        const struct pes_eval *eval = kit->evals != NULL ? kit->evals[0] : NULL;
        const struct pes_mcts_config configs[] = {
            {.threads = 1, .memory_mb = 1, .rave = true, .eval = eval, .bias = 5},
            {.threads = 1, .memory_mb = 1, .eval = eval, .plies = 6},
            {.threads = 2, .memory_mb = 1, .rave = true, .plies = 3},
        };
        for (int c = 0; c < 3; c++) {
            const struct pes_answer answer = run(g, &configs[c], h, 500);
            assert_true(answer.has_score);
            assert_true(answer.score >= 0.0 && answer.score <= 1.0);
        }
        pes_history_free(h);
        pes_game_close(g);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_proofs_are_true),
        cmocka_unit_test(test_gomoku),
        cmocka_unit_test(test_chance_converges),
        cmocka_unit_test(test_proof_through_chance),
        cmocka_unit_test(test_same_seed_same_answer),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_time),
        cmocka_unit_test(test_past_the_end),
        cmocka_unit_test(test_stop),
        cmocka_unit_test(test_info_and_values),
        cmocka_unit_test(test_info_of_two),
        cmocka_unit_test(test_options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
