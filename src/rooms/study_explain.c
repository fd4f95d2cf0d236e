/* What the players of the game's report think of every move of a position: see play/explain.h. */
#include "core/json_write.h"
#include "core/mem.h"
#include "play/explain.h"
#include "rooms/room_int.h"
#include "rooms/study.h"
#include "rooms/text.h"

#include <assert.h>

static void put_moves(struct str *out, const struct session *s, const struct explain_mode *mode,
                      const struct explain_move moves[], int count) {
    const struct pes_game *g = s->game;
    const struct pes_state *state = pes_history_state(s->history);
    const int terms = explain_terms(mode->rating);
    put_open(out, "moves", '[');
    for (int i = 0; i < count; i++) {
        char text[PES_MOVE_TEXT_MAX];
        int16_t cells[PES_TOUCHES_MAX];
        g->rules->move_format(g, state, moves[i].move, text);
        const int touched = g->kit->view->touches(g, state, moves[i].move, cells);
        assert(touched >= 0 && touched <= PES_TOUCHES_MAX);
        put_open(out, NULL, '{');
        put_text(out, "move", text);
        put_cells(out, "cells", cells, touched);
        put_exact(out, "value", moves[i].value);
        put_open(out, "terms", '[');
        for (int k = 0; k < terms; k++)
            put_exact(out, NULL, moves[i].terms[k]);
        put_close(out, ']');
        put_close(out, '}');
    }
    put_close(out, ']');
}

static enum pes_err put_mode(struct str *out, const struct session *s,
                             const struct explain_mode *mode, struct explain_move moves[]) {
    const struct pes_game *g = s->game;
    int count = 0, best = -1;
    const enum pes_err err = explain_find(mode, s->history, moves, &count, &best);
    if (err != PES_ERR_OK)
        return err;
    char text[PES_MOVE_TEXT_MAX];
    put_open(out, NULL, '{');
    put_text(out, "agent", mode->agent);
    put_bool(out, "program", mode->as_program);
    if (best >= 0)
        g->rules->move_format(g, pes_history_state(s->history), moves[best].move, text);
    put_text(out, "best", best >= 0 ? text : NULL);
    put_moves(out, s, mode, moves, count);
    put_close(out, '}');
    return PES_ERR_OK;
}

static void put_about(struct str *out, const struct pes_rating *rating) {
    const struct pes_text name = {{rating->name, rating->name}};
    const struct pes_text *title = rating->title.in[PES_LANG_EN] != NULL ? &rating->title : &name;
    put_text(out, "name", rating->name);
    put_word(out, "title", title, PES_NO_ARGS);
    put_word(out, "help", &rating->help, PES_NO_ARGS);
    put_open(out, "terms", '[');
    for (int i = 0; i < explain_terms(rating); i++)
        put_word(out, NULL, &rating->term_names[i], PES_NO_ARGS);
    put_close(out, ']');
    if (rating->how_terms.in[PES_LANG_EN] != NULL)
        put_word(out, "how", &rating->how_terms, PES_NO_ARGS);
    else
        put_null(out, "how");
}

/* Modes of one player follow each other. */
static enum pes_err put_report_players(struct str *out, const struct session *s,
                                       struct explain_move moves[]) {
    struct explain_mode modes[EXPLAIN_MODES_MAX];
    const int count = explain_modes(s->game, modes);
    enum pes_err err = PES_ERR_OK;
    put_open(out, "players", '[');
    for (int i = 0; i < count && err == PES_ERR_OK;) {
        const struct pes_rating *rating = modes[i].rating;
        put_open(out, NULL, '{');
        put_about(out, rating);
        put_open(out, "modes", '[');
        for (; i < count && modes[i].rating == rating && err == PES_ERR_OK; i++)
            err = put_mode(out, s, &modes[i], moves);
        put_close(out, ']');
        put_close(out, '}');
    }
    put_close(out, ']');
    return err;
}

enum request_code study_explain(const struct study_asked *asked, struct str *out) {
    struct session *s = &asked->line->session;
    struct refusal *why = asked->reader->why;
    struct put_moved moved;
    put_moved_init(&moved);
    enum pes_err err = put_moved_make(&moved, s, PES_MOVE_NONE); /* chance that is due */
    put_moved_release(&moved);
    if (err == PES_ERR_OK && session_turn(s) < 0)
        return refuse(why, REQUEST_OVER, TEXT(room_over), PES_NO_ARGS);
    struct explain_move *moves = mem_alloc(PES_MOVES_MAX * sizeof *moves);
    if (moves == NULL)
        err = PES_ERR_NOMEM;
    if (err == PES_ERR_OK) {
        put_open(out, NULL, '{');
        err = put_report_players(out, s, moves);
        put_close(out, '}');
    }
    mem_free(moves);
    return err == PES_ERR_OK ? REQUEST_OK
                             : refuse(why, request_code_of(err), pes_err_text(err), PES_NO_ARGS);
}
