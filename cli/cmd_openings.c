/* `pessoi openings`: makes openings and prints them as --openings FILE reads them. */
#include "arena/balance.h"
#include "arena/openings.h"
#include "cli/cli.h"
#include "cli/json.h"
#include "cli/match_openings.h"
#include "cli/progress.h"
#include "core/mem.h"
#include "pessoi/version.h"

#include <inttypes.h>
#include <string.h>

enum { COUNT_DEFAULT = 100 };

/* The openings, one per line. */
struct book {
    const struct pes_game *game;
    struct match_openings kind;
    int32_t count;
    struct str text;
    size_t *lines;  /* where each begins in `text` */
    int32_t copies; /* how many repeat an earlier one */
};

static const char *kind_name(const struct book *book) {
    return book->kind.balanced ? "balanced" : "random";
}

/* Which openings to make. */
static int read_kind(struct cli *c, struct book *book) {
    const char *text = cli_text(c, CLI_OPT_OPENINGS, NULL);
    int code = CLI_DONE;
    char quoted[PES_QUOTE_SIZE];
    if (text == NULL) {
        book->kind.balanced = true;
        book->kind.plies = match_openings_plies(book->game);
    } else if (!match_openings_generator(c, text, &book->kind, &code)) {
        code = fail_say(c, "--openings", PES_ERR_UNFIT, TEXT(cli_openings_no_file),
                        PES_ARGS(PES_STR(pes_quote(text, strlen(text), quoted))));
    }
    return code;
}

/* Makes them in order, as a match with this seed would. */
static enum pes_err make(struct cli *c, struct book *book, struct balance *balance,
                         struct pes_history *h) {
    const struct openings openings = {.plies = book->kind.plies, .balance = balance};
    struct pes_rng root;
    struct progress progress;
    enum pes_err err = PES_ERR_OK;
    pes_rng_init(&root, c->seed);
    progress_begin(&progress, c);
    for (int32_t i = 0; i < book->count && err == PES_ERR_OK; i++) {
        const struct pes_rng rng = openings_rng(&root, i);
        err = openings_set(&openings, i, &rng, h, NULL);
        book->lines[i] = book->text.length;
        openings_format(h, &book->text);
        str_add_char(&book->text, '\0');
        if (err == PES_ERR_OK)
            err = atomic_load(c->stop) ? PES_ERR_STOPPED : str_err(&book->text);
        progress_show(&progress, i + 1, book->count);
    }
    progress_end(&progress);
    return err;
}

static enum pes_err count_copies(struct cli *c, struct book *book, struct pes_history *h) {
    const char **lines = mem_alloc((size_t)book->count * sizeof *lines);
    if (lines == NULL)
        return PES_ERR_NOMEM;
    for (int32_t i = 0; i < book->count; i++)
        lines[i] = book->text.text + book->lines[i];
    const struct openings list = {.lines = lines, .count = book->count};
    struct pes_rng root;
    pes_rng_init(&root, c->seed);
    const enum pes_err err = openings_copies(&list, &root, h, &book->copies);
    mem_free(lines);
    return err;
}

static enum pes_err fill(struct cli *c, struct book *book, struct pes_note *note) {
    struct balance *balance = NULL;
    struct pes_history *h = NULL;
    book->lines = mem_alloc((size_t)book->count * sizeof *book->lines);
    enum pes_err err = book->lines != NULL ? pes_history_new(book->game, &h) : PES_ERR_NOMEM;
    if (err == PES_ERR_OK && book->kind.balanced)
        err = balance_new(book->game, &balance, note);
    if (err == PES_ERR_OK)
        err = make(c, book, balance, h);
    if (err == PES_ERR_OK)
        err = count_copies(c, book, h);
    balance_free(balance);
    pes_history_free(h);
    return err;
}

static int book_json(struct cli *c, const struct book *book) {
    struct str doc;
    json_begin(&doc, '{');
    put_text(&doc, "game", book->game->rules->name);
    put_text(&doc, "variant", book->game->variant);
    put_text(&doc, "kind", kind_name(book));
    put_int(&doc, "plies", book->kind.plies);
    put_open(&doc, "openings", '[');
    for (int32_t i = 0; i < book->count; i++)
        put_text(&doc, NULL, book->text.text + book->lines[i]);
    put_close(&doc, ']');
    put_int(&doc, "copies", book->copies);
    put_uint(&doc, "seed", c->seed);
    put_text(&doc, "version", pes_version());
    return json_print(c, &doc, '}');
}

/* The head is the command that makes the same openings again. It is not translated: it is part of a
 * file for every reader. */
static int book_text(struct cli *c, const struct book *book) {
    const char *variant = book->game->variant;
    fprintf(c->out, "# pessoi openings %s%s%s --count %d --openings %s:%d --seed %" PRIu64 "\n",
            book->game->rules->name, variant[0] != '\0' ? " --variant " : "", variant,
            (int)book->count, kind_name(book), (int)book->kind.plies, c->seed);
    fprintf(c->out, "# version %s\n", pes_version());
    for (int32_t i = 0; i < book->count; i++)
        fprintf(c->out, "%s\n", book->text.text + book->lines[i]);
    if (book->copies > 0)
        cli_remark(c, NULL, TEXT(cli_openings_copies),
                   PES_ARGS(PES_INT(book->copies), PES_INT(book->count)));
    return CLI_DONE;
}

static int run_openings(struct cli *c) {
    struct pes_game *game;
    int code = setup_game(c, c->words[0], &game);
    if (code != CLI_DONE)
        return code;
    struct book book = {.game = game,
                        .count = (int32_t)cli_number(c, CLI_OPT_HOW_MANY, COUNT_DEFAULT)};
    struct pes_note note = {0};
    str_init(&book.text);
    code = read_kind(c, &book);
    if (code == CLI_DONE) {
        const enum pes_err err = fill(c, &book, &note);
        if (err != PES_ERR_OK)
            code = fail_note(c, NULL, err, &note);
        else
            code = c->json ? book_json(c, &book) : book_text(c, &book);
    }
    str_release(&book.text);
    mem_free(book.lines);
    pes_game_close(game);
    return code;
}

static const struct cli_example examples[] = {
    {"pessoi openings gomoku > openings.txt", TEXT(cli_openings_example_1)},
    {"pessoi match gomoku level:n=3 minimax --games 20 --openings openings.txt",
     TEXT(cli_openings_example_2)},
    {"pessoi openings abalone --count 20 --openings balanced:8 --json",
     TEXT(cli_openings_example_3)},
    {NULL, NULL},
};

const struct command cmd_openings = {
    .name = "openings",
    .words = "GAME",
    .words_min = 1,
    .words_max = 1,
    .options = {CLI_HAS(VARIANT), CLI_HAS(SEED), CLI_HAS(HOW_MANY), CLI_HAS(OPENINGS)},
    .summary = TEXT(cli_openings_summary),
    .description = TEXT(cli_openings_description),
    .json = TEXT(cli_openings_json),
    .examples = examples,
    .run = run_openings,
};
