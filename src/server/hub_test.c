/* The hub with real rooms, a real store and real threads; only the network is missing. */
#include "server/hub_testing.h"

#include "core/mem.h"
#include "pessoi/rng.h"
#include "server/bounds.h"
#include "server/hub_int.h"

#include <signal.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define HOTSEAT "{\"game\":\"gomoku\",\"seats\":[{\"who\":\"me\"},{\"who\":\"me\"}]}"
#define AGENT                                                                               \
    "{\"game\":\"gomoku\",\"seats\":[{\"who\":\"me\"},{\"who\":\"agent\",\"agent\":\"mcts:" \
    "movetime=100\"}]}"

#define SLOW                                                                                \
    "{\"game\":\"gomoku\",\"seats\":[{\"who\":\"me\"},{\"who\":\"agent\",\"agent\":\"mcts:" \
    "movetime=1000\"}]}"

static int enter_folder(void **state) {
    char name[] = "/tmp/pessoi-hub-test-XXXXXX";
    if (!mkdtemp(name) || chdir(name) != 0)
        return -1;
    *state = strdup(name);
    return *state ? 0 : -1;
}

static int leave_folder(void **state) {
    static const char *const names[] = {"games.db", "games.db-wal", "games.db-shm"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        unlink(names[i]);
    const int failed = chdir("/") != 0 || rmdir(*state) != 0;
    free(*state);
    return failed;
}

/* The last message to a client begins with this. */
static void assert_told(const struct bench *b, int client, const char *beginning) {
    if (strncmp(b->last[client], beginning, strlen(beginning)) != 0)
        fail_msg("told '%.200s', not '%s'", b->last[client], beginning);
}

static void assert_part(const struct bench *b, int client, const char *part) {
    if (strstr(b->last[client], part) == NULL)
        fail_msg("told '%.300s', without '%s'", b->last[client], part);
}

static void kept_after_a_turn(void **state) {
    (void)state;
    struct bench b;
    char id[ROOM_ID_SIZE];
    assert_true(bench_open(&b, "games.db"));
    assert_true(begin(&b, 0, HOTSEAT, id));
    assert_told(&b, 0, "{\"is\":\"game\"");
    assert_int_equal(hub_games(b.hub), 0); /* nothing is persistent before the turn */
    assert_true(hub_turn(b.hub));
    assert_int_equal(hub_games(b.hub), 1);
    say(&b, 0, "move", id, ",\"ply\":0,\"move\":\"h8\"");
    assert_told(&b, 0, "{\"is\":\"moved\"");
    assert_true(hub_turn(b.hub));
    bench_close(&b);

    assert_true(bench_open(&b, "games.db"));
    say(&b, 1, "follow", id, ",\"from\":2");
    assert_told(&b, 1, "{\"is\":\"state\""); /* `same` and `state` */
    assert_part(&b, 1, "\"event\":2,");
    say(&b, 1, "move", id, ",\"ply\":1,\"move\":\"h9\"");
    assert_part(&b, 1, "\"code\":\"seat\"");
    bench_close(&b);
}

/* A limit on the size of files acts like a full disk. */
static void set_file_size(rlim_t size) {
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = size;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/* The turn fails: nothing of it is acknowledged, followers are disconnected, and the game goes on
 * from its persisted state. */
static void disk_full(void **state) {
    (void)state;
    struct bench b;
    char id[ROOM_ID_SIZE], other[ROOM_ID_SIZE];
    signal(SIGXFSZ, SIG_IGN);
    assert_true(bench_open(&b, "games.db"));
    assert_true(begin(&b, 0, HOTSEAT, id));
    assert_true(begin(&b, 1, HOTSEAT, other));
    assert_true(hub_turn(b.hub));
    const int rooms = hub_rooms(b.hub);

    set_file_size(1024);
    say(&b, 0, "move", id, ",\"ply\":0,\"move\":\"h8\"");
    assert_told(&b, 0, "{\"is\":\"moved\"");
    const bool safe = hub_turn(b.hub);
    set_file_size(RLIM_INFINITY);
    assert_false(safe);
    assert_int_equal(b.lost[0], 1);
    assert_int_equal(b.lost[1], 0); /* its game did not change */
    assert_int_equal(b.logged, 1);
    assert_int_equal(hub_rooms(b.hub), rooms - 1);

    say(&b, 2, "follow", id, ",\"from\":1");
    assert_told(&b, 2, "{\"is\":\"state\"");
    assert_part(&b, 2, "\"event\":1,");
    say(&b, 1, "move", other, ",\"ply\":0,\"move\":\"h8\"");
    assert_told(&b, 1, "{\"is\":\"moved\"");
    assert_true(hub_turn(b.hub));
    bench_close(&b);
}

static enum request_code ask_class(struct bench *b, const char *json, struct str *out) {
    struct refusal why;
    str_clear(out);
    return hub_class(b->hub, 1, json, strlen(json), out, &why);
}

/* A turn with a change of the class fails: nobody was told of the change, it is gone, and what was
 * stored before is all there; the class goes on. */
static void disk_full_with_a_class(void **state) {
    (void)state;
    struct bench b;
    struct pes_note note = {0};
    struct str out;
    char teacher[ROOM_KEY_SIZE], enter[128], look[128], code[LOBBY_CODE_SIZE];
    str_init(&out);
    signal(SIGXFSZ, SIG_IGN);
    assert_true(bench_open(&b, "games.db"));
    assert_int_equal(hub_open_class(b.hub, "Chess club", teacher, &note), PES_ERR_OK);
    snprintf(code, sizeof code, "%s", hub_class_code(b.hub));
    snprintf(look, sizeof look, "{\"do\":\"look\",\"teacher\":\"%s\"}", teacher);
    const char *form = "{\"do\":\"enter\",\"code\":\"%s\",\"name\":\"%s\"}";
    snprintf(enter, sizeof enter, form, code, "Anna");
    assert_int_equal(ask_class(&b, enter, &out), REQUEST_OK);
    assert_true(hub_class_waits(b.hub)); /* the answer is not sent before the turn */
    assert_int_equal(hub_turn(b.hub), HUB_KEPT);
    assert_false(hub_class_waits(b.hub));

    snprintf(enter, sizeof enter, form, code, "Bob");
    assert_int_equal(ask_class(&b, enter, &out), REQUEST_OK);
    set_file_size(1024);
    const enum hub_turned turned = hub_turn(b.hub);
    set_file_size(RLIM_INFINITY);
    assert_int_equal(turned, HUB_FAILED);
    assert_false(hub_class_waits(b.hub));
    assert_int_equal(ask_class(&b, look, &out), REQUEST_OK);
    assert_non_null(strstr(out.text, "Anna"));
    assert_null(strstr(out.text, "Bob"));

    assert_int_equal(ask_class(&b, enter, &out), REQUEST_OK); /* the name is free */
    assert_int_equal(hub_turn(b.hub), HUB_KEPT);
    bench_close(&b);

    /* After a restart, too: two people, the same code, and the earlier key of the teacher. */
    assert_true(bench_open(&b, "games.db"));
    assert_int_equal(hub_open_class(b.hub, "Chess club", teacher, &note), PES_ERR_OK);
    assert_string_equal(hub_class_code(b.hub), code);
    assert_int_equal(ask_class(&b, look, &out), REQUEST_OK);
    assert_non_null(strstr(out.text, "Anna"));
    assert_non_null(strstr(out.text, "Bob"));
    bench_close(&b);
    str_release(&out);
}

/* Runs turns until the last message to a client contains this. */
static void turn_until(struct bench *b, int client, const char *part) {
    const struct timespec moment = {.tv_nsec = 5000000};
    for (int i = 0; i < 4000; i++) {
        (void)!hub_turn(b->hub);
        if (strstr(b->last[client], part) != NULL)
            return;
        nanosleep(&moment, NULL);
    }
    fail_msg("it is never told '%s'", part);
}

static void agents_answer(void **state) {
    (void)state;
    struct bench b;
    char id[ROOM_ID_SIZE];
    assert_true(bench_open(&b, ":memory:"));
    assert_true(begin(&b, 0, AGENT, id));
    assert_true(hub_turn(b.hub));
    say(&b, 0, "move", id, ",\"ply\":0,\"move\":\"h8\"");
    turn_until(&b, 0, "\"player\":1,\"steps\"");
    assert_told(&b, 0, "{\"is\":\"moved\"");
    /* The thread wakes the event loop after the thought is in the list of finished ones. */
    const struct timespec moment = {.tv_nsec = 5000000};
    for (int i = 0; i < 4000 && atomic_load(&b.woken) == 0; i++)
        nanosleep(&moment, NULL);
    assert_true(atomic_load(&b.woken) > 0);
    bench_close(&b);
}

#define QUICK \
    "{\"game\":\"boats\",\"seats\":[{\"who\":\"agent\",\"agent\":\"random\"},{\"who\":\"me\"}]}"

/* One turn takes a bounded number of finished thoughts, and the next turn is due at once. */
static void turns_end(void **state) {
    (void)state;
    struct bench b;
    char id[ROOM_ID_SIZE];
    enum { GAMES = CLIENTS * HUB_FOLLOWS_MAX };
    _Static_assert((int)GAMES > (int)TURN_THOUGHTS_MAX, "more than one turn takes");
    assert_true(bench_open(&b, ":memory:"));
    for (int i = 0; i < GAMES; i++)
        assert_true(begin(&b, i % CLIENTS, QUICK, id));
    const struct timespec moment = {.tv_nsec = 5000000};
    for (int i = 0; i < 4000 && atomic_load(&b.woken) < GAMES; i++)
        nanosleep(&moment, NULL);
    assert_int_equal(atomic_load(&b.woken), GAMES); /* all have finished, and no turn came yet */
    assert_int_equal(b.moved, 0);
    int turns = 0;
    for (int before = 0; b.moved < GAMES; turns++, before = b.moved) {
        assert_true(turns < GAMES);
        assert_true(hub_turn(b.hub));
        assert_in_range(b.moved - before, 1, TURN_THOUGHTS_MAX);
        assert_true(b.moved == GAMES || hub_wakes(b.hub) <= hub_now(b.hub));
    }
    assert_true(turns > 1);
    bench_close(&b);
}

/* The payer of a game: a player, else the client that made it; never a later watcher. */
static void watchers_do_not_pay(void **state) {
    (void)state;
    struct bench b;
    char id[ROOM_ID_SIZE], busy[ROOM_ID_SIZE];
    assert_true(bench_open(&b, ":memory:"));
    b.clients[0].who = 10;
    b.clients[1].who = 20;
    assert_true(begin(&b, 0, AGENT, id)); /* made by address 1 */
    /* The line of the watcher is full of long thoughts. */
    for (int i = 0; i < 12; i++) {
        assert_true(begin(&b, 1, SLOW, busy));
        say(&b, 1, "move", busy, ",\"ply\":0,\"move\":\"h8\"");
    }
    say(&b, 2, "follow", id, "");
    b.clients[2].who = 20;
    say(&b, 2, "follow", id, "");
    say(&b, 0, "move", id, ",\"ply\":0,\"move\":\"h8\"");
    const int64_t began = hub_now(b.hub);
    turn_until(&b, 0, "\"player\":1,\"steps\"");
    /* Otherwise it would wait for twelve slow moves of 1 s each. */
    assert_true(hub_now(b.hub) - began < 6000);
    bench_close(&b);
}

/* The disk is full while an agent thinks: its room is dropped, and its thought is ignored. */
static void disk_full_while_thinking(void **state) {
    (void)state;
    struct bench b;
    char id[ROOM_ID_SIZE];
    signal(SIGXFSZ, SIG_IGN);
    assert_true(bench_open(&b, "games.db"));
    assert_true(begin(&b, 0, AGENT, id));
    assert_true(hub_turn(b.hub));
    set_file_size(1024);
    say(&b, 0, "move", id, ",\"ply\":0,\"move\":\"h8\"");
    const bool safe = hub_turn(b.hub);
    set_file_size(RLIM_INFINITY);
    assert_false(safe);
    assert_int_equal(b.lost[0], 1);
    assert_int_equal(hub_rooms(b.hub), 0);
    const struct timespec moment = {.tv_nsec = 200000000};
    nanosleep(&moment, NULL);
    assert_true(hub_turn(b.hub));
    say(&b, 1, "follow", id, "");
    assert_told(&b, 1, "{\"is\":\"game\"");
    assert_part(&b, 1, "\"ply\":0");
    bench_close(&b);
}

static void closes_while_thinking(void **state) {
    (void)state;
    struct bench b;
    char id[ROOM_ID_SIZE];
    assert_true(bench_open(&b, ":memory:"));
    for (int i = 0; i < 6; i++) {
        assert_true(begin(&b, 0, AGENT, id));
        say(&b, 0, "move", id, ",\"ply\":0,\"move\":\"h8\"");
    }
    assert_true(hub_turn(b.hub));
    bench_close(&b);
}

/* Questions --------------------------------------------------------------------------------------
 */

static void ask(struct bench *b, int client, const char *json) {
    hub_receive(b->hub, &b->clients[client], json, strlen(json));
}

#define ENDLESS "{\"do\":\"lines\",\"seq\":1,\"game\":\"gomoku\",\"moves\":\"h8 i9\",\"count\":3}"
#define REVIEW \
    "{\"do\":\"review\",\"seq\":2,\"game\":\"gomoku\",\"moves\":\"h8 i9 g9\",\"nodes\":300}"

/* Lines are told while the thought runs, and the last ones at once when the client wants no more.
 */
static void lines_until_quiet(void **state) {
    (void)state;
    struct bench b;
    assert_true(bench_open(&b, ":memory:"));
    ask(&b, 0, ENDLESS);
    assert_int_equal(b.told[0], 0);
    turn_until(&b, 0, "\"last\":false");
    assert_told(&b, 0, "{\"is\":\"lines\",\"re\":1,");
    const int told = b.told[0];
    ask(&b, 0, "{\"do\":\"quiet\",\"seq\":9}");
    assert_int_equal(b.told[0], told + 2);
    assert_told(&b, 0, "{\"is\":\"done\",\"re\":9}");
    ask(&b, 0, "{\"do\":\"quiet\"}"); /* nothing to stop: nothing to say */
    assert_int_equal(b.told[0], told + 2);
    bench_close(&b);
}

/* The next question ends the one before, whose thought may still run, and is answered itself. */
static void next_question(void **state) {
    (void)state;
    struct bench b;
    assert_true(bench_open(&b, ":memory:"));
    for (int i = 0; i < 20; i++) {
        const int told = b.told[0];
        ask(&b, 0, ENDLESS);
        assert_int_equal(b.told[0], told + (i > 0));
        if (i % 3 == 0)
            assert_true(hub_turn(b.hub));
    }
    assert_part(&b, 0, "\"last\":true");
    ask(&b, 0, REVIEW);
    turn_until(&b, 0, "\"is\":\"review\",\"re\":2,\"pass\":1");
    assert_part(&b, 0, "\"known\":3,\"of\":3");
    assert_int_equal(hub_numbers(b.hub).running, 0);
    assert_int_equal(hub_numbers(b.hub).waiting, 0);
    bench_close(&b);
}

/* Clients leave in the middle of their questions, and some questions are refused. */
static void questions_of_those_who_leave(void **state) {
    (void)state;
    struct bench b;
    assert_true(bench_open(&b, ":memory:"));
    for (int i = 0; i < 12; i++) {
        for (int k = 0; k < CLIENTS; k++)
            ask(&b, k, (i + k) % 2 ? ENDLESS : REVIEW);
        if (i % 4 == 0)
            turn_until(&b, 1, "\"re\":");
        hub_gone(b.hub, &b.clients[i % CLIENTS]);
        ask(&b, 0, "{\"do\":\"lines\",\"game\":\"gomoku\",\"moves\":\"h8 h8\"}");
        assert_part(&b, 0, "\"code\":\"illegal\"");
    }
    for (int k = 0; k < CLIENTS; k++)
        hub_gone(b.hub, &b.clients[k]);
    while (hub_numbers(b.hub).running + hub_numbers(b.hub).waiting > 0)
        assert_true(hub_turn(b.hub));
    bench_close(&b);
}

/* A game of the server as a line; one that two people still play is refused. */
static void question_about_a_game(void **state) {
    (void)state;
    struct bench b;
    char id[ROOM_ID_SIZE];
    assert_true(bench_open(&b, ":memory:"));
    assert_true(begin(&b, 0, HOTSEAT, id));
    say(&b, 0, "move", id, ",\"ply\":0,\"move\":\"h8\"");
    assert_true(hub_turn(b.hub));
    say(&b, 1, "lines", id, ",\"nodes\":1000");
    turn_until(&b, 1, "\"last\":true");
    say(&b, 1, "lines", id, ",\"ply\":7");
    assert_part(&b, 1, "\"code\":\"range\"");
    say(&b, 1, "review", "AAAAAAAAAAAAAAAA", "");
    assert_part(&b, 1, "\"code\":\"unknown\"");
    bench_close(&b);
}

/* A question does not delay the agent of a game that has only one thread besides. */
static void games_first(void **state) {
    (void)state;
    struct bench b;
    char id[ROOM_ID_SIZE];
    assert_true(bench_open(&b, ":memory:"));
    ask(&b, 1, ENDLESS);
    assert_true(begin(&b, 0, AGENT, id));
    say(&b, 0, "move", id, ",\"ply\":0,\"move\":\"h8\"");
    turn_until(&b, 0, "\"ply\":2");
    assert_true(strstr(b.last[1], "\"why\"") == NULL); /* it needed not even give way */
    bench_close(&b);
}

/* The set of rooms --------------------------------------------------------------------------------
 */

static int64_t no_time(void *world) {
    (void)world;
    return 0;
}

static void seeded(void *world, unsigned char *out, size_t count) {
    for (size_t i = 0; i < count; i++)
        out[i] = (unsigned char)pes_rng_next(world);
}

static void nothing(void *world, struct room *room) {
    (void)world;
    (void)room;
}

/* After any sequence of add, remove and reschedule each entry is found, and the first is the
 * earliest. */
static void set_of_rooms(void **state) {
    (void)state;
    enum { ROOMS = 150 };
    struct pes_rng rng;
    pes_rng_init(&rng, 3);
    const struct room_world world = {
        .world = &rng, .now_ms = no_time, .random = seeded, .keep = nothing};
    struct hub_set set;
    struct hub_entry *entries[ROOMS] = {NULL};
    hub_set_init(&set);
    assert_null(hub_set_first(&set));
    assert_null(hub_set_find(&set, "AAAAAAAAAAAAAAAA"));
    for (int step = 0; step < 3000; step++) {
        struct hub_entry **e = &entries[pes_rng_below(&rng, ROOMS)];
        if (*e == NULL) {
            const struct request_play wanted = {.game = "boats",
                                                .variant = "",
                                                .position = "startpos",
                                                .moves = "",
                                                .pace_ms = 800};
            char keys[2][ROOM_KEY_SIZE];
            struct room *room = NULL;
            assert_int_equal(room_new(&world, &wanted, keys, &room, NULL), REQUEST_OK);
            assert_int_equal(hub_set_reserve(&set), PES_ERR_OK);
            *e = hub_set_add(&set, room);
        } else if (pes_rng_below(&rng, 3) == 0) {
            struct room *room = (*e)->room;
            hub_set_remove(&set, *e);
            assert_null(hub_set_find(&set, room_id(room)));
            mem_free(*e);
            room_free(room);
            *e = NULL;
        } else {
            hub_set_wake(&set, *e, pes_rng_below(&rng, 1000));
        }
        int64_t first = INT64_MAX;
        for (int i = 0; i < ROOMS; i++) {
            if (entries[i] != NULL && entries[i]->wakes < first)
                first = entries[i]->wakes;
        }
        if (hub_set_first(&set) != NULL)
            assert_int_equal(hub_set_first(&set)->wakes, first);
        if (*e != NULL)
            assert_ptr_equal(hub_set_find(&set, room_id((*e)->room)), *e);
    }
    for (int i = 0; i < ROOMS; i++) {
        struct room *room = entries[i] != NULL ? entries[i]->room : NULL;
        if (room != NULL)
            hub_set_remove(&set, entries[i]);
        mem_free(entries[i]);
        room_free(room);
    }
    hub_set_release(&set);
}

int main(void) {
#define T(f) cmocka_unit_test_setup_teardown(f, enter_folder, leave_folder)
    const struct CMUnitTest tests[] = {
        T(kept_after_a_turn),
        T(disk_full),
        T(disk_full_with_a_class),
        T(agents_answer),
        T(disk_full_while_thinking),
        T(closes_while_thinking),
        T(set_of_rooms),
        T(turns_end),
        T(watchers_do_not_pay),
        T(lines_until_quiet),
        T(next_question),
        T(questions_of_those_who_leave),
        T(question_about_a_game),
        T(games_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
