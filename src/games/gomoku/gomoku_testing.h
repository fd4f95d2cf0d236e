/* What the tests of Gomoku share: opening variants, reading positions and pictures, playing moves.
 */
#ifndef GOMOKU_TESTING_H
#define GOMOKU_TESTING_H

#include "games/gomoku/gomoku.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

/* A variant that must open. */
static inline struct pes_game *open_board(const char *options) {
    struct pes_game *g = NULL;
    struct pes_note note = {.lang = PES_LANG_EN};
    if (pes_game_open(&gomoku_kit, options, &g, &note) != PES_ERR_OK)
        fail_msg("%s: %s", options, note.why);
    return g;
}

/* A position that must be read; "startpos" is the start. */
static inline void read_position(const struct pes_game *g, const char *text,
                                 struct pes_state_buf *s) {
    struct pes_note note = {.lang = PES_LANG_EN};
    int clock = -1;
    if (strcmp(text, "startpos") == 0)
        g->rules->init(g, PES_STATE(*s));
    else if (g->rules->state_parse(g, text, strlen(text), PES_STATE(*s), &clock, &note) !=
             PES_ERR_OK)
        fail_msg("%s: %s", text, note.why);
}

/* A move that must be legal. */
static inline pes_move read_move(const struct pes_game *g, const struct pes_state *s,
                                 const char *text, size_t length) {
    struct pes_note note = {.lang = PES_LANG_EN};
    pes_move m = PES_MOVE_NONE;
    size_t used = 0;
    if (g->rules->move_parse(g, s, text, length, &used, &m, &note) != PES_ERR_OK)
        fail_msg("%.*s: %s", (int)length, text, note.why);
    assert_int_equal(used, length);
    return m;
}

/* Plays moves separated by blanks. */
static inline void play_moves(const struct pes_game *g, struct pes_state_buf *s,
                              const char *moves) {
    struct pes_undo_buf undo;
    while (*moves != '\0') {
        const size_t length = strcspn(moves, " ");
        pes_make(g, PES_STATE(*s), read_move(g, PES_STATE(*s), moves, length), undo.bytes);
        moves += length + (moves[length] == ' ');
    }
}

static inline void assert_position(const struct pes_game *g, const struct pes_state_buf *s,
                                   const char *text) {
    char found[PES_STATE_TEXT_MAX];
    g->rules->state_format(g, (const struct pes_state *)(const void *)s, 0, found);
    assert_string_equal(found, text);
}

static inline struct gomoku *stones_of(struct pes_state_buf *s) {
    return (struct gomoku *)(void *)s->bytes;
}

/* Puts stones down as in a picture, rows from the top, blanks ignored: X is Black, O is White, '?'
 * is empty and its point is returned (-1: there is none). Such a board need not be one that a game
 * could hold. */
static inline int read_picture(const struct pes_game *g, const char *picture,
                               struct pes_state_buf *s) {
    const struct gomoku_board *board = gomoku_board(g);
    int asked = -1, seen = 0;
    gomoku_reset(board, stones_of(s));
    for (const char *at = picture; *at != '\0'; at++) {
        if (*at == ' ' || *at == '\n')
            continue;
        assert_in_range(seen, 0, board->points - 1);
        const int point =
            gomoku_point_of(board, seen % board->size, board->size - 1 - seen / board->size);
        if (*at == 'X' || *at == 'O')
            gomoku_put(board, stones_of(s), point, *at == 'X' ? GOMOKU_BLACK : GOMOKU_WHITE);
        else if (*at == '?')
            asked = point;
        else
            assert_int_equal(*at, '.');
        seen++;
    }
    assert_int_equal(seen, board->points);
    return asked;
}

#endif
