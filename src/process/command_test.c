/* Command lines: words, programs, and what is wrong with them. */
#include "process/command.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64];

static void write_file(const char *path, const char *text, mode_t mode) {
    const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, mode);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    close(fd);
}

/* The words of a command, with a bar after each. */
static void expect_words(const char *text, const char *expected) {
    struct command c;
    struct pes_note note = {0};
    char got[512] = "";
    assert_int_equal(command_init(&c, text, true, &note), PES_ERR_OK);
    for (int32_t i = 0; i < c.count; i++) {
        const size_t length = strlen(got);
        snprintf(got + length, sizeof got - length, "%s|", c.words[i]);
    }
    assert_null(c.words[c.count]);
    assert_string_equal(got, expected);
    command_release(&c);
}

static void test_words(void **state) {
    (void)state;
    expect_words("cat", "cat|");
    expect_words("  cat \t a\nb  ", "cat|a|b|");
    expect_words("cat 'a b' \"c d\" e\\ f", "cat|a b|c d|e f|");
    expect_words("cat a'b'\"c\"d", "cat|abcd|");
    expect_words("cat '' \"\"", "cat|||");
    expect_words("cat '\\n' \"\\n\" \"\\\"\" \"\\\\\" \"\\$x\" \\\\ \\'",
                 "cat|\\n|\\n|\"|\\|$x|\\|'|");
    expect_words("cat $HOME * ~ `x` ; > y", "cat|$HOME|*|~|`x`|;|>|y|");
    expect_words("cat \"it's\" 'say \"x\"'", "cat|it's|say \"x\"|");
}

static void expect_refused(const char *text, bool confined, enum pes_err err, int32_t pos,
                           const char *why) {
    struct command c;
    struct pes_note note = {0};
    assert_int_equal(command_init(&c, text, confined, &note), err);
    assert_int_equal(note.pos, pos);
    assert_non_null(strstr(note.why[PES_LANG_EN], why));
    assert_true(note.why[PES_LANG_EL][0] != '\0');
    assert_int_equal(command_init(&c, text, confined, NULL), err);
}

static void test_bad_words(void **state) {
    (void)state;
    expect_refused("", true, PES_ERR_SYNTAX, 1, "a command is missing");
    expect_refused(" \t ", true, PES_ERR_SYNTAX, 1, "a command is missing");
    expect_refused("''", true, PES_ERR_SYNTAX, 1, "a command is missing");
    expect_refused("cat 'x", true, PES_ERR_SYNTAX, 5, "does not end");
    expect_refused("cat a\"x\\\"", true, PES_ERR_SYNTAX, 6, "does not end");
    expect_refused("cat x\\", true, PES_ERR_SYNTAX, 6, "backslash");
}

static void test_bad_programs(void **state) {
    (void)state;
    write_file("plain", "x", 0644);
    write_file("dos", "#!/bin/sh\r\necho\r\n", 0755);
    write_file("lost", "#!/no/such/thing -x\n", 0755);
    write_file("inner", "#!/bin/sh\n", 0755);
    char hidden[128], other[160];
    snprintf(hidden, sizeof hidden, "#! %s/inner\n", folder);
    write_file("outer", hidden, 0755);
    snprintf(other, sizeof other, "%s/none", folder);
    assert_int_equal(mkdir("sub", 0755), 0);
    expect_refused("./bot", true, PES_ERR_UNKNOWN, 0, "./bot: no such file");
    expect_refused(other, true, PES_ERR_UNKNOWN, 0, "no such file");
    expect_refused("./plain/x", true, PES_ERR_UNKNOWN, 0, "./plain/x: no such file");
    expect_refused("./plain", true, PES_ERR_UNKNOWN, 0,
                   "./plain is not executable: chmod +x ./plain");
    expect_refused("./sub", true, PES_ERR_UNKNOWN, 0, "./sub is a folder: name a program in it");
    expect_refused("./dos", true, PES_ERR_UNKNOWN, 0, "line 1 of ./dos ends with CR LF");
    expect_refused("./lost", true, PES_ERR_UNKNOWN, 0, "the interpreter /no/such/thing in line 1");
    expect_refused("./outer", true, PES_ERR_UNKNOWN, 0, "is outside the sandbox");
    expect_refused("no-such-program", true, PES_ERR_UNKNOWN, 0,
                   "no-such-program: not found on PATH");
    expect_refused("plain", true, PES_ERR_UNKNOWN, 0, "write ./plain");
    expect_refused("no-such-program", false, PES_ERR_UNKNOWN, 0, "not found on PATH");
    struct command c;
    assert_int_equal(command_init(&c, "./outer", false, NULL), PES_ERR_OK);
    command_release(&c);
}

/* In a sandbox the system's programs come before those of the caller's PATH. */
static void test_path(void **state) {
    (void)state;
    struct command c;
    char path[256], own[128];
    write_file("only-here", "#!/bin/sh\n", 0755);
    snprintf(path, sizeof path, "relative::%s:/usr/bin", folder);
    snprintf(own, sizeof own, "%s/only-here", folder);
    setenv("PATH", path, 1);
    assert_int_equal(command_init(&c, "only-here x", false, NULL), PES_ERR_OK);
    assert_string_equal(c.program, own);
    assert_string_equal(c.first, own);
    assert_false(c.owns_folder);
    command_release(&c);
    assert_int_equal(command_init(&c, "only-here x", true, NULL), PES_ERR_OK);
    assert_string_equal(c.program, own);
    command_release(&c);
    write_file("env", "#!/bin/sh\n", 0755);
    snprintf(own, sizeof own, "%s/env", folder);
    assert_int_equal(command_init(&c, "env x", false, NULL), PES_ERR_OK);
    assert_string_equal(c.program, own);
    command_release(&c);
    assert_int_equal(command_init(&c, "env x", true, NULL), PES_ERR_OK);
    assert_string_equal(c.program, "/usr/bin/env");
    command_release(&c);
}

static void test_folders(void **state) {
    (void)state;
    struct command c;
    char path[160];
    write_file("bot", "x", 0755);
    write_file("data", "x", 0644);
    assert_int_equal(mkdir("one", 0755), 0);
    write_file("one/run", "x", 0755);
    assert_int_equal(command_init(&c, "././bot data", true, NULL), PES_ERR_OK);
    snprintf(path, sizeof path, "%s/bot", folder);
    assert_string_equal(c.program, path);
    assert_string_equal(c.folder, folder);
    assert_string_equal(c.first, "././bot");
    assert_string_equal(c.words[1], "data");
    command_release(&c);
    /* A program called run works in its folder, where other words must mean the same files. */
    assert_int_equal(command_init(&c, "one/run data level --x=data", true, NULL), PES_ERR_OK);
    assert_true(c.owns_folder);
    snprintf(path, sizeof path, "%s/one", folder);
    assert_string_equal(c.folder, path);
    snprintf(path, sizeof path, "%s/one/run", folder);
    assert_string_equal(c.first, path);
    snprintf(path, sizeof path, "%s/data", folder);
    assert_string_equal(c.words[1], path);
    assert_string_equal(c.words[2], "level");
    assert_string_equal(c.words[3], "--x=data");
    command_release(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),        cmocka_unit_test(test_bad_words),
        cmocka_unit_test(test_bad_programs), cmocka_unit_test(test_path),
        cmocka_unit_test(test_folders),
    };
    snprintf(folder, sizeof folder, "/var/tmp/pessoi-command-XXXXXX");
    if (mkdtemp(folder) == NULL || chdir(folder) != 0)
        return 1;
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    char command[128];
    setenv("PATH", COMMAND_PATH, 1);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command) == 0 ? failed : 1;
}
