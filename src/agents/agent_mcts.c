/* `mcts`: the Monte Carlo tree search as an agent; agents.h describes its options. */
#include "agents/agents.h"
#include "agents/text.h"
#include "pessoi/search.h"

#include <assert.h>

struct mcts_agent {
    struct pes_agent base;
    struct pes_mcts *search;
};

static struct pes_mcts *search_of(const struct pes_agent *agent) {
    assert(agent->class == &agent_mcts_class);
    return ((const struct mcts_agent *)agent)->search;
}

static struct pes_option number(const char *key, const char *def, int64_t min, int64_t max,
                                const struct pes_text *help, const struct pes_text *title) {
    return (struct pes_option){.key = key,
                               .kind = PES_OPTION_INT,
                               .def = def,
                               .min = min,
                               .max = max,
                               .help = *help,
                               .title = *title};
}

static struct pes_option limiting(struct pes_option option) {
    option.limits_search = true;
    return option;
}

static struct pes_option costly(struct pes_option option) {
    option.costly = true;
    return option;
}

static const struct pes_text off_on_auto[] = {
    PES_TEXT("off", "όχι"),
    PES_TEXT("on", "ναι"),
    PES_TEXT("automatic", "αυτόματα"),
    {{NULL}},
};

int agents_add_mcts(struct pes_option out[], int count) {
    const struct pes_option tree[] = {
        costly(number("threads", "1", 1, PES_MCTS_THREADS_MAX, TEXT(agent_threads_help),
                      TEXT(agent_threads_title))),
        costly(number("memory", "128", 1, PES_MCTS_MEMORY_MAX, TEXT(agent_mcts_memory),
                      TEXT(agent_mcts_memory_title))),
        {.key = NULL},
    };
    return agents_add_options(out, count, tree);
}

static int mcts_offers(const struct pes_kit *kit, struct pes_offer out[], int offers_max) {
    if (offers_max < 1)
        return 0;
    out[0] = (struct pes_offer){.class = &agent_mcts_class,
                                .name = "mcts",
                                .title = *TEXT(agent_mcts_title),
                                .help = *TEXT(agent_mcts_help)};
    const bool evals = kit->evals != NULL;
    const struct pes_option iterations[] = {
        limiting(number("iterations", "0", 0, INT64_C(1000000000000), TEXT(agent_iterations_help),
                        TEXT(agent_iterations_title))),
        {.key = NULL},
    };
    const struct pes_option own[] = {
        number("plies", evals ? "8" : "0", 0, PES_MCTS_PLIES_MAX, TEXT(agent_mcts_plies),
               TEXT(agent_mcts_plies_title)),
        {.key = "rave",
         .kind = PES_OPTION_CHOICE,
         .def = "auto",
         .choices = "off|on|auto",
         .help = *TEXT(agent_mcts_rave),
         .title = *TEXT(agent_mcts_rave_title),
         .choice_titles = off_on_auto},
        {.key = NULL},
    };
    const struct pes_option bias[] = {number("bias", "10", 0, PES_MCTS_BIAS_MAX,
                                             TEXT(agent_mcts_bias), TEXT(agent_mcts_bias_title)),
                                      {.key = NULL}};
    int count = agents_add_budget(out[0].options, 0, PES_DEPTH_MAX, PES_DEPTH_MAX);
    count = agents_add_options(out[0].options, count, iterations);
    count = agents_add_mcts(out[0].options, count);
    count = agents_add_options(out[0].options, count, own);
    count = agents_add_options(out[0].options, count, evals ? bias : NULL);
    agents_add_eval(out[0].options, count, kit);
    return 1;
}

/* `auto` turns RAVE on in games of bounded length without chance: there a move is usually made once
 * and its value depends little on when. docs/adr/0010-mcts.md has the matches. */
static bool wants_rave(const struct pes_agent *agent) {
    enum { OFF, ON };
    const int64_t choice = agents_number(agent, "rave");
    const bool fits = agent->game->plies_bound > 0 && !agent->game->chance_in_play;
    return choice == ON || (choice != OFF && fits);
}

static enum pes_err mcts_create(struct pes_agent *agent, struct pes_note *note) {
    const struct pes_eval *eval;
    const enum pes_err err = agents_find_eval(agent, &eval, note);
    if (err != PES_ERR_OK)
        return err;
    const struct pes_mcts_config config = {
        .eval = eval,
        .bias = eval != NULL ? (int32_t)agents_number(agent, "bias") : 0,
        .plies = (int32_t)agents_number(agent, "plies"),
        .threads = (int32_t)agents_number(agent, "threads"),
        .memory_mb = (int32_t)agents_number(agent, "memory"),
        .rave = wants_rave(agent),
    };
    return pes_mcts_new(agent->game, &config, &((struct mcts_agent *)agent)->search);
}

static void mcts_destroy(struct pes_agent *agent) {
    pes_mcts_free(search_of(agent));
}

static void mcts_begin(struct pes_agent *agent) {
    pes_mcts_forget(search_of(agent), pes_rng_next(&agent->rng));
}

static uint64_t iterations_of(const struct pes_agent *agent) {
    return (uint64_t)agents_number(agent, "iterations");
}

/* Iterations bound the search too. Depth does not, unlike in other searches: it bounds only the
 * depth of the tree. */
static struct pes_limits limits_of(const struct pes_agent *agent, const struct pes_history *h,
                                   const struct pes_limits *limits) {
    struct pes_limits all = agents_limits(agent, h, limits, 0);
    if (all.nodes == 0 && all.movetime_ms == 0 && iterations_of(agent) == 0)
        all.nodes = MCTS_NODES;
    assert(all.nodes > 0 || all.movetime_ms > 0 || iterations_of(agent) > 0);
    return all;
}

static enum pes_err mcts_choose(struct pes_agent *agent, const struct pes_history *h,
                                const struct pes_limits *limits, struct pes_answer *answer) {
    const struct pes_limits all = limits_of(agent, h, limits);
    pes_mcts_run(search_of(agent), h, &all, iterations_of(agent), answer);
    return PES_ERR_OK;
}

static enum pes_err mcts_values(struct pes_agent *agent, const struct pes_history *h,
                                const struct pes_limits *limits, struct pes_move_value out[]) {
    const struct pes_limits all = limits_of(agent, h, limits);
    pes_mcts_values(search_of(agent), h, &all, iterations_of(agent), out);
    return PES_ERR_OK;
}

const struct pes_agent_class agent_mcts_class = {
    .abi = PES_ABI,
    .name = "mcts",
    .kind = PES_AGENT_SEARCH,
    .offers = mcts_offers,
    .instance_size = sizeof(struct mcts_agent),
    .choose = mcts_choose,
    .create = mcts_create,
    .destroy = mcts_destroy,
    .values = mcts_values,
    .begin = mcts_begin,
};
