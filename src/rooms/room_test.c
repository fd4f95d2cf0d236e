/* Rooms in a simulated world: no network, no threads, a clock set by the test. */
#include "rooms/room_testing.h"

#include "pessoi/kit.h"
#include "pessoi/record.h"

#define GOMOKU_HOTSEAT "{\"game\":\"gomoku\",\"seats\":[{\"who\":\"me\"},{\"who\":\"me\"}]}"
#define GOMOKU_AGENT                                                                        \
    "{\"game\":\"gomoku\",\"seats\":[{\"who\":\"me\"},{\"who\":\"agent\",\"agent\":\"level" \
    ":n=1\"}]}"

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

/* The other follower is not told the legal moves, and foreign keys give no seat. */
static void test_keys(void **state) {
    (void)state;
    struct world w;
    world_init(&w);
    struct room *room = world_play(&w, GOMOKU_PEOPLE, 0);
    assert_int_equal(strlen(w.connections[0].keys[0]), 24);
    assert_string_equal(w.connections[0].keys[1], "");
    snprintf(w.connections[2].keys[0], ROOM_KEY_SIZE, "%s", "AAAAAAAAAAAAAAAAAAAAAAAA");
    world_follow(&w, room, 2, -1);
    assert_said(last_of(&w, 2), "\"mine\":[]");
    assert_said(last_of(&w, 2), "\"free\":[1]");
    assert_said(last_of(&w, 2), "\"name\":\"Άννα\",\"here\":false");
    world_follow(&w, room, 0, -1);
    assert_said(last_of(&w, 0), "\"mine\":[0]");
    assert_said(last_of(&w, 2), "{\"is\":\"state\",");
    assert_said(last_of(&w, 2), "\"name\":\"Άννα\",\"here\":true");
    world_join(&w, room, 1);
    assert_said(last_of(&w, 0), "\"free\":[]");
    assert_said(last_of(&w, 0), "\"name\":\"Bob\",\"here\":false");
    struct request_join late = {.name = NULL};
    struct refusal why;
    int seat;
    char key[ROOM_KEY_SIZE];
    assert_int_equal(room_join(room, &late, &seat, key, &why), REQUEST_SEAT);
    world_follow(&w, room, 1, -1);
    assert_said(last_of(&w, 1), "\"mine\":[1]");
    assert_said(world_move(&w, 1, 0, "h8"), "\"code\":\"seat\"");
    world_move(&w, 0, 0, "h8");
    assert_said(last_of(&w, 0), "\"legal\":[]");
    assert_said(last_of(&w, 1), "\"legal\":[[");
    assert_said(last_of(&w, 2), "\"legal\":[]");
    world_leave(&w, 1);
    assert_said(last_of(&w, 0), "\"name\":\"Bob\",\"here\":false");
    struct str saved;
    str_init(&saved);
    assert_int_equal(room_save(room, &saved), PES_ERR_OK);
    assert_not_said(saved.text, w.connections[0].keys[0]); /* only its hash */
    str_release(&saved);
    world_release(&w);
}

static void test_events(void **state) {
    (void)state;
    struct world w;
    world_init(&w);
    struct room *room = world_play(&w, GOMOKU_HOTSEAT, 0);
    world_follow(&w, room, 0, -1);
    world_move(&w, 0, 0, "h8");
    const int64_t seen = room_event(room);
    world_leave(&w, 0);
    world_follow(&w, room, 0, seen);
    assert_said(w.connections[0].all.text, "{\"is\":\"same\",\"re\":1,");
    assert_said(last_of(&w, 0), "{\"is\":\"state\",");
    world_leave(&w, 0);
    world_follow(&w, room, 0, seen - 1);
    assert_said(last_of(&w, 0), "{\"is\":\"game\",\"re\":1,");
    assert_said(last_of(&w, 0), "\"played\":[[\"h8\",0,{\"en\":");
    world_say(&w, 0, "undo", "");
    assert_int_equal(room_event(room), seen + 1); /* event numbers are never reused */
    assert_said(last_of(&w, 0), "\"played\":[]");
    assert_said(last_of(&w, 0), "\"redo\":true");
    world_say(&w, 0, "redo", "");
    assert_said(last_of(&w, 0), "\"played\":[[\"h8\",0,");
    assert_said(world_say(&w, 0, "redo", ""), "\"code\":\"unfit\"");
    world_say(&w, 0, "undo", "");
    assert_said(world_say(&w, 0, "undo", ""), "\"code\":\"unfit\"");
    assert_said(world_say(&w, 0, "leave", ""), "{\"is\":\"done\",\"re\":7}");
    world_release(&w);
}

static void test_agent_answers(void **state) {
    (void)state;
    struct world w;
    world_init(&w);
    struct room *room = world_play(&w, GOMOKU_AGENT, 0);
    world_follow(&w, room, 0, -1);
    assert_said(last_of(&w, 0), "\"title\":{\"en\":\"Beginner\"");
    assert_said(last_of(&w, 0), "\"level\":1}");
    world_move(&w, 0, 0, "h8");
    assert_said(w.connections[0].all.text, "\"undo\":true,\"redo\":false,\"thinking\":1}");
    assert_said(last_of(&w, 0), "{\"is\":\"thinking\",");
    assert_said(last_of(&w, 0), "\"player\":1,\"ms\":0");
    assert_int_equal(w.thought_count, 1);
    assert_said(world_say(&w, 0, "hint", "\"step\":0"), "\"code\":\"unfit\"");
    world_pass(&w, 1000);
    assert_said(last_of(&w, 0), "\"player\":1,\"ms\":1000");
    world_think_all(&w);
    assert_said(last_of(&w, 0), "{\"is\":\"moved\",");
    assert_said(last_of(&w, 0), "\"player\":1,");
    assert_said(last_of(&w, 0), "\"legal\":[[");
    assert_said(last_of(&w, 0), "\"thinking\":null");
    /* Undo to the own last turn: two moves. */
    world_say(&w, 0, "undo", "");
    assert_said(last_of(&w, 0), "\"ply\":0,");
    world_release(&w);
}

/* A thought is ignored once the game has changed; the result for the same position is the same. */
/* What a report's player computed for its move is told, stored and written to the record. */
static void test_values(void **state) {
    (void)state;
    static const char about[] = "{\"value\":-1,\"number\":14}";
    struct world w;
    world_init(&w);
    struct room *room =
        world_play(&w,
                   "{\"game\":\"boats\",\"variant\":\"start=s0\",\"seats\":[{\"who\":\"me\"},"
                   "{\"who\":\"agent\",\"agent\":\"minimax\"}]}",
                   0);
    world_follow(&w, room, 0, -1);
    assert_said(last_of(&w, 0), "\"report\":true}");
    world_move(&w, 0, 0, "R");
    assert_said(w.connections[0].all.text, "\"about\":{\"number\":1}");
    world_think_all(&w);
    assert_said(last_of(&w, 0), "{\"is\":\"moved\",");
    assert_said(last_of(&w, 0), about);
    struct str saved, again, record, whole;
    str_init(&saved);
    str_init(&again);
    str_init(&record);
    str_init(&whole);
    assert_int_equal(room_record(room, &record), PES_ERR_OK);
    assert_said(record.text, "1. R -1 {eval=-1}");
    assert_int_equal(room_save(room, &saved), PES_ERR_OK);
    assert_said(saved.text, "\"values\":[[1,-1.0]]");
    struct room *twin = NULL;
    assert_int_equal(room_load(&w.door, saved.text, saved.length, &twin, NULL), PES_ERR_OK);
    assert_int_equal(room_save(twin, &again), PES_ERR_OK);
    assert_string_equal(again.text, saved.text);
    assert_int_equal(room_describe(twin, &whole), PES_ERR_OK);
    assert_said(whole.text, about);
    room_free(twin);
    /* A document of an earlier version. */
    const char *values = strstr(saved.text, "\"values\"");
    str_clear(&again);
    str_add_bytes(&again, saved.text, (size_t)(values - saved.text));
    str_add(&again, strstr(values, "\"end\""));
    assert_int_equal(room_load(&w.door, again.text, again.length, &twin, NULL), PES_ERR_OK);
    room_free(twin);
    str_release(&saved);
    str_release(&again);
    str_release(&record);
    str_release(&whole);
    world_release(&w);
}

static void test_stale_thoughts(void **state) {
    (void)state;
    struct world w;
    world_init(&w);
    struct room *room = world_play(&w, GOMOKU_AGENT, 0);
    world_follow(&w, room, 0, -1);
    world_move(&w, 0, 0, "h8");
    world_say(&w, 0, "undo", "");
    assert_said(last_of(&w, 0), "\"ply\":0,");
    assert_said(last_of(&w, 0), "\"thinking\":null");
    assert_int_equal(w.thought_count, 1); /* still under way */
    world_move(&w, 0, 0, "h8");
    assert_int_equal(w.thought_count, 2);
    world_think_once(&w);
    assert_int_equal(room_event(room), 4); /* the first result changed nothing */
    world_think_once(&w);
    assert_int_equal(room_event(room), 5);
    char first[16], again[16];
    const char *move = strstr(last_of(&w, 0), "\"move\":\"");
    snprintf(first, sizeof first, "%.7s", move + 8);
    world_say(&w, 0, "undo", "");
    world_move(&w, 0, 0, "h8");
    world_think_all(&w);
    move = strstr(last_of(&w, 0), "\"move\":\"");
    snprintf(again, sizeof again, "%.7s", move + 8);
    assert_string_equal(first, again);
    world_move(&w, 0, 2, "a1");
    world_say(&w, 0, "resign", "");
    assert_said(last_of(&w, 0), "\"result\":\"0-1\",\"end\":\"resign\"");
    const int64_t event = room_event(room);
    world_think_all(&w);
    assert_int_equal(room_event(room), event);
    assert_said(world_move(&w, 0, 3, "a2"), "\"code\":\"over\"");
    world_release(&w);
}

static void test_stop_plays(void **state) {
    (void)state;
    struct world w;
    world_init(&w);
    struct room *room = world_play(&w,
                                   "{\"game\":\"gomoku\",\"seats\":[{\"who\":\"me\"},{\"who\":"
                                   "\"agent\",\"agent\":\"max\"}]}",
                                   0);
    world_follow(&w, room, 0, -1);
    assert_said(world_say(&w, 0, "stop", ""), "\"code\":\"unfit\"");
    world_move(&w, 0, 0, "h8");
    assert_said(world_say(&w, 0, "stop", ""), "{\"is\":\"done\",\"re\":7}");
    world_think_all(&w);
    assert_said(last_of(&w, 0), "{\"is\":\"moved\",");
    world_release(&w);
}

/* Between two people, undo, draw and rematch are offers. */
static void test_offers(void **state) {
    (void)state;
    struct world w;
    world_init(&w);
    struct room *room = world_play(&w, GOMOKU_PEOPLE, 0);
    world_follow(&w, room, 0, -1);
    assert_said(world_say(&w, 0, "offer", "\"what\":\"draw\""), "\"code\":\"unfit\"");
    world_join(&w, room, 1);
    world_follow(&w, room, 1, -1);
    world_follow(&w, room, 2, -1);
    assert_said(world_say(&w, 2, "offer", "\"what\":\"draw\""), "\"code\":\"seat\"");
    assert_said(world_say(&w, 0, "undo", ""), "\"code\":\"unfit\"");
    world_move(&w, 0, 0, "h8");
    world_move(&w, 1, 1, "h9");
    /* It is the turn of the first player: undo takes both moves. */
    assert_said(world_say(&w, 0, "undo", ""), "\"offer\":{\"what\":\"undo\",\"player\":0}");
    assert_said(last_of(&w, 1), "\"offer\":{\"what\":\"undo\",\"player\":0}");
    assert_said(world_say(&w, 0, "accept", ""), "\"code\":\"unfit\"");
    assert_said(world_say(&w, 2, "accept", ""), "\"code\":\"seat\"");
    assert_said(world_say(&w, 1, "accept", ""), "\"ply\":0,");
    assert_said(last_of(&w, 0), "\"offer\":null");
    assert_said(last_of(&w, 0), "\"redo\":false");
    assert_said(world_say(&w, 0, "redo", ""), "\"code\":\"unfit\"");
    /* A move declines. */
    world_say(&w, 1, "offer", "\"what\":\"draw\"");
    world_move(&w, 0, 0, "a1");
    assert_said(world_say(&w, 0, "accept", ""), "\"code\":\"unfit\"");
    world_say(&w, 0, "offer", "\"what\":\"draw\"");
    assert_said(world_say(&w, 0, "offer", "\"what\":\"undo\""), "\"code\":\"unfit\"");
    assert_said(world_say(&w, 1, "decline", ""), "\"offer\":null");
    assert_said(world_say(&w, 1, "decline", ""), "\"code\":\"unfit\"");
    /* Offering the same accepts. */
    world_say(&w, 0, "offer", "\"what\":\"draw\"");
    world_say(&w, 1, "offer", "\"what\":\"draw\"");
    assert_said(last_of(&w, 2), "\"result\":\"1/2-1/2\",\"end\":\"agreed\"");
    assert_said(last_of(&w, 2), "The players agreed on a draw. A draw, 1/2-1/2.");
    assert_said(world_say(&w, 0, "undo", ""), "\"code\":\"over\"");
    struct str record;
    str_init(&record);
    assert_int_equal(room_record(room, &record), PES_ERR_OK);
    assert_said(record.text, "[Termination \"agreed\"]");
    assert_said(record.text, "[First \"Άννα\"]");
    assert_said(record.text, "[Seed \"");
    str_release(&record);
    world_release(&w);
}

/* The sides are swapped, the keys stay valid. */
/* Offers and their withdrawal in a loop are stopped for a while. */
static void test_many_offers(void **state) {
    (void)state;
    struct world w;
    world_init(&w);
    struct room *room = world_play(&w, GOMOKU_PEOPLE, 0);
    world_join(&w, room, 1);
    world_follow(&w, room, 0, -1);
    world_follow(&w, room, 1, -1);
    for (int i = 0; i < 10; i++) {
        assert_said(world_say(&w, 0, "offer", "\"what\":\"draw\""), "\"is\":\"state\"");
        assert_said(world_say(&w, 0, "decline", ""), "\"offer\":null");
    }
    const int64_t event = room_event(room);
    assert_said(world_say(&w, 0, "offer", "\"what\":\"draw\""), "\"wait_ms\":60000");
    assert_int_equal(room_event(room), event);
    assert_said(world_say(&w, 1, "offer", "\"what\":\"draw\""), "\"is\":\"state\"");
    world_say(&w, 1, "decline", "");
    world_pass(&w, 60000);
    assert_said(world_say(&w, 0, "offer", "\"what\":\"draw\""), "\"is\":\"state\"");
    world_release(&w);
}

static void test_rematch(void **state) {
    (void)state;
    struct world w;
    world_init(&w);
    struct room *room = world_play(&w, GOMOKU_PEOPLE, 0);
    world_follow(&w, room, 0, -1);
    world_join(&w, room, 1);
    world_follow(&w, room, 1, -1);
    assert_said(world_say(&w, 0, "rematch", ""), "\"code\":\"unfit\"");
    world_say(&w, 1, "resign", "");
    assert_said(last_of(&w, 0), "\"result\":\"1-0\",\"end\":\"resign\"");
    world_say(&w, 0, "rematch", "");
    assert_said(last_of(&w, 1), "\"offer\":{\"what\":\"rematch\",\"player\":0}");
    world_say(&w, 1, "rematch", "");
    assert_int_equal(w.room_count, 2);
    char next[64];
    snprintf(next, sizeof next, "\"next\":\"%s\"", room_id(w.rooms[1]));
    assert_said(last_of(&w, 0), next);
    assert_said(last_of(&w, 1), next);
    assert_said(world_say(&w, 0, "rematch", ""), "\"code\":\"unfit\"");
    for (int c = 0; c < 2; c++) {
        world_leave(&w, c);
        world_follow(&w, w.rooms[1], c, -1);
    }
    assert_said(w.connections[0].all.text, "\"mine\":[1]"); /* it was 0 before */
    assert_said(last_of(&w, 1), "\"mine\":[0]");
    assert_said(last_of(&w, 1), "\"seats\":[{\"who\":\"person\",\"name\":\"Bob\",");
    world_move(&w, 1, 0, "h8"); /* Bob begins now */
    assert_said(last_of(&w, 0), "\"is\":\"moved\"");
    world_release(&w);
}

static void test_rematch_with_agent(void **state) {
    (void)state;
    struct world w;
    world_init(&w);
    struct room *room = world_play(&w, GOMOKU_AGENT, 0);
    world_follow(&w, room, 0, -1);
    world_say(&w, 0, "resign", "");
    /* A resignation can be undone if there is no other person. */
    world_say(&w, 0, "undo", "");
    assert_said(last_of(&w, 0), "\"result\":null");
    world_say(&w, 0, "resign", "");
    world_say(&w, 0, "rematch", "");
    assert_int_equal(w.room_count, 2);
    assert_int_equal(w.thought_count, 1); /* the agent begins */
    world_think_all(&w);
    world_leave(&w, 0);
    world_follow(&w, w.rooms[1], 0, -1);
    assert_said(last_of(&w, 0), "\"mine\":[1]");
    assert_said(last_of(&w, 0), "\"ply\":1,");
    world_release(&w);
}

static void test_clock(void **state) {
    (void)state;
    struct world w;
    world_init(&w);
    struct room *room = world_play(&w,
                                   "{\"game\":\"gomoku\",\"seats\":[{\"who\":\"me\"},{\"who\":"
                                   "\"me\"}],\"clock\":{\"base_ms\":10000,\"increment_ms\":2000}}",
                                   0);
    world_follow(&w, room, 0, -1);
    world_pass(&w, 60000); /* the clocks start when the second player has moved */
    world_move(&w, 0, 0, "h8");
    world_pass(&w, 60000);
    assert_said(last_of(&w, 0), "\"left_ms\":[10000,10000],\"increment_ms\":2000,\"running\":null");
    world_move(&w, 0, 1, "h9");
    assert_said(last_of(&w, 0), "\"left_ms\":[10000,10000],\"increment_ms\":2000,\"running\":0");
    world_pass(&w, 4000);
    world_move(&w, 0, 2, "a1");
    assert_said(last_of(&w, 0), "\"left_ms\":[8000,10000],\"increment_ms\":2000,\"running\":1");
    assert_int_equal(room_wakes(room), w.now + 10000);
    world_pass(&w, 9999);
    assert_false(room_over(room));
    world_pass(&w, 1);
    assert_true(room_over(room));
    assert_said(last_of(&w, 0), "\"result\":\"1-0\",\"end\":\"time\"");
    assert_said(last_of(&w, 0), "\"left_ms\":[8000,0],\"increment_ms\":2000,\"running\":null");
    assert_said(world_say(&w, 0, "undo", ""), "\"code\":\"over\"");
    assert_int_equal(room_wakes(room), INT64_MAX);
    world_release(&w);
}

/* Clocks do not run while the server is down. */
static void test_clock_of_a_new_server(void **state) {
    (void)state;
    struct world w;
    world_init(&w);
    struct room *room = world_play(&w,
                                   "{\"game\":\"gomoku\",\"moves\":\"h8 h9\",\"seats\":[{\"who\":"
                                   "\"me\"},{\"who\":\"me\"}],\"clock\":{\"base_ms\":10000}}",
                                   0);
    struct room *again = NULL;
    struct str saved;
    str_init(&saved);
    assert_int_equal(room_save(room, &saved), PES_ERR_OK);
    w.now += 60000;
    w.door.began_ms = w.now - 3000;
    assert_int_equal(room_load(&w.door, saved.text, saved.length, &again, NULL), PES_ERR_OK);
    assert_int_equal(room_wakes(again), w.now + 7000);
    room_free(again);
    str_release(&saved);
    world_release(&w);
}

/* A move after the time is up comes too late, even if no tick came before it. */
static void test_clock_beats_the_move(void **state) {
    (void)state;
    struct world w;
    world_init(&w);
    struct room *room = world_play(&w,
                                   "{\"game\":\"gomoku\",\"moves\":\"h8 h9\",\"seats\":[{\"who\":"
                                   "\"me\"},{\"who\":\"me\"}],\"clock\":{\"base_ms\":1000}}",
                                   0);
    world_follow(&w, room, 0, -1);
    w.now += 1000;
    assert_said(world_move(&w, 0, 2, "a1"), "\"code\":\"over\"");
    assert_true(room_over(room));
    world_release(&w);
}

/* Two agents wait for a follower, keep the pace, pause and play step by step. */
static void test_watching(void **state) {
    (void)state;
    struct world w;
    world_init(&w);
    struct room *room =
        world_play(&w,
                   "{\"game\":\"gomoku\",\"seats\":[{\"who\":\"agent\",\"agent\":\"random\"},{"
                   "\"who\":\"agent\",\"agent\":\"random\"}],\"pace_ms\":500}",
                   0);
    assert_int_equal(w.thought_count, 0);
    world_pass(&w, 100000);
    assert_int_equal(room_event(room), 1);
    world_follow(&w, room, 0, -1);
    assert_int_equal(w.thought_count, 1);
    world_think_all(&w); /* nothing is due before the first move: it comes at once */
    assert_int_equal(room_event(room), 2);
    world_think_all(&w);
    assert_int_equal(room_event(room), 2); /* found, but not yet shown */
    world_pass(&w, 499);
    assert_int_equal(room_event(room), 2);
    world_pass(&w, 1);
    assert_int_equal(room_event(room), 3);
    assert_said(world_say(&w, 0, "step", ""), "\"code\":\"unfit\"");
    world_say(&w, 0, "pace", "\"ms\":-1");
    assert_said(last_of(&w, 0), "\"pace_ms\":-1");
    world_think_all(&w);
    world_pass(&w, 10000);
    assert_int_equal(room_event(room), 4);
    world_say(&w, 0, "step", "");
    world_think_all(&w);
    assert_int_equal(room_event(room), 5);
    world_think_all(&w);
    world_pass(&w, 10000);
    assert_int_equal(room_event(room), 5);
    /* Without followers it stops after a minute. */
    world_say(&w, 0, "pace", "\"ms\":1000");
    world_leave(&w, 0);
    for (int i = 0; i < 200; i++) {
        world_think_all(&w);
        world_pass(&w, 1000);
    }
    const int64_t event = room_event(room);
    assert_true(event > 50 && event < 75);
    assert_true(room_idle(room));
    world_follow(&w, room, 0, -1);
    world_think_all(&w);
    world_pass(&w, 1000);
    assert_true(room_event(room) > event);
    assert_said(world_say(&w, 0, "resign", ""), "\"code\":\"seat\"");
    world_release(&w);
}

static void test_hints(void **state) {
    (void)state;
    struct world w;
    world_init(&w);
    /* Black has four in a row and wins with the fifth. */
    struct room *room = world_play(&w,
                                   "{\"game\":\"gomoku\",\"moves\":\"h8 a1 h9 a2 h10 a3 h11 b5\","
                                   "\"seats\":[{\"who\":\"me\"},{\"who\":\"me\"}]}",
                                   0);
    world_follow(&w, room, 0, -1);
    world_follow(&w, room, 1, -1);
    assert_said(world_say(&w, 1, "hint", "\"step\":0"), "\"code\":\"seat\"");
    world_say(&w, 0, "hint", "\"step\":0");
    assert_said(world_say(&w, 0, "hint", "\"step\":1"), "\"code\":\"busy\"");
    world_think_all(&w);
    assert_said(last_of(&w, 0), "{\"is\":\"hint\",\"re\":7,");
    assert_said(last_of(&w, 0), "You can win with your next move.");
    assert_said(last_of(&w, 0), "\"cells\":[],\"moves\":[]");
    assert_said(world_say(&w, 0, "hint", "\"step\":1"), "Look at the ");
    assert_not_said(last_of(&w, 0), "\"cells\":[]");
    assert_int_equal(w.thought_count, 0);
    world_say(&w, 0, "hint", "\"step\":2");
    assert_true(strstr(last_of(&w, 0), "\"moves\":[\"h7\"]") != NULL ||
                strstr(last_of(&w, 0), "\"moves\":[\"h12\"]") != NULL);
    assert_said(world_say(&w, 0, "hint", "\"step\":3"), "\"moves\":[\"h");
    world_move(&w, 0, 8, "b6");
    world_say(&w, 0, "hint", "\"step\":3");
    world_move(&w, 0, 9, "b7");
    world_think_all(&w);
    assert_said(last_of(&w, 0), "\"code\":\"late\"");
    /* A follower that asked and left gets no reply. */
    world_say(&w, 0, "hint", "\"step\":0");
    world_leave(&w, 0);
    world_think_all(&w);
    world_release(&w);
}

/* The reason for refused touches is that of the typed move. */
static void assert_why(const char *variant, const char *position, const char *cells,
                       const char *typed, const char *why) {
    struct world w;
    char json[512], more[64];
    world_init(&w);
    snprintf(json, sizeof json,
             "{%s,\"position\":\"%s\",\"seats\":[{\"who\":\"me\"},{\"who\":\"me\"}]}", variant,
             position);
    struct room *room = world_play(&w, json, 0);
    world_follow(&w, room, 0, -1);
    world_move(&w, 0, 0, typed);
    json_t *refused = world_read(&w, 0);
    snprintf(more, sizeof more, "\"ply\":0,\"cells\":[%s]", cells);
    assert_said(world_say(&w, 0, "why", more), "{\"is\":\"why\",\"re\":7,");
    json_t *told = world_read(&w, 0);
    json_t *by_text = json_object_get(json_object_get(refused, "error"), "why");
    json_t *by_touch = json_object_get(told, "said");
    assert_non_null(by_text);
    assert_true(json_equal(by_text, by_touch));
    assert_said(json_string_value(json_object_get(by_touch, "en")), why);
    json_decref(refused);
    json_decref(told);
    world_release(&w);
}

static void test_why(void **state) {
    (void)state;
    assert_why("\"game\":\"gomoku\",\"variant\":\"size=9,rule=renju\"",
               "9/9/9/3bb4/5b3/5b3/9/9/wwww5 b", "50", "f6", "it makes a double three");
    assert_why("\"game\":\"abalone\"", "5/6/7/8/bbbwww3/8/7/6/5 b 0 0 0", "26,28,29", "e1e2",
               "three marbles cannot push three");
    assert_why("\"game\":\"boats\"", "4432132344 4 11 r -", "13", "+1",
               "column 1 is already at level 4");
    struct world w;
    world_init(&w);
    struct room *room = world_play(
        &w, "{\"game\":\"gomoku\",\"seats\":[{\"who\":\"me\"},{\"who\":\"person\"}]}", 0);
    world_follow(&w, room, 0, -1);
    world_follow(&w, room, 1, -1);
    /* A legal move, and cells that stand for none, have no reason. */
    assert_said(world_say(&w, 0, "why", "\"ply\":0,\"cells\":[3]"), "\"said\":null");
    assert_said(world_say(&w, 0, "why", "\"ply\":0,\"cells\":[3,4]"), "\"said\":null");
    assert_said(world_say(&w, 0, "why", "\"ply\":0,\"cells\":[225]"), "the board has no cell 225");
    assert_said(world_say(&w, 0, "why", "\"ply\":1,\"cells\":[3]"), "\"code\":\"late\"");
    assert_said(world_say(&w, 1, "why", "\"ply\":0,\"cells\":[3]"), "\"code\":\"seat\"");
    world_move(&w, 0, 0, "h8");
    assert_said(world_say(&w, 0, "why", "\"ply\":1,\"cells\":[3]"), "\"code\":\"seat\"");
    world_say(&w, 0, "resign", "");
    assert_said(world_say(&w, 0, "why", "\"ply\":1,\"cells\":[3]"), "\"code\":\"over\"");
    world_release(&w);
}

static void test_try(void **state) {
    (void)state;
    struct world w;
    world_init(&w);
    struct room *room = world_play(&w,
                                   "{\"game\":\"proximity\",\"seed\":5,\"seats\":[{\"who\":"
                                   "\"me\"},{\"who\":\"me\"}]}",
                                   0);
    world_follow(&w, room, 0, -1);
    world_follow(&w, room, 1, -1);
    assert_said(world_say(&w, 0, "try", "\"ply\":0,\"move\":\"B2\""), "{\"is\":\"try\",\"re\":7,");
    assert_said(last_of(&w, 0), "\"ply\":0,\"move\":\"b2\",\"steps\":[[\"place\",-1,");
    /* Nothing was played: the same move can be made. */
    assert_said(world_say(&w, 0, "at", "\"ply\":0"), "\"ply\":0,");
    assert_said(world_say(&w, 0, "try", "\"ply\":0,\"move\":\"z99\""), "\"code\":\"illegal\"");
    assert_said(world_say(&w, 0, "try", "\"ply\":1,\"move\":\"b2\""), "\"code\":\"late\"");
    assert_said(world_say(&w, 1, "try", "\"ply\":0,\"move\":\"b2\""), "\"code\":\"seat\"");
    world_move(&w, 0, 0, "b2");
    assert_said(world_say(&w, 0, "try", "\"ply\":1,\"move\":\"b2\""), "is taken");
    world_release(&w);
}

/* Moves of Boats have labels in words. */
static void test_labels(void **state) {
    (void)state;
    struct world w;
    world_init(&w);
    struct room *room =
        world_play(&w, "{\"game\":\"boats\",\"seats\":[{\"who\":\"me\"},{\"who\":\"me\"}]}", 0);
    world_follow(&w, room, 0, -1);
    assert_said(last_of(&w, 0), "\"labels\":{\"");
    assert_said(last_of(&w, 0), "\"+5\":{\"en\":\"Raise column 5\",\"el\":");
    world_release(&w);
}

static void test_judge_and_at(void **state) {
    (void)state;
    struct world w;
    world_init(&w);
    struct room *room = world_play(&w,
                                   "{\"game\":\"gomoku\",\"moves\":\"h8 a1 h9 a2 h10 a3 h11 b5\","
                                   "\"seats\":[{\"who\":\"me\"},{\"who\":\"me\"}]}",
                                   0);
    world_follow(&w, room, 1, -1); /* a watcher may ask */
    world_say(&w, 1, "judge", "");
    world_think_all(&w);
    assert_said(last_of(&w, 1), "{\"is\":\"judged\",\"re\":7,");
    assert_said(last_of(&w, 1), "\"ply\":8,\"chance\":1,\"mate\":1}");
    world_say(&w, 1, "judge", "\"ply\":7"); /* White cannot stop an open four */
    world_think_all(&w);
    assert_said(last_of(&w, 1), "\"ply\":7,\"chance\":1,\"mate\":2}");
    assert_said(world_say(&w, 1, "judge", "\"ply\":9"), "\"code\":\"range\"");
    world_say(&w, 1, "at", "\"ply\":1");
    assert_said(last_of(&w, 1), "{\"is\":\"at\",\"re\":7,");
    assert_said(last_of(&w, 1), "\"last\":{\"text\":\"h8\",\"player\":0,");
    assert_said(last_of(&w, 1), "\"steps\":[[\"place\",-1,");
    assert_said(world_say(&w, 1, "at", "\"ply\":0"), "\"last\":null");
    assert_said(last_of(&w, 1), "\"steps\":[]}");
    assert_said(world_say(&w, 1, "at", "\"ply\":99"), "\"code\":\"range\"");
    world_follow(&w, room, 0, -1);
    world_move(&w, 0, 8, "h12");
    assert_true(room_over(room));
    assert_string_equal(room_result(room), "1-0");
    assert_said(world_say(&w, 0, "judge", ""), "\"chance\":1}");
    assert_said(world_say(&w, 0, "at", "\"ply\":8"), "\"result\":null");
    assert_said(world_say(&w, 0, "at", "\"ply\":9"), "\"result\":\"1-0\",\"end\":\"rules\"");
    assert_said(world_say(&w, 0, "threats", ""), "{\"is\":\"threats\",\"re\":7,");
    world_release(&w);
}

/* Whole games of every kind against agents, from the first move to the result. */
static void test_whole_games(void **state) {
    (void)state;
    for (int k = 0; k < pes_kit_count(); k++) {
        if (pes_kit_at(k)->view == NULL)
            continue; /* it has no view */
        struct world w;
        char wanted[256];
        world_init(&w);
        snprintf(wanted, sizeof wanted,
                 "{\"game\":\"%s\",\"seats\":[{\"who\":\"me\"},{\"who\":\"agent\",\"agent\":"
                 "\"random\"}],\"seed\":5}",
                 pes_kit_at(k)->rules->name);
        struct room *room = world_play(&w, wanted, 0);
        world_follow(&w, room, 0, -1);
        int plies = 0;
        while (!room_over(room)) {
            world_think_all(&w);
            if (room_over(room))
                break;
            /* The client does not know the rules: it plays one of the legal moves that it was sent.
             */
            json_t *root = world_read(&w, 0);
            const json_t *position = json_object_get(root, "position");
            const json_t *legal = json_object_get(position, "legal");
            assert_true(json_array_size(legal) > 0);
            const size_t i = pes_rng_below(&w.rng, (uint32_t)json_array_size(legal));
            const char *move = json_string_value(json_array_get(json_array_get(legal, i), 0));
            world_move(&w, 0, (int)json_integer_value(json_object_get(position, "ply")), move);
            json_decref(root);
            assert_true(++plies < 2000);
        }
        assert_true(plies > 3);
        assert_not_said(room_result(room), "*");
        struct str record;
        str_init(&record);
        assert_int_equal(room_record(room, &record), PES_ERR_OK);
        struct pes_record *r = NULL;
        struct pes_note note = {0};
        assert_int_equal(pes_record_parse(record.text, record.length, &r, &note), PES_ERR_OK);
        struct pes_game *g = NULL;
        struct pes_history *h = NULL;
        assert_int_equal(pes_record_open(r, pes_kit_at(k), &g, &note), PES_ERR_OK);
        assert_int_equal(pes_history_new(g, &h), PES_ERR_OK);
        assert_int_equal(pes_record_replay(r, h, -1, &note), PES_ERR_OK);
        pes_history_free(h);
        pes_game_close(g);
        pes_record_free(r);
        str_release(&record);
        world_release(&w);
    }
}

/* Consecutive chance events place their tiles in one wave: no wave that only places pieces follows
 * another one. */
static void assert_places_joined(const json_t *steps, int64_t waves) {
    bool before = false;
    for (int64_t wave = 0; wave <= waves; wave++) {
        bool places = true;
        for (size_t i = 0; i < json_array_size(steps); i++) {
            const json_t *step = json_array_get(steps, i);
            if (json_integer_value(json_array_get(step, 4)) == wave)
                places &= strcmp(json_string_value(json_array_get(step, 0)), "place") == 0;
        }
        assert_false(before && places);
        before = places;
    }
}

/* Seeds are secret while a game goes on, and waves of chance events follow those of the move. */
static void test_chance(void **state) {
    (void)state;
    struct world w;
    world_init(&w);
    struct room *room = world_play(
        &w, "{\"game\":\"crush\",\"seats\":[{\"who\":\"me\"},{\"who\":\"me\"}],\"seed\":5}", 0);
    world_follow(&w, room, 0, -1);
    struct str record;
    str_init(&record);
    assert_int_equal(room_record(room, &record), PES_ERR_OK);
    assert_not_said(record.text, "[Seed ");
    str_release(&record);
    assert_not_said(last_of(&w, 0), "seed");
    for (int ply = 0; ply < 30; ply++) {
        json_t *root = world_read(&w, 0);
        const json_t *legal = json_object_get(json_object_get(root, "position"), "legal");
        world_move(&w, 0, ply, json_string_value(json_array_get(json_array_get(legal, 0), 0)));
        json_decref(root);
        root = world_read(&w, 0);
        const json_t *steps = json_object_get(root, "steps");
        int64_t wave = 0;
        for (size_t i = 0; i < json_array_size(steps); i++) {
            const int64_t next = json_integer_value(json_array_get(json_array_get(steps, i), 4));
            assert_true(next >= 0 && next <= wave + 1);
            wave = next > wave ? next : wave;
        }
        assert_true(wave < 40);
        assert_places_joined(steps, wave);
        json_decref(root);
    }
    world_release(&w);
}

/* Requests for a new game that are refused. */
static void test_refused_games(void **state) {
    (void)state;
    static const struct {
        const char *json;
        enum request_code code;
        const char *why;
    } cases[] = {
        {"{\"game\":\"chess\",\"seats\":[{\"who\":\"me\"},{\"who\":\"me\"}]}", REQUEST_UNKNOWN,
         "there is no game 'chess'; there are: boats, gomoku, "},
        {"{\"game\":\"gomoku\",\"variant\":\"size=99\",\"seats\":[{\"who\":\"me\"},{\"who\":\"me\"}"
         "]}",
         REQUEST_RANGE, "size must be"},
        {"{\"game\":\"gomoku\",\"variant\":\"sise=9\",\"seats\":[{\"who\":\"me\"},{\"who\":\"me\"}]"
         "}",
         REQUEST_UNKNOWN, "sise"},
        {"{\"game\":\"gomoku\",\"moves\":\"h8 h8\",\"seats\":[{\"who\":\"me\"},{\"who\":\"me\"}]}",
         REQUEST_ILLEGAL, "h8"},
        {"{\"game\":\"gomoku\",\"position\":\"x\",\"seats\":[{\"who\":\"me\"},{\"who\":\"me\"}]}",
         REQUEST_SYNTAX, ""},
        {"{\"game\":\"gomoku\",\"moves\":\"h8 a1 h9 a2 h10 a3 h11 a4 h12\",\"seats\":[{\"who\":"
         "\"me\"},{\"who\":\"me\"}]}",
         REQUEST_UNFIT, "over before it begins"},
        {"{\"game\":\"gomoku\",\"seats\":[{\"who\":\"me\"},{\"who\":\"agent\",\"agent\":\"nobody\"}"
         "]}",
         REQUEST_UNKNOWN, "nobody"},
        {"{\"game\":\"gomoku\",\"seats\":[{\"who\":\"me\"},{\"who\":\"agent\",\"agent\":\"human\"}]"
         "}",
         REQUEST_UNKNOWN, "human"},
        {"{\"game\":\"gomoku\",\"seats\":[{\"who\":\"me\"},{\"who\":\"agent\",\"agent\":\"max:"
         "threads=8\"}]}",
         REQUEST_RANGE, "threads"},
        {"{\"game\":\"gomoku\",\"seats\":[{\"who\":\"me\"},{\"who\":\"agent\",\"agent\":\"mcts:"
         "memory=60000\"}]}",
         REQUEST_RANGE, "memory"},
        {"{\"game\":\"boats\",\"seats\":[{\"who\":\"me\"},{\"who\":\"agent\",\"agent\":\"oracle:"
         "table=/etc\"}]}",
         REQUEST_RANGE, "oracle"},
        {"{\"game\":\"gomoku\",\"clock\":{\"base_ms\":1000},\"seats\":[{\"who\":\"agent\",\"agent\""
         ":\"random\"},{\"who\":\"agent\",\"agent\":\"random\"}]}",
         REQUEST_UNFIT, "clock"},
    };
    struct world w;
    world_init(&w);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct request_play play;
        struct refusal why;
        struct room *room = NULL;
        char keys[2][ROOM_KEY_SIZE];
        assert_int_equal(request_read_play(cases[i].json, strlen(cases[i].json), &play, &why),
                         REQUEST_OK);
        assert_int_equal(room_new(&w.door, &play, keys, &room, &why), cases[i].code);
        assert_int_equal(why.code, cases[i].code);
        assert_said(why.why[PES_LANG_EN], cases[i].why);
        assert_true(why.why[PES_LANG_EL][0] != '\0');
        assert_string_not_equal(why.why[PES_LANG_EL], why.why[PES_LANG_EN]);
        assert_null(room);
        request_release_play(&play);
    }
    assert_int_equal(w.kept, 0);
    world_release(&w);
}

/* Players swap names when First takes White: every follower is sent the whole game. */
static void test_swapped_colours(void **state) {
    (void)state;
    struct world w;
    world_init(&w);
    struct room *room = world_play(&w,
                                   "{\"game\":\"gomoku\",\"variant\":\"opening=swap2\",\"moves\":"
                                   "\"h8 h9 a1\",\"seats\":[{\"who\":\"me\"},{\"who\":\"me\"}]}",
                                   0);
    world_follow(&w, room, 0, -1);
    assert_said(last_of(&w, 0), "\"labels\":{");
    assert_said(last_of(&w, 0), "\"players\":[{\"name\":\"black\"");
    json_t *root = world_read(&w, 0);
    json_t *labels = json_object_get(json_object_get(root, "position"), "labels");
    const char *key;
    json_t *label;
    int swaps = 0;
    json_object_foreach(labels, key, label) {
        const int before = w.connections[0].count;
        world_move(&w, 0, 3, key);
        /* `moved` alone, or `moved` and `game`. */
        swaps += w.connections[0].count == before + 2;
        world_say(&w, 0, "undo", "");
    }
    assert_int_equal(swaps, 1);
    json_decref(root);
    world_release(&w);
}

/* Every option has a title, and as many titles of choices as choices. */
static void assert_titled(const json_t *options) {
    assert_true(json_is_array(options));
    for (size_t i = 0; i < json_array_size(options); i++) {
        const json_t *option = json_array_get(options, i);
        assert_true(json_is_string(json_object_get(json_object_get(option, "title"), "el")));
        assert_int_equal(json_array_size(json_object_get(option, "choice_titles")),
                         json_array_size(json_object_get(option, "choices")));
    }
}

static void test_games_list(void **state) {
    (void)state;
    struct str out;
    str_init(&out);
    assert_int_equal(room_games(&out), PES_ERR_OK);
    json_t *root = json_loadb(out.text, out.length, JSON_REJECT_DUPLICATES, NULL);
    size_t shown = 0;
    for (int i = 0; i < pes_kit_count(); i++) {
        if (pes_kit_at(i)->view == NULL)
            continue;
        const json_t *game = json_array_get(root, shown++);
        assert_string_equal(json_string_value(json_object_get(game, "name")),
                            pes_kit_at(i)->rules->name);
        assert_true(json_array_size(json_object_get(game, "agents")) > 1);
        assert_true(json_is_array(json_object_get(game, "options")));
        assert_true(json_is_string(json_object_get(json_object_get(game, "goal"), "el")));
        const bool has_tagline = pes_kit_at(i)->view->tagline.in[PES_LANG_EN] != NULL;
        const json_t *tagline = json_object_get(json_object_get(game, "tagline"), "el");
        assert_int_equal(json_is_string(tagline), has_tagline);
        assert_titled(json_object_get(game, "options"));
        const json_t *levels = json_object_get(game, "levels");
        json_int_t last = 0; /* stronger levels are rated higher */
        for (size_t l = 0; l < json_array_size(levels); l++) {
            const json_t *rating = json_object_get(json_array_get(levels, l), "rating");
            assert_true(rating == NULL || json_integer_value(rating) > last);
            last = rating != NULL ? json_integer_value(rating) : last;
        }
        const json_t *agents = json_object_get(game, "agents");
        for (size_t a = 0; a < json_array_size(agents); a++) {
            const json_t *agent = json_array_get(agents, a);
            assert_true(json_is_string(json_object_get(json_object_get(agent, "title"), "el")));
            assert_titled(json_object_get(agent, "options"));
        }
    }
    assert_int_equal(json_array_size(root), shown);
    json_decref(root);
    assert_not_said(out.text, "\"threads\"");
    assert_not_said(out.text, "\"oracle\"");
    assert_said(out.text, "{\"agent\":\"level:n=1\",\"title\":{\"en\":\"Beginner\",");
    assert_said(out.text, "\"choices\":[\"freestyle\",");
    assert_said(out.text, "\"choice_titles\":[{\"en\":\"freestyle\",");
    assert_said(out.text, "{\"name\":\"crazy\",\"title\":{\"en\":\"Crazy Boat\",");
    assert_said(out.text, "\"usual\":{\"level\":1,\"variant\":\"rule=ko\"}");
    assert_said(out.text, "\"usual\":{\"level\":3,\"variant\":\"\"}");
    str_release(&out);
}

/* Damaged documents are refused. */
static void test_damaged_documents(void **state) {
    (void)state;
    static const struct {
        const char *from, *to;
    } cases[] = {
        {"{\"format\":1", "{\"format\":2"},
        {"\"game\":\"gomoku\"", "\"game\":\"chess\""},
        {"\"variant\":\"\"", "\"variant\":\"x\""},
        {"\"moves\":\"h8", "\"moves\":\"h8 h8"},
        {"\"redo\":\"", "\"redo\":\"h8"},
        {"\"values\":[]", "\"values\":7"},
        {"\"values\":[]", "\"values\":[[0]]"},
        {"\"values\":[]", "\"values\":[[\"0\",1]]"},
        {"\"values\":[]", "\"values\":[[0,\"1\"]]"},
        {"\"values\":[]", "\"values\":[[1,1.5]]"},
        {"\"values\":[]", "\"values\":[[-1,1.5]]"},
        {"\"values\":[]", "\"values\":[[0,1],[0,1]]"},
        {"\"seed\":\"", "\"seed\":\"-"},
        {"\"event\":", "\"event\":-"},
        {"\"pace_ms\":", "\"pace\":"},
        {"\"key\":\"", "\"key\":\"0"},
        {"\"end\":null", "\"end\":{\"why\":\"x\"}"},
        {"\"end\":null", "\"end\":{\"why\":\"agreed\",\"loser\":1}"},
        {"\"offer\":null", "\"offer\":{\"what\":4,\"by\":0}"},
        {"\"offer\":null", "\"offer\":7"},
        {"\"clock\":null", "\"clock\":{}"},
        {"\"id\":\"", "\"id\":\"x"},
        {"\"next\":\"", "\"next\":\"x"},
        {"\"seats\":[", "\"seats\":[{},"},
        {"{\"name\":\"\",", "{\"agent\":\"human\","},
        {"}", ""},
    };
    struct world w;
    world_init(&w);
    struct room *room = world_play(&w, GOMOKU_HOTSEAT, 0);
    world_follow(&w, room, 0, -1);
    world_move(&w, 0, 0, "h8");
    struct str saved;
    str_init(&saved);
    assert_int_equal(room_save(room, &saved), PES_ERR_OK);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct str bad;
        struct room *twin = NULL;
        struct pes_note note = {0};
        const char *at = strstr(saved.text, cases[i].from);
        assert_non_null(at);
        str_init(&bad);
        str_add_bytes(&bad, saved.text, (size_t)(at - saved.text));
        str_add(&bad, cases[i].to);
        str_add(&bad, at + strlen(cases[i].from));
        assert_int_equal(room_load(&w.door, bad.text, bad.length, &twin, &note), PES_ERR_SYNTAX);
        assert_true(!pes_note_is_empty(&note));
        assert_null(twin);
        str_release(&bad);
    }
    str_release(&saved);
    world_release(&w);
}

int main(void) {
    document_setup();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_follow_and_move),
        cmocka_unit_test(test_keys),
        cmocka_unit_test(test_events),
        cmocka_unit_test(test_agent_answers),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_stale_thoughts),
        cmocka_unit_test(test_stop_plays),
        cmocka_unit_test(test_offers),
        cmocka_unit_test(test_many_offers),
        cmocka_unit_test(test_rematch),
        cmocka_unit_test(test_rematch_with_agent),
        cmocka_unit_test(test_clock),
        cmocka_unit_test(test_clock_of_a_new_server),
        cmocka_unit_test(test_clock_beats_the_move),
        cmocka_unit_test(test_watching),
        cmocka_unit_test(test_hints),
        cmocka_unit_test(test_why),
        cmocka_unit_test(test_try),
        cmocka_unit_test(test_labels),
        cmocka_unit_test(test_judge_and_at),
        cmocka_unit_test(test_whole_games),
        cmocka_unit_test(test_chance),
        cmocka_unit_test(test_refused_games),
        cmocka_unit_test(test_swapped_colours),
        cmocka_unit_test(test_games_list),
        cmocka_unit_test(test_damaged_documents),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
