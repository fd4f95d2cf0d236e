/* A table for tests of review and coach: a game, a history and an adviser with a node limit. */
#ifndef PLAY_REVIEW_TESTING_H
#define PLAY_REVIEW_TESTING_H

#include "play/review.h"

#include "play/session_testing.h"

struct table {
    struct pes_game *game;
    struct pes_history *history;
    struct hint_asker asker;
};

/* `position` NULL: the unrolled start. */
static inline void table_open(struct table *t, const char *game, const char *variant,
                              const char *position, uint64_t nodes) {
    struct pes_note note = {0};
    *t = (struct table){.asker = {.limits = {.nodes = nodes}}};
    assert_int_equal(pes_game_open(pes_kit_find(game), variant, &t->game, &note), PES_ERR_OK);
    assert_int_equal(pes_history_new(t->game, &t->history), PES_ERR_OK);
    if (position != NULL)
        assert_int_equal(pes_history_start_text(t->history, position, NULL, &note), PES_ERR_OK);
    assert_int_equal(hint_adviser(t->game, 1, &t->asker.adviser), PES_ERR_OK);
}

static inline void table_close(struct table *t) {
    pes_agent_free(t->asker.adviser);
    pes_history_free(t->history);
    pes_game_close(t->game);
}

static inline pes_move table_move(const struct table *t, const char *text) {
    size_t used = 0;
    pes_move m = PES_MOVE_NONE;
    assert_int_equal(t->game->rules->move_parse(t->game, pes_history_state(t->history), text,
                                                strlen(text), &used, &m, NULL),
                     PES_ERR_OK);
    return m;
}

static inline struct review_move table_judge(const struct table *t, const char *move) {
    struct review_move judged;
    assert_int_equal(review_find(&t->asker, t->history, table_move(t, move), &judged), PES_ERR_OK);
    return judged;
}

#endif
