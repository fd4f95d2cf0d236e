#include "arena/balance.h"

#include "core/keymap.h"
#include "core/mem.h"
#include "pessoi/agent.h"

#include <assert.h>
#include <math.h>

/* Costs are in win probability. */
static const double even_within = 0.1; /* a probability this close to one half is near even */
static const double proven_cost = 0.2; /* of a proven result, even of a draw */

/* The cost of one earlier use. A fresh opening a little beyond near even is better than a copy, but
 * a few copies are better than an opening that is nearly decided. */
static const double use_cost = 0.1;

/* Judgements remembered, besides those of used positions. */
enum { REMEMBERED_MAX = 1 << 20 };

struct balance {
    const struct pes_game *game;
    struct pes_agent *agent;
    uint64_t nodes;
    struct keymap known; /* by symmetric hash: a packed struct verdict */
};

/* What is known of a position. */
struct verdict {
    uint32_t millionths; /* its cost before it was used */
    uint32_t uses;
};
static const double one = 1e6; /* in millionths */

static uint64_t pack(struct verdict v) {
    return (uint64_t)v.millionths << 32 | v.uses;
}

static struct verdict unpack(uint64_t packed) {
    return (struct verdict){.millionths = (uint32_t)(packed >> 32), .uses = (uint32_t)packed};
}

static double cost_of(struct verdict v) {
    return v.millionths / one + v.uses * use_cost;
}

/* Does the game's first evaluation know win probabilities? */
static bool has_odds(const struct pes_game *g) {
    const struct pes_eval *const *evals = g->kit->evals;
    return evals != NULL && evals[0] != NULL && evals[0]->odds != NULL;
}

enum pes_err balance_new(const struct pes_game *g, struct balance **out, struct pes_note *note) {
    struct balance *b = mem_alloc(sizeof *b);
    if (b == NULL)
        return PES_ERR_NOMEM;
    const char *agent = !has_odds(g)               ? "mcts:memory=4"
                        : g->rules->chance_in_play ? "expectimax"
                                                   : "alphabeta:table=1";
    b->game = g;
    b->nodes = has_odds(g) ? BALANCE_NODES : BALANCE_SAMPLES;
    const enum pes_err err = pes_agent_new(g, agent, &b->agent, note);
    if (err != PES_ERR_OK) {
        balance_free(b);
        return err;
    }
    *out = b;
    return PES_ERR_OK;
}

void balance_free(struct balance *b) {
    if (b == NULL)
        return;
    pes_agent_free(b->agent);
    keymap_release(&b->known);
    mem_free(b);
}

/* Judges a position in which a player is to move. The agent begins a new game each time, so that it
 * does not matter what was judged before. */
static enum pes_err judge_player(struct balance *b, const struct pes_history *h, uint64_t nodes,
                                 struct judgement *out) {
    const struct pes_limits limits = {.nodes = nodes};
    struct pes_answer answer;
    pes_agent_begin(b->agent, 1);
    const enum pes_err err = pes_agent_choose(b->agent, h, &limits, &answer);
    if (err != PES_ERR_OK)
        return err;
    double mover = answer.has_win_probability ? answer.win_probability : 0.5;
    if (answer.has_mate)
        mover = answer.mate > 0 ? 1.0 : answer.mate < 0 ? 0.0 : 0.5;
    const bool first = pes_turn(b->game, pes_history_state(h)) == 0;
    *out = (struct judgement){.first = first ? mover : 1.0 - mover, .proven = answer.has_mate};
    return PES_ERR_OK;
}

/* The same where the game may be over. */
static enum pes_err judge_rolled(struct balance *b, const struct pes_history *h, uint64_t nodes,
                                 struct judgement *out) {
    const enum pes_end end = pes_history_end(h);
    if (end == PES_END_NONE)
        return judge_player(b, h, nodes, out);
    int32_t payoff[PES_PLAYERS_MAX];
    pes_settle(b->game, pes_history_state(h), end, payoff);
    *out = (struct judgement){.first = payoff[0] > payoff[1]   ? 1.0
                                       : payoff[0] < payoff[1] ? 0.0
                                                               : 0.5,
                              .proven = true};
    return PES_ERR_OK;
}

/* The mean over rolls, always the same ones for the same position. */
static enum pes_err judge_chance(struct balance *b, struct pes_history *h, uint64_t nodes,
                                 struct judgement *out) {
    struct pes_rng rng;
    const int count = pes_history_count(h);
    enum pes_err err = PES_ERR_OK;
    pes_rng_init(&rng, pes_symmetric_hash(b->game, pes_history_state(h)));
    *out = (struct judgement){.proven = true};
    for (int i = 0; i < BALANCE_ROLLS && err == PES_ERR_OK; i++) {
        struct judgement rolled = {0};
        while (err == PES_ERR_OK && pes_turn(b->game, pes_history_state(h)) == PES_CHANCE)
            err = pes_history_make(h, pes_draw(b->game, pes_history_state(h), &rng));
        if (err == PES_ERR_OK)
            err = judge_rolled(b, h, nodes / BALANCE_ROLLS, &rolled);
        while (pes_history_count(h) > count)
            pes_history_unmake(h);
        out->first += rolled.first / BALANCE_ROLLS;
        out->proven = out->proven && rolled.proven;
    }
    return err;
}

enum pes_err balance_judge(struct balance *b, struct pes_history *h, uint64_t nodes,
                           struct judgement *out) {
    assert(pes_history_end(h) == PES_END_NONE);
    return pes_turn(b->game, pes_history_state(h)) == PES_CHANCE ? judge_chance(b, h, nodes, out)
                                                                 : judge_player(b, h, nodes, out);
}

static struct verdict verdict_of(const struct judgement *judgement) {
    const double beyond = fabs(judgement->first - 0.5) - even_within;
    const double cost = (beyond > 0.0 ? beyond : 0.0) + (judgement->proven ? proven_cost : 0.0);
    return (struct verdict){.millionths = (uint32_t)ceil(cost * one)};
}

enum pes_err balance_cost(struct balance *b, struct pes_history *h, double *cost, bool *searched) {
    const uint64_t key = pes_symmetric_hash(b->game, pes_history_state(h));
    const uint64_t *known = keymap_find(&b->known, key);
    *searched = known == NULL;
    if (known != NULL) {
        *cost = cost_of(unpack(*known));
        return PES_ERR_OK;
    }
    struct judgement judgement = {0};
    const enum pes_err err = balance_judge(b, h, b->nodes, &judgement);
    if (err != PES_ERR_OK)
        return err;
    const struct verdict verdict = verdict_of(&judgement);
    *cost = cost_of(verdict);
    if (b->known.count < REMEMBERED_MAX) {
        uint64_t *entry = keymap_add(&b->known, key);
        if (entry == NULL)
            return PES_ERR_NOMEM;
        *entry = pack(verdict);
    }
    return PES_ERR_OK;
}

enum pes_err balance_use(struct balance *b, const struct pes_history *h) {
    if (pes_turn(b->game, pes_history_state(h)) == PES_CHANCE)
        return PES_ERR_OK; /* every pair rolls for itself */
    uint64_t *entry = keymap_add(&b->known, pes_symmetric_hash(b->game, pes_history_state(h)));
    if (entry == NULL)
        return PES_ERR_NOMEM;
    struct verdict verdict = unpack(*entry);
    verdict.uses += verdict.uses < UINT32_MAX;
    *entry = pack(verdict);
    return PES_ERR_OK;
}
