/* The table of a tournament: points, results and ratings of every player, from the games known so
 * far. Order: (knockout: the round reached,) points, then the games among the tied players if all
 * of them met, then rating, then list order. */
#ifndef ARENA_STANDINGS_H
#define ARENA_STANDINGS_H

#include "arena/ratings.h"
#include "arena/tournament.h"

enum { STANDINGS_MEAN = 1500 }; /* the mean rating of all players of a tournament */

struct standing {
    int32_t player; /* its index in the tournament's players */
    int64_t points; /* in halves */
    int32_t games, wins, draws, losses;
    int32_t forfeits; /* games it lost by FORFEIT or TIME */
    int32_t byes;     /* of a Swiss tournament */
    int32_t reached;  /* knockout: rounds won */
    int64_t direct;   /* against those with equal points, in halves, if all of them met */
    bool rated;       /* has it played? */
    double rating, rating_low, rating_high;
};

/* All games between two players, from the first one's view. */
struct standings_cell {
    int32_t wins, draws, losses;
};

struct standings {
    struct standing *rows; /* those who take part, best first */
    int32_t count;
    int32_t players;              /* of the tournament, excluded ones included */
    struct standings_cell *cells; /* by a * players + b */
    int64_t games;
    bool rated; /* is `ratings` known? */
    struct ratings ratings;

    /* If one number per player does not explain the results: three players each of whom beats the
     * next. */
    bool cyclic;
    int32_t cycle[3];
};

/* Fails with NOMEM. */
PES_MUST_USE enum pes_err standings_make(const struct tournament *t, struct standings *out);
void standings_release(struct standings *s);

static inline const struct standings_cell *standings_cell(const struct standings *s, int32_t a,
                                                          int32_t b) {
    return &s->cells[a * s->players + b];
}

#endif
