/* `pessoi fit`: fits the weights of a game's evaluation and policy to labelled games. */
#include "cli/cli.h"
#include "cli/json.h"
#include "core/file.h"
#include "learn/fit.h"
#include "learn/text.h"
#include "pessoi/version.h"

#include <inttypes.h>
#include <string.h>

enum { EPOCHS_DEFAULT = 12, BLEND_DEFAULT = 50 };
static const double ridge_default = 2.0;

/* One run. */
struct run {
    struct cli *c;
    struct pes_game *game;
    struct fit fit;
    struct samples samples;
    struct model positions, moves;
    struct fit_report report;
    struct str sources; /* where the games come from, for the comment */
};

/* Adds a file, which must be of the game and variant wanted. */
static int add_file(struct run *r, const char *path) {
    struct data data;
    struct pes_note note = {0};
    enum pes_err err = data_read(&data, path, &note);
    if (err != PES_ERR_OK)
        return fail_file(r->c, path, err, &note);
    if (strcmp(data.head.game, r->game->rules->name) != 0 ||
        strcmp(data.head.variant, r->game->variant) != 0) {
        struct str want, have;
        str_init(&want), str_init(&have);
        str_addf(&want, "%s %s", r->game->rules->name, r->game->variant);
        str_addf(&have, "%s %s", data.head.game, data.head.variant);
        err = pes_note_say(&note, PES_ERR_UNFIT, 0, TEXT(data_mixed),
                           PES_ARGS(PES_STR(want.text), PES_STR(have.text)));
        str_release(&want), str_release(&have);
    } else {
        str_addf(&r->sources, " *     pessoi %s: data make %s %s --games %d\n", data.head.version,
                 data.head.game, data.head.how, (int)data.games);
        err = samples_add(&r->samples, r->game, &data, r->c->stop, &note);
    }
    data_release(&data);
    return err == PES_ERR_OK ? CLI_DONE : fail_file(r->c, path, err, &note);
}

static int write_file(struct run *r, const char *path) {
    const struct fit_report *n = &r->report;
    struct str comment, out;
    struct pes_note note = {0};
    str_init(&comment), str_init(&out);
    str_addf(&comment,
             "Weights fitted by pessoi fit %s%s%s --epochs %d --blend %d --ridge %g --seed %" PRIu64
             "\n * of version %s; do not edit. From %d games (%" PRId64 " positions, %" PRId64
             " choices of a move):\n *\n%s *\n * On games held out: Brier %.4f, log loss %.4f; "
             "best move first %.1f %%, among 3 %.1f %%,"
             "\n * among 8 %.1f %%.",
             r->game->rules->name, r->game->variant[0] != '\0' ? " --variant " : "",
             r->game->variant, (int)r->fit.epochs, (int)(100.0 * r->fit.blend + 0.5), r->fit.ridge,
             r->fit.seed, pes_version(), (int)r->samples.games, n->positions, n->choices,
             r->sources.text, n->after.brier, n->after.log_loss, 100.0 * n->top_after[0],
             100.0 * n->top_after[1], 100.0 * n->top_after[2]);
    fit_format(r->game, &r->positions, &r->moves, comment.text, &out);
    enum pes_err err = str_err(&comment);
    if (err == PES_ERR_OK)
        err = str_err(&out);
    if (err == PES_ERR_OK)
        err = file_write(path, out.text, out.length, &note);
    str_release(&comment), str_release(&out);
    return err == PES_ERR_OK ? CLI_DONE : fail_file(r->c, path, err, &note);
}

/* Reports. ------------------------------------------------------------------------------------ */

static void put_score(struct str *doc, const char *key, const struct fit_score *score) {
    put_open(doc, key, '{');
    put_exact(doc, "brier", score->brier);
    put_exact(doc, "log_loss", score->log_loss);
    put_close(doc, '}');
}

static void put_tops(struct str *doc, const char *key, const double tops[FIT_TOPS]) {
    put_open(doc, key, '[');
    for (int i = 0; i < FIT_TOPS; i++)
        put_exact(doc, NULL, tops[i]);
    put_close(doc, ']');
}

static int print_json(struct run *r) {
    const struct fit_report *n = &r->report;
    struct str doc;
    json_begin(&doc, '{');
    put_text(&doc, "game", r->game->rules->name);
    put_text(&doc, "variant", r->game->variant);
    put_int(&doc, "games", r->samples.games);
    put_int(&doc, "held_out_games", r->samples.held_out_games);
    put_int(&doc, "positions", n->positions);
    put_int(&doc, "held_out_positions", n->held_out);
    put_score(&doc, "before", &n->before);
    put_score(&doc, "calibrated", &n->calibrated);
    put_score(&doc, "after", &n->after);
    put_score(&doc, "search", &n->search);
    put_exact(&doc, "search_edge", n->search_edge);
    put_exact(&doc, "search_slope", n->search_slope);
    put_int(&doc, "choices", n->choices);
    put_int(&doc, "held_out_choices", n->held_out_choices);
    put_tops(&doc, "top_before", n->top_before);
    put_tops(&doc, "top_after", n->top_after);
    put_exact(&doc, "policy_loss", n->policy_loss);
    put_uint(&doc, "seed", r->fit.seed);
    return json_print(r->c, &doc, '}');
}

static void say_score(struct run *r, const struct pes_text *what, const struct fit_score *score) {
    cli_say(r->c, TEXT(cli_fit_score),
            PES_ARGS(PES_WORDS(what), PES_REAL(score->brier, 4), PES_REAL(score->log_loss, 4)));
}

static void say_tops(struct run *r, const struct pes_text *what, const double tops[FIT_TOPS]) {
    cli_say(r->c, TEXT(cli_fit_tops),
            PES_ARGS(PES_WORDS(what), PES_REAL(100.0 * tops[0], 1), PES_REAL(100.0 * tops[1], 1),
                     PES_REAL(100.0 * tops[2], 1)));
}

static int print_text(struct run *r) {
    const struct fit_report *n = &r->report;
    cli_say(r->c, TEXT(cli_fit_games),
            PES_ARGS(PES_INT(r->samples.games), PES_INT(n->positions),
                     PES_INT(r->samples.held_out_games), PES_INT(n->held_out)));
    say_score(r, TEXT(cli_fit_before), &n->before);
    say_score(r, TEXT(cli_fit_calibrated), &n->calibrated);
    say_score(r, TEXT(cli_fit_after), &n->after);
    say_score(r, TEXT(cli_fit_search), &n->search);
    cli_say(r->c, TEXT(cli_fit_line),
            PES_ARGS(PES_REAL(n->search_edge, 3), PES_REAL(n->search_slope, 3)));
    if (r->moves.features > 0) {
        say_tops(r, TEXT(cli_fit_before), n->top_before);
        say_tops(r, TEXT(cli_fit_after), n->top_after);
    }
    return CLI_DONE;
}

static int fit_all(struct run *r) {
    struct pes_note note = {0};
    int code = CLI_DONE;
    for (int i = 1; i < r->c->word_count && code == CLI_DONE; i++)
        code = add_file(r, r->c->words[i]);
    if (code != CLI_DONE)
        return code;
    const enum pes_err err =
        fit_run(&r->fit, &r->samples, &r->positions, &r->moves, &r->report, &note);
    if (err != PES_ERR_OK)
        return fail_note(r->c, NULL, err, &note);
    const char *out = cli_text(r->c, CLI_OPT_OUT, NULL);
    code = out != NULL ? write_file(r, out) : CLI_DONE;
    if (code != CLI_DONE)
        return code;
    return r->c->json ? print_json(r) : print_text(r);
}

static int run_fit(struct cli *c) {
    struct run r = {.c = c};
    int code = setup_game(c, c->words[0], &r.game);
    if (code != CLI_DONE)
        return code;
    str_init(&r.sources);
    r.fit = (struct fit){.game = r.game,
                         .blend = (double)cli_number(c, CLI_OPT_BLEND, BLEND_DEFAULT) / 100.0,
                         .ridge = cli_real(c, CLI_OPT_RIDGE, ridge_default),
                         .epochs = (int32_t)cli_number(c, CLI_OPT_EPOCHS, EPOCHS_DEFAULT),
                         .seed = c->seed,
                         .stop = c->stop};
    if (r.game->kit->features == NULL)
        code = fail_say(c, NULL, PES_ERR_UNFIT, TEXT(fit_no_features),
                        PES_ARGS(PES_STR(r.game->rules->name)));
    else
        code = fit_all(&r);
    samples_release(&r.samples);
    model_release(&r.positions);
    model_release(&r.moves);
    str_release(&r.sources);
    pes_game_close(r.game);
    return code;
}

static const struct cli_example examples[] = {
    {"pessoi fit gomoku games.dat", TEXT(cli_fit_example_1)},
    {"pessoi fit gomoku games.dat --out src/games/gomoku/gomoku_freestyle.inc",
     TEXT(cli_fit_example_2)},
    {NULL, NULL},
};

const struct command cmd_fit = {
    .name = "fit",
    .words = "GAME DATA..",
    .words_min = 2,
    .words_max = CLI_WORDS_MAX,
    .options = {CLI_HAS(VARIANT), CLI_HAS(OUT), CLI_HAS(EPOCHS), CLI_HAS(BLEND), CLI_HAS(RIDGE),
                CLI_HAS(SEED)},
    .summary = TEXT(cli_fit_summary),
    .description = TEXT(cli_fit_description),
    .json = TEXT(cli_fit_json),
    .examples = examples,
    .run = run_fit,
};
