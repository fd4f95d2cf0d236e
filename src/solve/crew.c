#include "solve/crew.h"

#include "core/mem.h"

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

struct shift {
    const struct crew *crew;
    uint64_t count;
    void (*work)(void *to, int worker, uint64_t item);
    void *to;
    atomic_uint_fast64_t next;
};

struct hand {
    struct shift *shift;
    pthread_t thread;
    int number;
};

int crew_cores(void) {
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores > 256 ? 256 : (int)cores;
}

static void *work_on(void *arg) {
    const struct hand *hand = arg;
    struct shift *shift = hand->shift;
    const atomic_bool *stop = shift->crew->stop;
    while (stop == NULL || !atomic_load_explicit(stop, memory_order_relaxed)) {
        const uint64_t item = atomic_fetch_add(&shift->next, 1);
        if (item >= shift->count)
            break;
        shift->work(shift->to, hand->number, item);
    }
    return NULL;
}

/* Where the system refuses memory or another thread, fewer hands do the same work. */
void crew_run(const struct crew *crew, uint64_t count,
              void (*work)(void *to, int worker, uint64_t item), void *to) {
    assert(crew->jobs >= 1);
    struct shift shift = {.crew = crew, .count = count, .work = work, .to = to};
    const int wanted = count < (uint64_t)crew->jobs ? (int)count : crew->jobs;
    struct hand *hands = wanted > 1 ? mem_alloc((size_t)wanted * sizeof *hands) : NULL;
    int started = 1;
    for (; hands != NULL && started < wanted; started++) {
        hands[started] = (struct hand){.shift = &shift, .number = started};
        if (pthread_create(&hands[started].thread, NULL, work_on, &hands[started]) != 0)
            break;
    }
    struct hand own = {.shift = &shift, .number = 0};
    work_on(&own);
    for (int i = 1; hands != NULL && i < started; i++)
        pthread_join(hands[i].thread, NULL);
    mem_free(hands);
}
