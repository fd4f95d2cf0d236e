/* Forward pruning and reductions: what a selective search leaves out, or searches less deep.
 *
 * Margins are in hundredths of ab_worker.unit, the evaluation worth log odds of 1, so that they
 * mean the same in every game. A search without a unit prunes nothing here.
 *
 * Invariants: PV nodes and windows near decided scores are never pruned. What a node returns from
 * here is an evaluation, never a decided score; moves are left out only once some move of the node
 * is known not to lose. So no win or loss is ever proven by pruning. */
#include "search/alphabeta_int.h"

enum {
    RFP_DEPTH = 8,   /* reverse futility pruning: the greatest depth */
    RFP_MARGIN = 40, /* per ply */

    NULL_DEPTH = 2, /* null move pruning: the least depth */
    NULL_PLIES = 2, /* the reduction, .. */
    NULL_SHARE = 5, /* .. and one ply more for this many plies of depth */

    LMP_DEPTH = 4, /* late move pruning: the greatest depth */
    LMP_MOVES = 6, /* moves that are searched, .. */
    LMP_MORE = 2,  /* .. and this many more times the square of the depth */

    FUTILITY_DEPTH = 4, /* futility pruning: the greatest depth */
    FUTILITY_BASE = 60,
    FUTILITY_MARGIN = 60, /* per ply */

    POLICY_DEPTH = 6,    /* pruning by policy: the greatest depth */
    POLICY_GAP = 250,    /* hundredths of log probability below the likeliest move, .. */
    POLICY_MARGIN = 100, /* .. and per ply */
    POLICY_PLY = 150,    /* those that cost a ply of depth */

    LMR_DEPTH = 3, /* late move reductions: the least depth */
    LMR_MOVES = 3  /* and how many moves are searched to full depth first */
};

static int32_t margin(const struct ab_worker *w, int32_t hundredths) {
    assert(w->unit > 0);
    return (int32_t)((int64_t)w->unit * hundredths / 100);
}

void ab_judge(struct ab_worker *w, struct ab_node *node) {
    struct ab_frame *frame = &w->frames[w->ply];
    if (w->unit == 0)
        return;
    node->eval = ab_static(w, node->mover);
    frame->eval = node->mover == 0 ? node->eval : -node->eval;
    const int32_t before = w->ply >= 2 ? frame[-2].eval : frame->eval;
    node->improving = node->mover == 0 ? frame->eval > before : frame->eval < before;
}

/* Nodes. -------------------------------------------------------------------------------------- */

/* Reverse futility pruning ("static null move"): the evaluation is so far above beta that the few
 * plies left will hardly change it. */
static bool reverse_futility(const struct ab_worker *w, const struct ab_node *node) {
    const int32_t plies = node->depth - node->improving;
    return node->depth <= RFP_DEPTH && node->eval - margin(w, RFP_MARGIN * plies) >= node->beta;
}

/* Null move pruning (Beal 1989, Donninger 1993): a mover who is above beta even after giving up the
 * turn will be above it with a move. */
static bool null_move(struct ab_worker *w, const struct ab_node *node, int32_t *score) {
    if (w->g->rules->pass == NULL || node->depth < NULL_DEPTH || node->eval < node->beta ||
        w->frames[w->ply].passed)
        return false;
    const int32_t depth = node->depth - 1 - NULL_PLIES - node->depth / NULL_SHARE;
    *score = ab_after_pass(w, node->mover, node->beta - 1, node->beta, depth > 0 ? depth : 0);
    if (w->stopped || *score < node->beta)
        return false;
    if (score_is_decided(*score))
        *score = node->beta; /* a win with a free turn for the opponent is no proof */
    return true;
}

bool ab_prunes_node(struct ab_worker *w, const struct ab_node *node, int32_t *score) {
    if (w->unit == 0 || node->is_pv || score_is_decided(node->alpha) ||
        score_is_decided(node->beta))
        return false;
    if (reverse_futility(w, node)) {
        *score = node->eval;
        return true;
    }
    return null_move(w, node, score);
}

/* Moves. -------------------------------------------------------------------------------------- */

/* How much less likely the picked i-th move is than the likeliest, in hundredths of the logarithm
 * of their probabilities; 0 where the order is no policy. */
static int32_t policy_gap(const struct ab_worker *w, int i) {
    const struct ab_frame *frame = &w->frames[w->ply];
    if (!w->ab->order->is_policy || frame->ranks[i] >= frame->top)
        return 0;
    const int64_t gap = (int64_t)frame->top - frame->ranks[i];
    return (int32_t)(gap * 100 / ((int64_t)PES_POLICY_UNIT * AB_CANDIDATE_SCORE));
}

/* Late move pruning ("move count pruning"): the order has put so many moves before this one. With a
 * policy it is not their number that counts, but how unlikely the move is. */
static bool is_late(const struct ab_worker *w, const struct ab_node *node, int i) {
    if (w->ab->order->is_policy)
        return node->depth <= POLICY_DEPTH &&
               policy_gap(w, i) > POLICY_GAP + POLICY_MARGIN * node->depth;
    const int32_t tried = LMP_MOVES + LMP_MORE * node->depth * node->depth;
    return node->depth <= LMP_DEPTH && i >= (node->improving ? tried : tried / 2);
}

/* Futility pruning (Schaeffer 1986): the evaluation is so far below alpha that no quiet move will
 * raise it. */
static bool is_futile(const struct ab_worker *w, const struct ab_node *node) {
    return node->depth <= FUTILITY_DEPTH &&
           node->eval + margin(w, FUTILITY_BASE + FUTILITY_MARGIN * node->depth) <= node->alpha;
}

static bool is_quiet(const struct ab_frame *frame, int i, pes_move m) {
    return m != frame->killers[0] && m != frame->killers[1] && !ab_is_noisy(frame, i);
}

bool ab_prunes_rest(const struct ab_worker *w, const struct ab_node *node, int i, pes_move m) {
    if (w->unit == 0 || node->is_pv || i == 0 || score_is_decided(node->alpha) ||
        node->best <= -PES_EVAL_WIN)
        return false;
    /* Noisy moves and killer moves come first: after a quiet move there are only quiet ones. */
    return (is_late(w, node, i) || is_futile(w, node)) && is_quiet(&w->frames[w->ply], i, m);
}

/* The logarithm to base 2 in sixteenths, linear between powers of two. */
static int32_t log2_16(int32_t n) {
    int32_t k = 0;
    assert(n > 0);
    while (n >> (k + 1) != 0)
        k++;
    return 16 * k + (int32_t)((uint32_t)n << 4 >> k) - 16;
}

/* More for late moves and great depths, less for moves with a good history; none for killers and
 * noisy moves. */
int32_t ab_reduction(const struct ab_worker *w, const struct ab_node *node, int i, pes_move m) {
    if (!w->ab->selective || node->depth < LMR_DEPTH || i < LMR_MOVES ||
        !is_quiet(&w->frames[w->ply], i, m))
        return 0;
    int32_t plies = (log2_16(node->depth) * log2_16(i) >> 10) + 1;
    plies -= node->is_pv;
    plies -= ab_history(w, node->mover, m) / (AB_HISTORY_MAX / 2);
    if (w->unit > 0)
        plies += policy_gap(w, i) / POLICY_PLY;
    return plies < 0 ? 0 : plies < node->depth - 1 ? plies : node->depth - 2;
}

/* The order of the root moves is that of the last iteration: its first moves are far more likely to
 * be the best than those of any other node. */
int32_t ab_root_reduction(const struct ab_worker *w, int i) {
    const int32_t depth = w->root_depth - 1;
    if (!w->ab->selective || w->unit == 0 || depth < LMR_DEPTH || i < LMR_MOVES)
        return 0;
    const int32_t plies = log2_16(depth) * log2_16(i) >> 8;
    return plies < depth ? plies : depth - 1;
}
