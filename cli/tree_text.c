/* A tree as indented text, one line per node. */
#include "cli/tree_view.h"

#include "cli/term.h"

#include <assert.h>
#include <string.h>

/* The current place in the tree. */
struct place {
    const struct tree_view *v;
    struct str *out;
    bool last[TREE_LEVELS_MAX]; /* is the node on this level the last of its siblings? */
    int level;
};

/* Columns of the moves and values of one list of siblings. */
struct columns {
    int move, value;
};

static void begin_line(const struct place *p) {
    const bool unicode = p->v->c->unicode;
    assert(p->level > 0);
    for (int i = 1; i < p->level; i++)
        str_add(p->out, p->last[i] ? "   " : unicode ? "│  " : "|  ");
    if (p->last[p->level])
        str_add(p->out, unicode ? "└─" : "`-");
    else
        str_add(p->out, unicode ? "├─" : "|-");
}

static struct columns measure(const struct tree_view *v, const struct tree_part *part) {
    struct columns columns = {0, 0};
    for (int i = 0; i < part->count; i++) {
        char text[CLI_LABEL_SIZE];
        tree_move_text(v, &v->tree->nodes[part->shown[i]], text);
        const int move = utf8_width(text, strlen(text));
        tree_value_text(v, &v->tree->nodes[part->shown[i]], text);
        const int value = utf8_width(text, strlen(text));
        columns.move = move > columns.move ? move : columns.move;
        columns.value = value > columns.value ? value : columns.value;
    }
    return columns;
}

/* "R   -3  MAX". */
static void add_node(const struct place *p, const struct pes_tree_node *node,
                     const struct columns *columns) {
    char text[CLI_LABEL_SIZE];
    const struct cli *c = p->v->c;
    const bool strong = node->chosen;
    str_add(p->out, strong ? "* " : c->unicode ? "─ " : "- ");
    term_ink_on(p->out, strong ? PES_INK_STRONG : PES_INK_PLAIN, c->colour);
    tree_move_text(p->v, node, text);
    term_pad(p->out, text, columns->move + 2);
    tree_value_text(p->v, node, text);
    for (int i = utf8_width(text, strlen(text)); i < columns->value; i++)
        str_add_char(p->out, ' ');
    str_add(p->out, text);
    term_ink_off(p->out, c->colour && strong);
    if (node->kind != PES_TREE_LEAF)
        str_addf(p->out, "  %s", tree_kind_text(node)->in[c->lang]);
    str_add_char(p->out, '\n');
}

static void add_below(struct place *p, int32_t at) {
    struct tree_part part;
    tree_part_of(p->v, at, &part);
    const struct columns columns = measure(p->v, &part);
    p->level++;
    assert(p->level < TREE_LEVELS_MAX);
    for (int i = 0; i < part.count; i++) {
        p->last[p->level] = i == part.count - 1 && part.more == 0 && part.cut == 0;
        begin_line(p);
        add_node(p, &p->v->tree->nodes[part.shown[i]], &columns);
        add_below(p, part.shown[i]);
    }
    if (part.more > 0) {
        p->last[p->level] = part.cut == 0;
        begin_line(p);
        str_add_char(p->out, ' ');
        tree_more_text(p->v, &part, p->out);
        str_add_char(p->out, '\n');
    }
    if (part.cut > 0) {
        p->last[p->level] = true;
        begin_line(p);
        str_add_char(p->out, ' ');
        tree_cut_text(p->v, at, &part, p->out);
        str_add_char(p->out, '\n');
    }
    p->level--;
}

void tree_add_text(const struct tree_view *v, struct str *out) {
    struct place p = {.v = v, .out = out};
    char value[CLI_LABEL_SIZE];
    tree_head_text(v, false, out);
    str_add_char(out, '\n');
    tree_players_text(v, out);
    str_add(out, "\n\n");
    tree_value_text(v, &v->tree->nodes[0], value);
    str_addf(out, "%s  %s\n", value, tree_kind_text(&v->tree->nodes[0])->in[v->c->lang]);
    add_below(&p, 0);
    str_add_char(out, '\n');
    tree_size_text(v, out);
}
