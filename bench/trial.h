/* Shared by the measurements that play whole games: a trial is one game of a variant with levels
 * and an evaluation, the agents that play it, and its result; and means with 95 % intervals. Any
 * failure ends the program with one line on standard error. */
#ifndef BENCH_TRIAL_H
#define BENCH_TRIAL_H

#include "pessoi/agent.h"
#include "pessoi/history.h"
#include "pessoi/kit.h"

struct trial {
    struct pes_kit kit; /* the game's, with the levels below */
    struct pes_levels levels;
    struct pes_game *g;
    const struct pes_eval *eval; /* the first */
    struct pes_history *h;
};

_Noreturn void trial_die(const char *what);

/* Command-line arguments: a number of at least 1, called `name` in the error; a seed. */
int trial_count(const char *text, const char *name);
uint64_t trial_seed(const char *text);

/* The kit of GAME[:VARIANT], and the variant's text; NULL if there is no such game. */
const struct pes_kit *trial_find(const char *name, const char **variant);

/* `name` is GAME[:VARIANT]. The game must have an evaluation and levels. */
void trial_open(struct trial *t, const char *name);
void trial_close(struct trial *t);

/* Replaces the game's levels by those of a file, before any agent is created. One level per line:
 * depth, nodes, selective (0 or 1), loss, blind. */
void trial_read_levels(struct trial *t, const char *path);

struct pes_agent *trial_agent(const struct trial *t, const char *text);

/* Starts a game; its random start and rolls come from `luck`. */
void trial_start(struct trial *t, struct pes_rng *luck);
bool trial_goes_on(const struct trial *t, int plies_max);
void trial_make(struct trial *t, pes_move m);
struct pes_answer trial_answer(const struct trial *t, struct pes_agent *agent,
                               const struct pes_limits *limits);

/* First's result: 0, 1/2 or 1. A game that did not end is adjudicated as at the ply cap. */
double trial_result(const struct trial *t);

struct mean {
    double sum, squares;
    int count;
};

void mean_add(struct mean *m, double x);
double mean_of(const struct mean *m);       /* 0 without samples */
double mean_variance(const struct mean *m); /* of the samples; 0 with fewer than two */
double mean_spread(const struct mean *m);   /* half of the 95 % interval of the mean */

#endif
