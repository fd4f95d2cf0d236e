/* A match as a whole: checks before the first game, statistics after the last.
 *
 * Games arrive from threads or processes in any order; pairs are handed out to on_game() strictly
 * in order.
 *
 * If a match ends early, the pairs before the first unfinished one count: those that were handed
 * out. Later pairs that happen to be finished are left out, because short games finish more often
 * and would bias the score. */
#include "arena/match_int.h"
#include "arena/text.h"
#include "core/clock.h"
#include "core/mem.h"

/* Games that arrive. ------------------------------------------------------------------------- */

static void free_records(struct slot *slot) {
    for (int k = 0; k < 2; k++) {
        pes_record_free(slot->records[k]);
        slot->records[k] = NULL;
    }
}

/* Hands out finished pairs up to the first unfinished one. */
static void hand_out(struct run *run) {
    assert(run->handed_out >= 0);
    const struct pes_match *match = run->match;
    while (run->handed_out < run->pairs_count) {
        struct slot *slot = &run->slots[run->handed_out];
        if (!slot->done[0] || !slot->done[1])
            return;
        for (int k = 0; k < 2 && match->on_game != NULL; k++)
            match->on_game(match->on_game_to, 2 * run->handed_out + k, slot->records[k]);
        free_records(slot);
        run->handed_out++;
    }
}

void match_take(struct run *run, int32_t number, int k, const struct played *played) {
    assert(number >= run->handed_out && number < run->pairs_count);
    assert(k == 0 || k == 1);
    struct slot *slot = &run->slots[number];
    assert(!slot->done[k]);
    run->pairs[number].opening = played->opening;
    run->pairs[number].games[k] = played->game;
    slot->records[k] = played->record;
    slot->done[k] = true;
    hand_out(run);
}

void match_fail(struct run *run, int32_t number, enum pes_err err, const struct pes_note *note) {
    assert(err != PES_ERR_OK);
    assert(number >= 0);
    if (number >= run->failed)
        return;
    run->failed = number;
    run->err = err;
    run->note = *note;
}

/* Before the first game. --------------------------------------------------------------------- */

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

/* Parses every line of a list once, so that a bad one is found before the first game. */
static enum pes_err check_openings(struct player *p, struct pes_note *note) {
    enum pes_err err = PES_ERR_OK;
    for (int32_t i = 0; i < p->run->openings.count && err == PES_ERR_OK; i++)
        err = player_open(p, i, note);
    return err;
}

static void release_players(struct player *players, int32_t count) {
    for (int32_t i = 0; i < count; i++)
        player_release(&players[i]);
    mem_free(players);
}

/* Makes `count` players, so that a bad agent or opening is found before the first game. */
static enum pes_err new_players(struct run *run, int32_t count, struct player **out,
                                struct pes_note *note) {
    assert(count >= 1 && count <= PES_JOBS_MAX);
    struct player *players = mem_alloc((size_t)count * sizeof *players);
    if (players == NULL)
        return PES_ERR_NOMEM;
    enum pes_err err = PES_ERR_OK;
    for (int32_t i = 0; i < count && err == PES_ERR_OK; i++) {
        players[i].run = run;
        players[i].stop = run->match->limits.stop;
        err = player_init(&players[i], note);
    }
    if (err == PES_ERR_OK)
        err = check_openings(&players[0], note);
    if (err != PES_ERR_OK) {
        release_players(players, count);
        return err;
    }
    for (int k = 0; k < 2; k++)
        pes_agent_format(players[0].agents[k], run->texts[k]);
    *out = players;
    return PES_ERR_OK;
}

/* The match. --------------------------------------------------------------------------------- */

/* Plays in threads or in processes. Child processes make players of their own; the one made here
 * only checks the options and is released before the first fork(), because the threads of its
 * agents would not survive it. */
static enum pes_err play_pairs(struct run *run, struct pes_note *note) {
    const bool isolated = run->match->isolated;
    const int32_t count = isolated ? 1 : run->jobs;
    struct player *players = NULL;
    enum pes_err err = new_players(run, count, &players, note);
    if (err != PES_ERR_OK)
        return err;
    if (!isolated)
        match_run_threads(run, players);
    release_players(players, count);
    return isolated ? match_run_processes(run) : PES_ERR_OK;
}

/* Plays, and computes the statistics of the pairs that were handed out. */
static enum pes_err play(struct run *run, struct pes_match_result *out, struct pes_note *note) {
    enum pes_err err = play_pairs(run, note);
    if (err == PES_ERR_OK) {
        err = stats_fold(run->pairs, run->handed_out, run->match->game->chance_in_play, out);
        if (run->err != PES_ERR_OK) {
            err = run->err;
            if (note != NULL)
                *note = run->note;
        }
    }
    assert(err != PES_ERR_OK || run->handed_out == run->pairs_count);
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

    const int32_t pairs_count = (match->games + 1) / 2;
    const int32_t jobs = match->jobs > 0 ? match->jobs : 1;
    struct run run = {
        .match = match,
        .openings = {.lines = match->openings,
                     .count = match->openings != NULL ? match->openings_count : 0,
                     .plies = match->opening_plies},
        .pairs_count = pairs_count,
        .jobs = jobs < pairs_count ? jobs : pairs_count,
        .failed = pairs_count,
    };
    pes_rng_init(&run.root, match->seed);
    run.pairs = mem_alloc((size_t)run.pairs_count * sizeof *run.pairs);
    run.slots = mem_alloc((size_t)run.pairs_count * sizeof *run.slots);
    err = run.pairs != NULL && run.slots != NULL ? play(&run, out, note) : PES_ERR_NOMEM;
    mem_free(run.slots);
    mem_free(run.pairs);
    out->seconds = clock_seconds_since(start_ns);
    return err;
}
