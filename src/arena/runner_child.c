/* A child process of a runner. It never returns to the code of the caller: it ends with _exit(),
 * without atexit() handlers or flushing of the parent's stdio buffers. */
#include "arena/runner_child.h"

#include "core/mem.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

static void set_signals(const int numbers[], size_t count, void (*handler)(int)) {
    struct sigaction action = {.sa_handler = handler};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < count; i++)
        sigaction(numbers[i], &action, NULL);
}

/* Requests to end are for the supervising process, which ends its children. Crashes have their
 * default action, whatever handlers the program has: they end the child, and so does a socket
 * without a reader. */
static void reset_signals(void) {
    static const int requests[] = {SIGINT, SIGTERM, SIGHUP};
    static const int crashes[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGPIPE};
    set_signals(requests, sizeof requests / sizeof requests[0], SIG_IGN);
    set_signals(crashes, sizeof crashes / sizeof crashes[0], SIG_DFL);
}

static void write_all(int fd, const void *bytes, size_t length) {
    const char *at = bytes;
    while (length > 0) {
        const ssize_t n = write(fd, at, length);
        if (n < 0 && errno != EINTR)
            _exit(1);
        if (n > 0) {
            at += n;
            length -= (size_t)n;
        }
    }
}

/* Reads exactly `length` bytes; ends the process at the end of the stream. */
static void read_all(int fd, void *bytes, size_t length) {
    char *at = bytes;
    while (length > 0) {
        const ssize_t n = read(fd, at, length);
        if (n == 0 || (n < 0 && errno != EINTR))
            _exit(0);
        if (n > 0) {
            at += n;
            length -= (size_t)n;
        }
    }
}

static enum pes_err add_text(void *to, const char *bytes, size_t length) {
    str_add_bytes(to, bytes, length);
    return str_err(to);
}

/* Reports a failure; it allocates nothing, because the failure may be NOMEM. */
static void send_failure(int fd, struct message message, const struct pes_note *note) {
    message.length = sizeof *note;
    write_all(fd, &message, sizeof message);
    write_all(fd, note, sizeof *note);
}

static void send_result(int fd, const struct runner_result *result) {
    struct message message = {.number = result->number,
                              .err = result->err,
                              .opening = result->opening,
                              .game = result->game};
    struct str text;
    str_init(&text);
    str_add_bytes(&text, (const char *)&result->notes, sizeof result->notes);
    for (int seat = 0; seat < PES_PLAYERS_MAX; seat++) {
        message.log_lengths[seat] = (uint32_t)result->logs[seat].length;
        if (result->logs[seat].length > 0)
            str_add_bytes(&text, result->logs[seat].bytes, result->logs[seat].length);
    }
    if (message.err == PES_ERR_OK)
        message.err = str_err(&text);
    if (message.err == PES_ERR_OK && result->record != NULL)
        message.err = pes_record_format(result->record, add_text, &text);
    if (message.err == PES_ERR_OK) {
        message.length = (uint32_t)text.length;
        write_all(fd, &message, sizeof message);
        write_all(fd, text.text, text.length);
    } else {
        send_failure(fd, message, &result->note);
    }
    str_release(&text);
}

void child_run(const struct runner_config *config, struct shared *shared, struct status *status,
               int fd) {
    struct player player;
    reset_signals();
    player_init(&player, config, &shared->stop, &status->trace);
    for (;;) {
        struct order order;
        struct runner_result result;
        read_all(fd, &order, sizeof order);
        char *line = mem_alloc((size_t)order.length + 1);
        if (line == NULL) {
            const struct pes_note note = {0};
            send_failure(fd, (struct message){.number = order.number, .err = PES_ERR_NOMEM}, &note);
            _exit(1);
        }
        read_all(fd, line, order.length);
        atomic_store(&status->trace.count, 0);
        atomic_store(&status->number, order.number);
        player_run(&player, order.number, line, &result);
        send_result(fd, &result);
        atomic_store(&status->number, CHILD_IDLE);
        runner_result_release(&result);
        mem_free(line);
    }
}
