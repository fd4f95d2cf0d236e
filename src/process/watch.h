/* How much a program uses: memory, processes and threads, of itself and all that it started. */
#ifndef PROCESS_WATCH_H
#define PROCESS_WATCH_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { WATCH_MAX = 2048 }; /* processes that are looked at; more are as good as too many */

struct watch_use {
    int64_t memory_kb; /* without files that are mapped, such as shared libraries */
    int32_t tasks;     /* processes and threads */
};

/* Adds up all descendants of a process, and itself if it is not a sandbox. A process that the
 * program has detached still is one in a sandbox, where the first process adopts it; and a sandbox
 * has its own sockets and temporary files, which need memory, too. Returns false where the system
 * cannot tell. */
bool watch_measure(pid_t pid, bool is_sandbox, struct watch_use *out);

/* Stops all descendants of a process, by signals that cannot be caught, until watch_continue(), and
 * lists them as watch_descendants() does. Threads and children stop, too; processes that are made
 * to wake each other all the time can resist. */
int watch_stop(pid_t pid, pid_t out[], int max);
void watch_continue(const pid_t pids[], int count);

/* The descendants of a process, without itself: at most `max`; returns how many there are. */
int watch_descendants(pid_t pid, pid_t out[], int max);

#endif
