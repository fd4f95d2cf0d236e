/* From labelled games to samples; see samples.h. */
#include "learn/samples.h"

#include "core/mem.h"

#include <math.h>

enum { HELD_OUT = 10 }; /* one game of so many */

/* The game that is being read. */
struct reading {
    struct samples *out;
    const struct pes_game *g;
    const struct data_game *game;
    const atomic_bool *stop;
    int32_t at;          /* plies so far */
    int32_t last_random; /* the ply of the last random move; -1: none */
    uint8_t source;
    bool held_out;
    struct pes_feature (*features)[PES_MOVE_FEATURES_MAX]; /* PES_MOVES_MAX of them */
};

/* Makes space for one more item; NULL: no memory. */
static void *one_more(void *items, size_t count, size_t *cap, size_t size) {
    if (count < *cap)
        return items;
    void *p = mem_grow(items, 2 * (count + 1) * size);
    if (p != NULL)
        *cap = 2 * (count + 1);
    return p;
}

/* The mover's log odds by the built-in evaluation. */
static double odds_before(const struct pes_game *g, const struct pes_state *s) {
    const struct pes_eval *eval = g->kit->evals != NULL ? g->kit->evals[0] : NULL;
    alignas(64) unsigned char accumulator[PES_ACCUMULATOR_MAX];
    if (eval == NULL || eval->odds == NULL)
        return 0.0;
    if (eval->accumulator_size(g) > 0)
        eval->refresh(g, s, accumulator);
    const double odds = pes_log_odds(g, eval, s, eval->value(g, s, accumulator));
    return pes_turn(g, s) == 0 ? odds : -odds;
}

static enum pes_err add_position(struct reading *r, const struct pes_state *s, int16_t value) {
    struct samples *out = r->out;
    struct pes_feature features[PES_POSITION_FEATURES_MAX];
    const int n = r->g->kit->features->position(r->g, s, features);
    if (n < 0)
        return PES_ERR_OK;
    void *p =
        one_more(out->positions, out->rows.count, &out->position_cap, sizeof out->positions[0]);
    if (p == NULL)
        return PES_ERR_NOMEM;
    out->positions = p;
    const bool first = pes_turn(r->g, s) == 0;
    const double odds = (first ? 1.0 : -1.0) * value / DATA_UNIT;
    const int halves = first ? r->game->halves : 2 - r->game->halves;
    out->positions[out->rows.count] =
        (struct samples_position){.search = (float)odds,
                                  .before = (float)odds_before(r->g, s),
                                  .halves = (int8_t)(r->at > r->last_random ? halves : -1),
                                  .source = r->source,
                                  .held_out = r->held_out};
    return model_rows_add(&out->rows, features, n);
}

/* How many of the candidates the built-in order puts before `best`. */
static int rank_of(const int32_t scores[], int n, int best) {
    int rank = 0;
    for (int i = 0; i < n; i++)
        rank += scores[i] > scores[best] || (scores[i] == scores[best] && i < best);
    return rank;
}

/* The candidates of a position with their scores; returns how many. */
static int candidates_of(const struct pes_game *g, const struct pes_state *s, pes_move moves[],
                         int32_t scores[]) {
    const struct pes_order *order = g->kit->order;
    if (order != NULL && order->candidates != NULL)
        return order->candidates(g, s, NULL, moves, scores);
    const int n = pes_moves(g, s, moves);
    for (int i = 0; i < n; i++)
        scores[i] = order != NULL && order->score != NULL ? order->score(g, s, moves[i], NULL) : 0;
    return n;
}

static enum pes_err add_choice(struct reading *r, const struct pes_state *s, pes_move best) {
    struct samples *out = r->out;
    pes_move moves[PES_MOVES_MAX];
    int32_t scores[PES_MOVES_MAX];
    int counts[PES_MOVES_MAX], at = 0;
    const int n = candidates_of(r->g, s, moves, scores);
    while (at < n && moves[at] != best)
        at++;
    if (at == n || n < 2)
        return PES_ERR_OK;
    void *p = one_more(out->choices, out->choice_count, &out->choice_cap, sizeof out->choices[0]);
    if (p == NULL)
        return PES_ERR_NOMEM;
    out->choices = p;
    out->choices[out->choice_count++] =
        (struct samples_choice){.first = out->move_rows.count,
                                .count = (uint16_t)n,
                                .best = (uint16_t)at,
                                .best_rank = (uint16_t)rank_of(scores, n, at),
                                .held_out = r->held_out};
    r->g->kit->features->moves(r->g, s, moves, n, r->features, counts);
    enum pes_err err = PES_ERR_OK;
    for (int i = 0; i < n && err == PES_ERR_OK; i++)
        err = model_rows_add(&out->move_rows, r->features[i], counts[i]);
    return err;
}

/* A move that the search did not choose counts as random. */
static enum pes_err visit(void *to, const struct pes_history *h, const struct data_ply *ply,
                          pes_move best) {
    struct reading *r = to;
    const struct pes_state *s = pes_history_state(h);
    enum pes_err err = PES_ERR_OK;
    if (r->stop != NULL && atomic_load(r->stop))
        return PES_ERR_STOPPED;
    if (ply != NULL && ply->best != DATA_NONE && ply->value != DATA_NO_VALUE) {
        err = add_position(r, s, ply->value);
        /* The choice of a player who is lost says nothing. */
        const int to_mover = pes_turn(r->g, s) == 0 ? ply->value : -ply->value;
        if (err == PES_ERR_OK && to_mover > -DATA_PROVEN && r->g->kit->features->moves != NULL)
            err = add_choice(r, s, best);
    }
    r->at++;
    return err;
}

static int32_t last_random(const struct data_game *game) {
    int32_t last = -1;
    for (int32_t i = 0; i < game->count; i++) {
        const struct data_ply ply = data_ply_at(game, i);
        if (ply.best != DATA_NONE && ply.best != ply.played)
            last = i;
    }
    return last;
}

enum pes_err samples_add(struct samples *out, const struct pes_game *g, const struct data *data,
                         const atomic_bool *stop, struct pes_note *note) {
    struct data_reader r;
    struct data_game game;
    struct reading reading = {.out = out, .g = g, .game = &game, .stop = stop};
    struct pes_history *h = NULL;
    reading.source = (uint8_t)(out->sources < SAMPLES_SOURCES ? out->sources : SAMPLES_SOURCES - 1);
    out->sources++;
    reading.features = mem_alloc(PES_MOVES_MAX * sizeof reading.features[0]);
    enum pes_err err = reading.features != NULL ? pes_history_new(g, &h) : PES_ERR_NOMEM;
    data_start(&r, data);
    while (err == PES_ERR_OK && (err = data_next(&r, &game, note)) == PES_ERR_OK &&
           game.start != NULL) {
        reading.at = 0;
        reading.last_random = last_random(&game);
        reading.held_out = game.hash % HELD_OUT == 0;
        out->games++;
        out->held_out_games += reading.held_out;
        err = data_replay(&game, r.number, h, visit, &reading, note);
    }
    pes_history_free(h);
    mem_free(reading.features);
    return err;
}

void samples_release(struct samples *samples) {
    model_rows_release(&samples->rows);
    model_rows_release(&samples->move_rows);
    mem_free(samples->positions);
    mem_free(samples->choices);
    *samples = (struct samples){.games = 0};
}
