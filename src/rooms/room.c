/* A room: what can be asked of it, what it tells its followers, and which function answers which
 * request. Changes take the order that room_int.h describes: session, room_changed(), room_go_on(),
 * tell. */
#include "rooms/room_int.h"

#include "core/json_write.h"
#include "core/mem.h"
#include "rooms/thought_int.h"

#include <assert.h>
#include <string.h>

char *room_copy_text(const char *text) {
    const size_t size = strlen(text) + 1;
    char *copy = mem_alloc(size);
    if (copy != NULL)
        memcpy(copy, text, size);
    return copy;
}

struct room *room_alloc(const struct room_world *world) {
    struct room *room = mem_alloc(sizeof *room);
    if (room == NULL)
        return NULL;
    room->world = world;
    room->alone_since = INT64_MIN;
    str_init(&room->played);
    return room;
}

void room_free(struct room *room) {
    if (room == NULL)
        return;
    assert(room->followers == NULL);
    assert(room->follower_count == 0);
    thought_free(room->held);
    if (room->session.game != NULL)
        session_release(&room->session);
    mem_free(room->position);
    mem_free(room->opening);
    str_release(&room->played);
    mem_free(room);
}

/* Questions ------------------------------------------------------------------------------------*/

int64_t room_now(const struct room *room) {
    return room->world->now_ms(room->world->world);
}

const char *room_id(const struct room *room) {
    return room->id;
}

const char *room_game(const struct room *room) {
    return room->session.game->rules->name;
}

const char *room_variant(const struct room *room) {
    return room->session.game->variant;
}

const char *room_result(const struct room *room) {
    const char *result = session_result(&room->session);
    return result != NULL ? result : "*";
}

int64_t room_created(const struct room *room) {
    return room->created;
}

int64_t room_event(const struct room *room) {
    return room->event;
}

int64_t room_updated(const struct room *room) {
    return room->updated;
}

bool room_over(const struct room *room) {
    return session_end(&room->session) != PES_END_NONE;
}

bool room_idle(const struct room *room) {
    return room->followers == NULL && room->thoughts == NULL;
}

bool room_is_agent(const struct room *room, pes_player player) {
    assert(player < PES_PLAYERS_MAX);
    return player >= 0 && !session_is_person(&room->session, player);
}

bool room_is_agents_only(const struct room *room) {
    return session_persons(&room->session) == 0;
}

bool room_has_two_people(const struct room *room) {
    return session_persons(&room->session) == 2;
}

/* Telling --------------------------------------------------------------------------------------*/

void room_tell(struct room *room, struct follower *f, const struct str *json) {
    /* A client that misses a message must know that it does: it follows the room again then. */
    static const char lost[] = "{\"is\":\"error\",\"error\":{\"code\":\"server\",\"why\":{\"en\":"
                               "\"out of memory\",\"el\":\"η μνήμη δεν επαρκεί\"}}}";
    void *world = room->world->world;
    assert(room_has_follower(room, f));
    if (str_err(json) == PES_ERR_OK)
        room->world->tell(world, f->connection, json->text, json->length);
    else
        room->world->tell(world, f->connection, lost, sizeof lost - 1);
}

void room_refuse(struct room *room, struct asked asked, const struct refusal *why) {
    assert(why->code != REQUEST_OK);
    if (asked.from == NULL)
        return;
    struct str out;
    str_init(&out);
    refusal_format_message(why, asked.seq, room->id, &out);
    room_tell(room, asked.from, &out);
    str_release(&out);
}

void room_refuse_say(struct room *room, struct asked asked, enum request_code code,
                     const struct pes_text *why, const struct pes_arg args[]) {
    struct refusal refusal;
    refuse(&refusal, code, why, args);
    room_refuse(room, asked, &refusal);
}

void room_tell_done(struct room *room, struct asked asked) {
    if (asked.from == NULL)
        return;
    struct str out;
    str_init(&out);
    put_open(&out, NULL, '{');
    put_text(&out, "is", "done");
    if (asked.seq >= 0)
        put_int(&out, "re", asked.seq);
    put_close(&out, '}');
    room_tell(room, asked.from, &out);
    str_release(&out);
}

void room_tell_game(struct room *room, struct asked asked) {
    struct str out;
    assert(asked.from == NULL || room_has_follower(room, asked.from));
    assert(!room_agent_is_due(room));
    str_init(&out);
    for (struct follower *f = room->followers; f != NULL; f = f->next) {
        str_release(&out);
        put_game(room, f, f == asked.from ? asked.seq : -1, &out);
        room_tell(room, f, &out);
    }
    str_release(&out);
}

void room_tell_state(struct room *room, struct asked asked) {
    struct str same, own;
    assert(asked.from == NULL || room_has_follower(room, asked.from));
    str_init(&same);
    str_init(&own);
    put_state(room, -1, &same);
    for (struct follower *f = room->followers; f != NULL; f = f->next) {
        const bool numbered = f == asked.from && asked.seq >= 0;
        if (numbered)
            put_state(room, asked.seq, &own);
        room_tell(room, f, numbered ? &own : &same);
    }
    str_release(&same);
    str_release(&own);
}

/* A seat is taken exactly if it has a key, and only a person takes one. */
static void check_seats(const struct room *room) {
    for (int i = 0; i < PES_PLAYERS_MAX; i++) {
        const struct room_seat *seat = &room->seats[i];
        assert(seat->taken == (seat->hash[0] != '\0'));
        assert(!seat->taken || !room_is_agent(room, i));
        assert(room->clock.left_ms[i] >= 0);
        (void)seat;
    }
}

/* At most one thought finds the next move of the game, and none while a move is held. */
static void check_thoughts(const struct room *room) {
    int moves = room->held != NULL;
    for (const struct thought *t = room->thoughts; t != NULL; t = t->next) {
        assert(t->event <= room->event);
        assert(t->from == NULL || t->from->asking);
        assert(t->from == NULL || t->kind != THOUGHT_MOVE);
        moves += t->kind == THOUGHT_MOVE && !t->stale;
    }
    assert(moves <= 1);
    assert(room->held == NULL || room->held->kind == THOUGHT_MOVE);
    (void)moves;
}

void room_check(const struct room *room) {
    int followers = 0;
    for (const struct follower *f = room->followers; f != NULL; f = f->next)
        followers++;
    assert(followers == room->follower_count);
    assert(followers <= ROOM_FOLLOWERS_MAX);
    assert(room->played_covered >= 0);
    assert(room->played_covered <= pes_history_count(room->session.history));
    assert(!room->offer.open || room->offer.by == 0 || room->offer.by == 1);
    assert(room->pace_ms < 0 || room->pace_ms >= ROOM_PACE_MIN_MS);
    assert(room->next[0] == '\0' || strlen(room->next) == ROOM_ID_SIZE - 1);
    assert(strlen(room->id) == ROOM_ID_SIZE - 1);
    check_seats(room);
    check_thoughts(room);
    (void)followers;
}

void room_changed(struct room *room) {
    assert(room->event >= 0);
    room->event++;
    room->updated = room_now(room);
    room_check(room);
    room->world->keep(room->world->world, room);
}

/* Requests -------------------------------------------------------------------------------------*/

void room_do(struct room *room, struct follower *from, const struct request *wanted) {
    const struct asked asked = {.from = from, .seq = wanted->seq};
    assert(from != NULL);
    assert(room_has_follower(room, from));
    if (room_clock_is_over(room))
        room_tick(room);
    switch (wanted->action) {
    case REQUEST_MOVE:
        room_move(room, asked, wanted);
        break;
    case REQUEST_UNDO:
        room_undo(room, asked);
        break;
    case REQUEST_REDO:
        room_redo(room, asked);
        break;
    case REQUEST_RESIGN:
        room_resign(room, asked);
        break;
    case REQUEST_OFFER:
        room_make_offer(room, asked, wanted->offer);
        break;
    case REQUEST_ACCEPT:
        room_accept(room, asked);
        break;
    case REQUEST_DECLINE:
        room_decline(room, asked);
        break;
    case REQUEST_REMATCH:
        room_rematch(room, asked);
        break;
    case REQUEST_HINT:
        room_hint(room, asked, wanted->step);
        break;
    case REQUEST_THREATS:
        room_threats(room, asked);
        break;
    case REQUEST_JUDGE:
        room_judge(room, asked, wanted->ply);
        break;
    case REQUEST_AT:
        room_at(room, asked, wanted->ply);
        break;
    case REQUEST_PACE:
        room_pace(room, asked, wanted->pace_ms);
        break;
    case REQUEST_STEP:
        room_step(room, asked);
        break;
    case REQUEST_STOP:
        room_stop(room, asked);
        break;
    case REQUEST_WHY:
        room_why(room, asked, wanted);
        break;
    case REQUEST_TRY:
        room_try(room, asked, wanted);
        break;
    case REQUEST_HINTS:
        room_switch_hints(room, asked, wanted->on);
        break;
    case REQUEST_FOLLOW:
    case REQUEST_LEAVE:
    case REQUEST_ACTION_COUNT:
    default:
        room_tell_done(room, asked);
    }
}

enum pes_err room_describe(struct room *room, struct str *out) {
    put_game(room, NULL, -1, out);
    return str_err(out);
}
