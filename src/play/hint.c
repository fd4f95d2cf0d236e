/* Finding hints: facts of the rules by a search of two plies, the rest by the adviser.
 *
 * A hint is computed once per position and step: what is known already is not computed again. The
 * history is changed while a line is extended, and restored before returning. */
#include "play/hint_int.h"

#include "core/mem.h"
#include "pessoi/view.h"

#include <assert.h>

enum {
    LINE_WANTED = 5, /* length to which a line is extended if the adviser gives a shorter one */
    LINE_SHOWN = 7,  /* moves shown of the adviser's own line: people do not follow more */
    LOW_BOARD = 7500 /* thousandths of a cell: a lower board is divided only from left to right */
};

/* Counts immediate wins of the mover and of its opponent's replies: a search of two plies. */
static void look_two_plies(const struct pes_history *h, struct hint *hint) {
    const struct pes_game *g = pes_history_game(h);
    struct pes_state_buf now;
    pes_copy(g, PES_STATE(now), pes_history_state(h));
    const pes_player mover = pes_turn(g, PES_STATE(now));
    pes_move list[PES_MOVES_MAX];
    hint->moves = pes_moves(g, PES_STATE(now), list);
    hint->wins = 0;
    hint->loses = 0;
    struct pes_undo_buf undo;
    for (int i = 0; i < hint->moves; i++) {
        pes_make(g, PES_STATE(now), list[i], undo.bytes);
        if (facts_has_won(g, PES_STATE(now), mover))
            hint->wins++;
        else if (facts_has_won(g, PES_STATE(now), 1 - mover) ||
                 (pes_turn(g, PES_STATE(now)) == 1 - mover &&
                  facts_count_wins(g, PES_STATE(now), 1) > 0))
            hint->loses++;
        pes_unmake(g, PES_STATE(now), list[i], undo.bytes);
    }
    assert(hint->wins + hint->loses <= hint->moves);
}

enum pes_err hint_adviser(const struct pes_game *g, uint64_t seed, struct pes_agent **out) {
    char name[PES_AGENT_NAME_MAX];
    if (!pes_agent_strongest(g->kit, name))
        return PES_ERR_UNFIT;
    const enum pes_err err = pes_agent_new(g, name, out, NULL);
    if (err)
        return err == PES_ERR_NOMEM ? err : PES_ERR_UNFIT;
    pes_agent_begin(*out, seed);
    return PES_ERR_OK;
}

/* The number of moves with the same value as the adviser's choice; 0 if it has no values. */
static enum pes_err count_best(const struct hint_asker *asker, const struct pes_history *h,
                               pes_move chosen, int *best) {
    int count = 0;
    *best = 0;
    struct pes_move_value *values = mem_alloc(PES_MOVES_MAX * sizeof *values);
    if (values == NULL)
        return PES_ERR_NOMEM;
    const enum pes_err err = pes_agent_values(asker->adviser, h, &asker->limits, values, &count);
    const struct pes_move_value *own = NULL;
    for (int i = 0; err == PES_ERR_OK && i < count; i++)
        if (values[i].move == chosen && values[i].has_value)
            own = &values[i];
    for (int i = 0; own != NULL && i < count; i++)
        *best += values[i].has_value && values[i].value == own->value;
    mem_free(values);
    /* An adviser without values still has a move. */
    return err == PES_ERR_NOMEM || err == PES_ERR_STOPPED ? err : PES_ERR_OK;
}

/* Extends the line to LINE_WANTED moves: makes its moves in the history, asks the adviser for each
 * further move, and takes all of them back. */
static enum pes_err extend_line(const struct hint_asker *asker, struct pes_history *h,
                                struct hint *hint) {
    const int before = pes_history_count(h);
    const struct pes_game *g = pes_history_game(h);
    enum pes_err err = PES_ERR_OK;
    int made = 0;
    while (err == PES_ERR_OK && made < hint->line_count) {
        if (!pes_legal(g, pes_history_state(h), hint->line[made])) {
            hint->line_count = made; /* the adviser searched another variant: cut the line */
            break;
        }
        err = pes_history_make(h, hint->line[made]);
        made += err == PES_ERR_OK;
    }
    while (err == PES_ERR_OK && hint->line_count < LINE_WANTED &&
           pes_history_end(h) == PES_END_NONE && pes_turn(g, pes_history_state(h)) >= 0) {
        struct pes_answer answer = {.move = PES_MOVE_NONE};
        err = pes_agent_choose(asker->adviser, h, &asker->limits, &answer);
        if (err == PES_ERR_OK)
            err = pes_history_make(h, answer.move);
        if (err == PES_ERR_OK) {
            hint->line[hint->line_count++] = answer.move;
            made++;
        }
    }
    while (made-- > 0)
        pes_history_unmake(h);
    assert(pes_history_count(h) == before);
    (void)before;
    hint->is_line = err == PES_ERR_OK;
    return err;
}

/* Asks the adviser for its move and its line, once per position. */
static enum pes_err ask_adviser(const struct hint_asker *asker, const struct pes_history *h,
                                struct hint *hint) {
    struct pes_answer answer = {.move = PES_MOVE_NONE};
    enum pes_err err = pes_agent_choose(asker->adviser, h, &asker->limits, &answer);
    if (err == PES_ERR_OK)
        err = count_best(asker, h, answer.move, &hint->best);
    if (err)
        return err;
    hint->line[0] = answer.move;
    hint->line_count = 1;
    const int shown = answer.line_count < LINE_SHOWN ? answer.line_count : LINE_SHOWN;
    for (int i = 1; i < shown && answer.line[0] == answer.move; i++)
        hint->line[hint->line_count++] = answer.line[i];
    hint->has_mate = answer.has_mate;
    hint->mate = answer.mate;
    hint->has_chance = answer.has_win_probability;
    hint->chance = answer.win_probability;
    return PES_ERR_OK;
}

bool hint_goes_on(const struct pes_history *h, const struct hint *hint) {
    assert(hint->line_count > 0);
    const struct pes_game *g = pes_history_game(h);
    struct pes_state_buf at;
    struct pes_undo_buf undo;
    pes_copy(g, PES_STATE(at), pes_history_state(h));
    pes_make(g, PES_STATE(at), hint->line[0], undo.bytes);
    return pes_turn(g, PES_STATE(at)) >= 0 && !pes_over(g, PES_STATE(at));
}

enum pes_err hint_find(const struct hint_asker *asker, struct pes_history *h, enum hint_step step,
                       struct hint *hint) {
    assert(pes_turn(pes_history_game(h), pes_history_state(h)) >= 0);
    assert((unsigned)step < HINT_STEP_COUNT);
    enum pes_err err = PES_ERR_OK;
    if (hint->line_count == 0) {
        look_two_plies(h, hint);
        err = ask_adviser(asker, h, hint);
        if (err == PES_ERR_OK)
            hint_find_idea(h, hint);
    }
    if (err == PES_ERR_OK && step == HINT_LINE && !hint->is_line && hint_goes_on(h, hint))
        err = extend_line(asker, h, hint);
    const atomic_bool *stop = asker->limits.stop;
    return stop != NULL && atomic_load(stop) ? PES_ERR_STOPPED : err;
}

/* 0, 1 or 2: the third of low..high that contains `at`. */
static int third(int32_t at, int32_t low, int32_t high) {
    assert(low <= high);
    const int64_t part = ((int64_t)at - low) * 3 / ((int64_t)high - low + 1);
    return part < 0 ? 0 : part > 2 ? 2 : (int)part;
}

/* The area of a cell within the bounding box of all cells. */
static enum hint_area area_of(const struct pes_cell cells[], int count, int cell) {
    assert(cell >= 0 && cell < count);
    int32_t left = cells[0].x, right = cells[0].x, top = cells[0].y, bottom = cells[0].y;
    for (int i = 1; i < count; i++) {
        left = cells[i].x < left ? cells[i].x : left;
        right = cells[i].x > right ? cells[i].x : right;
        top = cells[i].y < top ? cells[i].y : top;
        bottom = cells[i].y > bottom ? cells[i].y : bottom;
    }
    const struct pes_cell *at = &cells[cell];
    const int row = bottom - top < LOW_BOARD ? 1 : third(at->y, top, bottom);
    return (enum hint_area)(row * 3 + third(at->x, left, right));
}

enum hint_area hint_area(const struct pes_history *h, const struct hint *hint) {
    const struct pes_game *g = pes_history_game(h);
    const struct pes_view *view = g->kit->view;
    if (view == NULL || hint->line_count == 0)
        return HINT_AREA_NONE;
    int16_t touches[PES_TOUCHES_MAX];
    struct pes_cell cells[PES_CELLS_MAX];
    const int touch_count = view->touches(g, pes_history_state(h), hint->line[0], touches);
    const int cell_count = view->cells(g, cells);
    if (touch_count == 0 || cell_count == 0)
        return HINT_AREA_NONE;
    return area_of(cells, cell_count, touches[touch_count - 1]);
}

int hint_area_cells(const struct pes_game *g, enum hint_area area, int16_t out[PES_CELLS_MAX]) {
    struct pes_cell cells[PES_CELLS_MAX];
    if (g->kit->view == NULL || area == HINT_AREA_NONE)
        return 0;
    const int count = g->kit->view->cells(g, cells);
    int n = 0;
    for (int i = 0; i < count; i++)
        if (area_of(cells, count, i) == area)
            out[n++] = (int16_t)i;
    return n;
}
