/* The joint rating of all players of a tournament: one Elo number each, the advantage of moving
 * first, and the frequency of draws, by maximum likelihood over all games at once.
 *
 * The model is Davidson's (1970) with a term for the first move. With d = (rating of First +
 * advantage - rating of Second), in units in which a player 400 ahead wins ten times as often as
 * the other:
 *
 *     win : draw : loss  =  10^(d/800) : drawn : 10^(-d/800)
 *
 * It is an exponential family, so the likelihood has one maximum. A weak normal prior keeps it
 * finite where games do not: for a player who won every game, and between players who never met,
 * directly or through others. docs/adr/0021 says how the intervals were checked. */
#ifndef ARENA_RATINGS_H
#define ARENA_RATINGS_H

#include "pessoi/err.h"
#include "pessoi/rng.h"

enum { RATINGS_PLAYERS_MAX = 512, RATINGS_SAMPLES = 200 };

/* Two games from one opening with sides swapped; players[0] is First in game 0. A single game has
 * `single` set, and only game 0. */
struct rating_pair {
    int16_t players[2];
    uint8_t halves[2]; /* of First in each game: 2 a win, 1 a draw, 0 a loss */
    bool single;
};

struct rating {
    double elo;       /* the mean of all players is 0 */
    double low, high; /* 95 % confidence interval of the difference to that mean */
    double error;     /* its standard error */
};

struct ratings {
    double first_move; /* the advantage of First, in Elo */
    double first_move_error;
    double draws; /* the share of draws between equal players */

    /* Does the model explain the results? The probability of deviations as large as those seen if
     * it does: below 0.05 some players beat others more often than one number each can explain
     * (rock, paper, scissors). */
    double fit;
};

/* Rates `players` players. Errors are those of a bootstrap over pairs (the generator draws the
 * samples) or of the likelihood's curvature, whichever is larger. Fails with NOMEM. */
PES_MUST_USE enum pes_err ratings_fold(const struct rating_pair pairs[], int32_t count,
                                       int32_t players, struct pes_rng *rng, struct rating out[],
                                       struct ratings *all);

/* Finds three players each of whom beats the next, A - B - C - A, with the largest least likelihood
 * of superiority; returns that likelihood, 0 if there is no such cycle. */
PES_MUST_USE enum pes_err ratings_cycle(const struct rating_pair pairs[], int32_t count,
                                        int32_t players, int32_t cycle[3], double *likelihood);

#endif
