#include "core/fold.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void assert_folds(const char *word, const char *expected) {
    char out[WORD_FOLDED_MAX];
    assert_string_equal(word_fold(word, strlen(word), out), expected);
}

static void test_folds(void **state) {
    (void)state;
    assert_folds("", "");
    assert_folds("H8g7", "h8g7");
    assert_folds("ΑΝΑΊΡΕΣΗ", "αναιρεση");
    assert_folds("κινήσεις", "κινησεισ");
    assert_folds("ΫΰΐΩ", "υυιω");
    assert_folds("+7#-_", "+7#-_");
}

static void test_cuts_and_keeps_bytes(void **state) {
    (void)state;
    char out[WORD_FOLDED_MAX];
    static const char omegas[] = "ΩΩΩΩΩΩΩΩΩΩΩΩΩΩΩΩΩΩΩΩΩΩΩΩΩΩΩΩΩΩΩΩΩΩΩΩΩΩΩΩ";
    assert_true(sizeof omegas > WORD_FOLDED_MAX);
    word_fold(omegas, sizeof omegas - 1, out);
    assert_true(strlen(out) < WORD_FOLDED_MAX);
    assert_int_equal(strlen(out) % 2, 0); /* whole characters */
    assert_string_equal(word_fold("A\0B", 3, out), "a\1b");
    word_fold("\xce", 1, out); /* half a letter */
    assert_string_equal(out, "\xce");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_folds),
        cmocka_unit_test(test_cuts_and_keeps_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
