/* `pessoi match`: games between two agents; pessoi/arena.h plays them and computes the statistics.
 */
#include "cli/cli.h"
#include "cli/json.h"
#include "cli/match_openings.h"
#include "cli/progress.h"
#include "cli/stop.h"
#include "core/file.h"
#include "pessoi/arena.h"

#include <assert.h>
#include <dirent.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { GAMES_DEFAULT = 100, PATH_SIZE = 4096 };

/* What happens after each game: progress, and a record if games are saved. */
struct watch {
    struct cli *c;
    struct progress progress;
    int32_t games;
    const char *folder; /* NULL: games are not saved */
    enum pes_err err;   /* the first failure of saving */
    char path[PATH_SIZE];
    struct pes_note note;
};

static void on_game(void *to, int number, const struct pes_record *r) {
    struct watch *w = to;
    assert(number >= 0);
    assert(number < w->games);
    progress_show(&w->progress, number + 1, w->games);
    if (w->folder == NULL || w->err != PES_ERR_OK)
        return;
    snprintf(w->path, sizeof w->path, "%s/%06d.pes", w->folder, number + 1);
    w->note = (struct pes_note){0};
    w->err = pes_record_write(r, w->path, &w->note);
    if (w->err != PES_ERR_OK)
        stop_request(); /* do not play games that cannot be saved */
}

/* Why luck is unknown, in English for programs; NULL: it is known. */
static const char *luck_reason(enum pes_luck state) {
    switch (state) {
    case PES_LUCK_KNOWN:
        break;
    case PES_LUCK_NO_CHANCE:
        return "no chance in this game";
    case PES_LUCK_SAME_GAMES:
        return "both games of every pair are the same: the agents are equal";
    case PES_LUCK_TOO_FEW:
        return "fewer than four pairs decided on the board, or equal margins in all";
    }
    return NULL;
}

/* What was played, so that a document says by itself what its numbers are about. */
static void put_played(struct str *doc, const struct cli *c, const struct pes_match *m) {
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
}

static int result_json(struct cli *c, const struct pes_match *m, const struct pes_match_result *r) {
    const char *no_luck = luck_reason(r->luck_state);
    assert((no_luck == NULL) == (r->luck_state == PES_LUCK_KNOWN));
    assert(r->wins + r->draws + r->losses == r->games);
    struct str doc;
    json_begin(&doc, '{');
    put_int(&doc, "games", r->games);
    put_int(&doc, "distinct_games", r->distinct_games);
    put_int(&doc, "distinct_pairs", r->distinct_pairs);
    put_int(&doc, "openings", r->openings);
    put_int(&doc, "wins", r->wins);
    put_int(&doc, "losses", r->losses);
    put_int(&doc, "draws", r->draws);
    put_exact(&doc, "score", r->score);
    put_exact(&doc, "score_low", r->score_low);
    put_exact(&doc, "score_high", r->score_high);
    put_exact(&doc, "elo", r->elo);
    put_exact(&doc, "elo_low", r->elo_low);
    put_exact(&doc, "elo_high", r->elo_high);
    put_exact(&doc, "first_player_score", r->first_player_score);
    put_exact(&doc, "plies_mean", r->plies_mean);
    put_int(&doc, "forfeits", r->forfeits);
    put_exact(&doc, "luck", no_luck != NULL ? NAN : r->luck);
    put_exact(&doc, "luck_low", no_luck != NULL ? NAN : r->luck_low);
    put_exact(&doc, "luck_high", no_luck != NULL ? NAN : r->luck_high);
    put_text(&doc, "luck_reason", no_luck);
    put_played(&doc, c, m);
    put_exact(&doc, "seconds", r->seconds);
    return json_print(c, &doc, '}');
}

/* An Elo difference with its sign; it may be infinite. */
static const char *elo_text(const struct cli *c, double elo, char *out, size_t cap) {
    if (isinf(elo))
        snprintf(out, cap, "%s%s", elo > 0 ? "+" : "-", c->unicode ? "∞" : "inf");
    else
        snprintf(out, cap, "%+.0f", elo);
    return out;
}

static int result_text(struct cli *c, const struct pes_match *m, const struct pes_match_result *r) {
    char elo[CLI_NUMBER_SIZE], low[CLI_NUMBER_SIZE], high[CLI_NUMBER_SIZE];
    cli_say(c, TEXT(cli_match_head),
            PES_ARGS(PES_STR(m->agents[0]), PES_STR(m->agents[1]), PES_SAID(&m->game->rules->title),
                     PES_INT(r->games)));
    cli_say(c, TEXT(cli_match_score),
            PES_ARGS(PES_REAL(r->score, 3), PES_REAL(r->score_low, 3), PES_REAL(r->score_high, 3),
                     PES_INT(r->wins), PES_INT(r->draws), PES_INT(r->losses)));
    cli_say(c, TEXT(cli_match_elo),
            PES_ARGS(PES_STR(elo_text(c, r->elo, elo, sizeof elo)),
                     PES_STR(elo_text(c, r->elo_low, low, sizeof low)),
                     PES_STR(elo_text(c, r->elo_high, high, sizeof high))));
    cli_say(c, TEXT(cli_match_distinct),
            PES_ARGS(PES_INT(r->distinct_games), PES_INT(r->games), PES_INT(r->openings)));
    cli_say(c, TEXT(cli_match_first), PES_ARGS(PES_REAL(r->first_player_score, 3)));
    cli_say(c, TEXT(cli_match_plies), PES_ARGS(PES_REAL(r->plies_mean, 1)));
    cli_say(c, TEXT(cli_match_forfeits), PES_ARGS(PES_INT(r->forfeits)));
    if (r->luck_state == PES_LUCK_KNOWN)
        cli_say(
            c, TEXT(cli_match_luck),
            PES_ARGS(PES_REAL(r->luck, 2), PES_REAL(r->luck_low, 2), PES_REAL(r->luck_high, 2)));
    else if (r->luck_state == PES_LUCK_SAME_GAMES)
        cli_say(c, TEXT(cli_match_luck_same), PES_NO_ARGS);
    cli_say(c, TEXT(cli_match_time), PES_ARGS(PES_REAL(r->seconds, 2)));
    /* Repeated pairs are not evidence: warn if fewer than half of them are distinct. */
    if (r->distinct_pairs * 4 < r->games)
        cli_say(c, TEXT(cli_match_few),
                PES_ARGS(PES_INT(r->distinct_pairs), PES_INT(r->games / 2)));
    return CLI_DONE;
}

/* Creates both agents once, so that an error can say which of the two is wrong. */
static int check_agents(struct cli *c, const struct pes_game *g) {
    for (int i = 1; i <= 2; i++) {
        struct pes_note note = {0};
        struct pes_agent *agent = NULL;
        const enum pes_err err = pes_agent_new(g, c->words[i], &agent, &note);
        pes_agent_free(agent);
        if (err != PES_ERR_OK)
            return fail_note(c, i == 1 ? "A" : "B", err, &note);
    }
    return CLI_DONE;
}

static int set_limits(struct cli *c, struct pes_limits *limits) {
    int32_t base_ms, increment_ms;
    limits->stop = c->stop;
    limits->movetime_ms = (int32_t)cli_number(c, CLI_OPT_MOVETIME, 0);
    if (!cli_clock(c, &base_ms, &increment_ms))
        return CLI_DONE;
    if (CLI_GIVEN(c, MOVETIME))
        return fail_say(c, NULL, PES_ERR_UNFIT, TEXT(cli_either_or),
                        PES_ARGS(PES_STR("--movetime"), PES_STR("--tc")));
    for (int i = 0; i < PES_PLAYERS_MAX; i++) {
        limits->clock_ms[i] = base_ms;
        limits->increment_ms[i] = increment_ms;
    }
    return CLI_DONE;
}

/* Does the folder contain records? */
static bool has_records(const char *folder) {
    DIR *dir = opendir(folder);
    if (dir == NULL)
        return false; // saving will report why
    bool found = false;
    for (const struct dirent *entry; !found && (entry = readdir(dir)) != NULL;) {
        const size_t length = strlen(entry->d_name);
        found = length > 4 && strcmp(entry->d_name + length - 4, ".pes") == 0;
    }
    closedir(dir);
    return found;
}

/* Creates the folder for the games. Refuses one with records of another match, so that they cannot
 * be overwritten. */
static int prepare_folder(struct cli *c, const char *folder) {
    struct pes_note note = {0};
    const enum pes_err err = file_make_folder(folder, &note);
    if (err != PES_ERR_OK)
        return fail_file(c, folder, err, &note);
    if (!has_records(folder))
        return CLI_DONE;
    char quoted[PES_QUOTE_SIZE];
    return fail_say(c, "--save", PES_ERR_UNFIT, TEXT(cli_match_saved_before),
                    PES_ARGS(PES_STR(pes_quote(folder, strlen(folder), quoted))));
}

/* Plays and prints the result; after Ctrl-C the result so far. */
static int play_match(struct cli *c, const struct match_openings *openings, struct pes_match *m) {
    struct watch watch = {.c = c, .games = (m->games + 1) / 2 * 2};
    watch.folder = cli_text(c, CLI_OPT_SAVE, NULL);
    struct pes_note note = {0};
    if (watch.folder != NULL) {
        const int code = prepare_folder(c, watch.folder);
        if (code != CLI_DONE)
            return code;
    }
    m->on_game = on_game;
    m->on_game_to = &watch;
    progress_begin(&watch.progress, c);
    struct pes_match_result result;
    const enum pes_err err = pes_match_run(m, &result, &note);
    progress_end(&watch.progress);
    assert(err != PES_ERR_OK || result.games == watch.games || watch.err != PES_ERR_OK);
    if (watch.err != PES_ERR_OK)
        return fail_file(c, watch.path, watch.err, &watch.note);
    if (err != PES_ERR_OK && err != PES_ERR_STOPPED)
        return match_openings_fail(c, openings, err, &note);
    int code = CLI_DONE;
    if (err == PES_ERR_OK || result.games > 0)
        code = c->json ? result_json(c, m, &result) : result_text(c, m, &result);
    if (err == PES_ERR_STOPPED)
        code = fail_say(c, NULL, err, TEXT(cli_match_stopped),
                        PES_ARGS(PES_INT(result.games), PES_INT(watch.games)));
    return code;
}

static int run_match(struct cli *c) {
    struct pes_game *game;
    int code = setup_game(c, c->words[0], &game);
    if (code != CLI_DONE)
        return code;
    struct pes_match m = {
        .game = game,
        .agents = {c->words[1], c->words[2]},
        .games = (int32_t)cli_number(c, CLI_OPT_GAMES, GAMES_DEFAULT),
        .seed = c->seed,
        .jobs = c->jobs,
        .isolated = true, // an agent that crashes or loops loses its game, not the match
        .without_records = !CLI_GIVEN(c, SAVE),
    };
    struct match_openings openings;
    match_openings_init(&openings);
    code = check_agents(c, game);
    if (code == CLI_DONE)
        code = set_limits(c, &m.limits);
    if (code == CLI_DONE)
        code = match_openings_read(c, game, &openings);
    if (code == CLI_DONE) {
        m.openings = openings.lines;
        m.openings_count = openings.count;
        m.opening_plies = openings.plies;
        code = play_match(c, &openings, &m);
    }
    match_openings_release(&openings);
    pes_game_close(game);
    return code;
}

static const struct cli_example examples[] = {
    {"pessoi match boats minimax crazy --games 20 --variant start=s0", TEXT(cli_match_example_1)},
    {"pessoi match boats minimax:depth=2 minimax --jobs 2 --save games", TEXT(cli_match_example_2)},
    {"pessoi match boats minimax forward --moves \"#2 R L\" --games 2 --json",
     TEXT(cli_match_example_3)},
    {NULL, NULL},
};

const struct command cmd_match = {
    .name = "match",
    .words = "GAME A B",
    .words_min = 3,
    .words_max = 3,
    .options = CLI_HAS_SETUP | CLI_HAS(GAMES) | CLI_HAS(OPENINGS) | CLI_HAS(MOVETIME) |
               CLI_HAS(TC) | CLI_HAS(JOBS) | CLI_HAS(SAVE),
    .summary = TEXT(cli_match_summary),
    .description = TEXT(cli_match_description),
    .json = TEXT(cli_match_json),
    .examples = examples,
    .run = run_match,
};
