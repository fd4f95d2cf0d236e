/* Plays the pairs of a match on several threads.
 *
 * Workers take pairs from a counter and put what came out into the pair's own place; finished
 * pairs are handed to whoever watches strictly in order, under a lock. Whatever is random in a
 * pair is derived from the seed and the pair's number, so the outcome does not depend on which
 * worker played it, or when.
 *
 * Where a match ends early, what counts are the pairs before the first unfinished one: those that
 * were handed out. A later pair that happened to be finished is left out, because quick games
 * finish more often and would tilt the score. */
#include "arena/bout.h"
#include "arena/openings.h"
#include "arena/stats.h"
#include "arena/text.h"
#include "core/clock.h"
#include "core/mem.h"

#include <pthread.h>

/* Streams of a pair. */
enum { STREAM_OPENING, STREAM_LUCK, STREAM_AGENTS };

/* A pair on its way to whoever watches. */
struct slot {
    bool finished;
    struct pes_record *records[2]; /* owned; NULL where nobody watches */
};

struct run {
    const struct pes_match *match;
    struct openings openings;
    struct pes_rng root;
    int32_t pairs_count;
    struct stats_pair *pairs; /* each written by the worker that took it */
    atomic_int next;          /* the next pair to take */
    atomic_bool halted;       /* a pair failed: take no more */

    /* What the lock guards. */
    pthread_mutex_t lock;
    struct slot *slots;
    int32_t handed_out; /* pairs in order, all finished */
    int32_t failed;     /* the first pair that failed, or pairs_count */
    enum pes_err err;   /* its error */
    struct pes_note note;
};

struct worker {
    struct run *run;
    struct pes_history *h;
    struct pes_agent *agents[2]; /* A and B */
    pthread_t thread;
};

/* One pair. -------------------------------------------------------------------------------- */

static void rewind_to(struct pes_history *h, int count) {
    while (pes_history_count(h) > count) {
        const bool taken = pes_history_unmake(h);
        assert(taken);
        (void)taken;
    }
}

/* Game k of a pair, begun by its agents; A is First in game 0. */
static struct bout seat_players(const struct worker *w, const struct pes_rng *pair_rng, int k) {
    struct bout bout = {
        .h = w->h,
        .seats = {w->agents[k], w->agents[1 - k]},
        .luck = pes_rng_split(pair_rng, STREAM_LUCK),
        .limits = w->run->match->limits,
    };
    for (int agent = 0; agent < 2; agent++) {
        struct pes_rng rng =
            pes_rng_split(pair_rng, STREAM_AGENTS + (uint64_t)(2 * k) + (uint64_t)agent);
        pes_agent_begin(w->agents[agent], pes_rng_next(&rng));
    }
    return bout;
}

static enum pes_err play_pair(const struct worker *w, int32_t number, struct stats_pair *pair,
                              struct pes_record *records[2], struct pes_note *note) {
    const struct run *run = w->run;
    const struct pes_rng pair_rng = pes_rng_split(&run->root, (uint64_t)number);
    const struct pes_rng opening_rng = pes_rng_split(&pair_rng, STREAM_OPENING);
    enum pes_err err = openings_set(&run->openings, number, &opening_rng, w->h, note);
    if (err != PES_ERR_OK)
        return err;
    pair->opening = bout_fingerprint(w->h);
    const int opening_count = pes_history_count(w->h);
    for (int k = 0; k < 2; k++) {
        rewind_to(w->h, opening_count);
        const struct bout bout = seat_players(w, &pair_rng, k);
        err = bout_play(&bout, &pair->games[k]);
        if (err == PES_ERR_OK && run->match->on_game != NULL)
            err = bout_record(&bout, &pair->games[k], run->match->seed, &records[k]);
        if (err != PES_ERR_OK)
            return err;
    }
    return PES_ERR_OK;
}

/* All pairs. ------------------------------------------------------------------------------- */

static void free_records(struct slot *slot) {
    for (int k = 0; k < 2; k++) {
        pes_record_free(slot->records[k]);
        slot->records[k] = NULL;
    }
}

/* Hands out finished pairs as far as they follow each other. The lock is held. */
static void hand_out(struct run *run) {
    const struct pes_match *match = run->match;
    while (run->handed_out < run->pairs_count && run->slots[run->handed_out].finished) {
        struct slot *slot = &run->slots[run->handed_out];
        for (int k = 0; k < 2 && match->on_game != NULL; k++)
            match->on_game(match->on_game_to, 2 * run->handed_out + k, slot->records[k]);
        free_records(slot);
        run->handed_out++;
    }
}

/* Tells how a pair went. */
static void report(struct run *run, int32_t number, enum pes_err err, const struct slot *slot,
                   const struct pes_note *note) {
    pthread_mutex_lock(&run->lock);
    run->slots[number] = *slot;
    if (err == PES_ERR_OK) {
        hand_out(run);
    } else {
        atomic_store(&run->halted, true);
        if (number < run->failed) {
            run->failed = number;
            run->err = err;
            run->note = *note;
        }
    }
    pthread_mutex_unlock(&run->lock);
}

/* Takes pairs until there are none. A pair once taken is played to its end even if a later one
 * failed, so that the error reported is always that of the first pair that fails. */
static void *work(void *arg) {
    struct worker *w = arg;
    struct run *run = w->run;
    while (!atomic_load(&run->halted)) {
        const int number = atomic_fetch_add(&run->next, 1);
        if (number >= run->pairs_count)
            break;
        struct slot slot = {.finished = false};
        struct pes_note note = {0};
        const enum pes_err err = play_pair(w, number, &run->pairs[number], slot.records, &note);
        slot.finished = err == PES_ERR_OK;
        report(run, number, err, &slot, &note);
    }
    return NULL;
}

/* Workers. --------------------------------------------------------------------------------- */

static void release_workers(struct worker *workers, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        pes_agent_free(workers[i].agents[0]);
        pes_agent_free(workers[i].agents[1]);
        pes_history_free(workers[i].h);
    }
    mem_free(workers);
}

/* Makes all workers before any begins, so that a bad agent is found before a game is played. */
static enum pes_err new_workers(struct run *run, int32_t count, struct worker **out,
                                struct pes_note *note) {
    const struct pes_match *match = run->match;
    struct worker *workers = mem_alloc((size_t)count * sizeof *workers);
    if (workers == NULL)
        return PES_ERR_NOMEM;
    enum pes_err err = PES_ERR_OK;
    for (int32_t i = 0; i < count && err == PES_ERR_OK; i++) {
        workers[i].run = run;
        err = pes_history_new(match->game, &workers[i].h);
        for (int k = 0; k < 2 && err == PES_ERR_OK; k++)
            err = pes_agent_new(match->game, match->agents[k], &workers[i].agents[k], note);
    }
    if (err != PES_ERR_OK) {
        release_workers(workers, count);
        return err;
    }
    *out = workers;
    return PES_ERR_OK;
}

/* The calling thread is the first worker. Where the system refuses another thread the rest do its
 * work: the match only takes longer. */
static void run_workers(struct worker *workers, int32_t count) {
    int32_t started = 1;
    while (started < count &&
           pthread_create(&workers[started].thread, NULL, work, &workers[started]) == 0)
        started++;
    work(&workers[0]);
    for (int32_t i = 1; i < started; i++)
        pthread_join(workers[i].thread, NULL);
}

/* The match. ------------------------------------------------------------------------------- */

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
    return PES_ERR_OK;
}

/* Reads every line of a list once, so that a bad one is found before a game is played. */
static enum pes_err check_openings(const struct run *run, struct pes_history *h,
                                   struct pes_note *note) {
    enum pes_err err = PES_ERR_OK;
    for (int32_t i = 0; i < run->openings.count && err == PES_ERR_OK; i++) {
        const struct pes_rng pair_rng = pes_rng_split(&run->root, (uint64_t)i);
        const struct pes_rng opening_rng = pes_rng_split(&pair_rng, STREAM_OPENING);
        err = openings_set(&run->openings, i, &opening_rng, h, note);
    }
    return err;
}

/* Plays with workers and folds what they finished. */
static enum pes_err play(struct run *run, struct pes_match_result *out, struct pes_note *note) {
    const struct pes_match *match = run->match;
    const int32_t jobs = match->jobs > 0 ? match->jobs : 1;
    const int32_t count = jobs < run->pairs_count ? jobs : run->pairs_count;
    struct worker *workers = NULL;
    enum pes_err err = new_workers(run, count, &workers, note);
    if (err != PES_ERR_OK)
        return err;
    err = check_openings(run, workers[0].h, note);
    if (err == PES_ERR_OK) {
        run_workers(workers, count);
        const enum pes_err fold_err =
            stats_fold(run->pairs, run->handed_out, match->game->chance_in_play, out);
        err = run->err != PES_ERR_OK ? run->err : fold_err;
        if (run->err != PES_ERR_OK && note != NULL)
            *note = run->note;
    }
    release_workers(workers, count);
    for (int32_t i = run->handed_out; i < run->pairs_count; i++)
        free_records(&run->slots[i]);
    return err;
}

enum pes_err pes_match_run(const struct pes_match *match, struct pes_match_result *out,
                           struct pes_note *note) {
    const int64_t start_ns = clock_now_ns();
    *out = (struct pes_match_result){0};
    enum pes_err err = check(match, note);
    if (err != PES_ERR_OK)
        return err;

    struct run run = {
        .match = match,
        .openings = {.lines = match->openings,
                     .count = match->openings != NULL ? match->openings_count : 0,
                     .plies = match->opening_plies},
        .pairs_count = (match->games + 1) / 2,
    };
    run.failed = run.pairs_count;
    pes_rng_init(&run.root, match->seed);
    if (pthread_mutex_init(&run.lock, NULL) != 0)
        return PES_ERR_NOMEM;
    run.pairs = mem_alloc((size_t)run.pairs_count * sizeof *run.pairs);
    run.slots = mem_alloc((size_t)run.pairs_count * sizeof *run.slots);
    err = run.pairs != NULL && run.slots != NULL ? play(&run, out, note) : PES_ERR_NOMEM;
    mem_free(run.slots);
    mem_free(run.pairs);
    pthread_mutex_destroy(&run.lock);
    out->seconds = clock_seconds_since(start_ns);
    return err;
}
