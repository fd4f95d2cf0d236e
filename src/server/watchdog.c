/* The thread of the watchdog, and the atomics through which the event loop reports to it without a
 * lock. */
#include "server/watchdog.h"

#include "core/mem.h"
#include "server/limits.h"
#include "server/text.h"

#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>

enum { TICKS = 20 }; /* ticks per limit */

struct watchdog {
    struct watchdog_options options;
    atomic_uint_fast64_t turns;
    atomic_int phase;
    atomic_uint_fast64_t address;
    pthread_mutex_t lock; /* of `closing` alone */
    pthread_cond_t close;
    bool closing;
    pthread_t thread;
};

static const struct pes_text *const phase_texts[PHASE_COUNT] = {
    [PHASE_WAITING] = TEXT(net_phase_waiting), [PHASE_READING] = TEXT(net_phase_reading),
    [PHASE_SENDING] = TEXT(net_phase_sending), [PHASE_THOUGHTS] = TEXT(net_phase_thoughts),
    [PHASE_ROOMS] = TEXT(net_phase_rooms),     [PHASE_STORING] = TEXT(net_phase_storing),
};

/* Sleeps for one tick; false: the watchdog is being closed. */
static bool sleep_tick(struct watchdog *w) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    const int64_t ns = until.tv_nsec + w->options.limit_ms / TICKS * INT64_C(1000000);
    until.tv_sec += (time_t)(ns / 1000000000);
    until.tv_nsec = (long)(ns % 1000000000);
    pthread_mutex_lock(&w->lock);
    int result = 0;
    while (!w->closing && result == 0)
        result = pthread_cond_timedwait(&w->close, &w->lock, &until);
    const bool closing = w->closing;
    pthread_mutex_unlock(&w->lock);
    return !closing;
}

static void bark(struct watchdog *w) {
    char address[LIMITS_TEXT_SIZE];
    const int phase = atomic_load(&w->phase);
    assert(phase >= 0 && phase < PHASE_COUNT);
    limits_address_format(atomic_load(&w->address), address);
    w->options.stuck(w->options.arg, phase_texts[phase],
                     PES_ARGS(PES_INT(w->options.limit_ms / 1000), PES_STR(address)));
}

static void *watch(void *argument) {
    struct watchdog *w = argument;
    uint64_t seen = atomic_load(&w->turns);
    int idle = 0; /* ticks since the last turn ended */
    while (sleep_tick(w)) {
        const uint64_t turns = atomic_load(&w->turns);
        idle = turns == seen ? idle + 1 : 0;
        seen = turns;
        if (idle > TICKS)
            bark(w);
    }
    return NULL;
}

enum pes_err watchdog_open(const struct watchdog_options *options, struct watchdog **out) {
    assert(options->limit_ms >= TICKS && options->stuck != NULL);
    struct watchdog *w = mem_alloc(sizeof *w);
    if (w == NULL)
        return PES_ERR_NOMEM;
    w->options = *options;
    atomic_init(&w->turns, 0);
    atomic_init(&w->phase, PHASE_WAITING);
    atomic_init(&w->address, 0);
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->close, &monotonic);
    pthread_condattr_destroy(&monotonic);
    /* Signals must wake the event loop, so this thread blocks all of them. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const int failed = pthread_create(&w->thread, NULL, watch, w);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (failed != 0) {
        pthread_cond_destroy(&w->close);
        pthread_mutex_destroy(&w->lock);
        mem_free(w);
        return PES_ERR_IO;
    }
    *out = w;
    return PES_ERR_OK;
}

void watchdog_close(struct watchdog *w) {
    if (w == NULL)
        return;
    pthread_mutex_lock(&w->lock);
    w->closing = true;
    pthread_cond_signal(&w->close);
    pthread_mutex_unlock(&w->lock);
    pthread_join(w->thread, NULL);
    pthread_cond_destroy(&w->close);
    pthread_mutex_destroy(&w->lock);
    mem_free(w);
}

void watchdog_turn(struct watchdog *w) {
    if (w == NULL)
        return;
    atomic_fetch_add_explicit(&w->turns, 1, memory_order_relaxed);
    watchdog_enter(w, PHASE_WAITING, 0);
}

void watchdog_enter(struct watchdog *w, enum watchdog_phase phase, uint64_t address) {
    if (w == NULL)
        return;
    atomic_store_explicit(&w->phase, (int)phase, memory_order_relaxed);
    atomic_store_explicit(&w->address, address, memory_order_relaxed);
}
