/* Seats and followers: joining a free seat, following and leaving a room.
 *
 * A follower plays the seats whose keys it gave. Presence (which seats have a follower) is told to
 * the others but is not numbered as an event. */
#include "rooms/room_int.h"

#include "core/json_write.h"
#include "core/mem.h"
#include "rooms/text.h"
#include "rooms/thought_int.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

bool room_holds(const struct follower *f, pes_player player) {
    return player >= 0 && f->mine[player];
}

bool room_holds_any(const struct follower *f) {
    return f->mine[0] || f->mine[1];
}

bool room_follower_plays(const struct follower *follower) {
    return room_holds_any(follower);
}

bool room_other_person(const struct room *room, const struct follower *f) {
    return room_has_two_people(room) && !(f->mine[0] && f->mine[1]);
}

bool room_may_ask(const struct room *room, const struct follower *f) {
    return room->hints || room_over(room) || !room_other_person(room, f);
}

bool room_has_follower(const struct room *room, const struct follower *f) {
    const struct follower *at = room->followers;
    while (at != NULL && at != f)
        at = at->next;
    return at != NULL;
}

bool room_is_here(const struct room *room, pes_player player) {
    assert(player >= 0);
    for (const struct follower *f = room->followers; f != NULL; f = f->next)
        if (f->mine[player])
            return true;
    return false;
}

void room_hash_key(const char *key, char out[SHA256_HEX_SIZE]) {
    sha256_hex(key, strlen(key), out);
}

void room_give_seat(struct room *room, pes_player player, const char *name, const char *hash) {
    struct room_seat *seat = &room->seats[player];
    assert(!room_is_agent(room, player) && !seat->taken);
    assert(strlen(hash) == SHA256_HEX_SIZE - 1);
    seat->taken = true;
    snprintf(seat->name, sizeof seat->name, "%s", name);
    snprintf(seat->hash, sizeof seat->hash, "%s", hash);
}

enum request_code room_join(struct room *room, const struct request_join *wanted, int *seat,
                            char key[ROOM_KEY_SIZE], struct refusal *why) {
    int i = 0;
    while (i < PES_PLAYERS_MAX && (room_is_agent(room, i) || room->seats[i].taken))
        i++;
    if (i == PES_PLAYERS_MAX)
        return refuse(why, REQUEST_SEAT, TEXT(room_no_seat), PES_NO_ARGS);
    struct room_seat *own = &room->seats[i];
    assert(own->hash[0] == '\0');
    room_draw_mark(room->world, key, ROOM_KEY_SIZE - 1);
    room_hash_key(key, own->hash);
    own->taken = true;
    if (wanted->name != NULL)
        snprintf(own->name, sizeof own->name, "%s", wanted->name);
    *seat = i;
    room_changed(room);
    room_tell_state(room, (struct asked){.seq = -1});
    return REQUEST_OK;
}

/* Gives the follower the seats whose keys it knows. */
static void take_keys(const struct room *room, const struct request *wanted, struct follower *f) {
    for (int k = 0; k < 2; k++) {
        char hash[SHA256_HEX_SIZE];
        if (wanted->keys[k] == NULL)
            continue;
        room_hash_key(wanted->keys[k], hash);
        for (int i = 0; i < PES_PLAYERS_MAX; i++)
            f->mine[i] = f->mine[i] || strcmp(hash, room->seats[i].hash) == 0;
        assert(!(f->mine[0] && room_is_agent(room, 0)));
        assert(!(f->mine[1] && room_is_agent(room, 1)));
    }
}

/* Tells a follower that returns that it missed no event. */
static void tell_same(struct room *room, struct follower *f, int64_t re) {
    struct str out;
    str_init(&out);
    put_open(&out, NULL, '{');
    put_text(&out, "is", "same");
    if (re >= 0)
        put_int(&out, "re", re);
    put_text(&out, "id", room->id);
    put_int(&out, "event", room->event);
    put_close(&out, '}');
    room_tell(room, f, &out);
    str_release(&out);
    /* Presence and clocks are not numbered as events: they are always told. */
    str_init(&out);
    put_state(room, -1, &out);
    room_tell(room, f, &out);
    str_release(&out);
}

/* Tells all followers but one which seats have a follower. */
static void tell_presence(struct room *room, const struct follower *but) {
    struct str out;
    str_init(&out);
    put_state(room, -1, &out);
    for (struct follower *f = room->followers; f != NULL; f = f->next)
        if (f != but)
            room_tell(room, f, &out);
    str_release(&out);
}

struct follower *room_follow(struct room *room, void *connection, const struct request *wanted) {
    if (room->follower_count >= ROOM_FOLLOWERS_MAX)
        return NULL;
    assert(connection != NULL);
    struct follower *f = mem_alloc(sizeof *f);
    if (f == NULL)
        return NULL;
    f->connection = connection;
    take_keys(room, wanted, f);
    bool comes = false;
    for (int i = 0; i < PES_PLAYERS_MAX; i++)
        comes = comes || (f->mine[i] && !room_is_here(room, i));
    f->next = room->followers;
    room->followers = f;
    room->follower_count++;
    room_tick(room);
    room_go_on(room);
    if (wanted->from == room->event) {
        tell_same(room, f, wanted->seq);
    } else {
        struct str out;
        str_init(&out);
        put_game(room, f, wanted->seq, &out);
        room_tell(room, f, &out);
        str_release(&out);
    }
    if (comes)
        tell_presence(room, f);
    return f;
}

void room_leave(struct room *room, struct follower *follower) {
    struct follower **at = &room->followers;
    while (*at != follower) {
        assert(*at != NULL);
        at = &(*at)->next;
    }
    *at = follower->next;
    room->follower_count--;
    assert((room->follower_count == 0) == (room->followers == NULL));
    for (struct thought *t = room->thoughts; t != NULL; t = t->next) {
        if (t->from != follower)
            continue;
        t->from = NULL;
        thought_stop(t);
    }
    if (room->followers == NULL)
        room->alone_since = room_now(room);
    bool goes = false;
    for (int i = 0; i < PES_PLAYERS_MAX; i++)
        goes = goes || (follower->mine[i] && !room_is_here(room, i));
    mem_free(follower);
    if (goes)
        tell_presence(room, NULL);
}
