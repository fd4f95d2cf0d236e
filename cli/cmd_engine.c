/* `pessoi engine`: the Universal Game Interface on standard input and output; ugi/engine.h has the
 * conversation, docs/formats/ugi.md the protocol. */
#include "cli/cli.h"
#include "ugi/engine.h"

#include <unistd.h>

/* One call per line: other threads' lines do not come between. main() reports a failed write. */
static bool put_line(void *to, const char *line) {
    struct cli *c = to;
    return fprintf(c->out, "%s\n", line) >= 0 && fflush(c->out) == 0;
}

static int run_engine(struct cli *c) {
    const struct pes_kit *kit = setup_kit(c, c->words[0]);
    if (kit == NULL)
        return CLI_USAGE;
    const struct ugi_engine_config config = {
        .kit = kit,
        .agent = cli_text(c, CLI_OPT_AGENT, NULL),
        .variant = cli_text(c, CLI_OPT_VARIANT, ""),
        .seed = c->seed,
        .lang = c->lang,
        .fd = STDIN_FILENO,
        .interrupted = c->stop,
        .put = put_line,
        .to = c,
    };
    bool bad_variant;
    struct pes_note note = {0};
    const enum pes_err err = ugi_engine_run(&config, &bad_variant, &note);
    if (err == PES_ERR_OK)
        return CLI_DONE;
    return fail_note(c,
                     pes_note_is_empty(&note) ? NULL
                     : bad_variant            ? "--variant"
                                              : "--agent",
                     err, &note);
}

static const struct cli_example examples[] = {
    {"pessoi engine gomoku", TEXT(cli_engine_example_1)},
    {"pessoi match gomoku 'cmd:pessoi engine gomoku' random", TEXT(cli_engine_example_2)},
    {"pessoi engine boats --agent minimax:depth=4", TEXT(cli_engine_example_3)},
    {NULL, NULL},
};

const struct command cmd_engine = {
    .name = "engine",
    .words = "GAME",
    .words_min = 1,
    .words_max = 1,
    .options = {CLI_HAS(VARIANT), CLI_HAS(AGENT), CLI_HAS(SEED)},
    .summary = TEXT(cli_engine_summary),
    .description = TEXT(cli_engine_description),
    .examples = examples,
    .run = run_engine,
};
