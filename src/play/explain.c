/* The players of the reports explained: see explain.h. The agent itself is asked for its values and
 * its choice, its rating only for the terms. */
#include "play/explain.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const char quirks_key[] = "quirks";

static bool has_quirks(const struct pes_rating *rating) {
    for (const struct pes_option *o = rating->options; o != NULL && o->key != NULL; o++)
        if (strcmp(o->key, quirks_key) == 0)
            return true;
    return false;
}

static void add_mode(const struct pes_rating *rating, bool as_program, struct explain_mode *out) {
    *out = (struct explain_mode){.rating = rating, .as_program = as_program};
    if (as_program)
        snprintf(out->agent, sizeof out->agent, "%s:%s=on", rating->name, quirks_key);
    else
        snprintf(out->agent, sizeof out->agent, "%s", rating->name);
}

int explain_modes(const struct pes_game *g, struct explain_mode out[EXPLAIN_MODES_MAX]) {
    const struct pes_rating *const *ratings = g->kit->ratings;
    int n = 0;
    for (int i = 0; ratings != NULL && ratings[i] != NULL && n + 2 <= EXPLAIN_MODES_MAX; i++) {
        if (ratings[i]->pick == PES_PICK_NEVER)
            continue;
        add_mode(ratings[i], false, &out[n++]);
        if (has_quirks(ratings[i]))
            add_mode(ratings[i], true, &out[n++]);
    }
    return n;
}

int explain_terms(const struct pes_rating *rating) {
    int n = 0;
    while (rating->term_names != NULL && n < PES_TERMS_MAX &&
           rating->term_names[n].in[PES_LANG_EN][0] != '\0')
        n++;
    return n;
}

/* The index of the move that the agent plays. */
static enum pes_err find_best(struct pes_agent *agent, const struct pes_history *h,
                              const struct explain_move moves[], int count, int *best) {
    *best = -1;
    if (!pes_agent_deterministic(agent))
        return PES_ERR_OK;
    const struct pes_limits limits = {0};
    struct pes_answer answer = {.move = PES_MOVE_NONE};
    const enum pes_err err = pes_agent_choose(agent, h, &limits, &answer);
    for (int i = 0; err == PES_ERR_OK && i < count; i++)
        if (moves[i].move == answer.move)
            *best = i;
    assert(err != PES_ERR_OK || *best >= 0);
    return err;
}

enum pes_err explain_find(const struct explain_mode *mode, const struct pes_history *h,
                          struct explain_move out[PES_MOVES_MAX], int *count, int *best) {
    const struct pes_game *g = pes_history_game(h);
    const struct pes_state *s = pes_history_state(h);
    const struct pes_limits limits = {0};
    struct pes_move_value values[PES_MOVES_MAX];
    struct pes_agent *agent = NULL;
    *count = 0;
    *best = -1;
    enum pes_err err = pes_agent_new(g, mode->agent, &agent, NULL);
    if (err != PES_ERR_OK)
        return err;
    err = pes_agent_values(agent, h, &limits, values, count);
    for (int i = 0; err == PES_ERR_OK && i < *count; i++) {
        assert(values[i].has_value);
        out[i] = (struct explain_move){.move = values[i].move, .value = values[i].value};
        if (mode->rating->terms != NULL)
            mode->rating->terms(g, s, values[i].move, &agent->values, out[i].terms);
    }
    if (err == PES_ERR_OK)
        err = find_best(agent, h, out, *count, best);
    pes_agent_free(agent);
    return err;
}
