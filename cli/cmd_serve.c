/* `pessoi serve`: turns options into struct server_options and runs the web server. */
#include "cli/cli.h"
#include "cli/serve_live.h"
#include "cli/serve_log.h"
#include "cli/stop.h"
#include "core/file.h"
#include "server/bounds.h"
#include "server/server.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The default of --db; false: neither variable is set. */
static bool add_default_db(struct str *out) {
    const char *data = getenv("XDG_DATA_HOME");
    const char *home = getenv("HOME");
    if (data != NULL && data[0] == '/') /* XDG: ignore relative paths */
        str_addf(out, "%s/pessoi/games.db", data);
    else if (home != NULL && home[0] != '\0')
        str_addf(out, "%s/.local/share/pessoi/games.db", home);
    else
        return false;
    return true;
}

/* The database file; creates the folder of the default one. */
static int choose_db(struct cli *c, struct str *out) {
    if (CLI_GIVEN(c, DB)) {
        str_add(out, cli_text(c, CLI_OPT_DB, ""));
        return CLI_DONE;
    }
    if (!add_default_db(out))
        return fail_say(c, "--db", PES_ERR_SYNTAX, TEXT(cli_serve_no_home), PES_NO_ARGS);
    if (str_err(out) != PES_ERR_OK)
        return fail_err(c, NULL, PES_ERR_NOMEM);
    struct pes_note note = {0};
    char *slash = strrchr(out->text, '/');
    *slash = '\0';
    const enum pes_err err = file_make_folder(out->text, &note);
    *slash = '/';
    return err == PES_ERR_OK ? CLI_DONE : fail_note(c, NULL, err, &note);
}

/* The last message of a server that hangs; not through stdio, whose lock may be held. */
static void on_stuck(void *argument, const struct pes_text *what, const struct pes_arg args[]) {
    const struct serve_log *log = argument;
    char line[CLI_LINE_SIZE] = "pessoi: "; /* zeroed to its end */
    const size_t name = strlen(line);
    pes_say(log->c->lang, what, args, line + name, sizeof line - name - 1);
    line[strlen(line)] = '\n'; /* the last byte is kept free for it */
    (void)!write(STDERR_FILENO, line, strnlen(line, sizeof line));
    abort(); /* leaves a core, and a supervisor starts the server again */
}

/* Prints one line per address and flushes: people and programs wait for it. */
static void announce(struct cli *c, const struct server *server, const char *db) {
    struct str urls;
    str_init(&urls);
    server_urls(server, &urls);
    for (char *at = urls.text, *end; (end = strchr(at, '\n')) != NULL; at = end + 1) {
        *end = '\0';
        cli_say(c, TEXT(cli_serve_at), PES_ARGS(PES_STR(at)));
    }
    if (c->out_tty)
        cli_say(c, TEXT(cli_serve_end), PES_ARGS(PES_STR(db)));
    c->lost |= str_err(&urls) != PES_ERR_OK;
    str_release(&urls);
    fflush(c->out);
}

static void announce_pages(struct cli *c, const struct server *server) {
    struct str urls;
    str_init(&urls);
    server_urls(server, &urls);
    const size_t length = strcspn(urls.text, "\n");
    urls.text[length] = '\0'; /* the first is enough */
    cli_say(c, TEXT(cli_serve_tournament), PES_ARGS(PES_STR(urls.text)));
    c->lost |= str_err(&urls) != PES_ERR_OK;
    str_release(&urls);
    fflush(c->out);
}

/* The links of the class; the teacher's is shown here only. */
static void announce_class(struct cli *c, const struct server *server) {
    struct str people, teacher;
    str_init(&people);
    str_init(&teacher);
    server_class_urls(server, &people, &teacher);
    if (people.length > 0) {
        cli_say(c, TEXT(cli_serve_class), PES_ARGS(PES_STR(people.text)));
        cli_say(c, TEXT(cli_serve_teacher), PES_ARGS(PES_STR(teacher.text)));
        fflush(c->out);
    }
    c->lost |= str_err(&people) != PES_ERR_OK || str_err(&teacher) != PES_ERR_OK;
    str_release(&people);
    str_release(&teacher);
}

/* "/games/" means "/games", and "/" nothing. */
static const char *prefix_of(struct cli *c, struct str *out) {
    str_add(out, cli_text(c, CLI_OPT_PREFIX, ""));
    if (out->length > 0 && out->text[out->length - 1] == '/')
        out->text[--out->length] = '\0';
    c->lost |= str_err(out) != PES_ERR_OK;
    return out->text;
}

static int serve(struct cli *c, const char *db, const char *prefix, const struct serve_live *live,
                 struct serve_log *log) {
    enum { MOVETIME_MS = 1000, MOVETIME_MAX_MS = 10000 };
    /* Thirty people behind one address who look at their class every few seconds. */
    enum { CLASS_CONNECTIONS = 400, CLASS_GAMES = 1000, CLASS_REQUESTS = 200 };
    const bool class = CLI_GIVEN(c, CLASS);
    struct pes_note note = {0};
    const int32_t movetime_ms = (int32_t)cli_number(c, CLI_OPT_MOVETIME, MOVETIME_MS);
    const struct server_options options = {
        .bind = cli_text(c, CLI_OPT_BIND, "127.0.0.1"),
        .port = (int)cli_number(c, CLI_OPT_PORT, 8080),
        .db = db,
        .tables = cli_text(c, CLI_OPT_TABLES, NULL),
        .pages = live != NULL ? serve_live_folder(live) : NULL,
        .class = cli_text(c, CLI_OPT_CLASS, NULL),
        .tls_cert = cli_text(c, CLI_OPT_TLS_CERT, NULL),
        .tls_key = cli_text(c, CLI_OPT_TLS_KEY, NULL),
        .origins = cli_text(c, CLI_OPT_ORIGIN, ""),
        .threads = (int)cli_number(c, CLI_OPT_THREADS, cores_online()),
        .movetime_ms = movetime_ms,
        .movetime_max_ms = movetime_ms > MOVETIME_MAX_MS ? movetime_ms : MOVETIME_MAX_MS,
        .connections = (int32_t)cli_number(c, CLI_OPT_MAX_CONNECTIONS,
                                           class ? CLASS_CONNECTIONS : LIMITS_CONNECTIONS),
        .connections_all = (int32_t)cli_number(c, CLI_OPT_MAX_CONNECTIONS_ALL, 2000),
        .games = (int32_t)cli_number(c, CLI_OPT_MAX_GAMES, class ? CLASS_GAMES : LIMITS_GAMES),
        .thinking = (int32_t)cli_number(c, CLI_OPT_MAX_THINKING, LIMITS_THINKING),
        .requests =
            (int32_t)cli_number(c, CLI_OPT_MAX_REQUESTS, class ? CLASS_REQUESTS : LIMITS_REQUESTS),
        .proxies = cli_text(c, CLI_OPT_PROXY, ""),
        .watchdog_s = (int32_t)cli_number(c, CLI_OPT_WATCHDOG, 30),
        .loopback_only = geteuid() == 0 && !CLI_GIVEN(c, ALLOW_ROOT),
        .keep_days = (int32_t)cli_number(c, CLI_OPT_KEEP, 365),
        .db_mb_max = (int32_t)cli_number(c, CLI_OPT_MAX_DB, 0),
        .hsts_s = (int32_t)cli_number(c, CLI_OPT_HSTS, 0),
        .prefix = prefix,
        .metrics = CLI_GIVEN(c, METRICS),
        .reload = c->in_tty ? NULL : stop_reload_install(),
        .access = log->access != NULL ? serve_log_access : NULL,
        .reopen = serve_log_reopen,
        .log = serve_log_say,
        .log_arg = log,
        .stuck = on_stuck,
    };
    struct server *server = NULL;
    enum pes_err err = server_open(&options, &server, &note);
    if (err != PES_ERR_OK)
        return fail_note(c, NULL, err, &note);
    announce(c, server, db);
    announce_class(c, server);
    if (live != NULL)
        announce_pages(c, server);
    err = server_run(server, c->stop);
    server_close(server);
    return err == PES_ERR_OK ? CLI_DONE : CLI_OUTSIDE; /* the log says why */
}

/* With the pages of a tournament, if one is wanted. */
static int serve_with(struct cli *c, const char *db, const char *prefix, struct serve_log *log) {
    struct serve_live *live = NULL;
    struct pes_note note = {0};
    const char *file = cli_text(c, CLI_OPT_TOURNAMENT, NULL);
    const enum pes_err err = file != NULL ? serve_live_open(file, &live, &note) : PES_ERR_OK;
    if (err != PES_ERR_OK)
        return fail_note(c, "--tournament", err, &note);
    const int code = serve(c, db, prefix, live, log);
    serve_live_close(live);
    return code;
}

static int run_serve(struct cli *c) {
    struct serve_log log = {0};
    struct str db, prefix;
    str_init(&db);
    str_init(&prefix);
    int code = choose_db(c, &db);
    if (code == CLI_DONE && str_err(&db) != PES_ERR_OK)
        code = fail_err(c, NULL, PES_ERR_NOMEM);
    if (code == CLI_DONE && serve_log_open(&log, c, cli_text(c, CLI_OPT_ACCESS_LOG, NULL), &code))
        code = serve_with(c, db.text, prefix_of(c, &prefix), &log);
    serve_log_close(&log);
    str_release(&prefix);
    str_release(&db);
    return code;
}

static const struct cli_example examples[] = {
    {"pessoi serve", TEXT(cli_serve_example_1)},
    {"pessoi serve --bind 0.0.0.0", TEXT(cli_serve_example_2)},
    {"pessoi serve --bind 0.0.0.0 --port 8443 --tls-cert cert.pem --tls-key key.pem",
     TEXT(cli_serve_example_3)},
    {"pessoi serve --bind 0.0.0.0 --class \"Chess club\"", TEXT(cli_serve_example_4)},
    {NULL, NULL},
};

const struct command cmd_serve = {
    .name = "serve",
    .words = "",
    .options = {CLI_HAS(PORT),
                CLI_HAS(BIND),
                CLI_HAS(ALLOW_ROOT),
                CLI_HAS(DB),
                CLI_HAS(TLS_CERT),
                CLI_HAS(TLS_KEY),
                CLI_HAS(ORIGIN),
                CLI_HAS(THREADS),
                CLI_HAS(MOVETIME),
                CLI_HAS(MAX_CONNECTIONS),
                CLI_HAS(MAX_CONNECTIONS_ALL),
                CLI_HAS(MAX_GAMES),
                CLI_HAS(MAX_THINKING),
                CLI_HAS(KEEP),
                CLI_HAS(MAX_DB),
                CLI_HAS(PREFIX),
                CLI_HAS(CLASS),
                CLI_HAS(TOURNAMENT),
                CLI_HAS(HSTS),
                CLI_HAS(METRICS),
                CLI_HAS(ACCESS_LOG),
                CLI_HAS(MAX_REQUESTS),
                CLI_HAS(PROXY),
                CLI_HAS(WATCHDOG),
                CLI_HAS(TABLES),
                CLI_HAS(PROGRAMS),
                CLI_HAS(NO_SANDBOX),
                CLI_HAS(MEMORY)},
    .summary = TEXT(cli_serve_summary),
    .description = TEXT(cli_serve_description),
    .examples = examples,
    .run = run_serve,
};
