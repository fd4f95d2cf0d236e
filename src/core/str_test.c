#include "core/str.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void test_it_grows(void **state) {
    (void)state;
    struct str s;
    str_init(&s);
    assert_string_equal(s.text, "");
    char expected[5001] = "";
    for (size_t i = 0; i < 1000; i++) {
        str_addf(&s, "%03zu", i);
        str_add_char(&s, ',');
        str_add(&s, ";");
        snprintf(expected + 5 * i, 6, "%03zu,;", i);
    }
    assert_string_equal(s.text, expected);
    assert_int_equal(s.length, 5000);
    assert_true(s.cap > s.length);
    assert_int_equal(str_err(&s), PES_ERR_OK);
    str_release(&s);
    assert_string_equal(s.text, "");
    str_release(&s); /* twice does no harm */
}

static void test_bytes_and_clear(void **state) {
    (void)state;
    struct str s;
    str_init(&s);
    str_clear(&s);
    str_add_bytes(&s, NULL, 0);
    str_add(&s, "");
    str_addf(&s, "%s", "");
    assert_int_equal(s.cap, 0); /* nothing needs no memory */
    str_add_bytes(&s, "a\0b", 3);
    assert_int_equal(s.length, 3);
    assert_memory_equal(s.text, "a\0b", 4);
    const size_t cap = s.cap;
    str_clear(&s);
    assert_string_equal(s.text, "");
    assert_int_equal(s.length, 0);
    assert_int_equal(s.cap, cap);
    str_release(&s);
}

/* Every length around a growth step keeps its NUL inside. */
static void test_steps(void **state) {
    (void)state;
    char bytes[300];
    memset(bytes, 'x', sizeof bytes);
    for (size_t first = 0; first < 140; first++) {
        struct str s;
        str_init(&s);
        str_add_bytes(&s, bytes, first);
        str_add_bytes(&s, bytes, 128);
        assert_int_equal(strlen(s.text), first + 128);
        assert_true(s.length < s.cap);
        str_release(&s);
    }
}

static void test_sentences(void **state) {
    (void)state;
    static const struct pes_text won = PES_TEXT("{1} won", "νίκησε: {1}");
    struct str s;
    str_init(&s);
    str_add(&s, "> ");
    str_say(&s, PES_LANG_EL, &won, PES_ARGS(PES_STR("Κόκκινος")));
    str_say(&s, PES_LANG_EN, &won, PES_ARGS(PES_STR("; Red")));
    assert_string_equal(s.text, "> νίκησε: Κόκκινος; Red won");
    assert_int_equal(s.length, strlen(s.text));
    str_release(&s);
}

static int distance(const char *typed, const char *name) {
    return str_distance(typed, strlen(typed), name);
}

static void test_distance(void **state) {
    (void)state;
    assert_int_equal(distance("depth", "depth"), 0);
    assert_int_equal(distance("dpeth", "depth"), 1);
    assert_int_equal(distance("deph", "depth"), 1);
    assert_int_equal(distance("deptth", "depth"), 1);
    assert_int_equal(distance("dexth", "depth"), 1);
    assert_int_equal(distance("movtiem", "movetime"), 2);
    assert_int_equal(distance("dxpxh", "depth"), -1);
    assert_int_equal(distance("on", "no"), -1); /* so short a word says nothing */
    assert_int_equal(distance("", ""), 0);
    assert_int_equal(distance("", "a"), -1);
    assert_int_equal(str_distance("depthXX", 5, "depth"), 0);
    const char *long_one = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnop";
    assert_int_equal(distance(long_one, long_one), -1);
}

static void test_utf8(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int first; /* bytes of the first character */
        bool valid;
    } cases[] = {
        {"a", 1, true},
        {"\x7f", 1, true},
        {"λ", 2, true},
        {"\xc2\x80", 2, true},
        {"\xe0\xa0\x80", 3, true},
        {"\xed\x9f\xbf", 3, true},
        {"\xee\x80\x80", 3, true},
        {"\xf0\x90\x80\x80", 4, true},
        {"\xf4\x8f\xbf\xbf", 4, true},
        {"\x80", 1, false},             /* a continuation alone */
        {"\xc1\xbf", 1, false},         /* overlong */
        {"\xe0\x9f\xbf", 1, false},     /* overlong */
        {"\xf0\x8f\xbf\xbf", 1, false}, /* overlong */
        {"\xed\xa0\x80", 1, false},     /* a surrogate */
        {"\xf4\x90\x80\x80", 1, false}, /* beyond U+10FFFF */
        {"\xf5\x80\x80\x80", 1, false},
        {"\xce", 1, false}, /* cut short */
        {"\xe2\x88", 1, false},
        {"\xe2\x88x", 1, false},
        {"\xff", 1, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const size_t length = strlen(cases[i].text);
        assert_int_equal(utf8_char(cases[i].text, length), cases[i].first);
        assert_int_equal(utf8_valid(cases[i].text, length), cases[i].valid);
    }
    assert_true(utf8_valid("", 0));
    assert_false(utf8_valid("a\0b", 3));
    assert_int_equal(utf8_width("", 0), 0);
    assert_int_equal(utf8_width("λίμνη 3", strlen("λίμνη 3")), 7);
    assert_int_equal(utf8_width("a\xff\xce", 3), 3);
}

static void test_bidi(void **state) {
    (void)state;
    static const char *const turning[] = {"\xd8\x9c",     "\xe2\x80\x8e", "\xe2\x80\x8f",
                                          "\xe2\x80\xaa", "\xe2\x80\xae", "\xe2\x81\xa6",
                                          "\xe2\x81\xa9"};
    static const char *const others[] = {
        "a", "\xce\xbb", "\xe2\x80\xa8", "\xe2\x80\x8d", "\xe2\x80\xaf", "\xe2\x81\xaa"};
    for (size_t i = 0; i < sizeof turning / sizeof turning[0]; i++)
        assert_true(utf8_bidi(turning[i], utf8_char(turning[i], strlen(turning[i]))));
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        assert_false(utf8_bidi(others[i], utf8_char(others[i], strlen(others[i]))));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_it_grows), cmocka_unit_test(test_bytes_and_clear),
        cmocka_unit_test(test_steps),    cmocka_unit_test(test_sentences),
        cmocka_unit_test(test_distance), cmocka_unit_test(test_utf8),
        cmocka_unit_test(test_bidi),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
