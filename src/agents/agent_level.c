/* `level`: a player of limited strength; agents.h describes its options.
 *
 * It searches every move with its limited depth, and draws one by a softmax (Boltzmann)
 * distribution over the losses against the best move. The steepness is found by bisection, so that
 * the expected loss is that of the level: it gives away the same in quiet and sharp, won and lost
 * positions. Moves that lose more than LOSS_CAP times that are never drawn.
 *
 * It may overlook what people overlook. Which moves it does not see is a hash of the move and of a
 * number drawn once per game: it does not see a move on one turn, miss it on the next, and see it
 * again later. */
#include "agents/agents.h"
#include "agents/text.h"
#include "pessoi/hash.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

static const double LOSS_CAP = 4.0;

struct level_agent {
    struct pes_agent base;
    struct pes_agent *search; /* owned: values the moves */
    uint64_t blindness;       /* drawn per game: determines which moves it does not see */
};

/* A move that it may draw. */
struct choice {
    pes_move move;
    double value;  /* to the mover; after keep_near_best(): its loss against the best move */
    double weight; /* proportional to its probability */
};

static const struct level_agent *level_agent(const struct pes_agent *agent) {
    return (const struct level_agent *)agent;
}

static const struct pes_level *level_of(const struct pes_agent *agent) {
    const int64_t n = agents_number(agent, "n");
    assert(n >= 1 && n <= agent->game->kit->levels->count);
    return &agent->game->kit->levels->at[n - 1];
}

static int level_offers(const struct pes_kit *kit, struct pes_offer out[], int offers_max) {
    if (kit->levels == NULL || offers_max < 1)
        return 0;
    out[0] = (struct pes_offer){.class = &agent_level_class,
                                .name = "level",
                                .title = *TEXT(agent_level_title),
                                .help = *TEXT(agent_level_help)};
    const struct pes_option own[] = {
        {.key = "n",
         .kind = PES_OPTION_INT,
         .def = "1",
         .min = 1,
         .max = kit->levels->count,
         .help = *TEXT(agent_level_n_help),
         .title = *TEXT(agent_level_title)},
        {.key = NULL},
    };
    agents_add_options(out[0].options, 0, own);
    return 1;
}

static enum pes_err level_create(struct pes_agent *agent, struct pes_note *note) {
    char text[PES_AGENT_TEXT_MAX];
    if (agent->game->kit->rules->chance_in_play)
        snprintf(text, sizeof text, "expectimax:depth=%d", (int)level_of(agent)->depth);
    else
        snprintf(text, sizeof text, "alphabeta:table=1,selective=%s",
                 level_of(agent)->selective ? "on" : "off");
    return pes_agent_new(agent->game, text, &((struct level_agent *)agent)->search, note);
}

static void level_destroy(struct pes_agent *agent) {
    pes_agent_free(level_agent(agent)->search);
}

static void level_begin(struct pes_agent *agent) {
    struct level_agent *me = (struct level_agent *)agent;
    me->blindness = pes_rng_next(&agent->rng);
    pes_agent_begin(me->search, pes_rng_next(&agent->rng));
}

/* What it sees. ------------------------------------------------------------------------------- */

/* Does it see m in this game? Pseudo-random by a hash, so that the answer does not change. */
static bool sees(const struct pes_agent *agent, const struct pes_state *s, pes_move m) {
    const struct pes_game *g = agent->game;
    if (g->kit->levels->overlooked == NULL)
        return true;
    const double weight = g->kit->levels->overlooked(g, s, m);
    const uint64_t draw = pes_hash_mix(level_agent(agent)->blindness ^ m);
    const double luck = (double)(draw >> 11) * 0x1p-53;
    return weight <= 1.0 && luck >= weight * level_of(agent)->blind;
}

/* The moves it considers, with their values: those it sees; if there are none, all with a value; if
 * there are none of these either, all. */
static int list_candidates(const struct pes_agent *agent, const struct pes_state *s,
                           const struct pes_move_value values[], int count, struct choice out[]) {
    int n = 0;
    for (int pass = 0; pass < 2 && n == 0; pass++)
        for (int i = 0; i < count; i++)
            if (values[i].has_value && (pass == 1 || sees(agent, s, values[i].move)))
                out[n++] = (struct choice){.move = values[i].move, .value = values[i].value};
    if (n > 0)
        return n;
    for (; n < count; n++)
        out[n] = (struct choice){.move = values[n].move};
    return n;
}

/* How it chooses. ----------------------------------------------------------------------------- */

/* Keeps the moves that lose at most `cap` against the best; their value becomes the loss. */
static int keep_near_best(struct choice list[], int count, double cap) {
    assert(count > 0);
    double best = list[0].value;
    int n = 0;
    for (int i = 1; i < count; i++)
        best = list[i].value > best ? list[i].value : best;
    for (int i = 0; i < count; i++)
        if (best - list[i].value <= cap)
            list[n++] = (struct choice){.move = list[i].move, .value = best - list[i].value};
    assert(n > 0); /* the best move itself */
    return n;
}

/* Sets the weights to exp(-steepness * loss); returns the expected loss. */
static double weigh(struct choice list[], int count, double steepness) {
    double sum = 0.0, lost = 0.0;
    for (int i = 0; i < count; i++) {
        list[i].weight = exp(-steepness * list[i].value);
        sum += list[i].weight;
        lost += list[i].weight * list[i].value;
    }
    return lost / sum;
}

/* Sets the weights so that the expected loss is `loss`, or less if equal weights lose less. The
 * expected loss falls as the steepness grows: bisection finds it. */
static void weigh_by_loss(struct choice list[], int count, double loss) {
    enum { STEPS = 40 };
    double low = 0.0, high = 1.0 / loss;
    if (weigh(list, count, 0.0) <= loss)
        return;
    while (weigh(list, count, high) > loss && high * loss < 1e6)
        high *= 2;
    for (int i = 0; i < STEPS; i++) {
        const double middle = (low + high) / 2;
        if (weigh(list, count, middle) > loss)
            low = middle;
        else
            high = middle;
    }
    weigh(list, count, high);
}

/* Draws a move with the weights. */
static pes_move draw(const struct choice list[], int count, struct pes_rng *rng) {
    assert(count > 0);
    double sum = 0.0;
    for (int i = 0; i < count; i++)
        sum += list[i].weight;
    double at = sum * ((double)(pes_rng_next(rng) >> 11) * 0x1p-53);
    int i = 0;
    while (i + 1 < count && at >= list[i].weight)
        at -= list[i++].weight;
    return list[i].move;
}

static enum pes_err level_choose(struct pes_agent *agent, const struct pes_history *h,
                                 const struct pes_limits *limits, struct pes_answer *answer) {
    const struct pes_level *level = level_of(agent);
    const struct pes_state *s = pes_history_state(h);
    const struct budget own = {.depth = level->depth, .nodes = (uint64_t)level->nodes};
    const struct budget budget = budget_of(own, limits, h);
    const struct pes_limits look = {.depth = budget.depth,
                                    .nodes = budget.nodes,
                                    .movetime_ms = (int32_t)budget.movetime_ms,
                                    .stop = limits->stop};
    struct pes_move_value values[PES_MOVES_MAX];
    struct choice list[PES_MOVES_MAX];
    int count;
    const enum pes_err err = pes_agent_values(level_agent(agent)->search, h, &look, values, &count);
    if (err != PES_ERR_OK)
        return err;
    int n = list_candidates(agent, s, values, count, list);
    assert(n > 0);
    n = keep_near_best(list, n, LOSS_CAP * level->loss);
    weigh_by_loss(list, n, level->loss);
    *answer = (struct pes_answer){.move = draw(list, n, &agent->rng)};
    return PES_ERR_OK;
}

const struct pes_agent_class agent_level_class = {
    .abi = PES_ABI,
    .name = "level",
    .kind = PES_AGENT_LEVEL,
    .offers = level_offers,
    .instance_size = sizeof(struct level_agent),
    .choose = level_choose,
    .create = level_create,
    .destroy = level_destroy,
    .begin = level_begin,
};
