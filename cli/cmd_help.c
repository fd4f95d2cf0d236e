/* `pessoi help` and `pessoi version`: the same as --help and --version. */
#include "cli/args.h"
#include "cli/help.h"
#include "cli/json.h"
#include "cli/text.h"

static int run_help(struct cli *c) {
    const struct command *command = NULL;
    if (c->word_count > 0) {
        const int code = args_find_command(c, c->words[0], &command);
        if (code != CLI_DONE)
            return code;
    }
    return help_print(c, command);
}

static const struct cli_example help_examples[] = {
    {"pessoi help", TEXT(cli_help_example_all)},
    {"pessoi help match", TEXT(cli_help_example_match)},
    {NULL, NULL},
};

const struct command cmd_help = {
    .name = "help",
    .words = "[COMMAND]",
    .words_max = 1,
    .summary = TEXT(cli_help_summary),
    .description = TEXT(cli_help_description),
    .examples = help_examples,
    .run = run_help,
};

static int run_version(struct cli *c) {
    if (!c->json) {
        fprintf(c->out, "pessoi %s\n", pes_version());
        return CLI_DONE;
    }
    struct str doc;
    json_begin(&doc, '{');
    put_text(&doc, "version", pes_version());
    return json_print(c, &doc, '}');
}

static const struct cli_example version_examples[] = {
    {"pessoi version", TEXT(cli_version_example_1)},
    {"pessoi version --json", TEXT(cli_version_example_2)},
    {NULL, NULL},
};

const struct command cmd_version = {
    .name = "version",
    .words = "",
    .summary = TEXT(cli_version_summary),
    .description = TEXT(cli_version_description),
    .json = TEXT(cli_version_json),
    .examples = version_examples,
    .run = run_version,
};
