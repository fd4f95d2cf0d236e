/* Which moves are tried, and in which order. The order changes no score, only how soon a search is
 * through: the table's move, then noisy ones, then those that refuted other lines, then the rest by
 * how well they have done and what the game's own order says. */
#include "search/alphabeta_int.h"

enum {
    RANK_BEST = 1 << 30,
    RANK_NOISY = 1 << 28,
    RANK_KILLER = 1 << 26, /* the second a little less */
    RANK_SCORE_MAX = 1 << 24,
    BONUS_MAX = 2048
};

const void *ab_hint(const struct ab_worker *w) {
    return w->ab->evaluator.is_first ? w->slots[w->ply].accumulator : NULL;
}

int32_t ab_history(const struct ab_worker *w, pes_player mover, pes_move m) {
    const int32_t *history = w->history[mover];
    return history != NULL ? history[w->g->rules->move_key(w->g, m)] : 0;
}

bool ab_is_noisy(const struct ab_worker *w, pes_move m) {
    const struct pes_order *order = w->ab->order;
    return order != NULL && order->noisy != NULL && order->noisy(w->g, w->s, m);
}

static int32_t order_score(const struct ab_worker *w, pes_move m, const void *hint) {
    const struct pes_order *order = w->ab->order;
    if (order == NULL || order->score == NULL)
        return 0;
    const int32_t score = order->score(w->g, w->s, m, hint);
    if (score > RANK_SCORE_MAX)
        return RANK_SCORE_MAX;
    return score < -RANK_SCORE_MAX ? -RANK_SCORE_MAX : score;
}

static int32_t rank_of(const struct ab_worker *w, pes_player mover, pes_move m, const void *hint) {
    const struct ab_slot *slot = &w->slots[w->ply];
    const int32_t own = order_score(w, m, hint);
    if (ab_is_noisy(w, m))
        return RANK_NOISY + own;
    for (int i = 0; i < AB_KILLERS; i++)
        if (m == slot->killers[i])
            return RANK_KILLER - i;
    return own + ab_history(w, mover, m);
}

/* Candidates come best first: their places count as what the game's own order says. */
static int list_candidates(struct ab_worker *w, pes_player mover, bool *restricted) {
    enum { PLACE = 512 };
    struct ab_slot *slot = &w->slots[w->ply];
    const int n = w->ab->order->candidates(w->g, w->s, ab_hint(w), slot->moves);
    *restricted = n < pes_count(w->g, w->s);
    for (int i = 0; i < n; i++)
        slot->ranks[i] = (n - i) * PLACE + ab_history(w, mover, slot->moves[i]);
    return n;
}

int ab_list(struct ab_worker *w, pes_player mover, pes_move best, bool *restricted) {
    struct ab_slot *slot = &w->slots[w->ply];
    const struct pes_order *order = w->ab->order;
    int n = 0;
    *restricted = false;
    if (w->ab->selective && order != NULL && order->candidates != NULL)
        n = list_candidates(w, mover, restricted);
    if (n == 0) {
        const void *hint = ab_hint(w);
        n = pes_moves(w->g, w->s, slot->moves);
        for (int i = 0; i < n; i++)
            slot->ranks[i] = rank_of(w, mover, slot->moves[i], hint);
    }
    for (int i = 0; i < n; i++)
        if (slot->moves[i] == best)
            slot->ranks[i] = RANK_BEST;
    return n;
}

int ab_list_noisy(struct ab_worker *w) {
    struct ab_slot *slot = &w->slots[w->ply];
    const void *hint = ab_hint(w);
    const int n = pes_moves(w->g, w->s, slot->moves);
    int kept = 0;
    for (int i = 0; i < n; i++) {
        const pes_move m = slot->moves[i];
        if (!w->ab->order->noisy(w->g, w->s, m))
            continue;
        slot->moves[kept] = m;
        slot->ranks[kept++] = order_score(w, m, hint);
    }
    return kept;
}

pes_move ab_pick(struct ab_slot *slot, int i, int n) {
    int best = i;
    for (int k = i + 1; k < n; k++)
        if (slot->ranks[k] > slot->ranks[best])
            best = k;
    const pes_move move = slot->moves[best];
    const int32_t rank = slot->ranks[best];
    slot->moves[best] = slot->moves[i];
    slot->ranks[best] = slot->ranks[i];
    slot->moves[i] = move;
    slot->ranks[i] = rank;
    return move;
}

/* Moves towards the bonus's sign, the less the further it has gone: it stays within its bounds. */
static void history_add(struct ab_worker *w, pes_player mover, pes_move m, int32_t bonus) {
    int32_t *at = &w->history[mover][w->g->rules->move_key(w->g, m)];
    const int32_t size = bonus < 0 ? -bonus : bonus;
    *at += bonus - *at * size / AB_HISTORY_MAX;
    assert(*at >= -AB_HISTORY_MAX);
    assert(*at <= AB_HISTORY_MAX);
}

void ab_learn(struct ab_worker *w, pes_player mover, int tried, int32_t depth) {
    struct ab_slot *slot = &w->slots[w->ply];
    const pes_move m = slot->moves[tried - 1];
    if (slot->killers[0] != m) {
        slot->killers[1] = slot->killers[0];
        slot->killers[0] = m;
    }
    if (w->history[mover] == NULL)
        return;
    const int32_t wanted = 16 * depth * depth;
    const int32_t bonus = wanted < BONUS_MAX ? wanted : BONUS_MAX;
    history_add(w, mover, m, bonus);
    for (int i = 0; i < tried - 1; i++)
        history_add(w, mover, slot->moves[i], -bonus);
}
