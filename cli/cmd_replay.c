/* `pessoi replay`: plays a record, or every game of a list, and reports the first illegal move. */
#include "cli/cli.h"
#include "cli/json.h"
#include "cli/report.h"
#include "core/file.h"
#include "core/gamelist.h"
#include "pessoi/record.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

enum { LIST_BYTES_MAX = 256 << 20 };

/* Tags that are printed above the position, in this order. */
static const char *const shown_tags[] = {"First", "Second", "Result", "Termination",
                                         "Date",  "Clock",  "Seed"};

/* A tag comes from outside: control characters in it must not reach the terminal. */
static void add_printable(struct str *out, const char *text) {
    for (size_t length = strlen(text); length > 0;) {
        const size_t n = (size_t)utf8_char(text, length);
        assert(n >= 1);
        assert(n <= length);
        const unsigned char first = (unsigned char)text[0];
        const bool c1 = n == 2 && first == 0xc2 && (unsigned char)text[1] < 0xa0;
        if (first < 0x20 || first == 0x7f || c1 || (n == 1 && first >= 0x80))
            str_add_char(out, '?');
        else
            str_add_bytes(out, text, n);
        text += n;
        length -= n;
    }
}

static int say_tags(struct cli *c, const struct pes_record *r, const struct pes_history *h) {
    struct str out;
    str_init(&out);
    for (size_t i = 0; i < sizeof shown_tags / sizeof shown_tags[0]; i++) {
        const char *value = pes_record_tag(r, shown_tags[i]);
        if (value == NULL)
            continue;
        str_addf(&out, "[%s \"", shown_tags[i]);
        add_printable(&out, value);
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

/* Replays the record in its own variant. */
static int replay_in(struct cli *c, const struct pes_record *r, const struct pes_kit *kit) {
    const char *path = c->words[0];
    const int plies = (int)cli_number(c, CLI_OPT_PLY, -1);
    struct pes_note note = {0};
    struct setup at = {0};
    int code = CLI_DONE;
    enum pes_err err = pes_record_open(r, kit, &at.game, &note);
    if (err == PES_ERR_OK)
        err = pes_history_new(at.game, &at.history);
    if (err == PES_ERR_OK)
        err = pes_record_replay(r, at.history, plies, &note);
    if (err != PES_ERR_OK)
        code = fail_file(c, path, err, &note);
    else if (plies > pes_history_plies(at.history))
        code = fail_say(c, "--ply", PES_ERR_RANGE, TEXT(cli_ply_range),
                        PES_ARGS(PES_INT(pes_history_plies(at.history)), PES_INT(plies)));
    else
        code = report(c, r, at.history);
    setup_close(&at);
    return code;
}

static int replay_record(struct cli *c) {
    const char *path = c->words[0];
    if (CLI_GIVEN(c, VARIANT))
        return fail_say(c, NULL, PES_ERR_UNFIT, TEXT(cli_record_has_variant), PES_NO_ARGS);
    struct pes_note note = {0};
    struct pes_record *r = NULL;
    const enum pes_err err = pes_record_read(path, &r, &note);
    if (err != PES_ERR_OK)
        return fail_file(c, path, err, &note);
    const char *name = pes_record_tag(r, "Game");
    const struct pes_kit *kit = name != NULL ? pes_kit_find(name) : NULL;
    char quoted[PES_QUOTE_SIZE];
    int code;
    if (name == NULL)
        code = fail_say(c, path, PES_ERR_SYNTAX, TEXT(cli_no_game_tag), PES_NO_ARGS);
    else if (kit == NULL)
        code = fail_say(c, path, PES_ERR_UNKNOWN, TEXT(cli_unknown_game),
                        PES_ARGS(PES_STR(pes_quote(name, strlen(name), quoted))));
    else
        code = replay_in(c, r, kit);
    pes_record_free(r);
    return code;
}

static int totals_json(struct cli *c, const struct gamelist_totals *totals) {
    struct str doc;
    json_begin(&doc, '{');
    put_int(&doc, "games", totals->games);
    put_int(&doc, "plies", totals->plies);
    return json_print(c, &doc, '}');
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
        err = file_read(path, LIST_BYTES_MAX, &text, &note);
    if (err == PES_ERR_OK)
        err = gamelist_replay(text.text, text.length, at.history, &totals, &note);
    if (err != PES_ERR_OK)
        code = fail_file(c, path, err, &note);
    else if (c->json)
        code = totals_json(c, &totals);
    else
        cli_say(c, TEXT(cli_replayed_list), PES_ARGS(PES_INT(totals.games), PES_INT(totals.plies)));
    str_release(&text);
    setup_close(&at);
    return code;
}

static int run_replay(struct cli *c) {
    return c->word_count == 1 ? replay_record(c) : replay_list(c);
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
    .options = CLI_HAS(VARIANT) | CLI_HAS(PLY),
    .summary = TEXT(cli_replay_summary),
    .description = TEXT(cli_replay_description),
    .json = TEXT(cli_replay_json),
    .examples = examples,
    .run = run_replay,
};
