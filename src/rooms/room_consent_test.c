/* Help between two people: hints, threats and win probabilities. */
#include "rooms/room_testing.h"

/* Between two people help is off until both agree, and off again as soon as one of them wants so;
 * everybody is told. */
static void test_consent(void **state) {
    (void)state;
    struct world w;
    world_init(&w);
    struct room *room = world_play(&w, GOMOKU_PEOPLE, 0);
    world_join(&w, room, 1);
    for (int c = 0; c < 3; c++)
        world_follow(&w, room, c, -1);
    assert_said(last_of(&w, 2), "\"hints\":false,\"agreed\":false");
    assert_said(world_say(&w, 2, "hints", "\"on\":true"), "\"code\":\"seat\"");
    assert_said(world_say(&w, 0, "hints", "\"on\":false"), "\"code\":\"unfit\"");
    assert_said(world_say(&w, 0, "offer", "\"what\":\"hints\""),
                "\"offer\":{\"what\":\"hints\",\"player\":0}");
    assert_said(last_of(&w, 2), "\"agreed\":false");
    assert_said(world_say(&w, 0, "hint", "\"step\":0"), "\"code\":\"unfit\"");
    assert_said(world_say(&w, 0, "accept", ""), "\"code\":\"unfit\"");
    assert_said(world_say(&w, 1, "accept", ""), "\"agreed\":true");
    for (int c = 0; c < 3; c++)
        assert_said(last_of(&w, c), "\"offer\":null");
    assert_said(last_of(&w, 2), "\"agreed\":true");
    assert_said(world_say(&w, 0, "hints", "\"on\":true"), "\"code\":\"unfit\"");
    assert_said(world_say(&w, 2, "threats", ""), "\"is\":\"threats\"");
    /* What was asked for before is not told after. */
    world_say(&w, 0, "hint", "\"step\":2");
    assert_int_equal(w.thought_count, 1);
    assert_said(world_say(&w, 1, "hints", "\"on\":false"), "\"agreed\":false");
    assert_said(last_of(&w, 0), "\"agreed\":false");
    world_think_all(&w);
    assert_said(last_of(&w, 0), "\"code\":\"unfit\"");
    assert_said(world_say(&w, 2, "threats", ""), "\"code\":\"unfit\"");
    /* The same from both sides agrees, too, and survives the store. */
    world_say(&w, 1, "hints", "\"on\":true");
    assert_said(world_say(&w, 0, "hints", "\"on\":true"), "\"agreed\":true");
    struct str saved, again;
    str_init(&saved);
    str_init(&again);
    struct room *copy = NULL;
    assert_int_equal(room_save(room, &saved), PES_ERR_OK);
    assert_int_equal(room_load(&w.door, saved.text, saved.length, &copy, NULL), PES_ERR_OK);
    assert_int_equal(room_describe(copy, &again), PES_ERR_OK);
    assert_said(again.text, "\"agreed\":true");
    room_free(copy);
    str_release(&saved);
    str_release(&again);
    world_say(&w, 1, "resign", "");
    assert_said(world_say(&w, 0, "hints", "\"on\":false"), "\"code\":\"over\"");
    world_release(&w);
}

/* One person at both seats has nobody to agree with. */
static void test_consent_alone(void **state) {
    (void)state;
    struct world w;
    world_init(&w);
    struct room *room =
        world_play(&w, "{\"game\":\"gomoku\",\"seats\":[{\"who\":\"me\"},{\"who\":\"me\"}]}", 0);
    world_follow(&w, room, 0, -1);
    assert_said(world_say(&w, 0, "hints", "\"on\":false"), "\"code\":\"unfit\"");
    assert_said(world_say(&w, 0, "hint", "\"step\":0"), "\"is\":");
    world_think_all(&w);
    assert_said(last_of(&w, 0), "\"is\":\"hint\"");
    world_release(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_consent),
        cmocka_unit_test(test_consent_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
