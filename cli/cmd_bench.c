/* `pessoi bench`: runs the fixed work of bench_work.h and prints rates and signatures. */
#include "cli/bench_work.h"
#include "cli/cli.h"
#include "cli/json.h"
#include "cli/progress.h"
#include "cli/term.h"
#include "core/mem.h"

#include <inttypes.h>
#include <string.h>

static int bench_json(struct cli *c, const struct bench *b) {
    struct str doc;
    json_begin(&doc, '{');
    put_uint(&doc, "signature", bench_total(b));
    put_open(&doc, "signatures", '{');
    for (int i = 0; i < b->game_count; i++)
        put_uint(&doc, b->games[i].game, b->games[i].signature);
    put_close(&doc, '}');
    put_open(&doc, "items", '[');
    for (int i = 0; i < b->item_count; i++) {
        put_open(&doc, NULL, '{');
        put_text(&doc, "name", b->items[i].name);
        put_exact(&doc, "rate", b->items[i].rate);
        put_text(&doc, "unit", b->items[i].unit);
        put_close(&doc, '}');
    }
    put_close(&doc, ']');
    return json_print(c, &doc, '}');
}

static int bench_text(struct cli *c, const struct bench *b) {
    int width = 0;
    for (int i = 0; i < b->item_count; i++) {
        const int n = (int)strlen(b->items[i].name);
        width = n > width ? n : width;
    }
    struct str out;
    str_init(&out);
    for (int i = 0; i < b->item_count; i++) {
        term_pad(&out, b->items[i].name, width + 2);
        str_addf(&out, "%14.0f %s\n", b->items[i].rate, b->items[i].unit);
    }
    for (int i = 0; i < b->game_count; i++)
        str_addf(&out, "signature %s %" PRIu64 "\n", b->games[i].game, b->games[i].signature);
    /* The last line is not translated, as in perft: programs read it too. */
    str_addf(&out, "signature %" PRIu64 "\n", bench_total(b));
    return cli_print(c, &out);
}

static int run_bench(struct cli *c) {
    struct bench *b = mem_alloc(sizeof *b);
    if (b == NULL)
        return fail_err(c, NULL, PES_ERR_NOMEM);
    b->stop = c->stop;
    struct progress progress;
    progress_begin(&progress, c);
    enum pes_err err = PES_ERR_OK;
    for (int i = 0; i < pes_kit_count() && err == PES_ERR_OK; i++) {
        err = bench_game(b, pes_kit_at(i));
        progress_show(&progress, i + 1, pes_kit_count());
    }
    progress_end(&progress);
    int code;
    if (err != PES_ERR_OK)
        code = fail_err(c, NULL, err);
    else
        code = c->json ? bench_json(c, b) : bench_text(c, b);
    mem_free(b);
    return code;
}

static const struct cli_example examples[] = {
    {"pessoi bench", TEXT(cli_bench_example_1)},
    {NULL, NULL},
};

const struct command cmd_bench = {
    .name = "bench",
    .words = "",
    .summary = TEXT(cli_bench_summary),
    .description = TEXT(cli_bench_description),
    .json = TEXT(cli_bench_json),
    .examples = examples,
    .run = run_bench,
};
