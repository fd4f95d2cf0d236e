/* `pessoi worker`: plays the jobs of a queue. src/queue does the work; here are its options, its
 * log and the list of programs that may run. */
#include "cli/cli.h"
#include "cli/queue_setup.h"
#include "cli/stop.h"
#include "process/files.h"
#include "queue/worker.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TIMEOUT_DEFAULT_S = 30, STAMP_SIZE = 40 };

struct work {
    struct cli *c;
    bool stamps; /* the journal of systemd adds the time itself */
};

/* "time=2026-11-16T23:59:08Z ", or nothing. */
static const char *stamp(const struct work *work, char out[STAMP_SIZE]) {
    const time_t now = time(NULL);
    struct tm parts;
    out[0] = '\0';
    if (work->stamps && gmtime_r(&now, &parts) != NULL)
        strftime(out, STAMP_SIZE, "time=%Y-%m-%dT%H:%M:%SZ ", &parts);
    return out;
}

/* One line per event, as logfmt: for programs, so it is not translated. */
static void log_event(void *to, const char *event, const char *pairs) {
    const struct work *work = to;
    char moment[STAMP_SIZE];
    struct str line;
    str_init(&line);
    str_addf(&line, "%sevent=%s %s", stamp(work, moment), event, pairs);
    for (char *at = line.text; *at != '\0'; at++)
        if ((unsigned char)*at < ' ')
            *at = '?';
    fprintf(work->c->err, "%s\n", line.text);
    fflush(work->c->err);
    str_release(&line);
}

/* Is the agent in the list of --allow, "cmd:./one; gomocup:./two", exactly as it is written? */
static bool is_listed(const struct work *work, const char *agent) {
    const size_t length = strlen(agent);
    for (const char *at = cli_text(work->c, CLI_OPT_ALLOW, ""); *at != '\0';) {
        const size_t whole = strcspn(at, ";");
        const char *from = at + strspn(at, " \t");
        const char *end = at + whole;
        while (end > from && (end[-1] == ' ' || end[-1] == '\t'))
            end--;
        if (from < end && (size_t)(end - from) == length && memcmp(from, agent, length) == 0)
            return true;
        at += whole + (at[whole] == ';');
    }
    return false;
}

static enum worker_leave allows(void *to, const char *agent, const char *files) {
    const struct work *work = to;
    const char *command = strchr(agent, ':');
    char own[FILES_HASH_SIZE];
    if (command == NULL || !is_listed(work, agent))
        return WORKER_FORBIDDEN;
    /* Without memory it cannot be said that they are the same. */
    const bool same = files == NULL || (files_hash(command + 1, !CLI_GIVEN(work->c, NO_SANDBOX),
                                                   own) == PES_ERR_OK &&
                                        strcmp(own, files) == 0);
    return same ? WORKER_ALLOWED : WORKER_OTHER_FILES;
}

static int run_worker(struct cli *c) {
    struct work work = {.c = c, .stamps = getenv("JOURNAL_STREAM") == NULL};
    struct queue_setup setup;
    struct pes_note note = {0};
    if (!CLI_GIVEN(c, QUEUE))
        return fail_say(c, NULL, PES_ERR_SYNTAX, TEXT(cli_worker_no_queue), PES_NO_ARGS);
    int code = queue_setup_read(c, cli_text(c, CLI_OPT_QUEUE, NULL), &setup);
    if (code == CLI_DONE) {
        const struct worker_config config = {
            .queue = setup.sender.queue,
            .slots = c->jobs,
            .timeout_ms = 1000 * cli_number(c, CLI_OPT_TIMEOUT, TIMEOUT_DEFAULT_S),
            .drain_ms = CLI_GIVEN(c, DRAIN) ? 1000 * cli_number(c, CLI_OPT_DRAIN, 0) : -1,
            .metrics_port = (int)cli_number(c, CLI_OPT_METRICS_PORT, 0),
            .rearm = stop_rearm,
            .allows = allows,
            .log = log_event,
            .to = &work,
        };
        const enum pes_err err = worker_run(&config, &note);
        if (err != PES_ERR_OK)
            code = fail_note(c, NULL, err, &note);
    }
    queue_setup_release(&setup);
    return code;
}

static const struct cli_example examples[] = {
    {"pessoi worker --queue redis://box/lab --jobs 4", TEXT(cli_worker_example_1)},
    {"pessoi worker --queue rediss://me@box.org/lab --queue-password-file secret",
     TEXT(cli_worker_example_2)},
    {"pessoi worker --queue redis://box/lab --allow \"cmd:./alice; cmd:./bob\"",
     TEXT(cli_worker_example_3)},
    {NULL, NULL},
};

const struct command cmd_worker = {
    .name = "worker",
    .words = "",
    .options = {CLI_HAS_QUEUE, CLI_HAS(JOBS), CLI_HAS(ALLOW), CLI_HAS(TIMEOUT), CLI_HAS(DRAIN),
                CLI_HAS(METRICS_PORT), CLI_HAS(NO_SANDBOX), CLI_HAS(MEMORY)},
    .summary = TEXT(cli_worker_summary),
    .description = TEXT(cli_worker_description),
    .examples = examples,
    .run = run_worker,
};
