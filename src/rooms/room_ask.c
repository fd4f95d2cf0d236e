/* Requests that do not change the game: hints, threats, win probabilities, earlier positions.
 *
 * Hints and win probabilities are thoughts; each follower has at most one of them under way, and
 * `asking` is true exactly while it has. */
#include "core/json_write.h"
#include "pessoi/view.h"
#include "rooms/room_int.h"
#include "rooms/text.h"
#include "rooms/thought_int.h"

#include <assert.h>

enum { SENTENCE_MAX = 512 };

/* A copy of the history up to `plies` moves of players, with the chance events that follow them. */
static enum pes_err history_at(const struct session *s, int plies, struct pes_history **out) {
    const enum pes_err err = pes_history_clone(s->history, out);
    if (err)
        return err;
    while (pes_history_plies(*out) > plies)
        pes_history_unmake(*out);
    assert(pes_history_plies(*out) == plies);
    return PES_ERR_OK;
}

static void begin(const struct room *room, const char *is, struct asked asked, int ply,
                  struct str *out) {
    put_open(out, NULL, '{');
    put_text(out, "is", is);
    if (asked.seq >= 0)
        put_int(out, "re", asked.seq);
    put_text(out, "id", room->id);
    put_int(out, "ply", ply);
}

/* Completes the message, tells it to the follower that asked, and releases it. */
static void finish(struct room *room, struct asked asked, struct str *out) {
    put_close(out, '}');
    room_tell(room, asked.from, out);
    str_release(out);
}

/* Hands a thought to the world for the follower that asked; takes ownership of the history. */
static void think(struct room *room, struct asked asked, enum thought_kind kind,
                  struct pes_history *history, enum hint_step step, int ply) {
    assert(!asked.from->asking);
    assert(kind != THOUGHT_MOVE);
    struct thought *t = thought_new(kind, history);
    if (t == NULL) {
        room_refuse_say(room, asked, REQUEST_SERVER, pes_err_text(PES_ERR_NOMEM), PES_NO_ARGS);
        return;
    }
    t->seed = session_adviser_seed(&room->session);
    t->step = step;
    t->hint = room->session.hint;
    t->limits.movetime_ms = kind == THOUGHT_HINT ? ROOM_HINT_MS : ROOM_JUDGE_MS;
    t->from = asked.from;
    t->seq = asked.seq;
    t->event = room->event;
    t->ply = ply;
    t->begun = room_now(room);
    asked.from->asking = true;
    t->next = room->thoughts;
    room->thoughts = t;
    room->world->think(room->world->world, room, t, asked.from->connection);
}

/* A follower has at most one thought under way. */
static bool check_not_asking(struct room *room, struct asked asked) {
    if (asked.from->asking)
        room_refuse_say(room, asked, REQUEST_BUSY, TEXT(room_asking), PES_NO_ARGS);
    return !asked.from->asking;
}

/* Hints, threats and win probabilities help a player: between two people only while
 * both agree. */
static bool check_fair(struct room *room, struct asked asked) {
    const bool fair = room_may_ask(room, asked.from);
    if (!fair)
        room_refuse_say(room, asked, REQUEST_UNFIT, TEXT(room_no_hints), PES_NO_ARGS);
    return fair;
}

/* Hints --------------------------------------------------------------------------------------- */

/* The cells to mark, and the moves as texts: of a single advised move all its cells, of a principal
 * variation the destination of each move. */
static void add_line(struct str *out, struct str *moves, const struct session *s, int count) {
    const struct pes_game *g = s->game;
    struct pes_state_buf at;
    struct pes_undo_buf undo;
    pes_copy(g, PES_STATE(at), pes_history_state(s->history));
    for (int i = 0; i < count; i++) {
        const pes_move m = s->hint.line[i];
        assert(pes_legal(g, PES_STATE(at), m));
        char text[PES_MOVE_TEXT_MAX];
        int16_t cells[PES_TOUCHES_MAX];
        g->rules->move_format(g, PES_STATE(at), m, text);
        put_text(moves, NULL, text);
        const int touched = g->kit->view->touches(g, PES_STATE(at), m, cells);
        for (int k = count > 1 && touched > 0 ? touched - 1 : 0; k < touched; k++)
            put_int(out, NULL, cells[k]);
        pes_make(g, PES_STATE(at), m, undo.bytes);
    }
}

static void tell_hint(struct room *room, struct asked asked, enum hint_step step) {
    const struct session *s = &room->session;
    struct said said;
    struct str out, moves;
    str_init(&out);
    str_init(&moves);
    begin(room, "hint", asked, pes_history_plies(s->history), &out);
    put_int(&out, "step", step);
    said_init(&said);
    for (int lang = 0; lang < PES_LANG_COUNT; lang++)
        hint_say(s->history, &s->hint, step, (enum pes_lang)lang, &said.in[lang]);
    put_said(&out, "said", &said);
    said_release(&said);
    put_open(&out, "cells", '[');
    if (step == HINT_AREA) {
        int16_t cells[PES_CELLS_MAX];
        const int count = hint_area_cells(s->game, hint_area(s->history, &s->hint), cells);
        for (int i = 0; i < count; i++)
            put_int(&out, NULL, cells[i]);
    } else if (step != HINT_IDEA) {
        add_line(&out, &moves, s, step == HINT_MOVE ? 1 : s->hint.line_count);
    }
    put_close(&out, ']');
    put_open(&out, "moves", '[');
    str_add_str(&out, &moves);
    put_close(&out, ']');
    str_release(&moves);
    finish(room, asked, &out);
}

/* Does the session already have what this step of a hint needs? */
static bool is_known(const struct session *s, enum hint_step step) {
    return s->hint.line_count > 0 &&
           (step != HINT_LINE || s->hint.is_line || !hint_goes_on(s->history, &s->hint));
}

/* Has an adviser look at the present position. */
static void find_hint(struct room *room, struct asked asked, enum hint_step step) {
    const struct session *s = &room->session;
    struct pes_history *history = NULL;
    const int plies = pes_history_plies(s->history);
    if (history_at(s, plies, &history) != PES_ERR_OK)
        room_refuse_say(room, asked, REQUEST_SERVER, pes_err_text(PES_ERR_NOMEM), PES_NO_ARGS);
    else
        think(room, asked, THOUGHT_HINT, history, step, plies);
}

void room_hint(struct room *room, struct asked asked, int step) {
    const struct session *s = &room->session;
    if (!room_holds_any(asked.from))
        room_refuse_say(room, asked, REQUEST_SEAT, TEXT(room_watching), PES_NO_ARGS);
    else if (room_over(room))
        room_refuse_say(room, asked, REQUEST_OVER, TEXT(room_over), PES_NO_ARGS);
    if (!room_holds_any(asked.from) || room_over(room) || !check_fair(room, asked))
        return;
    if (!room_holds(asked.from, session_turn(s)))
        room_refuse_say(room, asked, REQUEST_UNFIT, TEXT(room_no_hint_now), PES_NO_ARGS);
    else if (is_known(s, (enum hint_step)step))
        tell_hint(room, asked, (enum hint_step)step);
    else if (check_not_asking(room, asked))
        find_hint(room, asked, (enum hint_step)step);
}

/* Threats ------------------------------------------------------------------------------------- */

static void add_threat(struct str *out, const struct session *s, const struct pes_threat *threat) {
    struct said said;
    put_open(out, NULL, '{');
    put_int(out, "player", threat->player);
    put_cells(out, "cells", threat->cells, threat->cell_count);
    put_cells(out, "at", threat->at, threat->at_count);
    said_init(&said);
    for (int lang = 0; lang < PES_LANG_COUNT; lang++) {
        char sentence[SENTENCE_MAX] = "";
        s->game->kit->view->say_threat(s->game, pes_history_state(s->history), threat,
                                       (enum pes_lang)lang, sentence, sizeof sentence);
        str_add(&said.in[lang], sentence);
    }
    put_said(out, "said", &said);
    said_release(&said);
    put_close(out, '}');
}

void room_threats(struct room *room, struct asked asked) {
    const struct session *s = &room->session;
    const struct pes_view *view = s->game->kit->view;
    struct pes_threat threats[PES_THREATS_MAX];
    int count = 0;
    if (!check_fair(room, asked))
        return;
    if (view->threats != NULL && view->say_threat != NULL && !room_over(room))
        count = view->threats(s->game, pes_history_state(s->history), threats);
    struct str out;
    str_init(&out);
    begin(room, "threats", asked, pes_history_plies(s->history), &out);
    put_open(&out, "threats", '[');
    for (int i = 0; i < count; i++)
        add_threat(&out, s, &threats[i]);
    put_close(&out, ']');
    finish(room, asked, &out);
}

/* Win probabilities --------------------------------------------------------------------------- */

static void tell_judged(struct room *room, struct asked asked, int ply, double chance,
                        const int32_t *mate) {
    struct str out;
    assert(chance >= 0.0 && chance <= 1.0);
    str_init(&out);
    begin(room, "judged", asked, ply, &out);
    put_real(&out, "chance", chance);
    if (mate != NULL)
        put_int(&out, "mate", *mate);
    finish(room, asked, &out);
}

/* Does the game have `ply` moves? Refuses with the reason if not; -1 means all of them. */
static bool check_ply(struct room *room, struct asked asked, int64_t *ply) {
    const int plies = pes_history_plies(room->session.history);
    if (*ply < 0)
        *ply = plies;
    if (*ply > plies)
        room_refuse_say(room, asked, REQUEST_RANGE, TEXT(room_no_ply), PES_ARGS(PES_INT(plies)));
    return *ply <= plies;
}

void room_judge(struct room *room, struct asked asked, int64_t ply) {
    const struct session *s = &room->session;
    struct pes_history *history = NULL;
    if (!check_ply(room, asked, &ply) || !check_fair(room, asked))
        return;
    if (ply == pes_history_plies(s->history) && room_over(room)) {
        int32_t payoff[PES_PLAYERS_MAX];
        session_payoff(s, payoff);
        const double chance = payoff[0] > payoff[1] ? 1.0 : payoff[0] < payoff[1] ? 0.0 : 0.5;
        tell_judged(room, asked, (int)ply, chance, NULL);
    } else if (!check_not_asking(room, asked)) {
        return;
    } else if (history_at(&room->session, (int)ply, &history) != PES_ERR_OK) {
        room_refuse_say(room, asked, REQUEST_SERVER, pes_err_text(PES_ERR_NOMEM), PES_NO_ARGS);
    } else {
        think(room, asked, THOUGHT_JUDGE, history, HINT_IDEA, (int)ply);
    }
}

/* Tells the win probability of the first player, also if the second is to move. */
static void answer_judge(struct room *room, struct asked asked, const struct thought *t) {
    const struct pes_answer *a = &t->answer;
    const pes_player mover = pes_turn(room->session.game, pes_history_state(t->history));
    double chance = a->win_probability;
    if (a->has_mate)
        chance = a->mate > 0 ? 1.0 : a->mate < 0 ? 0.0 : 0.5;
    else if (!a->has_win_probability) {
        room_refuse_say(room, asked, REQUEST_UNFIT, TEXT(room_nobody_judges), PES_NO_ARGS);
        return;
    }
    const int32_t mate = mover == 0 ? a->mate : -a->mate;
    tell_judged(room, asked, t->ply, mover == 0 ? chance : 1.0 - chance,
                a->has_mate ? &mate : NULL);
}

void room_answered(struct room *room, struct thought *t) {
    const struct asked asked = {.from = t->from, .seq = t->seq};
    if (asked.from == NULL)
        return; /* the follower has left */
    assert(t->kind != THOUGHT_MOVE);
    assert(asked.from->asking);
    asked.from->asking = false;
    if (!check_fair(room, asked)) {
        return; /* the players have forbidden help since it was asked for */
    }
    if (t->kind == THOUGHT_HINT && t->stale) {
        room_refuse_say(
            room, asked, REQUEST_LATE, TEXT(room_late),
            PES_ARGS(PES_INT(pes_history_plies(room->session.history)), PES_INT(t->ply)));
    } else if (t->err) {
        room_refuse_say(room, asked, request_code_of(t->err),
                        t->err == PES_ERR_UNFIT ? TEXT(room_nobody_judges) : TEXT(room_no_thought),
                        PES_NO_ARGS);
    } else if (t->kind == THOUGHT_JUDGE) {
        answer_judge(room, asked, t);
    } else {
        room->session.hint = t->hint;
        tell_hint(room, asked, t->step);
    }
}

/* Earlier positions --------------------------------------------------------------------------- */

void room_at(struct room *room, struct asked asked, int64_t ply) {
    struct pes_history *history = NULL;
    if (!check_ply(room, asked, &ply))
        return;
    if (history_at(&room->session, (int)ply, &history) != PES_ERR_OK) {
        room_refuse_say(room, asked, REQUEST_SERVER, pes_err_text(PES_ERR_NOMEM), PES_NO_ARGS);
        return;
    }
    /* The same session with fewer moves: an end by resignation or time came later. */
    struct session then = room->session;
    then.history = history;
    if (ply < pes_history_plies(room->session.history))
        then.stopped = PES_END_NONE;
    struct str out;
    struct put_moved last;
    str_init(&out);
    put_moved_init(&last);
    put_moved_last(&last, history);
    begin(room, "at", asked, (int)ply, &out);
    put_position(&then, false, &out);
    put_steps(&out, &last);
    put_moved_release(&last);
    finish(room, asked, &out);
    pes_history_free(history);
}
