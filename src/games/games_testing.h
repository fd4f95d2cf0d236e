/* What the tests of all games share: opening variants, reading positions, playing moves. A game's
 * own <game>_testing.h adds what only its tests need. */
#ifndef GAMES_TESTING_H
#define GAMES_TESTING_H

#include "pessoi/kit.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

/* A variant that must open. */
static inline struct pes_game *open_variant(const struct pes_kit *kit, const char *options) {
    struct pes_game *g = NULL;
    struct pes_note note = {.lang = PES_LANG_EN};
    if (pes_game_open(kit, options, &g, &note) != PES_ERR_OK)
        fail_msg("%s: %s", options, note.why);
    return g;
}

/* A position that must be read; "startpos" is the start without a roll. Returns its clock. */
static inline int read_position(const struct pes_game *g, const char *text,
                                struct pes_state_buf *s) {
    struct pes_note note = {.lang = PES_LANG_EN};
    int clock = 0;
    if (strcmp(text, "startpos") == 0)
        g->rules->init(g, PES_STATE(*s));
    else if (g->rules->state_parse(g, text, strlen(text), PES_STATE(*s), &clock, &note) !=
             PES_ERR_OK)
        fail_msg("%s: %s", text, note.why);
    return clock;
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

/* Plays moves separated by blanks, at most `plies` of them; returns how many. */
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

#endif
