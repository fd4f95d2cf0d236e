/* Requests about a move that is not made: why touched cells are no legal move, and what a legal
 * move would do. Only the player to move may ask: the answers follow from the rules, and are no
 * advice. */
#include "core/json_write.h"
#include "pessoi/view.h"
#include "rooms/room_int.h"
#include "rooms/text.h"

#include <assert.h>

_Static_assert((int)REQUEST_CELLS_MAX == (int)PES_TOUCHES_MAX, "a request holds all touches");

static void begin(const struct room *room, const char *is, struct asked asked, struct str *out) {
    str_init(out);
    put_open(out, NULL, '{');
    put_text(out, "is", is);
    if (asked.seq >= 0)
        put_int(out, "re", asked.seq);
    put_text(out, "id", room->id);
    put_int(out, "ply", pes_history_plies(room->session.history));
}

static void finish(struct room *room, struct asked asked, struct str *out) {
    put_close(out, '}');
    room_tell(room, asked.from, out);
    str_release(out);
}

/* Refuses cells that the board does not have. */
static bool check_cells(struct room *room, struct asked asked, const struct request *wanted) {
    struct pes_cell cells[PES_CELLS_MAX];
    const struct pes_game *g = room->session.game;
    const int count = g->kit->view->cells(g, cells);
    for (int i = 0; i < wanted->cell_count; i++)
        if (wanted->cells[i] >= count) {
            room_refuse_say(room, asked, REQUEST_RANGE, TEXT(room_no_cell),
                            PES_ARGS(PES_INT(wanted->cells[i])));
            return false;
        }
    return true;
}

/* The refusal of the move that the cells stand for; false if they stand for none or for a legal
 * one. */
static bool find_why(const struct session *s, const int16_t cells[], int count,
                     struct refusal *why) {
    const struct pes_view *view = s->game->kit->view;
    char text[PES_MOVE_TEXT_MAX];
    pes_move m;
    assert(count >= 1 && count <= PES_TOUCHES_MAX);
    return view->touched != NULL &&
           view->touched(s->game, pes_history_state(s->history), cells, count, text) &&
           room_read_move(s, text, &m, why) != REQUEST_OK;
}

void put_why(const struct session *s, const int16_t cells[], int count, struct str *out) {
    struct refusal why;
    if (!find_why(s, cells, count, &why)) {
        put_null(out, "said");
        return;
    }
    put_open(out, "said", '{');
    for (int lang = 0; lang < PES_LANG_COUNT; lang++)
        put_text(out, pes_lang_code((enum pes_lang)lang), why.why[lang]);
    put_close(out, '}');
}

void room_why(struct room *room, struct asked asked, const struct request *wanted) {
    struct str out;
    if (!room_check_mover(room, asked, wanted->ply) || !check_cells(room, asked, wanted))
        return;
    begin(room, "why", asked, &out);
    put_why(&room->session, wanted->cells, wanted->cell_count, &out);
    finish(room, asked, &out);
}

void room_try(struct room *room, struct asked asked, const struct request *wanted) {
    const struct session *s = &room->session;
    pes_move m;
    struct refusal why;
    if (!room_check_mover(room, asked, wanted->ply))
        return;
    if (room_read_move(s, wanted->move, &m, &why) != REQUEST_OK) {
        room_refuse(room, asked, &why);
        return;
    }
    struct put_moved moved;
    struct str out;
    put_moved_init(&moved);
    put_moved_add(&moved, s->game, pes_history_state(s->history), m);
    begin(room, "try", asked, &out);
    put_text(&out, "move", moved.move);
    put_open(&out, "steps", '[');
    str_add_str(&out, &moved.steps);
    put_close(&out, ']');
    put_moved_release(&moved);
    finish(room, asked, &out);
}
