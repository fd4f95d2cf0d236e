/* Attacks of a confined program on its limits, on files, processes and the network, and on its own
 * end. The same tests for every way to confine. */
#include "process/process_testing.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <signal.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>

static void become_quiet(struct process *p, int safe_min) {
    struct process_line line;
    int safe = 0;
    while (process_read(p, test_soon(), NULL, &line) == PROCESS_LINE) {
        assert_string_equal(line.text, "safe");
        safe++;
    }
    assert_true(safe >= safe_min);
    test_end(p, "ended with exit code 0");
    process_close(p);
}

/* Processes of this machine with this text among their arguments. */
static int count_processes(const char *token) {
    int count = 0;
    DIR *folder = opendir("/proc");
    assert_non_null(folder);
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char path[300], text[4096];
        snprintf(path, sizeof path, "/proc/%s/cmdline", entry->d_name);
        const int fd =
            entry->d_name[0] >= '1' && entry->d_name[0] <= '9' ? open(path, O_RDONLY) : -1;
        const ssize_t got = fd >= 0 ? read(fd, text, sizeof text) : 0;
        if (fd >= 0)
            close(fd);
        count += got > 0 && test_contains(text, (size_t)got, token);
    }
    closedir(folder);
    return count;
}

/* Waits until there are some; returns how many. */
static int await_some(const char *token, int min) {
    const int64_t until_ns = test_soon();
    int count;
    while ((count = count_processes(token)) < min && clock_now_ns() < until_ns)
        (void)usleep(10000);
    return count;
}

/* Waits until there are none. Processes come and go while /proc is read, so that one count proves
 * little: several in a row must agree. */
static void await_none(const char *token) {
    enum { COUNTS = 5 };
    const int64_t until_ns = test_soon();
    for (int agreed = 0; agreed < COUNTS;) {
        const int count = count_processes(token);
        agreed = count == 0 ? agreed + 1 : 0;
        if (count > 0 && clock_now_ns() > until_ns)
            assert_int_equal(count, 0);
        (void)usleep(10000);
    }
}

/* Files. -------------------------------------------------------------------------------------- */

static void test_files(void **state) {
    (void)state;
    char command[256];
    test_write_file("secret", "the other bot", 0644);
    snprintf(command, sizeof command, "./hostile files %s/nothing", test_folder);
    become_quiet(test_open(command), 20);
    /* The neighbour in the same folder. A word that names a file would show it: hide the name. */
    struct process *p = test_open("/bin/sh -c 'ls -A; cat secret; cat ./secret' ./hostile");
    assert_string_equal(test_line(p), "hostile");
    test_end(p, "ended with exit code 1");
    assert_true(test_logged(p, "No such file"));
    process_close(p);
}

static void test_named_files(void **state) {
    (void)state;
    test_write_file("data one", "one\n", 0644);
    test_write_file("data2", "two\n", 0600);
    assert_true(mkdir("sub", 0700) == 0 || access("sub", F_OK) == 0);
    test_write_file("sub/data3", "three\n", 0644);
    struct process *p = test_open("cat 'data one' ./data2 sub/data3 sub/../data2");
    assert_string_equal(test_line(p), "one");
    assert_string_equal(test_line(p), "two");
    assert_string_equal(test_line(p), "three");
    assert_string_equal(test_line(p), "two");
    test_end(p, "ended with exit code 0");
    process_close(p);
    p = test_open("/bin/sh -c 'echo x > \"$0\"' data2");
    test_end(p, "ended with exit code 2");
    assert_true(test_logged(p, "data2"));
    process_close(p);
}

/* A bot of several files is a folder with an executable `run`. */
static void test_folder_of_run(void **state) {
    (void)state;
    assert_true(mkdir("bot", 0700) == 0);
    assert_true(mkdir("bot/data", 0700) == 0);
    test_write_file("bot/run", "#!/bin/sh\nexec sh ./main.sh \"$@\"\n", 0700);
    test_write_file("bot/main.sh", "cat data/weights \"$1\"; echo $2; pwd; ls ..\n", 0600);
    test_write_file("bot/data/weights", "heavy\n", 0600);
    test_write_file("bot/data/open", "open\n", 0644);
    test_write_file("input", "given\n", 0600);
    assert_int_equal(symlink("data/weights", "bot/link"), 0);
    struct process *p = test_open("bot/run input word");
    assert_string_equal(test_line(p), "heavy");
    assert_string_equal(test_line(p), "given");
    assert_string_equal(test_line(p), "word");
    char expected[128];
    snprintf(expected, sizeof expected, "%s/bot", test_folder);
    assert_string_equal(test_line(p), expected);
    assert_string_equal(test_line(p), "bot");
    assert_string_equal(test_line(p), "input");
    test_end(p, "ended with exit code 0");
    process_close(p);
}

/* A link must not open a file that only the referee can read. */
static void test_links(void **state) {
    (void)state;
    if (geteuid() != 0)
        skip();
    test_write_file("private", "private\n", 0600);
    assert_int_equal(symlink("private", "public"), 0);
    struct process *p = test_open("cat public");
    test_end(p, "ended with exit code 1");
    assert_true(test_logged(p, "Permission denied"));
    process_close(p);
}

static void test_interpreters(void **state) {
    (void)state;
    test_write_file("bot.sh", "#!/bin/sh\necho shell $0 $1\n", 0755);
    test_write_file("bot.py", "#!/usr/bin/env python3\nprint('python', flush=True)\n", 0755);
    struct process *p = test_open("./bot.sh 'two  words'");
    assert_string_equal(test_line(p), "shell ./bot.sh two words");
    process_close(p);
    if (access("/usr/bin/python3", X_OK) != 0)
        return;
    p = test_open("./bot.py");
    assert_string_equal(test_line(p), "python");
    process_close(p);
}

static void test_environment(void **state) {
    (void)state;
    setenv("SECRET_KEY", "12345", 1);
    struct process *p = test_open("./hostile environment");
    struct process_line line;
    while (process_read(p, test_soon(), NULL, &line) == PROCESS_LINE)
        assert_null(strstr(line.text, "12345"));
    process_close(p);
    p = test_open("/bin/sh -c 'echo $HOME $PATH; echo > /tmp/x && echo $(hostname)'");
    assert_string_equal(test_line(p), "/tmp /usr/local/bin:/usr/bin:/bin");
    assert_string_equal(test_line(p), "pessoi");
    process_close(p);
}

/* Processes and network. ---------------------------------------------------------------------- */

static void test_processes(void **state) {
    (void)state;
    char command[64];
    snprintf(command, sizeof command, "./hostile processes %d", (int)getpid());
    become_quiet(test_open(command), 8);
}

static int listen_at(const struct sockaddr *at, socklen_t length) {
    const int fd = socket(at->sa_family, SOCK_STREAM, 0);
    assert_true(fd >= 0);
    assert_int_equal(bind(fd, at, length), 0);
    assert_int_equal(listen(fd, 4), 0);
    return fd;
}

static void test_network(void **state) {
    (void)state;
    struct sockaddr_in tcp = {.sin_family = AF_INET};
    struct sockaddr_un local = {.sun_family = AF_UNIX};
    tcp.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int tcp_fd = listen_at((struct sockaddr *)&tcp, sizeof tcp);
    socklen_t length = sizeof tcp;
    assert_int_equal(getsockname(tcp_fd, (struct sockaddr *)&tcp, &length), 0);
    char name[64], command[256];
    snprintf(name, sizeof name, "pessoi-test-%d", (int)getpid());
    snprintf(local.sun_path + 1, sizeof local.sun_path - 1, "%s", name);
    const size_t used = offsetof(struct sockaddr_un, sun_path) + 1 + strlen(name);
    const int local_fd = listen_at((struct sockaddr *)&local, (socklen_t)used);
    snprintf(command, sizeof command, "./hostile network %d %s", ntohs(tcp.sin_port), name);
    become_quiet(test_open(command), 3);
    close(tcp_fd);
    close(local_fd);
}

static void test_kill_all(void **state) {
    (void)state;
    struct process *victim = test_open("./hostile echo");
    struct process *p = test_open("./hostile kill");
    assert_string_equal(test_line(p), "done");
    assert_int_equal(process_send(victim, "alive\n", 6, test_soon(), NULL), PROCESS_LINE);
    assert_string_equal(test_line(victim), "alive");
    process_close(p);
    process_close(victim);
}

/* Limits. ------------------------------------------------------------------------------------- */

static void test_tasks(void **state) {
    (void)state;
    struct process *p = test_open("./hostile forks");
    const long count = strtol(test_line(p), NULL, 10);
    assert_in_range(count, PROCESS_TASKS / 2, PROCESS_TASKS);
    process_close(p);
}

/* It cannot be fast on a busy machine, but the caller is not hindered, and all of it ends. */
static void test_bomb(void **state) {
    (void)state;
    char command[64];
    struct process_line line;
    snprintf(command, sizeof command, "./hostile bomb bomb-%d", (int)getpid());
    struct process *p = test_open(command);
    const char *token = strstr(command, "bomb-");
    assert_true(await_some(token, 2) >= 2);
    assert_int_equal(process_read(p, clock_now_ns() + test_second_ns / 2, NULL, &line),
                     PROCESS_LATE);
    assert_in_range(count_processes(token), 0, PROCESS_TASKS + 4);
    process_close(p);
    await_none(token);
}

static void test_memory(void **state) {
    (void)state;
    const struct process_config usual = test_config;
    test_config.memory_mb = 100;
    struct process *p = test_open("./hostile eat 50");
    assert_string_equal(test_line(p), "hungry");
    assert_string_equal(test_line(p), "full");
    process_close(p);
    p = test_open("./hostile eat 5000");
    assert_string_equal(test_line(p), "hungry");
    test_end(p, "used more than 100 MB of memory");
    process_close(p);
    p = test_open("./hostile eat-many 500"); /* 30 children with 16 MB each */
    assert_string_equal(test_line(p), "hungry");
    test_end(p, "used more than 100 MB of memory");
    process_close(p);
    /* While nobody reads, only the backstop helps. */
    p = test_open("./hostile eat 100000");
    const int64_t until_ns = clock_now_ns() + test_second_ns / 10;
    while (clock_now_ns() < until_ns)
        ;
    process_close(p);
    test_config = usual;
}

/* Memory that no resident set shows is refused or counted. */
static void test_hidden_memory(void **state) {
    (void)state;
    static const char *const ways[] = {"shared",   "zero",       "memfd",    "system-v",
                                       "messages", "semaphores", "tables",   "files",
                                       "sockets",  "spliced",    "no-leader"};
    const struct process_config usual = test_config;
    test_config.memory_mb = 100;
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        char command[64];
        struct process_line line;
        snprintf(command, sizeof command, "./hostile hoard %s 400", ways[i]);
        struct process *p = test_open(command);
        const enum process_event event = process_read(p, test_soon(), NULL, &line);
        print_message("%s: %s\n", ways[i], event == PROCESS_LINE ? line.text : "killed");
        if (event != PROCESS_LINE || strtol(line.text, NULL, 10) > test_config.memory_mb)
            test_end(p, "used more than 100 MB of memory");
        process_close(p);
    }
    test_config = usual;
}

static void test_disk(void **state) {
    (void)state;
    static const char *const commands[] = {"./hostile disk /tmp", "./hostile disk /dev/shm"};
    for (int i = 0; i < 2; i++) {
        struct process *p = test_open(commands[i]);
        assert_in_range(strtol(test_line(p), NULL, 10), 8, 64);
        process_close(p);
    }
}

static void test_calls(void **state) {
    (void)state;
    become_quiet(test_open("./hostile calls"), 80);
}

/* Turns. -------------------------------------------------------------------------------------- */

static long ask_gap(struct process *p) {
    assert_int_equal(process_send(p, "?\n", 2, test_soon(), NULL), PROCESS_LINE);
    return strtol(test_line(p), NULL, 10);
}

/* A paused program does nothing, none of its threads and children, and goes on when asked. */
static void test_pause(void **state) {
    (void)state;
    enum { PAUSE_MS = 300, TURNS = 4 };
    static const char *const ways[] = {"thread", "leave", "children", "wakers"};
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        char command[64];
        snprintf(command, sizeof command, "./hostile busy %s", ways[i]);
        struct process *p = test_open(command);
        (void)ask_gap(p);
        for (int turn = 0; turn < TURNS; turn++) {
            process_pause(p);
            (void)usleep(PAUSE_MS * 1000);
            const long gap_ms = ask_gap(p);
            if (gap_ms < PAUSE_MS * 9 / 10)
                fprintf(stderr, "%s: %ld ms\n", command, gap_ms);
            assert_true(gap_ms >= PAUSE_MS * 9 / 10);
        }
        process_pause(p);
        process_close(p); /* from a pause, too */
    }
}

/* One that does not stop loses for it, or is stopped nevertheless: `most` pauses may fail. */
static void expect_caught(const char *way, int turns, int most) {
    enum { PAUSE_MS = 100 };
    char command[64];
    struct process_line line;
    int evaded = 0;
    snprintf(command, sizeof command, "./hostile busy %s", way);
    struct process *p = test_open(command);
    (void)ask_gap(p);
    enum process_event event = PROCESS_LINE;
    for (int turn = 0; turn < turns && event == PROCESS_LINE; turn++) {
        process_pause(p);
        (void)usleep(PAUSE_MS * 1000);
        event = process_send(p, "?\n", 2, test_soon(), NULL);
        if (event == PROCESS_LINE)
            event = process_read(p, test_soon(), NULL, &line);
        evaded += event == PROCESS_LINE && strtol(line.text, NULL, 10) < PAUSE_MS * 9 / 10;
    }
    print_message("%s: evaded %d pauses%s\n", way, evaded, event == PROCESS_LINE ? "" : ", caught");
    if (event == PROCESS_LINE)
        assert_true(evaded <= most);
    else
        test_end(p, "computed while it was not its turn");
    process_close(p);
}

static void test_evaded_pause(void **state) {
    (void)state;
    expect_caught("timer", 300, 0);
    expect_caught("chain", 30, 10);
}

/* The end. ------------------------------------------------------------------------------------ */

static void test_close_kills_all(void **state) {
    (void)state;
    static const char *const ways[] = {"daemon", "stubborn"};
    for (int i = 0; i < 2; i++) {
        char command[128], token[64];
        snprintf(token, sizeof token, "close-%d-%d", (int)getpid(), i);
        snprintf(command, sizeof command, "./hostile %s %s", ways[i], token);
        struct process *p = test_open(command);
        (void)test_line(p);
        assert_true(await_some(token, 1) > 0);
        process_close(p);
        assert_int_equal(count_processes(token), 0); /* at once: it has waited for them */
    }
}

/* kill -9 of the process that opened it. */
static void test_caller_killed(void **state) {
    (void)state;
    static const char *const ways[] = {"daemon", "stubborn", "bomb", "endless-error"};
    for (int i = 0; i < 4; i++) {
        char command[128], token[64];
        int ready[2];
        snprintf(token, sizeof token, "caller-%d-%d", (int)getpid(), i);
        snprintf(command, sizeof command, "./hostile %s %s", ways[i], token);
        assert_int_equal(pipe(ready), 0);
        const pid_t pid = fork();
        if (pid == 0) {
            (void)test_open(command);
            if (write(ready[1], "x", 1) == 1)
                for (;;)
                    pause();
            _exit(1);
        }
        char byte;
        close(ready[1]);
        assert_int_equal(read(ready[0], &byte, 1), 1);
        close(ready[0]);
        assert_true(await_some(token, 1) > 0);
        assert_int_equal(kill(pid, SIGKILL), 0);
        assert_int_equal(waitpid(pid, NULL, 0), pid);
        await_none(token);
    }
}

/* kill -9 at any moment of opening. */
static void test_caller_killed_early(void **state) {
    (void)state;
    char command[128], token[64];
    snprintf(token, sizeof token, "early-%d", (int)getpid());
    snprintf(command, sizeof command, "./hostile stubborn %s", token);
    for (int i = 0; i < 30; i++) {
        const pid_t pid = fork();
        if (pid == 0) {
            struct process *p;
            const enum pes_err err = process_open(command, &test_config, &p, NULL);
            pause();
            _exit(err == PES_ERR_OK);
        }
        (void)usleep((useconds_t)(i * 700));
        assert_int_equal(kill(pid, SIGKILL), 0);
        assert_int_equal(waitpid(pid, NULL, 0), pid);
    }
    await_none(token);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_files),         cmocka_unit_test(test_named_files),
        cmocka_unit_test(test_folder_of_run), cmocka_unit_test(test_links),
        cmocka_unit_test(test_interpreters),  cmocka_unit_test(test_environment),
        cmocka_unit_test(test_processes),     cmocka_unit_test(test_network),
        cmocka_unit_test(test_kill_all),      cmocka_unit_test(test_tasks),
        cmocka_unit_test(test_bomb),          cmocka_unit_test(test_memory),
        cmocka_unit_test(test_disk),          cmocka_unit_test(test_close_kills_all),
        cmocka_unit_test(test_caller_killed), cmocka_unit_test(test_caller_killed_early),
        cmocka_unit_test(test_pause),         cmocka_unit_test(test_hidden_memory),
        cmocka_unit_test(test_calls),         cmocka_unit_test(test_evaded_pause),
    };
    const int code = test_setup(argc, argv);
    const int failed = code == 0 ? cmocka_run_group_tests(tests, NULL, NULL) : code;
    test_teardown();
    return failed;
}
