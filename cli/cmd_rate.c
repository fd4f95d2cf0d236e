/* `pessoi rate`: how strong is an agent? Plays it against the game's ladder of reference opponents;
 * docs/adr/0027 describes ladder and method. */
#include "cli/json.h"
#include "cli/match_setup.h"
#include "cli/progress.h"
#include "cli/queue_setup.h"

#include "arena/rate_play.h"

#include <string.h>

enum { WITHIN_DEFAULT = 40, GAMES_DEFAULT = 20000 };

/* The ladder of the variant; NULL after an error. */
static const struct pes_ladder *find_ladder(struct cli *c, const struct pes_game *g) {
    const struct pes_ladder *const *ladders = g->kit->ladders;
    struct str known;
    str_init(&known);
    for (; ladders != NULL && *ladders != NULL; ladders++) {
        if (strcmp((*ladders)->variant, g->variant) == 0) {
            str_release(&known);
            return *ladders;
        }
        str_addf(&known, "%s'%s'", known.length > 0 ? ", " : "", (*ladders)->variant);
    }
    if (known.length == 0)
        (void)fail_say(c, c->words[0], PES_ERR_UNFIT, TEXT(cli_rate_no_ladder), PES_NO_ARGS);
    else
        (void)fail_say(c, "--variant", PES_ERR_UNFIT, TEXT(cli_rate_other_variant),
                       PES_ARGS(PES_STR(g->variant), PES_STR(known.text)));
    str_release(&known);
    return NULL;
}

static void on_batch(void *to, const struct rate_estimate *so_far, int32_t games) {
    if (so_far->side == RATE_WITHIN)
        progress_say(to, TEXT(cli_rate_progress),
                     PES_ARGS(PES_INT(games), PES_REAL(so_far->elo, 0),
                              PES_REAL((so_far->high - so_far->low) / 2.0, 0)));
}

static const char *end_word(enum rate_end end) {
    static const char *const words[] = {[RATE_END_STOPPED] = "stopped",
                                        [RATE_END_DONE] = "done",
                                        [RATE_END_LADDER] = "ladder",
                                        [RATE_END_GAMES] = "max-games",
                                        [RATE_END_REPEATS] = "repeats"};
    return words[end];
}

static void put_opponents(struct str *doc, const struct rate_config *config,
                          const struct rate_result *r) {
    put_open(doc, "opponents", '[');
    for (int i = 0; config->ladder->rungs[i].agent != NULL; i++) {
        if (r->opponents[i] == 0)
            continue;
        put_open(doc, NULL, '{');
        put_text(doc, "agent", config->ladder->rungs[i].agent);
        put_exact(doc, "rating", config->ladder->rungs[i].rating);
        put_int(doc, "games", r->opponents[i]);
        put_close(doc, '}');
    }
    put_close(doc, ']');
}

static int result_json(struct cli *c, const struct rate_config *config,
                       const struct rate_result *r) {
    static const char *const sides[] = {
        [RATE_WITHIN] = NULL, [RATE_BELOW] = "below", [RATE_ABOVE] = "above"};
    const struct rate_estimate *e = &r->estimate;
    struct str doc;
    json_begin(&doc, '{');
    put_text(&doc, "agent", config->agent);
    put_exact(&doc, "rating", e->elo);
    put_exact(&doc, "rating_low", e->low);
    put_exact(&doc, "rating_high", e->high);
    put_int(&doc, "games", r->games);
    put_text(&doc, "like", config->ladder->rungs[e->like].agent);
    put_text(&doc, "off_ladder", sides[e->side]);
    put_text(&doc, "end", end_word(r->end));
    put_exact(&doc, "within", config->within);
    put_int(&doc, "forfeits", r->forfeits);
    put_text(&doc, "fault", r->forfeits > 0 ? r->fault.why[PES_LANG_EN] : NULL);
    put_opponents(&doc, config, r);
    put_text(&doc, "game", config->game->rules->name);
    put_text(&doc, "variant", config->game->variant);
    put_uint(&doc, "seed", config->seed);
    put_text(&doc, "version", pes_version());
    put_exact(&doc, "seconds", r->seconds);
    return json_print(c, &doc, '}');
}

static void say_estimate(struct cli *c, const struct rate_config *config,
                         const struct rate_estimate *e) {
    const char *like = config->ladder->rungs[e->like].agent;
    if (e->side == RATE_WITHIN)
        cli_say(c, TEXT(cli_rate_like),
                PES_ARGS(PES_STR(config->agent), PES_STR(like), PES_REAL(e->elo, 0),
                         PES_REAL((e->high - e->low) / 2.0, 0)));
    else
        cli_say(c, e->side == RATE_BELOW ? TEXT(cli_rate_below) : TEXT(cli_rate_above),
                PES_ARGS(PES_STR(config->agent), PES_STR(like),
                         PES_REAL(e->side == RATE_BELOW ? e->high : e->low, 0)));
}

static int result_text(struct cli *c, const struct rate_config *config,
                       const struct rate_result *r) {
    say_estimate(c, config, &r->estimate);
    cli_say(c, TEXT(cli_rate_games), PES_ARGS(PES_INT(r->games), PES_REAL(r->seconds, 1)));
    for (int i = 0; config->ladder->rungs[i].agent != NULL; i++)
        if (r->opponents[i] > 0)
            cli_say(c, TEXT(cli_rate_opponent),
                    PES_ARGS(PES_STR(config->ladder->rungs[i].agent),
                             PES_REAL(config->ladder->rungs[i].rating, 0),
                             PES_INT(r->opponents[i])));
    if (r->forfeits > 0)
        cli_say(c, TEXT(cli_rate_forfeits), PES_ARGS(PES_INT(r->forfeits), PES_NOTED(&r->fault)));
    if (r->end == RATE_END_GAMES)
        cli_say(c, TEXT(cli_rate_max_games), PES_ARGS(PES_REAL(config->within, 0)));
    if (r->end == RATE_END_LADDER)
        cli_say(c, TEXT(cli_rate_ladder), PES_NO_ARGS);
    if (r->end == RATE_END_REPEATS)
        cli_say(c, TEXT(cli_rate_repeats), PES_NO_ARGS);
    return CLI_DONE;
}

static int rate(struct cli *c, struct rate_config *config) {
    struct progress progress;
    struct rate_result result;
    struct pes_note note = {0};
    config->on_batch = on_batch;
    config->on_batch_to = &progress;
    progress_begin(&progress, c);
    const enum pes_err err = rate_play(config, &result, &note);
    progress_end(&progress);
    if (err != PES_ERR_OK && err != PES_ERR_STOPPED)
        return fail_note(c, "AGENT", err, &note);
    const bool was_stopped = err == PES_ERR_STOPPED;
    int code = CLI_DONE;
    if (!was_stopped || result.games > 0)
        code = c->json ? result_json(c, config, &result) : result_text(c, config, &result);
    if (was_stopped)
        code = fail_say(c, NULL, err, TEXT(cli_rate_stopped), PES_ARGS(PES_INT(result.games)));
    return code;
}

static int run_rate(struct cli *c) {
    struct pes_game *game;
    int code = setup_game(c, c->words[0], &game);
    if (code != CLI_DONE)
        return code;
    struct rate_config config = {
        .game = game,
        .ladder = find_ladder(c, game),
        .agent = c->words[1],
        .within = (double)cli_number(c, CLI_OPT_WITHIN, WITHIN_DEFAULT),
        .games_max = (int32_t)cli_number(c, CLI_OPT_MAX_GAMES, GAMES_DEFAULT),
        .seed = c->seed,
        .jobs = c->jobs,
        .isolated = true, // an agent that crashes or loops loses its game, not the rating
    };
    struct queue_setup queue;
    code = queue_setup_open(c, 0, &queue);
    config.maker = queue.maker;
    if (code == CLI_DONE)
        code = config.ladder == NULL ? CLI_USAGE : setup_limits(c, &config.limits);
    if (code == CLI_DONE)
        code = rate(c, &config);
    queue_setup_release(&queue);
    pes_game_close(game);
    return code;
}

static const struct cli_example examples[] = {
    {"pessoi rate gomoku cmd:./bot", TEXT(cli_rate_example_1)},
    {"pessoi rate boats minimax:depth=3 --within 60 --jobs 2", TEXT(cli_rate_example_2)},
    {"pessoi rate abalone heuristic --max-games 100 --json", TEXT(cli_rate_example_3)},
    {NULL, NULL},
};

const struct command cmd_rate = {
    .name = "rate",
    .words = "GAME AGENT",
    .words_min = 2,
    .words_max = 2,
    .options = {CLI_HAS(VARIANT), CLI_HAS(WITHIN), CLI_HAS(MAX_GAMES), CLI_HAS(MOVETIME),
                CLI_HAS(TC), CLI_HAS(SEED), CLI_HAS(JOBS), CLI_HAS_QUEUE, CLI_HAS(NO_SANDBOX),
                CLI_HAS(MEMORY)},
    .summary = TEXT(cli_rate_summary),
    .description = TEXT(cli_rate_description),
    .json = TEXT(cli_rate_json),
    .examples = examples,
    .run = run_rate,
};
