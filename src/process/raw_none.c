#include "process/raw.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

int raw_open(const char *path, int flags, mode_t mode) {
    return open(path, flags, mode);
}

ssize_t raw_read(int fd, void *bytes, size_t length) {
    return read(fd, bytes, length);
}

ssize_t raw_write(int fd, const void *bytes, size_t length) {
    return write(fd, bytes, length);
}

int raw_close(int fd) {
    return close(fd);
}

void raw_exit(int code) {
    _exit(code);
}

int raw_dup(int from, int to) {
    return dup2(from, to);
}

int raw_poll_now(struct pollfd *fd) {
    return poll(fd, 1, 0);
}

int raw_limit(unsigned which, const struct rlimit *wanted, struct rlimit *old) {
    if (old != NULL && getrlimit((int)which, old) != 0)
        return -1;
    return wanted != NULL ? setrlimit((int)which, wanted) : 0;
}

bool raw_become(uid_t user) {
    return setgid((gid_t)user) == 0 && setuid(user) == 0;
}

void raw_reset_signals(void) {
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigemptyset(&action.sa_mask);
    for (int number = 1; number < NSIG; number++)
        (void)sigaction(number, &action, NULL);
    (void)sigprocmask(SIG_SETMASK, &action.sa_mask, NULL);
}
