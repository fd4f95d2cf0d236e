/* Systems without Linux's /proc: nothing is known. */
#include "process/watch.h"

bool watch_measure(pid_t pid, bool is_sandbox, struct watch_use *out) {
    (void)pid;
    (void)is_sandbox;
    *out = (struct watch_use){0};
    return false;
}

int watch_stop(pid_t pid, pid_t out[], int max) {
    return watch_descendants(pid, out, max);
}

void watch_continue(const pid_t pids[], int count) {
    (void)pids;
    (void)count;
}

int watch_descendants(pid_t pid, pid_t out[], int max) {
    (void)pid;
    (void)out;
    (void)max;
    return 0;
}
