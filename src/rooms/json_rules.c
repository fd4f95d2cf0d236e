/* The rules of a game in pictures as JSON: for each the position before the last move of a player,
 * the steps of that move and of the chance outcomes after it, and the position after them. */
#include "core/json_write.h"
#include "core/rule.h"
#include "rooms/room_int.h"

#include <assert.h>

enum { TAIL_MAX = 512 /* a move and the outcomes after it; a fill of the largest board */ };

/* Takes back the last move of a player and the outcomes after it. Returns how many there were, the
 * last first in `tail`; 0: no player has moved. */
static int take_back(struct pes_history *h, pes_move tail[TAIL_MAX]) {
    struct pes_state_buf before;
    const int last = pes_history_last(h, PES_STATE(before));
    int count = 0;
    assert(last < 0 || pes_history_count(h) - last <= TAIL_MAX);
    while (last >= 0 && pes_history_count(h) > last && count < TAIL_MAX) {
        tail[count++] = pes_history_move(h, pes_history_count(h) - 1);
        pes_history_unmake(h);
    }
    return count;
}

/* `before`, `after` and `steps`. */
static enum pes_err put_picture(struct session *s, struct str *out) {
    pes_move tail[TAIL_MAX];
    struct put_moved moved;
    enum pes_err err = PES_ERR_OK;
    put_moved_init(&moved);
    int left = take_back(s->history, tail);
    put_position_as(s, "before", false, out);
    while (left > 0 && err == PES_ERR_OK) {
        const pes_move m = tail[--left];
        put_moved_add(&moved, s->game, pes_history_state(s->history), m);
        err = pes_history_make(s->history, m);
    }
    put_position_as(s, "after", false, out);
    put_steps(out, &moved);
    put_moved_release(&moved);
    return err;
}

static enum pes_err put_rule(const struct pes_kit *kit, const struct pes_rule *rule,
                             struct str *out) {
    struct pes_note note = {0};
    struct pes_game *game;
    struct pes_history *history;
    enum pes_err err = rule_open(kit, rule, &game, &history, &note);
    assert(err == PES_ERR_OK ||
           err == PES_ERR_NOMEM); /* the conformance suite opens every picture */
    if (err != PES_ERR_OK)
        return err;
    struct session s;
    session_init(&s, game, history, 0);
    int16_t cells[PES_CELLS_MAX];
    const int crossed = rule_crossed(game, rule, cells);
    assert(crossed >= 0);
    put_open(out, NULL, '{');
    put_word(out, "text", &rule->text, PES_NO_ARGS);
    put_text(out, "look", kit->view->look);
    put_board(game, out);
    put_players(game, pes_history_state(history), out);
    err = put_picture(&s, out);
    put_cells(out, "crossed", cells, crossed > 0 ? crossed : 0);
    put_close(out, '}');
    session_release(&s);
    return err;
}

enum pes_err room_rules(const struct pes_kit *kit, struct str *out) {
    enum pes_err err = PES_ERR_OK;
    put_open(out, NULL, '[');
    const int count = rule_count(kit);
    for (int i = 0; i < count && err == PES_ERR_OK; i++)
        err = put_rule(kit, &kit->view->rules[i], out);
    put_close(out, ']');
    return err != PES_ERR_OK ? err : str_err(out);
}
