/* `oracle` in a minimal build, which has no solver: it is offered for no game. */
#include "agents/agents.h"

static int oracle_offers(const struct pes_kit *kit, struct pes_offer out[], int offers_max) {
    (void)kit;
    (void)out;
    (void)offers_max;
    return 0;
}

const struct pes_agent_class agent_oracle_class = {
    .abi = PES_ABI,
    .name = "oracle",
    .kind = PES_AGENT_SOLVED,
    .offers = oracle_offers,
};
