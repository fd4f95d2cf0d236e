/* `pessoi tournament`: many players, one table. arena/tournament.h says which games are needed,
 * arena/tournament_run.h plays them, the store keeps them; here the parts are put together. */
#include "arena/examine.h"
#include "arena/tournament_run.h"
#include "cli/cli.h"
#include "cli/progress.h"
#include "cli/queue_setup.h"
#include "cli/tournament_pages.h"
#include "cli/tournament_plan.h"
#include "cli/tournament_report.h"
#include "cli/tournament_store.h"
#include "core/clock.h"
#include "core/file.h"

/* The examination. --------------------------------------------------------------------------- */

/* May this program take part? If not, its entrant says why. */
static int examine(struct cli *c, const struct plan *plan, struct entrant *e) {
    const struct examine_config config = {.game = plan->game,
                                          .agent = e->agent,
                                          .seed = plan->config.seed,
                                          .limits = plan->config.limits,
                                          .quick = true};
    struct examine_result result;
    struct pes_note note = {0};
    const enum pes_err err = examine_run(&config, &result, &note);
    e->excluded = (struct pes_note){0};
    if (err == PES_ERR_OK && !result.passed)
        e->excluded = result.why;
    else if (err != PES_ERR_OK && pes_err_exit_code(err) == CLI_USAGE)
        e->excluded = note; // there is no such program
    examine_result_release(&result);
    const bool verdict = err == PES_ERR_OK || pes_err_exit_code(err) == CLI_USAGE;
    return verdict ? CLI_DONE : fail_note(c, e->name, err, &note);
}

/* Examines the programs whose verdict is not stored. One that failed in an earlier run gets another
 * chance where it can still join: everyone meets everyone, or no game was played yet. */
static int examine_all(struct cli *c, struct plan *plan, struct tournament_store *store) {
    const enum tournament_type type = plan->config.type;
    const bool may_join =
        type == TOURNAMENT_ROBIN || type == TOURNAMENT_GAUNTLET || !store->has_games;
    bool changed = false;
    struct progress progress;
    int code = CLI_DONE;
    progress_begin(&progress, c);
    for (int32_t i = 0; i < plan->count && code == CLI_DONE; i++) {
        struct entrant *e = &plan->entrants[i];
        const bool again = may_join && !pes_note_is_empty(&e->excluded);
        if (e->program && (!store->has_players || again)) {
            progress_say(&progress, TEXT(cli_tournament_examining),
                         PES_ARGS(PES_STR(e->name), PES_INT(i + 1), PES_INT(plan->count)));
            code = examine(c, plan, e);
            changed |= again;
        }
    }
    progress_end(&progress);
    return code == CLI_DONE ? tournament_store_verdicts(store, changed) : code;
}

/* The games. --------------------------------------------------------------------------------- */

struct playing {
    struct tournament_store *store;
    struct progress progress;
    bool store_failed; /* the error is one of the store, not of a game */
};

static enum pes_err put(void *to, const struct tournament_finished *finished,
                        struct tournament_game *game, struct pes_note *note) {
    struct playing *p = to;
    const enum pes_err err = tournament_store_put(p->store, finished, game, note);
    p->store_failed |= err != PES_ERR_OK;
    return err;
}

static enum pes_err refresh(void *to, struct tournament *t, struct pes_note *note) {
    struct playing *p = to;
    const enum pes_err err = tournament_store_load(p->store, t, note);
    p->store_failed |= err != PES_ERR_OK;
    return err;
}

static void on_game(void *to, const struct tournament *t) {
    struct playing *p = to;
    const int64_t total = tournament_total(t);
    progress_show(&p->progress, t->known < total ? t->known : total, total);
}

/* Plays what is not stored yet. *stopped: by Ctrl-C, which is no error here. */
static int play(struct cli *c, struct tournament_store *store, struct tournament *t,
                struct queue_setup *queue, bool *stopped) {
    struct playing playing = {.store = store};
    struct pes_note note = {0};
    const int64_t left = tournament_total(t) - t->known;
    queue->sender.games = left > 0 ? left : 0;
    const struct tournament_run run = {.tournament = t,
                                       .jobs = c->jobs,
                                       .isolated = true,
                                       .maker = queue->maker,
                                       .to = &playing,
                                       .put = put,
                                       .refresh = store->in_file ? refresh : NULL,
                                       .on_game = on_game};
    progress_begin(&playing.progress, c);
    playing.progress.before = t->known;
    /* Another program may be playing the same tournament: begin elsewhere. */
    if (t->known > 0 || store->has_players)
        tournament_begin_at(t, clock_seed());
    const enum pes_err err = tournament_run(&run, &note);
    progress_end(&playing.progress);
    if (playing.store_failed)
        return tournament_store_fail(store, err, &note);
    *stopped = err == PES_ERR_STOPPED;
    return err == PES_ERR_OK || *stopped ? CLI_DONE : fail_note(c, NULL, err, &note);
}

/* The table. --------------------------------------------------------------------------------- */

static int report(struct cli *c, const struct plan *plan, struct tournament_store *store,
                  const struct tournament *t) {
    struct standings s;
    const enum pes_err err = standings_make(t, &s);
    if (err != PES_ERR_OK)
        return fail_err(c, NULL, err);
    int code = tournament_store_players(store, &s, tournament_is_complete(t));
    if (code == CLI_DONE && CLI_GIVEN(c, RESULTS))
        code = tournament_write_files(c, cli_text(c, CLI_OPT_RESULTS, NULL), plan, t);
    if (code == CLI_DONE && CLI_GIVEN(c, HTML))
        code = tournament_write_pages(store, cli_text(c, CLI_OPT_HTML, NULL), t, &s);
    if (code == CLI_DONE)
        code = c->json ? tournament_report_json(c, plan, t, &s)
                       : tournament_report_text(c, plan, t, &s);
    standings_release(&s);
    return code;
}

static int say_stopped(struct cli *c, const struct tournament_store *store,
                       const struct tournament *t) {
    return fail_say(c, NULL, PES_ERR_STOPPED,
                    store->in_file ? TEXT(cli_tournament_stopped) : TEXT(cli_tournament_lost),
                    PES_ARGS(PES_INT(t->known), PES_INT(tournament_total(t))));
}

/* A folder that cannot be used is found before the first game. */
static int prepare_folders(struct cli *c, struct tournament_store *store,
                           const struct tournament *t) {
    const char *results = cli_text(c, CLI_OPT_RESULTS, NULL);
    const char *pages = cli_text(c, CLI_OPT_HTML, NULL);
    struct pes_note note = {0};
    const enum pes_err err = results != NULL ? file_make_folder(results, &note) : PES_ERR_OK;
    if (err != PES_ERR_OK)
        return fail_file(c, results, err, &note);
    return pages != NULL ? tournament_begin_pages(store, pages, t) : CLI_DONE;
}

/* Plays the tournament, whose players are known. */
static int hold(struct cli *c, struct plan *plan, struct tournament_store *store,
                struct queue_setup *queue) {
    struct tournament *t = NULL;
    struct pes_note note = {0};
    enum pes_err err = plan_settle(plan);
    if (err == PES_ERR_OK)
        err = tournament_new(&plan->config, &t, &note);
    if (err != PES_ERR_OK)
        return match_openings_fail(c, &plan->openings, err, &note);
    bool stopped = false;
    int code = prepare_folders(c, store, t);
    err = code == CLI_DONE ? tournament_store_load(store, t, &note) : PES_ERR_OK;
    if (err != PES_ERR_OK)
        code = tournament_store_fail(store, err, &note);
    if (code == CLI_DONE)
        code = play(c, store, t, queue, &stopped);
    if (code == CLI_DONE)
        code = report(c, plan, store, t);
    if (code == CLI_DONE && stopped)
        code = say_stopped(c, store, t);
    tournament_free(t);
    return code;
}

/* With too few players left, their reasons are all there is to say. */
static void remark_excluded(struct cli *c, const struct plan *plan) {
    int32_t left = 0;
    for (int32_t i = 0; i < plan->count; i++)
        left += pes_note_is_empty(&plan->entrants[i].excluded);
    for (int32_t i = 0; i < plan->count && left < 2; i++)
        if (!pes_note_is_empty(&plan->entrants[i].excluded))
            cli_remark(c, plan->entrants[i].name, TEXT(cli_tournament_excluded_remark),
                       PES_ARGS(PES_NOTED(&plan->entrants[i].excluded)));
}

static int run_tournament(struct cli *c) {
    struct plan plan;
    struct tournament_store store = {.c = c};
    struct queue_setup queue;
    plan_init(&plan);
    int code = queue_setup_open(c, 0, &queue);
    if (code == CLI_DONE)
        code = plan_read(c, &plan);
    if (code == CLI_DONE)
        code = tournament_store_open(c, &plan, &store);
    if (code == CLI_DONE)
        code = examine_all(c, &plan, &store);
    if (code == CLI_DONE) {
        remark_excluded(c, &plan);
        code = hold(c, &plan, &store, &queue);
    }
    tournament_store_close(&store);
    plan_release(&plan);
    queue_setup_release(&queue);
    return code;
}

static const struct cli_example examples[] = {
    {"pessoi tournament gomoku --bots bots --movetime 200 --db spring.db",
     TEXT(cli_tournament_example_1)},
    {"pessoi tournament boats minimax crazy forward random --games 20",
     TEXT(cli_tournament_example_2)},
    {"pessoi tournament crush heuristic --bots bots --type swiss --games 4 --json",
     TEXT(cli_tournament_example_3)},
    {"pessoi tournament spring.txt --db spring.db --jobs 4", TEXT(cli_tournament_example_4)},
    {NULL, NULL},
};

const struct command cmd_tournament = {
    .name = "tournament",
    .words = "FILE | GAME AGENT AGENT ..",
    .words_min = 1,
    .words_max = CLI_WORDS_MAX,
    .options = {CLI_HAS(VARIANT), CLI_HAS(BOTS),     CLI_HAS(TYPE),       CLI_HAS(GAMES),
                CLI_HAS(ROUNDS),  CLI_HAS(POINTS),   CLI_HAS(OPENINGS),   CLI_HAS(POSITION),
                CLI_HAS(MOVES),   CLI_HAS(MOVETIME), CLI_HAS(TC),         CLI_HAS(MAX_PLIES),
                CLI_HAS(DB),      CLI_HAS(HTML),     CLI_HAS(RESULTS),    CLI_HAS(SEED),
                CLI_HAS(JOBS),    CLI_HAS_QUEUE,     CLI_HAS(NO_SANDBOX), CLI_HAS(MEMORY)},
    .summary = TEXT(cli_tournament_summary),
    .description = TEXT(cli_tournament_description),
    .json = TEXT(cli_tournament_json),
    .examples = examples,
    .run = run_tournament,
};
