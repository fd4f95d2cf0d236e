/* The inbox: reads the lines of a manager (the program that started this one) on a thread of its
 * own, so that an engine notices a command while it thinks.
 *
 *     inbox_open(&(struct inbox_config){.fd = 0, .interrupted = stop, .line_max = 1024}, &inbox);
 *     while ((event = inbox_take(inbox, &line)) != INBOX_ENDED)
 *         ..
 *     inbox_close(inbox);
 *
 * The thread reads lines as they arrive and appends them to a queue. When it reads the last line
 * (`is_last`), or when the program is interrupted, the flag of inbox_stop() becomes true at once,
 * before inbox_take() returns that line: searches use it as pes_limits.stop. The end of the stream
 * does not set the flag: a script that is piped in gets all its answers. While a line waits that
 * halts the work under way (`is_halt`), the flag is true too; it becomes false again when
 * inbox_take() returns that line. */
#ifndef PROCESS_INBOX_H
#define PROCESS_INBOX_H

#include "pessoi/err.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct inbox;

struct inbox_config {
    int fd;                         /* borrowed */
    const atomic_bool *interrupted; /* borrowed */
    size_t line_max;                /* bytes of a line; what is longer is cut */
    /* Is it the line that ends the conversation? Nothing is read after it. */
    bool (*is_last)(const char *line, size_t length);
    /* Does it end the work under way, but not the conversation? NULL: no line does. */
    bool (*is_halt)(const char *line, size_t length);
};

struct inbox_line {
    const char *text; /* without its line end; NUL-terminated, but it may contain NULs */
    size_t length;
    bool cut;           /* it was longer than line_max */
    int64_t arrived_ns; /* by clock_now_ns(): the manager's clock runs from then on */
};

enum inbox_event {
    INBOX_LINE,
    INBOX_WOKEN, /* inbox_wake() was called */
    INBOX_ENDED  /* the stream, or memory, has ended */
};

/* Starts the thread. */
PES_MUST_USE enum pes_err inbox_open(const struct inbox_config *config, struct inbox **out);

/* Waits for the next line, which is valid until the next call. */
enum inbox_event inbox_take(struct inbox *inbox, struct inbox_line *out);

/* Lets inbox_take() return WOKEN once, now or when it is called next: before any line, also after
 * the end of the stream. From any thread. */
void inbox_wake(struct inbox *inbox);

/* True once the last line was read or the program was interrupted, and while a halt waits; valid as
 * long as the inbox. */
const atomic_bool *inbox_stop(const struct inbox *inbox);

/* Was the last line read, or the program interrupted? */
bool inbox_is_ending(const struct inbox *inbox);

/* Ends the thread and frees the inbox; NULL is fine. */
void inbox_close(struct inbox *inbox);

#endif
