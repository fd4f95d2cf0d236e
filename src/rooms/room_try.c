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

enum request_code check_cells(const struct pes_game *g, const int16_t cells[], int count,
                              struct refusal *why) {
    struct pes_cell board[PES_CELLS_MAX];
    const int cell_count = g->kit->view->cells(g, board);
    for (int i = 0; i < count; i++)
        if (cells[i] >= cell_count)
            return refuse(why, REQUEST_RANGE, TEXT(room_no_cell), PES_ARGS(PES_INT(cells[i])));
    return REQUEST_OK;
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
    struct refusal why;
    if (!room_check_mover(room, asked, wanted->ply))
        return;
    if (check_cells(room->session.game, wanted->cells, wanted->cell_count, &why) != REQUEST_OK) {
        room_refuse(room, asked, &why);
        return;
    }
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
    struct str out;
    begin(room, "try", asked, &out);
    put_try(s, m, &out);
    finish(room, asked, &out);
}
