/* A process of a match that plays pairs, and what it shares with the one that watches over it. */
#ifndef ARENA_MATCH_CHILD_H
#define ARENA_MATCH_CHILD_H

#include "arena/match_int.h"

/* Where one child is, in shared memory. */
struct desk {
    atomic_int number; /* the pair it plays; DESK_IDLE: none */
    atomic_int k;      /* the game of that pair */
    struct bout_trace trace;
};
enum { DESK_IDLE = -1 };

/* What all children share. */
struct shared {
    atomic_int next;    /* the next pair to take */
    atomic_bool halted; /* a pair failed: take no more */
    atomic_bool stop;   /* the stop flag of all agents */
    struct desk desks[];
};

/* What a child writes into its pipe after each game, followed by `length` bytes: the game's record
 * as text, or the note of a failure. */
struct news {
    int32_t number;
    int32_t k;
    enum pes_err err; /* of the pair */
    uint32_t length;
    uint64_t opening;
    struct stats_game game;
};

/* Plays game k of pair `number` (DESK_IDLE: of the next one; pairs_count: none)
 * and all that follow; never returns. */
_Noreturn void child_run(const struct run *run, struct shared *shared, struct desk *desk, int fd,
                         int32_t number, int k);

#endif
