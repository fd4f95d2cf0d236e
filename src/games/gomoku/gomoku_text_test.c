/* Text of Gomoku: what is written is read back, anything else is refused with a note that names the
 * field and the column. */
#include "games/gomoku/gomoku_testing.h"

#define EMPTY_14 "15/15/15/15/15/15/15/15/15/15/15/15/15/15/"

static void round_trip(void **unused) {
    (void)unused;
    struct pes_rng rng;
    pes_rng_init(&rng, 30);
    for (int size = GOMOKU_SIZE_MIN; size <= GOMOKU_SIZE_MAX; size++) {
        char options[64];
        snprintf(options, sizeof options, "size=%d,opening=%s,rule=%s", size,
                 size % 2 == 0 ? "swap2" : "none", size % 3 == 0 ? "renju" : "freestyle");
        struct pes_game *g = open_board(options);
        struct pes_state_buf s, read;
        struct pes_undo_buf undo;
        g->rules->init(g, PES_STATE(s));
        for (int ply = 0; ply < 300; ply++) {
            char text[PES_STATE_TEXT_MAX], move[PES_MOVE_TEXT_MAX];
            g->rules->state_format(g, PES_STATE(s), 17, text);
            memset(&read, 0xa5, sizeof read);
            read_position(g, text, &read);
            assert_memory_equal(&s, &read, g->state_size);
            const pes_move m = pes_draw(g, PES_STATE(s), &rng);
            if (m == PES_MOVE_NONE) {
                g->rules->init(g, PES_STATE(s));
                continue;
            }
            g->rules->move_format(g, PES_STATE(s), m, move);
            assert_int_equal(read_move(g, PES_STATE(s), move, strlen(move)), m);
            pes_make(g, PES_STATE(s), m, undo.bytes);
        }
        pes_game_close(g);
    }
}

static void golden_texts(void **unused) {
    (void)unused;
    struct pes_game *g = open_board("");
    struct pes_state_buf s;
    read_position(g, "startpos", &s);
    assert_position(g, &s, EMPTY_14 "15 b");
    play_moves(g, &s, "a1 o15 o1 a15 h8");
    assert_position(g, &s, "w13w/15/15/15/15/15/15/7b7/15/15/15/15/15/15/b13b w");
    pes_move list[PES_MOVES_MAX];
    char text[PES_MOVE_TEXT_MAX];
    static const char *const first[] = {"a2", "a3", "a4"};
    pes_moves(g, PES_STATE(s), list);
    for (int i = 0; i < 3; i++) {
        g->rules->move_format(g, PES_STATE(s), list[i], text);
        assert_string_equal(text, first[i]);
    }
    g->rules->move_format(g, PES_STATE(s), list[13], text);
    assert_string_equal(text, "b1");
    pes_game_close(g);
}

static void refuse_positions(const char *options, const struct bad_text bad[], size_t n) {
    struct pes_game *g = open_board(options);
    check_positions(g, bad, n);
    pes_game_close(g);
}

static void positions_refused(void **unused) {
    (void)unused;
    static const struct bad_text bad[] = {
        {"", PES_ERR_SYNTAX, 1, "field 1 (the board) is missing"},
        {" 6/6/6/6/6/6 b", PES_ERR_SYNTAX, 1, "field 1 (the board) is missing"},
        {"6/6/6/6/6/6", PES_ERR_SYNTAX, 12, "field 2 (the side to move) is missing"},
        {"6/6/6/6/6/6 ", PES_ERR_SYNTAX, 13, "field 2 (the side to move) is missing"},
        {"6/6/6/6/6/6  b", PES_ERR_SYNTAX, 13, "field 2 (the side to move) is missing"},
        {"6/6/6/6/6/6 b ", PES_ERR_SYNTAX, 14, "follows the last field"},
        {"6/6/6/6/6/6 b fb", PES_ERR_SYNTAX, 15, "only with opening=swap2"},
        {"6/6/6/6/6 b", PES_ERR_SYNTAX, 10, "5 rows instead of 6"},
        {"6/6/6/6/6/6/6 b", PES_ERR_SYNTAX, 12, "7 rows instead of 6"},
        {"6/6/6/6/6/6/ b", PES_ERR_SYNTAX, 12, "7 rows instead of 6"},
        {"6/5/6/6/6/6 b", PES_ERR_SYNTAX, 4, "row 5 has 5 points instead of 6"},
        {"6//6/6/6/6 b", PES_ERR_SYNTAX, 3, "row 5 has 0 points instead of 6"},
        {"6/6/6/6/6/bw3 b", PES_ERR_SYNTAX, 14, "row 1 has 5 points instead of 6"},
        {"6/bbbwwwb/6/6/6/6 b", PES_ERR_SYNTAX, 9, "row 5 has more than 6 points"},
        {"6/b6/6/6/6/6 b", PES_ERR_SYNTAX, 4, "row 5 has more than 6 points"},
        {"6/33/6/6/6/6 b", PES_ERR_RANGE, 3, "'33' is not a number of empty points from 1 to 6"},
        {"6/06/6/6/6/6 b", PES_ERR_RANGE, 3, "'06' is not a number"},
        {"6/0b5/6/6/6/6 b", PES_ERR_RANGE, 3, "'0' is not a number"},
        {"6/7/6/6/6/6 b", PES_ERR_RANGE, 3, "'7' is not a number"},
        {"6/66666666666666666666/6/6/6/6 b", PES_ERR_RANGE, 3, "is not a number"},
        {"6/B5/6/6/6/6 b", PES_ERR_SYNTAX, 3, "'B' is none of b, w"},
        {"6/\xce\xb8"
         "5/6/6/6/6 b",
         PES_ERR_SYNTAX, 3, "'\xce\xb8' is none of b, w"},
        {"6/6/6/6/6/6 x", PES_ERR_SYNTAX, 13, "'x' is neither b nor w"},
        {"6/6/6/6/6/6 bw", PES_ERR_SYNTAX, 13, "'bw' is neither b nor w"},
        {"6/6/6/6/6/6 w", PES_ERR_ILLEGAL, 13, "with 0 black and 0 white stones it must be b"},
        {"6/b5/6/6/6/6 b", PES_ERR_ILLEGAL, 14, "with 1 black and 0 white stones it must be w"},
        {"6/w5/6/6/6/6 w", PES_ERR_ILLEGAL, 1, "0 black and 1 white stones are impossible"},
        {"6/bb4/6/6/6/6 w", PES_ERR_ILLEGAL, 1, "2 black and 0 white stones are impossible"},
        {"bbbbb1/wwww2/6/6/6/6 w", PES_ERR_OK, 0, ""},
        {"bbbbb1/wwww2/w5/6/6/6 b", PES_ERR_ILLEGAL, 23, "the side to move has five in a row"},
        {"bbbbb1/wwwww1/6/6/6/6 b", PES_ERR_ILLEGAL, 23, "the side to move has five in a row"},
        {"bbbbb1/6/bbbbb1/w1w1w1/1w1w1w/w1w1w1 w", PES_ERR_ILLEGAL, 1, "no single last stone"},
        {"bbbbb1/b5/b5/b5/bwwww1/wwww2 w", PES_ERR_OK, 0, ""},
        {"bbbbbb/wwww2/w5/6/6/6 w", PES_ERR_OK, 0, ""},
    };
    refuse_positions("size=6", bad, sizeof bad / sizeof bad[0]);
}

static void rules_refuse(void **unused) {
    (void)unused;
    static const struct bad_text standard[] = {
        {"bbbbbb/wwww2/w5/6/6/6 w", PES_ERR_OK, 0, ""},
        {"bbbbbb/wwww2/ww4/6/6/6 b", PES_ERR_OK, 0, ""},
        {"bbbbb1/wwww2/w5/6/6/6 b", PES_ERR_ILLEGAL, 23, "the side to move has five in a row"},
    };
    static const struct bad_text renju[] = {
        {"bbbbbb/wwww2/w5/6/6/6 w", PES_ERR_ILLEGAL, 1, "which rule=renju forbids"},
        {"bbbbb1/wwww2/6/6/6/6 w", PES_ERR_OK, 0, ""},
        {"wwwwww/bbbb2/bb4/6/6/6 b", PES_ERR_OK, 0, ""},
        /* Five and six at once by the stone that both share: without it, no five may be left. */
        {"bbbbbb/b1w1w1/b1w1w1/b1w1w1/b1w2w/1w4 w", PES_ERR_ILLEGAL, 1, "no single last stone"},
        {"bbbbbb/1b4/1bw1w1/1bw1w1/1bw1w1/w1w1w1 w", PES_ERR_OK, 0, ""},
    };
    refuse_positions("size=6,rule=standard", standard, sizeof standard / sizeof standard[0]);
    refuse_positions("size=6,rule=renju", renju, sizeof renju / sizeof renju[0]);
}

static void openings_refused(void **unused) {
    (void)unused;
    static const struct bad_text bad[] = {
        {"6/6/6/6/6/6 b p1", PES_ERR_OK, 0, ""},
        {"6/6/6/6/6/6 b", PES_ERR_SYNTAX, 14, "field 3 (the opening) is missing: there are 3"},
        {"6/6/6/6/6/6 b p1 ", PES_ERR_SYNTAX, 17, "where the position should end"},
        {"6/6/6/6/6/6 b p3", PES_ERR_SYNTAX, 15, "'p3' is none of p1, c2, p2, c1, fb and fw"},
        {"6/6/6/6/6/6 b p", PES_ERR_SYNTAX, 15, "'p' is none of"},
        {"6/6/6/6/6/6 b fb", PES_ERR_ILLEGAL, 15, "fb does not go with 0 stones"},
        {"b5/6/6/6/6/6 w c2", PES_ERR_ILLEGAL, 16, "c2 does not go with 1 stone;"},
        {"bwb3/6/6/6/6/6 w p1", PES_ERR_ILLEGAL, 18, "p1 does not go with 3 stones"},
        {"bwb3/6/6/6/6/6 w c2", PES_ERR_OK, 0, ""},
        {"bwb3/6/6/6/6/6 w p2", PES_ERR_OK, 0, ""},
        {"bwb3/6/6/6/6/6 w fb", PES_ERR_OK, 0, ""},
        {"bwb3/6/6/6/6/6 w fw", PES_ERR_OK, 0, ""},
        {"bwb3/6/6/6/6/6 w c1", PES_ERR_ILLEGAL, 18, "c1 does not go with 3 stones"},
        {"bwbw2/6/6/6/6/6 b p2", PES_ERR_OK, 0, ""},
        {"bwbw2/6/6/6/6/6 b fw", PES_ERR_OK, 0, ""},
        {"bwbwb1/6/6/6/6/6 w c1", PES_ERR_OK, 0, ""},
        {"bwbwb1/6/6/6/6/6 w p2", PES_ERR_ILLEGAL, 20, "p2 does not go with 5 stones"},
    };
    refuse_positions("size=6,opening=swap2", bad, sizeof bad / sizeof bad[0]);
}

/* Everything that is accepted is valid and is written back unchanged. */
static void noise(void **unused) {
    (void)unused;
    static const char *const variants[] = {"size=5", "size=5,opening=swap2"};
    struct pes_rng rng;
    pes_rng_init(&rng, 31);
    for (int v = 0; v < 2; v++) {
        struct pes_game *g = open_board(variants[v]);
        int accepted = 0;
        for (int i = 0; i < 100000; i++) {
            char text[] = "bbw2/wb3/5/1bw2/3bw w fw\0\0";
            static const char alphabet[] = "12345 bw/fcp0\xce";
            if (v == 0)
                text[21] = '\0';
            for (int k = 1 + (int)pes_rng_below(&rng, 3); k > 0; k--)
                text[pes_rng_below(&rng, 24)] = alphabet[pes_rng_below(&rng, sizeof alphabet - 1)];
            struct pes_state_buf s;
            int clock = -1;
            const size_t length = strlen(text);
            if (g->rules->state_parse(g, text, length, PES_STATE(s), &clock, NULL) != PES_ERR_OK)
                continue;
            assert_true(g->rules->valid(g, PES_STATE(s)));
            assert_position(g, &s, text);
            assert_int_equal(clock, 0);
            accepted++;
        }
        assert_true(accepted > 1000);
        pes_game_close(g);
    }
}

static void check_move(const char *options, const char *position, const struct bad_text *bad) {
    struct pes_game *g = open_board(options);
    struct pes_state_buf s;
    struct pes_note note = {0};
    pes_move m = PES_MOVE_NONE;
    size_t used = 0;
    read_position(g, position, &s);
    const enum pes_err err =
        g->rules->move_parse(g, PES_STATE(s), bad->text, strlen(bad->text), &used, &m, &note);
    if (err != bad->err || note.pos != bad->pos || strstr(note.why[PES_LANG_EN], bad->says) == NULL)
        fail_msg("'%s': error %d at %d: %s", bad->text, err, note.pos, note.why[PES_LANG_EN]);
    struct pes_note greek = {0};
    assert_int_equal(
        g->rules->move_parse(g, PES_STATE(s), bad->text, strlen(bad->text), &used, &m, &greek),
        err);
    assert_string_not_equal(greek.why[PES_LANG_EL], note.why[PES_LANG_EN]);
    pes_game_close(g);
}

static void moves_refused(void **unused) {
    (void)unused;
    static const char renju[] = "size=9,rule=renju", swap2[] = "size=6,opening=swap2";
    static const struct {
        const char *options, *position;
        struct bad_text bad;
    } cases[] = {
        {"", "startpos", {"", PES_ERR_SYNTAX, 1, "'' is not a move"}},
        {"", "startpos", {"h", PES_ERR_SYNTAX, 1, "'h' is not a move"}},
        {"", "startpos", {"H8", PES_ERR_SYNTAX, 1, "'H8' is not a move; a move is a point"}},
        {"", "startpos", {"h08", PES_ERR_SYNTAX, 1, "'h08' is not a move"}},
        {"", "startpos", {"h0", PES_ERR_SYNTAX, 1, "from a1 to o15"}},
        {"", "startpos", {"8h", PES_ERR_SYNTAX, 1, "'8h' is not a move"}},
        {"", "startpos", {"h8x", PES_ERR_SYNTAX, 1, "'h8x' is not a move"}},
        {"", "startpos", {"h4294967304", PES_ERR_SYNTAX, 1, "is not a move"}},
        {"", "startpos", {"#1", PES_ERR_SYNTAX, 1, "'#1' is not a move"}},
        {"", "startpos", {"p1", PES_ERR_RANGE, 1, "'p1' is off the board, which goes from a1 to"}},
        {"", "startpos", {"h16", PES_ERR_RANGE, 1, "'h16' is off the board"}},
        {"size=20", "startpos", {"t21", PES_ERR_RANGE, 1, "from a1 to t20"}},
        {"", "startpos", {"black", PES_ERR_ILLEGAL, 1, "there is nothing to choose here"}},
        {"", EMPTY_14 "b14 w", {"a1", PES_ERR_ILLEGAL, 1, "taken: a black stone"}},
        {"", EMPTY_14 "bw13 b", {"b1", PES_ERR_ILLEGAL, 1, "taken: a white stone"}},
        {"size=6", "bbbbb1/wwww2/6/6/6/6 w", {"f6", PES_ERR_ILLEGAL, 1, "the game is over"}},
        {renju, "9/9/4b4/4b4/2bb5/9/9/w7w/w7w b", {"e5", PES_ERR_ILLEGAL, 1, "a double three"}},
        {renju,
         "9/4b4/4b4/4b4/1bbb5/9/9/w1w5w/w1w5w b",
         {"e5", PES_ERR_ILLEGAL, 1, "a double four"}},
        {renju, "9/9/9/9/bbb1bb3/9/9/w1w5w/w7w b", {"d5", PES_ERR_ILLEGAL, 1, "more than five"}},
        {swap2, "bwb3/6/6/6/6/6 w c2", {"a1", PES_ERR_ILLEGAL, 1, "white, black or more"}},
        {swap2, "bwbwb1/6/6/6/6/6 w c1", {"more", PES_ERR_ILLEGAL, 1, "black or white"}},
        {swap2, "6/6/6/6/6/6 b p1", {"white", PES_ERR_ILLEGAL, 1, "nothing to choose"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check_move(cases[i].options, cases[i].position, &cases[i].bad);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trip),        cmocka_unit_test(golden_texts),
        cmocka_unit_test(positions_refused), cmocka_unit_test(rules_refuse),
        cmocka_unit_test(openings_refused),  cmocka_unit_test(noise),
        cmocka_unit_test(moves_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
