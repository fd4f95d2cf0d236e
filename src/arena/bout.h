/* One game between two agents, from wherever a history stands to the end.
 *
 * Luck belongs to the seat: what chance rolls after the n-th move of First comes from a stream of
 * its own, and so for Second. Two bouts with the same luck therefore roll alike for the same seat,
 * whoever sits there and however many rolls the moves before have used up.
 *
 * An agent that fails, answers with an illegal move or runs out of time loses. Only running out
 * of memory and the stop flag end a bout without a result. */
#ifndef ARENA_BOUT_H
#define ARENA_BOUT_H

#include "arena/stats.h"

/* What another process may know of a bout while it is played, in memory that both share: whose code
 * is running, until when it may, and the moves since the opening. */
enum { BOUT_TRACE_MAX = 16384, BOUT_NOBODY = -1 };
struct bout_trace {
    atomic_int seat;          /* whose agent is running, or BOUT_NOBODY */
    _Atomic int64_t until_ns; /* by clock_now_ns(); 0: it has no limit */
    atomic_int count;         /* of moves; those beyond BOUT_TRACE_MAX are not kept */
    pes_move moves[BOUT_TRACE_MAX];
};

/* An agent's code begins to run and may take `allowance_ns` (0: any time); it has come back. A NULL
 * trace is fine. */
void bout_trace_enter(struct bout_trace *trace, int seat, int64_t allowance_ns);
void bout_trace_leave(struct bout_trace *trace);

/* How long an agent may take for anything at the start of a game; 0: there is no limit. */
int64_t bout_allowance_ns(const struct pes_limits *limits);

struct bout {
    struct pes_history *h;                    /* borrowed; grows as the game does */
    struct pes_agent *seats[PES_PLAYERS_MAX]; /* borrowed; First and Second, already begun */
    const char *names[PES_PLAYERS_MAX];       /* as records call them */
    struct pes_rng luck;
    struct pes_limits limits; /* clocks, where given, are those at the start */
    struct bout_trace *trace; /* borrowed; NULL: nobody looks on */
};

/* Plays to the end. Fails with STOPPED once the stop flag is set, whatever the agents answered
 * since, and with NOMEM. */
PES_MUST_USE enum pes_err bout_play(const struct bout *bout, struct stats_game *out);

/* The bout as it stands is lost by `loser`: FORFEIT or TIME. */
void bout_forfeit(const struct bout *bout, pes_player loser, enum pes_end why,
                  struct stats_game *out);

/* Equal for two histories exactly when they began alike and went alike. */
uint64_t bout_fingerprint(const struct pes_history *h);

/* The game as a record, with the tags Seed, First, Second, Result and Termination. It has no Date,
 * so that the same match gives the same bytes. */
PES_MUST_USE enum pes_err bout_record(const struct bout *bout, const struct stats_game *game,
                                      uint64_t seed, struct pes_record **out);

#endif
