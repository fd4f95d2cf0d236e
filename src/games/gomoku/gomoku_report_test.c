/* The report's agent against its golden values. */
#include "games/gomoku/gomoku_testing.h"

static const struct gomoku_board *fresh(struct pes_game **g, struct pes_state_buf *s) {
    *g = open_board("");
    (*g)->rules->init(*g, PES_STATE(*s));
    return gomoku_board(*g);
}

static void put(const struct gomoku_board *board, struct pes_state_buf *s, int colour, int x,
                int y) {
    gomoku_put(board, stones_of(s), gomoku_point_of(board, x, y), colour);
}

static void centrality_values(void **unused) {
    (void)unused;
    static const struct {
        int x, golden[8];
    } rows[] = {{7, {29, 39, 49, 59, 69, 79, 89, 100}},
                {3, {18, 27, 35, 42, 49, 54, 58, 59}},
                {0, {0, 6, 13, 18, 23, 26, 28, 29}}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (int y = 0; y < 15; y++) {
            const int golden = rows[i].golden[y < 8 ? y : 14 - y], x = rows[i].x;
            assert_int_equal((int)gomoku_centrality(15, x, y), golden);
            assert_int_equal((int)gomoku_centrality(15, 14 - x, y), golden);
            assert_int_equal((int)gomoku_centrality(15, y, x), golden);
        }
    assert_true((double)gomoku_centrality(15, 7, 6) == 89.89847564697266);
    assert_true((double)gomoku_centrality(15, 6, 6) == 85.71428680419922);
    assert_true((double)gomoku_centrality(15, 7, 5) == 79.79694366455078);
    assert_true((double)gomoku_centrality(15, 1, 0) == 6.868541240692139);
}

/* The centre of an even board is the point left of and below its middle; the far corner is worth
 * less than nothing. */
static void even_sizes(void **unused) {
    (void)unused;
    assert_int_equal((int)gomoku_centrality(20, 9, 9), 100);
    assert_int_equal((int)gomoku_centrality(20, 0, 0), 0);
    assert_int_equal((int)gomoku_centrality(20, 19, 19), -11);
    assert_int_equal((int)gomoku_centrality(6, 2, 2), 100);
    assert_int_equal((int)gomoku_centrality(6, 5, 5), -50);
    struct pes_game *g = open_board("size=6");
    struct pes_state_buf s;
    read_position(g, "startpos", &s);
    /* (int)(0.7 * -50) / 2 = -35 / 2, towards zero. */
    assert_int_equal(gomoku_evaluate(gomoku_board(g), stones_of(&s), GOMOKU_BLACK, 5, 5, false),
                     -17);
    pes_game_close(g);
}

/* (5, 5) of a board of six is worth -50: the patterns there count from less than 80, 60 and 50, and
 * are cut off towards zero. */
static void patterns_off_centre(void **unused) {
    (void)unused;
    static const int golden[] = {[2] = 22, [3] = 27, [4] = 37};
    struct pes_game *g = open_board("size=6");
    const struct gomoku_board *board = gomoku_board(g);
    struct pes_state_buf s;
    for (int k = 2; k <= 4; k++) {
        read_position(g, "startpos", &s);
        for (int i = 1; i < k; i++)
            put(board, &s, GOMOKU_BLACK, 5 - i, 5);
        assert_int_equal(gomoku_evaluate(board, stones_of(&s), GOMOKU_BLACK, 5, 5, false),
                         golden[k]);
    }
    pes_game_close(g);
}

static void share_values(void **unused) {
    (void)unused;
    struct pes_game *g;
    struct pes_state_buf s;
    const struct gomoku_board *board = fresh(&g, &s);
    put(board, &s, GOMOKU_BLACK, 7, 7);
    assert_true(gomoku_share(board, stones_of(&s), GOMOKU_BLACK, 7, 7, 2) == 0.04);
    assert_true(gomoku_share(board, stones_of(&s), GOMOKU_BLACK, 7, 7, 4) == 0.012345679012345678);
    assert_true(gomoku_share(board, stones_of(&s), GOMOKU_BLACK, 3, 3, 4) == 0.015625);
    assert_true(gomoku_share(board, stones_of(&s), GOMOKU_WHITE, 7, 7, 4) == 0);
    pes_game_close(g);
}

static void empty_board(void **unused) {
    (void)unused;
    static const int golden[] = {10, 13, 17, 20, 24, 27, 31, 35};
    struct pes_game *g;
    struct pes_state_buf s;
    const struct gomoku_board *board = fresh(&g, &s);
    for (int y = 0; y < 8; y++)
        for (int quirks = 0; quirks < 2; quirks++)
            assert_int_equal(gomoku_evaluate(board, stones_of(&s), GOMOKU_BLACK, 7, y, quirks),
                             golden[y]);
    pes_game_close(g);
}

/* A row of k - 1 stones that a stone on (x, y) lengthens to k. */
static int lengthen(int x, int y, int k) {
    struct pes_game *g;
    struct pes_state_buf s;
    const struct gomoku_board *board = fresh(&g, &s);
    for (int i = 1; i < k; i++)
        put(board, &s, GOMOKU_WHITE, x + i, y);
    const int value = gomoku_evaluate(board, stones_of(&s), GOMOKU_WHITE, x, y, false);
    pes_game_close(g);
    return value;
}

/* Two, three and four where the centrality is 0, between 50 and 59, and 100. */
static void patterns(void **unused) {
    (void)unused;
    static const struct {
        int x, y, golden[3];
    } places[] = {{0, 0, {25, 30, 40}}, {3, 7, {27, 32, 42}}, {7, 7, {30, 35, 45}}};
    for (int i = 0; i < 3; i++)
        for (int k = 2; k <= 4; k++)
            assert_int_equal(lengthen(places[i].x, places[i].y, k), places[i].golden[k - 2]);
}

static const char *quirks_text(bool quirks) {
    return quirks ? "quirks=on" : "quirks=off";
}

/* The move the player makes, the first best of the list, and its value. */
static pes_move best_move(const struct pes_game *g, const struct pes_state *s, bool quirks,
                          int *value) {
    const struct pes_rating *heuristic = gomoku_ratings[0];
    struct pes_values values;
    pes_move list[PES_MOVES_MAX];
    assert_string_equal(heuristic->name, "heuristic");
    assert_int_equal(heuristic->pick, PES_PICK_FIRST_BEST);
    assert_int_equal(pes_values_parse(heuristic->options, quirks_text(quirks), &values, NULL),
                     PES_ERR_OK);
    const int n = pes_moves(g, s, list);
    assert_true(n > 0);
    pes_move best = PES_MOVE_NONE;
    for (int i = 0; i < n; i++) {
        const int found = (int)heuristic->move(g, s, list[i], &values);
        if (best == PES_MOVE_NONE || found > *value) {
            best = list[i];
            *value = found;
        }
    }
    return best;
}

static void assert_best(const struct pes_game *g, const struct pes_state *s, bool quirks, int x,
                        int y, int golden) {
    int value = -1000;
    const struct gomoku_point *at = &gomoku_board(g)->at[best_move(g, s, quirks, &value) - 1];
    assert_int_equal(at->x, x);
    assert_int_equal(at->y, y);
    assert_int_equal(value, golden);
}

static void first_moves(void **unused) {
    (void)unused;
    for (int quirks = 0; quirks < 2; quirks++) {
        struct pes_game *g;
        struct pes_state_buf s;
        fresh(&g, &s);
        assert_best(g, PES_STATE(s), quirks, 7, 7, 35);
        play_moves(g, &s, "h8");
        assert_best(g, PES_STATE(s), quirks, 6, 7, 31);
        pes_game_close(g);
    }
}

static void sees_fives(void **unused) {
    (void)unused;
    struct pes_game *g;
    struct pes_state_buf s;
    const struct gomoku_board *board = fresh(&g, &s);
    static const int white[4][2] = {{0, 0}, {0, 2}, {0, 4}, {14, 0}};
    for (int i = 0; i < 4; i++) {
        put(board, &s, GOMOKU_BLACK, 3 + i, 7);
        put(board, &s, GOMOKU_WHITE, white[i][0], white[i][1]);
    }
    assert_best(g, PES_STATE(s), false, 2, 7, 100);
    assert_best(g, PES_STATE(s), true, 7, 2, 100);

    static const int black[4][2] = {{7, 7}, {2, 9}, {0, 0}, {14, 0}};
    read_position(g, "startpos", &s);
    for (int i = 0; i < 4; i++) {
        put(board, &s, GOMOKU_WHITE, 3 + i, 9);
        put(board, &s, GOMOKU_BLACK, black[i][0], black[i][1]);
    }
    assert_best(g, PES_STATE(s), false, 7, 9, 99);
    assert_best(g, PES_STATE(s), true, 9, 2, 99);
    pes_game_close(g);
}

/* Boards that cannot occur in a game, through the evaluation alone. */
static void split_and_long_rows(void **unused) {
    (void)unused;
    static const int boards[2][6] = {{5, 6, 8, 9, 0, 7}, {2, 3, 4, 6, 7, 5}};
    for (int i = 0; i < 2; i++) {
        struct pes_game *g;
        struct pes_state_buf s;
        const struct gomoku_board *board = fresh(&g, &s);
        for (int k = 0; k < (i == 0 ? 4 : 5); k++)
            put(board, &s, GOMOKU_BLACK, boards[i][k], boards[i][k]);
        const int at = boards[i][5];
        for (int quirks = 0; quirks < 2; quirks++)
            assert_int_equal(gomoku_evaluate(board, stones_of(&s), GOMOKU_BLACK, at, at, quirks),
                             100);
        assert_int_equal(gomoku_evaluate(board, stones_of(&s), GOMOKU_WHITE, at, at, false), 99);
        pes_game_close(g);
    }
}

/* Only the first pattern in the report's order counts: (7, 7) gets more and more of them. */
static void first_pattern_counts(void **unused) {
    (void)unused;
    struct pes_game *g;
    struct pes_state_buf s;
    const struct gomoku_board *board = fresh(&g, &s);
    put(board, &s, GOMOKU_BLACK, 8, 7);
    assert_int_equal(gomoku_evaluate(board, stones_of(&s), GOMOKU_BLACK, 7, 7, false), 30);
    put(board, &s, GOMOKU_BLACK, 7, 8);
    put(board, &s, GOMOKU_BLACK, 7, 9);
    assert_int_equal(gomoku_evaluate(board, stones_of(&s), GOMOKU_BLACK, 7, 7, false), 35);
    for (int i = 1; i < 4; i++)
        put(board, &s, GOMOKU_BLACK, 7 + i, 7 + i);
    assert_int_equal(gomoku_evaluate(board, stones_of(&s), GOMOKU_BLACK, 7, 7, false), 45);
    for (int i = 1; i < 5; i++)
        put(board, &s, GOMOKU_WHITE, 7 - i, 7);
    assert_int_equal(gomoku_evaluate(board, stones_of(&s), GOMOKU_BLACK, 7, 7, false), 99);
    assert_int_equal(gomoku_evaluate(board, stones_of(&s), GOMOKU_WHITE, 7, 7, false), 100);
    put(board, &s, GOMOKU_BLACK, 11, 11);
    assert_int_equal(gomoku_evaluate(board, stones_of(&s), GOMOKU_BLACK, 7, 7, false), 100);
    assert_int_equal(gomoku_evaluate(board, stones_of(&s), GOMOKU_WHITE, 7, 7, false), 100);
    pes_game_close(g);
}

/* The report ignores the rule of the variant: six count as five, even if they do not win. */
static void same_under_every_rule(void **unused) {
    (void)unused;
    static const char *const rules[] = {"rule=freestyle", "rule=standard", "rule=renju"};
    for (int i = 0; i < 3; i++) {
        struct pes_game *g = open_board(rules[i]);
        const struct gomoku_board *board = gomoku_board(g);
        struct pes_state_buf s;
        read_position(g, "startpos", &s);
        for (int x = 2; x <= 7; x++)
            if (x != 5)
                put(board, &s, GOMOKU_WHITE, x, 7);
        assert_int_equal(gomoku_evaluate(board, stones_of(&s), GOMOKU_WHITE, 5, 7, false), 100);
        assert_int_equal(gomoku_evaluate(board, stones_of(&s), GOMOKU_BLACK, 5, 7, false), 99);
        pes_game_close(g);
    }
}

static void self_play(void **unused) {
    (void)unused;
    static const struct {
        int x, y, value;
    } games[2][9] = {
        {{7, 7, 35},
         {6, 7, 31},
         {6, 6, 29},
         {8, 7, 31},
         {8, 8, 34},
         {6, 8, 29},
         {5, 5, 43},
         {4, 4, 99},
         {9, 9, 100}},
        {{7, 7, 35},
         {6, 7, 31},
         {6, 6, 29},
         {7, 6, 31},
         {8, 8, 34},
         {5, 8, 33},
         {5, 5, 43},
         {4, 4, 99},
         {9, 9, 100}},
    };
    for (int quirks = 0; quirks < 2; quirks++) {
        struct pes_game *g;
        struct pes_state_buf s;
        struct pes_undo_buf undo;
        int32_t payoff[PES_PLAYERS_MAX];
        const struct gomoku_board *board = fresh(&g, &s);
        for (int i = 0; i < 9; i++) {
            const int x = games[quirks][i].x, y = games[quirks][i].y;
            assert_best(g, PES_STATE(s), quirks, x, y, games[quirks][i].value);
            pes_make(g, PES_STATE(s), gomoku_move_to(gomoku_point_of(board, x, y)), undo.bytes);
        }
        assert_int_equal(pes_turn(g, PES_STATE(s)), PES_TERMINAL);
        pes_payoff(g, PES_STATE(s), payoff);
        assert_int_equal(payoff[0], 1);
        pes_game_close(g);
    }
}

/* minimax:depth=2 by hand: the own move's value minus the best answer's. */
static int two_plies(const struct pes_game *g, const struct pes_state_buf *before,
                     const char *move) {
    struct pes_state_buf s = *before;
    struct pes_values values;
    struct pes_undo_buf undo;
    int reply = -1000;
    assert_int_equal(pes_values_parse(gomoku_minimax.rating->options, "", &values, NULL),
                     PES_ERR_OK);
    const pes_move m = read_move(g, PES_STATE(s), move, strlen(move));
    const int own = (int)gomoku_minimax.rating->move(g, PES_STATE(s), m, &values);
    pes_make(g, PES_STATE(s), m, undo.bytes);
    best_move(g, PES_STATE(s), false, &reply);
    return own - reply;
}

static void minimax_values(void **unused) {
    (void)unused;
    struct pes_game *g;
    struct pes_state_buf s;
    fresh(&g, &s);
    assert_int_equal(gomoku_minimax.depth, 2);
    assert_false(gomoku_minimax.first_view);
    play_moves(g, &s, "h8");
    assert_int_equal(two_plies(g, &s, "g8"), 2);
    assert_int_equal(two_plies(g, &s, "a1"), -29);
    play_moves(g, &s, "g8 g7 i8");
    assert_int_equal(two_plies(g, &s, "i9"), 5);
    assert_int_equal(two_plies(g, &s, "f6"), 4);
    assert_int_equal(two_plies(g, &s, "a1"), -29);
    pes_game_close(g);
}

/* The transposed point may have a stone: its count is still one plus the runs beside it. */
static void quirk_on_a_stone(void **unused) {
    (void)unused;
    struct pes_game *g;
    struct pes_state_buf s;
    const struct gomoku_board *board = fresh(&g, &s);
    for (int i = 0; i < 4; i++)
        put(board, &s, GOMOKU_BLACK, 3 + i, 7);
    put(board, &s, GOMOKU_WHITE, 7, 7);
    /* (7, 3) looks at (3, 7), which is Black's own: a row of four. */
    assert_int_equal(gomoku_evaluate(board, stones_of(&s), GOMOKU_BLACK, 7, 3, true), 42);
    pes_game_close(g);
}

static void terms(void **unused) {
    (void)unused;
    struct pes_game *g;
    struct pes_state_buf s;
    struct pes_values values;
    double found[PES_TERMS_MAX];
    const struct pes_rating *heuristic = gomoku_ratings[0];
    fresh(&g, &s);
    play_moves(g, &s, "h8 a1 i8 a3 j8");
    assert_int_equal(pes_values_parse(heuristic->options, "", &values, NULL), PES_ERR_OK);
    play_moves(g, &s, "a5");
    const pes_move m = read_move(g, PES_STATE(s), "k8", 2);
    heuristic->terms(g, PES_STATE(s), m, &values, found);
    static const char *const names[] = {"five", "block five", "four",  "three",
                                        "two",  "centre",     "share", ""};
    for (int i = 0; i < 8; i++)
        assert_string_equal(heuristic->term_names[i].in[PES_LANG_EN], names[i]);
    assert_true(found[0] == 0 && found[1] == 0 && found[2] == 80 && found[3] == 0 && found[4] == 0);
    assert_true(found[5] == (double)gomoku_centrality(15, 10, 7));
    assert_true(found[6] == 100 * (3.0 / 81));
    pes_game_close(g);
}

/* Choices of swap2 are rated 0: the first in the list is taken. */
static void choices(void **unused) {
    (void)unused;
    struct pes_game *g = open_board("opening=swap2");
    struct pes_state_buf s;
    int value = -1;
    read_position(g, "startpos", &s);
    play_moves(g, &s, "h8 h9 j3");
    assert_int_equal(best_move(g, PES_STATE(s), false, &value), GOMOKU_SECOND_TAKES_WHITE);
    assert_int_equal(value, 0);
    pes_game_close(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(centrality_values),
        cmocka_unit_test(even_sizes),
        cmocka_unit_test(share_values),
        cmocka_unit_test(empty_board),
        cmocka_unit_test(patterns),
        cmocka_unit_test(first_moves),
        cmocka_unit_test(sees_fives),
        cmocka_unit_test(split_and_long_rows),
        cmocka_unit_test(self_play),
        cmocka_unit_test(minimax_values),
        cmocka_unit_test(quirk_on_a_stone),
        cmocka_unit_test(terms),
        cmocka_unit_test(choices),
        cmocka_unit_test(patterns_off_centre),
        cmocka_unit_test(first_pattern_counts),
        cmocka_unit_test(same_under_every_rule),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
