/* The loop of a worker. Two connections: on one it waits for jobs, on the other it tells what has
 * become of them, so that a result never waits behind a wait. Calls on the second one are short and
 * synchronous; the children play meanwhile. */
#include "queue/worker.h"

#include "core/clock.h"
#include "core/mem.h"
#include "queue/text.h"
#include "queue/worker_int.h"

#include <inttypes.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

enum {
    LOOP_MS = 100,      /* at most between two looks at everything */
    BLOCK_MS = 2000,    /* that Redis waits for a job */
    BEAT_MAX_MS = 2000, /* between signs of life */
    SUMMARY_MS = 60000,
    REARM_MS = 500, /* a stop request may arrive twice, for the process and its group */
    RETRY_MIN_MS = 100,
    RETRY_MAX_MS = 5000,
    SHORT_MS = 250, /* games that take less are fetched ahead */
};

void worker_log(struct worker *w, const char *event, const char *format, ...) {
    char pairs[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(pairs, sizeof pairs, format, args);
    va_end(args);
    if (w->config->log != NULL)
        w->config->log(w->config->to, event, pairs);
}

/* A reason for the log: without quotes and control characters, which would break its line. */
static const char *plain(const struct pes_note *note, char out[PES_NOTE_MAX]) {
    snprintf(out, PES_NOTE_MAX, "%s", note->why[PES_LANG_EN]);
    for (char *at = out; *at != '\0'; at++)
        if ((unsigned char)*at < ' ' || *at == '"' || *at == '\\')
            *at = '\'';
    return out;
}

/* Connections. -------------------------------------------------------------------------------- */

/* Both connections are gone; the next attempt is after a pause that grows. */
static void lose(struct worker *w, const struct pes_note *note) {
    char why[PES_NOTE_MAX];
    link_close(&w->tell);
    link_close(&w->take);
    w->asked = 0;
    for (int32_t i = 0; i < w->runner->most; i++)
        w->held[i].gone_ns = 0; /* the senders may be away, too */
    /* A connection that did not last is another failed attempt. */
    if (w->connected_ns > 0 && clock_now_ns() - w->connected_ns > RETRY_MAX_MS * CLOCK_NS_PER_MS)
        w->retry_ms = 0;
    w->connected_ns = 0;
    w->retry_ms = w->retry_ms < RETRY_MIN_MS       ? RETRY_MIN_MS
                  : w->retry_ms * 2 > RETRY_MAX_MS ? RETRY_MAX_MS
                                                   : w->retry_ms * 2;
    w->retry_ns = clock_in_ms(w->retry_ms);
    if (!w->away_said)
        worker_log(w, "lost", "reason=\"%s\"", plain(note, why));
    w->away_said = true;
}

static enum pes_err connect_both(struct worker *w, struct pes_note *note) {
    const struct queue_config *queue = &w->config->queue;
    struct queue_config patient = *queue;
    patient.stop = w->draining_ns > 0 ? NULL : queue->stop;
    enum pes_err err = link_open(&w->tell, &patient, true, clock_in_ms(WORKER_CONNECT_MS), note);
    if (err == PES_ERR_OK && w->draining_ns == 0)
        err = link_open(&w->take, &patient, true, clock_in_ms(WORKER_CONNECT_MS), note);
    if (err != PES_ERR_OK)
        return err;
    w->connected_ns = clock_now_ns();
    w->beat_ns = w->claim_ns = 0;
    w->counts.reconnects += w->away_said;
    w->away_said = false;
    worker_log(w, "connected", "queue=%s host=%s", w->tell.url.name, w->tell.url.host);
    return PES_ERR_OK;
}

/* Signs of life. ------------------------------------------------------------------------------ */

static int64_t beat_ms(const struct worker *w) {
    const int64_t quarter = w->config->timeout_ms / 4;
    return quarter < BEAT_MAX_MS ? quarter : BEAT_MAX_MS;
}

static void add_pair(struct conn *conn, const char *name, int64_t value) {
    conn_add(conn, name);
    conn_add_int(conn, value);
}

static enum pes_err beat(struct worker *w, struct pes_note *note) {
    struct link *link = &w->tell;
    const int64_t now_ns = clock_now_ns();
    if (w->beat_ns > 0 && now_ns - w->beat_ns < beat_ms(w) * CLOCK_NS_PER_MS)
        return PES_ERR_OK;
    if (w->beat_ns > 0) {
        const double now =
            (double)(w->counts.games - w->beat_games) / ((double)(now_ns - w->beat_ns) / 1e9);
        w->rate = 0.7 * w->rate + 0.3 * now;
    }
    w->beat_games = w->counts.games;
    w->beat_ns = now_ns;
    int ids = 0;
    for (int32_t i = 0; i < w->runner->most; i++)
        ids += w->held[i].state != HELD_FREE;
    link_begin(link, SCRIPT_BEAT, 3, 4 + 16 + ids);
    conn_add(link->conn, link->keys.jobs);
    conn_add(link->conn, link->keys.workers);
    conn_add(link->conn, w->worker_key);
    conn_add(link->conn, LINK_GROUP);
    conn_add(link->conn, w->name);
    conn_add_int(link->conn, w->config->timeout_ms);
    conn_add_int(link->conn, 16);
    conn_add(link->conn, "host");
    conn_add(link->conn, w->host);
    conn_add(link->conn, "version");
    conn_add(link->conn, pes_version());
    add_pair(link->conn, "pid", getpid());
    add_pair(link->conn, "slots", w->draining_ns > 0 ? 0 : w->config->slots);
    add_pair(link->conn, "games", w->counts.games);
    add_pair(link->conn, "running", w->held_count);
    add_pair(link->conn, "since", w->started_ms);
    add_pair(link->conn, "millirate", (int64_t)(1000.0 * w->rate));
    for (int32_t i = 0; i < w->runner->most; i++)
        if (w->held[i].state != HELD_FREE)
            conn_add(link->conn, w->held[i].id);
    return link_confirm(link, REPLY_INT, note);
}

/* Jobs. --------------------------------------------------------------------------------------- */

/* How many more jobs this worker wants. Long games are not fetched ahead: an idle worker elsewhere
 * would wait for them. */
static int32_t wanted(const struct worker *w) {
    if (w->draining_ns > 0 || clock_now_ns() < w->pause_until_ns)
        return 0;
    const bool ahead = w->mean_ms >= 0.0 && w->mean_ms < SHORT_MS;
    const int32_t capacity = (ahead ? 2 : 1) * w->config->slots;
    return w->held_count < capacity ? capacity - w->held_count : 0;
}

/* How many of them it can claim: also if those that it has asked for arrive, all have a place. */
static int32_t claimable(const struct worker *w) {
    const int32_t room = w->runner->most - w->held_count - w->asked;
    const int32_t count = wanted(w);
    return count < room ? count : room;
}

/* Asks for jobs, unless it has asked. */
static void ask(struct worker *w) {
    struct conn *conn = w->take.conn;
    const int32_t count = wanted(w);
    if (w->asked > 0 || count == 0)
        return;
    conn_begin(conn, 11);
    conn_add(conn, "XREADGROUP");
    conn_add(conn, "GROUP");
    conn_add(conn, LINK_GROUP);
    conn_add(conn, w->name);
    conn_add(conn, "COUNT");
    conn_add_int(conn, count);
    conn_add(conn, "BLOCK");
    conn_add_int(conn, BLOCK_MS);
    conn_add(conn, "STREAMS");
    conn_add(conn, w->take.keys.jobs);
    conn_add(conn, ">");
    w->asked = count;
    w->asked_ns = clock_now_ns();
}

static enum pes_err take_entries(struct worker *w, const struct reply *entries,
                                 struct pes_note *note) {
    enum pes_err err = PES_ERR_OK;
    for (size_t i = 0; i < entries->count && err == PES_ERR_OK; i++) {
        const struct reply *entry = reply_at(entries, i), *count = reply_at(entry, 2);
        const int64_t deliveries = count->kind == REPLY_INT ? count->integer : 1;
        err = worker_take(w, reply_at(entry, 0), reply_at(entry, 1), deliveries, note);
    }
    return err;
}

/* Takes the answer of ask(), if it is there. Only this shows that a connection is dead if its peer
 * cannot say so: a firewall that has forgotten it, a machine without power. */
static enum pes_err hear(struct worker *w, struct pes_note *note) {
    struct reply *reply;
    if (w->asked == 0)
        return PES_ERR_OK;
    enum pes_err err = conn_reply(w->take.conn, clock_now_ns(), false, &reply, note);
    if (err == PES_ERR_LATE) {
        const int64_t waited_ns = clock_now_ns() - w->asked_ns;
        return waited_ns > (BLOCK_MS + LINK_CALL_MS) * CLOCK_NS_PER_MS ? link_say_late(note)
                                                                       : PES_ERR_OK;
    }
    if (err != PES_ERR_OK)
        return err;
    w->asked = 0;
    if (reply->kind == REPLY_ERROR)
        err = conn_refused(w->take.conn, reply, note);
    else if (reply->kind == REPLY_LIST)
        err = take_entries(w, reply_at(reply_at(reply, 0), 1), note);
    reply_free(reply);
    return err;
}

/* Takes over jobs of workers that gave no sign of life. */
static enum pes_err claim(struct worker *w, struct pes_note *note) {
    struct link *link = &w->tell;
    struct reply *reply;
    const int64_t now_ns = clock_now_ns();
    const int32_t count = claimable(w);
    if (count <= 0 || (w->claim_ns > 0 && now_ns - w->claim_ns < beat_ms(w) * CLOCK_NS_PER_MS))
        return PES_ERR_OK;
    w->claim_ns = now_ns;
    link_begin(link, SCRIPT_CLAIM, 1, 5);
    conn_add(link->conn, link->keys.jobs);
    conn_add(link->conn, LINK_GROUP);
    conn_add(link->conn, w->name);
    conn_add_int(link->conn, w->config->timeout_ms);
    conn_add_int(link->conn, count);
    conn_add_int(link->conn, JOB_BYTES_MAX);
    enum pes_err err = link_take(link, REPLY_LIST, &reply, note);
    if (err != PES_ERR_OK)
        return err;
    if (reply->count > 0) {
        w->counts.claimed += (int64_t)reply->count;
        worker_log(w, "claimed", "jobs=%zu", reply->count);
        w->claim_ns = 0; /* there may be more */
    }
    err = take_entries(w, reply, note);
    reply_free(reply);
    return err;
}

/* The end. ------------------------------------------------------------------------------------ */

/* Gives back what this worker was given but does not play; with `leaves` everything. */
static enum pes_err give_back(struct worker *w, bool leaves, struct pes_note *note) {
    struct link *link = &w->tell;
    struct reply *reply;
    int ids = 0;
    for (int32_t i = 0; i < w->runner->most && !leaves; i++)
        ids += w->held[i].state != HELD_FREE;
    link_begin(link, SCRIPT_LEAVE, 3, 5 + ids);
    conn_add(link->conn, link->keys.jobs);
    conn_add(link->conn, link->keys.workers);
    conn_add(link->conn, w->worker_key);
    conn_add(link->conn, LINK_GROUP);
    conn_add(link->conn, w->name);
    conn_add(link->conn, leaves ? "1" : "0");
    conn_add(link->conn, link->keys.prefix);
    conn_add_int(link->conn, LINK_RESULTS_MS);
    for (int32_t i = 0; i < w->runner->most && !leaves; i++)
        if (w->held[i].state != HELD_FREE)
            conn_add(link->conn, w->held[i].id);
    const enum pes_err err = link_take(link, REPLY_INT, &reply, note);
    if (err != PES_ERR_OK)
        return err;
    worker_log(w, leaves ? "left" : "draining", "given_back=%" PRId64 " playing=%" PRId32,
               reply->integer, leaves ? 0 : w->held_count);
    reply_free(reply);
    return PES_ERR_OK;
}

static bool stop_is_set(const struct worker *w) {
    const atomic_bool *stop = w->config->queue.stop;
    return stop != NULL && atomic_load(stop);
}

/* Begins to drain; true once it is time to leave. */
static bool check_stop(struct worker *w) {
    struct pes_note note = {0};
    const int64_t now_ns = clock_now_ns();
    if (w->draining_ns == 0) {
        if (!stop_is_set(w))
            return false;
        w->draining_ns = now_ns;
        link_close(&w->take);
        w->asked = 0;
        if (w->tell.conn != NULL && give_back(w, false, &note) != PES_ERR_OK)
            lose(w, &note);
    }
    if (w->held_count == 0)
        return true;
    if (!w->rearmed && w->config->rearm != NULL &&
        now_ns - w->draining_ns > REARM_MS * CLOCK_NS_PER_MS) {
        w->rearmed = true;
        w->config->rearm();
        return false;
    }
    const bool late =
        w->config->drain_ms >= 0 && now_ns - w->draining_ns > w->config->drain_ms * CLOCK_NS_PER_MS;
    return late || (w->rearmed && stop_is_set(w));
}

/* Metrics. ------------------------------------------------------------------------------------ */

static void put(struct str *out, const char *name, const char *kind, const char *help,
                double value) {
    str_addf(out,
             "# HELP pessoi_worker_%s %s\n# TYPE pessoi_worker_%s %s\npessoi_worker_%s %.17g\n",
             name, help, name, kind, name, value);
}

static void put_page(void *to, struct str *out) {
    const struct worker *w = to;
    const struct worker_counts *n = &w->counts;
    put(out, "games_total", "counter", "Games played.", (double)n->games);
    put(out, "game_seconds_total", "counter", "Time of these games, each from its own start.",
        n->busy_seconds);
    put(out, "refused_total", "counter", "Jobs that this worker did not play.", (double)n->refused);
    put(out, "set_aside_total", "counter", "Of them: set aside, because no worker plays them.",
        (double)n->aside);
    put(out, "claimed_total", "counter", "Jobs taken over from workers that are gone.",
        (double)n->claimed);
    put(out, "stale_total", "counter", "Results that another worker had sent before.",
        (double)n->stale);
    put(out, "reconnects_total", "counter", "Connections after the queue was away.",
        (double)n->reconnects);
    put(out, "jobs", "gauge", "Jobs that this worker has now.", (double)w->held_count);
    put(out, "slots", "gauge", "Games that it can play at once.", (double)w->config->slots);
    put(out, "connected", "gauge", "1 if the queue answers.", w->tell.conn != NULL ? 1.0 : 0.0);
    put(out, "draining", "gauge", "1 if it takes no more jobs.", w->draining_ns > 0 ? 1.0 : 0.0);
}

static void summarise(struct worker *w) {
    const int64_t now_ns = clock_now_ns();
    if (now_ns - w->summary_ns < SUMMARY_MS * CLOCK_NS_PER_MS)
        return;
    w->summary_ns = now_ns;
    worker_log(w, "summary", "games=%" PRId64 " rate=%.2f jobs=%" PRId32, w->counts.games, w->rate,
               w->held_count);
}

/* The loop. ----------------------------------------------------------------------------------- */

/* Everything that needs the queue. */
static enum pes_err serve_queue(struct worker *w, struct pes_note *note) {
    enum pes_err err = PES_ERR_OK;
    if (w->tell.conn == NULL) {
        if (clock_now_ns() < w->retry_ns)
            return PES_ERR_OK;
        err = connect_both(w, note);
    }
    if (err == PES_ERR_OK)
        err = beat(w, note);
    if (err == PES_ERR_OK)
        err = worker_abandon(w, note);
    if (err == PES_ERR_OK)
        err = worker_tell(w, note);
    if (err == PES_ERR_OK && w->draining_ns == 0)
        err = claim(w, note);
    if (err == PES_ERR_OK && w->draining_ns == 0) {
        ask(w);
        err = hear(w, note);
    }
    return err;
}

/* Waits for a game, a job, a request for metrics, or a while. */
static void wait_for_something(struct worker *w) {
    struct pollfd fds[RUNNER_OTHERS_MAX];
    int count = 0;
    _Static_assert(METRICS_CLIENTS_MAX + 2 <= RUNNER_OTHERS_MAX, "room for all descriptors");
    if (w->asked > 0)
        fds[count++] = (struct pollfd){.fd = conn_fd(w->take.conn), .events = POLLIN};
    count += metrics_poll(&w->http, fds + count);
    (void)!runner_wait(w->runner, fds, count, LOOP_MS);
}

static bool is_passing(enum pes_err err) {
    return err == PES_ERR_IO || err == PES_ERR_LATE || err == PES_ERR_STOPPED;
}

static enum pes_err loop(struct worker *w, struct pes_note *note) {
    while (!check_stop(w)) {
        struct pes_note why = {0};
        worker_collect(w);
        const enum pes_err err = serve_queue(w, &why);
        if (err != PES_ERR_OK && !is_passing(err)) {
            *note = why;
            return err;
        }
        if (err != PES_ERR_OK)
            lose(w, &why);
        metrics_serve(&w->http, put_page, w);
        summarise(w);
        wait_for_something(w);
    }
    return PES_ERR_OK;
}

/* Setting up. --------------------------------------------------------------------------------- */

static enum pes_err name_worker(struct worker *w) {
    unsigned char bytes[4];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return PES_ERR_IO;
    if (gethostname(w->host, sizeof w->host - 1) != 0 || w->host[0] == '\0')
        snprintf(w->host, sizeof w->host, "worker");
    for (char *at = w->host; *at != '\0'; at++) /* it is part of lists and lines */
        if ((unsigned char)*at <= ' ' || (unsigned char)*at >= 0x7f || strchr(",:\"=", *at) != NULL)
            *at = '-';
    snprintf(w->name, sizeof w->name, "%s-%ld-%02x%02x%02x%02x", w->host, (long)getpid(), bytes[0],
             bytes[1], bytes[2], bytes[3]);
    link_key(&w->tell.keys, "worker", w->name, w->worker_key);
    return PES_ERR_OK;
}

static enum pes_err open_all(struct worker *w, struct pes_note *note) {
    const struct runner_config runner = {.jobs = w->config->slots, .isolated = true};
    enum pes_err err = link_init(&w->tell, &w->config->queue, note);
    if (err == PES_ERR_OK)
        err = link_init(&w->take, &w->config->queue, note);
    if (err == PES_ERR_OK)
        err = name_worker(w);
    if (err == PES_ERR_OK)
        err = metrics_open(&w->http, w->config->metrics_port, note);
    if (err == PES_ERR_OK)
        err = runner_new(&runner, &w->runner, note);
    if (err != PES_ERR_OK)
        return err;
    w->held = mem_alloc((size_t)w->runner->most * sizeof *w->held);
    if (w->held == NULL)
        return PES_ERR_NOMEM;
    for (int32_t i = 0; i < w->runner->most; i++) {
        str_init(&w->held[i].job);
        str_init(&w->held[i].text);
    }
    return PES_ERR_OK;
}

static void close_all(struct worker *w) {
    for (int32_t i = 0; w->held != NULL && i < w->runner->most; i++) {
        str_release(&w->held[i].job);
        str_release(&w->held[i].text);
    }
    mem_free(w->held);
    runner_free(w->runner);
    metrics_close(&w->http);
    link_close(&w->take);
    link_close(&w->tell);
}

enum pes_err worker_run(const struct worker_config *config, struct pes_note *note) {
    struct worker w = {.config = config,
                       .mean_ms = -1.0,
                       .started_ms = clock_wall_ms(),
                       .summary_ns = clock_now_ns(),
                       .http = {.fd = -1}};
    struct pes_note late = {0};
    for (int i = 0; i < METRICS_CLIENTS_MAX; i++)
        w.http.clients[i].fd = -1;
    enum pes_err err = open_all(&w, note);
    if (err == PES_ERR_OK) {
        worker_log(&w, "start", "worker=%s version=%s slots=%" PRId32 " queue=%s", w.name,
                   pes_version(), config->slots, w.tell.url.name);
        err = loop(&w, note);
        if (w.tell.conn != NULL && give_back(&w, true, &late) != PES_ERR_OK)
            link_close(&w.tell);
        worker_log(&w, "stop", "games=%" PRId64, w.counts.games);
    }
    close_all(&w);
    return err;
}
