/* Internals of the Monte Carlo tree search, for its own files only (pessoi/search.h is public):
 *
 *     mcts.c          the public functions: create, run, report answers; reuse of the tree
 *     mcts_walk.c     one simulation: selection (UCT, RAVE), playout, backpropagation
 *     mcts_expand.c   expansion of a leaf, and evaluations as win probabilities
 *     mcts_tree.c     the memory of the tree, and proofs (MCTS-Solver)
 *
 * The tree is one array of slots of equal size, addressed by index. Slot 0 is the root; blocks
 * follow it. A block holds all children of one node side by side: a header slot, one slot per
 * child, then slots that only some kinds of blocks need. Blocks are only appended.
 *
 * Invariant: every block lies behind the block of its parent. So one pass from front to back finds
 * and moves all that a new root keeps.
 *
 * Several threads may grow the tree at the same time. Counters are relaxed atomics. A node is
 * expanded once: the thread that claims it fills in the block and then publishes it; meanwhile the
 * other threads treat the node as a leaf. From then on everything in a block but the counters is
 * constant. */
#ifndef SEARCH_MCTS_H
#define SEARCH_MCTS_H

#include "pessoi/search.h"
#include "search/trail.h"

enum {
    MCTS_ONE = 1 << 16,   /* a win, in the sums of results */
    MCTS_PATH_MAX = 512,  /* nodes from the root to a leaf */
    MCTS_LISTED_MAX = 64, /* the most outcomes of consecutive rolls that are listed one by one */
    MCTS_SAMPLES_MAX = 32 /* samples where there are more outcomes */
};
_Static_assert((int)MCTS_PATH_MAX <= (int)TRAIL_PLIES, "the trail is long enough");

/* A proof: who wins, and in how many plies at most. MCTS_OPEN: nothing is proven. */
enum { MCTS_OPEN, MCTS_FIRST_WINS, MCTS_DRAW, MCTS_SECOND_WINS, MCTS_PROOF_PLIES = 0x3fff };

static inline int mcts_proof_result(uint16_t proof) {
    return proof >> 14;
}
static inline int mcts_proof_plies(uint16_t proof) {
    return proof & MCTS_PROOF_PLIES;
}
static inline uint16_t mcts_proof(int result, int plies) {
    assert(result >= MCTS_OPEN);
    assert(result <= MCTS_SECOND_WINS);
    assert(plies >= 0);
    return (uint16_t)(result << 14 | (plies < MCTS_PROOF_PLIES ? plies : MCTS_PROOF_PLIES));
}
static inline int mcts_win_of(pes_player player) {
    return player == 0 ? MCTS_FIRST_WINS : MCTS_SECOND_WINS;
}

struct mcts_node {
    _Atomic uint32_t visits;
    _Atomic uint32_t block; /* of its children; 0: not expanded */
    _Atomic uint64_t sum;   /* of First's results, in MCTS_ONE */
    pes_move move;          /* that leads here; for a sample: the seed of its rolls */
    _Atomic uint16_t proof; /* see above */
    uint16_t key;           /* of the move, for RAVE */
};

enum mcts_kind {
    MCTS_PLAYER, /* decision node: all legal moves */
    MCTS_LISTED, /* chance node: all outcomes of one roll */
    MCTS_SAMPLED /* chance node: samples of several consecutive rolls */
};

struct mcts_block {
    uint32_t count;   /* children */
    uint32_t size;    /* slots of the block, this one included */
    uint32_t parent;  /* the node whose children they are */
    uint32_t weights; /* MCTS_LISTED: the sum of the children's weights */
    uint32_t zeros;   /* padding */
    uint8_t kind;     /* enum mcts_kind */
    uint8_t mover;    /* MCTS_PLAYER: the player to move */
    bool kept;        /* used by mcts_tree_move() only */
    uint8_t zero;     /* padding */
};

/* One per child, in blocks that have them: RAVE statistics, or the weight of an outcome. */
struct mcts_extra {
    _Atomic uint32_t visits; /* or the weight */
    _Atomic uint32_t sum;    /* in 1/256 of a win */
};

union mcts_slot {
    struct mcts_node node;
    struct mcts_block block;
    struct mcts_extra extra[3];
};
_Static_assert(sizeof(struct mcts_node) == 24, "a node is three words");
_Static_assert(sizeof(union mcts_slot) == sizeof(struct mcts_node), "all slots are alike");

/* In place of a block's index while a thread expands the node. */
#define MCTS_BUSY UINT32_MAX

/* The most simulations of a tree: counters have 32 bits, and every thread may have one more under
 * way. */
#define MCTS_VISITS_MAX (UINT32_MAX - PES_MCTS_THREADS_MAX - 1)

struct mcts_tree {
    union mcts_slot *slots;
    uint32_t capacity;
    _Atomic uint32_t used;
};

PES_MUST_USE enum pes_err mcts_tree_init(struct mcts_tree *t, int32_t megabytes);
void mcts_tree_release(struct mcts_tree *t);

/* Leaves a root without visits or children. */
void mcts_tree_clear(struct mcts_tree *t);

/* Slots of a block for `count` children, with one extra each or without. */
uint32_t mcts_block_size(uint32_t count, bool extras);

/* Allocates a block, zeroed but for its size and count; 0: the memory is full. */
uint32_t mcts_tree_take(struct mcts_tree *t, uint32_t count, bool extras);

/* Makes `node` the root and drops everything that is not below it. */
void mcts_tree_move(struct mcts_tree *t, uint32_t node);

static inline struct mcts_node *mcts_at(const struct mcts_tree *t, uint32_t node) {
    assert(node < t->capacity);
    return &t->slots[node].node;
}
static inline struct mcts_block *mcts_block_at(const struct mcts_tree *t, uint32_t block) {
    assert(block > 0);
    assert(block < t->capacity);
    return &t->slots[block].block;
}
static inline struct mcts_extra *mcts_extras(const struct mcts_tree *t, uint32_t block) {
    return t->slots[block + 1 + t->slots[block].block.count].extra;
}

/* The published block of a node; 0: it is a leaf. */
static inline uint32_t mcts_block_of(const struct mcts_node *n) {
    const uint32_t block = atomic_load_explicit(&n->block, memory_order_acquire);
    return block == MCTS_BUSY ? 0 : block;
}
static inline uint32_t mcts_visits(const struct mcts_node *n) {
    return atomic_load_explicit(&n->visits, memory_order_relaxed);
}
static inline uint16_t mcts_proof_of(const struct mcts_node *n) {
    return atomic_load_explicit(&n->proof, memory_order_relaxed);
}

/* First's mean result, 0..1: by proof, or by the simulations; 0.5 without any. */
double mcts_mean(const struct mcts_node *n);

/* MCTS-Solver (Winands, Björnsson and Saito 2008): do the proofs of the children prove the node, or
 * a quicker win than the one known? Then stores the proof. True: something changed. */
bool mcts_prove(const struct mcts_tree *t, uint32_t node);

/* An evaluation whose values are turned into win probabilities. */
struct mcts_eval {
    const struct pes_eval *eval; /* NULL: there is none */
    double scale;                /* without odds: a value of this size means 75 % */
};

/* Where the evaluation has no odds, `scale` is the mean absolute value of random positions. */
void mcts_eval_init(struct mcts_eval *o, const struct pes_game *g, const struct pes_eval *eval);

/* First's win probability in a position that is not final, in MCTS_ONE. */
uint32_t mcts_eval_result(const struct mcts_eval *o, const struct pes_game *g,
                          const struct pes_state *s, const void *accumulator);

/* Shared by all workers during a run; constant but for the tree. */
struct mcts_run {
    const struct pes_game *g;
    const struct pes_mcts_config *config;
    const struct mcts_eval *eval;
    struct mcts_tree *tree;
    const struct pes_state *root;
    int32_t depth_max; /* of the tree, in nodes */
    bool shared;       /* there are several workers */
    bool rave;
};

/* One thread's simulations. */
struct mcts_worker {
    const struct mcts_run *run;
    struct pes_rng rng;
    uint64_t nodes; /* moves made */
    uint64_t nodes_max;
    uint64_t simulations;
    int32_t depth_most; /* of all leaves so far */

    /* The current simulation. */
    int32_t depth;                /* of `path`; the root is at 0 */
    uint32_t path[MCTS_PATH_MAX]; /* nodes */
    int32_t plies;                /* players' moves made since the root */
    struct trail trail;           /* positions since the root, where repetition matters */
    uint32_t stamp;               /* of this simulation */
    uint32_t *stamps; /* by player and key: the last simulation in which it was played */

    struct pes_state_buf state;
    struct pes_undo_buf undo;
    unsigned char accumulators[2 * PES_ACCUMULATOR_MAX + 64]; /* see mcts_accumulator() */
};

/* One of the two aligned accumulators, 0 or 1: of the current position, of a child. */
static inline void *mcts_accumulator(struct mcts_worker *w, size_t which) {
    assert(which < 2);
    unsigned char *at = w->accumulators + which * PES_ACCUMULATOR_MAX;
    return at + (64 - (uintptr_t)at % 64) % 64;
}

/* One simulation. False: the node limit ended it, or there were MCTS_VISITS_MAX; the tree's
 * statistics are unchanged then. */
bool mcts_simulate(struct mcts_worker *w);

/* Expands a leaf, which is w's current position. False: the memory is full, or another thread is
 * expanding it. */
bool mcts_expand(struct mcts_worker *w, uint32_t node);

/* The proof of w's current position if the game ends there by rules, repetition or cap; else
 * MCTS_OPEN. */
uint16_t mcts_settled(struct mcts_worker *w);

/* The proof of w's current position, where the game ends for this reason. */
uint16_t mcts_proof_of_end(struct mcts_worker *w, enum pes_end why);

/* Puts w back at the root. */
void mcts_rewind(struct mcts_worker *w);

/* Makes a move or an outcome, and extends the trail. */
void mcts_make(struct mcts_worker *w, pes_move m, bool is_ply);

/* Goes to a child, without counting a visit. False: the node limit is reached. */
bool mcts_step(struct mcts_worker *w, uint32_t block, uint32_t child);

/* Makes the rolls of a sample, which follow from its seed; returns the outcomes made. */
int mcts_roll(const struct pes_game *g, struct pes_state *s, pes_move seed, int outcomes_max);

#endif
