/* A program of somebody else as a child process: in a sandbox, with limits, spoken to in lines.
 * docs/adr/0022 says how it is confined, and what it cannot do.
 *
 *     struct process *p;
 *     struct process_line line;
 *     enum pes_err err = process_open("./bot --fast", &config, &p, &note);
 *     if (err == PES_ERR_OK && process_send(p, "ugi\n", 4, until_ns, stop) == PROCESS_LINE)
 *         while (process_read(p, until_ns, stop, &line) == PROCESS_LINE)
 *             ..
 *     process_close(p);
 *
 * The program cannot harm its reader: it may write anything, as much as it likes, at any time, or
 * nothing; it may end, fork, allocate, ignore signals. Each of these is an event, never an endless
 * wait. When the process that opened it ends, in whatever way, all of its processes end too.
 *
 * One thread at a time. The thread that opens a program must live at least as long as the program:
 * the system kills the program when that thread ends, because it may be the end of its process. */
#ifndef PROCESS_PROCESS_H
#define PROCESS_PROCESS_H

#include "pessoi/err.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct process;

enum {
    PROCESS_LINE_MAX = 64 << 10, /* bytes of a line; a longer one is a FLOOD */
    PROCESS_LOG_MAX = 64 << 10,  /* bytes of standard error that are kept: the last ones */
    PROCESS_MEMORY_MB = 1024,    /* the usual limits */
    PROCESS_TASKS = 64,          /* processes and threads */
};

struct process_config {
    bool no_sandbox;   /* the caller trusts the program */
    int32_t memory_mb; /* resident, of all its processes together; 0: PROCESS_MEMORY_MB */
    int32_t tasks_max; /* 0: PROCESS_TASKS */
};

/* Can this machine confine programs? If not, the note says why, and that --no-sandbox runs them
 * without. Costs one trial run; ask once. */
PES_MUST_USE enum pes_err process_sandbox_check(struct pes_note *note);

/* Does the command name a program that could be started? UNKNOWN with a note if not: what was
 * looked for and where. Starts nothing. */
PES_MUST_USE enum pes_err process_check(const char *command, const struct process_config *config,
                                        struct pes_note *note);

/* Starts a program. The command is split into words as a shell does (quotes and backslashes, no
 * expansion). Fails with SYNTAX, UNKNOWN, IO or NOMEM. A program that starts and ends at once is no
 * failure here: the first read says it. */
PES_MUST_USE enum pes_err process_open(const char *command, const struct process_config *config,
                                       struct process **out, struct pes_note *note);

/* Kills it and everything it started, and waits until all of it is gone. NULL is fine. */
void process_close(struct process *p);

enum process_event {
    PROCESS_LINE,   /* a line was read */
    PROCESS_LATE,   /* the deadline has passed */
    PROCESS_ENDED,  /* it has closed its output, ended, or was killed for exceeding a limit */
    PROCESS_FLOOD,  /* a line over PROCESS_LINE_MAX bytes */
    PROCESS_STOPPED /* the stop flag is set */
};

/* Sends bytes until the deadline: a program that does not read its input must not block the caller.
 * LINE: everything was sent. */
PES_MUST_USE enum process_event process_send(struct process *p, const char *bytes, size_t length,
                                             int64_t until_ns, const atomic_bool *stop);

/* A line without its end (LF or CR LF); any bytes but NUL and LF, NUL-terminated; valid until the
 * next call. NULs become '?'. */
struct process_line {
    const char *text;
    size_t length;
};

/* Waits for the next line until the deadline by clock_now_ns(), 0: for ever. Lines that arrived in
 * time are returned even if the program has ended since. `stop` may be NULL. */
PES_MUST_USE enum process_event process_read(struct process *p, int64_t until_ns,
                                             const atomic_bool *stop, struct process_line *out);

/* Throws away what was written before now, so that a late answer is not taken for the next one. */
void process_skip(struct process *p);

/* It is not its turn: stops all its processes until the next send or read, so that it takes no time
 * from others, and no memory unobserved. One that evades this and computes nevertheless is killed
 * when its turn comes. Only in a sandbox: nothing would wake the processes of a
 * trusted program if its caller were killed. */
void process_pause(struct process *p);

/* Is it known to have ended? */
bool process_has_ended(const struct process *p);

/* After ENDED: how it ended, in words for its author: "ended with exit code 1", "was killed by
 * signal 11 (segmentation fault)", "used more than 1024 MB of memory", "closed its output". */
void process_say_end(struct process *p, struct pes_note *out);

/* The end of what it wrote to standard error since process_log_clear(). */
const char *process_log(const struct process *p, size_t *length);
void process_log_clear(struct process *p);

#endif
