/* The pairs of a match in several threads of this process: the fastest way, for agents that are
 * trusted not to crash or loop. Threads take pairs from an atomic counter and deliver the games
 * under a lock. */
#include "arena/match_int.h"

#include <pthread.h>

/* What the threads share. */
struct crew {
    struct run *run;
    atomic_int next;      /* the next pair to take */
    atomic_bool halted;   /* a pair failed: take no more */
    pthread_mutex_t lock; /* of the run */
};

struct worker {
    struct crew *crew;
    struct player *player;
    pthread_t thread;
};

/* Plays both games of a pair. A pair that was begun is played to its end even if a later one
 * failed, so that the error reported is always that of the lowest pair number. */
static void play_pair(const struct worker *w, int32_t number) {
    struct run *run = w->crew->run;
    struct pes_note note = {0};
    struct played played[2] = {{.record = NULL}, {.record = NULL}};
    enum pes_err err = PES_ERR_OK;
    for (int k = 0; k < 2 && err == PES_ERR_OK; k++)
        err = player_play(w->player, number, k, &played[k], &note);
    pthread_mutex_lock(&w->crew->lock);
    if (err == PES_ERR_OK) {
        match_take(run, number, 0, &played[0]);
        match_take(run, number, 1, &played[1]);
    } else {
        atomic_store(&w->crew->halted, true);
        match_fail(run, number, err, &note);
        pes_record_free(played[0].record);
        pes_record_free(played[1].record);
    }
    pthread_mutex_unlock(&w->crew->lock);
}

static void *work(void *arg) {
    const struct worker *w = arg;
    while (!atomic_load(&w->crew->halted)) {
        const int number = atomic_fetch_add(&w->crew->next, 1);
        if (number >= w->crew->run->pairs_count)
            break;
        play_pair(w, number);
    }
    return NULL;
}

/* The calling thread is the first worker. If the system refuses another thread, the others do its
 * work: the match only takes longer. */
void match_run_threads(struct run *run, struct player players[]) {
    assert(run->jobs >= 1 && run->jobs <= PES_JOBS_MAX);
    struct crew crew = {.run = run};
    struct worker workers[PES_JOBS_MAX] = {{.crew = &crew, .player = &players[0]}};
    if (pthread_mutex_init(&crew.lock, NULL) != 0) {
        match_fail(run, 0, PES_ERR_NOMEM, &run->note);
        return;
    }
    for (int32_t i = 1; i < run->jobs; i++)
        workers[i] = (struct worker){.crew = &crew, .player = &players[i]};
    int32_t started = 1;
    while (started < run->jobs &&
           pthread_create(&workers[started].thread, NULL, work, &workers[started]) == 0)
        started++;
    work(&workers[0]);
    for (int32_t i = 1; i < started; i++)
        pthread_join(workers[i].thread, NULL);
    pthread_mutex_destroy(&crew.lock);
}
