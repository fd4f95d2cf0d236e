/* Searches for forced wins: what victory by continuous fours (VCF, gomoku_vcf.c) and victory by
 * continuous threats (VCT, gomoku_vct.c) have in common. gomoku_tactics.c is their interface.
 *
 * An attack is a position that a search changes in place. One colour attacks; whose turn it is
 * follows from the search, not from the number of stones, so that the attacker can be given two
 * moves in a row (a null move of the defender). */
#ifndef GOMOKU_ATTACK_H
#define GOMOKU_ATTACK_H

#include "games/gomoku/gomoku_shapes.h"

/* What searches remember, see struct pes_effort: two tables of pairs of entries. In the first slot
 * of a pair is the entry that cost more, in the second the one that came last. */
struct gomoku_proof_entry {
    uint64_t key;
    uint32_t phi, delta; /* proof and disproof number, from the view of the side to move */
    uint16_t point;      /* of the proof; meaningless if the defender is to move */
    uint16_t plies;      /* of the proof */
    uint16_t run;        /* of the walk that checked it; 0: none */
    uint8_t work;        /* the logarithm of the nodes below */
    uint8_t soft;        /* disproved only as far as fours were searched */
};
struct gomoku_memory {
    uint64_t *fours; /* gomoku_vcf.c */
    uint64_t fours_mask;
    struct gomoku_proof_entry *threats; /* gomoku_vct.c */
    uint64_t threats_mask;
    uint16_t *runs; /* walks through proofs so far */
};

struct gomoku_attack {
    const struct gomoku_board *board;
    struct gomoku s; /* the stones: phase and winner are not followed */
    struct gomoku_shapes a;
    int attacker; /* colour */
    uint64_t key; /* Zobrist key of the stones and the attacker */
    struct gomoku_memory memory;
    const struct pes_effort *effort;
    uint64_t nodes;
    uint64_t limit; /* the search at hand ends at this many nodes */
    bool stopped;   /* the effort is used up, or the caller said so */
};

/* The main line of a forced win: points of attacker and defender in turn. */
struct gomoku_line {
    int32_t count;
    uint16_t points[PES_PROOF_MAX];
};

/* Sets up the attack of the side to move; memory and nodes are the caller's business. */
void gomoku_attack_init(struct gomoku_attack *t, const struct pes_game *g, const struct gomoku *s,
                        const struct gomoku_shapes *a);

/* Puts a stone on an empty point and takes it back. */
void gomoku_attack_place(struct gomoku_attack *t, int point, int colour);
void gomoku_attack_take(struct gomoku_attack *t, int point, int colour);

/* The change of the key by a stone. */
uint64_t gomoku_attack_key(int point, int colour);

/* Counts a node; false: the limit is reached, or the search is stopped. */
bool gomoku_attack_look(struct gomoku_attack *t);

/* The first point from `point` on where this colour makes five; -1: there is none. */
int gomoku_attack_five(const struct gomoku_attack *t, int colour, int point);

/* Is this point forbidden to this colour? */
bool gomoku_attack_banned(const struct gomoku_attack *t, int point, int colour);

/* A legal move of this colour, -1: it has none. */
int gomoku_attack_any(const struct gomoku_attack *t, int colour);

/* The number of points with this threat. */
static inline int gomoku_attack_count(const struct gomoku_attack *t, int colour,
                                      enum gomoku_threat threat) {
    return t->a.count[colour][threat];
}

/* Does the attacker, to move, win by fours alone? Uses at most nodes_max nodes; the line is filled
 * in for a win. */
enum pes_verdict gomoku_vcf(struct gomoku_attack *t, uint64_t nodes_max, struct gomoku_line *out);

/* Does the attacker, to move, win by fours and threes? Uses nodes up to t->limit. *plies is -1 if
 * the nodes did not suffice for the whole line. */
enum pes_verdict gomoku_vct(struct gomoku_attack *t, struct gomoku_line *out, int32_t *plies);

#endif
