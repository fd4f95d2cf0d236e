/* Searches for any game, through its kit only: perft, playouts, plain minimax, alpha-beta, Monte
 * Carlo tree search and expectimax. */
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

/* Alpha-beta: the strong search for games without chance after the start.
 *
 * Principal variation search with iterative deepening, on one thread or several that share a
 * transposition table (lazy SMP). The kit's evaluation, order and tactics are used where it has
 * them. docs/adr/0008-alphabeta.md explains what it does and why.
 *
 *   - Scores are the mover's, in the units of the evaluation. A proven result is given as `mate`;
 *     where moves were left out (`selective`) a win is proven only if none of the loser's were.
 *   - Repetition and the ply cap end a game as its history would, counting on from the history
 *     given. With `selective` the first repetition within the search counts as a draw at once,
 *     where repetition is a draw at all.
 *   - Without `selective` every move is searched to the same depth, and the value is that of plain
 *     minimax over the evaluation, with wins and losses scored by their distance. The
 *     transposition table does not change this: values that depend on the history have keys of
 *     their own.
 *   - With one thread and limits by depth or nodes alone, equal calls since pes_alphabeta_forget()
 *     give equal answers. */
struct pes_alphabeta;

struct pes_alphabeta_config {
    const struct pes_eval *eval; /* one of the kit's. NULL: the first; where there is none, the
                                  * rating of positions the kit's minimax uses, or nothing */
    int32_t threads;             /* 1..PES_ALPHABETA_THREADS_MAX; a build without threads has one */
    int32_t table_mb;            /* size of the transposition table; 0: none */
    bool selective;              /* late move reductions, quiescence search, extensions, candidate
                                  * moves and tactics */
};
enum { PES_ALPHABETA_THREADS_MAX = 64, PES_ALPHABETA_TABLE_MAX = 65536 };

/* The game is borrowed. Fails with UNFIT where chance plays after the start, and with NOMEM;
 * running allocates nothing. */
PES_API PES_MUST_USE enum pes_err pes_alphabeta_new(const struct pes_game *g,
                                                    const struct pes_alphabeta_config *config,
                                                    struct pes_alphabeta **out);
PES_API void pes_alphabeta_free(struct pes_alphabeta *search); /* NULL is fine */

/* A new game begins: nothing learned so far is used again. */
PES_API void pes_alphabeta_forget(struct pes_alphabeta *search);

/* Searches the history's position, in which a player must have a legal move, until a limit is
 * reached, at most to depth PES_DEPTH_MAX, or until the answer is final. There should be at least
 * one limit or a stop flag. *best is the best principal variation; its depth is that of the last
 * finished iteration. Depth 1 is always finished, unless the node limit is less than the moves.
 * info() is called for every principal variation after every iteration. */
PES_API void pes_alphabeta_run(struct pes_alphabeta *search, const struct pes_history *h,
                               const struct pes_limits *limits, struct pes_answer *best);

/* The principal variations of the last run, best first, at most `lines_max`; returns how many. */
PES_API int pes_alphabeta_lines(const struct pes_alphabeta *search, struct pes_answer out[],
                                int lines_max);

/* The value of every legal move in list order, all of them at the depth that the limits allow.
 * Moves left out have none. */
PES_API void pes_alphabeta_values(struct pes_alphabeta *search, const struct pes_history *h,
                                  const struct pes_limits *limits, struct pes_move_value out[]);

/* Monte Carlo tree search: for any game, with chance or without.
 *
 * UCT with playouts, RAVE where moves have keys, and proofs where the game ends in the tree
 * (MCTS-Solver); on one thread or several that share the tree. docs/adr/0010-mcts.md explains what
 * it does and why.
 *
 *   - Values are win probabilities, 0..1; a draw is 0.5. A proven result is given as `mate`: the
 *     winner needs at most that many plies, outcomes not counted.
 *   - Repetition and the ply cap end a game as its history would, counting on from the history
 *     given. Playouts know the cap but not repetition.
 *   - Few outcomes are listed one by one; longer sequences of rolls are sampled.
 *   - The subtree of the moves made since the last run is reused, until pes_mcts_forget().
 *   - Once its memory is full the tree grows no more: further simulations only refine it. After
 *     about four billion (2^32) of them the search ends by itself.
 *   - With one thread and limits by nodes or simulations alone, equal calls since
 *     pes_mcts_forget() with the same seed give equal answers. */
struct pes_mcts;

struct pes_mcts_config {
    const struct pes_eval *eval; /* one of the kit's, for `bias` and `plies`; NULL: none */
    int32_t bias;                /* prior: the simulations that the evaluation of a new position
                                  * counts for; 0: none */
    int32_t plies;               /* of a playout, 0..PES_MCTS_PLIES_MAX; then the evaluation decides
                                  * or, without one, the game as at its ply cap; 0: playouts go to
                                  * the end, or are stopped after PES_MCTS_PLIES_MAX as at a cap */
    int32_t threads;             /* 1..PES_MCTS_THREADS_MAX; a build without threads has one */
    int32_t memory_mb;           /* of the tree, 1..PES_MCTS_MEMORY_MAX */
    bool rave;                   /* RAVE: a move's statistics include simulations in which it came
                                  * later; needs rules->move_key */
};
enum {
    PES_MCTS_THREADS_MAX = 64,
    PES_MCTS_MEMORY_MAX = 65536,
    PES_MCTS_BIAS_MAX = 1000,
    PES_MCTS_PLIES_MAX = 1000 /* a few milliseconds where moves are slowest */
};

/* The game is borrowed. Fails only with NOMEM; running allocates nothing. */
PES_API PES_MUST_USE enum pes_err
pes_mcts_new(const struct pes_game *g, const struct pes_mcts_config *config, struct pes_mcts **out);
PES_API void pes_mcts_free(struct pes_mcts *search); /* NULL is fine */

/* A new game begins, with this random seed: nothing learned so far is used again. */
PES_API void pes_mcts_forget(struct pes_mcts *search, uint64_t seed);

/* Searches the history's position, in which a player must have a legal move, until a limit is
 * reached, `simulations` are made (0: no such limit) or the result is proven. There should be at
 * least one limit or a stop flag. Nodes are all moves made, those of playouts included;
 * limits->depth bounds the tree. *best is the most visited move, or the one that the proof says.
 * info() is called whenever the simulations have doubled, once per line if several are requested;
 * while several threads search it reports the nodes of the first. */
PES_API void pes_mcts_run(struct pes_mcts *search, const struct pes_history *h,
                          const struct pes_limits *limits, uint64_t simulations,
                          struct pes_answer *best);

/* The same search; gives the win probability of every legal move in list order. Moves never tried
 * have no value. */
PES_API void pes_mcts_values(struct pes_mcts *search, const struct pes_history *h,
                             const struct pes_limits *limits, uint64_t simulations,
                             struct pes_move_value out[]);

/* Simulations the tree holds at its root, those kept from earlier runs included. */
PES_API uint64_t pes_mcts_simulations(const struct pes_mcts *search);

/* Expectimax: the strong search for games in which chance plays on.
 *
 * Iterative deepening by players' moves; chance does not count, and consecutive outcomes are one
 * event. What it computes, exactly:
 *
 *   - An end is worth win, -win or 0, by whether First gets more than Second, less or as much; win
 *     is the evaluation's. Where depth runs out the evaluation decides, before chance moves on.
 *     The ply cap ends a game as its history would; repetition is ignored.
 *   - An event is worth the mean of its outcomes by their weights. Without `samples` every outcome
 *     is tried, but of more than PES_EXPECTIMAX_RUN in a row the rest is rolled. With `samples` at
 *     most that many of the first roll are tried, spread evenly over their weights, and whatever
 *     chance does after it is rolled once for each. Moves are compared under the same random
 *     numbers, which follow from the seed.
 *   - With `unknown`, in games that have an unknown outcome, that outcome takes the place of every
 *     event; a player without a known move is then valued by the evaluation.
 *   - Star1 and Star2 (Ballard 1983) prune what cannot matter; with `plain` nothing is pruned, and
 *     the value is the same.
 *
 * Scores are the mover's, in the units of the evaluation. Where the kit has none, points are
 * counted instead. Equal seeds, positions and limits by depth or nodes give equal answers. */
struct pes_expectimax;

enum { PES_EXPECTIMAX_RUN = 4, PES_EXPECTIMAX_SAMPLES_MAX = PES_CHANCES_MAX };

struct pes_expectimax_config {
    const struct pes_eval *eval; /* one of the kit's; NULL: the first */
    int32_t samples;             /* 0..PES_EXPECTIMAX_SAMPLES_MAX; 0: all outcomes */
    bool unknown;
    bool plain;
};

/* The game is borrowed. Fails only with NOMEM; running allocates nothing. */
PES_API PES_MUST_USE enum pes_err pes_expectimax_new(const struct pes_game *g,
                                                     const struct pes_expectimax_config *config,
                                                     struct pes_expectimax **out);
PES_API void pes_expectimax_free(struct pes_expectimax *search); /* NULL is fine */

/* A new game begins, with this random seed for sampling; without a call the seed is 0. */
PES_API void pes_expectimax_begin(struct pes_expectimax *search, uint64_t seed);

/* Searches the history's position, in which a player must have a legal move, until a limit is
 * reached, at most to depth PES_DEPTH_MAX, or until no position was cut off by depth. There should
 * be at least one limit or a stop flag. The depth of *best is that of the last finished iteration;
 * depth 1 is always finished, unless the node limit ends it. The principal variation ends before
 * the first roll: what follows depends on it. info() is called for every principal variation after
 * every iteration. */
PES_API void pes_expectimax_run(struct pes_expectimax *search, const struct pes_history *h,
                                const struct pes_limits *limits, struct pes_answer *best);

/* The value of every legal move in list order, all of them at the last depth that was finished. */
PES_API void pes_expectimax_values(struct pes_expectimax *search, const struct pes_history *h,
                                   const struct pes_limits *limits, struct pes_move_value out[]);

#endif
