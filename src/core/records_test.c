/* Files of several records. */
#include "core/records.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <string.h>

#define ONE "[Format \"1\"]\n[First \"a \\\" ] 1-0\"]\n\n1. R L {1-0 \\} *} (1... 0-1) 2. +7 1-0\n"
#define TWO "[Format \"1\"]\n\n*\n"

static struct records open_text(const char *text) {
    struct records records;
    records_init(&records, text, strlen(text));
    return records;
}

static void takes_records_apart(void **state) {
    (void)state;
    struct records records = open_text("\xef\xbb\xbf\n" ONE "\n" TWO "\n\n" ONE);
    struct record_slice slice;
    assert_true(records_next(&records, &slice));
    assert_true(slice.complete);
    assert_int_equal(slice.length, strlen(ONE) - 1);
    assert_memory_equal(slice.text, ONE, slice.length);
    assert_int_equal(slice.line, 2);
    assert_true(records_next(&records, &slice));
    assert_int_equal(slice.length, strlen(TWO) - 1);
    assert_int_equal(slice.line, 7);
    assert_true(records_next(&records, &slice));
    assert_int_equal(slice.line, 12);
    assert_false(records_next(&records, &slice));
    assert_false(records_next(&records, &slice));
}

/* Wherever a file is cut, its last record is found incomplete, or it is not cut at all. */
static void notices_where_a_file_is_cut(void **state) {
    (void)state;
    static const char text[] = TWO ONE;
    for (size_t cut = 0; cut <= strlen(text); cut++) {
        struct records records;
        struct record_slice slice;
        records_init(&records, text, cut);
        int complete = 0, count = 0;
        for (; records_next(&records, &slice); count++)
            complete += slice.complete;
        const size_t whole = strlen(TWO) - 1;
        const bool in_first = cut > 0 && cut < whole;
        const bool in_second = cut > strlen(TWO) && cut < strlen(text) - 1;
        assert_int_equal(count - complete, in_first || in_second ? 1 : 0);
        assert_int_equal(complete, (cut >= whole) + (cut >= strlen(text) - 1));
    }
}

static void reads_garbage_to_its_end(void **state) {
    (void)state;
    static const char *const bad[] = {"[",     "{",   "(",       ")",   "\"",
                                      "[a \"", "{\\", "[a \"\\", "]]]", "\x01"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct records records = open_text(bad[i]);
        struct record_slice slice;
        assert_true(records_next(&records, &slice));
        assert_false(slice.complete);
        assert_false(records_next(&records, &slice));
    }
    struct records none = open_text(" \n\t\r\n");
    struct record_slice slice;
    assert_false(records_next(&none, &slice));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_records_apart),
        cmocka_unit_test(notices_where_a_file_is_cut),
        cmocka_unit_test(reads_garbage_to_its_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
