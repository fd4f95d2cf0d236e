/* Workers as POSIX threads. The calling thread is the first worker, so that a search works even
 * where no thread can be created. */
#include "search/workers.h"

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

struct job {
    pthread_t thread;
    void (*work)(void *item);
    void *item;
    bool running;
};

static void *run_job(void *job) {
    const struct job *j = job;
    j->work(j->item);
    return NULL;
}

int workers_most(void) {
    return WORKERS_MAX;
}

void workers_run(void *const items[], int count, void (*work)(void *item),
                 void (*finish)(void *item)) {
    struct job jobs[WORKERS_MAX];
    assert(count >= 1);
    assert(count <= WORKERS_MAX);
    for (int i = 1; i < count; i++) {
        jobs[i] = (struct job){.work = work, .item = items[i]};
        jobs[i].running = pthread_create(&jobs[i].thread, NULL, run_job, &jobs[i]) == 0;
    }
    work(items[0]);
    finish(items[0]);
    for (int i = 1; i < count; i++)
        if (jobs[i].running)
            pthread_join(jobs[i].thread, NULL);
}
