#include "ugi/thinker.h"

#include "core/clock.h"

#include <assert.h>
#include <time.h>

enum { NS_PER_S = 1000000000 };

void thinker_init(struct thinker *t) {
    pthread_condattr_t attributes;
    *t = (struct thinker){.agent = NULL};
    pthread_mutex_init(&t->lock, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC); /* that of clock_now_ns() */
    pthread_cond_init(&t->changed, &attributes);
    pthread_condattr_destroy(&attributes);
}

void thinker_release(struct thinker *t) {
    assert(!t->running);
    pthread_cond_destroy(&t->changed);
    pthread_mutex_destroy(&t->lock);
}

static void *think(void *to) {
    struct thinker *t = to;
    t->err = pes_agent_choose(t->agent, t->h, &t->limits, &t->answer);
    pthread_mutex_lock(&t->lock);
    t->ended = true;
    pthread_cond_broadcast(&t->changed);
    pthread_mutex_unlock(&t->lock);
    t->done(t->done_to);
    return NULL;
}

enum pes_err thinker_start(struct thinker *t) {
    assert(!t->running);
    t->ended = false;
    t->answer = (struct pes_answer){.move = PES_MOVE_NONE};
    t->started_ns = clock_now_ns();
    t->limits.stop = &t->stop;
    atomic_store(&t->stop, false);
    t->running = pthread_create(&t->thread, NULL, think, t) == 0;
    return t->running ? PES_ERR_OK : PES_ERR_NOMEM;
}

bool thinker_wait(struct thinker *t, int64_t until_ns) {
    assert(t->running);
    const struct timespec until = {.tv_sec = (time_t)(until_ns / NS_PER_S),
                                   .tv_nsec = (long)(until_ns % NS_PER_S)};
    pthread_mutex_lock(&t->lock);
    int late = 0;
    while (!t->ended && late == 0)
        late = pthread_cond_timedwait(&t->changed, &t->lock, &until);
    const bool ended = t->ended;
    pthread_mutex_unlock(&t->lock);
    return ended;
}

void thinker_finish(struct thinker *t) {
    assert(t->running);
    atomic_store(&t->stop, true);
    pthread_join(t->thread, NULL);
    t->running = false;
}
