/* A simulated world for rooms: the test sets its clock, its random bytes come from a seeded
 * generator, messages are kept per connection, and thoughts run when the test says so. */
#ifndef ROOMS_ROOM_TESTING_H
#define ROOMS_ROOM_TESTING_H

#include "core/str.h"
#include "pessoi/rng.h"
#include "rooms/document.h"
#include "rooms/room.h"
#include "rooms/thought.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { WORLD_ROOMS = 8, WORLD_THOUGHTS = 64, WORLD_CONNECTIONS = 8 };

struct connection {
    struct str last; /* the last message */
    struct str all;  /* all of them, one per line */
    int count;
    struct room *room; /* the room that it follows */
    struct follower *follower;
    char keys[2][ROOM_KEY_SIZE];
};

struct world {
    struct room_world door;
    bool trusting; /* do not check that messages are JSON */
    int64_t now;
    struct pes_rng rng;
    int kept;
    struct room *rooms[WORLD_ROOMS];
    int room_count;
    struct {
        struct room *room;
        struct thought *thought;
    } thoughts[WORLD_THOUGHTS];
    int thought_count;
    struct connection connections[WORLD_CONNECTIONS];
};

static inline int64_t world_now(void *to) {
    return ((struct world *)to)->now;
}

static inline void world_random(void *to, unsigned char *out, size_t count) {
    struct world *w = to;
    for (size_t i = 0; i < count; i++)
        out[i] = (unsigned char)(pes_rng_next(&w->rng) >> 33);
}

static inline void world_keep(void *to, struct room *room) {
    (void)room;
    ((struct world *)to)->kept++;
}

static inline void world_tell(void *to, void *connection, const char *json, size_t length) {
    const struct world *w = to;
    struct connection *c = connection;
    assert_int_equal(strlen(json), length);
    if (!w->trusting) {
        json_error_t error;
        json_t *root = json_loadb(json, length, JSON_REJECT_DUPLICATES, &error);
        if (root == NULL)
            fail_msg("%s: %s", error.text, json);
        json_decref(root);
    }
    str_clear(&c->last);
    str_add_bytes(&c->last, json, length);
    str_add_bytes(&c->all, json, length);
    str_add_char(&c->all, '\n');
    c->count++;
}

static inline void world_think(void *to, struct room *room, struct thought *thought,
                               void *connection) {
    (void)connection;
    struct world *w = to;
    assert_true(w->thought_count < WORLD_THOUGHTS);
    w->thoughts[w->thought_count].room = room;
    w->thoughts[w->thought_count++].thought = thought;
}

static inline enum request_code world_open(void *to, const struct request_play *wanted,
                                           char keys[2][ROOM_KEY_SIZE], struct room **out,
                                           struct refusal *why) {
    struct world *w = to;
    assert_true(w->room_count < WORLD_ROOMS);
    const enum request_code code = room_new(&w->door, wanted, keys, out, why);
    if (code == REQUEST_OK)
        w->rooms[w->room_count++] = *out;
    return code;
}

static inline void world_init(struct world *w) {
    memset(w, 0, sizeof *w);
    w->now = 1700000000000;
    pes_rng_init(&w->rng, 1);
    w->door = (struct room_world){.world = w,
                                  .now_ms = world_now,
                                  .random = world_random,
                                  .keep = world_keep,
                                  .tell = world_tell,
                                  .think = world_think,
                                  .open = world_open};
    for (int i = 0; i < WORLD_CONNECTIONS; i++) {
        str_init(&w->connections[i].last);
        str_init(&w->connections[i].all);
    }
}

/* Runs the thought that has waited longest and returns it to its room. */
static inline void world_think_once(struct world *w) {
    assert_true(w->thought_count > 0);
    struct room *room = w->thoughts[0].room;
    struct thought *thought = w->thoughts[0].thought;
    w->thought_count--;
    memmove(&w->thoughts[0], &w->thoughts[1], (size_t)w->thought_count * sizeof w->thoughts[0]);
    thought_run(thought);
    room_thought(room, thought);
}

static inline void world_think_all(struct world *w) {
    while (w->thought_count > 0)
        world_think_once(w);
}

/* Lets time pass; rooms are woken when they are due. */
static inline void world_pass(struct world *w, int64_t ms) {
    const int64_t end = w->now + ms;
    for (;;) {
        int64_t next = INT64_MAX;
        struct room *room = NULL;
        for (int i = 0; i < w->room_count; i++)
            if (room_wakes(w->rooms[i]) < next) {
                next = room_wakes(w->rooms[i]);
                room = w->rooms[i];
            }
        if (next > end)
            break;
        w->now = next > w->now ? next : w->now;
        room_tick(room);
    }
    w->now = end;
}

static inline void world_release(struct world *w) {
    for (int i = 0; i < WORLD_CONNECTIONS; i++) {
        struct connection *c = &w->connections[i];
        if (c->follower != NULL)
            room_leave(c->room, c->follower);
        str_release(&c->last);
        str_release(&c->all);
    }
    world_think_all(w);
    for (int i = 0; i < w->room_count; i++)
        room_free(w->rooms[i]);
}

static inline const char *last_of(struct world *w, int connection) {
    return w->connections[connection].last.text;
}

static inline void assert_said(const char *text, const char *part) {
    if (strstr(text, part) == NULL)
        fail_msg("'%s' is not in: %s", part, text);
}

static inline void assert_not_said(const char *text, const char *part) {
    if (strstr(text, part) != NULL)
        fail_msg("'%s' is in: %s", part, text);
}

/* A new game from the text of a request; the keys go to a connection, which follows. */
static inline struct room *world_play(struct world *w, const char *json, int connection) {
    struct request_play play;
    struct refusal why;
    struct room *room = NULL;
    struct connection *c = &w->connections[connection];
    if (request_read_play(json, strlen(json), &play, &why) != REQUEST_OK)
        fail_msg("%s", why.why[0]);
    if (world_open(w, &play, c->keys, &room, &why) != REQUEST_OK)
        fail_msg("%s", why.why[0]);
    request_release_play(&play);
    return room;
}

/* A connection follows with the keys it has. */
static inline void world_follow(struct world *w, struct room *room, int connection, int64_t from) {
    struct connection *c = &w->connections[connection];
    struct request follow = {.action = REQUEST_FOLLOW,
                             .id = room_id(room),
                             .seq = 1,
                             .from = from,
                             .ply = -1,
                             .keys = {c->keys[0][0] != '\0' ? c->keys[0] : NULL,
                                      c->keys[1][0] != '\0' ? c->keys[1] : NULL}};
    assert_null(c->follower);
    c->room = room;
    c->follower = room_follow(room, c, &follow);
    assert_non_null(c->follower);
}

static inline void world_leave(struct world *w, int connection) {
    struct connection *c = &w->connections[connection];
    room_leave(c->room, c->follower);
    c->follower = NULL;
}

/* A connection sends {"do": .., more}; returns the last reply. */
static inline const char *world_say(struct world *w, int connection, const char *what,
                                    const char *more) {
    struct connection *c = &w->connections[connection];
    struct request request;
    struct refusal why;
    struct str json;
    str_init(&json);
    str_addf(&json, "{\"do\":\"%s\",\"id\":\"%s\",\"seq\":7%s%s}", what, room_id(c->room),
             more[0] != '\0' ? "," : "", more);
    if (request_read(json.text, json.length, &request, &why) != REQUEST_OK)
        fail_msg("%s: %s", json.text, why.why[0]);
    room_do(c->room, c->follower, &request);
    request_release(&request);
    str_release(&json);
    return c->last.text;
}

static inline const char *world_move(struct world *w, int connection, int ply, const char *move) {
    char more[128];
    snprintf(more, sizeof more, "\"ply\":%d,\"move\":\"%s\"", ply, move);
    return world_say(w, connection, "move", more);
}

/* A member of the last message; the caller releases the document. */
static inline json_t *world_read(struct world *w, int connection) {
    json_error_t error;
    json_t *root = json_loads(last_of(w, connection), JSON_REJECT_DUPLICATES, &error);
    if (root == NULL)
        fail_msg("%s: %s", error.text, last_of(w, connection));
    return root;
}

#define GOMOKU_PEOPLE                                                          \
    "{\"game\":\"gomoku\",\"seats\":[{\"who\":\"me\",\"name\":\"Άννα\"},{" \
    "\"who\":\"person\"}]}"

/* A second client takes the free seat. */
static inline void world_join(struct world *w, struct room *room, int connection) {
    struct request_join wanted = {.name = "Bob"};
    struct refusal why;
    int seat = -1;
    assert_int_equal(room_join(room, &wanted, &seat, w->connections[connection].keys[0], &why),
                     REQUEST_OK);
    assert_int_equal(seat, 1);
}

#endif
