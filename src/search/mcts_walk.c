/* One simulation of the Monte Carlo tree search:
 *
 *     1. Selection: from the root to a leaf, by UCT (upper confidence bounds applied to trees),
 * with RAVE where moves have keys. Chance nodes spread visits by the outcomes' weights.
 *     2. Expansion: mcts_expand.c.
 *     3. Simulation: a random playout, cut off after some plies where an evaluation can judge.
 *     4. Backpropagation of the result and of proofs.
 *
 * Invariant: w->path[0..depth] leads from the root to w's current position, in the playout to the
 * position where it began. A simulation that cannot finish takes its visits back. */
#include "search/mcts.h"

#include <assert.h>
#include <limits.h>
#include <math.h>

/* The exploration constant of UCT (Kocsis and Szepesvári 2006). RAVE explores by itself; the small
 * rest makes sure that no move is given up for good. */
static const float explore_plain = 0.7f;
static const float explore_rave = 0.01f;

/* RAVE's equivalence parameter: the visits at which a move's own results weigh as much as its RAVE
 * results, if those are many (Gelly and Silver 2011). */
static const float rave_equal = 500.0f;

/* RAVE sums have 32 bits: counting stops at this many visits, before they overflow. */
enum { RAVE_MOST = 1 << 23, RAVE_ONE = 256 };

/* Adds to a counter. A single worker avoids the cost of an atomic read-modify-write. */
static inline void add32(const struct mcts_run *run, _Atomic uint32_t *to, uint32_t n) {
    if (run->shared)
        atomic_fetch_add_explicit(to, n, memory_order_relaxed);
    else
        atomic_store_explicit(to, atomic_load_explicit(to, memory_order_relaxed) + n,
                              memory_order_relaxed);
}
static inline void add64(const struct mcts_run *run, _Atomic uint64_t *to, uint64_t n) {
    if (run->shared)
        atomic_fetch_add_explicit(to, n, memory_order_relaxed);
    else
        atomic_store_explicit(to, atomic_load_explicit(to, memory_order_relaxed) + n,
                              memory_order_relaxed);
}

static inline uint32_t extra_visits(const struct mcts_extra *e) {
    return atomic_load_explicit(&e->visits, memory_order_relaxed);
}

/* Selection. ---------------------------------------------------------------------------------- */

/* The logarithm to base 2, linear between powers of two: the same bits on every machine. */
static float log2_of(uint32_t n) {
    assert(n > 0);
    const int whole = 31 - __builtin_clz(n);
    return (float)whole + (float)(n - (UINT32_C(1) << whole)) / (float)(UINT32_C(1) << whole);
}

/* Parameters of the upper confidence bound, equal for all children of one block. */
struct ucb {
    float explore;
    float first_urgency; /* first play urgency: the value of a move never tried */
    float flip;          /* a mean is the mover's as flip + sign * First's */
    float sign;
    bool rave;
};

static struct ucb ucb_of(const struct mcts_run *run, const struct mcts_node *parent,
                         pes_player mover) {
    struct ucb t = {
        .explore =
            (run->rave ? explore_rave : explore_plain) * sqrtf(log2_of(mcts_visits(parent) + 1)),
        .flip = mover == 0 ? 0.0f : 1.0f,
        .sign = mover == 0 ? 1.0f : -1.0f,
        .rave = run->rave,
    };
    t.first_urgency = t.flip + t.sign * (float)mcts_mean(parent);
    return t;
}

/* The mean of a move's own results, mixed with its RAVE results where it has any. */
static inline float rave_mix(const struct ucb *t, float own, float visits,
                             const struct mcts_extra *extra) {
    const float n = (float)extra_visits(extra);
    if (n == 0.0f)
        return own;
    const float sum = (float)atomic_load_explicit(&extra->sum, memory_order_relaxed);
    const float rave = t->flip + t->sign * sum / (n * RAVE_ONE);
    const float weight = n / (n + visits + n * visits / rave_equal);
    return own + weight * (rave - own);
}

static inline float score_of(const struct ucb *t, const struct mcts_node *child,
                             const struct mcts_extra *extra) {
    const uint32_t visits = mcts_visits(child);
    if (visits == 0)
        return t->explore +
               (t->rave ? rave_mix(t, t->first_urgency, 0.0f, extra) : t->first_urgency);
    const float inverse = 1.0f / (float)visits;
    const float sum = (float)(int64_t)atomic_load_explicit(&child->sum, memory_order_relaxed);
    const float own = t->flip + t->sign * sum * inverse * (1.0f / MCTS_ONE);
    const float value = t->rave ? rave_mix(t, own, (float)visits, extra) : own;
    return value + t->explore * sqrtf(inverse);
}

/* One in this many visits passes over a proven draw that looks best, to explore the others. */
enum { PAST_DRAW_EVERY = 8 };

/* Selects the child with the greatest upper confidence bound. Proven wins are taken at once, proven
 * losses left out; a proven draw counts as one half. */
static uint32_t choose_move(const struct mcts_run *run, uint32_t node, uint32_t at) {
    const struct mcts_block *block = mcts_block_at(run->tree, at);
    const struct mcts_node *children = mcts_at(run->tree, at + 1);
    const struct mcts_extra *extras = run->rave ? mcts_extras(run->tree, at) : NULL;
    const struct mcts_node *parent = mcts_at(run->tree, node);
    const struct ucb ucb = ucb_of(run, parent, block->mover);
    const int loss = mcts_win_of(1 - block->mover);
    uint32_t best = 0, draw = UINT32_MAX;
    float most = -1.0f;
    for (uint32_t i = 0; i < block->count; i++) {
        const int result = mcts_proof_result(mcts_proof_of(&children[i]));
        if (result == MCTS_OPEN) {
            const float score = score_of(&ucb, &children[i], extras != NULL ? &extras[i] : NULL);
            best = score > most ? i : best;
            most = score > most ? score : most;
        } else if (result == MCTS_DRAW) {
            draw = i;
        } else if (result != loss) {
            return i;
        }
    }
    const bool past = mcts_visits(parent) % PAST_DRAW_EVERY == 0 && most >= 0.0f;
    return draw != UINT32_MAX && most < 0.5f && !past ? draw : best;
}

/* Selects the outcome that is furthest behind, so that visits follow the weights as closely as they
 * can (in place of random draws, which would add noise). */
static uint32_t choose_listed(const struct mcts_run *run, uint32_t at) {
    const struct mcts_block *block = mcts_block_at(run->tree, at);
    const struct mcts_node *children = mcts_at(run->tree, at + 1);
    const struct mcts_extra *extras = mcts_extras(run->tree, at);
    uint32_t best = 0;
    for (uint32_t i = 1; i < block->count; i++) {
        const uint64_t mine = 2 * (uint64_t)mcts_visits(&children[i]) + 1;
        const uint64_t its = 2 * (uint64_t)mcts_visits(&children[best]) + 1;
        if (mine * extra_visits(&extras[best]) < its * extra_visits(&extras[i]))
            best = i;
    }
    return best;
}

/* Progressive widening: as many samples as the square root of the visits, all equally often. */
static uint32_t choose_sample(const struct mcts_run *run, uint32_t node, uint32_t at) {
    const struct mcts_block *block = mcts_block_at(run->tree, at);
    const struct mcts_node *children = mcts_at(run->tree, at + 1);
    const uint32_t visits = mcts_visits(mcts_at(run->tree, node));
    uint32_t best = 0;
    for (uint32_t i = 1; i < block->count && i * i <= visits; i++)
        if (mcts_visits(&children[i]) < mcts_visits(&children[best]))
            best = i;
    return best;
}

static uint32_t choose(const struct mcts_run *run, uint32_t node, uint32_t at) {
    switch (mcts_block_at(run->tree, at)->kind) {
    case MCTS_PLAYER:
        return choose_move(run, node, at);
    case MCTS_LISTED:
        return choose_listed(run, at);
    default:
        return choose_sample(run, node, at);
    }
}

/* Moving through the tree. -------------------------------------------------------------------- */

static inline struct pes_state *state_of(struct mcts_worker *w) {
    return PES_STATE(w->state);
}

static inline uint64_t nodes_left(const struct mcts_worker *w) {
    assert(w->nodes <= w->nodes_max);
    return w->nodes_max - w->nodes;
}

void mcts_rewind(struct mcts_worker *w) {
    const struct mcts_run *run = w->run;
    pes_copy(run->g, state_of(w), run->root);
    w->depth = 0;
    w->path[0] = 0;
    w->plies = 0;
    trail_rewind(&w->trail);
}

/* Chance nodes do not count as positions of the history. */
static void push_position(struct mcts_worker *w) {
    const struct pes_game *g = w->run->g;
    if (g->repetition_max > 0 && pes_turn(g, state_of(w)) != PES_CHANCE)
        trail_push(&w->trail, pes_hash(g, state_of(w)));
}

void mcts_make(struct mcts_worker *w, pes_move m, bool is_ply) {
    const struct pes_game *g = w->run->g;
    struct pes_state *s = state_of(w);
    pes_make(g, s, m, w->undo.bytes);
    w->nodes++;
    w->plies += is_ply;
    push_position(w);
}

int mcts_roll(const struct pes_game *g, struct pes_state *s, pes_move seed, int outcomes_max) {
    struct pes_rng rng;
    struct pes_undo_buf undo;
    pes_rng_init(&rng, seed);
    if (g->rules->roll != NULL)
        return g->rules->roll(g, s, &rng, NULL, outcomes_max);
    int made = 0;
    for (; made < outcomes_max && pes_turn(g, s) == PES_CHANCE; made++)
        pes_make(g, s, pes_draw(g, s, &rng), undo.bytes);
    return made;
}

/* Makes the rolls of a sample. False: the node limit ended them half-way. */
static bool step_sample(struct mcts_worker *w, const struct mcts_node *child) {
    const struct pes_game *g = w->run->g;
    struct pes_state *s = state_of(w);
    const int most = nodes_left(w) < INT_MAX ? (int)nodes_left(w) : INT_MAX;
    w->nodes += (uint64_t)mcts_roll(g, s, child->move, most);
    if (pes_turn(g, s) == PES_CHANCE)
        return false;
    push_position(w);
    return true;
}

bool mcts_step(struct mcts_worker *w, uint32_t at, uint32_t child) {
    const struct mcts_block *block = mcts_block_at(w->run->tree, at);
    struct mcts_node *n = mcts_at(w->run->tree, at + 1 + child);
    if (nodes_left(w) == 0)
        return false;
    if (block->kind == MCTS_SAMPLED) {
        if (!step_sample(w, n))
            return false;
    } else {
        mcts_make(w, n->move, block->kind == MCTS_PLAYER);
    }
    /* The children of decision nodes were examined when they were expanded. */
    if (block->kind != MCTS_PLAYER && mcts_visits(n) == 0)
        atomic_store_explicit(&n->proof, mcts_settled(w), memory_order_relaxed);
    assert(w->depth < MCTS_PATH_MAX - 1);
    assert(child < block->count);
    w->path[++w->depth] = at + 1 + child;
    return true;
}

uint16_t mcts_proof_of_end(struct mcts_worker *w, enum pes_end why) {
    int32_t payoff[PES_PLAYERS_MAX];
    pes_settle(w->run->g, state_of(w), why, payoff);
    const int result = payoff[0] > payoff[1]   ? MCTS_FIRST_WINS
                       : payoff[0] < payoff[1] ? MCTS_SECOND_WINS
                                               : MCTS_DRAW;
    return mcts_proof(result, 0);
}

uint16_t mcts_settled(struct mcts_worker *w) {
    const struct pes_game *g = w->run->g;
    const struct pes_state *s = state_of(w);
    const pes_player turn = pes_turn(g, s);
    if (turn == PES_CHANCE)
        return MCTS_OPEN;
    if (turn == PES_TERMINAL)
        return mcts_proof_of_end(w, PES_END_RULES);
    if (g->repetition_max > 0 && trail_last_count(&w->trail) >= g->repetition_max)
        return mcts_proof_of_end(w, PES_END_REPETITION);
    if (w->plies >= w->trail.plies_left)
        return mcts_proof_of_end(w, pes_over(g, s) ? PES_END_RULES : PES_END_PLIES);
    return MCTS_OPEN;
}

/* Playouts. ----------------------------------------------------------------------------------- */

/* First's result, in MCTS_ONE. */
static uint32_t result_of(const int32_t payoff[PES_PLAYERS_MAX]) {
    return payoff[0] > payoff[1] ? MCTS_ONE : payoff[0] < payoff[1] ? 0 : MCTS_ONE / 2;
}

/* As pes_playout(), one move at a time, and stamps every move for RAVE. */
static int playout_stamped(struct mcts_worker *w, int plies_max, int32_t out[PES_PLAYERS_MAX]) {
    const struct pes_game *g = w->run->g;
    struct pes_state *s = state_of(w);
    int plies = 0;
    for (;; plies++) {
        if (g->rules->roll != NULL)
            g->rules->roll(g, s, &w->rng, NULL, INT_MAX);
        pes_player turn = pes_turn(g, s);
        for (; turn == PES_CHANCE; turn = pes_turn(g, s))
            pes_make(g, s, pes_draw(g, s, &w->rng), w->undo.bytes);
        if (plies == plies_max || turn == PES_TERMINAL)
            break;
        const pes_move m = pes_draw(g, s, &w->rng);
        if (m == PES_MOVE_NONE)
            break;
        w->stamps[(size_t)turn * g->move_keys + g->rules->move_key(g, m)] = w->stamp;
        pes_make(g, s, m, w->undo.bytes);
    }
    pes_settle(g, s, pes_over(g, s) ? PES_END_RULES : PES_END_PLIES, out);
    return plies;
}

/* The evaluation of the position in which a playout was cut off. */
static uint32_t cut_result(struct mcts_worker *w) {
    const struct mcts_eval *o = w->run->eval;
    if (o->eval->accumulator_size(w->run->g) > 0)
        o->eval->refresh(w->run->g, state_of(w), mcts_accumulator(w, 0));
    return mcts_eval_result(o, w->run->g, state_of(w), mcts_accumulator(w, 0));
}

static int plies_allowed(const struct mcts_worker *w) {
    const struct mcts_run *run = w->run;
    const int wanted = run->config->plies > 0 ? run->config->plies : PES_MCTS_PLIES_MAX;
    const int most = wanted < PES_MCTS_PLIES_MAX ? wanted : PES_MCTS_PLIES_MAX;
    const int left = w->trail.plies_left - w->plies;
    assert(left >= 0);
    return left < most ? left : most;
}

/* Makes the last rolls before the ply cap ends the game. */
static uint32_t roll_out(struct mcts_worker *w) {
    const struct pes_game *g = w->run->g;
    const struct pes_state *s = state_of(w);
    int32_t payoff[PES_PLAYERS_MAX];
    mcts_roll(g, state_of(w), (pes_move)pes_rng_next(&w->rng), INT_MAX);
    pes_settle(g, s, pes_over(g, s) ? PES_END_RULES : PES_END_PLIES, payoff);
    return result_of(payoff);
}

/* First's result of a playout from the current position, in MCTS_ONE. False: the node limit ended
 * it. */
static bool play_out(struct mcts_worker *w, uint32_t *result) {
    const struct mcts_run *run = w->run;
    const struct pes_game *g = run->g;
    const int allowed = plies_allowed(w);
    const int most = nodes_left(w) < (uint64_t)allowed ? (int)nodes_left(w) : allowed;
    int32_t payoff[PES_PLAYERS_MAX];
    if (allowed == 0) {
        *result = roll_out(w);
        return true;
    }
    if (most == 0)
        return false;
    const int plies = run->rave ? playout_stamped(w, most, payoff)
                                : pes_playout(g, state_of(w), &w->rng, most, payoff);
    w->nodes += (uint64_t)plies;
    const bool cut = plies == most && !pes_over(g, state_of(w));
    if (cut && most < allowed)
        return false;
    if (cut && run->eval->eval != NULL && most == run->config->plies)
        *result = cut_result(w);
    else
        *result = result_of(payoff);
    return true;
}

/* Simulations. -------------------------------------------------------------------------------- */

/* Has a leaf enough visits to be expanded? Wide blocks take much memory, and it takes many visits
 * to tell many children apart. */
static bool may_expand(const struct mcts_worker *w, uint32_t parent_block) {
    if (w->depth == 0)
        return true;
    if (w->depth >= w->run->depth_max || w->depth >= MCTS_PATH_MAX - 2)
        return false;
    const uint32_t siblings = mcts_block_at(w->run->tree, parent_block)->count;
    const uint32_t enough = 1 + siblings / 16 + (uint32_t)w->run->config->bias;
    return mcts_visits(mcts_at(w->run->tree, w->path[w->depth])) > enough;
}

/* Virtual loss: during a simulation each node on its path counts as lost for the player who chose
 * it, so that other workers explore elsewhere. The sum is First's, so a loss of First adds 0. */
static uint32_t virtual_sum(const struct mcts_run *run, const struct mcts_block *block) {
    return run->shared && block->kind == MCTS_PLAYER && block->mover == 1 ? MCTS_ONE : 0;
}

static void visit(const struct mcts_run *run, uint32_t at, uint32_t child) {
    struct mcts_node *n = mcts_at(run->tree, at + 1 + child);
    const uint32_t loss = virtual_sum(run, mcts_block_at(run->tree, at));
    add32(run, &n->visits, 1);
    if (loss != 0)
        add64(run, &n->sum, loss);
}

/* RAVE (rapid action value estimation): a move that the same player made later in the simulation
 * counts as if it had been made here. */
static void update_rave(struct mcts_worker *w, uint32_t at, uint32_t child, uint32_t result) {
    const struct mcts_run *run = w->run;
    const struct mcts_block *block = mcts_block_at(run->tree, at);
    if (block->kind != MCTS_PLAYER)
        return;
    const struct mcts_node *children = mcts_at(run->tree, at + 1);
    struct mcts_extra *extras = mcts_extras(run->tree, at);
    uint32_t *stamps = w->stamps + (size_t)block->mover * run->g->move_keys;
    stamps[children[child].key] = w->stamp;
    for (uint32_t i = 0; i < block->count; i++)
        if (stamps[children[i].key] == w->stamp && extra_visits(&extras[i]) < RAVE_MOST) {
            add32(run, &extras[i].visits, 1);
            add32(run, &extras[i].sum, result / (MCTS_ONE / RAVE_ONE));
        }
}

/* The blocks on the path: blocks[i] holds path[i + 1]. */
struct trace {
    uint32_t blocks[MCTS_PATH_MAX];
};

/* Backpropagation of the result, in place of the virtual loss, and then of proofs as far as they
 * change something. */
static void back_up(struct mcts_worker *w, const struct trace *trace, uint32_t result) {
    const struct mcts_run *run = w->run;
    assert(result <= MCTS_ONE);
    for (int32_t i = w->depth; i > 0; i--) {
        const uint32_t at = trace->blocks[i - 1];
        const uint32_t loss = virtual_sum(run, mcts_block_at(run->tree, at));
        assert(w->path[i] > at);
        assert(w->path[i] <= at + mcts_block_at(run->tree, at)->count);
        add64(run, &mcts_at(run->tree, w->path[i])->sum, (uint64_t)result - loss);
        if (run->rave)
            update_rave(w, at, w->path[i] - at - 1, result);
    }
    add32(run, &mcts_at(run->tree, 0)->visits, 1);
    add64(run, &mcts_at(run->tree, 0)->sum, result);
    for (int32_t i = w->depth; i > 0; i--)
        if (mcts_proof_of(mcts_at(run->tree, w->path[i])) == MCTS_OPEN ||
            !mcts_prove(run->tree, w->path[i - 1]))
            break;
}

/* Takes the visits and the virtual losses back. */
static void give_up(struct mcts_worker *w, const struct trace *trace) {
    const struct mcts_run *run = w->run;
    for (int32_t i = w->depth; i > 0; i--) {
        struct mcts_node *n = mcts_at(run->tree, w->path[i]);
        add32(run, &n->visits, (uint32_t)-1);
        add64(run, &n->sum,
              -(uint64_t)virtual_sum(run, mcts_block_at(run->tree, trace->blocks[i - 1])));
    }
}

/* Selection, expansion and playout. False: the node limit ended it. */
static bool descend(struct mcts_worker *w, struct trace *trace, uint32_t *result) {
    const struct mcts_run *run = w->run;
    for (;;) {
        const uint32_t node = w->path[w->depth];
        const struct mcts_node *n = mcts_at(run->tree, node);
        if (mcts_proof_of(n) != MCTS_OPEN) {
            *result = (uint32_t)(mcts_mean(n) * MCTS_ONE);
            return true;
        }
        uint32_t at = mcts_block_of(n);
        if (at == 0) {
            const uint32_t parent = w->depth > 0 ? trace->blocks[w->depth - 1] : 0;
            if (!may_expand(w, parent) || !mcts_expand(w, node))
                return play_out(w, result);
            continue;
        }
        const uint32_t child = choose(run, node, at);
        if (!mcts_step(w, at, child))
            return false;
        trace->blocks[w->depth - 1] = at;
        visit(run, at, child);
    }
}

bool mcts_simulate(struct mcts_worker *w) {
    struct trace trace;
    uint32_t result = 0;
    if (mcts_visits(mcts_at(w->run->tree, 0)) >= MCTS_VISITS_MAX)
        return false;
    mcts_rewind(w);
    w->stamp++;
    if (!descend(w, &trace, &result)) {
        give_up(w, &trace);
        return false;
    }
    back_up(w, &trace, result);
    w->depth_most = w->depth > w->depth_most ? w->depth : w->depth_most;
    w->simulations++;
    return true;
}
