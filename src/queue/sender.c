/* The runner over a queue. Each submitted job is a flight with a ticket of its own: numbers of
 * callers may repeat, tickets do not. Commands are sent in batches, when a result is wanted. */
#include "queue/sender.h"

#include "arena/player.h"
#include "core/clock.h"
#include "core/mem.h"
#include "queue/link.h"
#include "queue/text.h"
#include "queue/wire.h"

#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

enum {
    BLOCK_MS = 200,        /* that Redis waits for a result: the stop flag is seen in between */
    RENEW_MS = 2000,       /* between signs of life */
    LEASE_MS = 30000,      /* without one the run is over */
    SILENCE_MS = 5000,     /* without a result, after which is asked what has become of the jobs */
    BATCH_BYTES = 1 << 16, /* of commands that wait */
    RESULTS_AT_ONCE = 32,
    RECOVER_MAX = 256, /* of them in a row: somebody may add some faster than they are read */
    BAD_MAX = 3,       /* results of one job that do not fit it */
    BAD_SAID_MAX = 3,  /* of all flights, about which a person is told */
    PAUSE_MIN_MS = 100,
    PAUSE_MAX_MS = 5000,
    CONNECT_MS = 5000,
    FAREWELL_MS = 500,
};

struct flight {
    int64_t ticket;        /* 0: this place is empty */
    int64_t number;        /* the caller's */
    char id[LINK_ID_SIZE]; /* of its entry; "": not known */
    char *line;            /* owned */
    size_t length;
    int bad;   /* results that did not fit */
    bool lost; /* its entry is gone */
};

struct queue_runner {
    struct runner base;
    struct sender *sender;
    struct link link;
    char run[LINK_RUN_SIZE];
    char run_key[LINK_KEY_SIZE], results_key[LINK_KEY_SIZE];
    char host[64];
    struct flight flights[SENDER_FLIGHTS_MAX];
    int32_t free_places[SENDER_FLIGHTS_MAX], free_count;
    int32_t added[SENDER_FLIGHTS_MAX]; /* flights whose XADD has no reply yet, in order */
    int32_t added_count;
    int64_t tickets;               /* given out */
    int64_t done;                  /* results taken */
    char last[LINK_ID_SIZE];       /* of the results: read up to this entry */
    bool trim;                     /* entries up to it can be deleted */
    struct player judge;           /* checks the games */
    struct runner_result *results; /* finished, not taken; a ring of base.most */
    int32_t results_first, results_count;
    int64_t renewed_ns, heard_ns; /* last sign of life, last result or check */
    int64_t away_ns;              /* since when there is no connection; 0: there is */
    int64_t begun_ns;
    int64_t joined_ns;          /* since when there is a connection; 0: there is none */
    int64_t pause_ms, retry_ns; /* before the next attempt to connect */
    bool away_said, workers_seen, workers_said;
    int64_t bad_said;   /* results that did not fit, of all flights */
    bool refused;       /* a flight is marked as lost, because its result was not accepted */
    enum pes_err fatal; /* what only a person can repair; all jobs fail with it */
    struct pes_note why;
};

static struct queue_runner *runner_of(struct runner *r) {
    return (struct queue_runner *)(void *)r;
}

static void say(const struct queue_runner *own, const struct pes_text *what,
                const struct pes_arg args[]) {
    if (own->sender->say != NULL)
        own->sender->say(own->sender->to, what, args);
}

static bool is_stopped(const struct queue_runner *own) {
    const atomic_bool *stop = own->base.config.stop;
    return stop != NULL && atomic_load(stop);
}

/* Flights. ------------------------------------------------------------------------------------ */

static void free_flight(struct queue_runner *own, struct flight *flight) {
    mem_free(flight->line);
    *flight = (struct flight){.ticket = 0};
    own->free_places[own->free_count++] = (int32_t)(flight - own->flights);
}

/* The flight is over. Takes ownership of the result. */
static void land(struct queue_runner *own, struct flight *flight, struct runner_result *result) {
    assert(own->results_count < own->base.most);
    result->number = flight->number;
    own->results[(own->results_first + own->results_count++) % own->base.most] = *result;
    free_flight(own, flight);
}

/* Puts its job into the batch. */
static void add_flight(struct queue_runner *own, struct flight *flight) {
    struct conn *conn = own->link.conn;
    conn_begin(conn, 9);
    conn_add(conn, "XADD");
    conn_add(conn, own->link.keys.jobs);
    conn_add(conn, "*");
    conn_add(conn, "run");
    conn_add(conn, own->run);
    conn_add(conn, "n");
    conn_add_int(conn, flight->ticket);
    conn_add(conn, "job");
    conn_add_bytes(conn, flight->line, flight->length);
    flight->id[0] = '\0';
    flight->lost = false;
    own->added[own->added_count++] = (int32_t)(flight - own->flights);
}

/* The connection is gone; what was in the batch has to be added again. */
static void lose(struct queue_runner *own, enum pes_err err, const struct pes_note *note) {
    link_close(&own->link);
    own->added_count = 0;
    const int64_t now_ns = clock_now_ns();
    if (own->away_ns == 0)
        own->away_ns = now_ns;
    /* The first attempt follows at once. A connection that did not last is a failed attempt. */
    if (own->joined_ns > 0 && now_ns - own->joined_ns > PAUSE_MAX_MS * CLOCK_NS_PER_MS)
        own->pause_ms = 0;
    own->joined_ns = 0;
    own->retry_ns = clock_in_ms(own->pause_ms);
    own->pause_ms = own->pause_ms < PAUSE_MIN_MS       ? PAUSE_MIN_MS
                    : own->pause_ms * 2 > PAUSE_MAX_MS ? PAUSE_MAX_MS
                                                       : own->pause_ms * 2;
    own->why = *note;
    if (err != PES_ERR_IO && err != PES_ERR_LATE && err != PES_ERR_STOPPED)
        own->fatal = err;
}

/* Results. ------------------------------------------------------------------------------------ */

/* A result that does not fit its job: the game is played again, but not for ever. */
static void refuse(struct queue_runner *own, struct flight *flight, struct pes_note *why) {
    why->line = why->pos = 0; /* of the worker's text, which the user has not written */
    if (++flight->bad >= BAD_MAX) {
        struct runner_result result = {.err = PES_ERR_UNFIT, .note = *why};
        land(own, flight, &result);
        return;
    }
    if (own->bad_said++ < BAD_SAID_MAX)
        say(own, TEXT(queue_bad_result), PES_ARGS(PES_NOTED(why)));
    flight->id[0] = '\0';
    flight->lost = own->refused = true;
}

static enum pes_err copy_logs(const struct wire *wire, struct runner_result *out) {
    for (int seat = 0; seat < PES_PLAYERS_MAX; seat++) {
        const struct wire_part *log = &wire->logs[seat];
        if (log->length == 0)
            continue;
        out->logs[seat] = (struct runner_log){mem_alloc(log->length), log->length};
        if (out->logs[seat].bytes == NULL) {
            out->logs[seat].length = 0;
            return PES_ERR_NOMEM;
        }
        memcpy(out->logs[seat].bytes, log->at, log->length);
    }
    return PES_ERR_OK;
}

/* Computes the result from the record; of the rest only what is not decided by it is taken over. */
static void check_game(struct queue_runner *own, const struct flight *flight,
                       const struct wire *wire, struct runner_result *out) {
    struct pes_record *record = NULL;
    *out = (struct runner_result){.number = flight->number};
    out->err = pes_record_parse(wire->record.at, wire->record.length, &record, &out->note);
    if (out->err != PES_ERR_OK)
        return;
    char *line = mem_alloc(flight->length + 1); /* the check changes it */
    if (line == NULL) {
        pes_record_free(record);
        out->err = PES_ERR_NOMEM;
        return;
    }
    memcpy(line, flight->line, flight->length);
    player_verify(&own->judge, flight->number, line, record, out);
    mem_free(line);
    if (out->err != PES_ERR_OK)
        return;
    const struct pes_note recorded = out->notes.fault;
    out->notes = wire->notes;
    if (!stats_forfeited(&out->game) || pes_note_is_empty(&wire->notes.fault))
        out->notes.fault = recorded;
    out->err = copy_logs(wire, out);
    if (out->err != PES_ERR_OK)
        runner_result_release(out);
}

/* The flight with the ticket that an entry names; NULL: there is none, it was settled before. */
static struct flight *find_flight(struct queue_runner *own, const struct reply *n) {
    char *end;
    const int64_t ticket = n->kind == REPLY_TEXT ? strtoll(n->text, &end, 10) : 0;
    struct flight *flight = &own->flights[ticket > 0 ? ticket % SENDER_FLIGHTS_MAX : 0];
    return ticket > 0 && *end == '\0' && flight->ticket == ticket ? flight : NULL;
}

/* A worker added the job again, because it does not play it: its entry has another id. */
static void note_moved(struct flight *flight, const struct reply *id) {
    if (id->length >= sizeof flight->id)
        return;
    memcpy(flight->id, id->text, id->length + 1);
    flight->lost = false;
}

/* Takes one entry of the results. */
static void take_result(struct queue_runner *own, const struct reply *fields) {
    const struct reply *text = link_field(fields, "r"), *moved = link_field(fields, "moved");
    struct flight *flight = find_flight(own, link_field(fields, "n"));
    if (flight != NULL && moved->kind == REPLY_TEXT)
        note_moved(flight, moved);
    if (flight == NULL || text->kind != REPLY_TEXT)
        return;
    own->heard_ns = clock_now_ns();
    struct pes_note why = {0};
    struct wire wire;
    if (wire_parse(text->text, text->length, &wire, &why) != PES_ERR_OK) {
        refuse(own, flight, &why);
        return;
    }
    struct runner_result result = {.err = wire.err, .note = wire.note};
    if (wire.err == PES_ERR_OK) {
        check_game(own, flight, &wire, &result);
        if (result.err != PES_ERR_OK && result.err != PES_ERR_NOMEM) {
            refuse(own, flight, &result.note);
            return;
        }
    }
    own->done++;
    land(own, flight, &result);
}

/* Takes the reply of an XREAD; how many entries it had. */
static size_t take_results(struct queue_runner *own, const struct reply *reply) {
    const struct reply *entries = reply_at(reply_at(reply, 0), 1);
    for (size_t i = 0; i < entries->count; i++) {
        const struct reply *entry = reply_at(entries, i), *id = reply_at(entry, 0);
        if (id->kind != REPLY_TEXT || id->length >= LINK_ID_SIZE)
            continue;
        memcpy(own->last, id->text, id->length + 1);
        take_result(own, reply_at(entry, 1));
        own->trim = true;
    }
    return entries->count;
}

/* Talking to the queue. ----------------------------------------------------------------------- */

/* Deletes the results that were taken: everything before the entry after the last one. */
static void add_trim(struct queue_runner *own) {
    char after[LINK_ID_SIZE + 24];
    char *dash = strchr(own->last, '-');
    const int head = dash != NULL ? (int)(dash - own->last) : (int)strlen(own->last);
    const uint64_t second = dash != NULL ? strtoull(dash + 1, NULL, 10) : 0;
    snprintf(after, sizeof after, "%.*s-%" PRIu64, head, own->last, second + 1);
    conn_command(own->link.conn,
                 (const char *const[]){"XTRIM", own->results_key, "MINID", after, NULL});
}

/* The replies of the batch before the last command: ids of the added jobs. */
static enum pes_err take_added(struct queue_runner *own, struct pes_note *note) {
    enum pes_err err = PES_ERR_OK;
    const int32_t count = own->added_count;
    for (int32_t i = 0; i < count && err == PES_ERR_OK; i++) {
        struct reply *reply;
        struct flight *flight = &own->flights[own->added[i]];
        err = link_take(&own->link, REPLY_TEXT, &reply, note);
        if (err == PES_ERR_OK && flight->ticket != 0)
            snprintf(flight->id, sizeof flight->id, "%s", reply->text);
        if (err == PES_ERR_OK)
            reply_free(reply);
    }
    if (err == PES_ERR_OK)
        own->added_count = 0;
    return err;
}

/* Sends the batch and reads results, for which Redis waits up to block_ms; *count: how many came.
 */
static enum pes_err exchange(struct queue_runner *own, int block_ms, size_t *count,
                             struct pes_note *note) {
    struct conn *conn = own->link.conn;
    const bool trim = own->trim;
    *count = 0;
    if (trim)
        add_trim(own);
    conn_begin(conn, block_ms > 0 ? 8 : 6);
    conn_add(conn, "XREAD");
    conn_add(conn, "COUNT");
    conn_add_int(conn, RESULTS_AT_ONCE);
    if (block_ms > 0) {
        conn_add(conn, "BLOCK");
        conn_add_int(conn, block_ms);
    }
    conn_add(conn, "STREAMS");
    conn_add(conn, own->results_key);
    conn_add(conn, own->last);
    struct reply *reply;
    enum pes_err err = take_added(own, note);
    if (err == PES_ERR_OK && trim) {
        err = link_confirm(&own->link, REPLY_INT, note);
        own->trim = false;
    }
    if (err == PES_ERR_OK)
        err = link_take(&own->link, REPLY_LIST, &reply, note);
    if (err == PES_ERR_OK) {
        *count = take_results(own, reply);
        reply_free(reply);
    }
    return err;
}

/* Renews the lease, and learns how many workers there are: so many jobs may be in flight. */
static enum pes_err renew(struct queue_runner *own, struct pes_note *note) {
    struct link *link = &own->link;
    struct reply *reply;
    link_begin(link, SCRIPT_RENEW, 3, 5 + 10);
    conn_add(link->conn, own->run_key);
    conn_add(link->conn, link->keys.runs);
    conn_add(link->conn, link->keys.workers);
    conn_add(link->conn, own->run);
    conn_add_int(link->conn, LEASE_MS);
    conn_add_int(link->conn, LINK_LIVE_MS);
    conn_add(link->conn, link->keys.prefix);
    conn_add_int(link->conn, 10);
    conn_add(link->conn, "host");
    conn_add(link->conn, own->host);
    conn_add(link->conn, "pid");
    conn_add_int(link->conn, getpid());
    conn_add(link->conn, "what");
    conn_add(link->conn, own->sender->what);
    conn_add(link->conn, "games");
    conn_add_int(link->conn, own->sender->games);
    conn_add(link->conn, "done");
    conn_add_int(link->conn, own->done);
    enum pes_err err = take_added(own, note);
    if (err == PES_ERR_OK)
        err = link_take(link, REPLY_LIST, &reply, note);
    if (err != PES_ERR_OK)
        return err;
    const int64_t workers = reply_at(reply, 0)->integer, slots = reply_at(reply, 1)->integer;
    reply_free(reply);
    own->renewed_ns = clock_now_ns();
    const int64_t wanted = slots < 0                    ? 0
                           : slots > SENDER_FLIGHTS_MAX ? SENDER_FLIGHTS_MAX
                                                        : SENDER_PER_SLOT * slots;
    own->base.window = wanted < SENDER_FLIGHTS_MIN   ? SENDER_FLIGHTS_MIN
                       : wanted > SENDER_FLIGHTS_MAX ? SENDER_FLIGHTS_MAX
                                                     : (int32_t)wanted;
    own->workers_seen |= workers > 0;
    if (!own->workers_seen && !own->workers_said &&
        clock_seconds_since(own->begun_ns) > (double)SILENCE_MS / 1000.0) {
        own->workers_said = true;
        say(own, TEXT(queue_no_workers), PES_ARGS(PES_STR(own->sender->queue.url)));
    }
    return PES_ERR_OK;
}

/* Asks which jobs the stream does not have any more. They are finished, or they are lost. */
static enum pes_err find_lost(struct queue_runner *own, struct pes_note *note) {
    int32_t asked[SENDER_FLIGHTS_MAX], count = 0;
    for (int32_t i = 0; i < SENDER_FLIGHTS_MAX; i++) {
        struct flight *flight = &own->flights[i];
        flight->lost = flight->ticket != 0 && flight->id[0] == '\0';
        if (flight->ticket != 0 && !flight->lost)
            asked[count++] = i;
    }
    if (count == 0)
        return PES_ERR_OK;
    struct reply *reply;
    link_begin(&own->link, SCRIPT_LOST, 1, count);
    conn_add(own->link.conn, own->link.keys.jobs);
    for (int32_t i = 0; i < count; i++)
        conn_add(own->link.conn, own->flights[asked[i]].id);
    const enum pes_err err = link_take(&own->link, REPLY_LIST, &reply, note);
    if (err != PES_ERR_OK)
        return err;
    for (size_t i = 0; i < reply->count; i++) {
        const struct reply *place = reply_at(reply, i);
        if (place->kind == REPLY_INT && place->integer >= 0 && place->integer < count)
            own->flights[asked[place->integer]].lost = true;
    }
    reply_free(reply);
    return PES_ERR_OK;
}

/* Adds again what is neither in the stream nor in the results. The order matters: a job that was
 * gone before the results were read has its result among them, or nowhere. */
static enum pes_err recover(struct queue_runner *own, struct pes_note *note) {
    size_t count;
    enum pes_err err = renew(own, note);
    if (err == PES_ERR_OK)
        err = find_lost(own, note);
    snprintf(own->last, sizeof own->last, "0-0");
    own->trim = false;
    for (int i = 0; i < RECOVER_MAX && err == PES_ERR_OK && !is_stopped(own); i++) {
        err = exchange(own, 0, &count, note);
        if (count == 0)
            break;
    }
    own->heard_ns = clock_now_ns();
    return err;
}

static void add_lost(struct queue_runner *own) {
    own->refused = false;
    for (int32_t i = 0; i < SENDER_FLIGHTS_MAX; i++)
        if (own->flights[i].ticket != 0 && own->flights[i].lost)
            add_flight(own, &own->flights[i]);
}

static void say_away(struct queue_runner *own) {
    char moment[16] = "";
    const time_t since = time(NULL) - (time_t)clock_seconds_since(own->away_ns);
    struct tm parts;
    if (localtime_r(&since, &parts) != NULL)
        strftime(moment, sizeof moment, "%H:%M:%S", &parts);
    own->away_said = true;
    say(own, TEXT(queue_away), PES_ARGS(PES_STR(moment), PES_NOTED(&own->why)));
}

/* Waits for a while; the stop flag ends it. */
static void pause_for(const struct queue_runner *own, int64_t until_ns) {
    enum { STEP_MS = 50 };
    while (!is_stopped(own)) {
        const int64_t left_ms = (until_ns - clock_now_ns()) / CLOCK_NS_PER_MS;
        if (left_ms <= 0)
            return;
        (void)poll(NULL, 0, left_ms < STEP_MS ? (int)left_ms : STEP_MS);
    }
}

/* One attempt to connect again. */
static void reconnect(struct queue_runner *own) {
    struct pes_note note = {0};
    pause_for(own, own->retry_ns);
    if (is_stopped(own))
        return;
    enum pes_err err =
        link_open(&own->link, &own->sender->queue, true, clock_in_ms(CONNECT_MS), &note);
    if (err == PES_ERR_OK)
        err = recover(own, &note);
    if (err != PES_ERR_OK) {
        lose(own, err, &note);
        if (!own->away_said && own->fatal == PES_ERR_OK)
            say_away(own);
        return;
    }
    own->away_ns = 0;
    own->joined_ns = clock_now_ns();
    if (own->away_said)
        say(own, TEXT(queue_back), PES_NO_ARGS);
    own->away_said = false;
    add_lost(own);
}

/* One step towards the next result. */
static void work(struct queue_runner *own, int block_ms) {
    struct pes_note note = {0};
    enum pes_err err = PES_ERR_OK;
    size_t count;
    if (own->link.conn == NULL) {
        reconnect(own);
        return;
    }
    if (clock_now_ns() - own->renewed_ns > RENEW_MS * CLOCK_NS_PER_MS)
        err = renew(own, &note);
    if (err == PES_ERR_OK && clock_now_ns() - own->heard_ns > SILENCE_MS * CLOCK_NS_PER_MS) {
        err = recover(own, &note);
        if (err == PES_ERR_OK)
            add_lost(own);
    }
    if (err == PES_ERR_OK && own->results_count == 0)
        err = exchange(own, block_ms, &count, &note);
    if (err == PES_ERR_OK && own->refused)
        add_lost(own);
    if (err != PES_ERR_OK)
        lose(own, err, &note);
}

/* The runner. --------------------------------------------------------------------------------- */

static enum pes_err queue_submit(struct runner *r, int64_t number, const char *job, size_t length) {
    struct queue_runner *own = runner_of(r);
    assert(own->free_count > 0);
    char *line = mem_alloc(length + 1);
    if (line == NULL)
        return PES_ERR_NOMEM;
    memcpy(line, job, length);
    const int32_t place = own->free_places[--own->free_count];
    struct flight *flight = &own->flights[place];
    *flight = (struct flight){.ticket = ++own->tickets * SENDER_FLIGHTS_MAX + place,
                              .number = number,
                              .line = line,
                              .length = length};
    if (own->link.conn == NULL)
        return PES_ERR_OK; /* it is added when there is a connection */
    add_flight(own, flight);
    struct pes_note note = {0};
    const enum pes_err err = conn_waiting(own->link.conn) > BATCH_BYTES
                                 ? conn_flush(own->link.conn, clock_in_ms(LINK_CALL_MS), &note)
                                 : PES_ERR_OK;
    if (err != PES_ERR_OK)
        lose(own, err, &note);
    return PES_ERR_OK;
}

/* Removes what this run has in the queue. Without a connection the lease ends by itself. */
static void say_farewell(struct queue_runner *own) {
    struct link *link = &own->link;
    struct pes_note note = {0};
    struct reply *reply = NULL;
    int32_t count = 0;
    if (link->conn != NULL && take_added(own, &note) != PES_ERR_OK)
        link_close(link);
    if (link->conn == NULL)
        return;
    for (int32_t i = 0; i < SENDER_FLIGHTS_MAX; i++)
        count += own->flights[i].ticket != 0 && own->flights[i].id[0] != '\0';
    link_begin(link, SCRIPT_FORGET, 4, 2 + count);
    conn_add(link->conn, link->keys.jobs);
    conn_add(link->conn, own->results_key);
    conn_add(link->conn, own->run_key);
    conn_add(link->conn, link->keys.runs);
    conn_add(link->conn, LINK_GROUP);
    conn_add(link->conn, own->run);
    for (int32_t i = 0; i < SENDER_FLIGHTS_MAX; i++)
        if (own->flights[i].ticket != 0 && own->flights[i].id[0] != '\0')
            conn_add(link->conn, own->flights[i].id);
    (void)!conn_reply(link->conn, clock_in_ms(FAREWELL_MS), false, &reply, &note);
    reply_free(reply);
    link_close(link);
}

/* Ends some flight with an error: no result of this run is wanted any more. */
static void fail_one(struct queue_runner *own, enum pes_err err, const struct pes_note *note) {
    say_farewell(own);
    for (int32_t i = 0; i < SENDER_FLIGHTS_MAX; i++)
        if (own->flights[i].ticket != 0) {
            struct runner_result result = {.err = err};
            if (note != NULL)
                result.note = *note;
            land(own, &own->flights[i], &result);
            return;
        }
}

static bool queue_wait(struct runner *r, struct pollfd *others, int count, int ms) {
    struct queue_runner *own = runner_of(r);
    const int64_t until_ns = clock_in_ms(ms);
    (void)others;
    (void)count;
    assert(count == 0);
    while (own->results_count == 0 && r->in_flight > 0) {
        const int64_t left_ms = (until_ns - clock_now_ns()) / CLOCK_NS_PER_MS;
        if (left_ms <= 0)
            break;
        if (is_stopped(own))
            fail_one(own, PES_ERR_STOPPED, NULL);
        else if (own->fatal != PES_ERR_OK)
            fail_one(own, own->fatal, &own->why);
        else
            work(own, left_ms < BLOCK_MS ? (int)left_ms : BLOCK_MS);
    }
    return own->results_count > 0;
}

static bool queue_next(struct runner *r, struct runner_result *out) {
    struct queue_runner *own = runner_of(r);
    while (own->results_count == 0)
        (void)queue_wait(r, NULL, 0, RENEW_MS);
    *out = own->results[own->results_first];
    own->results_first = (own->results_first + 1) % own->base.most;
    own->results_count--;
    return true;
}

static void queue_free(struct runner *r) {
    struct queue_runner *own = runner_of(r);
    say_farewell(own);
    link_close(&own->link);
    for (int32_t i = 0; i < SENDER_FLIGHTS_MAX; i++)
        mem_free(own->flights[i].line);
    for (int32_t i = 0; own->results != NULL && i < own->results_count; i++)
        runner_result_release(&own->results[(own->results_first + i) % own->base.most]);
    player_release(&own->judge);
    mem_free(own->results);
    mem_free(own);
}

/* A name for this run that no other has. */
static enum pes_err name_run(struct queue_runner *own) {
    unsigned char bytes[(LINK_RUN_SIZE - 1) / 2];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return PES_ERR_IO;
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(own->run + 2 * i, 3, "%02x", bytes[i]);
    link_key(&own->link.keys, "run", own->run, own->run_key);
    link_key(&own->link.keys, "results", own->run, own->results_key);
    if (gethostname(own->host, sizeof own->host - 1) != 0)
        own->host[0] = '\0';
    return PES_ERR_OK;
}

/* Whatever is wrong with the address or the queue is found before the first game. */
static enum pes_err make(void *to, const struct runner_config *config, struct runner **out,
                         struct pes_note *note) {
    static const struct runner_class class = {
        .submit = queue_submit, .next = queue_next, .wait = queue_wait, .free = queue_free};
    struct queue_runner *own = mem_alloc(sizeof *own);
    if (own == NULL)
        return PES_ERR_NOMEM;
    own->base = (struct runner){.class = &class,
                                .config = *config,
                                .most = SENDER_FLIGHTS_MAX,
                                .window = SENDER_FLIGHTS_MIN};
    own->sender = to;
    own->begun_ns = clock_now_ns();
    player_init(&own->judge, &own->base.config, NULL, NULL);
    for (int32_t i = SENDER_FLIGHTS_MAX; i > 0; i--)
        own->free_places[own->free_count++] = i - 1;
    own->results = mem_alloc((size_t)own->base.most * sizeof *own->results);
    enum pes_err err = own->results != NULL ? PES_ERR_OK : PES_ERR_NOMEM;
    if (err == PES_ERR_OK)
        err = link_init(&own->link, &own->sender->queue, note);
    own->link.stop = config->stop;
    if (err == PES_ERR_OK)
        err = name_run(own);
    if (err == PES_ERR_OK)
        err = link_open(&own->link, &own->sender->queue, true, clock_in_ms(CONNECT_MS), note);
    if (err == PES_ERR_OK)
        err = recover(own, note);
    own->joined_ns = clock_now_ns();
    if (err != PES_ERR_OK) {
        link_close(&own->link);
        queue_free(&own->base);
        return err;
    }
    *out = &own->base;
    return PES_ERR_OK;
}

void sender_init(struct sender *sender) {
    sender->maker = (struct pes_runner_maker){.make = make, .to = sender};
}
