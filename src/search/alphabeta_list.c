/* Move generation and ordering: the transposition table's move, noisy moves, killer moves (Akl and
 * Newborn 1977), then the rest by history heuristic and the game's own order. Alpha-beta prunes
 * most when the best move comes first.
 *
 * Invariant: without `selective` the order changes no score, only how many nodes it takes. With it,
 * late moves are reduced, and a game's candidates may replace the list of all moves. */
#include "search/alphabeta_int.h"

enum {
    RANK_BEST = 1 << 30,
    RANK_NOISY = 1 << 28,
    RANK_KILLER = 1 << 26, /* the second one less */
    RANK_SCORE_MAX = 1 << 24,
    BONUS_MAX = 2048 /* of one cutoff, for the history */
};
_Static_assert(AB_HISTORY_MAX + RANK_SCORE_MAX < RANK_KILLER - AB_KILLERS, "bands do not overlap");
_Static_assert(RANK_KILLER < RANK_NOISY - RANK_SCORE_MAX, "bands do not overlap");

const void *ab_accumulator(const struct ab_worker *w) {
    return w->ab->evaluator.is_first ? w->frames[w->ply].accumulator : NULL;
}

int32_t ab_history(const struct ab_worker *w, pes_player mover, pes_move m) {
    assert(mover >= 0);
    assert(mover < PES_PLAYERS_MAX);
    const int32_t *history = w->history[mover];
    return history != NULL ? history[w->g->rules->move_key(w->g, m)] : 0;
}

bool ab_is_noisy(const struct ab_frame *frame, int i) {
    assert(i >= 0);
    assert(i < frame->listed);
    return frame->ranks[i] >= RANK_NOISY - RANK_SCORE_MAX;
}

static int32_t bounded(int32_t score) {
    if (score > RANK_SCORE_MAX)
        return RANK_SCORE_MAX;
    return score < -RANK_SCORE_MAX ? -RANK_SCORE_MAX : score;
}

static int32_t order_score(const struct ab_worker *w, pes_move m, const void *accumulator) {
    const struct pes_order *order = w->ab->order;
    if (order == NULL || order->score == NULL)
        return 0;
    return bounded(order->score(w->g, w->s, m, accumulator));
}

/* Lists the noisy moves alone. */
static int list_noisy(const struct ab_worker *w, pes_move out[]) {
    const struct pes_order *order = w->ab->order;
    if (order->noisy_moves != NULL)
        return order->noisy_moves(w->g, w->s, out);
    const int n = pes_moves(w->g, w->s, out);
    int kept = 0;
    for (int i = 0; i < n; i++) {
        if (order->noisy(w->g, w->s, out[i]))
            out[kept++] = out[i];
    }
    return kept;
}

static int32_t rank_of(const struct ab_worker *w, pes_player mover, pes_move m,
                       const void *accumulator) {
    const struct pes_order *order = w->ab->order;
    const struct ab_frame *frame = &w->frames[w->ply];
    const int32_t own = order_score(w, m, accumulator);
    if (order != NULL && order->noisy != NULL && order->noisy_moves == NULL &&
        order->noisy(w->g, w->s, m))
        return RANK_NOISY + own;
    for (int i = 0; i < AB_KILLERS; i++)
        if (m == frame->killers[i])
            return RANK_KILLER - i;
    return own + ab_history(w, mover, m);
}

/* Where the game lists its noisy moves, which are few: raises their ranks. The next frame's list is
 * free for them. */
static void rank_noisy(struct ab_worker *w, int n) {
    struct ab_frame *frame = &w->frames[w->ply];
    const void *accumulator = ab_accumulator(w);
    const int count = w->ab->order->noisy_moves(w->g, w->s, frame[1].moves);
    for (int k = 0; k < count; k++) {
        const pes_move m = frame[1].moves[k];
        int i = 0;
        while (i < n && frame->moves[i] != m)
            i++;
        assert(i < n);
        frame->ranks[i] = RANK_NOISY + order_score(w, m, accumulator);
    }
}

/* The game's candidates, by their scores and the history heuristic. */
static int list_candidates(struct ab_worker *w, pes_player mover, bool *restricted) {
    struct ab_frame *frame = &w->frames[w->ply];
    const struct pes_order *order = w->ab->order;
    const int n = order->candidates(w->g, w->s, ab_accumulator(w), frame->moves, frame->ranks);
    assert(n >= 0);
    assert(n <= w->g->moves_max);
    *restricted = n < pes_count(w->g, w->s);
    frame->top = -RANK_BEST;
    for (int i = 0; i < n; i++) {
        frame->ranks[i] =
            bounded(frame->ranks[i] * AB_CANDIDATE_SCORE) + ab_history(w, mover, frame->moves[i]);
        frame->top = frame->ranks[i] > frame->top ? frame->ranks[i] : frame->top;
    }
    return n;
}

int ab_list(struct ab_worker *w, pes_player mover, pes_move best, bool *restricted) {
    struct ab_frame *frame = &w->frames[w->ply];
    const struct pes_order *order = w->ab->order;
    int n = 0;
    *restricted = false;
    if (w->ab->selective && order != NULL && order->candidates != NULL)
        n = list_candidates(w, mover, restricted);
    if (n == 0) {
        const void *accumulator = ab_accumulator(w);
        n = pes_moves(w->g, w->s, frame->moves);
        assert(n <= w->g->moves_max);
        for (int i = 0; i < n; i++)
            frame->ranks[i] = rank_of(w, mover, frame->moves[i], accumulator);
        if (order != NULL && order->noisy_moves != NULL)
            rank_noisy(w, n);
    }
    for (int i = 0; i < n; i++)
        if (frame->moves[i] == best)
            frame->ranks[i] = RANK_BEST;
    frame->listed = n;
    if (!w->ab->selective || order == NULL || order->width == 0 || n <= order->width)
        return n;
    *restricted = true;
    return order->width;
}

int ab_list_noisy(struct ab_worker *w) {
    struct ab_frame *frame = &w->frames[w->ply];
    const void *accumulator = ab_accumulator(w);
    const int n = list_noisy(w, frame->moves);
    for (int i = 0; i < n; i++)
        frame->ranks[i] = order_score(w, frame->moves[i], accumulator);
    frame->listed = n;
    return n;
}

/* One step of a selection sort: most nodes are cut off after a few moves, so that sorting the whole
 * list would be wasted. */
pes_move ab_pick(struct ab_frame *frame, int i) {
    int best = i;
    assert(i >= 0);
    assert(i < frame->listed);
    for (int k = i + 1; k < frame->listed; k++)
        if (frame->ranks[k] > frame->ranks[best])
            best = k;
    const pes_move move = frame->moves[best];
    const int32_t rank = frame->ranks[best];
    frame->moves[best] = frame->moves[i];
    frame->ranks[best] = frame->ranks[i];
    frame->moves[i] = move;
    frame->ranks[i] = rank;
    return move;
}

/* "History gravity": the closer a score is to its bound, the less a bonus adds, so that it stays
 * within the bounds and recent cutoffs outweigh old ones. */
static void history_add(struct ab_worker *w, pes_player mover, pes_move m, int32_t bonus) {
    int32_t *at = &w->history[mover][w->g->rules->move_key(w->g, m)];
    const int32_t size = bonus < 0 ? -bonus : bonus;
    *at += bonus - *at * size / AB_HISTORY_MAX;
    assert(*at >= -AB_HISTORY_MAX);
    assert(*at <= AB_HISTORY_MAX);
}

void ab_cutoff(struct ab_worker *w, pes_player mover, int tried, int32_t depth) {
    struct ab_frame *frame = &w->frames[w->ply];
    assert(tried >= 1);
    assert(tried <= w->g->moves_max);
    const pes_move m = frame->moves[tried - 1];
    if (frame->killers[0] != m) {
        frame->killers[1] = frame->killers[0];
        frame->killers[0] = m;
    }
    if (w->history[mover] == NULL)
        return;
    /* A cutoff of a deep search is worth more. The moves tried before it get a malus. */
    const int32_t wanted = 16 * depth * depth;
    const int32_t bonus = wanted < BONUS_MAX ? wanted : BONUS_MAX;
    history_add(w, mover, m, bonus);
    for (int i = 0; i < tried - 1; i++)
        history_add(w, mover, frame->moves[i], -bonus);
}
