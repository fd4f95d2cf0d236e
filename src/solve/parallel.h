/* A parallel loop: items 0..count-1, each done once, by threads that take the next item from a
 * shared counter. */
#ifndef SOLVE_PARALLEL_H
#define SOLVE_PARALLEL_H

#include <stdatomic.h>
#include <stdint.h>

struct parallel {
    int jobs;                /* threads, the caller's included; at least 1 */
    const atomic_bool *stop; /* once true no further item is begun; NULL: never */
};

/* Does all items; returns when every thread has finished. `worker` is 0 for the calling thread and
 * less than parallel->jobs. Items are begun in order. */
void parallel_for(const struct parallel *parallel, uint64_t count,
                  void (*work)(void *to, int worker, uint64_t item), void *to);

#endif
