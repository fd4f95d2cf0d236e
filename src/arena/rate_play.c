/* Pairs are played in batches: the opponents of a batch are chosen before its first game and its
 * results are taken in order, so that the rating does not depend on the number of games at once. */
#include "arena/rate_play.h"

#include "arena/openings.h"
#include "arena/runner.h"
#include "core/clock.h"

enum {
    BATCH_FIRST = 2, /* pairs: at first little is known, and each says much */
    BATCH_MAX = 16,
    BATCH_SHARE = 8 /* otherwise a batch is this part of the pairs played */
};

/* Streams of a pair's generator. */
enum { STREAM_OPENING, STREAM_SEED };

struct work {
    const struct rate_config *config;
    struct rate rate;
    struct runner *runner;
    struct pes_history *h; /* for making openings */
    struct pes_rng root;   /* parent of the generators of the pairs */
    struct str opening, line;
    uint64_t seed; /* of the present pair */
    int32_t pairs; /* begun */
    int rungs[BATCH_MAX];
    struct stats_pair batch[BATCH_MAX];
    struct rate_result *out;
};

/* Draws the opening and the seed of the next pair. */
static enum pes_err begin_pair(struct work *w, struct pes_note *note) {
    const struct openings openings = {.plies = RATE_OPENING_PLIES};
    const struct pes_rng pair_rng = pes_rng_split(&w->root, (uint64_t)w->pairs);
    const struct pes_rng rng = pes_rng_split(&pair_rng, STREAM_OPENING);
    struct pes_rng seed_rng = pes_rng_split(&pair_rng, STREAM_SEED);
    const enum pes_err err = openings_set(&openings, w->pairs, &rng, w->h, note);
    if (err != PES_ERR_OK)
        return err;
    str_clear(&w->opening);
    openings_format(w->h, &w->opening);
    w->seed = pes_rng_next(&seed_rng);
    w->pairs++;
    return str_err(&w->opening);
}

/* Submits a game of the batch; games 2i and 2i + 1 are a pair. */
static enum pes_err submit(struct work *w, int number, struct pes_note *note) {
    const struct rate_config *config = w->config;
    const enum pes_err err = number % 2 == 0 ? begin_pair(w, note) : PES_ERR_OK;
    if (err != PES_ERR_OK)
        return err;
    const struct job job = {
        .game = config->game->rules->name,
        .variant = config->game->variant,
        .opening = w->opening.text,
        .agents = {config->agent, config->ladder->rungs[w->rungs[number / 2]].agent},
        .swap = number % 2 == 1,
        .seed = w->seed,
        .limits = config->limits,
        .version = pes_version(),
    };
    str_clear(&w->line);
    job_format(&job, &w->line);
    return str_err(&w->line) != PES_ERR_OK
               ? PES_ERR_NOMEM
               : runner_submit(w->runner, number, w->line.text, w->line.length);
}

static void note_forfeit(struct rate_result *out, int k, const struct runner_result *result) {
    const bool player_lost = (result->game.halves == 0) == (k == 0);
    if (!stats_forfeited(&result->game) || !player_lost)
        return;
    out->forfeits++;
    if (pes_note_is_empty(&out->fault))
        out->fault = result->notes.fault;
}

/* Takes one finished game. */
static enum pes_err take(struct work *w, struct pes_note *note) {
    struct runner_result result;
    if (!runner_next(w->runner, &result))
        return PES_ERR_STOPPED;
    const enum pes_err err = result.err;
    if (err == PES_ERR_OK) {
        const int k = (int)(result.number % 2);
        struct stats_pair *pair = &w->batch[result.number / 2];
        pair->opening = result.opening;
        pair->games[k] = result.game;
        note_forfeit(w->out, k, &result);
    } else if (note != NULL) {
        *note = result.note;
    }
    runner_result_release(&result);
    return err;
}

static bool stopped(const struct work *w) {
    return w->config->limits.stop != NULL && atomic_load(w->config->limits.stop);
}

/* Plays the pairs of a batch. */
static enum pes_err play_batch(struct work *w, int count, struct pes_note *note) {
    enum pes_err err = PES_ERR_OK;
    int submitted = 0;
    for (int taken = 0; taken < 2 * count && err == PES_ERR_OK; taken++) {
        while (submitted < 2 * count && runner_has_space(w->runner) && err == PES_ERR_OK)
            err = submit(w, submitted++, note);
        if (err == PES_ERR_OK)
            err = stopped(w) ? PES_ERR_STOPPED : take(w, note);
    }
    return err;
}

/* How many pairs the next batch has; 0: no more games are wanted. */
static int batch_size(const struct work *w) {
    const int32_t left = (w->config->games_max + 1) / 2 - w->pairs;
    int32_t size = w->pairs / BATCH_SHARE;
    size = size < BATCH_FIRST ? BATCH_FIRST : size > BATCH_MAX ? BATCH_MAX : size;
    return size < left ? size : left;
}

/* Chooses opponents; returns for how many pairs. */
static int plan(struct work *w) {
    const int size = batch_size(w);
    int count = 0;
    while (count < size && (w->rungs[count] = rate_plan(&w->rate)) >= 0)
        count++;
    return count;
}

static enum pes_err add_batch(struct work *w, int count) {
    enum pes_err err = PES_ERR_OK;
    for (int i = 0; i < count && err == PES_ERR_OK; i++) {
        err = rate_add(&w->rate, w->rungs[i], &w->batch[i]);
        w->out->opponents[w->rungs[i]] += 2;
        w->out->games += 2;
    }
    rate_fit(&w->rate);
    rate_estimate(&w->rate, &w->out->estimate);
    return err;
}

static enum pes_err play(struct work *w, struct pes_note *note) {
    const struct rate_config *config = w->config;
    struct rate_result *out = w->out;
    for (;;) {
        if (rate_is_done(&w->rate, &out->estimate, config->within)) {
            out->end = RATE_END_DONE;
            return PES_ERR_OK;
        }
        if (rate_is_limited(&w->rate, &out->estimate, config->within)) {
            out->end = RATE_END_LADDER;
            return PES_ERR_OK;
        }
        const int count = plan(w);
        if (count == 0) {
            out->end = batch_size(w) == 0 ? RATE_END_GAMES : RATE_END_REPEATS;
            return PES_ERR_OK;
        }
        enum pes_err err = play_batch(w, count, note);
        if (err == PES_ERR_OK)
            err = add_batch(w, count);
        if (err != PES_ERR_OK)
            return err;
        if (config->on_batch != NULL)
            config->on_batch(config->on_batch_to, &out->estimate, out->games);
    }
}

/* Finds a mistake in the agent's options before the first game. */
static enum pes_err check_agent(const struct rate_config *config, struct pes_note *note) {
    struct pes_agent *agent = NULL;
    const enum pes_err err = pes_agent_new(config->game, config->agent, &agent, note);
    pes_agent_free(agent);
    return err;
}

enum pes_err rate_play(const struct rate_config *config, struct rate_result *out,
                       struct pes_note *note) {
    assert(config->within > 0.0 && config->games_max > 0);
    const int64_t start_ns = clock_now_ns();
    struct work w = {.config = config, .out = out};
    const struct runner_config runner = {.jobs = config->jobs > 0 ? config->jobs : 1,
                                         .isolated = config->isolated,
                                         .no_records = true,
                                         .stop = config->limits.stop,
                                         .game = config->game,
                                         .maker = config->maker};
    *out = (struct rate_result){.end = RATE_END_STOPPED};
    rate_init(&w.rate, config->ladder);
    rate_estimate(&w.rate, &out->estimate);
    pes_rng_init(&w.root, config->seed);
    str_init(&w.opening);
    str_init(&w.line);
    enum pes_err err = check_agent(config, note);
    if (err == PES_ERR_OK)
        err = pes_history_new(config->game, &w.h);
    if (err == PES_ERR_OK)
        err = runner_new(&runner, &w.runner, note);
    if (err == PES_ERR_OK)
        err = play(&w, note);
    runner_free(w.runner);
    pes_history_free(w.h);
    str_release(&w.line);
    str_release(&w.opening);
    rate_release(&w.rate);
    out->seconds = clock_seconds_since(start_ns);
    return err;
}
