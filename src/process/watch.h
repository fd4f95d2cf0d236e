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

/* A process that was stopped. */
struct watch_stopped {
    pid_t pid;
    int64_t cpu_ns; /* how much it had computed, in all its threads */
};

/* Stops all descendants of a process, by signals that cannot be caught, until watch_continue();
 * returns how many there are, at most `max`. Threads stop, too. A program that is made for it can
 * resist: by a timer that wakes it, or by processes that follow each other faster than they are
 * found. watch_ran_ns() notices. */
int watch_stop(pid_t pid, struct watch_stopped out[], int max);
void watch_continue(const struct watch_stopped stopped[], int count);

/* For how long the descendants of a process have computed since watch_stop(), `since_ns` ago. One
 * that did not exist then counts as if it had computed all the time: stopped processes make none.
 */
int64_t watch_ran_ns(pid_t pid, const struct watch_stopped stopped[], int count, int64_t since_ns);

/* The descendants of a process, without itself: at most `max`; returns how many there are. */
int watch_descendants(pid_t pid, pid_t out[], int max);

#endif
