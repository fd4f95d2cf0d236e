/* `pessoi check-bot`: examines an agent; arena/examine.h does it, here it is reported. */
#include "arena/examine.h"

#include "cli/cli.h"
#include "cli/json.h"

#include <assert.h>
#include <string.h>

enum { LOG_LINES = 10 }; /* of what the agent wrote; the last ones say most */

/* For people. ------------------------------------------------------------------------------- */

static const char *mark_of(const struct cli *c, const struct examine_check *check) {
    if (check->informs)
        return c->unicode ? "·" : "-";
    if (check->passed)
        return c->unicode ? "✓" : "+";
    return c->unicode ? "✗" : "x";
}

static void on_check(void *to, const struct examine_check *check) {
    struct cli *c = to;
    cli_say(
        c, TEXT(cli_check_bot_line),
        PES_ARGS(PES_STR(mark_of(c, check)), PES_SAID(check->title), PES_NOTED(&check->detail)));
    (void)fflush(c->out); // the next check may take seconds
}

/* The command that shows the position in which the agent failed. */
static void add_show(const struct pes_game *g, const struct examine_result *r, struct str *out) {
    str_addf(out, "pessoi show %s", g->rules->name);
    if (g->variant[0] != '\0') {
        str_add(out, " --variant ");
        cli_add_quoted(out, g->variant);
    }
    if (strcmp(r->start.text, "startpos") != 0) {
        str_add(out, " --position ");
        cli_add_quoted(out, r->start.text);
    }
    if (r->moves.length > 0) {
        str_add(out, " --moves ");
        cli_add_quoted(out, r->moves.text);
    }
}

/* The last lines of text[0..length). */
static const char *last_lines(const char *text, size_t *length) {
    size_t at = *length;
    for (int lines = 0; at > 0; at--) {
        if (text[at - 1] == '\n' && at < *length && ++lines == LOG_LINES)
            break;
    }
    *length -= at;
    return text + at;
}

/* Appends the lines of a program, indented. */
static void add_foreign(struct str *out, const char *text, size_t length) {
    while (length > 0) {
        const char *end = memchr(text, '\n', length);
        const size_t line = end != NULL ? (size_t)(end - text) : length;
        const size_t used = end != NULL ? line + 1 : line;
        str_add(out, "  ");
        cli_add_printable(out, text, line, true);
        str_add_char(out, '\n');
        text += used;
        length -= used;
    }
}

/* Did it miss a module or a file? Python and Node say so in these words. */
static bool misses_file(const struct str *log) {
    static const char *const signs[] = {"ModuleNotFoundError", "FileNotFoundError",
                                        "Cannot find module", "ENOENT"};
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
        if (strstr(log->text, signs[i]) != NULL)
            return true;
    return false;
}

static int print_failure(struct cli *c, const struct pes_game *g, const struct examine_result *r) {
    struct str out;
    str_init(&out);
    assert(r->worst >= 0 && r->worst < r->count);
    cli_add_line(c, &out, TEXT(cli_check_bot_first), PES_ARGS(PES_NOTED(&r->why)));
    if (r->start.length > 0) {
        str_say(&out, c->lang, TEXT(cli_check_bot_show), PES_NO_ARGS);
        str_add(&out, "\n  ");
        add_show(g, r, &out);
        str_add_char(&out, '\n');
    }
    if (r->log.length > 0) {
        size_t length = r->log.length;
        const char *tail = last_lines(r->log.text, &length);
        str_say(&out, c->lang, TEXT(cli_check_bot_log), PES_NO_ARGS);
        str_add_char(&out, '\n');
        add_foreign(&out, tail, length);
    }
    if (!CLI_GIVEN(c, NO_SANDBOX) && r->log.length > 0 && misses_file(&r->log))
        cli_add_line(c, &out, TEXT(cli_check_bot_sandbox), PES_NO_ARGS);
    return cli_print(c, &out);
}

/* For programs. ----------------------------------------------------------------------------- */

static int print_json(struct cli *c, const struct pes_game *g, const struct examine_result *r) {
    struct str doc, show;
    str_init(&show);
    json_begin(&doc, '{');
    put_text(&doc, "agent", c->words[1]);
    put_bool(&doc, "passed", r->passed);
    put_open(&doc, "checks", '[');
    for (int i = 0; i < r->count; i++) {
        put_open(&doc, NULL, '{');
        put_text(&doc, "name", r->checks[i].name);
        put_bool(&doc, "passed", r->checks[i].passed);
        put_text(&doc, "detail", r->checks[i].detail.why[PES_LANG_EN]);
        put_close(&doc, '}');
    }
    put_close(&doc, ']');
    put_text(&doc, "fix_first", r->passed ? NULL : r->checks[r->worst].name);
    if (r->start.length > 0)
        add_show(g, r, &show);
    put_text(&doc, "show", show.length > 0 ? show.text : NULL);
    put_text(&doc, "game", g->rules->name);
    put_text(&doc, "variant", g->variant);
    put_uint(&doc, "seed", c->seed);
    if (show.failed)
        doc.failed = true;
    str_release(&show);
    return json_print(c, &doc, '}');
}

/* The command. ------------------------------------------------------------------------------ */

static int report(struct cli *c, const struct pes_game *g, const struct examine_result *r) {
    int code = CLI_DONE;
    if (c->json)
        code = print_json(c, g, r);
    else if (!r->passed)
        code = print_failure(c, g, r);
    else
        cli_say(c, TEXT(cli_check_bot_passed), PES_ARGS(PES_STR(c->words[1])));
    if (code != CLI_DONE)
        return code;
    return r->passed ? CLI_DONE : CLI_NO;
}

static int run_check_bot(struct cli *c) {
    struct pes_game *game;
    int code = setup_game(c, c->words[0], &game);
    if (code != CLI_DONE)
        return code;
    struct examine_config config = {.game = game,
                                    .agent = c->words[1],
                                    .seed = c->seed,
                                    .on_check = c->json ? NULL : on_check,
                                    .on_check_to = c};
    code = setup_limits(c, &config.limits);
    if (code == CLI_DONE) {
        struct examine_result result;
        struct pes_note note = {0};
        const enum pes_err err = examine_run(&config, &result, &note);
        code = err == PES_ERR_OK ? report(c, game, &result) : fail_note(c, "AGENT", err, &note);
        examine_result_release(&result);
    }
    pes_game_close(game);
    return code;
}

static const struct cli_example examples[] = {
    {"pessoi check-bot gomoku cmd:./bot", TEXT(cli_check_bot_example_1)},
    {"pessoi check-bot crush \"cmd:python3 bot.py\" --movetime 1000",
     TEXT(cli_check_bot_example_2)},
    {"pessoi check-bot gomoku gomocup:./pbrain-mine --json", TEXT(cli_check_bot_example_3)},
    {NULL, NULL},
};

const struct command cmd_check_bot = {
    .name = "check-bot",
    .words = "GAME AGENT",
    .words_min = 2,
    .words_max = 2,
    .options = {CLI_HAS(VARIANT), CLI_HAS(SEED), CLI_HAS(MOVETIME), CLI_HAS(TC),
                CLI_HAS(NO_SANDBOX), CLI_HAS(MEMORY)},
    .summary = TEXT(cli_check_bot_summary),
    .description = TEXT(cli_check_bot_description),
    .json = TEXT(cli_check_bot_json),
    .examples = examples,
    .run = run_check_bot,
};
