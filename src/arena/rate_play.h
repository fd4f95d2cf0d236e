/* Rates an agent: plays pairs of games against the opponents that rate.h chooses, until the
 * interval is narrow enough. */
#ifndef ARENA_RATE_PLAY_H
#define ARENA_RATE_PLAY_H

#include "arena/rate.h"

struct rate_config {
    const struct pes_game *game;
    const struct pes_ladder *ladder; /* of this variant */
    const char *agent;               /* as text */
    double within;                   /* half of the interval, in Elo */
    int32_t games_max;               /* rounded up to whole pairs */
    uint64_t seed;
    int32_t jobs;                         /* games at once; the result does not depend on it */
    bool isolated;                        /* as in struct pes_match */
    const struct pes_runner_maker *maker; /* the same; NULL: the games are played here */
    struct pes_limits limits;             /* for both; its stop flag ends the work */

    /* Called after every batch of pairs. NULL: no calls. */
    void (*on_batch)(void *to, const struct rate_estimate *so_far, int32_t games);
    void *on_batch_to;
};

enum rate_end {
    RATE_END_STOPPED, /* by the stop flag, or by an error */
    RATE_END_LADDER,  /* the ladder itself is not known better */
    RATE_END_DONE,    /* as narrow as wanted, or off the ladder */
    RATE_END_GAMES,   /* games_max were played */
    RATE_END_REPEATS  /* all games repeat: more of them bring no evidence */
};

struct rate_result {
    struct rate_estimate estimate;
    enum rate_end end;
    int32_t games;
    int32_t forfeits;                  /* lost by the agent, not decided on the board */
    struct pes_note fault;             /* why, the first time; empty: none */
    int32_t opponents[PES_LADDER_MAX]; /* games with each rung */
    double seconds;
};

/* Fails with STOPPED; *out then has what is known so far. */
PES_MUST_USE enum pes_err rate_play(const struct rate_config *config, struct rate_result *out,
                                    struct pes_note *note);

#endif
