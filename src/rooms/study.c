/* The table of questions about positions, and the first of them: the position at the end of a line.
 */
#include "rooms/study.h"

#include "core/history.h"
#include "core/json_write.h"
#include "pessoi/view.h"
#include "rooms/moves.h"
#include "rooms/room_int.h"
#include "rooms/solved.h"
#include "rooms/text.h"

#include <assert.h>
#include <string.h>

enum { MOVE_MAX = 64 /* characters of a move */ };

static const struct study_question questions[] = {
    {"", REQUEST_BYTES_MAX, true, study_position},
    {"/read", STUDY_BYTES_MAX, false, study_read},
    {"/write", STUDY_BYTES_MAX, false, study_write},
    {"/edit", STUDY_BYTES_MAX, true, study_edit},
    {"/explain", REQUEST_BYTES_MAX, true, study_explain},
};

const struct study_question *study_find(const char *path) {
    for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++)
        if (strcmp(path, questions[i].path) == 0)
            return &questions[i];
    return NULL;
}

/* Opens the line, if the question has one, and answers. */
static enum request_code answer(const struct study_question *question,
                                const struct study_asker *asker, struct document_reader *reader,
                                struct str *out) {
    struct line_wanted wanted;
    struct line line;
    struct study_asked asked = {.reader = reader, .tables = asker->tables};
    if (!question->has_line)
        return question->answer(&asked, out);
    line_read(reader, reader->root, &wanted);
    if (reader->code != REQUEST_OK)
        return reader->code;
    enum request_code code = asker->open(asker->world, &wanted, &line, reader->why);
    if (code != REQUEST_OK)
        return code;
    asked.line = &line;
    code = question->answer(&asked, out);
    line_release(&line);
    return code;
}

enum request_code study_answer(const struct study_question *question,
                               const struct study_asker *asker, const char *bytes, size_t length,
                               struct str *out, struct refusal *why) {
    struct document_reader reader;
    enum request_code code = document_read(&reader, bytes, length, question->bytes_max, why);
    if (code != REQUEST_OK)
        return code;
    code = answer(question, asker, &reader, out);
    json_decref(reader.root);
    if (code == REQUEST_OK && str_err(out) != PES_ERR_OK)
        code = refuse(why, REQUEST_SERVER, pes_err_text(PES_ERR_NOMEM), PES_NO_ARGS);
    return code;
}

/* Moves as nodes ------------------------------------------------------------------------------ */

/* One node, or what chance rolled before the first; the walk moves on to the next node. */
static void put_node(struct str *out, const struct pes_history *h, struct pes_walk *w, bool start) {
    const struct pes_game *g = pes_history_game(h);
    const int count = pes_history_count(h);
    struct put_moved moved;
    struct str text;
    size_t run = 0;
    put_moved_init(&moved);
    str_init(&text);
    for (bool inside = start; w->at < count; inside = true) {
        if (inside && pes_history_player(h, w->at) >= 0)
            break;
        const pes_move m = pes_history_move(h, w->at);
        moves_add(&text, g, PES_STATE(w->state), m, &run);
        put_moved_add(&moved, g, PES_STATE(w->state), m);
        pes_walk_next(w);
    }
    put_open(out, NULL, '{');
    put_moves(out, "moves", text.text, text.length);
    if (moved.player >= 0) {
        put_int(out, "player", moved.player);
        put_said(out, "said", &moved.said);
    }
    put_close(out, '}');
    out->failed |= text.failed;
    str_release(&text);
    put_moved_release(&moved);
}

/* Every move of the line, the start first. */
static void put_nodes(struct str *out, const struct pes_history *h) {
    struct pes_walk w;
    put_open(out, "nodes", '[');
    pes_walk_start(&w, h, 0);
    put_node(out, h, &w, true);
    while (w.at < pes_history_count(h))
        put_node(out, h, &w, false);
    put_close(out, ']');
}

/* The position ------------------------------------------------------------------------------- */

/* The members of the question besides its line; at most one of the first three. */
struct position_asked {
    const char *play, *try;
    int16_t cells[REQUEST_CELLS_MAX];
    int cell_count; /* 0: no `why` */
    bool nodes;
};

static void read_asked(struct document_reader *reader, struct position_asked *out) {
    const json_t *root = reader->root;
    *out = (struct position_asked){0};
    out->play = document_text(reader, root, "play", MOVE_MAX, NULL);
    out->try = document_text(reader, root, "try", MOVE_MAX, NULL);
    if (document_member(reader, root, "why", JSON_ARRAY) != NULL)
        out->cell_count = document_cells(reader, root, "why", out->cells);
    out->nodes = document_bool(reader, root, "nodes", false);
    if ((out->play != NULL) + (out->try != NULL) + (out->cell_count > 0) > 1)
        document_refuse(reader, REQUEST_SYNTAX, TEXT(room_study_one), PES_NO_ARGS);
}

static enum request_code no_memory(struct refusal *why) {
    return refuse(why, REQUEST_SERVER, pes_err_text(PES_ERR_NOMEM), PES_NO_ARGS);
}

/* A legal move of the player to move. */
static enum request_code read_move(const struct session *s, const char *text, pes_move *out,
                                   struct refusal *why) {
    if (session_turn(s) < 0)
        return refuse(why, REQUEST_OVER, TEXT(room_over), PES_NO_ARGS);
    return room_read_move(s, text, out, why);
}

static enum request_code answer_try(const struct session *s, const char *text, struct str *out,
                                    struct refusal *why) {
    pes_move m;
    const enum request_code code = read_move(s, text, &m, why);
    if (code != REQUEST_OK)
        return code;
    put_open(out, NULL, '{');
    put_try(s, m, out);
    put_close(out, '}');
    return REQUEST_OK;
}

static enum request_code answer_why(const struct session *s, const struct position_asked *asked,
                                    struct str *out, struct refusal *why) {
    if (session_turn(s) < 0)
        return refuse(why, REQUEST_OVER, TEXT(room_over), PES_NO_ARGS);
    const enum request_code code = check_cells(s->game, asked->cells, asked->cell_count, why);
    if (code != REQUEST_OK)
        return code;
    put_open(out, NULL, '{');
    put_why(s, asked->cells, asked->cell_count, out);
    put_close(out, '}');
    return REQUEST_OK;
}

/* Makes the move of the question. */
static enum request_code play(struct line *line, const char *text, struct put_moved *moved,
                              struct refusal *why) {
    struct session *s = &line->session;
    pes_move m;
    const enum request_code code = read_move(s, text, &m, why);
    if (code != REQUEST_OK)
        return code;
    if (pes_history_plies(s->history) >= LINE_PLIES_MAX)
        return refuse(why, REQUEST_RANGE, TEXT(room_line_long), PES_ARGS(PES_INT(LINE_PLIES_MAX)));
    line_lead(line, m);
    return put_moved_make(moved, s, m) == PES_ERR_OK ? REQUEST_OK : no_memory(why);
}

void put_start(struct str *out, const struct pes_history *h) {
    const struct pes_game *g = pes_history_game(h);
    char text[PES_STATE_TEXT_MAX] = "startpos";
    if (!history_at_start(h))
        g->rules->state_format(g, pes_history_first(h), pes_history_first_clock(h), text);
    put_text(out, "start", text);
}

/* The position, and what the moves from number `from` on were: the question did not bring them. */
static void put_answer(struct str *out, const struct session *s, const struct put_moved *moved,
                       int from, bool nodes, const struct solved_tables *tables) {
    const struct pes_game *g = s->game;
    put_open(out, NULL, '{');
    put_text(out, "game", g->rules->name);
    put_word(out, "title", &g->rules->title, PES_NO_ARGS);
    put_text(out, "variant", g->variant);
    put_text(out, "look", g->kit->view->look);
    put_board(g, out);
    put_players(g, pes_history_state(s->history), out);
    put_start(out, s->history);
    put_position(s, true, out);
    put_steps(out, moved);
    if (moved->player >= 0)
        put_said(out, "said", &moved->said);
    else
        put_null(out, "said");
    struct str added;
    str_init(&added);
    moves_of(&added, s->history, from);
    put_moves(out, "added", added.text, added.length);
    out->failed |= added.failed;
    str_release(&added);
    if (nodes)
        put_nodes(out, s->history);
    put_bool(out, "editable", g->kit->view->palette != NULL);
    put_bool(out, "solved", solved_has(g, tables));
    put_close(out, '}');
}

enum request_code study_position(const struct study_asked *asked, struct str *out) {
    struct session *s = &asked->line->session;
    struct refusal *why = asked->reader->why;
    struct position_asked wanted;
    read_asked(asked->reader, &wanted);
    if (asked->reader->code != REQUEST_OK)
        return asked->reader->code;
    struct put_moved moved;
    put_moved_init(&moved);
    const int from = pes_history_count(s->history);
    enum request_code code = REQUEST_OK;
    /* A line may end where chance is due: at a rolled start, or where a record was cut off. */
    if (put_moved_make(&moved, s, PES_MOVE_NONE) != PES_ERR_OK)
        code = no_memory(why);
    else if (wanted.try != NULL)
        code = answer_try(s, wanted.try, out, why);
    else if (wanted.cell_count > 0)
        code = answer_why(s, &wanted, out, why);
    else {
        put_moved_release(&moved);
        put_moved_init(&moved);
        if (wanted.play != NULL)
            code = play(asked->line, wanted.play, &moved, why);
        else
            put_moved_last(&moved, s->history);
        if (code == REQUEST_OK)
            put_answer(out, s, &moved, from, wanted.nodes, asked->tables);
    }
    put_moved_release(&moved);
    return code;
}
