/* How Gomoku looks, is touched and tells what a move did. */
#include "games/gomoku/gomoku_testing.h"

#include "core/str.h"

static void cells_and_pieces(void **unused) {
    (void)unused;
    struct pes_game *g = open_board("");
    struct pes_state_buf s;
    struct pes_cell cells[PES_CELLS_MAX];
    struct pes_piece pieces[PES_PIECES_MAX];
    assert_int_equal(gomoku_view.cells(g, cells), 225);
    assert_string_equal(cells[0].label, "a1");
    assert_int_equal(cells[0].x, 500);
    assert_int_equal(cells[0].y, 14500);
    assert_string_equal(cells[224].label, "o15");
    assert_int_equal(cells[224].y, 500);
    assert_string_equal(cells[7 * 15 + 7].label, "h8");
    assert_int_equal(cells[0].shape, PES_SHAPE_CIRCLE);
    read_position(g, "startpos", &s);
    assert_int_equal(gomoku_view.pieces(g, PES_STATE(s), pieces), 0);
    play_moves(g, &s, "h8 a2");
    assert_int_equal(gomoku_view.pieces(g, PES_STATE(s), pieces), 2);
    assert_int_equal(pieces[0].cell, 1);
    assert_int_equal(pieces[0].player, 1);
    assert_int_equal(pieces[0].number, 2);
    assert_string_equal(pieces[1].kind, "stone");
    assert_int_equal(pieces[1].player, 0);
    assert_int_equal(pieces[1].number, 1);
    pes_game_close(g);
}

/* After a swap the black stones are Second's, and still black. */
static void swapped_pieces(void **unused) {
    (void)unused;
    struct pes_game *g = open_board("opening=swap2");
    struct pes_state_buf s;
    struct pes_piece pieces[PES_PIECES_MAX];
    int16_t touches[PES_TOUCHES_MAX];
    read_position(g, "startpos", &s);
    play_moves(g, &s, "a1 a2 a3");
    assert_int_equal(gomoku_view.touches(g, PES_STATE(s), GOMOKU_SECOND_TAKES_BLACK, touches), 0);
    play_moves(g, &s, "black");
    assert_int_equal(gomoku_view.touches(g, PES_STATE(s), 17, touches), 1);
    assert_int_equal(touches[0], 16);
    assert_int_equal(gomoku_view.pieces(g, PES_STATE(s), pieces), 3);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(pieces[i].number, i == 1 ? 2 : 1);
        assert_int_equal(pieces[i].player, i == 1 ? 0 : 1);
    }
    pes_game_close(g);
}

static void tell(const char *options, const char *position, const char *move, enum pes_lang lang,
                 const char *golden) {
    struct pes_game *g = open_board(options);
    assert_told(g, position, move, lang, golden);
    pes_game_close(g);
}

static void told(void **unused) {
    (void)unused;
    tell("", "startpos", "h8", PES_LANG_EN, "Black places h8.");
    tell("", "startpos", "h8", PES_LANG_EL, "Ο Μαύρος βάζει πούλι στο h8.");
    static const char rising[] = "9/9/4wwww1/9/4b4/3b5/2b6/1b7/9 b";
    tell("size=9", rising, "f6", PES_LANG_EN,
         "Black places f6. Black wins with five in a row: b2-f6.");
    tell("size=9", rising, "a1", PES_LANG_EL,
         "Ο Μαύρος βάζει πούλι στο a1. Ο Μαύρος κερδίζει με πέντε στη σειρά: a1-e5.");
    tell("size=9", "9/9/9/9/1bbbb4/bwwww4/9/9/9 w", "f4", PES_LANG_EN,
         "White places f4. White wins with five in a row: b4-f4.");
    tell("size=9", "b8/b8/b8/9/b8/b8/wwww5/w8/9 b", "a6", PES_LANG_EN,
         "Black places a6. Black wins with 6 in a row: a4-a9.");
    tell("size=5", "bwbwb/bwbwb/wbwbw/wbwbw/bwbw1 b", "e1", PES_LANG_EN,
         "Black places e1. The board is full: a draw.");
    tell("size=6,rule=renju", "wwbwbw/wbwwbw/bb1bbb/bbb1bb/w1wbww/wbwwbw w", "b2", PES_LANG_EN,
         "White places b2. Black has no point left to play: a draw.");
    tell("size=6,opening=swap2", "startpos", "a1", PES_LANG_EN, "A black stone goes to a1.");
    tell("size=6,opening=swap2", "bwb3/6/6/6/6/6 w c2", "black", PES_LANG_EN,
         "The second player takes Black, the first plays White.");
    tell("size=6,opening=swap2", "bwbwb1/6/6/6/6/6 w c1", "black", PES_LANG_EL,
         "Ο πρώτος παίκτης παίρνει τα μαύρα, ο δεύτερος παίζει με τα λευκά.");
}

/* The winning row is told by its ends, for a program too. */
static void end_step(void **unused) {
    (void)unused;
    struct pes_game *g = open_board("size=9,opening=swap2");
    struct pes_state_buf s;
    struct pes_step steps[PES_STEPS_MAX];
    read_position(g, "9/9/4wwww1/9/4b4/3b5/2b6/1b7/9 b fw", &s);
    assert_int_equal(gomoku_view.trace(g, PES_STATE(s), read_move(g, PES_STATE(s), "f6", 2), steps),
                     2);
    assert_int_equal(steps[0].kind, PES_STEP_PLACE);
    assert_int_equal(steps[0].to, 5 * 9 + 5);
    assert_int_equal(steps[1].kind, PES_STEP_END);
    assert_int_equal(steps[1].from, 1 * 9 + 1);
    assert_int_equal(steps[1].to, 5 * 9 + 5);
    assert_int_equal(steps[1].player, 1);
    assert_int_equal(steps[1].value, 5);
    pes_game_close(g);
}

/* Pictures. ----------------------------------------------------------------------------------- */

static void assert_picture(const char *options, const char *position, const char *moves,
                           const char *last, struct pes_draw how, const char *golden) {
    struct pes_game *g = open_board(options);
    struct pes_state_buf s, before;
    static struct pes_canvas canvas;
    struct str found;
    str_init(&found);
    read_position(g, position, &s);
    play_moves(g, &s, moves);
    before = s;
    if (last != NULL) {
        how.before = PES_STATE(before);
        how.last = read_move(g, PES_STATE(s), last, strlen(last));
        play_moves(g, &s, last);
    }
    g->kit->view->draw(g, PES_STATE(s), &how, &canvas);
    for (int row = 0; row < canvas.rows; row++) {
        size_t end = found.length;
        for (int column = 0; column < canvas.columns; column++) {
            const char *glyph = canvas.at[row][column].glyph;
            str_add(&found, glyph[0] != '\0' ? glyph : " ");
            if (glyph[0] != '\0' && glyph[0] != ' ')
                end = found.length;
        }
        found.length = end;
        found.text[end] = '\0';
        str_add(&found, "\n");
    }
    assert_string_equal(found.text, golden);
    str_release(&found);
    pes_game_close(g);
}

static void pictures(void **unused) {
    (void)unused;
    const struct pes_draw ascii = {.lang = PES_LANG_EL}, greek = {PES_LANG_EL, .unicode = true};
    assert_picture("size=9", "9/9/4wwww1/9/4b4/3b5/2b6/1b7/9 b", "", "f6", ascii,
                   " 9  . . . . . . . . .     X Black\n"
                   " 8  . . . . . . . . .     O White\n"
                   " 7  . . + . O O O O .     # the winning row\n"
                   " 6  . . . . .[#]. . .    [ ] the last stone\n"
                   " 5  . . . . # . . . .\n"
                   " 4  . . . # . . . . .\n"
                   " 3  . . # . . . + . .\n"
                   " 2  . # . . . . . . .\n"
                   " 1  . . . . . . . . .\n"
                   "    a b c d e f g h i\n");
    assert_picture("size=9,rule=renju", "9/9/4b4/4b4/2bb5/9/9/w7w/w7w b", "", NULL, greek,
                   " 9  · · · · · · · · ·     ● Μαύρος\n"
                   " 8  · · · · · · · · ·     ○ Λευκός\n"
                   " 7  · · + · ● · + · ·     × απαγορευμένο στον Μαύρο\n"
                   " 6  · · · · ● · · · ·\n"
                   " 5  · · ● ● × · · · ·\n"
                   " 4  · · · · · · · · ·\n"
                   " 3  · · + · · · + · ·\n"
                   " 2  ○ · · · · · · · ○\n"
                   " 1  ○ · · · · · · · ○\n"
                   "    a b c d e f g h i\n");
    assert_picture("size=5,opening=swap2", "startpos", "a1 a2", "c3", ascii,
                   " 5  . . . . .     X Black\n"
                   " 4  . . . . .     O White\n"
                   " 3  . .[X]. .     swap2: colours are open\n"
                   " 2  O . . . .    [ ] the last stone\n"
                   " 1  X . . . .\n"
                   "    a b c d e\n");
}

/* Every size fits a terminal of 80 by 24. */
static void sizes_fit(void **unused) {
    (void)unused;
    for (int size = GOMOKU_SIZE_MIN; size <= GOMOKU_SIZE_MAX; size++) {
        char options[64];
        snprintf(options, sizeof options, "size=%d", size);
        struct pes_game *g = open_board(options);
        struct pes_state_buf s;
        static struct pes_canvas canvas;
        const struct pes_draw how = {.unicode = true};
        read_position(g, "startpos", &s);
        g->kit->view->draw(g, PES_STATE(s), &how, &canvas);
        assert_true(canvas.columns <= 80);
        assert_int_equal(canvas.rows, size + 1);
        pes_game_close(g);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_and_pieces),
        cmocka_unit_test(swapped_pieces),
        cmocka_unit_test(told),
        cmocka_unit_test(end_step),
        cmocka_unit_test(pictures),
        cmocka_unit_test(sizes_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
