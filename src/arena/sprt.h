/* The sequential probability ratio test of Wald for a match: after every pair of games it says
 * whether the evidence suffices for one of two hypotheses about the Elo difference of A and B.
 *
 * The observation is the score of a pair (0, 1/4, 1/2, 3/4 or 1), as docs/adr/0007 explains, and
 * its distribution is not known. So this is the generalised test: under each hypothesis the
 * distribution is the one that fits the observed pairs best among those with the hypothetical mean
 * (an exponential tilt without further assumptions about draws or about the games of a pair).
 * docs/adr/0021 says how the error rates were checked. */
#ifndef ARENA_SPRT_H
#define ARENA_SPRT_H

#include "arena/stats.h"

/* The logarithm of the likelihood ratio of the mean pair scores `score1` to `score0`, both in 0..1
 * exclusive; pairs_of[q] pairs scored q quarters. > 0: score1 explains the pairs better. */
double sprt_llr(const int32_t pairs_of[PES_PAIR_SCORES], double score0, double score1);

/* The bounds of the test: below `lower` H0 is accepted, above `upper` H1. */
struct sprt_bounds {
    double lower, upper;
};
struct sprt_bounds sprt_bounds(double alpha, double beta);

/* The likelihood of superiority: the probability that A's expected score against B exceeds one
 * half, 0..1, by the normal approximation over the pairs and the two pseudo-pairs of
 * stats_interval(). */
double sprt_los(const int32_t pairs_of[PES_PAIR_SCORES]);

/* The expected score of an Elo difference. */
double sprt_score_of_elo(double elo);

#endif
