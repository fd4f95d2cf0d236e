/* Time by POSIX clocks, and seeds from /dev/urandom. */
#include "core/clock.h"
#include "pessoi/hash.h"

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static int64_t read_clock(clockid_t which) {
    struct timespec now = {0};
    const int failed = clock_gettime(which, &now);
    assert(failed == 0);
    (void)failed;
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t clock_now_ns(void) {
    return read_clock(CLOCK_MONOTONIC);
}

int64_t clock_wall_ms(void) {
    return read_clock(CLOCK_REALTIME) / CLOCK_NS_PER_MS;
}

int64_t clock_in_ms(int64_t ms) {
    return clock_now_ns() + ms * CLOCK_NS_PER_MS;
}

double clock_seconds_since(int64_t start_ns) {
    return (double)(clock_now_ns() - start_ns) * 1e-9;
}

void clock_date(char out[11]) {
    const time_t now = time(NULL);
    struct tm day;
    /* After the year 9999 the date does not fit: return zeros, which are not a valid date. */
    if (!localtime_r(&now, &day) || strftime(out, 11, "%Y-%m-%d", &day) != 10)
        snprintf(out, 11, "0000-00-00");
}

static bool read_urandom(uint64_t *out) {
    FILE *file = fopen("/dev/urandom", "rb");
    if (!file)
        return false;
    setbuf(file, NULL); /* read eight bytes, not a whole buffer */
    const bool all = fread(out, sizeof *out, 1, file) == 1;
    fclose(file);
    return all;
}

uint64_t clock_seed(void) {
    uint64_t seed;
    if (!read_urandom(&seed)) {
        /* Without a random source of the system, mix the time and the process id. */
        seed = pes_hash_mix((uint64_t)read_clock(CLOCK_REALTIME));
        seed = pes_hash_mix(seed ^ (uint64_t)clock_now_ns() ^ ((uint64_t)getpid() << 40));
    }
    return seed >> 11; /* 53 bits, which a double represents exactly */
}
