/* Every command with memory that runs out, at each allocation in turn: the exit code says so, one
 * line tells it, and nothing is left allocated. Only where the answer is whole all the same (JSON
 * can do without some of its memory) may a command have succeeded. */
#include "cli/args.h"
#include "core/mem_torture.h"

#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { ARGS_MAX = 16, SAID_MAX = 1024 };

/* What a run printed, and how it ended. */
struct outcome {
    int code;
    char *printed; /* the test's own memory: it never runs out */
    size_t length;
    char said[SAID_MAX];
};

static void run(char *const argv[], struct outcome *o) {
    static const atomic_bool never;
    int argc = 0;
    while (argv[argc] != NULL)
        argc++;
    memset(o, 0, sizeof *o);
    struct cli c = {.stop = &never};
    c.out = open_memstream(&o->printed, &o->length);
    c.err = fmemopen(o->said, SAID_MAX, "w");
    assert_non_null(c.out);
    assert_non_null(c.err);
    o->code = args_parse(&c, argc, argv);
    if (o->code == CLI_DONE)
        o->code = c.command->run(&c);
    /* main() makes an error of an answer that is not whole. */
    if (o->code == CLI_DONE && c.lost)
        o->code = fail_err(&c, NULL, PES_ERR_NOMEM);
    fclose(c.out);
    fclose(c.err);
}

static bool is_one_line(const char *text) {
    const char *newline = strchr(text, '\n');
    return newline != NULL && newline[1] == '\0';
}

static void torture(const char *const args[]) {
    char copy[ARGS_MAX][80];
    char *argv[ARGS_MAX + 1] = {NULL};
    for (int i = 0; args[i] != NULL; i++) {
        assert_true(i < ARGS_MAX);
        snprintf(copy[i], sizeof copy[i], "%s", args[i]);
        argv[i] = copy[i];
    }
    struct outcome whole, o;
    mem_torture_fail_at(0);
    run(argv, &whole);
    assert_int_equal(whole.code, CLI_DONE);
    int failures = 0;
    bool failed = true;
    for (int64_t n = 1; failed; n++) {
        mem_torture_fail_at(n);
        run(argv, &o);
        failed = mem_torture_failed();
        assert_int_equal(mem_torture_live(), 0);
        const bool told = o.code == CLI_OUTSIDE && is_one_line(o.said);
        const bool same = o.code == CLI_DONE && strcmp(o.printed, whole.printed) == 0;
        if (failed && !told && !same)
            fail_msg("%s, allocation %d: exit code %d: %s\n%s", argv[1], (int)n, o.code, o.said,
                     o.printed);
        failures += told;
        free(o.printed);
    }
    mem_torture_fail_at(0);
    assert_true(failures > 0);
    free(whole.printed);
}
#define TORTURE(...) torture((const char *const[]){"pessoi", __VA_ARGS__, NULL})

static void test_commands(void **state) {
    (void)state;
    TORTURE("games");
    TORTURE("games", "--json");
    TORTURE("agents", "boats");
    TORTURE("agents", "boats", "--json");
    TORTURE("show", "boats", "--moves", "#2 R L");
    TORTURE("show", "boats", "--json");
    TORTURE("perft", "boats", "2", "--divide");
    TORTURE("perft", "boats", "2", "--divide", "--json");
    TORTURE("eval", "boats", "--agent", "minimax:depth=1");
    TORTURE("eval", "boats", "--agent", "minimax:depth=1", "--json");
    TORTURE("best", "boats", "--agent", "minimax:depth=2");
    TORTURE("best", "boats", "--agent", "minimax:depth=2", "--json");
    TORTURE("tree", "boats", "--only", "L R -1", "--everywhere");
    TORTURE("tree", "boats", "--cuts", "--agent", "minimax:depth=1", "--json");
    TORTURE("tree", "boats", "--cuts", "--format", "svg", "--only", "R +3");
    TORTURE("tree", "boats", "--cuts", "--format", "dot", "--only", "R +3");
    TORTURE("match", "boats", "forward", "forward", "--games", "2");
    TORTURE("match", "boats", "forward", "forward", "--games", "2", "--json", "--moves", "#0 R");
    TORTURE("tournament", "boats", "forward", "crazy", "random", "--games", "2", "--type", "swiss");
    TORTURE("tournament", "boats", "forward", "crazy", "random", "--games", "2", "--type",
            "knockout", "--openings", "balanced:1", "--json");
    TORTURE("openings", "boats", "--count", "3", "--openings", "balanced:1");
    TORTURE("openings", "boats", "--count", "3", "--openings", "random:2", "--json");
}

/* The same file as in tests/golden/db.golden, copied into the current folder. */
static void test_results(void **state) {
    (void)state;
    char bytes[65536];
    FILE *in = fopen(TEST_RESULTS, "rb"), *out = fopen("results.db", "wb");
    assert_non_null(in);
    assert_non_null(out);
    const size_t length = fread(bytes, 1, sizeof bytes, in);
    assert_true(length < sizeof bytes);
    assert_int_equal(fwrite(bytes, 1, length, out), length);
    fclose(in);
    assert_int_equal(fclose(out), 0);
    TORTURE("db", "list", "results.db");
    TORTURE("db", "list", "results.db", "--json");
    TORTURE("db", "players", "results.db", "--event", "1");
    TORTURE("db", "players", "results.db", "--json");
    TORTURE("db", "games", "results.db", "--player", "bob");
    TORTURE("db", "games", "results.db", "--json", "--limit", "2");
    TORTURE("db", "show", "results.db", "4", "--event", "1");
    TORTURE("db", "show", "results.db", "4", "--event", "1", "--json");
    TORTURE("db", "export", "results.db");
    TORTURE("db", "export", "results.db", "--format", "csv");
    TORTURE("db", "export", "results.db", "--format", "json");
}

/* With a table in the cache `show` knows the exact value; where memory runs out on the way to it,
 * it fails rather than leaving it out. */
static void test_show_with_a_table(void **state) {
    (void)state;
    char solve[][40] = {"pessoi", "solve", "boats", "--variant", "columns=3,start=base"};
    char *argv[] = {solve[0], solve[1], solve[2], solve[3], solve[4], NULL};
    struct outcome o;
    run(argv, &o);
    assert_int_equal(o.code, CLI_DONE);
    free(o.printed);
    snprintf(solve[1], sizeof solve[1], "show");
    run(argv, &o);
    assert_int_equal(o.code, CLI_DONE);
    assert_non_null(strstr(o.printed, "solved: "));
    free(o.printed);
    TORTURE("show", "boats", "--variant", "columns=3,start=base");
}

/* A home of its own: what its user has solved or saved must not change what is tested. */
static int make_home(char folder[]) {
    if (mkdtemp(folder) == NULL || setenv("HOME", folder, 1) != 0)
        return 1;
    static const char *const names[] = {"XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME",
                                        "XDG_CONFIG_HOME"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (setenv(names[i], folder, 1) != 0)
            return 1;
    return 0;
}

static int remove_entry(const char *path, const struct stat *info, int kind, struct FTW *at) {
    (void)info;
    (void)kind;
    (void)at;
    return remove(path);
}

int main(void) {
    char folder[] = "/tmp/pessoi-test-XXXXXX";
    if (make_home(folder) != 0 || chdir(folder) != 0)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_commands),
        cmocka_unit_test(test_results),
        cmocka_unit_test(test_show_with_a_table),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    (void)nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
    return failed;
}
