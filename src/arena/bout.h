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

struct bout {
    struct pes_history *h;                    /* borrowed; grows as the game does */
    struct pes_agent *seats[PES_PLAYERS_MAX]; /* borrowed; First and Second, already begun */
    struct pes_rng luck;
    struct pes_limits limits; /* clocks, where given, are those at the start */
};

/* Plays to the end. Fails with STOPPED once the stop flag is set, whatever the agents answered
 * since, and with NOMEM. */
PES_MUST_USE enum pes_err bout_play(const struct bout *bout, struct stats_game *out);

/* Equal for two histories exactly when they began alike and went alike. */
uint64_t bout_fingerprint(const struct pes_history *h);

/* The game as a record, with the tags Seed, First, Second, Result and Termination. It has no Date,
 * so that the same match gives the same bytes. */
PES_MUST_USE enum pes_err bout_record(const struct bout *bout, const struct stats_game *game,
                                      uint64_t seed, struct pes_record **out);

#endif
