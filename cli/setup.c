/* From the options --variant, --position, --moves and --seed to a game and its history. */
#include "cli/cli.h"

#include "core/history.h"
#include "core/nearest.h"

#include <assert.h>
#include <string.h>

enum { GAMES_MAX = 64 };

const struct pes_kit *setup_kit(struct cli *c, const char *name) {
    const struct pes_kit *kit = pes_kit_find(name);
    if (kit != NULL)
        return kit;
    const char *names[GAMES_MAX];
    int count = 0;
    assert(pes_kit_count() <= GAMES_MAX);
    for (; count < pes_kit_count() && count < GAMES_MAX; count++)
        names[count] = pes_kit_at(count)->rules->name;
    char quoted[PES_QUOTE_SIZE];
    pes_quote(name, strlen(name), quoted);
    const char *near = nearest_word(name, names, count);
    (void)fail_say(c, NULL, PES_ERR_UNKNOWN,
                   near != NULL ? TEXT(cli_unknown_game_near) : TEXT(cli_unknown_game),
                   PES_ARGS(PES_STR(quoted), PES_STR(near != NULL ? near : "")));
    return NULL;
}

int setup_game(struct cli *c, const char *name, struct pes_game **out) {
    *out = NULL;
    const struct pes_kit *kit = setup_kit(c, name);
    if (kit == NULL)
        return CLI_USAGE;
    struct pes_note note = {0};
    const enum pes_err err = pes_game_open(kit, cli_text(c, CLI_OPT_VARIANT, ""), out, &note);
    return err == PES_ERR_OK ? CLI_DONE : fail_note(c, "--variant", err, &note);
}

int setup_open_start(struct cli *c, const char *name, struct setup *out) {
    *out = (struct setup){0};
    const int code = setup_game(c, name, &out->game);
    if (code != CLI_DONE)
        return code;
    enum pes_err err = pes_history_new(out->game, &out->history);
    struct pes_note note = {0};
    const char *position = cli_text(c, CLI_OPT_POSITION, "startpos");
    if (err == PES_ERR_OK &&
        !history_moves_roll(out->game, position, cli_text(c, CLI_OPT_MOVES, ""))) {
        struct pes_rng rng;
        pes_rng_init(&rng, c->seed);
        err = pes_history_start_text(out->history, position, &rng, &note);
    }
    if (err == PES_ERR_OK)
        return CLI_DONE;
    setup_close(out);
    return fail_note(c, "--position", err, &note);
}

int setup_play_moves(struct cli *c, struct setup *at) {
    assert(at->history != NULL);
    struct pes_note note = {0};
    int made;
    const enum pes_err err =
        pes_history_make_text(at->history, cli_text(c, CLI_OPT_MOVES, ""), &made, &note);
    return err == PES_ERR_OK ? CLI_DONE : fail_note(c, "--moves", err, &note);
}

int setup_open(struct cli *c, const char *name, struct setup *out) {
    int code = setup_open_start(c, name, out);
    if (code != CLI_DONE)
        return code;
    code = setup_play_moves(c, out);
    if (code != CLI_DONE)
        setup_close(out);
    return code;
}

void setup_close(struct setup *at) {
    pes_history_free(at->history);
    pes_game_close(at->game);
    *at = (struct setup){0};
}

int setup_limits(struct cli *c, struct pes_limits *limits) {
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

int setup_record(struct cli *c, const char *path, const struct pes_record *r, int plies,
                 struct setup *out) {
    const char *name = pes_record_tag(r, "Game");
    const struct pes_kit *kit = name != NULL ? pes_kit_find(name) : NULL;
    char quoted[PES_QUOTE_SIZE];
    *out = (struct setup){0};
    if (name == NULL)
        return fail_say(c, path, PES_ERR_SYNTAX, TEXT(cli_no_game_tag), PES_NO_ARGS);
    if (kit == NULL)
        return fail_say(c, path, PES_ERR_UNKNOWN, TEXT(cli_unknown_game),
                        PES_ARGS(PES_STR(pes_quote(name, strlen(name), quoted))));
    struct pes_note note = {0};
    enum pes_err err = pes_record_open(r, kit, &out->game, &note);
    if (err == PES_ERR_OK)
        err = pes_history_new(out->game, &out->history);
    if (err == PES_ERR_OK)
        err = pes_record_replay(r, out->history, plies, &note);
    return err == PES_ERR_OK ? CLI_DONE : fail_file(c, path, err, &note);
}
