/* Time management: limits, pace, and the watch that a running search polls.
 *
 * Invariant: no bound of the result is above the agent's own or the caller's. */
#include "search/budget.h"

#include "core/clock.h"

#include <assert.h>

/* The smaller of two bounds; zero is "no bound". */
static uint64_t tighter(uint64_t a, uint64_t b) {
    return a == 0 || (b != 0 && b < a) ? b : a;
}

static double clamp(double x, double low, double high) {
    return x < low ? low : x > high ? high : x;
}

static int64_t at_least_one(int64_t ms) {
    return ms > 1 ? ms : 1;
}

/* The progress of the game, 0..1; 0 where the kit does not know it. */
static double phase_of(const struct pes_history *h) {
    const struct pes_game *g = pes_history_game(h);
    const struct pes_eval *eval = g->kit->evals != NULL ? g->kit->evals[0] : NULL;
    if (eval == NULL || eval->phase == NULL)
        return 0;
    return clamp(eval->phase(g, pes_history_state(h)), 0, 1);
}

int32_t budget_moves_ahead(const struct pes_history *h) {
    const struct pes_game *g = pes_history_game(h);
    const uint64_t bound = tighter((uint64_t)g->plies_bound, (uint64_t)g->plies_cap);
    const double range = BUDGET_MOVES_MOST - BUDGET_MOVES_LEAST;
    int32_t moves = BUDGET_MOVES_MOST - (int32_t)(range * phase_of(h));
    const int64_t plies = (int64_t)bound - pes_history_plies(h);
    if (bound > 0 && (plies + 1) / 2 < moves)
        moves = plies > 0 ? (int32_t)((plies + 1) / 2) : 1;
    assert(moves >= 1);
    assert(moves <= BUDGET_MOVES_MOST);
    return moves;
}

int64_t budget_movetime_ms(const struct budget *own, const struct pes_limits *limits) {
    assert(limits->movetime_ms >= 0);
    return (int64_t)tighter((uint64_t)own->movetime_ms, (uint64_t)limits->movetime_ms);
}

struct budget budget_of(struct budget own, const struct pes_limits *limits,
                        const struct pes_history *h) {
    const pes_player player = pes_turn(pes_history_game(h), pes_history_state(h));
    assert(player >= 0);
    assert(player < PES_PLAYERS_MAX);
    assert(limits->depth >= 0);
    const int64_t by_move = budget_movetime_ms(&own, limits);
    struct budget budget = {
        .depth = (int32_t)tighter((uint64_t)own.depth, (uint64_t)limits->depth),
        .nodes = tighter(own.nodes, limits->nodes),
        .movetime_ms = by_move,
        .most_ms = by_move,
    };
    const int64_t clock = limits->clock_ms[player];
    if (clock <= 0)
        return budget;
    const int64_t moves = budget_moves_ahead(h);
    const int64_t delay = moves * BUDGET_DELAY_MS;
    const int64_t left = clock - (delay < clock * 3 / 4 ? delay : clock * 3 / 4);
    const int64_t share = left / moves + (int64_t)limits->increment_ms[player] * 3 / 4;
    const int64_t half = at_least_one(left / 2);
    const int64_t most = share < half / BUDGET_STRETCH ? share * BUDGET_STRETCH : half;
    const int64_t optimum = at_least_one(share < half ? share : half);
    /* A limit per move below the share of the clock: nothing can be saved by moving early. */
    budget.saves = by_move == 0 || optimum < by_move;
    budget.movetime_ms = (int64_t)tighter((uint64_t)by_move, (uint64_t)optimum);
    budget.most_ms = (int64_t)tighter((uint64_t)by_move, (uint64_t)at_least_one(most));
    if (budget.most_ms < budget.movetime_ms)
        budget.most_ms = budget.movetime_ms;
    return budget;
}

int64_t budget_deadline_ns(const struct budget *budget) {
    return budget->movetime_ms == 0 ? 0 : clock_in_ms(budget->movetime_ms);
}

struct pace pace_begin(const struct budget *budget) {
    assert(budget->most_ms >= budget->movetime_ms);
    if (budget->most_ms == 0)
        return (struct pace){.begun_ns = 0};
    return (struct pace){
        .begun_ns = clock_now_ns(),
        .optimum_ns = budget->saves ? budget->movetime_ms * CLOCK_NS_PER_MS : 0,
        .most_ns = budget->most_ms * CLOCK_NS_PER_MS,
    };
}

int64_t pace_deadline_ns(const struct pace *p) {
    return p->begun_ns == 0 ? 0 : p->begun_ns + p->most_ns;
}

/* Takes note of an iteration; returns the factor by which it stretches the optimum. */
static double stretch(struct pace *p, const struct pace_look *look) {
    enum { STABLE_MOST = 7 };
    const bool first = p->best == PES_MOVE_NONE;
    const bool changed = !first && look->best != p->best;
    const double fall = first ? 0 : clamp(p->odds - look->odds, 0, 2);
    p->odds = first ? look->odds : (p->odds + look->odds) / 2;
    p->changes = p->changes / 2 + changed;
    p->stable = first || changed ? 0 : p->stable + 1;
    p->best = look->best;
    const int32_t stable = p->stable < STABLE_MOST ? p->stable : STABLE_MOST;
    const double settled = 1.25 - 0.1 * stable + 0.4 * p->changes;
    const double effort = 1.4 - 0.7 * clamp(look->effort, 0, 1);
    return settled * effort * (1 + 0.5 * fall);
}

bool pace_is_enough(struct pace *p, const struct pace_look *look, int64_t now_ns,
                    int64_t *deadline_ns) {
    assert(p->begun_ns != 0);
    assert(look->best != PES_MOVE_NONE);
    const int64_t gone = now_ns - p->begun_ns;
    const int64_t took = gone - p->ended_ns; // about what the next first move will take
    const double scale = stretch(p, look);
    p->ended_ns = gone;
    *deadline_ns = pace_deadline_ns(p);
    if (p->optimum_ns == 0)
        return false;
    const double aim = (double)p->optimum_ns * scale;
    /* An iteration that takes much longer than expected is cut. */
    const double cut =
        2 * aim > 1.5 * (double)p->optimum_ns ? 2 * aim : 1.5 * (double)p->optimum_ns;
    if (cut < (double)p->most_ns)
        *deadline_ns = p->begun_ns + (int64_t)cut;
    return (double)gone >= aim || now_ns + took > *deadline_ns;
}

bool watch_look(struct watch *w, uint64_t work) {
    enum { FIRST = 8, MOST = 4096, SOON_NS = 100000, LATE_NS = 500000 };
    const int64_t now = clock_now_ns();
    const int64_t passed = now - w->looked_ns;
    if (w->look_every == 0)
        w->look_every = FIRST;
    else if (passed > LATE_NS && w->look_every > 1)
        w->look_every /= 2;
    else if (passed < SOON_NS && w->look_every < MOST)
        w->look_every *= 2;
    assert(w->look_every >= 1);
    w->looked_ns = now;
    w->look_at = work + w->look_every;
    return now >= w->deadline_ns;
}
