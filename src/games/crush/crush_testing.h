/* Helpers shared by the tests of Crush: the boards of the golden values. */
#ifndef CRUSH_TESTING_H
#define CRUSH_TESTING_H

#include "games/crush/crush.h"
#include "games/games_testing.h"

static inline struct pes_game *open_crush(const char *options) {
    return open_variant(&crush_kit, options);
}

/* A tile that differs from the pattern. */
struct change {
    int x, y, colour;
};

/* Pattern L, (x + 2y) mod 7 in every row, with some tiles changed. It has no run and no move. */
static inline void set_pattern(const struct pes_game *g, struct pes_state_buf *s,
                               const struct change changes[], int count) {
    const struct crush_board *board = crush_board(g);
    struct crush *to = crush_to(PES_STATE(*s));
    memset(s, 0, g->state_size);
    for (int x = 0; x < board->columns; x++)
        for (int y = 0; y < board->height; y++)
            crush_put(board, to, x, y, (x + 2 * y) % 7);
    for (int i = 0; i < count; i++)
        crush_put(board, to, changes[i].x, changes[i].y, changes[i].colour);
}

/* The golden boards: 0 is the pattern itself, then T1, T2 and T4. */
static inline void set_golden(const struct pes_game *g, struct pes_state_buf *s, int number) {
    static const struct change t1[] = {{3, 0, 0}, {4, 0, 0}, {5, 1, 0}, {5, 0, 3}};
    static const struct change t2[] = {{2, 0, 5}, {3, 0, 1}, {4, 0, 5}, {5, 0, 5}};
    static const struct change t4[] = {{2, 0, 5}, {3, 0, 5}, {5, 0, 5},
                                       {6, 0, 5}, {4, 1, 5}, {4, 0, 1}};
    set_pattern(g, s,
                number == 1   ? t1
                : number == 2 ? t2
                              : t4,
                number == 0   ? 0
                : number == 4 ? 6
                              : 4);
}

/* The legal moves as one line. */
static inline void list_moves(const struct pes_game *g, const struct pes_state *s, char *out,
                              size_t cap) {
    pes_move list[PES_MOVES_MAX];
    const int n = pes_moves(g, s, list);
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; i < n; i++) {
        char text[PES_MOVE_TEXT_MAX];
        crush_move_format(g, s, list[i], text);
        used += (size_t)snprintf(out + used, cap - used, "%s%s", i > 0 ? " " : "", text);
        assert_true(used < cap);
    }
}

/* Plays tokens that may hold several outcomes: "e2d #35162 #?". */
static inline void play_tokens(const struct pes_game *g, struct pes_state_buf *s,
                               const char *tokens) {
    struct pes_undo_buf undo;
    struct pes_note note = {0};
    for (size_t used; *tokens != '\0'; tokens += used) {
        pes_move m = PES_MOVE_NONE;
        used = 1;
        if (*tokens == ' ')
            continue;
        if (crush_move_parse(g, PES_STATE(*s), tokens, strcspn(tokens, " "), &used, &m, &note) !=
            PES_ERR_OK)
            fail_msg("%s: %s", tokens, note.why[PES_LANG_EN]);
        pes_make(g, PES_STATE(*s), m, undo.bytes);
    }
}

#endif
