/* The games that puzzles are mined from; see mine.h. */
#include "puzzles/mine.h"

#include "core/level.h"
#include "core/mem.h"
#include "puzzles/build.h"
#include "search/workers.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* Streams of a game's generator. */
enum { STREAM_PLAYERS, STREAM_LUCK, STREAM_RANDOM, STREAM_ADVISER, STREAM_FIRST, STREAM_SECOND };

static const double UNEVEN = 0.3; /* how far apart the players of a game are, at most */

/* What one game gave. */
struct haul {
    struct str text;
    size_t end[MINE_PUZZLES_MAX]; /* of each puzzle in `text` */
    uint64_t hash[MINE_PUZZLES_MAX];
    int count;
};

/* What one thread uses. */
struct worker {
    struct miner *miner;
    struct pes_agent *adviser;
    struct builder builder;
    bool is_open; /* the builder */
    struct pes_agent *players[PES_PLAYERS_MAX];
    struct pes_history *h;
    int wait; /* plies until the next position is looked at */
    enum pes_err err;
    struct pes_note note;
};

struct miner {
    struct mine mine;
    struct pes_rng root;
    struct worker workers[MINE_JOBS_MAX];
    struct haul hauls[MINE_JOBS_MAX];
    int64_t first;
    int32_t wanted;
    atomic_int next; /* of the present games, not yet begun */
    atomic_bool failed;
};

/* Looks at the present position. */
static enum pes_err look(struct worker *w, struct haul *haul) {
    struct built built;
    if (w->wait > 0) {
        w->wait--;
        return PES_ERR_OK;
    }
    if (haul->count == MINE_PUZZLES_MAX)
        return PES_ERR_OK;
    const enum pes_err err = build_puzzle(&w->builder, w->h, &haul->text, &built, &w->note);
    if (err != PES_ERR_OK || !built.is_puzzle)
        return err;
    haul->hash[haul->count] = built.hash;
    haul->end[haul->count++] = haul->text.length;
    w->wait = MINE_APART + built.plies;
    return PES_ERR_OK;
}

/* Self-play. ---------------------------------------------------------------------------------- */

/* A level, or the strongest agent with few nodes in a game without levels. `strength`, 0..1, says
 * which: players who differ little make games that stay open. */
static enum pes_err seat_player(struct worker *w, pes_player player, double strength,
                                struct pes_rng *rng) {
    const struct pes_game *g = w->miner->mine.game;
    const struct pes_levels *levels = g->kit->levels;
    char text[PES_AGENT_TEXT_MAX], strongest[PES_AGENT_NAME_MAX];
    const double near = strength + (pes_rng_real(rng) - 0.5) * UNEVEN;
    const double own = near < 0 ? 0 : near > 1 ? 1 : near;
    if (levels != NULL)
        level_format(1 + (int)(own * (levels->count - 1) + 0.5), text);
    else if (pes_agent_strongest(g->kit, strongest))
        snprintf(text, sizeof text, "%s:nodes=%d", strongest, 100 << (int)(own * 5));
    else
        snprintf(text, sizeof text, "random");
    pes_agent_free(w->players[player]);
    w->players[player] = NULL;
    return pes_agent_new(g, text, &w->players[player], &w->note);
}

/* A random move; one of those worth searching where the kit knows them. */
static pes_move draw_candidate(const struct pes_game *g, const struct pes_state *s,
                               struct pes_rng *rng) {
    const struct pes_order *order = g->kit->order;
    pes_move moves[PES_MOVES_MAX];
    int32_t scores[PES_MOVES_MAX];
    if (order == NULL || order->candidates == NULL)
        return pes_draw(g, s, rng);
    const int n = order->candidates(g, s, NULL, moves, scores);
    return moves[pes_rng_below(rng, (uint32_t)n)];
}

static enum pes_err choose(struct worker *w, int opening, struct pes_rng *random, pes_move *out) {
    const struct pes_game *g = w->miner->mine.game;
    const struct pes_state *s = pes_history_state(w->h);
    const struct pes_limits limits = {.stop = w->miner->mine.stop};
    struct pes_answer answer = {.move = PES_MOVE_NONE};
    if (pes_history_plies(w->h) < opening || pes_rng_below(random, 100) < MINE_RANDOM_PERCENT) {
        *out = draw_candidate(g, s, random);
        return PES_ERR_OK;
    }
    const enum pes_err err = pes_agent_choose(w->players[pes_turn(g, s)], w->h, &limits, &answer);
    *out = answer.move;
    return err;
}

static enum pes_err begin_players(struct worker *w, const struct pes_rng *of_game) {
    struct pes_rng rng = pes_rng_split(of_game, STREAM_PLAYERS);
    const double strength = pes_rng_real(&rng);
    enum pes_err err = seat_player(w, 0, strength, &rng);
    if (err == PES_ERR_OK)
        err = seat_player(w, 1, strength, &rng);
    for (pes_player p = 0; p < PES_PLAYERS_MAX && err == PES_ERR_OK; p++) {
        struct pes_rng own = pes_rng_split(of_game, (uint64_t)STREAM_FIRST + (uint64_t)p);
        pes_agent_begin(w->players[p], pes_rng_next(&own));
    }
    return err;
}

static enum pes_err search_self_play(struct worker *w, int64_t number, struct haul *haul) {
    const struct pes_game *g = w->miner->mine.game;
    const struct pes_rng of_game = pes_rng_split(&w->miner->root, (uint64_t)number);
    struct pes_rng luck = pes_rng_split(&of_game, STREAM_LUCK);
    struct pes_rng random = pes_rng_split(&of_game, STREAM_RANDOM);
    struct pes_rng adviser = pes_rng_split(&of_game, STREAM_ADVISER);
    struct pes_state_buf start = {0};
    const int opening = (int)pes_rng_below(&random, MINE_OPENING + 1);
    enum pes_err err = begin_players(w, &of_game);
    pes_agent_begin(w->adviser, pes_rng_next(&adviser));
    pes_start(g, &luck, PES_STATE(start));
    pes_history_start(w->h, PES_STATE(start), 0);
    while (err == PES_ERR_OK && pes_history_end(w->h) == PES_END_NONE) {
        pes_move m;
        if (pes_turn(g, pes_history_state(w->h)) == PES_CHANCE) {
            m = pes_draw(g, pes_history_state(w->h), &luck);
        } else {
            err = pes_history_plies(w->h) < opening ? PES_ERR_OK : look(w, haul);
            if (err == PES_ERR_OK)
                err = choose(w, opening, &random, &m);
        }
        if (err == PES_ERR_OK)
            err = pes_history_make(w->h, m);
    }
    return err;
}

/* Records. ------------------------------------------------------------------------------------ */

static enum pes_err search_record(struct worker *w, int64_t number, struct haul *haul) {
    const struct pes_history *record = w->miner->mine.records[number];
    const struct pes_game *g = w->miner->mine.game;
    const struct pes_rng of_game = pes_rng_split(&w->miner->root, (uint64_t)number);
    struct pes_rng adviser = pes_rng_split(&of_game, STREAM_ADVISER);
    enum pes_err err = PES_ERR_OK;
    pes_agent_begin(w->adviser, pes_rng_next(&adviser));
    pes_history_start(w->h, pes_history_first(record), pes_history_first_clock(record));
    for (int i = 0; i < pes_history_count(record) && err == PES_ERR_OK; i++) {
        if (pes_turn(g, pes_history_state(w->h)) >= 0 && pes_history_end(w->h) == PES_END_NONE)
            err = look(w, haul);
        if (err == PES_ERR_OK)
            err = pes_history_make(w->h, pes_history_move(record, i));
    }
    return err;
}

/* Many games. --------------------------------------------------------------------------------- */

static void run_worker(void *item) {
    struct worker *w = item;
    struct miner *m = w->miner;
    w->err = PES_ERR_OK;
    while (!atomic_load(&m->failed)) {
        const int i = atomic_fetch_add(&m->next, 1);
        if (i >= m->wanted)
            return;
        struct haul *haul = &m->hauls[i];
        str_clear(&haul->text);
        haul->count = 0;
        w->wait = 0;
        w->err = m->mine.records != NULL ? search_record(w, m->first + i, haul)
                                         : search_self_play(w, m->first + i, haul);
        if (w->err == PES_ERR_OK && m->mine.stop != NULL && atomic_load(m->mine.stop))
            w->err = PES_ERR_STOPPED;
        if (w->err != PES_ERR_OK)
            atomic_store(&m->failed, true);
    }
}

/* The other workers end by themselves when no game is left. */
static void finish_worker(void *item) {
    (void)item;
}

enum pes_err miner_search(struct miner *m, int64_t first, int32_t count, struct pes_note *note) {
    void *items[MINE_JOBS_MAX];
    assert(count > 0 && count <= m->mine.jobs);
    assert(first + count <= miner_games(m));
    m->first = first;
    m->wanted = count;
    atomic_store(&m->next, 0);
    atomic_store(&m->failed, false);
    for (int i = 0; i < m->mine.jobs; i++)
        items[i] = &m->workers[i];
    workers_run(items, m->mine.jobs, run_worker, finish_worker);
    for (int i = 0; i < m->mine.jobs; i++)
        if (m->workers[i].err != PES_ERR_OK) {
            if (note != NULL)
                *note = m->workers[i].note;
            return m->workers[i].err;
        }
    return PES_ERR_OK;
}

int miner_found(const struct miner *m, int32_t i, struct mined out[MINE_PUZZLES_MAX]) {
    assert(i >= 0 && i < m->wanted);
    const struct haul *haul = &m->hauls[i];
    size_t from = 0;
    for (int n = 0; n < haul->count; n++) {
        out[n] = (struct mined){
            .text = haul->text.text + from, .length = haul->end[n] - from, .hash = haul->hash[n]};
        from = haul->end[n];
    }
    return haul->count;
}

int32_t miner_games(const struct miner *m) {
    return m->mine.records != NULL ? m->mine.record_count : INT32_MAX;
}

static enum pes_err open_worker(struct miner *m, struct worker *w, struct pes_note *note) {
    w->miner = m;
    enum pes_err err = pes_history_new(m->mine.game, &w->h);
    if (err == PES_ERR_OK)
        err = pes_agent_new(m->mine.game, m->mine.adviser, &w->adviser, note);
    if (err == PES_ERR_OK)
        err = builder_init(&w->builder, m->mine.game, w->adviser, m->mine.nodes, m->mine.margin,
                           m->mine.stop, note);
    w->is_open = err == PES_ERR_OK;
    return err;
}

enum pes_err miner_new(const struct mine *mine, struct miner **out, struct pes_note *note) {
    struct miner *m = mem_alloc(sizeof *m);
    enum pes_err err = m != NULL ? PES_ERR_OK : PES_ERR_NOMEM;
    if (m == NULL)
        return err;
    m->mine = *mine;
    m->mine.jobs = mine->jobs < workers_most() ? mine->jobs : workers_most();
    pes_rng_init(&m->root, mine->seed);
    for (int i = 0; i < MINE_JOBS_MAX; i++)
        str_init(&m->hauls[i].text);
    for (int i = 0; i < m->mine.jobs && err == PES_ERR_OK; i++)
        err = open_worker(m, &m->workers[i], note);
    if (err == PES_ERR_OK)
        *out = m;
    else
        miner_free(m);
    return err;
}

static void close_worker(struct worker *w) {
    if (w->is_open)
        builder_release(&w->builder);
    for (int i = 0; i < PES_PLAYERS_MAX; i++)
        pes_agent_free(w->players[i]);
    pes_agent_free(w->adviser);
    pes_history_free(w->h);
}

void miner_free(struct miner *m) {
    if (m == NULL)
        return;
    for (int i = 0; i < m->mine.jobs; i++)
        close_worker(&m->workers[i]);
    for (int i = 0; i < MINE_JOBS_MAX; i++)
        str_release(&m->hauls[i].text);
    mem_free(m);
}
