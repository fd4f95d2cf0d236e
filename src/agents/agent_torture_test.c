/* Agents when memory runs out: making one fails cleanly, and a made one needs no more. */
#include "core/mem_torture.h"
#include "pessoi/agent.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void torture(const struct pes_game *g, const char *text) {
    const int64_t live = mem_torture_live();
    int64_t n = 1;
    for (;; n++) {
        struct pes_agent *agent = NULL;
        mem_torture_fail_at(n);
        const enum pes_err err = pes_agent_new(g, text, &agent, NULL);
        const bool failed = mem_torture_failed();
        mem_torture_fail_at(0);
        pes_agent_free(agent);
        assert_int_equal(mem_torture_live(), live);
        if (!failed) {
            assert_int_equal(err, PES_ERR_OK);
            break;
        }
        assert_int_equal(err, PES_ERR_NOMEM);
        assert_null(agent);
    }
    assert_true(n > 2); /* the offers and the instance, at least */
}

static void test_new(void **state) {
    (void)state;
    struct pes_game *g;
    assert_int_equal(pes_game_open(pes_kit_find("boats"), "start=s0", &g, NULL), PES_ERR_OK);
    torture(g, "random");
    torture(g, "crazy:boat-weight=3");
    torture(g, "minimax");            /* opens its model */
    torture(g, "minimax:model=free"); /* has none */
    torture(g, "alphabeta:threads=3,table=1");
    torture(g, "mcts:memory=1,rave=on,threads=2");
    torture(g, "level");
    torture(g, "max");
    torture(g, "oracle:table=folder");
    pes_game_close(g);
    assert_int_equal(pes_game_open(pes_kit_find("proximity"), "", &g, NULL), PES_ERR_OK);
    torture(g, "expectimax"); /* keeps accumulators */
    torture(g, "max");
    pes_game_close(g);
    assert_int_equal(mem_torture_live(), 0);
}

/* An unknown name is still refused, even if the message loses its list of names. */
static void test_unknown(void **state) {
    (void)state;
    struct pes_game *g;
    assert_int_equal(pes_game_open(pes_kit_find("boats"), "start=s0", &g, NULL), PES_ERR_OK);
    for (int64_t n = 1;; n++) {
        struct pes_agent *agent = NULL;
        struct pes_note note = {0};
        mem_torture_fail_at(n);
        const enum pes_err err = pes_agent_new(g, "minmax", &agent, &note);
        const bool failed = mem_torture_failed();
        mem_torture_fail_at(0);
        assert_null(agent);
        assert_true(err == PES_ERR_UNKNOWN || (failed && err == PES_ERR_NOMEM));
        if (!failed)
            break;
    }
    pes_game_close(g);
    assert_int_equal(mem_torture_live(), 0);
}

static void test_choosing_allocates_nothing(void **state) {
    (void)state;
    static const char *const agents[] = {"random",
                                         "crazy",
                                         "forward",
                                         "minimax:depth=2",
                                         "alphabeta:depth=3,threads=2",
                                         "mcts:iterations=500,rave=on",
                                         "max:depth=3"};
    struct pes_game *g;
    struct pes_history *h;
    struct pes_rng rng;
    pes_rng_init(&rng, 1);
    assert_int_equal(pes_game_open(pes_kit_find("boats"), "start=s0", &g, NULL), PES_ERR_OK);
    assert_int_equal(pes_history_new(g, &h), PES_ERR_OK);
    assert_int_equal(pes_history_start_text(h, "startpos", &rng, NULL), PES_ERR_OK);
    for (size_t i = 0; i < sizeof agents / sizeof agents[0]; i++) {
        struct pes_agent *agent;
        struct pes_answer answer;
        assert_int_equal(pes_agent_new(g, agents[i], &agent, NULL), PES_ERR_OK);
        mem_torture_fail_from(1);
        pes_agent_begin(agent, 1);
        assert_int_equal(pes_agent_choose(agent, h, NULL, &answer), PES_ERR_OK);
        assert_false(mem_torture_failed());
        mem_torture_fail_at(0);
        pes_agent_free(agent);
    }
    pes_history_free(h);
    pes_game_close(g);
    assert_int_equal(mem_torture_live(), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_new),
        cmocka_unit_test(test_unknown),
        cmocka_unit_test(test_choosing_allocates_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
