/* The Monte Carlo agent: its options, its luck, its limits, and that it wins. */
#include "agents/agents.h"
#include "core/clock.h"
#include "dice.h"
#include "pessoi/agent.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static struct pes_game *open_game(const struct pes_kit *kit, const char *options) {
    struct pes_game *g;
    assert_non_null(kit);
    assert_int_equal(pes_game_open(kit, options, &g, NULL), PES_ERR_OK);
    return g;
}

static struct pes_agent *new_agent(const struct pes_game *g, const char *text, uint64_t seed) {
    struct pes_agent *agent;
    assert_int_equal(pes_agent_new(g, text, &agent, NULL), PES_ERR_OK);
    pes_agent_begin(agent, seed);
    return agent;
}

static struct pes_history *begin_game(const struct pes_game *g) {
    struct pes_history *h;
    struct pes_rng rng;
    pes_rng_init(&rng, 4);
    assert_int_equal(pes_history_new(g, &h), PES_ERR_OK);
    assert_int_equal(pes_history_start_text(h, "startpos", &rng, NULL), PES_ERR_OK);
    while (pes_turn(g, pes_history_state(h)) == PES_CHANCE)
        assert_int_equal(pes_history_make(h, pes_draw(g, pes_history_state(h), &rng)), PES_ERR_OK);
    return h;
}

static void test_options(void **state) {
    (void)state;
    static const struct {
        const char *text, *written; /* NULL: refused */
    } cases[] = {
        {"mcts", "mcts"},
        {"mcts:rave=auto,memory=128", "mcts"},
        {"mcts:threads=2,iterations=10,nodes=5", "mcts:nodes=5,iterations=10,threads=2"},
        {"mcts:bias=3,rave=on,plies=0", "mcts:plies=0,rave=on,bias=3"},
        {"mcts:memory=0", NULL},
        {"mcts:threads=65", NULL},
        {"mcts:rave=maybe", NULL},
        {"mcts:depth=3", "mcts:depth=3"},
        {"mcts:eval=none", NULL},
    };
    struct pes_game *g = open_game(pes_kit_find("boats"), "");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[PES_AGENT_TEXT_MAX];
        struct pes_agent *agent = NULL;
        struct pes_note note = {0};
        const enum pes_err err = pes_agent_new(g, cases[i].text, &agent, &note);
        assert_int_equal(err == PES_ERR_OK, cases[i].written != NULL);
        if (err != PES_ERR_OK) {
            assert_true(strlen(note.why[PES_LANG_EN]) > 0);
            continue;
        }
        pes_agent_format(agent, text);
        assert_string_equal(text, cases[i].written);
        pes_agent_free(agent);
    }
    pes_game_close(g);
}

/* The bias needs an evaluation. */
static void test_no_evaluation(void **state) {
    (void)state;
    const struct pes_kit rules_alone = {.abi = PES_ABI, .rules = toy_dice_kit.rules};
    struct pes_game *g = open_game(&rules_alone, "");
    struct pes_agent *agent;
    assert_int_equal(pes_agent_new(g, "mcts:bias=1", &agent, NULL), PES_ERR_UNKNOWN);
    agent = new_agent(g, "mcts:iterations=200", 1);
    struct pes_history *h = begin_game(g);
    struct pes_answer answer;
    assert_int_equal(pes_agent_choose(agent, h, NULL, &answer), PES_ERR_OK);
    assert_true(answer.has_win_probability);
    pes_history_free(h);
    pes_agent_free(agent);
    pes_game_close(g);
}

/* First's score of one game, moves folded into *sum; `text` plays First. */
static double play(const struct pes_game *g, const char *text, const char *other, uint64_t seed,
                   uint64_t *sum) {
    struct pes_agent *seats[] = {new_agent(g, text, seed), new_agent(g, other, seed + 1)};
    struct pes_history *h = begin_game(g);
    struct pes_rng luck;
    int32_t payoff[PES_PLAYERS_MAX];
    pes_rng_init(&luck, 9);
    while (pes_history_end(h) == PES_END_NONE) {
        const pes_player turn = pes_turn(g, pes_history_state(h));
        struct pes_answer answer = {.move = PES_MOVE_NONE};
        if (turn == PES_CHANCE)
            answer.move = pes_draw(g, pes_history_state(h), &luck);
        else
            assert_int_equal(pes_agent_choose(seats[turn], h, NULL, &answer), PES_ERR_OK);
        assert_int_equal(pes_history_make(h, answer.move), PES_ERR_OK);
        *sum = (*sum ^ answer.move) * 0x9e3779b97f4a7c15u;
        for (int i = 0; i < 2; i++)
            pes_agent_observe(seats[i], h, answer.move);
    }
    pes_settle(g, pes_history_state(h), pes_history_end(h), payoff);
    pes_history_free(h);
    pes_agent_free(seats[0]);
    pes_agent_free(seats[1]);
    return payoff[0] > payoff[1] ? 1.0 : payoff[0] < payoff[1] ? 0.0 : 0.5;
}

/* A whole game comes again from its seed, the tree kept from move to move; from another it does
 * not. */
static void test_reproducible(void **state) {
    (void)state;
    static const char *const agents[] = {"mcts:nodes=3000,memory=1", "mcts:nodes=3000,rave=on",
                                         "mcts:iterations=60,plies=5,bias=4"};
    struct pes_game *g = open_game(pes_kit_find("boats"), "start=s0,plies=40");
    for (int i = 0; i < 3; i++) {
        uint64_t sums[3] = {0, 0, 0};
        play(g, agents[i], "mcts:nodes=500", 5, &sums[0]);
        play(g, agents[i], "mcts:nodes=500", 5, &sums[1]);
        play(g, agents[i], "mcts:nodes=500", 8, &sums[2]);
        assert_true(sums[0] == sums[1]);
        assert_true(sums[0] != sums[2]);
    }
    pes_game_close(g);
}

/* A few hundred simulations are enough against random moves. */
static void test_wins(void **state) {
    (void)state;
    static const struct {
        const char *game, *options;
    } cases[] = {{"boats", "start=s0"},
                 {"gomoku", "size=7"},
                 {"proximity", "columns=6,rows=6"},
                 {"crush", "limit=60"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct pes_game *g = open_game(pes_kit_find(cases[i].game), cases[i].options);
        double score = 0.0;
        uint64_t sum = 0;
        for (uint64_t game = 0; game < 2; game++) {
            score += play(g, "mcts:iterations=300", "random", 10 * game, &sum);
            score += 1.0 - play(g, "random", "mcts:iterations=300", 10 * game, &sum);
        }
        assert_true(score >= 3.0);
        pes_game_close(g);
    }
}

static void test_limits(void **state) {
    (void)state;
    struct pes_game *g = open_game(pes_kit_find("gomoku"), "");
    struct pes_history *h = begin_game(g);
    struct pes_agent *agent = new_agent(g, "mcts:nodes=5000", 1);
    struct pes_answer answer;
    struct pes_limits limits = {.nodes = 1000};
    assert_int_equal(pes_agent_choose(agent, h, &limits, &answer), PES_ERR_OK);
    assert_true(answer.nodes <= 1000);
    assert_int_equal(pes_agent_choose(agent, h, NULL, &answer), PES_ERR_OK);
    assert_true(answer.nodes > 4000);
    assert_true(answer.nodes <= 5000);
    pes_agent_free(agent);

    agent = new_agent(g, "mcts", 1);
    limits = (struct pes_limits){.clock_ms = {1000, 1000}}; /* a small share of it */
    const int64_t start_ns = clock_now_ns();
    assert_int_equal(pes_agent_choose(agent, h, &limits, &answer), PES_ERR_OK);
    const int64_t taken_ns = clock_now_ns() - start_ns;
    assert_true(taken_ns >= 20000000);
    assert_true(taken_ns < 1000000000);
    pes_agent_free(agent);
    pes_history_free(h);
    pes_game_close(g);
}

/* A bound of the tree alone does not end a search: something else must. */
static void test_depth(void **state) {
    (void)state;
    struct pes_game *g = open_game(pes_kit_find("boats"), "start=s0");
    struct pes_history *h = begin_game(g);
    struct pes_agent *agent = new_agent(g, "mcts:depth=3", 1);
    struct pes_answer answer;
    assert_int_equal(pes_agent_choose(agent, h, NULL, &answer), PES_ERR_OK);
    assert_true(answer.nodes <= MCTS_NODES);
    assert_true(answer.depth <= 3);
    pes_agent_free(agent);
    pes_history_free(h);
    pes_game_close(g);
}

/* Where a move decides, the values say so. */
static void test_values(void **state) {
    (void)state;
    struct pes_game *g = open_game(pes_kit_find("gomoku"), "size=5");
    struct pes_history *h;
    struct pes_move_value values[PES_MOVES_MAX];
    char text[PES_MOVE_TEXT_MAX];
    int count;
    assert_int_equal(pes_history_new(g, &h), PES_ERR_OK);
    assert_int_equal(pes_history_start_text(h, "5/w4/www2/5/bbbb1 b", NULL, NULL), PES_ERR_OK);
    struct pes_agent *agent = new_agent(g, "mcts:iterations=500", 1);
    assert_int_equal(pes_agent_values(agent, h, NULL, values, &count), PES_ERR_OK);
    for (int i = 0; i < count; i++) {
        g->rules->move_format(g, pes_history_state(h), values[i].move, text);
        assert_int_equal(values[i].has_value && values[i].value == 1.0, strcmp(text, "e1") == 0);
    }
    pes_agent_free(agent);
    pes_history_free(h);
    pes_game_close(g);
}

/* What `max` offers for a kit: the search that its help names. */
static void assert_max_is(const struct pes_kit *kit, const char *search, const char *option) {
    static struct pes_offer offers[PES_OFFERS_MAX];
    const int count = pes_agent_offers(kit, offers);
    int i = 0;
    while (i < count && strcmp(offers[i].name, "max") != 0)
        i++;
    assert_true(i < count);
    assert_non_null(strstr(offers[i].help.in[PES_LANG_EN], search));
    bool found = option == NULL;
    for (int o = 0; option != NULL && offers[i].options[o].key != NULL; o++)
        found |= strcmp(offers[i].options[o].key, option) == 0;
    assert_true(found);
}

/* `max` is mcts where the kit has nothing but rules, and only there. */
static void test_max_without_knowledge(void **state) {
    (void)state;
    struct pes_kit bare = *pes_kit_find("gomoku");
    assert_max_is(&bare, "alphabeta", "table");
    bare.evals = NULL;
    bare.levels = NULL;
    assert_max_is(&bare, "alphabeta", "table"); // it still has tactics
    bare.order = NULL;
    bare.tactics = NULL;
    assert_max_is(&bare, "mcts", "memory"); // its rating values moves, not positions
    struct pes_kit dice = toy_dice_kit;
    dice.evals = NULL;
    assert_max_is(&dice, "expectimax", NULL);

    struct pes_game *g = open_game(&bare, "size=7");
    struct pes_history *h = begin_game(g);
    struct pes_agent *agent = new_agent(g, "max:nodes=300,threads=1,memory=1", 1);
    struct pes_answer answer;
    assert_int_equal(pes_agent_choose(agent, h, NULL, &answer), PES_ERR_OK);
    assert_true(answer.nodes > 0 && answer.nodes <= 300);
    assert_true(answer.has_win_probability);
    pes_agent_free(agent);
    agent = new_agent(g, "max:memory=1", 1);
    assert_int_equal(pes_agent_choose(agent, h, &(struct pes_limits){.nodes = 100}, &answer),
                     PES_ERR_OK);
    assert_true(answer.nodes <= 100);
    pes_agent_free(agent);
    pes_history_free(h);
    pes_game_close(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_no_evaluation),
        cmocka_unit_test(test_max_without_knowledge),
        cmocka_unit_test(test_reproducible),
        cmocka_unit_test(test_wins),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_depth),
        cmocka_unit_test(test_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
