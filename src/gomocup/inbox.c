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
    LINES_MAX = 64,        /* that may wait; then the thread does */
    STACK_SIZE = 1 << 18,  /* bytes; the usual eight megabytes would count as our memory */
    INTERRUPTED_EVERY = 50 /* milliseconds between two looks at the flag */
};

struct inbox {
    int fd;
    const atomic_bool *interrupted;
    atomic_bool stop;
    atomic_bool closing; /* nobody takes lines any more */
    pthread_t thread;

    pthread_mutex_t lock; /* guards all below */
    pthread_cond_t changed;
    struct inbox_line lines[LINES_MAX]; /* a ring */
    int first, count;
    bool ended; /* no more lines come */
};

/* The line that is being read. */
struct partial {
    struct inbox_line line;
    bool end; /* it was END: what follows is not read */
};

/* Puts the line into the queue, where there is room or as soon as there is. */
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

/* A CR ends a line too; the LF after it then ends an empty one, which nobody minds. */
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

static bool is_wanted(struct inbox *inbox) {
    if (atomic_load(inbox->interrupted))
        atomic_store(&inbox->stop, true);
    return !atomic_load(inbox->interrupted) && !atomic_load(&inbox->closing);
}

static void *read_lines(void *to) {
    struct inbox *inbox = to;
    struct partial partial = {.end = false};
    char bytes[4096];
    while (!partial.end && is_wanted(inbox)) {
        struct pollfd ready = {.fd = inbox->fd, .events = POLLIN};
        if (poll(&ready, 1, INTERRUPTED_EVERY) <= 0)
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
        return PES_ERR_NOMEM; /* a thread is memory, and there is none */
    }
    *out = inbox;
    return PES_ERR_OK;
}

bool inbox_take(struct inbox *inbox, struct inbox_line *out) {
    pthread_mutex_lock(&inbox->lock);
    while (inbox->count == 0 && !inbox->ended)
        pthread_cond_wait(&inbox->changed, &inbox->lock);
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
