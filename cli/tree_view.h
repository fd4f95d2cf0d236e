/* What `pessoi tree` shows of a tree, in whatever format: which children of a node are shown and
 * which are folded into one line, and the words beside a node.
 *
 * Of a long list of moves the chosen one and the best of the others are shown, in list order; of a
 * long list of outcomes the likeliest. */
#ifndef CLI_TREE_VIEW_H
#define CLI_TREE_VIEW_H

#include "cli/cli.h"
#include "pessoi/tree.h"

enum { TREE_LEVELS_MAX = 2 * PES_DEPTH_MAX + 2 }; /* a roll may follow every move */

struct tree_view {
    struct cli *c;
    const struct pes_tree *tree;
    const char *agent;          /* as text */
    const struct pes_text *max; /* the names of the players */
    const struct pes_text *min;
    bool cuts; /* show what alpha-beta knows, and what it leaves out */
    int width; /* children shown of one node; 0: all */
};

/* What is shown below one node. */
struct tree_part {
    int32_t shown[PES_MOVES_MAX]; /* nodes, in list order */
    int count;
    int more; /* children that are folded, and their least and greatest value */
    double least, greatest;
    int cut;      /* children that alpha-beta skips: never shown one by one */
    double limit; /* the bound that cut them */
};

void tree_part_of(const struct tree_view *v, int32_t at, struct tree_part *out);

/* Sets v->width: as many children as fit into TREE_ROWS lines, at least two. */
enum { TREE_ROWS = 60 };
void tree_view_fold(struct tree_view *v);

/* Lines of the tree as it is shown: nodes, and lists that are folded or cut. */
int64_t tree_rows(const struct tree_view *v);

/* "-3", "2.125"; with cuts also "<= -3". */
void tree_value_text(const struct tree_view *v, const struct pes_tree_node *node,
                     char out[CLI_LABEL_SIZE]);
/* "R", or "R (1)" if the report numbers its moves; an outcome with its weight: "#13 1/20". */
void tree_move_text(const struct tree_view *v, const struct pes_tree_node *node,
                    char out[CLI_LABEL_SIZE]);
/* What kind of node it is: "MAX", "MIN", "chance", "end"; "" for a leaf. */
const struct pes_text *tree_kind_text(const struct pes_tree_node *node);

/* The lines for the folded and the cut children of node `at`, which must exist. */
void tree_more_text(const struct tree_view *v, const struct tree_part *part, struct str *out);
void tree_cut_text(const struct tree_view *v, int32_t at, const struct tree_part *part,
                   struct str *out);

/* The sentences above a tree; the chosen path has thick lines in a picture, stars in text. */
void tree_head_text(const struct tree_view *v, bool picture, struct str *out);
void tree_players_text(const struct tree_view *v, struct str *out);
/* The lines below it: how many nodes there are, and how many of them are shown. */
void tree_size_text(const struct tree_view *v, struct str *out);

/* The formats: tree_text.c, tree_dot.c and tree_svg.c. */
void tree_add_text(const struct tree_view *v, struct str *out);
void tree_add_dot(const struct tree_view *v, struct str *out);
void tree_add_svg(const struct tree_view *v, struct str *out);

#endif
