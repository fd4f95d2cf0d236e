/* The new process, from fork to exec: only system calls. */
#include "process/launch_int.h"
#include "process/namespaces.h"
#include "process/orphan.h"
#include "process/raw.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

void child_fail(const struct launch *l, enum launch_step step, int32_t item) {
    const struct launch_fault fault = {.step = (int32_t)step, .reason = errno, .item = item};
    const ssize_t written =
        raw_write(l->fault, &fault, sizeof fault); /* less than PIPE_BUF: whole */
    raw_exit(written == (ssize_t)sizeof fault ? 126 : 127);
}

/* Waits for the caller's word. If the caller ended before orphan_kill(), the pipe has ended. */
static void await_go(const struct launch *l, struct launch_go *go) {
    ssize_t got;
    raw_close(l->go_other);
    do
        got = raw_read(l->go, go, sizeof *go);
    while (got < 0 && errno == EINTR);
    if (got != (ssize_t)sizeof *go)
        child_fail(l, STEP_PARENT, 0);
}

/* Has the caller ended since? The parent's id says nothing in a new process namespace. */
static void check_parent(const struct launch *l) {
    struct pollfd end = {.fd = l->go};
    if (raw_poll_now(&end) > 0 && (end.revents & POLLHUP) != 0)
        child_fail(l, STEP_PARENT, 0);
}

static void take_streams(const struct launch *l, uid_t user) {
    for (int i = 0; i < 3; i++) {
        /* So that it can open /dev/stdin and the like. */
        if (user != 0 && fchown(l->streams[i], user, (gid_t)-1) != 0)
            child_fail(l, STEP_STREAMS, i);
        if (raw_dup(l->streams[i], i) < 0)
            child_fail(l, STEP_STREAMS, i);
    }
}

static void limit(const struct launch *l, unsigned which, rlim_t most) {
    struct rlimit now;
    if (raw_limit(which, NULL, &now) != 0)
        child_fail(l, STEP_LIMITS, (int32_t)which);
    if (now.rlim_max != RLIM_INFINITY && now.rlim_max < most)
        most = now.rlim_max;
    const struct rlimit wanted = {.rlim_cur = most, .rlim_max = most};
    if (raw_limit(which, &wanted, NULL) != 0)
        child_fail(l, STEP_LIMITS, (int32_t)which);
}

/* The memory that counts is the resident set, which watch.c measures while the program is read.
 * Its private writable memory is limited far above that, for the time in between: runtimes such as
 * node reserve much more than they use, but reservations do not count as writable. The last limit:
 * this process may be a copy of a large one. */
static void limit_memory(const struct launch *l) {
    const rlim_t mb = 1 << 20;
    if (l->way != LAUNCH_PLAIN) /* a program that is trusted may be built with sanitizers */
        limit(l, RLIMIT_DATA, ((rlim_t)l->limits.memory_mb * 4 + 1024) * mb);
}

static void set_limits(const struct launch *l) {
    limit(l, RLIMIT_CORE, 0);
    limit(l, RLIMIT_FSIZE, LAUNCH_FILE_BYTES);
    limit(l, RLIMIT_NOFILE, LAUNCH_FILES);
    namespaces_limit_more();
    if (l->way == LAUNCH_NAMESPACES && l->counts_tasks)
        limit(l, RLIMIT_NPROC, (rlim_t)l->limits.tasks_max + 1); /* 1: the sandbox's init */
}

/* The descriptors that bubblewrap passes on to the shell in it. It closes them in its own
 * processes, but keeps the standard ones open there: the program's streams must not be those, or
 * nobody would notice when it closes them. */
static int keep_descriptors(const struct launch *l) {
    if (l->way != LAUNCH_BWRAP)
        return 3;
    const int null = raw_open("/dev/null", O_RDWR | O_CLOEXEC, 0);
    if (null < 0 || raw_dup(l->fault, LAUNCH_READY_FD) < 0 || raw_dup(l->go, LAUNCH_GO_FD) < 0 ||
        raw_dup(0, LAUNCH_IN_FD) < 0 || raw_dup(1, LAUNCH_OUT_FD) < 0 || raw_dup(null, 0) < 0 ||
        raw_dup(null, 1) < 0 || raw_dup(l->code, LAUNCH_FILTER_FD) < 0)
        child_fail(l, STEP_STREAMS, 3);
    return LAUNCH_FILTER_FD + 1;
}

/* Bubblewrap does this itself, at the right time: if its outer process were killed while it sets up
 * the sandbox, the inner one would wait for it for ever. Until the program starts, the sandbox ends
 * because it reads the end of the caller's pipe. */
static void follow_caller(const struct launch *l) {
    if (l->way != LAUNCH_BWRAP)
        orphan_kill();
}

void child_start(const struct launch *l) {
    struct launch_go go;
    follow_caller(l);
    await_go(l, &go);
    (void)setsid();
    take_streams(l, go.user);
    namespaces_close_from(keep_descriptors(l));
    if (l->way == LAUNCH_NAMESPACES)
        namespaces_enter(l);
    set_limits(l);
    if (l->way == LAUNCH_NAMESPACES)
        namespaces_drop(l, go.user);
    else if (go.user != 0 && !raw_become(go.user))
        child_fail(l, STEP_USER, 0);
    follow_caller(l); /* changing the user has revoked it */
    check_parent(l);
    if (l->folder != NULL && chdir(l->folder) != 0)
        child_fail(l, STEP_FOLDER, 0);
    if (l->way == LAUNCH_NAMESPACES)
        namespaces_split(l);
    raw_reset_signals();
    limit_memory(l);
    if (l->way == LAUNCH_NAMESPACES && l->filter.count > 0 && !filter_install(&l->filter))
        child_fail(l, STEP_FILTER, 0);
    (void)execve(l->file, l->argv, l->envp);
    child_fail(l, STEP_EXEC, 0);
}
