/* Requests that change the game: moves, undo and redo, offers, the end; and the moves of agents.
 *
 * A move of a person and a move of an agent meet in room_play(). Everything that changes the game
 * takes the order that room_int.h describes: session, room_changed(), room_go_on(), tell. */
#include "rooms/room_int.h"
#include "rooms/text.h"
#include "rooms/thought_int.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* Agents that think --------------------------------------------------------------------------- */

struct thought *room_thinking(const struct room *room) {
    struct thought *t = room->thoughts;
    while (t != NULL && (t->kind != THOUGHT_MOVE || t->stale))
        t = t->next;
    return t;
}

void room_forget_thoughts(struct room *room) {
    for (struct thought *t = room->thoughts; t != NULL; t = t->next) {
        if (t->kind == THOUGHT_JUDGE)
            continue; /* a judgement is about a position, which did not change */
        t->stale = true;
        thought_stop(t);
    }
    thought_free(room->held);
    room->held = NULL;
    room->retry = 0;
}

/* Does the text of the agent limit its thinking, or does the agent not search at all? Then it gets
 * the longest time that the server grants instead of the usual one. */
static bool is_bounded(const struct pes_game *g, const char *agent) {
    struct pes_offer offer;
    struct pes_values values;
    if (pes_agent_find(g, agent, &offer, &values, NULL) != PES_ERR_OK)
        return false;
    bool bounded = offer.class->kind != PES_AGENT_SEARCH;
    for (int i = 0; i < values.count; i++)
        bounded = bounded || (offer.options[i].limits_search && values.given[i]);
    return bounded;
}

static int32_t movetime(const struct room *room, const char *agent) {
    const struct room_world *world = room->world;
    const int32_t usual = world->movetime_ms > 0 ? world->movetime_ms : ROOM_MOVETIME_MS;
    const int32_t most = world->movetime_max_ms > 0 ? world->movetime_max_ms : ROOM_MOVETIME_MAX_MS;
    return is_bounded(room->session.game, agent) ? most : usual;
}

/* Hands the move of an agent to the world as a thought. */
static void begin_thinking(struct room *room, pes_player player) {
    const struct session *s = &room->session;
    assert(room_agent_is_due(room));
    assert(session_turn(s) == player);
    struct pes_history *history = NULL;
    struct thought *t = NULL;
    if (pes_history_clone(s->history, &history) == PES_ERR_OK)
        t = thought_new(THOUGHT_MOVE, history);
    const int64_t now = room_now(room);
    if (t == NULL) {
        room->retry = now + ROOM_RETRY_MS;
        return;
    }
    snprintf(t->agent, sizeof t->agent, "%s", s->seats[player].text);
    t->seed = session_seat_seed(s, player);
    t->rng = session_luck(s, player);
    t->limits.movetime_ms = movetime(room, t->agent);
    room_clock_limits(room, &t->limits);
    t->player = player;
    t->event = room->event;
    t->begun = now;
    t->told = now - ROOM_SECOND_MS;
    t->next = room->thoughts;
    room->thoughts = t;
    room->world->think(room->world->world, room, t, NULL);
}

/* Rolls all chance events that are due; false if memory ran out. */
static bool roll_all(struct room *room, struct put_moved *m) {
    struct session *s = &room->session;
    while (session_turn(s) == PES_CHANCE) {
        const pes_move outcome = session_roll(s);
        put_moved_add(m, s->game, pes_history_state(s->history), outcome);
        if (session_make(s, outcome) != PES_ERR_OK) {
            room->retry = room_now(room) + ROOM_RETRY_MS;
            return false;
        }
    }
    return true;
}

bool room_agent_is_due(const struct room *room) {
    return room_is_agent(room, session_turn(&room->session)) && room->retry == 0 &&
           room->held == NULL && room_thinking(room) == NULL && room_pace_allows(room);
}

void room_go_on(struct room *room) {
    const struct session *s = &room->session;
    const bool rolls = room->retry == 0 && session_turn(s) == PES_CHANCE;
    if (rolls) {
        /* Memory ran out between a move and the chance events after it: they are rolled now. */
        struct put_moved m;
        put_moved_init(&m);
        roll_all(room, &m);
        put_moved_release(&m);
        room_changed(room);
    }
    if (room_agent_is_due(room))
        begin_thinking(room, session_turn(s));
    assert(!room_agent_is_due(room));
    if (rolls)
        room_tell_game(room, (struct asked){.seq = -1});
}

/* Moves --------------------------------------------------------------------------------------- */

static void tell_moved(struct room *room, struct asked asked, const struct put_moved *m) {
    const pes_player turn = session_turn(&room->session);
    struct str tails[2], out; /* without and with the legal moves; each is made at most once */
    assert(!room_agent_is_due(room));
    bool made[2] = {false, false};
    str_init(&tails[0]);
    str_init(&tails[1]);
    str_init(&out);
    for (struct follower *f = room->followers; f != NULL; f = f->next) {
        const int mine = room_holds(f, turn);
        if (!made[mine])
            put_moved(room, m, mine, &tails[mine]);
        made[mine] = true;
        str_clear(&out);
        str_add(&out, "{\"is\":\"moved\",");
        if (f == asked.from && asked.seq >= 0)
            str_addf(&out, "\"re\":%lld,", (long long)asked.seq);
        str_add_str(&out, &tails[mine]);
        str_add_char(&out, '}');
        room_tell(room, f, &out);
    }
    str_release(&tails[0]);
    str_release(&tails[1]);
    str_release(&out);
}

static const struct pes_player_name *name_of_first(const struct session *s) {
    return pes_player_name(s->game, pes_history_state(s->history), 0);
}

void room_play(struct room *room, struct asked asked, pes_move move) {
    struct session *s = &room->session;
    const pes_player mover = session_turn(s);
    const int64_t event = room->event;
    assert(mover >= 0);
    assert(pes_legal(s->game, pes_history_state(s->history), move));
    assert(asked.from == NULL || room_holds(asked.from, mover));
    const struct pes_player_name *name = name_of_first(s);
    struct put_moved m;
    put_moved_init(&m);
    put_moved_add(&m, s->game, pes_history_state(s->history), move);
    const struct room_clock clock = room->clock;
    room_clock_moved(room, mover);
    if (session_make(s, move) != PES_ERR_OK) {
        room->clock = clock;
        room->retry = room_now(room) + ROOM_RETRY_MS; /* an agent thinks again then */
        room_refuse_say(room, asked, REQUEST_SERVER, pes_err_text(PES_ERR_NOMEM), PES_NO_ARGS);
        put_moved_release(&m);
        return;
    }
    m.has_value = session_value(s, pes_history_count(s->history) - 1, &m.value);
    room_forget_thoughts(room);
    roll_all(room, &m);
    room->offer.open = false;
    room->step = false;
    room->due = room_now(room) + (room->pace_ms > 0 ? room->pace_ms : 0);
    room_changed(room);
    assert(room->event == event + 1);
    (void)event;
    room_go_on(room);
    tell_moved(room, asked, &m);
    put_moved_release(&m);
    if (name_of_first(s) != name)
        room_tell_game(room, (struct asked){.seq = -1});
    room_tick(room);
}

void room_play_held(struct room *room) {
    struct thought *t = room->held;
    assert(t != NULL);
    const pes_move move = t->answer.move;
    room->held = NULL;
    session_answered(&room->session, &t->answer);
    thought_free(t);
    room_play(room, (struct asked){.seq = -1}, move);
}

enum request_code room_read_move(const struct session *s, const char *typed, pes_move *out,
                                 struct refusal *why) {
    struct pes_note note = {0};
    const enum pes_err err = session_read_line(s, typed, strlen(typed), out, &note);
    if (err == PES_ERR_OK)
        return REQUEST_OK;
    return refuse_note(why, REQUEST_ILLEGAL, err, &note);
}

/* Does the follower hold a seat in a game that goes on? Refuses with the reason if not. */
static bool check_player(struct room *room, struct asked asked) {
    assert(asked.from != NULL);
    if (!room_holds_any(asked.from))
        room_refuse_say(room, asked, REQUEST_SEAT, TEXT(room_watching), PES_NO_ARGS);
    else if (room_over(room))
        room_refuse_say(room, asked, REQUEST_OVER, TEXT(room_over), PES_NO_ARGS);
    else
        return true;
    return false;
}

bool room_check_mover(struct room *room, struct asked asked, int64_t ply) {
    const struct session *s = &room->session;
    if (!check_player(room, asked))
        return false;
    const int plies = pes_history_plies(s->history);
    if (ply != plies)
        room_refuse_say(room, asked, REQUEST_LATE, TEXT(room_late),
                        PES_ARGS(PES_INT(plies), PES_INT(ply)));
    else if (!room_holds(asked.from, session_turn(s)))
        room_refuse_say(room, asked, REQUEST_SEAT, TEXT(room_not_yours), PES_NO_ARGS);
    else
        return true;
    return false;
}

void room_move(struct room *room, struct asked asked, const struct request *wanted) {
    pes_move m;
    struct refusal why;
    if (!room_check_mover(room, asked, wanted->ply))
        return;
    if (room_read_move(&room->session, wanted->move, &m, &why) == REQUEST_OK)
        room_play(room, asked, m);
    else
        room_refuse(room, asked, &why);
}

/* The end ------------------------------------------------------------------------------------- */

void room_end(struct room *room, struct asked asked, enum pes_end why, pes_player loser) {
    assert(!room_over(room));
    assert((why == PES_END_AGREED) == (loser < 0));
    const pes_player running = room_clock_running(room);
    if (running >= 0)
        room->clock.left_ms[running] = room_clock_left(room, running);
    room_forget_thoughts(room);
    session_stop(&room->session, why, loser);
    room->offer.open = false;
    assert(room_over(room));
    assert(room->held == NULL);
    room_changed(room);
    room_tell_game(room, asked);
}

void room_resign(struct room *room, struct asked asked) {
    if (!check_player(room, asked))
        return;
    const struct follower *f = asked.from;
    const pes_player turn = session_turn(&room->session);
    pes_player loser = f->mine[0] ? 0 : 1;
    if (f->mine[0] && f->mine[1] && turn >= 0)
        loser = turn;
    room_end(room, asked, PES_END_RESIGN, loser);
}

/* Taking back --------------------------------------------------------------------------------- */

/* An end by time, by agreement or by forfeit cannot be undone. */
static bool is_settled(const struct room *room) {
    const enum pes_end end = session_end(&room->session);
    return end == PES_END_TIME || end == PES_END_AGREED || end == PES_END_FORFEIT;
}

bool room_may_undo(const struct room *room) {
    return !is_settled(room) && session_can_undo(&room->session);
}

bool room_may_redo(const struct room *room) {
    return session_persons(&room->session) > 0 && session_can_redo(&room->session);
}

/* Moves that were told have changed: every follower gets the whole game. */
static void tell_rewritten(struct room *room, struct asked asked) {
    room_forget_thoughts(room);
    str_release(&room->played);
    room->played_covered = 0;
    room->offer.open = false;
    room_clock_started(room);
    room_changed(room);
    room_go_on(room);
    assert(!room_agent_is_due(room));
    room_tell_game(room, asked);
    room_tick(room);
}

void room_undo(struct room *room, struct asked asked) {
    if (!room_holds_any(asked.from))
        room_refuse_say(room, asked, REQUEST_SEAT, TEXT(room_watching), PES_NO_ARGS);
    else if (room_other_person(room, asked.from))
        room_make_offer(room, asked, REQUEST_TAKE_BACK);
    else if (is_settled(room))
        room_refuse_say(room, asked, REQUEST_OVER, TEXT(room_over), PES_NO_ARGS);
    else if (!session_undo(&room->session))
        room_refuse_say(room, asked, REQUEST_UNFIT, TEXT(room_nothing_undo), PES_NO_ARGS);
    else
        tell_rewritten(room, asked);
}

void room_redo(struct room *room, struct asked asked) {
    if (!room_holds_any(asked.from))
        room_refuse_say(room, asked, REQUEST_SEAT, TEXT(room_watching), PES_NO_ARGS);
    else if (room_other_person(room, asked.from) || session_redo(&room->session) == 0)
        room_refuse_say(room, asked, REQUEST_UNFIT, TEXT(room_nothing_redo), PES_NO_ARGS);
    else
        tell_rewritten(room, asked);
}

/* Undoes to the last turn of the player who asked for it; clears redo. */
static void take_back_for(struct room *room, struct asked asked, pes_player player) {
    struct session *s = &room->session;
    bool undone = false;
    while (session_undo(s)) {
        undone = true;
        if (session_turn(s) == player)
            break;
    }
    s->redo_count = 0;
    if (undone)
        tell_rewritten(room, asked);
    else
        room_refuse_say(room, asked, REQUEST_UNFIT, TEXT(room_nothing_undo), PES_NO_ARGS);
}

/* Offers -------------------------------------------------------------------------------------- */

/* Can this be offered now? Refuses with the reason if not. */
static bool check_offer(struct room *room, struct asked asked, enum request_offer what,
                        pes_player by) {
    enum request_code code = REQUEST_UNFIT;
    const struct pes_text *why = NULL;
    if (!room_other_person(room, asked.from)) {
        why = TEXT(room_nobody_offer);
    } else if (!room->seats[1 - by].taken) {
        why = TEXT(room_free_seat);
    } else if (what == REQUEST_AGAIN && !room_over(room)) {
        why = TEXT(room_not_over);
    } else if (what == REQUEST_AGAIN && room->next[0] != '\0') {
        why = TEXT(room_has_next);
    } else if (what != REQUEST_AGAIN && room_over(room)) {
        code = REQUEST_OVER;
        why = TEXT(room_over);
    } else if (what == REQUEST_HELP && room->hints) {
        why = TEXT(room_hints_on);
    } else if (what == REQUEST_TAKE_BACK && !pes_history_has_moved(room->session.history, by)) {
        why = TEXT(room_nothing_undo);
    } else if (room->offer.open) {
        why = TEXT(room_offered);
    }
    if (why != NULL)
        room_refuse_say(room, asked, code, why, PES_NO_ARGS);
    return why == NULL;
}

/* Every offer is an event that is stored and told: a seat may make only so many per minute. Refuses
 * one more. */
static bool count_offer(struct room *room, struct asked asked, pes_player by) {
    struct room_seat *seat = &room->seats[by];
    const int64_t now = room_now(room);
    if (seat->offers == 0 || now - seat->offers_since >= ROOM_OFFERS_MS) {
        seat->offers = 0;
        seat->offers_since = now;
    }
    if (seat->offers < ROOM_OFFERS_MAX) {
        seat->offers++;
        return true;
    }
    struct refusal why;
    refuse(&why, REQUEST_BUSY, TEXT(room_many_offers), PES_NO_ARGS);
    why.wait_ms = seat->offers_since + ROOM_OFFERS_MS - now;
    room_refuse(room, asked, &why);
    return false;
}

void room_make_offer(struct room *room, struct asked asked, enum request_offer what) {
    if (!room_holds_any(asked.from)) {
        room_refuse_say(room, asked, REQUEST_SEAT, TEXT(room_watching), PES_NO_ARGS);
        return;
    }
    const pes_player by = asked.from->mine[0] ? 0 : 1;
    /* To offer what the other player has offered is to accept it. */
    if (room->offer.open && room->offer.what == what && room->offer.by == 1 - by) {
        room_accept(room, asked);
        return;
    }
    if (!check_offer(room, asked, what, by) || !count_offer(room, asked, by))
        return;
    assert(room_has_two_people(room));
    room->offer = (struct room_offer){.open = true, .what = what, .by = by};
    room_changed(room);
    room_tell_state(room, asked);
}

/* A new game with the sides swapped. People keep their keys, which are valid for the new seats. */
static void open_next(struct room *room, struct asked asked) {
    const struct session *s = &room->session;
    assert(room_over(room));
    assert(room->next[0] == '\0');
    struct request_play wanted = {.game = s->game->rules->name,
                                  .variant = s->game->variant,
                                  .position = room->position,
                                  .moves = room->opening,
                                  .has_clock = room->clock.used,
                                  .base_ms = room->clock.base_ms,
                                  .increment_ms = room->clock.increment_ms,
                                  .pace_ms = room->pace_ms,
                                  .hints = room->hints};
    for (int i = 0; i < PES_PLAYERS_MAX; i++)
        wanted.seats[1 - i] = (struct request_seat){
            .who = room_is_agent(room, i) ? REQUEST_AGENT : REQUEST_PERSON,
            .agent = s->seats[i].text,
            .name = room->seats[i].name[0] != '\0' ? room->seats[i].name : NULL};
    char keys[2][ROOM_KEY_SIZE];
    struct room *next = NULL;
    struct refusal why;
    const struct room_world *world = room->world;
    if (world->open(world->world, &wanted, keys, &next, &why) != REQUEST_OK) {
        room_refuse(room, asked, &why);
        return;
    }
    for (int i = 0; i < PES_PLAYERS_MAX; i++)
        next->seats[1 - i] = room->seats[i];
    room_changed(next);
    snprintf(room->next, sizeof room->next, "%s", next->id);
    room->offer.open = false;
    room_changed(room);
    room_tell_state(room, asked);
}

static void set_hints(struct room *room, struct asked asked, bool on) {
    assert(room->hints != on);
    room->hints = on;
    room->offer.open = false;
    room_changed(room);
    room_tell_state(room, asked);
}

void room_switch_hints(struct room *room, struct asked asked, bool on) {
    if (!room_holds_any(asked.from))
        room_refuse_say(room, asked, REQUEST_SEAT, TEXT(room_watching), PES_NO_ARGS);
    else if (on)
        room_make_offer(room, asked, REQUEST_HELP);
    else if (!room_other_person(room, asked.from))
        room_refuse_say(room, asked, REQUEST_UNFIT, TEXT(room_nobody_offer), PES_NO_ARGS);
    else if (room_over(room))
        room_refuse_say(room, asked, REQUEST_OVER, TEXT(room_over), PES_NO_ARGS);
    else if (!room->hints)
        room_refuse_say(room, asked, REQUEST_UNFIT, TEXT(room_hints_off), PES_NO_ARGS);
    else
        set_hints(room, asked, false);
}

void room_accept(struct room *room, struct asked asked) {
    const struct room_offer offer = room->offer;
    if (!room_holds_any(asked.from)) {
        room_refuse_say(room, asked, REQUEST_SEAT, TEXT(room_watching), PES_NO_ARGS);
    } else if (!offer.open || !room_holds(asked.from, 1 - offer.by)) {
        room_refuse_say(room, asked, REQUEST_UNFIT, TEXT(room_nothing_offered), PES_NO_ARGS);
    } else if (offer.what == REQUEST_DRAW) {
        room_end(room, asked, PES_END_AGREED, -1);
    } else if (offer.what == REQUEST_TAKE_BACK) {
        take_back_for(room, asked, offer.by);
    } else if (offer.what == REQUEST_HELP) {
        set_hints(room, asked, true);
    } else {
        open_next(room, asked);
    }
}

void room_decline(struct room *room, struct asked asked) {
    if (!room_holds_any(asked.from)) {
        room_refuse_say(room, asked, REQUEST_SEAT, TEXT(room_watching), PES_NO_ARGS);
    } else if (!room->offer.open) {
        room_refuse_say(room, asked, REQUEST_UNFIT, TEXT(room_nothing_offered), PES_NO_ARGS);
    } else {
        room->offer.open = false;
        room_changed(room);
        room_tell_state(room, asked);
    }
}

void room_rematch(struct room *room, struct asked asked) {
    if (!room_holds_any(asked.from) && !room_is_agents_only(room))
        room_refuse_say(room, asked, REQUEST_SEAT, TEXT(room_watching), PES_NO_ARGS);
    else if (room_other_person(room, asked.from))
        room_make_offer(room, asked, REQUEST_AGAIN);
    else if (!room_over(room))
        room_refuse_say(room, asked, REQUEST_UNFIT, TEXT(room_not_over), PES_NO_ARGS);
    else if (room->next[0] != '\0')
        room_refuse_say(room, asked, REQUEST_UNFIT, TEXT(room_has_next), PES_NO_ARGS);
    else
        open_next(room, asked);
}

/* Thoughts that come back --------------------------------------------------------------------- */

/* Removes a thought from those that are out. */
static void take_out(struct room *room, struct thought *t) {
    struct thought **at = &room->thoughts;
    while (*at != t) {
        assert(*at != NULL);
        at = &(*at)->next;
    }
    *at = t->next;
    t->next = NULL;
}

/* An agent has found its move, or has failed. */
static void answer_move(struct room *room, struct thought *t) {
    assert(t->from == NULL);
    const struct asked nobody = {.seq = -1};
    if (t->stale || room_clock_is_over(room)) {
        thought_free(t);
        room_tick(room);
    } else if (t->err == PES_ERR_NOMEM) {
        thought_free(t);
        room->retry = room_now(room) + ROOM_RETRY_MS;
    } else if (t->err) {
        thought_free(t);
        room_end(room, nobody, PES_END_FORFEIT, session_turn(&room->session));
    } else {
        assert(room->held == NULL);
        assert(t->player == session_turn(&room->session));
        room->held = t;
        if (!room_is_agents_only(room))
            room_play_held(room);
        else
            room_tick(room);
    }
}

void room_thought(struct room *room, struct thought *t) {
    take_out(room, t);
    if (t->kind == THOUGHT_MOVE) {
        answer_move(room, t);
        return;
    }
    room_answered(room, t);
    thought_free(t);
}
