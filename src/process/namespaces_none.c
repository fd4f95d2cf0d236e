/* Systems without Linux namespaces: programs run with limits, but not confined. */
#include "process/namespaces.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

pid_t namespaces_fork(const struct launch *l) {
    if (l->way == LAUNCH_PLAIN)
        return fork();
    errno = ENOSYS;
    return -1;
}

bool namespaces_give_users(const struct launch *l, pid_t pid, uid_t *user) {
    (void)l;
    (void)pid;
    *user = 0;
    return true;
}

bool namespaces_count_tasks(void) {
    return false;
}

void namespaces_limit_tasks(pid_t pid, int32_t tasks_max) {
    (void)pid;
    (void)tasks_max;
}

void namespaces_enter(const struct launch *l) {
    errno = ENOSYS;
    child_fail(l, STEP_NAMESPACES, 0);
}

void namespaces_drop(const struct launch *l, uid_t user) {
    (void)user;
    errno = ENOSYS;
    child_fail(l, STEP_USER, 0);
}

void namespaces_split(const struct launch *l) {
    errno = ENOSYS;
    child_fail(l, STEP_NAMESPACES, 0);
}

void namespaces_limit_more(void) {
}

void namespaces_close_from(int first) {
    const long most = sysconf(_SC_OPEN_MAX);
    for (int fd = first; fd < (most > 0 ? most : 1024); fd++)
        (void)fcntl(fd, F_SETFD, FD_CLOEXEC);
}
