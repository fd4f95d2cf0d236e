/* Text of Proximity: what is written is read back, anything else is refused with a note that names
 * the field and the column. */
#include "games/proximity/proximity_testing.h"

static void walk_texts(const char *options, struct pes_rng *rng, int plies) {
    struct pes_game *g = open_board(options);
    struct pes_state_buf s, read;
    struct pes_undo_buf undo;
    g->rules->init(g, PES_STATE(s));
    for (int ply = 0; ply < plies; ply++) {
        char text[PES_STATE_TEXT_MAX], move[PES_MOVE_TEXT_MAX];
        g->rules->state_format(g, PES_STATE(s), 17, text);
        memset(&read, 0xa5, sizeof read);
        assert_int_equal(read_position(g, text, &read), 0);
        assert_memory_equal(&s, &read, g->state_size);
        assert_true(g->rules->valid(g, PES_STATE(s)));
        const pes_move m = pes_draw(g, PES_STATE(s), rng);
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

static void round_trip(void **unused) {
    (void)unused;
    struct pes_rng rng;
    pes_rng_init(&rng, 30);
    for (int columns = 4; columns <= 16; columns++) {
        const int rows = 4 + columns * 7 % 13;
        char options[1400], more[80];
        snprintf(more, sizeof more, ",columns=%d,rows=%d,look=%d", columns, rows,
                 1 + columns * 3 % 10);
        snprintf(options, sizeof options, "draw=%s%s", columns % 2 == 0 ? "pool" : "iid", more);
        walk_texts(options, &rng, 3 * columns * rows);
        write_lists(options, sizeof options, columns * rows, more);
        walk_texts(options, &rng, 3 * columns * rows);
    }
    walk_texts("columns=16,rows=16", &rng, 1100);
}

static void golden_texts(void **unused) {
    (void)unused;
    struct pes_game *g = open_board("");
    struct pes_state_buf s;
    pes_move list[PES_MOVES_MAX];
    char text[PES_MOVE_TEXT_MAX];
    read_position(g, "startpos", &s);
    assert_position(g, &s, EMPTY_BOARD " b ? " FULL_POOL " " FULL_POOL " -");
    play_moves(g, &s, "#12 a1 #7 l10");
    assert_position(g, &s,
                    "b12,11/12/12/12/12/12/12/12/12/11,r7 b ? 33333333333233333333 "
                    "33333323333333333333 -");
    play_moves(g, &s, "#1");
    assert_position(g, &s,
                    "b12,11/12/12/12/12/12/12/12/12/11,r7 b 1 23333333333233333333 "
                    "33333323333333333333 -");
    static const char *const first[] = {"a2", "a3", "a4"};
    assert_int_equal(pes_moves(g, PES_STATE(s), list), 118);
    for (int i = 0; i < 3; i++) {
        g->rules->move_format(g, PES_STATE(s), list[i], text);
        assert_string_equal(text, first[i]);
    }
    g->rules->move_format(g, PES_STATE(s), list[9], text);
    assert_string_equal(text, "b1");
    pes_game_close(g);
}

/* Fewer numbers than possible may be known: chance then draws the others first. */
static void lenient(void **unused) {
    (void)unused;
    struct pes_game *g = open_board("look=3");
    struct pes_state_buf s;
    read_position(g, FOUR_TILES " b ? 33333332333333333332 33333233333233333333 -", &s);
    assert_int_equal(pes_turn(g, PES_STATE(s)), PES_CHANCE);
    play_moves(g, &s, "#7 #8 #9 f6");
    pes_game_close(g);
}

/* Refusals. ----------------------------------------------------------------------------------- */

static void refuse_positions(const char *options, const struct bad_text bad[], size_t n) {
    struct pes_game *g = open_board(options);
    check_positions(g, bad, n);
    pes_game_close(g);
}

/* The pools of a board of 4 by 4 at its start. */
#define SMALL "00101001010010100101"
#define NONE "00000000000000000000"
#define FULL_SMALL "b1,b1,b1,b1/b1,b1,b1,b1/r1,r1,r1,r1/r1,r1,r1,r1"

static void boards_refused(void **unused) {
    (void)unused;
    static const struct bad_text bad[] = {
        {"", PES_ERR_SYNTAX, 1, "field 1 (the board) is missing"},
        {"4/4/4/4", PES_ERR_SYNTAX, 8, "field 2 (the side to move) is missing: there are 6"},
        {"4/4/4/4 b", PES_ERR_SYNTAX, 10, "field 3 (the number in hand) is missing"},
        {"4/4/4/4 b ?", PES_ERR_SYNTAX, 12, "field 4 (Blue's pool) is missing"},
        {"4/4/4/4 b ? " SMALL, PES_ERR_SYNTAX, 33, "field 5 (Red's pool) is missing"},
        {"4/4/4/4 b ? " SMALL " " SMALL, PES_ERR_SYNTAX, 54, "field 6 (the coming numbers) is"},
        {"4/4/4/4 b ? " SMALL " " SMALL " - ", PES_ERR_SYNTAX, 56, "follows the last field"},
        {"4/4/4/4  b ? " SMALL " " SMALL " -", PES_ERR_SYNTAX, 9, "field 2"},
        {"4/4/4 b ? " SMALL " " SMALL " -", PES_ERR_SYNTAX, 6, "there are 3 rows instead of 4"},
        {"4/4/4/4/4 b ? " SMALL " " SMALL " -", PES_ERR_SYNTAX, 8, "there are 5 rows instead"},
        {"4/4/4/4/ b ? " SMALL " " SMALL " -", PES_ERR_SYNTAX, 8, "there are 5 rows instead"},
        {"4//4/4 b ? " SMALL " " SMALL " -", PES_ERR_SYNTAX, 3, "'' is neither a tile"},
        {"4/3/4/4 b ? " SMALL " " SMALL " -", PES_ERR_SYNTAX, 4, "row 2 has 3 cells instead of 4"},
        {"4/b3/4/4 b ? " SMALL " " SMALL " -", PES_ERR_SYNTAX, 5, "row 2 has 1 cell instead of 4"},
        {"4/b3,4/4/4 r ? " SMALL " " SMALL " -", PES_ERR_SYNTAX, 6, "row 2 has more than 4 cells"},
        {"4/b1,r1,b1,r1,b1/4/4 r ? - - -", PES_ERR_SYNTAX, 15, "row 2 has more than 4 cells"},
        {"4/5/4/4 b ? " SMALL " " SMALL " -", PES_ERR_RANGE, 3, "'5' is not a number of empty"},
        {"4/04/4/4 b ? " SMALL " " SMALL " -", PES_ERR_RANGE, 3, "'04' is not a number of empty"},
        {"4/0,4/4/4 b ? " SMALL " " SMALL " -", PES_ERR_RANGE, 3, "'0' is not a number of empty"},
        {"4/2,2/4/4 b ? " SMALL " " SMALL " -", PES_ERR_SYNTAX, 5, "side by side; write their sum"},
        {"4/b21,3/4/4 r ? - - -", PES_ERR_RANGE, 3, "'b21' has no score from 1 to 20"},
        {"4/b0,3/4/4 r ? - - -", PES_ERR_RANGE, 3, "'b0' has no score from 1 to 20"},
        {"4/r07,3/4/4 r ? - - -", PES_ERR_RANGE, 3, "'r07' has no score"},
        {"4/b,3/4/4 r ? - - -", PES_ERR_RANGE, 3, "'b' has no score"},
        {"4/b99999999999,3/4/4 r ? - - -", PES_ERR_RANGE, 3, "has no score"},
        {"4/B7,3/4/4 r ? - - -", PES_ERR_SYNTAX, 3, "'B7' is neither a tile such as b12 or r7"},
        {"4/g7,3/4/4 r ? - - -", PES_ERR_SYNTAX, 3, "'g7' is neither a tile"},
        {"4/3,/4/4 r ? - - -", PES_ERR_SYNTAX, 5, "'' is neither a tile"},
        {"4/7b,3/4/4 r ? - - -", PES_ERR_SYNTAX, 3, "'7b' is neither a tile"},
        {"4/\xce\xb8,3/4/4 r ? - - -", PES_ERR_SYNTAX, 3, "'\xce\xb8' is neither a tile"},
    };
    refuse_positions("columns=4,rows=4", bad, sizeof bad / sizeof bad[0]);
}

static void numbers_refused(void **unused) {
    (void)unused;
    static const struct bad_text bad[] = {
        {"4/4/4/4 b ? " SMALL " " SMALL " -", PES_ERR_OK, 0, ""},
        {"4/4/4/4 x ? " SMALL " " SMALL " -", PES_ERR_SYNTAX, 9, "'x' is neither b nor r"},
        {"4/4/4/4 br ? " SMALL " " SMALL " -", PES_ERR_SYNTAX, 9, "'br' is neither b nor r"},
        {"4/4/4/4 r ? " SMALL " " SMALL " -", PES_ERR_ILLEGAL, 9, "with 0 tiles on the board it"},
        {"b3,3/4/4/4 b ? " SMALL " " SMALL " -", PES_ERR_ILLEGAL, 12,
         "with 1 tile on the board it must be r"},
        {"4/4/4/4 b 21 " SMALL " " SMALL " -", PES_ERR_RANGE, 11, "'21' is neither ? nor"},
        {"4/4/4/4 b 0 " SMALL " " SMALL " -", PES_ERR_RANGE, 11, "'0' is neither ? nor"},
        {"4/4/4/4 b 03 " SMALL " " SMALL " -", PES_ERR_RANGE, 11, "'03' is neither ? nor"},
        {"4/4/4/4 b - " SMALL " " SMALL " -", PES_ERR_RANGE, 11, "'-' is neither ? nor"},
        {"4/4/4/4 b ? - " SMALL " -", PES_ERR_SYNTAX, 13, "(Blue's pool): there must be 20 digits"},
        {"4/4/4/4 b ? " SMALL " - -", PES_ERR_SYNTAX, 34, "(Red's pool): there must be 20 digits"},
        {"4/4/4/4 b ? 0010100101001010010 " SMALL " -", PES_ERR_SYNTAX, 13, "20 digits"},
        {"4/4/4/4 b ? 001010010100101001011 " SMALL " -", PES_ERR_SYNTAX, 13, "20 digits"},
        {"4/4/4/4 b ? 0010100101001010010x " SMALL " -", PES_ERR_SYNTAX, 13, "20 digits"},
        {"4/4/4/4 b ? 00201001010010100100 " SMALL " -", PES_ERR_RANGE, 15,
         "2 of the number 3, but the pool begins with 1"},
        {"4/4/4/4 b ? " SMALL " 90101001010010100101 -", PES_ERR_RANGE, 34,
         "9 of the number 1, but the pool begins with 0"},
        {"4/4/4/4 b ? 00001001010010100101 " SMALL " -", PES_ERR_ILLEGAL, 13,
         "(Blue's pool): Blue's pool holds 7 numbers, but with the tiles and the numbers known it "
         "must hold "
         "8"},
        {"4/4/4/4 b 3 " SMALL " " SMALL " -", PES_ERR_ILLEGAL, 13, "it must hold 7"},
        {"b3,3/4/4/4 r ? 00001001010010100101 00001001010010100101 -", PES_ERR_ILLEGAL, 37,
         "(Red's pool): Red's pool holds 7 numbers"},
        {"4/4/4/4 b 3 00001001010010100101 " SMALL " 3", PES_ERR_ILLEGAL, 55,
         "there can be at most 0 here"},
        {"4/4/4/4 b 3 00001001010010100101 " SMALL " ?", PES_ERR_RANGE, 55, "'?' is not a number"},
        {"4/4/4/4 b ? " SMALL " " SMALL " 3", PES_ERR_ILLEGAL, 55,
         "it must be -, because the number"},
        {FULL_SMALL " b ? " NONE " " NONE " -", PES_ERR_OK, 0, ""},
        {FULL_SMALL " b 3 " NONE " " NONE " -", PES_ERR_ILLEGAL, 51,
         "the board is full, so it must be ?"},
        {FULL_SMALL " b ? " NONE " " NONE " 3", PES_ERR_ILLEGAL, 95,
         "the board is full, so it must be -"},
        {FULL_SMALL " b ? " SMALL " " NONE " -", PES_ERR_ILLEGAL, 53, "it must hold 0"},
    };
    static const struct bad_text look[] = {
        {"4/4/4/4 b 3 00001001010010100100 00001001010010100101 3,20", PES_ERR_OK, 0, ""},
        {"4/4/4/4 b 3 00001001010010100100 00001001010010100100 3,20,20", PES_ERR_ILLEGAL, 60,
         "there can be at most 2 here"},
        {"4/4/4/4 b 3 00001001010010100100 00001001010010100101 3,,20", PES_ERR_RANGE, 57,
         "'' is not a number from 1 to 20"},
        {"4/4/4/4 b 3 00001001010010100100 00001001010010100101 3,20,", PES_ERR_RANGE, 60, "''"},
        {"4/4/4/4 b 3 00001001010010100100 00001001010010100101 3/20", PES_ERR_SYNTAX, 56, "'/'"},
        {"4/4/4/4 b 3 00001001010010100100 00001001010010100101 3,21", PES_ERR_RANGE, 57, "'21'"},
        {"4/4/4/4 b 3 00001001010010100100 00001001010010100101 3,020", PES_ERR_RANGE, 57, "'020'"},
    };
    refuse_positions("columns=4,rows=4", bad, sizeof bad / sizeof bad[0]);
    refuse_positions("columns=4,rows=4,look=3", look, sizeof look / sizeof look[0]);
}

static void other_draws_refused(void **unused) {
    (void)unused;
    char lists[512];
    static const struct bad_text iid[] = {
        {"4/4/4/4 b ? - - -", PES_ERR_OK, 0, ""},
        {"4/4/4/4 b ? " SMALL " - -", PES_ERR_SYNTAX, 13, "it must be -, because draw=iid has"},
        {"4/4/4/4 b ? - " SMALL " -", PES_ERR_SYNTAX, 15, "field 5 (Red's pool): it must be -"},
    };
    static const struct bad_text list[] = {
        {"4/4/4/4 b ? - - -", PES_ERR_OK, 0, ""},
        {"4/4/4/4 b 1 - - 20", PES_ERR_OK, 0, ""},
        {"4/4/4/4 b 2 - - -", PES_ERR_ILLEGAL, 11, "2 is not what the list has here, which is 1"},
        {"4/4/4/4 b 1 - - 19", PES_ERR_ILLEGAL, 17,
         "19 is not what the list has here, which is 20"},
        {"b1,r20,2/4/4/4 b 2 - - 19", PES_ERR_OK, 0, ""},
        {"4/4/4/4 b ? " SMALL " - -", PES_ERR_SYNTAX, 13, "because draw=list has no pools"},
    };
    refuse_positions("columns=4,rows=4,draw=iid", iid, sizeof iid / sizeof iid[0]);
    write_lists(lists, sizeof lists, 16, ",columns=4,rows=4,look=2");
    refuse_positions(lists, list, sizeof list / sizeof list[0]);
}

/* Everything that is accepted is valid and is written back unchanged. */
static void noise(void **unused) {
    (void)unused;
    static const struct {
        const char *options, *text;
    } seeds[] = {
        {"columns=4,rows=4,look=3",
         "b3,3/2,r12,b5/4/1,r20,2 b 8 00000001010000100001 00100000010010000101 10,18"},
        {"columns=4,rows=4,draw=iid", "b3,3/2,r12,b5/4/1,r20,2 b 8 - - -"},
    };
    struct pes_rng rng;
    pes_rng_init(&rng, 31);
    for (int v = 0; v < 2; v++) {
        struct pes_game *g = open_board(seeds[v].options);
        const size_t length = strlen(seeds[v].text);
        int accepted = 0;
        for (int i = 0; i < 100000; i++) {
            static const char alphabet[] = "0123456789 br,/?-\xce";
            char text[PES_STATE_TEXT_MAX];
            memcpy(text, seeds[v].text, length + 1);
            for (int k = 1 + (int)pes_rng_below(&rng, 3); k > 0; k--)
                text[pes_rng_below(&rng, (uint32_t)length)] =
                    alphabet[pes_rng_below(&rng, sizeof alphabet - 1)];
            struct pes_state_buf s;
            int clock = -1;
            if (g->rules->state_parse(g, text, length, PES_STATE(s), &clock, NULL) != PES_ERR_OK)
                continue;
            assert_true(g->rules->valid(g, PES_STATE(s)));
            assert_position(g, &s, text);
            accepted++;
        }
        assert_true(accepted > 1000);
        pes_game_close(g);
    }
}

/* Moves. -------------------------------------------------------------------------------------- */

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
    static const char small[] = "columns=4,rows=4", iid[] = "columns=4,rows=4,draw=iid";
    static const char four[] = FOUR_TILES " b 13 " FOUR_POOLS " -";
    static const char rare[] = FOUR_TILES " b ? 33333332333333333332 33333233333233333333 -";
    static const char gone[] =
        "4/4/4/b10,r3,b20,r5 b ? 00101001000010100100 00000001010010100101 -";
    static const struct {
        const char *options, *position;
        struct bad_text bad;
    } cases[] = {
        {"", four, {"", PES_ERR_SYNTAX, 1, "'' is not a move"}},
        {"", four, {"f", PES_ERR_SYNTAX, 1, "'f' is not a move; a move is an empty cell"}},
        {"", four, {"F6", PES_ERR_SYNTAX, 1, "from a1 to l10"}},
        {"", four, {"f06", PES_ERR_SYNTAX, 1, "'f06' is not a move"}},
        {"", four, {"f0", PES_ERR_SYNTAX, 1, "'f0' is not a move"}},
        {"", four, {"f6x", PES_ERR_SYNTAX, 1, "'f6x' is not a move"}},
        {"", four, {"f4294967302", PES_ERR_SYNTAX, 1, "is not a move"}},
        {"", four, {"m1", PES_ERR_RANGE, 1, "'m1' is off the board, which goes from a1 to l10"}},
        {"", four, {"a11", PES_ERR_RANGE, 1, "'a11' is off the board"}},
        {"", four, {"f5", PES_ERR_ILLEGAL, 1, "'f5' is taken: Blue's 8 is there"}},
        {"", four, {"e6", PES_ERR_ILLEGAL, 1, "'e6' is taken: Red's 12 is there"}},
        {"", four, {"#13", PES_ERR_ILLEGAL, 1, "no number is drawn now, 13 is to be placed"}},
        {"", rare, {"f6", PES_ERR_ILLEGAL, 1, "first Blue's next number is drawn"}},
        {"", rare, {"f5", PES_ERR_ILLEGAL, 1, "'f5' is taken"}},
        {"", rare, {"#21", PES_ERR_RANGE, 1, "'#21' is not a number to place: those are #1 to"}},
        {"", rare, {"#0", PES_ERR_RANGE, 1, "'#0' is not a number to place"}},
        {"", rare, {"#", PES_ERR_RANGE, 1, "'#' is not a number to place"}},
        {"", rare, {"#07", PES_ERR_RANGE, 1, "'#07' is not a number to place"}},
        {"", rare, {"#-1", PES_ERR_RANGE, 1, "'#-1' is not a number to place"}},
        {small, gone, {"#10", PES_ERR_ILLEGAL, 1, "not in Blue's pool; left are 3 5 8 13 15 18"}},
        {small, gone, {"#1", PES_ERR_ILLEGAL, 1, "left are 3 5 8 13 15 18"}},
        {iid, FULL_SMALL " b ? - - -", {"a1", PES_ERR_ILLEGAL, 1, "the game is over"}},
        {iid, FULL_SMALL " b ? - - -", {"#1", PES_ERR_ILLEGAL, 1, "the game is over"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check_move(cases[i].options, cases[i].position, &cases[i].bad);
    char lists[512];
    write_lists(lists, sizeof lists, 16, ",columns=4,rows=4");
    check_move(lists, "startpos",
               &(struct bad_text){"#2", PES_ERR_ILLEGAL, 1, "Blue's list has 1 here"});
    check_move(lists, "b1,3/4/4/4 r ? - - -",
               &(struct bad_text){"#1", PES_ERR_ILLEGAL, 1, "Red's list has 20 here"});
}

/* Variants. ----------------------------------------------------------------------------------- */

static void variants_refused(void **unused) {
    (void)unused;
    static const char small[] = "columns=4,rows=4,draw=list";
    static const struct {
        const char *begin, *options;
        enum pes_err err;
        const char *says;
    } cases[] = {
        {"", "draw=list", PES_ERR_SYNTAX, "draw=list needs blue: 60 numbers from 1 to 20"},
        {small, ",blue=1.2.3.4.5.6.7.8", PES_ERR_SYNTAX, "draw=list needs red: 8 numbers"},
        {small, ",blue=1.2.3.4.5.6.7,red=1.2.3.4.5.6.7.8", PES_ERR_RANGE,
         "blue has 7 numbers; on this board it must have 8, one for each tile"},
        {small, ",blue=1.2.3.4.5.6.7.8,red=1.2.3.4.5.6.7.8.9", PES_ERR_RANGE, "red has 9 numbers"},
        {small, ",blue=1,red=1.2.3.4.5.6.7.8.9", PES_ERR_RANGE, "blue has 1 number;"},
        {small, ",blue=1.2.3.4.5.6.7.21,red=1.2.3.4.5.6.7.8", PES_ERR_RANGE,
         "blue: number 8 is '21' instead of one from 1 to 20"},
        {small, ",blue=1.2.3.4.0.6.7.8,red=1", PES_ERR_RANGE, "blue: number 5 is '0'"},
        {small, ",blue=1.2.3.4..6.7.8,red=1", PES_ERR_RANGE, "blue: number 5 is ''"},
        {small, ",blue=1.2.3.4.5.6.7.,red=1", PES_ERR_RANGE, "blue: number 8 is ''"},
        {small, ",blue=1.2.3.4.05.6.7.8,red=1", PES_ERR_RANGE, "blue: number 5 is '05'"},
        {small, ",blue=1.2.x.4.5.6.7.8,red=1", PES_ERR_RANGE, "blue: number 3 is 'x'"},
        {"", "blue=1.2.3", PES_ERR_UNFIT, "blue is only for draw=list"},
        {"", "draw=iid,red=1.2.3", PES_ERR_UNFIT, "red is only for draw=list"},
        {"", "komi=5121", PES_ERR_RANGE, "-5120..5120"},
        {"", "komi=-5121", PES_ERR_RANGE, "-5120..5120"},
        {"", "komi=0.5", PES_ERR_SYNTAX, "0.5"},
        {"", "look=0", PES_ERR_RANGE, "1..10"},
        {"", "look=11", PES_ERR_RANGE, "1..10"},
        {"", "columns=3", PES_ERR_RANGE, "4..16"},
        {"", "rows=17", PES_ERR_RANGE, "4..16"},
        {"", "draw=dice", PES_ERR_RANGE, "pool|iid|list"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char options[256];
        struct pes_game *g = NULL;
        struct pes_note note = {0}, greek = {0};
        snprintf(options, sizeof options, "%s%s", cases[i].begin, cases[i].options);
        const enum pes_err err = pes_game_open(&proximity_kit, options, &g, &note);
        if (err != cases[i].err || strstr(note.why[PES_LANG_EN], cases[i].says) == NULL)
            fail_msg("%s: error %d: %s", options, err, note.why[PES_LANG_EN]);
        assert_int_equal(pes_game_open(&proximity_kit, options, &g, &greek), err);
        assert_string_not_equal(greek.why[PES_LANG_EL], note.why[PES_LANG_EN]);
    }
}

/* The longest lists and positions fit. */
static void longest_texts(void **unused) {
    (void)unused;
    char options[1400];
    write_lists(options, sizeof options, 256, ",columns=16,rows=16,look=10");
    struct pes_game *g = open_board(options);
    struct pes_state_buf s;
    char text[PES_STATE_TEXT_MAX];
    proximity_reset(proximity_board(g), tiles_of(&s));
    for (int cell = 0; cell < 246; cell++)
        proximity_set(proximity_board(g), tiles_of(&s), cell, PROXIMITY_RED, 20);
    for (int k = 246; k < 256; k++)
        proximity_know(tiles_of(&s), proximity_listed(proximity_board(g), k));
    g->rules->state_format(g, PES_STATE(s), 0, text);
    assert_true(strlen(text) > 1000);
    struct pes_state_buf read;
    read_position(g, text, &read);
    assert_memory_equal(&s, &read, g->state_size);
    pes_game_close(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trip),
        cmocka_unit_test(golden_texts),
        cmocka_unit_test(lenient),
        cmocka_unit_test(boards_refused),
        cmocka_unit_test(numbers_refused),
        cmocka_unit_test(other_draws_refused),
        cmocka_unit_test(noise),
        cmocka_unit_test(moves_refused),
        cmocka_unit_test(variants_refused),
        cmocka_unit_test(longest_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
