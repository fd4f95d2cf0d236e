/* Tests of programs as agents. The program is tests/ugi/mirror.c; its path is the argument. */
#include "ugi/ugi_agent.h"

#include "core/mem_torture.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static char mirror[PATH_MAX];
static struct program_class cmd, named;
static atomic_bool confined;

struct fixture {
    struct pes_game *game;
    struct pes_history *h;
    struct pes_agent *agent;
};

static void set_up(struct fixture *f, const char *game, const char *variant, const char *how) {
    char text[PES_AGENT_TEXT_MAX];
    *f = (struct fixture){.game = NULL};
    snprintf(text, sizeof text, "cmd:'%.400s' %s", mirror, how);
    assert_int_equal(pes_game_open(pes_kit_find(game), variant, &f->game, NULL), PES_ERR_OK);
    assert_int_equal(pes_history_new(f->game, &f->h), PES_ERR_OK);
    assert_int_equal(pes_agent_new(f->game, text, &f->agent, NULL), PES_ERR_OK);
    pes_agent_begin(f->agent, 1);
}

static void tear_down(struct fixture *f) {
    pes_agent_free(f->agent);
    pes_history_free(f->h);
    pes_game_close(f->game);
}

static void choose(struct fixture *f, const char *expected) {
    struct pes_answer answer;
    char text[PES_MOVE_TEXT_MAX];
    const enum pes_err err = pes_agent_choose(f->agent, f->h, NULL, &answer);
    assert_int_equal(err, PES_ERR_OK);
    f->game->rules->move_format(f->game, pes_history_state(f->h), answer.move, text);
    assert_string_equal(text, expected);
}

static void play(struct fixture *f, const char *moves) {
    int made;
    assert_int_equal(pes_history_make_text(f->h, moves, &made, NULL), PES_ERR_OK);
}

/* Is this line among those that the program was sent? What it writes may take a moment to come. */
static void assert_sent(const struct fixture *f, const char *line) {
    for (int i = 0; i < 2000; i++) {
        size_t length;
        const char *log = pes_agent_log(f->agent, &length);
        char *text = calloc(1, length + 1);
        assert_non_null(text);
        memcpy(text, log, length);
        const bool found = strstr(text, line) != NULL;
        free(text);
        if (found)
            return;
        struct pes_note note;
        assert_int_equal(pes_agent_about(f->agent, &note), PES_ERR_OK);
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    fail_msg("not sent: %s", line);
}

static void test_plays(void **state) {
    (void)state;
    struct fixture f;
    struct pes_answer answer;
    set_up(&f, "gomoku", "size=5", "first");
    choose(&f, "a1");
    play(&f, "a1 b1");
    assert_int_equal(pes_agent_choose(f.agent, f.h, NULL, &answer), PES_ERR_OK);
    assert_int_equal(answer.depth, 2);
    assert_int_equal(answer.nodes, 10);
    assert_true(answer.has_mate && answer.mate == 3 && !answer.has_score);
    assert_int_equal(answer.line_count, 1);
    assert_int_equal(answer.line[0], answer.move);
    assert_sent(&f, "\nposition startpos\nlegal a1 a2");
    assert_sent(&f, "\nposition startpos moves a1 b1\nlegal a2 a3");
    tear_down(&f);
}

/* The text of the position follows the history wherever it goes. */
static void test_undo(void **state) {
    (void)state;
    struct fixture f;
    set_up(&f, "gomoku", "size=5", "first");
    play(&f, "c3 b1");
    choose(&f, "a1");
    assert_true(pes_history_unmake(f.h));
    play(&f, "d4");
    choose(&f, "a1");
    assert_sent(&f, "\nposition startpos moves c3 d4\n");
    assert_int_equal(pes_history_start_text(f.h, "5/5/2b2/5/5 w", NULL, NULL), PES_ERR_OK);
    choose(&f, "a1");
    assert_sent(&f, "\nposition fen 5/5/2b2/5/5 w\n");
    play(&f, "a1");
    choose(&f, "a2");
    assert_sent(&f, "\nposition fen 5/5/2b2/5/5 w moves a1\n");
    tear_down(&f);
}

static void test_stop(void **state) {
    (void)state;
    struct fixture f;
    struct pes_answer answer;
    struct pes_note note;
    atomic_bool stop = true;
    const struct pes_limits stopped = {.stop = &stop};
    set_up(&f, "gomoku", "size=5", "slow");
    for (int i = 0; i < 3; i++) // its answer to `stop` is not taken for the next one
        assert_int_equal(pes_agent_choose(f.agent, f.h, &stopped, &answer), PES_ERR_STOPPED);
    pes_agent_begin(f.agent, 2);
    const struct pes_limits brief = {.movetime_ms = 20};
    assert_int_equal(pes_agent_choose(f.agent, f.h, &brief, &answer), PES_ERR_LATE);
    pes_agent_fault(f.agent, &note);
    assert_string_equal(note.why[PES_LANG_EN],
                        "no answer within 20 ms at ply 1; does it flush its output?");
    tear_down(&f);
}

static void test_about(void **state) {
    (void)state;
    struct fixture f;
    struct pes_note note;
    set_up(&f, "boats", "start=s0", "first");
    assert_int_equal(pes_agent_about(f.agent, &note), PES_ERR_OK);
    assert_string_equal(note.why[PES_LANG_EN],
                        "Mirror 2 by Nobody at all; asks for its legal moves");
    tear_down(&f);
    set_up(&f, "boats", "start=s0", "plain");
    assert_int_equal(pes_agent_about(f.agent, &note), PES_ERR_OK);
    assert_string_equal(note.why[PES_LANG_EN],
                        "Mirror 2 by Nobody at all; does not ask for its legal moves (option name "
                        "Legal ..): it must know the rules");
    tear_down(&f);
}

/* A named program can be chosen, but takes no command. */
static void test_named(void **state) {
    (void)state;
    struct fixture f;
    struct pes_answer answer;
    set_up(&f, "boats", "start=s0", "first");
    pes_agent_free(f.agent);
    f.agent = NULL;
    assert_int_equal(pes_agent_new(f.game, "mirror:./other", &f.agent, NULL), PES_ERR_UNKNOWN);
    assert_int_equal(pes_agent_new(f.game, "only-gomoku", &f.agent, NULL), PES_ERR_UNKNOWN);
    assert_int_equal(pes_agent_new(f.game, "mirror", &f.agent, NULL), PES_ERR_OK);
    pes_agent_begin(f.agent, 1);
    assert_int_equal(pes_agent_choose(f.agent, f.h, NULL, &answer), PES_ERR_OK);
    tear_down(&f);
}

static void test_memory_runs_out(void **state) {
    (void)state;
    char text[PES_AGENT_TEXT_MAX];
    struct pes_game *g = NULL;
    struct pes_history *h = NULL;
    snprintf(text, sizeof text, "cmd:'%.400s' first", mirror);
    assert_int_equal(pes_game_open(pes_kit_find("gomoku"), "size=5", &g, NULL), PES_ERR_OK);
    assert_int_equal(pes_history_new(g, &h), PES_ERR_OK);
    const int64_t live = mem_torture_live();
    bool failed = true;
    for (int64_t n = 1; failed; n++) {
        struct pes_agent *agent = NULL;
        struct pes_answer answer;
        mem_torture_fail_at(n);
        enum pes_err err = pes_agent_new(g, text, &agent, NULL);
        if (err == PES_ERR_OK) {
            pes_agent_begin(agent, 1);
            err = pes_agent_choose(agent, h, NULL, &answer);
        }
        failed = mem_torture_failed();
        mem_torture_fail_at(0);
        /* What is only nice to have, as the principal variation, is left out. */
        assert_true(err == PES_ERR_OK || (failed && err == PES_ERR_NOMEM));
        pes_agent_free(agent);
        assert_int_equal(mem_torture_live(), live);
    }
    pes_history_free(h);
    pes_game_close(g);
}

int main(int argc, char *argv[]) {
    static char command[PATH_MAX + 32];
    if (argc != 2 || strlen(argv[1]) >= sizeof mirror)
        return 1;
    snprintf(mirror, sizeof mirror, "%s", argv[1]);
    snprintf(command, sizeof command, "'%s' first", mirror);
    static struct program programs[] = {{.name = "mirror", .command = command},
                                        {.name = "only-gomoku", .command = command}};
    programs[1].kit = pes_kit_find("gomoku");
    struct program_config config = {.process = {.no_sandbox = true}, .confined = &confined};
    ugi_class_init(&cmd, &config);
    config.programs = programs;
    config.program_count = 2;
    ugi_class_init(&named, &config);
    if (pes_agent_register(&cmd.base) != PES_ERR_OK ||
        pes_agent_register(&named.base) != PES_ERR_OK)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plays), cmocka_unit_test(test_undo),
        cmocka_unit_test(test_stop),  cmocka_unit_test(test_about),
        cmocka_unit_test(test_named), cmocka_unit_test(test_memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
