/* Shared by the tests of the Monte Carlo tree search. */
#ifndef SEARCH_MCTS_TESTING_H
#define SEARCH_MCTS_TESTING_H

#include "search/mcts.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static inline struct pes_game *open_game(const struct pes_kit *kit, const char *options) {
    struct pes_game *g;
    assert_non_null(kit);
    assert_int_equal(pes_game_open(kit, options, &g, NULL), PES_ERR_OK);
    return g;
}

static inline struct pes_history *history_at(const struct pes_game *g, const char *position) {
    struct pes_history *h;
    struct pes_rng rng;
    pes_rng_init(&rng, 1);
    assert_int_equal(pes_history_new(g, &h), PES_ERR_OK);
    assert_int_equal(pes_history_start_text(h, position, &rng, NULL), PES_ERR_OK);
    return h;
}

static const struct pes_mcts_config plain = {.threads = 1, .memory_mb = 16};
static const struct pes_mcts_config with_rave = {.threads = 1, .memory_mb = 16, .rave = true};
static const struct pes_mcts_config with_two = {.threads = 2, .memory_mb = 16};
static const struct pes_limits no_limits = {.depth = 0};

static inline struct pes_mcts *new_search(const struct pes_game *g,
                                          const struct pes_mcts_config *config) {
    struct pes_mcts *search;
    assert_int_equal(pes_mcts_new(g, config, &search), PES_ERR_OK);
    pes_mcts_forget(search, 1);
    return search;
}

static inline void make(struct pes_history *h, pes_move m) {
    assert_int_equal(pes_history_make(h, m), PES_ERR_OK);
}

static const struct {
    const char *game, *options;
} games[] = {{"boats", "start=s0"},
             {"gomoku", "size=9"},
             {"abalone", ""},
             {"proximity", ""},
             {"crush", "limit=60"}};
enum { GAMES = sizeof games / sizeof games[0] };

static inline struct pes_history *begin_game(const struct pes_game *g) {
    struct pes_history *h = history_at(g, "startpos");
    struct pes_rng rng;
    pes_rng_init(&rng, 3);
    while (pes_turn(g, pes_history_state(h)) == PES_CHANCE)
        make(h, pes_draw(g, pes_history_state(h), &rng));
    return h;
}

#endif
