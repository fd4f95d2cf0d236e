#include "pessoi/view.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct pes_canvas canvas; /* too large for a stack frame */

static const char *glyph(int row, int column) {
    return canvas.at[row][column].glyph;
}

static void init_empties(void **state) {
    (void)state;
    memset(&canvas, 0x55, sizeof canvas);
    pes_canvas_init(&canvas, PES_CANVAS_COLUMNS, PES_CANVAS_ROWS);
    assert_int_equal(canvas.columns, PES_CANVAS_COLUMNS);
    assert_int_equal(canvas.rows, PES_CANVAS_ROWS);
    for (int row = 0; row < PES_CANVAS_ROWS; row++)
        for (int column = 0; column < PES_CANVAS_COLUMNS; column++) {
            assert_string_equal(glyph(row, column), "");
            assert_int_equal(canvas.at[row][column].ink, PES_INK_PLAIN);
            assert_int_equal(canvas.at[row][column].paper, PES_INK_PLAIN);
        }
}

static void a_column_a_character(void **state) {
    (void)state;
    pes_canvas_init(&canvas, 10, 2);
    pes_canvas_put(&canvas, 1, 2, PES_INK_FIRST, PES_INK_WATER, "aλ█z");
    assert_string_equal(glyph(1, 1), "");
    assert_string_equal(glyph(1, 2), "a");
    assert_string_equal(glyph(1, 3), "λ");
    assert_string_equal(glyph(1, 4), "█");
    assert_string_equal(glyph(1, 5), "z");
    assert_string_equal(glyph(1, 6), "");
    assert_int_equal(canvas.at[1][4].ink, PES_INK_FIRST);
    assert_int_equal(canvas.at[1][4].paper, PES_INK_WATER);
    assert_string_equal(glyph(0, 2), "");
}

static void plain_paper_keeps_what_is_there(void **state) {
    (void)state;
    pes_canvas_init(&canvas, 4, 1);
    pes_canvas_put(&canvas, 0, 0, PES_INK_WATER, PES_INK_WATER, "~");
    pes_canvas_put(&canvas, 0, 0, PES_INK_SECOND, PES_INK_PLAIN, "g");
    assert_string_equal(glyph(0, 0), "g");
    assert_int_equal(canvas.at[0][0].ink, PES_INK_SECOND);
    assert_int_equal(canvas.at[0][0].paper, PES_INK_WATER);
}

static void what_falls_outside_is_left_out(void **state) {
    (void)state;
    pes_canvas_init(&canvas, 3, 2);
    pes_canvas_put(&canvas, 0, -2, PES_INK_PLAIN, PES_INK_PLAIN, "λμabcde");
    assert_string_equal(glyph(0, 0), "a");
    assert_string_equal(glyph(0, 2), "c");
    assert_string_equal(glyph(0, 3), ""); /* beyond the part in use */
    pes_canvas_put(&canvas, -1, 0, PES_INK_PLAIN, PES_INK_PLAIN, "x");
    pes_canvas_put(&canvas, 2, 0, PES_INK_PLAIN, PES_INK_PLAIN, "x");
    pes_canvas_put(&canvas, 1, 3, PES_INK_PLAIN, PES_INK_PLAIN, "x");
    for (int column = 0; column < 4; column++) {
        assert_string_equal(glyph(1, column), "");
        assert_string_equal(glyph(2, column), "");
    }
}

static void trimmed_to_what_is_not_blank(void **state) {
    (void)state;
    pes_canvas_init(&canvas, 10, 8);
    pes_canvas_put(&canvas, 1, 3, PES_INK_PLAIN, PES_INK_PLAIN, "a  ");
    pes_canvas_put(&canvas, 2, 5, PES_INK_PLAIN, PES_INK_WATER, " ");
    pes_canvas_trim(&canvas);
    assert_int_equal(canvas.columns, 6); /* a blank on paper is visible */
    assert_int_equal(canvas.rows, 3);
    pes_canvas_init(&canvas, 10, 8);
    pes_canvas_trim(&canvas);
    assert_int_equal(canvas.columns, 1);
    assert_int_equal(canvas.rows, 1);
}

static void terminal_sizes(void **state) {
    (void)state;
    const struct pes_draw usual = {.unicode = true}, small = {.columns = 60, .rows = 20},
                          large = {.columns = 500, .rows = 500};
    assert_int_equal(pes_draw_columns(&usual), 80);
    assert_int_equal(pes_draw_columns(&small), 60);
    assert_int_equal(pes_draw_columns(&large), PES_CANVAS_COLUMNS);
    pes_canvas_init(&canvas, 60, 17);
    assert_true(pes_draw_fits(&usual, &canvas, 0));
    assert_false(pes_draw_fits(&small, &canvas, 0)); /* no rows for text below it */
    assert_true(pes_draw_fits(&small, &canvas, 1));
    pes_canvas_init(&canvas, 60, 21);
    assert_false(pes_draw_fits(&small, &canvas, 1));
    assert_true(pes_draw_fits(&small, &canvas, 2));
    pes_canvas_init(&canvas, 61, 1);
    assert_false(pes_draw_fits(&small, &canvas, 2));
}

static void broken_bytes_become_question_marks(void **state) {
    (void)state;
    pes_canvas_init(&canvas, 5, 1);
    pes_canvas_put(&canvas, 0, 0, PES_INK_PLAIN, PES_INK_PLAIN,
                   "a\xce"
                   "b\xff");
    assert_string_equal(glyph(0, 0), "a");
    assert_string_equal(glyph(0, 1), "?");
    assert_string_equal(glyph(0, 2), "b");
    assert_string_equal(glyph(0, 3), "?");
    assert_string_equal(glyph(0, 4), "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(init_empties),
        cmocka_unit_test(a_column_a_character),
        cmocka_unit_test(plain_paper_keeps_what_is_there),
        cmocka_unit_test(what_falls_outside_is_left_out),
        cmocka_unit_test(trimmed_to_what_is_not_blank),
        cmocka_unit_test(terminal_sizes),
        cmocka_unit_test(broken_bytes_become_question_marks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
