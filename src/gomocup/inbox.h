/* A manager's lines, read by a thread of their own, so that END is heard in the middle of a
 * thought.
 *
 * The thread takes lines off the stream as they come and puts them into a queue; it never prints.
 * When it reads END, or when somebody interrupts the program, inbox_stop() turns true at once, long
 * before inbox_take() hands that line out: agents that think borrow it as pes_limits.stop. The mere
 * end of the stream stops nobody: whoever pipes a conversation in wants its answers. */
#ifndef GOMOCUP_INBOX_H
#define GOMOCUP_INBOX_H

#include "gomocup/gomocup.h"
#include "pessoi/err.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct inbox;

struct inbox_line {
    char text[GOMOCUP_LINE_MAX]; /* without its end; not NUL-terminated, and may hold NULs */
    size_t length;
    int64_t arrived_ns; /* of clock_now_ns(): from then on the manager's clock runs */
};

/* Begins to read `fd`, which is borrowed, like `interrupted`. */
PES_MUST_USE enum pes_err inbox_open(int fd, const atomic_bool *interrupted, struct inbox **out);

/* Waits for the next line; false: there will be none. */
bool inbox_take(struct inbox *inbox, struct inbox_line *out);

/* True once END was read or the program interrupted; lives as long as the inbox. */
const atomic_bool *inbox_stop(const struct inbox *inbox);

void inbox_close(struct inbox *inbox);

#endif
