#include "arena/tournament_run.h"

#include "core/clock.h"
#include "core/mem.h"

#include <assert.h>

static const double refresh_seconds = 5.0;

/* A job that was submitted. */
struct flight {
    int64_t number; /* 0: this place is empty */
    struct str job;
};

struct loop {
    const struct tournament_run *run;
    struct runner *runner;
    struct flight *flights; /* runner->most of them */
    int64_t refreshed_ns;
};

enum pes_err tournament_read_scores(const struct pes_game *g, const struct pes_record *record,
                                    int32_t out[2], struct pes_note *note) {
    out[0] = out[1] = 0;
    if (g->rules->scores == NULL)
        return PES_ERR_OK;
    struct pes_history *h;
    enum pes_err err = pes_history_new(g, &h);
    if (err != PES_ERR_OK)
        return err;
    err = pes_record_replay(record, h, -1, note);
    if (err == PES_ERR_OK)
        g->rules->scores(g, pes_history_state(h), out);
    pes_history_free(h);
    return err;
}

static bool stopped(const struct tournament_run *run) {
    const atomic_bool *stop = run->tournament->config.limits.stop;
    return stop != NULL && atomic_load(stop);
}

static struct flight *flight_of(const struct loop *loop, int64_t number) {
    for (int32_t i = 0; i < loop->runner->most; i++)
        if (loop->flights[i].number == number)
            return &loop->flights[i];
    return NULL;
}

/* Submits games while the runner has space for them. */
static enum pes_err submit_all(struct loop *loop, struct pes_note *note) {
    struct tournament *t = loop->run->tournament;
    int64_t number;
    while (runner_has_space(loop->runner) && !stopped(loop->run) && tournament_next(t, &number)) {
        struct flight *flight = flight_of(loop, 0);
        assert(flight != NULL);
        str_clear(&flight->job);
        enum pes_err err = tournament_job(t, number, &flight->job, note);
        if (err == PES_ERR_OK)
            err = runner_submit(loop->runner, number, flight->job.text, flight->job.length);
        if (err != PES_ERR_OK)
            return err;
        flight->number = number;
    }
    return PES_ERR_OK;
}

/* Stores a finished game, then counts it. */
static enum pes_err take(struct loop *loop, const struct runner_result *result,
                         struct pes_note *note) {
    const struct tournament_run *run = loop->run;
    struct tournament *t = run->tournament;
    struct flight *flight = flight_of(loop, result->number);
    assert(flight != NULL);
    if (result->err != PES_ERR_OK) {
        if (note != NULL)
            *note = result->note;
        return result->err;
    }
    struct tournament_finished finished = {
        .number = result->number,
        .round = tournament_round(t, tournament_slot(t, result->number)),
        .job = flight->job.text,
        .result = result};
    tournament_seats(t, result->number, finished.seats);
    struct tournament_game game = {.number = result->number,
                                   .seats = {finished.seats[0], finished.seats[1]},
                                   .opening = result->opening,
                                   .end = result->game};
    enum pes_err err = tournament_read_scores(t->config.game, result->record, game.scores, note);
    if (err == PES_ERR_OK && run->put != NULL)
        err = run->put(run->to, &finished, &game, note);
    flight->number = 0;
    return err == PES_ERR_OK ? tournament_add(t, &game, note) : err;
}

static enum pes_err refresh(struct loop *loop, struct pes_note *note) {
    if (loop->run->refresh == NULL || clock_seconds_since(loop->refreshed_ns) < refresh_seconds)
        return PES_ERR_OK;
    const enum pes_err err = loop->run->refresh(loop->run->to, loop->run->tournament, note);
    loop->refreshed_ns = clock_now_ns();
    return err;
}

static enum pes_err play_all(struct loop *loop, struct pes_note *note) {
    const struct tournament_run *run = loop->run;
    for (;;) {
        enum pes_err err = submit_all(loop, note);
        struct runner_result result;
        if (err != PES_ERR_OK)
            return err;
        if (!runner_next(loop->runner, &result))
            break;
        err = take(loop, &result, note);
        runner_result_release(&result);
        if (err == PES_ERR_OK)
            err = refresh(loop, note);
        if (err != PES_ERR_OK)
            return err;
        if (run->on_game != NULL)
            run->on_game(run->to, run->tournament);
    }
    return tournament_is_complete(run->tournament) ? PES_ERR_OK : PES_ERR_STOPPED;
}

static enum pes_err fly(struct loop *loop, struct pes_note *note) {
    const int32_t most = loop->runner->most;
    loop->flights = mem_alloc((size_t)most * sizeof *loop->flights);
    if (loop->flights == NULL)
        return PES_ERR_NOMEM;
    for (int32_t i = 0; i < most; i++)
        str_init(&loop->flights[i].job);
    const enum pes_err err = play_all(loop, note);
    for (int32_t i = 0; i < most; i++)
        str_release(&loop->flights[i].job);
    mem_free(loop->flights);
    return err;
}

enum pes_err tournament_run(const struct tournament_run *run, struct pes_note *note) {
    const struct tournament_config *c = &run->tournament->config;
    const struct runner_config config = {.jobs = run->jobs,
                                         .isolated = run->isolated,
                                         .stop = c->limits.stop,
                                         .game = c->game,
                                         .maker = run->maker};
    struct loop loop = {.run = run, .refreshed_ns = clock_now_ns()};
    if (tournament_is_complete(run->tournament))
        return PES_ERR_OK;
    enum pes_err err = runner_new(&config, &loop.runner, note);
    if (err != PES_ERR_OK)
        return err;
    err = fly(&loop, note);
    runner_free(loop.runner);
    return err;
}
