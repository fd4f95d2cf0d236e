/* Chooses the static evaluation of a search and keeps its values below PES_EVAL_WIN, so that no
 * evaluation is mistaken for a won game. */
#include "search/evaluator.h"

#include <assert.h>

/* Ratings are doubles; one unit of a rating becomes 100 units of a score. */
enum { RATING_UNIT = 100 };

static const struct pes_rating *rating_of(const struct pes_kit *kit) {
    const struct pes_minimax *how = kit->minimax;
    return how != NULL && how->rating->state != NULL ? how->rating : NULL;
}

void evaluator_init(struct evaluator *e, const struct pes_game *g, const struct pes_eval *eval) {
    const struct pes_kit *kit = g->kit;
    const struct pes_eval *first = kit->evals != NULL ? kit->evals[0] : NULL;
    memset(e, 0, sizeof *e);
    e->eval = eval != NULL ? eval : first;
    e->is_first = e->eval != NULL && e->eval == first;
    if (e->eval != NULL) {
        e->size = e->eval->accumulator_size(g);
        assert(e->size <= PES_ACCUMULATOR_MAX);
        assert(e->size % 64 == 0);
        return;
    }
    e->rating = rating_of(kit);
    /* The defaults of an option table always parse. */
    if (e->rating != NULL && pes_values_parse(e->rating->options, "", &e->values, NULL))
        e->rating = NULL;
}

static int32_t rounded(double value) {
    const double most = PES_EVAL_WIN - 1;
    const double scaled = value * RATING_UNIT;
    if (scaled >= most)
        return PES_EVAL_WIN - 1;
    if (scaled <= -most)
        return 1 - PES_EVAL_WIN;
    return (int32_t)(scaled + (scaled < 0 ? -0.5 : 0.5));
}

int32_t evaluator_value(const struct evaluator *e, const struct pes_game *g,
                        const struct pes_state *s, const void *accumulator) {
    int32_t value = 0;
    assert(e->size == 0 || accumulator != NULL);
    if (e->eval != NULL)
        value = e->eval->value(g, s, accumulator);
    else if (e->rating != NULL)
        value = rounded(e->rating->state(g, s, &e->values));
    assert(value > -PES_EVAL_WIN);
    assert(value < PES_EVAL_WIN);
    return value;
}
