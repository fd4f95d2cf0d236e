/* Sparse linear models; see model.h. */
#include "learn/model.h"

#include "core/mem.h"

#include <math.h>

double model_logistic(double x) {
    return 1.0 / (1.0 + exp(-x));
}

/* Rows. --------------------------------------------------------------------------------------- */

void model_rows_release(struct model_rows *rows) {
    mem_free(rows->entries);
    mem_free(rows->from);
    *rows = (struct model_rows){.count = 0};
}

static enum pes_err grow(struct model_rows *rows, size_t more) {
    if (rows->entry_count + more > rows->entry_cap) {
        const size_t cap = 2 * (rows->entry_count + more);
        void *p = mem_grow(rows->entries, cap * sizeof rows->entries[0]);
        if (p == NULL)
            return PES_ERR_NOMEM;
        rows->entries = p;
        rows->entry_cap = cap;
    }
    if (rows->count + 2 > rows->cap) {
        const size_t cap = 2 * (rows->count + 2);
        void *p = mem_grow(rows->from, cap * sizeof rows->from[0]);
        if (p == NULL)
            return PES_ERR_NOMEM;
        rows->from = p;
        rows->cap = cap;
        rows->from[0] = 0;
    }
    return PES_ERR_OK;
}

enum pes_err model_rows_add(struct model_rows *rows, const struct pes_feature features[], int n) {
    const enum pes_err err = grow(rows, (size_t)n);
    if (err != PES_ERR_OK)
        return err;
    const size_t from = rows->from[rows->count];
    for (int i = 0; i < n; i++) {
        size_t at = from;
        while (at < rows->entry_count && rows->entries[at].index != features[i].index)
            at++;
        if (at == rows->entry_count)
            rows->entries[rows->entry_count++] =
                (struct model_entry){(uint16_t)features[i].index, 0};
        const int32_t sum = rows->entries[at].count + features[i].count;
        rows->entries[at].count = (int16_t)(sum > INT16_MAX   ? INT16_MAX
                                            : sum < INT16_MIN ? INT16_MIN
                                                              : sum);
    }
    rows->from[++rows->count] = rows->entry_count;
    return PES_ERR_OK;
}

/* The model. ---------------------------------------------------------------------------------- */

static void read_parents(struct model *m, const struct pes_game *g, bool of_move) {
    const struct pes_features *f = g->kit->features;
    for (uint32_t i = 0; i < m->features && f->parents != NULL; i++) {
        const int n = f->parents(g, of_move, i, m->parent_list + (size_t)i * PES_PARENTS_MAX);
        assert(n >= 0 && n <= PES_PARENTS_MAX);
        m->parent_count[i] = (uint8_t)n;
    }
}

enum pes_err model_init(struct model *m, const struct pes_game *g, bool of_move) {
    const struct pes_features *f = g->kit->features;
    *m = (struct model){.features = of_move ? f->move_count(g) : f->position_count(g),
                        .parents = f->parents != NULL ? f->parents_max(g, of_move) : 0};
    assert(m->features <= PES_FEATURES_MAX && m->parents <= PES_FEATURES_MAX);
    const size_t all = (size_t)m->features + m->parents + 1;
    double **const arrays[] = {&m->weights, &m->slopes, &m->parts, &m->scales,
                               &m->mean,    &m->square, &m->pulls};
    bool failed = false;
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
        *arrays[i] = mem_alloc(all * sizeof(double));
        failed |= *arrays[i] == NULL;
    }
    m->parent_list = mem_alloc(all * PES_PARENTS_MAX * sizeof m->parent_list[0]);
    m->parent_count = mem_alloc(all);
    if (failed || m->parent_list == NULL || m->parent_count == NULL) {
        model_release(m);
        return PES_ERR_NOMEM;
    }
    for (size_t i = 0; i < all; i++)
        m->scales[i] = 1.0;
    read_parents(m, g, of_move);
    return PES_ERR_OK;
}

void model_release(struct model *m) {
    mem_free(m->weights);
    mem_free(m->slopes);
    mem_free(m->parts);
    mem_free(m->scales);
    mem_free(m->mean);
    mem_free(m->square);
    mem_free(m->pulls);
    mem_free(m->parent_list);
    mem_free(m->parent_count);
    *m = (struct model){.features = 0};
}

static const uint16_t *parents_of(const struct model *m, uint32_t feature) {
    return m->parent_list + (size_t)feature * PES_PARENTS_MAX;
}

/* Adds the squares of one row's counts, and of the sums that its parents get. */
static void add_squares(const struct model *m, const struct model_rows *rows, size_t row,
                        double sums[], double squares[], double times[]) {
    for (size_t i = rows->from[row]; i < rows->from[row + 1]; i++) {
        const struct model_entry e = rows->entries[i];
        squares[e.index] += (double)e.count * e.count;
        times[e.index] += 1.0;
        for (int k = 0; k < m->parent_count[e.index]; k++)
            sums[parents_of(m, e.index)[k]] += e.count;
    }
    for (size_t i = rows->from[row]; i < rows->from[row + 1]; i++) {
        const struct model_entry e = rows->entries[i];
        for (int k = 0; k < m->parent_count[e.index]; k++) {
            const uint32_t parent = parents_of(m, e.index)[k];
            if (sums[parent] != 0.0) {
                squares[m->features + parent] += sums[parent] * sums[parent];
                times[m->features + parent] += 1.0;
                sums[parent] = 0.0;
            }
        }
    }
}

enum pes_err model_set_scales(struct model *m, const struct model_rows *rows) {
    const size_t all = (size_t)m->features + m->parents;
    double *sums = mem_alloc((m->parents + 1) * sizeof(double));
    if (sums == NULL)
        return PES_ERR_NOMEM;
    /* Before the first step the moments are free for sums of squares and times. */
    assert(m->steps == 0);
    for (size_t row = 0; row < rows->count; row++)
        add_squares(m, rows, row, sums, m->mean, m->square);
    for (size_t i = 0; i < all; i++) {
        const double mean = m->square[i] > 0.0 ? m->mean[i] / m->square[i] : 1.0;
        m->scales[i] = mean > 1.0 ? 1.0 / sqrt(mean) : 1.0;
        m->mean[i] = m->square[i] = 0.0;
    }
    mem_free(sums);
    return PES_ERR_OK;
}

double model_sum(const struct model *m, const struct model_rows *rows, size_t row) {
    double sum = 0.0;
    assert(row < rows->count);
    for (size_t i = rows->from[row]; i < rows->from[row + 1]; i++)
        sum += m->weights[rows->entries[i].index] * rows->entries[i].count;
    return sum;
}

void model_push(struct model *m, const struct model_rows *rows, size_t row, double slope) {
    for (size_t i = rows->from[row]; i < rows->from[row + 1]; i++)
        m->slopes[rows->entries[i].index] += slope * rows->entries[i].count;
}

void model_pull(struct model *m, double share) {
    double *of_parents = m->pulls + m->features;
    for (uint32_t i = 0; i < m->parents; i++)
        of_parents[i] = 0.0;
    for (uint32_t i = 0; i < m->features; i++) {
        const double slope = m->slopes[i];
        m->pulls[i] = slope * m->scales[i] + 2.0 * share * m->ridge * m->parts[i];
        m->slopes[i] = 0.0;
        if (slope != 0.0)
            for (int k = 0; k < m->parent_count[i]; k++)
                of_parents[parents_of(m, i)[k]] += slope;
    }
    for (uint32_t i = 0; i < m->parents; i++)
        of_parents[i] = of_parents[i] * m->scales[m->features + i] +
                        2.0 * share * m->parent_ridge * m->parts[m->features + i];
}

void model_collect(struct model *m) {
    for (uint32_t i = 0; i < m->features; i++) {
        double sum = m->parts[i] * m->scales[i];
        for (int k = 0; k < m->parent_count[i]; k++) {
            const size_t parent = m->features + parents_of(m, i)[k];
            sum += m->parts[parent] * m->scales[parent];
        }
        m->weights[i] = sum;
    }
}

void model_step(struct model *m, double rate, double share) {
    const double slow = 0.9, slower = 0.999, tiny = 1e-12;
    const size_t all = (size_t)m->features + m->parents;
    m->steps++;
    const double warm =
        sqrt(1.0 - pow(slower, (double)m->steps)) / (1.0 - pow(slow, (double)m->steps));
    model_pull(m, share);
    for (size_t i = 0; i < all; i++) {
        const double pull = m->pulls[i];
        m->mean[i] = slow * m->mean[i] + (1.0 - slow) * pull;
        m->square[i] = slower * m->square[i] + (1.0 - slower) * pull * pull;
        m->parts[i] -= rate * warm * m->mean[i] / (sqrt(m->square[i]) + tiny);
    }
    model_collect(m);
}
