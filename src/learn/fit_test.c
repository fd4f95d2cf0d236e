/* Fitting: the gradient is that of the loss, known weights are found again, equal data give equal
 * weights. */
#include "learn/fit.h"

#include "core/mem.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

/* A game with six features, of which pairs share a parent, and four of moves. */
enum { FEATURES = 6, MOVE_FEATURES = 4, PARENTS = 3 };

static uint32_t six(const struct pes_game *g) {
    (void)g;
    return FEATURES;
}
static uint32_t four(const struct pes_game *g) {
    (void)g;
    return MOVE_FEATURES;
}
static int by_pairs(const struct pes_game *g, bool of_move, uint32_t index,
                    uint16_t out[PES_PARENTS_MAX]) {
    (void)g, (void)of_move;
    out[0] = out[1] = (uint16_t)(index / 2);
    return index % 2 == 0 ? 1 : 2;
}
static uint32_t three(const struct pes_game *g, bool of_move) {
    (void)g, (void)of_move;
    return PARENTS;
}
static const char *name(const struct pes_game *g) {
    (void)g;
    return "toy";
}
static const struct pes_features features = {.abi = PES_ABI,
                                             .position_count = six,
                                             .move_count = four,
                                             .parents = by_pairs,
                                             .parents_max = three,
                                             .name = name,
                                             .unit = 100};
static const struct pes_kit kit = {.abi = PES_ABI, .features = &features};
static const struct pes_game toy = {.kit = &kit};

static const double truth[FEATURES] = {0.8, -0.6, 0.3, 0.0, -1.2, 0.5};
static const double move_truth[MOVE_FEATURES] = {1.5, 0.0, -1.0, 0.5};

static int draw_row(struct pes_rng *rng, uint32_t most, struct pes_feature out[]) {
    int n = 0;
    for (uint32_t i = 0; i < most; i++)
        if (pes_rng_below(rng, 2) == 0)
            out[n++] = (struct pes_feature){i, 1 + (int32_t)pes_rng_below(rng, 3)};
    return n;
}

static double sum_of(const struct pes_feature row[], int n, const double weights[]) {
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += weights[row[i].index] * row[i].count;
    return sum;
}

/* Positions whose results are drawn by the true weights, and choices likewise. */
static void draw_samples(struct samples *out, int positions, int choices) {
    struct pes_rng rng;
    struct pes_feature row[FEATURES];
    pes_rng_init(&rng, 5);
    *out = (struct samples){.games = positions, .sources = 1};
    out->positions = mem_alloc((size_t)positions * sizeof out->positions[0]);
    out->choices = mem_alloc((size_t)(choices + 1) * sizeof out->choices[0]);
    for (int i = 0; i < positions; i++) {
        const int n = draw_row(&rng, FEATURES, row);
        const double odds = sum_of(row, n, truth);
        const bool won = pes_rng_real(&rng) < model_logistic(odds);
        out->positions[i] = (struct samples_position){
            .search = (float)(odds / 2.0 + 0.5), .halves = won ? 2 : 0, .held_out = i % 10 == 0};
        assert_int_equal(model_rows_add(&out->rows, row, n), PES_ERR_OK);
    }
    for (int i = 0; i < choices; i++) {
        double best = -INFINITY;
        struct samples_choice *c = &out->choices[out->choice_count++];
        *c = (struct samples_choice){
            .first = out->move_rows.count, .count = 5, .held_out = i % 10 == 0};
        for (uint16_t k = 0; k < c->count; k++) {
            const int n = draw_row(&rng, MOVE_FEATURES, row);
            /* The maximum with Gumbel noise is a draw from the softmax. */
            const double z = sum_of(row, n, move_truth) - log(-log(pes_rng_real(&rng) + 1e-300));
            assert_int_equal(model_rows_add(&out->move_rows, row, n), PES_ERR_OK);
            c->best = z > best ? k : c->best;
            best = fmax(best, z);
        }
    }
}

static double loss_of(struct model *m, const struct model_rows *rows, double target) {
    double loss = 0.0;
    model_collect(m);
    for (size_t i = 0; i < rows->count; i++) {
        const double p = model_logistic(model_sum(m, rows, i));
        loss -= target * log(p) + (1.0 - target) * log(1.0 - p);
    }
    for (size_t i = 0; i < m->features + m->parents; i++)
        loss += (i < m->features ? m->ridge : m->parent_ridge) * m->parts[i] * m->parts[i];
    return loss;
}

static void gradient_is_right(void **unused) {
    (void)unused;
    struct model m;
    struct model_rows rows = {.count = 0};
    struct pes_feature row[FEATURES];
    struct pes_rng rng;
    const double target = 0.3, small = 1e-6;
    pes_rng_init(&rng, 1);
    for (int i = 0; i < 50; i++)
        assert_int_equal(model_rows_add(&rows, row, draw_row(&rng, FEATURES, row)), PES_ERR_OK);
    assert_int_equal(model_init(&m, &toy, false), PES_ERR_OK);
    assert_int_equal(model_set_scales(&m, &rows), PES_ERR_OK);
    m.ridge = 0.7, m.parent_ridge = 0.1;
    for (size_t i = 0; i < FEATURES + PARENTS; i++)
        m.parts[i] = pes_rng_real(&rng) - 0.5;
    model_collect(&m);
    for (size_t i = 0; i < rows.count; i++)
        model_push(&m, &rows, i, model_logistic(model_sum(&m, &rows, i)) - target);
    model_pull(&m, 1.0);
    for (size_t i = 0; i < FEATURES + PARENTS; i++) {
        const double part = m.parts[i];
        m.parts[i] = part + small;
        const double more = loss_of(&m, &rows, target);
        m.parts[i] = part - small;
        const double less = loss_of(&m, &rows, target);
        m.parts[i] = part;
        assert_true(fabs((more - less) / (2.0 * small) - m.pulls[i]) < 1e-4);
    }
    model_release(&m);
    model_rows_release(&rows);
}

static void known_weights_are_found(void **unused) {
    (void)unused;
    struct samples samples;
    struct model positions[2], moves[2];
    struct fit_report report;
    const struct fit fit = {.game = &toy, .blend = 0.5, .ridge = 0.1, .epochs = 30, .seed = 1};
    draw_samples(&samples, 40000, 20000);
    for (int i = 0; i < 2; i++)
        assert_int_equal(fit_run(&fit, &samples, &positions[i], &moves[i], &report, NULL),
                         PES_ERR_OK);
    for (int i = 0; i < FEATURES; i++)
        assert_true(fabs(positions[0].weights[i] - truth[i]) < 0.1);
    for (int i = 0; i < MOVE_FEATURES; i++)
        assert_true(fabs(moves[0].weights[i] - move_truth[i]) < 0.15);
    assert_memory_equal(positions[0].weights, positions[1].weights, FEATURES * sizeof(double));
    assert_memory_equal(moves[0].weights, moves[1].weights, MOVE_FEATURES * sizeof(double));
    /* The search's log odds were halved and moved: calibration undoes it. */
    assert_true(fabs(report.search_slope - 2.0) < 0.15);
    assert_true(fabs(report.search_edge + 1.0) < 0.15);
    assert_true(report.after.brier < report.before.brier - 0.02);
    assert_int_equal(report.held_out, 4000);
    assert_true(report.top_after[0] > 0.3 && report.top_after[0] <= report.top_after[1]);
    for (int i = 0; i < 2; i++) {
        model_release(&positions[i]);
        model_release(&moves[i]);
    }
    samples_release(&samples);
}

static void weights_become_a_file(void **unused) {
    (void)unused;
    struct model positions, moves;
    struct str out;
    str_init(&out);
    assert_int_equal(model_init(&positions, &toy, false), PES_ERR_OK);
    assert_int_equal(model_init(&moves, &toy, true), PES_ERR_OK);
    positions.weights[1] = -1.234;
    positions.weights[2] = 1e9;
    moves.weights[0] = 1.0;
    fit_format(&toy, &positions, &moves, "How.", &out);
    assert_string_equal(out.text, "/* How. */\n\n"
                                  "static const int16_t toy_values[6] = {\n"
                                  "    0, -123, 32767, 0, 0, 0,\n};\n\n"
                                  "static const int16_t toy_moves[4] = {\n"
                                  "    256, 0, 0, 0,\n};\n");
    str_release(&out);
    model_release(&positions);
    model_release(&moves);
}

static void too_little_is_refused(void **unused) {
    (void)unused;
    struct samples samples;
    struct model positions, moves;
    struct fit_report report;
    struct pes_note note = {0};
    const struct fit fit = {.game = &toy, .blend = 0.5, .ridge = 1.0, .epochs = 1};
    draw_samples(&samples, 10, 0);
    assert_int_equal(fit_run(&fit, &samples, &positions, &moves, &report, &note), PES_ERR_UNFIT);
    assert_false(pes_note_is_empty(&note));
    model_release(&positions);
    model_release(&moves);
    samples_release(&samples);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gradient_is_right),
        cmocka_unit_test(known_weights_are_found),
        cmocka_unit_test(weights_become_a_file),
        cmocka_unit_test(too_little_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
