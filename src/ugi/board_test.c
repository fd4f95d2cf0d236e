/* Tests of the position that an engine is sent. */
#include "ugi/board.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static struct words of(const char *text) {
    return (struct words){text, strlen(text)};
}

static void assert_at(const struct ugi_board *board, const char *expected) {
    char text[PES_STATE_TEXT_MAX];
    pes_history_format(board->h, text);
    assert_string_equal(text, expected);
}

static enum pes_err place(struct ugi_board *board, const char *fen, const char *moves) {
    struct pes_note note = {0};
    const enum pes_err err = ugi_board_place(board, of(fen), of(moves), &note);
    assert_int_equal(err != PES_ERR_OK, !pes_note_is_empty(&note));
    return err;
}

static void open_board(struct ugi_board *board, const char *game, const char *variant) {
    assert_int_equal(ugi_board_init(board, pes_kit_find(game), variant, 1, NULL), PES_ERR_OK);
}

static void test_moves(void **state) {
    (void)state;
    struct ugi_board board;
    open_board(&board, "gomoku", "size=5");
    assert_int_equal(place(&board, "", "a1 b1"), PES_ERR_OK);
    assert_int_equal(place(&board, "", "a1 b1 c1"), PES_ERR_OK); // continues
    assert_at(&board, "5/5/5/5/bwb2 w");
    assert_int_equal(place(&board, "", "a1 b1 c11"), PES_ERR_RANGE); // no continuation
    assert_at(&board, "5/5/5/5/bwb2 w");
    assert_int_equal(place(&board, "", "a1 b1 c1 d1 c1"), PES_ERR_ILLEGAL); // the last one only
    assert_at(&board, "5/5/5/5/bwb2 w");
    assert_int_equal(pes_history_count(board.h), 3);
    assert_int_equal(place(&board, "", "a1 b1 c1 d1"), PES_ERR_OK);
    assert_at(&board, "5/5/5/5/bwbw1 b");
    assert_int_equal(place(&board, "", "a1"), PES_ERR_OK); // shorter
    assert_at(&board, "5/5/5/5/b4 w");
    assert_int_equal(place(&board, "5/5/5/5/bw3 b", "a1"), PES_ERR_ILLEGAL);
    assert_int_equal(place(&board, "5/5/5/5/bw3 b", "c1"), PES_ERR_OK);
    assert_at(&board, "5/5/5/5/bwb2 w");
    assert_int_equal(place(&board, "nonsense", ""), PES_ERR_SYNTAX);
    assert_at(&board, "5/5/5/5/bwb2 w");
    assert_int_equal(place(&board, "", ""), PES_ERR_OK);
    assert_at(&board, "5/5/5/5/5 b");
    ugi_board_release(&board);
}

static void test_variant(void **state) {
    (void)state;
    struct ugi_board board;
    struct pes_note note = {0};
    assert_int_equal(ugi_board_init(&board, pes_kit_find("gomoku"), "size=x", 1, &note),
                     PES_ERR_SYNTAX);
    open_board(&board, "gomoku", "size=5");
    assert_int_equal(place(&board, "", "a1"), PES_ERR_OK);
    assert_int_equal(ugi_board_vary(&board, "size=99", &note), PES_ERR_RANGE);
    assert_at(&board, "5/5/5/5/b4 w");
    assert_int_equal(ugi_board_vary(&board, "size=6", &note), PES_ERR_OK);
    assert_at(&board, "6/6/6/6/6/6 b");
    ugi_board_release(&board);
}

/* The start of Boats is rolled from the seed, unless the moves say how it fell. */
static void test_rolled_start(void **state) {
    (void)state;
    struct ugi_board board;
    char rolled[PES_STATE_TEXT_MAX], sent[PES_STATE_TEXT_MAX];
    open_board(&board, "boats", "");
    assert_int_equal(pes_turn(board.game, pes_history_state(board.h)), 0);
    pes_history_format(board.h, rolled);
    assert_int_equal(place(&board, "", ""), PES_ERR_OK);
    assert_at(&board, rolled);
    assert_int_equal(place(&board, "", "#0"), PES_ERR_OK);
    pes_history_format(board.h, sent);
    assert_int_equal(place(&board, "", "#1"), PES_ERR_OK);
    pes_history_format(board.h, rolled);
    assert_string_not_equal(sent, rolled);
    assert_int_equal(place(&board, "", "#1 R"), PES_ERR_OK);
    assert_int_equal(pes_history_plies(board.h), 1);
    ugi_board_release(&board);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves),
        cmocka_unit_test(test_variant),
        cmocka_unit_test(test_rolled_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
