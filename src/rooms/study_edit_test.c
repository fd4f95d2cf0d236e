/* Tests of the questions `edit` and `explain`: strokes are checked before they are made, positions
 * that can be played and others are answered, and explained values are those of the agents. */
#include "rooms/study_testing.h"

#include <math.h>

/* The answer to a question, or NULL if it is refused with this code. */
static json_t *answer_of(const char *path, const char *body, enum request_code expected) {
    struct refusal why = {0};
    json_t *answer = ask_text(path, body, strlen(body), &why);
    if ((answer == NULL) != (expected != REQUEST_OK))
        fail_msg("%s: %s", body, why.why[PES_LANG_EN]);
    if (answer == NULL) {
        assert_int_equal(why.code, expected);
        assert_true(why.why[PES_LANG_EL][0] != '\0');
    }
    return answer;
}

static const char *text_in(const json_t *object, const char *key) {
    return json_string_value(json_object_get(object, key));
}

static const char *why_in(const json_t *answer, const char *lang) {
    return text_in(json_object_get(answer, "why"), lang);
}

/* Without strokes the start of a game with a palette can be played. */
static void test_start(void **state) {
    (void)state;
    for (int i = 0; i < pes_kit_count(); i++) {
        char body[128];
        const struct pes_kit *kit = pes_kit_at(i);
        if (kit->view == NULL || kit->view->palette == NULL)
            continue;
        snprintf(body, sizeof body, "{\"game\":\"%s\"}", kit->rules->name);
        json_t *answer = answer_of("/edit", body, REQUEST_OK);
        assert_true(json_array_size(json_object_get(answer, "palette")) > 2);
        assert_true(json_is_null(json_object_get(answer, "why")));
        const json_t *position = json_object_get(answer, "position");
        assert_string_equal(text_in(position, "text"), text_in(answer, "text"));
        assert_int_equal(json_array_size(json_object_get(position, "legal")), 0);
        json_decref(answer);
    }
}

/* One stone too many is refused in words, without the name of a field of the text; one more of the
 * other colour makes it a position. */
static void test_strokes(void **state) {
    (void)state;
    json_t *answer =
        answer_of("/edit", "{\"game\":\"gomoku\",\"paint\":[[1,112,1],[1,113,1]]}", REQUEST_OK);
    assert_true(json_is_null(json_object_get(answer, "text")));
    assert_string_equal(why_in(answer, "en"),
                        "2 black and 0 white stones are impossible; Black has as many as White, or "
                        "one more");
    assert_null(strstr(why_in(answer, "el"), "πεδίο"));
    const json_t *position = json_object_get(answer, "position");
    assert_int_equal(json_array_size(json_object_get(position, "pieces")), 2);
    assert_true(json_equal(json_object_get(position, "said"), json_object_get(answer, "why")));
    json_decref(answer);
    answer = answer_of("/edit", "{\"game\":\"gomoku\",\"paint\":[[1,112,1],[1,113,1],[2,1,2]]}",
                       REQUEST_OK);
    assert_true(json_is_null(json_object_get(answer, "why")));
    assert_string_equal(text_in(answer, "text"),
                        "15/15/15/15/15/15/7b7/7b7/15/15/15/15/15/w14/15 w");
    json_decref(answer);
    answer = answer_of(
        "/edit",
        "{\"game\":\"boats\",\"variant\":\"start=s0\",\"moves\":\"R\",\"paint\":[[3,0,0]]}",
        REQUEST_OK);
    assert_non_null(strstr(why_in(answer, "en"), "Green has just reached column 0"));
    json_decref(answer);
}

static void test_refused(void **state) {
    (void)state;
    static const struct {
        const char *paint;
        enum request_code code;
    } bad[] = {
        {"[1]", REQUEST_SYNTAX},
        {"[[1,2]]", REQUEST_SYNTAX},
        {"[[1,2,1,1]]", REQUEST_SYNTAX},
        {"[[1,2,\"x\"]]", REQUEST_SYNTAX},
        {"[[1,2,1.5]]", REQUEST_SYNTAX},
        {"[{}]", REQUEST_SYNTAX},
        {"[[-1,2,1]]", REQUEST_RANGE},
        {"[[16,2,1]]", REQUEST_RANGE},
        {"[[1,-1,1]]", REQUEST_RANGE},
        {"[[1,120,1]]", REQUEST_RANGE},
        {"[[1,2,0]]", REQUEST_RANGE},
        {"[[1,2,21]]", REQUEST_RANGE},
        {"[[4,2,5]]", REQUEST_RANGE},
        {"[[1,9223372036854775807,1]]", REQUEST_RANGE},
        {"[[4294967297,1,1]]", REQUEST_RANGE},
        {"{}", REQUEST_SYNTAX},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char body[160];
        snprintf(body, sizeof body, "{\"game\":\"proximity\",\"paint\":%s}", bad[i].paint);
        assert_null(answer_of("/edit", body, bad[i].code));
    }
    struct str many;
    str_init(&many);
    str_add(&many, "{\"game\":\"gomoku\",\"paint\":[[0,0,0]");
    for (int i = 0; i < 4000; i++)
        str_add(&many, ",[0,0,0]");
    str_add(&many, "]}");
    assert_null(answer_of("/edit", many.text, REQUEST_RANGE));
    str_release(&many);
}

/* The values are those of the agents, bit by bit. */
static void check_mode(const json_t *mode, const char *game, const char *moves) {
    static struct pes_move_value values[PES_MOVES_MAX];
    const struct pes_limits limits = {0};
    struct pes_game *g = NULL;
    struct pes_history *h = NULL;
    struct pes_agent *agent = NULL;
    int count = 0, made = 0;
    assert_int_equal(pes_game_open(pes_kit_find(game), "", &g, NULL), PES_ERR_OK);
    assert_int_equal(pes_history_new(g, &h), PES_ERR_OK);
    assert_int_equal(pes_history_start_text(h, "startpos", NULL, NULL), PES_ERR_OK);
    assert_int_equal(pes_history_make_text(h, moves, &made, NULL), PES_ERR_OK);
    assert_int_equal(pes_agent_new(g, text_in(mode, "agent"), &agent, NULL), PES_ERR_OK);
    assert_int_equal(pes_agent_values(agent, h, &limits, values, &count), PES_ERR_OK);
    const json_t *list = json_object_get(mode, "moves");
    assert_int_equal(json_array_size(list), count);
    for (int i = 0; i < count; i++) {
        const json_t *move = json_array_get(list, (size_t)i);
        char text[PES_MOVE_TEXT_MAX];
        g->rules->move_format(g, pes_history_state(h), values[i].move, text);
        assert_string_equal(text_in(move, "move"), text);
        assert_true(json_real_value(json_object_get(move, "value")) == values[i].value);
    }
    pes_agent_free(agent);
    pes_history_free(h);
    pes_game_close(g);
}

static void test_explain(void **state) {
    (void)state;
    static const struct {
        const char *game, *moves;
        size_t players, modes;
    } cases[] = {{"gomoku", "h8 h9 i8", 1, 2}, {"abalone", "a1b2", 1, 2}, {"boats", "#1", 2, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char body[128];
        snprintf(body, sizeof body, "{\"game\":\"%s\",\"moves\":\"%s\"}", cases[i].game,
                 cases[i].moves);
        json_t *answer = answer_of("/explain", body, REQUEST_OK);
        const json_t *players = json_object_get(answer, "players");
        assert_int_equal(json_array_size(players), cases[i].players);
        for (size_t k = 0; k < json_array_size(players); k++) {
            const json_t *player = json_array_get(players, k);
            const json_t *modes = json_object_get(player, "modes");
            assert_int_equal(json_array_size(modes), cases[i].modes);
            for (size_t m = 0; m < json_array_size(modes); m++)
                check_mode(json_array_get(modes, m), cases[i].game, cases[i].moves);
        }
        json_decref(answer);
    }
    assert_null(answer_of(
        "/explain",
        "{\"game\":\"boats\",\"variant\":\"start=s0\",\"position\":\"0000000000 1 1 r -\"}",
        REQUEST_OVER));
}

int main(void) {
    document_setup();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_start),
        cmocka_unit_test(test_strokes),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_explain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
