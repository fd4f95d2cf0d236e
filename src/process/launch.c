/* The caller's side of starting a program. The new process waits until it is told to go on, then
 * reports what fails; executing the program closes the pipe of its reports. */
#include "process/launch.h"

#include "core/clock.h"
#include "core/file.h"
#include "core/mem.h"
#include "process/bwrap.h"
#include "process/launch_int.h"
#include "process/namespaces.h"
#include "process/text.h"
#include "process/watch.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    START_MS = 20000, /* to set up a sandbox: much more than a busy machine needs */
    END_MS = 2000,    /* for bubblewrap to notice that its sandbox has ended */
    FIRST_FD = 10,    /* ours must not be those that the new process sets up */
    PIPES = 6
};

extern char **environ;

/* Our ends and the new process's ends of all pipes, -1 if there is none. */
struct pipes {
    int in[2], out[2], err[2], fault[2], go[2], code[2]; /* to read from, to write to */
};

/* Pipes. -------------------------------------------------------------------------------------- */

static void close_end(int *fd) {
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

static void close_pipes(struct pipes *p) {
    int *const all[PIPES] = {p->in, p->out, p->err, p->fault, p->go, p->code};
    for (int i = 0; i < PIPES; i++) {
        close_end(&all[i][0]);
        close_end(&all[i][1]);
    }
}

/* A pipe whose descriptors are above the standard ones, even if the caller has closed those. */
static bool open_pipe(int ends[2]) {
    int low[2];
    if (pipe2(low, O_CLOEXEC) != 0)
        return false;
    for (int i = 0; i < 2; i++)
        ends[i] = fcntl(low[i], F_DUPFD_CLOEXEC, FIRST_FD);
    const int reason = errno;
    close(low[0]);
    close(low[1]);
    errno = reason;
    return ends[0] >= 0 && ends[1] >= 0;
}

static bool open_pipes(struct pipes *p) {
    int *const all[PIPES] = {p->in, p->out, p->err, p->fault, p->go, p->code};
    for (int i = 0; i < PIPES; i++)
        all[i][0] = all[i][1] = -1;
    for (int i = 0; i < PIPES; i++)
        if (!open_pipe(all[i]))
            return false;
    const int ours[] = {p->in[1], p->out[0], p->err[0]};
    for (size_t i = 0; i < sizeof ours / sizeof ours[0]; i++)
        if (fcntl(ours[i], F_SETFL, O_NONBLOCK) != 0)
            return false;
    return true;
}

/* Reports. ------------------------------------------------------------------------------------ */

static enum pes_err refuse(const struct pes_text *why, const char *what, int reason,
                           struct pes_note *note) {
    char quoted[PES_QUOTE_SIZE], words[FILE_REASON_SIZE];
    pes_quote(what, strlen(what), quoted);
    return pes_note_say(note, PES_ERR_IO, 0, why,
                        PES_ARGS(PES_STR(quoted), PES_STR(file_reason(reason, words))));
}

static enum pes_err refuse_launch(int reason, struct pes_note *note) {
    char words[FILE_REASON_SIZE];
    return pes_note_say(note, PES_ERR_IO, 0, TEXT(launch_failed),
                        PES_ARGS(PES_STR(file_reason(reason, words))));
}

static enum pes_err say_fault(const struct launch *l, const struct command *c,
                              const struct launch_fault *fault, struct pes_note *note) {
    static const char *const steps[] = {
        [STEP_PARENT] = "parent", [STEP_STREAMS] = "streams", [STEP_NAMESPACES] = "namespaces",
        [STEP_ROOT] = "mount",    [STEP_LIMITS] = "limits",   [STEP_USER] = "user",
        [STEP_FOLDER] = "chdir",  [STEP_FILTER] = "seccomp"};
    switch (fault->step) {
    case STEP_EXEC:
        return refuse(fault->reason == ENOEXEC ? TEXT(program_no_format)
                                               : TEXT(program_cannot_start),
                      l->way == LAUNCH_BWRAP ? l->file : c->words[0], fault->reason, note);
    case STEP_ITEM:
        assert(fault->item >= 0 && fault->item < l->scope->count);
        return refuse(TEXT(sandbox_failed_file), l->scope->items[fault->item].to, fault->reason,
                      note);
    default:
        assert(fault->step > STEP_NONE && fault->step < STEP_EXEC);
        return refuse(TEXT(sandbox_failed), steps[fault->step], fault->reason, note);
    }
}

/* What bubblewrap has written to its standard error is the reason. */
static enum pes_err refuse_bwrap(int err, struct pes_note *note) {
    char text[PES_NOTE_MAX], quoted[PES_QUOTE_SIZE];
    const ssize_t got = read(err, text, sizeof text);
    size_t length = got > 0 ? (size_t)got : 0;
    const size_t skip = length > 7 && memcmp(text, "bwrap: ", 7) == 0 ? 7 : 0;
    while (length > skip && text[length - 1] == '\n')
        length--;
    pes_quote(text + skip, length - skip, quoted);
    return pes_note_say(note, PES_ERR_IO, 0, TEXT(sandbox_bwrap_failed),
                        PES_ARGS(PES_STR(length > skip ? quoted : "?")));
}

/* Starting. ----------------------------------------------------------------------------------- */

/* fork() with all signals blocked: the caller's handlers must not run in the new process. */
static pid_t fork_blocked(const struct launch *l) {
    sigset_t all, old;
    sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &old);
    const pid_t pid = namespaces_fork(l);
    if (pid == 0)
        child_start(l);
    const int reason = errno;
    (void)pthread_sigmask(SIG_SETMASK, &old, NULL);
    errno = reason;
    return pid;
}

static bool write_whole(int fd, const void *bytes, size_t length) {
    ssize_t written;
    do
        written = write(fd, bytes, length); /* less than PIPE_BUF: all or nothing */
    while (written < 0 && errno == EINTR);
    return written == (ssize_t)length;
}

/* Waits for the new process's report. Returns its length: 0 if it has none, -1 if it takes too
 * long. */
static ssize_t read_report(int fd, struct launch_fault *out) {
    const int64_t until_ns = clock_in_ms(START_MS);
    for (;;) {
        struct pollfd wait = {.fd = fd, .events = POLLIN};
        const int64_t left_ms = (until_ns - clock_now_ns()) / CLOCK_NS_PER_MS;
        const int ready = left_ms > 0 ? poll(&wait, 1, (int)left_ms) : 0;
        if (ready == 0 || (ready < 0 && errno != EINTR))
            return -1;
        const ssize_t got = ready > 0 ? read(fd, out, sizeof *out) : -1;
        if (got >= 0)
            return got;
        if (errno != EINTR)
            return -1;
    }
}

/* Waits until the process sleeps: bubblewrap's outer process then waits for the sandbox, and has
 * asked to be killed with its caller. */
static void await_sleep(pid_t pid) {
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    for (const int64_t until_ns = clock_in_ms(END_MS); clock_now_ns() < until_ns;
         (void)poll(NULL, 0, 1)) {
        const int fd = open(path, O_RDONLY | O_CLOEXEC);
        const ssize_t got = fd >= 0 ? read(fd, text, sizeof text - 1) : 0;
        if (fd >= 0)
            close(fd);
        text[got > 0 ? got : 0] = '\0';
        const char *state = strrchr(text, ')'); /* after the name: any bytes in parentheses */
        if (state == NULL || strncmp(state, ") S", 3) == 0)
            return;
    }
}

/* Bubblewrap has built the sandbox: limits the processes in it, and lets the program start. */
static bool release_bwrap(const struct launch *l, pid_t pid, int go) {
    pid_t inside[16];
    const int count = watch_descendants(pid, inside, (int)(sizeof inside / sizeof inside[0]));
    for (int i = 0; i < count && l->counts_tasks; i++)
        namespaces_limit_tasks(inside[i], l->limits.tasks_max + 1);
    await_sleep(pid);
    return write_whole(go, "\n", 1);
}

/* Sees the new process through until it executes the program. */
static enum pes_err follow(const struct launch *l, const struct command *c, const struct pipes *p,
                           pid_t pid, struct pes_note *note) {
    struct launch_go go = {0};
    struct launch_fault fault;
    if (!namespaces_give_users(l, pid, &go.user))
        return refuse(TEXT(sandbox_failed), "user namespace", errno, note);
    if (!write_whole(p->go[1], &go, sizeof go))
        return refuse_launch(errno, note);
    const ssize_t got = read_report(p->fault[0], &fault);
    if (got == (ssize_t)sizeof fault)
        return say_fault(l, c, &fault, note);
    if (got < 0)
        return refuse_launch(ETIMEDOUT, note);
    if (l->way != LAUNCH_BWRAP)
        return PES_ERR_OK;
    if (got == 1 && release_bwrap(l, pid, p->go[1]))
        return PES_ERR_OK;
    return refuse_bwrap(p->err[0], note);
}

/* The filter for bubblewrap, in a pipe that holds all of it. */
static bool write_filter(const struct filter *f, struct pipes *p) {
    _Static_assert(sizeof f->code <= PIPE_BUF, "less would block");
    const bool done = write_whole(p->code[1], f->code, f->count * sizeof f->code[0]);
    close_end(&p->code[1]);
    return done;
}

static enum pes_err start(struct launch *l, const struct command *c, struct launched *out,
                          struct pes_note *note) {
    struct pipes p;
    enum pes_err err;
    if (!open_pipes(&p) || !write_filter(&l->filter, &p)) {
        err = refuse_launch(errno, note);
        goto out_close;
    }
    l->streams[0] = p.in[0];
    l->streams[1] = p.out[1];
    l->streams[2] = p.err[1];
    l->fault = p.fault[1];
    l->go = p.go[0];
    l->go_other = p.go[1];
    l->code = p.code[0];
    struct launched made = {.way = l->way, .pid = fork_blocked(l)};
    if (made.pid < 0) {
        err = l->way == LAUNCH_NAMESPACES ? refuse(TEXT(sandbox_failed), "namespaces", errno, note)
                                          : refuse_launch(errno, note);
        goto out_close;
    }
    close_end(&p.in[0]);
    close_end(&p.out[1]);
    close_end(&p.err[1]);
    close_end(&p.fault[1]);
    err = follow(l, c, &p, made.pid, note);
    if (err != PES_ERR_OK) {
        launch_kill(&made);
        goto out_close;
    }
    made.in = p.in[1];
    made.out = p.out[0];
    made.err = p.err[0];
    p.in[1] = p.out[0] = p.err[0] = -1;
    *out = made;
out_close:
    close_pipes(&p);
    return err;
}

/* The three ways. ----------------------------------------------------------------------------- */

static enum pes_err start_program(struct launch *l, const struct command *c, struct launched *out,
                                  struct pes_note *note) {
    l->file = c->first;
    l->argv = c->words;
    l->folder = c->folder[0] != '\0' ? c->folder : "/";
    return start(l, c, out, note);
}

static enum pes_err start_bwrap(struct launch *l, const struct command *c, char *bwrap,
                                struct launched *out, struct pes_note *note) {
    l->file = bwrap;
    l->argv = bwrap_arguments(bwrap, l->scope, l->filter.count > 0, c);
    l->folder = NULL;
    if (l->argv == NULL)
        return PES_ERR_NOMEM;
    const enum pes_err err = start(l, c, out, note);
    mem_free(l->argv);
    return err;
}

/* Which sandboxes to try: the environment variable PESSOI_SANDBOX names the only one. Root uses its
 * own namespaces: it alone can give each program a user of its own, and bubblewrap cannot. */
static bool may_use(enum launch_way way) {
    const char *only = getenv("PESSOI_SANDBOX");
    if (only != NULL && only[0] != '\0')
        return strcmp(only, way == LAUNCH_BWRAP ? "bwrap" : "namespaces") == 0;
    return way == LAUNCH_NAMESPACES || geteuid() != 0;
}

static enum pes_err start_confined(struct launch *l, const struct command *c, struct launched *out,
                                   struct pes_note *note) {
    char *environment[] = {launch_word("PATH=" COMMAND_PATH), launch_word("HOME=/tmp"),
                           launch_word("TMPDIR=/tmp"), launch_word("LANG=C.UTF-8"), NULL};
    char *bwrap;
    struct scope scope;
    enum pes_err err = command_search(COMMAND_PATH, "bwrap", &bwrap);
    if (err != PES_ERR_OK)
        return err;
    err = scope_init(&scope, c, geteuid() == 0, note);
    if (err != PES_ERR_OK) {
        mem_free(bwrap);
        return err;
    }
    l->scope = &scope;
    l->envp = environment;
    l->counts_tasks = namespaces_count_tasks();
    filter_make(&l->filter);
    err = PES_ERR_IO;
    if (bwrap != NULL && may_use(LAUNCH_BWRAP)) {
        l->way = LAUNCH_BWRAP;
        err = start_bwrap(l, c, bwrap, out, note);
    }
    if (err == PES_ERR_IO && may_use(LAUNCH_NAMESPACES)) {
        l->way = LAUNCH_NAMESPACES;
        err = start_program(l, c, out, note);
    }
    scope_release(&scope);
    mem_free(bwrap);
    return err;
}

enum pes_err launch(const struct command *c, bool confined, const struct launch_limits *limits,
                    struct launched *out, struct pes_note *note) {
    struct launch l = {.way = LAUNCH_PLAIN, .limits = *limits, .envp = environ};
    assert(limits->memory_mb > 0);
    assert(limits->tasks_max > 0);
    return confined ? start_confined(&l, c, out, note) : start_program(&l, c, out, note);
}

/* Killing. ------------------------------------------------------------------------------------ */

static bool has_ended(pid_t pid) {
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid != 0;
}

/* Bubblewrap outside the sandbox ends when the sandbox, its only child, is gone. If it were killed
 * first, the sandbox would end too, but nobody could wait for it. */
static void end_bwrap(pid_t pid) {
    pid_t inside[WATCH_MAX];
    const int count = watch_descendants(pid, inside, WATCH_MAX);
    if (count > 0)
        (void)kill(inside[0], SIGKILL);
    const int64_t until_ns = clock_in_ms(END_MS);
    while (count > 0 && !has_ended(pid) && clock_now_ns() < until_ns)
        (void)poll(NULL, 0, 1);
    (void)kill(pid, SIGKILL);
}

/* The other processes of a killed group are reaped by the system: soon, but not at once. */
static void await_group(pid_t group) {
    const int64_t until_ns = clock_in_ms(END_MS);
    while (kill(-group, 0) == 0 && clock_now_ns() < until_ns)
        (void)poll(NULL, 0, 1);
}

void launch_kill(const struct launched *launched) {
    const pid_t pid = launched->pid;
    assert(pid > 1);
    switch (launched->way) {
    case LAUNCH_PLAIN:
        (void)kill(-pid, SIGKILL);
        (void)kill(pid, SIGKILL); /* it may not have its own group yet */
        break;
    case LAUNCH_NAMESPACES:
        (void)kill(pid, SIGKILL);
        break;
    case LAUNCH_BWRAP:
        end_bwrap(pid);
        break;
    }
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        ;
    if (launched->way == LAUNCH_PLAIN)
        await_group(pid);
}
