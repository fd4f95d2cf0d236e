/* The nodes of the expectimax search: alpha-beta at decision nodes, Star1 and Star2 (Ballard 1983)
 * at chance nodes.
 *
 * A chance node's value is the mean of its outcomes. Star1 derives from the window of the mean a
 * window for each outcome: what it must be worth for the mean to leave the window whatever the
 * outcomes not yet searched are worth. Star2 first probes one good move per outcome, which bounds
 * the outcome on one side cheaply.
 *
 * Invariant: -win <= low <= value <= high <= win for every outcome, up to rounding. */
#include "search/expectimax.h"

#include <assert.h>
#include <limits.h>
#include <math.h>

/* Called before every make(), which it counts. False: the search must end. */
static bool may_make(struct pes_expectimax *x) {
    if (x->nodes_max > 0 && x->nodes >= x->nodes_max)
        x->stopped = true;
    if (x->may_stop && watch_is_up(&x->watch, x->nodes))
        x->stopped = true;
    x->nodes += !x->stopped;
    assert(x->nodes_max == 0 || x->nodes <= x->nodes_max);
    return !x->stopped;
}

/* Ends and leaves. ---------------------------------------------------------------------------- */

static double end_value(struct pes_expectimax *x, enum pes_end why) {
    int32_t payoff[PES_PLAYERS_MAX];
    pes_settle(x->g, PES_STATE(x->s), why, payoff);
    return x->win * ((payoff[0] > payoff[1]) - (payoff[0] < payoff[1]));
}

/* Without an evaluation: the difference in points, less than the value of a win. */
static double points_value(const struct pes_expectimax *x) {
    int32_t points[PES_PLAYERS_MAX] = {0};
    if (x->g->rules->scores != NULL)
        x->g->rules->scores(x->g, (const struct pes_state *)x->s.bytes, points);
    return fmax(1 - x->win, fmin(x->win - 1, (double)points[0] - points[1]));
}

static double leaf_value(struct pes_expectimax *x, struct expectimax_node node) {
    x->horizon = true;
    if (x->eval == NULL)
        return points_value(x);
    const double value = x->eval->value(x->g, PES_STATE(x->s), x->frames[node.frame].accumulator);
    assert(fabs(value) <= x->win);
    return value;
}

/* A player without a legal move: the game is over, unless an unknown outcome hides moves. */
static double stuck_value(struct pes_expectimax *x, struct expectimax_node node) {
    return node.unknown ? leaf_value(x, node) : end_value(x, PES_END_RULES);
}

/* Order. -------------------------------------------------------------------------------------- */

void expectimax_order(struct pes_expectimax *x, struct expectimax_node node, int n) {
    struct expectimax_frame *frame = &x->frames[node.frame];
    const struct pes_order *order = x->g->kit->order;
    const bool first = x->g->kit->evals != NULL && x->eval == x->g->kit->evals[0];
    const bool scored = node.depth > 1 && order != NULL && order->score != NULL;
    for (int i = 0; i < n; i++) {
        const pes_move m = frame->list[i];
        frame->order[i] = 0;
        if (m == frame->killer[node.outcome])
            frame->order[i] = INT32_MAX;
        else if (scored)
            frame->order[i] =
                order->score(x->g, PES_STATE(x->s), m, first ? frame->accumulator : NULL);
    }
}

/* One step of a stable selection sort: takes the first of the greatest, and moves those before it
 * back by one. */
pes_move expectimax_pick(struct expectimax_frame *frame, int i, int n) {
    int best = i;
    assert(i < n);
    for (int k = i + 1; k < n; k++)
        if (frame->order[k] > frame->order[best])
            best = k;
    const pes_move m = frame->list[best];
    const int32_t order = frame->order[best];
    for (int k = best; k > i; k--) {
        frame->list[k] = frame->list[k - 1];
        frame->order[k] = frame->order[k - 1];
    }
    frame->list[i] = m;
    frame->order[i] = order;
    return m;
}

void expectimax_pv(struct pes_expectimax *x, int32_t frame, pes_move m) {
    struct expectimax_frame *at = &x->frames[frame];
    const struct expectimax_frame *next = at + 1;
    const int32_t kept = next->line_count < PES_LINE_MAX ? next->line_count : PES_LINE_MAX - 1;
    at->line[0] = m;
    memcpy(at->line + 1, next->line, (size_t)kept * sizeof next->line[0]);
    at->line_count = kept + 1;
}

/* Decision nodes. ----------------------------------------------------------------------------- */

double expectimax_move(struct pes_expectimax *x, struct expectimax_node node, pes_move m,
                       double alpha, double beta) {
    struct expectimax_frame *frame = &x->frames[node.frame];
    struct pes_state *s = PES_STATE(x->s);
    assert(node.depth > 0);
    assert(node.frame < EXPECTIMAX_FRAMES - 1);
    if (!may_make(x))
        return 0.0;
    if (frame->accumulator != NULL)
        x->eval->push(x->g, s, m, frame->accumulator, frame[1].accumulator);
    pes_make(x->g, s, m, frame->undo);
    struct expectimax_node next = node;
    next.frame++;
    next.depth--;
    next.plies++;
    next.run = 0;
    next.outcome = 0;
    const double value = expectimax_value(x, next, alpha, beta);
    pes_unmake(x->g, s, m, frame->undo);
    return value;
}

/* Alpha-beta over the moves of one player. */
static double player_value(struct pes_expectimax *x, struct expectimax_node node, pes_player mover,
                           double alpha, double beta) {
    struct expectimax_frame *frame = &x->frames[node.frame];
    const int n = pes_moves(x->g, PES_STATE(x->s), frame->list);
    if (n == 0)
        return stuck_value(x, node);
    expectimax_order(x, node, n);
    /* Just above the leaves only the killer move is out of place: picking once suffices. */
    double best = mover == 0 ? -INFINITY : INFINITY;
    for (int i = 0; i < n; i++) {
        const pes_move m = node.depth > 1 || i == 0 ? expectimax_pick(frame, i, n) : frame->list[i];
        const double value = expectimax_move(x, node, m, alpha, beta);
        if (x->stopped)
            return 0.0;
        if (mover == 0 ? value <= best : value >= best)
            continue;
        best = value;
        expectimax_pv(x, node.frame, m);
        frame->killer[node.outcome] = m;
        if (x->config.plain)
            continue;
        if (mover == 0)
            alpha = fmax(alpha, best);
        else
            beta = fmin(beta, best);
        if (alpha >= beta)
            break;
    }
    return best;
}

/* The move that Star2 probes: the killer move, or the first of the game's order. PES_MOVE_NONE:
 * there is no move that promises a good bound. */
static pes_move probe_move(struct pes_expectimax *x, struct expectimax_node node) {
    struct expectimax_frame *frame = &x->frames[node.frame];
    const int n = pes_moves(x->g, PES_STATE(x->s), frame->list);
    const pes_move killer = frame->killer[node.outcome];
    for (int i = 0; i < n; i++)
        if (frame->list[i] == killer)
            return killer;
    if (n == 0 || node.depth < 2 || x->g->kit->order == NULL || x->g->kit->order->score == NULL)
        return PES_MOVE_NONE;
    expectimax_order(x, node, n);
    return expectimax_pick(frame, 0, n);
}

/* Chance nodes. ------------------------------------------------------------------------------- */

/* Bounds of the outcomes of a chance node and of their mean, which tighten during the search. */
struct bounds {
    double p[PES_CHANCES_MAX]; /* probabilities */
    double low[PES_CHANCES_MAX], high[PES_CHANCES_MAX];
    double mean_low, mean_high;
};

static void tighten(struct bounds *b, int i, double low, double high) {
    b->mean_low += b->p[i] * (low - b->low[i]);
    b->mean_high -= b->p[i] * (b->high[i] - high);
    b->low[i] = low;
    b->high[i] = high;
}

/* The random stream of a chance event ("common random numbers"): the same whichever move led to it,
 * so that moves are compared under equal luck. */
static struct pes_rng stream_of(const struct pes_expectimax *x, struct expectimax_node node,
                                int i) {
    return pes_rng_split(&x->rng, (uint64_t)node.event * (PES_CHANCES_MAX + 1) + (uint64_t)i);
}

/* Systematic sampling: replaces n outcomes by a few, spread evenly over their weights, which then
 * weigh the same. */
static int sample(const struct pes_expectimax *x, struct expectimax_node node,
                  struct pes_chance outcomes[], int n) {
    const int samples = x->config.samples;
    assert(samples > 0);
    assert(samples < n);
    double total = 0.0, seen = 0.0;
    for (int i = 0; i < n; i++)
        total += outcomes[i].weight;
    struct pes_rng rng = stream_of(x, node, PES_CHANCES_MAX);
    const double start = pes_rng_real(&rng);
    struct pes_chance drawn[PES_CHANCES_MAX];
    int at = 0;
    for (int k = 0; k < samples; k++) {
        const double place = (k + start) / samples * total;
        while (at < n - 1 && seen + outcomes[at].weight <= place)
            seen += outcomes[at++].weight;
        drawn[k] = (struct pes_chance){.move = outcomes[at].move, .weight = 1};
    }
    memcpy(outcomes, drawn, (size_t)samples * sizeof drawn[0]);
    return samples;
}

static int list_outcomes(struct pes_expectimax *x, struct expectimax_node node, struct bounds *b) {
    struct pes_chance *outcomes = x->frames[node.frame].outcomes;
    int n = pes_chances(x->g, PES_STATE(x->s), outcomes);
    assert(n > 0);
    if (x->config.samples > 0 && n > x->config.samples)
        n = sample(x, node, outcomes, n);
    double total = 0.0;
    for (int i = 0; i < n; i++)
        total += outcomes[i].weight;
    for (int i = 0; i < n; i++) {
        b->p[i] = outcomes[i].weight / total;
        b->low[i] = -x->win;
        b->high[i] = x->win;
    }
    b->mean_low = -x->win;
    b->mean_high = x->win;
    return n;
}

/* Rolls at random until a player is to move. */
static void roll_rest(struct pes_expectimax *x, struct pes_rng *rng) {
    struct pes_state *s = PES_STATE(x->s);
    struct pes_undo_buf undo;
    if (x->g->rules->roll != NULL)
        x->g->rules->roll(x->g, s, rng, NULL, INT_MAX);
    while (pes_turn(x->g, s) == PES_CHANCE)
        pes_make(x->g, s, pes_draw(x->g, s, rng), undo.bytes);
}

/* Makes outcome i, and rolls the rest of the event where that is not searched. The caller keeps a
 * copy of the position. False: the search must end. */
static bool enter(struct pes_expectimax *x, struct expectimax_node *node, int i) {
    struct expectimax_frame *frame = &x->frames[node->frame];
    struct pes_state *s = PES_STATE(x->s);
    const pes_move m = frame->outcomes[i].move;
    if (!may_make(x))
        return false;
    if (frame->accumulator != NULL)
        x->eval->push(x->g, s, m, frame->accumulator, frame[1].accumulator);
    pes_make(x->g, s, m, frame->undo);
    const struct expectimax_node from = *node;
    node->frame++;
    node->run++;
    node->outcome = i;
    if (pes_turn(x->g, s) != PES_CHANCE) {
        node->event++;
        return true;
    }
    if (x->config.samples == 0 && node->run < PES_EXPECTIMAX_RUN)
        return true;
    struct pes_rng rng = stream_of(x, from, i);
    roll_rest(x, &rng);
    node->event++;
    if (frame->accumulator != NULL)
        x->eval->refresh(x->g, s, frame[1].accumulator);
    return true;
}

static void leave(struct pes_expectimax *x, int32_t frame) {
    pes_copy(x->g, PES_STATE(x->s), x->frames[frame].before);
}

/* Star1's window of outcome i. At or below `least` the mean is at most alpha, whatever the others
 * are worth; at or above `most` it is at least beta. */
struct window {
    double least, most;
};

static struct window window_of(const struct bounds *b, int i, double alpha, double beta) {
    const double p = b->p[i];
    assert(p > 0.0);
    return (struct window){.least = (alpha - (b->mean_high - p * b->high[i])) / p,
                           .most = (beta - (b->mean_low - p * b->low[i])) / p};
}

/* Star2: searches one move after outcome i. False: there is none to probe, and so there will not be
 * after the other outcomes. */
static bool probe(struct pes_expectimax *x, struct expectimax_node node, int i,
                  struct window window, struct bounds *b) {
    struct expectimax_node next = node;
    pes_move m = PES_MOVE_NONE;
    if (enter(x, &next, i)) {
        const pes_player mover = pes_turn(x->g, PES_STATE(x->s));
        const bool playing = mover >= 0 && next.depth > 0 && next.plies < x->plies_left &&
                             next.frame < EXPECTIMAX_FRAMES - 1;
        m = playing ? probe_move(x, next) : PES_MOVE_NONE;
        if (m != PES_MOVE_NONE && mover == 0) {
            const double value = expectimax_move(x, next, m, -INFINITY, window.most);
            if (!x->stopped)
                tighten(b, i, value, b->high[i]);
        } else if (m != PES_MOVE_NONE) {
            const double value = expectimax_move(x, next, m, window.least, INFINITY);
            if (!x->stopped)
                tighten(b, i, b->low[i], value);
        }
    }
    leave(x, node.frame);
    return m != PES_MOVE_NONE;
}

enum verdict { VERDICT_OPEN, VERDICT_LOW, VERDICT_HIGH };

/* Star1: searches outcome i within its window. LOW or HIGH: the mean is outside of the node's
 * window. */
static enum verdict look(struct pes_expectimax *x, struct expectimax_node node, int i,
                         struct window window, struct bounds *b) {
    struct expectimax_node next = node;
    double value = 0.0;
    if (enter(x, &next, i))
        value = expectimax_value(x, next, window.least, window.most);
    leave(x, node.frame);
    if (value <= window.least) {
        tighten(b, i, b->low[i], value);
        return VERDICT_LOW;
    }
    if (value >= window.most) {
        tighten(b, i, value, b->high[i]);
        return VERDICT_HIGH;
    }
    tighten(b, i, value, value);
    return VERDICT_OPEN;
}

/* A chance node by Star2, then Star1. The mean's bounds are rounded sums: where a verdict
 * contradicts them the verdict holds. */
static double event_value(struct pes_expectimax *x, struct expectimax_node node, double alpha,
                          double beta) {
    struct bounds b;
    const int n = list_outcomes(x, node, &b);
    const bool windowed = !x->config.plain && (alpha > -x->win || beta < x->win);
    pes_copy(x->g, x->frames[node.frame].before, PES_STATE(x->s));
    bool probing = windowed && n > 1;
    for (int i = 0; i < n && probing; i++) {
        probing = probe(x, node, i, window_of(&b, i, alpha, beta), &b);
        if (x->stopped)
            return 0.0;
        if (b.mean_high <= alpha)
            return b.mean_high;
        if (b.mean_low >= beta)
            return b.mean_low;
    }
    for (int i = 0; i < n; i++) {
        const enum verdict verdict = look(x, node, i, window_of(&b, i, alpha, beta), &b);
        if (x->stopped)
            return 0.0;
        if (verdict == VERDICT_LOW)
            return fmin(b.mean_high, alpha);
        if (verdict == VERDICT_HIGH)
            return fmax(b.mean_low, beta);
    }
    return b.mean_low;
}

/* A chance node with the unknown outcome in place of every roll. */
static double unknown_value(struct pes_expectimax *x, struct expectimax_node node, double alpha,
                            double beta) {
    struct expectimax_frame *frame = &x->frames[node.frame];
    struct pes_state *s = PES_STATE(x->s);
    struct expectimax_node next = node;
    pes_copy(x->g, frame->before, s);
    while (pes_turn(x->g, s) == PES_CHANCE && may_make(x))
        pes_make(x->g, s, x->g->rules->chance_unknown(x->g, s), frame->undo);
    double value = 0.0;
    if (!x->stopped) {
        if (frame->accumulator != NULL)
            x->eval->refresh(x->g, s, frame[1].accumulator);
        next.frame++;
        next.event++;
        next.outcome = 0;
        next.unknown = true;
        value = expectimax_value(x, next, alpha, beta);
    }
    leave(x, node.frame);
    return value;
}

double expectimax_value(struct pes_expectimax *x, struct expectimax_node node, double alpha,
                        double beta) {
    const struct pes_state *s = PES_STATE(x->s);
    const pes_player mover = pes_turn(x->g, s);
    assert(node.frame < EXPECTIMAX_FRAMES);
    assert(node.depth >= 0);
    x->frames[node.frame].line_count = 0;
    if (mover == PES_TERMINAL)
        return end_value(x, PES_END_RULES);
    if (mover >= 0 && node.plies >= x->plies_left)
        return end_value(x, !node.unknown && pes_over(x->g, s) ? PES_END_RULES : PES_END_PLIES);
    if (node.depth == 0 || node.frame == EXPECTIMAX_FRAMES - 1) {
        if (mover >= 0 && pes_count(x->g, s) == 0)
            return stuck_value(x, node);
        return leaf_value(x, node);
    }
    if (mover >= 0)
        return player_value(x, node, mover, alpha, beta);
    if (x->config.unknown && x->g->rules->chance_unknown != NULL)
        return unknown_value(x, node, alpha, beta);
    return event_value(x, node, alpha, beta);
}
