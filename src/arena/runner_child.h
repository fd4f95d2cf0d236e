/* A child process that plays jobs, and what it shares with the supervising process. */
#ifndef ARENA_RUNNER_CHILD_H
#define ARENA_RUNNER_CHILD_H

#include "arena/player.h"

enum { CHILD_IDLE = -1 };

/* What one child is doing, in shared memory. */
struct status {
    _Atomic int64_t number; /* the job it plays; CHILD_IDLE: none */
    struct bout_trace trace;
};

/* The memory shared by the supervisor and all children. */
struct shared {
    atomic_bool stop;         /* the stop flag of all games */
    struct status statuses[]; /* one per child */
};

/* Sent to a child, followed by `length` bytes: the line of a job. */
struct order {
    int64_t number;
    uint32_t length;
};

/* Sent by a child for each job, followed by `length` bytes: of a failure its note; otherwise a
 * struct bout_notes, the logs of First and Second, and the game's record as text (which may be
 * empty). The message itself is small, so that nonsense in the stream is soon noticed. */
struct message {
    int64_t number;
    enum pes_err err;
    uint32_t length;
    uint32_t log_lengths[PES_PLAYERS_MAX]; /* parts of `length` */
    uint64_t opening;
    struct stats_game game;
};

/* Plays the jobs that arrive on the socket `fd` and sends back their results, until the stream of
 * jobs ends; never returns. */
_Noreturn void child_run(const struct runner_config *config, struct shared *shared,
                         struct status *status, int fd);

#endif
