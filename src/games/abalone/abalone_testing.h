/* What the tests of Abalone share: opening variants, reading positions, playing moves. */
#ifndef ABALONE_TESTING_H
#define ABALONE_TESTING_H

#include "games/abalone/abalone.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static const char *const all_starts[] = {
    "belgian",      "standard", "german",  "dutch",  "swiss",    "domination",   "face-to-face",
    "infiltration", "the-wall", "pyramid", "snakes", "fujiyama", "alien-attack",
};
enum { STARTS = sizeof all_starts / sizeof all_starts[0] };

/* A variant that must open. */
static inline struct pes_game *open_table(const char *options) {
    struct pes_game *g = NULL;
    struct pes_note note = {.lang = PES_LANG_EN};
    if (pes_game_open(&abalone_kit, options, &g, &note) != PES_ERR_OK)
        fail_msg("%s: %s", options, note.why);
    return g;
}

static inline struct pes_game *open_start(const char *start) {
    char options[PES_OPTIONS_TEXT_MAX];
    snprintf(options, sizeof options, "start=%s", start);
    return open_table(options);
}

/* A position that must be read; returns its clock. */
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

/* A position with marbles in row e alone, written as its nine cells; Black is to move. */
static inline void read_row_e(const struct pes_game *g, const char *row, struct pes_state_buf *s) {
    char text[PES_STATE_TEXT_MAX];
    snprintf(text, sizeof text, "5/6/7/8/%s/8/7/6/5 b 0 0 0", row);
    read_position(g, text, s);
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

/* Plays moves separated by blanks; returns how many. */
static inline int play_moves(const struct pes_game *g, struct pes_state_buf *s, const char *moves) {
    struct pes_undo_buf undo;
    int made = 0;
    while (*moves != '\0') {
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

/* A position with marbles anywhere, Black's and White's each `least` to 14: closer to real fights
 * than what random games come to. */
static inline void scatter(struct pes_rng *rng, int least, int eject, struct pes_state_buf *out) {
    struct abalone s = {.mover = (uint8_t)pes_rng_below(rng, 2)};
    for (int player = ABALONE_BLACK; player <= ABALONE_WHITE; player++) {
        const uint32_t spread = (uint32_t)(ABALONE_MARBLES - least + 1);
        int left = least + (int)pes_rng_below(rng, spread);
        const int lost = ABALONE_MARBLES - left;
        s.lost[player] = (uint8_t)(lost < eject ? lost : eject - 1);
        while (left > 0) {
            const uint64_t bit = UINT64_C(1) << pes_rng_below(rng, ABALONE_CELLS);
            if (((s.marbles[0] | s.marbles[1]) & bit) != 0)
                continue;
            s.marbles[player] |= bit;
            left--;
        }
    }
    memcpy(out->bytes, &s, sizeof s);
}

#endif
