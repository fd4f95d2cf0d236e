/* A session in which every allocation fails in turn: nothing breaks, nothing leaks, and a room that
 * could be made goes on. */
#include "core/mem_torture.h"
#include "pessoi/kit.h"
#include "rooms/room_testing.h"

static const char wanted_json[] =
    "{\"game\":\"proximity\",\"variant\":\"columns=4,rows=4\",\"seats\":[{\"who\":\"me\"},{\"who\":"
    "\"agent\",\"agent\":\"random\"}],\"clock\":{\"base_ms\":60000}}";

static void quiet_tell(void *to, void *connection, const char *json, size_t length) {
    (void)to;
    (void)connection;
    assert_true(length > 2);
    assert_int_equal(json[0], '{');
    assert_int_equal(json[length - 1], '}');
}

/* One request, if it can be read. */
static void say(struct room *room, struct follower *f, const char *what, const char *more) {
    char json[256];
    struct request request;
    const int length =
        snprintf(json, sizeof json, "{\"do\":\"%s\",\"id\":\"%s\"%s}", what, room_id(room), more);
    if (request_read(json, (size_t)length, &request, NULL) != REQUEST_OK)
        return;
    room_do(room, f, &request);
    request_release(&request);
}

static void think_all(struct world *w) {
    while (w->thought_count > 0) {
        w->thought_count--;
        thought_stop(w->thoughts[w->thought_count].thought); /* long thinking is not tested here */
        thought_run(w->thoughts[w->thought_count].thought);
        room_thought(w->thoughts[w->thought_count].room, w->thoughts[w->thought_count].thought);
    }
}

static void play(struct world *w, struct room *room, struct follower *f) {
    say(room, f, "move", ",\"ply\":0,\"move\":\"a1\"");
    think_all(w);
    w->now += 2000;
    room_tick(room);
    think_all(w);
    say(room, f, "hint", ",\"step\":0");
    say(room, f, "why", ",\"ply\":0,\"cells\":[0,1]");
    say(room, f, "try", ",\"ply\":0,\"move\":\"h8\"");
    think_all(w);
    say(room, f, "judge", ",\"ply\":1");
    think_all(w);
    say(room, f, "undo", "");
    say(room, f, "redo", "");
    say(room, f, "at", ",\"ply\":1");
    say(room, f, "threats", "");
    say(room, f, "resign", "");
    say(room, f, "rematch", "");
    think_all(w);
}

/* Saves, reads again, and compares, as far as memory allows. */
static void store(struct world *w, struct room *room) {
    struct str saved, again, record;
    struct room *twin = NULL;
    str_init(&saved);
    str_init(&again);
    str_init(&record);
    if (room_save(room, &saved) == PES_ERR_OK) {
        /* jansson 2.14 reports a string for which it had no memory as bad syntax, or shortens it;
         * so only a run without a failure must give the same room. */
        const enum pes_err err = room_load(&w->door, saved.text, saved.length, &twin, NULL);
        const bool whole = err == PES_ERR_OK && room_save(twin, &again) == PES_ERR_OK;
        assert_true(whole || mem_torture_failed());
        if (!mem_torture_failed())
            assert_string_equal(saved.text, again.text);
    }
    (void)!room_record(room, &record);
    room_free(twin);
    str_release(&saved);
    str_release(&again);
    str_release(&record);
}

static void work(void) {
    struct world w;
    world_init(&w);
    w.trusting = true;
    w.door.tell = quiet_tell;
    struct request_play wanted;
    struct room *room = NULL;
    struct follower *f = NULL;
    char keys[2][ROOM_KEY_SIZE];
    if (request_read_play(wanted_json, sizeof wanted_json - 1, &wanted, NULL) == REQUEST_OK) {
        if (room_new(&w.door, &wanted, keys, &room, NULL) == REQUEST_OK) {
            const struct request follow = {.action = REQUEST_FOLLOW,
                                           .seq = -1,
                                           .from = -1,
                                           .ply = -1,
                                           .keys = {keys[0], NULL}};
            f = room_follow(room, &w, &follow);
            if (f != NULL)
                play(&w, room, f);
            store(&w, room);
            if (f != NULL)
                room_leave(room, f);
            think_all(&w);
            room_free(room);
        }
        request_release_play(&wanted);
    }
    for (int i = 0; i < w.room_count; i++)
        room_free(w.rooms[i]);
}

static void test_memory_runs_out(void **state) {
    (void)state;
    mem_torture_fail_at(0);
    const int64_t live = mem_torture_live();
    int64_t n = 1;
    for (;; n++) {
        mem_torture_fail_at(n);
        work();
        assert_int_equal(mem_torture_live(), live);
        if (!mem_torture_failed())
            break;
    }
    assert_true(n > 200);
    mem_torture_fail_at(0);
}

/* The list of games needs memory, too. */
static void test_games(void **state) {
    (void)state;
    for (int64_t n = 1;; n++) {
        struct str out;
        str_init(&out);
        mem_torture_fail_at(n);
        const enum pes_err err = room_games(&out);
        const bool failed = mem_torture_failed();
        mem_torture_fail_at(0);
        str_release(&out);
        assert_int_equal(err, failed ? PES_ERR_NOMEM : PES_ERR_OK);
        if (!failed)
            break;
        n += n > 100 ? 50 : 0; /* the allocations in the middle are all alike */
    }
}

/* So do the rules in pictures: they are whole, or there is an error. */
static void check_rules(const struct pes_kit *kit) {
    const int64_t live = mem_torture_live();
    struct str whole;
    str_init(&whole);
    assert_int_equal(room_rules(kit, &whole), PES_ERR_OK);
    for (int64_t n = 1;; n++) {
        struct str out;
        str_init(&out);
        mem_torture_fail_at(n);
        const enum pes_err err = room_rules(kit, &out);
        const bool failed = mem_torture_failed();
        mem_torture_fail_at(0);
        assert_true(err == PES_ERR_OK || (failed && err == PES_ERR_NOMEM));
        if (err == PES_ERR_OK)
            assert_string_equal(out.text, whole.text);
        str_release(&out);
        if (!failed)
            break;
    }
    str_release(&whole);
    assert_int_equal(mem_torture_live(), live);
}

static void test_rules(void **state) {
    (void)state;
    for (int i = 0; i < pes_kit_count(); i++)
        check_rules(pes_kit_at(i));
}

int main(void) {
    document_setup();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memory_runs_out),
        cmocka_unit_test(test_games),
        cmocka_unit_test(test_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
