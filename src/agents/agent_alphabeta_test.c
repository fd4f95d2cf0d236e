/* alphabeta, and max where it is alphabeta: options reach the search, limits hold, and it is much
 * stronger than what was there before. */
#include "pessoi/search.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

static struct pes_game *open_game(const char *name, const char *options) {
    struct pes_game *g;
    assert_int_equal(pes_game_open(pes_kit_find(name), options, &g, NULL), PES_ERR_OK);
    return g;
}

static struct pes_agent *new_agent(const struct pes_game *g, const char *text) {
    struct pes_agent *agent;
    assert_int_equal(pes_agent_new(g, text, &agent, NULL), PES_ERR_OK);
    pes_agent_begin(agent, 1);
    return agent;
}

static struct pes_history *history_after(const struct pes_game *g, const char *moves) {
    struct pes_history *h;
    struct pes_rng rng;
    int made;
    pes_rng_init(&rng, 1);
    assert_int_equal(pes_history_new(g, &h), PES_ERR_OK);
    assert_int_equal(pes_history_start_text(h, "startpos", &rng, NULL), PES_ERR_OK);
    assert_int_equal(pes_history_make_text(h, moves, &made, NULL), PES_ERR_OK);
    return h;
}

static void choose(const struct pes_game *g, const char *text, const struct pes_history *h,
                   const struct pes_limits *limits, struct pes_answer *answer) {
    struct pes_agent *agent = new_agent(g, text);
    assert_int_equal(pes_agent_choose(agent, h, limits, answer), PES_ERR_OK);
    pes_agent_free(agent);
}

/* Something always ends it, and max is the same search. */
static void test_bounds(void **state) {
    (void)state;
    struct pes_game *g = open_game("boats", "start=s0");
    struct pes_history *h = history_after(g, "R");
    struct pes_answer plain, same, answer;
    choose(g, "alphabeta", h, NULL, &plain);
    assert_int_equal(plain.nodes, 1000000);
    choose(g, "max", h, NULL, &same);
    assert_memory_equal(&same, &plain, sizeof plain);
    const struct pes_limits limits = {.nodes = 5000, .depth = 3};
    choose(g, "alphabeta:nodes=3000", h, &(struct pes_limits){.nodes = 5000}, &answer);
    assert_int_equal(answer.nodes, 3000);
    choose(g, "max:nodes=7000", h, &(struct pes_limits){.nodes = 5000}, &answer);
    assert_int_equal(answer.nodes, 5000);
    choose(g, "alphabeta:depth=5", h, &limits, &answer);
    assert_int_equal(answer.depth, 3);
    choose(g, "max:depth=2", h, &limits, &answer);
    assert_int_equal(answer.depth, 2);
    choose(g, "max", h, &(struct pes_limits){.clock_ms = {400, 400}}, &answer);
    assert_true(answer.depth >= 1);
    const atomic_bool stop = true;
    choose(g, "max", h, &(struct pes_limits){.stop = &stop}, &answer);
    assert_int_equal(answer.depth, 1);
    assert_true(answer.has_score);
    pes_history_free(h);
    pes_game_close(g);
}

/* Every option changes what it should. */
static void test_options(void **state) {
    (void)state;
    struct pes_game *g = open_game("abalone", "");
    struct pes_history *h = history_after(g, "");
    struct pes_answer on, off, other, none;
    choose(g, "alphabeta:depth=4", h, NULL, &on);
    choose(g, "alphabeta:depth=4,selective=off", h, NULL, &off);
    choose(g, "alphabeta:depth=4,selective=off,table=0", h, NULL, &none);
    assert_true(on.nodes < off.nodes);
    assert_true(off.nodes < none.nodes);
    assert_true(off.score == none.score);
    choose(g, "alphabeta:depth=4,selective=off,threads=2", h, NULL, &other);
    assert_true(off.score == other.score);
    const struct pes_eval *const *evals = g->kit->evals;
    for (int i = 0; evals[i] != NULL; i++) {
        char text[PES_AGENT_TEXT_MAX];
        snprintf(text, sizeof text, "alphabeta:depth=1,selective=off,eval=%s", evals[i]->name);
        choose(g, text, h, NULL, &other);
        struct pes_state_buf after;
        struct pes_undo_buf undo;
        alignas(64) unsigned char accumulator[PES_ACCUMULATOR_MAX];
        pes_copy(g, PES_STATE(after), pes_history_state(h));
        pes_make(g, PES_STATE(after), other.move, undo.bytes);
        if (evals[i]->refresh != NULL)
            evals[i]->refresh(g, PES_STATE(after), accumulator);
        assert_true(other.score == evals[i]->value(g, PES_STATE(after), accumulator));
    }
    pes_history_free(h);
    pes_game_close(g);
}

/* The best of the values is the score, and the move chosen is one of the best. */
static void test_values(void **state) {
    (void)state;
    struct pes_game *g = open_game("boats", "start=s1");
    struct pes_history *h = history_after(g, "R -1");
    struct pes_move_value values[PES_MOVES_MAX];
    struct pes_answer answer;
    int count;
    struct pes_agent *agent = new_agent(g, "alphabeta:depth=3,selective=off");
    assert_int_equal(pes_agent_choose(agent, h, NULL, &answer), PES_ERR_OK);
    assert_int_equal(pes_agent_values(agent, h, NULL, values, &count), PES_ERR_OK);
    int chosen = -1;
    for (int i = 0; i < count; i++) {
        assert_true(values[i].has_value);
        assert_true(values[i].value <= answer.score);
        if (values[i].move == answer.move)
            chosen = i;
    }
    assert_true(chosen >= 0);
    assert_true(values[chosen].value == answer.score);
    pes_agent_free(agent);
    pes_history_free(h);
    pes_game_close(g);
}

/* First's result of a game. */
static int32_t play_game(const struct pes_game *g, const char *const texts[2], uint64_t seed) {
    struct pes_agent *agents[2];
    struct pes_history *h = history_after(g, "");
    struct pes_rng rng;
    int32_t payoff[PES_PLAYERS_MAX];
    pes_rng_init(&rng, seed);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(pes_agent_new(g, texts[i], &agents[i], NULL), PES_ERR_OK);
        pes_agent_begin(agents[i], seed);
    }
    for (int i = 0; i < 4; i++)
        assert_int_equal(pes_history_make(h, pes_draw(g, pes_history_state(h), &rng)), PES_ERR_OK);
    while (pes_history_end(h) == PES_END_NONE) {
        struct pes_answer answer;
        struct pes_agent *agent = agents[pes_turn(g, pes_history_state(h))];
        assert_int_equal(pes_agent_choose(agent, h, NULL, &answer), PES_ERR_OK);
        assert_int_equal(pes_history_make(h, answer.move), PES_ERR_OK);
    }
    pes_settle(g, pes_history_state(h), pes_history_end(h), payoff);
    for (int i = 0; i < 2; i++)
        pes_agent_free(agents[i]);
    pes_history_free(h);
    return payoff[0];
}

static void test_strength(void **state) {
    (void)state;
    static const char *const games[] = {"gomoku", "abalone"};
    for (int i = 0; i < 2; i++) {
        struct pes_game *g = open_game(games[i], "");
        const char *const first[] = {"max:nodes=5000", "heuristic"};
        const char *const second[] = {"heuristic", "max:nodes=5000"};
        int won = 0;
        for (uint64_t seed = 1; seed <= 2; seed++)
            won += (play_game(g, first, seed) > 0) + (play_game(g, second, seed) < 0);
        assert_true(won >= 3);
        pes_game_close(g);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_strength),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
