/* The statistics of a match: Student's t for the score, Fisher's z with a jackknife error for the
 * correlation of luck. Only distinct pairs are evidence: a repeated pair adds no information. */
#include "arena/stats.h"

#include "arena/sprt.h"
#include "core/mem.h"
#include "pessoi/hash.h"

#include <math.h>
#include <stdlib.h>

double pes_elo_of_score(double score) {
    if (score <= 0.0)
        return -(double)INFINITY;
    if (score >= 1.0)
        return (double)INFINITY;
    return 400.0 * log10(score / (1.0 - score));
}

bool stats_forfeited(const struct stats_game *game) {
    return game->end == PES_END_FORFEIT || game->end == PES_END_TIME;
}

/* A's half points in game k of a pair. */
static int halves_of_a(const struct stats_pair *pair, int k) {
    const int first = pair->games[k].halves;
    assert(first <= 2);
    return k == 0 ? first : 2 - first;
}

int stats_quarters(const struct stats_pair *pair) {
    return halves_of_a(pair, 0) + halves_of_a(pair, 1);
}

/* Intervals. ------------------------------------------------------------------------------- */

double stats_t975(int32_t freedom) {
    static const double exact[] = {12.706205, 4.302653, 3.182446, 2.776445, 2.570582,
                                   2.446912,  2.364624, 2.306004, 2.262157, 2.228139};
    assert(freedom > 0);
    if (freedom <= (int32_t)(sizeof exact / sizeof exact[0]))
        return exact[freedom - 1];
    /* The Cornish-Fisher expansion in 1/freedom about the normal quantile (Abramowitz and Stegun
     * 1964, 26.7.5); its error is below 5e-6 for these degrees of freedom. */
    const double z = 1.959963984540054;
    const double z2 = z * z;
    const double v = (double)freedom;
    const double g1 = z * (z2 + 1.0) / 4.0;
    const double g2 = z * ((5.0 * z2 + 16.0) * z2 + 3.0) / 96.0;
    const double g3 = z * (((3.0 * z2 + 19.0) * z2 + 17.0) * z2 - 15.0) / 384.0;
    const double g4 =
        z * ((((79.0 * z2 + 776.0) * z2 + 1482.0) * z2 - 1920.0) * z2 - 945.0) / 92160.0;
    return z + (g1 + (g2 + (g3 + g4 / v) / v) / v) / v;
}

int32_t stats_mean(const int32_t pairs_of[PES_PAIR_SCORES], double *mean, double *error) {
    /* The two pseudo-pairs keep the variance positive if all pairs have the same score, and shrink
     * the mean a little towards one half: a rare upset may not have happened yet. */
    double n = 2.0;
    double sum = 1.0;
    double squares = 1.0;
    for (int q = 0; q < PES_PAIR_SCORES; q++) {
        const double score = q / 4.0;
        n += pairs_of[q];
        sum += score * pairs_of[q];
        squares += score * score * pairs_of[q];
    }
    *mean = sum / n;
    const double variance = (squares - sum * *mean) / (n - 1.0);
    assert(variance > 0.0);
    *error = sqrt(variance / n);
    return (int32_t)n;
}

void stats_interval(const int32_t pairs_of[PES_PAIR_SCORES], double *low, double *high) {
    double mean, error;
    const int32_t count = stats_mean(pairs_of, &mean, &error);
    const double half = stats_t975(count - 1) * error;
    *low = fmax(0.0, mean - half);
    *high = fmin(1.0, mean + half);
    assert(*low < *high);
}

/* Luck. ------------------------------------------------------------------------------------ */

static bool on_the_board(const struct stats_pair *pair) {
    return !stats_forfeited(&pair->games[0]) && !stats_forfeited(&pair->games[1]);
}

/* Moments of First's margins over the pairs decided on the board; x is the first game of a pair, y
 * the second. */
struct moments {
    int32_t n;
    double mean[2];
    double xx, yy, xy; /* sums of products of deviations from the means */
};

static struct moments moments_of(const struct stats_pair pairs[], int32_t count) {
    struct moments m = {.n = 0};
    for (int32_t i = 0; i < count; i++) {
        if (!on_the_board(&pairs[i]))
            continue;
        m.n++;
        for (int k = 0; k < 2; k++)
            m.mean[k] += pairs[i].games[k].margin;
    }
    for (int k = 0; k < 2 && m.n > 0; k++)
        m.mean[k] /= m.n;
    for (int32_t i = 0; i < count; i++) {
        if (!on_the_board(&pairs[i]))
            continue;
        const double x = pairs[i].games[0].margin - m.mean[0];
        const double y = pairs[i].games[1].margin - m.mean[1];
        m.xx += x * x;
        m.yy += y * y;
        m.xy += x * y;
    }
    return m;
}

/* Have both games of every pair the same moves? */
static bool always_alike(const struct stats_pair pairs[], int32_t count) {
    for (int32_t i = 0; i < count; i++)
        if (pairs[i].games[0].fingerprint != pairs[i].games[1].fingerprint)
            return false;
    return true;
}

/* The effective number of pairs: that of normally distributed margins with as much information. It
 * is smaller if a few pairs hold most of the variance (rare upsets, long tails), by the larger
 * kurtosis, which is 3 for normal margins. */
static double pairs_worth(const struct stats_pair pairs[], int32_t count, const struct moments *m) {
    double fourth_x = 0.0, fourth_y = 0.0;
    for (int32_t i = 0; i < count; i++) {
        if (!on_the_board(&pairs[i]))
            continue;
        const double x = pairs[i].games[0].margin - m->mean[0];
        const double y = pairs[i].games[1].margin - m->mean[1];
        fourth_x += x * x * x * x;
        fourth_y += y * y * y * y;
    }
    const double worth = 3.0 * fmin(m->xx * m->xx / fourth_x, m->yy * m->yy / fourth_y);
    return fmax(4.0, fmin(m->n, worth)); // the interval divides by worth - 3
}

/* Fisher's z of the correlation of n pairs and two pseudo-pairs of average size, one with equal
 * margins and one with opposite margins: that no pair has disagreed yet does not prove that none
 * will (docs/adr/0007 does the same for scores). */
static double z_of(double n, double xx, double yy, double xy) {
    return xx > 0.0 && yy > 0.0 ? atanh(n / (n + 2.0) * fmax(-1.0, fmin(1.0, xy / sqrt(xx * yy))))
                                : 0.0;
}

/* The standard error of z: 1/sqrt(worth - 3), which is right for as many pairs with normally
 * distributed margins, or the jackknife estimate (how z changes if one pair is left out) if that is
 * larger. Margins of games often have only two values or long tails. */
static double error_of_z(const struct stats_pair pairs[], int32_t count, const struct moments *m,
                         double worth) {
    assert(m->n >= 4);
    assert(worth > 3.0);
    const double n = m->n;
    const double weight = n / (n - 1.0);
    double sum = 0.0;
    double squares = 0.0;
    for (int32_t i = 0; i < count; i++) {
        if (!on_the_board(&pairs[i]))
            continue;
        const double x = pairs[i].games[0].margin - m->mean[0];
        const double y = pairs[i].games[1].margin - m->mean[1];
        const double z = z_of(worth / weight, m->xx - weight * x * x, m->yy - weight * y * y,
                              m->xy - weight * x * y);
        sum += z;
        squares += z * z;
    }
    const double spread = fmax(0.0, squares - sum * sum / n);
    return fmax(1.0 / sqrt(worth - 3.0), sqrt((n - 1.0) / n * spread));
}

enum pes_luck stats_luck(const struct stats_pair pairs[], int32_t count, struct stats_luck *out) {
    const struct moments m = moments_of(pairs, count);
    if (m.n < 4) // too few even if all margins were normal
        return PES_LUCK_TOO_FEW;
    if (always_alike(pairs, count))
        return PES_LUCK_SAME_GAMES;
    /* Margins are integers: a sum of squared deviations is 0 or at least (n - 1) / n. */
    if (m.xx < 0.25 || m.yy < 0.25)
        return PES_LUCK_TOO_FEW;
    out->r = fmax(-1.0, fmin(1.0, m.xy / sqrt(m.xx * m.yy)));
    const double worth = pairs_worth(pairs, count, &m);
    const double z = z_of(worth, m.xx, m.yy, m.xy);
    const double half = stats_t975(m.n - 2) * error_of_z(pairs, count, &m, worth);
    out->low = fmin(out->r, tanh(z - half));
    out->high = fmax(out->r, tanh(z + half));
    assert(out->low >= -1.0 && out->high <= 1.0);
    return PES_LUCK_KNOWN;
}

/* Distinct games and pairs. ---------------------------------------------------------------- */

struct key {
    uint64_t fingerprint;
    int32_t quarters;
};

/* The identity of a game: its moves and its end, because equal moves may be followed once by a loss
 * on time or by an illegal answer. */
static uint64_t identity(const struct stats_game *game) {
    return pes_hash_key(game->fingerprint, 4u * game->end + game->halves);
}

uint64_t stats_identity(const struct stats_pair *pair) {
    return pes_hash_key(identity(&pair->games[0]), identity(&pair->games[1]));
}

static int compare_keys(const void *a, const void *b) {
    const struct key *x = a;
    const struct key *y = b;
    return (x->fingerprint > y->fingerprint) - (x->fingerprint < y->fingerprint);
}

/* Sorts the keys and keeps one per fingerprint; returns how many remain. */
static int32_t keep_distinct(struct key keys[], int32_t count) {
    qsort(keys, (size_t)count, sizeof keys[0], compare_keys);
    int32_t kept = 0;
    for (int32_t i = 0; i < count; i++)
        if (kept == 0 || keys[i].fingerprint != keys[kept - 1].fingerprint)
            keys[kept++] = keys[i];
    assert(kept <= count);
    return kept;
}

/* Counts distinct openings, games and pairs, and computes the interval from the latter; keys[]
 * holds one key per game. */
static void fold_distinct(const struct stats_pair pairs[], int32_t count, struct key keys[],
                          struct pes_match_result *out) {
    for (int32_t i = 0; i < count; i++)
        keys[i] = (struct key){.fingerprint = pairs[i].opening};
    out->openings = keep_distinct(keys, count);

    for (int32_t i = 0; i < 2 * count; i++)
        keys[i] = (struct key){.fingerprint = identity(&pairs[i / 2].games[i % 2])};
    out->distinct_games = keep_distinct(keys, 2 * count);

    for (int32_t i = 0; i < count; i++)
        keys[i] = (struct key){.fingerprint = stats_identity(&pairs[i]),
                               .quarters = stats_quarters(&pairs[i])};
    out->distinct_pairs = keep_distinct(keys, count);

    for (int32_t i = 0; i < out->distinct_pairs; i++)
        out->pentanomial[keys[i].quarters]++;
    stats_interval(out->pentanomial, &out->score_low, &out->score_high);
    out->los = sprt_los(out->pentanomial);
}

/* Sums over all games, repeated ones included. */
static void fold_games(const struct stats_pair pairs[], int32_t count,
                       struct pes_match_result *out) {
    int64_t first_halves = 0;
    int64_t plies = 0;
    for (int32_t i = 0; i < count; i++) {
        for (int k = 0; k < 2; k++) {
            const struct stats_game *game = &pairs[i].games[k];
            const int halves = halves_of_a(&pairs[i], k);
            out->wins += halves == 2;
            out->draws += halves == 1;
            out->losses += halves == 0;
            out->forfeits += stats_forfeited(game);
            first_halves += game->halves;
            plies += game->plies;
        }
    }
    out->games = 2 * count;
    assert(out->wins + out->draws + out->losses == out->games);
    const double games = out->games;
    out->score = count > 0 ? (out->wins + out->draws / 2.0) / games : 0.5;
    out->first_player_score = count > 0 ? (double)first_halves / (2.0 * games) : 0.5;
    out->plies_mean = count > 0 ? (double)plies / games : 0.0;
}

enum pes_err stats_fold(const struct stats_pair pairs[], int32_t count, bool chance,
                        struct pes_match_result *out) {
    assert(count >= 0 && count <= PES_MATCH_GAMES_MAX / 2);
    *out = (struct pes_match_result){0};
    struct key *keys = mem_alloc((2 * (size_t)count + 1) * sizeof *keys);
    if (keys == NULL)
        return PES_ERR_NOMEM;
    fold_games(pairs, count, out);
    fold_distinct(pairs, count, keys, out);
    mem_free(keys);

    /* If some pairs repeat more often than others, the score of all games may lie outside the
     * interval of the distinct pairs: extend the interval to contain it. */
    out->score_low = fmin(out->score_low, out->score);
    out->score_high = fmax(out->score_high, out->score);
    out->elo = pes_elo_of_score(out->score);
    out->elo_low = pes_elo_of_score(out->score_low);
    out->elo_high = pes_elo_of_score(out->score_high);
    struct stats_luck luck = {.r = 0.0};
    out->luck_state = chance ? stats_luck(pairs, count, &luck) : PES_LUCK_NO_CHANCE;
    out->luck = luck.r;
    out->luck_low = luck.low;
    out->luck_high = luck.high;
    return PES_ERR_OK;
}
