/* A match as a whole: makes the jobs of its pairs, hands them to a runner, and computes the
 * statistics of the results.
 *
 * Games arrive in any order; pairs are handed out to on_game() strictly in order. If a match ends
 * early, the pairs before the first unfinished one count: those that were handed out. Later pairs
 * that happen to be finished are left out, because short games finish more often and would bias the
 * score. */
#include "arena/openings.h"
#include "arena/runner.h"
#include "arena/sprt.h"
#include "arena/text.h"
#include "core/clock.h"
#include "core/mem.h"

/* Streams of a pair's generator. */
enum { STREAM_OPENING, STREAM_SEED };

/* A pair that was not handed out yet. */
struct slot {
    bool done[2];                  /* which of its games are played */
    struct pes_record *records[2]; /* owned; NULL if the match needs no records */
};

/* A sequential test under way. Only distinct pairs are evidence: their identities are in a hash set
 * with open addressing. */
struct test {
    int32_t pairs_of[PES_PAIR_SCORES];
    double llr;
    struct sprt_bounds bounds;
    enum pes_sprt_verdict verdict;
    uint64_t *seen; /* a power of two of them; 0: empty */
    size_t cap, count;
};

struct run {
    const struct pes_match *match;
    struct openings openings;
    struct pes_rng root;   /* of the match's seed; parent of the generators of the pairs */
    struct pes_history *h; /* for making openings */
    struct str opening;    /* of the pair whose games are submitted next, as a line */
    struct str line;       /* of a job */
    int32_t pairs_count;
    int32_t submitted; /* games */
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
static enum pes_err check_agents(const struct pes_match *match, struct pes_note *note) {
    enum pes_err err = PES_ERR_OK;
    for (int i = 0; i < 2 && err == PES_ERR_OK; i++) {
        struct pes_agent *agent = NULL;
        err = pes_agent_new(match->game, match->agents[i], &agent, note);
        pes_agent_free(agent);
    }
    return err;
}

static struct pes_rng rng_of(const struct run *run, int32_t pair) {
    return pes_rng_split(&run->root, (uint64_t)pair);
}

static enum pes_err set_opening(struct run *run, int32_t pair, struct pes_note *note) {
    const struct pes_rng pair_rng = rng_of(run, pair);
    const struct pes_rng rng = pes_rng_split(&pair_rng, STREAM_OPENING);
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

/* Adds an identity to a table that has space; false if it was there. */
static bool insert(uint64_t table[], size_t cap, uint64_t identity) {
    size_t at = identity & (cap - 1);
    while (table[at] != 0 && table[at] != identity)
        at = (at + 1) & (cap - 1);
    const bool is_new = table[at] == 0;
    table[at] = identity;
    return is_new;
}

/* At most half of the table is used. */
static enum pes_err grow_seen(struct test *test) {
    enum { CAP_MIN = 1024 };
    if (2 * (test->count + 1) <= test->cap)
        return PES_ERR_OK;
    const size_t cap = test->cap > 0 ? 2 * test->cap : CAP_MIN;
    uint64_t *table = mem_alloc(cap * sizeof *table);
    if (table == NULL)
        return PES_ERR_NOMEM;
    for (size_t i = 0; i < test->cap; i++)
        if (test->seen[i] != 0)
            (void)insert(table, cap, test->seen[i]);
    mem_free(test->seen);
    test->seen = table;
    test->cap = cap;
    return PES_ERR_OK;
}

/* Weighs one more pair. */
static enum pes_err weigh(struct test *test, const struct pes_sprt *sprt,
                          const struct stats_pair *pair) {
    const enum pes_err err = grow_seen(test);
    if (err != PES_ERR_OK)
        return err;
    const uint64_t identity = stats_identity(pair);
    if (!insert(test->seen, test->cap, identity != 0 ? identity : 1))
        return PES_ERR_OK;
    test->count++;
    test->pairs_of[stats_quarters(pair)]++;
    test->llr =
        sprt_llr(test->pairs_of, sprt_score_of_elo(sprt->elo0), sprt_score_of_elo(sprt->elo1));
    test->verdict = test->llr >= test->bounds.upper   ? PES_SPRT_H1
                    : test->llr <= test->bounds.lower ? PES_SPRT_H0
                                                      : PES_SPRT_OPEN;
    return PES_ERR_OK;
}

/* Games that arrive. ------------------------------------------------------------------------- */

static void free_records(struct slot *slot) {
    for (int k = 0; k < 2; k++) {
        pes_record_free(slot->records[k]);
        slot->records[k] = NULL;
    }
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
    return run->handed_out == run->pairs_count || run->test.verdict != PES_SPRT_OPEN;
}

/* Hands out finished pairs up to the first unfinished one, or to the one that decides the test. */
static void hand_out(struct run *run) {
    assert(run->handed_out >= 0);
    const struct pes_match *match = run->match;
    while (run->handed_out < run->failed && !is_complete(run)) {
        struct slot *slot = &run->slots[run->handed_out];
        if (!slot->done[0] || !slot->done[1])
            return;
        for (int k = 0; k < 2 && match->on_game != NULL; k++)
            match->on_game(match->on_game_to, 2 * run->handed_out + k, slot->records[k]);
        free_records(slot);
        const enum pes_err err = match->sprt != NULL
                                     ? weigh(&run->test, match->sprt, &run->pairs[run->handed_out])
                                     : PES_ERR_OK;
        run->handed_out++;
        if (err != PES_ERR_OK)
            fail(run, run->handed_out - 1, err, &run->note);
    }
}

static void take(struct run *run, const struct runner_result *result) {
    const int32_t pair = (int32_t)(result->number / 2);
    const int k = (int)(result->number % 2);
    if (result->err != PES_ERR_OK) {
        fail(run, pair, result->err, &result->note);
        return;
    }
    struct slot *slot = &run->slots[pair];
    assert(!slot->done[k]);
    run->pairs[pair].opening = result->opening;
    run->pairs[pair].games[k] = result->game;
    slot->records[k] = result->record;
    slot->done[k] = true;
    hand_out(run);
}

/* The games. --------------------------------------------------------------------------------- */

/* Writes the job of a game into run->line, and before the first game of a pair its opening into
 * run->opening. */
static enum pes_err make_job(struct run *run, int32_t number, struct pes_note *note) {
    const struct pes_match *match = run->match;
    const int32_t pair = number / 2;
    if (number % 2 == 0) {
        const enum pes_err err = set_opening(run, pair, note);
        if (err != PES_ERR_OK)
            return err;
        str_clear(&run->opening);
        openings_format(run->h, &run->opening);
    }
    const struct pes_rng pair_rng = rng_of(run, pair);
    struct pes_rng seed_rng = pes_rng_split(&pair_rng, STREAM_SEED);
    const struct job job = {.game = match->game->rules->name,
                            .variant = match->game->variant,
                            .opening = run->opening.text,
                            .agents = {match->agents[0], match->agents[1]},
                            .swap = number % 2 == 1,
                            .seed = pes_rng_next(&seed_rng),
                            .limits = match->limits};
    str_clear(&run->line);
    job_format(&job, &run->line);
    return str_err(&run->opening) != PES_ERR_OK ? PES_ERR_NOMEM : str_err(&run->line);
}

static bool stopped(const struct run *run) {
    const atomic_bool *stop = run->match->limits.stop;
    return stop != NULL && atomic_load(stop);
}

/* Submits the next game; false if there is none, or after a failure. */
static bool submit_next(struct run *run, struct runner *runner) {
    const int32_t pair = run->submitted / 2;
    struct pes_note note = {0};
    if (pair >= run->failed || stopped(run))
        return false;
    enum pes_err err = make_job(run, run->submitted, &note);
    if (err == PES_ERR_OK)
        err = runner_submit(runner, run->submitted, run->line.text, run->line.length);
    if (err != PES_ERR_OK) {
        fail(run, pair, err, &note);
        return false;
    }
    run->submitted++;
    return true;
}

static enum pes_err play_all(struct run *run) {
    const struct pes_match *match = run->match;
    const int32_t jobs = match->jobs > 0 ? match->jobs : 1;
    const struct runner_config config = {
        .jobs = jobs < run->pairs_count ? jobs : run->pairs_count,
        .isolated = match->isolated,
        .no_records = match->on_game == NULL || match->without_records,
        .stop = match->limits.stop,
        .game = match->game,
    };
    struct runner *runner = NULL;
    const enum pes_err err = runner_new(&config, &runner);
    if (err != PES_ERR_OK)
        return err;
    while (!is_complete(run)) {
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
    enum pes_err err = check_agents(run->match, note);
    if (err == PES_ERR_OK)
        err = check_openings(run, note);
    if (err == PES_ERR_OK)
        err = play_all(run);
    if (err != PES_ERR_OK)
        return err;
    err = stats_fold(run->pairs, run->handed_out, run->match->game->chance_in_play, out);
    out->verdict = run->test.verdict;
    out->llr = run->test.llr;
    out->llr_low = run->test.bounds.lower;
    out->llr_high = run->test.bounds.upper;
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
    if (err == PES_ERR_OK)
        err = play(&run, out, note);
    for (int32_t i = run.handed_out; run.slots != NULL && i < pairs_count; i++)
        free_records(&run.slots[i]);
    pes_history_free(run.h);
    str_release(&run.line);
    str_release(&run.opening);
    mem_free(run.test.seen);
    mem_free(run.slots);
    mem_free(run.pairs);
    out->seconds = clock_seconds_since(start_ns);
    return err;
}
