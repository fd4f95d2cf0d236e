/* `pessoi db`: lists and exports what tournaments, matches and ratings have stored. Rows are
 * printed while they are read: a store of any size needs little memory. */
#include "cli/args.h"
#include "cli/cli.h"
#include "cli/db_rows.h"
#include "cli/json.h"
#include "core/file.h"
#include "core/nearest.h"
#include "store/results.h"

#include <string.h>

/* The index of each word in `formats`. */
enum { FORMAT_RECORDS, FORMAT_CSV, FORMAT_JSON };

struct db;

/* What can be done with a store: the first word of the command. */
struct action {
    const char *name;
    int (*run)(struct db *d);
    bool takes_number; /* a word after the file */
    bool options[CLI_OPT_COUNT];
};

/* One run. */
struct db {
    struct cli *c;
    const struct action *action;
    const char *path;
    const char *number; /* the word after the file; NULL: none */
    struct results *results;
    struct results_filter filter;
    int64_t rows; /* printed so far */
    struct json_list list;
    int code; /* of the first failure while printing */
};

/* Rows ----------------------------------------------------------------------------------------- */

/* Should the next row be printed? */
static bool goes_on(struct db *d) {
    if (d->code == CLI_DONE && atomic_load(d->c->stop))
        d->code = fail_err(d->c, NULL, PES_ERR_STOPPED);
    return d->code == CLI_DONE && d->c->out_errno == 0; /* main() reports that errno */
}

static bool print_text(struct db *d, struct str *row) {
    d->code = cli_print(d->c, row);
    d->rows++;
    return goes_on(d);
}

static bool print_json(struct db *d, struct str *item) {
    d->code = json_list_print(&d->list, item);
    d->rows++;
    return goes_on(d);
}

/* After the last row, or after an error of reading. */
static int end_rows(struct db *d, bool json, enum pes_err err, const struct pes_note *note) {
    if (d->code != CLI_DONE)
        return d->code;
    if (err != PES_ERR_OK)
        return fail_note(d->c, NULL, err, note);
    if (json)
        return json_list_end(&d->list);
    return CLI_DONE;
}

/* The same for lines for people, who want to know if there are none. */
static int end_table(struct db *d, enum pes_err err, const struct pes_note *note) {
    const int code = end_rows(d, d->c->json, err, note);
    if (code == CLI_DONE && d->rows == 0 && !d->c->json)
        cli_say(d->c, TEXT(cli_db_nothing), PES_NO_ARGS);
    return code;
}

/* db list -------------------------------------------------------------------------------------- */

static bool print_event(void *to, const struct results_event *e) {
    struct db *d = to;
    struct str row;
    str_init(&row);
    if (d->c->json) {
        db_put_event(e, &row);
        return print_json(d, &row);
    }
    if (d->rows == 0)
        db_add_events_head(d->c, &row);
    db_add_event(d->c, e, &row);
    return print_text(d, &row);
}

static int run_list(struct db *d) {
    struct pes_note note = {0};
    const enum pes_err err = results_each_event(d->results, &d->filter, print_event, d, &note);
    return end_table(d, err, &note);
}

/* db players ----------------------------------------------------------------------------------- */

/* The players of one event. */
struct db_event {
    struct db *d;
    int64_t event;
    enum pes_err err;
    struct pes_note *note;
};

static bool print_player(void *to, const struct results_player *p) {
    const struct db_event *e = to;
    struct db *d = e->d;
    if (d->filter.player != NULL && strcmp(d->filter.player, p->name) != 0)
        return true;
    struct str row;
    str_init(&row);
    if (d->c->json) {
        db_put_player(e->event, p, &row);
        return print_json(d, &row);
    }
    if (d->rows == 0)
        db_add_players_head(d->c, &row);
    db_add_player(d->c, e->event, p, &row);
    return print_text(d, &row);
}

static bool print_players(void *to, const struct results_event *event) {
    struct db_event *e = to;
    e->event = event->id;
    e->err = results_each_player(e->d->results, event->id, print_player, e, e->note);
    return e->err == PES_ERR_OK && goes_on(e->d);
}

static int run_players(struct db *d) {
    struct pes_note note = {0};
    struct db_event e = {.d = d, .note = &note};
    const enum pes_err err = results_each_event(d->results, &d->filter, print_players, &e, &note);
    return end_table(d, err != PES_ERR_OK ? err : e.err, &note);
}

/* db games ------------------------------------------------------------------------------------- */

static bool print_game(void *to, const struct results_event *e, const char *const names[2],
                       const struct results_game *g) {
    struct db *d = to;
    const struct db_game game = {e, names, g};
    struct str row;
    str_init(&row);
    if (d->c->json) {
        db_put_game(&game, &row);
        return print_json(d, &row);
    }
    if (d->rows == 0)
        db_add_games_head(d->c, &row);
    db_add_game(d->c, &game, &row);
    return print_text(d, &row);
}

static int run_games(struct db *d) {
    struct pes_note note = {0};
    const enum pes_err err = results_each_game(d->results, &d->filter, false, print_game, d, &note);
    return end_table(d, err, &note);
}

/* db show -------------------------------------------------------------------------------------- */

static bool count_game(void *to, const struct results_event *e, const char *const names[2],
                       const struct results_game *g) {
    (void)e;
    (void)names;
    (void)g;
    return ++*(int *)to < 2;
}

static bool show_game(void *to, const struct results_event *e, const char *const names[2],
                      const struct results_game *g) {
    struct db *d = to;
    const struct db_game game = {e, names, g};
    struct str out;
    str_init(&out);
    if (d->c->json) {
        db_put_game(&game, &out);
        d->code = json_print_value(d->c, &out);
    } else {
        db_add_whole_game(d->c, &game, &out);
        d->code = cli_print(d->c, &out);
    }
    return false;
}

static int run_show(struct db *d) {
    int count = 0;
    struct pes_note note = {0};
    char quoted[PES_QUOTE_SIZE];
    if (!args_number(d->number, &d->filter.number) || d->filter.number < 0)
        return fail_say(d->c, NULL, PES_ERR_SYNTAX, TEXT(cli_db_bad_number),
                        PES_ARGS(PES_STR(pes_quote(d->number, strlen(d->number), quoted))));
    enum pes_err err = results_each_game(d->results, &d->filter, false, count_game, &count, &note);
    if (err == PES_ERR_OK && count != 1)
        return fail_say(d->c, NULL, PES_ERR_UNKNOWN,
                        count == 0 ? TEXT(cli_db_no_game) : TEXT(cli_db_many_games),
                        PES_ARGS(PES_INT(d->filter.number)));
    if (err == PES_ERR_OK)
        err = results_each_game(d->results, &d->filter, true, show_game, d, &note);
    return end_rows(d, false, err, &note);
}

/* db export ------------------------------------------------------------------------------------ */

static bool export_record(void *to, const struct results_event *e, const char *const names[2],
                          const struct results_game *g) {
    struct db *d = to;
    struct str row;
    (void)e;
    (void)names;
    str_init(&row);
    if (d->rows > 0)
        str_add_char(&row, '\n');
    str_add(&row, g->record);
    if (row.length > 0 && row.text[row.length - 1] != '\n')
        str_add_char(&row, '\n');
    return print_text(d, &row);
}

static bool export_csv(void *to, const struct results_event *e, const char *const names[2],
                       const struct results_game *g) {
    const struct db_game game = {e, names, g};
    struct str row;
    str_init(&row);
    db_add_csv(&game, &row);
    return print_text(to, &row);
}

static bool export_json(void *to, const struct results_event *e, const char *const names[2],
                        const struct results_game *g) {
    const struct db_game game = {e, names, g};
    struct str item;
    str_init(&item);
    db_put_game(&game, &item);
    return print_json(to, &item);
}

static int run_export(struct db *d) {
    struct cli *c = d->c;
    if (c->json && CLI_GIVEN(c, FORMAT))
        return fail_say(c, NULL, PES_ERR_UNFIT, TEXT(cli_either_or),
                        PES_ARGS(PES_STR("--json"), PES_STR("--format")));
    const int64_t format = c->json ? FORMAT_JSON : cli_number(c, CLI_OPT_FORMAT, FORMAT_RECORDS);
    const bool csv = format == FORMAT_CSV, json = format == FORMAT_JSON;
    struct pes_note note = {0};
    if (csv) {
        struct str head;
        str_init(&head);
        db_add_csv_head(&head);
        d->code = cli_print(c, &head);
        if (d->code != CLI_DONE)
            return d->code;
    }
    const enum pes_err err = results_each_game(d->results, &d->filter, !csv,
                                               csv    ? export_csv
                                               : json ? export_json
                                                      : export_record,
                                               d, &note);
    return end_rows(d, json, err, &note);
}

/* The command ---------------------------------------------------------------------------------- */

static const struct action actions[] = {
    {"list",
     run_list,
     false,
     {CLI_HAS(EVENT), CLI_HAS(KIND), CLI_HAS(GAME), CLI_HAS(PLAYER), CLI_HAS(LIMIT)}},
    {"players",
     run_players,
     false,
     {CLI_HAS(EVENT), CLI_HAS(KIND), CLI_HAS(GAME), CLI_HAS(PLAYER)}},
    {"games",
     run_games,
     false,
     {CLI_HAS(EVENT), CLI_HAS(KIND), CLI_HAS(GAME), CLI_HAS(PLAYER), CLI_HAS(RESULT), CLI_HAS(END),
      CLI_HAS(LIMIT)}},
    {"show", run_show, true, {CLI_HAS(EVENT)}},
    {"export",
     run_export,
     false,
     {CLI_HAS(EVENT), CLI_HAS(KIND), CLI_HAS(GAME), CLI_HAS(PLAYER), CLI_HAS(RESULT), CLI_HAS(END),
      CLI_HAS(LIMIT), CLI_HAS(FORMAT)}},
};
enum { ACTIONS = sizeof actions / sizeof actions[0] };

static const struct action *find_action(struct cli *c) {
    const char *names[ACTIONS];
    char quoted[PES_QUOTE_SIZE];
    for (int i = 0; i < ACTIONS; i++) {
        if (strcmp(actions[i].name, c->words[0]) == 0)
            return &actions[i];
        names[i] = actions[i].name;
    }
    const char *near = nearest_word(c->words[0], names, ACTIONS);
    pes_quote(c->words[0], strlen(c->words[0]), quoted);
    (void)fail_say(c, NULL, PES_ERR_UNKNOWN,
                   near != NULL ? TEXT(cli_db_no_action_near) : TEXT(cli_db_no_action),
                   PES_ARGS(PES_STR(quoted), PES_STR(near != NULL ? near : "")));
    return NULL;
}

static int check_options(const struct db *d) {
    static const enum cli_option_id some[] = {CLI_OPT_EVENT,  CLI_OPT_KIND,   CLI_OPT_GAME,
                                              CLI_OPT_PLAYER, CLI_OPT_RESULT, CLI_OPT_END,
                                              CLI_OPT_LIMIT,  CLI_OPT_FORMAT};
    for (size_t i = 0; i < sizeof some / sizeof some[0]; i++) {
        if (d->c->given[some[i]].text != NULL && !d->action->options[some[i]])
            return fail_say(d->c, NULL, PES_ERR_UNFIT, TEXT(cli_db_foreign_option),
                            PES_ARGS(PES_STR(cli_options[some[i]].name), PES_STR(d->action->name)));
    }
    return CLI_DONE;
}

static int missing(const struct db *d, const char *what) {
    return fail_say(
        d->c, NULL, PES_ERR_SYNTAX, TEXT(cli_missing_word),
        PES_ARGS(PES_STR(d->c->command->name), PES_STR(d->c->command->words), PES_STR(what)));
}

/* Reads the words after the action: FILE unless --db names it, and NUMBER. */
static int read_words(struct db *d) {
    struct cli *c = d->c;
    int at = 1;
    d->path = cli_text(c, CLI_OPT_DB, NULL);
    if (d->path == NULL && at < c->word_count)
        d->path = c->words[at++];
    if (d->action->takes_number && at < c->word_count)
        d->number = c->words[at++];
    if (d->path == NULL)
        return missing(d, "FILE");
    if (d->action->takes_number && d->number == NULL)
        return missing(d, "NUMBER");
    if (at == c->word_count)
        return CLI_DONE;
    char quoted[PES_QUOTE_SIZE];
    return fail_say(c, NULL, PES_ERR_SYNTAX, TEXT(cli_extra_word),
                    PES_ARGS(PES_STR(pes_quote(c->words[at], strlen(c->words[at]), quoted)),
                             PES_STR(c->command->name), PES_STR(" "), PES_STR(c->command->words)));
}

static void read_filter(struct db *d) {
    const struct cli *c = d->c;
    d->filter = (struct results_filter){
        .event = cli_number(c, CLI_OPT_EVENT, 0),
        .kind = cli_text(c, CLI_OPT_KIND, NULL),
        .game = cli_text(c, CLI_OPT_GAME, NULL),
        .player = cli_text(c, CLI_OPT_PLAYER, NULL),
        .result = cli_text(c, CLI_OPT_RESULT, NULL),
        .end = cli_text(c, CLI_OPT_END, NULL),
        .number = -1,
        .limit = cli_number(c, CLI_OPT_LIMIT, 0),
    };
}

static bool find_event(void *to, const struct results_event *e) {
    (void)e;
    *(bool *)to = true;
    return false;
}

/* Is there an event that passes this filter? `text` says that there is none. */
static int must_exist(struct db *d, const struct results_filter *filter,
                      const struct pes_text *text, struct pes_arg arg) {
    bool found = false;
    struct pes_note note = {0};
    const enum pes_err err = results_each_event(d->results, filter, find_event, &found, &note);
    if (err != PES_ERR_OK)
        return fail_note(d->c, NULL, err, &note);
    char quoted[PES_QUOTE_SIZE];
    return found ? CLI_DONE
                 : fail_say(d->c, NULL, PES_ERR_UNKNOWN, text,
                            PES_ARGS(arg, PES_STR(pes_quote(d->path, strlen(d->path), quoted))));
}

/* A number or name with a typing error would find nothing, as if no game had been played. */
static int check_filter(struct db *d) {
    struct results_filter one = RESULTS_ALL;
    int code = CLI_DONE;
    if (d->filter.event != 0) {
        one.event = d->filter.event;
        code = must_exist(d, &one, TEXT(cli_db_no_event), PES_INT(one.event));
    }
    if (code == CLI_DONE && d->filter.player != NULL) {
        char quoted[PES_QUOTE_SIZE];
        one = RESULTS_ALL;
        one.player = d->filter.player;
        code = must_exist(d, &one, TEXT(cli_db_no_player),
                          PES_STR(pes_quote(one.player, strlen(one.player), quoted)));
    }
    return code;
}

/* Runs the action with its output in a new file. */
static int run_into_file(struct db *d, const char *path) {
    struct cli *c = d->c;
    struct file_new file;
    struct pes_note note = {0};
    enum pes_err err = file_create(&file, path, &note);
    if (err != PES_ERR_OK)
        return fail_note(c, NULL, err, &note);
    FILE *const out = c->out;
    const bool tty = c->out_tty;
    c->out = file.stream;
    c->out_tty = false;
    c->colour = TERM_PLAIN;
    const int code = d->action->run(d);
    c->out = out;
    c->out_tty = tty;
    file.reason = c->out_errno;
    c->out_errno = 0;
    if (code != CLI_DONE) {
        file_discard(&file);
        return code;
    }
    err = file_finish(&file, &note);
    return err == PES_ERR_OK ? CLI_DONE : fail_note(c, NULL, err, &note);
}

static int run_db(struct cli *c) {
    struct db d = {.c = c, .action = find_action(c)};
    struct pes_note note = {0};
    if (d.action == NULL)
        return CLI_USAGE;
    int code = check_options(&d);
    if (code == CLI_DONE)
        code = read_words(&d);
    if (code != CLI_DONE)
        return code;
    const enum pes_err err = results_open(d.path, true, &d.results, &note);
    if (err != PES_ERR_OK)
        return fail_note(c, NULL, err, &note);
    json_list_begin(&d.list, c);
    read_filter(&d);
    code = check_filter(&d);
    const char *out = cli_text(c, CLI_OPT_OUT, NULL);
    if (code == CLI_DONE)
        code = out != NULL ? run_into_file(&d, out) : d.action->run(&d);
    results_close(d.results);
    return code;
}

static const struct cli_example examples[] = {
    {"pessoi db list results.db", TEXT(cli_db_example_1)},
    {"pessoi db games results.db --player alice --end forfeit", TEXT(cli_db_example_2)},
    {"pessoi db show results.db 12", TEXT(cli_db_example_3)},
    {"pessoi db export results.db --format csv --out games.csv", TEXT(cli_db_example_4)},
    {"pessoi db export results.db --event 1 > games.pes; pessoi replay games.pes",
     TEXT(cli_db_example_5)},
    {NULL, NULL},
};

const struct command cmd_db = {
    .name = "db",
    .words = "list|players|games|show|export FILE [NUMBER]",
    .words_min = 1,
    .words_max = 3,
    .options = {CLI_HAS(DB), CLI_HAS(EVENT), CLI_HAS(KIND), CLI_HAS(GAME), CLI_HAS(PLAYER),
                CLI_HAS(RESULT), CLI_HAS(END), CLI_HAS(LIMIT), CLI_HAS(FORMAT), CLI_HAS(OUT)},
    .formats = "records|csv|json",
    .summary = TEXT(cli_db_summary),
    .description = TEXT(cli_db_description),
    .json = TEXT(cli_db_json),
    .examples = examples,
    .run = run_db,
};
