/* The watchdog in child processes that hang, are suspended, or work; and the messages to a
 * supervisor. */
#include "server/watchdog.h"

#include "server/limits.h"
#include "server/notify.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

static void on_stuck(void *arg, const struct pes_text *what, const struct pes_arg args[]) {
    char line[512];
    pes_say(PES_LANG_EN, what, args, line, sizeof line);
    (void)!write(*(int *)arg, line, strlen(line));
    abort();
}

static void sleep_ms(int ms) {
    const struct timespec moment = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L};
    nanosleep(&moment, NULL);
}

enum child { HANGS, WORKS };

/* Starts a process with a watchdog of 400 ms, and returns where its last output comes from. */
static pid_t begin(enum child what, int *words) {
    int pipes[2];
    assert_int_equal(pipe(pipes), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child > 0) {
        close(pipes[1]);
        *words = pipes[0];
        return child;
    }
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    const struct watchdog_options options = {.limit_ms = 400, .stuck = on_stuck, .arg = &pipes[1]};
    struct watchdog *w = NULL;
    if (watchdog_open(&options, &w) != PES_ERR_OK)
        _exit(9);
    watchdog_turn(w);
    for (;;) {
        unsigned char in6[16] = {[10] = 0xff, [11] = 0xff, 192, 0, 2, 1};
        watchdog_enter(w, PHASE_READING, limits_address_of(in6));
        if (what == HANGS)
            sleep_ms(600000);
        sleep_ms(1);
        watchdog_turn(w);
    }
}

static void ends_a_hang(void **state) {
    (void)state;
    int words, status;
    char line[512] = "";
    const pid_t child = begin(HANGS, &words);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    assert_true(read(words, line, sizeof line - 1) > 0);
    assert_non_null(strstr(line, "192.0.2.1")); /* names the phase and the address */
    assert_null(strchr(line, '\n'));
    close(words);
}

/* A loop that turns is not ended, even after its process was suspended for longer than the limit.
 */
static void spares_a_stopped_process(void **state) {
    (void)state;
    int words, status;
    const pid_t child = begin(WORKS, &words);
    sleep_ms(100);
    assert_int_equal(kill(child, SIGSTOP), 0);
    assert_int_equal(waitpid(child, &status, WUNTRACED), child);
    sleep_ms(1200);
    assert_int_equal(kill(child, SIGCONT), 0);
    sleep_ms(300);
    assert_int_equal(waitpid(child, &status, WNOHANG), 0);
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    close(words);
}

static void closes(void **state) {
    (void)state;
    const struct watchdog_options options = {.limit_ms = 600000, .stuck = on_stuck};
    struct watchdog *w = NULL;
    assert_int_equal(watchdog_open(&options, &w), PES_ERR_OK);
    watchdog_turn(w);
    watchdog_close(w); /* at once, not after a tick */
    watchdog_close(NULL);
    watchdog_turn(NULL);
    watchdog_enter(NULL, PHASE_STORING, 0);
}

static void tells_a_supervisor(void **state) {
    (void)state;
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    char got[64] = "";
    snprintf(at.sun_path + 1, sizeof at.sun_path - 1, "pessoi-notify-%d", (int)getpid());
    const size_t length = strlen(at.sun_path + 1) + 1;
    const int fd = socket(AF_UNIX, SOCK_DGRAM, 0);
    assert_int_equal(bind(fd, (struct sockaddr *)&at,
                          (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length)),
                     0);
    char name[sizeof at.sun_path + 1];
    snprintf(name, sizeof name, "@%s", at.sun_path + 1);
    setenv("NOTIFY_SOCKET", name, 1);
    notify_send("READY=1");
    assert_int_equal(recv(fd, got, sizeof got, MSG_DONTWAIT), 7);
    assert_string_equal(got, "READY=1");
    for (int i = 0; i < 10000; i++)
        notify_send("WATCHDOG=1"); /* the socket is not read: it does not block */
    setenv("NOTIFY_SOCKET", "/no/such/socket", 1);
    notify_send("READY=1");
    unsetenv("NOTIFY_SOCKET");
    notify_send("READY=1");
    close(fd);
}

static void reads_the_interval(void **state) {
    (void)state;
    char pid[16];
    unsetenv("WATCHDOG_PID");
    unsetenv("WATCHDOG_USEC");
    assert_int_equal(notify_watchdog_ms(), 0);
    setenv("WATCHDOG_USEC", "30000000", 1);
    assert_int_equal(notify_watchdog_ms(), 30000);
    setenv("WATCHDOG_PID", "1", 1);
    assert_int_equal(notify_watchdog_ms(), 0); /* WATCHDOG_PID names another process */
    snprintf(pid, sizeof pid, "%d", (int)getpid());
    setenv("WATCHDOG_PID", pid, 1);
    assert_int_equal(notify_watchdog_ms(), 30000);
    setenv("WATCHDOG_USEC", "soon", 1);
    assert_int_equal(notify_watchdog_ms(), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends_a_hang),
        cmocka_unit_test(spares_a_stopped_process),
        cmocka_unit_test(closes),
        cmocka_unit_test(tells_a_supervisor),
        cmocka_unit_test(reads_the_interval),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
