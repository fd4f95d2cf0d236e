/* The thread pool: one queue of thoughts per address (a line), the order in which lines are served,
 * and the thoughts that have run. One mutex protects everything; it is held for short list
 * operations only, never while a thought runs. */
#include "server/pool.h"

#include "core/clock.h"
#include "core/mem.h"
#include "pessoi/hash.h"
#include "rooms/thought.h"
#include "server/bounds.h"
#include "server/nice.h"

#include <assert.h>
#include <pthread.h>
#include <signal.h>

struct item {
    struct thought *thought;
    void *owner;
    struct line *line;
    struct item *next;
    int32_t patience_ms;
    int64_t began_ns; /* when a thread took it */
    bool stopped;     /* by pool_relieve() */
};

struct queue {
    struct item *first, *last;
    int count;
};

/* Recent thinking time of all lines with the same hash, with exponential decay. It outlives the
 * lines. */
struct usage {
    int64_t ms;
    int64_t at_ns; /* the moment of `ms` */
};
enum { USAGES = 256 };

/* The thoughts of one address and rank. A line exists while it has any. */
struct line {
    uint64_t name;
    enum pool_rank rank;
    struct queue waiting;
    int running;
    struct line *previous, *next; /* a ring of all lines */
};

struct pool {
    struct pool_options options;
    pthread_mutex_t lock; /* protects everything below */
    pthread_cond_t more;  /* a thought can run, or the pool is closing */
    struct line *turn;    /* the line that is served next; NULL: there is none */
    struct queue done;
    struct item **running; /* one slot per thread, NULL: it is idle */
    int studies;           /* thoughts of studies that run */
    int busy;              /* thoughts that wait or run */
    int waiting;           /* thoughts that wait */
    struct usage usages[USAGES];
    struct item *spare_items; /* reserved; chained by `next` */
    struct line *spare_lines; /* likewise */
    int spare_item_count, spare_line_count;
    bool closing;
    int thread_count; /* that have been started */
    pthread_t threads[];
};

/* Queues -------------------------------------------------------------------------------------- */

static void check_queue(const struct queue *q) {
    assert((q->first == NULL) == (q->last == NULL));
    assert((q->first == NULL) == (q->count == 0));
    assert(q->last == NULL || q->last->next == NULL);
    (void)q;
}

static void push(struct queue *q, struct item *item) {
    item->next = NULL;
    *(q->last != NULL ? &q->last->next : &q->first) = item;
    q->last = item;
    q->count++;
    check_queue(q);
}

static struct item *pop(struct queue *q) {
    struct item *item = q->first;
    if (item == NULL)
        return NULL;
    q->first = item->next;
    if (q->first == NULL)
        q->last = NULL;
    q->count--;
    check_queue(q);
    return item;
}

/* Used thinking time --------------------------------------------------------------------------- */

/* Recent thinking time of a line, with decay applied. */
static struct usage *usage_of(struct pool *p, const struct line *line) {
    const uint64_t hash = pes_hash_mix(line->name) + (uint64_t)line->rank;
    struct usage *u = &p->usages[hash % USAGES];
    const int64_t now = clock_now_ns();
    const int64_t half = POOL_USAGE_HALF_MS * INT64_C(1000000);
    while (u->ms > 0 && now - u->at_ns >= half) {
        u->ms /= 2;
        u->at_ns += half;
    }
    if (u->ms == 0)
        u->at_ns = now;
    assert(u->ms >= 0);
    return u;
}

/* How many thoughts of one line may run at once: one thread is left for the others. */
static int line_max(const struct pool *p) {
    const int most = p->options.threads > 1 ? p->options.threads - 1 : 1;
    return p->options.line_max < most ? p->options.line_max : most;
}

/* How many thoughts of studies may run at once: one thread is left for games. */
static int studies_max(const struct pool *p) {
    return p->options.threads > 1 ? p->options.threads - 1 : 1;
}

/* Lines --------------------------------------------------------------------------------------- */

static struct line *line_find(struct pool *p, enum pool_rank rank, uint64_t name) {
    struct line *at = p->turn;
    if (at == NULL)
        return NULL;
    do {
        if (at->name == name && at->rank == rank)
            return at;
        at = at->next;
    } while (at != p->turn);
    return NULL;
}

/* Adds a line; it is served after all others. */
static struct line *line_make(struct pool *p, enum pool_rank rank, uint64_t name) {
    struct line *line = p->spare_lines;
    assert(line != NULL);
    p->spare_lines = line->next;
    p->spare_line_count--;
    *line = (struct line){.name = name, .rank = rank};
    if (p->turn == NULL) {
        line->previous = line->next = line;
        p->turn = line;
        return line;
    }
    line->next = p->turn;
    line->previous = p->turn->previous;
    line->previous->next = line->next->previous = line;
    return line;
}

static void line_drop_if_empty(struct pool *p, struct line *line) {
    assert(line->next->previous == line && line->previous->next == line);
    if (line->running > 0 || line->waiting.first != NULL)
        return;
    if (p->turn == line)
        p->turn = line->next != line ? line->next : NULL;
    line->previous->next = line->next;
    line->next->previous = line->previous;
    mem_free(line);
}

/* May the next thought of this line run, if there is a thread for it? */
static bool may_run(const struct pool *p, const struct line *line) {
    return line->waiting.first != NULL && line->running < line_max(p) &&
           (line->rank == POOL_GAME || p->studies < studies_max(p));
}

/* The line to serve next: games before studies, then the one with the least thinking time, and
 * among equals the least recently served. NULL: every line is empty or at its maximum. */
static struct line *next_line(struct pool *p) {
    struct line *line = p->turn, *best = NULL;
    int64_t least = INT64_MAX;
    if (line == NULL || p->waiting == 0)
        return NULL;
    do {
        if (may_run(p, line) && (best == NULL || line->rank <= best->rank)) {
            const int64_t used = usage_of(p, line)->ms;
            if (best == NULL || line->rank < best->rank || used < least) {
                best = line;
                least = used;
            }
        }
        line = line->next;
    } while (line != p->turn);
    return best;
}

/* The thought to run next; NULL: there is none. */
static struct item *next_item(struct pool *p) {
    struct line *line = next_line(p);
    if (line == NULL)
        return NULL;
    p->turn = line->next;
    line->running++;
    p->studies += line->rank == POOL_STUDY;
    p->waiting--;
    assert(p->waiting >= 0 && line->running <= line_max(p));
    assert(p->studies <= studies_max(p));
    return pop(&line->waiting);
}

/* Threads ------------------------------------------------------------------------------------- */

static void run_item(struct pool *p, int place, struct item *item) {
    assert(p->running[place] == NULL);
    p->running[place] = item;
    item->began_ns = clock_now_ns();
    pthread_mutex_unlock(&p->lock);
    thought_run(item->thought);
    pthread_mutex_lock(&p->lock);
    p->running[place] = NULL;
    usage_of(p, item->line)->ms += (clock_now_ns() - item->began_ns) / 1000000;
    item->line->running--;
    p->studies -= item->line->rank == POOL_STUDY;
    p->busy--;
    assert(item->line->running >= 0 && p->busy >= p->waiting);
    line_drop_if_empty(p, item->line);
    item->line = NULL;
    push(&p->done, item);
    /* A sleeping thread may now take the next thought of this line. */
    pthread_cond_signal(&p->more);
    pthread_mutex_unlock(&p->lock);
    p->options.ready(p->options.loop);
    pthread_mutex_lock(&p->lock);
}

static int place_of(const struct pool *p) {
    int place = 0;
    while (!pthread_equal(p->threads[place], pthread_self()))
        place++;
    return place;
}

static void *think(void *argument) {
    struct pool *p = argument;
    nice_stand_back();
    pthread_mutex_lock(&p->lock);
    const int place = place_of(p);
    while (!p->closing) {
        struct item *item = next_item(p);
        if (item != NULL)
            run_item(p, place, item);
        else
            pthread_cond_wait(&p->more, &p->lock);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

/* Signals must wake the event loop, so the threads block all of them. The lock is held until all
 * threads have been created, so that each finds its slot. */
static enum pes_err start_threads(struct pool *p) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_mutex_lock(&p->lock);
    while (p->thread_count < p->options.threads &&
           pthread_create(&p->threads[p->thread_count], NULL, think, p) == 0)
        p->thread_count++;
    pthread_mutex_unlock(&p->lock);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return p->thread_count == p->options.threads ? PES_ERR_OK : PES_ERR_IO;
}

enum pes_err pool_open(const struct pool_options *options, struct pool **out) {
    assert(options->threads > 0 && options->line_max > 0);
    struct pool *p = mem_alloc(sizeof *p + (size_t)options->threads * sizeof p->threads[0]);
    if (p == NULL)
        return PES_ERR_NOMEM;
    p->options = *options;
    p->running = mem_alloc((size_t)options->threads * sizeof(struct item *));
    if (p->running == NULL) {
        mem_free(p);
        return PES_ERR_NOMEM;
    }
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->more, NULL);
    const enum pes_err err = start_threads(p);
    if (err != PES_ERR_OK) {
        pool_close(p);
        return err;
    }
    *out = p;
    return PES_ERR_OK;
}

static void free_all(struct queue *q) {
    for (struct item *item; (item = pop(q)) != NULL;) {
        thought_free(item->thought);
        mem_free(item);
    }
}

static void free_spares(struct pool *p) {
    while (p->spare_items != NULL) {
        struct item *item = p->spare_items;
        p->spare_items = item->next;
        mem_free(item);
    }
    while (p->spare_lines != NULL) {
        struct line *line = p->spare_lines;
        p->spare_lines = line->next;
        mem_free(line);
    }
}

void pool_close(struct pool *p) {
    if (p == NULL)
        return;
    pthread_mutex_lock(&p->lock);
    p->closing = true;
    for (int i = 0; i < p->options.threads; i++) {
        if (p->running[i] != NULL)
            thought_stop(p->running[i]->thought);
    }
    pthread_cond_broadcast(&p->more);
    pthread_mutex_unlock(&p->lock);
    for (int i = 0; i < p->thread_count; i++)
        pthread_join(p->threads[i], NULL);
    free_all(&p->done);
    while (p->turn != NULL) {
        free_all(&p->turn->waiting);
        line_drop_if_empty(p, p->turn);
    }
    free_spares(p);
    pthread_cond_destroy(&p->more);
    pthread_mutex_destroy(&p->lock);
    assert(p->turn == NULL && p->done.count == 0);
    mem_free(p->running);
    mem_free(p);
}

/* Thoughts ----------------------------------------------------------------------------------------
 */

enum pes_err pool_reserve(struct pool *p, int count) {
    bool failed = false;
    pthread_mutex_lock(&p->lock);
    while (!failed && p->spare_item_count < count) {
        struct item *item = mem_alloc(sizeof *item);
        failed = item == NULL;
        if (!failed) {
            item->next = p->spare_items;
            p->spare_items = item;
            p->spare_item_count++;
        }
    }
    while (!failed && p->spare_line_count < count) {
        struct line *line = mem_alloc(sizeof *line);
        failed = line == NULL;
        if (!failed) {
            line->next = p->spare_lines;
            p->spare_lines = line;
            p->spare_line_count++;
        }
    }
    pthread_mutex_unlock(&p->lock);
    return failed ? PES_ERR_NOMEM : PES_ERR_OK;
}

void pool_add(struct pool *p, enum pool_rank rank, uint64_t name, struct thought *thought,
              void *owner, int32_t patience_ms) {
    assert(patience_ms > 0);
    pthread_mutex_lock(&p->lock);
    struct item *item = p->spare_items;
    assert(item != NULL);
    p->spare_items = item->next;
    p->spare_item_count--;
    *item = (struct item){.thought = thought,
                          .owner = owner,
                          .patience_ms = patience_ms,
                          .line = line_find(p, rank, name)};
    if (item->line == NULL)
        item->line = line_make(p, rank, name);
    push(&item->line->waiting, item);
    p->busy++;
    p->waiting++;
    pthread_cond_signal(&p->more);
    pthread_mutex_unlock(&p->lock);
}

struct thought *pool_take(struct pool *p, void **owner) {
    pthread_mutex_lock(&p->lock);
    struct item *item = pop(&p->done);
    pthread_mutex_unlock(&p->lock);
    if (item == NULL)
        return NULL;
    struct thought *thought = item->thought;
    *owner = item->owner;
    mem_free(item);
    return thought;
}

/* Removes the items of an owner from a queue and frees them; returns how many. */
static int sift(struct queue *q, const void *owner) {
    struct queue kept = {NULL, NULL, 0};
    int freed = 0;
    for (struct item *item; (item = pop(q)) != NULL;) {
        if (item->owner != owner) {
            push(&kept, item);
            continue;
        }
        thought_free(item->thought);
        mem_free(item);
        freed++;
    }
    *q = kept;
    return freed;
}

int pool_disown(struct pool *p, const void *owner) {
    int running = 0;
    pthread_mutex_lock(&p->lock);
    sift(&p->done, owner);
    struct line *line = p->turn;
    struct line *const last = line != NULL ? line->previous : NULL;
    while (line != NULL) {
        struct line *const next = line != last ? line->next : NULL;
        const int freed = sift(&line->waiting, owner);
        p->busy -= freed;
        p->waiting -= freed;
        assert(p->waiting >= 0 && p->busy >= p->waiting);
        line_drop_if_empty(p, line);
        line = next;
    }
    for (int i = 0; i < p->options.threads; i++) {
        if (p->running[i] != NULL && p->running[i]->owner == owner) {
            thought_stop(p->running[i]->thought);
            running++;
        }
    }
    pthread_mutex_unlock(&p->lock);
    return running;
}

int pool_done(struct pool *p) {
    pthread_mutex_lock(&p->lock);
    const int done = p->done.count;
    pthread_mutex_unlock(&p->lock);
    return done;
}

/* How long an item with this patience may still run, in milliseconds; <= 0: it is over. */
static int64_t left_ms(const struct item *item, int32_t patience_ms, int64_t now_ns) {
    return patience_ms - (now_ns - item->began_ns) / 1000000;
}

/* The running item of a study that has run longest. NULL: none needs to stop. */
static struct item *longest_study(const struct pool *p) {
    struct item *found = NULL;
    for (int i = 0; i < p->options.threads; i++) {
        struct item *item = p->running[i];
        if (item == NULL || item->line->rank != POOL_STUDY)
            continue;
        if (item->stopped)
            return NULL; /* its thread will be free in a moment */
        if (found == NULL || item->began_ns < found->began_ns)
            found = item;
    }
    return found;
}

/* The running item to stop first, not counting those of line `but`: the one that has run longest.
 * NULL: none needs to stop. */
static struct item *longest(const struct pool *p, const struct line *but) {
    struct item *found = NULL;
    for (int i = 0; i < p->options.threads; i++) {
        struct item *item = p->running[i];
        if (item == NULL)
            return NULL; /* an idle thread is about to take what waits */
        if (item->line == but || item->patience_ms == INT32_MAX)
            continue;
        if (item->stopped)
            return NULL; /* its thread will be free in a moment */
        if (found == NULL || item->began_ns < found->began_ns)
            found = item;
    }
    return found;
}

/* The running item of a line that has run longest; NULL: none needs to stop for the others of its
 * line. */
static struct item *longest_of(const struct pool *p, const struct line *line) {
    struct item *found = NULL;
    for (int i = 0; i < p->options.threads; i++) {
        struct item *item = p->running[i];
        if (item == NULL || item->line != line || item->patience_ms == INT32_MAX)
            continue;
        if (item->stopped)
            return NULL;
        if (found == NULL || item->began_ns < found->began_ns)
            found = item;
    }
    return found;
}

/* Stops an item whose patience is over; returns how long it may still run, INT64_MAX for NULL. */
static int64_t relieve(struct item *item, int32_t patience_ms) {
    if (item == NULL || patience_ms == INT32_MAX)
        return INT64_MAX;
    const int64_t left = left_ms(item, patience_ms, clock_now_ns());
    if (left > 0)
        return left;
    item->stopped = true;
    thought_stop(item->thought);
    return INT64_MAX;
}

static int64_t relieve_patient(struct item *item) {
    return item != NULL ? relieve(item, item->patience_ms) : INT64_MAX;
}

/* For a game that finds no free thread: a study gives way first. */
static int64_t relieve_threads(struct pool *p, const struct line *first) {
    for (int i = 0; i < p->options.threads; i++)
        if (p->running[i] == NULL)
            return INT64_MAX; /* an idle thread is about to take what waits */
    if (p->studies > 0)
        return relieve(longest_study(p), POOL_YIELD_MS);
    return relieve_patient(longest(p, first));
}

int64_t pool_relieve(struct pool *p) {
    pthread_mutex_lock(&p->lock);
    const struct line *first = next_line(p);
    int64_t again =
        first != NULL && first->rank == POOL_GAME ? relieve_threads(p, first) : INT64_MAX;
    struct line *line = p->waiting > 0 ? p->turn : NULL;
    struct line *const last = line != NULL ? line->previous : NULL;
    for (; line != NULL; line = line != last ? line->next : NULL) {
        if (line->waiting.first == NULL || may_run(p, line))
            continue;
        const int64_t left =
            relieve_patient(line->rank == POOL_STUDY ? longest_study(p) : longest_of(p, line));
        again = left < again ? left : again;
    }
    pthread_mutex_unlock(&p->lock);
    return again;
}

int pool_busy(struct pool *p) {
    pthread_mutex_lock(&p->lock);
    const int busy = p->busy;
    pthread_mutex_unlock(&p->lock);
    return busy;
}

int pool_running(struct pool *p) {
    int running = 0;
    pthread_mutex_lock(&p->lock);
    for (int i = 0; i < p->thread_count; i++)
        running += p->running[i] != NULL;
    pthread_mutex_unlock(&p->lock);
    return running;
}
