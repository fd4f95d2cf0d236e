#include "core/str.h"
#include "pessoi/option.h"
#include "pessoi/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { DEPTH, RULE, NAME, SEED };

static const struct pes_option table[] = {
    {.key = "depth", .kind = PES_OPTION_INT, .def = "4", .min = 1, .max = 10},
    {.key = "rule", .kind = PES_OPTION_CHOICE, .def = "free", .choices = "free|ko|ko-strict"},
    {.key = "name", .kind = PES_OPTION_TEXT, .def = "Ρόζα"},
    {.key = "seed", .kind = PES_OPTION_INT, .def = "0", .min = INT64_MIN, .max = INT64_MAX},
    {.key = NULL},
};

static const struct pes_option no_options[] = {{.key = NULL}};

static void check_format(const struct pes_values *values, const char *expected) {
    char out[PES_OPTIONS_TEXT_MAX];
    pes_values_format(values, out);
    assert_string_equal(out, expected);
}

static void check_good(const char *text, const char *canonical) {
    struct pes_values values;
    struct pes_note note = {0};
    const enum pes_err err = pes_values_parse(table, text, &values, &note);
    if (err)
        fail_msg("%s: %s", text, note.why[PES_LANG_EN]);
    check_format(&values, canonical);
}

static void test_defaults(void **state) {
    (void)state;
    const char *nothing[] = {NULL, ""};
    for (int i = 0; i < 2; i++) {
        struct pes_values values;
        assert_int_equal(pes_values_parse(table, nothing[i], &values, NULL), PES_ERR_OK);
        assert_int_equal(values.count, 4);
        assert_ptr_equal(values.options, table);
        assert_int_equal(values.number[DEPTH], 4);
        assert_int_equal(values.number[RULE], 0);
        assert_string_equal(pes_values_text(&values, NAME), "Ρόζα");
        assert_string_equal(pes_values_text(&values, RULE), "free");
        for (int place = 0; place < 4; place++)
            assert_false(values.given[place]);
        check_format(&values, "");
    }
    struct pes_values values;
    assert_int_equal(pes_values_parse(no_options, NULL, &values, NULL), PES_ERR_OK);
    assert_int_equal(values.count, 0);
    assert_int_equal(pes_values_parse(NULL, "", &values, NULL), PES_ERR_OK);
    assert_int_equal(values.count, 0);
}

static void test_reading(void **state) {
    (void)state;
    struct pes_values values;
    assert_int_equal(
        pes_values_parse(table, "name=βάρκα του,rule=ko-strict,depth=10", &values, NULL),
        PES_ERR_OK);
    assert_int_equal(values.number[DEPTH], 10);
    assert_int_equal(values.number[RULE], 2);
    assert_string_equal(pes_values_text(&values, NAME), "βάρκα του");
    assert_true(values.given[DEPTH]);
    assert_false(values.given[SEED]);
    assert_int_equal(pes_values_find(&values, "name"), NAME);
    assert_int_equal(pes_values_find(&values, "nam"), -1);
    assert_int_equal(pes_values_find(&values, ""), -1);
    check_format(&values, "depth=10,rule=ko-strict,name=βάρκα του");
    check_good("depth=4,rule=free", ""); /* the defaults, though given */
    check_good("depth=007", "depth=7");
    check_good("depth=04", "");
    check_good("seed=-0", "");
    check_good("seed=-9223372036854775808", "seed=-9223372036854775808");
    check_good("seed=9223372036854775807", "seed=9223372036854775807");
    check_good("name=", "name=");
}

static void check_bad(const struct pes_option *options, const char *text, enum pes_err expected,
                      int pos, const char *why) {
    struct pes_values values;
    memset(&values, 0x5a, sizeof values);
    const struct pes_values before = values;
    struct pes_note note = {0};
    const enum pes_err err = pes_values_parse(options, text, &values, &note);
    assert_string_equal(note.why[PES_LANG_EN], why);
    assert_string_equal(pes_err_name(err), pes_err_name(expected));
    assert_int_equal(note.pos, pos);
    assert_int_equal(note.line, 0);
    assert_memory_equal(&values, &before, sizeof values); /* a refused list changes nothing */
    assert_int_equal(pes_values_parse(options, text, &values, NULL), expected);
}

static void test_bad_items(void **state) {
    (void)state;
    const char *missing = "an option is missing before or after a comma";
    check_bad(table, ",", PES_ERR_SYNTAX, 1, missing);
    check_bad(table, "depth=3,", PES_ERR_SYNTAX, 9, missing);
    check_bad(table, "depth=3,,rule=ko", PES_ERR_SYNTAX, 9, missing);
    check_bad(table, "=3", PES_ERR_SYNTAX, 1, "there is no key before '='");
    check_bad(table, "rule=ko,depth", PES_ERR_SYNTAX, 9,
              "'depth' has no value: options are written key=value");
    check_bad(table, "depth=3,rule=ko,depth=3", PES_ERR_SYNTAX, 17, "depth is given twice");
    check_bad(table, "depth=4,depth=4", PES_ERR_SYNTAX, 9, "depth is given twice");
    check_bad(table, "name=a=b", PES_ERR_SYNTAX, 6, "the value of name may not contain ',' or '='");
    const char *plain = "options are plain text: no control characters, no invalid UTF-8";
    check_bad(table, "depth=3,name=\033[2J", PES_ERR_SYNTAX, 14, plain);
    check_bad(table, "name=a\xff", PES_ERR_SYNTAX, 7, plain);
    check_bad(table, "depth=3\n", PES_ERR_SYNTAX, 8, plain);
    check_bad(table, "name=\302\205", PES_ERR_SYNTAX, 6, plain);
}

static void test_bad_keys(void **state) {
    (void)state;
    check_bad(table, "rule=ko,dpeth=3", PES_ERR_UNKNOWN, 9,
              "there is no option 'dpeth'; the nearest is 'depth'");
    check_bad(table, "rule=ko, depth=3", PES_ERR_UNKNOWN, 9,
              "there is no option ' depth'; the nearest is 'depth'");
    check_bad(table, "Depth=3", PES_ERR_UNKNOWN, 1,
              "there is no option 'Depth'; the nearest is 'depth'");
    check_bad(table, "threads=3", PES_ERR_UNKNOWN, 1,
              "there is no option 'threads'; there are: depth, rule, name, seed");
    check_bad(table, "threads", PES_ERR_UNKNOWN, 1,
              "there is no option 'threads'; there are: depth, rule, name, seed");
    check_bad(no_options, "depth=3", PES_ERR_UNKNOWN, 1,
              "there is no option 'depth': there are no options here");
}

static void test_bad_values(void **state) {
    (void)state;
    check_bad(table, "depth=0", PES_ERR_RANGE, 7, "depth must be in 1..10, not 0");
    check_bad(table, "depth=11", PES_ERR_RANGE, 7, "depth must be in 1..10, not 11");
    check_bad(table, "seed=9223372036854775808", PES_ERR_RANGE, 6,
              "seed must be in -9223372036854775808..9223372036854775807, not 9223372036854775808");
    check_bad(
        table, "seed=-9223372036854775809", PES_ERR_RANGE, 6,
        "seed must be in -9223372036854775808..9223372036854775807, not -9223372036854775809");
    check_bad(table, "depth=18446744073709551617", PES_ERR_RANGE, 7,
              "depth must be in 1..10, not 18446744073709551617");
    const char *bad[] = {"", "-", "+3", " 3", "3 ", "0x3", "3.0", "three", "3-"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[64], why[128];
        snprintf(text, sizeof text, "rule=ko,depth=%s", bad[i]);
        snprintf(why, sizeof why, "'%s' is not a whole number; depth must be in 1..10", bad[i]);
        check_bad(table, text, PES_ERR_SYNTAX, 15, why);
    }
    check_bad(table, "rule=k", PES_ERR_RANGE, 6,
              "rule cannot be 'k'; it is one of free|ko|ko-strict");
    check_bad(table, "rule=", PES_ERR_RANGE, 6,
              "rule cannot be ''; it is one of free|ko|ko-strict");
    check_bad(table, "rule=free|ko", PES_ERR_RANGE, 6,
              "rule cannot be 'free|ko'; it is one of free|ko|ko-strict");
}

static void test_greek(void **state) {
    (void)state;
    struct pes_values values;
    struct pes_note note = {0};
    assert_int_equal(pes_values_parse(table, "depth=99", &values, &note), PES_ERR_RANGE);
    assert_string_equal(note.why[PES_LANG_EL], "το depth πρέπει να είναι από 1..10, όχι 99");
}

static void test_many_keys_are_cut(void **state) {
    (void)state;
    static char keys[PES_OPTIONS_MAX][24];
    struct pes_option options[PES_OPTIONS_MAX + 1] = {{.key = NULL}};
    for (int i = 0; i < PES_OPTIONS_MAX; i++) {
        snprintf(keys[i], sizeof keys[i], "a-rather-long-key-%02d", i);
        options[i] = (struct pes_option){.key = keys[i], .kind = PES_OPTION_TEXT, .def = ""};
    }
    check_bad(options, "x=1", PES_ERR_UNKNOWN, 1,
              "there is no option 'x'; there are: a-rather-long-key-00, a-rather-long-key-01, "
              "a-rather-long-key-02, a-rather-long-key-03, ..");
}

static void test_length(void **state) {
    (void)state;
    char text[PES_OPTIONS_TEXT_MAX + 1];
    memset(text, 'x', sizeof text);
    memcpy(text, "name=", 5);
    text[PES_OPTIONS_TEXT_MAX] = '\0';
    const char *why = "the options are longer than 2047 bytes";
    check_bad(table, text, PES_ERR_LIMIT, 0, why);
    /* One that fits by itself, but not beside the other values. */
    text[PES_OPTIONS_TEXT_MAX - 1] = '\0';
    check_bad(table, text, PES_ERR_LIMIT, 0, why);
    text[PES_OPTIONS_TEXT_MAX - 20] = '\0';
    check_good(text, text);

    /* To the byte: the pool holds "4", "free", the name and "0", each with its NUL. */
    const size_t fits = 5 + PES_OPTIONS_TEXT_MAX - sizeof "4" - sizeof "free" - 1 - sizeof "0";
    for (size_t length = fits - 2; length < PES_OPTIONS_TEXT_MAX; length++) {
        memset(text + 5, 'x', sizeof text - 5);
        text[length] = '\0';
        if (length <= fits)
            check_good(text, text);
        else
            check_bad(table, text, PES_ERR_LIMIT, 0, why);
    }
}

static void test_setting(void **state) {
    (void)state;
    struct pes_values values;
    struct pes_note note = {0};
    assert_int_equal(pes_values_parse(table, "depth=2,name=lake", &values, NULL), PES_ERR_OK);
    assert_int_equal(pes_values_set(&values, "rule", "ko", &note), PES_ERR_OK);
    assert_int_equal(pes_values_set(&values, "depth", "9", &note), PES_ERR_OK);
    check_format(&values, "depth=9,rule=ko,name=lake");
    assert_int_equal(values.number[DEPTH], 9);
    /* A value from the very pool it goes into. */
    assert_int_equal(pes_values_set(&values, "name", pes_values_text(&values, RULE), &note),
                     PES_ERR_OK);
    check_format(&values, "depth=9,rule=ko,name=ko");

    const struct pes_values before = values;
    assert_int_equal(pes_values_set(&values, "depth", "11", &note), PES_ERR_RANGE);
    assert_string_equal(note.why[PES_LANG_EN], "depth must be in 1..10, not 11");
    assert_int_equal(note.pos, 0);
    assert_int_equal(pes_values_set(&values, "dept", "1", &note), PES_ERR_UNKNOWN);
    assert_string_equal(note.why[PES_LANG_EN], "there is no option 'dept'; the nearest is 'depth'");
    assert_int_equal(pes_values_set(&values, "name", "a,depth=3", &note), PES_ERR_SYNTAX);
    assert_int_equal(pes_values_set(&values, "name", "a\n", &note), PES_ERR_SYNTAX);
    assert_int_equal(note.pos, 0);
    char big[PES_OPTIONS_TEXT_MAX + 100];
    memset(big, 'x', sizeof big - 1);
    big[sizeof big - 1] = '\0';
    assert_int_equal(pes_values_set(&values, "name", big, &note), PES_ERR_LIMIT);
    big[PES_OPTIONS_TEXT_MAX - 20] = '\0'; /* fits as a value, not with all keys as a list */
    assert_int_equal(pes_values_set(&values, "name", big, &note), PES_ERR_LIMIT);
    assert_memory_equal(&values, &before, sizeof values);

    assert_int_equal(pes_values_set(&values, "name", "Ρόζα", NULL), PES_ERR_OK);
    assert_int_equal(pes_values_set(&values, "depth", "4", NULL), PES_ERR_OK);
    check_format(&values, "rule=ko");
}

/* limit=300 must not be lost where it is the default of another scoring only. */
static void test_default_that_follows(void **state) {
    (void)state;
    static const struct pes_option options[] = {
        {.key = "scoring",
         .kind = PES_OPTION_CHOICE,
         .def = "plain",
         .choices = "plain|tournament"},
        {.key = "limit",
         .kind = PES_OPTION_INT,
         .def = "300",
         .min = 1,
         .max = 1000,
         .def_follows = true},
        {.key = NULL},
    };
    static const struct {
        const char *text, *canonical;
    } cases[] = {
        {"", ""},
        {"scoring=tournament", "scoring=tournament"},
        {"scoring=tournament,limit=300", "scoring=tournament,limit=300"},
        {"limit=0300", "limit=300"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct pes_values values;
        assert_int_equal(pes_values_parse(options, cases[i].text, &values, NULL), PES_ERR_OK);
        check_format(&values, cases[i].canonical);
    }
}

static void test_ranges(void **state) {
    (void)state;
    char out[64];
    assert_string_equal(pes_option_range(&table[DEPTH], out, sizeof out), "1..10");
    assert_string_equal(pes_option_range(&table[RULE], out, sizeof out), "free|ko|ko-strict");
    assert_string_equal(pes_option_range(&table[NAME], out, sizeof out), "text");
    assert_string_equal(pes_option_range(&table[RULE], out, 5), "free");
}

/* Writes a list that is nearly right: key, '=', value and ',' in turn, now and then something else.
 */
static size_t random_list(struct pes_rng *rng, char *text, size_t cap) {
    static const char *const pieces[4][5] = {
        {"depth", "rule", "name", "seed", "nam"},
        {"=", "=", "=", "=", "=="},
        {"7", "ko", "free", "λίμνη", "-010"},
        {",", ",", ",", ",", ",,"},
    };
    static const char *const others[] = {"", "\xce", " ", "|", "\t"};
    size_t used = 0;
    text[0] = '\0';
    for (uint32_t n = pes_rng_below(rng, 3) * 4 + 3, i = 0; i < n; i++) {
        const char *piece = pes_rng_below(rng, 12) == 0 ? others[pes_rng_below(rng, 5)]
                                                        : pieces[i % 4][pes_rng_below(rng, 5)];
        used += (size_t)snprintf(text + used, cap - used, "%s", piece);
    }
    return used;
}

/* Whatever is accepted comes back from its canonical text, value by value; what is refused has a
 * reason and a place. */
static void test_random_lists(void **state) {
    (void)state;
    struct pes_rng rng;
    pes_rng_init(&rng, 2026);
    int accepted = 0;
    for (int i = 0; i < 50000; i++) {
        char text[128], canonical[PES_OPTIONS_TEXT_MAX], again[PES_OPTIONS_TEXT_MAX];
        const size_t length = random_list(&rng, text, sizeof text);
        struct pes_values values, reread;
        struct pes_note note = {0};
        if (pes_values_parse(table, text, &values, &note)) {
            assert_true(!pes_note_is_empty(&note));
            assert_true(utf8_valid(note.why[PES_LANG_EL], strlen(note.why[PES_LANG_EL])));
            assert_in_range(note.pos, 1, length + 1);
            continue;
        }
        accepted++;
        pes_values_format(&values, canonical);
        assert_int_equal(pes_values_parse(table, canonical, &reread, NULL), PES_ERR_OK);
        pes_values_format(&reread, again);
        assert_string_equal(canonical, again);
        assert_memory_equal(values.number, reread.number, sizeof values.number);
        assert_string_equal(pes_values_text(&values, NAME), pes_values_text(&reread, NAME));
    }
    assert_in_range(accepted, 2000, 48000);
}

static const struct pes_text rule_titles[] = {
    PES_TEXT("free", "ελεύθερος"),
    PES_TEXT("no reversing", "χωρίς αντιστροφή"),
    {{NULL}},
};

static const struct pes_option titled[] = {
    {.key = "size",
     .kind = PES_OPTION_INT,
     .def = "15",
     .min = 5,
     .max = 20,
     .title = PES_TEXT("Board size", "Μέγεθος ταμπλό")},
    {.key = "rule",
     .kind = PES_OPTION_CHOICE,
     .def = "free",
     .choices = "free|ko",
     .title = PES_TEXT("Rule", "Κανόνας"),
     .choice_titles = rule_titles},
    {.key = "plain", .kind = PES_OPTION_CHOICE, .def = "off", .choices = "off|on"},
    {.key = NULL},
};

static void check_said(const char *list, const char *english, const char *greek) {
    const char *const expected[] = {[PES_LANG_EN] = english, [PES_LANG_EL] = greek};
    struct pes_values values;
    assert_int_equal(pes_values_parse(titled, list, &values, NULL), PES_ERR_OK);
    for (int lang = 0; lang < PES_LANG_COUNT; lang++) {
        char out[256];
        const size_t length = pes_values_say(&values, (enum pes_lang)lang, out, sizeof out);
        assert_string_equal(out, expected[lang]);
        assert_int_equal(length, strlen(out));
    }
}

static void test_saying(void **state) {
    (void)state;
    check_said("", "", "");
    check_said("size=15,rule=free", "", "");
    check_said("rule=ko,size=9", "Board size: 9 · Rule: no reversing",
               "Μέγεθος ταμπλό: 9 · Κανόνας: χωρίς αντιστροφή");
    check_said("plain=on", "plain: on", "plain: on");
}

/* Too little room: cut at a character, and the length is that of the whole sentence. */
static void test_saying_is_cut(void **state) {
    (void)state;
    struct pes_values values;
    char whole[256], out[256];
    assert_int_equal(pes_values_parse(titled, "size=9,rule=ko,plain=on", &values, NULL),
                     PES_ERR_OK);
    const size_t length = pes_values_say(&values, PES_LANG_EL, whole, sizeof whole);
    assert_int_equal(pes_values_say(&values, PES_LANG_EL, NULL, 0), length);
    for (size_t cap = 1; cap <= length + 1; cap++) {
        memset(out, '#', sizeof out);
        assert_int_equal(pes_values_say(&values, PES_LANG_EL, out, cap), length);
        assert_in_range(strlen(out), 0, cap - 1);
        assert_memory_equal(out, whole, strlen(out));
        assert_true(utf8_valid(out, strlen(out)));
        assert_int_equal(out[cap], '#');
    }
    assert_string_equal(out, whole);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_reading),
        cmocka_unit_test(test_bad_items),
        cmocka_unit_test(test_bad_keys),
        cmocka_unit_test(test_bad_values),
        cmocka_unit_test(test_greek),
        cmocka_unit_test(test_many_keys_are_cut),
        cmocka_unit_test(test_length),
        cmocka_unit_test(test_setting),
        cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_default_that_follows),
        cmocka_unit_test(test_saying),
        cmocka_unit_test(test_saying_is_cut),
        cmocka_unit_test(test_random_lists),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
