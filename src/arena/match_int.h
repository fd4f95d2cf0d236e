/* Private to the files of a match: match.c (the match as a whole), match_pair.c (one pair),
 * match_threads.c and match_processes.c (two ways to play several pairs at once). */
#ifndef ARENA_MATCH_INT_H
#define ARENA_MATCH_INT_H

#include "arena/bout.h"
#include "arena/openings.h"
#include "arena/stats.h"

/* A pair that was not handed out yet. */
struct slot {
    bool done[2];                  /* which of its games are played */
    struct pes_record *records[2]; /* owned; NULL if the match needs no records */
};

struct run {
    const struct pes_match *match;
    struct openings openings;
    struct pes_rng root; /* of the match's seed; parent of the generators of the pairs */
    int32_t pairs_count;
    int32_t jobs;                      /* at least 1, at most pairs_count */
    char texts[2][PES_AGENT_TEXT_MAX]; /* the agents A and B as canonical text, for records */
    struct stats_pair *pairs;
    struct slot *slots; /* one per pair */
    int32_t handed_out; /* pairs handed out: all before this number are finished */
    int32_t failed;     /* the first pair that failed, or pairs_count */
    enum pes_err err;   /* its error */
    struct pes_note note;
};

/* The agents and the history with which games are played: one per thread or process. */
struct player {
    const struct run *run;
    const atomic_bool *stop;  /* of the agents and of the games; NULL: never */
    struct bout_trace *trace; /* NULL: not supervised */
    int k;                    /* the game being played or set up: A is First in game 0 */
    int32_t opened;           /* the pair whose opening the history starts with; -1: none */
    int opening_count;        /* moves of that opening */
    struct pes_history *h;
    struct pes_agent *agents[2]; /* A and B; NULL if it only forfeits games */
};

/* A game of a pair that was played. */
struct played {
    uint64_t opening; /* fingerprint */
    struct stats_game game;
    struct pes_record *record; /* owned by the receiver; NULL if the match needs no records */
};

/* Makes the history, unless it exists, and the agents; on failure everything is released. */
PES_MUST_USE enum pes_err player_init(struct player *p, struct pes_note *note);
void player_release(struct player *p);

/* Sets up the opening of pair `number`. */
PES_MUST_USE enum pes_err player_open(struct player *p, int32_t number, struct pes_note *note);

/* Plays game k of pair `number` from its opening; A is First in game 0. */
PES_MUST_USE enum pes_err player_play(struct player *p, int32_t number, int k, struct played *out,
                                      struct pes_note *note);

/* The same game, lost by `loser` after the moves of a trace: the process that played it has ended.
 */
PES_MUST_USE enum pes_err player_forfeit(struct player *p, int32_t number, int k,
                                         const struct bout_trace *trace, pes_player loser,
                                         enum pes_end why, struct played *out,
                                         struct pes_note *note);

/* Takes over a game that was played (with its record), and hands out pairs up to the first
 * unfinished one. One thread at a time. */
void match_take(struct run *run, int32_t number, int k, const struct played *played);

/* Records the failure of a pair. The match fails with that of the lowest pair number. */
void match_fail(struct run *run, int32_t number, enum pes_err err, const struct pes_note *note);

/* Play all pairs; the error of a pair is in run->err. */
void match_run_threads(struct run *run, struct player players[]);
PES_MUST_USE enum pes_err match_run_processes(struct run *run);

#endif
