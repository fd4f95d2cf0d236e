#include "core/str.h"
#include "pessoi/err.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void test_names_texts_and_codes(void **state) {
    (void)state;
    assert_string_equal(pes_err_name(PES_ERR_OK), "OK");
    assert_string_equal(pes_err_name(PES_ERR_STOPPED), "STOPPED");
    assert_string_equal(pes_err_text(PES_ERR_RANGE)->in[PES_LANG_EN], "out of range");
    assert_string_equal(pes_err_text(PES_ERR_RANGE)->in[PES_LANG_EL], "εκτός ορίων");
    assert_int_equal(pes_err_exit_code(PES_ERR_OK), 0);
    assert_int_equal(pes_err_exit_code(PES_ERR_ILLEGAL), 2);
    assert_int_equal(pes_err_exit_code(PES_ERR_NOMEM), 3);
    for (int err = 1; err < PES_ERR_COUNT; err++) {
        const int code = pes_err_exit_code((enum pes_err)err);
        assert_true(code == 2 || code == 3);
    }
}

static void test_a_note_is_filled_in(void **state) {
    (void)state;
    static const struct pes_text why = PES_TEXT("no {1} in {2}", "στο {2} δεν υπάρχει {1}");
    struct pes_note note = {0};
    const enum pes_err err =
        pes_note_say(&note, PES_ERR_UNKNOWN, 3, &why, PES_ARGS(PES_STR("x"), PES_INT(12)));
    assert_int_equal(err, PES_ERR_UNKNOWN);
    assert_string_equal(note.why[PES_LANG_EN], "no x in 12");
    assert_string_equal(note.why[PES_LANG_EL], "στο 12 δεν υπάρχει x");
    assert_int_equal(note.pos, 3);
    assert_int_equal(note.line, 0);
    assert_false(pes_note_is_empty(&note));
    assert_int_equal(pes_note_say(NULL, PES_ERR_IO, 0, &why, PES_NO_ARGS), PES_ERR_IO);
}

static void test_a_long_note_is_cut(void **state) {
    (void)state;
    char letters[2 * PES_NOTE_MAX + 1];
    for (size_t i = 0; i < PES_NOTE_MAX; i++)
        memcpy(letters + 2 * i, "λ", 2);
    letters[sizeof letters - 1] = '\0';
    static const struct pes_text why = PES_TEXT("{1}", "{1}");
    struct pes_note note = {0};
    assert_int_equal(pes_note_say(&note, PES_ERR_LIMIT, 1, &why, PES_ARGS(PES_STR(letters))),
                     PES_ERR_LIMIT);
    assert_int_equal(strlen(note.why[PES_LANG_EN]),
                     PES_NOTE_MAX - 2); /* 255 would halve a letter */
    assert_true(utf8_valid(note.why[PES_LANG_EN], strlen(note.why[PES_LANG_EN])));
}

static void check_quote(const char *text, size_t length, const char *expected) {
    char out[PES_QUOTE_SIZE];
    assert_ptr_equal(pes_quote(text, length, out), out);
    assert_string_equal(out, expected);
}

static void test_quotes(void **state) {
    (void)state;
    check_quote("", 0, "");
    check_quote("βάρκα", strlen("βάρκα"), "βάρκα");
    check_quote("abc", 2, "ab");
    check_quote("a\tb\033[2J\177c", 9, "a?b?[2J?c");
    check_quote("\302\205x", 3, "?x"); /* U+0085 moves the cursor on some terminals */
    check_quote("a\xff\xce"
                "b",
                4, "a??b"); /* no UTF-8 */
    check_quote("x\0y", 3, "x?y");
    check_quote("a\342\200\256b\342\201\246", 8,
                "a?b?"); /* would turn the rest of the line around */
    const char *forty = "0123456789012345678901234567890123456789";
    check_quote(forty, 40, forty);
    check_quote("0123456789012345678901234567890123456789A", 41,
                "0123456789012345678901234567890123456789..");
}

static void test_the_longest_quote_fits(void **state) {
    (void)state;
    char text[4 * 100 + 1], out[PES_QUOTE_SIZE];
    for (size_t i = 0; i < 100; i++)
        snprintf(text + 4 * i, 5, "\xf0\x9f\x9b\xb6");
    pes_quote(text, 400, out);
    assert_int_equal(strlen(out), 4 * PES_QUOTE_MAX + 2);
    assert_int_equal(utf8_width(out, strlen(out)), PES_QUOTE_MAX + 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names_texts_and_codes),  cmocka_unit_test(test_a_note_is_filled_in),
        cmocka_unit_test(test_a_long_note_is_cut),     cmocka_unit_test(test_quotes),
        cmocka_unit_test(test_the_longest_quote_fits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
