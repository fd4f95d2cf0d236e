/* System calls without the C library: for a new process that is a copy of one thread of a program
 * with several. There a function of the C library may wait for a lock whose owner does not exist,
 * and setresuid() for threads that do not; so may what a sanitizer puts in their place. Systems
 * other than Linux fork with the C library, and use it (raw_none.c). */
#ifndef PROCESS_RAW_H
#define PROCESS_RAW_H

#include <poll.h>
#include <stdbool.h>
#include <sys/resource.h>
#include <sys/types.h>

/* As the functions of POSIX. */
int raw_open(const char *path, int flags, mode_t mode);
ssize_t raw_read(int fd, void *bytes, size_t length);
ssize_t raw_write(int fd, const void *bytes, size_t length);
int raw_close(int fd);
_Noreturn void raw_exit(int code);

int raw_dup(int from, int to);       /* dup2(), from != to */
int raw_poll_now(struct pollfd *fd); /* poll() of one, without waiting */
int raw_limit(unsigned which, const struct rlimit *wanted, struct rlimit *old); /* either: NULL */
bool raw_become(uid_t user);  /* changes all users and groups; false: errno says why */
void raw_reset_signals(void); /* each has its default action, and none is blocked */

#endif
