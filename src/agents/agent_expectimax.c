/* `expectimax`: the expectimax search as an agent; agents.h describes its options. */
#include "agents/agents.h"
#include "agents/text.h"
#include "pessoi/search.h"

#include <assert.h>

struct expectimax_agent {
    struct pes_agent base;
    struct pes_expectimax *search;
};

static struct pes_expectimax *search_of(const struct pes_agent *agent) {
    assert(agent->class == &agent_expectimax_class);
    return ((const struct expectimax_agent *)agent)->search;
}

/* Adds `samples`; returns the new count. */
static int add_samples(struct pes_option out[], int count) {
    const struct pes_option samples[] = {
        {.key = "samples",
         .kind = PES_OPTION_INT,
         .def = "0",
         .min = 0,
         .max = PES_EXPECTIMAX_SAMPLES_MAX,
         .help = *TEXT(agent_samples_help),
         .title = *TEXT(agent_samples_title)},
        {.key = NULL},
    };
    return agents_add_options(out, count, samples);
}

static int expectimax_offers(const struct pes_kit *kit, struct pes_offer out[], int offers_max) {
    if (!kit->rules->chance_in_play || offers_max < 1)
        return 0;
    out[0] = (struct pes_offer){.class = &agent_expectimax_class,
                                .name = "expectimax",
                                .title = *TEXT(agent_expectimax_title),
                                .help = *TEXT(agent_expectimax_help)};
    int count = agents_add_budget(out[0].options, 0, PES_DEPTH_MAX, PES_DEPTH_MAX);
    count = add_samples(out[0].options, count);
    agents_add_eval(out[0].options, count, kit);
    return 1;
}

static enum pes_err expectimax_create(struct pes_agent *agent, struct pes_note *note) {
    struct expectimax_agent *me = (struct expectimax_agent *)agent;
    const struct pes_eval *eval;
    const enum pes_err err = agents_find_eval(agent, &eval, note);
    if (err != PES_ERR_OK)
        return err;
    const int32_t samples = (int32_t)agents_number(agent, "samples");
    assert(samples >= 0 && samples <= PES_EXPECTIMAX_SAMPLES_MAX);
    const struct pes_expectimax_config config = {
        .eval = eval, .samples = samples, .unknown = samples == 0};
    return pes_expectimax_new(agent->game, &config, &me->search);
}

static void expectimax_destroy(struct pes_agent *agent) {
    pes_expectimax_free(search_of(agent));
}

static void expectimax_begin(struct pes_agent *agent) {
    pes_expectimax_begin(search_of(agent), pes_rng_next(&agent->rng));
}

static enum pes_err expectimax_choose(struct pes_agent *agent, const struct pes_history *h,
                                      const struct pes_limits *limits, struct pes_answer *answer) {
    const struct pes_limits all = agents_limits(agent, h, limits, EXPECTIMAX_NODES);
    pes_expectimax_run(search_of(agent), h, &all, answer);
    return PES_ERR_OK;
}

static enum pes_err expectimax_values(struct pes_agent *agent, const struct pes_history *h,
                                      const struct pes_limits *limits,
                                      struct pes_move_value out[]) {
    const struct pes_limits all = agents_limits(agent, h, limits, EXPECTIMAX_NODES);
    pes_expectimax_values(search_of(agent), h, &all, out);
    return PES_ERR_OK;
}

/* With a time limit equal games need not give equal answers, and samples depend on the seed. */
static bool expectimax_deterministic(const struct pes_agent *agent) {
    return agents_budget(agent).movetime_ms == 0 && agents_number(agent, "samples") == 0;
}

const struct pes_agent_class agent_expectimax_class = {
    .abi = PES_ABI,
    .name = "expectimax",
    .kind = PES_AGENT_SEARCH,
    .offers = expectimax_offers,
    .instance_size = sizeof(struct expectimax_agent),
    .choose = expectimax_choose,
    .create = expectimax_create,
    .destroy = expectimax_destroy,
    .values = expectimax_values,
    .begin = expectimax_begin,
    .deterministic = expectimax_deterministic,
};
