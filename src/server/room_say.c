/* The game and its changes as JSON; docs/formats/api.md says what the members mean. */
#include "arena/tell.h"
#include "core/jot.h"
#include "pessoi/view.h"
#include "server/room_int.h"

#include <assert.h>

/* Moves --------------------------------------------------------------------------------------- */

void say_moved_init(struct say_moved *m) {
    *m = (struct say_moved){.player = -1, .placing = -1};
    str_init(&m->steps);
    for (int lang = 0; lang < PES_LANG_COUNT; lang++)
        str_init(&m->said[lang]);
}

void say_moved_release(struct say_moved *m) {
    str_release(&m->steps);
    for (int lang = 0; lang < PES_LANG_COUNT; lang++)
        str_release(&m->said[lang]);
}

static void add_step(struct str *out, const struct pes_step *step, int wave) {
    static const char *const kinds[] = {
        [PES_STEP_MOVE] = "move",       [PES_STEP_PLACE] = "place",   [PES_STEP_REMOVE] = "remove",
        [PES_STEP_CAPTURE] = "capture", [PES_STEP_CHANGE] = "change", [PES_STEP_POINTS] = "points",
        [PES_STEP_END] = "end"};
    jot_open(out, NULL, '[');
    jot_text(out, NULL, kinds[step->kind]);
    jot_int(out, NULL, step->from);
    jot_int(out, NULL, step->to);
    jot_int(out, NULL, step->player);
    jot_int(out, NULL, wave);
    jot_int(out, NULL, step->value);
    jot_text(out, NULL, step->piece);
    jot_close(out, ']');
}

/* Does the first wave bring pieces, and nothing else? */
static bool begins_with_places(const struct pes_step steps[], int count) {
    for (int i = 0; i < count && steps[i].wave == 0; i++)
        if (steps[i].kind != PES_STEP_PLACE)
            return false;
    return count > 0 && steps[0].wave == 0;
}

/* The pieces that outcomes in a row bring come together, not one after the other: the first wave of
 * such an outcome joins that of the one before it. */
static void add_steps(struct say_moved *m, const struct pes_game *g, const struct pes_state *s,
                      pes_move move) {
    struct pes_step steps[PES_STEPS_MAX];
    const int count = g->kit->view->trace(g, s, move, steps);
    const bool places = pes_turn(g, s) == PES_CHANCE && begins_with_places(steps, count);
    const int base = places && m->placing >= 0 ? m->placing : m->wave;
    for (int i = 0; i < count; i++) {
        const int wave = base + steps[i].wave;
        add_step(&m->steps, &steps[i], wave);
        m->wave = wave >= m->wave ? wave + 1 : m->wave;
    }
    m->placing = places && m->wave == base + 1 ? base : -1;
}

void say_moved_add(struct say_moved *m, const struct pes_game *g, const struct pes_state *s,
                   pes_move move) {
    if (pes_turn(g, s) >= 0) {
        m->player = pes_turn(g, s);
        g->rules->move_format(g, s, move, m->move);
    }
    add_steps(m, g, s, move);
    for (int lang = 0; lang < PES_LANG_COUNT; lang++) {
        struct str said;
        str_init(&said);
        tell_steps(g, s, move, (enum pes_lang)lang, &said);
        const bool first = m->said[lang].length == 0;
        str_add(&m->said[lang], said.text + (first && said.length > 0));
        m->said[lang].failed |= said.failed;
        str_release(&said);
    }
}

/* Brings the entries of `played` up to date. */
static void cover_played(struct room *room) {
    const struct pes_game *g = room->session.game;
    const struct pes_history *h = room->session.history;
    const int count = pes_history_count(h);
    struct pes_state_buf at;
    struct pes_undo_buf undo;
    if (room->played.failed) {
        str_release(&room->played);
        room->played_covered = 0;
    }
    pes_copy(g, PES_STATE(at), pes_history_first(h));
    for (int i = 0; i < room->played_covered; i++)
        pes_make(g, PES_STATE(at), pes_history_move(h, i), undo.bytes);
    for (int i = room->played_covered; i < count;) {
        struct say_moved m;
        say_moved_init(&m);
        do {
            const pes_move move = pes_history_move(h, i++);
            say_moved_add(&m, g, PES_STATE(at), move);
            pes_make(g, PES_STATE(at), move, undo.bytes);
        } while (i < count && pes_turn(g, PES_STATE(at)) == PES_CHANCE);
        if (m.player >= 0) {
            jot_open(&room->played, NULL, '[');
            jot_text(&room->played, NULL, m.move);
            jot_int(&room->played, NULL, m.player);
            say_word(&room->played, NULL, m.said);
            jot_close(&room->played, ']');
        }
        say_moved_release(&m);
    }
    room->played_covered = count;
}

/* The parts of messages ----------------------------------------------------------------------- */

void say_clock(const struct room *room, struct str *out) {
    if (!room->clock.used) {
        jot_null(out, "clock");
        return;
    }
    const pes_player running = clock_running(room);
    jot_open(out, "clock", '{');
    jot_open(out, "left_ms", '[');
    for (int i = 0; i < PES_PLAYERS_MAX; i++)
        jot_int(out, NULL, clock_left(room, i));
    jot_close(out, ']');
    jot_int(out, "increment_ms", room->clock.increment_ms);
    if (running >= 0)
        jot_int(out, "running", running);
    else
        jot_null(out, "running");
    jot_close(out, '}');
}

static void add_seats(const struct room *room, struct str *out) {
    jot_open(out, "seats", '[');
    for (int i = 0; i < PES_PLAYERS_MAX; i++) {
        const char *agent = room->session.seats[i].text;
        jot_open(out, NULL, '{');
        if (room_is_agent(room, i)) {
            jot_text(out, "who", "agent");
            jot_text(out, "agent", agent);
            say_agent_title(out, "title", room->session.game->kit, agent);
            const int level = agent_level(room->session.game->kit, agent);
            if (level > 0)
                jot_int(out, "level", level);
        } else {
            jot_text(out, "who", "person");
            jot_text(out, "name", room->seats[i].name[0] != '\0' ? room->seats[i].name : NULL);
            jot_bool(out, "here", room_is_here(room, i));
        }
        jot_close(out, '}');
    }
    jot_close(out, ']');
}

static void add_free(const struct room *room, struct str *out) {
    jot_open(out, "free", '[');
    for (int i = 0; i < PES_PLAYERS_MAX; i++)
        if (!room_is_agent(room, i) && !room->seats[i].taken)
            jot_int(out, NULL, i);
    jot_close(out, ']');
}

static void add_thinking(const struct room *room, struct str *out) {
    if (room_thinking(room) != NULL)
        jot_int(out, "thinking", session_turn(&room->session));
    else
        jot_null(out, "thinking");
}

static void add_undo(const struct room *room, struct str *out) {
    jot_bool(out, "undo", room_may_undo(room));
    jot_bool(out, "redo", room_may_redo(room));
}

static void add_offer(const struct room *room, struct str *out) {
    static const char *const words[] = {
        [REQUEST_DRAW] = "draw", [REQUEST_TAKE_BACK] = "undo", [REQUEST_AGAIN] = "rematch"};
    if (!room->offer.open) {
        jot_null(out, "offer");
        return;
    }
    jot_open(out, "offer", '{');
    jot_text(out, "what", words[room->offer.what]);
    jot_int(out, "player", room->offer.by);
    jot_close(out, '}');
}

static void add_next(const struct room *room, struct str *out) {
    jot_text(out, "next", room->next[0] != '\0' ? room->next : NULL);
}

static void begin(const struct room *room, const char *is, int64_t re, struct str *out) {
    jot_open(out, NULL, '{');
    jot_text(out, "is", is);
    if (re >= 0)
        jot_int(out, "re", re);
    jot_text(out, "id", room->id);
    jot_int(out, "event", room->event);
}

/* Messages ------------------------------------------------------------------------------------ */

void say_game(struct room *room, const struct follower *f, int64_t re, struct str *out) {
    const struct session *s = &room->session;
    const pes_player turn = session_turn(s);
    begin(room, "game", re, out);
    jot_text(out, "game", s->game->rules->name);
    jot_text(out, "variant", s->game->variant);
    jot_word(out, "title", &s->game->rules->title, PES_NO_ARGS);
    jot_text(out, "look", s->game->kit->view->look);
    say_board(s->game, out);
    say_players(s->game, pes_history_state(s->history), out);
    add_seats(room, out);
    jot_open(out, "mine", '[');
    for (int i = 0; f != NULL && i < PES_PLAYERS_MAX; i++)
        if (f->mine[i])
            jot_int(out, NULL, i);
    jot_close(out, ']');
    add_free(room, out);
    jot_int(out, "created", room->created);
    say_position(s, f != NULL && room_holds(f, turn), out);
    jot_open(out, "steps", '[');
    jot_close(out, ']');
    cover_played(room);
    jot_open(out, "played", '[');
    str_add_bytes(out, room->played.text, room->played.length);
    out->failed |= room->played.failed;
    jot_close(out, ']');
    say_clock(room, out);
    add_undo(room, out);
    add_offer(room, out);
    jot_int(out, "pace_ms", room->pace_ms);
    add_thinking(room, out);
    add_next(room, out);
    jot_close(out, '}');
}

void say_state(const struct room *room, int64_t re, struct str *out) {
    begin(room, "state", re, out);
    say_clock(room, out);
    add_offer(room, out);
    add_undo(room, out);
    add_free(room, out);
    add_next(room, out);
    add_seats(room, out);
    jot_int(out, "pace_ms", room->pace_ms);
    add_thinking(room, out);
    jot_close(out, '}');
}

void say_moved(struct room *room, const struct say_moved *m, bool legal, struct str *out) {
    jot_text(out, "id", room->id);
    jot_int(out, "event", room->event);
    jot_text(out, "move", m->move);
    jot_int(out, "player", m->player);
    jot_open(out, "steps", '[');
    str_add_bytes(out, m->steps.text, m->steps.length);
    out->failed |= m->steps.failed;
    jot_close(out, ']');
    say_word(out, "said", m->said);
    say_position(&room->session, legal, out);
    say_clock(room, out);
    add_undo(room, out);
    add_thinking(room, out);
}
