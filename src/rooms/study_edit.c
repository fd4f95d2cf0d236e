/* A position that is set up by hand: the strokes of a palette, made one after the other on the
 * position at the end of a line. The game says by its palette what can be painted, and by its
 * refusal of the text what is still wrong. */
#include "core/history.h"
#include "core/json_write.h"
#include "pessoi/view.h"
#include "rooms/room_int.h"
#include "rooms/study.h"
#include "rooms/text.h"

#include <assert.h>
#include <string.h>

enum { STROKES_MAX = 4000, STROKE_NUMBERS = 3 /* brush, cell, number */ };

/* A palette in use. */
struct easel {
    const struct pes_game *g;
    struct pes_brush brushes[PES_BRUSHES_MAX];
    int brush_count, cell_count;
    struct pes_state_buf state;
};

static void easel_init(struct easel *e, const struct pes_history *h) {
    struct pes_cell cells[PES_CELLS_MAX];
    e->g = pes_history_game(h);
    e->cell_count = e->g->kit->view->cells(e->g, cells);
    e->brush_count = e->g->kit->view->palette(e->g, e->brushes);
    assert(e->brush_count > 0 && e->brush_count <= PES_BRUSHES_MAX);
    memset(&e->state, 0, sizeof e->state);
    pes_copy(e->g, PES_STATE(e->state), pes_history_state(h));
}

/* Strokes ------------------------------------------------------------------------------------- */

static bool in_range(struct document_reader *reader, json_int_t x, int64_t min, int64_t max) {
    if (x >= min && x <= max)
        return true;
    document_refuse(reader, REQUEST_RANGE, TEXT(room_out_of_range),
                    PES_ARGS(PES_STR("paint"), PES_INT(min), PES_INT(max)));
    return false;
}

static void stroke(struct easel *e, struct document_reader *reader, const json_t *numbers) {
    json_int_t at[STROKE_NUMBERS];
    for (size_t i = 0; i < STROKE_NUMBERS; i++) {
        const json_t *number = json_array_get(numbers, i);
        if (!json_is_integer(number) || json_array_size(numbers) != STROKE_NUMBERS) {
            document_refuse(reader, REQUEST_SYNTAX, TEXT(room_study_stroke), PES_NO_ARGS);
            return;
        }
        at[i] = json_integer_value(number);
    }
    if (!in_range(reader, at[0], 0, e->brush_count - 1))
        return;
    const struct pes_brush *brush = &e->brushes[at[0]];
    const int last = brush->on_cell ? e->cell_count - 1 : PES_CELL_NONE;
    if (!in_range(reader, at[1], brush->on_cell ? 0 : PES_CELL_NONE, last) ||
        !in_range(reader, at[2], brush->min, brush->max))
        return;
    (void)e->g->kit->view->paint(e->g, PES_STATE(e->state), (int)at[0], (int32_t)at[2],
                                 (int16_t)at[1]);
}

/* Makes the strokes of the request. */
static void make_strokes(struct easel *e, struct document_reader *reader) {
    const json_t *list = document_member(reader, reader->root, "paint", JSON_ARRAY);
    const size_t count = json_array_size(list);
    if (count > STROKES_MAX)
        document_refuse(reader, REQUEST_RANGE, TEXT(room_study_strokes),
                        PES_ARGS(PES_INT(STROKES_MAX)));
    for (size_t i = 0; i < count && reader->code == REQUEST_OK; i++)
        stroke(e, reader, json_array_get(list, i));
}

/* The answer ---------------------------------------------------------------------------------- */

static void put_palette(struct str *out, const struct easel *e) {
    put_open(out, "palette", '[');
    for (int i = 0; i < e->brush_count; i++) {
        const struct pes_brush *b = &e->brushes[i];
        put_open(out, NULL, '{');
        put_word(out, "title", &b->title, PES_NO_ARGS);
        put_text(out, "kind", b->kind);
        put_int(out, "player", b->player);
        put_bool(out, "cell", b->on_cell);
        put_int(out, "min", b->min);
        put_int(out, "max", b->max);
        put_close(out, '}');
    }
    put_close(out, ']');
}

/* A refusal of a position begins with the field of the text that is at fault, "field 2 (the side to
 * move): ", which says nothing to people who see a board. */
static const char *past_field(const char *why) {
    static const char *const fields[] = {"field ", "πεδίο "};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        const char *end = strstr(why, "): ");
        if (strncmp(why, fields[i], strlen(fields[i])) == 0 && end != NULL)
            return end + strlen("): ");
    }
    return why;
}

static struct said say_flaw(const struct pes_note *note, enum pes_err err) {
    struct said said;
    said_init(&said);
    for (int lang = 0; lang < PES_LANG_COUNT; lang++)
        str_add(&said.in[lang], pes_note_is_empty(note) ? pes_err_text(err)->in[lang]
                                                        : past_field(note->why[lang]));
    return said;
}

/* The painted position in the line's session, if it can be played. A position whose last stroke
 * made a chance node stays one. */
static enum request_code put_painted_position(struct easel *e, struct session *s, struct str *out) {
    char text[PES_STATE_TEXT_MAX];
    struct pes_note note = {0};
    e->g->rules->state_format(e->g, PES_STATE(e->state), 0, text);
    const enum pes_err err = pes_history_start_text(s->history, text, NULL, &note);
    if (err == PES_ERR_NOMEM)
        return REQUEST_SERVER;
    put_players(e->g, PES_STATE(e->state), out);
    if (err == PES_ERR_OK) {
        put_position(s, false, out);
        put_text(out, "text", text);
        put_null(out, "why");
        return REQUEST_OK;
    }
    struct said why = say_flaw(&note, err);
    put_painted(e->g, PES_STATE(e->state), text, &why, out);
    put_null(out, "text");
    put_said(out, "why", &why);
    said_release(&why);
    return REQUEST_OK;
}

enum request_code study_edit(const struct study_asked *asked, struct str *out) {
    struct session *s = &asked->line->session;
    struct document_reader *reader = asked->reader;
    const struct pes_view *view = s->game->kit->view;
    struct easel easel;
    struct put_moved moved;
    if (view->palette == NULL)
        return refuse(reader->why, REQUEST_UNFIT, TEXT(room_study_no_palette), PES_NO_ARGS);
    /* Of a start that chance deals, one is shown; any other chance is left as it was painted. */
    put_moved_init(&moved);
    const enum pes_err err =
        history_at_start(s->history) ? put_moved_make(&moved, s, PES_MOVE_NONE) : PES_ERR_OK;
    put_moved_release(&moved);
    if (err != PES_ERR_OK)
        return refuse(reader->why, REQUEST_SERVER, pes_err_text(err), PES_NO_ARGS);
    easel_init(&easel, s->history);
    make_strokes(&easel, reader);
    if (reader->code != REQUEST_OK)
        return reader->code;
    put_open(out, NULL, '{');
    put_palette(out, &easel);
    put_text(out, "look", view->look);
    put_board(s->game, out);
    const enum request_code code = put_painted_position(&easel, s, out);
    put_close(out, '}');
    return code == REQUEST_OK ? code
                              : refuse(reader->why, code, pes_err_text(PES_ERR_NOMEM), PES_NO_ARGS);
}
