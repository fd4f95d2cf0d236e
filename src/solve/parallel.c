/* The parallel loop of the solver. The calling thread works too; where the system refuses memory or
 * a further thread, fewer threads do the same work.
 *
 * Invariant: `next` only grows, so that every item is done by exactly one thread. */
#include "solve/parallel.h"

#include "core/mem.h"

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

/* The items of one loop, shared by its threads. */
struct queue {
    const struct parallel *parallel;
    uint64_t count;
    void (*work)(void *to, int worker, uint64_t item);
    void *to;
    atomic_uint_fast64_t next;
};

/* One thread of a loop; number 0 is the calling thread. */
struct worker {
    struct queue *queue;
    pthread_t thread;
    int number;
};

/* One thread: takes items until there are none left or the stop flag is raised. */
static void *work_on(void *arg) {
    const struct worker *worker = arg;
    struct queue *queue = worker->queue;
    const atomic_bool *stop = queue->parallel->stop;
    while (stop == NULL || !atomic_load_explicit(stop, memory_order_relaxed)) {
        const uint64_t item = atomic_fetch_add(&queue->next, 1);
        if (item >= queue->count)
            break;
        queue->work(queue->to, worker->number, item);
    }
    return NULL;
}

void parallel_for(const struct parallel *parallel, uint64_t count,
                  void (*work)(void *to, int worker, uint64_t item), void *to) {
    assert(parallel->jobs >= 1);
    assert(work != NULL);
    struct queue queue = {.parallel = parallel, .count = count, .work = work, .to = to};
    const int wanted = count < (uint64_t)parallel->jobs ? (int)count : parallel->jobs;
    struct worker *workers = wanted > 1 ? mem_alloc((size_t)wanted * sizeof *workers) : NULL;
    int started = 1;
    for (; workers != NULL && started < wanted; started++) {
        workers[started] = (struct worker){.queue = &queue, .number = started};
        if (pthread_create(&workers[started].thread, NULL, work_on, &workers[started]) != 0)
            break;
    }
    struct worker own = {.queue = &queue, .number = 0};
    work_on(&own);
    for (int i = 1; workers != NULL && i < started; i++)
        pthread_join(workers[i].thread, NULL);
    mem_free(workers);
}
