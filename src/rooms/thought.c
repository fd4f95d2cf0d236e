/* Thoughts: see thought.h. A thought that finds a move always has a legal one unless `err` says why
 * not, even if it was stopped before its agent had found any. */
#include "rooms/thought_int.h"

#include "core/mem.h"

#include <assert.h>

struct thought *thought_new(enum thought_kind kind, struct pes_history *history) {
    assert(history != NULL);
    struct thought *t = mem_alloc(sizeof *t);
    if (t == NULL) {
        pes_history_free(history);
        return NULL;
    }
    t->kind = kind;
    t->history = history;
    t->seq = -1;
    t->player = -1;
    atomic_init(&t->stop, false);
    atomic_init(&t->depth, 0);
    atomic_init(&t->nodes, 0);
    return t;
}

void thought_free(struct thought *t) {
    if (t == NULL)
        return;
    thought_study_free(t->study);
    pes_history_free(t->history);
    mem_free(t);
}

void thought_stop(struct thought *t) {
    atomic_store(&t->stop, true);
}

static void note_progress(void *to, const struct pes_answer *so_far) {
    struct thought *t = to;
    atomic_store(&t->depth, so_far->depth);
    atomic_store(&t->nodes, so_far->nodes);
}

/* An agent that was stopped before it had found a move plays a random legal one. */
static void fall_back(struct thought *t) {
    const struct pes_game *g = pes_history_game(t->history);
    const struct pes_state *s = pes_history_state(t->history);
    if (t->err != PES_ERR_STOPPED)
        return;
    if (!pes_legal(g, s, t->answer.move))
        t->answer.move = pes_draw(g, s, &t->rng);
    t->err = PES_ERR_OK;
    assert(pes_legal(g, s, t->answer.move));
}

static void think_of_move(struct thought *t) {
    struct pes_agent *agent = NULL;
    assert(t->agent[0] != '\0');
    t->err = pes_agent_new(pes_history_game(t->history), t->agent, &agent, NULL);
    if (t->err)
        return;
    pes_agent_begin(agent, t->seed);
    agent->rng = t->rng;
    t->err = pes_agent_choose(agent, t->history, &t->limits, &t->answer);
    fall_back(t);
    assert(t->err ||
           pes_legal(pes_history_game(t->history), pes_history_state(t->history), t->answer.move));
    pes_agent_free(agent);
}

static void think_of_hint(struct thought *t) {
    struct hint_asker asker = {.limits = t->limits};
    t->err = hint_adviser(pes_history_game(t->history), t->seed, &asker.adviser);
    if (t->err == PES_ERR_OK)
        t->err = hint_find(&asker, t->history, t->step, &t->hint);
    pes_agent_free(asker.adviser);
}

static void judge(struct thought *t) {
    struct pes_agent *agent = NULL;
    t->err = hint_adviser(pes_history_game(t->history), t->seed, &agent);
    if (t->err == PES_ERR_OK)
        t->err = pes_agent_choose(agent, t->history, &t->limits, &t->answer);
    pes_agent_free(agent);
}

void thought_run(struct thought *t) {
    assert(t->history != NULL);
    t->limits.stop = &t->stop;
    t->limits.info = note_progress;
    t->limits.info_to = t;
    switch (t->kind) {
    case THOUGHT_MOVE:
        think_of_move(t);
        break;
    case THOUGHT_HINT:
        think_of_hint(t);
        break;
    case THOUGHT_JUDGE:
        judge(t);
        break;
    case THOUGHT_LINES:
    case THOUGHT_REVIEW:
    case THOUGHT_END:
        thought_study_run(t);
        break;
    default:
        assert(false);
    }
}
