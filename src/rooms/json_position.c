/* A position as JSON: board, pieces, legal moves, scores. All of it comes from the view of the
 * game; counts that a view returns are within the bounds of pessoi/view.h. */
#include "core/json_write.h"
#include "pessoi/view.h"
#include "play/say.h"
#include "rooms/room_int.h"

#include <assert.h>

enum { LABEL_MAX = 256 /* bytes of the label of a button */ };

void put_cells(struct str *out, const char *key, const int16_t cells[], int count) {
    put_open(out, key, '[');
    for (int i = 0; i < count; i++)
        put_int(out, NULL, cells[i]);
    put_close(out, ']');
}

void put_board(const struct pes_game *g, struct str *out) {
    static const char *const shapes[] = {[PES_SHAPE_SQUARE] = "square",
                                         [PES_SHAPE_CIRCLE] = "circle",
                                         [PES_SHAPE_HEXAGON] = "hexagon"};
    struct pes_cell cells[PES_CELLS_MAX];
    const int count = g->kit->view->cells(g, cells);
    assert(count > 0 && count <= PES_CELLS_MAX);
    int32_t width = 0, height = 0;
    put_open(out, "board", '{');
    put_open(out, "cells", '[');
    for (int i = 0; i < count; i++) {
        const struct pes_cell *c = &cells[i];
        assert((size_t)c->shape < sizeof shapes / sizeof shapes[0]);
        put_open(out, NULL, '[');
        put_text(out, NULL, shapes[c->shape]);
        put_int(out, NULL, c->x);
        put_int(out, NULL, c->y);
        put_int(out, NULL, c->width);
        put_int(out, NULL, c->height);
        put_text(out, NULL, c->label);
        put_close(out, ']');
        const int32_t right = c->x + (c->width + 1) / 2, bottom = c->y + (c->height + 1) / 2;
        width = right > width ? right : width;
        height = bottom > height ? bottom : height;
    }
    put_close(out, ']');
    const int32_t target = g->kit->view->target != NULL ? g->kit->view->target(g) : 0;
    if (target > 0)
        put_int(out, "target", target);
    else
        put_null(out, "target");
    put_open(out, "size", '[');
    put_int(out, NULL, width);
    put_int(out, NULL, height);
    put_close(out, ']');
    put_close(out, '}');
}

void put_players(const struct pes_game *g, const struct pes_state *s, struct str *out) {
    put_open(out, "players", '[');
    for (int i = 0; i < PES_PLAYERS_MAX; i++) {
        const struct pes_player_name *name = pes_player_name(g, s, i);
        put_open(out, NULL, '{');
        put_text(out, "name", name->id);
        put_word(out, "title", &name->name, PES_NO_ARGS);
        put_close(out, '}');
    }
    put_close(out, ']');
}

static void add_pieces(struct str *out, const struct pes_game *g, const struct pes_state *s) {
    struct pes_piece pieces[PES_PIECES_MAX];
    const int count = g->kit->view->pieces(g, s, pieces);
    assert(count >= 0 && count <= PES_PIECES_MAX);
    put_open(out, "pieces", '[');
    for (int i = 0; i < count; i++) {
        put_open(out, NULL, '[');
        put_int(out, NULL, pieces[i].cell);
        put_text(out, NULL, pieces[i].kind);
        put_int(out, NULL, pieces[i].player);
        put_int(out, NULL, pieces[i].number);
        put_int(out, NULL, pieces[i].layer);
        put_close(out, ']');
    }
    put_close(out, ']');
}

static void add_hand(struct str *out, const struct pes_game *g, const struct pes_state *s) {
    const struct pes_view *view = g->kit->view;
    struct pes_piece pieces[PES_HAND_MAX];
    const int count = view->hand != NULL ? view->hand(g, s, pieces) : 0;
    assert(count >= 0 && count <= PES_HAND_MAX);
    put_open(out, "hand", '[');
    for (int i = 0; i < count; i++) {
        put_open(out, NULL, '[');
        put_text(out, NULL, pieces[i].kind);
        put_int(out, NULL, pieces[i].player);
        put_int(out, NULL, pieces[i].number);
        put_close(out, ']');
    }
    put_close(out, ']');
}

/* The last move of a player. */
static void add_last(struct str *out, const struct pes_history *h) {
    const struct pes_game *g = pes_history_game(h);
    struct pes_state_buf before;
    const int i = pes_history_last(h, PES_STATE(before));
    if (i < 0) {
        put_null(out, "last");
        return;
    }
    const pes_move last = pes_history_move(h, i);
    char text[PES_MOVE_TEXT_MAX];
    int16_t cells[PES_TOUCHES_MAX];
    g->rules->move_format(g, PES_STATE(before), last, text);
    const int touched = g->kit->view->touches(g, PES_STATE(before), last, cells);
    assert(touched >= 0 && touched <= PES_TOUCHES_MAX);
    put_open(out, "last", '{');
    put_text(out, "text", text);
    put_int(out, "player", pes_history_player(h, i));
    put_cells(out, "cells", cells, touched);
    put_close(out, '}');
}

/* The label of a move; its text is the label of a move that has none. */
static void add_label(struct str *out, const struct pes_game *g, const struct pes_state *s,
                      pes_move m, const char *text) {
    const struct pes_view *view = g->kit->view;
    put_open(out, text, '{');
    for (int lang = 0; lang < PES_LANG_COUNT; lang++) {
        char label[LABEL_MAX];
        const size_t length =
            view->say_button != NULL
                ? view->say_button(g, s, m, (enum pes_lang)lang, label, sizeof label)
                : 0;
        put_text(out, pes_lang_code((enum pes_lang)lang), length > 0 ? label : text);
    }
    put_close(out, '}');
}

/* A move without touches is a button and always has a label; others may have one. */
static bool has_label(const struct pes_game *g, const struct pes_state *s, pes_move m) {
    const struct pes_view *view = g->kit->view;
    int16_t cells[PES_TOUCHES_MAX];
    char label[LABEL_MAX];
    return view->touches(g, s, m, cells) == 0 ||
           (view->say_button != NULL &&
            view->say_button(g, s, m, PES_LANG_EN, label, sizeof label) > 0);
}

static void add_legal(struct str *out, const struct pes_game *g, const struct pes_state *s) {
    pes_move list[PES_MOVES_MAX];
    const int count = pes_moves(g, s, list);
    assert(count > 0 && count <= PES_MOVES_MAX);
    bool labels = false;
    put_open(out, "legal", '[');
    for (int i = 0; i < count; i++) {
        char text[PES_MOVE_TEXT_MAX];
        int16_t cells[PES_TOUCHES_MAX];
        g->rules->move_format(g, s, list[i], text);
        const int touched = g->kit->view->touches(g, s, list[i], cells);
        assert(touched >= 0 && touched <= PES_TOUCHES_MAX);
        labels = labels || has_label(g, s, list[i]);
        put_open(out, NULL, '[');
        put_text(out, NULL, text);
        for (int k = 0; k < touched; k++)
            put_int(out, NULL, cells[k]);
        put_close(out, ']');
    }
    put_close(out, ']');
    if (!labels)
        return;
    put_open(out, "labels", '{');
    for (int i = 0; i < count; i++) {
        char text[PES_MOVE_TEXT_MAX];
        if (!has_label(g, s, list[i]))
            continue;
        g->rules->move_format(g, s, list[i], text);
        add_label(out, g, s, list[i], text);
    }
    put_close(out, '}');
}

static void add_scores(struct str *out, const struct pes_game *g, const struct pes_state *s) {
    if (g->rules->scores == NULL) {
        put_null(out, "scores");
        return;
    }
    int32_t scores[PES_PLAYERS_MAX];
    g->rules->scores(g, s, scores);
    put_open(out, "scores", '[');
    for (int i = 0; i < PES_PLAYERS_MAX; i++)
        put_int(out, NULL, scores[i]);
    put_close(out, ']');
}

/* Why the game ended, as said to First, to Second and to everybody else; null if it is not over or
 * the game does not say. */
static void add_why(struct str *out, const struct session *s) {
    static const pes_player readers[] = {0, 1, SAY_TO_ALL};
    const enum pes_end end = session_end(s);
    if (end == PES_END_NONE || (end == PES_END_RULES && s->game->kit->view->say_why == NULL)) {
        put_null(out, "why");
        return;
    }
    put_open(out, "why", '[');
    for (size_t i = 0; i < sizeof readers / sizeof readers[0]; i++) {
        struct said said;
        said_init(&said);
        for (int lang = 0; lang < PES_LANG_COUNT; lang++)
            say_why(s, readers[i], (enum pes_lang)lang, &said.in[lang]);
        put_said(out, NULL, &said);
        said_release(&said);
    }
    put_close(out, ']');
}

static void add_end(struct str *out, const struct session *s) {
    const struct pes_view *view = s->game->kit->view;
    const enum pes_end end = session_end(s);
    int16_t cells[PES_CELLS_MAX];
    int count = 0;
    put_text(out, "result", session_result(s));
    put_text(out, "end", end != PES_END_NONE ? pes_end_word(end) : NULL);
    if (end == PES_END_RULES && view->won_by != NULL)
        count = view->won_by(s->game, pes_history_state(s->history), cells);
    assert(count >= 0 && count <= PES_CELLS_MAX);
    put_cells(out, "won_by", cells, count);
    add_why(out, s);
}

static void add_said(struct str *out, const struct session *s) {
    struct said said;
    said_init(&said);
    for (int lang = 0; lang < PES_LANG_COUNT; lang++) {
        if (session_turn(s) == PES_TERMINAL)
            say_end(s, SAY_TO_ALL, (enum pes_lang)lang, &said.in[lang]);
        else if (session_turn(s) >= 0)
            say_turn(s, SAY_TO_ALL, (enum pes_lang)lang, &said.in[lang]);
    }
    put_said(out, "said", &said);
    said_release(&said);
}

void put_position(const struct session *s, bool legal, struct str *out) {
    put_position_as(s, "position", legal, out);
}

void put_position_as(const struct session *s, const char *key, bool legal, struct str *out) {
    const struct pes_game *g = s->game;
    const struct pes_state *state = pes_history_state(s->history);
    const pes_player turn = session_turn(s);
    assert((turn == PES_TERMINAL) == (session_end(s) != PES_END_NONE));
    char text[PES_STATE_TEXT_MAX];
    pes_history_format(s->history, text);
    put_open(out, key, '{');
    put_int(out, "ply", pes_history_plies(s->history));
    put_text(out, "text", text);
    if (turn == PES_TERMINAL)
        put_null(out, "turn");
    else
        put_int(out, "turn", turn);
    add_pieces(out, g, state);
    add_hand(out, g, state);
    add_last(out, s->history);
    if (legal && turn >= 0) {
        add_legal(out, g, state);
    } else {
        put_open(out, "legal", '[');
        put_close(out, ']');
    }
    add_scores(out, g, state);
    add_end(out, s);
    add_said(out, s);
    put_close(out, '}');
}

void put_painted(const struct pes_game *g, const struct pes_state *s, const char *text,
                 const struct said *why, struct str *out) {
    const pes_player turn = pes_turn(g, s);
    put_open(out, "position", '{');
    put_int(out, "ply", 0);
    put_text(out, "text", text);
    if (turn == PES_TERMINAL)
        put_null(out, "turn");
    else
        put_int(out, "turn", turn);
    add_pieces(out, g, s);
    add_hand(out, g, s);
    put_null(out, "last");
    put_open(out, "legal", '[');
    put_close(out, ']');
    add_scores(out, g, s);
    put_null(out, "result");
    put_null(out, "end");
    put_cells(out, "won_by", NULL, 0);
    put_null(out, "why");
    put_said(out, "said", why);
    put_close(out, '}');
}
