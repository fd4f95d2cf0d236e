/* Runners: the same job gives the same game everywhere. */
#include "arena/runner.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <dirent.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { JOBS = 60, RUNNERS = 4 };

static const struct runner_config configs[RUNNERS] = {
    {.jobs = 1}, {.jobs = 3}, {.jobs = 1, .isolated = true}, {.jobs = 3, .isolated = true}};

static enum pes_err collect(void *to, const char *bytes, size_t length) {
    str_add_bytes(to, bytes, length);
    return str_err(to);
}

/* Jobs that change game, variant, agents, opening and limits from one to the next. */
static void make_job(int number, struct str *out) {
    static const struct job kinds[] = {
        {.game = "boats", .variant = "", .opening = "startpos", .agents = {"forward", "random"}},
        {.game = "boats",
         .variant = "rule=ko,start=s1",
         .opening = "startpos; R L",
         .agents = {"minimax:depth=2", "crazy"}},
        {.game = "proximity",
         .variant = "columns=5,rows=4",
         .opening = "startpos",
         .agents = {"heuristic", "random"}},
        {.game = "gomoku",
         .variant = "size=7",
         .opening = "startpos; d4 d5",
         .agents = {"alphabeta", "alphabeta"},
         .limits = {.nodes = 300}},
        {.game = "boats", .variant = "", .opening = "startpos", .agents = {"random", "random"}},
    };
    struct job job = kinds[number * 7 % 5];
    job.swap = number % 2 == 1;
    job.seed = (uint64_t)(number / 2);
    str_clear(out);
    job_format(&job, out);
}

/* Plays all jobs and stores the records as text, by number. */
static void run_all(const struct runner_config *config, struct str texts[JOBS]) {
    struct runner *runner = NULL;
    struct str line;
    str_init(&line);
    assert_int_equal(runner_new(config, &runner, NULL), PES_ERR_OK);
    int submitted = 0, taken = 0;
    struct runner_result result;
    while (taken < JOBS) {
        while (submitted < JOBS && runner_has_space(runner)) {
            make_job(submitted, &line);
            assert_int_equal(runner_submit(runner, submitted++, line.text, line.length),
                             PES_ERR_OK);
        }
        assert_true(runner_next(runner, &result));
        if (result.err != PES_ERR_OK)
            fail_msg("%s", result.note.why[PES_LANG_EN]);
        str_init(&texts[result.number]);
        assert_int_equal(pes_record_format(result.record, collect, &texts[result.number]),
                         PES_ERR_OK);
        pes_record_free(result.record);
        taken++;
    }
    assert_false(runner_next(runner, &result));
    runner_free(runner);
    str_release(&line);
}

static void test_same_everywhere(void **state) {
    (void)state;
    static struct str texts[RUNNERS][JOBS];
    for (int r = 0; r < RUNNERS; r++) {
        run_all(&configs[r], texts[r]);
        for (int i = 0; i < JOBS; i++)
            assert_string_equal(texts[r][i].text, texts[0][i].text);
    }
    for (int r = 0; r < RUNNERS; r++)
        for (int i = 0; i < JOBS; i++)
            str_release(&texts[r][i]);
}

/* A job that cannot be played says why; the next one is played. */
static void test_bad_jobs(void **state) {
    (void)state;
    static const struct {
        const char *line;
        enum pes_err err;
    } cases[] = {
        {"nonsense", PES_ERR_UNKNOWN},
        {"game=chess\ta=random\tb=random", PES_ERR_UNKNOWN},
        {"game=boats\tvariant=rule=go\ta=random\tb=random", PES_ERR_UNKNOWN},
        {"game=boats\ta=random\tb=nobody", PES_ERR_UNKNOWN},
        {"game=boats\topening=startpos; R R R R R R R R R R R R\ta=random\tb=random",
         PES_ERR_ILLEGAL},
        {"game=boats\ta=random\tb=random", PES_ERR_OK},
    };
    for (int r = 0; r < RUNNERS; r++) {
        struct runner *runner = NULL;
        assert_int_equal(runner_new(&configs[r], &runner, NULL), PES_ERR_OK);
        for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
            struct runner_result result;
            assert_int_equal(
                runner_submit(runner, (int64_t)i, cases[i].line, strlen(cases[i].line)),
                PES_ERR_OK);
            assert_true(runner_next(runner, &result));
            assert_int_equal(result.number, (int64_t)i);
            const bool bad = result.err != PES_ERR_OK;
            assert_int_equal(bad, cases[i].err != PES_ERR_OK);
            assert_int_equal(pes_note_is_empty(&result.note), !bad);
            assert_int_equal(pes_err_exit_code(result.err), bad ? 2 : 0);
            pes_record_free(result.record);
        }
        runner_free(runner);
    }
}

/* Freed with jobs in flight, or stopped: it ends at once and leaks nothing. */
static void test_early_end(void **state) {
    (void)state;
    static const char endless[] = "game=gomoku\ta=mcts:movetime=600000\tb=random";
    for (int r = 1; r < RUNNERS; r++) {
        atomic_bool stop = false;
        struct runner_config config = configs[r];
        config.stop = &stop;
        struct runner *runner = NULL;
        assert_int_equal(runner_new(&config, &runner, NULL), PES_ERR_OK);
        for (int i = 0; runner_has_space(runner); i++)
            assert_int_equal(runner_submit(runner, i, endless, strlen(endless)), PES_ERR_OK);
        const int32_t all = runner->in_flight;
        atomic_store(&stop, true);
        struct runner_result result;
        for (int i = 0; i < all - 1; i++) {
            assert_true(runner_next(runner, &result));
            assert_int_equal(result.err, PES_ERR_STOPPED);
        }
        runner_free(runner);
    }
}

/* A bounded wait: false before the game is over, true once its result is there. */
static void test_wait(void **state) {
    (void)state;
    static const char slow[] = "game=gomoku\ta=mcts:movetime=600000\tb=random";
    static const char quick[] = "game=boats\ta=random\tb=random";
    for (int r = 0; r < RUNNERS; r++) {
        atomic_bool stop = false;
        struct runner_config config = configs[r];
        config.stop = &stop;
        struct runner *runner = NULL;
        struct runner_result result;
        assert_int_equal(runner_new(&config, &runner, NULL), PES_ERR_OK);
        assert_false(runner_wait(runner, NULL, 0, 1));
        if (r > 0) { // the first one plays in runner_next()
            assert_int_equal(runner_submit(runner, 0, slow, strlen(slow)), PES_ERR_OK);
            assert_false(runner_wait(runner, NULL, 0, 20));
            atomic_store(&stop, true);
            assert_true(runner_next(runner, &result));
            assert_int_equal(result.err, PES_ERR_STOPPED);
        } else {
            assert_int_equal(runner_submit(runner, 1, quick, strlen(quick)), PES_ERR_OK);
            assert_true(runner_wait(runner, NULL, 0, 60000));
            assert_true(runner_next(runner, &result));
            assert_int_equal(result.err, PES_ERR_OK);
            runner_result_release(&result);
        }
        runner_free(runner);
    }
}

/* Runners with processes also wait for other descriptors, without and with games under way. */
static void test_wait_for_others(void **state) {
    (void)state;
    static const char quick[] = "game=boats\ta=random\tb=random";
    for (int games = 0; games < 2; games++) {
        struct runner *runner = NULL;
        struct runner_result result;
        int ends[2];
        assert_int_equal(pipe(ends), 0);
        struct pollfd other = {.fd = ends[0], .events = POLLIN};
        assert_int_equal(runner_new(&configs[RUNNERS - 1], &runner, NULL), PES_ERR_OK);
        assert_false(runner_wait(runner, &other, 1, 1));
        assert_int_equal(other.revents, 0);
        for (int i = 0; i < games; i++)
            assert_int_equal(runner_submit(runner, i, quick, strlen(quick)), PES_ERR_OK);
        if (games > 0)
            assert_true(runner_wait(runner, &other, 1, 60000));
        assert_int_equal(write(ends[1], "x", 1), 1);
        assert_int_equal(runner_wait(runner, &other, 1, 60000), games > 0);
        assert_int_equal(other.revents, POLLIN);
        if (games > 0) {
            assert_true(runner_next(runner, &result));
            runner_result_release(&result);
        }
        runner_free(runner);
        close(ends[0]);
        close(ends[1]);
    }
}

/* A job that is cancelled ends with STOPPED, whether it is played or waits; others are played. */
static void test_cancel(void **state) {
    (void)state;
    static const char slow[] = "game=gomoku\ta=mcts:movetime=600000\tb=random";
    static const char quick[] = "game=boats\ta=random\tb=random";
    static const char *const jobs[] = {slow, quick, slow};
    const struct runner_config config = {.jobs = 1, .isolated = true};
    struct runner *runner = NULL;
    struct runner_result result;
    assert_int_equal(runner_new(&config, &runner, NULL), PES_ERR_OK);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 3; i++)
            assert_int_equal(runner_submit(runner, i, jobs[i], strlen(jobs[i])), PES_ERR_OK);
        assert_false(runner_wait(runner, NULL, 0, 20 * round));
        runner_cancel(runner, 2);
        runner_cancel(runner, 0);
        for (int i = 0; i < 3; i++) {
            assert_true(runner_next(runner, &result));
            assert_int_equal(result.number, i);
            assert_int_equal(result.err, jobs[i] == slow ? PES_ERR_STOPPED : PES_ERR_OK);
            runner_result_release(&result);
        }
    }
    runner_free(runner);
}

/* The parent of a process; 0: it is not known. */
static int parent_of(const char *pid) {
    char path[280], text[512];
    snprintf(path, sizeof path, "/proc/%s/stat", pid);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return 0;
    const size_t n = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[n] = '\0';
    /* "12 (name) S 11 ..": the name may have brackets, too. */
    const char *after_name = strrchr(text, ')');
    return after_name != NULL && n > 4 ? (int)strtol(after_name + strlen(") S "), NULL, 10) : 0;
}

/* Kills all children of this process; how many. */
static int kill_children(void) {
    DIR *all = opendir("/proc");
    int killed = 0;
    assert_non_null(all);
    for (const struct dirent *one; (one = readdir(all)) != NULL;)
        if (parent_of(one->d_name) == (int)getpid())
            killed += kill((pid_t)strtol(one->d_name, NULL, 10), SIGKILL) == 0;
    closedir(all);
    return killed;
}

/* A child that somebody kills, as the kernel does when memory runs out: no agent loses because of
 * it, the game is played again, but not for ever. */
static void test_killed(void **state) {
    (void)state;
    static const char slow[] = "game=gomoku\ta=mcts:movetime=600000\tb=random";
    static const char quick[] = "game=boats\ta=random\tb=random";
    const struct runner_config config = {.jobs = 1, .isolated = true};
    struct runner *runner = NULL;
    struct runner_result result;
    int killed = 0;
    assert_int_equal(runner_new(&config, &runner, NULL), PES_ERR_OK);
    assert_int_equal(runner_submit(runner, 0, slow, strlen(slow)), PES_ERR_OK);
    assert_int_equal(runner_submit(runner, 1, quick, strlen(quick)), PES_ERR_OK);
    while (!runner_wait(runner, NULL, 0, 100))
        killed += kill_children();
    assert_in_range(killed, 2, 20);
    assert_true(runner_next(runner, &result));
    assert_int_equal(result.number, 0);
    assert_int_equal(result.err, PES_ERR_NOMEM);
    runner_result_release(&result);
    assert_true(runner_next(runner, &result));
    assert_int_equal(result.err, PES_ERR_OK);
    runner_result_release(&result);
    runner_free(runner);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_everywhere), cmocka_unit_test(test_bad_jobs),
        cmocka_unit_test(test_early_end),       cmocka_unit_test(test_wait),
        cmocka_unit_test(test_wait_for_others), cmocka_unit_test(test_cancel),
        cmocka_unit_test(test_killed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
