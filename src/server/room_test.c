/* Rooms in a world of their own: no network, no threads, time by hand. */
#include "server/room_testing.h"

#include "pessoi/kit.h"

#define GOMOKU_HOTSEAT "{\"game\":\"gomoku\",\"seats\":[{\"who\":\"me\"},{\"who\":\"me\"}]}"
#define GOMOKU_PEOPLE                                                          \
    "{\"game\":\"gomoku\",\"seats\":[{\"who\":\"me\",\"name\":\"Άννα\"},{" \
    "\"who\":\"person\"}]}"
#define GOMOKU_AGENT                                                                        \
    "{\"game\":\"gomoku\",\"seats\":[{\"who\":\"me\"},{\"who\":\"agent\",\"agent\":\"level" \
    ":n=1\"}]}"

/* Somebody takes the free seat. */
__attribute__((unused)) static void join(struct world *w, struct room *room, int connection) {
    struct request_join wanted = {.name = "Bob"};
    struct refusal why;
    int seat = -1;
    assert_int_equal(room_join(room, &wanted, &seat, w->connections[connection].keys[0], &why),
                     REQUEST_OK);
    assert_int_equal(seat, 1);
}

static void test_follow_and_move(void **state) {
    (void)state;
    struct world w;
    world_init(&w);
    struct room *room = world_play(&w, GOMOKU_HOTSEAT, 0);
    assert_int_equal(room_event(room), 1);
    world_follow(&w, room, 0, -1);
    assert_said(last_of(&w, 0), "{\"is\":\"game\",\"re\":1,");
    assert_said(last_of(&w, 0), "\"mine\":[0,1]");
    world_follow(&w, room, 1, -1);
    assert_said(last_of(&w, 1), "\"mine\":[]");
    assert_said(last_of(&w, 1), "\"legal\":[]");
    const int kept = w.kept;
    world_move(&w, 0, 0, "H 8");
    assert_int_equal(w.kept, kept + 1);
    assert_said(last_of(&w, 0), "{\"is\":\"moved\",\"re\":7,");
    assert_said(last_of(&w, 0), "\"move\":\"h8\",\"player\":0,");
    assert_said(last_of(&w, 0), "\"legal\":[[");
    assert_said(last_of(&w, 1), "{\"is\":\"moved\",\"id\":");
    assert_said(last_of(&w, 1), "\"legal\":[]");
    assert_said(world_move(&w, 0, 0, "h9"), "\"code\":\"late\"");
    assert_said(world_move(&w, 0, 1, "h8"), "\"code\":\"illegal\"");
    assert_said(world_move(&w, 0, 1, "z99"), "\"code\":\"illegal\"");
    assert_said(world_move(&w, 1, 1, "h9"), "\"code\":\"seat\"");
    assert_int_equal(room_event(room), 2);
    world_release(&w);
}

int main(void) {
    document_setup();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_follow_and_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
