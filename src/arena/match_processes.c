/* The pairs of a match in child processes: docs/adr/0017 says why.
 *
 * This process is the supervisor and plays nothing. It forks `jobs` children, reads the games that
 * they write into their pipes, and checks their status in shared memory: which agent is running,
 * and until when it may run. If a child dies or is killed because an agent overran its time, the
 * agent that was running forfeits the game; another child replaces it and continues with the next
 * game. */
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
    LOOK_MS = 50,    /* interval at which deadlines and the stop flag are checked */
    LINGER_MS = 300, /* time for children to end by themselves at the end of a match */
    REPLAYS_MAX = 3, /* of a game whose child died while no agent was running */
    READ_SIZE = 65536,
    MESSAGE_MAX = 16 << 20, /* bytes of a record */
};
static const int64_t ns_per_ms = 1000000;

/* A child process, for its supervisor. */
struct worker {
    pid_t pid;          /* 0: there is none */
    int fd;             /* read end of its pipe */
    char *bytes;        /* read from the pipe, not a whole message yet */
    size_t length, cap; /* of `bytes` */
    int replays;        /* of the present game */

    /* Killed because an agent overran its time; what it was doing then. */
    bool overdue;
    int32_t number;
    int k, player, count;
};

struct crew {
    struct run *run;
    struct shared *shared;
    struct worker *workers;
    struct player judge; /* replays forfeited games; it has no agents */
    bool ending;         /* stopped, or all pairs are played: children must end */
    int64_t ending_ns;   /* since when */
};

static size_t shared_size(const struct run *run) {
    return sizeof(struct shared) + (size_t)run->jobs * sizeof(struct status);
}

/* Records a failure between the processes, which has no note, and lets the children take no more
 * pairs. */
static void fail(struct crew *crew, int32_t number, enum pes_err err) {
    const struct pes_note note = {0};
    atomic_store(&crew->shared->halted, true);
    match_fail(crew->run, number, err, &note);
}

/* Starting and ending children. ---------------------------------------------------------------- */

/* Starts child i with game k of pair `number` (STATUS_IDLE: the next pair); false on failure. */
static bool start_child(struct crew *crew, int i, int32_t number, int k) {
    struct worker *worker = &crew->workers[i];
    struct status *status = &crew->shared->statuses[i];
    int ends[2];
    assert(worker->pid == 0);
    assert(k == 0 || k == 1);
    if (pipe(ends) != 0)
        return false;
    atomic_store(&status->number, number);
    atomic_store(&status->k, k);
    atomic_store(&status->trace.count, 0);
    atomic_store(&status->trace.seat, BOUT_NO_SEAT);
    const pid_t parent = getpid();
    const pid_t pid = fork();
    if (pid == 0) {
        const bool wanted = orphan_prevent(parent);
        close(ends[0]);
        for (int other = 0; other < crew->run->jobs; other++)
            if (crew->workers[other].pid > 0)
                close(crew->workers[other].fd);
        child_run(crew->run, crew->shared, status, ends[1],
                  wanted ? number : crew->run->pairs_count, k);
    }
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return false;
    }
    worker->pid = pid;
    worker->fd = ends[0];
    worker->length = 0;
    worker->overdue = false;
    return true;
}

static void kill_child(const struct worker *worker) {
    (void)kill(worker->pid, SIGKILL);
}

/* Messages. ------------------------------------------------------------------------------------ */

/* Could the child have sent this? An agent that goes wild may write anything into the pipe. */
static bool message_is_sound(const struct run *run, const struct message *message) {
    const bool failed = message->err != PES_ERR_OK;
    if (message->number < run->handed_out || message->number >= run->pairs_count)
        return false;
    if (message->k < 0 || message->k > 1 || run->slots[message->number].done[message->k])
        return false;
    if (message->err < PES_ERR_OK || message->err >= PES_ERR_COUNT)
        return false;
    return failed ? message->length == sizeof(struct pes_note) : message->length <= MESSAGE_MAX;
}

static void take_message(struct crew *crew, const struct message *message, const char *bytes) {
    struct pes_note note = {0};
    enum pes_err err = message->err;
    struct played played = {.opening = message->opening, .game = message->game};
    if (err != PES_ERR_OK) {
        assert(message->length == sizeof note);
        memcpy(&note, bytes, sizeof note);
        for (int lang = 0; lang < PES_LANG_COUNT; lang++)
            note.why[lang][PES_NOTE_MAX - 1] = '\0';
    } else if (message->length > 0) {
        err = pes_record_parse(bytes, message->length, &played.record, &note);
    }
    if (err == PES_ERR_OK)
        match_take(crew->run, message->number, message->k, &played);
    else
        match_fail(crew->run, message->number, err, &note);
}

/* Takes all complete messages. */
static void take_all(struct crew *crew, struct worker *worker) {
    size_t at = 0;
    struct message message;
    while (worker->length - at >= sizeof message) {
        memcpy(&message, worker->bytes + at, sizeof message);
        if (!message_is_sound(crew->run, &message)) {
            kill_child(worker); /* reap_child() forfeits its game */
            worker->length = 0;
            return;
        }
        if (worker->length - at - sizeof message < message.length)
            break;
        take_message(crew, &message, worker->bytes + at + sizeof message);
        at += sizeof message + message.length;
        worker->replays = 0;
    }
    assert(at <= worker->length);
    memmove(worker->bytes, worker->bytes + at, worker->length - at);
    worker->length -= at;
}

/* Reads from the pipe; false at its end or on failure. */
static bool read_messages(struct crew *crew, struct worker *worker) {
    if (worker->cap - worker->length < READ_SIZE) {
        char *bytes = mem_grow(worker->bytes, worker->cap + READ_SIZE);
        if (bytes == NULL) {
            fail(crew, crew->run->handed_out, PES_ERR_NOMEM);
            kill_child(worker);
            return false;
        }
        worker->bytes = bytes;
        worker->cap += READ_SIZE;
    }
    const ssize_t n = read(worker->fd, worker->bytes + worker->length, READ_SIZE);
    if (n <= 0)
        return n < 0 && (errno == EINTR || errno == EAGAIN);
    worker->length += (size_t)n;
    assert(worker->length <= worker->cap);
    take_all(crew, worker);
    return true;
}

/* Children that died. -------------------------------------------------------------------------- */

/* The seat whose agent lost the game that the child was playing, and why; BOUT_NO_SEAT: no agent
 * was running. */
static int find_loser(const struct worker *worker, struct status *status, int32_t number, int k,
                      enum pes_end *why) {
    if (worker->overdue && worker->number == number && worker->k == k) {
        atomic_store(&status->trace.count, worker->count);
        *why = PES_END_TIME;
        return worker->player;
    }
    *why = PES_END_FORFEIT;
    const int seat = atomic_load(&status->trace.seat);
    return seat >= 0 && seat < PES_PLAYERS_MAX ? seat : BOUT_NO_SEAT;
}

/* Forfeits the game during which a child died; false if it must be replayed. */
static bool forfeit_game(struct crew *crew, struct worker *worker, struct status *status,
                         int32_t number, int k) {
    struct pes_note note = {0};
    struct played played;
    enum pes_end why;
    const int loser = find_loser(worker, status, number, k, &why);
    if (loser == BOUT_NO_SEAT) {
        if (worker->replays++ < REPLAYS_MAX)
            return false;
        fail(crew, number, PES_ERR_IO);
        return true;
    }
    const enum pes_err err =
        player_forfeit(&crew->judge, number, k, &status->trace, loser, why, &played, &note);
    if (err == PES_ERR_OK)
        match_take(crew->run, number, k, &played);
    else
        match_fail(crew->run, number, err, &note);
    return true;
}

/* Reaps a child that has ended. If there is more to play, starts another one in its place. */
static void reap_child(struct crew *crew, int i) {
    struct worker *worker = &crew->workers[i];
    struct status *status = &crew->shared->statuses[i];
    struct run *run = crew->run;
    close(worker->fd);
    while (waitpid(worker->pid, NULL, 0) < 0 && errno == EINTR)
        continue;
    worker->pid = 0;
    /* A child that went wild may have written anything here. */
    int32_t number = atomic_load(&status->number);
    int k = atomic_load(&status->k);
    if (number < 0 || k < 0 || k > 1 || crew->ending || number >= run->failed)
        return;
    if (number < run->handed_out || run->slots[number].done[k] ||
        forfeit_game(crew, worker, status, number, k))
        k++;
    if (k > 1 || number >= run->failed) {
        number = STATUS_IDLE;
        k = 0;
    }
    if (number == STATUS_IDLE && (atomic_load(&crew->shared->halted) ||
                                  atomic_load(&crew->shared->next) >= run->pairs_count))
        return;
    if (!start_child(crew, i, number, k) && number != STATUS_IDLE)
        fail(crew, number, PES_ERR_IO);
}

/* Kills a child whose agent has overrun its time, and records what it was doing. */
static void check_deadline(struct worker *worker, const struct status *status, int64_t now_ns) {
    const int player = atomic_load_explicit(&status->trace.seat, memory_order_acquire);
    const int64_t until_ns = atomic_load(&status->trace.until_ns);
    if (worker->overdue || player == BOUT_NO_SEAT || until_ns == 0 ||
        now_ns < until_ns + PES_MATCH_GRACE_MS * ns_per_ms)
        return;
    worker->number = atomic_load(&status->number);
    worker->k = atomic_load(&status->k);
    worker->count = atomic_load(&status->trace.count);
    worker->player = player;
    worker->overdue = true;
    kill_child(worker);
}

/* The loop. ------------------------------------------------------------------------------------ */

static int count_running(const struct crew *crew) {
    int count = 0;
    for (int i = 0; i < crew->run->jobs; i++)
        count += crew->workers[i].pid > 0;
    return count;
}

/* Waits for messages of any child, and takes them. */
static void wait_for_messages(struct crew *crew, struct pollfd fds[]) {
    const int jobs = crew->run->jobs;
    for (int i = 0; i < jobs; i++)
        fds[i] = (struct pollfd){.fd = crew->workers[i].pid > 0 ? crew->workers[i].fd : -1,
                                 .events = POLLIN};
    if (poll(fds, (nfds_t)jobs, LOOK_MS) <= 0)
        return;
    for (int i = 0; i < jobs; i++)
        if (fds[i].fd >= 0 && fds[i].revents != 0 && !read_messages(crew, &crew->workers[i]))
            reap_child(crew, i);
}

/* Checks whether the match must end, because all pairs are played or the stop flag is set: children
 * that do not end within LINGER_MS are killed. Checks their deadlines too. */
static void check_children(struct crew *crew) {
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
        struct worker *worker = &crew->workers[i];
        if (worker->pid > 0 && late)
            kill_child(worker);
        else if (worker->pid > 0)
            check_deadline(worker, &crew->shared->statuses[i], now_ns);
    }
}

static void play_all(struct crew *crew, struct pollfd fds[]) {
    struct run *run = crew->run;
    check_children(crew); // the stop flag may be set already
    for (int i = 0; i < run->jobs; i++)
        if (!start_child(crew, i, STATUS_IDLE, 0))
            break; // the other children do its work
    while (count_running(crew) > 0) {
        wait_for_messages(crew, fds);
        check_children(crew);
    }
    if (run->handed_out < run->pairs_count && run->err == PES_ERR_OK)
        fail(crew, run->handed_out, crew->ending ? PES_ERR_STOPPED : PES_ERR_IO);
}

enum pes_err match_run_processes(struct run *run) {
    struct crew crew = {.run = run, .judge = {.run = run, .opened = -1}};
    struct pollfd *fds = mem_alloc((size_t)run->jobs * sizeof *fds);
    void *memory = mmap(NULL, shared_size(run), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                        -1, 0); // zeroed; not by mem.h, because the children share it
    crew.workers = mem_alloc((size_t)run->jobs * sizeof *crew.workers);
    enum pes_err err = fds == NULL || crew.workers == NULL || memory == MAP_FAILED
                           ? PES_ERR_NOMEM
                           : pes_history_new(run->match->game, &crew.judge.h);
    if (err == PES_ERR_OK) {
        crew.shared = memory;
        play_all(&crew, fds);
    }
    for (int i = 0; crew.workers != NULL && i < run->jobs; i++)
        mem_free(crew.workers[i].bytes);
    player_release(&crew.judge);
    mem_free(crew.workers);
    mem_free(fds);
    if (memory != MAP_FAILED)
        munmap(memory, shared_size(run));
    return err;
}
