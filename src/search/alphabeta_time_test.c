/* Time management of the alpha-beta search: what ends it before its limit. */
#include "pessoi/search.h"
#include "search/budget.h"
#include "search/time_testing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

struct table {
    struct pes_game *g;
    struct pes_history *h;
    struct pes_alphabeta *search;
};

static void begin(struct table *t, const char *position) {
    struct pes_alphabeta_config config = {.threads = 1, .table_mb = 1, .selective = true};
    const struct pes_kit *kit = pes_kit_find("gomoku");
    assert_non_null(kit);
    config.eval = kit->evals[0];
    assert_int_equal(pes_game_open(kit, "", &t->g, NULL), PES_ERR_OK);
    assert_int_equal(pes_history_new(t->g, &t->h), PES_ERR_OK);
    assert_int_equal(pes_history_start_text(t->h, position, NULL, NULL), PES_ERR_OK);
    assert_int_equal(pes_alphabeta_new(t->g, &config, &t->search), PES_ERR_OK);
}

static void end(struct table *t) {
    pes_alphabeta_free(t->search);
    pes_history_free(t->h);
    pes_game_close(t->g);
}

static void assert_move(const struct table *t, pes_move m, const char *expected) {
    char text[PES_MOVE_TEXT_MAX];
    t->g->rules->move_format(t->g, pes_history_state(t->h), m, text);
    assert_string_equal(text, expected);
}

/* Black has four in a row, closed at one end: White needs no hour to find the other. */
static void test_only_move(void **state) {
    (void)state;
    enum { HOUR_MS = 3600000 };
    struct table t;
    struct pes_answer answer;
    begin(&t, "15/15/15/15/15/8w6/15/3wbbbb7/15/15/6w8/15/15/15/15 w");
    const struct pes_limits by_move = {.movetime_ms = HOUR_MS};
    pes_alphabeta_run(t.search, t.h, &by_move, &answer);
    assert_move(&t, answer.move, "i8");
    const struct pes_limits by_clock = {.clock_ms = {HOUR_MS, HOUR_MS}};
    pes_alphabeta_run(t.search, t.h, &by_clock, &answer);
    assert_move(&t, answer.move, "i8");
    end(&t);
}

/* A quiet position: the search ends within the maximum. */
static void test_clock(void **state) {
    (void)state;
    enum { CLOCK_MS = 2000 };
    struct table t;
    struct pes_answer answer;
    begin(&t, "15/15/15/15/15/15/8w6/7b7/6b8/15/15/15/15/15/15 w");
    const struct pes_limits limits = {.clock_ms = {CLOCK_MS, CLOCK_MS}};
    const struct budget budget = budget_of((struct budget){.depth = 0}, &limits, t.h);
    assert_true(budget.saves);
    const int64_t begun = time_cpu_ms();
    pes_alphabeta_run(t.search, t.h, &limits, &answer);
    assert_true(time_cpu_ms() - begun <= budget.most_ms + TIME_LATE_MS);
    assert_true(answer.depth >= 1);
    end(&t);
}

/* A limit of time that is not reached changes nothing. */
static void test_same_answer(void **state) {
    (void)state;
    enum { DAY_MS = 24 * 3600000, DEPTH = 4 };
    struct pes_answer answers[2];
    for (int i = 0; i < 2; i++) {
        struct table t;
        begin(&t, "15/15/15/15/15/15/8w6/7b7/6b8/15/15/15/15/15/15 w");
        const struct pes_limits limits = {.depth = DEPTH, .clock_ms = {0, i * DAY_MS}};
        pes_alphabeta_run(t.search, t.h, &limits, &answers[i]);
        end(&t);
    }
    assert_int_equal(answers[0].move, answers[1].move);
    assert_int_equal(answers[0].nodes, answers[1].nodes);
    assert_int_equal(answers[0].depth, answers[1].depth);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_only_move),
        cmocka_unit_test(test_clock),
        cmocka_unit_test(test_same_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
