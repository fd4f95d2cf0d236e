/* A tree as one SVG picture without external parts: the root on the left, one column per level,
 * dark on light. Meaning is never shown by colour alone: MAX, MIN, chance, leaf and end differ in
 * shape, the chosen path is thick, what is cut hangs on a dashed line. */
#include "cli/tree_view.h"

#include <assert.h>
#include <string.h>

/* Pixels. */
enum {
    MARGIN = 16,
    ROW = 24,
    CHAR = 9,    /* the widest digits, bold */
    MARK = 8,    /* half of a node's mark */
    GAP = 6,     /* between a mark and its texts */
    BRANCH = 36, /* of the lines between two levels */
    HEAD = 84    /* above the tree */
};

/* Where one level of the tree is. */
struct level {
    int moves; /* width of the moves, which end left of the marks */
    int values;
    int x; /* of the marks */
};

struct picture {
    const struct tree_view *v;
    struct str *out;
    struct level levels[TREE_LEVELS_MAX];
    int rows;  /* drawn so far */
    int right; /* of the rightmost text */
};

static int text_width(const char *text) {
    return CHAR * utf8_width(text, strlen(text));
}

static void add_escaped(struct str *out, const char *text) {
    for (; *text != '\0'; text++) {
        if (*text == '&')
            str_add(out, "&amp;");
        else if (*text == '<')
            str_add(out, "&lt;");
        else if (*text == '>')
            str_add(out, "&gt;");
        else
            str_add_char(out, *text);
    }
}

static void add_text(struct picture *p, int x, double y, const char *class, const char *text) {
    str_addf(p->out, "<text x=\"%d\" y=\"%.1f\"%s%s%s>", x, y + 5, class[0] ? " class=\"" : "",
             class, class[0] ? "\"" : "");
    add_escaped(p->out, text);
    str_add(p->out, "</text>\n");
    if (strcmp(class, "m") != 0 && x + text_width(text) > p->right)
        p->right = x + text_width(text);
}

/* First pass: how wide the texts of each level are. */
static void measure(struct picture *p, int32_t at, int level) {
    const struct pes_tree_node *node = &p->v->tree->nodes[at];
    struct tree_part part;
    char text[CLI_LABEL_SIZE];
    assert(level < TREE_LEVELS_MAX);
    struct level *l = &p->levels[level];
    tree_move_text(p->v, node, text);
    l->moves = text_width(text) > l->moves ? text_width(text) : l->moves;
    tree_value_text(p->v, node, text);
    l->values = text_width(text) > l->values ? text_width(text) : l->values;
    tree_part_of(p->v, at, &part);
    for (int i = 0; i < part.count; i++)
        measure(p, part.shown[i], level + 1);
}

static void place_levels(struct picture *p) {
    p->levels[0].x = MARGIN + MARK;
    for (int i = 1; i < TREE_LEVELS_MAX; i++) {
        const struct level *l = &p->levels[i - 1];
        p->levels[i].x =
            l->x + MARK + GAP + l->values + GAP + BRANCH + p->levels[i].moves + GAP + MARK;
    }
}

static double row_y(int row) {
    return HEAD + ROW * (row + 0.5);
}

/* The shape says what kind of node it is. */
static void add_mark(struct picture *p, const struct pes_tree_node *node, int x, double y) {
    const char *class = node->chosen ? "n s" : "n";
    switch ((enum pes_tree_kind)node->kind) {
    case PES_TREE_MAX:
        str_addf(p->out, "<path class=\"%s\" d=\"M%d %.1fl8 14h-16z\"/>\n", class, x, y - 7);
        break;
    case PES_TREE_MIN:
        str_addf(p->out, "<path class=\"%s\" d=\"M%d %.1fl8-14h-16z\"/>\n", class, x, y + 7);
        break;
    case PES_TREE_CHANCE:
        str_addf(p->out, "<circle class=\"%s\" cx=\"%d\" cy=\"%.1f\" r=\"7\"/>\n", class, x, y);
        break;
    case PES_TREE_END:
        str_addf(p->out, "<path class=\"%s\" d=\"M%d %.1fh12v12h-12zl12 12m0-12l-12 12\"/>\n",
                 class, x - 6, y - 6);
        break;
    case PES_TREE_LEAF:
        str_addf(p->out, "<rect class=\"%s\" x=\"%d\" y=\"%.1f\" width=\"10\" height=\"10\"/>\n",
                 class, x - 5, y - 5);
        break;
    }
}

/* Where lines to the children of a level begin, and where lines to its own texts end. */
static int branch_start(const struct picture *p, int level) {
    return p->levels[level].x + MARK + GAP + p->levels[level].values + GAP;
}

/* A line from the end of a node's value to one of its children. */
struct branch {
    int level;
    int from_x, to_x;
    double from_y, to_y;
    const char *class;
};

static void add_branch(struct picture *p, const struct branch *b) {
    const int x = branch_start(p, b->level);
    const int middle = x + BRANCH / 2;
    str_addf(p->out, "<path class=\"%s\" d=\"M%d %.1fH%dC%d %.1f %d %.1f %d %.1f\"/>\n", b->class,
             b->from_x, b->from_y, x, middle, b->from_y, middle, b->to_y, b->to_x, b->to_y);
}

/* The line of text in place of folded or cut children; returns its y. */
static double add_note(struct picture *p, int level, const struct str *text, const char *class) {
    const double y = row_y(p->rows++);
    add_text(p, branch_start(p, level) + BRANCH + GAP, y, class, text->text);
    p->out->failed |= text->failed;
    return y;
}

/* Draws the folded and the cut children, and adds their rows to ys[]; returns how many. */
static int add_notes(struct picture *p, int32_t at, int level, const struct tree_part *part,
                     double ys[2]) {
    struct str note;
    int count = 0;
    str_init(&note);
    if (part->more > 0) {
        tree_more_text(p->v, part, &note);
        ys[count++] = add_note(p, level, &note, "f");
        str_clear(&note);
    }
    if (part->cut > 0) {
        tree_cut_text(p->v, at, part, &note);
        ys[count++] = add_note(p, level, &note, "c");
    }
    str_release(&note);
    return count;
}

static void add_node(struct picture *p, int32_t at, int level, double y) {
    const struct pes_tree_node *node = &p->v->tree->nodes[at];
    char text[CLI_LABEL_SIZE];
    const int x = p->levels[level].x;
    tree_move_text(p->v, node, text);
    if (text[0] != '\0')
        add_text(p, x - MARK - GAP, y, node->chosen ? "m b" : "m", text);
    add_mark(p, node, x, y);
    tree_value_text(p->v, node, text);
    add_text(p, x + MARK + GAP, y, node->chosen ? "b" : "", text);
}

/* Draws a node in the middle of its children; returns its y. */
static double draw(struct picture *p, int32_t at, int level) {
    struct tree_part part;
    double ys[PES_MOVES_MAX + 2];
    tree_part_of(p->v, at, &part);
    int chosen = -1;
    for (int i = 0; i < part.count; i++) {
        ys[i] = draw(p, part.shown[i], level + 1);
        chosen = p->v->tree->nodes[part.shown[i]].chosen ? i : chosen;
    }
    const int notes = add_notes(p, at, level, &part, ys + part.count);
    const int all = part.count + notes;
    const double y = all > 0 ? (ys[0] + ys[all - 1]) / 2 : row_y(p->rows++);
    char text[CLI_LABEL_SIZE];
    tree_value_text(p->v, &p->v->tree->nodes[at], text);
    struct branch branch = {.level = level, .from_y = y};
    branch.from_x = p->levels[level].x + MARK + GAP + text_width(text) + GAP;
    /* The chosen branch last, so that it is above the others. */
    for (int k = 0; k <= all; k++) {
        const int i = k < all ? k : chosen;
        if (i < 0 || (k < all && k == chosen))
            continue;
        branch.to_x = branch_start(p, level) + BRANCH;
        branch.to_y = ys[i];
        branch.class = part.cut > 0 && i == all - 1 ? "d" : "l";
        if (i < part.count) {
            tree_move_text(p->v, &p->v->tree->nodes[part.shown[i]], text);
            branch.to_x = p->levels[level + 1].x - MARK - GAP - text_width(text) - GAP;
            branch.class = i == chosen ? "k" : "l";
        }
        add_branch(p, &branch);
    }
    add_node(p, at, level, y);
    return y;
}

/* The shapes and their words, in one row. */
static void add_legend(struct picture *p) {
    static const uint8_t kinds[] = {PES_TREE_MAX, PES_TREE_MIN, PES_TREE_CHANCE, PES_TREE_LEAF,
                                    PES_TREE_END};
    int x = MARGIN + MARK;
    for (size_t i = 0; i < sizeof kinds; i++) {
        const struct pes_tree_node sample = {.kind = kinds[i]};
        bool present = false;
        for (int32_t k = 0; k < p->v->tree->count && !present; k++)
            present = p->v->tree->nodes[k].kind == kinds[i];
        if (!present)
            continue;
        const char *word = kinds[i] == PES_TREE_LEAF ? TEXT(cli_tree_leaf)->in[p->v->c->lang]
                                                     : tree_kind_text(&sample)->in[p->v->c->lang];
        add_mark(p, &sample, x, 62);
        add_text(p, x + MARK + GAP, 62, "", word);
        x += MARK + GAP + text_width(word) + 3 * MARK;
    }
}

static void add_head(struct picture *p, struct str *title, struct str *desc) {
    tree_head_text(p->v, true, title);
    tree_players_text(p->v, desc);
    add_text(p, MARGIN, 18, "b", title->text);
    add_text(p, MARGIN, 38, "", desc->text);
    p->out->failed |= title->failed | desc->failed;
    add_legend(p);
}

void tree_add_svg(const struct tree_view *v, struct str *out) {
    struct str body, title, desc;
    str_init(&body);
    str_init(&title);
    str_init(&desc);
    struct picture p = {.v = v, .out = &body};
    measure(&p, 0, 0);
    place_levels(&p);
    add_head(&p, &title, &desc);
    (void)draw(&p, 0, 0);
    const int width = p.right + MARGIN, height = HEAD + ROW * p.rows + MARGIN;
    str_addf(out,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
             "height=\"%d\" role=\"img\" aria-labelledby=\"tree-title tree-desc\" lang=\"%s\">\n",
             width, height, width, height, pes_lang_code(v->c->lang));
    str_add(out, "<title id=\"tree-title\">");
    add_escaped(out, title.text);
    str_add(out, "</title>\n<desc id=\"tree-desc\">");
    add_escaped(out, desc.text);
    str_add(out, "</desc>\n<style>\n"
                 "text{font:14px system-ui,\"DejaVu Sans\",Arial,sans-serif;fill:#1b1b1b}\n"
                 "text.m{text-anchor:end}text.b{font-weight:bold}\n"
                 "text.f{fill:#555}text.c{fill:#9c2f00}\n"
                 "path,circle,rect{fill:none;stroke:#666;stroke-width:1.4}\n"
                 ".n{fill:#e8eef4;stroke:#1b1b1b}\n"
                 ".s{stroke:#0a4f80;stroke-width:2.6;stroke-linejoin:round}\n"
                 ".k{stroke:#0a4f80;stroke-width:4}\n"
                 ".d{stroke:#9c2f00;stroke-dasharray:4 4}\n"
                 "</style>\n");
    str_addf(out, "<rect width=\"%d\" height=\"%d\" style=\"fill:#fff;stroke:none\"/>\n", width,
             height);
    str_add_str(out, &body);
    str_add(out, "</svg>\n");
    str_release(&body);
    str_release(&title);
    str_release(&desc);
}
