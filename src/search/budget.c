/* Time management, and the watch that a running search polls.
 *
 * Invariant: no bound of the result is above the agent's own or the caller's. */
#include "search/budget.h"

#include "core/clock.h"

#include <assert.h>

/* The smaller of two bounds; zero is "no bound". */
static uint64_t tighter(uint64_t a, uint64_t b) {
    return a == 0 || (b != 0 && b < a) ? b : a;
}

/* Time for one move by the game clock; 0: the player has no clock. At least one millisecond. */
static int64_t clock_share_ms(const struct pes_limits *limits, pes_player player) {
    const int64_t left = limits->clock_ms[player];
    if (left <= 0)
        return 0;
    const int64_t share = left / 20 + limits->increment_ms[player] / 2;
    const int64_t most = left / 2;
    const int64_t ms = share < most ? share : most;
    return ms > 1 ? ms : 1;
}

struct budget budget_of(struct budget own, const struct pes_limits *limits, pes_player player) {
    assert(player >= 0);
    assert(player < PES_PLAYERS_MAX);
    assert(limits->depth >= 0);
    assert(limits->movetime_ms >= 0);
    const uint64_t by_move = tighter((uint64_t)own.movetime_ms, (uint64_t)limits->movetime_ms);
    return (struct budget){
        .depth = (int32_t)tighter((uint64_t)own.depth, (uint64_t)limits->depth),
        .nodes = tighter(own.nodes, limits->nodes),
        .movetime_ms = (int64_t)tighter(by_move, (uint64_t)clock_share_ms(limits, player)),
    };
}

int64_t budget_deadline_ns(const struct budget *budget) {
    return budget->movetime_ms == 0 ? 0 : clock_in_ms(budget->movetime_ms);
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
