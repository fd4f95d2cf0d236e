/* The search of one node and what is below it. */
#include "search/alphabeta_int.h"

#include "pessoi/hash.h"

enum {
    TELL_EVERY = 1024,   /* nodes after which a thread tells how many it made */
    TACTICS_DEPTH = 2,   /* shallower nodes are not worth asking about */
    TACTICS_NODES = 256, /* times the depth */
    REDUCE_DEPTH = 3,    /* the least at which late moves are searched less deep */
    REDUCE_MOVES = 3,    /* and how many come before them */
    UNKNOWN_DEPTH = 4 /* from here on a node without a table's move is not worth its full depth */
};

/* Limits. ------------------------------------------------------------------------------------- */

bool ab_may_make(struct ab_worker *w) {
    if (w->nodes_max > 0 && w->nodes >= w->nodes_max)
        w->stopped = true;
    if (!w->first_look && watch_is_up(&w->watch, w->nodes))
        w->stopped = true;
    if (w->nodes % TELL_EVERY == 0)
        atomic_store_explicit(&w->nodes_told, w->nodes, memory_order_relaxed);
    w->nodes += !w->stopped;
    return !w->stopped;
}

bool ab_make(struct ab_worker *w, pes_move m) {
    if (!ab_may_make(w))
        return false;
    const struct ab_slot *slot = &w->slots[w->ply];
    evaluator_push(&w->ab->evaluator, w->g, w->s, m, slot->accumulator, slot[1].accumulator);
    pes_make(w->g, w->s, m, slot->undo);
    w->ply++;
    return true;
}

void ab_unmake(struct ab_worker *w, pes_move m) {
    w->ply--;
    pes_unmake(w->g, w->s, m, w->slots[w->ply].undo);
}

/* Lines. -------------------------------------------------------------------------------------- */

int32_t ab_line(pes_move first, const struct ab_slot *rest, pes_move out[PES_LINE_MAX]) {
    const int32_t kept = rest->line_count < PES_LINE_MAX ? rest->line_count : PES_LINE_MAX - 1;
    out[0] = first;
    memcpy(out + 1, rest->line, (size_t)kept * sizeof out[0]);
    return kept + 1;
}

/* Ends. --------------------------------------------------------------------------------------- */

static int32_t settled(const struct ab_worker *w, pes_player mover, enum pes_end why) {
    int32_t payoff[PES_PLAYERS_MAX];
    pes_settle(w->g, w->s, why, payoff);
    return score_end(payoff[mover] - payoff[1 - mover], w->ply);
}

/* Has the present position, which the rules do not end, come up too often? Sets the slot's `most`
 * too. */
static bool is_repeated(struct ab_worker *w) {
    struct ab_slot *slot = &w->slots[w->ply];
    slot->most = slot[-1].most;
    if (w->g->repetition_max == 0)
        return false;
    const struct trail_seen seen = trail_seen(&w->trail, slot->hash);
    const int32_t often = seen.before + seen.since + 1;
    if (often > slot->most)
        slot->most = often;
    return often >= w->g->repetition_max ||
           (w->ab->selective && w->ab->repetition_is_draw && seen.since > 0);
}

/* Does the game's history end here, as history.h says, and what is that worth to `mover`? */
static bool is_ended(struct ab_worker *w, pes_player mover, int32_t *score) {
    enum pes_end why = PES_END_NONE;
    if (is_repeated(w))
        why = PES_END_REPETITION;
    else if (w->ply >= w->plies_left)
        why = PES_END_PLIES;
    if (why == PES_END_NONE)
        return false;
    *score = settled(w, mover, pes_over(w->g, w->s) ? PES_END_RULES : why);
    return true;
}

/* Nodes. -------------------------------------------------------------------------------------- */

static int32_t node_score(struct ab_worker *w, pes_player mover, int32_t alpha, int32_t beta,
                          int32_t depth);

int32_t ab_after(struct ab_worker *w, pes_player mover, int32_t alpha, int32_t beta,
                 int32_t depth) {
    struct ab_slot *slot = &w->slots[w->ply];
    const pes_player turn = pes_turn(w->g, w->s);
    int32_t score;
    assert(turn != PES_CHANCE);
    slot->line_count = 0;
    if (turn == PES_TERMINAL)
        return settled(w, mover, PES_END_RULES);
    if (depth > 0 || w->g->repetition_max > 0)
        slot->hash = pes_hash(w->g, w->s);
    if (depth > 0)
        table_prefetch(w->ab->table, slot->hash); /* mostly it is the whole key */
    if (is_ended(w, mover, &score))
        return score;
    return turn == mover ? node_score(w, turn, alpha, beta, depth)
                         : -node_score(w, turn, -beta, -alpha, depth);
}

static int32_t evaluated(const struct ab_worker *w, pes_player mover) {
    const int32_t value =
        evaluator_value(&w->ab->evaluator, w->g, w->s, w->slots[w->ply].accumulator);
    assert(!score_is_decided(value));
    return mover == 0 ? value : -value;
}

/* Goes on through noisy moves; the mover may always decline them. */
static int32_t quiet_score(struct ab_worker *w, pes_player mover, int32_t alpha, int32_t beta,
                           int32_t depth) {
    const struct pes_order *order = w->ab->order;
    struct ab_slot *slot = &w->slots[w->ply];
    int32_t best = evaluated(w, mover);
    if (!w->ab->selective || w->first_look || order == NULL || order->noisy == NULL ||
        best >= beta || depth <= -AB_QUIET_PLIES || w->ply >= AB_PLIES)
        return best;
    const int n = ab_list_noisy(w);
    if (n == 0)
        return best;
    trail_push(&w->trail, slot->hash);
    for (int i = 0; i < n && best < beta; i++) {
        const pes_move m = ab_pick(slot, i, n);
        const int32_t floor = best > alpha ? best : alpha;
        if (!ab_make(w, m))
            break;
        const int32_t score = ab_after(w, mover, floor, beta, depth - 1);
        ab_unmake(w, m);
        if (w->stopped)
            break;
        if (score > best) {
            best = score;
            slot->line_count = ab_line(m, slot + 1, slot->line);
        }
    }
    trail_pop(&w->trail);
    return best;
}

uint64_t ab_key(const struct ab_worker *w, int32_t depth) {
    enum { CAP_SEED = 71, TRAIL_SEED = 72 };
    const struct ab_slot *slot = &w->slots[w->ply];
    uint64_t key = slot->hash;
    /* How near the cap is matters where a line can reach it. */
    if (w->plies_left - w->ply <= AB_PLIES)
        key ^= pes_hash_key(CAP_SEED, (uint64_t)(w->plies_left - w->ply));
    /* A value is that of the position alone as long as no position that came up before can come up
     * too often within `depth` plies. Where one can, it belongs to the way here as well. Selective
     * search takes the risk. */
    if (!w->ab->selective && w->g->repetition_max > 0 && depth >= w->g->repetition_max - slot->most)
        key ^= pes_hash_key(TRAIL_SEED, trail_sum(&w->trail));
    return key;
}

/* What tactics that take long ask in between. */
static bool may_go_on(void *caller) {
    struct ab_worker *w = caller;
    if (watch_stopped(&w->watch) || (w->watch.deadline_ns != 0 && watch_look(&w->watch, w->nodes)))
        w->stopped = true;
    return !w->stopped;
}

bool ab_tactics(struct ab_worker *w, uint64_t nodes_max, enum pes_verdict *verdict,
                int32_t *score) {
    struct ab_slot *slot = &w->slots[w->ply];
    struct pes_proof proof = {.plies = -1};
    if (w->nodes_max > 0 && nodes_max > w->nodes_max - w->nodes)
        nodes_max = w->nodes_max - w->nodes;
    *verdict = PES_VERDICT_OPEN;
    if (nodes_max == 0)
        return false;
    const struct pes_effort effort = {.nodes_max = nodes_max, .go_on = may_go_on, .caller = w};
    assert(!w->first_look);
    *verdict = w->ab->tactics->solve(w->g, w->s, ab_hint(w), &effort, &proof);
    w->nodes += proof.nodes;
    if (*verdict == PES_VERDICT_WIN && proof.plies > w->plies_left - w->ply)
        *verdict = PES_VERDICT_NO_WIN; /* the cap ends the game before */
    if (*verdict != PES_VERDICT_WIN)
        return false;
    assert(proof.line_count > 0);
    const int32_t kept = proof.line_count < PES_LINE_MAX ? proof.line_count : PES_LINE_MAX;
    memcpy(slot->line, proof.line, (size_t)kept * sizeof proof.line[0]);
    slot->line_count = kept;
    *score = proof.plies >= 0 ? SCORE_SURE - w->ply - proof.plies
                              : SCORE_LIKELY - w->ply - proof.line_count;
    return true;
}

/* One node under way. */
struct node {
    pes_player mover;
    int32_t alpha, beta; /* alpha rises */
    int32_t depth;
    uint64_t key;
    bool principal;  /* the window is open */
    pes_move hinted; /* the table's move, not known to be legal */
    pes_move best_move;
    int32_t best;
};

/* Does the table know enough? Where only exact depths count, deeper is not better. */
static bool is_known(const struct ab_worker *w, struct node *node, int32_t *score) {
    struct table_entry entry;
    if (!table_probe(w->ab->table, node->key, &entry))
        return false;
    node->hinted = entry.move;
    const bool deep = w->ab->selective ? entry.depth >= node->depth : entry.depth == node->depth;
    if (node->principal || !deep)
        return false;
    *score = score_from_table(entry.score, w->ply);
    return entry.bound == TABLE_EXACT || (entry.bound == TABLE_LOWER && *score >= node->beta) ||
           (entry.bound == TABLE_UPPER && *score <= node->alpha);
}

static void remember(const struct ab_worker *w, const struct node *node, int32_t alpha) {
    const struct table_entry entry = {
        .move = node->best_move,
        .score = score_to_table(node->best, w->ply),
        .depth = node->depth < TABLE_DEPTH_MAX ? node->depth : TABLE_DEPTH_MAX,
        .bound = node->best <= alpha        ? TABLE_UPPER
                 : node->best >= node->beta ? TABLE_LOWER
                                            : TABLE_EXACT,
    };
    table_store(w->ab->table, node->key, &entry);
}

/* A logarithm to base two in sixteenths, straight between powers of two. */
static int32_t log2_16(int32_t n) {
    int32_t k = 0;
    while (n >> (k + 1) != 0)
        k++;
    return 16 * k + (int32_t)((uint32_t)n << 4 >> k) - 16;
}

/* How much less deep the i-th move is searched at first. */
static int32_t reduction(const struct ab_worker *w, const struct node *node, int i, pes_move m) {
    const struct ab_slot *slot = &w->slots[w->ply];
    if (!w->ab->selective || node->depth < REDUCE_DEPTH || i < REDUCE_MOVES)
        return 0;
    if (m == slot->killers[0] || m == slot->killers[1] || ab_is_noisy(w, m))
        return 0;
    int32_t less = (log2_16(node->depth) * log2_16(i) >> 10) + 1;
    less -= node->principal;
    less -= ab_history(w, node->mover, m) / (AB_HISTORY_MAX / 2);
    return less < 0 ? 0 : less < node->depth - 1 ? less : node->depth - 2;
}

/* The score of the i-th move, already made: a narrow window first, the full one if it was wrong. */
static int32_t move_score(struct ab_worker *w, const struct node *node, int i, int32_t less) {
    const int32_t depth = node->depth - 1;
    if (i == 0)
        return ab_after(w, node->mover, node->alpha, node->beta, depth);
    int32_t score = ab_after(w, node->mover, node->alpha, node->alpha + 1, depth - less);
    if (score > node->alpha && less > 0 && !w->stopped)
        score = ab_after(w, node->mover, node->alpha, node->alpha + 1, depth);
    if (score > node->alpha && score < node->beta && !w->stopped)
        score = ab_after(w, node->mover, node->alpha, node->beta, depth);
    return score;
}

/* Tries the n moves of the present slot. */
static void try_moves(struct ab_worker *w, struct node *node, int n) {
    struct ab_slot *slot = &w->slots[w->ply];
    trail_push(&w->trail, slot->hash);
    for (int i = 0; i < n; i++) {
        const pes_move m = ab_pick(slot, i, n);
        const int32_t less = reduction(w, node, i, m);
        if (!ab_make(w, m))
            break;
        const int32_t score = move_score(w, node, i, less);
        ab_unmake(w, m);
        if (w->stopped)
            break;
        if (score <= node->best)
            continue;
        node->best = score;
        if (score <= node->alpha)
            continue;
        node->best_move = m;
        node->alpha = score;
        slot->line_count = ab_line(m, slot + 1, slot->line);
        if (score >= node->beta) {
            ab_learn(w, node->mover, i + 1, node->depth);
            break;
        }
    }
    trail_pop(&w->trail);
}

/* Narrows the window to the ends that can still be reached: none is nearer than the next ply. */
static bool is_too_late(const struct ab_worker *w, struct node *node) {
    const int32_t soonest = SCORE_SURE - w->ply - 1, lost = w->ply - SCORE_SURE;
    if (node->alpha < lost)
        node->alpha = lost;
    if (node->beta > soonest)
        node->beta = soonest;
    return node->alpha >= node->beta;
}

static bool wins_by_tactics(struct ab_worker *w, struct node *node) {
    enum pes_verdict verdict;
    if (!w->ab->selective || w->ab->tactics == NULL || node->depth < TACTICS_DEPTH)
        return false;
    if (!ab_tactics(w, TACTICS_NODES * (uint64_t)node->depth, &verdict, &node->best))
        return false;
    node->best_move = w->slots[w->ply].line[0];
    return true;
}

static int32_t node_score(struct ab_worker *w, pes_player mover, int32_t alpha, int32_t beta,
                          int32_t depth) {
    if (depth <= 0 || w->ply >= AB_PLIES)
        return quiet_score(w, mover, alpha, beta, depth);
    struct ab_slot *slot = &w->slots[w->ply];
    struct node node = {.mover = mover,
                        .alpha = alpha,
                        .beta = beta,
                        .depth = depth,
                        .key = ab_key(w, depth),
                        .principal = beta - alpha > 1,
                        .best = -SCORE_MAX};
    int32_t score;
    if (is_too_late(w, &node))
        return node.alpha;
    if (is_known(w, &node, &score))
        return score;
    if (wins_by_tactics(w, &node)) {
        remember(w, &node, -SCORE_MAX);
        return node.best;
    }
    bool restricted;
    const int n = ab_list(w, mover, node.hinted, &restricted);
    if (n == 0)
        return settled(w, mover, PES_END_RULES);
    if (w->ab->selective) {
        node.depth += n == 1 && w->ply < 2 * w->root_depth;
        node.depth -= depth >= UNKNOWN_DEPTH && node.hinted == PES_MOVE_NONE && n > 1;
    }
    /* Refutations are for cousins, not for strangers. */
    slot[2].killers[0] = slot[2].killers[1] = PES_MOVE_NONE;
    const int32_t floor = node.alpha;
    try_moves(w, &node, n);
    if (w->stopped)
        return 0;
    if (restricted)
        node.best = score_doubt(node.best);
    remember(w, &node, floor);
    return node.best;
}
