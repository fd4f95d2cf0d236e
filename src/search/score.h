/* The scores of a search: whole numbers, to the player to move unless something else is said.
 *
 *     |score| < PES_EVAL_WIN      an evaluation; 0 is a draw too
 *     SCORE_LIKELY - n            a win in n plies from the root as far as moves were looked at:
 *                                 some of the loser's were left out
 *     SCORE_SURE - n              a proven win in n plies
 *
 * and the same below zero for losses. The two bands do not touch, so that what is only likely is
 * never taken for proven; within a band the sooner win is the better one, and the later loss. */
#ifndef SEARCH_SCORE_H
#define SEARCH_SCORE_H

#include "pessoi/kit.h"

#include <assert.h>

enum {
    SCORE_PLIES = 1024, /* the longest distance from the root to an end */
    SCORE_LIKELY = PES_EVAL_WIN + 2 * SCORE_PLIES,
    SCORE_SURE = PES_EVAL_WIN + 4 * SCORE_PLIES,
    SCORE_MAX = SCORE_SURE + 1 /* above every score: an open window */
};

/* Is it a win or a loss rather than an evaluation? */
static inline bool score_is_decided(int32_t score) {
    return score >= PES_EVAL_WIN || score <= -PES_EVAL_WIN;
}

/* Is it a proven win or loss? */
static inline bool score_is_sure(int32_t score) {
    return score >= SCORE_SURE - SCORE_PLIES || score <= SCORE_PLIES - SCORE_SURE;
}

/* The plies to the end that a sure score tells: > 0 the mover wins, < 0 it loses. */
static inline int32_t score_mate(int32_t score) {
    assert(score_is_sure(score));
    return score > 0 ? SCORE_SURE - score : -SCORE_SURE - score;
}

/* What an end `ply` plies from the root is worth to somebody who gets more (> 0), less or as much
 * as the other. */
static inline int32_t score_end(int32_t margin, int32_t ply) {
    if (margin == 0)
        return 0;
    return margin > 0 ? SCORE_SURE - ply : ply - SCORE_SURE;
}

/* A loss found without looking at all moves is only likely. */
static inline int32_t score_doubt(int32_t score) {
    return score <= SCORE_PLIES - SCORE_SURE ? score + (SCORE_SURE - SCORE_LIKELY) : score;
}

/* A table holds distances from the position itself, for it may be met at any ply. */
static inline int32_t score_to_table(int32_t score, int32_t ply) {
    if (!score_is_decided(score))
        return score;
    return score > 0 ? score + ply : score - ply;
}
static inline int32_t score_from_table(int32_t score, int32_t ply) {
    if (!score_is_decided(score))
        return score;
    return score > 0 ? score - ply : score + ply;
}

#endif
