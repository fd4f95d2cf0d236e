/* Tests of the explained players: values and choices are the agent's own in random positions of
 * every game, and terms add up to the value unless the rating says how they combine. */
#include "play/explain.h"
#include "play/session_testing.h"

#include <math.h>

enum { GAMES = 6, PLIES_MAX = 60 };

static struct explain_move moves[PES_MOVES_MAX];

/* The same by the public interface of agents, as `pessoi eval` and `best` use it. */
static void check_agent(const struct pes_game *g, const struct pes_history *h,
                        const struct explain_mode *mode, int count, int best) {
    static struct pes_move_value values[PES_MOVES_MAX];
    const struct pes_limits limits = {0};
    struct pes_agent *agent = NULL;
    int n = 0;
    assert_int_equal(pes_agent_new(g, mode->agent, &agent, NULL), PES_ERR_OK);
    assert_int_equal(pes_agent_values(agent, h, &limits, values, &n), PES_ERR_OK);
    assert_int_equal(n, count);
    for (int i = 0; i < n; i++) {
        assert_int_equal(values[i].move, moves[i].move);
        assert_true(values[i].value == moves[i].value);
    }
    assert_int_equal(best >= 0, pes_agent_deterministic(agent));
    if (best >= 0) {
        struct pes_answer answer = {0};
        assert_int_equal(pes_agent_choose(agent, h, &limits, &answer), PES_ERR_OK);
        assert_int_equal(answer.move, moves[best].move);
        assert_true(answer.score == moves[best].value);
    }
    pes_agent_free(agent);
}

static void check_terms(const struct explain_mode *mode, int count) {
    const int terms = explain_terms(mode->rating);
    assert_in_range(terms, 1, PES_TERMS_MAX);
    for (int i = 0; i < count; i++) {
        double sum = 0;
        for (int k = 0; k < terms; k++)
            sum += moves[i].terms[k];
        if (mode->rating->how_terms.in[PES_LANG_EN] == NULL)
            assert_true(fabs(sum - moves[i].value) <= 1e-9 * fmax(1, fabs(sum)));
    }
}

static void check_position(const struct pes_game *g, const struct pes_history *h) {
    struct explain_mode modes[EXPLAIN_MODES_MAX];
    const int n = explain_modes(g, modes);
    assert_in_range(n, 1, EXPLAIN_MODES_MAX);
    for (int i = 0; i < n; i++) {
        int count = 0, best = -1;
        assert_int_equal(explain_find(&modes[i], h, moves, &count, &best), PES_ERR_OK);
        check_agent(g, h, &modes[i], count, best);
        check_terms(&modes[i], count);
    }
}

static void play_games(const struct pes_kit *kit, const char *variant) {
    struct pes_game *g = NULL;
    struct pes_history *h = NULL;
    assert_int_equal(pes_game_open(kit, variant, &g, NULL), PES_ERR_OK);
    assert_int_equal(pes_history_new(g, &h), PES_ERR_OK);
    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        struct pes_rng luck;
        struct pes_state_buf start;
        pes_rng_init(&luck, seed);
        memset(&start, 0, sizeof start);
        pes_start(g, &luck, PES_STATE(start));
        pes_history_start(h, PES_STATE(start), 0);
        for (int i = 0; i < PLIES_MAX && pes_history_end(h) == PES_END_NONE; i++) {
            const struct pes_state *s = pes_history_state(h);
            if (pes_turn(g, s) >= 0)
                check_position(g, h);
            assert_int_equal(pes_history_make(h, pes_draw(g, s, &luck)), PES_ERR_OK);
        }
    }
    pes_history_free(h);
    pes_game_close(g);
}

static void test_all_games(void **state) {
    (void)state;
    int checked = 0;
    for (int i = 0; i < pes_kit_count(); i++)
        if (pes_kit_at(i)->ratings != NULL) {
            play_games(pes_kit_at(i), "");
            checked++;
        }
    assert_true(checked >= 5);
}

/* The free swaps of Crush and the choices of swap2 are explained too. */
static void test_variants(void **state) {
    (void)state;
    play_games(pes_kit_find("crush"), "stuck=any,colours=9");
    play_games(pes_kit_find("gomoku"), "opening=swap2");
    play_games(pes_kit_find("boats"), "start=s0");
}

static void test_modes(void **state) {
    (void)state;
    struct pes_game *g = NULL;
    struct explain_mode modes[EXPLAIN_MODES_MAX];
    assert_int_equal(pes_game_open(pes_kit_find("proximity"), "", &g, NULL), PES_ERR_OK);
    assert_int_equal(explain_modes(g, modes), 3);
    assert_string_equal(modes[0].agent, "heuristic");
    assert_false(modes[0].as_program);
    assert_string_equal(modes[1].agent, "heuristic:quirks=on");
    assert_true(modes[1].as_program);
    assert_string_equal(modes[2].agent, "stock");
    assert_int_equal(explain_terms(modes[0].rating), 2);
    pes_game_close(g);
}

/* Two modes of one player differ: the transposed point of Gomoku's program. */
static void test_quirks_differ(void **state) {
    (void)state;
    struct pes_game *g = NULL;
    struct pes_history *h = NULL;
    struct explain_mode modes[EXPLAIN_MODES_MAX];
    int made = 0, count = 0, best[2];
    double value[2];
    assert_int_equal(pes_game_open(pes_kit_find("gomoku"), "", &g, NULL), PES_ERR_OK);
    assert_int_equal(pes_history_new(g, &h), PES_ERR_OK);
    assert_int_equal(pes_history_start_text(h, "startpos", NULL, NULL), PES_ERR_OK);
    assert_int_equal(pes_history_make_text(h, "h8 a1 h9 a2", &made, NULL), PES_ERR_OK);
    assert_int_equal(explain_modes(g, modes), 2);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(explain_find(&modes[i], h, moves, &count, &best[i]), PES_ERR_OK);
        assert_int_equal(count, 221);
        value[i] = moves[0].value + 1000 * moves[count / 2].value;
    }
    assert_true(value[0] != value[1] || best[0] != best[1]);
    pes_history_free(h);
    pes_game_close(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_games),
        cmocka_unit_test(test_variants),
        cmocka_unit_test(test_modes),
        cmocka_unit_test(test_quirks_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
