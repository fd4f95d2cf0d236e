#include "cli/tree_view.h"

#include "cli/text.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

/* What the viewer knows of a node's value. */
static double known_value(const struct tree_view *v, const struct pes_tree_node *node) {
    return v->cuts ? node->limit : node->value;
}

static bool is_cut(const struct tree_view *v, const struct pes_tree_node *node) {
    return v->cuts && node->bound == PES_TREE_SKIPPED;
}

/* Should a be shown rather than b, an earlier sibling? */
static bool is_better(const struct tree_view *v, const struct pes_tree_node *parent,
                      const struct pes_tree_node *a, const struct pes_tree_node *b) {
    if (a->chosen != b->chosen)
        return a->chosen;
    if (parent->kind == PES_TREE_CHANCE)
        return a->weight > b->weight;
    /* A bound is only a limit of how good a move may be. */
    if (v->cuts && (a->bound == PES_TREE_EXACT) != (b->bound == PES_TREE_EXACT))
        return a->bound == PES_TREE_EXACT;
    return parent->kind == PES_TREE_MAX ? known_value(v, a) > known_value(v, b)
                                        : known_value(v, a) < known_value(v, b);
}

/* Keeps the best v->width of part->shown, in list order, and counts the others as `more`. */
static void fold(const struct tree_view *v, const struct pes_tree_node *parent,
                 struct tree_part *part) {
    const struct pes_tree_node *nodes = v->tree->nodes;
    bool kept[PES_MOVES_MAX] = {false};
    for (int k = 0; k < v->width; k++) {
        int best = -1;
        for (int i = 0; i < part->count; i++) {
            if (!kept[i] && (best < 0 || is_better(v, parent, &nodes[part->shown[i]],
                                                   &nodes[part->shown[best]])))
                best = i;
        }
        kept[best] = true;
    }
    int count = 0;
    for (int i = 0; i < part->count; i++) {
        const double value = known_value(v, &nodes[part->shown[i]]);
        if (kept[i]) {
            part->shown[count++] = part->shown[i];
            continue;
        }
        part->least = part->more == 0 || value < part->least ? value : part->least;
        part->greatest = part->more == 0 || value > part->greatest ? value : part->greatest;
        part->more++;
    }
    part->count = count;
}

void tree_part_of(const struct tree_view *v, int32_t at, struct tree_part *out) {
    const struct pes_tree_node *parent = &v->tree->nodes[at];
    assert(parent->count <= PES_MOVES_MAX);
    out->count = out->more = out->cut = 0;
    out->limit = out->least = out->greatest = 0.0;
    for (int32_t i = parent->first; i < parent->first + parent->count; i++) {
        if (is_cut(v, &v->tree->nodes[i])) {
            out->cut++;
            out->limit = v->tree->nodes[i].limit;
        } else {
            out->shown[out->count++] = i;
        }
    }
    /* To fold a single node would save nothing. */
    if (v->width > 0 && out->count > v->width + 1)
        fold(v, parent, out);
}

static int64_t rows_below(const struct tree_view *v, int32_t at) {
    struct tree_part part;
    tree_part_of(v, at, &part);
    int64_t rows = part.count + (part.more > 0) + (part.cut > 0);
    for (int i = 0; i < part.count; i++)
        rows += rows_below(v, part.shown[i]);
    return rows;
}

int64_t tree_rows(const struct tree_view *v) {
    return 1 + rows_below(v, 0);
}

void tree_view_fold(struct tree_view *v) {
    static const int widths[] = {0, 16, 12, 8, 6, 5, 4, 3, 2};
    for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++) {
        v->width = widths[i];
        if (tree_rows(v) <= TREE_ROWS)
            return;
    }
}

/* A number: whole ones without decimals, others with three. */
static void number_text(const struct tree_view *v, double x, char out[CLI_NUMBER_SIZE]) {
    static const struct pes_text number = PES_TEXT("{1}", "{1}");
    pes_say(v->c->lang, &number, PES_ARGS(text_value(x, 3)), out, CLI_NUMBER_SIZE);
}

void tree_value_text(const struct tree_view *v, const struct pes_tree_node *node,
                     char out[CLI_LABEL_SIZE]) {
    char number[CLI_NUMBER_SIZE];
    const char *sign = "";
    if (v->cuts && node->bound == PES_TREE_AT_LEAST)
        sign = v->c->unicode ? "≥ " : ">= ";
    if (v->cuts && node->bound == PES_TREE_AT_MOST)
        sign = v->c->unicode ? "≤ " : "<= ";
    number_text(v, known_value(v, node), number);
    snprintf(out, CLI_LABEL_SIZE, "%s%s", sign, number);
}

static uint64_t weights_of(const struct pes_tree *t, const struct pes_tree_node *parent) {
    uint64_t sum = 0;
    for (int32_t i = 0; i < parent->count; i++)
        sum += t->nodes[parent->first + i].weight;
    return sum;
}

void tree_move_text(const struct tree_view *v, const struct pes_tree_node *node,
                    char out[CLI_LABEL_SIZE]) {
    if (node->weight > 0)
        snprintf(out, CLI_LABEL_SIZE, "%s %" PRIu32 "/%" PRIu64, node->text, node->weight,
                 weights_of(v->tree, &v->tree->nodes[node->parent]));
    else if (node->number >= 0)
        snprintf(out, CLI_LABEL_SIZE, "%s (%" PRId32 ")", node->text, node->number);
    else if (node->outcomes > 1)
        snprintf(out, CLI_LABEL_SIZE, "%s x%" PRId32, node->text, node->outcomes);
    else
        snprintf(out, CLI_LABEL_SIZE, "%s", node->text);
}

const struct pes_text *tree_kind_text(const struct pes_tree_node *node) {
    static const struct pes_text leaf = PES_TEXT("", "");
    switch ((enum pes_tree_kind)node->kind) {
    case PES_TREE_MAX:
        return TEXT(cli_tree_max);
    case PES_TREE_MIN:
        return TEXT(cli_tree_min);
    case PES_TREE_CHANCE:
        return TEXT(cli_tree_chance);
    case PES_TREE_END:
        return TEXT(cli_tree_end);
    case PES_TREE_LEAF:
        break;
    }
    return &leaf;
}

void tree_more_text(const struct tree_view *v, const struct tree_part *part, struct str *out) {
    char least[CLI_NUMBER_SIZE], greatest[CLI_NUMBER_SIZE];
    assert(part->more > 0);
    number_text(v, part->least, least);
    number_text(v, part->greatest, greatest);
    str_add(out, v->c->unicode ? "… " : ".. ");
    str_say(out, v->c->lang,
            strcmp(least, greatest) == 0 ? TEXT(cli_tree_more_equal) : TEXT(cli_tree_more),
            PES_ARGS(PES_INT(part->more), PES_STR(least), PES_STR(greatest)));
}

void tree_cut_text(const struct tree_view *v, int32_t at, const struct tree_part *part,
                   struct str *out) {
    const struct pes_tree_node *node = &v->tree->nodes[at];
    char here[CLI_NUMBER_SIZE], elsewhere[CLI_NUMBER_SIZE];
    assert(part->cut > 0);
    number_text(v, node->limit, here);
    number_text(v, part->limit, elsewhere);
    str_add(out, v->c->unicode ? "✂ " : "x ");
    str_say(out, v->c->lang,
            node->kind == PES_TREE_MAX ? TEXT(cli_tree_cut_max) : TEXT(cli_tree_cut_min),
            PES_ARGS(PES_INT(part->cut), PES_STR(here), PES_STR(elsewhere)));
}

void tree_head_text(const struct tree_view *v, bool picture, struct str *out) {
    str_say(out, v->c->lang, picture ? TEXT(cli_tree_head_picture) : TEXT(cli_tree_head),
            PES_ARGS(PES_STR(v->agent), PES_SAID(v->max)));
}

void tree_players_text(const struct tree_view *v, struct str *out) {
    str_say(out, v->c->lang, TEXT(cli_tree_players), PES_ARGS(PES_SAID(v->max), PES_SAID(v->min)));
}

/* Nodes shown one by one, the root included. */
static int64_t nodes_shown(const struct tree_view *v, int32_t at) {
    struct tree_part part;
    tree_part_of(v, at, &part);
    int64_t count = 1;
    for (int i = 0; i < part.count; i++)
        count += nodes_shown(v, part.shown[i]);
    return count;
}

void tree_size_text(const struct tree_view *v, struct str *out) {
    const int64_t count = v->cuts ? v->tree->visited : v->tree->count;
    const int64_t shown = nodes_shown(v, 0);
    if (v->cuts) {
        str_say(
            out, v->c->lang, TEXT(cli_tree_visited),
            PES_ARGS(PES_INT(v->tree->visited), PES_INT(v->tree->count), PES_INT(v->tree->depth)));
    } else {
        str_say(out, v->c->lang, TEXT(cli_tree_size),
                PES_ARGS(PES_INT(count), PES_INT(v->tree->depth)));
    }
    str_add_char(out, '\n');
    if (shown < count) {
        str_say(out, v->c->lang, TEXT(cli_tree_folded), PES_ARGS(PES_INT(shown)));
        str_add_char(out, '\n');
    }
}
