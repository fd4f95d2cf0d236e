/* The search of one node of the alpha-beta tree and of everything below it: principal variation
 * search (Marsland and Campbell 1982) in its fail-soft form, with a transposition table, mate
 * distance pruning, singular extensions, late move reductions and a quiescence search at the
 * horizon.
 *
 * Invariants: scores are those of the player named `mover`, who need not be the player that moves
 * next; alpha < beta; a returned score <= alpha is an upper bound of the true one, >= beta a lower
 * bound. Once `stopped` is set every score is meaningless and is thrown away by the caller. */
#include "search/alphabeta_int.h"

#include "pessoi/hash.h"

enum {
    PUBLISH_EVERY = 1024, /* nodes after which a thread publishes its node count */
    TACTICS_DEPTH = 2,    /* the least depth at which the game's tactics are asked */
    TACTICS_NODES = 64,   /* their budget, times the depth, */
    TACTICS_LEAF = 32,    /* and at the horizon */
    WIDE_SHARE = 6,       /* wide tactics on the principal line: one node for this many so far */
    WIDE_PART = 4,        /* of which one call may use this fraction, */
    WIDE_LEAST = 512,     /* if it is as many as this */
    IIR_DEPTH = 4,        /* internal iterative reduction: the least depth */
    SINGULAR_DEPTH = 6,   /* singular extension: the least depth, */
    SINGULAR_PLIES = 3,   /* how much less deep the table's entry may be, */
    SINGULAR_MARGIN = 10  /* and how much worse other moves are, in hundredths of a unit per ply */
};

/* Limits. ------------------------------------------------------------------------------------- */

bool ab_may_make(struct ab_worker *w) {
    if (w->nodes_max > 0 && w->nodes >= w->nodes_max)
        w->stopped = true;
    if (!w->first_look && watch_is_up(&w->watch, w->nodes))
        w->stopped = true;
    if (w->nodes % PUBLISH_EVERY == 0)
        atomic_store_explicit(&w->nodes_public, w->nodes, memory_order_relaxed);
    w->nodes += !w->stopped;
    return !w->stopped;
}

/* Sets the clock of the position after m, which is about to be made; PES_MOVE_NONE: a null move. */
static void tick(const struct ab_worker *w, struct ab_frame *frame, pes_move m) {
    if (!w->ab->fades)
        return;
    const bool resets = m != PES_MOVE_NONE && w->g->rules->irreversible(w->g, w->s, m);
    frame[1].clock = resets ? 0 : frame->clock + 1;
}

bool ab_make(struct ab_worker *w, pes_move m) {
    assert(m != PES_MOVE_NONE);
    assert(w->ply >= 0);
    assert(w->ply < AB_FRAMES - 1);
    if (!ab_may_make(w))
        return false;
    struct ab_frame *frame = &w->frames[w->ply];
    tick(w, frame, m);
    evaluator_push(&w->ab->evaluator, w->g, w->s, m, frame->accumulator, frame[1].accumulator);
    pes_make(w->g, w->s, m, frame->undo);
    w->ply++;
    return true;
}

void ab_unmake(struct ab_worker *w, pes_move m) {
    assert(w->ply > 0);
    w->ply--;
    pes_unmake(w->g, w->s, m, w->frames[w->ply].undo);
}

/* Principal variations. ------------------------------------------------------------------------ */

int32_t ab_pv(pes_move first, const struct ab_frame *rest, pes_move out[PES_LINE_MAX]) {
    const int32_t kept = rest->pv_count < PES_LINE_MAX ? rest->pv_count : PES_LINE_MAX - 1;
    assert(kept >= 0);
    out[0] = first;
    memcpy(out + 1, rest->pv, (size_t)kept * sizeof out[0]);
    return kept + 1;
}

/* Ends of the game. ---------------------------------------------------------------------------- */

static int32_t end_score(const struct ab_worker *w, pes_player mover, enum pes_end why) {
    int32_t payoff[PES_PLAYERS_MAX];
    assert(mover >= 0);
    assert(why != PES_END_NONE);
    pes_settle(w->g, w->s, why, payoff);
    return score_end(payoff[mover] - payoff[1 - mover], w->ply);
}

/* Has the current position, which the rules do not end, occurred too often? Sets the frame's
 * `most`. A selective search takes the first repetition below the root for a draw already: a player
 * who can repeat once can repeat again. */
static bool is_repeated(struct ab_worker *w) {
    struct ab_frame *frame = &w->frames[w->ply];
    assert(w->ply > 0);
    frame->most = frame[-1].most;
    if (w->g->repetition_max == 0)
        return false;
    const struct trail_seen seen = trail_seen(&w->trail, frame->hash);
    const int32_t often = seen.before + seen.since + 1;
    if (often > frame->most)
        frame->most = often;
    return often >= w->g->repetition_max ||
           (w->ab->selective && w->ab->repetition_is_draw && seen.since > 0);
}

/* Does the history end the game here (pessoi/history.h), and what is that worth to `mover`? */
static bool is_ended(struct ab_worker *w, pes_player mover, int32_t *score) {
    enum pes_end why = PES_END_NONE;
    if (is_repeated(w))
        why = PES_END_REPETITION;
    else if (w->ply >= w->trail.plies_left)
        why = PES_END_PLIES;
    if (why == PES_END_NONE)
        return false;
    *score = end_score(w, mover, pes_over(w->g, w->s) ? PES_END_RULES : why);
    return true;
}

/* Nodes. -------------------------------------------------------------------------------------- */

static int32_t node_score(struct ab_worker *w, pes_player mover, int32_t alpha, int32_t beta,
                          int32_t depth);

int32_t ab_after(struct ab_worker *w, pes_player mover, int32_t alpha, int32_t beta,
                 int32_t depth) {
    struct ab_frame *frame = &w->frames[w->ply];
    const pes_player turn = pes_turn(w->g, w->s);
    int32_t score;
    assert(turn != PES_CHANCE);
    assert(alpha < beta);
    assert(alpha >= -SCORE_MAX);
    assert(beta <= SCORE_MAX);
    frame->pv_count = 0;
    if (turn == PES_TERMINAL)
        return end_score(w, mover, PES_END_RULES);
    if (depth > 0 || w->g->repetition_max > 0)
        frame->hash = pes_hash(w->g, w->s);
    if (depth > 0)
        tt_prefetch(w->ab->tt, frame->hash); /* mostly the hash is the whole key */
    if (is_ended(w, mover, &score))
        return score;
    score = turn == mover ? node_score(w, turn, alpha, beta, depth)
                          : -node_score(w, turn, -beta, -alpha, depth);
    assert(score_is_valid(score));
    return score;
}

int32_t ab_after_pass(struct ab_worker *w, pes_player mover, int32_t alpha, int32_t beta,
                      int32_t depth) {
    struct ab_frame *frame = &w->frames[w->ply];
    assert(w->g->rules->pass != NULL);
    assert(w->ply < AB_FRAMES - 1);
    if (!ab_may_make(w))
        return 0;
    trail_push(&w->trail, frame->hash);
    tick(w, frame, PES_MOVE_NONE);
    if (w->ab->evaluator.size > 0)
        memcpy(frame[1].accumulator, frame->accumulator, w->ab->evaluator.size);
    w->g->rules->pass(w->g, w->s);
    w->ply++;
    frame[1].passed = true;
    const int32_t score = ab_after(w, mover, alpha, beta, depth);
    frame[1].passed = false;
    w->ply--;
    w->g->rules->pass(w->g, w->s);
    trail_pop(&w->trail);
    return score;
}

int32_t ab_static(const struct ab_worker *w, pes_player mover) {
    const struct ab_frame *frame = &w->frames[w->ply];
    const struct evaluator *evaluator = &w->ab->evaluator;
    int32_t value = evaluator_value(evaluator, w->g, w->s, frame->accumulator);
    if (w->ab->fades)
        value = evaluator->eval->fade(w->g, w->s, value, frame->clock);
    assert(!score_is_decided(value));
    return mover == 0 ? value : -value;
}

/* At the horizon: does the mover win by the game's tactics? The budget is small, because most nodes
 * are leaves. */
static bool leaf_wins(struct ab_worker *w, int32_t depth, int32_t *score) {
    enum pes_verdict verdict;
    return w->ab->tactics != NULL && depth == 0 &&
           ab_tactics(w, TACTICS_LEAF, false, &verdict, score);
}

/* Quiescence search: only noisy moves, at most AB_QUIET_PLIES of them in a row. The static
 * evaluation is a lower bound ("stand pat"): the mover may decline all noisy moves. */
int32_t ab_quiescence(struct ab_worker *w, pes_player mover, int32_t alpha, int32_t beta,
                      int32_t depth) {
    const struct pes_order *order = w->ab->order;
    struct ab_frame *frame = &w->frames[w->ply];
    int32_t best = ab_static(w, mover), won;
    assert(depth <= 0 || w->ply >= AB_PLIES);
    if (!w->ab->selective || w->first_look || best >= beta || w->ply >= AB_PLIES)
        return best;
    if (leaf_wins(w, depth, &won))
        return won;
    if (w->stopped || order == NULL || order->noisy == NULL || depth <= -AB_QUIET_PLIES)
        return best;
    const int n = ab_list_noisy(w);
    if (n == 0)
        return best;
    trail_push(&w->trail, frame->hash);
    for (int i = 0; i < n && best < beta; i++) {
        const pes_move m = ab_pick(frame, i);
        const int32_t floor = best > alpha ? best : alpha;
        if (!ab_make(w, m))
            break;
        const int32_t score = ab_after(w, mover, floor, beta, depth - 1);
        ab_unmake(w, m);
        if (w->stopped)
            break;
        if (score > best) {
            best = score;
            frame->pv_count = ab_pv(m, frame + 1, frame->pv);
        }
    }
    trail_pop(&w->trail);
    return best;
}

/* Two histories can lead to one position with different values. The key tells them apart where the
 * difference can matter:
 *   - near the ply cap, the plies that are left;
 *   - where a position on the trail could reach its last allowed occurrence within `depth` plies,
 *     the set of positions on the trail ("graph history interaction", Palay 1983). Only the
 *     search that must be exact pays for this: it costs many transpositions. */
uint64_t ab_key(const struct ab_worker *w, int32_t depth) {
    enum { CAP_SEED = 71, TRAIL_SEED = 72 };
    const struct ab_frame *frame = &w->frames[w->ply];
    const int32_t plies_left = w->trail.plies_left - w->ply;
    uint64_t key = frame->hash;
    assert(plies_left > 0);
    if (plies_left <= AB_PLIES)
        key ^= pes_hash_key(CAP_SEED, (uint64_t)plies_left);
    if (!w->ab->selective && w->g->repetition_max > 0 &&
        depth >= w->g->repetition_max - frame->most)
        key ^= pes_hash_key(TRAIL_SEED, trail_sum(&w->trail));
    return key;
}

/* Called by the game's tactics between two pieces of their work: may they go on? */
static bool may_go_on(void *caller) {
    struct ab_worker *w = caller;
    if (watch_stopped(&w->watch) || (w->watch.deadline_ns != 0 && watch_look(&w->watch, w->nodes)))
        w->stopped = true;
    return !w->stopped;
}

bool ab_tactics(struct ab_worker *w, uint64_t nodes_max, bool wide, enum pes_verdict *verdict,
                int32_t *score) {
    struct ab_frame *frame = &w->frames[w->ply];
    struct pes_proof proof = {.plies = -1};
    if (w->nodes_max > 0 && nodes_max > w->nodes_max - w->nodes)
        nodes_max = w->nodes_max - w->nodes;
    *verdict = PES_VERDICT_OPEN;
    if (nodes_max == 0)
        return false;
    const struct pes_effort effort = {.nodes_max = nodes_max,
                                      .wide = wide,
                                      .memory = w->tactics_memory,
                                      .go_on = may_go_on,
                                      .caller = w};
    assert(!w->first_look);
    *verdict = w->ab->tactics->solve(w->g, w->s, ab_accumulator(w), &effort, &proof);
    w->nodes += proof.nodes;
    if (*verdict == PES_VERDICT_WIN && proof.plies > w->trail.plies_left - w->ply)
        *verdict = PES_VERDICT_NO_WIN; /* the ply cap ends the game first */
    if (*verdict != PES_VERDICT_WIN)
        return false;
    assert(proof.line_count > 0);
    const int32_t kept = proof.line_count < PES_LINE_MAX ? proof.line_count : PES_LINE_MAX;
    memcpy(frame->pv, proof.line, (size_t)kept * sizeof proof.line[0]);
    frame->pv_count = kept;
    *score = proof.plies >= 0 ? SCORE_SURE - w->ply - proof.plies
                              : SCORE_LIKELY - w->ply - proof.line_count;
    assert(score_is_decided(*score));
    return true;
}

/* Mate distance pruning: narrows the window to the scores that can still be reached, for no end of
 * the game is nearer than the next ply. True: the window is empty, and alpha is the score. */
static bool mate_distance_prunes(const struct ab_worker *w, struct ab_node *node) {
    const int32_t soonest = SCORE_SURE - w->ply - 1, lost = w->ply - SCORE_SURE;
    assert(lost < soonest);
    if (node->alpha < lost)
        node->alpha = lost;
    if (node->beta > soonest)
        node->beta = soonest;
    return node->alpha >= node->beta;
}

/* Does the transposition table decide the node? Where the search must be exact, only entries of
 * the same depth count. At PV nodes there is no cutoff, so that the principal variation stays
 * whole. */
static bool tt_cutoff(const struct ab_worker *w, struct ab_node *node, int32_t *score) {
    const struct tt_entry *known = &node->known;
    if (!tt_probe(w->ab->tt, node->key, &node->known))
        return false;
    const bool deep = w->ab->selective ? known->depth >= node->depth : known->depth == node->depth;
    if (node->is_pv || !deep)
        return false;
    *score = score_from_tt(known->score, w->ply);
    return known->bound == TT_EXACT || (known->bound == TT_LOWER && *score >= node->beta) ||
           (known->bound == TT_UPPER && *score <= node->alpha);
}

/* `alpha` is the window's lower bound before the moves were searched. */
static void tt_save(const struct ab_worker *w, const struct ab_node *node, int32_t alpha) {
    assert(node->best > -SCORE_MAX);
    const struct tt_entry entry = {
        .move = node->best_move,
        .score = score_to_tt(node->best, w->ply),
        .depth = node->depth < TT_DEPTH_MAX ? node->depth : TT_DEPTH_MAX,
        .bound = node->best <= alpha        ? TT_UPPER
                 : node->best >= node->beta ? TT_LOWER
                                            : TT_EXACT,
    };
    tt_store(w->ab->tt, node->key, &entry);
}

/* The score of the i-th move, which has been made, by principal variation search. A singular move
 * is searched a ply deeper. */
static int32_t move_score(struct ab_worker *w, const struct ab_node *node, int i,
                          int32_t reduction) {
    const int32_t depth = node->depth - 1 + (i == 0 && node->singular);
    assert(reduction >= 0);
    assert(reduction <= depth);
    /* Step 11. The first move gets the full window. */
    if (i == 0)
        return ab_after(w, node->mover, node->alpha, node->beta, depth);
    /* Step 12. Every other move gets a null window, reduced if it comes late. */
    int32_t score = ab_after(w, node->mover, node->alpha, node->alpha + 1, depth - reduction);
    /* Step 13. Search again what did better than expected: first to full depth, then with the full
     * window. */
    if (score > node->alpha && reduction > 0 && !w->stopped)
        score = ab_after(w, node->mover, node->alpha, node->alpha + 1, depth);
    if (score > node->alpha && score < node->beta && !w->stopped)
        score = ab_after(w, node->mover, node->alpha, node->beta, depth);
    return score;
}

/* Searches the n moves of the current frame, best first. */
static void try_moves(struct ab_worker *w, struct ab_node *node, int n) {
    struct ab_frame *frame = &w->frames[w->ply];
    assert(n > 0);
    trail_push(&w->trail, frame->hash);
    for (int i = 0; i < n; i++) {
        const pes_move m = ab_pick(frame, i);
        if (m == frame->excluded)
            continue;
        /* Step 10. Leave out late and hopeless moves. */
        if (ab_prunes_rest(w, node, i, m)) {
            node->restricted = true;
            break;
        }
        const int32_t reduction = ab_reduction(w, node, i, m);
        if (!ab_make(w, m))
            break;
        const int32_t score = move_score(w, node, i, reduction);
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
        frame->pv_count = ab_pv(m, frame + 1, frame->pv);
        /* Step 14. Beta cutoff: the opponent will not allow this position. */
        if (score >= node->beta) {
            ab_cutoff(w, node->mover, i + 1, node->depth);
            break;
        }
    }
    trail_pop(&w->trail);
}

/* The nodes for wide tactics at this node; 0: only the usual ones are asked. They are for the
 * principal line, where they see in time that a plan fails to a forced win. */
static uint64_t wide_budget(const struct ab_worker *w, const struct ab_node *node) {
    const uint64_t share = w->nodes / WIDE_SHARE;
    if (!node->is_pv || share <= w->wide_nodes)
        return 0;
    const uint64_t part = (share - w->wide_nodes) / WIDE_PART;
    return part >= WIDE_LEAST ? part : 0;
}

/* Asks the game's tactics for a forced win; node->best is its score. */
static bool wins_by_tactics(struct ab_worker *w, struct ab_node *node) {
    enum pes_verdict verdict;
    if (!w->ab->selective || w->ab->tactics == NULL || node->depth < TACTICS_DEPTH)
        return false;
    const uint64_t wide = wide_budget(w, node), before = w->nodes;
    const uint64_t usual = TACTICS_NODES * (uint64_t)node->depth;
    const bool won = ab_tactics(w, wide > 0 ? wide : usual, wide > 0, &verdict, &node->best);
    if (wide > 0)
        w->wide_nodes += w->nodes - before;
    if (won)
        node->best_move = w->frames[w->ply].pv[0];
    return won;
}

/* Is the table's move so much better than all others that it deserves another ply (singular
 * extension, Anantharaman, Campbell and Hsu 1988)? A search of half the depth without it tells, and
 * sets node->singular. True: even without it the node seems to fail high ("multi-cut"), and *score
 * is the bound. Like all pruning, the multi-cut keeps away from decided scores. */
static bool singular_prunes(struct ab_worker *w, struct ab_node *node, int32_t *score) {
    struct ab_frame *frame = &w->frames[w->ply];
    const struct tt_entry *known = &node->known;
    const int32_t value = score_from_tt(known->score, w->ply);
    if (w->unit == 0 || node->depth < SINGULAR_DEPTH || known->move == PES_MOVE_NONE ||
        known->depth < node->depth - SINGULAR_PLIES || known->bound == TT_UPPER ||
        score_is_decided(value) || score_is_decided(node->beta) || w->ply >= 2 * w->root_depth)
        return false;
    const int32_t target = value - w->unit * SINGULAR_MARGIN * node->depth / 100;
    if (score_is_decided(target))
        return false;
    assert(frame->excluded == PES_MOVE_NONE);
    frame->excluded = known->move;
    *score = node_score(w, node->mover, target - 1, target, (node->depth - 1) / 2);
    frame->excluded = PES_MOVE_NONE;
    frame->pv_count = 0;
    node->singular = *score < target;
    *score = target;
    return !node->singular && target >= node->beta && !node->is_pv;
}

/* Steps 3 to 6: is the node decided without its moves? Not asked while one of them is excluded,
 * for the answers are those of the whole node. */
static bool is_decided_at_once(struct ab_worker *w, struct ab_node *node, int32_t *score) {
    /* Step 3. Transposition table. */
    if (tt_cutoff(w, node, score))
        return true;
    /* Step 4. Pruning by the static evaluation and by a null move. */
    ab_judge(w, node);
    if (ab_prunes_node(w, node, score) || w->stopped)
        return true;
    /* Step 5. The game's own tactics: a forced win ends the search of this node. */
    if (wins_by_tactics(w, node)) {
        tt_save(w, node, -SCORE_MAX);
        *score = node->best;
        return true;
    }
    /* Step 6. Singular extension and multi-cut. */
    return singular_prunes(w, node, score) || w->stopped;
}

/* Step 8. Single-reply extension, and internal iterative reduction: a node that the table knows no
 * move for is not worth its full depth. */
static void adjust_depth(const struct ab_worker *w, struct ab_node *node, int n) {
    if (!w->ab->selective)
        return;
    if (n == 1) {
        node->depth += w->ply < 2 * w->root_depth;
        node->singular = false; /* one extension is enough */
    } else if (node->depth >= IIR_DEPTH && node->known.move == PES_MOVE_NONE)
        node->depth--;
}

static int32_t node_score(struct ab_worker *w, pes_player mover, int32_t alpha, int32_t beta,
                          int32_t depth) {
    /* Step 1. Quiescence search at the horizon. */
    if (depth <= 0 || w->ply >= AB_PLIES)
        return ab_quiescence(w, mover, alpha, beta, depth);
    struct ab_frame *frame = &w->frames[w->ply];
    struct ab_node node = {.mover = mover,
                           .alpha = alpha,
                           .beta = beta,
                           .depth = depth,
                           .key = ab_key(w, depth),
                           .is_pv = beta - alpha > 1,
                           .known.move = PES_MOVE_NONE,
                           .best = -SCORE_MAX};
    const bool whole = frame->excluded == PES_MOVE_NONE;
    int32_t score = 0;
    /* Step 2. Mate distance pruning. */
    if (mate_distance_prunes(w, &node))
        return node.alpha;
    if (whole && is_decided_at_once(w, &node, &score))
        return score;
    if (!whole)
        ab_judge(w, &node);
    /* Step 7. Move generation. */
    const int n = ab_list(w, mover, node.known.move, &node.restricted);
    if (n == 0)
        return end_score(w, mover, PES_END_RULES);
    if (!whole && n == 1)
        return alpha; /* nothing is left to try */
    adjust_depth(w, &node, n);
    /* Killer moves are shared by the nodes of one ply below one grandparent: clear those of the
     * grandchildren before the first of them is searched. */
    frame[2].killers[0] = frame[2].killers[1] = PES_MOVE_NONE;
    /* Step 9. Search the moves (steps 10 to 14 are in move_score() and try_moves()). */
    const int32_t floor = node.alpha;
    try_moves(w, &node, n);
    if (w->stopped)
        return 0;
    if (!whole)
        return node.best;
    /* Step 15. A loss is not proven where moves were left out. Save and return. */
    if (node.restricted)
        node.best = score_doubt(node.best);
    tt_save(w, &node, floor);
    return node.best;
}
