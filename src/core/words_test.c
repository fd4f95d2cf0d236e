/* Tests of words.h. */
#include "core/words.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static struct words of(const char *text) {
    return (struct words){text, strlen(text)};
}

static void test_take(void **state) {
    (void)state;
    struct words rest = of("  go\tdepth  3\r\n");
    assert_true(words_are(words_take(&rest), "go"));
    assert_true(words_are(words_take(&rest), "depth"));
    assert_true(words_are(words_trim(rest), "3"));
    assert_true(words_are(words_take(&rest), "3"));
    assert_int_equal(words_take(&rest).length, 0);
    assert_int_equal(words_take(&rest).length, 0);
    rest = (struct words){NULL, 0};
    assert_int_equal(words_take(&rest).length, 0);
}

static void test_compare(void **state) {
    (void)state;
    assert_true(words_are(of("Legal"), "Legal"));
    assert_false(words_are(of("legal"), "Legal"));
    assert_false(words_are(of("Lega"), "Legal"));
    assert_true(words_are((struct words){NULL, 0}, ""));
    assert_true(words_like(of("LEGAL"), "Legal"));
    assert_true(words_like(of("clear hash"), "Clear Hash"));
    assert_false(words_like(of("legals"), "Legal"));
    assert_false(words_like(of(""), "Legal"));
}

static void check_number(const char *text, bool good, int64_t expected) {
    int64_t n = 7;
    assert_int_equal(words_number(of(text), INT32_MAX, &n), good);
    assert_int_equal(n, good ? expected : 7);
}

static void test_number(void **state) {
    (void)state;
    check_number("0", true, 0);
    check_number("-12", true, -12);
    check_number("+12", true, 12);
    check_number("2147483647", true, INT32_MAX);
    check_number("2147483648", true, INT32_MAX);
    check_number("-99999999999999999999999", true, -INT32_MAX);
    check_number("", false, 0);
    check_number("-", false, 0);
    check_number("1x", false, 0);
    check_number("1 2", false, 0);
    int64_t n;
    assert_true(words_number(of("9223372036854775807"), INT64_MAX, &n) && n == INT64_MAX);
    assert_true(words_number(of("9223372036854775808"), INT64_MAX, &n) && n == INT64_MAX);
}

static void test_until(void **state) {
    (void)state;
    bool found;
    struct words rest = of(" a b  moves c d ");
    assert_true(words_are(words_until(&rest, "moves", &found), "a b"));
    assert_true(found && words_are(words_trim(rest), "c d"));
    rest = of("a movesx b");
    assert_true(words_are(words_until(&rest, "moves", &found), "a movesx b"));
    assert_false(found);
    assert_int_equal(rest.length, 0);
    rest = of("moves");
    assert_int_equal(words_until(&rest, "moves", &found).length, 0);
    assert_true(found);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_take),
        cmocka_unit_test(test_compare),
        cmocka_unit_test(test_number),
        cmocka_unit_test(test_until),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
