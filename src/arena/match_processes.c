/* The pairs of a match in processes of their own: docs/adr/0017 says why.
 *
 * This process plays nothing. It forks `jobs` children, reads the games they write into their
 * pipes, and looks at their desks, memory that it shares with them, to see whose agent is running
 * and until when it may. A child that dies or overruns its time has its game forfeited by the agent
 * that was running; another child takes its place and goes on with the game after that one. */
#include "arena/match_child.h"
#include "arena/orphan.h"
#include "core/clock.h"
#include "core/mem.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    LOOK_MS = 50,    /* how often desks and the stop flag are looked at */
    LINGER_MS = 300, /* how long children have to end by themselves */
    REPLAYS_MAX = 3, /* of a game whose child died while no agent was running */
    READ_SIZE = 65536,
};
static const int64_t ns_per_ms = 1000000;

/* A child as its parent sees it. */
struct seat {
    pid_t pid;   /* 0: there is none */
    int fd;      /* the pipe it writes into */
    char *bytes; /* of news that are not whole yet */
    size_t length, cap;
    int replays;

    /* Where it was when it was killed for its time. */
    bool overdue;
    int32_t number;
    int k, player, count;
};

struct crew {
    struct run *run;
    struct shared *shared;
    struct seat *seats;
    struct player judge; /* sets up games that were forfeited */
    bool ending;         /* stopped, or all is played: children have to end */
    int64_t ending_ns;   /* since when */
};

static size_t shared_size(const struct run *run) {
    return sizeof(struct shared) + (size_t)run->jobs * sizeof(struct desk);
}

/* What goes wrong between processes is a failure of the outside. */
static void fail(struct crew *crew, int32_t number, enum pes_err err) {
    const struct pes_note note = {0};
    atomic_store(&crew->shared->halted, true);
    match_fail(crew->run, number, err, &note);
}

/* Starting and ending children. ---------------------------------------------------------------- */

/* Begins with game k of pair `number`, or with the next pair. */
static bool start_child(struct crew *crew, int i, int32_t number, int k) {
    struct seat *seat = &crew->seats[i];
    struct desk *desk = &crew->shared->desks[i];
    int ends[2];
    if (pipe(ends) != 0)
        return false;
    atomic_store(&desk->number, number);
    atomic_store(&desk->k, k);
    atomic_store(&desk->trace.count, 0);
    atomic_store(&desk->trace.seat, BOUT_NOBODY);
    const pid_t parent = getpid();
    const pid_t pid = fork();
    if (pid == 0) {
        const bool wanted = orphan_never(parent);
        close(ends[0]);
        for (int other = 0; other < crew->run->jobs; other++)
            if (crew->seats[other].pid > 0)
                close(crew->seats[other].fd);
        child_run(crew->run, crew->shared, desk, ends[1], wanted ? number : crew->run->pairs_count,
                  k);
    }
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return false;
    }
    seat->pid = pid;
    seat->fd = ends[0];
    seat->length = 0;
    seat->overdue = false;
    return true;
}

static void kill_child(const struct seat *seat) {
    (void)kill(seat->pid, SIGKILL);
}

/* News. ---------------------------------------------------------------------------------------- */

static void take_news(struct crew *crew, const struct news *news, const char *bytes) {
    struct pes_note note = {0};
    enum pes_err err = news->err;
    struct played played = {.opening = news->opening, .game = news->game};
    if (err != PES_ERR_OK) {
        assert(news->length == sizeof note);
        memcpy(&note, bytes, sizeof note);
    } else if (news->length > 0) {
        err = pes_record_parse(bytes, news->length, &played.record, &note);
    }
    if (err == PES_ERR_OK)
        match_take(crew->run, news->number, news->k, &played);
    else
        match_fail(crew->run, news->number, err, &note);
}

/* Takes all news that are whole. */
static void take_all(struct crew *crew, struct seat *seat) {
    size_t at = 0;
    struct news news;
    while (seat->length - at >= sizeof news) {
        memcpy(&news, seat->bytes + at, sizeof news);
        if (seat->length - at - sizeof news < news.length)
            break;
        take_news(crew, &news, seat->bytes + at + sizeof news);
        at += sizeof news + news.length;
        seat->replays = 0;
    }
    memmove(seat->bytes, seat->bytes + at, seat->length - at);
    seat->length -= at;
}

/* Reads what is there; false at its end. */
static bool read_news(struct crew *crew, struct seat *seat) {
    if (seat->cap - seat->length < READ_SIZE) {
        char *bytes = mem_grow(seat->bytes, seat->cap + READ_SIZE);
        if (bytes == NULL) {
            fail(crew, crew->run->handed_out, PES_ERR_NOMEM);
            kill_child(seat);
            return false;
        }
        seat->bytes = bytes;
        seat->cap += READ_SIZE;
    }
    const ssize_t n = read(seat->fd, seat->bytes + seat->length, READ_SIZE);
    if (n <= 0)
        return n < 0 && (errno == EINTR || errno == EAGAIN);
    seat->length += (size_t)n;
    take_all(crew, seat);
    return true;
}

/* Children that died. -------------------------------------------------------------------------- */

/* Whose agent lost the game that the child was playing, and why; BOUT_NOBODY: no agent was running.
 */
static int blame(const struct seat *seat, struct desk *desk, int32_t number, int k,
                 enum pes_end *why) {
    if (seat->overdue && seat->number == number && seat->k == k) {
        atomic_store(&desk->trace.count, seat->count);
        *why = PES_END_TIME;
        return seat->player;
    }
    *why = PES_END_FORFEIT;
    return atomic_load(&desk->trace.seat);
}

/* Settles the game that a child died in; false where it must be played once more. */
static bool settle(struct crew *crew, struct seat *seat, struct desk *desk, int32_t number, int k) {
    struct pes_note note = {0};
    struct played played;
    enum pes_end why;
    const int loser = blame(seat, desk, number, k, &why);
    if (loser == BOUT_NOBODY) {
        if (seat->replays++ < REPLAYS_MAX)
            return false;
        fail(crew, number, PES_ERR_IO);
        return true;
    }
    const enum pes_err err =
        player_forfeit(&crew->judge, number, k, &desk->trace, loser, why, &played, &note);
    if (err == PES_ERR_OK)
        match_take(crew->run, number, k, &played);
    else
        match_fail(crew->run, number, err, &note);
    return true;
}

/* The child has ended. Where it was playing, another one goes on. */
static void bury_child(struct crew *crew, int i) {
    struct seat *seat = &crew->seats[i];
    struct desk *desk = &crew->shared->desks[i];
    struct run *run = crew->run;
    close(seat->fd);
    while (waitpid(seat->pid, NULL, 0) < 0 && errno == EINTR)
        continue;
    seat->pid = 0;
    int32_t number = atomic_load(&desk->number);
    int k = atomic_load(&desk->k);
    if (number == DESK_IDLE || crew->ending || number >= run->failed)
        return;
    if (number < run->handed_out || run->slots[number].done[k] ||
        settle(crew, seat, desk, number, k))
        k++;
    if (k > 1 || number >= run->failed) {
        number = DESK_IDLE;
        k = 0;
    }
    if (number == DESK_IDLE && (atomic_load(&crew->shared->halted) ||
                                atomic_load(&crew->shared->next) >= run->pairs_count))
        return;
    if (!start_child(crew, i, number, k) && number != DESK_IDLE)
        fail(crew, number, PES_ERR_IO);
}

/* Kills a child whose agent has overrun its time, and remembers where it was. */
static void look_at(struct seat *seat, const struct desk *desk, int64_t now_ns) {
    const int player = atomic_load_explicit(&desk->trace.seat, memory_order_acquire);
    const int64_t until_ns = atomic_load(&desk->trace.until_ns);
    if (seat->overdue || player == BOUT_NOBODY || until_ns == 0 ||
        now_ns < until_ns + PES_MATCH_GRACE_MS * ns_per_ms)
        return;
    seat->number = atomic_load(&desk->number);
    seat->k = atomic_load(&desk->k);
    seat->count = atomic_load(&desk->trace.count);
    seat->player = player;
    seat->overdue = true;
    kill_child(seat);
}

/* The loop. ------------------------------------------------------------------------------------ */

static int living(const struct crew *crew) {
    int count = 0;
    for (int i = 0; i < crew->run->jobs; i++)
        count += crew->seats[i].pid > 0;
    return count;
}

/* Waits for news of any child, and takes them. */
static void listen(struct crew *crew, struct pollfd fds[]) {
    const int jobs = crew->run->jobs;
    for (int i = 0; i < jobs; i++)
        fds[i] = (struct pollfd){.fd = crew->seats[i].pid > 0 ? crew->seats[i].fd : -1,
                                 .events = POLLIN};
    if (poll(fds, (nfds_t)jobs, LOOK_MS) <= 0)
        return;
    for (int i = 0; i < jobs; i++)
        if (fds[i].fd >= 0 && fds[i].revents != 0 && !read_news(crew, &crew->seats[i]))
            bury_child(crew, i);
}

/* Has the match come to its end, by all games or by the stop flag? Then children have LINGER_MS to
 * notice. */
static void watch_end(struct crew *crew) {
    const atomic_bool *stop = crew->run->match->limits.stop;
    const int64_t now_ns = clock_now_ns();
    const bool stopped = stop != NULL && atomic_load(stop);
    if (!crew->ending && (stopped || crew->run->handed_out == crew->run->pairs_count)) {
        crew->ending = true;
        crew->ending_ns = now_ns;
        atomic_store(&crew->shared->stop, true);
    }
    const bool late = crew->ending && now_ns - crew->ending_ns > LINGER_MS * ns_per_ms;
    for (int i = 0; i < crew->run->jobs; i++) {
        struct seat *seat = &crew->seats[i];
        if (seat->pid > 0 && late)
            kill_child(seat);
        else if (seat->pid > 0)
            look_at(seat, &crew->shared->desks[i], now_ns);
    }
}

static void play_all(struct crew *crew, struct pollfd fds[]) {
    struct run *run = crew->run;
    watch_end(crew); // it may have been stopped before it began
    for (int i = 0; i < run->jobs; i++)
        if (!start_child(crew, i, DESK_IDLE, 0))
            break; // the others do its work
    while (living(crew) > 0) {
        listen(crew, fds);
        watch_end(crew);
    }
    if (run->handed_out < run->pairs_count && run->err == PES_ERR_OK)
        fail(crew, run->handed_out, crew->ending ? PES_ERR_STOPPED : PES_ERR_IO);
}

enum pes_err match_run_processes(struct run *run) {
    struct crew crew = {.run = run, .judge = {.run = run, .opened = -1}};
    struct pollfd *fds = mem_alloc((size_t)run->jobs * sizeof *fds);
    void *memory = mmap(NULL, shared_size(run), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                        -1, 0); // zeroed, and not of this process alone: no business of mem.h
    crew.seats = mem_alloc((size_t)run->jobs * sizeof *crew.seats);
    enum pes_err err = fds == NULL || crew.seats == NULL || memory == MAP_FAILED
                           ? PES_ERR_NOMEM
                           : pes_history_new(run->match->game, &crew.judge.h);
    if (err == PES_ERR_OK) {
        crew.shared = memory;
        play_all(&crew, fds);
    }
    for (int i = 0; crew.seats != NULL && i < run->jobs; i++)
        mem_free(crew.seats[i].bytes);
    player_release(&crew.judge);
    mem_free(crew.seats);
    mem_free(fds);
    if (memory != MAP_FAILED)
        munmap(memory, shared_size(run));
    return err;
}
