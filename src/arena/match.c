/* A match as a whole: makes the jobs of its pairs, hands them to a runner, and computes the
 * statistics of the results.
 *
 * Games arrive in any order; pairs are handed out to on_game() strictly in order. If a match ends
 * early, the pairs before the first unfinished one count: those that were handed out. Later pairs
 * that happen to be finished are left out, because short games finish more often and would bias the
 * score. */
#include "arena/balance.h"
#include "arena/known.h"
#include "arena/openings.h"
#include "arena/runner.h"
#include "arena/seen.h"
#include "arena/sprt.h"
#include "arena/text.h"
#include "core/clock.h"
#include "core/mem.h"

/* A stream of a pair's generator; openings_rng() uses number 0. */
enum { STREAM_SEED = 1 };

/* A pair that was not handed out yet. */
struct slot {
    struct runner_result *results[2]; /* of its games, owned; NULL: not played yet */
    bool known[2];                    /* played before this run */
};

/* A sequential test under way. Only distinct pairs are evidence. */
struct test {
    int32_t pairs_of[PES_PAIR_SCORES];
    double llr;
    struct sprt_bounds bounds;
    enum pes_sprt_verdict verdict;
    struct seen seen;
};

struct run {
    const struct pes_match *match;
    struct openings openings;
    struct pes_rng root;   /* of the match's seed; parent of the generators of the pairs */
    struct pes_history *h; /* for making openings */
    struct str opening;    /* of one pair, as a line */
    int32_t opening_of;    /* which pair; -1: none yet */
    struct str line;       /* of a job */
    int32_t pairs_count;
    int32_t next;                      /* the game to be submitted next, unless it is known */
    struct pes_history *known_h;       /* for games that were played before; NULL: there are none */
    char names[2][PES_AGENT_TEXT_MAX]; /* of the agents, canonical: as records have them */
    struct stats_pair *pairs;
    struct slot *slots; /* one per pair */
    int32_t handed_out; /* pairs handed out: all before this number are finished */
    int32_t failed;     /* the first pair that failed, or pairs_count */
    struct test test;
    enum pes_err err; /* its error */
    struct pes_note note;
};

/* Before the first game. --------------------------------------------------------------------- */

static enum pes_err check_test(const struct pes_sprt *sprt, struct pes_note *note) {
    static const double elo_max = 1000.0;
    const bool errors_good =
        sprt->alpha > 0.0 && sprt->alpha < 0.5 && sprt->beta > 0.0 && sprt->beta < 0.5;
    if (!errors_good)
        return pes_note_say(note, PES_ERR_RANGE, 0, TEXT(sprt_errors), PES_NO_ARGS);
    if (!(sprt->elo0 < sprt->elo1 && sprt->elo0 >= -elo_max && sprt->elo1 <= elo_max))
        return pes_note_say(note, PES_ERR_RANGE, 0, TEXT(sprt_hypotheses),
                            PES_ARGS(PES_INT((int)elo_max)));
    return PES_ERR_OK;
}

static enum pes_err check(const struct pes_match *match, struct pes_note *note) {
    if (match->games < 1 || match->games > PES_MATCH_GAMES_MAX)
        return pes_note_say(note, PES_ERR_RANGE, 0, TEXT(match_games_range),
                            PES_ARGS(PES_INT(PES_MATCH_GAMES_MAX), PES_INT(match->games)));
    if (match->jobs < 0 || match->jobs > PES_JOBS_MAX)
        return pes_note_say(note, PES_ERR_RANGE, 0, TEXT(match_jobs_range),
                            PES_ARGS(PES_INT(PES_JOBS_MAX), PES_INT(match->jobs)));
    if (match->openings != NULL && match->openings_count < 1)
        return pes_note_say(note, PES_ERR_RANGE, 0, TEXT(match_openings_none), PES_NO_ARGS);
    if (match->opening_plies < 0 || match->opening_plies > OPENINGS_PLIES_MAX)
        return pes_note_say(note, PES_ERR_RANGE, 0, TEXT(opening_plies_range),
                            PES_ARGS(PES_INT(OPENINGS_PLIES_MAX), PES_INT(match->opening_plies)));
    return match->sprt != NULL ? check_test(match->sprt, note) : PES_ERR_OK;
}

/* Makes the agents once, so that a mistake in one is found before the first game. They are released
 * before a runner may fork, because their threads would not survive it. */
static enum pes_err check_agents(struct run *run, struct pes_note *note) {
    enum pes_err err = PES_ERR_OK;
    for (int i = 0; i < 2 && err == PES_ERR_OK; i++) {
        struct pes_agent *agent = NULL;
        err = pes_agent_new(run->match->game, run->match->agents[i], &agent, note);
        if (err == PES_ERR_OK)
            pes_agent_format(agent, run->names[i]);
        pes_agent_free(agent);
    }
    return err;
}

static struct pes_rng rng_of(const struct run *run, int32_t pair) {
    return pes_rng_split(&run->root, (uint64_t)pair);
}

static enum pes_err set_opening(struct run *run, int32_t pair, struct pes_note *note) {
    const struct pes_rng rng = openings_rng(&run->root, pair);
    return openings_set(&run->openings, pair, &rng, run->h, note);
}

/* Parses every line of a list once, so that a bad one is found before the first game. */
static enum pes_err check_openings(struct run *run, struct pes_note *note) {
    enum pes_err err = PES_ERR_OK;
    for (int32_t i = 0; i < run->openings.count && err == PES_ERR_OK; i++)
        err = set_opening(run, i, note);
    return err;
}

/* The sequential test. ----------------------------------------------------------------------- */

/* Weighs one more pair. */
static enum pes_err weigh(struct test *test, const struct pes_sprt *sprt,
                          const struct stats_pair *pair) {
    bool is_new;
    const enum pes_err err = seen_add(&test->seen, stats_identity(pair), &is_new);
    if (err != PES_ERR_OK || !is_new)
        return err;
    test->pairs_of[stats_quarters(pair)]++;
    test->llr =
        sprt_llr(test->pairs_of, sprt_score_of_elo(sprt->elo0), sprt_score_of_elo(sprt->elo1));
    test->verdict = test->llr >= test->bounds.upper   ? PES_SPRT_H1
                    : test->llr <= test->bounds.lower ? PES_SPRT_H0
                                                      : PES_SPRT_OPEN;
    return PES_ERR_OK;
}

/* Games that arrive. ------------------------------------------------------------------------- */

static void release_slot(struct slot *slot) {
    for (int k = 0; k < 2; k++)
        if (slot->results[k] != NULL) {
            runner_result_release(slot->results[k]);
            mem_free(slot->results[k]);
            slot->results[k] = NULL;
        }
}

/* Shows game k of a pair to the caller. */
static void show_game(const struct run *run, int32_t pair, int k,
                      const struct runner_result *result) {
    const struct pes_match *match = run->match;
    if (match->on_game == NULL)
        return;
    struct pes_match_game game = {.number = 2 * pair + k,
                                  .first = k,
                                  .end = (enum pes_end)result->game.end,
                                  .fault = &result->notes.fault,
                                  .record = result->record,
                                  .halves = result->game.halves,
                                  .known = run->slots[pair].known[k],
                                  .llr = run->test.llr};
    for (int agent = 0; agent < 2; agent++) {
        const int seat = agent ^ k;
        game.sides[agent] = (struct pes_match_side){
            .log = result->logs[seat].bytes != NULL ? result->logs[seat].bytes : "",
            .log_length = result->logs[seat].length,
            .think_max_ms = result->notes.think_max_ms[seat],
            .think_sum_ms = result->notes.think_sum_ms[seat]};
    }
    match->on_game(match->on_game_to, &game);
}

/* Records the failure of a pair: the match fails with that of the lowest number. */
static void fail(struct run *run, int32_t pair, enum pes_err err, const struct pes_note *note) {
    assert(err != PES_ERR_OK);
    if (pair >= run->failed)
        return;
    run->failed = pair;
    run->err = err;
    run->note = *note;
}

/* Is everything played that is needed? */
static bool is_complete(const struct run *run) {
    return run->handed_out == run->pairs_count || run->test.verdict != PES_SPRT_OPEN ||
           seen_is_exhausted(&run->test.seen);
}

/* Hands out finished pairs up to the first unfinished one, or to the one that decides the test. */
static void hand_out(struct run *run) {
    assert(run->handed_out >= 0);
    const struct pes_match *match = run->match;
    while (run->handed_out < run->failed && !is_complete(run)) {
        struct slot *slot = &run->slots[run->handed_out];
        if (slot->results[0] == NULL || slot->results[1] == NULL)
            return;
        for (int k = 0; k < 2; k++)
            show_game(run, run->handed_out, k, slot->results[k]);
        release_slot(slot);
        const enum pes_err err = match->sprt != NULL
                                     ? weigh(&run->test, match->sprt, &run->pairs[run->handed_out])
                                     : PES_ERR_OK;
        run->handed_out++;
        if (err != PES_ERR_OK)
            fail(run, run->handed_out - 1, err, &run->note);
    }
}

/* Takes ownership of a result. */
static void take(struct run *run, struct runner_result *result) {
    const int32_t pair = (int32_t)(result->number / 2);
    const int k = (int)(result->number % 2);
    struct slot *slot = &run->slots[pair];
    assert(slot->results[k] == NULL);
    struct runner_result *kept = mem_alloc(sizeof *kept);
    if (result->err != PES_ERR_OK || kept == NULL) {
        fail(run, pair, result->err != PES_ERR_OK ? result->err : PES_ERR_NOMEM, &result->note);
        runner_result_release(result);
        mem_free(kept);
        return;
    }
    run->pairs[pair].opening = result->opening;
    run->pairs[pair].games[k] = result->game;
    *kept = *result;
    slot->results[k] = kept;
    hand_out(run);
}

/* The games. --------------------------------------------------------------------------------- */

/* Sets run->h and run->opening to the opening of a pair. */
static enum pes_err make_opening(struct run *run, int32_t pair, struct pes_note *note) {
    if (pair == run->opening_of)
        return PES_ERR_OK;
    const enum pes_err err = set_opening(run, pair, note);
    if (err != PES_ERR_OK)
        return err;
    str_clear(&run->opening);
    openings_format(run->h, &run->opening);
    run->opening_of = pair;
    return str_err(&run->opening);
}

/* The job of a game. Its texts are valid until the next call. */
static enum pes_err make_job(struct run *run, int32_t number, struct job *out,
                             struct pes_note *note) {
    const struct pes_match *match = run->match;
    const int32_t pair = number / 2;
    const enum pes_err err = make_opening(run, pair, note);
    const struct pes_rng pair_rng = rng_of(run, pair);
    struct pes_rng seed_rng = pes_rng_split(&pair_rng, STREAM_SEED);
    *out = (struct job){.game = match->game->rules->name,
                        .variant = match->game->variant,
                        .opening = run->opening.text,
                        .agents = {match->agents[0], match->agents[1]},
                        .files = {match->files[0], match->files[1]},
                        .swap = number % 2 == 1,
                        .seed = pes_rng_next(&seed_rng),
                        .limits = match->limits,
                        .version = pes_version()};
    return err;
}

static bool stopped(const struct run *run) {
    const atomic_bool *stop = run->match->limits.stop;
    return stop != NULL && atomic_load(stop);
}

/* Was the game played, in this run or before? */
static bool is_played(const struct run *run, int32_t number) {
    const int32_t pair = number / 2;
    return pair < run->handed_out || run->slots[pair].results[number % 2] != NULL;
}

static enum pes_err submit(struct run *run, struct runner *runner, struct pes_note *note) {
    struct job job;
    enum pes_err err = make_job(run, run->next, &job, note);
    str_clear(&run->line);
    if (err == PES_ERR_OK) {
        job_format(&job, &run->line);
        err = str_err(&run->line);
    }
    return err == PES_ERR_OK ? runner_submit(runner, run->next, run->line.text, run->line.length)
                             : err;
}

/* Submits the next game; false if there is none, or after a failure. */
static bool submit_next(struct run *run, struct runner *runner) {
    struct pes_note note = {0};
    while (run->next < 2 * run->pairs_count && is_played(run, run->next))
        run->next++;
    const int32_t pair = run->next / 2;
    if (pair >= run->failed || stopped(run))
        return false;
    const enum pes_err err = submit(run, runner, &note);
    if (err != PES_ERR_OK) {
        fail(run, pair, err, &note);
        return false;
    }
    run->next++;
    return true;
}

/* Takes the result of a game that was played before, if it was. */
static enum pes_err take_known(struct run *run, int32_t number, struct pes_note *note) {
    struct runner_result result = {.number = number};
    struct job job;
    enum pes_err err = run->match->known(run->match->known_to, number, &result.record, note);
    if (err != PES_ERR_OK || result.record == NULL)
        return err;
    err = make_job(run, number, &job, note);
    if (err == PES_ERR_OK)
        err = known_read(result.record, &job, (const char *const[2]){run->names[0], run->names[1]},
                         run->h, run->known_h, &result, note);
    if (err != PES_ERR_OK) {
        runner_result_release(&result);
        return err;
    }
    run->slots[number / 2].known[number % 2] = true;
    take(run, &result);
    return run->err;
}

/* Takes the results of all games that were played before. */
static enum pes_err resume(struct run *run, struct pes_note *note) {
    if (run->match->known == NULL)
        return PES_ERR_OK;
    enum pes_err err = pes_history_new(run->match->game, &run->known_h);
    for (int32_t i = 0; i < 2 * run->pairs_count && err == PES_ERR_OK && !is_complete(run); i++)
        err = take_known(run, i, note);
    return err;
}

static enum pes_err play_all(struct run *run, struct pes_note *note) {
    const struct pes_match *match = run->match;
    const int32_t jobs = match->jobs > 0 ? match->jobs : 1;
    const struct runner_config config = {
        .jobs = jobs < run->pairs_count ? jobs : run->pairs_count,
        .isolated = match->isolated,
        .no_records = match->on_game == NULL || match->without_records,
        .stop = match->limits.stop,
        .game = match->game,
        .maker = match->maker,
    };
    struct runner *runner = NULL;
    const enum pes_err err = runner_new(&config, &runner, note);
    if (err != PES_ERR_OK)
        return err;
    /* A pair that failed ends the match as soon as all pairs before it are handed out: games that
     * are still played elsewhere would change nothing. */
    while (!is_complete(run) && run->handed_out < run->failed) {
        struct runner_result result;
        while (runner_has_space(runner) && submit_next(run, runner))
            continue;
        if (!runner_next(runner, &result))
            break;
        take(run, &result);
    }
    runner_free(runner);
    if (!is_complete(run) && run->err == PES_ERR_OK)
        fail(run, run->handed_out, PES_ERR_STOPPED, &run->note);
    return PES_ERR_OK;
}

/* The match. --------------------------------------------------------------------------------- */

/* Plays, and computes the statistics of the pairs that were handed out. */
static enum pes_err play(struct run *run, struct pes_match_result *out, struct pes_note *note) {
    enum pes_err err = check_agents(run, note);
    if (err == PES_ERR_OK)
        err = check_openings(run, note);
    if (err == PES_ERR_OK)
        err = resume(run, note);
    if (err == PES_ERR_OK)
        err = play_all(run, note);
    if (err != PES_ERR_OK)
        return err;
    err = stats_fold(run->pairs, run->handed_out, run->match->game->chance_in_play, out);
    out->verdict = run->test.verdict;
    out->llr = run->test.llr;
    out->llr_low = run->test.bounds.lower;
    out->llr_high = run->test.bounds.upper;
    out->exhausted = run->test.verdict == PES_SPRT_OPEN && seen_is_exhausted(&run->test.seen);
    if (run->err != PES_ERR_OK && !(run->err == PES_ERR_STOPPED && is_complete(run))) {
        err = run->err;
        if (note != NULL)
            *note = run->note;
    }
    assert(err != PES_ERR_OK || is_complete(run));
    return err;
}

enum pes_err pes_match_run(const struct pes_match *match, struct pes_match_result *out,
                           struct pes_note *note) {
    const int64_t start_ns = clock_now_ns();
    *out = (struct pes_match_result){0};
    enum pes_err err = check(match, note);
    if (err != PES_ERR_OK)
        return err;
    const int32_t pairs_count = (match->games + 1) / 2;
    struct run run = {
        .match = match,
        .openings = {.lines = match->openings,
                     .count = match->openings != NULL ? match->openings_count : 0,
                     .plies = match->opening_plies},
        .opening_of = -1,
        .pairs_count = pairs_count,
        .failed = pairs_count,
    };
    if (match->sprt != NULL)
        run.test.bounds = sprt_bounds(match->sprt->alpha, match->sprt->beta);
    pes_rng_init(&run.root, match->seed);
    str_init(&run.opening);
    str_init(&run.line);
    run.pairs = mem_alloc((size_t)pairs_count * sizeof *run.pairs);
    run.slots = mem_alloc((size_t)pairs_count * sizeof *run.slots);
    err = run.pairs != NULL && run.slots != NULL ? pes_history_new(match->game, &run.h)
                                                 : PES_ERR_NOMEM;
    if (err == PES_ERR_OK && match->openings == NULL && match->openings_balanced)
        err = balance_new(match->game, &run.openings.balance, note);
    if (err == PES_ERR_OK)
        err = play(&run, out, note);
    for (int32_t i = run.handed_out; run.slots != NULL && i < pairs_count; i++)
        release_slot(&run.slots[i]);
    pes_history_free(run.known_h);
    pes_history_free(run.h);
    str_release(&run.line);
    str_release(&run.opening);
    balance_free(run.openings.balance);
    seen_release(&run.test.seen);
    mem_free(run.slots);
    mem_free(run.pairs);
    out->seconds = clock_seconds_since(start_ns);
    return err;
}
