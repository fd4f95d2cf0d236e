/* `pessoi queue`: what a queue is doing. */
#include "cli/json.h"
#include "cli/progress.h"
#include "cli/queue_setup.h"
#include "queue/show.h"

#include "core/clock.h"

#include <math.h>
#include <string.h>

static void put_workers(struct str *doc, const struct show *s) {
    put_open(doc, "worker_list", '[');
    for (int32_t i = 0; i < s->worker_count; i++) {
        const struct show_worker *w = &s->workers[i];
        put_open(doc, NULL, '{');
        put_text(doc, "name", w->name);
        put_text(doc, "host", w->host);
        put_int(doc, "pid", w->pid);
        put_text(doc, "version", w->version);
        put_int(doc, "slots", w->slots);
        put_int(doc, "running", w->running);
        put_int(doc, "games", w->games);
        put_exact(doc, "rate", w->rate);
        put_exact(doc, "seconds", (double)(clock_wall_ms() - w->since_ms) / 1000.0);
        put_close(doc, '}');
    }
    put_close(doc, ']');
}

static void put_runs(struct str *doc, const struct show *s) {
    put_open(doc, "runs", '[');
    for (int32_t i = 0; i < s->run_count; i++) {
        const struct show_run *run = &s->runs[i];
        put_open(doc, NULL, '{');
        put_text(doc, "what", run->what);
        put_text(doc, "host", run->host);
        put_int(doc, "pid", run->pid);
        json_put_int_if(doc, "games", run->games > 0, run->games);
        put_int(doc, "done", run->done);
        put_close(doc, '}');
    }
    put_close(doc, ']');
}

static int print_json(struct cli *c, const struct show *s) {
    struct str doc;
    json_begin(&doc, '{');
    put_int(&doc, "workers", s->worker_count);
    put_int(&doc, "waiting", s->waiting);
    put_int(&doc, "running", s->running);
    put_int(&doc, "done", s->done);
    put_int(&doc, "failed", s->failed);
    put_exact(&doc, "rate", s->rate);
    put_exact(&doc, "left_seconds", s->left_seconds >= 0.0 ? s->left_seconds : NAN);
    put_workers(&doc, s);
    put_runs(&doc, s);
    put_open(&doc, "reasons", '[');
    for (int32_t i = 0; i < s->reason_count; i++)
        put_text(&doc, NULL, s->reasons[i]);
    put_close(&doc, ']');
    return json_print(c, &doc, '}');
}

static int print_text(struct cli *c, const struct show *s) {
    char left[CLI_NUMBER_SIZE];
    cli_say(
        c, TEXT(cli_queue_jobs),
        PES_ARGS(PES_INT(s->waiting), PES_INT(s->running), PES_INT(s->done), PES_INT(s->failed)));
    progress_clock(s->left_seconds, left);
    if (s->left_seconds >= 0.0)
        cli_say(c, TEXT(cli_queue_rate), PES_ARGS(PES_REAL(s->rate, 1), PES_STR(left)));
    else
        cli_say(c, TEXT(cli_queue_rate_alone), PES_ARGS(PES_REAL(s->rate, 1)));
    for (int32_t i = 0; i < s->run_count; i++) {
        const struct show_run *run = &s->runs[i];
        cli_say(c, run->games > 0 ? TEXT(cli_queue_run_of) : TEXT(cli_queue_run),
                PES_ARGS(PES_STR(run->what), PES_STR(run->host), PES_INT(run->pid),
                         PES_INT(run->done), PES_INT(run->games)));
    }
    cli_say(c, TEXT(cli_queue_workers), PES_ARGS(PES_INT(s->worker_count)));
    for (int32_t i = 0; i < s->worker_count; i++) {
        const struct show_worker *w = &s->workers[i];
        cli_say(c, TEXT(cli_queue_worker),
                PES_ARGS(PES_STR(w->host), PES_INT(w->pid), PES_STR(w->version), PES_INT(w->slots),
                         PES_INT(w->running), PES_INT(w->games), PES_REAL(w->rate, 1)));
    }
    for (int32_t i = 0; i < s->reason_count; i++) {
        struct str line;
        str_init(&line);
        cli_add_printable(&line, s->reasons[i], strlen(s->reasons[i]), false);
        cli_say(c, TEXT(cli_queue_reason), PES_ARGS(PES_STR(line.text)));
        c->lost |= line.failed;
        str_release(&line);
    }
    return CLI_DONE;
}

static int show_queue(struct cli *c, const struct queue_config *config) {
    struct show show;
    struct pes_note note = {0};
    enum pes_err err = CLI_GIVEN(c, CLEAR) ? show_clear(config, &note) : PES_ERR_OK;
    if (err == PES_ERR_OK)
        err = show_read(config, &show, &note);
    if (err != PES_ERR_OK)
        return fail_note(c, NULL, err, &note);
    const int code = c->json ? print_json(c, &show) : print_text(c, &show);
    show_release(&show);
    return code;
}

static int run_queue(struct cli *c) {
    struct queue_setup setup;
    int code = queue_setup_read(c, c->words[0], &setup);
    if (code == CLI_DONE)
        code = show_queue(c, &setup.sender.queue);
    queue_setup_release(&setup);
    return code;
}

static const struct cli_example examples[] = {
    {"pessoi queue redis://box/lab", TEXT(cli_queue_example_1)},
    {"pessoi queue redis+unix:///run/redis/redis.sock#lab --json", TEXT(cli_queue_example_2)},
    {"pessoi queue redis://box/lab --clear", TEXT(cli_queue_example_3)},
    {NULL, NULL},
};

const struct command cmd_queue = {
    .name = "queue",
    .words = "URL",
    .words_min = 1,
    .words_max = 1,
    .options = {CLI_HAS(QUEUE_PASSWORD_FILE), CLI_HAS(QUEUE_CA), CLI_HAS(CLEAR)},
    .summary = TEXT(cli_queue_summary),
    .description = TEXT(cli_queue_description),
    .json = TEXT(cli_queue_json),
    .examples = examples,
    .run = run_queue,
};
