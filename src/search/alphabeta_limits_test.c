/* The limits of an alpha-beta search, its answer after each, and reproducibility. */
#include "core/clock.h"
#include "dice.h"
#include "search/alphabeta_testing.h"

static struct pes_history *history_after(const struct pes_game *g, uint64_t seed, int plies) {
    struct pes_history *h;
    struct pes_rng rng;
    pes_rng_init(&rng, seed);
    assert_int_equal(pes_history_new(g, &h), PES_ERR_OK);
    play_random(h, &rng, plies);
    return h;
}

static void assert_same(const struct pes_answer *a, const struct pes_answer *b) {
    assert_int_equal(a->move, b->move);
    assert_true(a->score == b->score);
    assert_int_equal(a->depth, b->depth);
    assert_int_equal(a->nodes, b->nodes);
    assert_int_equal(a->line_count, b->line_count);
    assert_memory_equal(a->line, b->line, (size_t)a->line_count * sizeof a->line[0]);
}

/* Reproducibility. ---------------------------------------------------------------------------- */

/* The answers of a game that the search plays against itself. */
static int self_play(struct pes_alphabeta *search, struct pes_history *h,
                     const struct pes_limits *limits, struct pes_answer out[], int most) {
    int count = 0;
    for (; count < most && pes_history_end(h) == PES_END_NONE; count++) {
        pes_alphabeta_run(search, h, limits, &out[count]);
        assert_line(h, &out[count]);
        assert_int_equal(pes_history_make(h, out[count].move), PES_ERR_OK);
    }
    for (int i = 0; i < count; i++)
        assert_true(pes_history_unmake(h));
    return count;
}

static void assert_repeats(const char *game, const char *options, const struct pes_limits *limits) {
    enum { MOST = 8 };
    static struct pes_answer a[MOST], b[MOST], c[MOST];
    struct table_game table;
    open_game(&table, game, options, false);
    struct pes_history *h = history_after(table.g, 4, 6);
    struct pes_alphabeta *one = new_search(table.g, 1, 1, true);
    struct pes_alphabeta *other = new_search(table.g, 1, 1, true);
    const int count = self_play(one, h, limits, a, MOST);
    assert_int_equal(self_play(other, h, limits, b, MOST), count);
    pes_alphabeta_forget(one);
    assert_int_equal(self_play(one, h, limits, c, MOST), count);
    for (int i = 0; i < count; i++) {
        assert_same(&a[i], &b[i]);
        assert_same(&a[i], &c[i]);
    }
    pes_alphabeta_free(one);
    pes_alphabeta_free(other);
    pes_history_free(h);
    pes_game_close(table.g);
}

static void test_repeats(void **state) {
    (void)state;
    const struct pes_limits nodes = {.nodes = 12345}, depth = {.depth = 4};
    assert_repeats("boats", "", &nodes);
    assert_repeats("boats", "rule=ko", &depth);
    assert_repeats("abalone", "", &nodes);
    assert_repeats("abalone", "", &depth);
    assert_repeats("gomoku", "size=9", &nodes);
    assert_repeats("gomoku", "size=7,rule=renju", &depth);
}

/* Ends. --------------------------------------------------------------------------------------- */

static void test_nodes(void **state) {
    (void)state;
    struct table_game table;
    open_game(&table, "abalone", "", false);
    struct pes_history *h = history_after(table.g, 2, 20);
    for (int threads = 1; threads <= 3; threads++) {
        struct pes_alphabeta *search = new_search(table.g, threads, 1, true);
        for (uint64_t nodes = 1; nodes < 100000; nodes = nodes * 7 + 1) {
            const struct pes_limits limits = {.nodes = nodes};
            struct pes_answer answer;
            pes_alphabeta_run(search, h, &limits, &answer);
            assert_true(answer.nodes <= nodes);
            assert_true(threads > 1 || answer.nodes == nodes);
            assert_true(pes_legal(table.g, pes_history_state(h), answer.move));
            assert_true(answer.has_score); /* the first move has been searched */
            if (nodes < 5)
                assert_int_equal(answer.depth, 0); /* there are more moves than that */
            if (nodes > 1000)
                assert_true(answer.depth > 1);
        }
        pes_alphabeta_free(search);
    }
    pes_history_free(h);
    pes_game_close(table.g);
}

static void test_stopped_at_once(void **state) {
    (void)state;
    static const char *const games[] = {"boats", "gomoku", "abalone"};
    for (int i = 0; i < 3; i++) {
        struct table_game table;
        open_game(&table, games[i], "", false);
        struct pes_history *h = history_after(table.g, 9, 10);
        struct pes_alphabeta *search = new_search(table.g, 2, 1, true);
        const atomic_bool stop = true;
        const struct pes_limits limits = {.stop = &stop};
        struct pes_answer answer;
        pes_alphabeta_run(search, h, &limits, &answer);
        assert_int_equal(answer.depth, 1);
        assert_true(answer.has_score);
        assert_line(h, &answer);
        pes_alphabeta_free(search);
        pes_history_free(h);
        pes_game_close(table.g);
    }
}

/* Receives reports, and stops the search after a depth. */
struct listener {
    int calls, last_depth, last_index;
    int stop_after; /* depth; 0: never */
    uint64_t last_nodes;
    atomic_bool stop;
};

static void listen(void *to, const struct pes_answer *answer) {
    struct listener *l = to;
    if (answer->line_index == 0)
        assert_int_equal(answer->depth, l->last_depth + 1);
    else
        assert_int_equal(answer->line_index, l->last_index + 1);
    assert_true(answer->has_score);
    assert_true(answer->nodes >= l->last_nodes);
    l->calls++;
    l->last_depth = answer->depth;
    l->last_index = answer->line_index;
    l->last_nodes = answer->nodes;
    if (answer->depth == l->stop_after)
        atomic_store(&l->stop, true);
}

static void test_stopped_later(void **state) {
    (void)state;
    struct table_game table;
    open_game(&table, "abalone", "", false);
    struct pes_history *h = history_after(table.g, 5, 10);
    for (int threads = 1; threads <= 2; threads++) {
        struct pes_alphabeta *search = new_search(table.g, threads, 1, true);
        struct listener l = {.stop_after = 3};
        const struct pes_limits limits = {
            .stop = &l.stop, .info = listen, .info_to = &l, .depth = 30};
        struct pes_answer answer;
        pes_alphabeta_run(search, h, &limits, &answer);
        assert_int_equal(answer.depth, 3);
        assert_int_equal(l.calls, 3);
        pes_alphabeta_free(search);
    }
    pes_history_free(h);
    pes_game_close(table.g);
}

static void test_movetime(void **state) {
    (void)state;
    static const char *const games[] = {"boats", "gomoku", "abalone"};
    for (int i = 0; i < 3; i++) {
        struct table_game table;
        open_game(&table, games[i], "", false);
        struct pes_history *h = history_after(table.g, 6, 12);
        struct pes_alphabeta *search = new_search(table.g, 1 + i % 2, 1, true);
        const struct pes_limits limits = {.movetime_ms = 30};
        struct pes_answer answer;
        const int64_t begin = clock_now_ns();
        pes_alphabeta_run(search, h, &limits, &answer);
        assert_true(clock_seconds_since(begin) < 2.0); /* however busy the machine is */
        assert_true(answer.depth >= 1);
        pes_alphabeta_free(search);
        pes_history_free(h);
        pes_game_close(table.g);
    }
}

/* A root position in which the history has ended the game is searched like any other. */
static void test_behind_the_end(void **state) {
    (void)state;
    struct table_game table;
    int made;
    open_game(&table, "boats", "start=s0,plies=4", false);
    struct pes_history *h = history_after(table.g, 1, 0);
    assert_int_equal(pes_history_make_text(h, "+5 -5 +5 -5 +5 -5 +5 -5", &made, NULL), PES_ERR_OK);
    assert_int_not_equal(pes_history_end(h), PES_END_NONE);
    for (int selective = 0; selective < 2; selective++) {
        struct pes_alphabeta *search = new_search(table.g, 1, 1, selective == 1);
        const struct pes_limits limits = {.depth = 4};
        struct pes_answer answer;
        pes_alphabeta_run(search, h, &limits, &answer);
        assert_int_equal(answer.depth, 4);
        assert_line(h, &answer);
        pes_alphabeta_free(search);
    }
    pes_history_free(h);
    pes_game_close(table.g);
}

/* Lines and values. --------------------------------------------------------------------------- */

static void test_values(void **state) {
    (void)state;
    static const char *const games[] = {"boats", "gomoku", "abalone"};
    static const char *const options[] = {"columns=5", "size=5", "eject=1"};
    for (int i = 0; i < 3; i++) {
        struct table_game table;
        open_game(&table, games[i], options[i], true);
        struct pes_history *h = history_after(table.g, 11, 14);
        struct pes_alphabeta *search = new_search(table.g, 1, 1, false);
        const struct pes_limits limits = {.depth = 2};
        struct pes_move_value values[PES_MOVES_MAX];
        pes_move list[PES_MOVES_MAX];
        struct naive n = naive_at(h);
        pes_alphabeta_values(search, h, &limits, values);
        const int count = pes_moves(table.g, pes_history_state(h), list);
        for (int k = 0; k < count; k++) {
            assert_int_equal(values[k].move, list[k]);
            assert_true(values[k].has_value);
            assert_int_equal(pes_history_make(h, list[k]), PES_ERR_OK);
            assert_true(values[k].value == naive_value(&n, 1));
            assert_true(pes_history_unmake(h));
        }
        pes_alphabeta_free(search);
        pes_history_free(h);
        pes_game_close(table.g);
    }
}

/* All values have the same depth, whatever the node limit; if it is too small for depth 1, some
 * are missing. */
static void test_values_cut_short(void **state) {
    (void)state;
    struct table_game table;
    open_game(&table, "abalone", "", true);
    struct pes_history *h = history_after(table.g, 3, 14);
    const int count = pes_count(table.g, pes_history_state(h));
    struct pes_alphabeta *search = new_search(table.g, 1, 1, false);
    struct pes_move_value shallow[PES_MOVES_MAX], cut[PES_MOVES_MAX];
    const struct pes_limits one = {.depth = 1}, few = {.nodes = (uint64_t)count + 20},
                            fewer = {.nodes = (uint64_t)count - 5};
    pes_alphabeta_values(search, h, &one, shallow);
    pes_alphabeta_values(search, h, &few, cut);
    for (int i = 0; i < count; i++)
        assert_true(cut[i].has_value && cut[i].value == shallow[i].value);
    pes_alphabeta_values(search, h, &fewer, cut);
    int missing = 0;
    for (int i = 0; i < count; i++) {
        missing += !cut[i].has_value;
        assert_true(!cut[i].has_value || cut[i].value == shallow[i].value);
    }
    assert_int_equal(missing, 5);
    pes_alphabeta_free(search);
    pes_history_free(h);
    pes_game_close(table.g);
}

static void test_lines(void **state) {
    (void)state;
    enum { LINES = 4 };
    struct table_game table;
    open_game(&table, "abalone", "eject=2", true);
    struct pes_history *h = history_after(table.g, 8, 30);
    struct pes_alphabeta *search = new_search(table.g, 1, 1, false);
    struct listener l = {.stop_after = 0};
    const struct pes_limits limits = {.depth = 3, .lines = LINES, .info = listen, .info_to = &l};
    struct pes_answer best, lines[LINES + 1];
    struct pes_move_value values[PES_MOVES_MAX];
    pes_alphabeta_run(search, h, &limits, &best);
    assert_int_equal(l.calls, 3 * LINES);
    assert_int_equal(pes_alphabeta_lines(search, lines, LINES + 1), LINES);
    assert_int_equal(pes_alphabeta_lines(search, lines, 2), 2);
    assert_int_equal(pes_alphabeta_lines(search, lines, LINES), LINES);
    assert_same(&lines[0], &best);
    pes_alphabeta_values(search, h, &limits, values);
    const int count = pes_count(table.g, pes_history_state(h));
    for (int i = 0; i < LINES; i++) {
        int better = 0;
        for (int k = 0; k < count; k++) {
            better += values[k].value > lines[i].score;
            if (values[k].move == lines[i].move)
                assert_true(values[k].value == lines[i].score);
        }
        assert_true(better <= i);
        assert_int_equal(lines[i].line_index, i);
        assert_line(h, &lines[i]);
        for (int k = 0; k < i; k++)
            assert_int_not_equal(lines[i].move, lines[k].move);
    }
    pes_alphabeta_free(search);
    pes_history_free(h);
    pes_game_close(table.g);
}

/* Kits. --------------------------------------------------------------------------------------- */

static void test_chance_is_refused(void **state) {
    (void)state;
    struct pes_game *g;
    struct pes_alphabeta *search = NULL;
    const struct pes_alphabeta_config config = {.threads = 1};
    assert_int_equal(pes_game_open(&toy_dice_kit, "", &g, NULL), PES_ERR_OK);
    assert_int_equal(pes_alphabeta_new(g, &config, &search), PES_ERR_UNFIT);
    assert_null(search);
    pes_alphabeta_free(NULL);
    pes_game_close(g);
}

/* Without an evaluation the report's rating of positions is used, without that 0. */
static void test_evaluators(void **state) {
    (void)state;
    const struct pes_kit *abalone = pes_kit_find("abalone");
    const struct pes_kit rated = {
        .abi = PES_ABI, .rules = abalone->rules, .minimax = abalone->minimax};
    const struct pes_kit bare = {.abi = PES_ABI, .rules = abalone->rules};
    const struct pes_kit *const kits[] = {&rated, &bare};
    for (int i = 0; i < 2; i++) {
        struct pes_game *g;
        struct evaluator e;
        assert_int_equal(pes_game_open(kits[i], "", &g, NULL), PES_ERR_OK);
        struct pes_history *h = history_after(g, 12, 25);
        struct pes_values values;
        evaluator_init(&e, g, NULL);
        assert_false(e.is_first);
        const struct pes_rating *rating = abalone->minimax->rating;
        assert_int_equal(pes_values_parse(rating->options, "", &values, NULL), PES_ERR_OK);
        const double expected = 100 * rating->state(g, pes_history_state(h), &values);
        assert_true(expected != 0);
        assert_true(evaluator_value(&e, g, pes_history_state(h), NULL) ==
                    (i == 0 ? (int32_t)expected : 0));
        struct pes_alphabeta *search = new_search(g, 1, 1, true);
        const struct pes_limits limits = {.nodes = 5000};
        struct pes_answer answer;
        pes_alphabeta_run(search, h, &limits, &answer);
        assert_line(h, &answer);
        assert_true(i == 0 || answer.score == 0);
        pes_alphabeta_free(search);
        pes_history_free(h);
        pes_game_close(g);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_repeats),         cmocka_unit_test(test_nodes),
        cmocka_unit_test(test_stopped_at_once), cmocka_unit_test(test_stopped_later),
        cmocka_unit_test(test_movetime),        cmocka_unit_test(test_behind_the_end),
        cmocka_unit_test(test_values),          cmocka_unit_test(test_values_cut_short),
        cmocka_unit_test(test_lines),           cmocka_unit_test(test_chance_is_refused),
        cmocka_unit_test(test_evaluators),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
