/* The idea of a hint: the most urgent thing that is known about a position, found from facts in
 * this order: wins and dangers of the next two plies, a forced win, a threat of the opponent, what
 * the advised move gains at once, and the term of the evaluation that it improves most. */
#include "play/hint_int.h"

#include "pessoi/kit.h"

#include <assert.h>

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

/* What the advised move does. */
static void find_deeds(const struct pes_game *g, const struct pes_state *s, struct hint *hint) {
    hint->fact_count = facts_for(g, s, hint->line[0], PES_MOVE_NONE, FACTS_CLEAR, hint->facts);
    if (hint->fact_count == 0)
        hint->fact_count = facts_for(g, s, hint->line[0], PES_MOVE_NONE, 0.0, hint->facts);
    if (hint->fact_count > 0)
        hint->idea = HINT_IDEA_DEED;
}

/* What the moves look like to the adviser, if nothing else is known. */
static enum hint_idea last_resort(const struct hint *hint) {
    if (hint->moves == 1)
        return HINT_IDEA_ONLY;
    if (hint->has_chance)
        return HINT_IDEA_CHANCE;
    if (hint->best == 1)
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
    if (hint->idea == HINT_IDEA_NONE && hint->moves > 1)
        find_deeds(g, s, hint);
    if (hint->idea == HINT_IDEA_NONE)
        hint->idea = last_resort(hint);
}
