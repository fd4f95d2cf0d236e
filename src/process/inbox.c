/* A reader thread with a bounded queue (a linked list under a mutex and a condition variable). If
 * the queue is full the thread waits, so that the manager's pipe fills up. */
#include "process/inbox.h"

#include "core/clock.h"
#include "core/mem.h"
#include "core/str.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

enum {
    QUEUE_MAX = 1 << 20,  /* bytes of waiting lines; at least one line may always wait */
    STACK_SIZE = 1 << 18, /* bytes; the default of 8 MB counts towards a limit of memory */
    POLL_MS = 50          /* interval at which the interrupt flag is checked */
};

/* A line in the queue. */
struct waiting {
    struct waiting *next;
    bool halt;              /* it ends the work under way */
    struct inbox_line line; /* its text is `bytes` */
    char bytes[];
};

struct inbox {
    struct inbox_config config;
    atomic_bool stop;    /* ending, or a halt waits */
    atomic_bool ending;  /* the last line was read, or the program was interrupted */
    atomic_bool closing; /* inbox_close() was called */
    pthread_t thread;
    struct waiting *taken; /* the line that inbox_take() returned; for its thread only */

    pthread_mutex_t lock; /* guards all below */
    pthread_cond_t changed;
    struct waiting *first, *last; /* the queue, oldest line first */
    size_t bytes;                 /* of its lines */
    size_t halts;                 /* of its lines end the work under way */
    bool woken;                   /* inbox_wake() was called */
    bool ended;                   /* the thread has ended: no more lines follow */
};

/* The line that is being read. */
struct partial {
    struct str text;
    bool cut;
    bool over; /* it was the last one, or memory ran out: what follows is not read */
};

/* Sets the flag for searches. The caller holds the lock. */
static void update_stop(struct inbox *inbox) {
    atomic_store(&inbox->stop, atomic_load(&inbox->ending) || inbox->halts > 0);
}

/* The conversation ends. */
static void set_ending(struct inbox *inbox) {
    pthread_mutex_lock(&inbox->lock);
    atomic_store(&inbox->ending, true);
    update_stop(inbox);
    pthread_mutex_unlock(&inbox->lock);
}

/* Appends to the queue; waits while it is full. */
static void append(struct inbox *inbox, struct waiting *waiting) {
    pthread_mutex_lock(&inbox->lock);
    inbox->halts += waiting->halt; // also while it waits for room
    update_stop(inbox);
    while (inbox->first != NULL && inbox->bytes >= QUEUE_MAX && !atomic_load(&inbox->closing))
        pthread_cond_wait(&inbox->changed, &inbox->lock);
    if (inbox->first == NULL)
        inbox->first = waiting;
    else
        inbox->last->next = waiting;
    inbox->last = waiting;
    inbox->bytes += waiting->line.length;
    pthread_cond_broadcast(&inbox->changed);
    pthread_mutex_unlock(&inbox->lock);
}

/* Ends the line that is being read. */
static void deliver(struct inbox *inbox, struct partial *partial) {
    const struct str *text = &partial->text;
    struct waiting *waiting = mem_alloc(sizeof *waiting + text->length + 1);
    if (waiting == NULL || str_err(text) != PES_ERR_OK) {
        mem_free(waiting);
        partial->over = true;
        return;
    }
    memcpy(waiting->bytes, text->text, text->length);
    waiting->line = (struct inbox_line){.text = waiting->bytes,
                                        .length = text->length,
                                        .cut = partial->cut,
                                        .arrived_ns = clock_now_ns()};
    if (inbox->config.is_last != NULL && inbox->config.is_last(waiting->bytes, text->length)) {
        partial->over = true;
        set_ending(inbox);
    }
    waiting->halt =
        inbox->config.is_halt != NULL && inbox->config.is_halt(waiting->bytes, text->length);
    append(inbox, waiting);
    str_clear(&partial->text);
    partial->cut = false;
}

/* Splits bytes into lines. A CR ends a line too; the LF after it then ends an empty line, which is
 * dropped. */
static void take_bytes(struct inbox *inbox, struct partial *partial, const char *bytes,
                       size_t count) {
    for (size_t i = 0; i < count && !partial->over;) {
        size_t end = i;
        while (end < count && bytes[end] != '\n' && bytes[end] != '\r')
            end++;
        const size_t room = inbox->config.line_max - partial->text.length;
        const size_t length = end - i < room ? end - i : room;
        str_add_bytes(&partial->text, bytes + i, length);
        partial->cut |= length < end - i;
        if (end < count && partial->text.length > 0)
            deliver(inbox, partial);
        i = end + 1;
    }
}

/* Should the thread go on reading? Sets the stop flag if the program was interrupted. */
static bool goes_on(struct inbox *inbox) {
    if (atomic_load(inbox->config.interrupted))
        set_ending(inbox);
    return !atomic_load(inbox->config.interrupted) && !atomic_load(&inbox->closing);
}

/* The reader thread: ends at the last line, at the end of the stream, on an interrupt or on
 * inbox_close(). */
static void *read_lines(void *to) {
    struct inbox *inbox = to;
    struct partial partial = {.cut = false};
    char bytes[4096];
    str_init(&partial.text);
    while (!partial.over && goes_on(inbox)) {
        struct pollfd ready = {.fd = inbox->config.fd, .events = POLLIN};
        if (poll(&ready, 1, POLL_MS) <= 0)
            continue; /* nothing yet, or a signal */
        const ssize_t count = read(inbox->config.fd, bytes, sizeof bytes);
        if (count < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (count <= 0)
            break;
        take_bytes(inbox, &partial, bytes, (size_t)count);
    }
    if (!partial.over && partial.text.length > 0)
        deliver(inbox, &partial);
    str_release(&partial.text);
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

enum pes_err inbox_open(const struct inbox_config *config, struct inbox **out) {
    assert(config->line_max > 0);
    struct inbox *inbox = mem_alloc(sizeof *inbox);
    if (inbox == NULL)
        return PES_ERR_NOMEM;
    inbox->config = *config;
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

/* Removes the oldest line from the queue. */
static struct waiting *remove_first(struct inbox *inbox) {
    struct waiting *first = inbox->first;
    assert(inbox->bytes >= first->line.length);
    inbox->first = first->next;
    inbox->bytes -= first->line.length;
    assert(inbox->halts >= first->halt);
    inbox->halts -= first->halt;
    update_stop(inbox);
    return first;
}

enum inbox_event inbox_take(struct inbox *inbox, struct inbox_line *out) {
    enum inbox_event event = INBOX_ENDED;
    mem_free(inbox->taken);
    inbox->taken = NULL;
    pthread_mutex_lock(&inbox->lock);
    while (inbox->first == NULL && !inbox->ended && !inbox->woken)
        pthread_cond_wait(&inbox->changed, &inbox->lock);
    if (inbox->woken) {
        inbox->woken = false;
        event = INBOX_WOKEN;
    } else if (inbox->first != NULL) {
        inbox->taken = remove_first(inbox);
        *out = inbox->taken->line;
        event = INBOX_LINE;
        pthread_cond_broadcast(&inbox->changed);
    }
    pthread_mutex_unlock(&inbox->lock);
    return event;
}

void inbox_wake(struct inbox *inbox) {
    pthread_mutex_lock(&inbox->lock);
    inbox->woken = true;
    pthread_cond_broadcast(&inbox->changed);
    pthread_mutex_unlock(&inbox->lock);
}

const atomic_bool *inbox_stop(const struct inbox *inbox) {
    return &inbox->stop;
}

bool inbox_is_ending(const struct inbox *inbox) {
    return atomic_load(&inbox->ending);
}

void inbox_close(struct inbox *inbox) {
    if (inbox == NULL)
        return;
    atomic_store(&inbox->closing, true);
    pthread_mutex_lock(&inbox->lock);
    pthread_cond_broadcast(&inbox->changed);
    pthread_mutex_unlock(&inbox->lock);
    pthread_join(inbox->thread, NULL);
    while (inbox->first != NULL)
        mem_free(remove_first(inbox));
    mem_free(inbox->taken);
    pthread_cond_destroy(&inbox->changed);
    pthread_mutex_destroy(&inbox->lock);
    mem_free(inbox);
}
