#include "arena/job.h"

#include "pessoi/rng.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

/* Formats a job and reads it again: nothing is lost. */
static void expect_same(const struct job *job) {
    struct str line, again;
    str_init(&line);
    str_init(&again);
    job_format(job, &line);
    assert_int_equal(str_err(&line), PES_ERR_OK);
    assert_null(strchr(line.text, '\n'));
    str_add_str(&again, &line);
    struct job read;
    struct pes_note note = {0};
    assert_int_equal(job_parse(again.text, &read, &note), PES_ERR_OK);
    struct str back;
    str_init(&back);
    job_format(&read, &back);
    assert_string_equal(back.text, line.text);
    assert_string_equal(read.game, job->game);
    assert_int_equal(read.swap, job->swap);
    assert_true(read.seed == job->seed);
    assert_true(read.limits.nodes == job->limits.nodes);
    str_release(&back);
    str_release(&again);
    str_release(&line);
}

static void test_round_trip(void **state) {
    (void)state;
    expect_same(
        &(struct job){.game = "boats", .opening = "startpos", .agents = {"random", "minimax"}});
    expect_same(&(struct job){.game = "gomoku",
                              .variant = "rule=renju,size=9",
                              .opening = "startpos; e5 f6",
                              .agents = {"cmd:./bot --level 3 \"x y\"", "max:nodes=100"},
                              .files = {"00ff", NULL},
                              .swap = true,
                              .seed = UINT64_MAX,
                              .limits = {.depth = 3,
                                         .nodes = UINT64_MAX,
                                         .movetime_ms = 100,
                                         .clock_ms = {60000, 60000},
                                         .increment_ms = {500, 500}},
                              .version = pes_version()});
}

static void test_refusals(void **state) {
    (void)state;
    static const struct {
        const char *line;
        enum pes_err err;
    } cases[] = {
        {"", PES_ERR_SYNTAX},
        {"game=boats", PES_ERR_SYNTAX},
        {"game=boats\ta=random\tb", PES_ERR_UNKNOWN},
        {"game=boats\ta=random\tb=random\tc=1", PES_ERR_UNKNOWN},
        {"game=boats\ta=random\tb=random\tgame=crush", PES_ERR_SYNTAX},
        {"game=boats\ta=random\tb=random\tswap=2", PES_ERR_RANGE},
        {"game=boats\ta=random\tb=random\tseed=-1", PES_ERR_RANGE},
        {"game=boats\ta=random\tb=random\tseed=18446744073709551616", PES_ERR_RANGE},
        {"game=boats\ta=random\tb=random\tmovetime=86400001", PES_ERR_RANGE},
        {"game=boats\ta=random\tb=random\tdepth=", PES_ERR_RANGE},
        {"game=boats\ta=random\tb=random\tversion=0.0.0", PES_ERR_UNFIT},
        {"game=boats\t\ta=random\tb=random", PES_ERR_UNKNOWN},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char line[128];
        struct job job;
        struct pes_note note = {0};
        snprintf(line, sizeof line, "%s", cases[i].line);
        assert_int_equal(job_parse(line, &job, &note), cases[i].err);
        assert_false(pes_note_is_empty(&note));
    }
}

/* Order and line ends do not matter; missing keys have defaults. */
static void test_defaults(void **state) {
    (void)state;
    char line[] = "seed=7\tb=minimax\ta=random\tclock=1000\tgame=boats\r\n";
    struct job job;
    assert_int_equal(job_parse(line, &job, NULL), PES_ERR_OK);
    assert_string_equal(job.opening, "startpos");
    assert_string_equal(job.variant, "");
    assert_string_equal(job.agents[1], "minimax");
    assert_int_equal(job.limits.clock_ms[0], 1000);
    assert_int_equal(job.limits.clock_ms[1], 1000);
    assert_null(job.version);
}

/* Random bytes are refused or read, never more. */
static void test_noise(void **state) {
    (void)state;
    static const char alphabet[] = "game=boats\tab=1swapseed\r\n-9";
    struct pes_rng rng;
    pes_rng_init(&rng, 1);
    for (int i = 0; i < 20000; i++) {
        char line[64] = {0};
        const uint32_t length = pes_rng_below(&rng, sizeof line - 1);
        for (uint32_t k = 0; k < length; k++)
            line[k] = alphabet[pes_rng_below(&rng, sizeof alphabet - 1)];
        struct job job;
        struct pes_note note = {0};
        const enum pes_err err = job_parse(line, &job, &note);
        assert_true(err == PES_ERR_OK || !pes_note_is_empty(&note));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_noise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
