/* What the tests of programs share: a folder with tests/process/hostile.c as ./hostile, and short
 * ways to start and read it.
 *
 * A test program is called `x_test HOSTILE WAY`. The ways: `plain` (no sandbox), `namespaces` and
 * `bwrap`; with `user-` before it, root first becomes another user. Exit code 77 (skipped) if the
 * machine cannot do it. */
#ifndef PROCESS_PROCESS_TESTING_H
#define PROCESS_PROCESS_TESTING_H

#include "core/clock.h"
#include "process/process.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TEST_USER = 54321, TEST_SKIPPED = 77 };

static const int64_t test_second_ns = 1000000000;
static struct process_config test_config;
static char test_folder[64];

/* A deadline that only a broken program misses, however busy the machine is. */
static inline int64_t test_soon(void) {
    return clock_now_ns() + 60 * test_second_ns;
}

static inline bool test_copy_file(const char *from, const char *to) {
    static char bytes[1 << 16];
    const int in = open(from, O_RDONLY), out = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0755);
    ssize_t got = in >= 0 && out >= 0 ? 1 : -1;
    while (got > 0 && (got = read(in, bytes, sizeof bytes)) > 0)
        if (write(out, bytes, (size_t)got) != got)
            got = -1;
    close(in);
    close(out);
    return got == 0;
}

static inline void test_write_file(const char *path, const char *text, mode_t mode) {
    const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, mode);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    assert_int_equal(fchmod(fd, mode), 0);
    close(fd);
}

/* Makes the folder and goes there, as the user and with the sandbox that the way names. Returns 0
 * or an exit code. */
static inline int test_setup(int argc, char **argv) {
    if (argc != 3)
        return 2;
    const char *way = argv[2];
    const bool other = strncmp(way, "user-", 5) == 0;
    way += other ? 5 : 0;
    /* Not below /tmp, which is writable in a sandbox. */
    snprintf(test_folder, sizeof test_folder, "/var/tmp/pessoi-process-XXXXXX");
    char copy[80];
    if (mkdtemp(test_folder) == NULL)
        return 1;
    snprintf(copy, sizeof copy, "%s/hostile", test_folder);
    if (!test_copy_file(argv[1], copy) || chdir(test_folder) != 0)
        return 1;
    if (other && geteuid() == 0) {
        if (chown(test_folder, TEST_USER, TEST_USER) != 0 || setgid(TEST_USER) != 0 ||
            setuid(TEST_USER) != 0)
            return 1;
        (void)prctl(PR_SET_DUMPABLE, 1); /* for the leak sanitizer */
    }
    if (strcmp(way, "plain") == 0) {
        test_config.no_sandbox = true;
        return 0;
    }
    struct pes_note note = {0};
    setenv("PESSOI_SANDBOX", way, 1);
    if (process_sandbox_check(&note) == PES_ERR_OK)
        return 0;
    fprintf(stderr, "%s\n", note.why[PES_LANG_EN]);
    /* It is no failure only if nobody else could do it either. */
    const char *other_try = strcmp(way, "bwrap") == 0
                                ? "bwrap --unshare-user --unshare-pid --ro-bind / / true"
                                : "unshare --map-root-user --mount --pid --fork true";
    return system(other_try) == 0 ? 1 : TEST_SKIPPED;
}

static inline void test_teardown(void) {
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", test_folder);
    if (system(command) != 0)
        fprintf(stderr, "%s is left behind\n", test_folder);
}

static inline struct process *test_open(const char *command) {
    struct process *p = NULL;
    struct pes_note note = {0};
    const enum pes_err err = process_open(command, &test_config, &p, &note);
    if (err != PES_ERR_OK)
        fprintf(stderr, "%s: %s\n", command, note.why[PES_LANG_EN]);
    assert_int_equal(err, PES_ERR_OK);
    return p;
}

static inline const char *test_line(struct process *p) {
    struct process_line line = {0};
    assert_int_equal(process_read(p, test_soon(), NULL, &line), PROCESS_LINE);
    assert_int_equal(strlen(line.text), line.length);
    return line.text;
}

/* Reads to the end; checks how it ended. */
static inline void test_end(struct process *p, const char *how) {
    struct process_line line;
    struct pes_note end = {0};
    enum process_event event;
    do
        event = process_read(p, test_soon(), NULL, &line);
    while (event == PROCESS_LINE);
    assert_int_equal(event, PROCESS_ENDED);
    assert_true(process_has_ended(p));
    process_say_end(p, &end);
    assert_string_equal(end.why[PES_LANG_EN], how);
    assert_true(end.why[PES_LANG_EL][0] != '\0');
}

static inline bool test_contains(const char *bytes, size_t length, const char *text) {
    const size_t wanted = strlen(text);
    for (; length >= wanted; bytes++, length--)
        if (memcmp(bytes, text, wanted) == 0)
            return true;
    return false;
}

/* Does the standard error of the program contain this? */
static inline bool test_logged(const struct process *p, const char *text) {
    size_t length;
    const char *log = process_log(p, &length);
    return test_contains(log, length, text);
}

#endif
