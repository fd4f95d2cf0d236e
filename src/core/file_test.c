#include "core/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

/* Each test works in a fresh folder of its own, which is the current one meanwhile. */
static int enter_folder(void **state) {
    char name[] = "/tmp/pessoi-file-test-XXXXXX";
    if (!mkdtemp(name) || chdir(name) != 0)
        return -1;
    *state = strdup(name);
    return *state ? 0 : -1;
}

/* How many names the folder holds besides "." and "..". */
static int names_in(const char *path) {
    DIR *folder = opendir(path);
    assert_non_null(folder);
    int count = -2;
    while (readdir(folder))
        count++;
    closedir(folder);
    return count;
}

static void remove_all(const char *path) {
    char name[1024];
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        if (unlink(name) != 0)
            remove_all(name);
    }
    if (folder)
        closedir(folder);
    rmdir(path);
}

static int leave_folder(void **state) {
    const int failed = chdir("/");
    remove_all(*state);
    free(*state);
    return failed;
}

static void check_content(const char *path, const char *expected, size_t length) {
    struct str s;
    str_init(&s);
    assert_int_equal(file_read(path, 1 << 20, &s, NULL), PES_ERR_OK);
    assert_int_equal(s.length, length);
    assert_memory_equal(s.text, expected, length + 1);
    str_release(&s);
}

static void check_unreadable(const char *path, size_t bytes_max, enum pes_err expected,
                             const char *why) {
    struct pes_note note = {0};
    struct str s;
    str_init(&s);
    str_add(&s, "before");
    assert_int_equal(file_read(path, bytes_max, &s, &note), expected);
    assert_string_equal(note.why[PES_LANG_EN], why);
    assert_string_equal(s.text, "before"); /* nothing half read */
    assert_int_equal(s.length, 6);
    str_release(&s);
}

static void test_write_then_read(void **state) {
    (void)state;
    assert_int_equal(file_write("a", "one\0two", 7, NULL), PES_ERR_OK);
    check_content("a", "one\0two", 7);
    assert_int_equal(file_write("a", "", 0, NULL), PES_ERR_OK);
    check_content("a", "", 0);
    char *big = calloc(1, 100001);
    assert_non_null(big);
    memset(big, 'b', 100000);
    assert_int_equal(file_write("a", big, 100000, NULL), PES_ERR_OK);
    check_content("a", big, 100000);
    free(big);
    assert_int_equal(names_in("."), 1);
    assert_int_equal(file_write_quick("a", "quick", 5, NULL), PES_ERR_OK);
    check_content("a", "quick", 5);
    assert_int_equal(names_in("."), 1);
}

static void test_reading_appends(void **state) {
    (void)state;
    struct str s;
    str_init(&s);
    str_add(&s, "<");
    assert_int_equal(file_write("a", "text", 4, NULL), PES_ERR_OK);
    assert_int_equal(file_read("a", 4, &s, NULL), PES_ERR_OK);
    assert_string_equal(s.text, "<text");
    str_release(&s);
}

static void test_unreadable(void **state) {
    (void)state;
    assert_int_equal(file_write("a", "text", 4, NULL), PES_ERR_OK);
    assert_int_equal(mkdir("folder", 0777), 0);
    check_unreadable("a", 3, PES_ERR_LIMIT, "'a' is larger than 3 bytes");
    check_unreadable("none", 9, PES_ERR_IO, "cannot read 'none': No such file or directory");
    check_unreadable("", 9, PES_ERR_IO, "cannot read '': No such file or directory");
    check_unreadable("a/b", 9, PES_ERR_IO, "cannot read 'a/b': Not a directory");
    check_unreadable("folder", 9, PES_ERR_IO, "'folder' is a folder, not a file");
    check_unreadable("/dev/zero", 100000, PES_ERR_LIMIT, "'/dev/zero' is larger than 100000 bytes");
}

static void test_greek_reason(void **state) {
    (void)state;
    struct pes_note note = {0};
    assert_int_equal(file_make_folder("", &note), PES_ERR_IO);
    assert_string_equal(note.why[PES_LANG_EL],
                        "δεν δημιουργείται ο φάκελος «»: No such file or directory");
}

static void check_unwritable(const char *path, const char *why) {
    struct pes_note note = {0};
    const int names = names_in(".");
    assert_int_equal(file_write(path, "new", 3, &note), PES_ERR_IO);
    assert_string_equal(note.why[PES_LANG_EN], why);
    assert_int_equal(names_in("."), names);
}

static void test_unwritable(void **state) {
    (void)state;
    assert_int_equal(mkdir("folder", 0777), 0);
    assert_int_equal(symlink("loop", "loop"), 0);
    check_unwritable("folder", "'folder' is a folder, not a file");
    check_unwritable("none/a", "cannot write 'none/a': No such file or directory");
    check_unwritable("", "cannot write '': No such file or directory");
    check_unwritable("loop", "cannot write 'loop': Too many levels of symbolic links");
    check_unwritable("/dev/full", "cannot write '/dev/full': No space left on device");
}

/* A disk that fills up in the middle, played by a limit on the size of files. */
static void test_nothing_half_written(void **state) {
    (void)state;
    assert_int_equal(file_write("a", "the old one", 11, NULL), PES_ERR_OK);
    char *big = calloc(1, 50000);
    assert_non_null(big);
    struct rlimit before;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    struct rlimit little = before;
    little.rlim_cur = 20000;
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &little), 0);
    struct pes_note note = {0};
    const enum pes_err over = file_write("a", big, 50000, &note);
    const enum pes_err fresh = file_write("b", big, 50000, NULL);
    const enum pes_err quick = file_write_quick("a", big, 50000, NULL);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, handler);
    free(big);

    assert_int_equal(over, PES_ERR_IO);
    assert_int_equal(fresh, PES_ERR_IO);
    assert_int_equal(quick, PES_ERR_IO);
    assert_string_equal(note.why[PES_LANG_EN], "cannot write 'a': File too large");
    check_content("a", "the old one", 11);
    assert_int_equal(names_in("."), 1); /* no "b", nothing temporary */
}

static mode_t mode_of(const char *path) {
    struct stat about;
    assert_int_equal(stat(path, &about), 0);
    return about.st_mode & 07777;
}

static void test_permissions(void **state) {
    (void)state;
    const mode_t mask = umask(027);
    assert_int_equal(file_write("a", "1", 1, NULL), PES_ERR_OK);
    umask(mask);
    assert_int_equal(mode_of("a"), 0640); /* a new file obeys the umask */
    assert_int_equal(chmod("a", 0604), 0);
    assert_int_equal(file_write("a", "22", 2, NULL), PES_ERR_OK);
    assert_int_equal(mode_of("a"), 0604); /* an old one keeps what it had */
    check_content("a", "22", 2);
}

/* Root may write everywhere: the test runs in a child process as the user nobody. */
static int try_as_nobody(void) {
    if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
        return 9;
    struct pes_note note = {0};
    if (file_write("a", "new", 3, &note) != PES_ERR_IO)
        return 1;
    return strcmp(note.why[PES_LANG_EN], "cannot write 'a': Permission denied") == 0 ? 0 : 2;
}

static void test_protected_file_is_kept(void **state) {
    (void)state;
    assert_int_equal(chmod(".", 0777), 0);
    assert_int_equal(file_write("a", "kept", 4, NULL), PES_ERR_OK);
    assert_int_equal(chmod("a", 0444), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        _exit(try_as_nobody());
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    check_content("a", "kept", 4);
    assert_int_equal(names_in("."), 1);
}

static void test_links_are_followed(void **state) {
    (void)state;
    assert_int_equal(mkdir("folder", 0777), 0);
    assert_int_equal(symlink("folder/b", "a"), 0);
    assert_int_equal(symlink("../c", "folder/b"), 0);
    assert_int_equal(file_write("a", "new", 3, NULL), PES_ERR_OK); /* "c" is not there yet */
    check_content("c", "new", 3);
    assert_int_equal(file_write("a", "newer", 5, NULL), PES_ERR_OK);
    check_content("c", "newer", 5);
    struct stat about;
    assert_int_equal(lstat("a", &about), 0);
    assert_true(S_ISLNK(about.st_mode));
    assert_int_equal(names_in("."), 3);
    assert_int_equal(names_in("folder"), 1);
}

static void test_devices_stay(void **state) {
    (void)state;
    struct stat about;
    assert_int_equal(file_write("/dev/null", "x", 1, NULL), PES_ERR_OK);
    assert_int_equal(stat("/dev/null", &about), 0);
    assert_true(S_ISCHR(about.st_mode));
    assert_int_equal(mkfifo("pipe", 0600), 0);
    const int reader = open("pipe", O_RDONLY | O_NONBLOCK);
    assert_true(reader >= 0);
    assert_int_equal(file_write("pipe", "hello", 5, NULL), PES_ERR_OK);
    char got[8] = "";
    assert_int_equal(read(reader, got, sizeof got), 5);
    assert_string_equal(got, "hello");
    close(reader);
}

static void test_longest_name(void **state) {
    (void)state;
    char name[256];
    memset(name, 'n', 255);
    name[255] = '\0';
    assert_int_equal(file_write(name, "x", 1, NULL), PES_ERR_OK);
    check_content(name, "x", 1);
}

static int count_files(void) {
    int count = 0;
    DIR *folder = opendir(".");
    assert_non_null(folder);
    while (readdir(folder) != NULL)
        count++;
    closedir(folder);
    return count;
}

/* A new file appears complete or not at all, and never over another one. */
static void test_new_files(void **state) {
    (void)state;
    struct pes_note note = {0};
    struct file_new f;
    assert_int_equal(file_create(&f, "new", &note), PES_ERR_OK);
    assert_true(fputs("hello", f.stream) >= 0);
    assert_int_equal(access("new", F_OK), -1);
    assert_int_equal(file_finish(&f, &note), PES_ERR_OK);
    check_content("new", "hello", 5);
    const int files = count_files();
    assert_int_equal(file_create(&f, "new", &note), PES_ERR_UNFIT);
    assert_string_equal(note.why[PES_LANG_EN], "'new' exists already: choose another name");
    assert_int_equal(file_create(&f, "later", &note), PES_ERR_OK); /* taken meanwhile */
    assert_int_equal(symlink("nowhere", "later"), 0);
    assert_int_equal(file_finish(&f, &note), PES_ERR_UNFIT);
    assert_int_equal(unlink("later"), 0);
    assert_int_equal(file_create(&f, "discarded", &note), PES_ERR_OK);
    file_discard(&f);
    assert_int_equal(file_create(&f, "failed", &note), PES_ERR_OK);
    f.reason = ENOSPC;
    assert_int_equal(file_finish(&f, &note), PES_ERR_IO);
    assert_non_null(strstr(note.why[PES_LANG_EN], "No space left"));
    assert_int_equal(file_create(&f, "no/such/folder", &note), PES_ERR_IO);
    assert_int_equal(count_files(), files);
    check_content("new", "hello", 5);
}

static void test_folders(void **state) {
    struct pes_note note = {0};
    struct stat about;
    assert_int_equal(file_make_folder("a/b/c", &note), PES_ERR_OK);
    assert_int_equal(file_make_folder("a/b/c", &note), PES_ERR_OK);
    assert_int_equal(file_make_folder("a//b/./d/", &note), PES_ERR_OK);
    assert_int_equal(stat("a/b/c", &about) | stat("a/b/d", &about), 0);
    char path[256];
    snprintf(path, sizeof path, "%s/x/y", (const char *)*state);
    assert_int_equal(file_make_folder(path, &note), PES_ERR_OK);
    assert_int_equal(stat("x/y", &about), 0);
    assert_int_equal(file_make_folder("/", &note), PES_ERR_OK);

    assert_int_equal(file_write("file", "x", 1, NULL), PES_ERR_OK);
    assert_int_equal(file_make_folder("file", &note), PES_ERR_IO);
    assert_string_equal(note.why[PES_LANG_EN], "cannot make the folder 'file': Not a directory");
    assert_int_equal(file_make_folder("file/b", &note), PES_ERR_IO);
    assert_string_equal(note.why[PES_LANG_EN], "cannot make the folder 'file/b': Not a directory");
    assert_int_equal(file_make_folder("", NULL), PES_ERR_IO);
}

static void test_append(void **state) {
    (void)state;
    struct pes_note note = {0};
    assert_false(file_exists("a"));
    assert_int_equal(file_append("a", "one", 3, &note), PES_ERR_OK);
    assert_int_equal(file_append("a", "", 0, &note), PES_ERR_OK);
    assert_int_equal(file_append("a", "two", 3, &note), PES_ERR_OK);
    assert_true(file_exists("a"));
    check_content("a", "onetwo", 6);
    assert_int_equal(file_append("no/a", "x", 1, &note), PES_ERR_IO);
    assert_false(pes_note_is_empty(&note));
}

static void test_cut(void **state) {
    (void)state;
    struct pes_note note = {0};
    assert_int_equal(file_append("a", "onetwo", 6, &note), PES_ERR_OK);
    assert_int_equal(file_cut("a", 3, &note), PES_ERR_OK);
    check_content("a", "one", 3);
    assert_int_equal(file_cut("no/a", 0, &note), PES_ERR_IO);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, enter_folder, leave_folder)

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_write_then_read),
        IN_FOLDER(test_reading_appends),
        IN_FOLDER(test_unreadable),
        IN_FOLDER(test_greek_reason),
        IN_FOLDER(test_unwritable),
        IN_FOLDER(test_nothing_half_written),
        IN_FOLDER(test_permissions),
        IN_FOLDER(test_protected_file_is_kept),
        IN_FOLDER(test_links_are_followed),
        IN_FOLDER(test_devices_stay),
        IN_FOLDER(test_longest_name),
        IN_FOLDER(test_new_files),
        IN_FOLDER(test_folders),
        IN_FOLDER(test_append),
        IN_FOLDER(test_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
