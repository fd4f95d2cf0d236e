/* A reader thread with a bounded queue (a ring buffer under a mutex and a condition variable). If
 * the queue is full the thread waits, so that the manager's pipe fills up. */
#include "gomocup/inbox.h"

#include "core/clock.h"
#include "core/mem.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

enum {
    LINES_MAX = 64,       /* capacity of the queue */
    STACK_SIZE = 1 << 18, /* bytes; the default of 8 MB would count towards max_memory */
    POLL_MS = 50          /* interval at which the interrupt flag is checked */
};

struct inbox {
    int fd;
    const atomic_bool *interrupted;
    atomic_bool stop;
    atomic_bool closing; /* inbox_close() was called */
    pthread_t thread;

    pthread_mutex_t lock; /* guards all below */
    pthread_cond_t changed;
    struct inbox_line lines[LINES_MAX]; /* a ring buffer */
    int first, count;                   /* index of the oldest line; lines in the queue */
    bool ended;                         /* the thread has ended: no more lines follow */
};

/* The line that is being read. */
struct partial {
    struct inbox_line line;
    bool end; /* it was END: what follows is not read */
};

/* Appends the line to the queue; waits while the queue is full. */
static void deliver(struct inbox *inbox, struct partial *partial) {
    struct inbox_line *line = &partial->line;
    line->arrived_ns = clock_now_ns();
    partial->end = gomocup_parse(line->text, line->length).verb == GOMOCUP_END;
    if (partial->end)
        atomic_store(&inbox->stop, true);
    pthread_mutex_lock(&inbox->lock);
    while (inbox->count == LINES_MAX && !atomic_load(&inbox->closing))
        pthread_cond_wait(&inbox->changed, &inbox->lock);
    if (inbox->count < LINES_MAX) {
        inbox->lines[(inbox->first + inbox->count) % LINES_MAX] = *line;
        inbox->count++;
    }
    pthread_cond_broadcast(&inbox->changed);
    pthread_mutex_unlock(&inbox->lock);
    line->length = 0;
}

/* Splits bytes into lines. A CR ends a line too; the LF after it then ends an empty line, which is
 * dropped. */
static void take_bytes(struct inbox *inbox, struct partial *partial, const char *bytes,
                       size_t count) {
    for (size_t i = 0; i < count && !partial->end; i++) {
        if (bytes[i] == '\n' || bytes[i] == '\r') {
            if (partial->line.length > 0)
                deliver(inbox, partial);
        } else if (partial->line.length < sizeof partial->line.text) {
            partial->line.text[partial->line.length++] = bytes[i];
        }
    }
}

/* Should the thread go on reading? Sets the stop flag if the program was interrupted. */
static bool goes_on(struct inbox *inbox) {
    if (atomic_load(inbox->interrupted))
        atomic_store(&inbox->stop, true);
    return !atomic_load(inbox->interrupted) && !atomic_load(&inbox->closing);
}

/* The reader thread: ends at END, at the end of the stream, on an interrupt or on inbox_close(). */
static void *read_lines(void *to) {
    struct inbox *inbox = to;
    struct partial partial = {.end = false};
    char bytes[4096];
    while (!partial.end && goes_on(inbox)) {
        struct pollfd ready = {.fd = inbox->fd, .events = POLLIN};
        if (poll(&ready, 1, POLL_MS) <= 0)
            continue; /* nothing yet, or a signal */
        const ssize_t count = read(inbox->fd, bytes, sizeof bytes);
        if (count < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (count <= 0)
            break;
        take_bytes(inbox, &partial, bytes, (size_t)count);
    }
    if (!partial.end && partial.line.length > 0)
        deliver(inbox, &partial);
    pthread_mutex_lock(&inbox->lock);
    inbox->ended = true;
    pthread_cond_broadcast(&inbox->changed);
    pthread_mutex_unlock(&inbox->lock);
    return NULL;
}

static bool start_thread(struct inbox *inbox) {
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    const bool started = pthread_attr_setstacksize(&attributes, STACK_SIZE) == 0 &&
                         pthread_create(&inbox->thread, &attributes, read_lines, inbox) == 0;
    pthread_attr_destroy(&attributes);
    return started;
}

enum pes_err inbox_open(int fd, const atomic_bool *interrupted, struct inbox **out) {
    struct inbox *inbox = mem_alloc(sizeof *inbox);
    if (inbox == NULL)
        return PES_ERR_NOMEM;
    inbox->fd = fd;
    inbox->interrupted = interrupted;
    pthread_mutex_init(&inbox->lock, NULL);
    pthread_cond_init(&inbox->changed, NULL);
    if (!start_thread(inbox)) {
        pthread_cond_destroy(&inbox->changed);
        pthread_mutex_destroy(&inbox->lock);
        mem_free(inbox);
        return PES_ERR_NOMEM; /* the system lacks resources for a thread */
    }
    *out = inbox;
    return PES_ERR_OK;
}

bool inbox_take(struct inbox *inbox, struct inbox_line *out) {
    pthread_mutex_lock(&inbox->lock);
    while (inbox->count == 0 && !inbox->ended)
        pthread_cond_wait(&inbox->changed, &inbox->lock);
    assert(inbox->count >= 0 && inbox->count <= LINES_MAX);
    assert(inbox->first >= 0 && inbox->first < LINES_MAX);
    const bool any = inbox->count > 0;
    if (any) {
        *out = inbox->lines[inbox->first];
        inbox->first = (inbox->first + 1) % LINES_MAX;
        inbox->count--;
        pthread_cond_broadcast(&inbox->changed);
    }
    pthread_mutex_unlock(&inbox->lock);
    return any;
}

const atomic_bool *inbox_stop(const struct inbox *inbox) {
    return &inbox->stop;
}

void inbox_close(struct inbox *inbox) {
    if (inbox == NULL)
        return;
    atomic_store(&inbox->closing, true);
    pthread_mutex_lock(&inbox->lock);
    pthread_cond_broadcast(&inbox->changed);
    pthread_mutex_unlock(&inbox->lock);
    pthread_join(inbox->thread, NULL);
    pthread_cond_destroy(&inbox->changed);
    pthread_mutex_destroy(&inbox->lock);
    mem_free(inbox);
}
