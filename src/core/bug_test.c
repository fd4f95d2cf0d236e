#include "core/bug.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

_Noreturn static void run_into_a_bug(int out) {
    const struct rlimit no_core = {0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    signal(SIGABRT, SIG_DFL);
    dup2(out, STDERR_FILENO);
    PES_BUG("a thing that cannot be");
}

static void test_a_bug_says_one_line_and_aborts(void **state) {
    (void)state;
    int ends[2], status = 0;
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        run_into_a_bug(ends[1]);
    close(ends[1]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGABRT);
    char said[512] = "";
    assert_true(read(ends[0], said, sizeof said - 1) > 0);
    close(ends[0]);
    assert_non_null(strstr(said, "bug_test.c:"));
    assert_non_null(strstr(said, ": bug: a thing that cannot be\n"));
    assert_ptr_equal(strchr(said, '\n'), said + strlen(said) - 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_a_bug_says_one_line_and_aborts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
