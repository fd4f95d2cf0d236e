/* Renju, difficult cases: forbidden points that depend on other forbidden points, two fours in one
 * line, edges.
 *
 * The boards of 15 by 15 points are published test positions for renju programs, with their
 * solutions. The solutions of the others follow from the definitions. */
#include "games/gomoku/gomoku_drawn_testing.h"

static const struct drawn drawings[] = {
    {"a four does not excuse two threes",
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . X . X . . ."
     ". . . . . X X . . . ."
     ". . X X X ? . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . .",
     GOMOKU_DOUBLE_THREE},
    {"four stones that only eight would complete are no four",
     ". . . . . . . . . . ."
     ". . . . . X . . . . ."
     ". . . . . X . . . . ."
     ". . . . . X . . . . ."
     ". O X X X ? . X X X ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . .",
     GOMOKU_ALLOWED},
    {"they are one where the other end makes five",
     ". . . . . . . . . . ."
     ". . . . . X . . . . ."
     ". . . . . X . . . . ."
     ". . . . . X . . . . ."
     ". . X X X ? . X X X ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . .",
     GOMOKU_DOUBLE_FOUR},
    {"two fours in one line, the stone not in the middle",
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . X . X X ? . X . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . .",
     GOMOKU_DOUBLE_FOUR},
    {"two fours in one line that White stops at both ends",
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     "O X X . ? X . X X O ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . .",
     GOMOKU_DOUBLE_FOUR},
    {"two fours in one line along the edge, from the corner",
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     "X . X ? X . X . . . .",
     GOMOKU_DOUBLE_FOUR},
    {"the stone is in one of the two fours of its line",
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . X . X X X . ? . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . .",
     GOMOKU_ALLOWED},
    {"five beats a double four",
     ". . . . . . . . . . ."
     ". . . . . X . . . . ."
     ". . . . . X . X . . ."
     ". . . . . X X . . . ."
     ". X X X X ? . . . . ."
     ". . . . X . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . .",
     GOMOKU_ALLOWED},
    {"every second point: one more does not make four side by side",
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . X . . . . ."
     ". . . . . X . . . . ."
     ". . . X . ? . X . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . .",
     GOMOKU_ALLOWED},
    {"a far stone makes six of the only straight four",
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . X . . . . ."
     ". . . . . X . . . . ."
     "X . . X X ? . O . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . .",
     GOMOKU_ALLOWED},
    {"without White there is another straight four",
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . X . . . . ."
     ". . . . . X . . . . ."
     "X . . X X ? . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . .",
     GOMOKU_DOUBLE_THREE},
    {"far stones on both sides",
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . X . . . . ."
     ". . . . . X . . . . ."
     "X . . X X ? . . X . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . .",
     GOMOKU_ALLOWED},
    {"of two straight fours one is forbidden: the three is real",
     ". . . . . . . . . . ."
     ". . . . . X . . . . ."
     ". . . . X X . . . . ."
     ". . . . X X . . . . ."
     ". . X X ? . . . . . ."
     ". . . . . X . . . . ."
     ". . . . . X . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . .",
     GOMOKU_DOUBLE_THREE},
    {"two of three threes are real",
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . X . X . . ."
     ". . . . . X X . . . ."
     ". . O X X ? . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . .",
     GOMOKU_DOUBLE_THREE},
    {"one of three threes is real",
     ". . . . . . . . . . ."
     ". . . . . O . . . . ."
     ". . . . . X . X . . ."
     ". . . . . X X . . . ."
     ". . O X X ? . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . .",
     GOMOKU_ALLOWED},
    {"one point to the edge is room enough",
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . X . . . . . . ."
     ". . . X . . . . . . ."
     ". X X ? . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . .",
     GOMOKU_DOUBLE_THREE},
    {"but not with a stone beyond the other end",
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . X . . . . . . ."
     ". . . X . . . . . . ."
     ". X X ? . . X . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . .",
     GOMOKU_ALLOWED},
    {"a diagonal of six points has room for a straight four",
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". X . X . . . . . . ."
     ". . X X . . . . . . ."
     ". . . ? . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . .",
     GOMOKU_DOUBLE_THREE},
    {"a diagonal of five points has none",
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". X . X . . . . . . ."
     ". . X X . . . . . . ."
     ". . . ? . . . . . . ."
     ". . . . . . . . . . .",
     GOMOKU_ALLOWED},
    {"but it has room for a four",
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     "X . . X . . . . . . ."
     ". X . X . . . . . . ."
     ". . X X . . . . . . ."
     ". . . ? . . . . . . ."
     ". . . . . . . . . . .",
     GOMOKU_DOUBLE_FOUR},
    {"the straight four makes a double three of which both are real",
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . X . . X . . ."
     ". . . . X . X . . . ."
     "O . X X ? . . . . . ."
     ". . . . . X . . . . ."
     ". . . . . X . . . . ."
     ". . . . . . . . . . ."
     ". . . . . O . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . .",
     GOMOKU_ALLOWED},
    {"one of them is not: its own straight four would be six in a row",
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . X . . X . . ."
     ". . . . X . X X X X ."
     "O . X X ? . . . . . ."
     ". . . . . X . . . . ."
     ". . . . . X . . . . ."
     ". . . . . . . . . . ."
     ". . . . . O . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . .",
     GOMOKU_DOUBLE_THREE},
    {"a long chain of threes that a white stone far away ends",
     ". . . . . . . . . . . . . . ."
     ". . . . . . . . . . . . . . ."
     ". . . . . . . . . . . . . . ."
     ". . . . . . . . . . . . . . ."
     ". . . . . . . . . . . . . . ."
     ". . . . . . . . . . . . . . ."
     ". . . . . . . . O . . . . . ."
     ". . . . . . . X ? X . . X . ."
     ". . . . . X X . . X . . . . ."
     "O . X X . . . . . . X . . . ."
     ". . . X X O X . . . . . . . ."
     ". . . . X . . . . . . . . . ."
     ". . . . . . . . . . . . . . ."
     ". . . . . . . . . . . . . . ."
     ". . . . . . . . . . . . . . .",
     GOMOKU_ALLOWED},
    {"the same chain without the white stone",
     ". . . . . . . . . . . . . . ."
     ". . . . . . . . . . . . . . ."
     ". . . . . . . . . . . . . . ."
     ". . . . . . . . . . . . . . ."
     ". . . . . . . . . . . . . . ."
     ". . . . . . . . . . . . . . ."
     ". . . . . . . . O . . . . . ."
     ". . . . . . . X ? X . . X . ."
     ". . . . . X X . . X . . . . ."
     ". . X X . . . . . . X . . . ."
     ". . . X X O X . . . . . . . ."
     ". . . . X . . . . . . . . . ."
     ". . . . . . . . . . . . . . ."
     ". . . . . . . . . . . . . . ."
     ". . . . . . . . . . . . . . .",
     GOMOKU_DOUBLE_THREE},
    {"inside a ring of eight stones",
     ". . . . . . . . . . . . . . ."
     ". . . . . . . . . . . . . . ."
     ". . . . . . . . . . . . . . ."
     ". . . . . . . . . . . . . . ."
     ". . . . . . . . . . . . . . ."
     ". . . . . . . X X . . . . . ."
     ". . . . . . X ? . X . . . . ."
     ". . . . . . X . . X . . . . ."
     ". . . . . . . X X . . . . . ."
     ". . . . . . . . . . . . . . ."
     ". . . . . . . . . . . . . . ."
     ". . . . . . . . . . . . . . ."
     ". . . . . . . . . . . . . . ."
     ". . . . . . . . . . . . . . ."
     ". . . . . . . . . . . . . . .",
     GOMOKU_ALLOWED},
};

static void drawn_boards(void **unused) {
    (void)unused;
    check_drawings(drawings, sizeof drawings / sizeof drawings[0]);
}

/* Whole boards: 3, 4 and 6 are the points where Black may not make a double three, a double four
 * and an overline; all other points are allowed. */
static const struct {
    const char *what, *picture;
} wholes[] = {
    {"fours in one line, with and without a stone too many", ". . . . . . . . . . . . . . ."
                                                             ". . . . X . X 4 X . X . . . ."
                                                             ". . . . . . . . . . . . . . ."
                                                             ". . . . O O O O O O O . . . ."
                                                             ". . . . . . . . . . . . . . ."
                                                             ". . . . X . 4 X X . X . . . ."
                                                             ". . . . . . . . . . . . . . ."
                                                             ". . . . O O O O O O O . . . ."
                                                             ". . . . . . . . . . . . . . ."
                                                             ". . . X X . 4 X . X X . . . ."
                                                             ". . . . . . . . . . . . . . ."
                                                             ". . . . O O O O O O O . . . ."
                                                             ". . . . . . . . . . . . . . ."
                                                             ". X . X X . . X X . X . X . ."
                                                             ". . . . . . . . . . . . . . ."},
    {"points that only look forbidden", ". . . . . . . . . . . . . . ."
                                        ". . . . . . . . . . . . . . ."
                                        ". . . . . . . . . . . . . . ."
                                        ". . . . . . . . . . . . . . ."
                                        ". . . . . . . . . . . . . . ."
                                        ". . . . . O X . . . . . . . ."
                                        ". . . . . . X O O . . . . . ."
                                        ". . . . O . . X X . . . . . ."
                                        ". . . . . . . O O X . . . . ."
                                        ". . . . . . . . . X . . . . ."
                                        ". . . . . . . . . X . . . . ."
                                        ". . . . . . . . . O . . . . ."
                                        ". . . . . . . . . . . . . . ."
                                        ". . . . . . . . . . . . . . ."
                                        ". . . . . . . . . . . . . . ."},
    {"one answer hangs on another", ". . . . . . . . . . . . . . ."
                                    ". . . . . . . . . . . . . . ."
                                    ". . . . . . . . . . . . . . ."
                                    ". . . . . . . . . . . . . . ."
                                    ". . . . . . . . O . . O . . ."
                                    ". . . . . O . X . . X . . . ."
                                    ". . . . . . X X O X O . . . ."
                                    ". . . . . . 3 X X . . . . . ."
                                    ". . . . . X X O O . . . . . ."
                                    ". . . . . . . . . X . . . . ."
                                    ". . . . . . . . . X O . . . ."
                                    ". . . . . . . . . O . . . . ."
                                    ". . . . . . . . . . . . . . ."
                                    ". . . . . . . . . . . . . . ."
                                    ". . . . . . . . . . . . . . ."},
    {"answers hang on answers in several chains", ". . . . . . . . . . . . . . ."
                                                  ". . . . . . . . O . . . . . ."
                                                  ". . . . . . O . . . . . . . ."
                                                  ". . . . . . X X . . . . . . ."
                                                  ". . . . . . . O X . O . . . ."
                                                  ". . . . . O . O X . . . . . ."
                                                  ". . . . . . X . 3 X . . . . ."
                                                  ". . . X . . O X . . . . . . ."
                                                  ". . . . . . X O . . . . . . ."
                                                  ". . . . . 3 X 3 X . . . . . ."
                                                  ". . . . . . X . 3 X . . . . ."
                                                  ". . . . . . O . . X . . . . ."
                                                  ". . . . X O X . . O . . . . ."
                                                  ". . . . . X . . . . . . . . ."
                                                  ". . . . . . . . . . . . . . ."},
    {"answers all around", ". . . . . . . . . . . . . . ."
                           ". . . . . . . . . . . . . . ."
                           ". . . . . . . . . . . . . . ."
                           ". . . . . . . . . . . . . . ."
                           ". . . . . . . O O . . . . . ."
                           ". . . . . . 3 X X 3 . . . . ."
                           ". . . . . O X X X X O . . . ."
                           ". . . . . O X X X X O . . . ."
                           ". . . . . . 3 X X 3 . . . . ."
                           ". . . . . . . O O . . . . . ."
                           ". . . . . . . . . . . . . . ."
                           ". . . . . . . . . . . . . . ."
                           ". . . . . . . . . . . . . . ."
                           ". . . . . . . . . . . . . . ."
                           ". . . . . . . . . . . . . . ."},
};

static enum gomoku_ban ban_of(char symbol) {
    switch (symbol) {
    case '3':
        return GOMOKU_DOUBLE_THREE;
    case '4':
        return GOMOKU_DOUBLE_FOUR;
    case '6':
        return GOMOKU_OVERLINE;
    default:
        return GOMOKU_ALLOWED;
    }
}

static void check_whole(const char *what, const struct drawn_symbols *marked) {
    struct drawn_symbols stones = *marked;
    for (char *at = stones.at; *at != '\0'; at++)
        if (ban_of(*at) != GOMOKU_ALLOWED)
            *at = '.';
    struct pes_game *g = drawn_open(stones.size);
    const struct gomoku_board *board = gomoku_board(g);
    struct pes_state_buf s;
    struct plain p;
    read_picture(g, stones.at, &s);
    plain_copy(&p, g, PES_STATE(s));
    for (int point = 0; point < board->points; point++) {
        const int x = point / board->size, y = point % board->size;
        const enum gomoku_ban answer = ban_of(marked->at[(board->size - 1 - y) * board->size + x]);
        if (!gomoku_empty(stones_of(&s), point))
            continue;
        if (gomoku_ban(board, stones_of(&s), point) != answer ||
            plain_banned(&p, x, y) != (answer != GOMOKU_ALLOWED))
            fail_msg("%s: (%d, %d)", what, x, y);
    }
    pes_game_close(g);
}

static void whole_boards(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof wholes / sizeof wholes[0]; i++) {
        const struct drawn_symbols symbols = drawn_read(wholes[i].picture);
        for (int turn = 0; turn < 8; turn++) {
            const struct drawn_symbols turned = drawn_turn(&symbols, turn);
            check_whole(wholes[i].what, &turned);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drawn_boards),
        cmocka_unit_test(whole_boards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
