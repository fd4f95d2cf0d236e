/* A child process that plays pairs of a match, and what it shares with the supervising process. */
#ifndef ARENA_MATCH_CHILD_H
#define ARENA_MATCH_CHILD_H

#include "arena/match_int.h"

/* What one child is doing, in shared memory. */
struct status {
    atomic_int number; /* the pair it plays; STATUS_IDLE: none */
    atomic_int k;      /* the game of that pair */
    struct bout_trace trace;
};
enum { STATUS_IDLE = -1 };

/* The memory shared by the supervisor and all children. */
struct shared {
    atomic_int next;          /* the next pair to take */
    atomic_bool halted;       /* a pair failed: take no more */
    atomic_bool stop;         /* the stop flag of all agents */
    struct status statuses[]; /* one per child */
};

/* A child writes one per game into its pipe, followed by `length` bytes: the game's record as text,
 * or the note of a failure. */
struct message {
    int32_t number;
    int32_t k;
    enum pes_err err; /* of the pair */
    uint32_t length;
    uint64_t opening;
    struct stats_game game;
};

/* Plays game k of pair `number` (STATUS_IDLE: the next pair; pairs_count: no game), then further
 * pairs while there are any; never returns. */
_Noreturn void child_run(const struct run *run, struct shared *shared, struct status *status,
                         int fd, int32_t number, int k);

#endif
