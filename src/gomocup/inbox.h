/* The inbox: reads the manager's lines on a thread of its own, so that END stops a search that is
 * running.
 *
 * The thread reads lines as they arrive and appends them to a queue. When it reads END, or when the
 * program is interrupted, the flag of inbox_stop() becomes true at once, before inbox_take()
 * returns that line: searches use it as pes_limits.stop. The end of the stream does not set the
 * flag: a script that is piped in gets all its answers. */
#ifndef GOMOCUP_INBOX_H
#define GOMOCUP_INBOX_H

#include "gomocup/gomocup.h"
#include "pessoi/err.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct inbox;

struct inbox_line {
    char text[GOMOCUP_LINE_MAX]; /* without its line end; not NUL-terminated, may contain NULs */
    size_t length;
    int64_t arrived_ns; /* by clock_now_ns(): the manager's clock runs from then on */
};

/* Starts the thread, which reads `fd` and checks `interrupted`; both are borrowed. */
PES_MUST_USE enum pes_err inbox_open(int fd, const atomic_bool *interrupted, struct inbox **out);

/* Waits for the next line; false: the stream has ended. */
bool inbox_take(struct inbox *inbox, struct inbox_line *out);

/* True once END was read or the program was interrupted; valid as long as the inbox. */
const atomic_bool *inbox_stop(const struct inbox *inbox);

/* Ends the thread and frees the inbox; NULL is fine. */
void inbox_close(struct inbox *inbox);

#endif
