/* The root of the alpha-beta search: iterative deepening with aspiration windows, several principal
 * variations where they are wanted, and lazy SMP across the workers.
 *
 * Invariant: w->root[0..root_count) are distinct legal moves. Before an iteration the best of the
 * last one is at the front, so that a search stopped half-way still has a good move there. */
#include "core/clock.h"
#include "pessoi/hash.h"
#include "search/alphabeta_int.h"

enum {
    WINDOW_DEPTH = 4,    /* the least depth that gets an aspiration window */
    WINDOW_LEAST = 2,    /* its least half-width */
    WINDOW_GROWTH = 4,   /* the factor it widens by after a fail low or fail high */
    TACTICS_LEAST = 512, /* nodes that the root's tactics may always use */
    TACTICS_SHARE = 2,   /* and one for this many nodes of the search so far, */
    TACTICS_PIECE = 64,  /* if it is as many as this */
    ONLY_DEPTH = 4       /* the least depth at which the only good move is played at once */
};

/* Moves root move i to place `to`, and those in between back by one. */
static void move_to(struct ab_worker *w, int32_t to, int32_t i) {
    assert(to <= i);
    assert(i < w->root_count);
    const struct ab_root_move moved = w->root[i];
    memmove(w->root + to + 1, w->root + to, (size_t)(i - to) * sizeof moved);
    w->root[to] = moved;
}

static void root_move_update(struct ab_root_move *rm, int32_t score, int32_t depth,
                             const struct ab_frame *rest) {
    assert(score_is_valid(score));
    rm->score = score;
    rm->depth = depth;
    rm->pv_count = ab_pv(rm->move, rest, rm->pv);
}

/* Principal variation search: the first move with the full window, the others with a null window
 * that only shows whether they are better, late ones less deep at first. */
static int32_t root_move_score(struct ab_worker *w, pes_player mover, int i, int32_t alpha,
                               int32_t beta) {
    const int32_t depth = w->root_depth - 1;
    if (i == 0)
        return ab_after(w, mover, alpha, beta, depth);
    const int32_t reduction = ab_root_reduction(w, i);
    int32_t score = ab_after(w, mover, alpha, alpha + 1, depth - reduction);
    if (score > alpha && reduction > 0 && !w->stopped)
        score = ab_after(w, mover, alpha, alpha + 1, depth);
    if (score <= alpha || score >= beta || w->stopped)
        return score;
    return ab_after(w, mover, alpha, beta, depth);
}

/* Searches the root moves from place `first` on within the window; the best one moves there. */
static int32_t root_pass(struct ab_worker *w, int32_t first, int32_t alpha, int32_t beta) {
    const pes_player mover = pes_turn(w->g, w->s);
    int32_t best = -SCORE_MAX;
    assert(alpha < beta);
    for (int32_t i = first; i < w->root_count && alpha < beta; i++) {
        if (!ab_make(w, w->root[i].move))
            break;
        const uint64_t nodes = w->nodes;
        const int32_t score = root_move_score(w, mover, i - first, alpha, beta);
        ab_unmake(w, w->root[i].move);
        if (w->stopped)
            break;
        w->root[i].nodes += w->nodes - nodes;
        w->root[i].lost = score <= -PES_EVAL_WIN;
        if (score > best)
            best = score;
        if (score <= alpha)
            continue;
        root_move_update(&w->root[i], score, w->root_depth, &w->frames[1]);
        move_to(w, first, i);
        alpha = score;
    }
    return best;
}

/* Finds the best of the moves from place `first` on. The search expects the last iteration's score:
 * it begins with an aspiration window around it and widens the side on which it fails. */
static void search_aspiration(struct ab_worker *w, int32_t first) {
    const struct ab_root_move *last = &w->root[first];
    int64_t alpha = -SCORE_MAX, beta = SCORE_MAX;
    int64_t width = WINDOW_LEAST + w->swing / 2;
    if (w->root_depth >= WINDOW_DEPTH && last->depth > 0 && !score_is_decided(last->score)) {
        alpha = last->score - width;
        beta = last->score + width;
    }
    for (;;) {
        const int32_t low = (int32_t)(alpha > -SCORE_MAX ? alpha : -SCORE_MAX);
        const int32_t high = (int32_t)(beta < SCORE_MAX ? beta : SCORE_MAX);
        const int32_t score = root_pass(w, first, low, high);
        if (w->stopped || (score > low && score < high))
            return;
        width *= WINDOW_GROWTH;
        if (score <= low)
            alpha = (int64_t)score - width;
        else
            beta = (int64_t)score + width;
        if (score_is_decided(score)) {
            alpha = -SCORE_MAX;
            beta = SCORE_MAX;
        }
    }
}

/* Searches every root move with the full window; their order stays. The last iteration's values
 * are replaced only when this one is complete, so that all values are of one depth. Depth 1 has no
 * earlier values and stores them at once. */
static void search_each(struct ab_worker *w) {
    const pes_player mover = pes_turn(w->g, w->s);
    for (int32_t i = 0; i < w->root_count; i++) {
        struct ab_root_move *rm = &w->root[i];
        if (!ab_make(w, rm->move))
            return;
        const int32_t score = ab_after(w, mover, -SCORE_MAX, SCORE_MAX, w->root_depth - 1);
        ab_unmake(w, rm->move);
        if (w->stopped)
            return;
        rm->found = score;
        if (w->first_look)
            root_move_update(rm, score, w->root_depth, &w->frames[1]);
    }
    for (int32_t i = 0; i < w->root_count; i++) {
        w->root[i].score = w->root[i].found;
        w->root[i].depth = w->root_depth;
    }
}

/* Sorts the first `count` root moves, best first; equal ones stay in the order of the search. */
static void sort_lines(struct ab_worker *w, int32_t count) {
    for (int32_t i = 1; i < count; i++) {
        int32_t to = i;
        while (to > 0 && w->root[to - 1].score < w->root[i].score)
            to--;
        move_to(w, to, i);
    }
}

/* For games without a move order: of many equal moves the first in list order would always be
 * played, which makes play predictable. Shuffles them by a seed that follows from the position, so
 * that equal games still give equal answers. */
static void shuffle_root(struct ab_worker *w) {
    const uint64_t seed = pes_hash(w->g, w->s);
    for (int32_t i = w->root_count - 1; i > 0; i--) {
        const int32_t k = (int32_t)(pes_hash_key(seed, (uint64_t)i) % ((uint64_t)i + 1));
        const struct ab_root_move moved = w->root[i];
        w->root[i] = w->root[k];
        w->root[k] = moved;
    }
}

/* Fills in the root moves: all moves, or the candidates, ordered as in any other node. */
static void list_root(struct ab_worker *w) {
    const struct pes_alphabeta *ab = w->ab;
    struct ab_frame *frame = &w->frames[0];
    struct tt_entry entry = {.move = PES_MOVE_NONE};
    bool restricted;
    tt_probe(ab->tt, ab_key(w, 1), &entry);
    const int n = ab_list(w, pes_turn(w->g, w->s), entry.move, &restricted);
    assert(n > 0);
    w->root_restricted = restricted;
    w->root_legal = restricted ? pes_count(w->g, w->s) : n;
    w->root_count = n;
    for (int i = 0; i < n; i++)
        w->root[i] = (struct ab_root_move){.move = ab_pick(frame, i), .score = -SCORE_MAX};
    if (ab->order == NULL || ab->order->score == NULL)
        shuffle_root(w);
}

int32_t ab_root_place(const struct ab_worker *w, pes_move m, int32_t count) {
    int32_t i = 0;
    while (i < count && w->root[i].move != m)
        i++;
    return i;
}

/* A position that looks lost with the candidates alone may be saved by a move that is not among
 * them: adds the missing moves for the next iteration. */
static void widen_root(struct ab_worker *w) {
    pes_move *list = w->frames[0].moves;
    assert(w->root_count > 0);
    assert(w->root_count <= w->root_legal);
    if (w->root_count == w->root_legal || w->root[0].score > -PES_EVAL_WIN)
        return;
    const int n = pes_moves(w->g, w->s, list);
    const int32_t known = w->root_count;
    for (int i = 0; i < n; i++) {
        if (ab_root_place(w, list[i], known) == known)
            w->root[w->root_count++] = (struct ab_root_move){.move = list[i], .score = -SCORE_MAX};
    }
    assert(w->root_count == w->root_legal);
}

/* Asks the game's tactics for a forced win, with a share of the nodes. A win becomes the first root
 * move, and is not searched again. */
static void solve_root(struct ab_worker *w) {
    const struct pes_alphabeta *ab = w->ab;
    const struct ab_frame *frame = &w->frames[0];
    if (!ab->selective || ab->tactics == NULL || w->number != 0 || w->tactics_done || ab->each)
        return;
    const uint64_t share = TACTICS_LEAST + w->nodes / TACTICS_SHARE, before = w->nodes;
    enum pes_verdict verdict;
    int32_t score;
    if (share < w->tactics_nodes + TACTICS_PIECE)
        return;
    w->solved = ab_tactics(w, share - w->tactics_nodes, true, &verdict, &score);
    w->tactics_nodes += w->nodes - before;
    w->tactics_done = verdict != PES_VERDICT_OPEN;
    if (!w->solved)
        return;
    const int32_t i = ab_root_place(w, frame->pv[0], w->root_count);
    if (i == w->root_count)
        w->root_count++; /* the winning move is not among the candidates */
    struct ab_root_move *rm = &w->root[i];
    *rm = (struct ab_root_move){
        .move = frame->pv[0], .score = score, .depth = w->root_depth, .pv_count = frame->pv_count};
    memcpy(rm->pv, frame->pv, (size_t)frame->pv_count * sizeof rm->pv[0]);
    move_to(w, 0, i);
}

/* Is the first root move the only candidate that does not lose? */
static bool is_only_move(const struct ab_worker *w) {
    if (w->root_depth < ONLY_DEPTH || w->root[0].score <= -PES_EVAL_WIN)
        return false;
    int32_t i = 1;
    while (i < w->root_count && w->root[i].lost)
        i++;
    return i == w->root_count;
}

/* Is the score of a root move proven and final, so that a deeper iteration could not change it? */
static bool is_final(const struct ab_worker *w, int32_t score) {
    if (!score_is_sure(score) || (w->root_restricted && score < 0))
        return false;
    const int32_t mate = score_mate(score);
    return (w->ab->selective && mate > 0) || (mate > 0 ? mate : -mate) <= w->root_depth;
}

/* Is the answer final? */
static bool is_settled(const struct ab_worker *w) {
    const struct pes_alphabeta *ab = w->ab;
    if (ab->each)
        return false;
    if (ab->lines == 1 && w->solved)
        return true;
    if (ab->lines == 1 && w->watch.deadline_ns != 0 &&
        ((w->root_count == 1 && !w->root_restricted) || is_only_move(w)))
        return true; /* save the time */
    for (int32_t i = 0; i < ab->lines && i < w->root_count; i++)
        if (!is_final(w, w->root[i].score) && !(i == 0 && w->solved))
            return false;
    return ab->lines == 1 || w->root_count >= ab->lines || !w->root_restricted;
}

/* Would more time be wasted on the answer? The clock is read only if time is limited: other
 * searches are reproducible. */
static bool is_enough(struct ab_worker *w) {
    const struct pes_alphabeta *ab = w->ab;
    const struct ab_root_move *best = &w->root[0];
    if (w->number != 0 || w->pace.begun_ns == 0 || ab->each || ab->lines > 1)
        return false;
    const struct pes_eval *eval = ab->evaluator.eval;
    const double unit = eval != NULL ? pes_odds_unit(w->g, eval, pes_history_state(ab->h)) : 0;
    const struct pace_look look = {
        .best = best->move,
        .odds = unit > 0 ? best->score / unit : 0,
        .effort = (double)best->nodes / (double)(w->nodes > 0 ? w->nodes : 1),
    };
    return pace_is_enough(&w->pace, &look, clock_now_ns(), &w->watch.deadline_ns);
}

/* Reports every principal variation to the caller after an iteration. */
static void report(const struct ab_worker *w) {
    const struct pes_limits *limits = w->ab->limits;
    if (w->number != 0 || limits->info == NULL || w->ab->each)
        return;
    for (int32_t i = 0; i < w->ab->lines && i < w->root_count; i++) {
        struct pes_answer answer;
        ab_answer(w->ab, i, &answer);
        limits->info(limits->info_to, &answer);
    }
}

static void search_iteration(struct ab_worker *w) {
    const int32_t before = w->root[0].depth > 0 ? w->root[0].score : 0;
    if (w->ab->each) {
        search_each(w);
        return;
    }
    for (int32_t i = w->solved; i < w->ab->lines && i < w->root_count && !w->stopped; i++)
        search_aspiration(w, i);
    const int32_t now = w->root[0].score;
    if (!score_is_decided(now) && !score_is_decided(before))
        w->swing = now > before ? now - before : before - now;
    if (w->stopped)
        return;
    const pes_move first = w->root[0].move;
    sort_lines(w, w->ab->lines < w->root_count ? w->ab->lines : w->root_count);
    /* A sooner win than that of the tactics is searched on like any other move. */
    if (w->root[0].move != first)
        w->solved = 0;
}

void ab_deepen(void *item) {
    struct ab_worker *w = item;
    list_root(w);
    assert(w->ply == 0);
    assert(w->trail.count == 0);
    for (int32_t depth = 1; depth <= w->ab->depth_max; depth++) {
        w->root_depth = depth;
        w->first_look = depth == 1;
        /* Lazy SMP: helpers skip different depths, so that the workers do not all search the same
         * tree at the same time. */
        if (depth > 2 && w->number > 0 && (depth + w->number) % 3 == 0)
            continue;
        if (depth > 1 && (watch_stopped(&w->watch) || w->stopped))
            break;
        if (depth > 1)
            solve_root(w);
        search_iteration(w);
        if (w->stopped)
            break;
        assert(w->ply == 0);
        assert(w->root[0].depth > 0);
        w->depth_done = depth;
        w->root_restricted = w->root_count < w->root_legal;
        report(w);
        if (is_settled(w) || is_enough(w))
            break;
        if (!w->ab->each)
            widen_root(w);
    }
}
