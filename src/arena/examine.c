/* The checks of an examination that an agent can fail, in the order in which their mistakes should
 * be fixed. How much is played follows from how long the agent thinks: POSITIONS_MS and GAME_MS. */
#include "arena/examine.h"

#include "arena/examine_int.h"
#include "arena/odd.h"
#include "arena/text.h"
#include "core/note.h"

enum {
    /* The time for odd positions, and how many there are at least and at most. */
    POSITIONS_MS = 3000,
    POSITIONS_MIN = 6,
    POSITIONS_MAX = 40,
    QUICK_POSITIONS_MS = 1000,
    QUICK_POSITIONS_MIN = 4,
    QUICK_POSITIONS_MAX = 12,
    FAULTS_MAX = 3, /* more show nothing new */

    /* The time for one game; a game of a slow agent is cut, but not too early. */
    GAME_MS = 2000,
    GAME_PLIES_MIN = 12,
    GAME_PLIES_MAX = 100000,
    QUICK_GAME_PLIES = 16,

    AGAIN_PLIES = 4,
    CLOCK_PLIES = 20,
};

/* The checks. ------------------------------------------------------------------------------- */

/* The program, in this process: it cannot harm it, and a class of our own has no about(). */
static enum pes_err check_starts(struct exam *e, struct pes_agent *agent) {
    struct pes_note words = {0};
    if (agent->class->about == NULL)
        return PES_ERR_OK;
    pes_agent_begin(agent, e->config->seed);
    const enum pes_err err = pes_agent_about(agent, &words);
    if (err == PES_ERR_NOMEM || err == PES_ERR_STOPPED)
        return err;
    if (err != PES_ERR_OK) {
        struct pes_note *fault = &e->notes[EXAMINE_STARTS];
        e->faults[EXAMINE_STARTS]++;
        e->blamed = EXAMINE_STARTS;
        pes_agent_fault(agent, fault);
        if (pes_note_is_empty(fault))
            note_fill(fault, pes_err_text(err), PES_NO_ARGS);
        size_t length;
        const char *log = pes_agent_log(agent, &length);
        str_add_bytes(&e->out->log, log, length);
    }
    exam_conclude(e, EXAMINE_STARTS, TEXT(examine_starts_seen), PES_ARGS(PES_NOTED(&words)));
    return PES_ERR_OK;
}

/* Sets the history to the start of game `number`. */
static enum pes_err set_start(struct exam *e, uint64_t number) {
    const struct pes_rng parent = pes_rng_split(&e->root, STREAM_START);
    const struct pes_rng rng = pes_rng_split(&parent, number);
    return odd_start(&rng, e->h);
}

static enum pes_err check_answers(struct exam *e) {
    struct runner_result r;
    enum pes_err err = set_start(e, 0);
    if (err != PES_ERR_OK)
        return err;
    const struct trial trial = {.h = e->h,
                                .seat = pes_turn(e->config->game, pes_history_state(e->h)),
                                .seed = e->config->seed,
                                .limits = &e->limits,
                                .plies = 1};
    err = exam_try(e, &trial, EXAMINE_ANSWERS, &r);
    if (err == PES_ERR_OK)
        exam_conclude(e, EXAMINE_ANSWERS, TEXT(examine_answers_seen),
                      PES_ARGS(PES_INT(r.notes.think_max_ms[trial.seat])));
    runner_result_release(&r);
    return err;
}

static enum pes_err check_again(struct exam *e) {
    struct runner_result r;
    enum pes_err err = set_start(e, 1);
    if (err != PES_ERR_OK)
        return err;
    const struct trial trial = {.h = e->h,
                                .seat = 1 - pes_turn(e->config->game, pes_history_state(e->h)),
                                .seed = e->config->seed,
                                .limits = &e->limits,
                                .plies = AGAIN_PLIES};
    err = exam_try(e, &trial, EXAMINE_AGAIN, &r);
    if (err == PES_ERR_OK)
        exam_conclude(e, EXAMINE_AGAIN, TEXT(examine_again_seen), PES_NO_ARGS);
    runner_result_release(&r);
    return err;
}

static int64_t clamp(int64_t n, int64_t min, int64_t max) {
    return n < min ? min : n > max ? max : n;
}

enum pes_err exam_odd_trial(struct exam *e, int number, struct trial *out) {
    const struct pes_rng rng = pes_rng_split(&e->root, STREAM_ODD);
    const enum pes_err err = odd_set(number, &rng, e->h);
    *out = (struct trial){.h = e->h,
                          .seat = pes_turn(e->config->game, pes_history_state(e->h)),
                          .seed = e->config->seed + (uint64_t)number,
                          .limits = &e->limits,
                          .plies = 1};
    return err;
}

static enum pes_err check_legal(struct exam *e) {
    const bool quick = e->config->quick;
    const int wanted =
        (int)(quick ? clamp(QUICK_POSITIONS_MS / exam_mean_ms(e), QUICK_POSITIONS_MIN,
                            QUICK_POSITIONS_MAX)
                    : clamp(POSITIONS_MS / exam_mean_ms(e), POSITIONS_MIN, POSITIONS_MAX));
    int done = 0;
    for (; done < wanted; done++) {
        struct runner_result r;
        struct trial trial;
        if (e->faults[EXAMINE_LEGAL] + e->faults[EXAMINE_TIME] >= FAULTS_MAX)
            break;
        enum pes_err err = exam_odd_trial(e, done, &trial);
        if (err != PES_ERR_OK)
            return err;
        err = exam_try(e, &trial, EXAMINE_LEGAL, &r);
        if (err == PES_ERR_OK && e->seen_count < EXAM_REPEATS)
            e->seen[e->seen_count++] = r.game.fingerprint;
        runner_result_release(&r);
        if (err != PES_ERR_OK)
            return err;
    }
    exam_conclude(e, EXAMINE_LEGAL, TEXT(examine_legal_seen), PES_ARGS(PES_INT(done)));
    return PES_ERR_OK;
}

enum pes_err exam_game_trial(struct exam *e, pes_player seat, struct trial *out) {
    const struct pes_rng rng = pes_rng_split(&e->root, STREAM_GAMES);
    *out = (struct trial){.h = e->h,
                          .seat = seat,
                          .seed = e->config->seed,
                          .limits = &e->limits,
                          .plies = e->config->quick
                                       ? QUICK_GAME_PLIES
                                       : (int32_t)clamp(INT64_C(2) * GAME_MS / exam_mean_ms(e),
                                                        GAME_PLIES_MIN, GAME_PLIES_MAX)};
    return odd_start(&rng, e->h);
}

static enum pes_err check_games(struct exam *e) {
    int won = 0, lost = 0, drawn = 0, cut = 0;
    for (pes_player seat = 0; seat < PES_PLAYERS_MAX; seat++) {
        struct runner_result r;
        struct trial trial;
        enum pes_err err = exam_game_trial(e, seat, &trial);
        if (err != PES_ERR_OK)
            return err;
        err = exam_try(e, &trial, EXAMINE_GAMES, &r);
        const int halves = seat == 0 ? r.game.halves : 2 - r.game.halves;
        const bool was_cut = r.game.end == PES_END_TIME ||
                             (r.game.end == PES_END_PLIES && r.game.plies >= trial.plies);
        cut += was_cut;
        won += !was_cut && halves == 2;
        drawn += !was_cut && halves == 1;
        lost += !was_cut && halves == 0;
        if (seat == 0)
            e->seen_game = r.game.fingerprint;
        runner_result_release(&r);
        if (err != PES_ERR_OK)
            return err;
    }
    exam_conclude(e, EXAMINE_GAMES, TEXT(examine_games_seen),
                  PES_ARGS(PES_INT(won), PES_INT(drawn), PES_INT(lost), PES_INT(cut)));
    return PES_ERR_OK;
}

/* What all games so far have shown. */
static void check_time(struct exam *e) {
    if (e->limits.movetime_ms > 0)
        exam_conclude(e, EXAMINE_TIME, TEXT(examine_time_seen),
                      PES_ARGS(PES_INT(e->longest_ms), PES_INT(e->limits.movetime_ms),
                               PES_INT(EXAMINE_GRACE_MS)));
    else
        exam_conclude(e, EXAMINE_TIME, TEXT(examine_time_clock), PES_ARGS(PES_INT(e->longest_ms)));
}

/* One game with a clock instead of a time per move. */
static enum pes_err check_clock(struct exam *e) {
    const struct pes_limits limits = {.clock_ms = {EXAMINE_CLOCK_MS, EXAMINE_CLOCK_MS},
                                      .increment_ms = {EXAMINE_INCREMENT_MS, EXAMINE_INCREMENT_MS}};
    struct runner_result r;
    enum pes_err err = set_start(e, 2);
    if (err != PES_ERR_OK)
        return err;
    const struct trial trial = {
        .h = e->h, .seat = 0, .seed = e->config->seed, .limits = &limits, .plies = CLOCK_PLIES};
    err = exam_try(e, &trial, EXAMINE_CLOCK, &r);
    if (err == PES_ERR_OK)
        exam_conclude(e, EXAMINE_CLOCK, TEXT(examine_clock_seen),
                      PES_ARGS(PES_INT(r.notes.think_sum_ms[0]), PES_INT(EXAMINE_CLOCK_MS),
                               PES_INT(EXAMINE_INCREMENT_MS)));
    runner_result_release(&r);
    return err;
}

/* The whole. -------------------------------------------------------------------------------- */

static bool has_time(const struct pes_limits *limits) {
    return limits->movetime_ms > 0 || limits->clock_ms[0] > 0;
}

/* All checks after the start; an agent that does not answer at all is spared the rest. */
static enum pes_err check_play(struct exam *e) {
    enum pes_err err = check_answers(e);
    if (err != PES_ERR_OK || exam_failed(e))
        return err;
    err = check_again(e);
    if (err == PES_ERR_OK)
        err = check_legal(e);
    if (err == PES_ERR_OK)
        err = check_games(e);
    if (err != PES_ERR_OK)
        return err;
    check_time(e);
    if (!has_time(&e->config->limits) && !e->config->quick)
        err = check_clock(e);
    if (err == PES_ERR_OK && !e->config->quick && !exam_failed(e))
        err = exam_repeats(e);
    if (err == PES_ERR_OK && !e->config->quick && !exam_failed(e))
        err = exam_variants(e);
    return err;
}

static enum pes_err open_runner(struct exam *e) {
    const struct runner_config config = {
        .jobs = 1, .isolated = true, .stop = e->config->limits.stop, .game = e->config->game};
    return runner_new(&config, &e->runner, NULL);
}

static enum pes_err examine(struct exam *e, struct pes_note *note) {
    struct pes_agent *agent = NULL;
    enum pes_err err = pes_agent_new(e->config->game, e->config->agent, &agent, note);
    if (err == PES_ERR_OK)
        err = check_starts(e, agent);
    pes_agent_free(agent); // before processes are forked: they would inherit its files
    if (err == PES_ERR_OK && !exam_failed(e))
        err = open_runner(e);
    if (err == PES_ERR_OK && !exam_failed(e))
        err = check_play(e);
    return err;
}

/* The sentence about the worst check: its title and its detail. */
static void give_reason(struct examine_result *out) {
    out->worst = -1;
    for (int i = 0; i < out->count && out->worst < 0; i++)
        if (!out->checks[i].passed)
            out->worst = i;
    out->passed = out->worst < 0;
    if (!out->passed)
        note_fill(&out->why, TEXT(examine_why),
                  PES_ARGS(PES_SAID(out->checks[out->worst].title),
                           PES_NOTED(&out->checks[out->worst].detail)));
}

enum pes_err examine_run(const struct examine_config *config, struct examine_result *out,
                         struct pes_note *note) {
    struct exam e = {
        .config = config, .out = out, .limits = config->limits, .blamed = EXAMINE_CHECKS};
    *out = (struct examine_result){.worst = -1};
    str_init(&out->start);
    str_init(&out->moves);
    str_init(&out->log);
    str_init(&e.opening);
    str_init(&e.line);
    e.limits.stop = NULL; // the runner's
    if (!has_time(&config->limits))
        e.limits.movetime_ms = EXAMINE_MOVETIME_MS;
    pes_rng_init(&e.root, config->seed);
    enum pes_err err = pes_history_new(config->game, &e.h);
    if (err == PES_ERR_OK)
        err = pes_history_new(config->game, &e.scratch);
    if (err == PES_ERR_OK)
        err = examine(&e, note);
    if (err == PES_ERR_OK && (out->log.failed || out->start.failed || out->moves.failed))
        err = PES_ERR_NOMEM;
    give_reason(out);
    runner_free(e.runner);
    pes_history_free(e.scratch);
    pes_history_free(e.h);
    str_release(&e.line);
    str_release(&e.opening);
    return err;
}

void examine_result_release(struct examine_result *result) {
    str_release(&result->start);
    str_release(&result->moves);
    str_release(&result->log);
}
