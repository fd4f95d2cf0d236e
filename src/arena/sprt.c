/* The generalised sequential probability ratio test over pairs: see sprt.h. */
#include "arena/sprt.h"

#include <math.h>

enum { STEPS = 100 }; /* of a bisection: more than the bits of a double */

/* Added to each count, so that a score that was not seen yet is not impossible. */
static const double unseen = 1e-3;

/* The distribution over pair scores closest to `seen` (in the sense of maximum likelihood) with
 * this mean: seen[q] / (1 + tilt * (score of q - mean)), for the tilt that gives the mean. */
static void fit_mean(const double seen[PES_PAIR_SCORES], double mean, double out[PES_PAIR_SCORES]) {
    assert(mean > 0.0 && mean < 1.0);
    /* All weights are positive for tilts in this open interval; the sum below falls from +infinity
     * to -infinity in it. */
    double low = -1.0 / (1.0 - mean);
    double high = 1.0 / mean;
    for (int i = 0; i < STEPS; i++) {
        const double tilt = (low + high) / 2.0;
        double sum = 0.0;
        for (int q = 0; q < PES_PAIR_SCORES; q++) {
            const double away = q / 4.0 - mean;
            sum += seen[q] * away / (1.0 + tilt * away);
        }
        if (sum > 0.0)
            low = tilt;
        else
            high = tilt;
    }
    const double tilt = (low + high) / 2.0;
    for (int q = 0; q < PES_PAIR_SCORES; q++)
        out[q] = seen[q] / (1.0 + tilt * (q / 4.0 - mean));
}

double sprt_llr(const int32_t pairs_of[PES_PAIR_SCORES], double score0, double score1) {
    double n = 0.0;
    double seen[PES_PAIR_SCORES];
    for (int q = 0; q < PES_PAIR_SCORES; q++) {
        assert(pairs_of[q] >= 0);
        seen[q] = pairs_of[q] + unseen;
        n += seen[q];
    }
    for (int q = 0; q < PES_PAIR_SCORES; q++)
        seen[q] /= n;
    double fit0[PES_PAIR_SCORES];
    double fit1[PES_PAIR_SCORES];
    fit_mean(seen, score0, fit0);
    fit_mean(seen, score1, fit1);
    double sum = 0.0;
    for (int q = 0; q < PES_PAIR_SCORES; q++)
        sum += seen[q] * log(fit1[q] / fit0[q]);
    return n * sum;
}

struct sprt_bounds sprt_bounds(double alpha, double beta) {
    assert(alpha > 0.0 && alpha < 0.5);
    assert(beta > 0.0 && beta < 0.5);
    return (struct sprt_bounds){.lower = log(beta / (1.0 - alpha)),
                                .upper = log((1.0 - beta) / alpha)};
}

double sprt_los(const int32_t pairs_of[PES_PAIR_SCORES]) {
    double mean, error;
    (void)stats_mean(pairs_of, &mean, &error);
    return 0.5 * erfc(-(mean - 0.5) / error / sqrt(2.0));
}

double sprt_score_of_elo(double elo) {
    return 1.0 / (1.0 + pow(10.0, -elo / 400.0));
}
