/* Talking to programs that behave in every possible way. */
#include "process/process_testing.h"

#include <pthread.h>
#include <signal.h>

/* Lines. -------------------------------------------------------------------------------------- */

static void test_lines(void **state) {
    (void)state;
    static const char *const expected[] = {"plain", "with CR LF", "N?UL", "", "", "CR\rinside"};
    struct process *p = test_open("./hostile lines");
    struct process_line line;
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++)
        assert_string_equal(test_line(p), expected[i]);
    /* Half a line is none. */
    assert_int_equal(process_read(p, clock_now_ns() + test_second_ns / 10, NULL, &line),
                     PROCESS_LATE);
    assert_false(process_has_ended(p));
    process_close(p);
}

static void test_longest_line(void **state) {
    (void)state;
    char command[64];
    struct process_line line;
    snprintf(command, sizeof command, "./hostile line %d", PROCESS_LINE_MAX);
    struct process *p = test_open(command);
    assert_int_equal(strlen(test_line(p)), PROCESS_LINE_MAX);
    process_close(p);
    snprintf(command, sizeof command, "./hostile line %d", PROCESS_LINE_MAX + 1);
    p = test_open(command);
    assert_int_equal(process_read(p, test_soon(), NULL, &line), PROCESS_FLOOD);
    process_close(p);
    p = test_open("./hostile endless-line");
    assert_int_equal(process_read(p, test_soon(), NULL, &line), PROCESS_FLOOD);
    assert_int_equal(process_read(p, test_soon(), NULL, &line), PROCESS_FLOOD);
    process_close(p);
}

static void test_round_trips(void **state) {
    (void)state;
    enum { COUNT = 20000 };
    struct process *p = test_open("./hostile echo");
    assert_int_equal(process_send(p, "hello\n", 6, test_soon(), NULL), PROCESS_LINE);
    assert_string_equal(test_line(p), "hello");
    const int64_t start_ns = clock_now_ns();
    for (int i = 0; i < COUNT; i++) {
        char text[32];
        struct process_line line;
        const int length = snprintf(text, sizeof text, "ping %d\n", i);
        assert_int_equal(process_send(p, text, (size_t)length, test_soon(), NULL), PROCESS_LINE);
        assert_int_equal(process_read(p, test_soon(), NULL, &line), PROCESS_LINE);
        assert_memory_equal(line.text, text, (size_t)length - 1);
    }
    print_message("%.0f round trips/s\n", COUNT / clock_seconds_since(start_ns));
    process_close(p);
}

static void test_skip(void **state) {
    (void)state;
    struct process *p = test_open("/bin/sh -c 'echo old; printf half; echo out >&2;"
                                  " read x; echo line; echo new'");
    while (!test_logged(p, "out")) {
        /* The line may come first or the log: both are read by waiting. */
        struct process_line line;
        const enum process_event event =
            process_read(p, clock_now_ns() + test_second_ns / 100, NULL, &line);
        assert_true(event == PROCESS_LATE || event == PROCESS_LINE);
    }
    process_skip(p);
    assert_int_equal(process_send(p, "go\n", 3, test_soon(), NULL), PROCESS_LINE);
    assert_string_equal(test_line(p), "new"); /* "halfline" is an old line */
    process_close(p);
}

/* Waiting. ------------------------------------------------------------------------------------ */

/* Waits 200 ms for a line that does not come; however much else is written, it must not take long.
 */
static void expect_late(const char *command) {
    struct process *p = test_open(command);
    struct process_line line;
    const int64_t start_ns = clock_now_ns(), until_ns = start_ns + test_second_ns / 5;
    enum process_event event;
    do
        event = process_read(p, until_ns, NULL, &line);
    while (event == PROCESS_LINE);
    assert_int_equal(event, PROCESS_LATE);
    assert_true(clock_now_ns() >= until_ns);
    assert_true(clock_now_ns() - start_ns < 30 * test_second_ns);
    process_close(p);
}

static void test_late(void **state) {
    (void)state;
    expect_late("./hostile silent");
    expect_late("./hostile endless");
    expect_late("./hostile endless-error");
}

/* A line that arrived in time is not late, even if the reader was. */
static void test_reader_late(void **state) {
    (void)state;
    struct process *p = test_open("/bin/sh -c 'echo here; echo ready >&2; sleep 1000'");
    struct process_line line;
    assert_string_equal(test_line(p), "here");
    process_close(p);
    p = test_open("/bin/sh -c 'echo one; echo two; sleep 1000'");
    assert_string_equal(test_line(p), "one");
    assert_string_equal(test_line(p), "two");
    assert_int_equal(process_read(p, clock_now_ns() - 1, NULL, &line), PROCESS_LATE);
    process_close(p);
}

static void test_log(void **state) {
    (void)state;
    struct process *p = test_open("/bin/sh -c 'echo first >&2; echo a; read x; echo second >&2;"
                                  " echo b; read x; yes error | head -c 999996 >&2; echo c'");
    size_t length;
    struct process_line line;
    assert_string_equal(test_line(p), "a");
    while (!test_logged(p, "first\n"))
        assert_int_equal(process_read(p, clock_now_ns() + test_second_ns / 100, NULL, &line),
                         PROCESS_LATE);
    process_log_clear(p);
    assert_int_equal(process_send(p, "\n", 1, test_soon(), NULL), PROCESS_LINE);
    assert_string_equal(test_line(p), "b");
    assert_false(test_logged(p, "first"));
    assert_int_equal(process_send(p, "\n", 1, test_soon(), NULL), PROCESS_LINE);
    test_end(p, "ended with exit code 0");
    const char *log = process_log(p, &length);
    assert_int_equal(length, PROCESS_LOG_MAX);
    assert_memory_equal(log + length - 6, "error\n", 6);
    process_close(p);
}

static void test_stop(void **state) {
    (void)state;
    atomic_bool stop = true;
    struct process_line line;
    struct process *p = test_open("./hostile silent");
    assert_int_equal(process_read(p, 0, &stop, &line), PROCESS_STOPPED);
    static char many[1 << 20];
    memset(many, 'x', sizeof many);
    assert_int_equal(process_send(p, many, sizeof many, 0, &stop), PROCESS_STOPPED);
    process_close(p);
}

static void test_sending_to_the_deaf(void **state) {
    (void)state;
    static char many[1 << 20];
    memset(many, 'x', sizeof many);
    struct process *p = test_open("./hostile silent");
    const int64_t until_ns = clock_now_ns() + test_second_ns / 5;
    assert_int_equal(process_send(p, many, sizeof many, until_ns, NULL), PROCESS_LATE);
    assert_true(clock_now_ns() >= until_ns);
    process_close(p);
    /* One that writes all the time and never reads. */
    p = test_open("./hostile endless");
    assert_int_equal(process_send(p, many, sizeof many, clock_now_ns() + test_second_ns / 5, NULL),
                     PROCESS_LATE);
    process_close(p);
}

static void test_much_at_once(void **state) {
    (void)state;
    enum { LINES = 1000, SIZE = 100 };
    static char many[LINES * SIZE];
    for (int i = 0; i < LINES; i++)
        snprintf(many + (size_t)i * SIZE, SIZE, "%0*d", SIZE - 1, i);
    for (int i = 0; i < LINES; i++)
        many[(size_t)i * SIZE + SIZE - 1] = '\n';
    struct process *p = test_open("./hostile echo");
    assert_int_equal(process_send(p, many, sizeof many, test_soon(), NULL), PROCESS_LINE);
    for (int i = 0; i < LINES; i++)
        assert_memory_equal(test_line(p), many + (size_t)i * SIZE, SIZE - 1);
    process_close(p);
}

/* Ends. --------------------------------------------------------------------------------------- */

static void expect_end(const char *command, const char *how) {
    struct process *p = test_open(command);
    test_end(p, how);
    assert_true(test_logged(p, "last words\n"));
    assert_int_equal(process_send(p, "x\n", 2, test_soon(), NULL), PROCESS_ENDED);
    process_close(p);
}

static void test_ends(void **state) {
    (void)state;
    expect_end("./hostile exit 0", "ended with exit code 0");
    expect_end("./hostile exit 3", "ended with exit code 3");
    expect_end("./hostile signal 11", "was killed by signal 11 (segmentation fault)");
    expect_end("./hostile signal 6", "was killed by signal 6 (abort)");
    expect_end("./hostile signal 9", "was killed by signal 9 (killed)");
    expect_end("./hostile signal 15", "was killed by signal 15");
    struct process *p = test_open("./hostile exit 0");
    assert_string_equal(test_line(p), "going");
    test_end(p, "ended with exit code 0"); /* without the half line */
    process_close(p);
}

static void test_closed_streams(void **state) {
    (void)state;
    struct pes_note end = {0};
    struct process *p = test_open("./hostile close-output");
    assert_string_equal(test_line(p), "last");
    test_end(p, "closed its output");
    process_close(p);
    p = test_open("./hostile close-input");
    assert_string_equal(test_line(p), "closed");
    assert_int_equal(process_send(p, "x\n", 2, test_soon(), NULL), PROCESS_ENDED);
    process_say_end(p, &end);
    assert_string_equal(end.why[PES_LANG_EN], "closed its input");
    process_close(p);
}

/* A handler of the caller, and what it ignores, must not reach the program. */
static void test_signals_are_reset(void **state) {
    (void)state;
    sigset_t block, old;
    signal(SIGTERM, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    sigemptyset(&block);
    sigaddset(&block, SIGUSR1);
    sigprocmask(SIG_BLOCK, &block, &old);
    struct process *p = test_open("/bin/sh -c 'grep -E \"Sig(Blk|Ign)\" /proc/self/status'");
    assert_non_null(strstr(test_line(p), "SigBlk:\t0000000000000000"));
    assert_non_null(strstr(test_line(p), "SigIgn:\t0000000000000000"));
    process_close(p);
    sigprocmask(SIG_SETMASK, &old, NULL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
}

/* Writing to a program that has ended must not kill the caller. */
static void test_no_sigpipe(void **state) {
    (void)state;
    for (int i = 0; i < 20; i++) {
        struct process *p = test_open("/bin/true");
        enum process_event event;
        do
            event = process_send(p, "hello\n", 6, test_soon(), NULL);
        while (event == PROCESS_LINE);
        assert_int_equal(event, PROCESS_ENDED);
        process_close(p);
    }
    sigset_t pending;
    sigpending(&pending);
    assert_int_equal(sigismember(&pending, SIGPIPE), 0);
}

static int count_descriptors(void) {
    int count = 0;
    for (int fd = 0; fd < 1024; fd++)
        count += fcntl(fd, F_GETFD) >= 0;
    return count;
}

static void test_nothing_is_left(void **state) {
    (void)state;
    const int before = count_descriptors();
    const int count = test_config.no_sandbox ? 1000 : 200;
    for (int i = 0; i < count; i++) {
        struct process *p = test_open("./hostile echo");
        if (i % 10 == 0) {
            assert_int_equal(process_send(p, "hello\n", 6, test_soon(), NULL), PROCESS_LINE);
            assert_string_equal(test_line(p), "hello");
        }
        process_close(p);
    }
    assert_int_equal(count_descriptors(), before);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* no child, no zombie */
}

/* Threads that open programs at the same time, while others allocate. */
static atomic_int threads_failed;

static void *open_some(void *none) {
    enum { COUNT = 15 };
    for (int i = 0; i < COUNT; i++) {
        struct process *p = NULL;
        struct process_line line = {0};
        void *volatile memory = malloc(1000);
        const bool done = process_open("./hostile echo", &test_config, &p, NULL) == PES_ERR_OK &&
                          process_send(p, "hello\n", 6, test_soon(), NULL) == PROCESS_LINE &&
                          process_read(p, test_soon(), NULL, &line) == PROCESS_LINE &&
                          strcmp(line.text, "hello") == 0;
        process_close(p);
        free(memory);
        if (!done)
            atomic_fetch_add(&threads_failed, 1);
    }
    return none;
}

static void test_threads(void **state) {
    (void)state;
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, open_some, NULL), 0);
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    assert_int_equal(atomic_load(&threads_failed), 0);
}

static void test_null(void **state) {
    (void)state;
    process_close(NULL);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_longest_line),
        cmocka_unit_test(test_round_trips),
        cmocka_unit_test(test_skip),
        cmocka_unit_test(test_late),
        cmocka_unit_test(test_reader_late),
        cmocka_unit_test(test_log),
        cmocka_unit_test(test_stop),
        cmocka_unit_test(test_sending_to_the_deaf),
        cmocka_unit_test(test_much_at_once),
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_closed_streams),
        cmocka_unit_test(test_signals_are_reset),
        cmocka_unit_test(test_no_sigpipe),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_nothing_is_left),
        cmocka_unit_test(test_null),
    };
    const int code = test_setup(argc, argv);
    const int failed = code == 0 ? cmocka_run_group_tests(tests, NULL, NULL) : code;
    test_teardown();
    return failed;
}
