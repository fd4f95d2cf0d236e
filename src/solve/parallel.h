/* Many workers for one piece of work: items 0..count-1, each done once by some thread. */
#ifndef SOLVE_PARALLEL_H
#define SOLVE_PARALLEL_H

#include <stdatomic.h>
#include <stdint.h>

struct parallel {
    int jobs;                /* threads, the caller's included; at least 1 */
    const atomic_bool *stop; /* no item is begun once it is true; NULL: never */
};

/* How many threads this machine can run at once. */
int parallel_cores(void);

/* Does all items; returns when nobody is at work any more. `worker` is 0 for the calling thread and
 * less than parallel->jobs. Items are begun in order. */
void parallel_for(const struct parallel *parallel, uint64_t count,
                  void (*work)(void *to, int worker, uint64_t item), void *to);

#endif
