/* The expectimax as an agent; agents.h says what it promises. */
#include "agents/agents.h"
#include "core/str.h"
#include "core/text.h"
#include "pessoi/search.h"

#include <assert.h>

/* In players' moves: two look at the reply to whatever may be drawn. */
enum { DEPTH = 2 };

struct expectimax_agent {
    struct pes_agent base;
    struct pes_expectimax *search;
};

static struct pes_expectimax *search_of(const struct pes_agent *agent) {
    return ((const struct expectimax_agent *)agent)->search;
}

static int add_samples(struct pes_option out[], int count) {
    const struct pes_option samples[] = {
        {.key = "samples",
         .kind = PES_OPTION_INT,
         .def = "0",
         .min = 0,
         .max = PES_EXPECTIMAX_SAMPLES_MAX,
         .help = *TEXT(agent_samples_help)},
        {.key = NULL},
    };
    return agents_add_options(out, count, samples);
}

static int add_eval(struct pes_option out[], int count, const struct pes_kit *kit) {
    const struct pes_option eval[] = {
        {.key = "eval",
         .kind = PES_OPTION_TEXT,
         .def = kit->evals[0]->name,
         .help = *TEXT(agent_eval_help)},
        {.key = NULL},
    };
    return agents_add_options(out, count, eval);
}

static int expectimax_offers(const struct pes_kit *kit, struct pes_offer out[], int offers_max) {
    if (!kit->rules->chance_in_play || offers_max < 1)
        return 0;
    out[0] = (struct pes_offer){.class = &agent_expectimax_class,
                                .name = "expectimax",
                                .help = *TEXT(agent_expectimax_help)};
    int count = agents_add_budget(out[0].options, 0, DEPTH);
    count = add_samples(out[0].options, count);
    if (kit->evals != NULL && kit->evals[0] != NULL)
        add_eval(out[0].options, count, kit);
    return 1;
}

static enum pes_err say_no_eval(const struct pes_kit *kit, const char *name,
                                struct pes_note *note) {
    char quote[PES_QUOTE_SIZE];
    struct str names;
    str_init(&names);
    for (int i = 0; kit->evals[i] != NULL; i++)
        str_addf(&names, "%s%s", i > 0 ? ", " : "", kit->evals[i]->name);
    pes_quote(name, strlen(name), quote);
    const enum pes_err err = pes_note_say(note, PES_ERR_UNKNOWN, 0, TEXT(agent_eval_unknown),
                                          PES_ARGS(PES_STR(quote), PES_STR(names.text)));
    str_release(&names);
    return err;
}

/* The evaluation asked for; NULL in *out: the kit has none. */
static enum pes_err find_eval(const struct pes_agent *agent, const struct pes_eval **out,
                              struct pes_note *note) {
    const struct pes_kit *kit = agent->game->kit;
    const int place = pes_values_find(&agent->values, "eval");
    *out = NULL;
    if (place < 0)
        return PES_ERR_OK;
    const char *name = pes_values_text(&agent->values, place);
    for (int i = 0; kit->evals[i] != NULL; i++)
        if (strcmp(kit->evals[i]->name, name) == 0)
            *out = kit->evals[i];
    return *out != NULL ? PES_ERR_OK : say_no_eval(kit, name, note);
}

static int32_t samples_of(const struct pes_agent *agent) {
    const int place = pes_values_find(&agent->values, "samples");
    assert(place >= 0);
    return (int32_t)agent->values.number[place];
}

static enum pes_err expectimax_create(struct pes_agent *agent, struct pes_note *note) {
    struct expectimax_agent *me = (struct expectimax_agent *)agent;
    const struct pes_eval *eval;
    const enum pes_err err = find_eval(agent, &eval, note);
    if (err != PES_ERR_OK)
        return err;
    const struct pes_expectimax_config config = {
        .eval = eval, .samples = samples_of(agent), .unknown = samples_of(agent) == 0};
    return pes_expectimax_new(agent->game, &config, &me->search);
}

static void expectimax_destroy(struct pes_agent *agent) {
    pes_expectimax_free(search_of(agent));
}

static void expectimax_begin(struct pes_agent *agent) {
    pes_expectimax_begin(search_of(agent), pes_rng_next(&agent->rng));
}

/* The caller's limits with the agent's own in them. */
static struct pes_limits limits_of(const struct pes_agent *agent, const struct pes_history *h,
                                   const struct pes_limits *limits) {
    const pes_player mover = pes_turn(agent->game, pes_history_state(h));
    const struct budget budget = budget_of(agents_budget(agent), limits, mover);
    return (struct pes_limits){.depth = budget.depth,
                               .nodes = budget.nodes,
                               .movetime_ms = (int32_t)budget.movetime_ms,
                               .stop = limits->stop,
                               .info = limits->info,
                               .info_to = limits->info_to};
}

static enum pes_err expectimax_choose(struct pes_agent *agent, const struct pes_history *h,
                                      const struct pes_limits *limits, struct pes_answer *answer) {
    const struct pes_limits all = limits_of(agent, h, limits);
    pes_expectimax_run(search_of(agent), h, &all, answer);
    return PES_ERR_OK;
}

static enum pes_err expectimax_values(struct pes_agent *agent, const struct pes_history *h,
                                      const struct pes_limits *limits,
                                      struct pes_move_value out[]) {
    const struct pes_limits all = limits_of(agent, h, limits);
    pes_expectimax_values(search_of(agent), h, &all, out);
    return PES_ERR_OK;
}

/* Under a time limit equal games need not repeat, and samples are drawn from the game's luck. */
static bool expectimax_deterministic(const struct pes_agent *agent) {
    return agents_budget(agent).movetime_ms == 0 && samples_of(agent) == 0;
}

const struct pes_agent_class agent_expectimax_class = {
    .abi = PES_ABI,
    .name = "expectimax",
    .offers = expectimax_offers,
    .instance_size = sizeof(struct expectimax_agent),
    .choose = expectimax_choose,
    .create = expectimax_create,
    .destroy = expectimax_destroy,
    .values = expectimax_values,
    .begin = expectimax_begin,
    .deterministic = expectimax_deterministic,
};
