/* A bout: one game between two agents, from the present position of a history to the end.
 *
 * Random numbers belong to the seat: the outcomes after the n-th move of First are drawn from a
 * stream of their own, and likewise for Second. Two bouts with the same generator therefore roll
 * the same numbers for the same seat, independent of the agents and of the rolls used before.
 *
 * An agent that fails, answers with an illegal move or exceeds its time loses. Only running out of
 * memory and the stop flag end a bout without a result. */
#ifndef ARENA_BOUT_H
#define ARENA_BOUT_H

#include "arena/stats.h"

/* The progress of a bout, for a supervising process in shared memory: which agent's code is
 * running, until when it may run, and the moves since the opening. */
enum { BOUT_TRACE_MAX = 16384, BOUT_NO_SEAT = -1 };
struct bout_trace {
    atomic_int seat;          /* whose agent is running, or BOUT_NO_SEAT */
    _Atomic int64_t until_ns; /* its deadline by clock_now_ns(); 0: none */
    atomic_int count;         /* of moves; those beyond BOUT_TRACE_MAX are dropped */
    pes_move moves[BOUT_TRACE_MAX];
};

/* Brackets every call of an agent's code: enter() before it, with the time it may take (0: no
 * limit), leave() after it. A NULL trace is fine. */
void bout_trace_enter(struct bout_trace *trace, int seat, int64_t allowance_ns);
void bout_trace_leave(struct bout_trace *trace);

/* How long a call of an agent other than choose() may take; 0: no limit. */
int64_t bout_allowance_ns(const struct pes_limits *limits);

/* What is known of a bout besides its result; times are by seat, First's and Second's. */
struct bout_notes {
    struct pes_note fault;                 /* why a forfeit or a loss on time; empty: neither */
    int32_t think_max_ms[PES_PLAYERS_MAX]; /* the longest move */
    int32_t think_sum_ms[PES_PLAYERS_MAX]; /* all moves */
};

struct bout {
    struct pes_history *h;                    /* borrowed; grows as the game does */
    struct pes_agent *seats[PES_PLAYERS_MAX]; /* borrowed; First and Second, already begun */
    const char *names[PES_PLAYERS_MAX];       /* for the tags First and Second of the record */
    const char *files[PES_PLAYERS_MAX];       /* for FirstFiles and SecondFiles; NULL: no tag */
    struct pes_rng luck;                      /* parent of the streams of chance outcomes */
    struct pes_limits limits;                 /* clocks, if any, are those at the start */
    int32_t max_plies;                        /* then it is adjudicated; 0: no cap */
    struct bout_trace *trace;                 /* borrowed; NULL: not supervised */
};

/* Plays to the end. Fails with STOPPED once the stop flag is set, whatever the agents answer after
 * that, and with NOMEM. */
PES_MUST_USE enum pes_err bout_play(const struct bout *bout, struct stats_game *out,
                                    struct bout_notes *notes);

/* The result if `loser` loses the bout in its present position by FORFEIT (its process ended) or
 * TIME (it had to be killed). */
void bout_forfeit(const struct bout *bout, pes_player loser, enum pes_end why,
                  struct stats_game *out, struct bout_notes *notes);

/* The result of a game that ended in the present position of h; `loser` is the player who lost it
 * if the end is FORFEIT or TIME. */
void bout_settle(const struct pes_history *h, enum pes_end end, pes_player loser,
                 struct stats_game *out);

/* A hash of the start and the moves: equal for equal games. */
uint64_t bout_fingerprint(const struct pes_history *h);

/* The game as a record, with the tags Seed, First, Second, Result and Termination, FirstFiles
 * and SecondFiles of programs, and Reason (in English) if there is a fault. It has no Date and no
 * times, so that the same match gives the same bytes. */
PES_MUST_USE enum pes_err bout_record(const struct bout *bout, const struct stats_game *game,
                                      const struct bout_notes *notes, uint64_t seed,
                                      struct pes_record **out);

#endif
