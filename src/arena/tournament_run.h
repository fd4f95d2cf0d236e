/* Plays the games of a tournament: makes jobs, hands them to a runner, and passes finished games to
 * a store before they count. The store is the caller's: this folder knows none. */
#ifndef ARENA_TOURNAMENT_RUN_H
#define ARENA_TOURNAMENT_RUN_H

#include "arena/runner.h"
#include "arena/tournament.h"

/* A game that was just played. Everything it points to is borrowed for the call. */
struct tournament_finished {
    int64_t number;
    int32_t round;    /* from 0 */
    int32_t seats[2]; /* First and Second: indices of players */
    const char *job;  /* the line that determined it */
    const struct runner_result *result;
};

struct tournament_run {
    struct tournament *tournament;
    int32_t jobs;                         /* games at once */
    bool isolated;                        /* in child processes: arena/runner.h */
    const struct pes_runner_maker *maker; /* borrowed; NULL: the games are played here */
    void *to;                             /* of the functions */

    /* Stores a game so that it survives the process. *game is its result; if another program stored
     * the same number first, that result replaces it. NULL: nothing is stored. */
    enum pes_err (*put)(void *to, const struct tournament_finished *finished,
                        struct tournament_game *game, struct pes_note *note);
    /* Adds what others stored meanwhile, by tournament_add(); called once in a while. NULL: there
     * are no others. */
    enum pes_err (*refresh)(void *to, struct tournament *t, struct pes_note *note);
    /* Called after every game. NULL: no calls. */
    void (*on_game)(void *to, const struct tournament *t);
};

/* Plays until every game is known. Fails with STOPPED once the stop flag of the limits is set, and
 * with the errors of put(), refresh() and of games that could not be played; what was put counts
 * anyway. */
PES_MUST_USE enum pes_err tournament_run(const struct tournament_run *run, struct pes_note *note);

/* The scores on the board at the end of a record; zeros if the game has none. */
PES_MUST_USE enum pes_err tournament_read_scores(const struct pes_game *g,
                                                 const struct pes_record *record, int32_t out[2],
                                                 struct pes_note *note);

#endif
