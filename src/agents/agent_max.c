/* The strongest agent we have for a game, under one name for all games; agents.h says what it is
 * today.
 *
 * Where chance plays on it is expectimax.
 *
 * Elsewhere, where there is a minimax, it searches depth 1, 2, 3 .. and answers with the last depth
 * that was finished. It goes one deeper only if that should cost at most WORK_MAX nodes, reckoned
 * from how the last two depths grew: the same position always gets the same depth. Never does it
 * look less far than the report's own minimax, unless a limit says so.
 *
 * Depth 1 is finished however little time there is, and even if it is stopped at once: one look at
 * every move takes less than the clock can tell, and without it the answer would be no better than
 * the first move of the list. */
#include "agents/agents.h"
#include "core/clock.h"
#include "core/text.h"

#include <assert.h>
#include <stdio.h>

/* On the lake this is depth 5. */
enum { WORK_MAX = 4000000 };

/* What it is for a game. */
enum kind { KIND_EXPECTIMAX, KIND_MINIMAX, KIND_RANDOM };

struct max_agent {
    struct pes_agent base;
    struct pes_agent *inner;
};

static enum kind kind_of(const struct pes_kit *kit) {
    if (kit->rules->chance_in_play)
        return KIND_EXPECTIMAX;
    return kit->minimax != NULL ? KIND_MINIMAX : KIND_RANDOM;
}

static struct pes_agent *inner_of(const struct pes_agent *agent) {
    return ((const struct max_agent *)agent)->inner;
}

static int max_offers(const struct pes_kit *kit, struct pes_offer out[], int offers_max) {
    if (offers_max < 1)
        return 0;
    out[0] = (struct pes_offer){.class = &agent_max_class, .name = "max"};
    switch (kind_of(kit)) {
    case KIND_EXPECTIMAX:
        out[0].help = *TEXT(agent_max_expectimax_help);
        break;
    case KIND_MINIMAX:
        out[0].help = *TEXT(agent_max_help);
        break;
    case KIND_RANDOM:
        out[0].help = *TEXT(agent_max_random_help);
        return 1;
    }
    agents_add_budget(out[0].options, 0, AGENTS_DEPTH_MAX);
    return 1;
}

/* "minimax:depth=20,model=free": its model is the variant that is really played. */
static void inner_text(const struct pes_game *g, char out[PES_AGENT_TEXT_MAX]) {
    const enum kind kind = kind_of(g->kit);
    if (kind == KIND_EXPECTIMAX) {
        snprintf(out, PES_AGENT_TEXT_MAX, "expectimax:depth=%d", AGENTS_DEPTH_MAX);
        return;
    }
    if (kind == KIND_RANDOM) {
        snprintf(out, PES_AGENT_TEXT_MAX, "random");
        return;
    }
    int length = snprintf(out, PES_AGENT_TEXT_MAX, "minimax:depth=%d", AGENTS_DEPTH_MAX);
    const struct pes_option *option = g->kit->minimax->options;
    for (; option != NULL && option->key != NULL; option++) {
        if (option->variant_key == NULL)
            continue;
        const int place = pes_values_find(&g->values, option->variant_key);
        assert(place >= 0);
        length += snprintf(out + length, (size_t)(PES_AGENT_TEXT_MAX - length), ",%s=%s",
                           option->key, pes_values_text(&g->values, place));
        assert(length < PES_AGENT_TEXT_MAX);
    }
}

static enum pes_err max_create(struct pes_agent *agent, struct pes_note *note) {
    char text[PES_AGENT_TEXT_MAX];
    inner_text(agent->game, text);
    const enum pes_err err =
        pes_agent_new(agent->game, text, &((struct max_agent *)agent)->inner, note);
    if (err == PES_ERR_OK)
        agent->first_view = inner_of(agent)->first_view;
    return err;
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

/* The limits of the next depth: what is left of the whole. False: nothing is. */
static bool limits_left(const struct pes_limits *limits, const struct budget *budget,
                        int64_t deadline_ns, uint64_t nodes, struct pes_limits *out) {
    *out =
        (struct pes_limits){.stop = limits->stop, .info = limits->info, .info_to = limits->info_to};
    if (budget->nodes > 0) {
        if (nodes >= budget->nodes)
            return false;
        out->nodes = budget->nodes - nodes;
    }
    if (deadline_ns != 0) {
        const int64_t left_ms = (deadline_ns - clock_now_ns()) / 1000000;
        if (left_ms <= 0)
            return false;
        out->movetime_ms = (int32_t)left_ms;
    }
    return limits->stop == NULL || !atomic_load_explicit(limits->stop, memory_order_relaxed);
}

/* Is one depth more worth its price? `last` and `before` are the nodes of the last two depths. */
static bool go_deeper(const struct pes_game *g, int32_t depth, uint64_t last, uint64_t before) {
    if (depth <= g->kit->minimax->depth)
        return true;
    const uint64_t growth = before > 0 ? last / before + 1 : last;
    return last * growth <= WORK_MAX;
}

static enum pes_err deepen(struct pes_agent *agent, const struct pes_history *h,
                           const struct pes_limits *limits, struct pes_answer *answer) {
    const pes_player mover = pes_turn(agent->game, pes_history_state(h));
    const struct budget budget = budget_of(agents_budget(agent), limits, mover);
    const int64_t deadline_ns = budget_deadline_ns(&budget);
    uint64_t nodes = 0, last = 0, before = 0;
    for (int32_t depth = 1; depth <= budget.depth; depth++) {
        struct pes_limits left;
        struct pes_answer deeper;
        const bool more = go_deeper(agent->game, depth, last, before) &&
                          limits_left(limits, &budget, deadline_ns, nodes, &left);
        if (depth > 1 && !more)
            break;
        left.depth = depth;
        if (depth == 1) {
            left.movetime_ms = 0;
            left.stop = NULL;
        }
        const enum pes_err err = pes_agent_choose(inner_of(agent), h, &left, &deeper);
        if (err != PES_ERR_OK)
            return err;
        before = last;
        last = deeper.nodes;
        nodes += deeper.nodes;
        if (depth == 1 || deeper.depth == depth)
            *answer = deeper;
        if (deeper.depth != depth)
            break;
    }
    answer->nodes = nodes;
    return PES_ERR_OK;
}

/* The caller's limits with the agent's own in them, for the expectimax; where neither time nor
 * nodes bound it, a fixed amount of work does. */
static struct pes_limits limits_of(const struct pes_agent *agent, const struct pes_history *h,
                                   const struct pes_limits *limits) {
    const pes_player mover = pes_turn(agent->game, pes_history_state(h));
    const struct budget budget = budget_of(agents_budget(agent), limits, mover);
    const bool bounded = budget.nodes > 0 || budget.movetime_ms > 0;
    return (struct pes_limits){.depth = budget.depth,
                               .nodes = bounded ? budget.nodes : AGENTS_MAX_NODES,
                               .movetime_ms = (int32_t)budget.movetime_ms,
                               .lines = limits->lines,
                               .stop = limits->stop,
                               .info = limits->info,
                               .info_to = limits->info_to};
}

static enum pes_err max_choose(struct pes_agent *agent, const struct pes_history *h,
                               const struct pes_limits *limits, struct pes_answer *answer) {
    const enum kind kind = kind_of(agent->game->kit);
    if (kind == KIND_MINIMAX)
        return deepen(agent, h, limits, answer);
    const struct pes_limits all = kind == KIND_EXPECTIMAX ? limits_of(agent, h, limits) : *limits;
    return pes_agent_choose(inner_of(agent), h, &all, answer);
}

/* Of the minimax: half of the budget finds out how deep it goes; as much again values every move at
 * that depth. */
static enum pes_err max_values(struct pes_agent *agent, const struct pes_history *h,
                               const struct pes_limits *limits, struct pes_move_value out[]) {
    int count;
    const enum kind kind = kind_of(agent->game->kit);
    if (kind != KIND_MINIMAX) {
        const struct pes_limits all =
            kind == KIND_EXPECTIMAX ? limits_of(agent, h, limits) : *limits;
        return pes_agent_values(inner_of(agent), h, &all, out, &count);
    }
    const pes_player mover = pes_turn(agent->game, pes_history_state(h));
    const struct budget budget = budget_of(agents_budget(agent), limits, mover);
    const struct pes_limits half = {.depth = budget.depth,
                                    .nodes = (budget.nodes + 1) / 2,
                                    .movetime_ms = (int32_t)((budget.movetime_ms + 1) / 2),
                                    .stop = limits->stop};
    struct pes_answer answer = {.move = PES_MOVE_NONE};
    const enum pes_err err = deepen(agent, h, &half, &answer);
    if (err != PES_ERR_OK)
        return err;
    const struct pes_limits rest = {
        .depth = answer.depth > 0 ? answer.depth : 1, .nodes = half.nodes, .stop = limits->stop};
    return pes_agent_values(inner_of(agent), h, &rest, out, &count);
}

static bool max_deterministic(const struct pes_agent *agent) {
    if (kind_of(agent->game->kit) != KIND_RANDOM && agents_budget(agent).movetime_ms > 0)
        return false;
    return pes_agent_deterministic(inner_of(agent));
}

const struct pes_agent_class agent_max_class = {
    .abi = PES_ABI,
    .name = "max",
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
