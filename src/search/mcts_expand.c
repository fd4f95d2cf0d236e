/* Expansion: makes the block of a leaf from its moves, its outcomes or samples of them. Every child
 * of a decision node is examined at once: is the game over there, and what is its prior (the
 * evaluation, counted as some simulations)?
 *
 * Invariant: a thread fills in a block alone, between claiming the node (MCTS_BUSY) and publishing
 * the block. After an expansion w stands where it stood before. */
#include "search/mcts.h"

#include <assert.h>
#include <limits.h>

static struct pes_state *state_of(struct mcts_worker *w) {
    return PES_STATE(w->state);
}

/* Shuffles the children, because those without visits are tried in the order of the block. */
static void shuffle(struct pes_rng *rng, pes_move list[], uint32_t weights[], int count) {
    for (int i = count - 1; i > 0; i--) {
        const uint32_t j = pes_rng_below(rng, (uint32_t)i + 1);
        const pes_move m = list[i];
        list[i] = list[j];
        list[j] = m;
        if (weights != NULL) {
            const uint32_t weight = weights[i];
            weights[i] = weights[j];
            weights[j] = weight;
        }
    }
}

/* Sets the prior of a child: its evaluation, counted as `bias` simulations. */
static void set_prior(struct mcts_worker *w, struct mcts_node *child, const void *accumulator) {
    const struct mcts_run *run = w->run;
    const uint32_t bias = (uint32_t)run->config->bias;
    const uint32_t value = mcts_eval_result(run->eval, run->g, state_of(w), accumulator);
    assert(value <= MCTS_ONE);
    atomic_store_explicit(&child->visits, bias, memory_order_relaxed);
    atomic_store_explicit(&child->sum, (uint64_t)value * bias, memory_order_relaxed);
}

/* Makes the child's move to see whether the game ends there, and for its prior. */
static void init_child(struct mcts_worker *w, struct mcts_node *child) {
    const struct pes_game *g = w->run->g;
    const struct pes_eval *eval = w->run->config->bias > 0 ? w->run->eval->eval : NULL;
    const bool pushed = eval != NULL && eval->accumulator_size(g) > 0;
    struct pes_state *s = state_of(w);
    const int32_t plies = w->plies, trail_count = w->trail.count;
    if (pushed)
        eval->push(g, s, child->move, mcts_accumulator(w, 0), mcts_accumulator(w, 1));
    mcts_make(w, child->move, true);
    const uint16_t proof = mcts_settled(w);
    atomic_store_explicit(&child->proof, proof, memory_order_relaxed);
    if (proof == MCTS_OPEN && eval != NULL)
        set_prior(w, child, mcts_accumulator(w, 1));
    pes_unmake(g, s, child->move, w->undo.bytes);
    w->plies = plies;
    if (w->trail.count > trail_count)
        trail_pop(&w->trail);
    assert(w->trail.count == trail_count);
}

static uint32_t expand_player(struct mcts_worker *w, pes_player mover) {
    const struct mcts_run *run = w->run;
    const struct pes_game *g = run->g;
    pes_move list[PES_MOVES_MAX];
    const int count = pes_moves(g, state_of(w), list);
    assert(count > 0);
    if (w->nodes_max - w->nodes < (uint64_t)count)
        return 0;
    const uint32_t at = mcts_tree_take(run->tree, (uint32_t)count, run->rave);
    if (at == 0)
        return 0;
    shuffle(&w->rng, list, NULL, count);
    mcts_block_at(run->tree, at)->kind = MCTS_PLAYER;
    mcts_block_at(run->tree, at)->mover = (uint8_t)mover;
    const struct pes_eval *eval = run->config->bias > 0 ? run->eval->eval : NULL;
    if (eval != NULL && eval->accumulator_size(g) > 0)
        eval->refresh(g, state_of(w), mcts_accumulator(w, 0));
    for (int i = 0; i < count; i++) {
        struct mcts_node *child = mcts_at(run->tree, at + 1 + (uint32_t)i);
        child->move = list[i];
        if (run->rave)
            child->key = (uint16_t)g->rules->move_key(g, list[i]);
        init_child(w, child);
    }
    return at;
}

static uint32_t expand_listed(struct mcts_worker *w) {
    const struct mcts_run *run = w->run;
    struct pes_chance outcomes[PES_CHANCES_MAX];
    pes_move list[PES_CHANCES_MAX];
    uint32_t weights[PES_CHANCES_MAX];
    const int count = pes_chances(run->g, state_of(w), outcomes);
    assert(count > 0);
    const uint32_t at = mcts_tree_take(run->tree, (uint32_t)count, true);
    if (at == 0)
        return 0;
    for (int i = 0; i < count; i++) {
        list[i] = outcomes[i].move;
        weights[i] = outcomes[i].weight;
    }
    shuffle(&w->rng, list, weights, count);
    struct mcts_block *block = mcts_block_at(run->tree, at);
    block->kind = MCTS_LISTED;
    for (int i = 0; i < count; i++) {
        mcts_at(run->tree, at + 1 + (uint32_t)i)->move = list[i];
        atomic_store_explicit(&mcts_extras(run->tree, at)[i].visits, weights[i],
                              memory_order_relaxed);
        block->weights += weights[i];
    }
    return at;
}

static uint32_t expand_sampled(struct mcts_worker *w) {
    const struct mcts_run *run = w->run;
    const uint32_t at = mcts_tree_take(run->tree, MCTS_SAMPLES_MAX, false);
    if (at == 0)
        return 0;
    mcts_block_at(run->tree, at)->kind = MCTS_SAMPLED;
    for (uint32_t i = 0; i < MCTS_SAMPLES_MAX; i++)
        mcts_at(run->tree, at + 1 + i)->move = (pes_move)pes_rng_next(&w->rng);
    return at;
}

/* Do the consecutive rolls that begin here have more than MCTS_LISTED_MAX outcomes together?
 * Estimated along one random sequence of them. */
static bool has_many_outcomes(struct mcts_worker *w) {
    const struct pes_game *g = w->run->g;
    struct pes_state_buf s;
    struct pes_chance outcomes[PES_CHANCES_MAX];
    int all = 1;
    pes_copy(g, PES_STATE(s), state_of(w));
    for (int rolls = 0; rolls < MCTS_LISTED_MAX && all <= MCTS_LISTED_MAX; rolls++) {
        if (pes_turn(g, PES_STATE(s)) != PES_CHANCE)
            break;
        all *= pes_chances(g, PES_STATE(s), outcomes);
        pes_make(g, PES_STATE(s), pes_draw(g, PES_STATE(s), &w->rng), w->undo.bytes);
        w->nodes++;
    }
    return all > MCTS_LISTED_MAX;
}

/* The block of w's current position, or 0. */
static uint32_t make_block(struct mcts_worker *w, struct mcts_node *n) {
    const struct pes_game *g = w->run->g;
    const pes_player turn = pes_turn(g, state_of(w));
    assert(turn != PES_TERMINAL);
    if (turn == PES_CHANCE) {
        if (w->nodes_max - w->nodes <= MCTS_LISTED_MAX)
            return 0;
        return has_many_outcomes(w) ? expand_sampled(w) : expand_listed(w);
    }
    if (!pes_over(g, state_of(w)))
        return expand_player(w, turn);
    /* The player to move has no legal move: the game is over. */
    atomic_store_explicit(&n->proof, mcts_proof_of_end(w, PES_END_RULES), memory_order_relaxed);
    return 0;
}

bool mcts_expand(struct mcts_worker *w, uint32_t node) {
    struct mcts_node *n = mcts_at(w->run->tree, node);
    uint32_t none = 0;
    if (!atomic_compare_exchange_strong_explicit(&n->block, &none, MCTS_BUSY, memory_order_acquire,
                                                 memory_order_relaxed))
        return false;
    const uint32_t at = make_block(w, n);
    assert(at == 0 || at > node);
    if (at != 0)
        mcts_block_at(w->run->tree, at)->parent = node;
    atomic_store_explicit(&n->block, at, memory_order_release);
    if (at != 0)
        mcts_prove(w->run->tree, node);
    return at != 0 || mcts_proof_of(n) != MCTS_OPEN;
}

/* Evaluations as win probabilities. ----------------------------------------------------------- */

enum { SCALE_GAMES = 64, SCALE_PLIES = 60 };

/* The absolute value of a random position; negative: the game was over there. */
static double size_of_value(const struct mcts_eval *o, const struct pes_game *g,
                            struct pes_rng *rng) {
    struct pes_state_buf s;
    int32_t payoff[PES_PLAYERS_MAX];
    alignas(64) unsigned char accumulator[PES_ACCUMULATOR_MAX];
    pes_start(g, rng, PES_STATE(s));
    pes_playout(g, PES_STATE(s), rng, 1 + (int)pes_rng_below(rng, SCALE_PLIES), payoff);
    if (pes_over(g, PES_STATE(s)))
        return -1.0;
    if (o->eval->accumulator_size(g) > 0)
        o->eval->refresh(g, PES_STATE(s), accumulator);
    const double value = o->eval->value(g, PES_STATE(s), accumulator);
    return value < 0.0 ? -value : value;
}

void mcts_eval_init(struct mcts_eval *o, const struct pes_game *g, const struct pes_eval *eval) {
    struct pes_rng rng;
    double sum = 0.0;
    int count = 0;
    *o = (struct mcts_eval){.eval = eval, .scale = 1.0};
    if (eval == NULL || eval->odds != NULL)
        return;
    pes_rng_init(&rng, 1);
    for (int i = 0; i < SCALE_GAMES; i++) {
        const double size = size_of_value(o, g, &rng);
        if (size >= 0.0) {
            sum += size;
            count++;
        }
    }
    if (sum > 0.0)
        o->scale = sum / count;
}

uint32_t mcts_eval_result(const struct mcts_eval *o, const struct pes_game *g,
                          const struct pes_state *s, const void *accumulator) {
    const int32_t value = o->eval->value(g, s, accumulator);
    const double size = value < 0 ? -(double)value : value;
    const double p = o->eval->odds != NULL ? pes_chance_of(pes_log_odds(g, o->eval, s, value))
                                           : 0.5 + 0.5 * value / (size + o->scale);
    assert(p >= 0.0);
    assert(p <= 1.0);
    return (uint32_t)(p * MCTS_ONE);
}
