/* The best and the second best of the values of a position's moves: its value, and its value where
 * the best move is forbidden. */
#ifndef SOLVE_BEST_TWO_H
#define SOLVE_BEST_TWO_H

#include "pessoi/solve.h"

#include <assert.h>

struct best_two {
    int moves;
    int32_t value; /* of the best; 0 without moves */
    int32_t other; /* of the second best, equal to `value` where two are best; 0 without one */
    uint32_t only; /* the best move's key */
};

/* Invariant: `value` is not worse than `other`. */
static inline void best_two_add(struct best_two *f, int32_t value, uint32_t key) {
    if (f->moves == 0 || pes_value_better(value, f->value)) {
        f->other = f->moves == 0 ? 0 : f->value;
        f->value = value;
        f->only = key;
    } else if (f->moves == 1 || pes_value_better(value, f->other)) {
        f->other = value;
    }
    f->moves++;
    assert(f->moves == 1 || !pes_value_better(f->other, f->value));
}

/* The value of a move to its mover, where the position after it is worth `value` to the player to
 * move there. */
static inline int32_t value_one_ply_earlier(int32_t value, bool same_player) {
    if (value == 0)
        return 0;
    assert(value >= INT8_MIN);
    assert(value <= INT8_MAX);
    const int32_t mine = same_player ? value : -value;
    return mine > 0 ? mine + 1 : mine - 1;
}

#endif
