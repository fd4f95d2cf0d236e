/* How even is a position? For openings that neither side has won already.
 *
 * A quick search judges it: by the win probability of the game's first evaluation if that has odds
 * (alpha-beta, or expectimax in a game with chance), else by playouts (Monte Carlo tree search).
 * The budget is in nodes, so that the answer is the same on every machine. If chance is to move,
 * the judgement is the mean over a few rolls.
 *
 * Positions that are images of each other (pes_symmetric_hash()) are one position here: it is
 * judged once and then remembered, together with how often it was used. docs/adr/0023 has the
 * numbers. */
#ifndef ARENA_BALANCE_H
#define ARENA_BALANCE_H

#include "pessoi/history.h"

enum {
    BALANCE_NODES = 500,    /* of one judgement by an evaluation */
    BALANCE_SAMPLES = 8000, /* of one judgement by playouts */
    BALANCE_ROLLS = 8       /* rolls whose judgements are averaged */
};

struct balance;

PES_MUST_USE enum pes_err balance_new(const struct pes_game *g, struct balance **out,
                                      struct pes_note *note);
void balance_free(struct balance *b); /* NULL is fine */

/* What is wrong with the present position as an opening: 0, nothing, it is near even and was not
 * used before. Otherwise how far the win probability is from near even, plus something if the
 * search proved the result, plus something for each earlier use. *searched: it was not remembered.
 * `h` is unchanged afterwards. */
PES_MUST_USE enum pes_err balance_cost(struct balance *b, struct pes_history *h, double *cost,
                                       bool *searched);

/* Counts the present position as used once more, unless chance is to move: then the rolls make the
 * difference. */
PES_MUST_USE enum pes_err balance_use(struct balance *b, const struct pes_history *h);

/* What a search says of a position. */
struct judgement {
    double first; /* First's win probability, 0..1 */
    bool proven;  /* it is certain who wins, or that nobody does */
};

/* Judges the present position, in which the game is not over, by a search of `nodes` nodes. `h` is
 * unchanged afterwards. */
PES_MUST_USE enum pes_err balance_judge(struct balance *b, struct pes_history *h, uint64_t nodes,
                                        struct judgement *out);

#endif
