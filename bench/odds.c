/* Calibration of win probabilities: fits the odds of a game's evaluation to games that `max` plays
 * against itself, by logistic regression, and scores the predictions.
 *
 *     bench/odds GAME[:VARIANT] [GAMES [NODES [SEED]]]
 *
 * For each move a side searches NODES nodes or a tenth of them, at random, and one move in MISTAKE
 * is a random legal one: without mistakes there would be nothing to learn from. Every position in
 * which a player is to move is a sample: the search's value and the game's result. Positions that
 * the search calls decided are left out.
 *
 * Half of the games are the training set. The regression smooths over neighbouring phases, and
 * allows a share LAPSE of random results, so that won games that were thrown away do not flatten
 * the curve. The other half are the test set: Brier score (always saying 50 % scores 0.25) and the
 * actual win rate per decile of the prediction. The game's present odds are scored on the same
 * games. */
#include "trial.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { PLIES_MAX = 1000, MISTAKE = 32, BINS = 10, STEPS = 40 };
static const double LAPSE = 0.04;

struct sample {
    float value, phase, result; /* First's; the result is 0, 1/2 or 1 */
    int game;
};

struct samples {
    struct sample *at;
    size_t count, room;
};

struct setting {
    struct trial trial;
    struct pes_agent *agent;
    int games;
    uint64_t nodes, seed;
};

static void add(struct samples *all, struct sample one) {
    if (all->count == all->room) {
        all->room = all->room > 0 ? 2 * all->room : 4096;
        all->at = realloc(all->at, all->room * sizeof all->at[0]);
        if (all->at == NULL)
            trial_die("no memory");
    }
    all->at[all->count++] = one;
}

/* Games. -------------------------------------------------------------------------------------- */

/* The move to play; adds a sample of the position unless it is decided. */
static pes_move think(const struct setting *set, struct pes_rng *rng, int game,
                      struct samples *all) {
    const struct pes_state *s = pes_history_state(set->trial.h);
    const bool hurried = pes_rng_below(rng, 2) == 0;
    const struct pes_limits limits = {.nodes = hurried ? set->nodes / 10 + 1 : set->nodes};
    const struct pes_answer answer = trial_answer(&set->trial, set->agent, &limits);
    if (answer.has_score && !answer.has_mate && fabs(answer.score) < PES_EVAL_WIN)
        add(all, (struct sample){.value = (float)(pes_turn(set->trial.g, s) == 0 ? answer.score
                                                                                 : -answer.score),
                                 .phase = (float)(set->trial.eval->phase != NULL
                                                      ? set->trial.eval->phase(set->trial.g, s)
                                                      : 0.0),
                                 .game = game});
    if (pes_rng_below(rng, MISTAKE) > 0)
        return answer.move;
    pes_move list[PES_MOVES_MAX];
    const int count = pes_moves(set->trial.g, s, list);
    return list[pes_rng_below(rng, (uint32_t)count)];
}

static void play(struct setting *set, int game, struct samples *all) {
    struct pes_rng rng;
    const size_t before = all->count;
    pes_rng_init(&rng, set->seed + (uint64_t)game);
    trial_start(&set->trial, &rng);
    pes_agent_begin(set->agent, pes_rng_next(&rng));
    while (trial_goes_on(&set->trial, PLIES_MAX)) {
        const struct pes_state *s = pes_history_state(set->trial.h);
        const pes_move m = pes_turn(set->trial.g, s) == PES_CHANCE ? pes_draw(set->trial.g, s, &rng)
                                                                   : think(set, &rng, game, all);
        trial_make(&set->trial, m);
    }
    const float result = (float)trial_result(&set->trial);
    for (size_t i = before; i < all->count; i++)
        all->at[i].result = result;
}

/* Odds. --------------------------------------------------------------------------------------- */

/* The weights: edges first, then slopes; values are scaled to about 1. */
enum { WEIGHTS = 2 * PES_PHASES };

/* The regressors of a sample: linear interpolation between phases. */
static void factors(const struct sample *one, double scale, double out[WEIGHTS]) {
    for (int k = 0; k < PES_PHASES; k++) {
        const double away = fabs((double)one->phase * (PES_PHASES - 1) - k);
        out[k] = away < 1.0 ? 1.0 - away : 0.0;
        out[PES_PHASES + k] = out[k] * one->value / scale;
    }
}

static double chance(const double x[WEIGHTS], const double weights[WEIGHTS]) {
    double odds = 0.0;
    for (int k = 0; k < WEIGHTS; k++)
        odds += x[k] * weights[k];
    return pes_chance_of(odds);
}

/* Solves a x = b in place by Gaussian elimination; a is positive definite. */
static void solve(double a[WEIGHTS][WEIGHTS], double b[WEIGHTS]) {
    for (int i = 0; i < WEIGHTS; i++)
        for (int j = i + 1; j < WEIGHTS; j++) {
            const double f = a[j][i] / a[i][i];
            for (int k = i; k < WEIGHTS; k++)
                a[j][k] -= f * a[i][k];
            b[j] -= f * b[i];
        }
    for (int i = WEIGHTS - 1; i >= 0; i--) {
        for (int k = i + 1; k < WEIGHTS; k++)
            b[i] -= a[i][k] * b[k];
        b[i] /= a[i][i];
    }
}

/* Regularisation: a penalty on differences between neighbouring phases, ten times as strong for
 * edges, and a weak one that pulls edges to 0 where there are no data. */
static void regularise(double hold, const double weights[WEIGHTS], double a[WEIGHTS][WEIGHTS],
                       double b[WEIGHTS]) {
    for (int k = 0; k + 1 < WEIGHTS; k++) {
        const double stiff = k + 1 < PES_PHASES ? 10 * hold : k + 1 == PES_PHASES ? 0.0 : hold;
        const double apart = stiff * (weights[k] - weights[k + 1]);
        b[k] -= apart;
        b[k + 1] += apart;
        a[k][k] += stiff;
        a[k + 1][k + 1] += stiff;
        a[k][k + 1] -= stiff;
        a[k + 1][k] -= stiff;
    }
    for (int k = 0; k < WEIGHTS; k++) {
        const double pull = k < PES_PHASES ? hold / 100 : 1e-6;
        b[k] -= k < PES_PHASES ? pull * weights[k] : 0.0;
        a[k][k] += pull;
    }
}

/* One step of Fisher scoring; q is the probability p after lapses. */
static void improve(const struct samples *all, double scale, double weights[WEIGHTS]) {
    double a[WEIGHTS][WEIGHTS] = {{0}}, b[WEIGHTS] = {0}, x[WEIGHTS];
    for (size_t i = 0; i < all->count; i++) {
        if (all->at[i].game % 2 != 0)
            continue;
        factors(&all->at[i], scale, x);
        const double p = chance(x, weights), q = LAPSE / 2 + (1.0 - LAPSE) * p;
        const double steep = (1.0 - LAPSE) * p * (1.0 - p) / (q * (1.0 - q));
        const double weight = steep * (1.0 - LAPSE) * p * (1.0 - p);
        for (int k = 0; k < WEIGHTS; k++) {
            b[k] += (all->at[i].result - q) * steep * x[k];
            for (int j = 0; j < WEIGHTS; j++)
                a[k][j] += weight * x[k] * x[j];
        }
    }
    regularise(0.002 * (double)all->count, weights, a, b);
    solve(a, b);
    for (int k = 0; k < WEIGHTS; k++)
        weights[k] += b[k] > 1.0 ? 1.0 : b[k] < -1.0 ? -1.0 : b[k];
}

static double fit(const struct samples *all, double weights[WEIGHTS]) {
    double size = 0.0;
    for (size_t i = 0; i < all->count; i++)
        size += fabs(all->at[i].value) / (double)all->count;
    const double scale = size > 0.0 ? size : 1.0;
    for (int k = 0; k < WEIGHTS; k++)
        weights[k] = k < PES_PHASES ? 0.0 : 0.5;
    for (int i = 0; i < STEPS; i++)
        improve(all, scale, weights);
    return scale;
}

/* Judgement. ---------------------------------------------------------------------------------- */

static void judge(const struct samples *all, double scale, const double weights[WEIGHTS]) {
    double x[WEIGHTS], said[BINS] = {0}, won[BINS] = {0}, brier = 0.0;
    size_t count[BINS] = {0}, judged = 0;
    for (size_t i = 0; i < all->count; i++) {
        const struct sample *one = &all->at[i];
        if (one->game % 2 == 0)
            continue;
        factors(one, scale, x);
        const double p = chance(x, weights);
        const int bin = p < 1.0 ? (int)(p * BINS) : BINS - 1;
        brier += (p - one->result) * (p - one->result);
        said[bin] += p;
        won[bin] += one->result;
        count[bin]++;
        judged++;
    }
    printf("Brier score %.4f over %zu positions\n", judged > 0 ? brier / (double)judged : 0.0,
           judged);
    printf("| said | won | positions |\n|---|---|---|\n");
    for (int i = 0; i < BINS; i++)
        if (count[i] > 0)
            printf("| %.1f %% | %.1f %% | %zu |\n", 100 * said[i] / (double)count[i],
                   100 * won[i] / (double)count[i], count[i]);
}

/* The odds the game has now, as weights. */
static void weights_of(const struct pes_odds *odds, double scale, double out[WEIGHTS]) {
    for (int k = 0; k < PES_PHASES; k++) {
        out[k] = odds->edge[k];
        out[PES_PHASES + k] = odds->slope[k] * scale;
    }
}

int main(int argc, char **argv) {
    struct setting set = {.games = 400, .nodes = 2000, .seed = 1};
    struct samples all = {0};
    double weights[WEIGHTS];
    if (argc < 2 || argc > 5)
        trial_die("usage: odds GAME[:VARIANT] [GAMES [NODES [SEED]]]");
    set.games = argc > 2 ? trial_count(argv[2], "GAMES") : set.games;
    set.nodes = argc > 3 ? (uint64_t)trial_count(argv[3], "NODES") : set.nodes;
    set.seed = argc > 4 ? trial_seed(argv[4]) : set.seed;
    trial_open(&set.trial, argv[1]);
    set.agent = trial_agent(&set.trial, "max");
    for (int i = 0; i < set.games; i++)
        play(&set, i, &all);
    if (all.count == 0)
        trial_die("no positions");
    const double scale = fit(&all, weights);
    printf("%s: %d games, %llu nodes a move\nedge {", argv[1], set.games,
           (unsigned long long)set.nodes);
    for (int k = 0; k < PES_PHASES; k++)
        printf("%s%.2f", k > 0 ? ", " : "", weights[k]);
    printf("}, slope {");
    for (int k = PES_PHASES; k < WEIGHTS; k++)
        printf("%s%.3g", k > PES_PHASES ? ", " : "", weights[k] / scale);
    printf("}\n");
    judge(&all, scale, weights);
    if (set.trial.eval->odds != NULL) {
        printf("with the odds it has now: ");
        weights_of(set.trial.eval->odds(set.trial.g), scale, weights);
        judge(&all, scale, weights);
    }
    free(all.at);
    pes_agent_free(set.agent);
    trial_close(&set.trial);
    return 0;
}
