/* A class while every allocation fails in turn: a request is answered or refused, nothing leaks,
 * and what is stored without a failure is the whole class. */
#include "core/mem_torture.h"
#include "rooms/lobby.h"
#include "rooms/room_testing.h"

static void keep(void *world, struct lobby *lobby) {
    (void)world;
    (void)lobby;
}

static void quiet_tell(void *to, void *connection, const char *json, size_t length) {
    (void)to;
    (void)connection;
    (void)json;
    (void)length;
}

/* One request; its key, if it gives one out. */
static void ask(struct lobby *l, const char *format, const char *what, char key[ROOM_KEY_SIZE]) {
    char json[512];
    struct str out;
    struct refusal why;
    str_init(&out);
    const int length = snprintf(json, sizeof json, format, what);
    const enum request_code code = lobby_do(l, json, (size_t)length, &out, &why);
    if (code != REQUEST_OK) {
        assert_int_equal(why.code, code);
        assert_true(why.why[PES_LANG_EN][0] != '\0');
    } else {
        assert_int_equal(out.text[0], '{');
        assert_int_equal(out.text[out.length - 1], '}');
        const char *at = strstr(out.text, "\"key\":\"");
        if (key != NULL && at != NULL)
            snprintf(key, ROOM_KEY_SIZE, "%s", at + strlen("\"key\":\""));
    }
    str_release(&out);
}

/* Saves, reads again and compares, as far as memory allows. */
static void store(const struct lobby_world *world, const struct lobby *l) {
    struct str saved, again;
    struct lobby *twin = NULL;
    str_init(&saved);
    str_init(&again);
    if (lobby_save(l, &saved) == PES_ERR_OK) {
        const enum pes_err err = lobby_load(world, saved.text, saved.length, &twin, NULL);
        const bool whole = err == PES_ERR_OK && lobby_save(twin, &again) == PES_ERR_OK;
        assert_true(whole || mem_torture_failed());
        /* jansson 2.14 shortens a string for which it had no memory. */
        if (!mem_torture_failed())
            assert_string_equal(saved.text, again.text);
    }
    lobby_free(twin);
    str_release(&saved);
    str_release(&again);
}

static void work(void) {
    struct world w;
    struct lobby *l = NULL;
    char anna[ROOM_KEY_SIZE] = "", bob[ROOM_KEY_SIZE] = "", teacher[ROOM_KEY_SIZE],
         id[ROOM_ID_SIZE];
    world_init(&w);
    w.trusting = true;
    w.door.tell = quiet_tell;
    const struct lobby_world door = {.rooms = &w.door, .keep = keep};
    if (lobby_new(&door, "Τάξη Α", &l) == PES_ERR_OK) {
        /* The row of the store follows from the name alone: never another one. */
        lobby_id_of("Τάξη Α", id);
        assert_string_equal(id, lobby_id(l));
        lobby_draw_teacher(l, teacher);
        ask(l, "{\"do\":\"enter\",\"code\":\"%s\",\"name\":\"Anna\"}", lobby_code(l), anna);
        ask(l, "{\"do\":\"enter\",\"code\":\"%s\",\"name\":\"Bob\"}", lobby_code(l), bob);
        ask(l, "{\"do\":\"challenge\",\"game\":\"gomoku\",\"variant\":\"size=7\",\"key\":\"%s\"}",
            anna, NULL);
        ask(l, "{\"do\":\"look\",\"key\":\"%s\"}", bob, NULL);
        ask(l, "{\"do\":\"accept\",\"challenge\":3,\"key\":\"%s\"}", bob, NULL);
        ask(l, "{\"do\":\"csv\",\"teacher\":\"%s\"}", teacher, NULL);
        ask(l, "{\"do\":\"csv\",\"what\":\"games\",\"teacher\":\"%s\"}", teacher, NULL);
        for (int i = 0; i < w.room_count; i++)
            lobby_saw(l, w.rooms[i]);
        store(&door, l);
        ask(l, "{\"do\":\"remove\",\"person\":1,\"teacher\":\"%s\"}", teacher, NULL);
        ask(l, "{\"do\":\"recode\",\"teacher\":\"%s\"}", teacher, NULL);
        lobby_free(l);
    }
    for (int i = 0; i < w.room_count; i++)
        room_free(w.rooms[i]);
    for (int i = 0; i < WORLD_CONNECTIONS; i++) {
        str_release(&w.connections[i].last);
        str_release(&w.connections[i].all);
    }
}

static void test_memory_runs_out(void **state) {
    (void)state;
    char whole[ROOM_ID_SIZE], id[ROOM_ID_SIZE];
    lobby_id_of("Τάξη Α", whole);
    mem_torture_fail_at(1);
    lobby_id_of("Τάξη Α", id);
    mem_torture_fail_at(0);
    assert_string_equal(id, whole);
    const int64_t live = mem_torture_live();
    int64_t n = 1;
    for (;; n++) {
        mem_torture_fail_at(n);
        work();
        assert_int_equal(mem_torture_live(), live);
        if (!mem_torture_failed())
            break;
    }
    assert_true(n > 100);
    mem_torture_fail_at(0);
}

int main(void) {
    document_setup();
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_memory_runs_out)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
