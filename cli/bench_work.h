/* The fixed work of `pessoi bench`, and its signature.
 *
 * For every game, in the order of `pessoi games`, in its default variant, on one thread:
 *
 *   perft          from the start of seed 1, to the first depth that counts BENCH_PERFT_NODES
 *   playout        BENCH_PLAYOUTS random games, game i from the start of seed i, by pes_playout()
 *   playout-plain  the same, one move at a time, by pes_playout_plain()
 *   minimax        the moves that agent `minimax` finds in BENCH_POSITIONS positions: number i is
 *                  i random plies from the start of seed i
 *
 * The signature of a game folds every count, every playout's length and payoffs, every final
 * position's hash, and every move, score and node count of minimax into one number below 2^53, so
 * that any program can read it. The total folds the games' signatures. A signature depends on
 * rules, list orders, generators and evaluations alone: a change that was meant to change none of
 * these leaves it unchanged, on every machine. */
#ifndef CLI_BENCH_WORK_H
#define CLI_BENCH_WORK_H

#include "pessoi/agent.h"

#include <stdatomic.h>

enum {
    BENCH_PERFT_NODES = 5000000,
    BENCH_PLAYOUTS = 10000,
    BENCH_PLIES_MAX = 1000, /* of a playout, where the variant has no cap */
    BENCH_POSITIONS = 16,
    BENCH_ITEMS_MAX = 128,
    BENCH_GAMES_MAX = 32,
    BENCH_NAME_MAX = 64
};

struct bench_item {
    char name[BENCH_NAME_MAX]; /* "boats/perft" */
    const char *unit;          /* "nodes/s" or "games/s" */
    double rate;
};

struct bench_signature {
    const char *game; /* borrowed from its rules */
    uint64_t signature;
};

struct bench {
    uint64_t signature; /* of the current game */
    struct bench_signature games[BENCH_GAMES_MAX];
    int game_count;
    struct bench_item items[BENCH_ITEMS_MAX];
    int item_count;
    const atomic_bool *stop; /* in */
};

/* Runs the work of one game. OK, STOPPED, NOMEM, or LIMIT after BENCH_GAMES_MAX games. */
PES_MUST_USE enum pes_err bench_game(struct bench *b, const struct pes_kit *kit);

/* Folds the signatures of all games into one. */
uint64_t bench_total(const struct bench *b);

#endif
