/* expectimax and max in games where chance plays on: options, limits, luck, and that they win. */
#include "dice.h"
#include "pessoi/search.h"

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
    struct pes_note note = {0};
    if (pes_agent_new(g, text, &agent, &note) != PES_ERR_OK)
        fail_msg("%s: %s", text, note.why[PES_LANG_EN]);
    pes_agent_begin(agent, seed);
    return agent;
}

static bool is_offered(const struct pes_kit *kit, const char *name) {
    struct pes_offer offers[PES_OFFERS_MAX];
    const int count = pes_agent_offers(kit, offers);
    for (int i = 0; i < count; i++)
        if (strcmp(offers[i].name, name) == 0)
            return true;
    return false;
}

static void test_offers(void **state) {
    (void)state;
    assert_true(is_offered(pes_kit_find("crush"), "expectimax"));
    assert_true(is_offered(pes_kit_find("proximity"), "expectimax"));
    assert_true(is_offered(&toy_dice_kit, "expectimax"));
    assert_false(is_offered(pes_kit_find("boats"), "expectimax"));
    assert_false(is_offered(pes_kit_find("gomoku"), "expectimax"));
}

static void assert_refused(const struct pes_game *g, const char *text, enum pes_err err,
                           const char *why) {
    struct pes_agent *agent;
    struct pes_note note = {0};
    assert_int_equal(pes_agent_new(g, text, &agent, &note), err);
    if (strstr(note.why[PES_LANG_EN], why) == NULL)
        fail_msg("%s", note.why[PES_LANG_EN]);
}

static void test_options(void **state) {
    (void)state;
    struct pes_game *g = open_game(pes_kit_find("crush"), "");
    static const char *const texts[] = {"expectimax", "expectimax:depth=3,samples=8",
                                        "expectimax:nodes=500,movetime=20", "max:movetime=100"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        char text[PES_AGENT_TEXT_MAX];
        struct pes_agent *agent = new_agent(g, texts[i], 1);
        pes_agent_format(agent, text);
        assert_string_equal(text, texts[i]);
        pes_agent_free(agent);
    }
    pes_agent_free(new_agent(g, "expectimax:eval=visible", 1));
    assert_refused(g, "expectimax:eval=margin", PES_ERR_UNKNOWN, "there are: visible");
    assert_refused(g, "expectimax:samples=65", PES_ERR_RANGE, "0..64");
    pes_game_close(g);
    /* A game without evaluations has nothing to choose from. */
    g = open_game(&toy_dice_kit, "");
    assert_refused(g, "expectimax:eval=any", PES_ERR_UNKNOWN, "eval");
    pes_game_close(g);
}

static void test_deterministic(void **state) {
    (void)state;
    struct pes_game *g = open_game(pes_kit_find("proximity"), "");
    static const struct {
        const char *text;
        bool is;
    } cases[] = {{"expectimax", true},
                 {"expectimax:nodes=100", true},
                 {"expectimax:samples=4", false},
                 {"expectimax:movetime=5", false},
                 {"max", true},
                 {"max:movetime=5", false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct pes_agent *agent = new_agent(g, cases[i].text, 1);
        assert_int_equal(pes_agent_deterministic(agent), cases[i].is);
        pes_agent_free(agent);
    }
    pes_game_close(g);
}

/* Plays a game between two agents; returns First's payoff. */
static int32_t play(const struct pes_game *g, struct pes_agent *const agents[2], uint64_t seed) {
    struct pes_history *h;
    struct pes_rng rng;
    struct pes_state_buf s;
    int32_t payoff[PES_PLAYERS_MAX];
    pes_rng_init(&rng, seed);
    assert_int_equal(pes_history_new(g, &h), PES_ERR_OK);
    pes_start(g, &rng, PES_STATE(s));
    pes_history_start(h, PES_STATE(s), 0);
    while (pes_history_end(h) == PES_END_NONE) {
        const pes_player mover = pes_turn(g, pes_history_state(h));
        struct pes_answer answer;
        if (mover == PES_CHANCE)
            answer.move = pes_draw(g, pes_history_state(h), &rng);
        else
            assert_int_equal(pes_agent_choose(agents[mover], h, NULL, &answer), PES_ERR_OK);
        assert_int_equal(pes_history_make(h, answer.move), PES_ERR_OK);
    }
    pes_settle(g, pes_history_state(h), pes_history_end(h), payoff);
    pes_history_free(h);
    return payoff[0];
}

/* Against a weaker player, from both sides with the same luck: it wins nearly all. */
static void assert_wins(const struct pes_kit *kit, const char *variant, const char *strong,
                        const char *weak, int pairs) {
    struct pes_game *g = open_game(kit, variant);
    struct pes_agent *a = new_agent(g, strong, 1), *b = new_agent(g, weak, 2);
    int points = 0;
    for (int i = 0; i < pairs; i++) {
        points += play(g, (struct pes_agent *const[]){a, b}, (uint64_t)i);
        points -= play(g, (struct pes_agent *const[]){b, a}, (uint64_t)i);
    }
    if (points < pairs) /* three wins of four */
        fail_msg("%s against %s: %d of %d", strong, weak, points, 2 * pairs);
    pes_agent_free(a);
    pes_agent_free(b);
    pes_game_close(g);
}

static void test_wins(void **state) {
    (void)state;
    const struct pes_kit *crush = pes_kit_find("crush"), *proximity = pes_kit_find("proximity");
    assert_wins(crush, "limit=150", "expectimax:depth=1", "heuristic", 8);
    assert_wins(crush, "limit=150", "max:nodes=300", "heuristic", 4);
    assert_wins(crush, "open=no,limit=150", "expectimax:depth=1", "heuristic", 8);
    assert_wins(proximity, "", "expectimax:depth=1", "heuristic", 10);
    assert_wins(proximity, "look=3,columns=8,rows=6", "expectimax:depth=1", "heuristic", 10);
    assert_wins(&toy_dice_kit, "length=9", "expectimax:depth=2", "random", 10);
}

/* The tighter of option and limit holds, in max too; unlimited, both stop by themselves. With a
 * limit of nodes or time alone, the depth is what they allow. */
static void test_limits(void **state) {
    (void)state;
    struct pes_game *g = open_game(pes_kit_find("crush"), "");
    struct pes_history *h;
    struct pes_rng rng;
    struct pes_answer answer;
    pes_rng_init(&rng, 1);
    assert_int_equal(pes_history_new(g, &h), PES_ERR_OK);
    assert_int_equal(pes_history_start_text(h, "startpos", &rng, NULL), PES_ERR_OK);
    static const char *const texts[] = {"expectimax:depth=3", "expectimax", "max"};
    for (int i = 0; i < 3; i++) {
        struct pes_agent *agent = new_agent(g, texts[i], 1);
        struct pes_limits limits = {.nodes = 200};
        assert_int_equal(pes_agent_choose(agent, h, &limits, &answer), PES_ERR_OK);
        assert_true(answer.nodes <= 200);
        limits = (struct pes_limits){.depth = 2};
        assert_int_equal(pes_agent_choose(agent, h, &limits, &answer), PES_ERR_OK);
        assert_int_equal(answer.depth, 2);
        const double score = answer.score;
        struct pes_move_value values[PES_MOVES_MAX];
        int count;
        assert_int_equal(pes_agent_values(agent, h, &limits, values, &count), PES_ERR_OK);
        for (int k = 0; k < count; k++)
            assert_true(values[k].has_value && values[k].value <= score);
        assert_int_equal(pes_agent_choose(agent, h, NULL, &answer), PES_ERR_OK);
        assert_true(answer.depth >= 3);
        pes_agent_free(agent);
    }
    pes_history_free(h);
    pes_game_close(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_offers),        cmocka_unit_test(test_options),
        cmocka_unit_test(test_deterministic), cmocka_unit_test(test_wins),
        cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
