/* The tree of the Monte Carlo search, for the files mcts*.c alone; pessoi/search.h is the door.
 *
 * The tree lies in one pool of slots of equal size and speaks of them by index. Slot 0 is the root;
 * behind it come blocks. A block holds all the children of one node side by side: a slot with what
 * they have in common, a slot for each, then what only some kinds of blocks need. Blocks are only
 * ever appended, so that every block lies behind the one its parent is in: one pass from front to
 * back finds and moves all that a new root keeps.
 *
 * Several threads may grow the tree at the same time. Counters are relaxed atomics. A node gets its
 * block once: whoever claims it fills the block in and then publishes it, and meanwhile the others
 * treat the node as a leaf. Everything in a block but the counters is constant from then on. */
#ifndef SEARCH_MCTS_H
#define SEARCH_MCTS_H

#include "pessoi/search.h"

enum {
    MCTS_ONE = 1 << 16,   /* a win, in the sums of results */
    MCTS_PATH_MAX = 512,  /* nodes from the root to a leaf */
    MCTS_LISTED_MAX = 64, /* outcomes of a run of rolls that are listed */
    MCTS_SAMPLES_MAX = 32 /* samples of a longer one */
};

/* Results that are certain: who wins, and in how many plies at most. 0: not known. */
enum { MCTS_OPEN, MCTS_FIRST_WINS, MCTS_DRAW, MCTS_SECOND_WINS, MCTS_PROOF_PLIES = 0x3fff };

static inline int mcts_proof_result(uint16_t proof) {
    return proof >> 14;
}
static inline int mcts_proof_plies(uint16_t proof) {
    return proof & MCTS_PROOF_PLIES;
}
static inline uint16_t mcts_proof(int result, int plies) {
    return (uint16_t)(result << 14 | (plies < MCTS_PROOF_PLIES ? plies : MCTS_PROOF_PLIES));
}
static inline int mcts_win_of(pes_player player) {
    return player == 0 ? MCTS_FIRST_WINS : MCTS_SECOND_WINS;
}

struct mcts_node {
    _Atomic uint32_t visits;
    _Atomic uint32_t block; /* where its children are; 0: nowhere */
    _Atomic uint64_t sum;   /* First's results, MCTS_ONE a win */
    pes_move move;          /* that leads here; of a sample: the seed of its rolls */
    _Atomic uint16_t proof; /* see above */
    uint16_t key;           /* of the move, for RAVE */
};

enum mcts_kind {
    MCTS_PLAYER, /* a player chooses among all legal moves */
    MCTS_LISTED, /* chance: all outcomes of one roll */
    MCTS_SAMPLED /* chance: some outcomes of a whole run of rolls */
};

struct mcts_block {
    uint32_t count;   /* children */
    uint32_t size;    /* slots of the block, this one included */
    uint32_t parent;  /* the node whose children they are */
    uint32_t weights; /* MCTS_LISTED: the sum of the children's */
    uint32_t zeros;
    uint8_t kind;
    uint8_t mover; /* MCTS_PLAYER: who chooses */
    bool kept;     /* by the pass that moves the tree to a new root */
    uint8_t zero;
};

/* What a child has besides, where its block has it: RAVE's counts, or an outcome's weight. */
struct mcts_extra {
    _Atomic uint32_t visits; /* or the weight */
    _Atomic uint32_t sum;    /* in 256ths of a win */
};

union mcts_slot {
    struct mcts_node node;
    struct mcts_block block;
    struct mcts_extra extra[3];
};
_Static_assert(sizeof(struct mcts_node) == 24, "a node is three words");
_Static_assert(sizeof(union mcts_slot) == sizeof(struct mcts_node), "all slots are alike");

/* In place of a block's index while somebody makes it. */
#define MCTS_BUSY UINT32_MAX

/* Simulations of a tree: counters have 32 bits, and every thread may be on its way with one more.
 */
#define MCTS_VISITS_MAX (UINT32_MAX - PES_MCTS_THREADS_MAX - 1)

struct mcts_tree {
    union mcts_slot *slots;
    uint32_t capacity;
    _Atomic uint32_t used;
};

PES_MUST_USE enum pes_err mcts_tree_init(struct mcts_tree *t, int32_t megabytes);
void mcts_tree_release(struct mcts_tree *t);

/* Only a root that nobody visited. */
void mcts_tree_clear(struct mcts_tree *t);

/* Slots of a block for `count` children, with an extra each or without. */
uint32_t mcts_block_size(uint32_t count, bool extras);

/* Takes the slots of a block, zeroed but for its size and count; 0: there are not enough left. */
uint32_t mcts_tree_take(struct mcts_tree *t, uint32_t count, bool extras);

/* Makes `node` the root and forgets all that is not behind it. */
void mcts_tree_move(struct mcts_tree *t, uint32_t node);

static inline struct mcts_node *mcts_at(const struct mcts_tree *t, uint32_t node) {
    return &t->slots[node].node;
}
static inline struct mcts_block *mcts_block_at(const struct mcts_tree *t, uint32_t block) {
    return &t->slots[block].block;
}
static inline struct mcts_extra *mcts_extras(const struct mcts_tree *t, uint32_t block) {
    return t->slots[block + 1 + t->slots[block].block.count].extra;
}

/* The block of a node, once it is there for everybody; 0: not yet. */
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

/* First's chance to win, by proof or by the results so far; a node never visited is even. */
double mcts_mean(const struct mcts_node *n);

/* Does what is known of the children prove the node? Then it notes so, or a quicker win than the
 * one it knew. True: something changed. */
bool mcts_prove(const struct mcts_tree *t, uint32_t node);

/* Turning an evaluation's values into chances to win. */
struct mcts_opinion {
    const struct pes_eval *eval; /* NULL: there is none */
    double scale;                /* a value of this size is a win in three of four games */
};

/* Finds the scale where the evaluation has no chances of its own: the mean size of its values in
 * random positions. */
void mcts_opinion_init(struct mcts_opinion *o, const struct pes_game *g,
                       const struct pes_eval *eval);

/* First's chance to win in a position that is not final, in MCTS_ONE. */
uint32_t mcts_opinion_of(const struct mcts_opinion *o, const struct pes_game *g,
                         const struct pes_state *s, const void *accumulator);

/* What all workers share during a run. */
struct mcts_run {
    const struct pes_game *g;
    const struct pes_mcts_config *config;
    const struct mcts_opinion *opinion;
    struct mcts_tree *tree;
    const struct pes_state *root;
    const uint64_t *hashes; /* of the game, that can still come up again; borrowed */
    int32_t hash_count;
    int32_t plies;     /* made in the game so far */
    int32_t plies_cap; /* 0: none, or it has been passed */
    int32_t depth_max;
    bool shared; /* by several workers */
    bool rave;
};

/* One thread's walk through the tree. */
struct mcts_worker {
    const struct mcts_run *run;
    struct pes_rng rng;
    uint64_t nodes; /* moves made */
    uint64_t nodes_max;
    uint64_t simulations;
    int32_t depth_most; /* of a leaf so far */

    /* The simulation under way. */
    int32_t depth;                 /* of `path`; the root is at 0 */
    uint32_t path[MCTS_PATH_MAX];  /* nodes */
    int32_t plies;                 /* made in the game, those of the path included */
    int32_t game_from;             /* the first of run->hashes that can come up again */
    int32_t path_from, path_count; /* the same in `hashes` */
    uint64_t hashes[MCTS_PATH_MAX];
    uint32_t stamp;   /* of this simulation */
    uint32_t *stamps; /* by player and key: the last simulation in which it was played */

    struct pes_state_buf state;
    struct pes_undo_buf undo;
    unsigned char accumulators[2 * PES_ACCUMULATOR_MAX + 64]; /* see mcts_accumulator() */
};

/* Room for an evaluation's accumulator, aligned as it wants it: 0 or 1. */
static inline void *mcts_accumulator(struct mcts_worker *w, size_t which) {
    unsigned char *at = w->accumulators + which * PES_ACCUMULATOR_MAX;
    return at + (64 - (uintptr_t)at % 64) % 64;
}

/* One simulation. False: the nodes did not suffice, or there were MCTS_VISITS_MAX; nothing was
 * learned. */
bool mcts_simulate(struct mcts_worker *w);

/* Makes the block of a leaf, w standing there. False: there is no room, or somebody else does. */
bool mcts_expand(struct mcts_worker *w, uint32_t node);

/* What is certain of the position w stands in before it is looked into: is it an end? */
uint16_t mcts_settled(struct mcts_worker *w);

/* The proof of the position w stands in, which is an end for this reason. */
uint16_t mcts_proof_of_end(struct mcts_worker *w, enum pes_end why);

/* Stands at the root again. */
void mcts_rewind(struct mcts_worker *w);

/* Makes a move or an outcome, and keeps the trail as a history would. */
void mcts_make(struct mcts_worker *w, pes_move m, bool is_ply);

/* Follows a child, without counting a visit. False: the nodes did not suffice. */
bool mcts_step(struct mcts_worker *w, uint32_t block, uint32_t child);

/* Lets chance roll as the seed of a sample says; returns the outcomes made. */
int mcts_roll(const struct pes_game *g, struct pes_state *s, pes_move seed, int outcomes_max);

#endif
