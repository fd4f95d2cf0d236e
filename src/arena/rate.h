/* Rates one player against a ladder (struct pes_ladder): chooses the opponent of the next pair of
 * games, takes its result, and estimates the rating with its interval. docs/adr/0027 says how it
 * was checked.
 *
 * The model is that of ratings.h. The ladder's advantage of First is taken as given, its ratings as
 * measurements with normal errors: the estimate is the joint maximum over the player's rating and
 * the true ratings of the opponents. How often this player draws, and how much pairs vary compared
 * with two independent games, is estimated from its own games.
 *
 * The next opponent is the one whose pair has the most Fisher information about the player's
 * rating: one of about the same strength, and another one if that opponent's own error has become
 * the larger part of the doubt. */
#ifndef ARENA_RATE_H
#define ARENA_RATE_H

#include "arena/seen.h"
#include "arena/stats.h"
#include "pessoi/kit.h"

enum {
    RATE_OPENING_PLIES = 4, /* of the random openings with which ladders are measured */
    RATE_PAIRS_MIN = 8,     /* before an interval is believed */
    RATE_EDGE_PAIRS = 12,   /* against the first or last rung, before "weaker" or "stronger" */
    RATE_REPEATS_MAX = 16   /* repeated pairs in a row with one opponent, before it is left out */
};

/* One opponent and the games against it. */
struct rate_rung {
    double games[2][3];                /* [player is Second][halves of the player] */
    int32_t pairs_of[PES_PAIR_SCORES]; /* by the player's score */
    int32_t planned;                   /* pairs being played */
    struct seen seen;
};

struct rate {
    const struct pes_ladder *ladder; /* borrowed */
    int count;                       /* of rungs */
    int32_t pairs;                   /* distinct ones taken */
    double first_move;               /* the ladder's, in natural units: see ratings.h */
    double draw_start, draw; /* logarithm of the weight of a draw: the ladder's, this player's */
    double start, spread;    /* the prior: mean and standard deviation, in Elo */
    struct rate_point {      /* the parameters, in Elo */
        double elo;          /* of the player */
        double off[PES_LADDER_MAX]; /* of the rungs: how far they are from their ratings */
    } at;                           /* the most likely ones by all pairs taken */
    double variation;               /* of pairs, compared with two independent games: 1 as much */
    struct rate_rung rungs[PES_LADDER_MAX];
};

/* Where the player stands. */
enum rate_side { RATE_WITHIN, RATE_BELOW, RATE_ABOVE };

struct rate_estimate {
    double elo, low, high; /* with the 95 % interval */
    /* BELOW: far weaker than the weakest rung; only `high` is known (97.5 %), the others are
     * -INFINITY. ABOVE likewise. */
    enum rate_side side;
    double games_half; /* half of the interval if the ladder's ratings were exact */
    int like; /* the rung it plays like: a level in the interval if there is one, else the nearest
               */
};

/* The ladder has at least one rung. */
void rate_init(struct rate *r, const struct pes_ladder *ladder);
void rate_release(struct rate *r);

/* The rung to be played next; it counts as planned. -1: games with all of them only repeat. */
int rate_plan(struct rate *r);

/* Takes a pair that was planned, in which the player is First in games[0]. Fails with NOMEM. */
PES_MUST_USE enum pes_err rate_add(struct rate *r, int rung, const struct stats_pair *pair);

/* Fits the model to all pairs taken, for the next rate_plan() and rate_estimate(). */
void rate_fit(struct rate *r);

void rate_estimate(const struct rate *r, struct rate_estimate *out);

/* Is the interval at most +-`within`, or the player known to be off the ladder? */
bool rate_is_done(const struct rate *r, const struct rate_estimate *estimate, double within);

/* Is it too wide only because the ladder itself is not known better? Then more games hardly help.
 */
bool rate_is_limited(const struct rate *r, const struct rate_estimate *estimate, double within);

#endif
