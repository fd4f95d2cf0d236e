/* Bounds of a room, whatever is requested: length of a game, size of a message, pace, fairness. */
#include "rooms/line.h"
#include "rooms/room_testing.h"

#include "core/game.h"
#include "pessoi/history.h"
#include "pessoi/kit.h"

#include <stdio.h>

#define AGENTS "[{\"who\":\"agent\",\"agent\":\"random\"},{\"who\":\"agent\",\"agent\":\"random\"}]"

static struct room *watch(struct world *w, const char *game, const char *variant, int pace_ms) {
    char text[512];
    snprintf(text, sizeof text,
             "{\"game\":\"%s\",\"variant\":\"%s\",\"seats\":" AGENTS ",\"pace_ms\":%d}", game,
             variant, pace_ms);
    struct room *room = world_play(w, text, 0);
    world_follow(w, room, 0, -1);
    return room;
}

/* Variants without a bound get one, and their text says so. */
static void test_every_variant_ends(void **state) {
    (void)state;
    static const struct {
        const char *game, *variant, *told;
    } cases[] = {
        {"abalone", "plies=0,repetition=0", "plies=2000"},
        {"abalone", "plies=100000", "plies=2000"},
        {"abalone", "plies=2000", "plies=2000"},
        {"abalone", "plies=17", "plies=17"},
        {"boats", "plies=0,repetition=0", "plies=2000"},
        {"crush", "plies=100000,limit=10000", "plies=2000"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct world w;
        world_init(&w);
        struct room *room = watch(&w, cases[i].game, cases[i].variant, -1);
        assert_said(room_variant(room), cases[i].told);
        world_release(&w);
    }
}

/* Appends random moves of a variant to the moves of a document until the game is over. */
static void add_random_game(const char *game, const char *variant, struct str *out) {
    struct pes_game *g = NULL;
    struct pes_history *h = NULL;
    struct pes_rng rng;
    size_t run = 0;
    pes_rng_init(&rng, 5);
    assert_int_equal(pes_game_open(pes_kit_find(game), variant, &g, NULL), PES_ERR_OK);
    assert_int_equal(pes_history_new(g, &h), PES_ERR_OK);
    while (pes_history_end(h) == PES_END_NONE) {
        const struct pes_state *at = pes_history_state(h);
        const bool chance = pes_turn(g, at) == PES_CHANCE;
        const pes_move m = pes_draw(g, at, &rng);
        char text[PES_MOVE_TEXT_MAX];
        const char *more = game_move_text(g, at, m, run, text);
        str_addf(out, "%s%s", more == text && out->length > 0 ? " " : "", more);
        run = chance ? (more == text ? 0 : run) + strlen(more) : 0;
        assert_int_equal(pes_history_make(h, m), PES_ERR_OK);
    }
    pes_history_free(h);
    pes_game_close(g);
}

/* The longest game of a variant fits into a document and a message, and can be read again. It is
 * read from a document: playing it move by move would take minutes. */
static void check_longest(const char *game, const char *variant) {
    struct world w;
    world_init(&w);
    struct room *room = watch(&w, game, variant, -1), *longest = NULL, *again = NULL;
    struct str empty, moves, document, message;
    str_init(&empty);
    str_init(&moves);
    str_init(&document);
    str_init(&message);
    assert_int_equal(room_save(room, &empty), PES_ERR_OK);
    add_random_game(game, room_variant(room), &moves);
    const char *list = strstr(empty.text, "\"moves\":\"") + strlen("\"moves\":\"");
    str_add_bytes(&document, empty.text, (size_t)(list - empty.text));
    str_add(&document, moves.text);
    str_add(&document, strchr(list, '"'));
    assert_int_equal(room_load(&w.door, document.text, document.length, &longest, NULL),
                     PES_ERR_OK);
    assert_true(room_over(longest));
    str_clear(&document);
    assert_int_equal(room_save(longest, &document), PES_ERR_OK);
    assert_int_equal(room_describe(longest, &message), PES_ERR_OK);
    assert_in_range(document.length, moves.length, ROOM_BYTES_MAX);
    assert_in_range(message.length, 1, ROOM_BYTES_MAX);
    assert_int_equal(room_load(&w.door, document.text, document.length, &again, NULL), PES_ERR_OK);
    assert_string_equal(room_result(again), room_result(longest));
    room_free(longest);
    room_free(again);
    str_release(&empty);
    str_release(&moves);
    str_release(&document);
    str_release(&message);
    world_release(&w);
}

static void test_longest_games(void **state) {
    (void)state;
    check_longest("abalone", "plies=0,repetition=0,eject=14");
    check_longest("boats", "plies=0,repetition=0");
    check_longest("crush", "plies=0,limit=10000");
    check_longest("gomoku", "size=20");
    check_longest("proximity", "");
}

/* Agents keep a minimum pace, whatever is requested. */
static void test_smallest_pace(void **state) {
    (void)state;
    struct world w;
    world_init(&w);
    struct room *room = watch(&w, "gomoku", "size=20", 0);
    assert_said(last_of(&w, 0), "\"pace_ms\":50");
    for (int i = 0; i < 1000; i++) {
        world_think_all(&w);
        world_pass(&w, 1);
    }
    assert_in_range(room_event(room), 15, 22);
    world_say(&w, 0, "pace", "\"ms\":1");
    assert_said(last_of(&w, 0), "\"pace_ms\":50");
    world_release(&w);
}

static int64_t poor(void *world, struct room *room) {
    (void)room;
    const struct world *w = world;
    return w->now % 1000 == 0 ? 0 : 1000 - w->now % 1000; /* one per second */
}

/* A move of two agents waits for the budget of the world. */
static void test_budget(void **state) {
    (void)state;
    struct world w;
    world_init(&w);
    w.door.budget = poor;
    struct room *room = watch(&w, "gomoku", "size=20", 50);
    for (int i = 0; i < 10000; i++) {
        world_think_all(&w);
        world_pass(&w, 1);
    }
    assert_in_range(room_event(room), 10, 13);
    world_release(&w);
}

/* The seed determines all chance events: a game with another person cannot have a given one. */
static void test_seed(void **state) {
    (void)state;
    static const struct {
        const char *seats;
        enum request_code code;
    } cases[] = {
        {"[{\"who\":\"me\"},{\"who\":\"person\"}]", REQUEST_UNFIT},
        {"[{\"who\":\"person\"},{\"who\":\"me\"}]", REQUEST_UNFIT},
        {"[{\"who\":\"person\"},{\"who\":\"person\"}]", REQUEST_UNFIT},
        {"[{\"who\":\"me\"},{\"who\":\"me\"}]", REQUEST_OK},
        {AGENTS, REQUEST_OK},
    };
    struct world w;
    world_init(&w);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[512], keys[2][ROOM_KEY_SIZE];
        struct request_play play;
        struct room *room = NULL;
        struct refusal why;
        snprintf(text, sizeof text, "{\"game\":\"proximity\",\"seed\":7,\"seats\":%s}",
                 cases[i].seats);
        assert_int_equal(request_read_play(text, strlen(text), &play, &why), REQUEST_OK);
        assert_int_equal(world_open(&w, &play, keys, &room, &why), cases[i].code);
        request_release_play(&play);
    }
    world_release(&w);
}

static void sit_down(struct world *w, struct room *room, int connection) {
    struct request_join join = {.name = NULL};
    int seat;
    assert_int_equal(room_join(room, &join, &seat, w->connections[connection].keys[0], NULL),
                     REQUEST_OK);
    world_follow(w, room, connection, -1);
}

/* Two people: no hints, threats or win probabilities, for players and watchers, until the game is
 * over; with `hints` for all. The message `game` says which. */
static void check_hints(bool hints) {
    struct world w;
    world_init(&w);
    char text[256];
    snprintf(text, sizeof text,
             "{\"game\":\"gomoku\",\"seats\":[{\"who\":\"me\"},{\"who\":\"person\"}],\"hints\":%s}",
             hints ? "true" : "false");
    struct room *room = world_play(&w, text, 0);
    world_follow(&w, room, 0, -1);
    const char *told = hints ? "\"hints\":true" : "\"hints\":false";
    assert_said(last_of(&w, 0), told);
    sit_down(&w, room, 1);
    assert_said(last_of(&w, 1), told);
    world_follow(&w, room, 2, -1);
    assert_said(last_of(&w, 2), told);
    const char *answer = hints ? "\"is\":\"threats\"" : "\"code\":\"unfit\"";
    for (int i = 0; i < 3; i++)
        assert_said(world_say(&w, i, "threats", ""), answer);
    if (!hints) {
        assert_said(world_say(&w, 0, "hint", "\"step\":0"), "\"code\":\"unfit\"");
        assert_said(world_say(&w, 2, "judge", ""), "\"code\":\"unfit\"");
        assert_int_equal(w.thought_count, 0);
    }
    world_say(&w, 0, "resign", "");
    assert_said(world_say(&w, 1, "threats", ""), "\"is\":\"threats\"");
    world_release(&w);
}

static void test_hints_between_people(void **state) {
    (void)state;
    check_hints(false);
    check_hints(true);
}

/* The line of a room is opened, or refused with the code; its plies if it is opened. */
static int line_plies(const struct room *room, int64_t ply, enum request_code code) {
    struct line line;
    struct refusal why;
    assert_int_equal(line_of_room(room, ply, &line, &why), code);
    if (code != REQUEST_OK)
        return -1;
    const int plies = pes_history_plies(line.session.history);
    assert_ptr_not_equal(line.session.game, NULL);
    line_release(&line);
    return plies;
}

/* Lines of a game between two people are as hints are: while they play only if both allow them. */
static void test_lines(void **state) {
    (void)state;
    struct world w;
    world_init(&w);
    struct room *room = world_play(
        &w, "{\"game\":\"gomoku\",\"seats\":[{\"who\":\"me\"},{\"who\":\"person\"}]}", 0);
    world_follow(&w, room, 0, -1);
    line_plies(room, -1, REQUEST_UNFIT);
    sit_down(&w, room, 1);
    world_say(&w, 0, "move", "\"ply\":0,\"move\":\"h8\"");
    line_plies(room, -1, REQUEST_UNFIT);
    line_plies(room, 0, REQUEST_UNFIT);
    world_say(&w, 1, "resign", "");
    assert_int_equal(line_plies(room, -1, REQUEST_OK), 1);
    assert_int_equal(line_plies(room, 0, REQUEST_OK), 0);
    assert_int_equal(line_plies(room, 1, REQUEST_OK), 1);
    line_plies(room, 2, REQUEST_RANGE);
    room = world_play(&w,
                      "{\"game\":\"gomoku\",\"hints\":true,\"seats\":[{\"who\":\"me\"},{\"who\":"
                      "\"person\"}]}",
                      2);
    assert_int_equal(line_plies(room, -1, REQUEST_OK), 0);
    room = world_play(&w,
                      "{\"game\":\"proximity\",\"seats\":[{\"who\":\"me\"},{\"who\":\"agent\","
                      "\"agent\":\"random\"}]}",
                      3);
    assert_int_equal(line_plies(room, -1, REQUEST_OK), 0);
    world_release(&w);
}

/* One person with both seats may ask. */
static void test_hints_alone(void **state) {
    (void)state;
    struct world w;
    world_init(&w);
    struct room *room =
        world_play(&w, "{\"game\":\"gomoku\",\"seats\":[{\"who\":\"me\"},{\"who\":\"me\"}]}", 0);
    world_follow(&w, room, 0, -1);
    assert_said(last_of(&w, 0), "\"hints\":true");
    assert_said(world_say(&w, 0, "threats", ""), "\"is\":\"threats\"");
    world_follow(&w, room, 1, -1);
    assert_said(world_say(&w, 1, "threats", ""), "\"is\":\"threats\"");
    world_release(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_variant_ends),
        cmocka_unit_test(test_longest_games),
        cmocka_unit_test(test_smallest_pace),
        cmocka_unit_test(test_budget),
        cmocka_unit_test(test_seed),
        cmocka_unit_test(test_hints_between_people),
        cmocka_unit_test(test_hints_alone),
        cmocka_unit_test(test_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
