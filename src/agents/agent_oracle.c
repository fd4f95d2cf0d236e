/* `oracle`: perfect play from a table of all positions; agents.h describes its options.
 *
 * Moves are compared by their exact value first. Moves of equal value that do not win are compared
 * by their appeal: how the opponent may still go wrong. */
#include "agents/agents.h"
#include "agents/text.h"
#include "pessoi/solve.h"
#include "search/evaluator.h"
#include "search/score.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>

enum { OPTION_TABLE };

struct oracle_agent {
    struct pes_agent base;
    char folder[PES_SOLVE_PATH_MAX];
    struct pes_table *table;    /* owned; NULL: not made yet */
    struct evaluator evaluator; /* breaks ties */
};

static int oracle_offers(const struct pes_kit *kit, struct pes_offer out[], int offers_max) {
    if (kit->index == NULL || offers_max < 1)
        return 0;
    out[0] = (struct pes_offer){.class = &agent_oracle_class,
                                .name = "oracle",
                                .title = *TEXT(agent_oracle_title),
                                .help = *TEXT(agent_oracle_help)};
    out[0].options[OPTION_TABLE] = (struct pes_option){.key = "table",
                                                       .kind = PES_OPTION_TEXT,
                                                       .def = "auto",
                                                       .help = *TEXT(agent_oracle_table_help),
                                                       .title = *TEXT(agent_oracle_table_title),
                                                       .names_file = true};
    return 1;
}

/* Opens an existing table at once, because only create() can say in a note why it is damaged. */
static enum pes_err oracle_create(struct pes_agent *agent, struct pes_note *note) {
    struct oracle_agent *oracle = (struct oracle_agent *)agent;
    const char *folder = pes_values_text(&agent->values, OPTION_TABLE);
    enum pes_err err;
    evaluator_init(&oracle->evaluator, agent->game, NULL);
    if (strcmp(folder, "auto") == 0) {
        err = pes_table_folder(oracle->folder, note);
        if (err != PES_ERR_OK)
            return err;
    } else {
        assert(strlen(folder) < sizeof oracle->folder); /* an agent's text is shorter than a path */
        snprintf(oracle->folder, sizeof oracle->folder, "%s", folder);
    }
    err = pes_table_open(agent->game, oracle->folder, &oracle->table, note);
    return err == PES_ERR_UNKNOWN ? PES_ERR_OK : err;
}

static void oracle_destroy(struct pes_agent *agent) {
    pes_table_close(((struct oracle_agent *)agent)->table);
}

/* The table. ----------------------------------------------------------------------------------- */

/* Reports the progress of solving as that of a search, whose nodes are the positions examined. */
struct solve_report {
    const struct pes_limits *limits;
    uint64_t before; /* positions of earlier passes */
    uint64_t last;
};

static void on_progress(void *to, const struct pes_solve_progress *how) {
    struct solve_report *report = to;
    if (how->done < report->last)
        report->before += report->last;
    report->last = how->done;
    const struct pes_answer so_far = {.nodes = report->before + how->done};
    report->limits->info(report->limits->info_to, &so_far);
}

static enum pes_err make_table(const struct oracle_agent *oracle, const struct pes_limits *limits) {
    enum { CHECKPOINT_SECONDS = 30, SMALL = 10000000 };
    const struct pes_game *g = oracle->base.game;
    struct solve_report report = {.limits = limits};
    struct pes_solve_result result;
    const struct pes_solve solve = {
        .game = g,
        .folder = oracle->folder,
        .jobs = g->kit->index->count(g) < SMALL ? 1 : 0, /* a few seconds are not worth all cores */
        .checkpoint_seconds = CHECKPOINT_SECONDS,
        .stop = limits->stop,
        .progress = limits->info != NULL ? on_progress : NULL,
        .progress_to = &report,
    };
    return pes_solve_run(&solve, &result, NULL);
}

/* Makes the table if it is missing; another process may have made it meanwhile. */
static enum pes_err ensure_table(struct oracle_agent *oracle, const struct pes_limits *limits) {
    const struct pes_game *g = oracle->base.game;
    if (oracle->table != NULL)
        return PES_ERR_OK;
    const enum pes_err err = make_table(oracle, limits);
    return err == PES_ERR_OK ? pes_table_open(g, oracle->folder, &oracle->table, NULL) : err;
}

/* Choosing. ------------------------------------------------------------------------------------ */

/* What distinguishes moves of equal value that do not win. */
struct appeal {
    int exits;  /* replies that end the game by repetition; PES_MOVES_MAX + 1: the move ends it */
    int errors; /* replies that give away the opponent's win or draw */
    int seen;   /* occurrences of the position after the move in the game so far */
    int32_t value; /* evaluation of the position after the move, for the mover */
};

/* Is a better than b? First the fewest ways to end the game, because mistakes need a game that goes
 * on; then the most mistakes the opponent can make; then new positions and the evaluation, which
 * may lead to such mistakes later. */
static bool is_preferred(const struct appeal *a, const struct appeal *b) {
    if (a->exits != b->exits)
        return a->exits < b->exits;
    if (a->errors != b->errors)
        return a->errors > b->errors;
    return a->seen != b->seen ? a->seen < b->seen : a->value > b->value;
}

/* How often s has occurred in the game `h`, which may be NULL. */
static int count_seen(const struct pes_history *h, const struct pes_game *g,
                      const struct pes_state *s) {
    if (h == NULL || g->repetition_max == 0)
        return 0;
    const uint64_t present = pes_hash(g, s);
    int hash_count, seen = 0;
    const uint64_t *hashes = pes_history_hashes(h, &hash_count);
    for (int i = 0; i < hash_count; i++)
        seen += hashes[i] == present;
    return seen;
}

/* Does one more occurrence of a position that was seen so often end the game by repetition? */
static bool is_exit(const struct pes_game *g, int seen) {
    return seen > 0 && seen + 1 >= g->repetition_max;
}

/* The position after m. */
static void after(const struct pes_game *g, const struct pes_state *s, pes_move m,
                  struct pes_state *out) {
    struct pes_undo_buf undo;
    pes_copy(g, out, s);
    pes_make(g, out, m, undo.bytes);
}

/* Counts the exits and errors among the replies in s, in which a player has a legal move. */
static enum pes_err judge_replies(const struct oracle_agent *oracle, const struct pes_history *h,
                                  const struct pes_state *s, struct appeal *out) {
    const struct pes_game *g = oracle->base.game;
    pes_move replies[PES_MOVES_MAX];
    int32_t best = 0;
    const int count = pes_moves(g, s, replies);
    enum pes_err err = pes_table_value(oracle->table, s, &best);
    for (int i = 0; i < count && err == PES_ERR_OK; i++) {
        struct pes_state_buf next;
        int32_t value = 0;
        after(g, s, replies[i], PES_STATE(next));
        out->exits += is_exit(g, count_seen(h, g, PES_STATE(next)));
        err = pes_table_move(oracle->table, s, replies[i], &value);
        out->errors += best > 0 ? value <= 0 : value < 0;
    }
    return err;
}

static int32_t evaluate(const struct oracle_agent *oracle, const struct pes_state *s,
                        pes_player mover) {
    const struct pes_game *g = oracle->base.game;
    alignas(64) unsigned char accumulator[PES_ACCUMULATOR_MAX];
    evaluator_refresh(&oracle->evaluator, g, s, accumulator);
    const int32_t value = evaluator_value(&oracle->evaluator, g, s, accumulator);
    return mover == 0 ? value : -value;
}

static enum pes_err appeal_of(const struct oracle_agent *oracle, const struct pes_history *h,
                              const struct pes_state *s, pes_move m, struct appeal *out) {
    const struct pes_game *g = oracle->base.game;
    struct pes_state_buf next;
    after(g, s, m, PES_STATE(next));
    *out = (struct appeal){.seen = count_seen(h, g, PES_STATE(next))};
    if (is_exit(g, out->seen) || pes_over(g, PES_STATE(next))) {
        out->exits = PES_MOVES_MAX + 1;
        return PES_ERR_OK;
    }
    out->value = evaluate(oracle, PES_STATE(next), pes_turn(g, s));
    return judge_replies(oracle, h, PES_STATE(next), out);
}

/* The values of all moves in list order; *best is the index of the first best move. */
static enum pes_err value_moves(struct pes_table *table, const struct pes_state *s,
                                const pes_move list[], int count, int32_t values[], int *best) {
    *best = 0;
    for (int i = 0; i < count; i++) {
        const enum pes_err err = pes_table_move(table, s, list[i], &values[i]);
        if (err != PES_ERR_OK)
            return err;
        if (pes_value_better(values[i], values[*best]))
            *best = i;
    }
    return PES_ERR_OK;
}

/* The best move: by its value, then by its appeal, then by list order. `h` is the game of which s
 * is the present position; NULL: there is none. */
static enum pes_err best_move(const struct oracle_agent *oracle, const struct pes_history *h,
                              const struct pes_state *s, pes_move *move, int32_t *value) {
    pes_move list[PES_MOVES_MAX];
    int32_t values[PES_MOVES_MAX];
    int best;
    const int count = pes_moves(oracle->base.game, s, list);
    assert(count > 0);
    enum pes_err err = value_moves(oracle->table, s, list, count, values, &best);
    if (err != PES_ERR_OK)
        return err;
    *value = values[best];
    *move = list[best];
    struct appeal most = {.exits = INT_MAX};
    for (int i = best; i < count && *value <= 0; i++) {
        struct appeal appeal;
        if (values[i] != *value)
            continue;
        err = appeal_of(oracle, h, s, list[i], &appeal);
        if (err != PES_ERR_OK)
            return err;
        /* A lost side seeks repetition, every other side avoids it. */
        if (*value < 0)
            appeal.exits = -appeal.exits;
        if (is_preferred(&appeal, &most)) {
            most = appeal;
            *move = list[i];
        }
    }
    return PES_ERR_OK;
}

/* Adds the principal variation: the best moves of both sides to the end if a side wins, only the
 * move itself in a draw. */
static enum pes_err add_line(const struct oracle_agent *oracle, const struct pes_state *s,
                             struct pes_answer *answer) {
    const struct pes_game *g = oracle->base.game;
    struct pes_state_buf state;
    struct pes_undo_buf undo;
    struct pes_state *at = PES_STATE(state);
    pes_copy(g, at, s);
    answer->line[answer->line_count++] = answer->move;
    pes_make(g, at, answer->move, undo.bytes);
    while (answer->mate != 0 && !pes_over(g, at) && answer->line_count < PES_LINE_MAX) {
        pes_move move = PES_MOVE_NONE;
        int32_t value;
        const enum pes_err err = best_move(oracle, NULL, at, &move, &value);
        if (err != PES_ERR_OK)
            return err;
        answer->line[answer->line_count++] = move;
        pes_make(g, at, move, undo.bytes);
    }
    return PES_ERR_OK;
}

/* Completes an answer whose move and exact value are known. */
static enum pes_err finish_answer(const struct oracle_agent *oracle, const struct pes_state *s,
                                  struct pes_answer *answer) {
    answer->has_mate = true;
    answer->has_score = true;
    answer->score = score_end(answer->mate, answer->mate < 0 ? -answer->mate : answer->mate);
    return add_line(oracle, s, answer);
}

/* Several lines: reports the best moves, with the answer first and the others by their values. */
static enum pes_err report_lines(const struct oracle_agent *oracle, const struct pes_state *s,
                                 const struct pes_limits *limits, const struct pes_answer *first) {
    pes_move list[PES_MOVES_MAX];
    int32_t values[PES_MOVES_MAX];
    int best;
    const int count = pes_moves(oracle->base.game, s, list);
    enum pes_err err = value_moves(oracle->table, s, list, count, values, &best);
    struct pes_answer line = *first;
    for (int i = 0; err == PES_ERR_OK && i < limits->lines && i < count; i++) {
        int next = -1;
        for (int k = 0; k < count && i > 0; k++)
            if (list[k] != PES_MOVE_NONE && (next < 0 || pes_value_better(values[k], values[next])))
                next = k;
        if (i > 0) {
            line = (struct pes_answer){.move = list[next], .mate = values[next], .line_index = i};
            err = finish_answer(oracle, s, &line);
        }
        for (int k = 0; k < count; k++)
            list[k] = list[k] == line.move ? PES_MOVE_NONE : list[k];
        if (err == PES_ERR_OK)
            limits->info(limits->info_to, &line);
    }
    return err;
}

static enum pes_err oracle_choose(struct pes_agent *agent, const struct pes_history *h,
                                  const struct pes_limits *limits, struct pes_answer *answer) {
    struct oracle_agent *oracle = (struct oracle_agent *)agent;
    const struct pes_state *s = pes_history_state(h);
    enum pes_err err = ensure_table(oracle, limits);
    if (err == PES_ERR_OK)
        err = best_move(oracle, h, s, &answer->move, &answer->mate);
    if (err != PES_ERR_OK)
        return err;
    err = finish_answer(oracle, s, answer);
    if (err == PES_ERR_OK && limits->lines > 1 && limits->info != NULL)
        err = report_lines(oracle, s, limits, answer);
    return err;
}

static enum pes_err oracle_values(struct pes_agent *agent, const struct pes_history *h,
                                  const struct pes_limits *limits, struct pes_move_value out[]) {
    struct oracle_agent *oracle = (struct oracle_agent *)agent;
    const struct pes_state *s = pes_history_state(h);
    pes_move list[PES_MOVES_MAX];
    const int count = pes_moves(agent->game, s, list);
    enum pes_err err = ensure_table(oracle, limits);
    for (int i = 0; i < count && err == PES_ERR_OK; i++) {
        int32_t mate = 0;
        err = pes_table_move(oracle->table, s, list[i], &mate);
        out[i] = (struct pes_move_value){
            .move = list[i], .has_value = true, .value = score_end(mate, mate < 0 ? -mate : mate)};
    }
    return err;
}

static bool oracle_deterministic(const struct pes_agent *agent) {
    (void)agent;
    return true;
}

const struct pes_agent_class agent_oracle_class = {
    .abi = PES_ABI,
    .name = "oracle",
    .kind = PES_AGENT_SOLVED,
    .offers = oracle_offers,
    .instance_size = sizeof(struct oracle_agent),
    .choose = oracle_choose,
    .create = oracle_create,
    .destroy = oracle_destroy,
    .values = oracle_values,
    .deterministic = oracle_deterministic,
};
