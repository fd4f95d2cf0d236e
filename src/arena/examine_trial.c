/* The games of an examination, and how their faults are booked. */
#include "arena/examine_int.h"
#include "arena/openings.h"
#include "arena/text.h"
#include "core/note.h"

static const struct {
    const char *name;
    const struct pes_text *title;
    bool informs;
} checks[EXAMINE_CHECKS] = {
    [EXAMINE_STARTS] = {"starts", TEXT(examine_starts), false},
    [EXAMINE_ANSWERS] = {"answers", TEXT(examine_answers), false},
    [EXAMINE_AGAIN] = {"again", TEXT(examine_again), false},
    [EXAMINE_LEGAL] = {"legal", TEXT(examine_legal), false},
    [EXAMINE_GAMES] = {"games", TEXT(examine_games), false},
    [EXAMINE_TIME] = {"time", TEXT(examine_time), false},
    [EXAMINE_CLOCK] = {"clock", TEXT(examine_clock), false},
    [EXAMINE_REPEATS] = {"repeats", TEXT(examine_repeats), true},
    [EXAMINE_VARIANTS] = {"variants", TEXT(examine_variants), true},
};

void exam_conclude(struct exam *e, enum examine_id id, const struct pes_text *text,
                   const struct pes_arg args[]) {
    struct examine_result *out = e->out;
    assert(out->count < EXAMINE_CHECKS);
    assert(!checks[id].informs || e->faults[id] == 0);
    struct examine_check *check = &out->checks[out->count++];
    *check = (struct examine_check){.name = checks[id].name,
                                    .title = checks[id].title,
                                    .informs = checks[id].informs,
                                    .passed = e->faults[id] == 0};
    if (check->passed)
        note_fill(&check->detail, text, args);
    else
        check->detail = e->notes[id];
    if (e->config->on_check != NULL)
        e->config->on_check(e->config->on_check_to, check);
}

bool exam_failed(const struct exam *e) {
    for (int i = 0; i < EXAMINE_CHECKS; i++)
        if (e->faults[i] > 0)
            return true;
    return false;
}

int64_t exam_mean_ms(const struct exam *e) {
    const int64_t mean = e->answers > 0 ? e->spent_ms / e->answers : 0;
    return mean > 0 ? mean : 1;
}

/* Faults. ----------------------------------------------------------------------------------- */

/* The start of the history in `out`, as `pessoi show` takes it. */
static void format_start(const struct pes_history *h, struct str *out) {
    const struct pes_game *g = pes_history_game(h);
    char first[PES_STATE_TEXT_MAX], usual[PES_STATE_TEXT_MAX];
    struct pes_state_buf s = {0};
    g->rules->init(g, PES_STATE(s));
    g->rules->state_format(g, PES_STATE(s), 0, usual);
    g->rules->state_format(g, pes_history_first(h), pes_history_first_clock(h), first);
    str_add(out, strcmp(first, usual) == 0 ? "startpos" : first);
}

/* Keeps a game as evidence: its moves, and what the agent wrote. */
static enum pes_err keep(struct exam *e, const struct trial *trial,
                         const struct runner_result *result) {
    const enum pes_err err = pes_record_replay(result->record, e->scratch, -1, NULL);
    if (err != PES_ERR_OK)
        return err;
    struct examine_result *out = e->out;
    str_clear(&out->start);
    str_clear(&out->moves);
    str_clear(&out->log);
    format_start(e->scratch, &out->start);
    str_clear(&e->line);
    openings_format(e->scratch, &e->line);
    const char *moves = strchr(e->line.text, ';');
    if (moves != NULL)
        str_add(&out->moves, moves + 2); // after "; "
    const struct runner_log *log = &result->logs[trial->seat];
    if (log->length > 0)
        str_add_bytes(&out->log, log->bytes, log->length);
    return e->line.failed ? PES_ERR_NOMEM : PES_ERR_OK;
}

static enum pes_err book(struct exam *e, const struct trial *trial, enum examine_id id,
                         const struct runner_result *result, const struct pes_note *fault) {
    if (e->faults[id]++ > 0)
        return PES_ERR_OK;
    e->notes[id] = *fault;
    if (id >= e->blamed)
        return PES_ERR_OK;
    e->blamed = id;
    return keep(e, trial, result);
}

/* The check to which a loss by FORFEIT or TIME belongs. */
static enum examine_id fault_id(enum examine_id id, const struct runner_result *result) {
    const bool own_time = id == EXAMINE_ANSWERS || id == EXAMINE_CLOCK;
    return result->game.end == PES_END_TIME && !own_time ? EXAMINE_TIME : id;
}

/* Games. ------------------------------------------------------------------------------------ */

enum pes_err exam_play(struct exam *e, const struct trial *trial, struct runner_result *result) {
    const struct pes_game *g = pes_history_game(trial->h);
    *result = (struct runner_result){.number = 0};
    str_clear(&e->opening);
    str_clear(&e->line);
    openings_format(trial->h, &e->opening);
    const struct job job = {.game = g->rules->name,
                            .variant = g->variant,
                            .opening = e->opening.text,
                            .agents = {e->config->agent, "random"},
                            .swap = trial->seat == 1,
                            .seed = trial->seed,
                            .limits = *trial->limits,
                            .max_plies =
                                trial->plies > 0 ? pes_history_plies(trial->h) + trial->plies : 0};
    job_format(&job, &e->line);
    if (e->opening.failed || e->line.failed)
        return PES_ERR_NOMEM;
    const enum pes_err err = runner_submit(e->runner, 0, e->line.text, e->line.length);
    if (err != PES_ERR_OK)
        return err;
    if (!runner_next(e->runner, result))
        return PES_ERR_IO;
    switch (result->err) {
    case PES_ERR_STOPPED:
    case PES_ERR_NOMEM:
    case PES_ERR_IO:
        return result->err;
    default:
        return PES_ERR_OK;
    }
}

/* Counts the agent's time. With a time per move, an agent that answers late has no other judge than
 * this one, unless its class or the runner gave up on it. */
static enum pes_err note_time(struct exam *e, const struct trial *trial,
                              const struct runner_result *result) {
    const int32_t longest_ms = result->notes.think_max_ms[trial->seat];
    const int32_t allowed_ms = trial->limits->movetime_ms;
    const int made = result->game.plies - pes_history_plies(trial->h);
    e->spent_ms += result->notes.think_sum_ms[trial->seat];
    e->answers += (made + 1) / 2;
    if (longest_ms > e->longest_ms)
        e->longest_ms = longest_ms;
    if (allowed_ms == 0 || longest_ms <= allowed_ms + EXAMINE_GRACE_MS ||
        result->game.end == PES_END_TIME)
        return PES_ERR_OK;
    struct pes_note fault = {0};
    note_fill(&fault, TEXT(examine_late), PES_ARGS(PES_INT(longest_ms), PES_INT(allowed_ms)));
    return book(e, trial, EXAMINE_TIME, result, &fault);
}

enum pes_err exam_try(struct exam *e, const struct trial *trial, enum examine_id id,
                      struct runner_result *result) {
    enum pes_err err = exam_play(e, trial, result);
    if (err == PES_ERR_OK && result->err != PES_ERR_OK)
        err = result->err; // the agent could be made before, and now it cannot
    if (err != PES_ERR_OK)
        return err;
    if (stats_forfeited(&result->game))
        err = book(e, trial, fault_id(id, result), result, &result->notes.fault);
    return err == PES_ERR_OK ? note_time(e, trial, result) : err;
}
