#include "cli/progress.h"
#include "cli/term.h"

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
    term_paint(&out, &canvas, false);
    assert_string_equal(out.text, " ab\n\n");
    str_clear(&out);
    term_paint(&out, &canvas, true);
    /* Paper is seen even under a blank, and every line ends as it began. */
    assert_string_equal(out.text, " \x1b[1m\x1b[38;5;166mab\x1b[0m\n"
                                  "\x1b[38;5;25m\x1b[48;5;25m \x1b[0m\n");
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
    term_paint(&plain, &canvas, false);
    term_paint(&coloured, &canvas, true);
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
        cmocka_unit_test(test_paint_plain), cmocka_unit_test(test_colours_add_nothing),
        cmocka_unit_test(test_wrap),        cmocka_unit_test(test_pad),
        cmocka_unit_test(test_locale),      cmocka_unit_test(test_clock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
