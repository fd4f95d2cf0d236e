/* The static evaluation of a search: one of the game's evaluations, or where it has none the
 * rating of positions of its report player, or nothing (every position is 0).
 *
 * An accumulator is `size` bytes, aligned to 64: what the evaluation knows of one position, updated
 * from move to move. */
#ifndef SEARCH_EVALUATOR_H
#define SEARCH_EVALUATOR_H

#include "pessoi/kit.h"

struct evaluator {
    const struct pes_eval *eval;     /* NULL: none, see `rating` */
    const struct pes_rating *rating; /* used where there is no `eval`; NULL: none */
    struct pes_values values;        /* the rating's options: its defaults */
    size_t size;                     /* bytes of an accumulator; 0: the evaluation has none */
    bool is_first;                   /* the kit's first: its order and tactics read accumulators */
};

/* `eval` is one of the kit's; NULL: the first, or the rating. */
void evaluator_init(struct evaluator *e, const struct pes_game *g, const struct pes_eval *eval);

/* The value of a position to First; |value| < PES_EVAL_WIN. */
int32_t evaluator_value(const struct evaluator *e, const struct pes_game *g,
                        const struct pes_state *s, const void *accumulator);

static inline void evaluator_refresh(const struct evaluator *e, const struct pes_game *g,
                                     const struct pes_state *s, void *accumulator) {
    if (e->size > 0)
        e->eval->refresh(g, s, accumulator);
}

/* The accumulator after m, which is about to be made. */
static inline void evaluator_push(const struct evaluator *e, const struct pes_game *g,
                                  const struct pes_state *before, pes_move m,
                                  const void *accumulator, void *next) {
    if (e->size > 0)
        e->eval->push(g, before, m, accumulator, next);
}

#endif
