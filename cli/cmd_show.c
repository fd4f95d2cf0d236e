#include "cli/cli.h"
#include "cli/report.h"

static int run_show(struct cli *c) {
    struct setup at;
    int code = setup_open(c, c->words[0], &at);
    if (code != CLI_DONE)
        return code;
    if (c->json) {
        code = report_json(c, at.history);
    } else {
        code = report_moves(c, at.history);
        if (code == CLI_DONE)
            code = report_position(c, at.history);
    }
    setup_close(&at);
    return code;
}

static const struct cli_example examples[] = {
    {"pessoi show boats --variant start=s0", TEXT(cli_show_example_1)},
    {"pessoi show boats --variant start=s0 --moves \"R -1 +1 L\"", TEXT(cli_show_example_2)},
    {"pessoi show boats --position \"4432132344 0 11 r -\" --json", TEXT(cli_show_example_3)},
    {NULL, NULL},
};

const struct command cmd_show = {
    .name = "show",
    .words = "GAME",
    .words_min = 1,
    .words_max = 1,
    .options = CLI_HAS_SETUP,
    .summary = TEXT(cli_show_summary),
    .description = TEXT(cli_show_description),
    .json = TEXT(cli_show_json),
    .examples = examples,
    .run = run_show,
};
