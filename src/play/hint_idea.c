/* The idea of a hint: the most urgent thing that is known about a position, found from facts in
 * this order: wins and dangers of the next two plies, a forced win, a threat of the opponent, what
 * the advised move gains at once, and the term of the evaluation that it improves most. */
#include "play/hint_int.h"

#include "pessoi/kit.h"

#include <assert.h>
#include <stdalign.h>

enum { MOVES_LOOKED_AT = 128 }; /* alternatives that are compared with the advised move */

/* The first threat of the opponent in view->threats(); -1: none. */
static int find_threat(const struct pes_game *g, const struct pes_state *s) {
    const struct pes_view *view = g->kit->view;
    struct pes_threat threats[PES_THREATS_MAX];
    const int count = view != NULL && view->threats != NULL ? view->threats(g, s, threats) : 0;
    for (int i = 0; i < count; i++)
        if (threats[i].player == 1 - pes_turn(g, s))
            return i;
    return -1;
}

/* What a move gains at once. */
struct gain {
    int pieces; /* of the opponent that leave the board or change sides */
    int points;
};

static struct gain gain_of(const struct pes_game *g, const struct pes_state *s, pes_move m) {
    const pes_player mover = pes_turn(g, s);
    struct pes_step steps[PES_STEPS_MAX];
    const int count = g->kit->view->trace(g, s, m, steps);
    struct gain gain = {0, 0};
    for (int i = 0; i < count; i++) {
        const struct pes_step *step = &steps[i];
        gain.pieces += (step->kind == PES_STEP_REMOVE && step->player == 1 - mover) ||
                       (step->kind == PES_STEP_CAPTURE && step->player == mover);
        if (step->kind == PES_STEP_POINTS && step->player == mover)
            gain.points += step->value;
    }
    return gain;
}

/* Does the advised move gain more at once than the average move? */
static void find_gain(const struct pes_game *g, const struct pes_state *s, struct hint *hint) {
    if (g->kit->view == NULL)
        return;
    pes_move list[PES_MOVES_MAX];
    const int count = pes_moves(g, s, list);
    const int looked = count < MOVES_LOOKED_AT ? count : MOVES_LOOKED_AT;
    const struct gain own = gain_of(g, s, hint->line[0]);
    int64_t pieces = 0, points = 0;
    for (int i = 0; i < looked && (own.pieces > 0 || own.points > 0); i++) {
        const struct gain other = gain_of(g, s, list[i]);
        pieces += other.pieces;
        points += other.points;
    }
    if ((int64_t)own.pieces * looked > pieces) {
        hint->idea = HINT_IDEA_PIECES;
        hint->amount = own.pieces;
    } else if ((int64_t)own.points * looked > points) {
        hint->idea = HINT_IDEA_POINTS;
        hint->amount = own.points;
    }
}

/* The terms of the first evaluation after a move, to its mover; 0: the game is over then. */
static int terms_after(const struct pes_game *g, const struct pes_state *s, pes_move m,
                       int32_t out[PES_TERMS_MAX]) {
    const struct pes_eval *eval = g->kit->evals[0];
    alignas(64) unsigned char accumulator[PES_ACCUMULATOR_MAX];
    struct pes_state_buf after;
    struct pes_undo_buf undo;
    pes_copy(g, PES_STATE(after), s);
    pes_make(g, PES_STATE(after), m, undo.bytes);
    if (pes_over(g, PES_STATE(after)))
        return 0;
    if (eval->refresh != NULL)
        eval->refresh(g, PES_STATE(after), accumulator);
    const int count = eval->terms(g, PES_STATE(after), accumulator, out);
    for (int i = 0; i < count && pes_turn(g, s) != 0; i++)
        out[i] = -out[i];
    return count;
}

/* The term that the advised move improves most, compared with the average move. */
static void find_term(const struct pes_game *g, const struct pes_state *s, struct hint *hint) {
    const struct pes_eval *eval = g->kit->evals != NULL ? g->kit->evals[0] : NULL;
    if (eval == NULL || eval->terms == NULL || eval->term_names == NULL)
        return;
    int32_t own[PES_TERMS_MAX], other[PES_TERMS_MAX];
    const int terms = terms_after(g, s, hint->line[0], own);
    int64_t sums[PES_TERMS_MAX] = {0};
    pes_move list[PES_MOVES_MAX];
    const int count = pes_moves(g, s, list);
    int looked = 0;
    for (int i = 0; i < count && i < MOVES_LOOKED_AT && terms > 0; i++) {
        if (terms_after(g, s, list[i], other) != terms)
            continue;
        looked++;
        for (int k = 0; k < terms; k++)
            sums[k] += other[k];
    }
    int64_t most = 0;
    for (int k = 0; k < terms; k++) {
        const int64_t better = (int64_t)own[k] * looked - sums[k];
        if (better > most) {
            most = better;
            hint->idea = HINT_IDEA_TERM;
            hint->term = &eval->term_names[k];
        }
    }
}

/* What the moves look like to the adviser, if nothing else is known. */
static enum hint_idea last_resort(const struct hint *hint) {
    if (hint->best == 1 && hint->moves > 1)
        return HINT_IDEA_ONE;
    return hint->best > 1 && hint->best < hint->moves ? HINT_IDEA_SOME : HINT_IDEA_CALM;
}

void hint_find_idea(const struct pes_history *h, struct hint *hint) {
    const struct pes_game *g = pes_history_game(h);
    const struct pes_state *s = pes_history_state(h);
    assert(hint->line_count > 0);
    hint->idea = HINT_IDEA_NONE;
    hint->threat = find_threat(g, s);
    if (hint->wins > 0)
        hint->idea = HINT_IDEA_WIN;
    else if (hint->loses == hint->moves)
        hint->idea = HINT_IDEA_LOST;
    else if (hint->loses > 0)
        hint->idea = HINT_IDEA_DANGER;
    else if (hint->has_mate && hint->mate > 0)
        hint->idea = HINT_IDEA_FORCE;
    else if (hint->threat >= 0)
        hint->idea = HINT_IDEA_THREAT;
    else if (hint->moves > 1)
        find_gain(g, s, hint);
    if (hint->idea == HINT_IDEA_NONE && hint->moves > 1)
        find_term(g, s, hint);
    if (hint->idea == HINT_IDEA_NONE)
        hint->idea = last_resort(hint);
}
