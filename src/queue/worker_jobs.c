/* The jobs that a worker has: from an entry of the stream to a message about it. */
#include "core/clock.h"
#include "core/mem.h"
#include "queue/text.h"
#include "queue/wire.h"
#include "queue/worker_int.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Taking. ------------------------------------------------------------------------------------- */

static struct held *free_place(struct worker *w) {
    for (int32_t i = 0; i < w->runner->most; i++)
        if (w->held[i].state == HELD_FREE)
            return &w->held[i];
    return NULL;
}

static void release(struct worker *w, struct held *held) {
    str_release(&held->job);
    str_release(&held->text);
    *held = (struct held){.state = HELD_FREE};
    str_init(&held->job);
    str_init(&held->text);
    w->held_count--;
}

static bool copy_field(const struct reply *fields, const char *name, char *out, size_t size) {
    const struct reply *value = link_field(fields, name);
    if (value->kind != REPLY_TEXT || value->length >= size || strlen(value->text) != value->length)
        return false;
    memcpy(out, value->text, value->length + 1);
    return true;
}

/* How many names are in a list with commas? */
static int count_names(const char *list) {
    int count = list[0] != '\0';
    for (const char *at = list; *at != '\0'; at++)
        count += *at == ',';
    return count;
}

static bool has_name(const char *list, const char *name) {
    const size_t length = strlen(name);
    for (const char *at = list; *at != '\0';) {
        const size_t n = strcspn(at, ",");
        if (n == length && memcmp(at, name, n) == 0)
            return true;
        at += n + (at[n] == ',');
    }
    return false;
}

/* The fields of an entry; false: this is no job. */
static bool read_entry(const struct reply *fields, struct held *out) {
    const struct reply *job = link_field(fields, "job");
    if (!copy_field(fields, "run", out->run, sizeof out->run) ||
        !copy_field(fields, "n", out->ticket, sizeof out->ticket))
        return false;
    if (strspn(out->run, "0123456789abcdef") != LINK_RUN_SIZE - 1 ||
        strspn(out->ticket, "0123456789") != strlen(out->ticket) || out->ticket[0] == '\0') {
        out->run[0] = out->ticket[0] = '\0'; /* they would be part of the log */
        return false;
    }
    if (link_field(fields, "by")->kind == REPLY_TEXT &&
        !copy_field(fields, "by", out->by, sizeof out->by))
        return false;
    out->refusals = count_names(out->by);
    for (int lang = 0; lang < PES_LANG_COUNT; lang++)
        if (!copy_field(fields, "why", out->note.why[lang], PES_NOTE_MAX))
            out->note.why[lang][0] = '\0';
    if (job->kind != REPLY_TEXT || job->length == 0 || job->length >= JOB_BYTES_MAX ||
        strlen(job->text) != job->length)
        return false;
    str_add_bytes(&out->job, job->text, job->length);
    return true;
}

/* Marks a job as one that this worker does not play. */
static void refuse(struct worker *w, struct held *held, enum pes_err err,
                   const struct pes_note *why) {
    struct pes_note whole = *why;
    for (int lang = 0; lang < PES_LANG_COUNT && pes_note_is_empty(why); lang++)
        snprintf(whole.why[lang], PES_NOTE_MAX, "%s", pes_err_text(err)->in[lang]);
    (void)!pes_note_say(&held->note, err, 0, TEXT(worker_refuses),
                        PES_ARGS(PES_STR(w->host), PES_NOTED(&whole)));
    if (!has_name(held->by, w->name)) {
        const size_t length = strlen(held->by);
        snprintf(held->by + length, sizeof held->by - length, "%s%s", length > 0 ? "," : "",
                 w->name);
        held->refusals++;
    }
    held->state = HELD_REFUSED;
    str_clear(&held->text);
    wire_format_failure(err, &held->note, &held->text);
    w->counts.refused++;
    char quoted[PES_QUOTE_SIZE];
    worker_log(w, "refused", "run=%.8s n=%s reason=\"%s\"", held->run, held->ticket,
               pes_quote(held->note.why[PES_LANG_EN], strlen(held->note.why[PES_LANG_EN]), quoted));
}

/* Nobody can play it: others need not try. */
static void set_aside(struct worker *w, struct held *held, enum pes_err err,
                      const struct pes_text *why, int64_t number) {
    struct pes_note note = {0};
    (void)!pes_note_say(&note, err, 0, why, PES_ARGS(PES_INT(number)));
    refuse(w, held, err, &note);
    held->note = note;
    str_clear(&held->text);
    wire_format_failure(err, &note, &held->text);
    held->at_once = true;
}

/* Does an option of this agent name a file? */
static bool names_file(const struct pes_offer *offer, const char *options) {
    struct pes_values values;
    bool found = false;
    if (pes_values_parse(offer->options, options, &values, NULL) != PES_ERR_OK)
        return false; /* nobody can make this agent */
    for (int i = 0; i < values.count; i++)
        found |= offer->options[i].names_file && values.given[i];
    return found;
}

/* The operator has to allow agents that are programs, and options that name files. `offers` are the
 * agents of the game: others cannot be made. */
static enum pes_err check_agent(const struct worker *w, const struct pes_offer offers[], int count,
                                const char *agent, const char *files, struct pes_note *note) {
    const size_t length = strcspn(agent, ":");
    int i = 0;
    while (i < count &&
           (strlen(offers[i].name) != length || memcmp(offers[i].name, agent, length) != 0))
        i++;
    if (i == count)
        return PES_ERR_OK;
    const bool program = offers[i].class->about != NULL;
    const char *options = agent + length + (agent[length] == ':');
    if (!program && !names_file(&offers[i], options))
        return PES_ERR_OK;
    const enum worker_leave leave = w->config->allows(w->config->to, agent, files);
    if (leave == WORKER_ALLOWED)
        return PES_ERR_OK;
    char quoted[PES_QUOTE_SIZE];
    return pes_note_say(note, PES_ERR_UNFIT, 0,
                        leave == WORKER_OTHER_FILES ? TEXT(worker_other_files)
                        : program                   ? TEXT(worker_program)
                                                    : TEXT(worker_path),
                        PES_ARGS(PES_STR(pes_quote(agent, strlen(agent), quoted))));
}

/* Both agents of a job; an unknown game is found when it is played. */
static enum pes_err check_agents(const struct worker *w, const struct job *job,
                                 struct pes_note *note) {
    const struct pes_kit *kit = pes_kit_find(job->game);
    if (kit == NULL)
        return PES_ERR_OK;
    struct pes_offer *offers = mem_alloc(PES_OFFERS_MAX * sizeof offers[0]);
    if (offers == NULL)
        return PES_ERR_NOMEM;
    const int count = pes_agent_offers(kit, offers);
    enum pes_err err = PES_ERR_OK;
    for (int i = 0; i < 2 && err == PES_ERR_OK; i++)
        err = check_agent(w, offers, count, job->agents[i], job->files[i], note);
    mem_free(offers);
    return err;
}

/* Would this worker play it, as far as can be said without playing? */
static enum pes_err check_job(struct worker *w, const struct held *held, struct pes_note *note) {
    struct str copy;
    struct job job;
    str_init(&copy);
    str_add_str(&copy, &held->job);
    enum pes_err err = str_err(&copy);
    if (err == PES_ERR_OK)
        err = job_parse(copy.text, &job, note);
    if (err == PES_ERR_OK)
        err = check_agents(w, &job, note);
    str_release(&copy);
    return err;
}

/* Does somebody still wait for this run's results? */
static enum pes_err ask_run(struct worker *w, const char *run, bool *alive, struct pes_note *note) {
    enum { VALID_MS = 1000 };
    struct reply *reply;
    char key[LINK_KEY_SIZE];
    for (int i = 0; i < WORKER_RUNS_KEPT; i++)
        if (strcmp(w->runs[i].run, run) == 0 &&
            clock_now_ns() - w->runs[i].asked_ns < VALID_MS * CLOCK_NS_PER_MS) {
            *alive = w->runs[i].alive;
            return PES_ERR_OK;
        }
    link_key(&w->tell.keys, "run", run, key);
    conn_command(w->tell.conn, (const char *const[]){"EXISTS", key, NULL});
    const enum pes_err err = link_take(&w->tell, REPLY_INT, &reply, note);
    if (err != PES_ERR_OK)
        return err;
    struct known_run *known = &w->runs[w->next_run];
    w->next_run = (w->next_run + 1) % WORKER_RUNS_KEPT;
    *alive = reply->integer == 1;
    *known = (struct known_run){.alive = *alive, .asked_ns = clock_now_ns()};
    snprintf(known->run, sizeof known->run, "%s", run);
    reply_free(reply);
    return PES_ERR_OK;
}

/* It was refused here before: others have to take it. Waits longer every time, so that they can. */
static void hand_back(struct worker *w, struct held *held) {
    enum { PAUSE_MIN_MS = 100, PAUSE_MAX_MS = 5000 };
    w->pause_ms = w->pause_ms < PAUSE_MIN_MS       ? PAUSE_MIN_MS
                  : w->pause_ms * 2 > PAUSE_MAX_MS ? PAUSE_MAX_MS
                                                   : w->pause_ms * 2;
    w->pause_until_ns = clock_in_ms(w->pause_ms);
    held->state = HELD_REFUSED;
    wire_format_failure(PES_ERR_UNFIT, &held->note, &held->text);
}

/* Decides what happens with a job that was just read. */
static void begin(struct worker *w, struct held *held, int64_t deliveries) {
    struct pes_note note = {0};
    if (deliveries > WORKER_DELIVERIES_MAX) {
        set_aside(w, held, PES_ERR_IO, TEXT(worker_deadly), deliveries - 1);
        return;
    }
    if (has_name(held->by, w->name)) {
        hand_back(w, held);
        return;
    }
    enum pes_err err = check_job(w, held, &note);
    if (err == PES_ERR_OK)
        err = runner_submit(w->runner, held - w->held, held->job.text, held->job.length);
    if (err != PES_ERR_OK) {
        refuse(w, held, err, &note);
        return;
    }
    held->state = HELD_PLAYING;
    held->begun_ns = clock_now_ns();
    w->pause_ms = 0;
}

/* Do we have this entry already? It can be delivered twice after a Redis forgot the first time. */
static bool is_held(const struct worker *w, const char *id) {
    for (int32_t i = 0; i < w->runner->most; i++)
        if (w->held[i].state != HELD_FREE && strcmp(w->held[i].id, id) == 0)
            return true;
    return false;
}

enum pes_err worker_take(struct worker *w, const struct reply *id, const struct reply *fields,
                         int64_t deliveries, struct pes_note *note) {
    struct held *held = free_place(w);
    bool alive = true;
    if (id->kind != REPLY_TEXT || id->length >= sizeof held->id || is_held(w, id->text) ||
        held == NULL)
        return PES_ERR_OK; /* what is not taken is claimed by somebody later */
    w->held_count++;
    memcpy(held->id, id->text, id->length + 1);
    if (fields->kind != REPLY_LIST || !read_entry(fields, held)) {
        set_aside(w, held, PES_ERR_SYNTAX, TEXT(worker_no_job), 0);
        return PES_ERR_OK;
    }
    if (str_err(&held->job) != PES_ERR_OK) {
        release(w, held);
        return PES_ERR_NOMEM;
    }
    const enum pes_err err = ask_run(w, held->run, &alive, note);
    if (err != PES_ERR_OK) {
        release(w, held);
        return err;
    }
    if (alive)
        begin(w, held, deliveries);
    else
        held->state = HELD_DROPPED;
    return PES_ERR_OK;
}

/* Giving up. ---------------------------------------------------------------------------------- */

/* A lease may be missing for a moment: a Redis that was emptied has it again when its sender renews
 * it. */
enum pes_err worker_abandon(struct worker *w, struct pes_note *note) {
    enum { LOOK_MS = 2000, GONE_MS = 10000 };
    const int64_t now_ns = clock_now_ns();
    if (now_ns - w->abandon_ns < LOOK_MS * CLOCK_NS_PER_MS)
        return PES_ERR_OK;
    w->abandon_ns = now_ns;
    for (int32_t i = 0; i < w->runner->most; i++) {
        struct held *held = &w->held[i];
        bool alive = true;
        if (held->state != HELD_PLAYING || held->abandoned)
            continue;
        const enum pes_err err = ask_run(w, held->run, &alive, note);
        if (err != PES_ERR_OK)
            return err;
        if (alive)
            held->gone_ns = 0;
        else if (held->gone_ns == 0)
            held->gone_ns = now_ns;
        else if (now_ns - held->gone_ns > GONE_MS * CLOCK_NS_PER_MS) {
            held->abandoned = true;
            runner_cancel(w->runner, i);
            worker_log(w, "abandoned", "run=%.8s n=%s", held->run, held->ticket);
        }
    }
    return PES_ERR_OK;
}

/* Results. ------------------------------------------------------------------------------------ */

static void collect(struct worker *w, struct runner_result *result) {
    struct held *held = &w->held[result->number];
    const double ms = (double)(clock_now_ns() - held->begun_ns) / (double)CLOCK_NS_PER_MS;
    assert(held->state == HELD_PLAYING);
    if (held->abandoned && result->err == PES_ERR_STOPPED) {
        held->state = HELD_DROPPED;
        return;
    }
    if (result->err != PES_ERR_OK) {
        refuse(w, held, result->err, &result->note);
        return;
    }
    w->mean_ms = w->mean_ms < 0.0 ? ms : 0.9 * w->mean_ms + 0.1 * ms;
    w->counts.games++;
    w->counts.busy_seconds += ms / 1000.0;
    wire_format(result, &held->text);
    held->state = HELD_DONE;
}

void worker_collect(struct worker *w) {
    struct runner_result result;
    while (w->runner->in_flight > 0 && runner_wait(w->runner, NULL, 0, 0)) {
        if (!runner_next(w->runner, &result))
            return;
        collect(w, &result);
        runner_result_release(&result);
    }
}

/* Telling. ------------------------------------------------------------------------------------ */

static void add_finish(struct worker *w, const struct held *held, const char *results,
                       const char *run) {
    struct link *link = &w->tell;
    link_begin(link, SCRIPT_FINISH, 4, 5);
    conn_add(link->conn, link->keys.jobs);
    conn_add(link->conn, results);
    conn_add(link->conn, run);
    conn_add(link->conn, link->keys.stats);
    conn_add(link->conn, LINK_GROUP);
    conn_add(link->conn, held->id);
    conn_add(link->conn, held->ticket);
    conn_add_bytes(link->conn, held->text.text, held->text.length);
    conn_add_int(link->conn, LINK_RESULTS_MS);
}

static void add_settle(struct worker *w, const struct held *held, const char *results,
                       const char *run) {
    struct link *link = &w->tell;
    link_begin(link, SCRIPT_SETTLE, 6, 13);
    conn_add(link->conn, link->keys.jobs);
    conn_add(link->conn, results);
    conn_add(link->conn, run);
    conn_add(link->conn, link->keys.stats);
    conn_add(link->conn, link->keys.aside);
    conn_add(link->conn, link->keys.workers);
    conn_add(link->conn, LINK_GROUP);
    conn_add(link->conn, held->id);
    conn_add(link->conn, held->run);
    conn_add(link->conn, held->ticket);
    conn_add_bytes(link->conn, held->job.text, held->job.length);
    conn_add(link->conn, held->by);
    conn_add_int(link->conn, held->at_once ? WORKER_REFUSALS_MAX : held->refusals);
    conn_add_int(link->conn, WORKER_REFUSALS_MAX);
    conn_add_int(link->conn, w->config->timeout_ms);
    conn_add_bytes(link->conn, held->text.text, held->text.length);
    conn_add(link->conn, held->note.why[PES_LANG_EN]);
    conn_add_int(link->conn, LINK_RESULTS_MS);
    conn_add_int(link->conn, LINK_ASIDE_MAX);
}

/* Adds the command about a job. Every job has one reply. */
static void add_message(struct worker *w, const struct held *held) {
    struct link *link = &w->tell;
    char results[LINK_KEY_SIZE], run[LINK_KEY_SIZE];
    link_key(&link->keys, "results", held->run, results);
    link_key(&link->keys, "run", held->run, run);
    if (held->state == HELD_DONE) {
        add_finish(w, held, results, run);
    } else if (held->state == HELD_REFUSED) {
        add_settle(w, held, results, run);
    } else {
        link_begin(link, SCRIPT_DROP, 2, 2);
        conn_add(link->conn, link->keys.jobs);
        conn_add(link->conn, run);
        conn_add(link->conn, LINK_GROUP);
        conn_add(link->conn, held->id);
    }
}

static bool has_message(const struct held *held) {
    return held->state == HELD_DONE || held->state == HELD_REFUSED || held->state == HELD_DROPPED;
}

/* A reply: what has become of the job. */
static void note_reply(struct worker *w, const struct held *held, const struct reply *reply) {
    enum { SETTLED_BEFORE = 0, SET_ASIDE = 2 };
    if (held->state == HELD_DROPPED)
        return;
    w->counts.stale += reply->integer == SETTLED_BEFORE;
    if (held->state == HELD_REFUSED && reply->integer == SET_ASIDE) {
        w->counts.aside++;
        worker_log(w, "set-aside", "run=%.8s n=%s", held->run, held->ticket);
    }
}

enum pes_err worker_tell(struct worker *w, struct pes_note *note) {
    enum { AT_ONCE = 64 }; /* messages before their replies are read */
    enum pes_err err = PES_ERR_OK;
    for (int32_t from = 0; from < w->runner->most && err == PES_ERR_OK; from += AT_ONCE) {
        const int32_t until = from + AT_ONCE < w->runner->most ? from + AT_ONCE : w->runner->most;
        for (int32_t i = from; i < until; i++) {
            if (has_message(&w->held[i]) && str_err(&w->held[i].text) != PES_ERR_OK)
                return PES_ERR_NOMEM;
            if (has_message(&w->held[i]))
                add_message(w, &w->held[i]);
        }
        for (int32_t i = from; i < until && err == PES_ERR_OK; i++) {
            struct reply *reply;
            if (!has_message(&w->held[i]))
                continue;
            err = link_take(&w->tell, REPLY_INT, &reply, note);
            if (err != PES_ERR_OK)
                break;
            note_reply(w, &w->held[i], reply);
            reply_free(reply);
            release(w, &w->held[i]);
        }
    }
    return err;
}
