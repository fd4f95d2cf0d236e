/* What the tests of `play` share: sessions, moves that are typed, a folder to write in. */
#ifndef CLI_PLAY_TESTING_H
#define CLI_PLAY_TESTING_H

#include "arena/session.h"
#include "cli/play_save.h"
#include "cli/play_screen.h"
#include "core/file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* A session at the start of a variant, with these players. */
static inline void open_session(struct session *s, const struct pes_kit *kit, const char *variant,
                                const char *first, const char *second, uint64_t seed) {
    struct pes_game *game = NULL;
    struct pes_history *history = NULL;
    struct pes_note note = {.lang = PES_LANG_EN};
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

/* Types a move and lets agents and chance answer until a person is to move. */
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

static inline void type(struct session *s, const char *text) {
    pes_move m;
    struct pes_note note = {.lang = PES_LANG_EN};
    assert_int_equal(session_read_move(s, text, strlen(text), true, &m, &note), PES_ERR_OK);
    assert_int_equal(session_make(s, m), PES_ERR_OK);
    answer_all(s);
}

static inline void assert_line(const struct session *s, const char *moves) {
    struct str line;
    str_init(&line);
    screen_line(s, 0, &line);
    assert_string_equal(line.text, moves);
    str_release(&line);
}

/* Each test that writes has a folder of its own, which is also the state folder. */
static inline int make_folder(void **state) {
    (void)state;
    char folder[] = "/tmp/pessoi-play-test-XXXXXX";
    return mkdtemp(folder) != NULL && setenv("XDG_STATE_HOME", folder, 1) == 0 ? 0 : -1;
}

static inline const char *in_folder(const char *name, char out[PLAY_PATH_MAX]) {
    snprintf(out, PLAY_PATH_MAX, "%s/%s", getenv("XDG_STATE_HOME"), name);
    return out;
}

static inline int remove_folder(void **state) {
    (void)state;
    static const char *const names[] = {"pessoi/play-boats.pes", "pessoi/play-boats.previous.pes",
                                        "game.pes", "other.pes", "pessoi"};
    char path[PLAY_PATH_MAX];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        (void)remove(in_folder(names[i], path));
    return rmdir(getenv("XDG_STATE_HOME"));
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

static inline void write_text(const char *path, const char *text, size_t length) {
    struct pes_note note = {.lang = PES_LANG_EN};
    assert_int_equal(file_write(path, text, length, &note), PES_ERR_OK);
}

static inline void read_text(const char *path, struct str *out) {
    struct pes_note note = {.lang = PES_LANG_EN};
    str_init(out);
    assert_int_equal(file_read(path, 1 << 20, out, &note), PES_ERR_OK);
}

#endif
