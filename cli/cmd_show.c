/* `pessoi show`: a position, its moves, and its exact value if a solved table exists. */
#include "cli/cli.h"
#include "cli/report.h"
#include "pessoi/solve.h"

#include <assert.h>

/* The exact value from the table in the default folder; *found is false if there is no usable
 * table, which is not an error here. Fails only with NOMEM. */
static enum pes_err find_exact(const struct setup *at, bool *found, int32_t *value) {
    char folder[PES_SOLVE_PATH_MAX];
    struct pes_table *table;
    const struct pes_state *s = setup_state(at);
    *found = false;
    if (at->game->kit->index == NULL || pes_turn(at->game, s) < 0 || pes_over(at->game, s))
        return PES_ERR_OK;
    enum pes_err err = pes_table_folder(folder, NULL);
    if (err == PES_ERR_OK)
        err = pes_table_open(at->game, folder, &table, NULL);
    if (err == PES_ERR_OK) {
        err = pes_table_value(table, s, value);
        pes_table_close(table);
    }
    *found = err == PES_ERR_OK;
    return err == PES_ERR_NOMEM ? err : PES_ERR_OK;
}

static int say_exact(struct cli *c, const struct setup *at) {
    const struct pes_state *s = setup_state(at);
    int32_t value;
    bool found;
    const enum pes_err err = find_exact(at, &found, &value);
    if (err != PES_ERR_OK)
        return fail_err(c, NULL, err);
    if (!found)
        return CLI_DONE;
    if (value == 0) {
        cli_say(c, TEXT(cli_solved_draw), PES_NO_ARGS);
        return CLI_DONE;
    }
    const pes_player mover = pes_turn(at->game, s);
    assert(mover >= 0);
    const pes_player winner = value > 0 ? mover : 1 - mover;
    cli_say(c, TEXT(cli_solved_win),
            PES_ARGS(PES_SAID(&pes_player_name(at->game, s, winner)->name),
                     PES_INT(value > 0 ? value : -value)));
    return CLI_DONE;
}

static int run_show(struct cli *c) {
    struct setup at;
    int code = setup_open(c, c->words[0], &at);
    if (code != CLI_DONE)
        return code;
    if (c->json) {
        code = report_json(c, at.history);
    } else {
        code = report_moves(c, at.history);
        if (code == CLI_DONE)
            code = report_position(c, at.history);
        if (code == CLI_DONE)
            code = say_exact(c, &at);
    }
    setup_close(&at);
    return code;
}

static const struct cli_example examples[] = {
    {"pessoi show boats --variant start=s0", TEXT(cli_show_example_1)},
    {"pessoi show boats --variant start=s0 --moves \"R -1 +1 L\"", TEXT(cli_show_example_2)},
    {"pessoi show boats --position \"4432132344 0 11 r -\" --json", TEXT(cli_show_example_3)},
    {NULL, NULL},
};

const struct command cmd_show = {
    .name = "show",
    .words = "GAME",
    .words_min = 1,
    .words_max = 1,
    .options = {CLI_HAS_SETUP},
    .summary = TEXT(cli_show_summary),
    .description = TEXT(cli_show_description),
    .json = TEXT(cli_show_json),
    .examples = examples,
    .run = run_show,
};
