#include "pessoi/fields.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static const struct pes_text names[] = {
    PES_TEXT("the board", "ταμπλό"),
    PES_TEXT("the side to move", "σειρά"),
    PES_TEXT("the scores", "πόντοι"),
};

static enum pes_err split(const char *text, int count, struct pes_field out[],
                          struct pes_note *note) {
    *note = (struct pes_note){0};
    return pes_fields_split(text, strlen(text), names, count, out, note);
}

static void splits_at_single_blanks(void **state) {
    (void)state;
    struct pes_field fields[3];
    struct pes_note note;
    assert_int_equal(split("bw/3 b 12,30", 3, fields, &note), PES_ERR_OK);
    assert_true(pes_field_is(&fields[0], "bw/3"));
    assert_true(pes_field_is(&fields[1], "b"));
    assert_true(pes_field_is(&fields[2], "12,30"));
    assert_int_equal(fields[0].pos, 1);
    assert_int_equal(fields[1].pos, 6);
    assert_int_equal(fields[2].pos, 8);
    assert_false(pes_field_is(&fields[2], "12,3"));
    assert_false(pes_field_is(&fields[2], "12,300"));
}

static void names_the_missing_field(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int32_t pos;
        const char *why;
    } cases[] = {
        {"", 1, "field 1 (the board) is missing: there are 3 fields with one blank between them"},
        {" ", 1, "field 1 (the board) is missing: there are 3 fields with one blank between them"},
        {"x", 2,
         "field 2 (the side to move) is missing: there are 3 fields with one blank "
         "between them"},
        {"x ", 3,
         "field 2 (the side to move) is missing: there are 3 fields with one blank "
         "between them"},
        {"x  y z", 3,
         "field 2 (the side to move) is missing: there are 3 fields with one blank "
         "between them"},
        {"x y", 4,
         "field 3 (the scores) is missing: there are 3 fields with one blank between "
         "them"},
        {"x y z ", 6, "' ' follows the last field, where the position should end"},
        {"x y z 4", 6, "' 4' follows the last field, where the position should end"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct pes_field fields[3];
        struct pes_note note;
        assert_int_equal(split(cases[i].text, 3, fields, &note), PES_ERR_SYNTAX);
        assert_string_equal(note.why[PES_LANG_EN], cases[i].why);
        assert_int_equal(note.pos, cases[i].pos);
    }
}

static void counts_fields(void **state) {
    (void)state;
    assert_int_equal(pes_fields_count("", 0), 1);
    assert_int_equal(pes_fields_count("a b", 3), 2);
    assert_int_equal(pes_fields_count("a b c", 3), 2); /* only text[0..length) counts */
    assert_int_equal(pes_fields_count("a b ", 4), 3);
}

static void reads_numbers(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int max, number;
    } cases[] = {
        {"0", 9, 0},
        {"7", 9, 7},
        {"9", 9, 9},
        {"10", 9, -1},
        {"10", 10, 10},
        {"", 9, -1},
        {"00", 9, -1},
        {"07", 9, -1},
        {"+7", 9, -1},
        {"-0", 9, -1},
        {"7 ", 9, -1},
        {"1x", 99, -1},
        {"999", 998, -1},
        {"0", 0, 0},
        {"2147483647", INT32_MAX, INT32_MAX},
        {"2147483648", INT32_MAX, -1},
        {"99999999999999999999999", INT32_MAX, -1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(pes_field_number(cases[i].text, strlen(cases[i].text), cases[i].max),
                         cases[i].number);
    assert_int_equal(pes_field_digits("12x4", 4), 2);
    assert_int_equal(pes_field_digits("12", 1), 1);
    assert_int_equal(pes_field_digits("/12", 3), 0);
    assert_int_equal(pes_field_digits(":", 1), 0);
}

static void quotes_what_it_refuses(void **state) {
    (void)state;
    static const struct pes_text why = PES_TEXT("'{1}' is above {2}", "το «{1}» υπερβαίνει το {2}");
    const struct pes_field field = {.text = "ab\xce\xb5z", .length = 5, .pos = 11};
    struct pes_note note = {0};
    assert_int_equal(pes_field_refuse(&field, PES_ERR_RANGE, &why, 20, &note), PES_ERR_RANGE);
    assert_string_equal(note.why[PES_LANG_EN], "'ab\xce\xb5z' is above 20");
    assert_int_equal(note.pos, 11);
    note = (struct pes_note){0};
    assert_int_equal(pes_field_refuse_char(&field, 2, PES_ERR_SYNTAX, &why, 3, &note),
                     PES_ERR_SYNTAX);
    assert_string_equal(note.why[PES_LANG_EL], "το «ε» υπερβαίνει το 3");
    assert_int_equal(note.pos, 13);
}

static void names_cells(void **state) {
    (void)state;
    char text[PES_CELL_TEXT_MAX];
    for (int column = 0; column < 26; column++)
        for (int row = 0; row < 99; row++) {
            int x = -1, y = -1;
            pes_cell_format(column, row, text);
            assert_true(pes_cell_parse(text, strlen(text), &x, &y));
            assert_true(x == column && y == row);
        }
    pes_cell_format(7, 14, text);
    assert_string_equal(text, "h15");
    static const char *const wrong[] = {"",   "a",    "a0",  "a01", "A1",
                                        "1a", "a100", "a1 ", "aa",  "-1"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        int x = -1, y = -1;
        assert_false(pes_cell_parse(wrong[i], strlen(wrong[i]), &x, &y));
        assert_true(x == -1 && y == -1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(splits_at_single_blanks), cmocka_unit_test(names_the_missing_field),
        cmocka_unit_test(counts_fields),           cmocka_unit_test(reads_numbers),
        cmocka_unit_test(quotes_what_it_refuses),  cmocka_unit_test(names_cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
