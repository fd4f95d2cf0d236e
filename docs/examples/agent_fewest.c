/* An agent that leaves its opponent the fewest replies: the example of howto/write-an-agent.md.
 *
 * It needs nothing but the public headers. Inside Pessoi it would be src/agents/agent_fewest.c. */
#include "pessoi/agent.h"

extern const struct pes_agent_class agent_fewest_class;

/* It can play every game, under one name and without options. */
static int fewest_offers(const struct pes_kit *kit, struct pes_offer out[], int offers_max) {
    (void)kit;
    if (offers_max < 1)
        return 0;
    out[0] = (struct pes_offer){
        .class = &agent_fewest_class,
        .name = "fewest",
        .title = PES_TEXT("Fewest", "Λιγότερες"),
        .help = PES_TEXT("leaves its opponent the fewest replies",
                         "αφήνει στον αντίπαλο τις λιγότερες απαντήσεις"),
    };
    return 1;
}

/* How good a move is to its mover: the fewer replies, the better. A turn that goes on, or a roll
 * that comes first, gives the opponent no reply yet; a finished game is worth more than any
 * number of them. */
static double fewest_value(const struct pes_game *g, const struct pes_state *s, pes_move m) {
    const pes_player mover = pes_turn(g, s);
    struct pes_state_buf after;
    struct pes_undo_buf undo;
    pes_copy(g, PES_STATE(after), s);
    pes_make(g, PES_STATE(after), m, undo.bytes);
    if (pes_over(g, PES_STATE(after))) {
        int32_t payoff[PES_PLAYERS_MAX];
        pes_payoff(g, PES_STATE(after), payoff);
        return (payoff[mover] - payoff[1 - mover]) * (double)PES_MOVES_MAX;
    }
    return pes_turn(g, PES_STATE(after)) == 1 - mover ? -pes_count(g, PES_STATE(after)) : 0;
}

/* Its value for every legal move, in list order. */
static enum pes_err fewest_values(struct pes_agent *agent, const struct pes_history *h,
                                  const struct pes_limits *limits, struct pes_move_value out[]) {
    (void)limits; /* it does not search */
    const struct pes_state *s = pes_history_state(h);
    pes_move list[PES_MOVES_MAX];
    const int count = pes_moves(agent->game, s, list);
    for (int i = 0; i < count; i++)
        out[i] = (struct pes_move_value){
            .move = list[i], .has_value = true, .value = fewest_value(agent->game, s, list[i])};
    return PES_ERR_OK;
}

/* The first best of them. Whoever calls has made sure that there is a move. */
static enum pes_err fewest_choose(struct pes_agent *agent, const struct pes_history *h,
                                  const struct pes_limits *limits, struct pes_answer *answer) {
    struct pes_move_value values[PES_MOVES_MAX] = {{.move = PES_MOVE_NONE}};
    const enum pes_err err = fewest_values(agent, h, limits, values);
    if (err != PES_ERR_OK)
        return err;
    const int count = pes_count(agent->game, pes_history_state(h));
    int best = 0;
    for (int i = 1; i < count; i++)
        if (values[i].value > values[best].value)
            best = i;
    answer->move = values[best].move;
    answer->has_score = true;
    answer->score = values[best].value;
    return PES_ERR_OK;
}

/* It never draws: equal games repeat. */
static bool fewest_deterministic(const struct pes_agent *agent) {
    (void)agent;
    return true;
}

const struct pes_agent_class agent_fewest_class = {
    .abi = PES_ABI,
    .name = "fewest",
    .offers = fewest_offers,
    .instance_size = sizeof(struct pes_agent),
    .choose = fewest_choose,
    .values = fewest_values,
    .deterministic = fewest_deterministic,
};
