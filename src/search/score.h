/* Scores of a search: integers, from the view of the player to move unless stated otherwise.
 *
 *     |score| < PES_EVAL_WIN      an evaluation; 0 is a draw too
 *     SCORE_LIKELY - n            a win n plies from the root that is not proven: some of the
 *                                 loser's moves were left out
 *     SCORE_SURE - n              a proven win n plies from the root (a "mate score")
 *
 * and their negatives for losses. The bands do not overlap, so that a likely win is never taken for
 * a proven one. Within a band a sooner win is better, and a later loss. */
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

/* Is it a score that a search can return? */
static inline bool score_is_valid(int32_t score) {
    return score >= -SCORE_SURE && score <= SCORE_SURE;
}

/* The plies to the end that a proven score means: > 0 the mover wins, < 0 it loses. */
static inline int32_t score_mate(int32_t score) {
    assert(score_is_sure(score));
    return score > 0 ? SCORE_SURE - score : -SCORE_SURE - score;
}

/* The score of a game that ends `ply` plies from the root, for a player whose payoff is `margin`
 * above the other's. */
static inline int32_t score_end(int32_t margin, int32_t ply) {
    assert(ply >= 0);
    assert(ply <= SCORE_PLIES);
    if (margin == 0)
        return 0;
    return margin > 0 ? SCORE_SURE - ply : ply - SCORE_SURE;
}

/* Turns a proven loss into a likely one: not all moves were searched. */
static inline int32_t score_doubt(int32_t score) {
    return score <= SCORE_PLIES - SCORE_SURE ? score + (SCORE_SURE - SCORE_LIKELY) : score;
}

/* The transposition table holds distances from the position itself, because a position can be
 * reached at different plies. */
static inline int32_t score_to_tt(int32_t score, int32_t ply) {
    assert(score_is_valid(score));
    if (!score_is_decided(score))
        return score;
    return score > 0 ? score + ply : score - ply;
}
static inline int32_t score_from_tt(int32_t score, int32_t ply) {
    if (!score_is_decided(score))
        return score;
    return score > 0 ? score - ply : score + ply;
}

#endif
