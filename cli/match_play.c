#include "cli/match_play.h"

#include "arena/sprt.h"
#include "cli/match_files.h"
#include "cli/programs.h"
#include "cli/progress.h"
#include "cli/stop.h"

#include <assert.h>
#include <math.h>

/* What happens after each game. */
struct watch {
    struct cli *c;
    const struct pes_match *match;
    struct progress progress;
    int32_t games; /* at most */
    struct match_files files;
    enum pes_err err; /* the first failure of saving */
    struct pes_note note;
    struct match_played *played;
};

/* The games of a match: whole pairs. */
static int32_t games_of(const struct pes_match *m) {
    return (m->games + 1) / 2 * 2;
}

/* The agent that lost: First unless First won. */
static void note_fault(struct match_played *played, const struct pes_match_game *game) {
    if (pes_note_is_empty(game->fault) || played->fault_count == MATCH_FAULTS_MAX)
        return;
    const int loser_seat = game->halves == 0 ? 0 : 1;
    played->faults[played->fault_count++] = (struct match_fault){
        .game = game->number + 1, .agent = loser_seat ^ game->first, .why = *game->fault};
}

static void show_progress(struct watch *w, const struct pes_match_game *game) {
    const struct pes_sprt *sprt = w->match->sprt;
    if (sprt == NULL) {
        progress_show(&w->progress, game->number + 1, w->games);
        return;
    }
    const struct sprt_bounds bounds = sprt_bounds(sprt->alpha, sprt->beta);
    progress_say(&w->progress, TEXT(cli_sprt_progress),
                 PES_ARGS(PES_INT(game->number + 1), PES_REAL(game->llr, 2),
                          PES_REAL(bounds.lower, 2), PES_REAL(bounds.upper, 2)));
}

static void on_game(void *to, const struct pes_match_game *game) {
    struct watch *w = to;
    assert(game->number >= 0);
    assert(game->number < w->games);
    show_progress(w, game);
    note_fault(w->played, game);
    if (!match_files_wanted(&w->files) || w->err != PES_ERR_OK)
        return;
    w->note = (struct pes_note){0};
    w->err = match_files_save(&w->files, game, &w->note);
    if (w->err != PES_ERR_OK)
        stop_request(); /* do not play games that cannot be saved */
}

/* Reports why a match could not be played. */
static int fail_match(struct watch *w, const struct match_openings *openings, enum pes_err err,
                      struct pes_note *note) {
    if (!w->files.reading)
        return match_openings_fail(w->c, openings, err, note);
    note->line = note->line > 0 ? note->line + w->files.line - 1 : w->files.line;
    return fail_file(w->c, w->files.path, err, note);
}

int match_play(struct cli *c, struct match_setup *setup, struct match_played *out) {
    struct pes_match *m = &setup->match;
    struct watch watch = {.c = c, .match = m, .games = games_of(m), .played = out};
    *out = (struct match_played){.stopped = false};
    int code = match_files_open(c, &watch.files);
    if (code != CLI_DONE)
        return code;
    m->on_game = on_game;
    m->on_game_to = &watch;
    m->without_records = !match_files_wanted(&watch.files);
    m->known = watch.files.resume ? match_files_known : NULL;
    m->known_to = &watch.files;
    struct pes_note note = {0};
    progress_begin(&watch.progress, c);
    const enum pes_err err = pes_match_run(m, &out->result, &note);
    progress_end(&watch.progress);
    out->stopped = err == PES_ERR_STOPPED;
    if (watch.err != PES_ERR_OK)
        code = fail_file(c, watch.files.path, watch.err, &watch.note);
    else if (err != PES_ERR_OK && !out->stopped)
        code = fail_match(&watch, &setup->openings, err, &note);
    match_files_release(&watch.files);
    return code;
}

int match_end(struct cli *c, const struct match_setup *setup, const struct match_played *played,
              int code) {
    if (!played->stopped)
        return code;
    return fail_say(c, NULL, PES_ERR_STOPPED, TEXT(cli_match_stopped),
                    PES_ARGS(PES_INT(played->result.games), PES_INT(games_of(&setup->match))));
}

/* For people. -------------------------------------------------------------------------------- */

const char *match_elo_text(const struct cli *c, double elo, char out[CLI_NUMBER_SIZE]) {
    if (isinf(elo))
        snprintf(out, CLI_NUMBER_SIZE, "%s%s", elo > 0 ? "+" : "-", c->unicode ? "∞" : "inf");
    else
        snprintf(out, CLI_NUMBER_SIZE, "%+.0f", elo);
    return out;
}

void match_say_head(struct cli *c, const struct pes_match *m, const struct pes_match_result *r) {
    const char *variant = m->game->variant;
    cli_say(c, variant[0] != '\0' ? TEXT(cli_match_head_variant) : TEXT(cli_match_head),
            PES_ARGS(PES_STR(m->agents[0]), PES_STR(m->agents[1]), PES_SAID(&m->game->rules->title),
                     PES_INT(r->games), PES_STR(variant)));
}

void match_say_pairs(struct cli *c, const struct pes_match_result *r) {
    const int32_t *n = r->pentanomial;
    cli_say(c, TEXT(cli_match_pairs),
            PES_ARGS(PES_INT(n[0]), PES_INT(n[1]), PES_INT(n[2]), PES_INT(n[3]), PES_INT(n[4])));
    cli_say(c, TEXT(cli_match_los), PES_ARGS(PES_REAL(100.0 * r->los, 1)));
}

void match_say_faults(struct cli *c, const struct pes_match *m, const struct match_played *played) {
    cli_say(c, TEXT(cli_match_forfeits), PES_ARGS(PES_INT(played->result.forfeits)));
    for (int i = 0; i < played->fault_count; i++) {
        const struct match_fault *fault = &played->faults[i];
        cli_say(c, TEXT(cli_match_fault),
                PES_ARGS(PES_INT(fault->game), PES_STR(m->agents[fault->agent]),
                         PES_NOTED(&fault->why)));
    }
    if (played->fault_count > 0) {
        struct str line;
        str_init(&line);
        programs_add_check(c, m->game, m->agents[played->faults[0].agent], &line);
        (void)cli_print(c, &line);
    }
}

/* For programs. ------------------------------------------------------------------------------ */

void match_put_pairs(struct str *doc, const struct pes_match_result *r) {
    put_open(doc, "pentanomial", '[');
    for (int i = 0; i < PES_PAIR_SCORES; i++)
        put_int(doc, NULL, r->pentanomial[i]);
    put_close(doc, ']');
    put_exact(doc, "los", r->los);
}

void match_put_faults(struct str *doc, const struct pes_match *m,
                      const struct match_played *played) {
    put_open(doc, "faults", '[');
    for (int i = 0; i < played->fault_count; i++) {
        const struct match_fault *fault = &played->faults[i];
        put_open(doc, NULL, '{');
        put_int(doc, "game", fault->game);
        put_text(doc, "agent", m->agents[fault->agent]);
        put_text(doc, "reason", fault->why.why[PES_LANG_EN]);
        put_close(doc, '}');
    }
    put_close(doc, ']');
}

void match_put_played(struct str *doc, const struct cli *c, const struct pes_match *m) {
    const bool from_file = m->openings != NULL && CLI_GIVEN(c, OPENINGS);
    put_text(doc, "game", m->game->rules->name);
    put_text(doc, "variant", m->game->variant);
    put_open(doc, "agents", '[');
    put_text(doc, NULL, m->agents[0]);
    put_text(doc, NULL, m->agents[1]);
    put_close(doc, ']');
    put_uint(doc, "seed", m->seed);
    put_text(doc, "version", pes_version());
    json_put_int_if(doc, "movetime", m->limits.movetime_ms > 0, m->limits.movetime_ms);
    put_text(doc, "tc", cli_text(c, CLI_OPT_TC, NULL));
    put_int(doc, "jobs", c->jobs);
    json_put_int_if(doc, "opening_plies", m->openings == NULL, m->opening_plies);
    put_text(doc, "openings_file", from_file ? cli_text(c, CLI_OPT_OPENINGS, NULL) : NULL);
    put_bool(doc, "openings_balanced", m->openings_balanced);
}
