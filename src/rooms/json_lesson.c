/* The lesson about a game as JSON: its steps, and for one step what a move does and why touched
 * cells are no move. A question names a step and a number in its list of legal moves, or cells, so
 * that its address needs no escapes. */
#include "core/json_write.h"
#include "core/lesson.h"
#include "rooms/path.h"
#include "rooms/room_int.h"

#include <assert.h>
#include <string.h>

/* A step as a session, with a luck that is always the same. */
static enum pes_err open_step(const struct pes_kit *kit, const struct pes_lesson *step,
                              struct session *s) {
    struct pes_note note = {0};
    struct pes_game *game;
    struct pes_history *history;
    const enum pes_err err = lesson_open(kit, step, &game, &history, &note);
    assert(err == PES_ERR_OK || err == PES_ERR_NOMEM); /* the conformance suite opens every step */
    if (err == PES_ERR_OK)
        session_init(s, game, history, 0);
    return err;
}

static void put_text_or_null(struct str *out, const char *key, const struct pes_text *text) {
    if (text->in[0] != NULL)
        put_word(out, key, text, PES_NO_ARGS);
    else
        put_null(out, key);
}

/* `touch`: sentences, and `cells`: what each of them is about. */
static void put_touches(const struct pes_lesson *step, const struct session *s, struct str *out) {
    const struct pes_state *state = pes_history_state(s->history);
    const int count = lesson_touches(step);
    int16_t cells[PES_TOUCHES_MAX];
    put_open(out, "touch", '[');
    for (int i = 0; i < count; i++)
        put_word(out, NULL, &step->touch[i], PES_NO_ARGS);
    put_close(out, ']');
    const int touched = count == 0 ? 0
                                   : s->game->kit->view->touches(
                                         s->game, state, lesson_first(step, s->game, state), cells);
    assert(touched == count);
    put_cells(out, "cells", cells, touched);
}

static enum pes_err put_step(const struct pes_kit *kit, const struct pes_lesson *step,
                             struct str *out) {
    struct session s;
    const enum pes_err err = open_step(kit, step, &s);
    if (err != PES_ERR_OK)
        return err;
    put_open(out, NULL, '{');
    put_word(out, "title", &step->title, PES_NO_ARGS);
    put_word(out, "task", &step->task, PES_NO_ARGS);
    put_word(out, "done", &step->done, PES_NO_ARGS);
    put_text_or_null(out, "miss", &step->miss);
    put_touches(step, &s, out);
    put_text(out, "look", kit->view->look);
    put_board(s.game, out);
    put_players(s.game, pes_history_state(s.history), out);
    put_position(&s, true, out);
    put_close(out, '}');
    session_release(&s);
    return PES_ERR_OK;
}

enum pes_err room_lesson(const struct pes_kit *kit, struct str *out) {
    static const struct pes_text none = {{NULL}};
    enum pes_err err = PES_ERR_OK;
    const int count = lesson_count(kit);
    put_open(out, NULL, '{');
    put_open(out, "steps", '[');
    for (int i = 0; i < count && err == PES_ERR_OK; i++)
        err = put_step(kit, &kit->view->lessons[i], out);
    put_close(out, ']');
    put_text_or_null(out, "source", kit->view != NULL ? &kit->view->source : &none);
    put_text_or_null(out, "known", kit->view != NULL ? &kit->view->known : &none);
    put_close(out, '}');
    return err != PES_ERR_OK ? err : str_err(out);
}

/* Questions ------------------------------------------------------------------------------------ */

/* The move, the outcomes of chance after it, and the position that they lead to. */
static enum pes_err answer_try(const struct pes_lesson *step, struct session *s, pes_move m,
                               struct str *out) {
    struct put_moved moved;
    put_moved_init(&moved);
    const enum pes_err err = put_moved_make(&moved, s, m);
    put_text(out, "move", moved.move);
    put_int(out, "player", moved.player);
    put_bool(out, "reached", lesson_accepts(step, moved.move));
    put_steps(out, &moved);
    put_said(out, "said", &moved.said);
    put_position(s, false, out);
    put_moved_release(&moved);
    return err;
}

/* Answers "try/7" or "why/4.12". */
static enum pes_err answer(const struct pes_lesson *step, struct session *s, const char *at,
                           struct str *out) {
    const struct pes_game *g = s->game;
    if (path_word(&at, "try/")) {
        pes_move list[PES_MOVES_MAX];
        const int count = pes_moves(g, pes_history_state(s->history), list);
        const int index = path_number(&at);
        if (index < 0 || index >= count || *at != '\0')
            return PES_ERR_UNKNOWN;
        return answer_try(step, s, list[index], out);
    }
    struct pes_cell board[PES_CELLS_MAX];
    int16_t cells[PES_TOUCHES_MAX];
    const int count =
        path_word(&at, "why/") ? path_cells(at, g->kit->view->cells(g, board), cells) : 0;
    if (count == 0)
        return PES_ERR_UNKNOWN;
    put_why(s, cells, count, out);
    return PES_ERR_OK;
}

enum pes_err room_lesson_ask(const struct pes_kit *kit, const char *question, struct str *out) {
    struct session s;
    const char *at = question;
    const int number = path_word(&at, "/") ? path_number(&at) : -1;
    if (number < 1 || number > lesson_count(kit) || !path_word(&at, "/"))
        return PES_ERR_UNKNOWN;
    const struct pes_lesson *step = &kit->view->lessons[number - 1];
    enum pes_err err = open_step(kit, step, &s);
    if (err != PES_ERR_OK)
        return err;
    put_open(out, NULL, '{');
    err = answer(step, &s, at, out);
    put_close(out, '}');
    session_release(&s);
    return err != PES_ERR_OK ? err : str_err(out);
}
