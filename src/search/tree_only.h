/* The moves to which a tree is restricted (pes_tree_config.only), compared as text without regard
 * to case: the same text is the same move for either player, wherever it is legal. */
#ifndef SEARCH_TREE_ONLY_H
#define SEARCH_TREE_ONLY_H

#include "pessoi/tree.h"

struct tree_only {
    char moves[PES_TREE_ONLY_MAX][PES_MOVE_TEXT_MAX];
    int32_t columns[PES_TREE_ONLY_MAX]; /* of each move in the text, from 1 */
    bool found[PES_TREE_ONLY_MAX];      /* has it been legal somewhere? */
    int count;
};

/* Reads config->only in position s. If it restricts the root alone, every move must be legal
 * there. */
PES_MUST_USE enum pes_err tree_only_parse(struct tree_only *only,
                                          const struct pes_tree_config *config,
                                          const struct pes_game *g, const struct pes_state *s,
                                          struct pes_note *note);

/* Removes the other moves from a list; returns how many are left. If none of them is in the list,
 * it stays as it is. */
int tree_only_keep(struct tree_only *only, const struct pes_game *g, const struct pes_state *s,
                   pes_move list[], int count);

/* ILLEGAL, with `why` about the first move that was never found; OK if all were. */
PES_MUST_USE enum pes_err tree_only_check(const struct tree_only *only, const struct pes_text *why,
                                          struct pes_note *note);

#endif
