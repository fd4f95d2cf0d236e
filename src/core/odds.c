/* Win probability from an evaluation: a logistic model whose parameters are interpolated between
 * the phases of a game. */
#include "pessoi/kit.h"

#include <assert.h>
#include <math.h>

/* Linear interpolation between phases i and i + 1; `beyond` is in 0..1. */
static double between(const double at[PES_PHASES], int i, double beyond) {
    assert(i >= 0 && i + 1 < PES_PHASES);
    return (1.0 - beyond) * at[i] + beyond * at[i + 1];
}

/* The parameters in the phase of a position. */
struct line {
    double edge, slope;
};

static struct line line_at(const struct pes_game *g, const struct pes_eval *eval,
                           const struct pes_state *s) {
    assert(eval->odds != NULL);
    const double phase = eval->phase != NULL ? eval->phase(g, s) : 0.0;
    assert(phase >= 0.0 && phase <= 1.0);
    const double at = phase * (PES_PHASES - 1);
    const int i = at < PES_PHASES - 1 ? (int)at : PES_PHASES - 2;
    const struct pes_odds *odds = eval->odds(g);
    assert(odds != NULL);
    return (struct line){between(odds->edge, i, at - i), between(odds->slope, i, at - i)};
}

double pes_log_odds(const struct pes_game *g, const struct pes_eval *eval,
                    const struct pes_state *s, double value) {
    const struct line line = line_at(g, eval, s);
    return line.edge + line.slope * value;
}

double pes_odds_unit(const struct pes_game *g, const struct pes_eval *eval,
                     const struct pes_state *s) {
    return eval->odds != NULL ? 1.0 / line_at(g, eval, s).slope : 0.0;
}

double pes_chance_of(double log_odds) {
    return 1.0 / (1.0 + exp(-log_odds));
}
