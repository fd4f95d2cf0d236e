/* Helpers of the tests of sessions, here and in cli: open a session, type moves, check the line. */
#ifndef PLAY_SESSION_TESTING_H
#define PLAY_SESSION_TESTING_H

#include "core/str.h"
#include "play/session.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A session at the start of a variant, with these players. */
static inline void open_session(struct session *s, const struct pes_kit *kit, const char *variant,
                                const char *first, const char *second, uint64_t seed) {
    struct pes_game *game = NULL;
    struct pes_history *history = NULL;
    struct pes_note note = {0};
    assert_int_equal(pes_game_open(kit, variant, &game, &note), PES_ERR_OK);
    assert_int_equal(pes_history_new(game, &history), PES_ERR_OK);
    session_init(s, game, history, seed);
    assert_int_equal(session_seat(s, 0, first, &note), PES_ERR_OK);
    assert_int_equal(session_seat(s, 1, second, &note), PES_ERR_OK);
    assert_int_equal(session_again(s, false, seed, &note), PES_ERR_OK);
}

static inline void open_boats(struct session *s, const char *first, const char *second) {
    const struct pes_kit *kit = pes_kit_find("boats");
    assert_non_null(kit);
    open_session(s, kit, "start=s0", first, second, 7);
}

/* Lets agents and chance move until a person is to move. */
static inline void answer_all(struct session *s) {
    while (session_turn(s) != PES_TERMINAL && !session_is_person(s, session_turn(s))) {
        struct pes_answer answer = {.move = PES_MOVE_NONE};
        if (session_turn(s) == PES_CHANCE) {
            assert_int_equal(session_make(s, session_roll(s)), PES_ERR_OK);
            continue;
        }
        assert_int_equal(session_think(s, &answer), PES_ERR_OK);
        assert_int_equal(session_make(s, answer.move), PES_ERR_OK);
    }
}

/* Makes a person's move, and then those of agents and chance until a person is to move. */
static inline void type(struct session *s, const char *text) {
    pes_move m;
    struct pes_note note = {0};
    assert_int_equal(session_read_move(s, text, strlen(text), true, &m, &note), PES_ERR_OK);
    assert_int_equal(session_make(s, m), PES_ERR_OK);
    answer_all(s);
}

/* The moves so far, one word each. */
static inline void assert_line(const struct session *s, const char *moves) {
    struct pes_state_buf at;
    struct pes_undo_buf undo;
    struct str line;
    str_init(&line);
    pes_copy(s->game, PES_STATE(at), pes_history_first(s->history));
    for (int i = 0; i < pes_history_count(s->history); i++) {
        char text[PES_MOVE_TEXT_MAX];
        const pes_move m = pes_history_move(s->history, i);
        s->game->rules->move_format(s->game, PES_STATE(at), m, text);
        str_addf(&line, "%s%s", i > 0 ? " " : "", text);
        pes_make(s->game, PES_STATE(at), m, undo.bytes);
    }
    assert_string_equal(line.text, moves);
    str_release(&line);
}

#endif
