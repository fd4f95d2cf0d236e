/* How much a searching agent may think about one move: its own options and the caller's limits made
 * one. Every bound is the smaller of what the two allow; zero is "no bound of this kind".
 *
 * A watch tells a search that runs when time is up. It looks at the clock so often that it is late
 * by a few milliseconds at most, however slow the game is, and so seldom that it costs nothing. */
#ifndef SEARCH_BUDGET_H
#define SEARCH_BUDGET_H

#include "pessoi/agent.h"

struct budget {
    int32_t depth;
    uint64_t nodes;
    int64_t movetime_ms;
};

/* What `own` and `limits` leave to `player`. Where it plays by a clock, one move may take a
 * twentieth of the time left and half of the increment, never more than half of the time left. */
struct budget budget_of(struct budget own, const struct pes_limits *limits, pes_player player);

/* The moment of clock_now_ns() at which a search that begins now must end; 0: never. */
int64_t budget_deadline_ns(const struct budget *budget);

/* The first two say when; the rest is the watch's own and begins as zero. */
struct watch {
    int64_t deadline_ns;     /* of clock_now_ns(); 0: never */
    const atomic_bool *stop; /* once true, time is up; NULL: never */
    int64_t looked_ns;       /* when it last looked at the clock */
    uint64_t look_at;        /* the work after which it looks again */
    uint64_t look_every;
};

static inline bool watch_stopped(const struct watch *w) {
    return w->stop != NULL && atomic_load_explicit(w->stop, memory_order_relaxed);
}

/* Looks at the clock: is time up? */
bool watch_look(struct watch *w, uint64_t work);

/* Asked between any two pieces of work; `work` is how much has been done, in nodes, and never gets
 * less. Is time up? */
static inline bool watch_is_up(struct watch *w, uint64_t work) {
    return watch_stopped(w) || (w->deadline_ns != 0 && work >= w->look_at && watch_look(w, work));
}

#endif
