/* `pessoi sprt`: is A stronger than B? Plays pairs of games until a sequential probability ratio
 * test is decided; docs/adr/0021 describes the test. */
#include "cli/match_play.h"

static const double ELO0_DEFAULT = 0.0, ELO1_DEFAULT = 10.0, ERROR_DEFAULT = 0.05, ERROR_MAX = 0.5;
enum { GAMES_DEFAULT = 20000 };

static int read_errors(struct cli *c, enum cli_option_id id, const char *name, double *out) {
    *out = cli_real(c, id, ERROR_DEFAULT);
    if (*out > 0.0 && *out < ERROR_MAX)
        return CLI_DONE;
    return fail_say(c, name, PES_ERR_RANGE, TEXT(cli_sprt_error_range), PES_NO_ARGS);
}

static int read_test(struct cli *c, struct pes_sprt *out) {
    out->elo0 = cli_real(c, CLI_OPT_ELO0, ELO0_DEFAULT);
    out->elo1 = cli_real(c, CLI_OPT_ELO1, ELO1_DEFAULT);
    if (!(out->elo0 < out->elo1))
        return fail_say(c, CLI_GIVEN(c, ELO1) ? "--elo1" : "--elo0", PES_ERR_RANGE,
                        TEXT(cli_sprt_order),
                        PES_ARGS(PES_REAL(out->elo0, 1), PES_REAL(out->elo1, 1)));
    const int code = read_errors(c, CLI_OPT_ALPHA, "--alpha", &out->alpha);
    return code == CLI_DONE ? read_errors(c, CLI_OPT_BETA, "--beta", &out->beta) : code;
}

static const char *result_word(enum pes_sprt_verdict verdict) {
    return verdict == PES_SPRT_H1 ? "H1" : verdict == PES_SPRT_H0 ? "H0" : "open";
}

/* Why a test is open, in English for programs; NULL: it is decided. */
static const char *open_reason(const struct match_played *played) {
    if (played->result.verdict != PES_SPRT_OPEN)
        return NULL;
    return played->stopped            ? "stopped"
           : played->result.exhausted ? "pairs only repeat: more games bring no evidence"
                                      : "max-games";
}

static int result_json(struct cli *c, const struct pes_match *m,
                       const struct match_played *played) {
    const struct pes_match_result *r = &played->result;
    struct str doc;
    json_begin(&doc, '{');
    put_text(&doc, "result", result_word(r->verdict));
    put_text(&doc, "open_reason", open_reason(played));
    put_exact(&doc, "llr", r->llr);
    put_exact(&doc, "lower", r->llr_low);
    put_exact(&doc, "upper", r->llr_high);
    put_exact(&doc, "elo0", m->sprt->elo0);
    put_exact(&doc, "elo1", m->sprt->elo1);
    put_exact(&doc, "alpha", m->sprt->alpha);
    put_exact(&doc, "beta", m->sprt->beta);
    put_int(&doc, "games", r->games);
    put_int(&doc, "distinct_pairs", r->distinct_pairs);
    put_int(&doc, "wins", r->wins);
    put_int(&doc, "losses", r->losses);
    put_int(&doc, "draws", r->draws);
    put_exact(&doc, "score", r->score);
    put_exact(&doc, "elo", r->elo);
    put_exact(&doc, "elo_low", r->elo_low);
    put_exact(&doc, "elo_high", r->elo_high);
    match_put_pairs(&doc, r);
    put_int(&doc, "forfeits", r->forfeits);
    match_put_faults(&doc, m, played);
    match_put_played(&doc, c, m);
    put_exact(&doc, "seconds", r->seconds);
    return json_print(c, &doc, '}');
}

/* Which hypothesis won, in words. */
static void say_verdict(struct cli *c, const struct pes_match *m,
                        const struct match_played *played) {
    const struct pes_match_result *r = &played->result;
    if (r->verdict == PES_SPRT_OPEN && r->exhausted) {
        cli_say(c, TEXT(cli_sprt_exhausted), PES_ARGS(PES_INT(r->distinct_pairs)));
        return;
    }
    const struct pes_text *text = r->verdict == PES_SPRT_H1   ? TEXT(cli_sprt_h1)
                                  : r->verdict == PES_SPRT_H0 ? TEXT(cli_sprt_h0)
                                                              : TEXT(cli_sprt_open);
    cli_say(c, text,
            PES_ARGS(PES_STR(m->agents[0]), PES_STR(m->agents[1]), PES_REAL(m->sprt->elo0, 1),
                     PES_REAL(m->sprt->elo1, 1)));
}

static int result_text(struct cli *c, const struct pes_match *m,
                       const struct match_played *played) {
    const struct pes_match_result *r = &played->result;
    char elo[CLI_NUMBER_SIZE], low[CLI_NUMBER_SIZE], high[CLI_NUMBER_SIZE];
    match_say_head(c, m, r);
    say_verdict(c, m, played);
    cli_say(c, TEXT(cli_sprt_llr),
            PES_ARGS(PES_REAL(r->llr, 2), PES_REAL(r->llr_low, 2), PES_REAL(r->llr_high, 2)));
    cli_say(c, TEXT(cli_match_elo),
            PES_ARGS(PES_STR(match_elo_text(c, r->elo, elo)),
                     PES_STR(match_elo_text(c, r->elo_low, low)),
                     PES_STR(match_elo_text(c, r->elo_high, high))));
    match_say_pairs(c, r);
    if (r->forfeits > 0)
        match_say_faults(c, m, played);
    cli_say(c, TEXT(cli_match_time), PES_ARGS(PES_REAL(r->seconds, 2)));
    return CLI_DONE;
}

static int run_sprt(struct cli *c) {
    struct pes_sprt sprt;
    struct match_setup setup;
    int code = read_test(c, &sprt);
    if (code == CLI_DONE)
        code =
            match_setup_open(c, (int32_t)cli_number(c, CLI_OPT_MAX_GAMES, GAMES_DEFAULT), &setup);
    if (code != CLI_DONE)
        return code;
    setup.match.sprt = &sprt;
    struct match_played played;
    code = match_play(c, &setup, &played);
    if (code == CLI_DONE) {
        code =
            c->json ? result_json(c, &setup.match, &played) : result_text(c, &setup.match, &played);
        if (code == CLI_DONE && played.result.verdict != PES_SPRT_H1)
            code = CLI_NO;
        code = match_end(c, &setup, &played, code);
    }
    match_setup_close(&setup);
    return code;
}

static const struct cli_example examples[] = {
    {"pessoi sprt gomoku level:n=5 level:n=4 --jobs 2", TEXT(cli_sprt_example_1)},
    {"pessoi sprt abalone cmd:./new cmd:./old --elo0 -5 --elo1 5 --tc 5+0.05",
     TEXT(cli_sprt_example_2)},
    {"pessoi sprt boats minimax:depth=3 minimax:depth=2 --records games.pes --resume",
     TEXT(cli_sprt_example_3)},
    {NULL, NULL},
};

const struct command cmd_sprt = {
    .name = "sprt",
    .words = "GAME A B",
    .words_min = 3,
    .words_max = 3,
    .options = {CLI_HAS_MATCH, CLI_HAS(ELO0), CLI_HAS(ELO1), CLI_HAS(ALPHA), CLI_HAS(BETA),
                CLI_HAS(MAX_GAMES)},
    .summary = TEXT(cli_sprt_summary),
    .description = TEXT(cli_sprt_description),
    .json = TEXT(cli_sprt_json),
    .examples = examples,
    .run = run_sprt,
};
