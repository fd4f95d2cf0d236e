/* The memory of the tree (an array of slots, see mcts.h), and proofs: MCTS-Solver.
 *
 * Invariant: blocks fill the slots from 1 to `used` without gaps, and every block lies behind the
 * block of its parent. */
#include "core/mem.h"
#include "search/mcts.h"

#include <assert.h>

enum { EXTRAS_PER_SLOT = 3 };

enum pes_err mcts_tree_init(struct mcts_tree *t, int32_t megabytes) {
    assert(megabytes >= 1);
    assert(megabytes <= PES_MCTS_MEMORY_MAX);
    const uint64_t bytes = (uint64_t)megabytes << 20;
    const uint64_t slots = bytes / sizeof(union mcts_slot);
    t->capacity = slots < MCTS_BUSY ? (uint32_t)slots : MCTS_BUSY - 1;
    t->slots = mem_alloc((size_t)t->capacity * sizeof *t->slots);
    if (t->slots == NULL)
        return PES_ERR_NOMEM;
    mcts_tree_clear(t);
    return PES_ERR_OK;
}

void mcts_tree_release(struct mcts_tree *t) {
    mem_free(t->slots);
    t->slots = NULL;
}

void mcts_tree_clear(struct mcts_tree *t) {
    memset(&t->slots[0], 0, sizeof t->slots[0]);
    atomic_store_explicit(&t->used, 1, memory_order_relaxed);
}

uint32_t mcts_block_size(uint32_t count, bool extras) {
    return 1 + count + (extras ? (count + EXTRAS_PER_SLOT - 1) / EXTRAS_PER_SLOT : 0);
}

uint32_t mcts_tree_take(struct mcts_tree *t, uint32_t count, bool extras) {
    const uint32_t size = mcts_block_size(count, extras);
    assert(count > 0);
    uint32_t at = atomic_load_explicit(&t->used, memory_order_relaxed);
    do {
        if (size > t->capacity - at)
            return 0;
    } while (!atomic_compare_exchange_weak_explicit(&t->used, &at, at + size, memory_order_relaxed,
                                                    memory_order_relaxed));
    memset(&t->slots[at], 0, (size_t)size * sizeof t->slots[at]);
    mcts_block_at(t, at)->count = count;
    mcts_block_at(t, at)->size = size;
    return at;
}

/* Marks the block of a node as kept, and records where the node lies now. */
static void keep_block(const struct mcts_tree *t, uint32_t node) {
    const uint32_t block = mcts_block_of(mcts_at(t, node));
    if (block == 0)
        return;
    mcts_block_at(t, block)->parent = node;
    mcts_block_at(t, block)->kept = true;
}

/* Compacts the array in one pass: a block is kept if its parent was, and parents come first. */
void mcts_tree_move(struct mcts_tree *t, uint32_t node) {
    const uint32_t used = atomic_load_explicit(&t->used, memory_order_relaxed);
    uint32_t to = 1;
    if (node == 0)
        return;
    t->slots[0] = t->slots[node];
    keep_block(t, 0);
    uint32_t size;
    for (uint32_t from = 1; from < used; from += size) {
        size = mcts_block_at(t, from)->size;
        assert(size > mcts_block_at(t, from)->count);
        assert(size <= used - from);
        if (!mcts_block_at(t, from)->kept)
            continue;
        if (from != to)
            memmove(&t->slots[to], &t->slots[from], (size_t)size * sizeof t->slots[to]);
        struct mcts_block *block = mcts_block_at(t, to);
        block->kept = false;
        assert(to <= from);
        assert(block->parent < to);
        atomic_store_explicit(&mcts_at(t, block->parent)->block, to, memory_order_relaxed);
        for (uint32_t i = 1; i <= block->count; i++)
            keep_block(t, to + i);
        to += size;
    }
    atomic_store_explicit(&t->used, to, memory_order_relaxed);
}

double mcts_mean(const struct mcts_node *n) {
    static const double certain[] = {
        [MCTS_FIRST_WINS] = 1.0, [MCTS_DRAW] = 0.5, [MCTS_SECOND_WINS] = 0.0};
    const int result = mcts_proof_result(mcts_proof_of(n));
    if (result != MCTS_OPEN)
        return certain[result];
    const uint32_t visits = mcts_visits(n);
    const uint64_t sum = atomic_load_explicit(&n->sum, memory_order_relaxed);
    return visits > 0 ? (double)sum / ((double)visits * MCTS_ONE) : 0.5;
}

/* A decision node: the best proof among the children, for the player to move; MCTS_OPEN where a
 * child that is not proven could be better. */
static uint16_t prove_choice(const struct mcts_node children[], uint32_t count, pes_player mover) {
    const int win = mcts_win_of(mover), loss = mcts_win_of(1 - mover);
    int win_plies = MCTS_PROOF_PLIES, other_plies = 0;
    bool wins = false, draws = false, open = false;
    for (uint32_t i = 0; i < count; i++) {
        const uint16_t proof = mcts_proof_of(&children[i]);
        const int result = mcts_proof_result(proof), plies = mcts_proof_plies(proof) + 1;
        if (result == win) {
            wins = true;
            win_plies = plies < win_plies ? plies : win_plies;
        } else if (result == loss) {
            other_plies = plies > other_plies ? plies : other_plies;
        } else {
            draws = draws || result == MCTS_DRAW;
            open = open || result == MCTS_OPEN;
        }
    }
    if (wins)
        return mcts_proof(win, win_plies);
    if (open)
        return MCTS_OPEN;
    return draws ? mcts_proof(MCTS_DRAW, 0) : mcts_proof(loss, other_plies);
}

/* A chance node: the result that all outcomes have in common. Outcomes do not count as plies. */
static uint16_t prove_outcomes(const struct mcts_node children[], uint32_t count) {
    assert(count > 0);
    const int result = mcts_proof_result(mcts_proof_of(&children[0]));
    int most = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint16_t proof = mcts_proof_of(&children[i]);
        if (mcts_proof_result(proof) != result)
            return MCTS_OPEN;
        most = mcts_proof_plies(proof) > most ? mcts_proof_plies(proof) : most;
    }
    return result == MCTS_OPEN ? MCTS_OPEN : mcts_proof(result, most);
}

bool mcts_prove(const struct mcts_tree *t, uint32_t node) {
    struct mcts_node *n = mcts_at(t, node);
    const uint32_t at = mcts_block_of(n);
    assert(at != 0);
    const struct mcts_block *block = mcts_block_at(t, at);
    const struct mcts_node *children = mcts_at(t, at + 1);
    uint16_t proof = MCTS_OPEN;
    if (block->kind == MCTS_PLAYER)
        proof = prove_choice(children, block->count, block->mover);
    else if (block->kind == MCTS_LISTED)
        proof = prove_outcomes(children, block->count);
    if (proof == MCTS_OPEN || proof == mcts_proof_of(n))
        return false;
    atomic_store_explicit(&n->proof, proof, memory_order_relaxed);
    return true;
}
