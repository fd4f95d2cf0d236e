/* The tree of a small search, kept node by node so that people can look at it.
 *
 *     struct pes_tree *tree;
 *     pes_agent_new(g, "minimax:depth=2", &agent, &note);
 *     pes_agent_tree(agent, h, &(struct pes_tree_config){.only = "L R"}, &tree, &note);
 *     for (int32_t i = 0; i < tree->nodes[0].count; i++)
 *         show(tree->nodes[tree->nodes[0].first + i].text);
 *     pes_tree_free(tree);
 *
 * The values are those of pes_minimax_value(), bit by bit. Such a search does not prune;
 * pes_tree_cut() marks what an alpha-beta search would not visit in the same tree. */
#ifndef PES_TREE_H
#define PES_TREE_H

#include "pessoi/search.h"

enum {
    PES_TREE_NODES_MAX = 100000, /* nodes of a tree, unless the caller wants fewer */
    PES_TREE_ONLY_MAX = 64       /* moves in pes_tree_config.only */
};

enum pes_tree_kind {
    PES_TREE_MAX,    /* a player chooses the greatest value of the children */
    PES_TREE_MIN,    /* the other player chooses the least */
    PES_TREE_CHANCE, /* the mean of the outcomes by their weights, or one unknown outcome */
    PES_TREE_LEAF,   /* the depth ends here: rated, not searched */
    PES_TREE_END     /* the game ends here, or the player to move has no move */
};

/* What the pruned search knows about a node: see pes_tree_cut(). */
enum pes_tree_bound {
    PES_TREE_EXACT,
    PES_TREE_AT_LEAST, /* its value is `limit` or greater */
    PES_TREE_AT_MOST,  /* its value is `limit` or less */
    PES_TREE_SKIPPED   /* it is not visited: `limit` is the bound that makes it irrelevant */
};

struct pes_tree_node {
    double value;    /* to the tree's view, whoever is to move */
    double limit;    /* see enum pes_tree_bound; EXACT: the value */
    pes_move move;   /* leads here from the parent; PES_MOVE_NONE: the root */
    uint32_t weight; /* of an outcome; 0: a player's move, or an unknown outcome */
    int32_t parent;  /* -1: the root */
    int32_t first;   /* its children are nodes[first] .. nodes[first + count - 1], in list order */
    int32_t count;
    int32_t number;   /* pes_move_number() of the move; -1: none */
    int32_t outcomes; /* unknown outcomes in a row that `move` stands for; 0: it is none */
    uint8_t kind;     /* enum pes_tree_kind */
    uint8_t bound;    /* enum pes_tree_bound */
    bool chosen;      /* on the path that both players choose; it ends before the first roll */
    char text[PES_MOVE_TEXT_MAX]; /* the move as text; "": the root */
};

struct pes_tree {
    struct pes_tree_node *nodes; /* nodes[0] is the root */
    int32_t count;
    int32_t depth;   /* players' moves */
    pes_player view; /* the player whose values these are: MAX */
    int32_t visited; /* nodes that are not SKIPPED */
};

struct pes_tree_config {
    const char *only;  /* moves separated by blanks, in any case: the others are left out; NULL:
                        * none are */
    bool everywhere;   /* `only` restricts every node, for both players, not the root alone. A node
                        * where none of these moves is legal keeps all of its moves. */
    int32_t nodes_max; /* 1..PES_TREE_NODES_MAX; 0: PES_TREE_NODES_MAX */
    const atomic_bool *stop; /* borrowed; NULL: never */
};

/* The tree that pes_minimax_value() searches from s, in which a player must have a legal move.
 * `roots` are the moves to search there, `root_count` of them; NULL: all legal ones. Ignores
 * search->nodes_max and search->stop. Fails with LIMIT if there are more nodes than allowed, with
 * ILLEGAL or LIMIT and a note if `only` is wrong, with STOPPED and NOMEM. */
PES_API PES_MUST_USE enum pes_err pes_tree_new(const struct pes_minimax_search *search,
                                               const struct pes_state *s, const pes_move roots[],
                                               int root_count, const struct pes_tree_config *config,
                                               struct pes_tree **out, struct pes_note *note);
PES_API void pes_tree_free(struct pes_tree *tree); /* NULL is fine */

/* The tree that an agent searches to choose its move: without `only`, the root's value and chosen
 * child are the agent's own. The agent must be limited by depth alone. Fails like pes_tree_new(),
 * and with UNFIT if the agent cannot show a tree, or no player is to move. */
PES_API PES_MUST_USE enum pes_err pes_agent_tree(struct pes_agent *agent,
                                                 const struct pes_history *h,
                                                 const struct pes_tree_config *config,
                                                 struct pes_tree **out, struct pes_note *note);

/* Marks what an alpha-beta search in list order would not visit, and sets `bound`, `limit` and
 * tree->visited. The window is open at the root and again below every chance node. A player's
 * remaining moves are skipped as soon as one is at least as good for that player as what the other
 * one already has elsewhere; so the root's value and the chosen path stay the same. */
PES_API void pes_tree_cut(struct pes_tree *tree);

#endif
