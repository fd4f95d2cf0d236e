/* A sparse linear model and its fitting by Adam (Kingma and Ba 2015).
 *
 * The weight of feature f is scale[f] * part[f] plus the same of its parents; parents follow the
 * features in all arrays. Scales make typical counts 1, so that one step size suits all; the
 * penalty (ridge, Gaussian prior) is on the parts. Everything is double and in a fixed order: equal
 * input gives equal weights. */
#ifndef LEARN_MODEL_H
#define LEARN_MODEL_H

#include "pessoi/kit.h"

/* Sparse vectors, one after the other: row i is entries[from[i]..from[i + 1]). */
struct model_entry {
    uint16_t index;
    int16_t count;
};
struct model_rows {
    struct model_entry *entries;
    size_t entry_count, entry_cap;
    size_t *from; /* count + 1 of them, or NULL */
    size_t count, cap;
};
void model_rows_release(struct model_rows *rows);
/* Appends a row; an index may occur several times. */
PES_MUST_USE enum pes_err model_rows_add(struct model_rows *rows,
                                         const struct pes_feature features[], int n);

struct model {
    uint32_t features, parents;
    uint16_t *parent_list;  /* PES_PARENTS_MAX per feature */
    uint8_t *parent_count;  /* per feature */
    double *weights;        /* per feature: whole sums */
    double *slopes;         /* per feature: the gradient of the loss, collected by model_push() */
    double *parts, *scales; /* per feature and parent */
    double *mean, *square;  /* Adam's moments, per feature and parent */
    double *pulls;          /* scratch: the gradient by part */
    double ridge;           /* the penalty of a part of 1, over the whole data; see model_step() */
    double parent_ridge;    /* the same for parents */
    int64_t steps;
};

/* A model of a variant's positions or moves, with all weights 0. */
PES_MUST_USE enum pes_err model_init(struct model *m, const struct pes_game *g, bool of_move);
void model_release(struct model *m);

/* Sets the scales by the counts in these rows. */
PES_MUST_USE enum pes_err model_set_scales(struct model *m, const struct model_rows *rows);

/* The weighted sum of a row. */
double model_sum(const struct model *m, const struct model_rows *rows, size_t row);

/* Adds to the gradient that the loss has `slope` by the sum of this row. */
void model_push(struct model *m, const struct model_rows *rows, size_t row, double slope);

/* The gradient by parts into m->pulls, the penalty included, of which a share belongs to this
 * batch; clears the slopes. */
void model_pull(struct model *m, double share);

/* One step against the gradient, and the new weights. `share` is the batch's part of the data. */
void model_step(struct model *m, double rate, double share);

/* Recomputes the weights from the parts. */
void model_collect(struct model *m);

double model_logistic(double x);

#endif
