/* Load test of the server: many players, or agents that think.
 *
 *     bench/load PESSOI [--players 500] [--seconds 60] [--game gomoku] [--kill] [--db URL]
 *     bench/load PESSOI --think
 *
 * The first simulates games between people, each of whom moves once per second, and measures the
 * latency from one player's move to its arrival at the other. With --kill the server is killed
 * half-way (SIGKILL) and started again; every game must go on from its last acknowledged move. The
 * second lets two agents think for ten seconds and measures the latency of requests meanwhile.
 *
 * Starts a server of its own on a free port, with its games in a temporary folder or in the
 * database of --db. Exit code 1 on any error, lost game, or p99 latency over 50 ms (20 ms with
 * --think). */
#include "core/clock.h"
#include "core/mem.h"
#include "load_net.h"
#include "pessoi/rng.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum {
    TICK_US = 10, /* of the histogram */
    TICKS = 1000000,
    MOVE_MS = 500, /* per game: each of its two players moves once per second */
};
static const int64_t MS = 1000000;

/* A histogram of latencies, with bins of one tick. */
struct waits {
    uint32_t *counts;
    uint64_t total;
    int64_t longest_ns;
};

static void waits_add(struct waits *w, int64_t ns) {
    const int64_t tick = ns / 1000 / TICK_US;
    w->counts[tick < TICKS ? tick : TICKS - 1]++;
    w->total++;
    w->longest_ns = ns > w->longest_ns ? ns : w->longest_ns;
}

/* A percentile in milliseconds; 0 without data. */
static double waits_at(const struct waits *w, double share) {
    const double wanted = share * (double)w->total;
    double seen = 0;
    for (int i = 0; i < TICKS; i++) {
        seen += w->counts[i];
        if (seen >= wanted && seen > 0)
            return (i + 1) * TICK_US / 1000.0;
    }
    return 0;
}

struct player {
    struct wire wire;
    char id[32], key[32];
    int64_t event;   /* the last event that it has received */
    char move[64];   /* the next move; "": it is not its turn */
    int ply;         /* of that move */
    int64_t due_ns;  /* when; INT64_MAX: never */
    int64_t sent_ns; /* when it sent its last move; 0: the other player has received it */
    bool back;       /* reconnected after the kill, without the state of the game yet */
};

struct load {
    struct host host;
    const char *game;
    int players, seconds;
    bool kill;
    int epoll;
    struct player *all;
    struct waits waits;
    struct pes_rng rng;
    uint64_t moves, games, errors, lost;
};

/* Messages --------------------------------------------------------------------------------------
 */

/* The text after `"name":` in a message; NULL: it has no such member. */
static const char *member(const char *text, const char *name) {
    char key[48];
    snprintf(key, sizeof key, "\"%s\":", name);
    const char *at = strstr(text, key);
    return at != NULL ? at + strlen(key) : NULL;
}

static int64_t number(const char *text, const char *name) {
    const char *at = member(text, name);
    return at != NULL ? strtoll(at, NULL, 10) : -1;
}

/* Copies a member that is a string; false: there is none. */
static bool copy_text(const char *text, const char *name, char *out, size_t size) {
    const char *at = member(text, name);
    if (at == NULL || *at != '"')
        return false;
    const size_t length = strcspn(at + 1, "\"");
    snprintf(out, size, "%.*s", (int)length, at + 1);
    return true;
}

/* Chooses a random legal move; false: there is none, it is the other player's turn. */
static bool choose(struct load *l, struct player *p, const char *position) {
    const char *legal = member(position, "legal");
    const char *end = legal != NULL ? strstr(legal, "\"scores\":") : NULL;
    p->move[0] = '\0';
    p->due_ns = INT64_MAX;
    if (end == NULL || legal[1] != '[')
        return false;
    const char *at = legal + 1 + pes_rng_below(&l->rng, (uint32_t)(end - legal - 1));
    at = strstr(at, "[\"");
    if (at == NULL || at > end)
        at = legal + 1;
    snprintf(p->move, sizeof p->move, "%.*s", (int)strcspn(at + 2, "\""), at + 2);
    p->ply = (int)number(position, "ply");
    return true;
}

static void say(struct player *p, const char *what) {
    char text[256];
    snprintf(text, sizeof text, "{\"do\":\"%s\",\"id\":\"%s\"}", what, p->id);
    wire_send(&p->wire, text);
}

static void follow(struct player *p) {
    char text[256];
    snprintf(text, sizeof text,
             "{\"do\":\"follow\",\"id\":\"%s\",\"keys\":[\"%s\"],\"from\":%" PRId64 "}", p->id,
             p->key, p->event);
    wire_send(&p->wire, text);
}

static void play(struct load *l, struct player *p, int64_t now) {
    char text[256];
    snprintf(text, sizeof text,
             "{\"do\":\"move\",\"id\":\"%s\",\"ply\":%d,\"move\":\"%s\",\"seq\":1}", p->id, p->ply,
             p->move);
    wire_send(&p->wire, text);
    p->due_ns = INT64_MAX;
    p->sent_ns = now;
    l->moves++;
}

static bool is_even(const struct load *l, const struct player *p) {
    return (p - l->all) % 2 == 0;
}

static struct player *other_of(const struct load *l, const struct player *p) {
    return &l->all[(p - l->all) ^ 1];
}

/* Players must not move in step: 0.5 to 1.5 times the mean interval. */
static int64_t pause_ns(struct load *l) {
    return (MOVE_MS / 2 + (int64_t)pes_rng_below(&l->rng, MOVE_MS)) * MS;
}

/* A state of the game: chooses a move, or starts a new game. */
static void take_position(struct load *l, struct player *p, const char *text, int64_t now) {
    const char *position = member(text, "position");
    if (position == NULL)
        return;
    const char *result = member(position, "result");
    if (choose(l, p, position))
        p->due_ns = now + pause_ns(l);
    else if (result != NULL && *result == '"' && is_even(l, p))
        say(p, "rematch");
}

static void take_state(struct load *l, struct player *p, const char *text) {
    char next[32];
    const char *offer = member(text, "offer");
    if (copy_text(text, "next", next, sizeof next) && strcmp(next, p->id) != 0) {
        say(p, "leave");
        snprintf(p->id, sizeof p->id, "%s", next);
        p->event = 0;
        l->games += is_even(l, p);
        follow(p);
    } else if (offer != NULL && *offer == '{' && !is_even(l, p)) {
        say(p, "accept");
    }
}

/* After the kill: does the server still have every acknowledged move? */
static void check_back(struct load *l, struct player *p, int64_t event, bool same, int64_t now) {
    if (!p->back)
        return;
    p->back = false;
    if (event < p->event) {
        fprintf(stderr, "load: game %s went back from event %" PRId64 " to %" PRId64 "\n", p->id,
                p->event, event);
        l->lost++;
    }
    if (same && p->move[0] != '\0')
        p->due_ns = now + pause_ns(l);
}

static void take_message(struct load *l, struct player *p, const char *text, int64_t now) {
    const char *is = text + strlen("{\"is\":\"");
    const int64_t event = number(text, "event");
    struct player *other = other_of(l, p);
    if (strncmp(is, "moved\"", 6) == 0) {
        if (strncmp(strchr(is, ',') + 1, "\"re\"", 4) != 0 && other->sent_ns > 0) {
            waits_add(&l->waits, now - other->sent_ns);
            other->sent_ns = 0;
        }
        p->event = event;
        take_position(l, p, text, now);
    } else if (strncmp(is, "game\"", 5) == 0) {
        check_back(l, p, event, false, now);
        p->event = event;
        take_position(l, p, text, now);
    } else if (strncmp(is, "same\"", 5) == 0) {
        check_back(l, p, event, true, now);
    } else if (strncmp(is, "state\"", 6) == 0) {
        take_state(l, p, text);
    } else if (strncmp(is, "error\"", 6) == 0) {
        fprintf(stderr, "load: %.300s\n", text);
        l->errors++;
    }
}

/* The loop --------------------------------------------------------------------------------------
 */

static void watch(struct load *l, struct player *p) {
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = p};
    epoll_ctl(l->epoll, EPOLL_CTL_ADD, p->wire.fd, &event);
}

static bool connect_player(struct load *l, struct player *p) {
    if (!wire_connect(&p->wire, l->host.port))
        return false;
    watch(l, p);
    follow(p); /* it is buffered until the handshake is complete */
    return true;
}

static void receive(struct load *l, struct player *p) {
    const bool alive = wire_fill(&p->wire);
    const int64_t now = clock_now_ns();
    size_t length, whole;
    for (const char *m; (m = wire_message(&p->wire, &length, &whole)) != NULL;) {
        char *end = p->wire.in.text + (m - p->wire.in.text) + length;
        const char after = *end;
        *end = '\0';
        take_message(l, p, m, now);
        *end = after;
        wire_done(&p->wire, whole);
    }
    if (!alive || !wire_flush(&p->wire)) {
        if (l->errors++ == 0)
            fprintf(stderr, "load: a connection was lost: %.200s\n", p->wire.in.text);
        wire_close(&p->wire);
    }
}

/* Sends the moves that are due; returns the time of the next one. */
static int64_t move_all(struct load *l, int64_t now) {
    int64_t next = now + 100 * MS;
    for (int i = 0; i < l->players; i++) {
        struct player *p = &l->all[i];
        if (p->due_ns <= now && p->move[0] != '\0' && p->wire.open) {
            play(l, p, clock_now_ns());
            wire_flush(&p->wire);
        }
        next = p->due_ns < next ? p->due_ns : next;
    }
    return next;
}

static void turn(struct load *l) {
    struct epoll_event events[256];
    const int64_t now = clock_now_ns();
    const int64_t next = move_all(l, now);
    const int wait_ms = next > now ? (int)((next - now) / MS) + 1 : 0;
    const int count = epoll_wait(l->epoll, events, 256, wait_ms);
    for (int i = 0; i < count; i++) {
        struct player *p = events[i].data.ptr;
        if (p->wire.fd >= 0)
            receive(l, p);
    }
}

/* Repeats a request until the server accepts it. */
static bool ask(struct load *l, const char *path, const char *body, struct str *out) {
    for (int tries = 0; tries < 200; tries++) {
        str_clear(out);
        const int status = http_ask(l->host.port, "POST", path, body, out);
        if (status == 200)
            return true;
        if (status != 429)
            break;
        poll(NULL, 0, 50);
    }
    fprintf(stderr, "load: POST %s: %s\n", path, out->text);
    return false;
}

static bool make_game(struct load *l, struct player *first, struct player *second) {
    char body[256], path[64];
    struct str out;
    str_init(&out);
    snprintf(body, sizeof body,
             "{\"game\":\"%s\",\"seats\":[{\"who\":\"me\"},{\"who\":\"person\"}]}", l->game);
    bool good =
        ask(l, "/api/1/play", body, &out) && copy_text(out.text, "id", first->id, sizeof first->id);
    const char *keys = good ? member(out.text, "keys") : NULL;
    if (good && keys != NULL) {
        snprintf(first->key, sizeof first->key, "%.24s", keys + 2);
        memcpy(second->id, first->id, sizeof second->id);
        snprintf(path, sizeof path, "/api/1/play/%s/join", first->id);
        good =
            ask(l, path, "{}", &out) && copy_text(out.text, "key", second->key, sizeof second->key);
    }
    str_release(&out);
    first->due_ns = second->due_ns = INT64_MAX;
    return good && connect_player(l, first) && connect_player(l, second);
}

/* Kills the server, starts it again and reconnects all players. */
static bool kill_and_return(struct load *l) {
    const int64_t start = clock_now_ns();
    host_kill(&l->host);
    for (int i = 0; i < l->players; i++)
        wire_close(&l->all[i].wire);
    if (!host_start(&l->host))
        return false;
    for (int i = 0; i < l->players; i++) {
        struct player *p = &l->all[i];
        p->back = true;
        p->due_ns = INT64_MAX;
        p->sent_ns = 0;
        if (!connect_player(l, p))
            return false;
        turn(l);
    }
    printf("killed; everybody was back after %.2f s\n", clock_seconds_since(start));
    return true;
}

static void report(struct load *l, double seconds) {
    printf("%4.0f s: %" PRIu64 " moves, %" PRIu64 " new games, p50 %.2f ms, p99 %.2f ms, longest "
           "%.1f ms, memory %ld kB, errors %" PRIu64 ", lost %" PRIu64 "\n",
           seconds, l->moves, l->games, waits_at(&l->waits, 0.5), waits_at(&l->waits, 0.99),
           (double)l->waits.longest_ns / 1e6, host_memory_kb(&l->host), l->errors, l->lost);
    fflush(stdout);
}

static bool run_games(struct load *l) {
    const int64_t start = clock_now_ns();
    const double step = l->seconds >= 120 ? 60 : l->seconds / 4.0;
    double next = step;
    for (double gone; (gone = clock_seconds_since(start)) < l->seconds;) {
        turn(l);
        if (gone >= next) {
            report(l, gone);
            next += step;
        }
        if (l->kill && gone > l->seconds / 2.0) {
            l->kill = false;
            if (!kill_and_return(l))
                return false;
        }
    }
    return true;
}

static int play_games(struct load *l) {
    bool good = host_start(&l->host);
    for (int i = 0; good && i + 1 < l->players; i += 2)
        good = make_game(l, &l->all[i], &l->all[i + 1]);
    if (!good) {
        fprintf(stderr, "load: the games could not be made\n");
        return 1;
    }
    printf("%d players of %s at port %d\n", l->players, l->game, l->host.port);
    good = run_games(l);
    report(l, l->seconds);
    for (int i = 0; i < l->players; i++) {
        good &= !l->all[i].back; /* every player has received the state of the game */
        wire_close(&l->all[i].wire);
    }
    good &= host_stop(&l->host);
    good &= l->errors == 0 && l->lost == 0 && waits_at(&l->waits, 0.99) <= 50;
    printf("%s\n", good ? "good" : "NOT GOOD");
    return good ? 0 : 1;
}

/* Thinking --------------------------------------------------------------------------------------
 */

/* Waits for a message of this type; false: timeout. */
static bool wait_for(struct wire *w, const char *is) {
    const int64_t start = clock_now_ns();
    while (clock_seconds_since(start) < 15) {
        struct pollfd wanted = {.fd = w->fd, .events = POLLIN};
        size_t length, whole;
        if (!wire_flush(w) || poll(&wanted, 1, 1000) < 0 || !wire_fill(w))
            return false;
        for (const char *m; (m = wire_message(w, &length, &whole)) != NULL;) {
            const bool found = strncmp(m + strlen("{\"is\":\""), is, strlen(is)) == 0;
            wire_done(w, whole);
            if (found)
                return true;
        }
    }
    return false;
}

/* A game whose agent thinks for ten seconds as soon as a client follows it. */
static bool begin_thinking(struct load *l, struct player *p) {
    struct str out;
    char text[256];
    str_init(&out);
    const bool good = ask(l, "/api/1/play",
                          "{\"game\":\"gomoku\",\"moves\":\"h8 i9 g7\",\"seats\":[{\"who\":\"me\"},"
                          "{\"who\":\"agent\",\"agent\":\"mcts:movetime=10000\"}]}",
                          &out) &&
                      copy_text(out.text, "id", p->id, sizeof p->id);
    str_release(&out);
    if (!good || !wire_connect(&p->wire, l->host.port))
        return false;
    snprintf(text, sizeof text, "{\"do\":\"follow\",\"id\":\"%s\"}", p->id);
    wire_send(&p->wire, text);
    return wait_for(&p->wire, "thinking");
}

static int think(struct load *l) {
    struct str out;
    char text[256];
    str_init(&out);
    if (!host_start(&l->host) || !begin_thinking(l, &l->all[0]) || !begin_thinking(l, &l->all[1])) {
        fprintf(stderr, "load: the agents do not think\n");
        return 1;
    }
    const int64_t start = clock_now_ns();
    const struct timespec pause = {.tv_nsec = 60 * MS}; /* within the rate limit of one client */
    snprintf(text, sizeof text, "{\"do\":\"at\",\"id\":\"%s\",\"ply\":3}", l->all[0].id);
    while (clock_seconds_since(start) < 9) {
        nanosleep(&pause, NULL);
        const int64_t asked = clock_now_ns();
        wire_send(&l->all[0].wire, text);
        l->errors += !wait_for(&l->all[0].wire, "at");
        waits_add(&l->waits, clock_now_ns() - asked);
        const int64_t again = clock_now_ns();
        char path[64];
        snprintf(path, sizeof path, "/api/1/play/%s", l->all[1].id);
        str_clear(&out);
        l->errors += http_ask(l->host.port, "GET", path, NULL, &out) != 200;
        waits_add(&l->waits, clock_now_ns() - again);
    }
    str_release(&out);
    for (int i = 0; i < 2; i++)
        wire_close(&l->all[i].wire);
    const double p99 = waits_at(&l->waits, 0.99);
    printf("while two agents think: %" PRIu64 " questions, p50 %.2f ms, p99 %.2f ms, longest %.1f "
           "ms, errors %" PRIu64 "\n",
           l->waits.total, waits_at(&l->waits, 0.5), p99, (double)l->waits.longest_ns / 1e6,
           l->errors);
    const bool good = host_stop(&l->host) && l->errors == 0 && p99 <= 20;
    printf("%s\n", good ? "good" : "NOT GOOD");
    return good ? 0 : 1;
}

/* The command line ------------------------------------------------------------------------------
 */

static int usage(void) {
    fprintf(stderr,
            "usage: load PESSOI [--players N] [--seconds N] [--game NAME] [--kill] [--db URL]\n"
            "       load PESSOI --think\n");
    return 2;
}

static bool read_options(struct load *l, int argc, char *argv[], bool *thinking) {
    static const struct option options[] = {{"players", required_argument, NULL, 'p'},
                                            {"seconds", required_argument, NULL, 's'},
                                            {"game", required_argument, NULL, 'g'},
                                            {"kill", no_argument, NULL, 'k'},
                                            {"think", no_argument, NULL, 't'},
                                            {"db", required_argument, NULL, 'd'},
                                            {NULL, 0, NULL, 0}};
    for (int which; (which = getopt_long(argc, argv, "", options, NULL)) >= 0;) {
        if (which == 'p')
            l->players = (int)strtol(optarg, NULL, 10) / 2 * 2;
        else if (which == 's')
            l->seconds = (int)strtol(optarg, NULL, 10);
        else if (which == 'g')
            l->game = optarg;
        else if (which == 'k')
            l->kill = true;
        else if (which == 'd')
            l->host.db = optarg;
        else if (which == 't')
            *thinking = true;
        else
            return false;
    }
    l->host.program = optind == argc - 1 ? argv[optind] : NULL;
    return l->host.program != NULL && l->players >= 2 && l->players <= 4000 && l->seconds > 0;
}

int main(int argc, char *argv[]) {
    struct load l = {.game = "gomoku", .players = 500, .seconds = 60};
    bool thinking = false;
    if (!read_options(&l, argc, argv, &thinking))
        return usage();
    struct rlimit files = {.rlim_cur = 8192, .rlim_max = 8192};
    (void)setrlimit(RLIMIT_NOFILE, &files);
    l.host.movetime = "10000";
    l.epoll = epoll_create1(EPOLL_CLOEXEC);
    l.all = mem_alloc((size_t)l.players * sizeof *l.all);
    l.waits.counts = mem_alloc(TICKS * sizeof *l.waits.counts);
    if (l.epoll < 0 || l.all == NULL || l.waits.counts == NULL)
        return 1;
    pes_rng_init(&l.rng, 1);
    const int code = thinking ? think(&l) : play_games(&l);
    close(l.epoll);
    mem_free(l.all);
    mem_free(l.waits.counts);
    return code;
}
