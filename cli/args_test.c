#include "cli/args.h"
#include "core/nearest.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ARGS_MAX = 12 };

/* Parses the arguments after "pessoi"; what was said on error ends up in `said`. */
struct parsed {
    struct cli c;
    int code;
    char said[512];
};

static void parse(struct parsed *p, const char *const args[]) {
    char copy[ARGS_MAX][64];
    char *argv[ARGS_MAX + 1] = {copy[0]};
    int argc = 1;
    memcpy(copy[0], "pessoi", 7);
    for (; args[argc - 1] != NULL; argc++) {
        assert_true(argc < ARGS_MAX);
        snprintf(copy[argc], sizeof copy[argc], "%s", args[argc - 1]);
        argv[argc] = copy[argc];
    }
    memset(p, 0, sizeof *p);
    p->c.err = fmemopen(p->said, sizeof p->said, "w");
    assert_non_null(p->c.err);
    p->c.out = p->c.err;
    p->code = args_parse(&p->c, argc, argv);
    fclose(p->c.err);
    /* The copies go out of scope with this call; keep nothing that points into them. */
    for (int i = 0; i < CLI_OPT_COUNT; i++)
        p->c.given[i].text = p->c.given[i].text != NULL ? "given" : NULL;
}
#define PARSE(p, ...) parse((p), (const char *const[]){__VA_ARGS__, NULL})

static void test_options_anywhere(void **state) {
    (void)state;
    struct parsed p;
    PARSE(&p, "--seed", "7", "show", "--json", "boats", "--moves=-1 +2");
    assert_int_equal(p.code, CLI_DONE);
    assert_string_equal(p.c.command->name, "show");
    assert_int_equal(p.c.word_count, 1);
    assert_int_equal(p.c.given[CLI_OPT_SEED].number, 7);
    assert_true(CLI_GIVEN(&p.c, JSON));
    assert_true(CLI_GIVEN(&p.c, MOVES));
    PARSE(&p, "show", "boats", "--moves", "-1");
    assert_int_equal(p.code, CLI_DONE);
    PARSE(&p, "show", "boats", "--moves", "");
    assert_int_equal(p.code, CLI_DONE);
    assert_true(CLI_GIVEN(&p.c, MOVES));
}

static void test_ranges(void **state) {
    (void)state;
    static const struct {
        const char *option, *value;
        int code;
    } cases[] = {
        {"--seed", "0", CLI_DONE},
        {"--seed", "9223372036854775807", CLI_DONE},
        {"--seed", "9223372036854775808", CLI_USAGE},
        {"--seed", "-1", CLI_USAGE},
        {"--seed", "", CLI_USAGE},
        {"--seed", "1x", CLI_USAGE},
        {"--seed", "+1", CLI_USAGE},
        {"--jobs", "0", CLI_USAGE},
        {"--jobs", "256", CLI_DONE},
        {"--jobs", "257", CLI_USAGE},
        {"--games", "10000000", CLI_DONE},
        {"--games", "10000001", CLI_USAGE},
        {"--tc", "60+0.5", CLI_DONE},
        {"--tc", "60", CLI_USAGE},
        {"--tc", "0+1", CLI_USAGE},
        {"--tc", "60+0.5x", CLI_USAGE},
        {"--lang", "el", CLI_DONE},
        {"--lang", "fr", CLI_USAGE},
        {"--color", "sometimes", CLI_USAGE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct parsed p;
        PARSE(&p, "match", "boats", "a", "b", cases[i].option, cases[i].value);
        if (p.code != cases[i].code)
            fail_msg("%s %s: %d %s", cases[i].option, cases[i].value, p.code, p.said);
        /* One line, and only where something is wrong. */
        const char *newline = strchr(p.said, '\n');
        assert_true((newline == NULL) == (p.code == CLI_DONE));
        assert_true(newline == NULL || newline[1] == '\0');
    }
}

static void test_refusals(void **state) {
    (void)state;
    struct parsed p;
    PARSE(&p, "shwo", "boats");
    assert_int_equal(p.code, CLI_USAGE);
    assert_non_null(strstr(p.said, "'show'"));
    PARSE(&p, "show", "boats", "--varaint", "x");
    assert_int_equal(p.code, CLI_USAGE);
    assert_non_null(strstr(p.said, "'--variant'"));
    PARSE(&p, "show", "boats", "--games", "2");
    assert_int_equal(p.code, CLI_USAGE);
    PARSE(&p, "show", "boats", "--json=1");
    assert_int_equal(p.code, CLI_USAGE);
    PARSE(&p, "show", "boats", "--seed");
    assert_int_equal(p.code, CLI_USAGE);
    PARSE(&p, "show");
    assert_int_equal(p.code, CLI_USAGE);
    PARSE(&p, "show", "boats", "lake");
    assert_int_equal(p.code, CLI_USAGE);
    PARSE(&p, "show", "--help");
    assert_int_equal(p.code, CLI_DONE);
}

static void test_clock(void **state) {
    (void)state;
    int32_t base, increment;
    assert_true(args_clock("60+0.5", &base, &increment));
    assert_int_equal(base, 60000);
    assert_int_equal(increment, 500);
    assert_true(args_clock("0.125+0", &base, &increment));
    assert_int_equal(base, 125);
    assert_int_equal(increment, 0);
    assert_true(args_clock("86400+1.05", &base, &increment));
    assert_int_equal(increment, 1050);
    static const char *const bad[] = {"", "+", "1+", "+1", "1.+1", "1.0000+1", "86401+0", "1 + 1"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(args_clock(bad[i], &base, &increment));
}

static void test_language(void **state) {
    (void)state;
    char program[] = "pessoi", lang[] = "--lang", el[] = "el", bad[] = "--lang=xx";
    setenv("LC_ALL", "", 1);
    setenv("LC_MESSAGES", "el_GR.UTF-8", 1);
    setenv("LANG", "en_US.UTF-8", 1);
    assert_int_equal(args_lang(1, (char *[]){program}), PES_LANG_EL);
    setenv("LC_ALL", "C", 1);
    assert_int_equal(args_lang(1, (char *[]){program}), PES_LANG_EN);
    assert_int_equal(args_lang(3, (char *[]){program, lang, el}), PES_LANG_EL);
    assert_int_equal(args_lang(2, (char *[]){program, bad}), PES_LANG_EN);
}

static void test_nearest(void **state) {
    (void)state;
    static const char *const words[] = {"show", "best", "bench", "match"};
    assert_string_equal(nearest_word("shwo", words, 4), "show");
    assert_string_equal(nearest_word("bets", words, 4), "best");
    assert_string_equal(nearest_word("macth", words, 4), "match");
    assert_null(nearest_word("tournament", words, 4));
    assert_null(nearest_word("", words, 4));
    char longest[4096];
    memset(longest, 'a', sizeof longest);
    longest[sizeof longest - 1] = '\0';
    assert_null(nearest_word(longest, words, 4));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_options_anywhere), cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_refusals),         cmocka_unit_test(test_clock),
        cmocka_unit_test(test_language),         cmocka_unit_test(test_nearest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
