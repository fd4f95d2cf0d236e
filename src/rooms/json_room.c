/* The game and its changes as JSON; docs/formats/api.md specifies the members.
 *
 * The list `played` grows with the game, so its JSON is cached in the room and only extended:
 * `played_covered` moves of the history are in it. */
#include "core/json_write.h"
#include "core/level.h"
#include "pessoi/view.h"
#include "play/say.h"
#include "play/text.h"
#include "rooms/room_int.h"

#include <assert.h>

/* Moves --------------------------------------------------------------------------------------- */

void put_moved_init(struct put_moved *m) {
    *m = (struct put_moved){.player = -1, .number = -1, .placing = -1};
    str_init(&m->steps);
    said_init(&m->said);
}

void put_moved_release(struct put_moved *m) {
    str_release(&m->steps);
    said_release(&m->said);
}

static void add_step(struct str *out, const struct pes_step *step, int wave) {
    static const char *const kinds[] = {
        [PES_STEP_MOVE] = "move",       [PES_STEP_PLACE] = "place",   [PES_STEP_REMOVE] = "remove",
        [PES_STEP_CAPTURE] = "capture", [PES_STEP_CHANGE] = "change", [PES_STEP_POINTS] = "points",
        [PES_STEP_END] = "end"};
    assert((size_t)step->kind < sizeof kinds / sizeof kinds[0]);
    assert(wave >= 0);
    put_open(out, NULL, '[');
    put_text(out, NULL, kinds[step->kind]);
    put_int(out, NULL, step->from);
    put_int(out, NULL, step->to);
    put_int(out, NULL, step->player);
    put_int(out, NULL, wave);
    put_int(out, NULL, step->value);
    put_text(out, NULL, step->piece);
    put_close(out, ']');
}

/* Does the first wave only place pieces? */
static bool begins_with_places(const struct pes_step steps[], int count) {
    for (int i = 0; i < count && steps[i].wave == 0; i++)
        if (steps[i].kind != PES_STEP_PLACE)
            return false;
    return count > 0 && steps[0].wave == 0;
}

/* Consecutive chance events that only place pieces are shown in one wave instead of one after the
 * other: the first wave of such an event joins that of the event before it. */
static void add_steps(struct put_moved *m, bool outcome, const struct pes_step steps[], int count) {
    const bool places = outcome && begins_with_places(steps, count);
    const int base = places && m->placing >= 0 ? m->placing : m->wave;
    for (int i = 0; i < count; i++) {
        const int wave = base + steps[i].wave;
        if (m->on_step != NULL)
            m->on_step(m->on_step_to, &steps[i], wave);
        else
            add_step(&m->steps, &steps[i], wave);
        m->wave = wave >= m->wave ? wave + 1 : m->wave;
    }
    m->placing = places && m->wave == base + 1 ? base : -1;
}

void put_moved_add(struct put_moved *m, const struct pes_game *g, const struct pes_state *s,
                   pes_move move) {
    if (pes_turn(g, s) >= 0) {
        m->player = pes_turn(g, s);
        m->number = pes_move_number(g, s, move);
        g->rules->move_format(g, s, move, m->move);
    }
    struct pes_step steps[PES_STEPS_MAX];
    const int count = g->kit->view->trace(g, s, move, steps);
    assert(count >= 0 && count <= PES_STEPS_MAX);
    add_steps(m, pes_turn(g, s) == PES_CHANCE, steps, count);
    /* The position says how the game ended. */
    int spoken = count;
    while (spoken > 0 && steps[spoken - 1].kind == PES_STEP_END)
        spoken--;
    for (int lang = 0; lang < PES_LANG_COUNT; lang++)
        say_steps(g, s, move, steps, spoken, (enum pes_lang)lang, &m->said.in[lang]);
}

enum pes_err put_moved_make(struct put_moved *m, struct session *s, pes_move move) {
    enum pes_err err = PES_ERR_OK;
    if (move != PES_MOVE_NONE) {
        put_moved_add(m, s->game, pes_history_state(s->history), move);
        err = session_make(s, move);
    }
    while (err == PES_ERR_OK && session_turn(s) == PES_CHANCE) {
        const pes_move outcome = session_roll(s);
        put_moved_add(m, s->game, pes_history_state(s->history), outcome);
        err = session_make(s, outcome);
    }
    return err;
}

void put_moved_last(struct put_moved *m, const struct pes_history *h) {
    const int count = pes_history_count(h);
    int from = count - 1;
    while (from >= 0 && pes_history_player(h, from) == PES_CHANCE)
        from--;
    struct pes_walk w;
    for (pes_walk_start(&w, h, from >= 0 ? from : count); w.at < count; pes_walk_next(&w))
        put_moved_add(m, pes_history_game(h), PES_STATE(w.state), pes_history_move(h, w.at));
}

void put_steps(struct str *out, const struct put_moved *m) {
    put_open(out, "steps", '[');
    str_add_str(out, &m->steps);
    put_close(out, ']');
}

void put_try(const struct session *s, pes_move move, struct str *out) {
    struct put_moved moved;
    put_moved_init(&moved);
    put_moved_add(&moved, s->game, pes_history_state(s->history), move);
    put_text(out, "move", moved.move);
    put_steps(out, &moved);
    put_moved_release(&moved);
}

/* What is known about a move besides what it does; nothing if nothing is. */
static void put_about(struct str *out, const char *key, const struct put_moved *m) {
    if (!m->has_value && m->number < 0)
        return;
    put_open(out, key, '{');
    if (m->has_value)
        put_real(out, "value", m->value);
    if (m->number >= 0)
        put_int(out, "number", m->number);
    put_close(out, '}');
}

/* Extends the cached JSON of `played` to the whole history. */
static void cover_played(struct room *room) {
    const struct pes_game *g = room->session.game;
    const struct pes_history *h = room->session.history;
    const int count = pes_history_count(h);
    struct pes_walk w;
    if (room->played.failed) {
        str_release(&room->played);
        room->played_covered = 0;
    }
    assert(room->played_covered <= count);
    pes_walk_start(&w, h, room->played_covered);
    while (w.at < count) {
        struct put_moved m;
        put_moved_init(&m);
        m.has_value = session_value(&room->session, w.at, &m.value);
        do {
            put_moved_add(&m, g, PES_STATE(w.state), pes_history_move(h, w.at));
            pes_walk_next(&w);
        } while (w.at < count && pes_history_player(h, w.at) == PES_CHANCE);
        if (m.player >= 0) {
            put_open(&room->played, NULL, '[');
            put_text(&room->played, NULL, m.move);
            put_int(&room->played, NULL, m.player);
            put_said(&room->played, NULL, &m.said);
            put_about(&room->played, NULL, &m);
            put_close(&room->played, ']');
        }
        put_moved_release(&m);
    }
    assert(w.at == count);
    room->played_covered = count;
}

/* The parts of messages ----------------------------------------------------------------------- */

void put_clock(const struct room *room, struct str *out) {
    if (!room->clock.used) {
        put_null(out, "clock");
        return;
    }
    const pes_player running = room_clock_running(room);
    assert(running < PES_PLAYERS_MAX);
    put_open(out, "clock", '{');
    put_open(out, "left_ms", '[');
    for (int i = 0; i < PES_PLAYERS_MAX; i++)
        put_int(out, NULL, room_clock_left(room, i));
    put_close(out, ']');
    put_int(out, "increment_ms", room->clock.increment_ms);
    if (running >= 0)
        put_int(out, "running", running);
    else
        put_null(out, "running");
    put_close(out, '}');
}

/* The agent in words, as people see it. */
static void put_agent_title(struct str *out, const char *key, const struct pes_game *g,
                            const char *agent) {
    enum { TITLE_MAX = 512 };
    char titles[PES_LANG_COUNT][TITLE_MAX];
    struct pes_text title;
    for (int lang = 0; lang < PES_LANG_COUNT; lang++) {
        pes_agent_say(g, agent, (enum pes_lang)lang, titles[lang], TITLE_MAX);
        title.in[lang] = titles[lang];
    }
    put_word(out, key, TEXT(play_plain), PES_ARGS(PES_WORDS(&title)));
}

static void add_seats(const struct room *room, struct str *out) {
    struct pes_offer offer;
    put_open(out, "seats", '[');
    for (int i = 0; i < PES_PLAYERS_MAX; i++) {
        const char *agent = room->session.seats[i].text;
        put_open(out, NULL, '{');
        if (room_is_agent(room, i)) {
            put_text(out, "who", "agent");
            put_text(out, "agent", agent);
            put_agent_title(out, "title", room->session.game, agent);
            const int level = level_parse(room->session.game->kit, agent);
            if (level > 0)
                put_int(out, "level", level);
            else if (session_report_player(&room->session, i, &offer))
                put_bool(out, "report", true);
        } else {
            put_text(out, "who", "person");
            put_text(out, "name", room->seats[i].name[0] != '\0' ? room->seats[i].name : NULL);
            put_bool(out, "here", room_is_here(room, i));
        }
        put_close(out, '}');
    }
    put_close(out, ']');
}

static void add_free(const struct room *room, struct str *out) {
    put_open(out, "free", '[');
    for (int i = 0; i < PES_PLAYERS_MAX; i++)
        if (!room_is_agent(room, i) && !room->seats[i].taken)
            put_int(out, NULL, i);
    put_close(out, ']');
}

static void add_thinking(const struct room *room, struct str *out) {
    if (room_thinking(room) != NULL)
        put_int(out, "thinking", session_turn(&room->session));
    else
        put_null(out, "thinking");
}

static void add_undo(const struct room *room, struct str *out) {
    put_bool(out, "undo", room_may_undo(room));
    put_bool(out, "redo", room_may_redo(room));
}

static void add_offer(const struct room *room, struct str *out) {
    static const char *const words[] = {[REQUEST_DRAW] = "draw",
                                        [REQUEST_TAKE_BACK] = "undo",
                                        [REQUEST_AGAIN] = "rematch",
                                        [REQUEST_HELP] = "hints"};
    if (!room->offer.open) {
        put_null(out, "offer");
        return;
    }
    assert((size_t)room->offer.what < sizeof words / sizeof words[0]);
    put_open(out, "offer", '{');
    put_text(out, "what", words[room->offer.what]);
    put_int(out, "player", room->offer.by);
    put_close(out, '}');
}

static void add_next(const struct room *room, struct str *out) {
    put_text(out, "next", room->next[0] != '\0' ? room->next : NULL);
}

static void begin(const struct room *room, const char *is, int64_t re, struct str *out) {
    assert(room->event > 0);
    put_open(out, NULL, '{');
    put_text(out, "is", is);
    if (re >= 0)
        put_int(out, "re", re);
    put_text(out, "id", room->id);
    put_int(out, "event", room->event);
}

/* Messages ------------------------------------------------------------------------------------ */

void put_game(struct room *room, const struct follower *f, int64_t re, struct str *out) {
    const struct session *s = &room->session;
    const pes_player turn = session_turn(s);
    begin(room, "game", re, out);
    put_text(out, "game", s->game->rules->name);
    put_text(out, "variant", s->game->variant);
    put_word(out, "title", &s->game->rules->title, PES_NO_ARGS);
    put_text(out, "look", s->game->kit->view->look);
    put_board(s->game, out);
    put_players(s->game, pes_history_state(s->history), out);
    add_seats(room, out);
    put_open(out, "mine", '[');
    for (int i = 0; f != NULL && i < PES_PLAYERS_MAX; i++)
        if (f->mine[i])
            put_int(out, NULL, i);
    put_close(out, ']');
    add_free(room, out);
    put_int(out, "created", room->created);
    put_position(s, f != NULL && room_holds(f, turn), out);
    put_open(out, "steps", '[');
    put_close(out, ']');
    cover_played(room);
    put_open(out, "played", '[');
    str_add_str(out, &room->played);
    put_close(out, ']');
    put_clock(room, out);
    add_undo(room, out);
    add_offer(room, out);
    put_int(out, "pace_ms", room->pace_ms);
    add_thinking(room, out);
    add_next(room, out);
    put_bool(out, "hints", f != NULL && room_may_ask(room, f));
    put_bool(out, "agreed", room->hints);
    put_close(out, '}');
    assert(pes_history_plies(s->history) > ROOM_PLIES_MAX || out->length <= ROOM_BYTES_MAX);
}

void put_state(const struct room *room, int64_t re, struct str *out) {
    begin(room, "state", re, out);
    put_clock(room, out);
    add_offer(room, out);
    add_undo(room, out);
    add_free(room, out);
    add_next(room, out);
    add_seats(room, out);
    put_int(out, "pace_ms", room->pace_ms);
    add_thinking(room, out);
    put_bool(out, "agreed", room->hints);
    put_close(out, '}');
}

void put_moved(struct room *room, const struct put_moved *m, bool legal, struct str *out) {
    assert(m->player >= 0);
    put_text(out, "id", room->id);
    put_int(out, "event", room->event);
    put_text(out, "move", m->move);
    put_int(out, "player", m->player);
    put_steps(out, m);
    put_said(out, "said", &m->said);
    put_about(out, "about", m);
    put_position(&room->session, legal, out);
    put_clock(room, out);
    add_undo(room, out);
    add_thinking(room, out);
}
