#include "core/json_write.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void assert_jotted(struct str *out, const char *expected) {
    assert_int_equal(str_err(out), PES_ERR_OK);
    assert_string_equal(out->text, expected);
    str_release(out);
}

static void test_shapes(void **state) {
    (void)state;
    struct str out;
    str_init(&out);
    put_open(&out, NULL, '{');
    put_text(&out, "a", "b");
    put_open(&out, "list", '[');
    put_int(&out, NULL, 0);
    put_int(&out, NULL, -7);
    put_open(&out, NULL, '[');
    put_close(&out, ']');
    put_open(&out, NULL, '{');
    put_bool(&out, "yes", true);
    put_bool(&out, "no", false);
    put_close(&out, '}');
    put_close(&out, ']');
    put_null(&out, "none");
    put_text(&out, "missing", NULL);
    put_raw(&out, "raw", "[1]", 3);
    put_close(&out, '}');
    assert_jotted(&out, "{\"a\":\"b\",\"list\":[0,-7,[],{\"yes\":true,\"no\":false}],"
                        "\"none\":null,\"missing\":null,\"raw\":[1]}");
}

static void test_numbers(void **state) {
    (void)state;
    struct str out;
    str_init(&out);
    put_open(&out, NULL, '[');
    put_int(&out, NULL, INT64_MIN);
    put_int(&out, NULL, INT64_MAX);
    put_uint(&out, NULL, UINT64_MAX);
    put_real(&out, NULL, 0.25);
    put_real(&out, NULL, NAN);
    put_real(&out, NULL, -INFINITY);
    put_close(&out, ']');
    assert_jotted(&out, "[-9223372036854775808,9223372036854775807,18446744073709551615,0.25,null,"
                        "null]");
}

/* The digits read back as the same number, and a whole one stays a real number to its reader. */
static void test_exact_numbers(void **state) {
    (void)state;
    struct str out;
    str_init(&out);
    put_open(&out, NULL, '[');
    put_exact(&out, NULL, 0.1);
    put_exact(&out, NULL, 3);
    put_exact(&out, NULL, -0.5);
    put_exact(&out, NULL, 1e300);
    put_exact(&out, NULL, NAN);
    put_close(&out, ']');
    assert_jotted(&out, "[0.10000000000000001,3.0,-0.5,1.0000000000000001e+300,null]");
}

static void test_texts(void **state) {
    (void)state;
    struct str out;
    str_init(&out);
    put_open(&out, NULL, '[');
    put_text(&out, NULL, "Άννα \"q\" \\ \n \t \x7f");
    put_text(&out, NULL,
             "a\xff"
             "b\xce");
    put_bytes(&out, NULL, "\0x", 2);
    put_text(&out, NULL, "ends in [");
    put_text(&out, NULL, "");
    put_close(&out, ']');
    assert_jotted(&out, "[\"Άννα \\\"q\\\" \\\\ \\n \\u0009 \\u007f\",\"a\xef\xbf\xbd"
                        "b\xef\xbf\xbd\",\"\\u0000x\",\"ends in [\",\"\"]");
}

static void test_words(void **state) {
    (void)state;
    static const struct pes_text text = PES_TEXT("{1} {1|move|moves}", "{1} {1|κίνηση|κινήσεις}");
    struct str out;
    str_init(&out);
    put_open(&out, NULL, '{');
    put_word(&out, "said", &text, PES_ARGS(PES_INT(2)));
    put_close(&out, '}');
    assert_jotted(&out, "{\"said\":{\"en\":\"2 moves\",\"el\":\"2 κινήσεις\"}}");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shapes),        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_exact_numbers), cmocka_unit_test(test_texts),
        cmocka_unit_test(test_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
