/* A runner with child processes: docs/adr/0017 says why.
 *
 * This process is the supervisor and plays nothing. It sends jobs to its children through sockets,
 * reads the games that they send back, and checks their status in shared memory: which agent is
 * running, and until when it may run. If a child dies or is killed because an agent overran its
 * time, the agent that was running forfeits the game; another child replaces it. */
#include "arena/runner_child.h"
#include "core/clock.h"
#include "core/mem.h"
#include "process/orphan.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    AHEAD = 3,       /* jobs per child: one is played, the others hide the way there and back */
    LOOK_MS = 50,    /* interval at which deadlines and the stop flag are checked */
    LINGER_MS = 300, /* time for children to end by themselves */
    REPLAYS_MAX = 3, /* of a game whose child died, if no agent is to blame */
    READ_SIZE = 65536,
    MESSAGE_MAX = 16 << 20, /* bytes of a record */
};

/* A job that was submitted: a struct order, then the line, NUL-terminated. */
struct assigned {
    int64_t number;
    char *bytes;   /* owned */
    size_t length; /* without the NUL */
    bool cancelled;
};

/* A child process, for its supervisor. */
struct worker {
    pid_t pid;                    /* 0: there is none */
    int fd;                       /* the socket to it */
    struct assigned queue[AHEAD]; /* jobs sent to it or to be sent, the oldest first */
    int queued;
    int sent;           /* jobs of the queue that were sent as a whole */
    size_t written;     /* bytes of the next one that were sent */
    char *bytes;        /* read from it, not a whole message yet */
    size_t length, cap; /* of `bytes` */
    int replays;        /* of the oldest job */

    bool killed;     /* by us */
    bool starved;    /* killed because there was no memory for its message */
    bool cancelling; /* killed because the job that it played was cancelled */

    /* Killed because an agent overran its time; what it was doing then. */
    bool overdue;
    int64_t number;
    int player, count;
};

struct processes_runner {
    struct runner base;
    struct shared *shared;
    struct worker *workers;
    struct pollfd *fds;            /* of the children, then those of other descriptors */
    struct player judge;           /* replays forfeited games; it makes no agents */
    struct runner_result *results; /* finished, not taken; a ring of base.most */
    int32_t results_first, results_count;
    int64_t stopping_ns; /* since when the stop flag is set; 0: it is not */
};

static size_t shared_size(const struct processes_runner *own) {
    return sizeof(struct shared) + (size_t)own->base.config.jobs * sizeof(struct status);
}

/* Results. ------------------------------------------------------------------------------------ */

static void add_result(struct processes_runner *own, const struct runner_result *result) {
    assert(own->results_count < own->base.most);
    own->results[(own->results_first + own->results_count++) % own->base.most] = *result;
}

/* The oldest job of a worker is done. */
static void drop_oldest(struct worker *worker) {
    assert(worker->queued > 0);
    mem_free(worker->queue[0].bytes);
    worker->queued--;
    if (worker->sent > 0)
        worker->sent--;
    memmove(worker->queue, worker->queue + 1, (size_t)worker->queued * sizeof worker->queue[0]);
    worker->replays = 0;
}

/* The oldest job of a worker cannot be played. */
static void fail_oldest(struct processes_runner *own, struct worker *worker, enum pes_err err) {
    add_result(own, &(struct runner_result){.number = worker->queue[0].number, .err = err});
    drop_oldest(worker);
}

/* Children. ----------------------------------------------------------------------------------- */

static void kill_child(struct worker *worker) {
    worker->killed = true;
    (void)kill(worker->pid, SIGKILL);
}

/* In the child: closes what belongs to other children, and plays. */
static _Noreturn void become_child(struct processes_runner *own, struct status *status, int fd,
                                   pid_t parent) {
    const bool wanted = orphan_prevent(parent);
    for (int i = 0; i < own->base.config.jobs; i++)
        if (own->workers[i].pid > 0)
            close(own->workers[i].fd);
    if (!wanted)
        _exit(0);
    child_run(&own->base.config, own->shared, status, fd);
}

/* Starts a child, which gets all jobs in its queue; false on failure. */
static bool start_child(struct processes_runner *own, struct worker *worker) {
    struct status *status = &own->shared->statuses[worker - own->workers];
    int ends[2];
    assert(worker->pid == 0);
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return false;
    atomic_store(&status->number, CHILD_IDLE);
    atomic_store(&status->trace.count, 0);
    atomic_store(&status->trace.seat, BOUT_NO_SEAT);
    const pid_t parent = getpid();
    const pid_t pid = fork();
    if (pid == 0) {
        close(ends[0]);
        become_child(own, status, ends[1], parent);
    }
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return false;
    }
    worker->pid = pid;
    worker->fd = ends[0];
    worker->length = worker->written = 0;
    worker->sent = 0;
    worker->overdue = worker->killed = worker->starved = worker->cancelling = false;
    return true;
}

/* Sends what the socket takes. */
static void send_orders(struct worker *worker) {
    while (worker->sent < worker->queued) {
        const struct assigned *job = &worker->queue[worker->sent];
        const ssize_t n = send(worker->fd, job->bytes + worker->written,
                               job->length - worker->written, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return; /* full, or the child has died: reading will show it */
        worker->written += (size_t)n;
        if (worker->written == job->length) {
            worker->sent++;
            worker->written = 0;
        }
    }
}

/* Messages. ----------------------------------------------------------------------------------- */

/* Could the child have sent this? An agent that goes wild may write anything into the pipe. */
static bool message_is_sound(const struct worker *worker, const struct message *message) {
    if (worker->queued == 0 || message->number != worker->queue[0].number)
        return false;
    if (message->err < PES_ERR_OK || message->err >= PES_ERR_COUNT)
        return false;
    if (message->err != PES_ERR_OK)
        return message->length == sizeof(struct pes_note);
    const size_t before_record =
        sizeof(struct bout_notes) + message->log_lengths[0] + message->log_lengths[1];
    return message->log_lengths[0] <= RUNNER_LOG_MAX && message->log_lengths[1] <= RUNNER_LOG_MAX &&
           message->length >= before_record && message->length <= MESSAGE_MAX;
}

static void end_note(struct pes_note *note) {
    for (int lang = 0; lang < PES_LANG_COUNT; lang++)
        note->why[lang][PES_NOTE_MAX - 1] = '\0';
}

/* Reads the notes, the logs and the record that follow a message. */
static enum pes_err take_texts(const struct message *message, const char *bytes,
                               struct runner_result *out) {
    size_t left = message->length - sizeof out->notes;
    memcpy(&out->notes, bytes, sizeof out->notes);
    end_note(&out->notes.fault);
    bytes += sizeof out->notes;
    for (int seat = 0; seat < PES_PLAYERS_MAX; seat++) {
        const size_t length = message->log_lengths[seat];
        if (length == 0)
            continue;
        out->logs[seat] = (struct runner_log){.bytes = mem_alloc(length), .length = length};
        if (out->logs[seat].bytes == NULL)
            return PES_ERR_NOMEM;
        memcpy(out->logs[seat].bytes, bytes, length);
        bytes += length;
        left -= length;
    }
    return left > 0 ? pes_record_parse(bytes, left, &out->record, &out->note) : PES_ERR_OK;
}

static void take_message(struct processes_runner *own, struct worker *worker,
                         const struct message *message, const char *bytes) {
    struct runner_result result = {.number = message->number,
                                   .err = message->err,
                                   .opening = message->opening,
                                   .game = message->game};
    if (result.err == PES_ERR_OK) {
        result.err = take_texts(message, bytes, &result);
    } else {
        memcpy(&result.note, bytes, sizeof result.note);
        end_note(&result.note);
    }
    add_result(own, &result);
    drop_oldest(worker);
}

/* Takes all complete messages. */
static void take_all(struct processes_runner *own, struct worker *worker) {
    size_t at = 0;
    struct message message;
    while (worker->length - at >= sizeof message) {
        memcpy(&message, worker->bytes + at, sizeof message);
        if (!message_is_sound(worker, &message)) {
            kill_child(worker); /* reap_child() forfeits its game */
            worker->length = 0;
            return;
        }
        if (worker->length - at - sizeof message < message.length)
            break;
        take_message(own, worker, &message, worker->bytes + at + sizeof message);
        at += sizeof message + message.length;
    }
    assert(at <= worker->length);
    memmove(worker->bytes, worker->bytes + at, worker->length - at);
    worker->length -= at;
}

/* Reads from the socket; false at its end or on failure. */
static bool read_messages(struct processes_runner *own, struct worker *worker) {
    if (worker->cap - worker->length < READ_SIZE) {
        char *bytes = mem_grow(worker->bytes, worker->cap + READ_SIZE);
        if (bytes == NULL) {
            worker->starved = true;
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
    take_all(own, worker);
    return true;
}

/* Children that died. ------------------------------------------------------------------------- */

/* The seat whose agent lost the game that the child was playing, and why; BOUT_NO_SEAT: no agent
 * was running. */
static int find_loser(const struct worker *worker, struct status *status, enum pes_end *why) {
    if (worker->overdue && worker->number == worker->queue[0].number) {
        atomic_store(&status->trace.count, worker->count);
        *why = PES_END_TIME;
        return worker->player;
    }
    *why = PES_END_FORFEIT;
    const int seat = atomic_load(&status->trace.seat);
    return seat >= 0 && seat < PES_PLAYERS_MAX ? seat : BOUT_NO_SEAT;
}

/* Decides the game during which a child died: the agent that was running has lost it. If none was
 * running, the game is replayed, but not for ever. */
static void settle_oldest(struct processes_runner *own, struct worker *worker,
                          struct status *status) {
    enum pes_end why;
    const int loser = find_loser(worker, status, &why);
    if (loser == BOUT_NO_SEAT) {
        if (worker->replays++ >= REPLAYS_MAX)
            fail_oldest(own, worker, PES_ERR_IO);
        return;
    }
    struct runner_result result;
    const struct assigned *job = &worker->queue[0];
    player_forfeit(&own->judge, job->number, job->bytes + sizeof(struct order), &status->trace,
                   loser, why, &result);
    add_result(own, &result);
    drop_oldest(worker);
}

static void fail_queue(struct processes_runner *own, struct worker *worker, enum pes_err err) {
    while (worker->queued > 0)
        fail_oldest(own, worker, err);
}

/* Waits for a child that has ended. True: somebody else has killed it, most probably the kernel,
 * because memory ran out. Its agents are not to blame, and on another machine they may have more.
 */
static bool was_killed(const struct worker *worker) {
    int status = 0;
    pid_t got;
    while ((got = waitpid(worker->pid, &status, 0)) < 0 && errno == EINTR)
        continue;
    return got > 0 && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL && !worker->killed;
}

/* What becomes of the job that a dead child was playing, or was about to. */
static void settle_dead(struct processes_runner *own, struct worker *worker, bool killed) {
    struct status *status = &own->shared->statuses[worker - own->workers];
    assert(worker->queued > 0);
    /* If the game was over before, the child had begun the next one, which is replayed. */
    if (worker->cancelling && worker->queue[0].cancelled)
        fail_oldest(own, worker, PES_ERR_STOPPED);
    else if (worker->cancelling)
        worker->replays = 0;
    else if (worker->starved)
        fail_oldest(own, worker, PES_ERR_NOMEM);
    /* A child that went wild may have written anything here. */
    else if (!killed && atomic_load(&status->number) == worker->queue[0].number)
        settle_oldest(own, worker, status);
    else if (worker->replays++ >= REPLAYS_MAX)
        fail_oldest(own, worker, killed ? PES_ERR_NOMEM : PES_ERR_IO);
}

/* Reaps a child that has ended. If it has more to play, starts another one in its place. */
static void reap_child(struct processes_runner *own, struct worker *worker) {
    close(worker->fd);
    const bool killed = was_killed(worker);
    worker->pid = 0;
    if (own->stopping_ns > 0) {
        fail_queue(own, worker, PES_ERR_STOPPED);
        return;
    }
    if (worker->queued > 0)
        settle_dead(own, worker, killed);
    if (worker->queued > 0 && !start_child(own, worker))
        fail_queue(own, worker, PES_ERR_IO);
}

/* Kills a child whose agent has overrun its time, and records what it was doing. */
static void check_deadline(struct worker *worker, const struct status *status, int64_t now_ns) {
    const int player = atomic_load_explicit(&status->trace.seat, memory_order_acquire);
    const int64_t until_ns = atomic_load(&status->trace.until_ns);
    if (worker->overdue || player == BOUT_NO_SEAT || until_ns == 0 ||
        now_ns < until_ns + PES_MATCH_GRACE_MS * CLOCK_NS_PER_MS)
        return;
    worker->number = atomic_load(&status->number);
    worker->count = atomic_load(&status->trace.count);
    worker->player = player;
    worker->overdue = true;
    kill_child(worker);
}

/* Kills a child that plays a cancelled job; those that it has not begun wait for their turn. */
static void check_cancelled(struct worker *worker) {
    if (worker->cancelling || worker->queued == 0 || !worker->queue[0].cancelled)
        return;
    worker->cancelling = true;
    kill_child(worker);
}

/* The loop. ----------------------------------------------------------------------------------- */

/* Waits for messages of any child for up to wait_ms, and takes them; also for other descriptors.
 * True if one of those is ready. */
static bool wait_for_messages(struct processes_runner *own, struct pollfd *others, int count,
                              int wait_ms) {
    bool ready = false;
    const int jobs = own->base.config.jobs;
    for (int i = 0; i < jobs; i++) {
        struct worker *worker = &own->workers[i];
        const short events = worker->sent < worker->queued ? POLLIN | POLLOUT : POLLIN;
        own->fds[i] = (struct pollfd){.fd = worker->pid > 0 ? worker->fd : -1, .events = events};
    }
    for (int i = 0; i < count; i++)
        own->fds[jobs + i] = others[i];
    const int found = poll(own->fds, (nfds_t)jobs + (nfds_t)count, wait_ms);
    for (int i = 0; i < count; i++) {
        others[i].revents = 0;
        if (found > 0)
            others[i].revents = own->fds[jobs + i].revents;
        ready |= others[i].revents != 0;
    }
    if (found <= 0)
        return false;
    for (int i = 0; i < jobs; i++) {
        struct worker *worker = &own->workers[i];
        const short happened = own->fds[i].revents;
        if ((happened & POLLOUT) != 0)
            send_orders(worker);
        if ((happened & ~POLLOUT) != 0 && !read_messages(own, worker))
            reap_child(own, worker);
    }
    return ready;
}

/* Tells the children to stop once the caller's stop flag is set, and kills those that do not end
 * their games within LINGER_MS. Checks their deadlines too. */
static void check_children(struct processes_runner *own) {
    const atomic_bool *stop = own->base.config.stop;
    const int64_t now_ns = clock_now_ns();
    if (own->stopping_ns == 0 && stop != NULL && atomic_load(stop)) {
        own->stopping_ns = now_ns;
        atomic_store(&own->shared->stop, true);
    }
    const bool late =
        own->stopping_ns > 0 && now_ns - own->stopping_ns > LINGER_MS * CLOCK_NS_PER_MS;
    for (int i = 0; i < own->base.config.jobs; i++) {
        struct worker *worker = &own->workers[i];
        if (worker->pid > 0 && late && worker->queued > 0)
            kill_child(worker);
        else if (worker->pid > 0)
            check_deadline(worker, &own->shared->statuses[i], now_ns);
        if (worker->pid > 0)
            check_cancelled(worker);
    }
}

static struct worker *least_busy(struct processes_runner *own) {
    struct worker *found = &own->workers[0];
    for (int i = 1; i < own->base.config.jobs; i++)
        if (own->workers[i].queued < found->queued)
            found = &own->workers[i];
    return found;
}

static enum pes_err processes_submit(struct runner *r, int64_t number, const char *job,
                                     size_t length) {
    struct processes_runner *own = (struct processes_runner *)(void *)r;
    struct worker *worker = least_busy(own);
    assert(worker->queued < AHEAD);
    assert(number >= 0);
    const struct order order = {.number = number, .length = (uint32_t)length};
    char *bytes = mem_alloc(sizeof order + length + 1);
    if (bytes == NULL)
        return PES_ERR_NOMEM;
    memcpy(bytes, &order, sizeof order);
    memcpy(bytes + sizeof order, job, length);
    worker->queue[worker->queued++] =
        (struct assigned){.number = number, .bytes = bytes, .length = sizeof order + length};
    if (worker->pid == 0 && !start_child(own, worker)) {
        worker->queued--;
        mem_free(bytes);
        return PES_ERR_IO;
    }
    send_orders(worker);
    return PES_ERR_OK;
}

static bool processes_next(struct runner *r, struct runner_result *out) {
    struct processes_runner *own = (struct processes_runner *)(void *)r;
    while (own->results_count == 0) {
        (void)wait_for_messages(own, NULL, 0, LOOK_MS);
        check_children(own);
    }
    *out = own->results[own->results_first];
    own->results_first = (own->results_first + 1) % own->base.most;
    own->results_count--;
    return true;
}

static bool processes_wait(struct runner *r, struct pollfd *others, int count, int ms) {
    struct processes_runner *own = (struct processes_runner *)(void *)r;
    const int64_t until_ns = clock_in_ms(ms);
    for (;;) {
        const int64_t left_ms = (until_ns - clock_now_ns()) / CLOCK_NS_PER_MS;
        const int64_t look_ms = left_ms < 0 ? 0 : left_ms < LOOK_MS ? left_ms : LOOK_MS;
        const bool has = own->results_count > 0;
        const bool ready = wait_for_messages(own, others, count, has ? 0 : (int)look_ms);
        check_children(own);
        if (has || ready || own->results_count > 0 || left_ms <= 0)
            return own->results_count > 0;
    }
}

static void processes_cancel(struct runner *r, int64_t number) {
    struct processes_runner *own = (struct processes_runner *)(void *)r;
    for (int i = 0; i < own->base.config.jobs; i++)
        for (int k = 0; k < own->workers[i].queued; k++)
            if (own->workers[i].queue[k].number == number)
                own->workers[i].queue[k].cancelled = true;
}

static int count_running(const struct processes_runner *own) {
    int count = 0;
    for (int i = 0; i < own->base.config.jobs; i++)
        count += own->workers[i].pid > 0;
    return count;
}

/* Ends all children: those without a job see the end of the stream of jobs. */
static void end_children(struct processes_runner *own) {
    own->stopping_ns = clock_now_ns();
    atomic_store(&own->shared->stop, true);
    for (int i = 0; i < own->base.config.jobs; i++) {
        struct worker *worker = &own->workers[i];
        if (worker->pid > 0)
            (void)shutdown(worker->fd, SHUT_WR);
    }
    while (count_running(own) > 0) {
        (void)wait_for_messages(own, NULL, 0, LOOK_MS);
        const bool late = clock_now_ns() - own->stopping_ns > LINGER_MS * CLOCK_NS_PER_MS;
        for (int i = 0; i < own->base.config.jobs; i++)
            if (own->workers[i].pid > 0 && late)
                kill_child(&own->workers[i]);
    }
}

static void processes_free(struct runner *r) {
    struct processes_runner *own = (struct processes_runner *)(void *)r;
    if (own->shared != NULL && own->workers != NULL && own->fds != NULL && own->results != NULL)
        end_children(own);
    for (int i = 0; own->workers != NULL && i < own->base.config.jobs; i++) {
        struct worker *worker = &own->workers[i];
        for (int k = 0; k < worker->queued; k++)
            mem_free(worker->queue[k].bytes);
        mem_free(worker->bytes);
    }
    for (int32_t i = 0; own->results != NULL && i < own->results_count; i++)
        runner_result_release(&own->results[(own->results_first + i) % own->base.most]);
    player_release(&own->judge);
    if (own->shared != NULL)
        munmap(own->shared, shared_size(own));
    mem_free(own->results);
    mem_free(own->fds);
    mem_free(own->workers);
    mem_free(own);
}

enum pes_err runner_new_processes(const struct runner_config *config, struct runner **out) {
    static const struct runner_class class = {.submit = processes_submit,
                                              .next = processes_next,
                                              .wait = processes_wait,
                                              .cancel = processes_cancel,
                                              .free = processes_free};
    struct processes_runner *own = mem_alloc(sizeof *own);
    if (own == NULL)
        return PES_ERR_NOMEM;
    const size_t jobs = (size_t)config->jobs;
    const int32_t most = AHEAD * config->jobs;
    own->base = (struct runner){.class = &class, .config = *config, .most = most, .window = most};
    player_init(&own->judge, &own->base.config, NULL, NULL);
    own->workers = mem_alloc(jobs * sizeof *own->workers);
    own->fds = mem_alloc((jobs + RUNNER_OTHERS_MAX) * sizeof *own->fds);
    own->results = mem_alloc((size_t)own->base.most * sizeof *own->results);
    void *memory = mmap(NULL, shared_size(own), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                        -1, 0); // zeroed; not by mem.h, because the children share it
    own->shared = memory != MAP_FAILED ? memory : NULL;
    if (own->workers == NULL || own->fds == NULL || own->results == NULL || own->shared == NULL) {
        processes_free(&own->base);
        return PES_ERR_NOMEM;
    }
    *out = &own->base;
    return PES_ERR_OK;
}
