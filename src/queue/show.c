#include "queue/show.h"

#include "core/clock.h"
#include "core/mem.h"
#include "queue/link.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CONNECT_MS = 5000 };

static enum pes_err ask(struct link *link, const char *const words[], enum reply_kind kind,
                        struct reply **out, struct pes_note *note) {
    conn_command(link->conn, words);
    return link_take(link, kind, out, note);
}

/* A field of a hash, printable; "" if it has none. */
static void copy_text(const struct reply *fields, const char *name, char out[SHOW_TEXT_SIZE]) {
    const struct reply *value = link_field(fields, name);
    char quoted[PES_QUOTE_SIZE];
    out[0] = '\0';
    if (value->kind == REPLY_TEXT)
        snprintf(out, SHOW_TEXT_SIZE, "%s", pes_quote(value->text, value->length, quoted));
}

/* Anybody may have written it: within bounds in which sums do not overflow. */
static int64_t bounded(int64_t n) {
    static const int64_t most = INT64_C(10000000000000); /* a time in ms is less */
    return n < 0 ? 0 : n > most ? most : n;
}

static int64_t number_of(const struct reply *fields, const char *name) {
    const struct reply *value = link_field(fields, name);
    return value->kind == REPLY_TEXT ? bounded(strtoll(value->text, NULL, 10)) : 0;
}

/* Jobs. --------------------------------------------------------------------------------------- */

static enum pes_err read_jobs(struct link *link, struct show *out, struct pes_note *note) {
    struct reply *reply;
    enum pes_err err =
        ask(link, (const char *const[]){"XLEN", link->keys.jobs, NULL}, REPLY_INT, &reply, note);
    if (err != PES_ERR_OK)
        return err;
    const int64_t all = bounded(reply->integer);
    reply_free(reply);
    if (all > 0) {
        err = ask(link, (const char *const[]){"XPENDING", link->keys.jobs, LINK_GROUP, NULL},
                  REPLY_LIST, &reply, note);
        if (err != PES_ERR_OK)
            return err;
        out->running = bounded(reply_at(reply, 0)->integer);
        reply_free(reply);
    }
    out->waiting = all > out->running ? all - out->running : 0;
    err = ask(link, (const char *const[]){"HGETALL", link->keys.stats, NULL}, REPLY_LIST, &reply,
              note);
    if (err != PES_ERR_OK)
        return err;
    out->done = number_of(reply, "done");
    out->failed = number_of(reply, "failed");
    reply_free(reply);
    return PES_ERR_OK;
}

static enum pes_err read_reasons(struct link *link, struct show *out, struct pes_note *note) {
    struct reply *reply;
    const enum pes_err err = ask(
        link, (const char *const[]){"XREVRANGE", link->keys.aside, "+", "-", "COUNT", "5", NULL},
        REPLY_LIST, &reply, note);
    if (err != PES_ERR_OK)
        return err;
    for (size_t i = 0; i < reply->count && out->reason_count < SHOW_REASONS_MAX; i++) {
        const struct reply *why = link_field(reply_at(reply_at(reply, i), 1), "why");
        char *to = out->reasons[out->reason_count];
        if (why->kind != REPLY_TEXT)
            continue;
        snprintf(to, SHOW_TEXT_SIZE, "%s", why->text);
        out->reason_count++;
    }
    reply_free(reply);
    return PES_ERR_OK;
}

/* Workers and runs. --------------------------------------------------------------------------- */

static void read_worker(const struct reply *name, const struct reply *fields,
                        struct show_worker *out) {
    char quoted[PES_QUOTE_SIZE];
    snprintf(out->name, sizeof out->name, "%s", pes_quote(name->text, name->length, quoted));
    copy_text(fields, "host", out->host);
    copy_text(fields, "version", out->version);
    out->pid = number_of(fields, "pid");
    out->slots = number_of(fields, "slots");
    out->games = number_of(fields, "games");
    out->running = number_of(fields, "running");
    out->since_ms = number_of(fields, "since");
    out->rate = (double)number_of(fields, "millirate") / 1000.0;
}

static void read_run(const struct reply *fields, struct show_run *out) {
    copy_text(fields, "host", out->host);
    copy_text(fields, "what", out->what);
    out->pid = number_of(fields, "pid");
    out->games = number_of(fields, "games");
    out->done = number_of(fields, "done");
}

/* The hash of a worker or a run; empty if it has expired. */
static enum pes_err read_hash(struct link *link, const char *what, const struct reply *name,
                              struct reply **out, struct pes_note *note) {
    char key[LINK_KEY_SIZE];
    link_key(&link->keys, what, name->text != NULL ? name->text : "", key);
    return ask(link, (const char *const[]){"HGETALL", key, NULL}, REPLY_LIST, out, note);
}

static enum pes_err read_workers(struct link *link, struct show *out, struct pes_note *note) {
    struct reply *time, *names, *fields;
    char since[32];
    enum pes_err err = ask(link, (const char *const[]){"TIME", NULL}, REPLY_LIST, &time, note);
    if (err != PES_ERR_OK)
        return err;
    const char *seconds = reply_at(time, 0)->text;
    const int64_t now = seconds != NULL ? bounded(strtoll(seconds, NULL, 10)) : 0;
    snprintf(since, sizeof since, "%" PRId64, now * 1000 - LINK_LIVE_MS);
    reply_free(time);
    err = ask(link,
              (const char *const[]){"ZRANGEBYSCORE", link->keys.workers, since, "+inf", "LIMIT",
                                    "0", "1000", NULL},
              REPLY_LIST, &names, note);
    if (err != PES_ERR_OK)
        return err;
    out->workers = mem_alloc((names->count + 1) * sizeof *out->workers);
    if (out->workers == NULL)
        err = PES_ERR_NOMEM;
    for (size_t i = 0; i < names->count && err == PES_ERR_OK; i++) {
        const struct reply *name = reply_at(names, i);
        err = read_hash(link, "worker", name, &fields, note);
        if (err == PES_ERR_OK && fields->count > 0 && name->kind == REPLY_TEXT) {
            struct show_worker *worker = &out->workers[out->worker_count++];
            read_worker(name, fields, worker);
            out->rate += worker->rate;
        }
        if (err == PES_ERR_OK)
            reply_free(fields);
    }
    reply_free(names);
    return err;
}

static enum pes_err read_runs(struct link *link, struct show *out, struct pes_note *note) {
    struct reply *names, *fields, *gone;
    enum pes_err err = ask(link, (const char *const[]){"SMEMBERS", link->keys.runs, NULL},
                           REPLY_LIST, &names, note);
    if (err != PES_ERR_OK)
        return err;
    out->runs = mem_alloc((names->count + 1) * sizeof *out->runs);
    if (out->runs == NULL)
        err = PES_ERR_NOMEM;
    for (size_t i = 0; i < names->count && err == PES_ERR_OK; i++) {
        const struct reply *name = reply_at(names, i);
        if (name->kind != REPLY_TEXT)
            continue;
        err = read_hash(link, "run", name, &fields, note);
        if (err != PES_ERR_OK)
            break;
        const bool alive = fields->count > 0;
        if (alive)
            read_run(fields, &out->runs[out->run_count++]);
        reply_free(fields);
        if (!alive) { /* its sender was killed: nobody else cleans up */
            err = ask(link, (const char *const[]){"SREM", link->keys.runs, name->text, NULL},
                      REPLY_INT, &gone, note);
            if (err == PES_ERR_OK)
                reply_free(gone);
        }
    }
    reply_free(names);
    return err;
}

/* How long it takes: what the runs still want, or at least what is in the queue. */
static double time_left(const struct show *s) {
    int64_t left = s->waiting + s->running, wanted = 0;
    for (int32_t i = 0; i < s->run_count; i++)
        wanted += s->runs[i].games > s->runs[i].done ? s->runs[i].games - s->runs[i].done : 0;
    left = wanted > left ? wanted : left;
    if (left == 0)
        return 0.0;
    return s->rate > 0.0 ? (double)left / s->rate : -1.0;
}

static enum pes_err open_link(const struct queue_config *config, struct link *out,
                              struct pes_note *note) {
    const enum pes_err err = link_init(out, config, note);
    out->stop = config->stop;
    return err == PES_ERR_OK ? link_open(out, config, false, clock_in_ms(CONNECT_MS), note) : err;
}

enum pes_err show_read(const struct queue_config *config, struct show *out, struct pes_note *note) {
    struct link link;
    *out = (struct show){.worker_count = 0};
    enum pes_err err = open_link(config, &link, note);
    if (err == PES_ERR_OK)
        err = read_jobs(&link, out, note);
    if (err == PES_ERR_OK)
        err = read_reasons(&link, out, note);
    if (err == PES_ERR_OK)
        err = read_workers(&link, out, note);
    if (err == PES_ERR_OK)
        err = read_runs(&link, out, note);
    link_close(&link);
    out->left_seconds = time_left(out);
    if (err != PES_ERR_OK)
        show_release(out);
    return err;
}

void show_release(struct show *s) {
    mem_free(s->workers);
    mem_free(s->runs);
    s->workers = NULL;
    s->runs = NULL;
}

/* Clearing. ----------------------------------------------------------------------------------- */

/* Deletes the keys of all runs and workers: those that the sets name. */
static enum pes_err clear_members(struct link *link, const char *set, const char *const kinds[],
                                  const char *read, struct pes_note *note) {
    struct reply *names, *reply;
    const bool sorted = strcmp(read, "ZRANGE") == 0;
    enum pes_err err = ask(link, (const char *const[]){read, set, sorted ? "0" : NULL, "-1", NULL},
                           REPLY_LIST, &names, note);
    if (err != PES_ERR_OK)
        return err;
    for (size_t i = 0; i < names->count && err == PES_ERR_OK; i++)
        for (int k = 0; kinds[k] != NULL && err == PES_ERR_OK; k++) {
            const struct reply *name = reply_at(names, i);
            char key[LINK_KEY_SIZE];
            link_key(&link->keys, kinds[k], name->text != NULL ? name->text : "", key);
            err = ask(link, (const char *const[]){"DEL", key, NULL}, REPLY_INT, &reply, note);
            if (err == PES_ERR_OK)
                reply_free(reply);
        }
    reply_free(names);
    return err;
}

enum pes_err show_clear(const struct queue_config *config, struct pes_note *note) {
    struct link link;
    struct reply *reply;
    const struct link_keys *keys = &link.keys;
    enum pes_err err = open_link(config, &link, note);
    if (err == PES_ERR_OK)
        err = clear_members(&link, keys->runs, (const char *const[]){"results", "run", NULL},
                            "SMEMBERS", note);
    if (err == PES_ERR_OK)
        err = clear_members(&link, keys->workers, (const char *const[]){"worker", NULL}, "ZRANGE",
                            note);
    if (err == PES_ERR_OK)
        err = ask(&link,
                  (const char *const[]){"DEL", keys->jobs, keys->aside, keys->stats, keys->workers,
                                        keys->runs, NULL},
                  REPLY_INT, &reply, note);
    if (err == PES_ERR_OK)
        reply_free(reply);
    link_close(&link);
    return err;
}
