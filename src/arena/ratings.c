/* The joint rating of all players: Newton's method on the posterior of ratings.h.
 *
 * Inside, ratings are in natural units: the logarithm of the odds of a win against a loss is twice
 * the difference. The parameters are one number per player, then the advantage of First, then the
 * logarithm of the weight of a draw. */
#include "arena/ratings.h"

#include "arena/sprt.h"
#include "core/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NEWTON_MAX = 60, NEWTON_SAMPLE_MAX = 8, HALVINGS_MAX = 30 };

static const double elo_per_unit = 347.43558552260146; /* 800 / ln 10 */

/* The standard deviations of the prior: so wide that twenty games outweigh it a hundredfold. */
static const double prior_elo = 1000.0;
static const double prior_first_move_elo = 500.0;
static const double prior_draw = 3.0;

/* The games in which player i was First against player j. */
struct tally {
    double wins, draws, losses; /* First's */
};

struct fit {
    int32_t players;
    int32_t size;          /* of the parameters: players + 2 */
    struct tally *tallies; /* players * players */
    double *at;            /* the parameters */
    double *step;          /* gradient, then the Newton step */
    double *tried;         /* parameters after that step */
    double *matrix;        /* size * size: the curvature, then its Cholesky factor */
    double *estimate;      /* the parameters that fit all games */
    double *variance;      /* of the estimate by the curvature, per player and of the advantage */
    double *samples;       /* deviations of resampled parameters: per player and of the advantage,
                            * RATINGS_SAMPLES each */
    struct pairing *pairings; /* players * players; [i][j] is used if i < j */
    int32_t *group;           /* per player */
};

/* Sums over the pairs of two players, from the view of the one with the smaller number. */
struct pairing {
    double pairs, surplus, squares; /* surplus: points beyond those expected */
    double variance;                /* expected if the games of a pair were independent */
};

static void release_fit(struct fit *fit) {
    mem_free(fit->tallies);
    mem_free(fit->at);
    mem_free(fit->matrix);
    mem_free(fit->pairings);
    mem_free(fit->group);
    mem_free(fit->samples);
}

/* One block holds all vectors of parameters. */
static enum pes_err init_fit(struct fit *fit, int32_t players) {
    assert(players >= 1 && players <= RATINGS_PLAYERS_MAX);
    enum { VECTORS = 5 };
    const size_t n = (size_t)players;
    const size_t size = n + 2;
    *fit = (struct fit){.players = players, .size = (int32_t)size};
    fit->tallies = mem_alloc(n * n * sizeof *fit->tallies);
    fit->at = mem_alloc(VECTORS * size * sizeof *fit->at);
    fit->matrix = mem_alloc(size * size * sizeof *fit->matrix);
    fit->pairings = mem_alloc(n * n * sizeof *fit->pairings);
    fit->group = mem_alloc(n * sizeof *fit->group);
    fit->samples = mem_alloc((n + 1) * RATINGS_SAMPLES * sizeof *fit->samples);
    if (fit->tallies == NULL || fit->at == NULL || fit->matrix == NULL || fit->pairings == NULL ||
        fit->group == NULL || fit->samples == NULL) {
        release_fit(fit);
        return PES_ERR_NOMEM;
    }
    double **const vectors[VECTORS - 1] = {&fit->step, &fit->tried, &fit->estimate, &fit->variance};
    for (size_t i = 0; i < VECTORS - 1; i++)
        *vectors[i] = fit->at + (i + 1) * size;
    return PES_ERR_OK;
}

static void add_pair(struct fit *fit, const struct rating_pair *pair) {
    for (int k = 0; k < (pair->single ? 1 : 2); k++) {
        const int first = pair->players[k];
        const int second = pair->players[1 - k];
        assert(first >= 0 && first < fit->players && second >= 0 && second < fit->players);
        struct tally *tally = &fit->tallies[first * fit->players + second];
        tally->wins += pair->halves[k] == 2;
        tally->draws += pair->halves[k] == 1;
        tally->losses += pair->halves[k] == 0;
    }
}

/* The precision of the prior of parameter i. */
static double precision(const struct fit *fit, int32_t i) {
    const double deviation = i < fit->players    ? prior_elo / elo_per_unit
                             : i == fit->players ? prior_first_move_elo / elo_per_unit
                                                 : prior_draw;
    return 1.0 / (deviation * deviation);
}

/* The probabilities of First's results. */
struct chances {
    double win, draw, loss;
};

static struct chances chances_of(const double at[], int32_t players, int first, int second) {
    const double d = at[first] + at[players] - at[second];
    const double c = at[players + 1];
    const double most = fmax(fabs(d), c); /* avoids overflow */
    const double win = exp(d - most);
    const double draw = exp(c - most);
    const double loss = exp(-d - most);
    const double sum = win + draw + loss;
    return (struct chances){.win = win / sum, .draw = draw / sum, .loss = loss / sum};
}

/* The logarithm of the posterior density, up to a constant. */
static double posterior(const struct fit *fit, const double at[]) {
    const int32_t n = fit->players;
    double sum = 0.0;
    for (int32_t i = 0; i < fit->size; i++)
        sum -= 0.5 * precision(fit, i) * at[i] * at[i];
    for (int32_t i = 0; i < n; i++) {
        for (int32_t j = 0; j < n; j++) {
            const struct tally *t = &fit->tallies[i * n + j];
            if (t->wins + t->draws + t->losses == 0.0)
                continue;
            const struct chances p = chances_of(at, n, i, j);
            sum += (t->wins > 0.0 ? t->wins * log(p.win) : 0.0) +
                   (t->draws > 0.0 ? t->draws * log(p.draw) : 0.0) +
                   (t->losses > 0.0 ? t->losses * log(p.loss) : 0.0);
        }
    }
    return sum;
}

/* Adds the games of i as First against j to gradient and curvature. */
static void add_curvature(struct fit *fit, int32_t i, int32_t j) {
    const int32_t n = fit->players;
    const struct tally *t = &fit->tallies[i * n + j];
    const double games = t->wins + t->draws + t->losses;
    if (games == 0.0)
        return;
    const struct chances p = chances_of(fit->at, n, i, j);
    const double mean = p.win - p.loss;
    const double slope = t->wins - t->losses - games * mean;
    const double variance = games * (p.win + p.loss - mean * mean);
    const double cross = -games * mean * p.draw;
    /* The result depends on (+1) i, (-1) j and (+1) the advantage; and on the weight of draws. */
    const int32_t on[3] = {i, j, n};
    static const double sign[3] = {1.0, -1.0, 1.0};
    for (int a = 0; a < 3; a++) {
        fit->step[on[a]] += sign[a] * slope;
        for (int b = 0; b < 3; b++)
            fit->matrix[on[a] * fit->size + on[b]] += sign[a] * sign[b] * variance;
        fit->matrix[on[a] * fit->size + n + 1] += sign[a] * cross;
        fit->matrix[(n + 1) * fit->size + on[a]] += sign[a] * cross;
    }
    fit->step[n + 1] += t->draws - games * p.draw;
    fit->matrix[(n + 1) * fit->size + n + 1] += games * p.draw * (1.0 - p.draw);
}

/* The gradient into `step`, the negative second derivatives into `matrix`. */
static void differentiate(struct fit *fit) {
    const int32_t size = fit->size;
    memset(fit->matrix, 0, (size_t)size * (size_t)size * sizeof *fit->matrix);
    for (int32_t i = 0; i < size; i++) {
        fit->step[i] = -precision(fit, i) * fit->at[i];
        fit->matrix[i * size + i] = precision(fit, i);
    }
    for (int32_t i = 0; i < fit->players; i++)
        for (int32_t j = 0; j < fit->players; j++)
            add_curvature(fit, i, j);
}

/* Replaces the lower triangle of the matrix by its Cholesky factor. The prior makes it positive
 * definite. */
static void factorise(double matrix[], int32_t size) {
    for (int32_t j = 0; j < size; j++) {
        for (int32_t i = j; i < size; i++) {
            double sum = matrix[i * size + j];
            for (int32_t k = 0; k < j; k++)
                sum -= matrix[i * size + k] * matrix[j * size + k];
            assert(i != j || sum > 0.0);
            matrix[i * size + j] = i == j ? sqrt(sum) : sum / matrix[j * size + j];
        }
    }
}

/* Solves factor * factor' * x = b in place. */
static void solve(const double factor[], int32_t size, double b[]) {
    for (int32_t i = 0; i < size; i++) {
        for (int32_t k = 0; k < i; k++)
            b[i] -= factor[i * size + k] * b[k];
        b[i] /= factor[i * size + i];
    }
    for (int32_t i = size; i-- > 0;) {
        for (int32_t k = i + 1; k < size; k++)
            b[i] -= factor[k * size + i] * b[k];
        b[i] /= factor[i * size + i];
    }
}

/* Maximises the posterior from the present parameters. Afterwards the matrix holds the factor of
 * the curvature at (nearly) the maximum. */
static void maximise(struct fit *fit, int steps_max) {
    double best = posterior(fit, fit->at);
    for (int n = 0; n < steps_max; n++) {
        differentiate(fit);
        factorise(fit->matrix, fit->size);
        solve(fit->matrix, fit->size, fit->step);
        double scale = 1.0;
        double now = -(double)INFINITY;
        for (int h = 0; h < HALVINGS_MAX && now < best; h++, scale /= 2.0) {
            for (int32_t i = 0; i < fit->size; i++)
                fit->tried[i] = fit->at[i] + scale * fit->step[i];
            now = posterior(fit, fit->tried);
        }
        if (now < best)
            return;
        memcpy(fit->at, fit->tried, (size_t)fit->size * sizeof *fit->at);
        if (now - best < 1e-10 * (1.0 + fabs(best)))
            return;
        best = now;
    }
}

static double mean_rating(const struct fit *fit) {
    double sum = 0.0;
    for (int32_t i = 0; i < fit->players; i++)
        sum += fit->at[i];
    return sum / fit->players;
}

/* The variance, by the curvature, of player i's distance from the mean, or of the advantage (i is
 * the number of players). Uses `tried`. */
static double variance_of(const struct fit *fit, int32_t i) {
    const int32_t n = fit->players;
    double *work = fit->tried;
    for (int32_t k = 0; k < fit->size; k++)
        work[k] = (k == i ? 1.0 : 0.0) - (i < n && k < n ? 1.0 / n : 0.0);
    /* |L^-1 b|^2 = b' (L L')^-1 b */
    double sum = 0.0;
    for (int32_t r = 0; r < fit->size; r++) {
        for (int32_t k = 0; k < r; k++)
            work[r] -= fit->matrix[r * fit->size + k] * work[k];
        work[r] /= fit->matrix[r * fit->size + r];
        sum += work[r] * work[r];
    }
    return sum;
}

/* Pairings. -------------------------------------------------------------------------------- */

/* What the model expects of a pair, as points of players[0]. */
static void expect(const struct fit *fit, const struct rating_pair *pair, double *mean,
                   double *variance) {
    *mean = *variance = 0.0;
    for (int k = 0; k < (pair->single ? 1 : 2); k++) {
        const struct chances p =
            chances_of(fit->at, fit->players, pair->players[k], pair->players[1 - k]);
        const double first = p.win + p.draw / 2.0;
        *mean += k == 0 ? first : 1.0 - first;
        *variance += p.win + p.draw / 4.0 - first * first;
    }
}

static double points(const struct rating_pair *pair) {
    return pair->halves[0] / 2.0 + (pair->single ? 0.0 : 1.0 - pair->halves[1] / 2.0);
}

static void fold_pairings(const struct fit *fit, const struct rating_pair pairs[], int32_t count,
                          struct pairing out[]) {
    for (int32_t i = 0; i < count; i++) {
        const bool turned = pairs[i].players[0] > pairs[i].players[1];
        const int low = pairs[i].players[turned];
        const int high = pairs[i].players[!turned];
        double mean, variance;
        expect(fit, &pairs[i], &mean, &variance);
        const double surplus = (points(&pairs[i]) - mean) * (turned ? -1.0 : 1.0);
        struct pairing *p = &out[low * fit->players + high];
        p->pairs += 1.0;
        p->surplus += surplus;
        p->squares += surplus * surplus;
        p->variance += variance;
    }
}

/* How much more (or less) pairs vary than two independent games would: the opening and the dice
 * that both games share make a difference. 1 if no two players met twice. */
static double dispersion(const struct pairing pairings[], int32_t players) {
    double seen = 0.0;
    double expected = 0.0;
    for (int32_t i = 0; i < players * players; i++) {
        const struct pairing *p = &pairings[i];
        if (p->pairs < 2.0)
            continue;
        seen += p->squares - p->surplus * p->surplus / p->pairs;
        expected += p->variance * (p->pairs - 1.0) / p->pairs;
    }
    return expected > 0.0 ? fmax(0.05, seen / expected) : 1.0;
}

/* The probability that a chi-squared variable exceeds x (Wilson and Hilferty 1931). */
static double chi_squared_tail(double x, double freedom) {
    const double v = 2.0 / (9.0 * freedom);
    const double z = (cbrt(x / freedom) - (1.0 - v)) / sqrt(v);
    return 0.5 * erfc(z / sqrt(2.0));
}

/* How many groups of players are connected by games. */
static int32_t count_groups(const struct pairing pairings[], int32_t players, int32_t group[]) {
    int32_t groups = players;
    for (int32_t i = 0; i < players; i++)
        group[i] = i;
    for (int32_t i = 0; i < players; i++) {
        for (int32_t j = i + 1; j < players; j++) {
            const int32_t from = group[j], to = group[i];
            if (pairings[i * players + j].pairs == 0.0 || from == to)
                continue;
            for (int32_t k = 0; k < players; k++)
                if (group[k] == from)
                    group[k] = to;
            groups--;
        }
    }
    return groups;
}

static double fit_probability(const struct pairing pairings[], int32_t players, double phi,
                              int32_t groups) {
    double chi = 0.0;
    int32_t met = 0;
    for (int32_t i = 0; i < players * players; i++) {
        const struct pairing *p = &pairings[i];
        if (p->pairs == 0.0)
            continue;
        met++;
        chi += p->surplus * p->surplus / (phi * p->variance);
    }
    const int32_t freedom = met - (players - groups);
    return freedom > 0 ? chi_squared_tail(chi, freedom) : 1.0;
}

/* The bootstrap. --------------------------------------------------------------------------- */

/* Rates pairs drawn from all pairs with replacement: sample number `sample`. */
static void resample(struct fit *fit, const struct rating_pair pairs[], int32_t count, int sample,
                     struct pes_rng *rng) {
    const double *estimate = fit->estimate;
    const size_t n = (size_t)fit->players;
    memset(fit->tallies, 0, n * n * sizeof *fit->tallies);
    for (int32_t i = 0; i < count; i++)
        add_pair(fit, &pairs[pes_rng_below(rng, (uint32_t)count)]);
    memcpy(fit->at, estimate, (size_t)fit->size * sizeof *fit->at);
    maximise(fit, NEWTON_SAMPLE_MAX);
    double middle = 0.0;
    for (int32_t i = 0; i < fit->players; i++)
        middle += estimate[i];
    const double moved = mean_rating(fit) - middle / fit->players;
    for (int32_t i = 0; i < fit->players; i++)
        fit->samples[i * RATINGS_SAMPLES + sample] = fit->at[i] - estimate[i] - moved;
    fit->samples[n * RATINGS_SAMPLES + (size_t)sample] = fit->at[n] - estimate[n];
}

static int compare_doubles(const void *a, const void *b) {
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The standard deviation of the samples of parameter i, from the quantiles that are one standard
 * deviation away from the middle of a normal distribution: a few samples in which a player lost or
 * won every game are far off and must not count. Sorts the samples. */
static double resampled_error(const struct fit *fit, int32_t i) {
    double *samples = fit->samples + (size_t)i * RATINGS_SAMPLES;
    qsort(samples, RATINGS_SAMPLES, sizeof *samples, compare_doubles);
    const int below = (int)(0.1587 * RATINGS_SAMPLES);
    return (samples[RATINGS_SAMPLES - 1 - below] - samples[below]) / 2.0;
}

/* The standard error of player i, or of the advantage of First, in Elo. The bootstrap sees no
 * doubt about a player who won every game; the curvature does. */
static double error_of(const struct fit *fit, int32_t i, double phi) {
    return fmax(sqrt(phi * fit->variance[i]), resampled_error(fit, i)) * elo_per_unit;
}

static void fill_in(const struct fit *fit, double phi, struct rating out[], struct ratings *all) {
    const int32_t n = fit->players;
    double middle = 0.0;
    for (int32_t i = 0; i < n; i++)
        middle += fit->estimate[i] / n;
    for (int32_t i = 0; i < n; i++) {
        double met = 0.0;
        for (int32_t j = 0; j < n; j++)
            met += fit->pairings[(i < j ? i : j) * n + (i < j ? j : i)].pairs;
        const double error = error_of(fit, i, phi);
        const double elo = (fit->estimate[i] - middle) * elo_per_unit;
        const double half = stats_t975(met > 1.0 ? (int32_t)met : 1) * error;
        out[i] = (struct rating){.elo = elo, .error = error, .low = elo - half, .high = elo + half};
    }
    const double draw = exp(fit->estimate[n + 1]);
    all->first_move = fit->estimate[n] * elo_per_unit;
    all->first_move_error = error_of(fit, n, phi);
    all->draws = draw / (draw + 2.0);
}

enum pes_err ratings_fold(const struct rating_pair pairs[], int32_t count, int32_t players,
                          struct pes_rng *rng, struct rating out[], struct ratings *all) {
    struct fit fit;
    assert(count >= 0);
    if (init_fit(&fit, players) != PES_ERR_OK)
        return PES_ERR_NOMEM;
    for (int32_t i = 0; i < count; i++)
        add_pair(&fit, &pairs[i]);
    maximise(&fit, NEWTON_MAX);
    memcpy(fit.estimate, fit.at, (size_t)fit.size * sizeof *fit.at);
    for (int32_t i = 0; i <= players; i++)
        fit.variance[i] = variance_of(&fit, i);
    fold_pairings(&fit, pairs, count, fit.pairings);
    const double phi = dispersion(fit.pairings, players);
    const int32_t groups = count_groups(fit.pairings, players, fit.group);
    all->fit = fit_probability(fit.pairings, players, phi, groups);
    for (int sample = 0; sample < RATINGS_SAMPLES && count > 0; sample++)
        resample(&fit, pairs, count, sample, rng);
    fill_in(&fit, phi, out, all);
    release_fit(&fit);
    return PES_ERR_OK;
}

/* Cycles. ---------------------------------------------------------------------------------- */

/* beats[i][j]: the likelihood that i is superior to j; 0 if they never met. */
static void fold_beats(const struct rating_pair pairs[], int32_t count, int32_t players,
                       int32_t pairs_of[][PES_PAIR_SCORES], double beats[]) {
    for (int32_t i = 0; i < count; i++) {
        const int a = pairs[i].players[0];
        const int b = pairs[i].players[1];
        const double share = points(&pairs[i]) / (pairs[i].single ? 1.0 : 2.0);
        const int quarters = (int)lround(4.0 * share);
        pairs_of[a * players + b][quarters]++;
        pairs_of[b * players + a][PES_PAIR_SCORES - 1 - quarters]++;
    }
    for (int32_t i = 0; i < players * players; i++) {
        int32_t met = 0;
        for (int q = 0; q < PES_PAIR_SCORES; q++)
            met += pairs_of[i][q];
        beats[i] = met > 0 ? sprt_los(pairs_of[i]) : 0.0;
    }
}

static void find_cycle(const double beats[], int32_t n, int32_t cycle[3], double *likelihood) {
    for (int32_t a = 0; a < n; a++) {
        for (int32_t b = 0; b < n; b++) {
            if (b == a || beats[a * n + b] <= *likelihood)
                continue;
            for (int32_t c = a + 1; c < n; c++) { /* a is the smallest of the three */
                const double least =
                    fmin(beats[a * n + b], fmin(beats[b * n + c], beats[c * n + a]));
                if (b < a || c == b || least <= *likelihood)
                    continue;
                *likelihood = least;
                cycle[0] = a;
                cycle[1] = b;
                cycle[2] = c;
            }
        }
    }
}

enum pes_err ratings_cycle(const struct rating_pair pairs[], int32_t count, int32_t players,
                           int32_t cycle[3], double *likelihood) {
    const size_t cells = (size_t)players * (size_t)players;
    int32_t(*pairs_of)[PES_PAIR_SCORES] = mem_alloc(cells * sizeof *pairs_of);
    double *beats = mem_alloc(cells * sizeof *beats);
    *likelihood = 0.5; /* at least likelier than not */
    const bool good = pairs_of != NULL && beats != NULL;
    if (good) {
        fold_beats(pairs, count, players, pairs_of, beats);
        find_cycle(beats, players, cycle, likelihood);
    }
    if (*likelihood <= 0.5)
        *likelihood = 0.0;
    mem_free(beats);
    mem_free(pairs_of);
    return good ? PES_ERR_OK : PES_ERR_NOMEM;
}
