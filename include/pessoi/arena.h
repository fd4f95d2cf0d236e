/* Agents against each other.
 *
 * A match is played in pairs: both games of a pair start from the same opening with the same
 * luck, with the sides swapped. What counts as evidence is the pair, and pairs that repeat move by
 * move count once: two deterministic players over four openings are four pairs, whatever number of
 * games was asked for. The result depends on the seed alone, not on how many games run at once
 * (as long as the agents are limited by depth or nodes, not by time). */
#ifndef PES_ARENA_H
#define PES_ARENA_H

#include "pessoi/agent.h"
#include "pessoi/record.h"

enum {
    PES_MATCH_GAMES_MAX = 10000000,
    PES_JOBS_MAX = 256,
    PES_MATCH_GRACE_MS = 2000 /* how far an isolated agent may overrun its time */
};

struct pes_match {
    const struct pes_game *game;
    const char *agents[2]; /* as text; A and B */
    int32_t games;         /* rounded up to whole pairs */
    uint64_t seed;
    int32_t jobs; /* games at once; 0 is 1 */

    /* Openings: a list of them as lines "POSITION" or "POSITION; m1 m2 ..", or random ones of
     * `opening_plies` random moves, those decided at once rejected. A list wins. */
    const char *const *openings;
    int32_t openings_count;
    int32_t opening_plies;

    struct pes_limits limits; /* for both; its stop flag stops the match */

    /* Plays in processes of their own (fork), `jobs` of them, so that an agent which crashes or
     * does not come back costs one game: it forfeits that game, and the match goes on. With a time
     * limit in `limits`, an agent that overruns it by PES_MATCH_GRACE_MS loses on time and its
     * process is killed; without one nothing but the stop flag ends an endless loop. The stop flag
     * ends any match within a second. The same seed gives the same result as in threads.
     *
     * For programs with one thread: a fork copies only the thread that calls, and locks that others
     * hold stay locked. Agents are made once in the calling process, to find mistakes in their
     * options, and then in each other one; what they change in memory is not seen here, and
     * limits.info is called there. False: threads of this process, which trust their agents. */
    bool isolated;

    /* Called after every game in the order of their numbers, from one thread at a time; the record
     * is borrowed. NULL: nobody watches. `without_records`: `r` is NULL, which is quicker where
     * games are short. */
    void (*on_game)(void *to, int number, const struct pes_record *r);
    void *on_game_to;
    bool without_records;
};

/* Is there a correlation that means something? */
enum pes_luck {
    PES_LUCK_KNOWN,
    PES_LUCK_NO_CHANCE,  /* chance does not play in this variant */
    PES_LUCK_SAME_GAMES, /* in every pair both games went alike: the agents are equal, and the
                          * correlation is 1 whatever the dice do */
    PES_LUCK_TOO_FEW     /* fewer than four pairs decided on the board, or margins never vary */
};

struct pes_match_result {
    int32_t games, wins, losses, draws; /* A's */
    int32_t distinct_games;             /* that differ in opening, moves or end */
    int32_t distinct_pairs;
    int32_t openings; /* different ones */
    int32_t forfeits;
    double score;                  /* A's, 0..1 */
    double score_low, score_high;  /* 95 %, from distinct pairs */
    double elo, elo_low, elo_high; /* INFINITY and -INFINITY where the score is at its end */
    double first_player_score;
    double plies_mean;
    /* Correlation of First's margins in the two games of a pair, -1..1: 0 where skill decides, 1
     * where the dice do. It depends on the two agents, not on the game alone. */
    enum pes_luck luck_state;
    double luck, luck_low, luck_high; /* the last two: 95 %; all only if luck_state is KNOWN */
    double seconds;
};

PES_API PES_MUST_USE enum pes_err
pes_match_run(const struct pes_match *match, struct pes_match_result *out, struct pes_note *note);

/* Elo difference that an expected score in 0..1 stands for; +-INFINITY at the ends. */
PES_API double pes_elo_of_score(double score);

#endif
