/* The alpha-beta search as an agent; agents.h says what it promises. */
#include "agents/agents.h"
#include "core/str.h"
#include "core/text.h"

#include <assert.h>

struct alphabeta_agent {
    struct pes_agent base;
    struct pes_alphabeta *search;
};

static struct pes_alphabeta *search_of(const struct pes_agent *agent) {
    return ((const struct alphabeta_agent *)agent)->search;
}

static int alphabeta_offers(const struct pes_kit *kit, struct pes_offer out[], int offers_max) {
    if (kit->rules->chance_in_play || offers_max < 1)
        return 0;
    out[0] = (struct pes_offer){
        .class = &agent_alphabeta_class, .name = "alphabeta", .help = *TEXT(agent_alphabeta_help)};
    const struct pes_option own[] = {
        {.key = "threads",
         .kind = PES_OPTION_INT,
         .def = "1",
         .min = 1,
         .max = PES_ALPHABETA_THREADS_MAX,
         .help = *TEXT(agent_threads_help)},
        {.key = "table",
         .kind = PES_OPTION_INT,
         .def = "16",
         .min = 0,
         .max = PES_ALPHABETA_TABLE_MAX,
         .help = *TEXT(agent_table_help)},
        {.key = "selective",
         .kind = PES_OPTION_CHOICE,
         .def = "on",
         .choices = "off|on",
         .help = *TEXT(agent_selective_help)},
        {.key = NULL},
    };
    int count = agents_add_budget(out[0].options, 0, PES_DEPTH_MAX, PES_DEPTH_MAX);
    count = agents_add_options(out[0].options, count, own);
    if (kit->evals == NULL)
        return 1;
    const struct pes_option eval[] = {{.key = "eval",
                                       .kind = PES_OPTION_TEXT,
                                       .def = kit->evals[0]->name,
                                       .help = *TEXT(agent_eval_help)},
                                      {.key = NULL}};
    agents_add_options(out[0].options, count, eval);
    return 1;
}

static enum pes_err say_no_eval(const struct pes_kit *kit, const char *name,
                                struct pes_note *note) {
    char quote[PES_QUOTE_SIZE];
    struct str names;
    str_init(&names);
    for (int i = 0; kit->evals[i] != NULL; i++)
        str_addf(&names, "%s%s", i > 0 ? ", " : "", kit->evals[i]->name);
    const enum pes_err err =
        pes_note_say(note, PES_ERR_UNKNOWN, 0, TEXT(agent_eval_unknown),
                     PES_ARGS(PES_STR(pes_quote(name, strlen(name), quote)), PES_STR(names.text)));
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
    int i = 0;
    while (kit->evals[i] != NULL && strcmp(kit->evals[i]->name, name) != 0)
        i++;
    *out = kit->evals[i];
    return *out != NULL ? PES_ERR_OK : say_no_eval(kit, name, note);
}

static enum pes_err alphabeta_create(struct pes_agent *agent, struct pes_note *note) {
    const struct pes_eval *eval;
    const enum pes_err err = find_eval(agent, &eval, note);
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

/* The caller's limits with the agent's own in them. Something must end the search. */
static struct pes_limits limits_of(const struct pes_agent *agent, const struct pes_history *h,
                                   const struct pes_limits *limits) {
    const pes_player mover = pes_turn(agent->game, pes_history_state(h));
    const struct budget budget = budget_of(agents_budget(agent), limits, mover);
    const bool bounded = budget.depth < PES_DEPTH_MAX || budget.nodes > 0 || budget.movetime_ms > 0;
    return (struct pes_limits){
        .depth = budget.depth,
        .nodes = bounded ? budget.nodes : ALPHABETA_NODES,
        .movetime_ms = (int32_t)budget.movetime_ms,
        .lines = limits->lines,
        .stop = limits->stop,
        .info = limits->info,
        .info_to = limits->info_to,
    };
}

static enum pes_err alphabeta_choose(struct pes_agent *agent, const struct pes_history *h,
                                     const struct pes_limits *limits, struct pes_answer *answer) {
    const struct pes_limits all = limits_of(agent, h, limits);
    pes_alphabeta_run(search_of(agent), h, &all, answer);
    return PES_ERR_OK;
}

static enum pes_err alphabeta_values(struct pes_agent *agent, const struct pes_history *h,
                                     const struct pes_limits *limits, struct pes_move_value out[]) {
    const struct pes_limits all = limits_of(agent, h, limits);
    pes_alphabeta_values(search_of(agent), h, &all, out);
    return PES_ERR_OK;
}

/* Time and threads make a game one that need not come again. */
static bool alphabeta_deterministic(const struct pes_agent *agent) {
    return agents_budget(agent).movetime_ms == 0 && agents_number(agent, "threads") == 1;
}

const struct pes_agent_class agent_alphabeta_class = {
    .abi = PES_ABI,
    .name = "alphabeta",
    .offers = alphabeta_offers,
    .instance_size = sizeof(struct alphabeta_agent),
    .choose = alphabeta_choose,
    .create = alphabeta_create,
    .destroy = alphabeta_destroy,
    .values = alphabeta_values,
    .begin = alphabeta_begin,
    .deterministic = alphabeta_deterministic,
};
