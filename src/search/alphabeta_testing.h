/* Shared by the tests of the alpha-beta search: positions to search, and a plain minimax, written
 * from the definition alone, to compare with. */
#ifndef SEARCH_ALPHABETA_TESTING_H
#define SEARCH_ALPHABETA_TESTING_H

#include "pessoi/hash.h"
#include "search/evaluator.h"
#include "search/score.h"

#include "pessoi/search.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

/* A pseudo-random evaluation: any two positions have different values, so that every error shows.
 * Its accumulator is the position's hash. */
static inline size_t noise_size(const struct pes_game *g) {
    (void)g;
    return 64;
}
static inline void noise_refresh(const struct pes_game *g, const struct pes_state *s,
                                 void *accumulator) {
    memset(accumulator, 0, 64);
    *(uint64_t *)accumulator = pes_hash(g, s);
}
static inline void noise_push(const struct pes_game *g, const struct pes_state *before, pes_move m,
                              const void *accumulator, void *next) {
    struct pes_state_buf after;
    struct pes_undo_buf undo;
    assert_true(*(const uint64_t *)accumulator == pes_hash(g, before));
    pes_copy(g, PES_STATE(after), before);
    pes_make(g, PES_STATE(after), m, undo.bytes);
    noise_refresh(g, PES_STATE(after), next);
}
static inline int32_t noise_value(const struct pes_game *g, const struct pes_state *s,
                                  const void *accumulator) {
    (void)g;
    (void)s;
    return (int32_t)(pes_hash_mix(*(const uint64_t *)accumulator) % 2001) - 1000;
}
static const struct pes_eval noise = {.abi = PES_ABI,
                                      .name = "noise",
                                      .accumulator_size = noise_size,
                                      .refresh = noise_refresh,
                                      .push = noise_push,
                                      .value = noise_value};
static const struct pes_eval *const noises[] = {&noise, NULL};

/* A game with its own kit, or with its rules and the pseudo-random evaluation only. */
struct table_game {
    struct pes_kit kit;
    struct pes_game *g;
};

static inline void open_game(struct table_game *t, const char *name, const char *options,
                             bool noisy) {
    const struct pes_kit *kit = pes_kit_find(name);
    assert_non_null(kit);
    t->kit = noisy ? (struct pes_kit){.abi = PES_ABI, .rules = kit->rules, .evals = noises} : *kit;
    assert_int_equal(pes_game_open(&t->kit, options, &t->g, NULL), PES_ERR_OK);
}

static inline struct pes_alphabeta *new_search(const struct pes_game *g, int threads, int table_mb,
                                               bool selective) {
    struct pes_alphabeta *search;
    const struct pes_alphabeta_config config = {
        .threads = threads, .table_mb = table_mb, .selective = selective};
    assert_int_equal(pes_alphabeta_new(g, &config, &search), PES_ERR_OK);
    return search;
}

/* A random game of at most `plies` moves that has not ended. */
static inline void play_random(struct pes_history *h, struct pes_rng *rng, int plies) {
    const struct pes_game *g = pes_history_game(h);
    struct pes_state_buf start;
    pes_start(g, rng, PES_STATE(start));
    pes_history_start(h, PES_STATE(start), 0);
    for (int i = 0; i < plies && pes_history_end(h) == PES_END_NONE; i++)
        assert_int_equal(pes_history_make(h, pes_draw(g, pes_history_state(h), rng)), PES_ERR_OK);
    while (pes_history_end(h) != PES_END_NONE)
        assert_true(pes_history_unmake(h));
}

/* The principal variation of an answer is legal. */
static inline void assert_line(const struct pes_history *h, const struct pes_answer *answer) {
    const struct pes_game *g = pes_history_game(h);
    struct pes_state_buf at;
    struct pes_undo_buf undo;
    pes_copy(g, PES_STATE(at), pes_history_state(h));
    assert_true(answer->line_count >= 1);
    assert_int_equal(answer->line[0], answer->move);
    for (int i = 0; i < answer->line_count; i++) {
        assert_true(pes_legal(g, PES_STATE(at), answer->line[i]));
        pes_make(g, PES_STATE(at), answer->line[i], undo.bytes);
    }
}

/* One random move more, unless it would end the game. */
static inline void play_on(struct pes_history *h, struct pes_rng *rng) {
    const struct pes_game *g = pes_history_game(h);
    assert_int_equal(pes_history_make(h, pes_draw(g, pes_history_state(h), rng)), PES_ERR_OK);
    if (pes_history_end(h) != PES_END_NONE)
        assert_true(pes_history_unmake(h));
}

/* The definition: the value of the history's position to `view`, searched `depth` plies deep. The
 * game ends as the history says; other leaves have the value of their evaluation. */
struct naive {
    struct evaluator evaluator;
    struct pes_history *h;
    pes_player view;
    int root_plies;
    uint64_t repetitions; /* number of ends by repetition */
    uint64_t caps;
};

static inline int32_t naive_leaf(const struct naive *n) {
    const struct pes_game *g = pes_history_game(n->h);
    alignas(64) unsigned char accumulator[PES_ACCUMULATOR_MAX];
    evaluator_refresh(&n->evaluator, g, pes_history_state(n->h), accumulator);
    const int32_t value = evaluator_value(&n->evaluator, g, pes_history_state(n->h), accumulator);
    return n->view == 0 ? value : -value;
}

static inline int32_t naive_value(struct naive *n, int depth) {
    const struct pes_game *g = pes_history_game(n->h);
    const struct pes_state *s = pes_history_state(n->h);
    const enum pes_end end = pes_history_end(n->h);
    if (end != PES_END_NONE) {
        int32_t payoff[PES_PLAYERS_MAX];
        n->repetitions += end == PES_END_REPETITION;
        n->caps += end == PES_END_PLIES;
        pes_settle(g, s, end, payoff);
        return score_end(payoff[n->view] - payoff[1 - n->view],
                         pes_history_plies(n->h) - n->root_plies);
    }
    if (depth == 0)
        return naive_leaf(n);
    pes_move list[PES_MOVES_MAX];
    const int count = pes_moves(g, s, list);
    const bool own = pes_turn(g, s) == n->view;
    int32_t best = own ? -SCORE_MAX : SCORE_MAX;
    for (int i = 0; i < count; i++) {
        assert_int_equal(pes_history_make(n->h, list[i]), PES_ERR_OK);
        const int32_t value = naive_value(n, depth - 1);
        assert_true(pes_history_unmake(n->h));
        if (own ? value > best : value < best)
            best = value;
    }
    return best;
}

static inline struct naive naive_at(struct pes_history *h) {
    struct naive n = {.h = h,
                      .view = pes_turn(pes_history_game(h), pes_history_state(h)),
                      .root_plies = pes_history_plies(h)};
    evaluator_init(&n.evaluator, pes_history_game(h), NULL);
    return n;
}

#endif
