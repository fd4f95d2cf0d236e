/* The version of a program: which files count, and which changes are seen. */
#include "process/files.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/pessoi-files-XXXXXX";

static void write_file(const char *path, const char *text) {
    const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0755);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    close(fd);
}

/* The hash of a command's files; valid until the second next call. */
static const char *hash(const char *command) {
    static char texts[2][FILES_HASH_SIZE];
    static int at;
    at ^= 1;
    assert_int_equal(files_hash(command, true, texts[at]), PES_ERR_OK);
    return texts[at];
}

/* What has no files of its own: programs of the system, and what is not there. */
static void test_none(void **state) {
    (void)state;
    assert_string_equal(hash("cat"), "");
    assert_string_equal(hash("cat nowhere"), "");
    assert_string_equal(hash("./nowhere"), "");
    assert_string_equal(hash("cat 'open"), "");
}

static void test_named(void **state) {
    (void)state;
    char before[FILES_HASH_SIZE];
    write_file("bot", "one");
    write_file("other", "one");
    snprintf(before, sizeof before, "%s", hash("./bot"));
    assert_int_equal(strlen(before), FILES_HASH_SIZE - 1);
    assert_string_equal(hash("./bot"), before);
    write_file("bot", "two");
    assert_string_not_equal(hash("./bot"), before);
    write_file("bot", "one");
    write_file("other", "two"); /* not its file */
    assert_string_equal(hash("./bot"), before);

    snprintf(before, sizeof before, "%s", hash("cat bot --fast other"));
    assert_string_equal(hash("cat bot --fast other"), before);
    write_file("other", "three");
    assert_string_not_equal(hash("cat bot --fast other"), before);
}

static void test_folder(void **state) {
    (void)state;
    char before[FILES_HASH_SIZE];
    assert_int_equal(mkdir("team", 0755), 0);
    assert_int_equal(mkdir("team/lib", 0755), 0);
    assert_int_equal(mkdir("team/__pycache__", 0755), 0);
    write_file("team/run", "one");
    write_file("team/lib/helper", "one");
    snprintf(before, sizeof before, "%s", hash("team/run"));
    write_file("team/.hidden", "new");
    write_file("team/__pycache__/helper.pyc", "new");
    assert_string_equal(hash("team/run"), before);
    write_file("team/lib/helper", "two");
    assert_string_not_equal(hash("team/run"), before);
    write_file("team/lib/helper", "one");
    assert_string_equal(hash("team/run"), before);
    write_file("team/more", "");
    assert_string_not_equal(hash("team/run"), before);
    assert_int_equal(unlink("team/more"), 0);
    assert_int_equal(rename("team/lib/helper", "team/lib/other"), 0);
    assert_string_not_equal(hash("team/run"), before);
    assert_int_equal(rename("team/lib/other", "team/lib/helper"), 0);

    assert_int_equal(symlink("run", "team/link"), 0);
    assert_string_not_equal(hash("team/run"), before);
    snprintf(before, sizeof before, "%s", hash("team/run"));
    assert_int_equal(unlink("team/link"), 0);
    assert_int_equal(symlink("lib/helper", "team/link"), 0);
    assert_string_not_equal(hash("team/run"), before);
}

static int set_up(void **state) {
    (void)state;
    return mkdtemp(folder) != NULL && chdir(folder) == 0 ? 0 : -1;
}

static int tear_down(void **state) {
    (void)state;
    static const char *const made[] = {"bot",
                                       "other",
                                       "team/link",
                                       "team/.hidden",
                                       "team/run",
                                       "team/__pycache__/helper.pyc",
                                       "team/__pycache__",
                                       "team/lib/helper",
                                       "team/lib",
                                       "team"};
    for (size_t i = 0; i < sizeof made / sizeof made[0]; i++)
        if (remove(made[i]) != 0)
            return -1;
    return chdir("/") == 0 && rmdir(folder) == 0 ? 0 : -1;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_none),
        cmocka_unit_test(test_named),
        cmocka_unit_test(test_folder),
    };
    return cmocka_run_group_tests_name("files", tests, set_up, tear_down);
}
