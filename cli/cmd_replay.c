/* `pessoi replay`: plays a record, every record of a file, or every game of a list, and reports the
 * first illegal move. */
#include "cli/cli.h"
#include "cli/json.h"
#include "cli/report.h"
#include "core/file.h"
#include "core/gamelist.h"
#include "core/records.h"

#include <assert.h>
#include <string.h>

/* Tags that are printed above the position, in this order. */
static const char *const shown_tags[] = {"First", "Second", "Result", "Termination",
                                         "Date",  "Clock",  "Seed"};

static int say_tags(struct cli *c, const struct pes_record *r, const struct pes_history *h) {
    struct str out;
    str_init(&out);
    for (size_t i = 0; i < sizeof shown_tags / sizeof shown_tags[0]; i++) {
        const char *value = pes_record_tag(r, shown_tags[i]);
        if (value == NULL)
            continue;
        str_addf(&out, "[%s \"", shown_tags[i]);
        cli_add_printable(&out, value, strlen(value), false);
        str_add(&out, "\"]\n");
    }
    str_say(&out, c->lang, TEXT(cli_replayed), PES_ARGS(PES_INT(pes_history_plies(h))));
    str_add(&out, "\n\n");
    return cli_print(c, &out);
}

static int report(struct cli *c, const struct pes_record *r, const struct pes_history *h) {
    if (c->json)
        return report_json(c, h);
    const int code = say_tags(c, r, h);
    return code == CLI_DONE ? report_position(c, h) : code;
}

/* The only record of a file: shows where it ends. */
static int replay_one(struct cli *c, const struct pes_record *r) {
    const int plies = (int)cli_number(c, CLI_OPT_PLY, -1);
    struct setup at = {0};
    int code = setup_record(c, c->words[0], r, plies, &at);
    if (code == CLI_DONE && plies > pes_history_plies(at.history))
        code = fail_say(c, "--ply", PES_ERR_RANGE, TEXT(cli_ply_range),
                        PES_ARGS(PES_INT(pes_history_plies(at.history)), PES_INT(plies)));
    else if (code == CLI_DONE)
        code = report(c, r, at.history);
    setup_close(&at);
    return code;
}

/* The records of a file. The first one waits until it is known whether there are more. */
struct replay {
    struct cli *c;
    struct pes_record *first;
    struct gamelist_totals totals;
    int code; /* what a record failed with, after the error message */
};

/* One record of several; frees it. */
static void check_record(struct replay *p, struct pes_record *r) {
    struct setup at = {0};
    if (p->code == CLI_DONE)
        p->code = setup_record(p->c, p->c->words[0], r, -1, &at);
    if (p->code == CLI_DONE) {
        p->totals.games++;
        p->totals.plies += pes_history_plies(at.history);
    }
    setup_close(&at);
    pes_record_free(r);
}

static enum pes_err on_record(void *to, struct pes_record *r) {
    struct replay *p = to;
    if (p->totals.games == 0 && p->first == NULL) {
        p->first = r;
        return PES_ERR_OK;
    }
    if (p->first != NULL) {
        if (CLI_GIVEN(p->c, PLY))
            p->code = fail_say(p->c, NULL, PES_ERR_UNFIT, TEXT(cli_ply_of_list), PES_NO_ARGS);
        check_record(p, p->first);
        p->first = NULL;
    }
    check_record(p, r);
    return p->code == CLI_DONE ? PES_ERR_OK : PES_ERR_STOPPED;
}

static int totals_json(struct cli *c, const struct gamelist_totals *totals) {
    struct str doc;
    json_begin(&doc, '{');
    put_int(&doc, "games", totals->games);
    put_int(&doc, "plies", totals->plies);
    return json_print(c, &doc, '}');
}

static int say_totals(struct cli *c, const struct gamelist_totals *totals) {
    if (c->json)
        return totals_json(c, totals);
    cli_say(c, TEXT(cli_replayed_list), PES_ARGS(PES_INT(totals->games), PES_INT(totals->plies)));
    return CLI_DONE;
}

static int replay_records(struct cli *c) {
    const char *path = c->words[0];
    if (CLI_GIVEN(c, VARIANT))
        return fail_say(c, NULL, PES_ERR_UNFIT, TEXT(cli_record_has_variant), PES_NO_ARGS);
    struct pes_note note = {0};
    struct replay p = {.c = c};
    struct str text;
    str_init(&text);
    enum pes_err err = file_read(path, RECORDS_BYTES_MAX, &text, &note);
    if (err == PES_ERR_OK)
        err = records_each(text.text, text.length, on_record, &p, &note);
    int code = p.code;
    if (code == CLI_DONE && err != PES_ERR_OK)
        code = fail_file(c, path, err, &note);
    else if (code == CLI_DONE)
        code = p.first != NULL ? replay_one(c, p.first) : say_totals(c, &p.totals);
    pes_record_free(p.first);
    str_release(&text);
    return code;
}

static int replay_list(struct cli *c) {
    assert(c->word_count == 2);
    const char *path = c->words[1];
    if (CLI_GIVEN(c, PLY))
        return fail_say(c, NULL, PES_ERR_UNFIT, TEXT(cli_ply_of_list), PES_NO_ARGS);
    struct setup at = {0};
    int code = setup_game(c, c->words[0], &at.game);
    if (code != CLI_DONE)
        return code;
    struct pes_note note = {0};
    struct gamelist_totals totals = {0};
    struct str text;
    str_init(&text);
    enum pes_err err = pes_history_new(at.game, &at.history);
    if (err == PES_ERR_OK)
        err = file_read(path, RECORDS_BYTES_MAX, &text, &note);
    if (err == PES_ERR_OK)
        err = gamelist_replay(text.text, text.length, at.history, &totals, &note);
    if (err != PES_ERR_OK)
        code = fail_file(c, path, err, &note);
    else
        code = say_totals(c, &totals);
    str_release(&text);
    setup_close(&at);
    return code;
}

static int run_replay(struct cli *c) {
    return c->word_count == 1 ? replay_records(c) : replay_list(c);
}

static const struct cli_example examples[] = {
    {"pessoi replay game.pes", TEXT(cli_replay_example_1)},
    {"pessoi replay game.pes --ply 12 --json", TEXT(cli_replay_example_2)},
    {"pessoi replay boats games.txt --variant start=s0", TEXT(cli_replay_example_3)},
    {NULL, NULL},
};

const struct command cmd_replay = {
    .name = "replay",
    .words = "FILE | GAME LIST",
    .words_min = 1,
    .words_max = 2,
    .options = {CLI_HAS(VARIANT), CLI_HAS(PLY)},
    .summary = TEXT(cli_replay_summary),
    .description = TEXT(cli_replay_description),
    .json = TEXT(cli_replay_json),
    .examples = examples,
    .run = run_replay,
};
