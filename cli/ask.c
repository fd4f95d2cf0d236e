#include "cli/ask.h"
#include "cli/text.h"

#include <assert.h>

/* An agent can be asked only if a player is to move. */
static int check_turn(struct cli *c, const struct setup *at) {
    assert(at->history != NULL);
    if (pes_over(at->game, setup_state(at)))
        return fail_say(c, NULL, PES_ERR_UNFIT, TEXT(cli_no_move_at_end), PES_NO_ARGS);
    if (pes_turn(at->game, setup_state(at)) == PES_CHANCE)
        return fail_say(c, NULL, PES_ERR_UNFIT, TEXT(cli_no_move_at_chance), PES_NO_ARGS);
    return CLI_DONE;
}

static void on_info(void *to, const struct pes_answer *so_far) {
    progress_think(to, so_far->nodes);
}

int ask_open(struct cli *c, const char *agent, struct ask *out) {
    *out = (struct ask){
        .limits = {.movetime_ms = (int32_t)cli_number(c, CLI_OPT_MOVETIME, 0), .stop = c->stop}};
    int code = setup_open(c, c->words[0], &out->at);
    if (code != CLI_DONE)
        return code;
    code = check_turn(c, &out->at);
    if (code == CLI_DONE) {
        struct pes_note note = {0};
        const enum pes_err err =
            pes_agent_new(out->at.game, cli_text(c, CLI_OPT_AGENT, agent), &out->agent, &note);
        if (err != PES_ERR_OK)
            code = fail_note(c, "--agent", err, &note);
    }
    if (code != CLI_DONE) {
        ask_close(out);
        return code;
    }
    assert(out->agent != NULL);
    progress_begin(&out->progress, c);
    out->limits.info = on_info;
    out->limits.info_to = &out->progress;
    pes_agent_begin(out->agent, c->seed);
    pes_agent_format(out->agent, out->name);
    return CLI_DONE;
}

void ask_close(struct ask *a) {
    pes_agent_free(a->agent);
    setup_close(&a->at);
    a->agent = NULL;
}

void ask_move_text(const struct ask *a, pes_move m, char out[PES_MOVE_TEXT_MAX]) {
    assert(m != PES_MOVE_NONE);
    a->at.game->rules->move_format(a->at.game, setup_state(&a->at), m, out);
}
