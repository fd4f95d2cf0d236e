/* The estimate is found by Newton's method. The curvature has the shape of an arrow (the player's
 * rating interacts with every opponent's, these do not with each other), so that each step is
 * solved in closed form, opponent by opponent. */
#include "arena/rate.h"

#include "pessoi/kit.h"

#include <math.h>
#include <string.h>

enum { NEWTON_MAX = 100, HALVINGS_MAX = 30 };

static const double unit_per_elo = 2.302585092994046 / 800.0; /* ln 10 / 800 */

/* The prior of the player's rating is at least so wide, in Elo. */
static const double spread_min = 1000.0;

/* A share of draws of zero would make the first draw impossible. */
static const double draws_min = 0.002, draws_max = 0.98;

/* The standard deviation of the prior of a player's weight of draws, as a logarithm. */
static const double draw_spread = 1.5;

/* The prior of how much pairs vary, compared with independent games: 1, worth so many pairs; and
 * the least value that is believed. */
static const double variation_pairs = 12.0, variation_min = 0.3;

/* The 97.5 % quantile of the normal distribution. */
static const double normal = 1.96;

/* A rung's rating is never taken as exact. */
static const double error_min = 1.0;

/* If the games alone give an interval of this part of the one wanted, the rest is the ladder's. */
static const double limited_share = 0.6;

/* Off the ladder: by the estimate further from its end than the first, and with 97.5 % probability
 * further than the second, in Elo. */
static const double edge_distance = 300.0, edge_bound = 100.0;

/* The derivatives of the log-likelihood of the games with one rung, and its value. */
struct slope {
    double value;
    double first;  /* by the player's rating */
    double second; /* the same, negative: the information */
};

void rate_init(struct rate *r, const struct pes_ladder *ladder) {
    *r = (struct rate){.ladder = ladder};
    while (r->count < PES_LADDER_MAX && ladder->rungs[r->count].agent != NULL)
        r->count++;
    assert(r->count > 0);
    const double low = ladder->rungs[0].rating, high = ladder->rungs[r->count - 1].rating;
    const double draws = fmin(fmax(ladder->draws, draws_min), draws_max);
    r->first_move = ladder->first_move * unit_per_elo;
    r->draw = r->draw_start = log(2.0 * draws / (1.0 - draws));
    r->start = (low + high) / 2.0;
    r->spread = fmax(spread_min, high - low);
    r->at.elo = r->start;
    r->variation = 1.0;
}

void rate_release(struct rate *r) {
    for (int i = 0; i < r->count; i++)
        seen_release(&r->rungs[i].seen);
}

static double error_of(const struct rate *r, int i) {
    return fmax(r->ladder->rungs[i].error, error_min);
}

/* The probabilities of the player's halves 0, 1 and 2 if it is `ahead` Elo stronger. */
static void chances(const struct rate *r, double ahead, bool second, double out[3]) {
    const double d = ahead * unit_per_elo + (second ? -r->first_move : r->first_move);
    const double most = fmax(fabs(d), r->draw); /* avoids overflow */
    out[0] = exp(-d - most);
    out[1] = exp(r->draw - most);
    out[2] = exp(d - most);
    const double sum = out[0] + out[1] + out[2];
    for (int k = 0; k < 3; k++)
        out[k] /= sum;
}

/* The mean and variance of wins minus losses in one game. */
static void moments(const double p[3], double *mean, double *variance) {
    *mean = p[2] - p[0];
    *variance = p[2] + p[0] - *mean * *mean;
}

static struct slope slope_of(const struct rate *r, const struct rate_rung *rung, double ahead) {
    struct slope sum = {0};
    for (int seat = 0; seat < 2; seat++) {
        const double *n = rung->games[seat];
        const double all = n[0] + n[1] + n[2];
        if (all == 0.0)
            continue;
        double p[3], mean, variance;
        chances(r, ahead, seat == 1, p);
        moments(p, &mean, &variance);
        for (int k = 0; k < 3; k++)
            sum.value += n[k] > 0.0 ? n[k] * log(fmax(p[k], 1e-300)) : 0.0;
        sum.first += (n[2] - n[0] - all * mean) * unit_per_elo;
        sum.second += all * variance * unit_per_elo * unit_per_elo;
    }
    return sum;
}

static double ahead_of(const struct rate *r, const struct rate_point *at, int i) {
    return at->elo - r->ladder->rungs[i].rating - at->off[i];
}

static double square(double x) {
    return x * x;
}

/* The logarithm of the posterior density, up to a constant; `variation` weakens the evidence. */
static double posterior(const struct rate *r, const struct rate_point *at, double variation) {
    double sum = -0.5 * square((at->elo - r->start) / r->spread);
    for (int i = 0; i < r->count; i++)
        sum += slope_of(r, &r->rungs[i], ahead_of(r, at, i)).value / variation -
               0.5 * square(at->off[i] / error_of(r, i));
    return sum;
}

/* One Newton step; returns its length for the player's rating. */
static double newton(const struct rate *r, const struct rate_point *at, double variation,
                     struct rate_point *step) {
    double first[PES_LADDER_MAX], own[PES_LADDER_MAX], curve[PES_LADDER_MAX];
    double slope = -(at->elo - r->start) / square(r->spread);
    double curvature = 1.0 / square(r->spread);
    for (int i = 0; i < r->count; i++) {
        const struct slope s = slope_of(r, &r->rungs[i], ahead_of(r, at, i));
        const double precision = 1.0 / square(error_of(r, i));
        curve[i] = s.second / variation;
        own[i] = curve[i] + precision;
        first[i] = -s.first / variation - at->off[i] * precision;
        slope += s.first / variation + curve[i] * first[i] / own[i];
        curvature += curve[i] * precision / own[i];
    }
    step->elo = slope / curvature;
    for (int i = 0; i < r->count; i++)
        step->off[i] = (first[i] + curve[i] * step->elo) / own[i];
    return step->elo;
}

/* Moves to the maximum of the posterior. */
static void climb(const struct rate *r, double variation, struct rate_point *at) {
    static const double elo_enough = 1e-6;
    double here = posterior(r, at, variation);
    for (int round = 0; round < NEWTON_MAX; round++) {
        struct rate_point step, next;
        const double length = newton(r, at, variation, &step);
        double share = 1.0, there = here;
        for (int i = 0; i < HALVINGS_MAX; i++, share /= 2.0) {
            next.elo = at->elo + share * step.elo;
            for (int k = 0; k < r->count; k++)
                next.off[k] = at->off[k] + share * step.off[k];
            there = posterior(r, &next, variation);
            if (there >= here)
                break;
        }
        if (there < here)
            return;
        *at = next;
        here = there;
        if (fabs(length) < elo_enough)
            return;
    }
}

/* How much the pairs vary, compared with two independent games: 1 if as much. */
static double variation_of(const struct rate *r, const struct rate_point *at) {
    double seen = 0.0, expected = 0.0, pairs = 0.0;
    for (int i = 0; i < r->count; i++) {
        double p[3], mean[2], variance[2];
        for (int seat = 0; seat < 2; seat++) {
            chances(r, ahead_of(r, at, i), seat == 1, p);
            moments(p, &mean[seat], &variance[seat]);
        }
        for (int q = 0; q < PES_PAIR_SCORES; q++) {
            const double n = r->rungs[i].pairs_of[q];
            pairs += n;
            seen += n * square(q - 2.0 - mean[0] - mean[1]);
            expected += n * (variance[0] + variance[1]);
        }
    }
    if (pairs == 0.0)
        return 1.0;
    const double prior = variation_pairs * expected / pairs;
    return fmax(variation_min, (seen + prior) / (expected + prior));
}

/* The information about the player's rating that the games with a rung have, given that the rung's
 * own rating has an error: never more than 1 / error^2. */
static double worth(double information, double error) {
    return information / (1.0 + information * error * error);
}

/* The information of all games; `exact`: as if the ladder's ratings had no errors. */
static double information(const struct rate *r, bool exact) {
    double sum = 1.0 / square(r->spread);
    for (int i = 0; i < r->count; i++)
        sum += worth(slope_of(r, &r->rungs[i], ahead_of(r, &r->at, i)).second / r->variation,
                     exact ? 0.0 : error_of(r, i));
    return sum;
}

/* One Newton step for the weight of draws, the ratings fixed. Both players' draws say nothing about
 * who is stronger, so that two such rounds of fitting one after the other suffice. */
static void fit_draws(struct rate *r) {
    double slope = -(r->draw - r->draw_start) / square(draw_spread);
    double curvature = 1.0 / square(draw_spread);
    for (int i = 0; i < r->count; i++) {
        for (int seat = 0; seat < 2; seat++) {
            const double *n = r->rungs[i].games[seat];
            const double all = n[0] + n[1] + n[2];
            if (all == 0.0)
                continue;
            double p[3];
            chances(r, ahead_of(r, &r->at, i), seat == 1, p);
            slope += n[1] - all * p[1];
            curvature += all * p[1] * (1.0 - p[1]);
        }
    }
    /* Far from the maximum the curvature may be tiny: do not leap. */
    r->draw += fmax(-1.0, fmin(1.0, slope / curvature));
}

void rate_fit(struct rate *r) {
    enum { ROUNDS = 3 };
    for (int round = 0; round < ROUNDS; round++) {
        climb(r, r->variation, &r->at);
        fit_draws(r);
    }
    r->variation = variation_of(r, &r->at);
    climb(r, r->variation, &r->at);
}

/* The next opponent. ------------------------------------------------------------------------- */

int rate_plan(struct rate *r) {
    double most = -1.0;
    int best = -1;
    for (int i = 0; i < r->count; i++) {
        struct rate_rung *rung = &r->rungs[i];
        if (rung->seen.repeats >= RATE_REPEATS_MAX)
            continue;
        /* What a pair is worth besides those played and planned. */
        const struct rate_rung pair = {.games = {{0, 0, 1}, {0, 0, 1}}};
        const double ahead = ahead_of(r, &r->at, i);
        const double each = slope_of(r, &pair, ahead).second / r->variation;
        const double have = slope_of(r, rung, ahead).second / r->variation + rung->planned * each;
        const double gain = worth(have + each, error_of(r, i)) - worth(have, error_of(r, i));
        if (gain > most) {
            most = gain;
            best = i;
        }
    }
    if (best >= 0)
        r->rungs[best].planned++;
    return best;
}

enum pes_err rate_add(struct rate *r, int rung, const struct stats_pair *pair) {
    assert(rung >= 0 && rung < r->count);
    struct rate_rung *to = &r->rungs[rung];
    bool is_new;
    const enum pes_err err = seen_add(&to->seen, stats_identity(pair), &is_new);
    if (err != PES_ERR_OK)
        return err;
    to->planned -= to->planned > 0;
    if (!is_new)
        return PES_ERR_OK;
    to->games[0][pair->games[0].halves]++;
    to->games[1][2 - pair->games[1].halves]++;
    to->pairs_of[stats_quarters(pair)]++;
    r->pairs++;
    return PES_ERR_OK;
}

/* The estimate. ------------------------------------------------------------------------------ */

static int32_t pairs_with(const struct rate_rung *rung) {
    int32_t sum = 0;
    for (int q = 0; q < PES_PAIR_SCORES; q++)
        sum += rung->pairs_of[q];
    return sum;
}

/* Is the player so far off an end of the ladder that only a bound can be given? Then sets it. */
static bool is_off(const struct rate *r, enum rate_side side, struct rate_estimate *out) {
    const int end = side == RATE_BELOW ? 0 : r->count - 1;
    const struct pes_rung *rung = &r->ladder->rungs[end];
    const double sign = side == RATE_BELOW ? -1.0 : 1.0;
    if (sign * (out->elo - rung->rating) < edge_distance ||
        pairs_with(&r->rungs[end]) < RATE_EDGE_PAIRS)
        return false;
    double low, high;
    stats_interval(r->rungs[end].pairs_of, &low, &high);
    const double bound = pes_elo_of_score(side == RATE_BELOW ? high : low) + rung->rating -
                         sign * normal * error_of(r, end);
    if (sign * (bound - rung->rating) < edge_bound)
        return false;
    out->side = side;
    out->elo = sign * INFINITY;
    out->low = side == RATE_BELOW ? -INFINITY : bound;
    out->high = side == RATE_BELOW ? bound : INFINITY;
    out->like = end;
    return true;
}

static bool is_level(const struct pes_rung *rung) {
    static const char prefix[] = "level:";
    return strncmp(rung->agent, prefix, strlen(prefix)) == 0;
}

/* The rung nearest to the estimate, levels first: people know them. */
static int like(const struct rate *r, const struct rate_estimate *e) {
    const struct pes_rung *rungs = r->ladder->rungs;
    int nearest = 0, level = -1;
    for (int i = 0; i < r->count; i++) {
        const double distance = fabs(rungs[i].rating - e->elo);
        if (distance < fabs(rungs[nearest].rating - e->elo))
            nearest = i;
        if (is_level(&rungs[i]) && rungs[i].rating >= e->low && rungs[i].rating <= e->high &&
            (level < 0 || distance < fabs(rungs[level].rating - e->elo)))
            level = i;
    }
    return level >= 0 ? level : nearest;
}

void rate_estimate(const struct rate *r, struct rate_estimate *out) {
    const double t = stats_t975(r->pairs > 1 ? r->pairs - 1 : 1);
    /* However few the games: not wider than the prior. */
    const double half = fmin(t / sqrt(information(r, false)), normal * r->spread);
    *out = (struct rate_estimate){.elo = r->at.elo,
                                  .low = r->at.elo - half,
                                  .high = r->at.elo + half,
                                  .games_half = t / sqrt(information(r, true))};
    assert(isfinite(out->elo) && isfinite(half));
    if (!is_off(r, RATE_BELOW, out) && !is_off(r, RATE_ABOVE, out))
        out->like = like(r, out);
}

bool rate_is_done(const struct rate *r, const struct rate_estimate *estimate, double within) {
    if (estimate->side != RATE_WITHIN)
        return true;
    return r->pairs >= RATE_PAIRS_MIN && (estimate->high - estimate->low) / 2.0 <= within;
}

bool rate_is_limited(const struct rate *r, const struct rate_estimate *estimate, double within) {
    return r->pairs >= RATE_PAIRS_MIN && estimate->side == RATE_WITHIN &&
           estimate->games_half <= limited_share * within;
}
