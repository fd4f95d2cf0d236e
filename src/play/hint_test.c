/* Hints from a history alone. */
#include "play/session_testing.h"

enum { TIME_MS = 200 };

/* Finds a step for the position on the table. */
static void find(struct session *s, enum hint_step step) {
    struct hint_asker asker = {.limits = {.movetime_ms = TIME_MS}};
    assert_int_equal(hint_adviser(s->game, 1, &asker.adviser), PES_ERR_OK);
    assert_int_equal(hint_find(&asker, s->history, step, &s->hint), PES_ERR_OK);
    pes_agent_free(asker.adviser);
}

static void test_hint_sees_wins_and_dangers(void **state) {
    (void)state;
    struct session s;
    struct pes_note note = {0};
    open_boats(&s, "human", "human");
    s.position = "4444444444 9 1 r -";
    assert_int_equal(session_again(&s, false, 1, &note), PES_ERR_OK);
    find(&s, HINT_MOVE);
    assert_int_equal(s.hint.wins, 0);
    /* Green on column 1 sails home over equal water unless column 1 falls below the dock. */
    assert_int_equal(s.hint.moves, 12);
    assert_int_equal(s.hint.loses, 11);
    s.position = "4444444444 10 5 r -";
    assert_int_equal(session_again(&s, false, 1, &note), PES_ERR_OK);
    find(&s, HINT_MOVE);
    assert_int_equal(s.hint.wins, 1);
    assert_int_equal(hint_area(s.history, &s.hint), HINT_AREA_RIGHT);
    session_release(&s);
}

/* What was found is not looked for again; the board is only borrowed. */
static void test_steps(void **state) {
    (void)state;
    struct session s;
    open_boats(&s, "human", "human");
    find(&s, HINT_IDEA);
    const pes_move advised = s.hint.line[0];
    assert_false(s.hint.is_line);
    find(&s, HINT_LINE);
    assert_true(s.hint.is_line);
    assert_true(s.hint.line_count > 1);
    assert_int_equal(s.hint.line[0], advised);
    assert_int_equal(pes_history_count(s.history), 0);
    session_release(&s);
}

static void test_stopped(void **state) {
    (void)state;
    struct session s;
    open_boats(&s, "human", "human");
    const atomic_bool stop = true;
    struct hint_asker asker = {.limits = {.movetime_ms = TIME_MS, .stop = &stop}};
    assert_int_equal(hint_adviser(s.game, 1, &asker.adviser), PES_ERR_OK);
    assert_int_equal(hint_find(&asker, s.history, HINT_LINE, &s.hint), PES_ERR_STOPPED);
    pes_agent_free(asker.adviser);
    session_release(&s);
}

/* The areas of a board are its cells, each once. */
static void test_areas(void **state) {
    (void)state;
    static const char *const games[] = {"gomoku", "abalone", "boats"};
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        struct pes_game *g = NULL;
        struct pes_cell cells[PES_CELLS_MAX];
        bool seen[PES_CELLS_MAX] = {false};
        assert_int_equal(pes_game_open(pes_kit_find(games[i]), "", &g, NULL), PES_ERR_OK);
        int count = 0;
        for (int area = 0; area < HINT_AREA_COUNT; area++) {
            int16_t list[PES_CELLS_MAX];
            const int n = hint_area_cells(g, (enum hint_area)area, list);
            for (int k = 0; k < n; k++) {
                assert_false(seen[list[k]]);
                seen[list[k]] = true;
            }
            count += n;
        }
        assert_int_equal(count, g->kit->view->cells(g, cells));
        assert_int_equal(hint_area_cells(g, HINT_AREA_NONE, (int16_t[PES_CELLS_MAX]){0}), 0);
        pes_game_close(g);
    }
}

static void test_said(void **state) {
    (void)state;
    struct session s;
    struct pes_note note = {0};
    open_boats(&s, "human", "human");
    s.position = "4444444444 10 5 r -";
    assert_int_equal(session_again(&s, false, 1, &note), PES_ERR_OK);
    find(&s, HINT_LINE);
    static const char *const begins[HINT_STEP_COUNT] = {"You can win with your next move.",
                                                        "Look at the right.", "Try R.",
                                                        "A possible continuation: R"};
    for (int step = 0; step < HINT_STEP_COUNT; step++) {
        struct str said, greek;
        str_init(&said);
        str_init(&greek);
        hint_say(s.history, &s.hint, (enum hint_step)step, PES_LANG_EN, &said);
        hint_say(s.history, &s.hint, (enum hint_step)step, PES_LANG_EL, &greek);
        assert_memory_equal(said.text, begins[step], strlen(begins[step]));
        assert_string_not_equal(said.text, greek.text);
        str_release(&said);
        str_release(&greek);
    }
    session_release(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hint_sees_wins_and_dangers),
        cmocka_unit_test(test_steps),
        cmocka_unit_test(test_stopped),
        cmocka_unit_test(test_areas),
        cmocka_unit_test(test_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
