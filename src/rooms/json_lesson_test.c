/* The lesson as JSON: complete, and every step can be done and, if it says so, missed. */
#include "core/lesson.h"
#include "rooms/room_testing.h"

/* The answer to a question about a step, which must have one. */
static json_t *ask(const struct pes_kit *kit, const char *question) {
    struct str out;
    str_init(&out);
    assert_int_equal(room_lesson_ask(kit, question, &out), PES_ERR_OK);
    json_t *root = json_loadb(out.text, out.length, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(root);
    str_release(&out);
    return root;
}

static void check_unknown(const struct pes_kit *kit, const char *question) {
    struct str out;
    str_init(&out);
    assert_int_equal(room_lesson_ask(kit, question, &out), PES_ERR_UNKNOWN);
    str_release(&out);
}

/* Every legal move has an answer; some reach the goal, and others do not if the step can be missed.
 */
static void check_step(const struct pes_kit *kit, const json_t *step, size_t number) {
    char question[64];
    int reached = 0;
    const json_t *position = json_object_get(step, "position");
    const size_t legal = json_array_size(json_object_get(position, "legal"));
    assert_true(legal > 0);
    assert_int_equal(json_array_size(json_object_get(step, "touch")),
                     json_array_size(json_object_get(step, "cells")));
    for (size_t i = 0; i < legal; i++) {
        snprintf(question, sizeof question, "/%zu/try/%zu", number, i);
        json_t *answer = ask(kit, question);
        const json_t *after = json_object_get(answer, "position");
        assert_true(
            json_equal(json_object_get(answer, "move"),
                       json_array_get(json_array_get(json_object_get(position, "legal"), i), 0)));
        assert_int_equal(json_integer_value(json_object_get(after, "ply")),
                         json_integer_value(json_object_get(position, "ply")) + 1);
        assert_true(json_array_size(json_object_get(answer, "steps")) > 0);
        reached += json_is_true(json_object_get(answer, "reached"));
        json_decref(answer);
    }
    assert_true(reached > 0);
    assert_int_equal((size_t)reached < legal, json_is_object(json_object_get(step, "miss")));
    snprintf(question, sizeof question, "/%zu/try/%zu", number, legal);
    check_unknown(kit, question);
}

static void test_lessons(void **state) {
    (void)state;
    for (int i = 0; i < pes_kit_count(); i++) {
        const struct pes_kit *kit = pes_kit_at(i);
        struct str out;
        str_init(&out);
        assert_int_equal(room_lesson(kit, &out), PES_ERR_OK);
        json_t *root = json_loadb(out.text, out.length, JSON_REJECT_DUPLICATES, NULL);
        const json_t *steps = json_object_get(root, "steps");
        assert_int_equal(json_array_size(steps), lesson_count(kit));
        for (size_t k = 0; k < json_array_size(steps); k++)
            check_step(kit, json_array_get(steps, k), k + 1);
        json_decref(root);
        str_release(&out);
    }
}

/* A lesson of one step with dice: a fixed luck, and reasons for touches that are no move. */
static void test_questions(void **state) {
    (void)state;
    static const struct pes_lesson steps[] = {
        {.title = PES_TEXT("Place it", "Βάλ' το"),
         .task = PES_TEXT("On c2.", "Στο c2."),
         .done = PES_TEXT("Good.", "Ωραία."),
         .miss = PES_TEXT("Not there.", "Όχι εκεί."),
         .variant = "columns=4,rows=4,draw=iid",
         .position = "1,r6,2/3,r4/4/4 b 10 - - -",
         .accepted = "c2 d2",
         .touch = {PES_TEXT("Touch c2.", "Άγγιξε το c2.")}},
        {.title = {{NULL}}},
    };
    struct pes_kit kit = *pes_kit_find("proximity");
    struct pes_view view = *kit.view;
    view.lessons = steps;
    kit.view = &view;
    struct str out;
    str_init(&out);
    assert_int_equal(room_lesson(&kit, &out), PES_ERR_OK);
    assert_said(out.text,
                "\"touch\":[{\"en\":\"Touch c2.\",\"el\":\"Άγγιξε το c2.\"}],\"cells\":[9]");
    str_release(&out);
    json_t *first = ask(&kit, "/1/try/0"), *again = ask(&kit, "/1/try/0");
    assert_true(json_equal(first, again));
    assert_false(json_is_true(json_object_get(first, "reached")));
    json_decref(first);
    json_decref(again);
    json_t *why = ask(&kit, "/1/why/4");
    assert_true(json_is_string(json_object_get(json_object_get(why, "said"), "el")));
    json_decref(why);
    why = ask(&kit, "/1/why/0");
    assert_true(json_is_null(json_object_get(why, "said")));
    json_decref(why);
    static const char *const wrong[] = {
        "",          "/",         "/1",         "/1/",           "/0/try/0",
        "/2/try/0",  "/01/try/0", "/1/try/",    "/1/try/00",     "/1/try/-1",
        "/1/try/14", "/1/try/0/", "/1/try/0.1", "/1/try/999999", "/1/why/",
        "/1/why/16", "/1/why/1.", "/1/why/.1",  "/1/why/1..2",   "/1/why/0.1.2.3.4.5.6.7.8",
        "/1/how/1",  "//1/try/0", "1/try/0",    "/1/why/1 "};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        check_unknown(&kit, wrong[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lessons),
        cmocka_unit_test(test_questions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
