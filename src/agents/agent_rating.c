/* Agents that rate every move and pick one, without search: one per rating of the kit. */
#include "agents/agents.h"

#include <assert.h>
#include <stdio.h>

static int rating_offers(const struct pes_kit *kit, struct pes_offer out[], int offers_max) {
    int count = 0;
    for (int i = 0; kit->ratings != NULL && kit->ratings[i] != NULL && count < offers_max; i++) {
        const struct pes_rating *rating = kit->ratings[i];
        if (rating->pick == PES_PICK_NEVER)
            continue;
        struct pes_offer *offer = &out[count++];
        *offer = (struct pes_offer){.class = &agent_rating_class,
                                    .title = rating->title,
                                    .help = rating->help,
                                    .rating = rating};
        snprintf(offer->name, sizeof offer->name, "%s", rating->name);
        agents_add_options(offer->options, 0, rating->options);
    }
    return count;
}

/* The rating of a move for its mover; a rating of positions rates the position after it. */
static double rate(const struct pes_agent *agent, const struct pes_state *s, pes_move m) {
    const struct pes_game *g = agent->game;
    const struct pes_rating *rating = agent->offer.rating;
    assert(rating->move != NULL || rating->state != NULL);
    if (rating->move != NULL)
        return rating->move(g, s, m, &agent->values);
    struct pes_state_buf after;
    struct pes_undo_buf undo;
    pes_copy(g, PES_STATE(after), s);
    pes_make(g, PES_STATE(after), m, undo.bytes);
    const double value = rating->state(g, PES_STATE(after), &agent->values);
    return pes_turn(g, s) == 0 ? value : 0.0 - value;
}

static int rate_all(const struct pes_agent *agent, const struct pes_state *s, pes_move list[],
                    double ratings[]) {
    const int n = pes_moves(agent->game, s, list);
    assert(n > 0 && n <= PES_MOVES_MAX);
    for (int i = 0; i < n; i++)
        ratings[i] = rate(agent, s, list[i]);
    return n;
}

/* The index of the first best rating; a later one must be better by at least `margin`, if > 0. */
static int first_best(const double ratings[], int n, double margin) {
    int best = 0;
    for (int i = 1; i < n; i++) {
        const double gain = ratings[i] - ratings[best];
        if (margin > 0.0 ? gain >= margin : gain > 0.0)
            best = i;
    }
    return best;
}

/* Draws an index with the weights, by subtraction from a random part of their sum. */
static int draw_weighted(const double weights[], int n, struct pes_rng *rng) {
    double total = 0.0;
    for (int i = 0; i < n; i++) {
        assert(weights[i] >= 0.0);
        total += weights[i];
    }
    assert(total > 0.0);
    double left = pes_rng_real(rng) * total;
    int last = 0; /* if rounding leaves a rest after the last weight, the last move is drawn */
    for (int i = 0; i < n; i++) {
        if (weights[i] <= 0.0)
            continue;
        last = i;
        if (left < weights[i])
            break;
        left -= weights[i];
    }
    assert(weights[last] > 0.0);
    return last;
}

static enum pes_err rating_choose(struct pes_agent *agent, const struct pes_history *h,
                                  const struct pes_limits *limits, struct pes_answer *answer) {
    (void)limits;
    pes_move list[PES_MOVES_MAX];
    double ratings[PES_MOVES_MAX];
    const int n = rate_all(agent, pes_history_state(h), list, ratings);
    const struct pes_rating *rating = agent->offer.rating;
    if (rating->pick == PES_PICK_WEIGHTED) {
        answer->move = list[draw_weighted(ratings, n, &agent->rng)];
        return PES_ERR_OK;
    }
    const double margin = rating->margin != NULL ? rating->margin(&agent->values) : 0.0;
    const int best = first_best(ratings, n, margin);
    answer->move = list[best];
    answer->has_score = true;
    answer->score = ratings[best];
    return PES_ERR_OK;
}

static enum pes_err rating_values(struct pes_agent *agent, const struct pes_history *h,
                                  const struct pes_limits *limits, struct pes_move_value out[]) {
    (void)limits;
    pes_move list[PES_MOVES_MAX];
    double ratings[PES_MOVES_MAX];
    const int n = rate_all(agent, pes_history_state(h), list, ratings);
    for (int i = 0; i < n; i++)
        out[i] = (struct pes_move_value){.move = list[i], .has_value = true, .value = ratings[i]};
    return PES_ERR_OK;
}

static bool rating_deterministic(const struct pes_agent *agent) {
    return agent->offer.rating->pick == PES_PICK_FIRST_BEST;
}

const struct pes_agent_class agent_rating_class = {
    .abi = PES_ABI,
    .name = "rating",
    .kind = PES_AGENT_REPORT,
    .offers = rating_offers,
    .instance_size = sizeof(struct pes_agent),
    .choose = rating_choose,
    .values = rating_values,
    .deterministic = rating_deterministic,
};
