/* `max`: the strongest agent for a game, with the same name in all games. It delegates everything
 * to an inner agent, which it makes from text; agents.h says which one. */
#include "agents/agents.h"
#include "agents/text.h"

#include <assert.h>
#include <stdio.h>

struct max_agent {
    struct pes_agent base;
    struct pes_agent *inner; /* owned */
};

static struct pes_agent *inner_of(const struct pes_agent *agent) {
    assert(agent->class == &agent_max_class);
    return ((const struct max_agent *)agent)->inner;
}

/* Which search plays the game best; agents.h has the rule, docs/strength.md the matches. */
enum inner { ALPHABETA, EXPECTIMAX, MCTS };

/* Has the kit nothing that would help an alpha-beta search? */
static bool has_only_rules(const struct pes_kit *kit) {
    const bool rates_positions = kit->minimax != NULL && kit->minimax->rating->state != NULL;
    return kit->evals == NULL && !rates_positions && kit->order == NULL && kit->tactics == NULL;
}

static enum inner inner_for(const struct pes_kit *kit) {
    if (kit->rules->chance_in_play)
        return EXPECTIMAX;
    return has_only_rules(kit) ? MCTS : ALPHABETA;
}

static int max_offers(const struct pes_kit *kit, struct pes_offer out[], int offers_max) {
    if (offers_max < 1)
        return 0;
    static const struct pes_text *const help[] = {
        [ALPHABETA] = TEXT(agent_max_help),
        [EXPECTIMAX] = TEXT(agent_max_expectimax_help),
        [MCTS] = TEXT(agent_max_mcts_help),
    };
    const enum inner inner = inner_for(kit);
    out[0] = (struct pes_offer){.class = &agent_max_class,
                                .name = "max",
                                .title = *TEXT(agent_max_title),
                                .help = *help[inner]};
    const int count = agents_add_budget(out[0].options, 0, PES_DEPTH_MAX, PES_DEPTH_MAX);
    if (inner == ALPHABETA)
        agents_add_alphabeta(out[0].options, count);
    else if (inner == MCTS)
        agents_add_mcts(out[0].options, count);
    return 1;
}

/* The text of the inner agent, "alphabeta:threads=2,table=16". The budget is not part of it: it is
 * passed in the limits of every call. */
static void inner_text(const struct pes_agent *agent, char out[PES_AGENT_TEXT_MAX]) {
    const enum inner inner = inner_for(agent->game->kit);
    if (inner == EXPECTIMAX)
        snprintf(out, PES_AGENT_TEXT_MAX, "expectimax");
    else if (inner == MCTS)
        snprintf(out, PES_AGENT_TEXT_MAX, "mcts:threads=%d,memory=%d",
                 (int)agents_number(agent, "threads"), (int)agents_number(agent, "memory"));
    else
        snprintf(out, PES_AGENT_TEXT_MAX, "alphabeta:threads=%d,table=%d",
                 (int)agents_number(agent, "threads"), (int)agents_number(agent, "table"));
}

static enum pes_err max_create(struct pes_agent *agent, struct pes_note *note) {
    char text[PES_AGENT_TEXT_MAX];
    inner_text(agent, text);
    return pes_agent_new(agent->game, text, &((struct max_agent *)agent)->inner, note);
}

static void max_destroy(struct pes_agent *agent) {
    pes_agent_free(inner_of(agent));
}

static void max_begin(struct pes_agent *agent) {
    pes_agent_begin(inner_of(agent), pes_rng_next(&agent->rng));
}

static void max_observe(struct pes_agent *agent, const struct pes_history *h, pes_move m) {
    pes_agent_observe(inner_of(agent), h, m);
}

static struct pes_limits limits_of(const struct pes_agent *agent, const struct pes_history *h,
                                   const struct pes_limits *limits) {
    static const uint64_t nodes[] = {
        [ALPHABETA] = ALPHABETA_NODES, [EXPECTIMAX] = EXPECTIMAX_NODES, [MCTS] = MCTS_NODES};
    return agents_limits(agent, h, limits, nodes[inner_for(agent->game->kit)]);
}

static enum pes_err max_choose(struct pes_agent *agent, const struct pes_history *h,
                               const struct pes_limits *limits, struct pes_answer *answer) {
    const struct pes_limits all = limits_of(agent, h, limits);
    return pes_agent_choose(inner_of(agent), h, &all, answer);
}

static enum pes_err max_values(struct pes_agent *agent, const struct pes_history *h,
                               const struct pes_limits *limits, struct pes_move_value out[]) {
    int count;
    const struct pes_limits all = limits_of(agent, h, limits);
    return pes_agent_values(inner_of(agent), h, &all, out, &count);
}

static bool max_deterministic(const struct pes_agent *agent) {
    return agents_budget(agent).movetime_ms == 0 && pes_agent_deterministic(inner_of(agent));
}

const struct pes_agent_class agent_max_class = {
    .abi = PES_ABI,
    .name = "max",
    .kind = PES_AGENT_SEARCH,
    .offers = max_offers,
    .instance_size = sizeof(struct max_agent),
    .choose = max_choose,
    .create = max_create,
    .destroy = max_destroy,
    .values = max_values,
    .begin = max_begin,
    .observe = max_observe,
    .deterministic = max_deterministic,
};
