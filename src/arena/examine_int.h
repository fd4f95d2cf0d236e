/* What the files of the examination share: an examination under way, its games and its findings. */
#ifndef ARENA_EXAMINE_INT_H
#define ARENA_EXAMINE_INT_H

#include "arena/examine.h"
#include "arena/runner.h"

enum { EXAM_REPEATS = 4 }; /* positions that are tried twice */

struct exam {
    const struct examine_config *config;
    struct examine_result *out;
    struct pes_limits limits; /* of every game but that with a clock */
    struct runner *runner;
    struct pes_history *h;       /* of the game that is played next: its opening */
    struct pes_history *scratch; /* for replaying records */
    struct pes_rng root;         /* of the seed */
    struct str opening, line;    /* of a job */

    int faults[EXAMINE_CHECKS];             /* failures by check */
    struct pes_note notes[EXAMINE_CHECKS];  /* the first of each */
    enum examine_id blamed;                 /* whose game is kept in `out`; EXAMINE_CHECKS: none */
    int32_t longest_ms;                     /* of all answers */
    int64_t spent_ms, answers;              /* for their mean */
    uint64_t seen[EXAM_REPEATS], seen_game; /* fingerprints of games that are played again */
    int seen_count;
};

/* Streams of the seed. */
enum { STREAM_START, STREAM_ODD, STREAM_GAMES, STREAM_VARIANTS };

/* A game of the examined agent against `random`, from the present position of a history. */
struct trial {
    const struct pes_history *h;
    pes_player seat; /* the examined agent's */
    uint64_t seed;
    const struct pes_limits *limits;
    int32_t plies; /* after which it is cut; 0: the whole game */
};

/* Plays it. Fails with STOPPED, NOMEM or IO; result->err is a failure to make the agent. The caller
 * releases the result. */
PES_MUST_USE enum pes_err exam_play(struct exam *e, const struct trial *trial,
                                    struct runner_result *result);

/* The same, and books the agent's faults: a loss on time to EXAMINE_TIME unless `id` is a check of
 * its own about time, every other one to `id`. Keeps the game of the worst fault. */
PES_MUST_USE enum pes_err exam_try(struct exam *e, const struct trial *trial, enum examine_id id,
                                   struct runner_result *result);

/* Appends a check: failed if it has faults, and then its detail is the first of them; otherwise it
 * is the sentence given. */
void exam_conclude(struct exam *e, enum examine_id id, const struct pes_text *text,
                   const struct pes_arg args[]);

/* Has a check failed? */
bool exam_failed(const struct exam *e);

/* The mean time of an answer so far, at least 1 ms. */
int64_t exam_mean_ms(const struct exam *e);

/* The checks that only inform. */
PES_MUST_USE enum pes_err exam_repeats(struct exam *e);
PES_MUST_USE enum pes_err exam_variants(struct exam *e);

/* The trials that exam_repeats() plays again. */
PES_MUST_USE enum pes_err exam_odd_trial(struct exam *e, int number, struct trial *out);
PES_MUST_USE enum pes_err exam_game_trial(struct exam *e, pes_player seat, struct trial *out);

#endif
