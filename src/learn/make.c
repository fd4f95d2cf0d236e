/* Self-play for labelled games; see make.h. */
#include "learn/make.h"

#include "core/mem.h"
#include "learn/data.h"
#include "learn/text.h"
#include "search/workers.h"

#include <math.h>
#include <stdlib.h>

/* What one thread uses. */
struct worker {
    struct maker *maker;
    struct pes_agent *agent;
    struct pes_history *h;
    struct data_ply *plies; /* DATA_PLIES_MAX of them */
    int32_t count;
    enum pes_err err;
    struct pes_note note;
};

struct maker {
    struct make make;
    struct pes_rng root;
    struct worker workers[MAKE_JOBS_MAX];
    struct str games[MAKE_BLOCK_GAMES]; /* of the present block */
    int64_t first;
    int32_t wanted;
    atomic_int next; /* of the present block, not yet begun */
    atomic_bool failed;
};

/* One game. ----------------------------------------------------------------------------------- */

/* Streams of a game's generator; those of its openings follow. */
enum { STREAM_LUCK, STREAMS };

/* Makes a move and stores it with its label. */
static enum pes_err put_move(struct worker *w, pes_move m, uint16_t best, int16_t value) {
    const struct pes_game *g = w->maker->make.game;
    const uint16_t place = data_place(g, pes_history_state(w->h), m);
    assert(place != DATA_NONE);
    w->plies[w->count++] = (struct data_ply){place, best, value};
    return pes_history_make(w->h, m);
}

/* One of the moves worth searching. */
static pes_move draw_candidate(const struct pes_game *g, const struct pes_state *s,
                               struct pes_rng *rng) {
    const struct pes_order *order = g->kit->order;
    pes_move moves[PES_MOVES_MAX];
    int32_t scores[PES_MOVES_MAX];
    if (order == NULL || order->candidates == NULL || pes_turn(g, s) == PES_CHANCE)
        return pes_draw(g, s, rng);
    const int n = order->candidates(g, s, NULL, moves, scores);
    return moves[pes_rng_below(rng, (uint32_t)n)];
}

/* The label of an answer: First's log odds in thousandths. */
static int16_t value_of(const struct pes_answer *answer, pes_player mover) {
    double odds;
    if (answer->has_mate)
        odds = answer->mate > 0 ? DATA_PROVEN : answer->mate < 0 ? -DATA_PROVEN : 0.0;
    else
        odds = DATA_UNIT * log(answer->win_probability / (1.0 - answer->win_probability));
    const double most = answer->has_mate ? DATA_PROVEN : DATA_PROVEN - 1;
    odds = fmin(fmax(odds, -most), most);
    return (int16_t)lrint(mover == 0 ? odds : -odds);
}

/* Searches, plays the choice or a random move, and reports a proven end in *halves. */
static enum pes_err play_move(struct worker *w, struct pes_rng *rng, int *halves) {
    const struct pes_game *g = w->maker->make.game;
    const struct pes_state *s = pes_history_state(w->h);
    const struct pes_limits limits = {.stop = w->maker->make.stop};
    const pes_player mover = pes_turn(g, s);
    struct pes_answer answer = {0};
    const enum pes_err err = pes_agent_choose(w->agent, w->h, &limits, &answer);
    if (err != PES_ERR_OK)
        return err;
    if (w->maker->make.stop != NULL && atomic_load(w->maker->make.stop))
        return PES_ERR_STOPPED;
    if (!answer.has_mate && !answer.has_win_probability)
        return pes_note_say(&w->note, PES_ERR_UNFIT, 0, TEXT(data_no_value), PES_NO_ARGS);
    const bool random = pes_rng_below(rng, 100) < (uint32_t)w->maker->make.random_percent;
    const uint16_t best = data_place(g, s, answer.move);
    if (answer.has_mate)
        *halves = answer.mate == 0 ? 1 : (answer.mate > 0) == (mover == 0) ? 2 : 0;
    const pes_move m = random && !answer.has_mate ? draw_candidate(g, s, rng) : answer.move;
    return put_move(w, m, best, value_of(&answer, mover));
}

static enum pes_err play_random(struct worker *w, struct pes_rng *rng) {
    const pes_move m = draw_candidate(w->maker->make.game, pes_history_state(w->h), rng);
    return put_move(w, m, DATA_NONE, DATA_NO_VALUE);
}

/* Draws the opening: chance outcomes and random moves. */
static enum pes_err play_opening(struct worker *w, struct pes_rng *rng, int32_t plies) {
    const struct pes_game *g = w->maker->make.game;
    enum pes_err err = PES_ERR_OK;
    while (err == PES_ERR_OK && pes_history_end(w->h) == PES_END_NONE &&
           (pes_history_plies(w->h) < plies || pes_turn(g, pes_history_state(w->h)) == PES_CHANCE))
        err = play_random(w, rng);
    return err;
}

/* Is the present position near even for the agent? */
static enum pes_err is_even(struct worker *w, bool *even) {
    const struct pes_game *g = w->maker->make.game;
    const struct pes_limits limits = {.stop = w->maker->make.stop};
    struct pes_answer answer = {0};
    *even = false;
    if (pes_history_end(w->h) != PES_END_NONE)
        return PES_ERR_OK;
    const enum pes_err err = pes_agent_choose(w->agent, w->h, &limits, &answer);
    if (err != PES_ERR_OK)
        return err;
    const int value = value_of(&answer, pes_turn(g, pes_history_state(w->h)));
    *even = !answer.has_mate && abs(value) <= MAKE_EVEN * DATA_UNIT;
    return PES_ERR_OK;
}

/* Plays from the opening to the end; returns First's result in half points. */
static enum pes_err play_game(struct worker *w, struct pes_rng *rng, int *halves) {
    const struct pes_game *g = w->maker->make.game;
    *halves = -1;
    while (*halves < 0 && w->count < DATA_PLIES_MAX && pes_history_end(w->h) == PES_END_NONE) {
        const bool chance = pes_turn(g, pes_history_state(w->h)) == PES_CHANCE;
        const enum pes_err err = chance ? play_random(w, rng) : play_move(w, rng, halves);
        if (err != PES_ERR_OK)
            return err;
    }
    if (*halves >= 0)
        return PES_ERR_OK;
    const enum pes_end end = pes_history_end(w->h);
    int32_t payoff[PES_PLAYERS_MAX];
    pes_settle(g, pes_history_state(w->h), end != PES_END_NONE ? end : PES_END_PLIES, payoff);
    *halves = 1 + (payoff[0] > payoff[1]) - (payoff[0] < payoff[1]);
    return PES_ERR_OK;
}

/* Begins a game: its start as text, and an opening of 1 to `opening_plies` moves. */
static enum pes_err begin_game(struct worker *w, const struct pes_rng *of_game,
                               char text[PES_STATE_TEXT_MAX]) {
    const struct make *make = &w->maker->make;
    const int32_t most = make->opening_plies, tries = most > 0 ? MAKE_TRIES : 1;
    bool even = false;
    for (int32_t i = 0; i < tries && !even; i++) {
        const struct pes_rng of_try = pes_rng_split(of_game, (uint64_t)STREAMS + (uint64_t)i);
        struct pes_rng rng = pes_rng_split(&of_try, 0), agent_rng = pes_rng_split(&of_try, 1);
        struct pes_state_buf start = {0};
        const int32_t plies = most > 0 ? 1 + (int32_t)pes_rng_below(&rng, (uint32_t)most) : 0;
        pes_start(make->game, &rng, PES_STATE(start));
        pes_history_start(w->h, PES_STATE(start), 0);
        pes_history_format(w->h, text);
        w->count = 0;
        enum pes_err err = play_opening(w, &rng, plies);
        pes_agent_begin(w->agent, pes_rng_next(&agent_rng));
        if (err == PES_ERR_OK && i + 1 < tries)
            err = is_even(w, &even);
        if (err != PES_ERR_OK)
            return err;
    }
    return PES_ERR_OK;
}

static enum pes_err make_game(struct worker *w, int64_t number, struct str *out) {
    const struct pes_rng of_game = pes_rng_split(&w->maker->root, (uint64_t)number);
    struct pes_rng luck = pes_rng_split(&of_game, STREAM_LUCK);
    char text[PES_STATE_TEXT_MAX];
    int halves = 1;
    enum pes_err err = begin_game(w, &of_game, text);
    if (err == PES_ERR_OK)
        err = play_game(w, &luck, &halves);
    if (err == PES_ERR_OK)
        data_put_game(out, text, halves, w->plies, w->count);
    return err == PES_ERR_OK ? str_err(out) : err;
}

/* Blocks. ------------------------------------------------------------------------------------- */

static void run_worker(void *item) {
    struct worker *w = item;
    struct maker *m = w->maker;
    w->err = PES_ERR_OK;
    while (!atomic_load(&m->failed)) {
        const int i = atomic_fetch_add(&m->next, 1);
        if (i >= m->wanted)
            return;
        str_clear(&m->games[i]);
        w->err = make_game(w, m->first + i, &m->games[i]);
        if (w->err != PES_ERR_OK)
            atomic_store(&m->failed, true);
    }
}

/* The other workers end by themselves when no game is left. */
static void finish_worker(void *item) {
    (void)item;
}

enum pes_err maker_block(struct maker *m, int64_t first, int32_t count, struct str *payload,
                         struct pes_note *note) {
    void *items[MAKE_JOBS_MAX];
    assert(count > 0 && count <= MAKE_BLOCK_GAMES);
    m->first = first;
    m->wanted = count;
    atomic_store(&m->next, 0);
    atomic_store(&m->failed, false);
    for (int i = 0; i < m->make.jobs; i++)
        items[i] = &m->workers[i];
    workers_run(items, m->make.jobs, run_worker, finish_worker);
    for (int i = 0; i < m->make.jobs; i++)
        if (m->workers[i].err != PES_ERR_OK) {
            if (note != NULL)
                *note = m->workers[i].note;
            return m->workers[i].err;
        }
    for (int32_t i = 0; i < count; i++)
        str_add_str(payload, &m->games[i]);
    return str_err(payload);
}

static enum pes_err open_worker(struct maker *m, struct worker *w, struct pes_note *note) {
    w->maker = m;
    w->plies = mem_alloc(DATA_PLIES_MAX * sizeof w->plies[0]);
    if (w->plies == NULL)
        return PES_ERR_NOMEM;
    const enum pes_err err = pes_history_new(m->make.game, &w->h);
    return err == PES_ERR_OK ? pes_agent_new(m->make.game, m->make.agent, &w->agent, note) : err;
}

enum pes_err maker_new(const struct make *make, struct maker **out, struct pes_note *note) {
    struct maker *m = mem_alloc(sizeof *m);
    enum pes_err err = m != NULL ? PES_ERR_OK : PES_ERR_NOMEM;
    if (m == NULL)
        return err;
    m->make = *make;
    m->make.jobs = make->jobs < workers_most() ? make->jobs : workers_most();
    pes_rng_init(&m->root, make->seed);
    for (int i = 0; i < MAKE_BLOCK_GAMES; i++)
        str_init(&m->games[i]);
    for (int i = 0; i < m->make.jobs && err == PES_ERR_OK; i++)
        err = open_worker(m, &m->workers[i], note);
    if (err == PES_ERR_OK)
        *out = m;
    else
        maker_free(m);
    return err;
}

void maker_free(struct maker *m) {
    if (m == NULL)
        return;
    for (int i = 0; i < m->make.jobs; i++) {
        pes_agent_free(m->workers[i].agent);
        pes_history_free(m->workers[i].h);
        mem_free(m->workers[i].plies);
    }
    for (int i = 0; i < MAKE_BLOCK_GAMES; i++)
        str_release(&m->games[i]);
    mem_free(m);
}
