/* Talking to a program: non-blocking pipes and poll(). Its child process is not reaped before
 * process_close(), so that its id cannot belong to another process meanwhile. */
#include "process/process.h"

#include "core/clock.h"
#include "core/mem.h"
#include "process/launch.h"
#include "process/text.h"
#include "process/watch.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    LOOK_MS = 50,     /* interval at which the stop flag, memory and tasks are checked */
    SETTLE_MS = 2000, /* for a program that closed a stream to end, so that we can say how */
    BUFFER_SIZE = PROCESS_LINE_MAX + (64 << 10),
    LOG_SIZE = 2 * PROCESS_LOG_MAX,
    PAUSE_MIN_MS = 20, /* a shorter pause is not checked */
    RAN_MAX_MS = 500,  /* what a program may compute in all its pauses together */
    RAN_SHARE = 50,    /* and one part in so many of their length */
    READS_MAX = 32,    /* of a stream that may be endless */
    MEMORY_MAX_MB = 1 << 20,
    SHELL_SIGNAL = 128 /* a shell's exit code for a signal: this and its number */
};

enum cause { CAUSE_NONE, CAUSE_MEMORY, CAUSE_TASKS, CAUSE_TURN, CAUSE_INPUT, CAUSE_OUTPUT };

struct process {
    struct launched launched;
    struct launch_limits limits;

    char *bytes;     /* read from its output; BUFFER_SIZE */
    size_t from, to; /* what was not taken yet */
    size_t scanned;  /* bytes after `from` that contain no line end */
    bool cutting;    /* throw away the rest of a line */
    bool is_closed;  /* its output has ended */
    int64_t filled_ns;

    char *log; /* LOG_SIZE */
    size_t log_length;
    bool log_closed; /* its standard error has ended */

    struct watch_stopped *paused; /* processes that were stopped; WATCH_MAX */
    int paused_count;
    int64_t paused_ns; /* since when; 0: it is not paused */
    int64_t pauses_ns; /* how long all pauses were that were checked */
    int64_t ran_ns;    /* how long it has computed in them */

    int64_t looked_ns; /* when its use of memory was measured */
    enum cause cause;
    bool has_ended;
    bool is_gone; /* the child process has ended: `end` says how */
    siginfo_t end;
};

/* Opening and closing. ------------------------------------------------------------------------ */

static int32_t limit_or(int32_t given, int32_t usual, int32_t max) {
    return given <= 0 ? usual : given < max ? given : max;
}

static void release(struct process *p) {
    mem_free(p->bytes);
    mem_free(p->log);
    mem_free(p->paused);
    mem_free(p);
}

static struct process *allocate(const struct process_config *config) {
    struct process *p = mem_alloc(sizeof *p);
    if (p == NULL)
        return NULL;
    p->bytes = mem_alloc(BUFFER_SIZE);
    p->log = mem_alloc(LOG_SIZE);
    p->paused = mem_alloc(WATCH_MAX * sizeof *p->paused);
    if (p->bytes == NULL || p->log == NULL || p->paused == NULL) {
        release(p);
        return NULL;
    }
    p->limits.memory_mb = limit_or(config->memory_mb, PROCESS_MEMORY_MB, MEMORY_MAX_MB);
    p->limits.tasks_max = limit_or(config->tasks_max, PROCESS_TASKS, WATCH_MAX);
    return p;
}

enum pes_err process_check(const char *command, const struct process_config *config,
                           struct pes_note *note) {
    struct command c;
    const enum pes_err err = command_init(&c, command, !config->no_sandbox, note);
    if (err == PES_ERR_OK)
        command_release(&c);
    return err;
}

enum pes_err process_open(const char *command, const struct process_config *config,
                          struct process **out, struct pes_note *note) {
    struct command c;
    enum pes_err err = command_init(&c, command, !config->no_sandbox, note);
    if (err != PES_ERR_OK)
        return err;
    struct process *p = allocate(config);
    err =
        p == NULL ? PES_ERR_NOMEM : launch(&c, !config->no_sandbox, &p->limits, &p->launched, note);
    command_release(&c);
    if (err != PES_ERR_OK) {
        if (p != NULL)
            release(p);
        return err;
    }
    p->looked_ns = clock_now_ns();
    *out = p;
    return PES_ERR_OK;
}

void process_close(struct process *p) {
    if (p == NULL)
        return;
    launch_kill(&p->launched);
    close(p->launched.in);
    close(p->launched.out);
    close(p->launched.err);
    release(p);
}

enum pes_err process_sandbox_check(struct pes_note *note) {
    const struct process_config config = {0};
    struct process *p = NULL;
    struct process_line line;
    struct pes_note why = {0};
    const enum pes_err err = process_open("/bin/sh -c 'echo works'", &config, &p, &why);
    if (err == PES_ERR_NOMEM)
        return err;
    bool works = false;
    if (err == PES_ERR_OK) {
        const int64_t until_ns = clock_in_ms(20000);
        works = process_read(p, until_ns, NULL, &line) == PROCESS_LINE &&
                strcmp(line.text, "works") == 0;
        if (!works)
            process_say_end(p, &why);
    }
    process_close(p);
    return works ? PES_ERR_OK
                 : pes_note_say(note, PES_ERR_IO, 0, TEXT(sandbox_none), PES_ARGS(PES_NOTED(&why)));
}

/* The end. ------------------------------------------------------------------------------------ */

/* Notices the end of the child process. */
static void notice_end(struct process *p) {
    if (!p->is_gone &&
        (waitid(P_PID, (id_t)p->launched.pid, &p->end, WEXITED | WNOHANG | WNOWAIT) != 0 ||
         p->end.si_pid != 0))
        p->is_gone = true;
}

static void add_to_log(struct process *p, size_t added) {
    p->log_length += added;
    assert(p->log_length <= LOG_SIZE);
    if (p->log_length <= LOG_SIZE - PROCESS_LOG_MAX / 2)
        return;
    const size_t kept = PROCESS_LOG_MAX;
    memmove(p->log, p->log + p->log_length - kept, kept);
    p->log_length = kept;
}

/* Reads what is on its standard error, once. Returns false if there is nothing. */
static bool read_log(struct process *p) {
    const ssize_t got = read(p->launched.err, p->log + p->log_length, LOG_SIZE - p->log_length);
    if (got > 0)
        add_to_log(p, (size_t)got);
    else if (got == 0)
        p->log_closed = true;
    return got > 0;
}

static bool is_stopped(const atomic_bool *stop) {
    return stop != NULL && atomic_load_explicit(stop, memory_order_relaxed);
}

/* A stream has ended: gives the program a moment to end, and reads its last words. */
static void settle(struct process *p, enum cause cause, const atomic_bool *stop) {
    const int64_t until_ns = clock_in_ms(SETTLE_MS);
    notice_end(p);
    for (int wait_ms = 1; !p->is_gone && clock_now_ns() < until_ns; notice_end(p)) {
        struct pollfd err = {.fd = p->log_closed ? -1 : p->launched.err, .events = POLLIN};
        if (is_stopped(stop))
            break;
        if (poll(&err, 1, wait_ms) > 0)
            (void)read_log(p);
        wait_ms += wait_ms < 10;
    }
    for (int i = 0; i < READS_MAX && read_log(p); i++)
        ;
    if (p->cause == CAUSE_NONE)
        p->cause = cause;
    p->has_ended = true;
}

/* Kills a program that exceeds a limit. launch_kill() reaps the rest later. */
static void punish(struct process *p, enum cause cause) {
    p->cause = cause;
    if (p->launched.way == LAUNCH_PLAIN)
        (void)kill(-p->launched.pid, SIGKILL);
    (void)kill(p->launched.pid, SIGKILL);
}

/* Checks the limits that the system does not enforce, if it is time to. */
static void look(struct process *p, int64_t now_ns) {
    if (now_ns - p->looked_ns < LOOK_MS * CLOCK_NS_PER_MS || p->cause != CAUSE_NONE)
        return;
    struct watch_use use;
    /* In a sandbox our child is not the program. */
    if (watch_measure(p->launched.pid, p->launched.way != LAUNCH_PLAIN, &use)) {
        if (use.memory_kb > (int64_t)p->limits.memory_mb * 1024)
            punish(p, CAUSE_MEMORY);
        else if (use.tasks > p->limits.tasks_max + 1) /* 1: bubblewrap's init */
            punish(p, CAUSE_TASKS);
    }
    notice_end(p);
    p->looked_ns = clock_now_ns();
}

/* Turns. -------------------------------------------------------------------------------------- */

void process_pause(struct process *p) {
    if (p->launched.way == LAUNCH_PLAIN || p->has_ended || p->paused_ns != 0)
        return;
    p->paused_count = watch_stop(p->launched.pid, p->paused, WATCH_MAX);
    p->paused_ns = clock_now_ns();
}

/* Has it computed in this pause? To stop takes a moment, and a large call of the system ends first:
 * a little is allowed, and short pauses are not worth a look. */
static void check_pause(struct process *p) {
    const int64_t since_ns = clock_now_ns() - p->paused_ns;
    if (since_ns < PAUSE_MIN_MS * CLOCK_NS_PER_MS || p->cause != CAUSE_NONE)
        return;
    p->pauses_ns += since_ns;
    p->ran_ns += watch_ran_ns(p->launched.pid, p->paused, p->paused_count, since_ns);
    if (p->ran_ns > RAN_MAX_MS * CLOCK_NS_PER_MS + p->pauses_ns / RAN_SHARE)
        punish(p, CAUSE_TURN);
}

static void resume(struct process *p) {
    if (p->paused_ns == 0)
        return;
    check_pause(p);
    watch_continue(p->paused, p->paused_count);
    p->paused_count = 0;
    p->paused_ns = 0;
}

/* Streams. ------------------------------------------------------------------------------------ */

/* Makes room at the end of the buffer; returns its size. */
static size_t make_room(struct process *p) {
    if (p->from == p->to)
        p->from = p->to = 0;
    if (p->from > 0 && p->to == BUFFER_SIZE) {
        memmove(p->bytes, p->bytes + p->from, p->to - p->from);
        p->to -= p->from;
        p->from = 0;
    }
    return BUFFER_SIZE - p->to;
}

/* Reads from its output, once. Returns false if there is nothing yet. */
static bool fill(struct process *p) {
    const size_t room = make_room(p);
    if (p->is_closed || room == 0)
        return false;
    const ssize_t got = read(p->launched.out, p->bytes + p->to, room);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return false;
    if (got > 0)
        p->to += (size_t)got;
    else
        p->is_closed = true;
    p->filled_ns = clock_now_ns();
    return true;
}

/* Waits for at most `wait_ms` until something can be read, or sent if `sending`; reads it. Returns
 * true if its output had something, or has ended. */
static bool pump(struct process *p, bool sending, int wait_ms) {
    const bool room = !p->is_closed && make_room(p) > 0;
    struct pollfd fds[3] = {
        {.fd = room ? p->launched.out : -1, .events = POLLIN},
        {.fd = p->log_closed ? -1 : p->launched.err, .events = POLLIN},
        {.fd = sending ? p->launched.in : -1, .events = POLLOUT},
    };
    bool got = false;
    if (poll(fds, 3, wait_ms) > 0) {
        if (fds[0].revents != 0)
            got = fill(p);
        if (fds[1].revents != 0)
            (void)read_log(p);
    }
    look(p, clock_now_ns());
    /* Without a sandbox other processes may keep the output open. */
    if (p->is_gone && !got && !p->is_closed) {
        p->is_closed = !fill(p);
        got = true;
    }
    return got;
}

/* How long to wait in one piece. */
static int piece_ms(int64_t now_ns, int64_t until_ns) {
    if (until_ns == 0 || until_ns - now_ns > LOOK_MS * CLOCK_NS_PER_MS)
        return LOOK_MS;
    return until_ns <= now_ns ? 0
                              : (int)((until_ns - now_ns + CLOCK_NS_PER_MS - 1) / CLOCK_NS_PER_MS);
}

/* write() that fails with EPIPE instead of raising a signal. */
static ssize_t write_quietly(int fd, const char *bytes, size_t length) {
    sigset_t pipes, old;
    sigemptyset(&pipes);
    sigaddset(&pipes, SIGPIPE);
    (void)pthread_sigmask(SIG_BLOCK, &pipes, &old);
    const ssize_t written = write(fd, bytes, length);
    const int reason = errno;
    if (written < 0 && reason == EPIPE && sigismember(&old, SIGPIPE) == 0) {
        const struct timespec none = {0};
        while (sigtimedwait(&pipes, NULL, &none) < 0 && errno == EINTR)
            ;
    }
    (void)pthread_sigmask(SIG_SETMASK, &old, NULL);
    errno = reason;
    return written;
}

enum process_event process_send(struct process *p, const char *bytes, size_t length,
                                int64_t until_ns, const atomic_bool *stop) {
    resume(p);
    while (length > 0) {
        if (p->has_ended)
            return PROCESS_ENDED;
        const ssize_t written = write_quietly(p->launched.in, bytes, length);
        if (written > 0) {
            bytes += written;
            length -= (size_t)written;
            continue;
        }
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0 && errno != EAGAIN) {
            settle(p, CAUSE_INPUT, stop);
            return PROCESS_ENDED;
        }
        const int64_t now_ns = clock_now_ns();
        if (is_stopped(stop))
            return PROCESS_STOPPED;
        if (until_ns != 0 && now_ns >= until_ns)
            return PROCESS_LATE;
        (void)pump(p, true, piece_ms(now_ns, until_ns));
        if (p->is_closed)
            settle(p, CAUSE_OUTPUT, stop);
    }
    return PROCESS_LINE;
}

/* Lines. -------------------------------------------------------------------------------------- */

/* Drops the rest of a line whose beginning was thrown away; true if it is complete. */
static void cut(struct process *p) {
    const char *end = memchr(p->bytes + p->from, '\n', p->to - p->from);
    p->from = end == NULL ? p->to : (size_t)(end - p->bytes) + 1;
    p->cutting = end == NULL;
    p->scanned = 0;
}

static bool take_line(struct process *p, struct process_line *out) {
    if (p->cutting)
        cut(p);
    char *text = p->bytes + p->from;
    char *end = memchr(text + p->scanned, '\n', p->to - p->from - p->scanned);
    if (end == NULL) {
        p->scanned = p->to - p->from;
        return false;
    }
    size_t length = (size_t)(end - text);
    if (length > PROCESS_LINE_MAX)
        return false;
    p->from += length + 1;
    p->scanned = 0;
    if (length > 0 && text[length - 1] == '\r')
        length--;
    text[length] = '\0';
    for (char *nul = memchr(text, '\0', length); nul != NULL;
         nul = memchr(nul, '\0', length - (size_t)(nul - text)))
        *nul = '?';
    *out = (struct process_line){.text = text, .length = length};
    return true;
}

enum process_event process_read(struct process *p, int64_t until_ns, const atomic_bool *stop,
                                struct process_line *out) {
    resume(p);
    for (;;) {
        if (take_line(p, out))
            return PROCESS_LINE;
        if (p->to - p->from > PROCESS_LINE_MAX)
            return PROCESS_FLOOD;
        if (p->is_closed && !p->has_ended)
            settle(p, CAUSE_OUTPUT, stop);
        if (p->is_closed)
            return PROCESS_ENDED;
        if (is_stopped(stop))
            return PROCESS_STOPPED;
        /* One look is allowed after the deadline, for a line that arrived while this process was
         * not running; endless output gets no more. */
        const int64_t now_ns = clock_now_ns();
        const bool over = until_ns != 0 && now_ns >= until_ns;
        if (over && p->filled_ns >= until_ns)
            return PROCESS_LATE;
        if (!pump(p, false, piece_ms(now_ns, until_ns)) && over)
            return PROCESS_LATE;
    }
}

void process_skip(struct process *p) {
    for (size_t read_bytes = 0; read_bytes < BUFFER_SIZE;) {
        if (p->to > p->from)
            p->cutting = p->bytes[p->to - 1] != '\n' && !p->is_closed;
        p->from = p->to = p->scanned = 0;
        if (!fill(p))
            break;
        read_bytes += p->to;
        if (p->is_closed)
            break;
    }
    if (p->to > p->from)
        p->cutting = p->bytes[p->to - 1] != '\n';
    p->from = p->to = p->scanned = 0;
}

/* Reports. ------------------------------------------------------------------------------------ */

bool process_has_ended(const struct process *p) {
    return p->has_ended;
}

static const struct pes_text *signal_name(int number) {
    switch (number) {
    case SIGABRT:
        return TEXT(signal_abort);
    case SIGFPE:
        return TEXT(signal_arithmetic);
    case SIGILL:
        return TEXT(signal_illegal);
    case SIGBUS:
        return TEXT(signal_bus);
    case SIGSEGV:
        return TEXT(signal_segmentation);
    case SIGKILL:
        return TEXT(signal_killed);
    case SIGXFSZ:
        return TEXT(signal_file_size);
    case SIGPIPE:
        return TEXT(signal_pipe);
    default:
        return NULL;
    }
}

/* Fills in a note that is not about an input. */
static void say(struct pes_note *out, const struct pes_text *text, const struct pes_arg args[]) {
    const enum pes_err err = pes_note_say(out, PES_ERR_IO, 0, text, args);
    (void)err;
}

static void say_signal(int number, struct pes_note *out) {
    const struct pes_text *name = signal_name(number);
    if (name != NULL)
        say(out, TEXT(process_signal_named), PES_ARGS(PES_INT(number), PES_SAID(name)));
    else
        say(out, TEXT(process_signal), PES_ARGS(PES_INT(number)));
}

/* How the child process ended. In a sandbox it is the program's parent, and passes a signal on as a
 * shell does. */
static void say_status(const struct process *p, struct pes_note *out) {
    const int status = p->end.si_status;
    if (p->end.si_pid != 0 && p->end.si_code != CLD_EXITED)
        say_signal(status, out);
    else if (p->launched.way != LAUNCH_PLAIN && status > SHELL_SIGNAL &&
             status < SHELL_SIGNAL + NSIG)
        say_signal(status - SHELL_SIGNAL, out);
    else
        say(out, TEXT(process_exit_code), PES_ARGS(PES_INT(status)));
}

void process_say_end(struct process *p, struct pes_note *out) {
    if (p->cause == CAUSE_MEMORY)
        say(out, TEXT(process_over_memory), PES_ARGS(PES_INT(p->limits.memory_mb)));
    else if (p->cause == CAUSE_TURN)
        say(out, TEXT(process_over_turn), PES_NO_ARGS);
    else if (p->cause == CAUSE_TASKS)
        say(out, TEXT(process_over_tasks), PES_ARGS(PES_INT(p->limits.tasks_max)));
    else if (p->is_gone)
        say_status(p, out);
    else if (p->cause == CAUSE_INPUT)
        say(out, TEXT(process_closed_input), PES_NO_ARGS);
    else if (p->cause == CAUSE_OUTPUT)
        say(out, TEXT(process_closed_output), PES_NO_ARGS);
    else
        say(out, TEXT(process_not_ended), PES_NO_ARGS);
}

const char *process_log(const struct process *p, size_t *length) {
    const size_t kept = p->log_length < PROCESS_LOG_MAX ? p->log_length : PROCESS_LOG_MAX;
    *length = kept;
    return p->log + p->log_length - kept;
}

void process_log_clear(struct process *p) {
    p->log_length = 0;
}
