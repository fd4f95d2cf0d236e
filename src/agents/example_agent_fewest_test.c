/* The example of docs/howto/write-an-agent.md does what it says. */
#include "pessoi/agent.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

extern const struct pes_agent_class agent_fewest_class;

static void choose_at(const char *position, const char *expected, double score) {
    struct pes_game *g;
    struct pes_history *h;
    struct pes_rng rng;
    pes_rng_init(&rng, 1);
    assert_int_equal(pes_game_open(pes_kit_find("boats"), "start=s0", &g, NULL), PES_ERR_OK);
    assert_int_equal(pes_history_new(g, &h), PES_ERR_OK);
    assert_int_equal(pes_history_start_text(h, position, &rng, NULL), PES_ERR_OK);

    struct pes_agent agent = {.class = &agent_fewest_class, .game = g};
    const struct pes_limits limits = {.depth = 0};
    struct pes_answer answer = {.move = PES_MOVE_NONE};
    char text[PES_MOVE_TEXT_MAX];
    assert_int_equal(agent_fewest_class.choose(&agent, h, &limits, &answer), PES_ERR_OK);
    g->rules->move_format(g, pes_history_state(h), answer.move, text);
    assert_string_equal(text, expected);
    assert_true(answer.score == score);
    pes_history_free(h);
    pes_game_close(g);
}

static void test_fewest(void **state) {
    (void)state;
    choose_at("4432132344 10 9 r -", "R", 2 * PES_MOVES_MAX); /* Red is home */
    choose_at("1111111111 1 5 g -", "-1", 2 * PES_MOVES_MAX); /* Red sinks */
    /* From 2 2 2 .. with both boats at home every column can rise and fall; emptying one leaves
     * 19 water moves and a boat's step. */
    choose_at("1222222222 0 11 r -", "-1", -20);
}

static void test_offer(void **state) {
    (void)state;
    struct pes_offer offer;
    assert_int_equal(agent_fewest_class.offers(pes_kit_find("boats"), &offer, 1), 1);
    assert_string_equal(offer.name, "fewest");
    assert_int_equal(agent_fewest_class.offers(pes_kit_find("boats"), &offer, 0), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fewest),
        cmocka_unit_test(test_offer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
