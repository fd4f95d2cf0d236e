/* Tests of the inbox through a pipe. */
#include "process/inbox.h"

#include "core/clock.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <pthread.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* A pipe whose reading end the inbox has. */
struct line_of {
    int ends[2];
    atomic_bool interrupted;
    struct inbox *inbox;
};

static bool is_bye(const char *line, size_t length) {
    return length == 3 && memcmp(line, "bye", 3) == 0;
}

static bool is_halt(const char *line, size_t length) {
    return length == 4 && memcmp(line, "halt", 4) == 0;
}

static void open_line(struct line_of *l, size_t line_max) {
    atomic_init(&l->interrupted, false);
    assert_int_equal(pipe(l->ends), 0);
    const struct inbox_config config = {.fd = l->ends[0],
                                        .interrupted = &l->interrupted,
                                        .line_max = line_max,
                                        .is_last = is_bye,
                                        .is_halt = is_halt};
    assert_int_equal(inbox_open(&config, &l->inbox), PES_ERR_OK);
}

static void send_text(const struct line_of *l, const char *text) {
    assert_int_equal(write(l->ends[1], text, strlen(text)), (ssize_t)strlen(text));
}

static void close_line(struct line_of *l) {
    inbox_close(l->inbox);
    close(l->ends[0]);
    if (l->ends[1] >= 0)
        close(l->ends[1]);
}

static void hang_up(struct line_of *l) {
    close(l->ends[1]);
    l->ends[1] = -1;
}

static void assert_line(struct line_of *l, const char *expected, bool cut) {
    struct inbox_line line;
    assert_int_equal(inbox_take(l->inbox, &line), INBOX_LINE);
    assert_string_equal(line.text, expected);
    assert_int_equal(line.length, strlen(expected));
    assert_int_equal(line.cut, cut);
    assert_true(line.arrived_ns <= clock_now_ns());
}

static void test_lines(void **state) {
    (void)state;
    struct line_of l;
    struct inbox_line line;
    open_line(&l, 8);
    send_text(&l, "one\r\n\r\ntwo\n\n12345678\n123456789\n12345678901234567890\rnext\npart");
    assert_line(&l, "one", false);
    assert_line(&l, "two", false);
    assert_line(&l, "12345678", false);
    assert_line(&l, "12345678", true);
    assert_line(&l, "12345678", true);
    assert_line(&l, "next", false);
    send_text(&l, "ly\nlast");
    assert_line(&l, "partly", false);
    hang_up(&l);
    assert_line(&l, "last", false);
    assert_int_equal(inbox_take(l.inbox, &line), INBOX_ENDED);
    assert_int_equal(inbox_take(l.inbox, &line), INBOX_ENDED);
    assert_false(atomic_load(inbox_stop(l.inbox)));
    close_line(&l);
}

/* The flag is up exactly while a halt waits. */
static void test_halt(void **state) {
    (void)state;
    struct line_of l;
    open_line(&l, 100);
    send_text(&l, "one\nhalt\ntwo\nhalt\nthree\n");
    while (!atomic_load(inbox_stop(l.inbox)))
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    assert_line(&l, "one", false);
    assert_line(&l, "halt", false);
    assert_line(&l, "two", false);
    assert_line(&l, "halt", false);
    assert_line(&l, "three", false);
    assert_false(atomic_load(inbox_stop(l.inbox)));
    assert_false(inbox_is_ending(l.inbox));
    send_text(&l, "halt\nbye\n");
    assert_line(&l, "halt", false);
    assert_line(&l, "bye", false);
    assert_true(atomic_load(inbox_stop(l.inbox)));
    assert_true(inbox_is_ending(l.inbox));
    close_line(&l);
}

static void test_last_line(void **state) {
    (void)state;
    struct line_of l;
    struct inbox_line line;
    open_line(&l, 100);
    send_text(&l, "one\nbye\nthree\n");
    while (!atomic_load(inbox_stop(l.inbox)))
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    assert_line(&l, "one", false);
    assert_line(&l, "bye", false);
    assert_int_equal(inbox_take(l.inbox, &line), INBOX_ENDED);
    close_line(&l);
}

static void test_interrupt(void **state) {
    (void)state;
    struct line_of l;
    struct inbox_line line;
    open_line(&l, 100);
    atomic_store(&l.interrupted, true);
    assert_int_equal(inbox_take(l.inbox, &line), INBOX_ENDED);
    assert_true(atomic_load(inbox_stop(l.inbox)));
    close_line(&l);
}

static void *wake(void *to) {
    inbox_wake(to);
    return NULL;
}

static void test_wake(void **state) {
    (void)state;
    struct line_of l;
    struct inbox_line line;
    pthread_t thread;
    open_line(&l, 100);
    assert_int_equal(pthread_create(&thread, NULL, wake, l.inbox), 0);
    assert_int_equal(inbox_take(l.inbox, &line), INBOX_WOKEN); // now or later, once
    pthread_join(thread, NULL);
    send_text(&l, "one\n");
    assert_line(&l, "one", false);
    hang_up(&l);
    assert_int_equal(inbox_take(l.inbox, &line), INBOX_ENDED);
    inbox_wake(l.inbox);
    assert_int_equal(inbox_take(l.inbox, &line), INBOX_WOKEN);
    close_line(&l);
}

static void *flood(void *to) {
    const struct line_of *l = to;
    static char bytes[100000];
    memset(bytes, 'x', sizeof bytes);
    bytes[sizeof bytes - 1] = '\n';
    for (int i = 0; i < 100; i++)
        for (size_t at = 0; at < sizeof bytes;)
            at += (size_t)write(l->ends[1], bytes + at, sizeof bytes - at);
    return NULL;
}

/* More than the queue holds: the writer waits, and no line is lost. */
static void test_much(void **state) {
    (void)state;
    struct line_of l;
    struct inbox_line line;
    pthread_t thread;
    open_line(&l, 1000000);
    assert_int_equal(pthread_create(&thread, NULL, flood, &l), 0);
    for (int i = 0; i < 100; i++) {
        assert_int_equal(inbox_take(l.inbox, &line), INBOX_LINE);
        assert_int_equal(line.length, 99999);
    }
    pthread_join(thread, NULL);
    close_line(&l); // with the thread still waiting for input
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),     cmocka_unit_test(test_last_line),
        cmocka_unit_test(test_interrupt), cmocka_unit_test(test_wake),
        cmocka_unit_test(test_much),      cmocka_unit_test(test_halt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
