#include "core/rule.h"
#include "rooms/room_testing.h"

/* Every picture has what a page needs to draw it and to animate its move. */
static void test_rules(void **state) {
    (void)state;
    for (int i = 0; i < pes_kit_count(); i++) {
        const struct pes_kit *kit = pes_kit_at(i);
        struct str out;
        str_init(&out);
        assert_int_equal(room_rules(kit, &out), PES_ERR_OK);
        json_t *root = json_loadb(out.text, out.length, JSON_REJECT_DUPLICATES, NULL);
        assert_int_equal(json_array_size(root), rule_count(kit));
        for (size_t k = 0; k < json_array_size(root); k++) {
            const json_t *rule = json_array_get(root, k), *before = json_object_get(rule, "before"),
                         *after = json_object_get(rule, "after");
            const bool moves = kit->view->rules[k].moves != NULL;
            assert_string_equal(json_string_value(json_object_get(rule, "look")), kit->view->look);
            assert_true(json_is_string(json_object_get(json_object_get(rule, "text"), "el")));
            assert_true(json_is_array(json_object_get(json_object_get(rule, "board"), "cells")));
            assert_int_equal(json_array_size(json_object_get(rule, "players")), 2);
            assert_true(json_is_array(json_object_get(rule, "crossed")));
            assert_int_equal(json_array_size(json_object_get(rule, "steps")) > 0, moves);
            assert_int_equal(json_is_object(json_object_get(after, "last")), moves);
            assert_int_equal(
                json_equal(json_object_get(before, "text"), json_object_get(after, "text")),
                !moves);
        }
        json_decref(root);
        str_release(&out);
    }
}

/* The position before is the one before the last move of a player, and the steps include the
 * outcomes of chance after it. */
static void test_rule_with_chance(void **state) {
    (void)state;
    static const struct pes_rule rules[] = {
        {.text = PES_TEXT("Place it.", "Βάλ' το."),
         .variant = "columns=5,rows=4,draw=iid",
         .moves = "#12 b2 #7 d3 #15",
         .crossed = "a1 b1"},
        {.text = {{NULL}}},
    };
    struct pes_kit kit = *pes_kit_find("proximity");
    struct pes_view view = *kit.view;
    view.rules = rules;
    kit.view = &view;
    struct str out;
    str_init(&out);
    assert_int_equal(room_rules(&kit, &out), PES_ERR_OK);
    assert_said(out.text, "\"before\":{\"ply\":1,\"text\":\"5/1,b12,3/5/5 r 7 - - -\"");
    assert_said(out.text, "\"after\":{\"ply\":2,\"text\":\"5/1,b12,3/3,r7,1/5 b 15 - - -\"");
    assert_said(out.text, "\"steps\":[[\"place\",-1,14,1,0,7,\"tile\"]");
    assert_said(out.text, "[\"change\",-1,-1,0,3,15,null]");
    assert_said(out.text, "\"crossed\":[0,4]");
    str_release(&out);
    view.rules = NULL;
    str_init(&out);
    assert_int_equal(room_rules(&kit, &out), PES_ERR_OK);
    assert_string_equal(out.text, "[]");
    str_release(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rules),
        cmocka_unit_test(test_rule_with_chance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
