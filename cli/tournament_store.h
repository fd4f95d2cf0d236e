/* A tournament in the store of results: src/store/results.h keeps it, arena/tournament.h knows
 * nothing of files. Without --db the store is in memory and ends with the program. */
#ifndef CLI_TOURNAMENT_STORE_H
#define CLI_TOURNAMENT_STORE_H

#include "arena/standings.h"
#include "arena/tournament_run.h"
#include "cli/tournament_plan.h"
#include "store/results.h"

struct tournament_store {
    struct cli *c;
    struct plan *plan;
    struct results *results;
    int64_t event;
    bool in_file;
    bool has_players; /* of an earlier run: stored, with the reasons for exclusion */
    bool has_games;
    bool scores; /* are scores on the board needed? They are read from records. */
};

/* Opens the store and finds or creates the event; the reasons for exclusion of an earlier run
 * become the plan's. CLI_DONE or an exit code. */
int tournament_store_open(struct cli *c, struct plan *plan, struct tournament_store *s);
void tournament_store_close(struct tournament_store *s);

/* Stores the players with the reasons for exclusion, if they are not stored or `changed` since. If
 * another program has stored them meanwhile, its verdicts become the plan's: both must play the
 * same tournament. */
int tournament_store_verdicts(struct tournament_store *s, bool changed);

/* Stores the players with their ratings. `finished`: every game was played. */
int tournament_store_players(struct tournament_store *s, const struct standings *standings,
                             bool finished);

/* Adds all stored games to a tournament. */
PES_MUST_USE enum pes_err tournament_store_load(void *store, struct tournament *t,
                                                struct pes_note *note);

/* Stores a game durably: struct tournament_run. */
PES_MUST_USE enum pes_err tournament_store_put(void *store,
                                               const struct tournament_finished *finished,
                                               struct tournament_game *game, struct pes_note *note);

/* An error of the functions above; the exit code. */
int tournament_store_fail(struct tournament_store *s, enum pes_err err,
                          const struct pes_note *note);

#endif
