/* A tree in the DOT language of Graphviz. */
#include "cli/tree_view.h"

#include <assert.h>

/* Text inside quotes. */
static void add_quoted(struct str *out, const char *text) {
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\')
            str_add_char(out, '\\');
        str_add_char(out, *text);
    }
}

static const char *shape_of(const struct pes_tree_node *node) {
    switch ((enum pes_tree_kind)node->kind) {
    case PES_TREE_MAX:
        return "triangle";
    case PES_TREE_MIN:
        return "invtriangle";
    case PES_TREE_CHANCE:
        return "ellipse";
    case PES_TREE_END:
        return "doubleoctagon";
    case PES_TREE_LEAF:
        break;
    }
    return "box";
}

static void add_node(const struct tree_view *v, int32_t at, struct str *out) {
    const struct pes_tree_node *node = &v->tree->nodes[at];
    char text[CLI_LABEL_SIZE];
    tree_value_text(v, node, text);
    str_addf(out, "  n%d [label=\"", (int)at);
    add_quoted(out, text);
    str_addf(out, "\", shape=%s%s];\n", shape_of(node), node->chosen ? ", penwidth=3" : "");
    if (node->parent < 0)
        return;
    tree_move_text(v, node, text);
    str_addf(out, "  n%d -> n%d [label=\"", (int)node->parent, (int)at);
    add_quoted(out, text);
    str_addf(out, "\"%s];\n", node->chosen ? ", penwidth=3" : "");
}

/* A note in place of children: kind 'm' for folded ones, 'c' for cut ones. */
static void add_note(int32_t at, char kind, const struct str *text, struct str *out) {
    str_addf(out, "  %c%d [label=\"", kind, (int)at);
    add_quoted(out, text->text);
    str_addf(out, "\", shape=plaintext];\n  n%d -> %c%d [style=%s];\n", (int)at, kind, (int)at,
             kind == 'c' ? "dashed" : "dotted");
    out->failed |= text->failed;
}

static void add_below(const struct tree_view *v, int32_t at, struct str *out) {
    struct tree_part part;
    tree_part_of(v, at, &part);
    add_node(v, at, out);
    for (int i = 0; i < part.count; i++)
        add_below(v, part.shown[i], out);
    struct str note;
    str_init(&note);
    if (part.more > 0) {
        tree_more_text(v, &part, &note);
        add_note(at, 'm', &note, out);
        str_clear(&note);
    }
    if (part.cut > 0) {
        tree_cut_text(v, at, &part, &note);
        add_note(at, 'c', &note, out);
    }
    out->failed |= note.failed;
    str_release(&note);
}

void tree_add_dot(const struct tree_view *v, struct str *out) {
    struct str label;
    str_init(&label);
    tree_head_text(v, true, &label);
    str_add(out, "digraph tree {\n  graph [rankdir=LR, ordering=out, labelloc=t, "
                 "fontname=\"sans-serif\", label=\"");
    add_quoted(out, label.text);
    str_clear(&label);
    str_add(out, "\\n");
    tree_players_text(v, &label);
    add_quoted(out, label.text);
    str_add(out, "\"];\n  node [fontname=\"sans-serif\"];\n"
                 "  edge [fontname=\"sans-serif\", arrowhead=none];\n");
    add_below(v, 0, out);
    str_add(out, "}\n");
    out->failed |= label.failed;
    str_release(&label);
}
