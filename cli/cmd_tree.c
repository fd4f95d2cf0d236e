/* `pessoi tree`: the whole tree that plain minimax searches, as text, DOT, SVG or JSON. */
#include "cli/ask.h"
#include "cli/json.h"
#include "cli/text.h"
#include "cli/tree_view.h"

/* The index of each word in `formats`. */
enum { FORMAT_TEXT, FORMAT_DOT, FORMAT_SVG };

static const char *bound_name(const struct pes_tree_node *node) {
    switch ((enum pes_tree_bound)node->bound) {
    case PES_TREE_AT_LEAST:
        return "at-least";
    case PES_TREE_AT_MOST:
        return "at-most";
    case PES_TREE_SKIPPED:
        return "cut";
    case PES_TREE_EXACT:
        break;
    }
    return "exact";
}

/* The members of one node; the caller has opened its object. */
static void put_node(struct str *doc, const struct tree_view *v, int32_t at) {
    const struct pes_tree_node *node = &v->tree->nodes[at];
    put_text(doc, "move", node->parent < 0 ? NULL : node->text);
    if (node->number >= 0)
        put_int(doc, "number", node->number);
    if (node->weight > 0)
        put_uint(doc, "weight", node->weight);
    put_exact(doc, "value", node->value);
    put_bool(doc, "chosen", node->chosen);
    if (v->cuts) {
        put_text(doc, "bound", bound_name(node));
        put_exact(doc, "limit", node->limit);
    }
    put_open(doc, "children", '[');
    for (int32_t i = 0; i < node->count; i++) {
        put_open(doc, NULL, '{');
        put_node(doc, v, node->first + i);
        put_close(doc, '}');
    }
    put_close(doc, ']');
}

static int tree_json(const struct tree_view *v) {
    struct str doc;
    json_begin(&doc, '{');
    put_node(&doc, v, 0);
    return json_print(v->c, &doc, '}');
}

static int tree_print(struct tree_view *v) {
    struct cli *c = v->c;
    struct str out;
    str_init(&out);
    if (!CLI_GIVEN(c, ALL))
        tree_view_fold(v);
    switch (cli_number(c, CLI_OPT_FORMAT, FORMAT_TEXT)) {
    case FORMAT_DOT:
        tree_add_dot(v, &out);
        break;
    case FORMAT_SVG:
        tree_add_svg(v, &out);
        break;
    default:
        tree_add_text(v, &out);
    }
    return cli_print(c, &out);
}

static int tree_show(struct cli *c, const struct ask *a, struct pes_tree *tree) {
    const struct pes_state *s = setup_state(&a->at);
    struct tree_view view = {
        .c = c,
        .tree = tree,
        .agent = a->name,
        .max = &pes_player_name(a->at.game, s, tree->view)->name,
        .min = &pes_player_name(a->at.game, s, 1 - tree->view)->name,
        .cuts = CLI_GIVEN(c, CUTS),
    };
    if (view.cuts)
        pes_tree_cut(tree);
    return c->json ? tree_json(&view) : tree_print(&view);
}

/* Says why there is no tree. */
static int tree_fail(struct cli *c, enum pes_err err, const struct pes_note *note) {
    if (err == PES_ERR_LIMIT && pes_note_is_empty(note))
        return fail_say(c, "--agent", err, TEXT(cli_tree_large),
                        PES_ARGS(PES_INT(PES_TREE_NODES_MAX)));
    if (err == PES_ERR_STOPPED || err == PES_ERR_NOMEM)
        return fail_err(c, NULL, err);
    return fail_note(c, err == PES_ERR_UNFIT ? "--agent" : "--only", err, note);
}

static int run_tree(struct cli *c) {
    if (c->json && CLI_GIVEN(c, FORMAT))
        return fail_say(c, NULL, PES_ERR_SYNTAX, TEXT(cli_either_or),
                        PES_ARGS(PES_STR("--json"), PES_STR("--format")));
    if (CLI_GIVEN(c, EVERYWHERE) && !CLI_GIVEN(c, ONLY))
        return fail_say(c, "--everywhere", PES_ERR_SYNTAX, TEXT(cli_tree_everywhere), PES_NO_ARGS);
    struct ask a;
    int code = ask_open(c, "minimax:depth=2", &a);
    if (code != CLI_DONE)
        return code;
    const struct pes_tree_config config = {
        .only = cli_text(c, CLI_OPT_ONLY, NULL),
        .everywhere = CLI_GIVEN(c, EVERYWHERE),
        .stop = c->stop,
    };
    struct pes_tree *tree = NULL;
    struct pes_note note = {0};
    const enum pes_err err = pes_agent_tree(a.agent, a.at.history, &config, &tree, &note);
    progress_end(&a.progress);
    code = err == PES_ERR_OK ? tree_show(c, &a, tree) : tree_fail(c, err, &note);
    pes_tree_free(tree);
    ask_close(&a);
    return code;
}

static const struct cli_example examples[] = {
    {"pessoi tree boats --variant start=s0 --moves R", TEXT(cli_tree_example_1)},
    {"pessoi tree boats --agent minimax:depth=4 --only \"L R +1 -1\" --everywhere",
     TEXT(cli_tree_example_2)},
    {"pessoi tree boats --variant start=s0 --cuts --format svg > tree.svg",
     TEXT(cli_tree_example_3)},
    {NULL, NULL},
};

const struct command cmd_tree = {
    .name = "tree",
    .words = "GAME",
    .words_min = 1,
    .words_max = 1,
    .options = {CLI_HAS_SETUP, CLI_HAS(AGENT), CLI_HAS(ONLY), CLI_HAS(EVERYWHERE), CLI_HAS(CUTS),
                CLI_HAS(ALL), CLI_HAS(FORMAT)},
    .formats = "text|dot|svg",
    .summary = TEXT(cli_tree_summary),
    .description = TEXT(cli_tree_description),
    .json = TEXT(cli_tree_json),
    .examples = examples,
    .run = run_tree,
};
