/* `alphabeta`: the alpha-beta search as an agent; agents.h describes its options. */
#include "agents/agents.h"
#include "agents/text.h"

#include <assert.h>

struct alphabeta_agent {
    struct pes_agent base;
    struct pes_alphabeta *search;
};

static struct pes_alphabeta *search_of(const struct pes_agent *agent) {
    assert(agent->class == &agent_alphabeta_class);
    return ((const struct alphabeta_agent *)agent)->search;
}

static int alphabeta_offers(const struct pes_kit *kit, struct pes_offer out[], int offers_max) {
    if (kit->rules->chance_in_play || offers_max < 1)
        return 0;
    out[0] = (struct pes_offer){.class = &agent_alphabeta_class,
                                .name = "alphabeta",
                                .title = *TEXT(agent_alphabeta_title),
                                .help = *TEXT(agent_alphabeta_help)};
    const struct pes_option own[] = {
        {.key = "selective",
         .kind = PES_OPTION_CHOICE,
         .def = "on",
         .choices = "off|on",
         .help = *TEXT(agent_selective_help),
         .title = *TEXT(agent_selective_title),
         .choice_titles = agents_off_on},
        {.key = NULL},
    };
    int count = agents_add_budget(out[0].options, 0, PES_DEPTH_MAX, PES_DEPTH_MAX);
    count = agents_add_alphabeta(out[0].options, count);
    count = agents_add_options(out[0].options, count, own);
    agents_add_eval(out[0].options, count, kit);
    return 1;
}

static enum pes_err alphabeta_create(struct pes_agent *agent, struct pes_note *note) {
    const struct pes_eval *eval;
    const enum pes_err err = agents_find_eval(agent, &eval, note);
    if (err != PES_ERR_OK)
        return err;
    const struct pes_alphabeta_config config = {
        .eval = eval,
        .threads = (int32_t)agents_number(agent, "threads"),
        .table_mb = (int32_t)agents_number(agent, "table"),
        .selective = agents_number(agent, "selective") == 1,
    };
    return pes_alphabeta_new(agent->game, &config, &((struct alphabeta_agent *)agent)->search);
}

static void alphabeta_destroy(struct pes_agent *agent) {
    pes_alphabeta_free(search_of(agent));
}

static void alphabeta_begin(struct pes_agent *agent) {
    pes_alphabeta_forget(search_of(agent));
}

static enum pes_err alphabeta_choose(struct pes_agent *agent, const struct pes_history *h,
                                     const struct pes_limits *limits, struct pes_answer *answer) {
    const struct pes_limits all = agents_limits(agent, h, limits, ALPHABETA_NODES);
    pes_alphabeta_run(search_of(agent), h, &all, answer);
    return PES_ERR_OK;
}

static enum pes_err alphabeta_values(struct pes_agent *agent, const struct pes_history *h,
                                     const struct pes_limits *limits, struct pes_move_value out[]) {
    const struct pes_limits all = agents_limits(agent, h, limits, ALPHABETA_NODES);
    pes_alphabeta_values(search_of(agent), h, &all, out);
    return PES_ERR_OK;
}

/* With a time limit or several threads, equal games need not give equal answers. */
static bool alphabeta_deterministic(const struct pes_agent *agent) {
    return agents_budget(agent).movetime_ms == 0 && agents_number(agent, "threads") == 1;
}

const struct pes_agent_class agent_alphabeta_class = {
    .abi = PES_ABI,
    .name = "alphabeta",
    .kind = PES_AGENT_SEARCH,
    .offers = alphabeta_offers,
    .instance_size = sizeof(struct alphabeta_agent),
    .choose = alphabeta_choose,
    .create = alphabeta_create,
    .destroy = alphabeta_destroy,
    .values = alphabeta_values,
    .begin = alphabeta_begin,
    .deterministic = alphabeta_deterministic,
};
