/* Renju: drawn boards, each with the expected verdict for the point '?'; and the rules against the
 * oracle, which follows the definitions literally. */
#include "games/gomoku/gomoku_drawn_testing.h"

static const struct drawn drawings[] = {
    {"two open threes cross",
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . X . . . . ."
     ". . . . . X . . . . ."
     ". . . X X ? . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . .",
     GOMOKU_DOUBLE_THREE},
    {"threes with holes count",
     ". . . . . . . . . . ."
     ". . . . . X . . . . ."
     ". . . . . . . . . . ."
     ". . . . . X . . . . ."
     ". . X . X ? . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . .",
     GOMOKU_DOUBLE_THREE},
    {"three threes are a double three too",
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . X . X . . ."
     ". . . . . X X . . . ."
     ". . . X X ? . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . .",
     GOMOKU_DOUBLE_THREE},
    {"a row that White stops at one end is no three",
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . X . . . . ."
     ". . . . . X . . . . ."
     ". . O X X ? . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . .",
     GOMOKU_ALLOWED},
    {"room for one more on either side is not enough",
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . X . . . . ."
     ". . . . . X . . . . ."
     ". O . X X ? . O . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . .",
     GOMOKU_ALLOWED},
    {"the edge stops a row as White does",
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . X . . . . . . . ."
     ". . X . . . . . . . ."
     "X X ? . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . .",
     GOMOKU_ALLOWED},
    {"a four and a three are allowed",
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . X . . . . ."
     ". . . . . X . . . . ."
     ". . X X X ? . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . .",
     GOMOKU_ALLOWED},
    {"a straight four is one four",
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . X X X ? . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . .",
     GOMOKU_ALLOWED},
    {"two fours cross, both stopped at one end",
     ". . . . . O . . . . ."
     ". . . . . X . . . . ."
     ". . . . . X . . . . ."
     ". . . . . X . . . . ."
     ". O X X X ? . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . .",
     GOMOKU_DOUBLE_FOUR},
    {"a row of four stopped at both ends is no four",
     ". . . . . O . . . . ."
     ". . . . . X . . . . ."
     ". . . . . X . . . . ."
     ". . . . . X . . . . ."
     ". O X X X ? O . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . .",
     GOMOKU_ALLOWED},
    {"two fours in one line: X . X X X . X",
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . X . X ? X . X . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . .",
     GOMOKU_DOUBLE_FOUR},
    {"two fours in one line: X X . X X . X X",
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . X X . ? X . X X ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . .",
     GOMOKU_DOUBLE_FOUR},
    {"two fours in one line: X X X . X . X X X",
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". X X X . ? . X X X ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . .",
     GOMOKU_DOUBLE_FOUR},
    {"six in a row",
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . X X X ? X X . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . .",
     GOMOKU_OVERLINE},
    {"nine in a row",
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". X X X X ? X X X X ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . .",
     GOMOKU_OVERLINE},
    {"five beats an overline",
     ". X . . . . . . . . ."
     ". . X . . . . . . . ."
     ". . . X . . . . . . ."
     ". . . . X . . . . . ."
     ". . X X X ? X X . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . .",
     GOMOKU_ALLOWED},
    {"five beats a double three",
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . X . X . . ."
     ". . . . . X X . . . ."
     ". X X X X ? . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . .",
     GOMOKU_ALLOWED},
    /* From here on the row X X ? becomes a straight four only by the stone to its right. */
    {"both threes are real",
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . X . . . . . ."
     ". . . . X . . . . . ."
     "O . X X ? . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . .",
     GOMOKU_DOUBLE_THREE},
    {"the straight four would make an overline",
     ". . . . . . . . . . ."
     ". . . . . X . . . . ."
     ". . . . X X . . . . ."
     ". . . . X X . . . . ."
     "O . X X ? . . . . . ."
     ". . . . . X . . . . ."
     ". . . . . X . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . .",
     GOMOKU_ALLOWED},
    {"the straight four would make a five instead",
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . X X . . . . ."
     ". . . . X X . . . . ."
     "O . X X ? . . . . . ."
     ". . . . . X . . . . ."
     ". . . . . X . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . .",
     GOMOKU_ALLOWED},
    {"the straight four would make a double four",
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . X . . . . . ."
     ". . . . X . . . . . ."
     "O . X X ? . . . . . ."
     ". . . . . X . . . . ."
     ". . . . . X . . . . ."
     ". . . . . X . . . . ."
     ". . . . . O . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . .",
     GOMOKU_ALLOWED},
    {"the straight four would make a double three",
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . X . . X . . ."
     ". . . . X . X . . . ."
     "O . X X ? . . . . . ."
     ". . . . . X . . . . ."
     ". . . . . X . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . .",
     GOMOKU_ALLOWED},
    {"that double three would not be one: its row below is stopped",
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . X . . X . . ."
     ". . . . X . X . . . ."
     "O . X X ? . . . . . ."
     ". . . . . X . . . . ."
     ". . . . . X . . . . ."
     ". . . . . O . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . .",
     GOMOKU_DOUBLE_THREE},
    {"its row would only become six: no four, so no three",
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . X . . . . ."
     ". . . . . X . . . . ."
     ". X . . X ? X . . X ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . . . . . .",
     GOMOKU_ALLOWED},
};

static void drawn_boards(void **unused) {
    (void)unused;
    check_drawings(drawings, sizeof drawings / sizeof drawings[0]);
}

/* Boards full of black stones, where many cases coincide. */
static void dense_boards(void **unused) {
    (void)unused;
    struct pes_rng rng;
    pes_rng_init(&rng, 50);
    int seen[GOMOKU_BANS] = {0};
    for (int size = 7; size <= 13; size += 2) {
        char options[64];
        snprintf(options, sizeof options, "size=%d,rule=renju", size);
        struct pes_game *g = open_board(options);
        const struct gomoku_board *board = gomoku_board(g);
        for (int i = 0; i < 300; i++) {
            struct pes_state_buf s;
            struct plain p;
            gomoku_reset(board, stones_of(&s));
            const uint32_t black = 15 + pes_rng_below(&rng, 25);
            for (int point = 0; point < board->points; point++) {
                const uint32_t roll = pes_rng_below(&rng, 100);
                if (roll < black + 6)
                    gomoku_put(board, stones_of(&s), point,
                               roll < black ? GOMOKU_BLACK : GOMOKU_WHITE);
            }
            plain_copy(&p, g, PES_STATE(s));
            for (int point = 0; point < board->points; point++) {
                if (!gomoku_empty(stones_of(&s), point))
                    continue;
                const enum gomoku_ban ban = gomoku_ban(board, stones_of(&s), point);
                assert_int_equal(plain_banned(&p, point / size, point % size),
                                 ban != GOMOKU_ALLOWED);
                seen[ban]++;
            }
        }
        pes_game_close(g);
    }
    for (int ban = 0; ban < GOMOKU_BANS; ban++)
        assert_true(seen[ban] > 200);
}

/* Forbidden points are not in Black's list, and White may play them. */
static void lists(void **unused) {
    (void)unused;
    struct pes_game *g = open_board("size=9,rule=renju");
    struct pes_state_buf s;
    struct pes_undo_buf undo;
    pes_move list[PES_MOVES_MAX];
    read_position(g, "9/9/4b4/4b4/2bb5/9/9/w7w/w7w b", &s);
    const int n = pes_moves(g, PES_STATE(s), list);
    const pes_move banned = gomoku_move_to(gomoku_point_of(gomoku_board(g), 4, 4));
    assert_int_equal(n, 81 - 8 - 1);
    assert_int_equal(g->rules->count(g, PES_STATE(s)), n);
    assert_false(pes_legal(g, PES_STATE(s), banned));
    pes_make(g, PES_STATE(s), list[0], undo.bytes);
    assert_true(pes_legal(g, PES_STATE(s), banned));
    pes_game_close(g);
}

static void white_wins_by_six(void **unused) {
    (void)unused;
    struct pes_game *g = open_board("size=9,rule=renju");
    struct pes_state_buf s;
    int32_t payoff[PES_PLAYERS_MAX];
    read_position(g, "9/9/b2b2b2/9/www1ww3/9/b2b3b1/9/9 w", &s);
    play_moves(g, &s, "d5");
    assert_int_equal(pes_turn(g, PES_STATE(s)), PES_TERMINAL);
    pes_payoff(g, PES_STATE(s), payoff);
    assert_int_equal(payoff[1], 1);
    pes_game_close(g);
}

/* Both remaining points would make six in a row: Black has no move, and the game is a draw. */
static void black_is_stuck(void **unused) {
    (void)unused;
    struct pes_game *g = open_board("size=6,rule=renju");
    struct pes_state_buf s;
    struct pes_rng rng;
    pes_move list[PES_MOVES_MAX];
    int32_t payoff[PES_PLAYERS_MAX] = {7, 7};
    pes_rng_init(&rng, 51);
    read_position(g, "wwbwbw/wbwwbw/bb1bbb/bbb1bb/wwwbww/wbwwbw b", &s);
    assert_int_equal(pes_turn(g, PES_STATE(s)), 0);
    assert_int_equal(pes_moves(g, PES_STATE(s), list), 0);
    assert_int_equal(g->rules->count(g, PES_STATE(s)), 0);
    assert_int_equal(g->rules->random_move(g, PES_STATE(s), &rng), PES_MOVE_NONE);
    assert_int_equal(g->rules->playout(g, PES_STATE(s), &rng, 10, payoff), 0);
    assert_int_equal(payoff[0], 0);
    assert_int_equal(payoff[1], 0);
    assert_true(pes_over(g, PES_STATE(s)));
    pes_payoff(g, PES_STATE(s), payoff);
    assert_int_equal(payoff[0], 0);
    pes_game_close(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drawn_boards),   cmocka_unit_test(dense_boards),
        cmocka_unit_test(lists),          cmocka_unit_test(white_wins_by_six),
        cmocka_unit_test(black_is_stuck),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
