/* Limits of one search: an agent's own options combined with the caller's limits. Each bound is the
 * smaller of the two; zero means "no such bound".
 *
 * A watch tells a running search when its time is up. It reads the clock about every tenth to half
 * of a millisecond, however fast or slow the game is: often enough to be late by a few milliseconds
 * at most, and seldom enough to cost nothing. */
#ifndef SEARCH_BUDGET_H
#define SEARCH_BUDGET_H

#include "pessoi/agent.h"

struct budget {
    int32_t depth;
    uint64_t nodes;
    int64_t movetime_ms;
};

/* The limits of `player`. Time management: with a game clock one move may take a twentieth of the
 * time left plus half of the increment, but never more than half of the time left. */
struct budget budget_of(struct budget own, const struct pes_limits *limits, pes_player player);

/* When a search that begins now must end, in the time of clock_now_ns(); 0: never. */
int64_t budget_deadline_ns(const struct budget *budget);

/* The caller sets the first two; the rest is private and begins as zero. */
struct watch {
    int64_t deadline_ns;     /* of clock_now_ns(); 0: never */
    const atomic_bool *stop; /* once true, time is up; NULL: never */
    int64_t looked_ns;       /* when the clock was last read */
    uint64_t look_at;        /* the work at which it is read again */
    uint64_t look_every;     /* work between two readings; adapts to the speed of the game */
};

static inline bool watch_stopped(const struct watch *w) {
    return w->stop != NULL && atomic_load_explicit(w->stop, memory_order_relaxed);
}

/* Reads the clock: is time up? */
bool watch_look(struct watch *w, uint64_t work);

/* Is time up? Called between any two pieces of work; `work` is how much has been done, in nodes,
 * and never decreases. */
static inline bool watch_is_up(struct watch *w, uint64_t work) {
    return watch_stopped(w) || (w->deadline_ns != 0 && work >= w->look_at && watch_look(w, work));
}

#endif
