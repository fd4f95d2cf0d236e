/* `random`: plays a random legal move, all equally likely; the baseline for every other agent. */
#include "agents/agents.h"
#include "agents/text.h"

#include <stdio.h>

static int random_offers(const struct pes_kit *kit, struct pes_offer out[], int offers_max) {
    (void)kit;
    if (offers_max < 1)
        return 0;
    out[0] = (struct pes_offer){.class = &agent_random_class,
                                .name = "random",
                                .title = *TEXT(agent_random_title),
                                .help = *TEXT(agent_random_help)};
    return 1;
}

static enum pes_err random_choose(struct pes_agent *agent, const struct pes_history *h,
                                  const struct pes_limits *limits, struct pes_answer *answer) {
    (void)limits;
    answer->move = pes_draw(agent->game, pes_history_state(h), &agent->rng);
    return PES_ERR_OK;
}

const struct pes_agent_class agent_random_class = {
    .abi = PES_ABI,
    .name = "random",
    .offers = random_offers,
    .instance_size = sizeof(struct pes_agent),
    .choose = random_choose,
};
