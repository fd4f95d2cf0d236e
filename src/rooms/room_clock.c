/* Time: clocks, the pace of games between agents, and when a room wants to be woken.
 *
 * A clock is not counted down: it stores the time that was left at `since`, and the rest follows
 * from the present moment. Time that is left is never negative. */
#include "core/json_write.h"
#include "rooms/room_int.h"
#include "rooms/text.h"
#include "rooms/thought_int.h"

#include <assert.h>

/* Clocks -------------------------------------------------------------------------------------- */

/* The clocks start when the second player has made a move. */
static bool has_begun(const struct session *s) {
    return pes_history_has_moved(s->history, 1);
}

pes_player room_clock_running(const struct room *room) {
    const pes_player turn = session_turn(&room->session);
    return room->clock.used && turn >= 0 && has_begun(&room->session) ? turn : -1;
}

int64_t room_clock_left(const struct room *room, pes_player player) {
    assert(player >= 0 && player < PES_PLAYERS_MAX);
    int64_t left = room->clock.left_ms[player];
    assert(left >= 0);
    if (room_clock_running(room) == player) {
        const int64_t passed = room_now(room) - room->clock.since;
        left -= passed > 0 ? passed : 0;
    }
    return left > 0 ? left : 0;
}

bool room_clock_is_over(const struct room *room) {
    const pes_player running = room_clock_running(room);
    return running >= 0 && room_clock_left(room, running) == 0;
}

void room_clock_moved(struct room *room, pes_player mover) {
    assert(mover == session_turn(&room->session));
    assert(room->clock.increment_ms >= 0);
    if (room_clock_running(room) == mover) {
        room->clock.left_ms[mover] = room_clock_left(room, mover);
        room->clock.left_ms[mover] += room->clock.increment_ms;
    }
    room_clock_started(room);
}

void room_clock_started(struct room *room) {
    room->clock.since = room_now(room);
}

void room_clock_limits(const struct room *room, struct pes_limits *limits) {
    if (!room->clock.used)
        return;
    for (int i = 0; i < PES_PLAYERS_MAX; i++) {
        const int64_t left = room_clock_left(room, i);
        limits->clock_ms[i] = left > INT32_MAX ? INT32_MAX : left > 0 ? (int32_t)left : 1;
        limits->increment_ms[i] = room->clock.increment_ms;
        assert(limits->clock_ms[i] > 0);
    }
}

/* The pace of two agents ---------------------------------------------------------------------- */

bool room_pace_allows(const struct room *room) {
    if (!room_is_agents_only(room))
        return true;
    if (room->pace_ms < 0 && !room->step)
        return false;
    return room->followers != NULL ||
           (room->alone_since != INT64_MIN && room_now(room) < room->alone_since + ROOM_LONELY_MS);
}

/* Only a game between two agents has a pace; every follower may set it. */
static bool check_watched(struct room *room, struct asked asked) {
    if (!room_is_agents_only(room))
        room_refuse_say(room, asked, REQUEST_UNFIT, TEXT(room_no_agents), PES_NO_ARGS);
    else if (room_over(room))
        room_refuse_say(room, asked, REQUEST_OVER, TEXT(room_over), PES_NO_ARGS);
    else
        return true;
    return false;
}

int32_t room_pace_within(int32_t pace_ms) {
    return pace_ms >= 0 && pace_ms < ROOM_PACE_MIN_MS ? ROOM_PACE_MIN_MS : pace_ms;
}

void room_pace(struct room *room, struct asked asked, int32_t pace_ms) {
    if (!check_watched(room, asked))
        return;
    pace_ms = room_pace_within(pace_ms);
    /* The new pace applies to the move that is already waiting. */
    if (room->pace_ms >= 0 && pace_ms >= 0)
        room->due += pace_ms - room->pace_ms;
    room->pace_ms = pace_ms;
    room_changed(room);
    room_go_on(room);
    assert(!room_agent_is_due(room));
    room_tell_state(room, asked);
    room_tick(room);
}

void room_step(struct room *room, struct asked asked) {
    if (!check_watched(room, asked))
        return;
    if (room->pace_ms >= 0) {
        room_refuse_say(room, asked, REQUEST_UNFIT, TEXT(room_not_paused), PES_NO_ARGS);
        return;
    }
    assert(room_is_agents_only(room));
    room->step = true;
    room->due = room_now(room);
    room_tell_done(room, asked);
    room_go_on(room);
    room_tick(room);
}

void room_stop(struct room *room, struct asked asked) {
    struct thought *thinking = room_thinking(room);
    if (!room_holds_any(asked.from) && !room_is_agents_only(room)) {
        room_refuse_say(room, asked, REQUEST_SEAT, TEXT(room_watching), PES_NO_ARGS);
    } else if (thinking == NULL) {
        room_refuse_say(room, asked, REQUEST_UNFIT, TEXT(room_nobody_thinks), PES_NO_ARGS);
    } else {
        thought_stop(thinking);
        room_tell_done(room, asked);
    }
}

/* Waking -------------------------------------------------------------------------------------- */

static int64_t sooner(int64_t a, int64_t b) {
    return a < b ? a : b;
}

int64_t room_wakes(const struct room *room) {
    const pes_player running = room_clock_running(room);
    int64_t at = INT64_MAX;
    if (running >= 0)
        at = sooner(at, room->clock.since + room->clock.left_ms[running]);
    if (room->held != NULL && room_pace_allows(room))
        at = sooner(at, room->due);
    if (room->retry > 0)
        at = sooner(at, room->retry);
    const struct thought *thinking = room_thinking(room);
    if (thinking != NULL && room->followers != NULL)
        at = sooner(at, thinking->told + ROOM_SECOND_MS);
    return at;
}

/* Tells all followers how far the agent has come. */
static void tell_thinking(struct room *room, struct thought *t) {
    const int64_t now = room_now(room);
    assert(t->kind == THOUGHT_MOVE && !t->stale);
    assert(t->begun <= now);
    const int depth = atomic_load(&t->depth);
    const uint64_t nodes = atomic_load(&t->nodes);
    struct str out;
    str_init(&out);
    put_open(&out, NULL, '{');
    put_text(&out, "is", "thinking");
    put_text(&out, "id", room->id);
    put_int(&out, "player", t->player);
    put_int(&out, "ms", now - t->begun);
    if (depth > 0)
        put_int(&out, "depth", depth);
    if (nodes > 0)
        put_uint(&out, "nodes", nodes);
    put_close(&out, '}');
    for (struct follower *f = room->followers; f != NULL; f = f->next)
        room_tell(room, f, &out);
    str_release(&out);
    t->told = now;
}

/* May the held move of two agents be shown now? If not, it waits for as long as the world says. */
static bool has_budget(struct room *room) {
    const struct room_world *world = room->world;
    const int64_t wait_ms = world->budget != NULL ? world->budget(world->world, room) : 0;
    assert(wait_ms >= 0);
    room->due += wait_ms > 0 ? room_now(room) - room->due + wait_ms : 0;
    return wait_ms == 0;
}

void room_tick(struct room *room) {
    const int64_t now = room_now(room);
    if (room_clock_is_over(room)) {
        room_end(room, (struct asked){.seq = -1}, PES_END_TIME, room_clock_running(room));
        return;
    }
    if (room->retry > 0 && now >= room->retry) {
        room->retry = 0;
        room_go_on(room);
    }
    if (room->held != NULL && now >= room->due && room_pace_allows(room) && has_budget(room))
        room_play_held(room);
    struct thought *thinking = room_thinking(room);
    if (thinking != NULL && now >= thinking->told + ROOM_SECOND_MS)
        tell_thinking(room, thinking);
}
