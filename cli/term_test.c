#include "cli/progress.h"
#include "cli/term.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void test_paint_plain(void **state) {
    (void)state;
    struct pes_canvas canvas;
    struct str out;
    str_init(&out);
    pes_canvas_init(&canvas, 10, 2);
    pes_canvas_put(&canvas, 0, 1, PES_INK_FIRST, PES_INK_PLAIN, "ab");
    pes_canvas_put(&canvas, 1, 0, PES_INK_WATER, PES_INK_WATER, " ");
    term_paint(&out, &canvas, TERM_PLAIN);
    assert_string_equal(out.text, " ab\n\n");
    str_clear(&out);
    term_paint(&out, &canvas, TERM_256);
    /* Paper is seen even under a blank, and every line ends as it began. */
    assert_string_equal(out.text, " \x1b[1m\x1b[38;5;98mab\x1b[0m\n"
                                  "\x1b[38;5;231m\x1b[48;5;26m \x1b[0m\n");
    str_clear(&out);
    term_paint(&out, &canvas, TERM_8);
    assert_string_equal(out.text, " \x1b[1m\x1b[35mab\x1b[0m\n"
                                  "\x1b[37m\x1b[44m \x1b[0m\n");
    str_release(&out);
}

/* Colours are only decoration: without them the same characters remain. */
static void test_colours_add_nothing(void **state) {
    (void)state;
    struct pes_canvas canvas;
    struct str plain, coloured, stripped;
    str_init(&plain);
    str_init(&coloured);
    str_init(&stripped);
    pes_canvas_init(&canvas, 20, 1);
    for (int ink = 0; ink < PES_INK_COUNT; ink++)
        pes_canvas_put(&canvas, 0, ink, (enum pes_ink)ink, PES_INK_PLAIN, "x");
    term_paint(&plain, &canvas, TERM_PLAIN);
    term_paint(&coloured, &canvas, TERM_256);
    for (const char *at = coloured.text; *at != '\0'; at++) {
        if (*at == '\x1b')
            at += strcspn(at, "m");
        else
            str_add_char(&stripped, *at);
    }
    assert_string_equal(stripped.text, plain.text);
    assert_string_not_equal(coloured.text, plain.text);
    str_release(&plain);
    str_release(&coloured);
    str_release(&stripped);
}

static void check_wrap(const char *text, int used, int indent, int columns, const char *expected) {
    struct str out;
    str_init(&out);
    term_wrap(&out, text, used, indent, columns);
    assert_string_equal(out.text, expected);
    str_release(&out);
}

/* Contrast (WCAG 2) between two of the 256 colours of xterm. */
static double luminance(int colour) {
    double sum = 0;
    static const double weights[3] = {0.2126, 0.7152, 0.0722};
    assert_in_range(colour, 16, 255);
    for (int i = 0; i < 3; i++) {
        const int step = (colour - 16) / (i == 0 ? 36 : i == 1 ? 6 : 1) % 6;
        const int level = colour >= 232 ? 8 + 10 * (colour - 232) : step == 0 ? 0 : 55 + 40 * step;
        const double part = level / 255.0;
        sum += weights[i] * (part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4));
    }
    return sum;
}

static double contrast(int a, int b) {
    const double x = luminance(a) + 0.05, y = luminance(b) + 0.05;
    return x > y ? x / y : y / x;
}

enum { BLACK = 16, WHITE = 231 };

/* Every ink can be seen on black and on white terminals, and letters can be read on every paper. */
static void test_contrast(void **state) {
    (void)state;
    for (int i = 0; i < PES_INK_COUNT; i++) {
        const struct term_look *look = term_look((enum pes_ink)i);
        const bool black_or_white = i == PES_INK_BLACK || i == PES_INK_WHITE;
        if (look->ink >= 0 && !black_or_white) {
            /* Letters need 4.5; no red of the palette has it, and water and tiles are no letters.
             */
            const bool letters = i == PES_INK_DIM || i == PES_INK_FIRST || i == PES_INK_SECOND ||
                                 i == PES_INK_MARK || i == PES_INK_BOARD || i == PES_INK_GREEN ||
                                 i == PES_INK_BLUE;
            const double least = letters ? 4.5 : i == PES_INK_RED ? 3.9 : 3.0;
            assert_true(contrast(look->ink, BLACK) >= least);
            assert_true(contrast(look->ink, WHITE) >= least);
        }
        if (look->paper >= 0 && i != PES_INK_WATER_TOP)
            assert_true(contrast(look->paper, look->white_letter ? WHITE : BLACK) >= 4.5);
    }
    /* What is drawn on a board. */
    const int board = term_look(PES_INK_BOARD)->paper;
    static const enum pes_ink on_board[] = {PES_INK_BLACK, PES_INK_WHITE, PES_INK_MARK,
                                            PES_INK_BOARD};
    for (size_t i = 0; i < sizeof on_board / sizeof on_board[0]; i++)
        assert_true(contrast(term_look(on_board[i])->over, board) >= 3.0);
}

/* The colours of players are those of their names. */
static void test_players(void **state) {
    (void)state;
    struct pes_canvas canvas;
    struct str out;
    str_init(&out);
    pes_canvas_init(&canvas, 4, 1);
    pes_canvas_put(&canvas, 0, 0, PES_INK_BLACK, PES_INK_BOARD, "b");
    pes_canvas_put(&canvas, 0, 1, PES_INK_WHITE, PES_INK_BOARD, "w");
    pes_canvas_put(&canvas, 0, 2, PES_INK_BLACK, PES_INK_PLAIN, "b");
    pes_canvas_put(&canvas, 0, 3, PES_INK_PLAIN, PES_INK_RED, "r");
    term_paint(&out, &canvas, TERM_256);
    assert_string_equal(out.text, "\x1b[38;5;16m\x1b[48;5;137mb\x1b[0m"
                                  "\x1b[1m\x1b[38;5;231m\x1b[48;5;137mw\x1b[0m"
                                  "\x1b[38;5;16m\x1b[48;5;250mb\x1b[0m"
                                  "\x1b[38;5;231m\x1b[48;5;160mr\x1b[0m\n");
    str_clear(&out);
    term_paint(&out, &canvas, TERM_8);
    assert_string_equal(out.text, "\x1b[30m\x1b[47mb\x1b[0m"
                                  "\x1b[1m\x1b[37m\x1b[40mw\x1b[0m"
                                  "\x1b[30m\x1b[47mb\x1b[0m"
                                  "\x1b[37m\x1b[41mr\x1b[0m\n");
    str_release(&out);
}

static void test_colours_of_terminals(void **state) {
    (void)state;
    static const struct {
        const char *term, *colorterm;
        enum term_colour colours;
    } rows[] = {
        {"xterm-256color", "", TERM_256},
        {"tmux-256color", "", TERM_256},
        {"xterm-kitty", "", TERM_256},
        {"alacritty", "", TERM_256},
        {"xterm-direct", "", TERM_256},
        {"xterm", "truecolor", TERM_256},
        {"", "", TERM_256},
        {"dumb", "", TERM_256}, /* only with --color always */
        {"vt100", "", TERM_8},
        {"linux", "", TERM_8},
        {"xterm-16color", "", TERM_8},
        {"screen", "", TERM_8},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(term_colours_of(rows[i].term, rows[i].colorterm), rows[i].colours);
    }
    assert_int_equal(term_colours_of(NULL, NULL), TERM_256);
}

static void test_wrap_position(void **state) {
    (void)state;
    struct str out;
    str_init(&out);
    term_wrap_position(&out, "at: aaaa/bbbb/cccc/dddd w 0", 2, 12);
    assert_string_equal(out.text, "at: aaaa/\n  bbbb/cccc/\n  dddd w 0\n");
    str_clear(&out);
    term_wrap_position(&out, "at: aa/bb w", 2, 12);
    assert_string_equal(out.text, "at: aa/bb w\n");
    str_release(&out);
}

static void test_wrap(void **state) {
    (void)state;
    check_wrap("", 0, 2, 10, "\n");
    check_wrap("one two three", 0, 2, 9, "one two\n  three\n");
    check_wrap("one two three", 4, 2, 9, "one\n  two\n  three\n");
    check_wrap("a_very_long_word b", 0, 0, 5, "a_very_long_word\nb\n");
    check_wrap("k=aaa|bbb|ccc|dd (e)", 0, 2, 9, "k=aaa|\n  bbb|\n  ccc|dd\n  (e)\n");
    check_wrap("a bb|cc", 0, 2, 5, "a bb|\n  cc\n");
    check_wrap("a bb|cc", 0, 0, 5, "a\nbb|cc\n"); /* not cut where a line is enough */
    check_wrap("α β γ δ", 0, 0, 5, "α β γ\nδ\n");
    check_wrap("one\n\ntwo", 0, 2, 9, "one\n\n  two\n");
}

static void test_pad(void **state) {
    (void)state;
    struct str out;
    str_init(&out);
    term_pad(&out, "αβ", 4);
    term_pad(&out, "long", 2);
    assert_string_equal(out.text, "αβ  long");
    str_release(&out);
}

static void test_locale(void **state) {
    (void)state;
    setenv("LC_ALL", "", 1);
    setenv("LC_CTYPE", "", 1);
    setenv("LANG", "C", 1);
    assert_false(term_speaks_utf8());
    setenv("LANG", "el_GR.utf8", 1);
    assert_true(term_speaks_utf8());
    setenv("LC_CTYPE", "C", 1);
    assert_false(term_speaks_utf8());
    setenv("LC_ALL", "C.UTF-8", 1);
    assert_true(term_speaks_utf8());
}

static void test_clock(void **state) {
    (void)state;
    char out[CLI_NUMBER_SIZE];
    progress_clock(0, out);
    assert_string_equal(out, "0:00");
    progress_clock(65.4, out);
    assert_string_equal(out, "1:05");
    progress_clock(7439, out);
    assert_string_equal(out, "2:03:59");
    progress_clock(1e300, out);
    assert_string_equal(out, "277777:46:40");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_paint_plain),
        cmocka_unit_test(test_colours_add_nothing),
        cmocka_unit_test(test_contrast),
        cmocka_unit_test(test_players),
        cmocka_unit_test(test_colours_of_terminals),
        cmocka_unit_test(test_wrap_position),
        cmocka_unit_test(test_wrap),
        cmocka_unit_test(test_pad),
        cmocka_unit_test(test_locale),
        cmocka_unit_test(test_clock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
