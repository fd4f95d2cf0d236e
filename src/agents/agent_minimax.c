/* `minimax`: the report's plain minimax as an agent; agents.h describes its options.
 *
 * One search per root move; the budget of nodes and time is shared by all of them. If the kit has a
 * model (another variant to search in), the position is transferred to it as text. */
#include "agents/agents.h"
#include "agents/text.h"
#include "pessoi/tree.h"
#include "search/minimax.h"

#include <assert.h>

struct minimax_agent {
    struct pes_agent base;
    struct pes_game *model; /* owned: the variant it searches in; NULL: the game itself */
};

/* The position to search, in the game or in its model. */
struct root {
    const struct pes_game *g;
    const struct pes_state *s;
    struct pes_state_buf carried; /* the buffer of *s, if g is the model */
    pes_move list[PES_MOVES_MAX]; /* the legal moves in the game */
    bool wanted[PES_MOVES_MAX];   /* those to be searched */
    int count;
};

/* The searches of all root moves, with one budget for all of them. */
struct thinking {
    struct pes_minimax_search search; /* of the present root move */
    uint64_t nodes_max;               /* 0: no limit */
    uint64_t nodes;                   /* of all root moves so far */
    int64_t deadline_ns;              /* 0: none */
};

static int minimax_offers(const struct pes_kit *kit, struct pes_offer out[], int offers_max) {
    const struct pes_minimax *how = kit->minimax;
    if (how == NULL || offers_max < 1)
        return 0;
    out[0] = (struct pes_offer){.class = &agent_minimax_class,
                                .name = "minimax",
                                .title = how->title.in[0] != NULL ? how->title
                                                                  : *TEXT(agent_minimax_title),
                                .help = *TEXT(agent_minimax_help),
                                .rating = how->rating};
    /* The rating's options come first, because it reads them by place. */
    int count = agents_add_options(out[0].options, 0, how->rating->options);
    count = agents_add_budget(out[0].options, count, how->depth, AGENTS_PLAIN_DEPTH_MAX);
    agents_add_options(out[0].options, count, how->options);
    return 1;
}

/* Opens the variant that differs from `g` in one option; *out is NULL if `g` has that value
 * already.
 */
static enum pes_err open_other(const struct pes_game *g, const char *key, const char *value,
                               struct pes_game **out, struct pes_note *note) {
    const int place = pes_values_find(&g->values, key);
    assert(place >= 0);
    *out = NULL;
    if (strcmp(pes_values_text(&g->values, place), value) == 0)
        return PES_ERR_OK;
    return pes_game_reopen(g, key, value, out, note);
}

static void minimax_destroy(struct pes_agent *agent) {
    pes_game_close(((struct minimax_agent *)agent)->model);
}

/* Opens the model: the game's variant with every option replaced that has a variant_key. */
static enum pes_err minimax_create(struct pes_agent *agent, struct pes_note *note) {
    struct minimax_agent *me = (struct minimax_agent *)agent;
    agent->first_view = agent->game->kit->minimax->first_view;
    for (int i = 0; agent->offer.options[i].key != NULL; i++) {
        const char *key = agent->offer.options[i].variant_key;
        if (key == NULL)
            continue;
        const struct pes_game *g = me->model != NULL ? me->model : agent->game;
        struct pes_game *other;
        const enum pes_err err =
            open_other(g, key, pes_values_text(&agent->values, i), &other, note);
        if (err != PES_ERR_OK) {
            minimax_destroy(agent);
            return err;
        }
        if (other != NULL) {
            pes_game_close(me->model);
            me->model = other;
        }
    }
    return PES_ERR_OK;
}

/* Marks the root moves that are legal in the model too; false if there are none. */
static bool want_common(struct root *root) {
    bool any = false;
    for (int i = 0; i < root->count; i++) {
        root->wanted[i] = pes_legal(root->g, root->s, root->list[i]);
        any = any || root->wanted[i];
    }
    return any;
}

/* Transfers the position to the model, as text. */
static enum pes_err carry_over(const struct pes_history *h, const struct pes_game *model,
                               struct pes_state *out) {
    char text[PES_STATE_TEXT_MAX];
    int clock;
    pes_history_format(h, text);
    return model->rules->state_parse(model, text, strlen(text), out, &clock, NULL);
}

static enum pes_err root_init(struct root *root, const struct minimax_agent *me,
                              const struct pes_history *h) {
    root->count = pes_moves(me->base.game, pes_history_state(h), root->list);
    assert(root->count > 0 && root->count <= PES_MOVES_MAX);
    if (me->model != NULL) {
        const enum pes_err err = carry_over(h, me->model, PES_STATE(root->carried));
        if (err != PES_ERR_OK)
            return err;
        root->g = me->model;
        root->s = PES_STATE(root->carried);
        if (want_common(root))
            return PES_ERR_OK;
    }
    root->g = me->base.game;
    root->s = pes_history_state(h);
    for (int i = 0; i < root->count; i++)
        root->wanted[i] = true;
    return PES_ERR_OK;
}

static struct thinking thinking_begin(const struct pes_agent *agent, const struct root *root,
                                      const struct pes_history *h,
                                      const struct pes_limits *limits) {
    const struct budget budget = budget_of(agents_budget(agent), limits, h);
    return (struct thinking){
        .search =
            {
                .game = root->g,
                .how = agent->game->kit->minimax,
                .rating_values = &agent->values,
                .depth = budget.depth,
                .stop = limits->stop,
            },
        .nodes_max = budget.nodes,
        .deadline_ns = budget_deadline_ns(&budget),
    };
}

/* Searches one root move with what is left of the node budget. */
static enum pes_err value_root_move(struct thinking *t, const struct root *root, pes_move m,
                                    double *value, struct minimax_line *line) {
    if (t->nodes_max > 0 && t->nodes >= t->nodes_max)
        return PES_ERR_STOPPED;
    t->search.nodes_max = t->nodes_max > 0 ? t->nodes_max - t->nodes : 0;
    const enum pes_err err = minimax_value(&t->search, root->s, m, t->deadline_ns, value, line);
    t->nodes += t->search.nodes;
    assert(t->nodes_max == 0 || t->nodes <= t->nodes_max);
    return err;
}

/* The length of the part of a line that is legal in the game: a line of the model may not be. */
static int32_t legal_part(const struct pes_game *g, const struct pes_state *s,
                          const struct minimax_line *line) {
    struct pes_state_buf at;
    struct pes_undo_buf undo;
    pes_copy(g, PES_STATE(at), s);
    int32_t i = 0;
    for (; i < line->count && pes_legal(g, PES_STATE(at), line->moves[i]); i++)
        pes_make(g, PES_STATE(at), line->moves[i], undo.bytes);
    return i;
}

static void answer_take(struct pes_answer *answer, const struct pes_game *g,
                        const struct pes_state *s, double value, const struct minimax_line *line) {
    answer->move = line->moves[0];
    answer->has_score = true;
    answer->score = value;
    answer->line_count = legal_part(g, s, line);
    assert(answer->line_count >= 1 && answer->line_count <= PES_LINE_MAX);
    memcpy(answer->line, line->moves, (size_t)answer->line_count * sizeof line->moves[0]);
}

static pes_move first_wanted(const struct root *root) {
    int i = 0;
    while (!root->wanted[i])
        i++;
    assert(i < root->count);
    return root->list[i];
}

static enum pes_err minimax_choose(struct pes_agent *agent, const struct pes_history *h,
                                   const struct pes_limits *limits, struct pes_answer *answer) {
    struct root root;
    enum pes_err err = root_init(&root, (const struct minimax_agent *)agent, h);
    if (err != PES_ERR_OK)
        return err;
    struct thinking t = thinking_begin(agent, &root, h, limits);
    /* With values from First's view, Second wants the least. */
    const bool least = t.search.how->first_view && pes_turn(root.g, root.s) != 0;

    answer->move = first_wanted(&root);
    for (int i = 0; i < root.count && err == PES_ERR_OK; i++) {
        double value;
        struct minimax_line line;
        if (!root.wanted[i])
            continue;
        err = value_root_move(&t, &root, root.list[i], &value, &line);
        answer->nodes = t.nodes;
        if (err != PES_ERR_OK)
            continue;
        if (!answer->has_score || (least ? value < answer->score : value > answer->score))
            answer_take(answer, agent->game, pes_history_state(h), value, &line);
        if (limits->info != NULL)
            limits->info(limits->info_to, answer);
    }
    assert(err == PES_ERR_OK || err == PES_ERR_STOPPED);
    answer->depth = err == PES_ERR_OK ? t.search.depth : 0;
    return PES_ERR_OK;
}

static enum pes_err minimax_values(struct pes_agent *agent, const struct pes_history *h,
                                   const struct pes_limits *limits, struct pes_move_value out[]) {
    struct root root;
    const enum pes_err err = root_init(&root, (const struct minimax_agent *)agent, h);
    if (err != PES_ERR_OK)
        return err;
    struct thinking t = thinking_begin(agent, &root, h, limits);
    for (int i = 0; i < root.count; i++) {
        double value = 0.0;
        const bool done =
            root.wanted[i] && value_root_move(&t, &root, root.list[i], &value, NULL) == PES_ERR_OK;
        out[i] = (struct pes_move_value){.move = root.list[i], .has_value = done, .value = value};
    }
    return PES_ERR_OK;
}

/* The tree of all root moves at once. It is the whole one or none. */
static enum pes_err minimax_tree(struct pes_agent *agent, const struct pes_history *h,
                                 const struct pes_tree_config *config, struct pes_tree **out,
                                 struct pes_note *note) {
    const struct budget own = agents_budget(agent);
    if (own.nodes > 0 || own.movetime_ms > 0)
        return pes_note_say(note, PES_ERR_UNFIT, 0, TEXT(agent_tree_budget), PES_NO_ARGS);
    struct root root;
    const enum pes_err err = root_init(&root, (const struct minimax_agent *)agent, h);
    if (err != PES_ERR_OK)
        return err;
    pes_move wanted[PES_MOVES_MAX];
    int count = 0;
    for (int i = 0; i < root.count; i++) {
        if (root.wanted[i])
            wanted[count++] = root.list[i];
    }
    const struct pes_limits no_limits = {.depth = 0};
    const struct thinking t = thinking_begin(agent, &root, h, &no_limits);
    return pes_tree_new(&t.search, root.s, wanted, count, config, out, note);
}

/* With a time limit equal games need not give equal answers. */
static bool minimax_deterministic(const struct pes_agent *agent) {
    return agents_budget(agent).movetime_ms == 0;
}

const struct pes_agent_class agent_minimax_class = {
    .abi = PES_ABI,
    .name = "minimax",
    .kind = PES_AGENT_REPORT,
    .offers = minimax_offers,
    .instance_size = sizeof(struct minimax_agent),
    .choose = minimax_choose,
    .create = minimax_create,
    .destroy = minimax_destroy,
    .values = minimax_values,
    .deterministic = minimax_deterministic,
    .tree = minimax_tree,
};
