#include "core/str.h"
#include "core/text.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* How a sentence uses each of its arguments {1} .. {9}: bit 0 as a value, bit 1 to choose a word. A
 * language may say a word where another says the number, so both are told apart. */
struct uses {
    unsigned char of[10];
    bool well_formed;
};

static struct uses uses_in(const char *at) {
    struct uses uses = {.well_formed = true};
    while ((at = strchr(at, '{'))) {
        if (at[1] == '{') {
            at += 2;
            continue;
        }
        const char *end = strchr(at, '}');
        const bool number = at[1] >= '1' && at[1] <= '9';
        if (!end || !number || (at[2] != '}' && at[2] != '|')) {
            uses.well_formed = false;
            return uses;
        }
        int bars = 0;
        for (const char *c = at; c < end; c++)
            bars += *c == '|';
        uses.well_formed = uses.well_formed && (bars == 0 || bars == 2);
        uses.of[at[1] - '0'] |= bars == 0 ? 1 : 2;
        at = end + 1;
    }
    return uses;
}

static void check_sentence(int id) {
    const struct pes_text *text = &text_list[id];
    struct uses uses[PES_LANG_COUNT];
    for (int lang = 0; lang < PES_LANG_COUNT; lang++) {
        const char *said = text->in[lang];
        assert_non_null(said);
        uses[lang] = uses_in(said);
        if (!uses[lang].well_formed || said[0] == '\0' || !utf8_valid(said, strlen(said)))
            fail_msg("sentence %d is not well formed: %s", id, said);
    }
    for (int i = 1; i < 10; i++) {
        const bool en = uses[PES_LANG_EN].of[i] != 0, el = uses[PES_LANG_EL].of[i] != 0;
        if (en != el)
            fail_msg("{%d} is missing: %s = %s", i, text->in[0], text->in[1]);
        if (i > 1 && en && uses[PES_LANG_EN].of[i - 1] == 0)
            fail_msg("{%d} without {%d}: %s", i, i - 1, text->in[0]);
    }
}

static void test_every_sentence(void **state) {
    (void)state;
    assert_true(TEXT_COUNT > 0);
    for (int id = 0; id < TEXT_COUNT; id++)
        check_sentence(id);
}

/* Does anything in this text belong to the Greek alphabet? */
static bool has_greek(const char *text) {
    for (; *text; text++)
        if ((unsigned char)*text == 0xce || (unsigned char)*text == 0xcf)
            return true;
    return false;
}

static bool has_words(const char *text) {
    int run = 0;
    for (; *text; text++) {
        const char c = *text;
        run = (c >= 'a' && c <= 'z') ? run + 1 : 0;
        if (run == 4)
            return true;
    }
    return false;
}

static void test_greek_is_greek(void **state) {
    (void)state;
    for (int id = 0; id < TEXT_COUNT; id++) {
        const char *en = text_list[id].in[PES_LANG_EN], *el = text_list[id].in[PES_LANG_EL];
        if (has_greek(en))
            fail_msg("Greek among the English: %s", en);
        if (has_words(en) && strcmp(en, el) == 0 && strchr(en, ' '))
            fail_msg("not translated: %s", en);
    }
}

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

/* Where there is no Greek yet, English is said. */
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
        cmocka_unit_test(test_english_alone),   cmocka_unit_test(test_every_sentence),
        cmocka_unit_test(test_greek_is_greek),  cmocka_unit_test(test_arguments),
        cmocka_unit_test(test_words_by_number), cmocka_unit_test(test_reals),
        cmocka_unit_test(test_braces),          cmocka_unit_test(test_cutting),
        cmocka_unit_test(test_languages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
