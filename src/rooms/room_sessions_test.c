/* Random sessions in every game: whatever clients do, a room that is stored and read again equals
 * the original, and every message is JSON. */
#include "rooms/room_int.h"
#include "rooms/room_testing.h"

#include "pessoi/kit.h"

enum { REQUESTS = 60 };

static const struct {
    const char *game, *variant;
} variants[] = {
    {"boats", ""},
    {"boats", "start=s2,rule=ko,repetition=2"},
    {"gomoku", ""},
    {"gomoku", "size=7,rule=renju"},
    {"gomoku", "size=9,opening=swap2"},
    {"abalone", ""},
    {"abalone", "start=standard,eject=1"},
    {"crush", ""},
    {"crush", "colours=4,columns=6,rows=6,hidden=0"},
    {"proximity", ""},
    {"proximity", "columns=4,rows=4,look=3"},
};
static const char *const seatings[] = {
    "{\"who\":\"me\"},{\"who\":\"me\"}",
    "{\"who\":\"me\",\"name\":\"Άννα \\\"A\\\"\"},{\"who\":\"person\"}",
    "{\"who\":\"me\"},{\"who\":\"agent\",\"agent\":\"random\"}",
    "{\"who\":\"agent\",\"agent\":\"random\"},{\"who\":\"me\"}",
    "{\"who\":\"agent\",\"agent\":\"random\"},{\"who\":\"agent\",\"agent\":\"random\"}",
};

/* Presence and thoughts are not stored. */
static void forget(struct str *json, const char *member) {
    for (char *at = json->text; (at = strstr(at, member)) != NULL;)
        for (at += strlen(member); *at != ',' && *at != '}'; at++)
            *at = ' ';
    /* true, false, 0, 1 and null differ in length: pad with blanks, which do not matter in JSON. */
    size_t n = 0;
    for (size_t i = 0; i < json->length; i++)
        if (json->text[i] != ' ')
            json->text[n++] = json->text[i];
    json->text[n] = '\0';
    json->length = n;
}

static void check_stored(struct world *w, struct room *room) {
    struct str saved, again, told, told_again;
    struct room *twin = NULL;
    struct pes_note note = {0};
    str_init(&saved);
    str_init(&again);
    str_init(&told);
    str_init(&told_again);
    assert_int_equal(room_save(room, &saved), PES_ERR_OK);
    if (room_load(&w->door, saved.text, saved.length, &twin, &note) != PES_ERR_OK)
        fail_msg("%s: %s", note.why[PES_LANG_EN], saved.text);
    assert_int_equal(room_save(twin, &again), PES_ERR_OK);
    assert_string_equal(again.text, saved.text);
    assert_int_equal(room_describe(room, &told), PES_ERR_OK);
    assert_int_equal(room_describe(twin, &told_again), PES_ERR_OK);
    forget(&told, "\"here\":");
    forget(&told, "\"thinking\":");
    forget(&told_again, "\"here\":");
    forget(&told_again, "\"thinking\":");
    assert_string_equal(told.text, told_again.text);
    assert_int_equal(room_event(twin), room_event(room));
    assert_int_equal(room_over(twin), room_over(room));
    /* Chance events are the same, too. */
    if (session_turn(&room->session) >= 0) {
        struct pes_rng a = session_luck(&room->session, 0), b = session_luck(&twin->session, 0);
        assert_int_equal(pes_rng_next(&a), pes_rng_next(&b));
    }
    room_free(twin);
    str_release(&saved);
    str_release(&again);
    str_release(&told);
    str_release(&told_again);
}

static void move_at_random(struct world *w, struct room *room, int connection) {
    const struct session *s = &room->session;
    const struct pes_state *state = pes_history_state(s->history);
    char text[PES_MOVE_TEXT_MAX] = "nonsense";
    if (session_turn(s) >= 0)
        s->game->rules->move_format(s->game, state, pes_draw(s->game, state, &w->rng), text);
    world_move(w, connection, pes_history_plies(s->history), text);
}

static void act_at_random(struct world *w, struct room *room, int connection) {
    static const struct {
        const char *what, *more;
    } words[] = {{"undo", ""},
                 {"redo", ""},
                 {"undo", ""},
                 {"offer", "\"what\":\"draw\""},
                 {"offer", "\"what\":\"undo\""},
                 {"offer", "\"what\":\"rematch\""},
                 {"accept", ""},
                 {"decline", ""},
                 {"threats", ""},
                 {"at", "\"ply\":2"},
                 {"at", "\"ply\":0"},
                 {"pace", "\"ms\":500"},
                 {"pace", "\"ms\":-1"},
                 {"step", ""},
                 {"stop", ""},
                 {"leave", ""}};
    const uint32_t n = sizeof words / sizeof words[0];
    const uint32_t dice = pes_rng_below(&w->rng, 100);
    if (dice < 55) {
        move_at_random(w, room, connection);
    } else if (dice < 85) {
        const uint32_t i = pes_rng_below(&w->rng, n);
        world_say(w, connection, words[i].what, words[i].more);
    } else if (dice < 87) {
        world_say(w, connection, "resign", "");
    } else if (dice < 90) {
        world_leave(w, connection);
        world_follow(w, room, connection, pes_rng_below(&w->rng, 2) ? room_event(room) : -1);
    } else {
        world_pass(w, pes_rng_below(&w->rng, 3000));
    }
    if (pes_rng_below(&w->rng, 3) > 0)
        world_think_all(w);
}

static void play_session(const char *game, const char *variant, const char *seats, bool clock,
                         uint64_t seed) {
    struct world w;
    world_init(&w);
    pes_rng_init(&w.rng, seed);
    char wanted[512];
    snprintf(wanted, sizeof wanted,
             "{\"game\":\"%s\",\"variant\":\"%s\",\"seats\":[%s]%s,\"pace_ms\":100}", game, variant,
             seats, clock ? ",\"clock\":{\"base_ms\":20000,\"increment_ms\":500}" : "");
    struct room *room = world_play(&w, wanted, 0);
    check_stored(&w, room);
    struct request_join join = {.name = NULL};
    int seat;
    (void)!room_join(room, &join, &seat, w.connections[1].keys[0], NULL);
    for (int c = 0; c < 3; c++)
        world_follow(&w, room, c, -1);
    for (int i = 0; i < REQUESTS && w.room_count < WORLD_ROOMS; i++) {
        act_at_random(&w, room, (int)pes_rng_below(&w.rng, 3));
        check_stored(&w, room);
    }
    for (int i = 1; i < w.room_count; i++)
        check_stored(&w, w.rooms[i]);
    world_release(&w);
}

static void test_stored_is_the_same(void **state) {
    (void)state;
    uint64_t seed = 1;
    for (size_t v = 0; v < sizeof variants / sizeof variants[0]; v++)
        for (size_t s = 0; s < sizeof seatings / sizeof seatings[0]; s++) {
            const bool agents = strstr(seatings[s], "me") == NULL;
            play_session(variants[v].game, variants[v].variant, seatings[s], false, seed++);
            if (!agents)
                play_session(variants[v].game, variants[v].variant, seatings[s], true, seed++);
        }
}

int main(void) {
    document_setup();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stored_is_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
