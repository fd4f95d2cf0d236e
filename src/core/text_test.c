#include "core/str.h"
#include "core/text.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void check(enum pes_lang lang, const char *sentence, const struct pes_arg args[],
                  const char *expected) {
    const struct pes_text text = PES_TEXT(sentence, sentence);
    char out[512];
    const size_t length = pes_say(lang, &text, args, out, sizeof out);
    assert_string_equal(out, expected);
    assert_int_equal(length, strlen(expected));
}

static void test_arguments(void **state) {
    (void)state;
    static const struct pes_text water = PES_TEXT("water {{", "νερό");
    check(PES_LANG_EN, "", PES_NO_ARGS, "");
    check(PES_LANG_EN, "plain", PES_NO_ARGS, "plain");
    check(PES_LANG_EN, "{2}{1}", PES_ARGS(PES_STR("a"), PES_STR("b")), "ba");
    check(PES_LANG_EN, "{1}{1}", PES_ARGS(PES_INT(INT64_MIN)),
          "-9223372036854775808-9223372036854775808");
    check(PES_LANG_EN, "<{1}>", PES_ARGS(PES_SAID(&water)), "<water {>");
    check(PES_LANG_EL, "<{1}>", PES_ARGS(PES_SAID(&water)), "<νερό>");
    check(PES_LANG_EN, "{1}", PES_ARGS(PES_STR("{1} {{")), "{1} {{"); /* input is not a sentence */
}

static void test_words_by_number(void **state) {
    (void)state;
    const char *moves = "{1} {1|move|moves}";
    check(PES_LANG_EN, moves, PES_ARGS(PES_INT(0)), "0 moves");
    check(PES_LANG_EN, moves, PES_ARGS(PES_INT(1)), "1 move");
    check(PES_LANG_EN, moves, PES_ARGS(PES_INT(-1)), "-1 moves");
    check(PES_LANG_EN, moves, PES_ARGS(PES_REAL(1.0, 1)), "1.0 moves");
    check(PES_LANG_EL, "{1} {1|κίνηση|κινήσεις}", PES_ARGS(PES_INT(1)), "1 κίνηση");
    check(PES_LANG_EL, "{1} {1|κίνηση|κινήσεις}", PES_ARGS(PES_INT(21)), "21 κινήσεις");
    check(PES_LANG_EN, "point{1||s}", PES_ARGS(PES_INT(1)), "point");
    check(PES_LANG_EN, "point{1||s}", PES_ARGS(PES_INT(2)), "points");
    check(PES_LANG_EN, "{1|s|}", PES_ARGS(PES_INT(2)), "");
}

static void test_reals(void **state) {
    (void)state;
    check(PES_LANG_EN, "{1}", PES_ARGS(PES_REAL(3.14159, 2)), "3.14");
    check(PES_LANG_EL, "{1}", PES_ARGS(PES_REAL(3.14159, 2)), "3,14");
    check(PES_LANG_EL, "{1}", PES_ARGS(PES_REAL(-0.5, 3)), "-0,500");
    check(PES_LANG_EL, "{1}", PES_ARGS(PES_REAL(2.0, 0)), "2");
    check(PES_LANG_EN, "{1}", PES_ARGS(PES_REAL(-0.001, 2)), "0.00");
    check(PES_LANG_EN, "{1}", PES_ARGS(PES_REAL(-10.0, 0)), "-10");
    check(PES_LANG_EN, "{1}", PES_ARGS(PES_REAL(0.25, -3)), "0");
    check(PES_LANG_EN, "{1}", PES_ARGS(PES_REAL(0.5, 1000)), "0.50000000000000000");
    check(PES_LANG_EN, "{1} {2}", PES_ARGS(PES_REAL(INFINITY, 1), PES_REAL(-INFINITY, 1)), "∞ -∞");
    check(PES_LANG_EN, "{1}", PES_ARGS(PES_REAL((double)NAN, 1)), "?");
    const struct pes_text text = PES_TEXT("{1}", "{1}");
    assert_int_equal(pes_say(PES_LANG_EN, &text, PES_ARGS(PES_REAL(-1.7e308, 17)), NULL, 0), 328);
}

static void test_braces(void **state) {
    (void)state;
    check(PES_LANG_EN, "{{", PES_NO_ARGS, "{");
    check(PES_LANG_EN, "{{1}", PES_ARGS(PES_INT(5)), "{1}");
    check(PES_LANG_EN, "{{{1}}", PES_ARGS(PES_INT(5)), "{5}");
    /* Slips stay visible, and a place without an argument is empty; neither harms. */
    check(PES_LANG_EN, "a { b", PES_NO_ARGS, "a { b");
    check(PES_LANG_EN, "{", PES_NO_ARGS, "{");
    check(PES_LANG_EN, "{1", PES_ARGS(PES_INT(5)), "{1");
    check(PES_LANG_EN, "{0}{x}{}", PES_ARGS(PES_INT(5)), "{0}{x}{}");
    check(PES_LANG_EN, "{12}", PES_ARGS(PES_INT(5)), "{12}");
    check(PES_LANG_EN, "{1|one}", PES_ARGS(PES_INT(5)), "{1|one}");
    check(PES_LANG_EN, "[{1}{2}{9}]", PES_ARGS(PES_INT(5)), "[5]");
}

/* At every size the text is the longest whole number of characters that fits, and nothing beyond
 * the buffer is touched. */
static void test_cutting(void **state) {
    (void)state;
    const char *whole = "aβ\xe2\x88\x9e\xf0\x9f\x9b\xb6z"; /* 1 + 2 + 3 + 4 + 1 bytes */
    const size_t fitting[] = {0, 0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11};
    const struct pes_text text = PES_TEXT(whole, whole);
    for (size_t cap = 0; cap < sizeof fitting / sizeof *fitting; cap++) {
        char out[16];
        memset(out, '#', sizeof out);
        assert_int_equal(pes_say(PES_LANG_EN, &text, PES_NO_ARGS, out, cap), 11);
        assert_int_equal(out[cap], '#');
        if (cap == 0)
            continue;
        assert_int_equal(strlen(out), fitting[cap]);
        assert_memory_equal(out, whole, fitting[cap]);
    }
}

static void test_languages(void **state) {
    (void)state;
    assert_int_equal(pes_lang_parse("en"), PES_LANG_EN);
    assert_int_equal(pes_lang_parse("el"), PES_LANG_EL);
    assert_int_equal(pes_lang_parse(""), -1);
    assert_int_equal(pes_lang_parse("EL"), -1);
    assert_int_equal(pes_lang_parse("el_GR"), -1);
    const char *greek[] = {"el", "el_GR", "el_GR.UTF-8", "el.utf8", "el_CY@euro", "el-GR"};
    for (size_t i = 0; i < sizeof greek / sizeof *greek; i++)
        assert_int_equal(pes_lang_of_locale(greek[i]), PES_LANG_EL);
    const char *others[] = {"", "C", "C.UTF-8", "POSIX", "en_GB", "ella", "e", "de_EL", "EL"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_int_equal(pes_lang_of_locale(others[i]), PES_LANG_EN);
    assert_int_equal(pes_lang_of_locale(NULL), PES_LANG_EN);
}

/* If there is no Greek text yet, English is used. */
static void test_english_alone(void **state) {
    (void)state;
    static const struct pes_text one = PES_TEXT("{1} left, {2}"),
                                 list[] = {PES_TEXT("a"), PES_TEXT("b", "β")};
    char out[32];
    for (int lang = 0; lang < PES_LANG_COUNT; lang++) {
        pes_say((enum pes_lang)lang, &one, PES_ARGS(PES_INT(3), PES_STR("x")), out, sizeof out);
        assert_string_equal(out, "3 left, x");
        assert_string_equal(list[0].in[lang], "a");
    }
    assert_string_equal(list[1].in[PES_LANG_EL], "β");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_english_alone),   cmocka_unit_test(test_arguments),
        cmocka_unit_test(test_words_by_number), cmocka_unit_test(test_reals),
        cmocka_unit_test(test_braces),          cmocka_unit_test(test_cutting),
        cmocka_unit_test(test_languages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
