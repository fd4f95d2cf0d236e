/* What the games of a match say about its players.
 *
 * Games are told apart by their fingerprints (start and moves), how they ended and who won; pairs
 * by their two games. Everything here is a function of the list of pairs, in order: no clock, no
 * thread, no generator.
 *
 * docs/adr/0007 tells why intervals come from distinct pairs and how they were checked. */
#ifndef ARENA_STATS_H
#define ARENA_STATS_H

#include "pessoi/arena.h"

enum { STATS_PAIR_SCORES = 5 }; /* a pair scores 0, 1, 2, 3 or 4 quarters of a point */

/* One game, from First's view. */
struct stats_game {
    uint64_t fingerprint;
    int32_t margin; /* First's points less Second's, or payoffs where the game has no points */
    int32_t plies;  /* players' moves, those of the opening included */
    uint8_t halves; /* First's: 2 a win, 1 a draw, 0 a loss */
    uint8_t end;    /* enum pes_end */
};

/* Two games from one opening: A is First in games[0] and Second in games[1]. */
struct stats_pair {
    uint64_t opening; /* fingerprint */
    struct stats_game games[2];
};

/* Fills in everything but `seconds`. `chance` asks for luck. No pairs at all are no evidence: a
 * score of one half in 0..1. Fails only for memory. */
PES_MUST_USE enum pes_err stats_fold(const struct stats_pair pairs[], int32_t count, bool chance,
                                     struct pes_match_result *out);

/* The 95 % interval for the mean score of a pair, given how many distinct pairs scored q quarters:
 * Student's t over them and two pairs more, one lost and one won. Never empty, within 0..1. */
void stats_interval(const int32_t pairs_of[STATS_PAIR_SCORES], double *low, double *high);

/* The point that Student's t with `freedom` > 0 degrees of freedom exceeds in 2.5 % of cases. */
double stats_t975(int32_t freedom);

/* Pearson's correlation of First's margins in the first and in the second games, of pairs decided
 * on the board, with its 95 % interval. Fills in *out where it returns KNOWN; never NO_CHANCE.
 * docs/adr/0007 tells how the interval was checked. */
struct stats_luck {
    double r, low, high;
};
enum pes_luck stats_luck(const struct stats_pair pairs[], int32_t count, struct stats_luck *out);

/* Was it lost by an answer that was illegal, missing or late rather than on the board? */
bool stats_forfeited(const struct stats_game *game);

#endif
