/* Fields of CSV: quotes, and texts that a spreadsheet would take for a formula. */
#include "core/csv.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void assert_field(const char *text, const char *field) {
    struct str out;
    str_init(&out);
    csv_add_text(&out, text);
    assert_int_equal(str_err(&out), PES_ERR_OK);
    assert_string_equal(out.text, field);
    str_release(&out);
}

static void test_fields(void **state) {
    (void)state;
    assert_field("", "");
    assert_field("Άννα", "Άννα");
    assert_field("a b=c", "a b=c");
    assert_field("a,b", "\"a,b\"");
    assert_field("say \"x\"", "\"say \"\"x\"\"\"");
    assert_field("two\nlines", "\"two\nlines\"");
}

static void test_formulas(void **state) {
    (void)state;
    assert_field("=1+1", "'=1+1");
    assert_field("+1", "'+1");
    assert_field("-1", "'-1");
    assert_field("@SUM(A1)", "'@SUM(A1)");
    assert_field("\tx", "'\tx");
    /* Full-width forms: some spreadsheets read them as the plain ones. */
    assert_field("＝1+1", "'＝1+1");
    assert_field("＋1", "'＋1");
    assert_field("－1", "'－1");
    assert_field("＠SUM(A1)", "'＠SUM(A1)");
    assert_field("Ａ＝1", "Ａ＝1");
    assert_field("＝a,b", "\"'＝a,b\"");
    assert_field("=HYPERLINK(\"http://x\",\"y\")", "\"'=HYPERLINK(\"\"http://x\"\",\"\"y\"\")\"");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fields),
        cmocka_unit_test(test_formulas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
