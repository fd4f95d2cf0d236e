/* `pessoi match`: games between two agents; pessoi/arena.h plays them and computes the statistics.
 */
#include "cli/match_play.h"

#include <assert.h>
#include <math.h>

enum { GAMES_DEFAULT = 100 };

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

static int result_json(struct cli *c, const struct pes_match *m,
                       const struct match_played *played) {
    const struct pes_match_result *r = &played->result;
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
    match_put_pairs(&doc, r);
    put_exact(&doc, "first_player_score", r->first_player_score);
    put_exact(&doc, "plies_mean", r->plies_mean);
    put_int(&doc, "forfeits", r->forfeits);
    match_put_faults(&doc, m, played);
    put_exact(&doc, "luck", no_luck != NULL ? NAN : r->luck);
    put_exact(&doc, "luck_low", no_luck != NULL ? NAN : r->luck_low);
    put_exact(&doc, "luck_high", no_luck != NULL ? NAN : r->luck_high);
    put_text(&doc, "luck_reason", no_luck);
    match_put_played(&doc, c, m);
    put_exact(&doc, "seconds", r->seconds);
    return json_print(c, &doc, '}');
}

static int result_text(struct cli *c, const struct pes_match *m,
                       const struct match_played *played) {
    const struct pes_match_result *r = &played->result;
    char elo[CLI_NUMBER_SIZE], low[CLI_NUMBER_SIZE], high[CLI_NUMBER_SIZE];
    match_say_head(c, m, r);
    cli_say(c, TEXT(cli_match_score),
            PES_ARGS(PES_REAL(r->score, 3), PES_REAL(r->score_low, 3), PES_REAL(r->score_high, 3),
                     PES_INT(r->wins), PES_INT(r->draws), PES_INT(r->losses)));
    cli_say(c, TEXT(cli_match_elo),
            PES_ARGS(PES_STR(match_elo_text(c, r->elo, elo)),
                     PES_STR(match_elo_text(c, r->elo_low, low)),
                     PES_STR(match_elo_text(c, r->elo_high, high))));
    match_say_pairs(c, r);
    cli_say(c, TEXT(cli_match_distinct),
            PES_ARGS(PES_INT(r->distinct_games), PES_INT(r->games), PES_INT(r->openings)));
    cli_say(c, TEXT(cli_match_first), PES_ARGS(PES_REAL(r->first_player_score, 3)));
    cli_say(c, TEXT(cli_match_plies), PES_ARGS(PES_REAL(r->plies_mean, 1)));
    match_say_faults(c, m, played);
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

static int run_match(struct cli *c) {
    struct match_setup setup;
    int code = match_setup_open(c, (int32_t)cli_number(c, CLI_OPT_GAMES, GAMES_DEFAULT), &setup);
    if (code != CLI_DONE)
        return code;
    struct match_played played;
    code = match_play(c, &setup, &played);
    if (code == CLI_DONE) {
        if (!played.stopped || played.result.games > 0)
            code = c->json ? result_json(c, &setup.match, &played)
                           : result_text(c, &setup.match, &played);
        code = match_end(c, &setup, &played, code);
    }
    match_setup_close(&setup);
    return code;
}

static const struct cli_example examples[] = {
    {"pessoi match boats minimax crazy --games 20 --variant start=s0", TEXT(cli_match_example_1)},
    {"pessoi match boats minimax:depth=2 minimax --jobs 2 --save games", TEXT(cli_match_example_2)},
    {"pessoi match gomoku level:n=4 level:n=3 --games 400 --records my.pes --resume",
     TEXT(cli_match_example_4)},
    {"pessoi match boats minimax forward --moves \"#2 R L\" --games 2 --json",
     TEXT(cli_match_example_3)},
    {NULL, NULL},
};

const struct command cmd_match = {
    .name = "match",
    .words = "GAME A B",
    .words_min = 3,
    .words_max = 3,
    .options = {CLI_HAS_MATCH, CLI_HAS(GAMES)},
    .summary = TEXT(cli_match_summary),
    .description = TEXT(cli_match_description),
    .json = TEXT(cli_match_json),
    .examples = examples,
    .run = run_match,
};
