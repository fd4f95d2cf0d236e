/* The statistics of a match: score, Elo, confidence intervals, luck.
 *
 * Two games are equal if their fingerprints (start and moves), their ends and their results are
 * equal; two pairs, if both games are. Everything here is a pure function of the list of pairs: no
 * clock, no thread, no generator.
 *
 * docs/adr/0007 says why intervals are computed from distinct pairs and how they were checked. */
#ifndef ARENA_STATS_H
#define ARENA_STATS_H

#include "pessoi/arena.h"

/* One game, from First's view. */
struct stats_game {
    uint64_t fingerprint;
    int32_t margin; /* First's score minus Second's; payoffs if the game has no scores */
    int32_t plies;  /* players' moves, those of the opening included */
    uint8_t halves; /* First's: 2 a win, 1 a draw, 0 a loss */
    uint8_t end;    /* enum pes_end */
};

/* Two games from one opening: A is First in games[0] and Second in games[1]. */
struct stats_pair {
    uint64_t opening; /* fingerprint */
    struct stats_game games[2];
};

/* Fills in everything except `seconds`. `chance`: compute luck. Without any pair the score is 0.5
 * and its interval 0..1. Fails only with NOMEM. */
PES_MUST_USE enum pes_err stats_fold(const struct stats_pair pairs[], int32_t count, bool chance,
                                     struct pes_match_result *out);

/* The 95 % confidence interval of the mean score of a pair; pairs_of[q] distinct pairs scored q
 * quarters. Student's t over these and two pseudo-pairs, one lost and one won. Never empty, within
 * 0..1. */
void stats_interval(const int32_t pairs_of[PES_PAIR_SCORES], double *low, double *high);

/* The mean score of those pairs and of the two pseudo-pairs, and its standard error; returns how
 * many pairs these are. */
int32_t stats_mean(const int32_t pairs_of[PES_PAIR_SCORES], double *mean, double *error);

/* The 97.5 % quantile of Student's t with `freedom` > 0 degrees of freedom. */
double stats_t975(int32_t freedom);

/* Pearson's correlation of First's margins in the two games of a pair, over the pairs decided on
 * the board, with its 95 % confidence interval. Fills in *out if it returns KNOWN; never returns
 * NO_CHANCE. docs/adr/0007 says how the interval was checked. */
struct stats_luck {
    double r, low, high;
};
enum pes_luck stats_luck(const struct stats_pair pairs[], int32_t count, struct stats_luck *out);

/* A's score of a pair in quarters, 0..4. */
int stats_quarters(const struct stats_pair *pair);

/* Equal for equal pairs. */
uint64_t stats_identity(const struct stats_pair *pair);

/* Was it lost by FORFEIT or TIME, not decided on the board? */
bool stats_forfeited(const struct stats_game *game);

#endif
