/* A child process of an isolated match. It takes pairs from a shared counter, plays them, and
 * writes one message per game into its pipe. It never returns to the code of the caller: it ends
 * with _exit(), without atexit() handlers or flushing of the parent's stdio buffers. */
#include "arena/match_child.h"

#include "core/str.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

struct child {
    struct shared *shared;
    struct status *status;
    struct player player;
    int fd;
};

static void set_signals(const int numbers[], size_t count, void (*handler)(int)) {
    struct sigaction action = {.sa_handler = handler};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < count; i++)
        sigaction(numbers[i], &action, NULL);
}

/* Requests to end are for the supervising process, which ends its children. Crashes have their
 * default action, whatever handlers the program has: they end the child, and so does a pipe without
 * a reader. */
static void reset_signals(void) {
    static const int requests[] = {SIGINT, SIGTERM, SIGHUP};
    static const int crashes[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGPIPE};
    set_signals(requests, sizeof requests / sizeof requests[0], SIG_IGN);
    set_signals(crashes, sizeof crashes / sizeof crashes[0], SIG_DFL);
}

static void write_all(int fd, const char *bytes, size_t length) {
    while (length > 0) {
        const ssize_t n = write(fd, bytes, length);
        if (n < 0 && errno != EINTR)
            _exit(1);
        if (n > 0) {
            bytes += n;
            length -= (size_t)n;
        }
    }
}

static enum pes_err add_text(void *to, const char *bytes, size_t length) {
    struct str *out = to;
    str_add_bytes(out, bytes, length);
    return str_err(out);
}

/* Writes head and text at once; the supervisor joins partial reads. */
static enum pes_err send_message(int fd, struct message message, const char *bytes, size_t length) {
    struct str out;
    str_init(&out);
    message.length = (uint32_t)length;
    str_add_bytes(&out, (const char *)&message, sizeof message);
    str_add_bytes(&out, bytes, length);
    const enum pes_err err = str_err(&out);
    if (err == PES_ERR_OK)
        write_all(fd, out.text, out.length);
    str_release(&out);
    return err;
}

static enum pes_err send_game(int fd, struct message message, const struct pes_record *record) {
    struct str text;
    str_init(&text);
    enum pes_err err = record != NULL ? pes_record_format(record, add_text, &text) : PES_ERR_OK;
    if (err == PES_ERR_OK)
        err = send_message(fd, message, text.text, text.length);
    str_release(&text);
    return err;
}

/* Reports the failure of a pair; it allocates nothing, because the failure may be NOMEM. */
static void send_failure(const struct child *c, struct message message,
                         const struct pes_note *note) {
    char bytes[sizeof message + sizeof *note];
    message.length = sizeof *note;
    memcpy(bytes, &message, sizeof message);
    memcpy(bytes + sizeof message, note, sizeof *note);
    atomic_store(&c->shared->halted, true);
    write_all(c->fd, bytes, sizeof bytes);
}

/* Plays and reports one game; false if it failed. Agents are made when the first game begins, so
 * that a crash while making one forfeits that game only. */
static bool play_game(struct child *c, int32_t number, int k) {
    assert(k == 0 || k == 1);
    struct pes_note note = {0};
    struct played played = {.record = NULL};
    struct message message = {.number = number, .k = k};
    atomic_store(&c->status->trace.count, 0);
    atomic_store(&c->status->k, k);
    atomic_store(&c->status->number, number);
    c->player.k = k;
    enum pes_err err = c->player.agents[0] == NULL ? player_init(&c->player, &note) : PES_ERR_OK;
    if (err == PES_ERR_OK)
        err = player_play(&c->player, number, k, &played, &note);
    message.opening = played.opening;
    message.game = played.game;
    if (err == PES_ERR_OK)
        err = send_game(c->fd, message, played.record);
    pes_record_free(played.record);
    message.err = err;
    if (err != PES_ERR_OK)
        send_failure(c, message, &note);
    return err == PES_ERR_OK;
}

void child_run(const struct run *run, struct shared *shared, struct status *status, int fd,
               int32_t number, int k) {
    struct child c = {
        .shared = shared,
        .status = status,
        .player = {.run = run, .stop = &shared->stop, .trace = &status->trace},
        .fd = fd,
    };
    reset_signals();
    bool good = true;
    while (good) {
        if (number == STATUS_IDLE) {
            number = atomic_load(&shared->halted) ? run->pairs_count
                                                  : atomic_fetch_add(&shared->next, 1);
            k = 0;
        }
        if (number >= run->pairs_count)
            break;
        for (; k < 2 && good; k++)
            good = play_game(&c, number, k);
        atomic_store(&status->number, STATUS_IDLE);
        number = STATUS_IDLE;
    }
    player_release(&c.player);
    _exit(0);
}
