/* Shared by the tests of time limits. They measure CPU time: on a busy machine other processes use
 * up wall-clock time. */
#ifndef SEARCH_TIME_TESTING_H
#define SEARCH_TIME_TESTING_H

#include <stdint.h>
#include <time.h>

/* Sanitizers make everything ten times slower, including the work between two readings of the
 * clock. */
#if defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define TIME_TESTING_SLOW
#endif
#endif
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__ || defined TIME_TESTING_SLOW
enum { TIME_LATE_MS = 200 };
#else
enum { TIME_LATE_MS = 20 };
#endif

static inline int64_t time_cpu_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

#endif
