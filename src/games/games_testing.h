/* Helpers shared by the tests of all games: opening variants, parsing positions, playing moves. A
 * game's own <game>_testing.h adds what only its tests need. */
#ifndef GAMES_TESTING_H
#define GAMES_TESTING_H

#include "core/str.h"
#include "pessoi/kit.h"
#include "pessoi/view.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

/* A variant that must open. */
static inline struct pes_game *open_variant(const struct pes_kit *kit, const char *options) {
    struct pes_game *g = NULL;
    struct pes_note note = {0};
    if (pes_game_open(kit, options, &g, &note) != PES_ERR_OK)
        fail_msg("%s: %s", options, note.why[PES_LANG_EN]);
    return g;
}

/* Parses a valid position; "startpos" is the start without a roll. Returns its clock. */
static inline int read_position(const struct pes_game *g, const char *text,
                                struct pes_state_buf *s) {
    struct pes_note note = {0};
    int clock = 0;
    if (strcmp(text, "startpos") == 0)
        g->rules->init(g, PES_STATE(*s));
    else if (g->rules->state_parse(g, text, strlen(text), PES_STATE(*s), &clock, &note) !=
             PES_ERR_OK)
        fail_msg("%s: %s", text, note.why[PES_LANG_EN]);
    return clock;
}

/* A move that must be legal. */
static inline pes_move read_move(const struct pes_game *g, const struct pes_state *s,
                                 const char *text, size_t length) {
    struct pes_note note = {0};
    pes_move m = PES_MOVE_NONE;
    size_t used = 0;
    if (g->rules->move_parse(g, s, text, length, &used, &m, &note) != PES_ERR_OK)
        fail_msg("%.*s: %s", (int)length, text, note.why[PES_LANG_EN]);
    assert_int_equal(used, length);
    return m;
}

/* Plays moves separated by blanks, at most `plies`; returns their number. */
static inline int play_some(const struct pes_game *g, struct pes_state_buf *s, const char *moves,
                            int plies) {
    struct pes_undo_buf undo;
    int made = 0;
    while (*moves != '\0' && made < plies) {
        const size_t length = strcspn(moves, " ");
        pes_make(g, PES_STATE(*s), read_move(g, PES_STATE(*s), moves, length), undo.bytes);
        made++;
        moves += length + (moves[length] == ' ');
    }
    return made;
}

static inline int play_moves(const struct pes_game *g, struct pes_state_buf *s, const char *moves) {
    return play_some(g, s, moves, INT_MAX);
}

static inline void assert_position(const struct pes_game *g, const struct pes_state_buf *s,
                                   const char *text) {
    char found[PES_STATE_TEXT_MAX];
    g->rules->state_format(g, (const struct pes_state *)(const void *)s, 0, found);
    assert_string_equal(found, text);
}

/* Cells by label or number, "e3 e5 17"; returns how many. */
static inline int read_cells(const struct pes_game *g, const char *text,
                             int16_t out[PES_TOUCHES_MAX]) {
    struct pes_cell cells[PES_CELLS_MAX];
    const int count = g->kit->view->cells(g, cells);
    int n = 0;
    while (*text != '\0') {
        const size_t length = strcspn(text, " ");
        int cell = *text >= '0' && *text <= '9' ? (int)strtol(text, NULL, 10) : 0;
        while (
            *text > '9' && cell < count &&
            (strlen(cells[cell].label) != length || strncmp(cells[cell].label, text, length) != 0))
            cell++;
        assert_in_range(cell, 0, count - 1);
        assert_in_range(n, 0, PES_TOUCHES_MAX - 1);
        out[n++] = (int16_t)cell;
        text += length + (text[length] == ' ');
    }
    return n;
}

/* Touches of these cells give the text `move`, NULL: none; it is refused with a sentence that
 * contains `why`, NULL: it is legal. */
static inline void assert_touched(const struct pes_game *g, const struct pes_state_buf *s,
                                  const char *touches, const char *move, const char *why) {
    const struct pes_state *state = (const struct pes_state *)(const void *)s;
    int16_t cells[PES_TOUCHES_MAX];
    char text[PES_MOVE_TEXT_MAX] = "";
    struct pes_note note = {0};
    size_t used = 0;
    pes_move m;
    const int count = read_cells(g, touches, cells);
    assert_int_equal(g->kit->view->touched(g, state, cells, count, text), move != NULL);
    if (move == NULL)
        return;
    assert_string_equal(text, move);
    const enum pes_err err = g->rules->move_parse(g, state, text, strlen(text), &used, &m, &note);
    assert_int_equal(err == PES_ERR_OK, why == NULL);
    if (why != NULL && strstr(note.why[PES_LANG_EN], why) == NULL)
        fail_msg("%s: %s", text, note.why[PES_LANG_EN]);
}

/* A text and its expected result. */
struct bad_text {
    const char *text;
    enum pes_err err; /* PES_ERR_OK: it is read */
    int pos;
    const char *says; /* must be part of the English note */
};

/* Parses a position; checks the error in both languages, and without a note. */
static inline void check_position(const struct pes_game *g, const struct bad_text *bad) {
    struct pes_state_buf s;
    struct pes_note note = {0}, greek = {0};
    int clock = -1;
    const size_t length = strlen(bad->text);
    const enum pes_err err =
        g->rules->state_parse(g, bad->text, length, PES_STATE(s), &clock, &note);
    if (err != bad->err ||
        (err != PES_ERR_OK &&
         (note.pos != bad->pos || strstr(note.why[PES_LANG_EN], bad->says) == NULL)))
        fail_msg("'%s': error %d at %d: %s", bad->text, err, note.pos, note.why[PES_LANG_EN]);
    if (err == PES_ERR_OK)
        return;
    assert_int_equal(g->rules->state_parse(g, bad->text, length, PES_STATE(s), &clock, &greek),
                     err);
    assert_true(greek.why[PES_LANG_EL][0] != '\0');
    assert_true(strlen(greek.why[PES_LANG_EL]) <
                sizeof greek.why[PES_LANG_EL] - 1); /* nothing was cut off */
    assert_int_equal(g->rules->state_parse(g, bad->text, length, PES_STATE(s), &clock, NULL), err);
}

static inline void check_positions(const struct pes_game *g, const struct bad_text bad[],
                                   size_t count) {
    for (size_t i = 0; i < count; i++)
        check_position(g, &bad[i]);
}

/* The sentences of a move, joined by blanks. */
static inline void assert_told(const struct pes_game *g, const char *position, const char *move,
                               enum pes_lang lang, const char *golden) {
    const struct pes_view *view = g->kit->view;
    struct pes_state_buf s;
    struct pes_step steps[PES_STEPS_MAX];
    struct str told;
    str_init(&told);
    read_position(g, position, &s);
    const pes_move m = read_move(g, PES_STATE(s), move, strlen(move));
    const int n = view->trace(g, PES_STATE(s), m, steps);
    for (int i = 0; i < n; i++) {
        char sentence[PES_NOTE_MAX];
        if (view->say_step(g, PES_STATE(s), m, &steps[i], lang, sentence, sizeof sentence) > 0)
            str_addf(&told, told.length > 0 ? " %s" : "%s", sentence);
    }
    assert_string_equal(told.text, golden);
    str_release(&told);
}

/* Why a game ended, to First, to Second and to everybody else, joined by "; "; `move` ended it. */
static inline void assert_why(const struct pes_game *g, const char *position, const char *move,
                              enum pes_lang lang, const char *golden) {
    static const pes_player readers[] = {0, 1, -1};
    struct pes_state_buf s;
    struct pes_undo_buf undo;
    struct str told;
    str_init(&told);
    read_position(g, position, &s);
    pes_make(g, PES_STATE(s), read_move(g, PES_STATE(s), move, strlen(move)), undo.bytes);
    assert_true(pes_over(g, PES_STATE(s)));
    for (size_t i = 0; i < sizeof readers / sizeof readers[0]; i++) {
        char why[PES_NOTE_MAX];
        g->kit->view->say_why(g, PES_STATE(s), readers[i], lang, why, sizeof why);
        str_addf(&told, told.length > 0 ? "; %s" : "%s", why);
    }
    assert_string_equal(told.text, golden);
    str_release(&told);
}

#endif
