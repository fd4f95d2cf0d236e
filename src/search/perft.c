/* Perft (performance test): the number of move sequences of a given length. The count checks move
 * generation, and its speed is the speed of the rules.
 *
 * moves() returns 0 at chance nodes and chances() returns 0 at all others, so that listing is all a
 * node needs: turn() is not called. The last ply is counted, not made ("bulk counting"). */
#include "pessoi/search.h"

#include <assert.h>

static bool is_stopped(const atomic_bool *stop) {
    return stop != NULL && atomic_load_explicit(stop, memory_order_relaxed);
}

/* The sequences of one ply. */
static uint64_t count_last(const struct pes_game *g, const struct pes_state *s) {
    if (g->rules->count != NULL) {
        const int n = g->rules->count(g, s);
        if (n > 0 || g->chances_max == 0)
            return (uint64_t)n;
    } else {
        pes_move list[PES_MOVES_MAX];
        const int n = pes_moves(g, s, list);
        if (n > 0 || g->chances_max == 0)
            return (uint64_t)n;
    }
    struct pes_chance outcomes[PES_CHANCES_MAX];
    return (uint64_t)pes_chances(g, s, outcomes);
}

/* The outcomes of a chance node as a list of moves. */
static int list_outcomes(const struct pes_game *g, const struct pes_state *s, pes_move list[]) {
    struct pes_chance outcomes[PES_CHANCES_MAX];
    const int n = pes_chances(g, s, outcomes);
    for (int i = 0; i < n; i++)
        list[i] = outcomes[i].move;
    return n;
}

/* The sequences of `depth` >= 2 plies. */
static uint64_t walk(const struct pes_game *g, struct pes_state *s, int depth,
                     const atomic_bool *stop) {
    pes_move list[PES_MOVES_MAX];
    struct pes_undo_buf undo;
    assert(depth >= 2);
    int n = pes_moves(g, s, list);
    if (n == 0 && g->chances_max > 0)
        n = list_outcomes(g, s, list);
    uint64_t sum = 0;
    for (int i = 0; i < n && !is_stopped(stop); i++) {
        pes_make(g, s, list[i], undo.bytes);
        sum += depth == 2 ? count_last(g, s) : walk(g, s, depth - 1, stop);
        pes_unmake(g, s, list[i], undo.bytes);
    }
    return sum;
}

uint64_t pes_perft(const struct pes_game *g, struct pes_state *s, int depth,
                   const atomic_bool *stop) {
    assert(depth >= 0);
    assert(depth <= PES_DEPTH_MAX);
    if (depth == 0)
        return 1;
    return depth == 1 ? count_last(g, s) : walk(g, s, depth, stop);
}
