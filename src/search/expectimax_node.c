/* One position and one event of the expectimax. */
#include "search/expectimax.h"

#include <assert.h>
#include <limits.h>
#include <math.h>

/* Asked before every make(), which it counts. */
static bool may_make(struct pes_expectimax *x) {
    if (x->nodes_max > 0 && x->nodes >= x->nodes_max)
        x->stopped = true;
    if (x->may_stop && watch_is_up(&x->watch, x->nodes))
        x->stopped = true;
    x->nodes += !x->stopped;
    return !x->stopped;
}

/* Ends and leaves. ---------------------------------------------------------------------------- */

static double end_value(struct pes_expectimax *x, enum pes_end why) {
    int32_t payoff[PES_PLAYERS_MAX];
    pes_settle(x->g, PES_STATE(x->s), why, payoff);
    return x->win * ((payoff[0] > payoff[1]) - (payoff[0] < payoff[1]));
}

/* Points where nobody has an opinion; nothing is as good as a win. */
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
    return x->eval->value(x->g, PES_STATE(x->s), x->levels[node.level].accumulator);
}

/* A player without a move: the end, unless unknown tiles hide the moves there are. */
static double stuck_value(struct pes_expectimax *x, struct expectimax_node node) {
    return node.unknown ? leaf_value(x, node) : end_value(x, PES_END_RULES);
}

/* Order. -------------------------------------------------------------------------------------- */

void expectimax_order(struct pes_expectimax *x, struct expectimax_node node, int n) {
    struct expectimax_level *level = &x->levels[node.level];
    const struct pes_order *order = x->g->kit->order;
    const bool first = x->g->kit->evals != NULL && x->eval == x->g->kit->evals[0];
    const bool scored = node.depth > 1 && order != NULL && order->score != NULL;
    for (int i = 0; i < n; i++) {
        const pes_move m = level->list[i];
        level->order[i] = 0;
        if (m == level->killer[node.slot])
            level->order[i] = INT32_MAX;
        else if (scored)
            level->order[i] =
                order->score(x->g, PES_STATE(x->s), m, first ? level->accumulator : NULL);
    }
}

/* Equal ones stay in list order as far as picking goes: the first of the greatest is taken, and
 * those before it move up by one. */
pes_move expectimax_pick(struct expectimax_level *level, int i, int n) {
    int best = i;
    for (int k = i + 1; k < n; k++)
        if (level->order[k] > level->order[best])
            best = k;
    const pes_move m = level->list[best];
    const int32_t order = level->order[best];
    for (int k = best; k > i; k--) {
        level->list[k] = level->list[k - 1];
        level->order[k] = level->order[k - 1];
    }
    level->list[i] = m;
    level->order[i] = order;
    return m;
}

void expectimax_keep_line(struct pes_expectimax *x, int32_t level, pes_move m) {
    struct expectimax_level *at = &x->levels[level];
    const struct expectimax_level *next = at + 1;
    const int32_t kept = next->line_count < PES_LINE_MAX ? next->line_count : PES_LINE_MAX - 1;
    at->line[0] = m;
    memcpy(at->line + 1, next->line, (size_t)kept * sizeof next->line[0]);
    at->line_count = kept + 1;
}

/* Players. ------------------------------------------------------------------------------------ */

double expectimax_move(struct pes_expectimax *x, struct expectimax_node node, pes_move m,
                       double alpha, double beta) {
    struct expectimax_level *level = &x->levels[node.level];
    struct pes_state *s = PES_STATE(x->s);
    if (!may_make(x))
        return 0.0;
    if (level->accumulator != NULL)
        x->eval->push(x->g, s, m, level->accumulator, level[1].accumulator);
    pes_make(x->g, s, m, level->undo);
    struct expectimax_node next = node;
    next.level++;
    next.depth--;
    next.plies++;
    next.run = 0;
    next.slot = 0;
    const double value = expectimax_value(x, next, alpha, beta);
    pes_unmake(x->g, s, m, level->undo);
    return value;
}

static double player_value(struct pes_expectimax *x, struct expectimax_node node, pes_player mover,
                           double alpha, double beta) {
    struct expectimax_level *level = &x->levels[node.level];
    const int n = pes_moves(x->g, PES_STATE(x->s), level->list);
    if (n == 0)
        return stuck_value(x, node);
    expectimax_order(x, node, n);
    /* Without an order only the killer is out of place. */
    double best = mover == 0 ? -INFINITY : INFINITY;
    for (int i = 0; i < n; i++) {
        const pes_move m = node.depth > 1 || i == 0 ? expectimax_pick(level, i, n) : level->list[i];
        const double value = expectimax_move(x, node, m, alpha, beta);
        if (x->stopped)
            return 0.0;
        if (mover == 0 ? value <= best : value >= best)
            continue;
        best = value;
        expectimax_keep_line(x, node.level, m);
        level->killer[node.slot] = m;
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

/* Star2's look into a position: one good move of it, which bounds its value on one side. Only a
 * move that was best in its like before, or that the game's order puts first, is worth the look. */
static pes_move probe_move(struct pes_expectimax *x, struct expectimax_node node) {
    struct expectimax_level *level = &x->levels[node.level];
    const int n = pes_moves(x->g, PES_STATE(x->s), level->list);
    const pes_move killer = level->killer[node.slot];
    for (int i = 0; i < n; i++)
        if (level->list[i] == killer)
            return killer;
    if (n == 0 || node.depth < 2 || x->g->kit->order == NULL || x->g->kit->order->score == NULL)
        return PES_MOVE_NONE;
    expectimax_order(x, node, n);
    return expectimax_pick(level, 0, n);
}

/* Events. ------------------------------------------------------------------------------------- */

/* Bounds of an event's outcomes and of their mean, which tighten as outcomes are looked at. */
struct bounds {
    double p[PES_CHANCES_MAX];
    double low[PES_CHANCES_MAX], high[PES_CHANCES_MAX];
    double mean_low, mean_high;
};

static void tighten(struct bounds *b, int i, double low, double high) {
    b->mean_low += b->p[i] * (low - b->low[i]);
    b->mean_high -= b->p[i] * (b->high[i] - high);
    b->low[i] = low;
    b->high[i] = high;
}

/* The luck of an event: the same for every move it is compared after. */
static struct pes_rng luck(const struct pes_expectimax *x, struct expectimax_node node, int i) {
    return pes_rng_split(&x->rng, (uint64_t)node.event * (PES_CHANCES_MAX + 1) + (uint64_t)i);
}

/* Of many outcomes a few that are spread evenly over their weights; each then weighs the same. */
static int sample(const struct pes_expectimax *x, struct expectimax_node node,
                  struct pes_chance outcomes[], int n) {
    const int samples = x->config.samples;
    double total = 0.0, seen = 0.0;
    for (int i = 0; i < n; i++)
        total += outcomes[i].weight;
    struct pes_rng rng = luck(x, node, PES_CHANCES_MAX);
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
    struct pes_chance *outcomes = x->levels[node.level].outcomes;
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

/* Rolls what is left of an event. */
static void roll_rest(struct pes_expectimax *x, struct pes_rng *rng) {
    struct pes_state *s = PES_STATE(x->s);
    struct pes_undo_buf undo;
    if (x->g->rules->roll != NULL)
        x->g->rules->roll(x->g, s, rng, NULL, INT_MAX);
    while (pes_turn(x->g, s) == PES_CHANCE)
        pes_make(x->g, s, pes_draw(x->g, s, rng), undo.bytes);
}

/* Makes outcome i, and what chance does after it if that is not to be listed. The caller keeps the
 * position before. */
static bool enter(struct pes_expectimax *x, struct expectimax_node *node, int i) {
    struct expectimax_level *level = &x->levels[node->level];
    struct pes_state *s = PES_STATE(x->s);
    const pes_move m = level->outcomes[i].move;
    if (!may_make(x))
        return false;
    if (level->accumulator != NULL)
        x->eval->push(x->g, s, m, level->accumulator, level[1].accumulator);
    pes_make(x->g, s, m, level->undo);
    const struct expectimax_node from = *node;
    node->level++;
    node->run++;
    node->slot = i;
    if (pes_turn(x->g, s) != PES_CHANCE) {
        node->event++;
        return true;
    }
    if (x->config.samples == 0 && node->run < PES_EXPECTIMAX_RUN)
        return true;
    struct pes_rng rng = luck(x, from, i);
    roll_rest(x, &rng);
    node->event++;
    if (level->accumulator != NULL)
        x->eval->refresh(x->g, s, level[1].accumulator);
    return true;
}

static void leave(struct pes_expectimax *x, int32_t level) {
    pes_copy(x->g, PES_STATE(x->s), x->levels[level].before);
}

/* What the window of an event leaves to its outcome i: at most `least`, and the mean is at most
 * alpha whatever the others are worth; at least `most`, and it is at least beta. */
struct window {
    double least, most;
};

static struct window window_of(const struct bounds *b, int i, double alpha, double beta) {
    const double p = b->p[i];
    return (struct window){.least = (alpha - (b->mean_high - p * b->high[i])) / p,
                           .most = (beta - (b->mean_low - p * b->low[i])) / p};
}

/* Star2: one move of the player whom outcome i lets move. False: there is nothing to look at, and
 * so there will not be for the other outcomes. */
static bool probe(struct pes_expectimax *x, struct expectimax_node node, int i,
                  struct window window, struct bounds *b) {
    struct expectimax_node next = node;
    pes_move m = PES_MOVE_NONE;
    if (enter(x, &next, i)) {
        const pes_player mover = pes_turn(x->g, PES_STATE(x->s));
        const bool playing = mover >= 0 && next.depth > 0 && next.plies < x->plies_left &&
                             next.level < EXPECTIMAX_LEVELS - 1;
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
    leave(x, node.level);
    return m != PES_MOVE_NONE;
}

enum verdict { VERDICT_OPEN, VERDICT_LOW, VERDICT_HIGH };

/* Star1: outcome i in the window that the others leave it. Is the event decided by it? */
static enum verdict look(struct pes_expectimax *x, struct expectimax_node node, int i,
                         struct window window, struct bounds *b) {
    struct expectimax_node next = node;
    double value = 0.0;
    if (enter(x, &next, i))
        value = expectimax_value(x, next, window.least, window.most);
    leave(x, node.level);
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

/* Sums of many products are rounded: what a verdict says holds whatever they come to. */
static double event_value(struct pes_expectimax *x, struct expectimax_node node, double alpha,
                          double beta) {
    struct bounds b;
    const int n = list_outcomes(x, node, &b);
    const bool windowed = !x->config.plain && (alpha > -x->win || beta < x->win);
    pes_copy(x->g, x->levels[node.level].before, PES_STATE(x->s));
    bool fruitful = windowed && n > 1;
    for (int i = 0; i < n && fruitful; i++) {
        fruitful = probe(x, node, i, window_of(&b, i, alpha, beta), &b);
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

/* Everything that chance does is not known. */
static double unknown_value(struct pes_expectimax *x, struct expectimax_node node, double alpha,
                            double beta) {
    struct expectimax_level *level = &x->levels[node.level];
    struct pes_state *s = PES_STATE(x->s);
    struct expectimax_node next = node;
    pes_copy(x->g, level->before, s);
    while (pes_turn(x->g, s) == PES_CHANCE && may_make(x))
        pes_make(x->g, s, x->g->rules->chance_unknown(x->g, s), level->undo);
    double value = 0.0;
    if (!x->stopped) {
        if (level->accumulator != NULL)
            x->eval->refresh(x->g, s, level[1].accumulator);
        next.level++;
        next.event++;
        next.slot = 0;
        next.unknown = true;
        value = expectimax_value(x, next, alpha, beta);
    }
    leave(x, node.level);
    return value;
}

double expectimax_value(struct pes_expectimax *x, struct expectimax_node node, double alpha,
                        double beta) {
    const struct pes_state *s = PES_STATE(x->s);
    const pes_player mover = pes_turn(x->g, s);
    x->levels[node.level].line_count = 0;
    if (mover == PES_TERMINAL)
        return end_value(x, PES_END_RULES);
    if (mover >= 0 && node.plies >= x->plies_left)
        return end_value(x, !node.unknown && pes_over(x->g, s) ? PES_END_RULES : PES_END_PLIES);
    if (node.depth == 0 || node.level == EXPECTIMAX_LEVELS - 1) {
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
