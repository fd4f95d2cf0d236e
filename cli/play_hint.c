#include "cli/play_hint.h"

#include "core/mem.h"

#include <assert.h>

enum {
    LINE_WANTED = 5, /* moves of a line that the adviser does not give itself */
    LOW_BOARD = 7500 /* thousandths of a cell: less has no top and bottom worth naming */
};

/* Has `player` won in this position? */
static bool won(const struct pes_game *g, const struct pes_state *s, pes_player player) {
    if (!pes_over(g, s))
        return false;
    int32_t payoff[PES_PLAYERS_MAX];
    pes_payoff(g, s, payoff);
    return payoff[player] > payoff[1 - player];
}

/* How many of the moves here win at once for the player to move; stops at `enough`. */
static int count_wins(const struct pes_game *g, struct pes_state *s, int enough) {
    const pes_player mover = pes_turn(g, s);
    pes_move list[PES_MOVES_MAX];
    const int count = mover >= 0 ? pes_moves(g, s, list) : 0;
    struct pes_undo_buf undo;
    int wins = 0;
    for (int i = 0; i < count && wins < enough; i++) {
        pes_make(g, s, list[i], undo.bytes);
        wins += won(g, s, mover);
        pes_unmake(g, s, list[i], undo.bytes);
    }
    return wins;
}

/* The facts of the position, two moves deep. */
static void look(struct play_session *s) {
    const struct pes_game *g = s->game;
    struct pes_state_buf now;
    pes_copy(g, PES_STATE(now), pes_history_state(s->history));
    const pes_player mover = pes_turn(g, PES_STATE(now));
    pes_move list[PES_MOVES_MAX];
    struct play_advice *advice = &s->advice;
    advice->moves = pes_moves(g, PES_STATE(now), list);
    advice->wins = 0;
    advice->loses = 0;
    struct pes_undo_buf undo;
    for (int i = 0; i < advice->moves; i++) {
        pes_make(g, PES_STATE(now), list[i], undo.bytes);
        if (won(g, PES_STATE(now), mover))
            advice->wins++;
        else if (won(g, PES_STATE(now), 1 - mover) ||
                 (pes_turn(g, PES_STATE(now)) == 1 - mover && count_wins(g, PES_STATE(now), 1) > 0))
            advice->loses++;
        pes_unmake(g, PES_STATE(now), list[i], undo.bytes);
    }
}

/* The strongest agent there is for the game; the classic one where nobody claims to be. */
static enum pes_err find_adviser(struct play_session *s) {
    static const char *const names[] = {"max", "minimax"};
    if (s->adviser != NULL)
        return PES_ERR_OK;
    enum pes_err err = PES_ERR_UNFIT;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        err = pes_agent_new(s->game, names[i], &s->adviser, NULL);
        if (err == PES_ERR_OK || err == PES_ERR_NOMEM)
            break;
    }
    if (err)
        return err == PES_ERR_NOMEM ? err : PES_ERR_UNFIT;
    pes_agent_begin(s->adviser, s->seed);
    return PES_ERR_OK;
}

static struct pes_limits hint_limits(const struct play_session *s) {
    return (struct pes_limits){.movetime_ms = PLAY_HINT_TIME_MS, .stop = s->limits.stop};
}

/* How many moves the adviser values as highly as its own choice; 0 where it has no values. */
static enum pes_err count_best(struct play_session *s, pes_move chosen, int *best) {
    const struct pes_limits limits = hint_limits(s);
    int count = 0;
    *best = 0;
    struct pes_move_value *values = mem_alloc(PES_MOVES_MAX * sizeof *values);
    if (values == NULL)
        return PES_ERR_NOMEM;
    const enum pes_err err = pes_agent_values(s->adviser, s->history, &limits, values, &count);
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

/* Goes on after the line so far by asking again, on the board itself, which is then put back. */
static enum pes_err lengthen(struct play_session *s) {
    struct play_advice *advice = &s->advice;
    const struct pes_limits limits = hint_limits(s);
    enum pes_err err = PES_ERR_OK;
    int made = 0;
    while (err == PES_ERR_OK && made < advice->line_count) {
        if (!pes_legal(s->game, pes_history_state(s->history), advice->line[made])) {
            advice->line_count = made; /* the adviser's own model of the game went astray */
            break;
        }
        err = pes_history_make(s->history, advice->line[made]);
        made += err == PES_ERR_OK;
    }
    while (err == PES_ERR_OK && advice->line_count < LINE_WANTED &&
           pes_history_end(s->history) == PES_END_NONE &&
           pes_turn(s->game, pes_history_state(s->history)) >= 0) {
        struct pes_answer answer = {.move = PES_MOVE_NONE};
        err = pes_agent_choose(s->adviser, s->history, &limits, &answer);
        if (err == PES_ERR_OK)
            err = pes_history_make(s->history, answer.move);
        if (err == PES_ERR_OK) {
            advice->line[advice->line_count++] = answer.move;
            made++;
        }
    }
    while (made-- > 0)
        pes_history_unmake(s->history);
    return err;
}

/* Asks the adviser for its move and what follows; once for a position. */
static enum pes_err ask(struct play_session *s) {
    struct play_advice *advice = &s->advice;
    if (advice->line_count > 0)
        return PES_ERR_OK;
    enum pes_err err = find_adviser(s);
    if (err)
        return err;
    const struct pes_limits limits = hint_limits(s);
    struct pes_answer answer = {.move = PES_MOVE_NONE};
    err = pes_agent_choose(s->adviser, s->history, &limits, &answer);
    if (err)
        return err;
    err = count_best(s, answer.move, &advice->best);
    if (err)
        return err;
    advice->line[0] = answer.move;
    advice->line_count = 1;
    for (int i = 1; i < answer.line_count && answer.line[0] == answer.move; i++)
        advice->line[advice->line_count++] = answer.line[i];
    advice->has_mate = answer.has_mate;
    advice->mate = answer.mate;
    return PES_ERR_OK;
}

bool play_hint_goes_on(const struct play_session *s) {
    assert(s->advice.line_count > 0);
    struct pes_state_buf at;
    struct pes_undo_buf undo;
    pes_copy(s->game, PES_STATE(at), pes_history_state(s->history));
    pes_make(s->game, PES_STATE(at), s->advice.line[0], undo.bytes);
    return pes_turn(s->game, PES_STATE(at)) >= 0 && !pes_over(s->game, PES_STATE(at));
}

enum pes_err play_hint(struct play_session *s) {
    assert(play_turn(s) >= 0);
    struct play_advice *advice = &s->advice;
    if (advice->rung == 0)
        look(s);
    enum pes_err err = ask(s);
    const bool last =
        advice->rung == PLAY_HINT_LINE ||
        (err == PES_ERR_OK && advice->rung == PLAY_HINT_MOVE && !play_hint_goes_on(s));
    if (err == PES_ERR_OK && advice->rung == PLAY_HINT_MOVE && !last)
        err = lengthen(s);
    if (s->limits.stop != NULL && atomic_load(s->limits.stop))
        err = PES_ERR_STOPPED;
    if (err == PES_ERR_OK && !last)
        advice->rung++;
    return err;
}

/* 0, 1 or 2: the third of low..high that `at` lies in. */
static int third(int32_t at, int32_t low, int32_t high) {
    const int64_t part = ((int64_t)at - low) * 3 / ((int64_t)high - low + 1);
    return part < 0 ? 0 : part > 2 ? 2 : (int)part;
}

enum play_area play_hint_area(const struct play_session *s) {
    const struct pes_view *view = s->game->kit->view;
    if (view == NULL || s->advice.line_count == 0)
        return PLAY_AREA_NONE;
    int16_t touches[PES_TOUCHES_MAX];
    struct pes_cell cells[PES_CELLS_MAX];
    const int touch_count =
        view->touches(s->game, pes_history_state(s->history), s->advice.line[0], touches);
    const int cell_count = view->cells(s->game, cells);
    if (touch_count == 0 || cell_count == 0)
        return PLAY_AREA_NONE;
    int32_t left = cells[0].x, right = cells[0].x, top = cells[0].y, bottom = cells[0].y;
    for (int i = 1; i < cell_count; i++) {
        left = cells[i].x < left ? cells[i].x : left;
        right = cells[i].x > right ? cells[i].x : right;
        top = cells[i].y < top ? cells[i].y : top;
        bottom = cells[i].y > bottom ? cells[i].y : bottom;
    }
    const struct pes_cell *at = &cells[touches[touch_count - 1]];
    const int row = bottom - top < LOW_BOARD ? 1 : third(at->y, top, bottom);
    return (enum play_area)(row * 3 + third(at->x, left, right));
}
