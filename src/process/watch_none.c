/* Systems without Linux's /proc: nothing is known. */
#include "process/watch.h"

bool watch_measure(pid_t pid, bool is_sandbox, struct watch_use *out) {
    (void)pid;
    (void)is_sandbox;
    *out = (struct watch_use){0};
    return false;
}

int watch_stop(pid_t pid, struct watch_stopped out[], int max) {
    (void)pid;
    (void)out;
    (void)max;
    return 0;
}

void watch_continue(const struct watch_stopped stopped[], int count) {
    (void)stopped;
    (void)count;
}

int64_t watch_ran_ns(pid_t pid, const struct watch_stopped stopped[], int count, int64_t since_ns) {
    (void)pid;
    (void)stopped;
    (void)count;
    (void)since_ns;
    return 0;
}

int watch_descendants(pid_t pid, pid_t out[], int max) {
    (void)pid;
    (void)out;
    (void)max;
    return 0;
}
