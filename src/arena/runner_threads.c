/* A runner with several threads of this process: for agents that are trusted not to crash or loop.
 * Jobs wait in a ring; so do results. */
#include "arena/player.h"
#include "core/mem.h"

#include <errno.h>
#include <pthread.h>
#include <time.h>

enum { AHEAD = 2 }; /* jobs per thread: one is played, one waits */

struct waiting {
    int64_t number;
    char *line; /* owned */
};

struct threads_runner {
    struct runner base;
    pthread_mutex_t lock; /* of everything below */
    pthread_cond_t changed;
    bool ending;
    struct waiting *jobs;
    struct runner_result *results;
    int32_t jobs_first, jobs_count, results_first, results_count;
    int32_t started; /* threads */
    struct worker *workers;
};

struct worker {
    struct threads_runner *own;
    struct player player;
    pthread_t thread;
};

static bool take_job(struct threads_runner *own, struct waiting *out) {
    pthread_mutex_lock(&own->lock);
    while (own->jobs_count == 0 && !own->ending)
        pthread_cond_wait(&own->changed, &own->lock);
    const bool found = !own->ending;
    if (found) {
        *out = own->jobs[own->jobs_first];
        own->jobs_first = (own->jobs_first + 1) % own->base.most;
        own->jobs_count--;
    }
    pthread_mutex_unlock(&own->lock);
    return found;
}

static void *work(void *arg) {
    struct worker *w = arg;
    struct threads_runner *own = w->own;
    struct waiting job;
    while (take_job(own, &job)) {
        struct runner_result result;
        player_run(&w->player, job.number, job.line, &result);
        mem_free(job.line);
        pthread_mutex_lock(&own->lock);
        own->results[(own->results_first + own->results_count++) % own->base.most] = result;
        pthread_cond_broadcast(&own->changed);
        pthread_mutex_unlock(&own->lock);
    }
    return NULL;
}

static enum pes_err threads_submit(struct runner *r, int64_t number, const char *job,
                                   size_t length) {
    struct threads_runner *own = (struct threads_runner *)(void *)r;
    char *line = mem_alloc(length + 1);
    if (line == NULL)
        return PES_ERR_NOMEM;
    memcpy(line, job, length);
    pthread_mutex_lock(&own->lock);
    const int32_t at = (own->jobs_first + own->jobs_count++) % own->base.most;
    own->jobs[at] = (struct waiting){.number = number, .line = line};
    pthread_cond_broadcast(&own->changed);
    pthread_mutex_unlock(&own->lock);
    return PES_ERR_OK;
}

static bool threads_next(struct runner *r, struct runner_result *out) {
    struct threads_runner *own = (struct threads_runner *)(void *)r;
    pthread_mutex_lock(&own->lock);
    while (own->results_count == 0)
        pthread_cond_wait(&own->changed, &own->lock);
    *out = own->results[own->results_first];
    own->results_first = (own->results_first + 1) % own->base.most;
    own->results_count--;
    pthread_mutex_unlock(&own->lock);
    return true;
}

static bool threads_wait(struct runner *r, struct pollfd *others, int count, int ms) {
    struct threads_runner *own = (struct threads_runner *)(void *)r;
    struct timespec until;
    (void)others;
    (void)count;
    assert(count == 0);
    if (clock_gettime(CLOCK_REALTIME, &until) != 0 || r->in_flight == 0)
        return false;
    until.tv_sec += ms / 1000;
    until.tv_nsec += ms % 1000 * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    pthread_mutex_lock(&own->lock);
    while (own->results_count == 0 &&
           pthread_cond_timedwait(&own->changed, &own->lock, &until) != ETIMEDOUT)
        continue;
    const bool found = own->results_count > 0;
    pthread_mutex_unlock(&own->lock);
    return found;
}

static void threads_free(struct runner *r) {
    struct threads_runner *own = (struct threads_runner *)(void *)r;
    pthread_mutex_lock(&own->lock);
    own->ending = true;
    pthread_cond_broadcast(&own->changed);
    pthread_mutex_unlock(&own->lock);
    for (int32_t i = 0; i < own->started; i++) {
        pthread_join(own->workers[i].thread, NULL);
        player_release(&own->workers[i].player);
    }
    for (int32_t i = 0; i < own->jobs_count; i++)
        mem_free(own->jobs[(own->jobs_first + i) % own->base.most].line);
    for (int32_t i = 0; i < own->results_count; i++)
        runner_result_release(&own->results[(own->results_first + i) % own->base.most]);
    pthread_cond_destroy(&own->changed);
    pthread_mutex_destroy(&own->lock);
    mem_free(own->workers);
    mem_free(own->results);
    mem_free(own->jobs);
    mem_free(own);
}

/* Starts the threads. If the system refuses some of them, the others do their work. */
static void start_threads(struct threads_runner *own) {
    while (own->started < own->base.config.jobs) {
        struct worker *w = &own->workers[own->started];
        w->own = own;
        player_init(&w->player, &own->base.config, own->base.config.stop, NULL);
        if (pthread_create(&w->thread, NULL, work, w) != 0)
            break;
        own->started++;
    }
}

enum pes_err runner_new_threads(const struct runner_config *config, struct runner **out) {
    static const struct runner_class class = {
        .submit = threads_submit, .next = threads_next, .wait = threads_wait, .free = threads_free};
    struct threads_runner *own = mem_alloc(sizeof *own);
    if (own == NULL)
        return PES_ERR_NOMEM;
    const int32_t most = AHEAD * config->jobs;
    own->base = (struct runner){.class = &class, .config = *config, .most = most, .window = most};
    if (pthread_mutex_init(&own->lock, NULL) != 0) {
        mem_free(own);
        return PES_ERR_NOMEM;
    }
    if (pthread_cond_init(&own->changed, NULL) != 0) {
        pthread_mutex_destroy(&own->lock);
        mem_free(own);
        return PES_ERR_NOMEM;
    }
    own->jobs = mem_alloc((size_t)most * sizeof *own->jobs);
    own->results = mem_alloc((size_t)most * sizeof *own->results);
    own->workers = mem_alloc((size_t)config->jobs * sizeof *own->workers);
    if (own->jobs != NULL && own->results != NULL && own->workers != NULL)
        start_threads(own);
    if (own->started == 0) {
        threads_free(&own->base);
        return PES_ERR_NOMEM;
    }
    *out = &own->base;
    return PES_ERR_OK;
}
