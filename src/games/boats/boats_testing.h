/* What the tests of Boats on the lake share: opening variants, reading positions, playing moves. */
#ifndef BOATS_TESTING_H
#define BOATS_TESTING_H

#include "games/boats/boats.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

/* A variant that must open. */
static inline struct pes_game *open_lake(const char *options) {
    struct pes_game *g = NULL;
    struct pes_note note = {.lang = PES_LANG_EN};
    if (pes_game_open(&boats_kit, options, &g, &note) != PES_ERR_OK)
        fail_msg("%s: %s", options, note.why);
    return g;
}

/* A position that must be read; "startpos" is the start without a roll. */
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

/* Plays moves separated by blanks, at most `plies` of them; returns how many. */
static inline int play_moves(const struct pes_game *g, struct pes_state_buf *s, const char *moves,
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

static inline void assert_position(const struct pes_game *g, const struct pes_state_buf *s,
                                   const char *text) {
    char found[PES_STATE_TEXT_MAX];
    g->rules->state_format(g, (const struct pes_state *)(const void *)s, 0, found);
    assert_string_equal(found, text);
}

/* Every variant worth visiting: all sizes of lakes, all starts, both rules. Returns false after the
 * last one. */
static inline bool variant_at(int i, char out[PES_OPTIONS_TEXT_MAX]) {
    static const char *const starts[] = {"base", "s0", "s1", "s2", "s3", "random"};
    enum { STARTS = 6, COLUMNS = 8, LEVELS = 3, SIZES = COLUMNS * LEVELS };
    const char *rule = i % 2 == 0 ? "free" : "ko";
    const int which = i / 2;
    if (which < STARTS)
        snprintf(out, PES_OPTIONS_TEXT_MAX, "start=%s,rule=%s", starts[which], rule);
    else
        snprintf(out, PES_OPTIONS_TEXT_MAX, "start=base,rule=%s,columns=%d,levels=%d", rule,
                 3 + (which - STARTS) / LEVELS, 2 + (which - STARTS) % LEVELS);
    return which < STARTS + SIZES;
}

#endif
