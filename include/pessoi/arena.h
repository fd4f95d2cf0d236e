/* Matches between two agents.
 *
 * A match is played in pairs: both games of a pair start from the same opening with the same
 * random numbers, with the sides swapped. The unit of evidence is the pair, and pairs that repeat
 * move by move count once: two deterministic players over four openings are four pairs, however
 * many games were requested. The result depends on the seed alone, not on the number of games
 * played at once (as long as the agents are limited by depth or nodes, not by time). */
#ifndef PES_ARENA_H
#define PES_ARENA_H

#include "pessoi/agent.h"
#include "pessoi/record.h"

enum {
    PES_MATCH_GAMES_MAX = 10000000,
    PES_JOBS_MAX = 256,
    PES_MATCH_GRACE_MS = 2000, /* how far an isolated agent may overrun its time */
    PES_PAIR_SCORES = 5        /* a pair scores 0, 1, 2, 3 or 4 quarters of a point */
};

/* A sequential probability ratio test: after every pair of games the evidence for "A is elo1
 * stronger" (H1) is weighed against "A is elo0 stronger" (H0), and the match ends as soon as it
 * suffices. H1 is accepted with probability `alpha` if H0 is true, H0 with probability `beta` if H1
 * is. docs/adr/0021 says how. */
struct pes_sprt {
    double elo0, elo1;  /* elo0 < elo1; within +-1000 */
    double alpha, beta; /* above 0, below 0.5 */
};
enum pes_sprt_verdict { PES_SPRT_OPEN, PES_SPRT_H0, PES_SPRT_H1 };

/* One finished game. Everything it points to is borrowed for the call. */
struct pes_match_game {
    int32_t number; /* from 0; games 2k and 2k+1 are a pair */
    int first;      /* who was First: 0 is A, 1 is B */
    enum pes_end end;
    const struct pes_note *fault;    /* why a forfeit or a loss on time; empty: neither */
    const struct pes_record *record; /* NULL with `without_records` */
    struct pes_match_side {
        const char *log; /* what the agent wrote for its author: `log_length` bytes */
        size_t log_length;
        int32_t think_max_ms, think_sum_ms; /* its longest move, and all its moves */
    } sides[2];                             /* of A and B */
    int halves;                             /* First's result: 2 a win, 1 a draw, 0 a loss */
    bool known; /* it was not played now: pes_match.known gave its record */
    double llr; /* of the test, if there is one: after the pairs before this one */
};

/* Who plays the games, if not this program: made by what comes with the command line. */
struct pes_runner_maker;

struct pes_match {
    const struct pes_game *game;
    const char *agents[2]; /* as text; A and B */
    /* Of agents that are programs: a text that differs if the program does, for their records, so
     * that games of another version are not taken as known. NULL: none. */
    const char *files[2];
    int32_t games; /* rounded up to whole pairs; with a test: at most */
    uint64_t seed;
    int32_t jobs; /* games at once; 0 is 1 */

    /* Openings: a list of lines "POSITION" or "POSITION; m1 m2 ..", or random openings of
     * `opening_plies` random moves, without those in which a player wins at once. If both are
     * given, the list is used. `openings_balanced`: of the random openings only those that a quick
     * search finds near even, and no two that are images of each other (pes_symmetric_hash()), as
     * long as the variant has enough of them. */
    const char *const *openings;
    int32_t openings_count;
    int32_t opening_plies;
    bool openings_balanced;

    struct pes_limits limits; /* for both; its stop flag stops the match */

    const struct pes_sprt *sprt; /* borrowed; ends the match when it is decided. NULL: no test */

    /* True: plays in `jobs` child processes (fork), so that an agent that crashes or does not
     * return costs one game: it forfeits that game, and the match goes on. With a time limit in
     * `limits`, an agent that overruns it by PES_MATCH_GRACE_MS loses on time and its process is
     * killed; without one only the stop flag ends an endless loop. The stop flag ends any match
     * within a second. The same seed gives the same result as with threads.
     *
     * Only for programs with one thread: fork() copies only the calling thread, and locks that
     * other threads hold stay locked. Agents are made once in the calling process, to find mistakes
     * in their options, and then once in each child; the caller does not see what they change in
     * memory, and limits.info is called in the children.
     *
     * False: plays in `jobs` threads of this process; a crash of an agent ends the program. */
    bool isolated;

    /* Borrowed. Other machines play the games: `jobs` and `isolated` do not matter then. NULL: they
     * are played here. */
    const struct pes_runner_maker *maker;

    /* Called after every game in the order of their numbers, from one thread at a time. NULL: no
     * calls. `without_records`: games have no record, which is faster if they are short. */
    void (*on_game)(void *to, const struct pes_match_game *game);
    void *on_game_to;
    bool without_records;

    /* Resumes a match that was interrupted: called for every game, in order, before the first one
     * is played. Sets *out to the record of a game that was played before and passes its ownership,
     * or leaves it NULL. The match checks that it is a record of exactly this game (agents and
     * their files, variant, seed, opening) and fails with UNFIT if it is not; then it takes the
     * result from it. NULL: all games are played. */
    enum pes_err (*known)(void *to, int32_t number, struct pes_record **out, struct pes_note *note);
    void *known_to;
};

/* Is the correlation `luck` meaningful? */
enum pes_luck {
    PES_LUCK_KNOWN,
    PES_LUCK_NO_CHANCE,  /* this variant has no chance after the start */
    PES_LUCK_SAME_GAMES, /* in every pair both games have the same moves: the agents are equal, and
                          * the correlation is 1 whatever the dice do */
    PES_LUCK_TOO_FEW     /* fewer than four pairs decided on the board, or margins never vary */
};

struct pes_match_result {
    int32_t games, wins, losses, draws; /* A's */
    int32_t distinct_games;             /* that differ in opening, moves or end */
    int32_t distinct_pairs;
    int32_t openings; /* distinct ones */
    int32_t forfeits;
    double score;                         /* A's, 0..1 */
    double score_low, score_high;         /* 95 % confidence interval, from distinct pairs */
    double elo, elo_low, elo_high;        /* INFINITY for a score of 1, -INFINITY for 0 */
    int32_t pentanomial[PES_PAIR_SCORES]; /* distinct pairs by A's score in them */
    double los; /* likelihood of superiority: the probability that A is stronger than B */

    /* Of the test; only if there was one. */
    enum pes_sprt_verdict verdict;
    double llr, llr_low, llr_high; /* log-likelihood ratio of H1 to H0, and the bounds */
    bool exhausted; /* it ended open because pairs only repeated: more games bring no evidence */

    double first_player_score;
    double plies_mean;
    /* Correlation of First's margins in the two games of a pair, -1..1: 0 if skill decides, 1 if
     * the dice decide. It depends on the two agents, not on the game alone. */
    enum pes_luck luck_state;
    double luck, luck_low, luck_high; /* with its 95 % interval; only if luck_state is KNOWN */
    double seconds;
};

PES_API PES_MUST_USE enum pes_err
pes_match_run(const struct pes_match *match, struct pes_match_result *out, struct pes_note *note);

/* The Elo difference of an expected score in 0..1; -INFINITY for 0, INFINITY for 1. */
PES_API double pes_elo_of_score(double score);

#endif
