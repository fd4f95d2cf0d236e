/* The Monte Carlo search as an agent; agents.h says what it promises. */
#include "agents/agents.h"
#include "core/text.h"
#include "pessoi/search.h"

#include <assert.h>

struct mcts_agent {
    struct pes_agent base;
    struct pes_mcts *search;
};

enum {
    OPTION_NODES,
    OPTION_SIMULATIONS,
    OPTION_MOVETIME,
    OPTION_THREADS,
    OPTION_MEMORY,
    OPTION_PLIES,
    OPTION_RAVE,
    OPTION_BIAS /* only where the game has an evaluation */
};

static struct pes_mcts *search_of(const struct pes_agent *agent) {
    return ((const struct mcts_agent *)agent)->search;
}

static const struct pes_eval *eval_of(const struct pes_kit *kit) {
    return kit->evals != NULL ? kit->evals[0] : NULL;
}

static struct pes_option number(const char *key, const char *def, int64_t min, int64_t max,
                                const struct pes_text *help) {
    return (struct pes_option){
        .key = key, .kind = PES_OPTION_INT, .def = def, .min = min, .max = max, .help = *help};
}

static int mcts_offers(const struct pes_kit *kit, struct pes_offer out[], int offers_max) {
    if (offers_max < 1)
        return 0;
    out[0] = (struct pes_offer){
        .class = &agent_mcts_class, .name = "mcts", .help = *TEXT(agent_mcts_help)};
    struct pes_option *o = out[0].options;
    o[OPTION_NODES] = number("nodes", "0", 0, INT64_C(1000000000000), TEXT(agent_nodes_help));
    o[OPTION_SIMULATIONS] =
        number("simulations", "0", 0, INT64_C(1000000000000), TEXT(agent_simulations_help));
    o[OPTION_MOVETIME] = number("movetime", "0", 0, 86400000, TEXT(agent_movetime_help));
    o[OPTION_THREADS] = number("threads", "1", 1, PES_MCTS_THREADS_MAX, TEXT(agent_mcts_threads));
    o[OPTION_MEMORY] = number("memory", "128", 1, PES_MCTS_MEMORY_MAX, TEXT(agent_mcts_memory));
    o[OPTION_PLIES] = number("plies", eval_of(kit) != NULL ? "8" : "0", 0, MCTS_PLIES_MAX,
                             TEXT(agent_mcts_plies));
    o[OPTION_RAVE] = (struct pes_option){.key = "rave",
                                         .kind = PES_OPTION_CHOICE,
                                         .def = "auto",
                                         .choices = "off|on|auto",
                                         .help = *TEXT(agent_mcts_rave)};
    if (eval_of(kit) != NULL)
        o[OPTION_BIAS] = number("bias", "10", 0, PES_MCTS_BIAS_MAX, TEXT(agent_mcts_bias));
    return 1;
}

/* By itself RAVE is on where every move is made once and means the same whenever it is made: games
 * of bounded length without chance. docs/adr/0010-mcts.md has the matches. */
static bool wants_rave(const struct pes_agent *agent) {
    enum { OFF, ON };
    const int64_t choice = agent->values.number[OPTION_RAVE];
    const bool fits = agent->game->plies_bound > 0 && !agent->game->chance_in_play;
    return choice == ON || (choice != OFF && fits);
}

static enum pes_err mcts_create(struct pes_agent *agent, struct pes_note *note) {
    (void)note;
    const int64_t *values = agent->values.number;
    const struct pes_eval *eval = eval_of(agent->game->kit);
    const struct pes_mcts_config config = {
        .eval = eval,
        .bias = eval != NULL ? (int32_t)values[OPTION_BIAS] : 0,
        .plies = (int32_t)values[OPTION_PLIES],
        .threads = (int32_t)values[OPTION_THREADS],
        .memory_mb = (int32_t)values[OPTION_MEMORY],
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

/* The caller's limits with the agent's own in them. Something must end the search. */
static struct pes_limits limits_of(const struct pes_agent *agent, const struct pes_history *h,
                                   const struct pes_limits *limits) {
    const int64_t *values = agent->values.number;
    const struct budget own = {.nodes = (uint64_t)values[OPTION_NODES],
                               .movetime_ms = values[OPTION_MOVETIME]};
    const pes_player mover = pes_turn(agent->game, pes_history_state(h));
    const struct budget budget = budget_of(own, limits, mover);
    const bool bounded =
        budget.nodes > 0 || budget.movetime_ms > 0 || values[OPTION_SIMULATIONS] > 0;
    return (struct pes_limits){
        .depth = budget.depth,
        .nodes = bounded ? budget.nodes : MCTS_NODES,
        .movetime_ms = (int32_t)budget.movetime_ms,
        .lines = limits->lines,
        .stop = limits->stop,
        .info = limits->info,
        .info_to = limits->info_to,
    };
}

static uint64_t simulations_of(const struct pes_agent *agent) {
    return (uint64_t)agent->values.number[OPTION_SIMULATIONS];
}

static enum pes_err mcts_choose(struct pes_agent *agent, const struct pes_history *h,
                                const struct pes_limits *limits, struct pes_answer *answer) {
    const struct pes_limits all = limits_of(agent, h, limits);
    pes_mcts_run(search_of(agent), h, &all, simulations_of(agent), answer);
    return PES_ERR_OK;
}

static enum pes_err mcts_values(struct pes_agent *agent, const struct pes_history *h,
                                const struct pes_limits *limits, struct pes_move_value out[]) {
    const struct pes_limits all = limits_of(agent, h, limits);
    pes_mcts_values(search_of(agent), h, &all, simulations_of(agent), out);
    return PES_ERR_OK;
}

const struct pes_agent_class agent_mcts_class = {
    .abi = PES_ABI,
    .name = "mcts",
    .offers = mcts_offers,
    .instance_size = sizeof(struct mcts_agent),
    .choose = mcts_choose,
    .create = mcts_create,
    .destroy = mcts_destroy,
    .values = mcts_values,
    .begin = mcts_begin,
};
