/* Fitting; see fit.h. */
#include "learn/fit.h"

#include "core/mem.h"
#include "learn/text.h"

#include <math.h>

enum { BATCH = 512, FEWEST = 100 };

/* A calibration of log odds: what they mean for results. */
struct line {
    double edge, slope;
};

static double chance_by(const struct line *line, double odds) {
    return model_logistic(line->edge + line->slope * odds);
}

struct run {
    const struct fit *fit;
    const struct samples *samples;
    struct line search[SAMPLES_SOURCES]; /* by file: agents differ in what they think */
};

/* Order. -------------------------------------------------------------------------------------- */

/* The numbers of the samples that are not held out, shuffled before every epoch. */
struct deck {
    size_t *cards;
    size_t count;
    struct pes_rng rng;
};

static void shuffle(struct deck *d) {
    for (size_t i = d->count; i > 1; i--) {
        const size_t k = pes_rng_below(&d->rng, (uint32_t)i), card = d->cards[i - 1];
        d->cards[i - 1] = d->cards[k];
        d->cards[k] = card;
    }
}

static const atomic_bool never = false;

static bool stopped(const struct fit *fit) {
    return atomic_load(fit->stop != NULL ? fit->stop : &never);
}

/* Goes through the deck in batches; push() adds the gradient of one sample. */
typedef void pusher(const struct run *run, struct model *m, size_t sample, double share);

static enum pes_err descend(const struct run *run, struct model *m, struct deck *d, pusher *push) {
    const struct fit *fit = run->fit;
    const double rate_first = 0.02, rate_last = 0.0002;
    for (int32_t epoch = 0; epoch < fit->epochs; epoch++) {
        shuffle(d);
        for (size_t at = 0; at < d->count; at += BATCH) {
            const size_t n = d->count - at < BATCH ? d->count - at : BATCH;
            const double done = (epoch + (double)at / (double)d->count) / fit->epochs;
            for (size_t i = 0; i < n; i++)
                push(run, m, d->cards[at + i], 1.0 / (double)n);
            model_step(m, rate_first * pow(rate_last / rate_first, done), 1.0 / (double)d->count);
            if (stopped(fit))
                return PES_ERR_STOPPED;
        }
    }
    return PES_ERR_OK;
}

/* Positions. ---------------------------------------------------------------------------------- */

static double target_of(const struct run *run, const struct samples_position *p) {
    const double search = chance_by(&run->search[p->source], p->search), blend = run->fit->blend;
    return p->halves < 0 ? search : blend * p->halves / 2.0 + (1.0 - blend) * search;
}

static void push_position(const struct run *run, struct model *m, size_t sample, double share) {
    const struct model_rows *rows = &run->samples->rows;
    const double chance = model_logistic(model_sum(m, rows, sample));
    const double slope = chance - target_of(run, &run->samples->positions[sample]);
    model_push(m, rows, sample, slope * share);
}

static void add_score(struct fit_score *score, double chance, int halves) {
    const double result = halves / 2.0, least = 1e-9;
    const double p = fmin(fmax(chance, least), 1.0 - least);
    score->brier += (p - result) * (p - result);
    score->log_loss -= result * log(p) + (1.0 - result) * log(1.0 - p);
}

static void divide_score(struct fit_score *score, int64_t n) {
    score->brier /= n > 0 ? (double)n : 1.0;
    score->log_loss /= n > 0 ? (double)n : 1.0;
}

/* The log odds that are calibrated. */
static double odds_of(const struct samples_position *p, bool search) {
    return search ? p->search : p->before;
}

/* Calibrates the search in one file, or the built-in evaluation in all (source -1), to the results
 * (Newton's method). Values of proven wins say nothing about the slope. */
static struct line calibrate(const struct samples *samples, int source) {
    const bool search = source >= 0;
    struct line out = {0.0, 1.0};
    const double most = 12.0;
    for (int round = 0; round < 20; round++) {
        double g[2] = {0, 0}, h[3] = {1e-9, 0, 1e-9};
        for (size_t i = 0; i < samples->rows.count; i++) {
            const struct samples_position *p = &samples->positions[i];
            const double x = odds_of(p, search);
            if (p->halves < 0 || p->held_out || fabs(x) > most || (search && p->source != source))
                continue;
            const double q = chance_by(&out, x), off = q - p->halves / 2.0, w = q * (1.0 - q);
            g[0] += off, g[1] += off * x;
            h[0] += w, h[1] += w * x, h[2] += w * x * x;
        }
        const double det = h[0] * h[2] - h[1] * h[1];
        if (det <= 0.0)
            break;
        out.edge -= (h[2] * g[0] - h[1] * g[1]) / det;
        out.slope -= (h[0] * g[1] - h[1] * g[0]) / det;
    }
    return isfinite(out.edge) && out.slope > 0.0 ? out : (struct line){0.0, 1.0};
}

static void judge_positions(const struct run *run, const struct model *m, struct fit_report *r) {
    const struct samples *samples = run->samples;
    const struct line before = calibrate(samples, -1);
    for (size_t i = 0; i < samples->rows.count; i++) {
        const struct samples_position *p = &samples->positions[i];
        if (!p->held_out || p->halves < 0)
            continue;
        r->held_out++;
        add_score(&r->before, model_logistic(p->before), p->halves);
        add_score(&r->calibrated, chance_by(&before, p->before), p->halves);
        add_score(&r->search, chance_by(&run->search[p->source], p->search), p->halves);
        add_score(&r->after, model_logistic(model_sum(m, &samples->rows, i)), p->halves);
    }
    divide_score(&r->before, r->held_out);
    divide_score(&r->calibrated, r->held_out);
    divide_score(&r->search, r->held_out);
    divide_score(&r->after, r->held_out);
}

static enum pes_err fit_positions(const struct run *run, struct model *m, struct deck *d) {
    const struct samples *samples = run->samples;
    d->count = 0;
    for (size_t i = 0; i < samples->rows.count; i++)
        if (!samples->positions[i].held_out)
            d->cards[d->count++] = i;
    m->ridge = run->fit->ridge;
    m->parent_ridge = run->fit->ridge / 20.0;
    const enum pes_err err = model_set_scales(m, &samples->rows);
    return err == PES_ERR_OK ? descend(run, m, d, push_position) : err;
}

/* Choices. ------------------------------------------------------------------------------------ */

/* The logits of a choice's candidates, and the logarithm of the sum of their exponentials. */
static double logits_of(const struct samples *samples, const struct model *m,
                        const struct samples_choice *c, double out[PES_MOVES_MAX]) {
    double most = -INFINITY, sum = 0.0;
    for (size_t i = 0; i < c->count; i++) {
        out[i] = model_sum(m, &samples->move_rows, c->first + i);
        most = fmax(most, out[i]);
    }
    for (size_t i = 0; i < c->count; i++)
        sum += exp(out[i] - most);
    return most + log(sum);
}

static void push_choice(const struct run *run, struct model *m, size_t sample, double share) {
    const struct samples *samples = run->samples;
    const struct samples_choice *c = &samples->choices[sample];
    double logits[PES_MOVES_MAX];
    const double all = logits_of(samples, m, c, logits);
    for (size_t i = 0; i < c->count; i++) {
        const double slope = exp(logits[i] - all) - (i == c->best ? 1.0 : 0.0);
        model_push(m, &samples->move_rows, c->first + i, slope * share);
    }
}

static void judge_choices(const struct samples *samples, const struct model *m,
                          struct fit_report *r) {
    static const int tops[FIT_TOPS] = {FIT_TOP_1, FIT_TOP_2, FIT_TOP_3};
    for (size_t i = 0; i < samples->choice_count; i++) {
        const struct samples_choice *c = &samples->choices[i];
        double logits[PES_MOVES_MAX];
        if (!c->held_out)
            continue;
        const double all = logits_of(samples, m, c, logits);
        int rank = 0;
        for (size_t k = 0; k < c->count; k++)
            rank += logits[k] > logits[c->best] || (k < c->best && logits[k] >= logits[c->best]);
        r->held_out_choices++;
        r->policy_loss += all - logits[c->best];
        for (int k = 0; k < FIT_TOPS; k++) {
            r->top_before[k] += c->best_rank < tops[k];
            r->top_after[k] += rank < tops[k];
        }
    }
    const double n = r->held_out_choices > 0 ? (double)r->held_out_choices : 1.0;
    r->policy_loss /= n;
    for (int k = 0; k < FIT_TOPS; k++) {
        r->top_before[k] /= n;
        r->top_after[k] /= n;
    }
}

static enum pes_err fit_choices(const struct run *run, struct model *m, struct deck *d) {
    const struct samples *samples = run->samples;
    d->count = 0;
    for (size_t i = 0; i < samples->choice_count; i++)
        if (!samples->choices[i].held_out)
            d->cards[d->count++] = i;
    m->ridge = run->fit->ridge;
    m->parent_ridge = run->fit->ridge / 20.0;
    const enum pes_err err = model_set_scales(m, &samples->move_rows);
    return err == PES_ERR_OK && d->count > 0 ? descend(run, m, d, push_choice) : err;
}

enum pes_err fit_run(const struct fit *fit, const struct samples *samples, struct model *positions,
                     struct model *moves, struct fit_report *report, struct pes_note *note) {
    const size_t most =
        samples->rows.count > samples->choice_count ? samples->rows.count : samples->choice_count;
    struct run run = {fit, samples, {{0.0, 1.0}}};
    for (int i = 0; i < SAMPLES_SOURCES; i++)
        run.search[i] = i < samples->sources ? calibrate(samples, i) : (struct line){0.0, 1.0};
    struct deck deck = {.cards = mem_alloc((most + 1) * sizeof deck.cards[0])};
    *report = (struct fit_report){.positions = (int64_t)samples->rows.count,
                                  .choices = (int64_t)samples->choice_count,
                                  .search_edge = run.search[0].edge,
                                  .search_slope = run.search[0].slope};
    *positions = *moves = (struct model){.features = 0};
    pes_rng_init(&deck.rng, fit->seed);
    enum pes_err err = deck.cards != NULL ? PES_ERR_OK : PES_ERR_NOMEM;
    if (err == PES_ERR_OK && samples->rows.count < FEWEST)
        err = pes_note_say(note, PES_ERR_UNFIT, 0, TEXT(fit_too_few),
                           PES_ARGS(PES_INT((int64_t)samples->rows.count)));
    if (err == PES_ERR_OK)
        err = model_init(positions, fit->game, false);
    if (err == PES_ERR_OK)
        err = fit_positions(&run, positions, &deck);
    if (err == PES_ERR_OK)
        err = model_init(moves, fit->game, true);
    if (err == PES_ERR_OK)
        err = fit_choices(&run, moves, &deck);
    mem_free(deck.cards);
    if (err == PES_ERR_OK) {
        judge_positions(&run, positions, report);
        judge_choices(samples, moves, report);
    }
    return err;
}

/* The file. ----------------------------------------------------------------------------------- */

static void put_array(struct str *out, const char *name, const char *what, const double weights[],
                      uint32_t count, double unit) {
    str_addf(out, "\nstatic const int16_t %s_%s[%u] = {", name, what, (unsigned)count);
    for (uint32_t i = 0; i < count; i++) {
        const double w = fmin(fmax(weights[i] * unit, INT16_MIN), INT16_MAX);
        str_addf(out, "%s%ld,", i % 16 == 0 ? "\n    " : " ", lrint(w));
    }
    str_add(out, "\n};\n");
}

void fit_format(const struct pes_game *g, const struct model *positions, const struct model *moves,
                const char *comment, struct str *out) {
    const struct pes_features *f = g->kit->features;
    str_addf(out, "/* %s */\n", comment);
    put_array(out, f->name(g), "values", positions->weights, positions->features, f->unit);
    if (moves->features > 0)
        put_array(out, f->name(g), "moves", moves->weights, moves->features, PES_POLICY_UNIT);
}
