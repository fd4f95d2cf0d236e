/* `pessoi agents`: the agents for a game and their options. */
#include "cli/cli.h"
#include "cli/json.h"
#include "cli/options.h"
#include "core/mem.h"
#include "pessoi/agent.h"

static int agents_json(struct cli *c, const struct pes_offer offers[], int count) {
    struct str doc;
    json_begin(&doc, '[');
    for (int i = 0; i < count; i++) {
        put_open(&doc, NULL, '{');
        put_text(&doc, "name", offers[i].name);
        put_text(&doc, "help", offers[i].help.in[PES_LANG_EN]);
        put_options(&doc, "options", offers[i].options);
        put_close(&doc, '}');
    }
    return json_print(c, &doc, ']');
}

static int agents_text(struct cli *c, const struct pes_offer offers[], int count) {
    struct str out;
    str_init(&out);
    for (int i = 0; i < count; i++) {
        /* The titles of the others only repeat their descriptions. */
        if (offers[i].class->kind == PES_AGENT_REPORT)
            options_head_titled(c, offers[i].name, &offers[i].title, &offers[i].help, &out);
        else
            options_head(c, offers[i].name, &offers[i].help, &out);
        options_list(c, offers[i].options, &out);
    }
    return cli_print(c, &out);
}

static int run_agents(struct cli *c) {
    const struct pes_kit *kit = setup_kit(c, c->words[0]);
    if (kit == NULL)
        return CLI_USAGE;
    /* Too large for the stack: every offer contains its options. */
    struct pes_offer *offers = mem_alloc(PES_OFFERS_MAX * sizeof *offers);
    if (offers == NULL)
        return fail_err(c, NULL, PES_ERR_NOMEM);
    const int count = pes_agent_offers(kit, offers);
    const int code = c->json ? agents_json(c, offers, count) : agents_text(c, offers, count);
    mem_free(offers);
    return code;
}

static const struct cli_example examples[] = {
    {"pessoi agents boats", TEXT(cli_agents_example_1)},
    {NULL, NULL},
};

const struct command cmd_agents = {
    .name = "agents",
    .words = "GAME",
    .words_min = 1,
    .words_max = 1,
    .summary = TEXT(cli_agents_summary),
    .description = TEXT(cli_agents_description),
    .json = TEXT(cli_agents_json),
    .examples = examples,
    .run = run_agents,
};
