/* How much a searching agent may think about one move: its own options and the caller's limits made
 * one. Every bound is the smaller of what the two allow; zero is "no bound of this kind". */
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

#endif
