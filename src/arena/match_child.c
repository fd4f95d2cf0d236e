#include "arena/match_child.h"

#include "core/str.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

struct child {
    struct shared *shared;
    struct desk *desk;
    struct player player;
    int fd;
};

static void set_signals(const int numbers[], size_t count, void (*handler)(int)) {
    struct sigaction action = {.sa_handler = handler};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < count; i++)
        sigaction(numbers[i], &action, NULL);
}

/* Requests to end are for the process that watches: it decides what becomes of its children. A
 * crash ends a child, whatever the program does about its own, and so does a pipe that nobody
 * reads. */
static void leave_signals(void) {
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

/* Head and text in one write, so that small ones are never torn. */
static enum pes_err send_news(int fd, struct news news, const char *bytes, size_t length) {
    struct str out;
    str_init(&out);
    news.length = (uint32_t)length;
    str_add_bytes(&out, (const char *)&news, sizeof news);
    str_add_bytes(&out, bytes, length);
    const enum pes_err err = str_err(&out);
    if (err == PES_ERR_OK)
        write_all(fd, out.text, out.length);
    str_release(&out);
    return err;
}

static enum pes_err send_game(int fd, struct news news, const struct pes_record *record) {
    struct str text;
    str_init(&text);
    enum pes_err err = record != NULL ? pes_record_format(record, add_text, &text) : PES_ERR_OK;
    if (err == PES_ERR_OK)
        err = send_news(fd, news, text.text, text.length);
    str_release(&text);
    return err;
}

/* The failure of a pair; it needs no memory. */
static void send_failure(const struct child *c, struct news news, const struct pes_note *note) {
    char bytes[sizeof news + sizeof *note];
    news.length = sizeof *note;
    memcpy(bytes, &news, sizeof news);
    memcpy(bytes + sizeof news, note, sizeof *note);
    atomic_store(&c->shared->halted, true);
    write_all(c->fd, bytes, sizeof bytes);
}

/* Plays and tells one game; false where it failed. Agents are made when the first game begins, so
 * that one which cannot be made costs its games and no more. */
static bool play_game(struct child *c, int32_t number, int k) {
    struct pes_note note = {0};
    struct played played = {.record = NULL};
    struct news news = {.number = number, .k = k};
    atomic_store(&c->desk->trace.count, 0);
    atomic_store(&c->desk->k, k);
    atomic_store(&c->desk->number, number);
    c->player.k = k;
    enum pes_err err = c->player.agents[0] == NULL ? player_init(&c->player, &note) : PES_ERR_OK;
    if (err == PES_ERR_OK)
        err = player_play(&c->player, number, k, &played, &note);
    news.opening = played.opening;
    news.game = played.game;
    if (err == PES_ERR_OK)
        err = send_game(c->fd, news, played.record);
    pes_record_free(played.record);
    news.err = err;
    if (err != PES_ERR_OK)
        send_failure(c, news, &note);
    return err == PES_ERR_OK;
}

void child_run(const struct run *run, struct shared *shared, struct desk *desk, int fd,
               int32_t number, int k) {
    struct child c = {
        .shared = shared,
        .desk = desk,
        .player = {.run = run, .stop = &shared->stop, .trace = &desk->trace},
        .fd = fd,
    };
    leave_signals();
    bool good = true;
    while (good) {
        if (number == DESK_IDLE) {
            number = atomic_load(&shared->halted) ? run->pairs_count
                                                  : atomic_fetch_add(&shared->next, 1);
            k = 0;
        }
        if (number >= run->pairs_count)
            break;
        for (; k < 2 && good; k++)
            good = play_game(&c, number, k);
        atomic_store(&desk->number, DESK_IDLE);
        number = DESK_IDLE;
    }
    player_release(&c.player);
    _exit(0);
}
