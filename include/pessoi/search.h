/* Looking ahead in any game, through its kit alone. */
#ifndef PES_SEARCH_H
#define PES_SEARCH_H

#include "pessoi/agent.h"

enum { PES_DEPTH_MAX = 64 }; /* of perft and plain search, in plies */

/* Move sequences of exactly `depth` plies from s; outcomes are plies too, each counted once, a
 * finished game has no successors. Uses count() for the last ply. Stops early when *stop (may be
 * NULL) turns true; s is unchanged afterwards. */
PES_API uint64_t pes_perft(const struct pes_game *g, struct pes_state *s, int depth,
                           const atomic_bool *stop);

/* Random moves to the end, at most `plies_max` players' moves (0: the variant's cap, or none);
 * repetition does not end it. Returns the players' moves made; s is the last position. */
PES_API int pes_playout(const struct pes_game *g, struct pes_state *s, struct pes_rng *rng,
                        int plies_max, int32_t out[PES_PLAYERS_MAX]);

/* The same one move at a time, even where the game has a faster way: for tests and benchmarks. */
PES_API int pes_playout_plain(const struct pes_game *g, struct pes_state *s, struct pes_rng *rng,
                              int plies_max, int32_t out[PES_PLAYERS_MAX]);

/* Plain minimax as the reports describe it: no pruning, first best in list order, repetition
 * ignored. Chance nodes are worth their expectation, or the unknown outcome where the game has
 * one. */
struct pes_minimax_search {
    const struct pes_game *game; /* the model it thinks in */
    const struct pes_minimax *how;
    const struct pes_values *rating_values; /* options of how->rating */
    int32_t depth;
    uint64_t nodes_max;      /* 0: no limit */
    const atomic_bool *stop; /* NULL: never */
    uint64_t nodes;          /* out: make() calls */
};

/* The value of m in s, a position of search->game, as how->first_view says: First's or the mover's.
 * Fails with STOPPED. */
PES_API PES_MUST_USE enum pes_err pes_minimax_value(struct pes_minimax_search *search,
                                                    const struct pes_state *s, pes_move m,
                                                    double *out);

#endif
