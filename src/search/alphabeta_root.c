/* The root: deeper and deeper, each time beginning with what the last time found best. */
#include "pessoi/hash.h"
#include "search/alphabeta_int.h"

enum {
    WINDOW_DEPTH = 4, /* from here on the last score is expected to come again */
    WINDOW_LEAST = 2,
    WINDOW_GROWTH = 4,
    TACTICS_LEAST = 4096, /* nodes the root's tactics may cost in any case */
    TACTICS_SHARE = 2     /* and otherwise: one for so many of all nodes so far */
};

/* Puts root move i at `to` and the ones between one place back. */
static void move_up(struct ab_worker *w, int32_t to, int32_t i) {
    const struct ab_root_move moved = w->root[i];
    memmove(w->root + to + 1, w->root + to, (size_t)(i - to) * sizeof moved);
    w->root[to] = moved;
}

static void note_score(struct ab_root_move *rm, int32_t score, int32_t depth,
                       const struct ab_slot *rest) {
    rm->score = score;
    rm->depth = depth;
    rm->line_count = ab_line(rm->move, rest, rm->line);
}

/* The first move with the whole window, the others only to see whether they are better. */
static int32_t root_move_score(struct ab_worker *w, pes_player mover, bool first, int32_t alpha,
                               int32_t beta) {
    const int32_t depth = w->root_depth - 1;
    if (first)
        return ab_after(w, mover, alpha, beta, depth);
    const int32_t score = ab_after(w, mover, alpha, alpha + 1, depth);
    if (score <= alpha || score >= beta || w->stopped)
        return score;
    return ab_after(w, mover, alpha, beta, depth);
}

/* Searches the root moves from place `first` on in the window; the best one goes to that place. */
static int32_t root_pass(struct ab_worker *w, int32_t first, int32_t alpha, int32_t beta) {
    const pes_player mover = pes_turn(w->g, w->s);
    int32_t best = -SCORE_MAX;
    for (int32_t i = first; i < w->root_count && alpha < beta; i++) {
        if (!ab_make(w, w->root[i].move))
            break;
        const int32_t score = root_move_score(w, mover, i == first, alpha, beta);
        ab_unmake(w, w->root[i].move);
        if (w->stopped)
            break;
        if (score > best)
            best = score;
        if (score <= alpha)
            continue;
        note_score(&w->root[i], score, w->root_depth, &w->slots[1]);
        move_up(w, first, i);
        alpha = score;
    }
    return best;
}

/* The best of the moves from place `first` on, with windows around the last score that open as long
 * as they are missed. */
static void search_line(struct ab_worker *w, int32_t first) {
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

/* Every root move on its own; the order stays. What the last iteration found holds until this one
 * is through, so that all values are of one depth; only the first has nothing to spare. */
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
            note_score(rm, score, w->root_depth, &w->slots[1]);
    }
    for (int32_t i = 0; i < w->root_count; i++) {
        w->root[i].score = w->root[i].found;
        w->root[i].depth = w->root_depth;
    }
}

/* The lines found, best first; equal ones in the order they were found. */
static void sort_lines(struct ab_worker *w, int32_t count) {
    for (int32_t i = 1; i < count; i++) {
        int32_t to = i;
        while (to > 0 && w->root[to - 1].score < w->root[i].score)
            to--;
        move_up(w, to, i);
    }
}

/* Without an order of its own a game's moves come as listed, and of many equal ones the first would
 * always be played: an opponent need only be ready for one end of the board. They are mixed, by the
 * position, so that equal games still repeat. */
static void mix_root(struct ab_worker *w) {
    const uint64_t seed = pes_hash(w->g, w->s);
    for (int32_t i = w->root_count - 1; i > 0; i--) {
        const int32_t k = (int32_t)(pes_hash_key(seed, (uint64_t)i) % ((uint64_t)i + 1));
        const struct ab_root_move moved = w->root[i];
        w->root[i] = w->root[k];
        w->root[k] = moved;
    }
}

/* Begins the root's list: all moves, or the candidates, in the order a node would try them. */
static void list_root(struct ab_worker *w) {
    const struct pes_alphabeta *ab = w->ab;
    struct ab_slot *slot = &w->slots[0];
    struct table_entry entry = {.move = PES_MOVE_NONE};
    bool restricted;
    table_probe(ab->table, ab_key(w, 1), &entry);
    const int n = ab_list(w, pes_turn(w->g, w->s), entry.move, &restricted);
    assert(n > 0);
    w->root_restricted = restricted;
    w->root_legal = restricted ? pes_count(w->g, w->s) : n;
    w->root_count = n;
    for (int i = 0; i < n; i++)
        w->root[i] = (struct ab_root_move){.move = ab_pick(slot, i, n), .score = -SCORE_MAX};
    if (ab->order == NULL || ab->order->score == NULL)
        mix_root(w);
}

int32_t ab_root_place(const struct ab_worker *w, pes_move m, int32_t count) {
    int32_t i = 0;
    while (i < count && w->root[i].move != m)
        i++;
    return i;
}

/* Nobody gives up before every move has been looked at: those left out join the list. */
static void widen_root(struct ab_worker *w) {
    pes_move *list = w->slots[0].moves;
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

/* Looks for a forced win; where there is one it is the first line, and nothing beats it. */
static void solve_root(struct ab_worker *w) {
    const struct pes_alphabeta *ab = w->ab;
    const struct ab_slot *slot = &w->slots[0];
    if (!ab->selective || ab->tactics == NULL || w->number != 0 || w->tactics_done || ab->each)
        return;
    const uint64_t share = w->nodes / TACTICS_SHARE;
    enum pes_verdict verdict;
    int32_t score;
    w->solved = ab_tactics(w, share > TACTICS_LEAST ? share : TACTICS_LEAST, &verdict, &score);
    w->tactics_done = verdict != PES_VERDICT_OPEN;
    if (!w->solved)
        return;
    const int32_t i = ab_root_place(w, slot->line[0], w->root_count);
    if (i == w->root_count)
        w->root_count++; /* the candidates do not know it */
    struct ab_root_move *rm = &w->root[i];
    *rm = (struct ab_root_move){.move = slot->line[0],
                                .score = score,
                                .depth = w->root_depth,
                                .line_count = slot->line_count};
    memcpy(rm->line, slot->line, (size_t)slot->line_count * sizeof rm->line[0]);
    move_up(w, 0, i);
}

/* Can a deeper look tell more about the best line? */
static bool is_settled(const struct ab_worker *w) {
    const struct pes_alphabeta *ab = w->ab;
    const int32_t score = w->root[0].score;
    if (ab->each || ab->lines > 1)
        return false;
    if (w->solved)
        return true;
    if (w->root_count == 1 && !w->root_restricted && w->watch.deadline_ns != 0)
        return true; /* the only move there is; time is better spent later */
    if (!score_is_sure(score) || (w->root_restricted && score < 0))
        return false;
    const int32_t mate = score_mate(score);
    return (ab->selective && mate > 0) || (mate > 0 ? mate : -mate) <= w->root_depth;
}

/* Tells the caller what is known after an iteration. */
static void tell(const struct ab_worker *w) {
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
        search_line(w, i);
    const int32_t now = w->root[0].score;
    if (!score_is_decided(now) && !score_is_decided(before))
        w->swing = now > before ? now - before : before - now;
    if (w->stopped)
        return;
    const pes_move first = w->root[0].move;
    sort_lines(w, w->ab->lines < w->root_count ? w->ab->lines : w->root_count);
    /* A sooner win than the tactics' is searched on like any other line. */
    if (w->root[0].move != first)
        w->solved = 0;
}

void ab_deepen(void *item) {
    struct ab_worker *w = item;
    list_root(w);
    for (int32_t depth = 1; depth <= w->ab->depth_max; depth++) {
        w->root_depth = depth;
        w->first_look = depth == 1;
        /* Helpers that all search the same depth at the same time would find the same things. */
        if (depth > 2 && w->number > 0 && (depth + w->number) % 3 == 0)
            continue;
        if (depth > 1 && (watch_stopped(&w->watch) || w->stopped))
            break;
        if (depth > 1)
            solve_root(w);
        search_iteration(w);
        if (w->stopped)
            break;
        w->depth_done = depth;
        w->root_restricted = w->root_count < w->root_legal;
        tell(w);
        if (is_settled(w))
            break;
        if (!w->ab->each)
            widen_root(w);
    }
}
