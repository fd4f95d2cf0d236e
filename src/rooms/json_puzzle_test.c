/* Puzzles as JSON: every puzzle can be solved, every other move is answered, and the list does not
 * give the solution away. */
#include "core/puzzle.h"
#include "rooms/room_testing.h"

/* The answer to a question about a puzzle, which must have one. */
static json_t *ask(const struct pes_kit *kit, const char *question) {
    struct str out;
    str_init(&out);
    assert_int_equal(room_puzzle_ask(kit, question, &out), PES_ERR_OK);
    json_t *root = json_loadb(out.text, out.length, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(root);
    str_release(&out);
    return root;
}

static void check_unknown(const struct pes_kit *kit, const char *question) {
    struct str out;
    str_init(&out);
    assert_int_equal(room_puzzle_ask(kit, question, &out), PES_ERR_UNKNOWN);
    str_release(&out);
}

/* Tries every legal move of a turn; returns the position after the right one. */
static json_t *check_turn(const struct pes_kit *kit, const char *id, size_t turn, bool last,
                          const json_t *position) {
    char question[64];
    json_t *next = NULL;
    const json_t *legal = json_object_get(position, "legal");
    for (size_t i = 0; i < json_array_size(legal); i++) {
        snprintf(question, sizeof question, "/%s/try/%zu/%zu", id, turn, i);
        json_t *answer = ask(kit, question);
        const char *is = json_string_value(json_object_get(answer, "is"));
        json_t *moves = json_object_get(answer, "moves");
        const size_t count = json_array_size(moves);
        assert_true(count >= 1);
        assert_true(json_equal(json_object_get(json_array_get(moves, 0), "move"),
                               json_array_get(json_array_get(legal, i), 0)));
        if (strcmp(is, "right") == 0) {
            assert_null(next);
            assert_int_equal(json_is_true(json_object_get(answer, "done")), last);
            next = json_deep_copy(json_object_get(json_array_get(moves, count - 1), "position"));
        } else if (strcmp(is, "also") == 0) {
            assert_true(turn > 0); /* the first move is the only one */
        } else {
            assert_string_equal(is, "wrong");
            assert_false(json_is_true(json_object_get(answer, "done")));
        }
        json_decref(answer);
    }
    assert_non_null(next);
    snprintf(question, sizeof question, "/%s/try/%zu/%zu", id, turn, json_array_size(legal));
    check_unknown(kit, question);
    return next;
}

static void check_puzzle(const struct pes_kit *kit, const json_t *listed) {
    char question[64];
    const char *id = json_string_value(json_object_get(listed, "id"));
    snprintf(question, sizeof question, "/%s", id);
    json_t *puzzle = ask(kit, question);
    const size_t turns = (size_t)json_integer_value(json_object_get(puzzle, "turns"));
    json_t *position = json_deep_copy(json_object_get(puzzle, "position"));
    for (size_t turn = 0; turn < turns; turn++) {
        json_t *next = check_turn(kit, id, turn, turn + 1 == turns, position);
        json_decref(position);
        position = next;
    }
    json_decref(position);
    snprintf(question, sizeof question, "/%s/line", id);
    json_t *line = ask(kit, question);
    assert_true(json_array_size(json_object_get(line, "moves")) >= 2 * turns - 1);
    json_decref(line);
    snprintf(question, sizeof question, "/%s/see/0/0", id);
    line = ask(kit, question);
    assert_true(json_array_size(json_object_get(line, "steps")) > 0);
    json_decref(line);
    snprintf(question, sizeof question, "/%s/try/%zu/0", id, turns);
    check_unknown(kit, question);
    json_decref(puzzle);
}

static void test_puzzles(void **state) {
    (void)state;
    enum { CHECKED = 2 };
    int games = 0;
    for (int i = 0; i < pes_kit_count(); i++) {
        const struct pes_kit *kit = pes_kit_at(i);
        struct str out;
        str_init(&out);
        assert_int_equal(room_puzzles(kit, &out), PES_ERR_OK);
        json_t *root = json_loadb(out.text, out.length, JSON_REJECT_DUPLICATES, NULL);
        const json_t *list = json_object_get(root, "puzzles");
        assert_null(strstr(out.text, "\"line\""));
        assert_null(strstr(out.text, "\"moves\""));
        games += json_array_size(list) > 0;
        for (size_t k = 0; k < json_array_size(list) && k < CHECKED; k++)
            check_puzzle(kit, json_array_get(list, k));
        json_decref(root);
        str_release(&out);
    }
    assert_true(games > 0);
}

static void test_unknown(void **state) {
    (void)state;
    static const char *const questions[] = {
        "", "/", "/1", "/00000000", "/zzzzzzzz/line", "/00000000/try/0/0"};
    for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++)
        check_unknown(pes_kit_at(0), questions[i]);
    struct puzzle_set set;
    const char *text = pes_kit_at(0)->puzzles;
    assert_int_equal(puzzle_set_parse(&set, text, strlen(text), NULL), PES_ERR_OK);
    static const char *const rests[] = {"/",       "/x",       "/line/",    "/try",
                                        "/try/",   "/try/0",   "/try/00/0", "/why/0",
                                        "/why/0/", "/why/0/a", "/see/0/-1", "/try/0/0/"};
    for (size_t i = 0; i < sizeof rests / sizeof rests[0]; i++) {
        char question[64];
        snprintf(question, sizeof question, "/%s%s", set.list[0].id, rests[i]);
        check_unknown(pes_kit_at(0), question);
    }
    puzzle_set_release(&set);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_puzzles),
                                       cmocka_unit_test(test_unknown)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
