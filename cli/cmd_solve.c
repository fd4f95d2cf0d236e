/* `pessoi solve`: computes a solved table (pessoi/solve.h) and reports what it contains and cost.
 */
#include "cli/cli.h"
#include "cli/json.h"
#include "cli/progress.h"
#include "core/clock.h"
#include "pessoi/solve.h"

#include <assert.h>
#include <sys/resource.h>

enum { CHECKPOINT_SECONDS = 30 };

/* What solving cost. */
struct cost {
    double seconds;
    double cpu_seconds;
    int64_t memory_bytes; /* peak resident set */
};

static double seconds_of(struct timeval t) {
    return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

static struct cost cost_since(int64_t start_ns) {
    struct rusage usage = {0};
    (void)getrusage(RUSAGE_SELF, &usage);
    return (struct cost){
        .seconds = clock_seconds_since(start_ns),
        .cpu_seconds = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime),
        .memory_bytes = (int64_t)usage.ru_maxrss * 1024,
    };
}

static void on_progress(void *to, const struct pes_solve_progress *how) {
    const struct pes_text *what = how->pass < 0    ? TEXT(cli_solve_file)
                                  : how->pass == 0 ? TEXT(cli_solve_first_pass)
                                                   : TEXT(cli_solve_pass);
    progress_part(to, what, how->pass, (int64_t)how->done, (int64_t)how->total);
}

static int solved_json(struct cli *c, const struct pes_solve *solve,
                       const struct pes_solve_result *r, const struct cost *cost) {
    static const char *const from[] = {
        [PES_SOLVE_FROM_START] = "start",
        [PES_SOLVE_FROM_CHECKPOINT] = "checkpoint",
        [PES_SOLVE_FROM_TABLE] = "table",
    };
    assert(r->from < sizeof from / sizeof from[0]);
    struct str doc;
    json_begin(&doc, '{');
    put_text(&doc, "game", solve->game->rules->name);
    put_text(&doc, "variant", solve->game->variant);
    put_uint(&doc, "numbers", r->numbers);
    put_uint(&doc, "positions", r->positions);
    put_uint(&doc, "won", r->won);
    put_uint(&doc, "lost", r->lost);
    put_uint(&doc, "drawn", r->drawn);
    put_int(&doc, "longest_win", r->longest_win);
    put_int(&doc, "longest_loss", r->longest_loss);
    json_put_int_if(&doc, "longest_win_banned", r->bans, r->longest_win_banned);
    json_put_int_if(&doc, "longest_loss_banned", r->bans, r->longest_loss_banned);
    put_text(&doc, "from", from[r->from]);
    put_int(&doc, "jobs", solve->jobs);
    put_exact(&doc, "seconds", cost->seconds);
    put_exact(&doc, "cpu_seconds", cost->cpu_seconds);
    put_int(&doc, "memory_bytes", cost->memory_bytes);
    put_text(&doc, "table", r->table);
    put_uint(&doc, "table_bytes", r->table_bytes);
    return json_print(c, &doc, '}');
}

static int solved_text(struct cli *c, const struct pes_solve_result *r, const struct cost *cost) {
    if (r->from == PES_SOLVE_FROM_CHECKPOINT)
        cli_say(c, TEXT(cli_solve_from_checkpoint), PES_NO_ARGS);
    if (r->from == PES_SOLVE_FROM_TABLE)
        cli_say(c, TEXT(cli_solve_from_table), PES_NO_ARGS);
    cli_say(c, TEXT(cli_solve_positions), PES_ARGS(PES_INT((int64_t)r->positions)));
    cli_say(c, TEXT(cli_solve_won), PES_ARGS(PES_INT((int64_t)r->won)));
    cli_say(c, TEXT(cli_solve_lost), PES_ARGS(PES_INT((int64_t)r->lost)));
    cli_say(c, TEXT(cli_solve_drawn), PES_ARGS(PES_INT((int64_t)r->drawn)));
    cli_say(c, TEXT(cli_solve_longest),
            PES_ARGS(PES_INT(r->longest_win), PES_INT(r->longest_loss)));
    if (r->bans)
        cli_say(c, TEXT(cli_solve_longest_banned),
                PES_ARGS(PES_INT(r->longest_win_banned), PES_INT(r->longest_loss_banned)));
    cli_say(c, TEXT(cli_solve_cost),
            PES_ARGS(PES_REAL(cost->seconds, 1), PES_REAL(cost->cpu_seconds, 1),
                     PES_INT(cost->memory_bytes / 1000000)));
    cli_say(c, TEXT(cli_solve_table),
            PES_ARGS(PES_STR(r->table), PES_INT((int64_t)r->table_bytes)));
    return CLI_DONE;
}

static int solve_game(struct cli *c, struct pes_solve *solve) {
    assert(solve->jobs >= 1);
    char folder[PES_SOLVE_PATH_MAX];
    struct pes_note note = {0};
    solve->folder = cli_text(c, CLI_OPT_TABLE, NULL);
    if (solve->folder == NULL) {
        const enum pes_err err = pes_table_folder(folder, &note);
        if (err != PES_ERR_OK)
            return fail_note(c, "--table", err, &note);
        solve->folder = folder;
    }
    struct progress progress;
    progress_begin(&progress, c);
    solve->progress = on_progress;
    solve->progress_to = &progress;
    const int64_t start_ns = clock_now_ns();
    struct pes_solve_result result;
    const enum pes_err err = pes_solve_run(solve, &result, &note);
    progress_end(&progress);
    if (err == PES_ERR_STOPPED)
        return fail_say(c, NULL, err, TEXT(cli_solve_stopped), PES_NO_ARGS);
    if (err != PES_ERR_OK)
        return fail_note(c, err == PES_ERR_IO ? "--table" : NULL, err, &note);
    assert(result.won + result.lost + result.drawn == result.positions);
    const struct cost cost = cost_since(start_ns);
    return c->json ? solved_json(c, solve, &result, &cost) : solved_text(c, &result, &cost);
}

static int run_solve(struct cli *c) {
    struct pes_game *game;
    int code = setup_game(c, c->words[0], &game);
    if (code != CLI_DONE)
        return code;
    struct pes_solve solve = {
        .game = game,
        .jobs = CLI_GIVEN(c, JOBS) ? c->jobs : cores_online(),
        .checkpoint_seconds = CHECKPOINT_SECONDS,
        .stop = c->stop,
    };
    code = solve_game(c, &solve);
    pes_game_close(game);
    return code;
}

static const struct cli_example examples[] = {
    {"pessoi solve boats --variant columns=5,levels=3,rule=ko", TEXT(cli_solve_example_1)},
    {"pessoi solve boats --variant rule=ko --table . --json", TEXT(cli_solve_example_2)},
    {NULL, NULL},
};

const struct command cmd_solve = {
    .name = "solve",
    .words = "GAME",
    .words_min = 1,
    .words_max = 1,
    .options = {CLI_HAS(VARIANT), CLI_HAS(TABLE), CLI_HAS(JOBS)},
    .summary = TEXT(cli_solve_summary),
    .description = TEXT(cli_solve_description),
    .json = TEXT(cli_solve_json),
    .examples = examples,
    .run = run_solve,
};
