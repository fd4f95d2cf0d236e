/* Thoughts about a study: the best lines of a position, the judgement of a move, the win
 * probability at the end. The history of the thought follows the line of the inquiry on the thread
 * that thinks, so that the event loop never plays a long game again. */
#include "core/mem.h"
#include "pessoi/solve.h"
#include "play/coach.h"
#include "rooms/thought_int.h"

#include <assert.h>
#include <math.h>

/* The agent begins with the seed that the command line has without --seed: `pessoi best` answers
 * the same. */
enum { SEED = 1 };

void shelf_init(struct shelf *shelf) {
    shelf->back = 0;
    atomic_init(&shelf->shared, 1);
    shelf->front = 2;
}

void shelf_put(struct shelf *shelf, const struct lines *lines) {
    shelf->slots[shelf->back] = *lines;
    shelf->back = atomic_exchange(&shelf->shared, shelf->back | (unsigned)SHELF_FRESH) &
                  ~(unsigned)SHELF_FRESH;
    assert(shelf->back < 3);
}

const struct lines *shelf_take(struct shelf *shelf) {
    if ((atomic_load(&shelf->shared) & SHELF_FRESH) == 0)
        return NULL;
    shelf->front = atomic_exchange(&shelf->shared, shelf->front) & ~(unsigned)SHELF_FRESH;
    assert(shelf->front < 3);
    return &shelf->slots[shelf->front];
}

struct thought *thought_study_new(enum thought_kind kind, const struct pes_history *line) {
    struct pes_history *history = NULL;
    assert(kind >= THOUGHT_LINES);
    if (pes_history_new(pes_history_game(line), &history) != PES_ERR_OK)
        return NULL;
    pes_history_start(history, pes_history_first(line), pes_history_first_clock(line));
    struct thought *t = thought_new(kind, history);
    if (t == NULL)
        return NULL;
    t->study = mem_alloc(sizeof *t->study);
    if (t->study == NULL) {
        thought_free(t);
        return NULL;
    }
    t->seed = SEED;
    t->study->line = line;
    t->study->luck = t->study->chance = NAN;
    shelf_init(&t->study->shelf);
    said_init(&t->study->said);
    return t;
}

void thought_study_free(struct thought_study *study) {
    if (study == NULL)
        return;
    said_release(&study->said);
    mem_free(study->exact);
    mem_free(study);
}

/* Brings the history of the thought to the position after `at` entries of the line. What it has
 * made so far is the beginning of the line. */
static enum pes_err follow_line(struct thought *t, int at) {
    enum pes_err err = PES_ERR_OK;
    while (pes_history_count(t->history) > at)
        pes_history_unmake(t->history);
    while (err == PES_ERR_OK && pes_history_count(t->history) < at)
        err = pes_history_make(t->history,
                               pes_history_move(t->study->line, pes_history_count(t->history)));
    return err;
}

static void on_found(void *to, const struct lines *lines) {
    shelf_put(&((struct thought *)to)->study->shelf, lines);
}

/* The exact values of all moves, from the table that the oracle has used. */
static enum pes_err find_exact(struct thought *t) {
    const struct pes_game *g = pes_history_game(t->history);
    const struct pes_state *s = pes_history_state(t->history);
    struct pes_table *table = NULL;
    pes_move list[PES_MOVES_MAX];
    const int count = pes_moves(g, s, list);
    enum pes_err err = pes_table_open(g, t->study->tables, &table, NULL);
    if (err != PES_ERR_OK)
        return err;
    struct exact *exact = mem_alloc((size_t)count * sizeof *exact);
    err = exact != NULL ? PES_ERR_OK : PES_ERR_NOMEM;
    for (int i = 0; i < count && err == PES_ERR_OK; i++) {
        exact[i] = (struct exact){.move = list[i]};
        err = pes_table_move(table, s, list[i], &exact[i].mate);
    }
    pes_table_close(table);
    mem_free(t->study->exact);
    t->study->exact = exact;
    t->study->exact_count = err == PES_ERR_OK ? count : 0;
    return err;
}

static void find_lines(struct thought *t) {
    struct lines_asker asker = {.limits = t->limits, .found = on_found, .to = t};
    t->err = pes_agent_new(pes_history_game(t->history), t->agent, &asker.agent, NULL);
    if (t->err)
        return;
    pes_agent_begin(asker.agent, t->seed);
    t->err = lines_find(&asker, t->history, &t->study->lines);
    pes_agent_free(asker.agent);
    if (t->err == PES_ERR_OK && t->study->tables != NULL)
        t->err = find_exact(t);
}

/* The luck of the outcomes that follow the move; unknown luck is no reason to have no judgement. */
static enum pes_err find_luck(struct thought *t, const struct hint_asker *asker) {
    const struct pes_history *line = t->study->line;
    int next = t->study->at + 1;
    if (t->study->has_luck || !pes_history_game(line)->chance_in_play)
        return PES_ERR_OK;
    while (next < pes_history_count(line) && pes_history_player(line, next) == PES_CHANCE)
        next++;
    enum pes_err err = follow_line(t, next);
    if (err == PES_ERR_OK && (pes_history_end(t->history) != PES_END_NONE ||
                              pes_turn(pes_history_game(line), pes_history_state(t->history)) >= 0))
        err = review_luck(asker, t->history, &t->study->luck);
    if (err != PES_ERR_OK)
        t->study->luck = NAN;
    return err == PES_ERR_STOPPED ? err : PES_ERR_OK;
}

static void review(struct thought *t, const struct hint_asker *asker) {
    struct thought_study *study = t->study;
    const pes_move played = pes_history_move(study->line, study->at);
    t->err = review_find(asker, t->history, played, &study->judged);
    if (t->err)
        return;
    for (int lang = 0; lang < PES_LANG_COUNT; lang++) {
        str_clear(&study->said.in[lang]);
        coach_say(t->history, &study->judged, (enum pes_lang)lang, &study->said.in[lang]);
        if (str_err(&study->said.in[lang]))
            t->err = PES_ERR_NOMEM;
    }
    if (t->err == PES_ERR_OK)
        t->err = find_luck(t, asker);
}

/* The win probability at the end, First's. */
static void find_end(struct thought *t, const struct hint_asker *asker) {
    const struct pes_game *g = pes_history_game(t->history);
    t->err = review_chance(asker, t->history, &t->study->chance);
    if (t->err == PES_ERR_OK && pes_history_end(t->history) == PES_END_NONE &&
        pes_turn(g, pes_history_state(t->history)) == 1)
        t->study->chance = 1.0 - t->study->chance;
}

void thought_study_run(struct thought *t) {
    struct hint_asker asker = {.limits = t->limits};
    assert(t->study != NULL);
    t->study->chance = NAN;
    if (!t->study->has_luck)
        t->study->luck = NAN;
    t->err = follow_line(t, t->study->at);
    if (t->err != PES_ERR_OK)
        return;
    if (t->kind == THOUGHT_LINES) {
        find_lines(t);
        return;
    }
    t->err = hint_adviser(pes_history_game(t->history), t->seed, &asker.adviser);
    if (t->err == PES_ERR_OK && t->kind == THOUGHT_REVIEW)
        review(t, &asker);
    else if (t->err == PES_ERR_OK)
        find_end(t, &asker);
    pes_agent_free(asker.adviser);
}
