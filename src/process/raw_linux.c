#include "process/raw.h"

#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int raw_open(const char *path, int flags, mode_t mode) {
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

ssize_t raw_read(int fd, void *bytes, size_t length) {
    return (ssize_t)syscall(SYS_read, fd, bytes, length);
}

ssize_t raw_write(int fd, const void *bytes, size_t length) {
    return (ssize_t)syscall(SYS_write, fd, bytes, length);
}

int raw_close(int fd) {
    return (int)syscall(SYS_close, fd);
}

void raw_exit(int code) {
    for (;;)
        (void)syscall(SYS_exit_group, code);
}

int raw_dup(int from, int to) {
    return (int)syscall(SYS_dup3, from, to, 0);
}

int raw_poll_now(struct pollfd *fd) {
    const struct timespec none = {0};
    return (int)syscall(SYS_ppoll, fd, 1, &none, NULL, 0);
}

int raw_limit(unsigned which, const struct rlimit *wanted, struct rlimit *old) {
    return (int)syscall(SYS_prlimit64, 0, which, wanted, old);
}

bool raw_become(uid_t user) {
    return syscall(SYS_setgroups, 0, NULL) == 0 && syscall(SYS_setresgid, user, user, user) == 0 &&
           syscall(SYS_setresuid, user, user, user) == 0;
}

/* The kernel's struct sigaction differs from the C library's, but the default action is all zeros
 * in both. Signals that cannot be changed are refused. */
void raw_reset_signals(void) {
    enum { SIGNALS = 64 };
    const uint64_t zeros[8] = {0};
    for (int number = 1; number <= SIGNALS; number++)
        (void)syscall(SYS_rt_sigaction, number, zeros, NULL, sizeof zeros[0]);
    (void)syscall(SYS_rt_sigprocmask, SIG_SETMASK, zeros, NULL, sizeof zeros[0]);
}
