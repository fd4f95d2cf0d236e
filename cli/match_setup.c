#include "cli/match_setup.h"

#include "cli/programs.h"

/* Creates both agents once, so that an error can say which of the two is wrong. */
static int check_agents(struct cli *c, const struct pes_game *g, struct match_setup *out) {
    for (int i = 1; i <= 2; i++) {
        struct pes_note note = {0};
        struct pes_agent *agent = NULL;
        enum pes_err err = pes_agent_new(g, c->words[i], &agent, &note);
        pes_agent_free(agent);
        if (err == PES_ERR_OK)
            err = programs_files(c, g, c->words[i], out->files[i - 1], &note);
        if (err != PES_ERR_OK)
            return fail_note(c, i == 1 ? "A" : "B", err, &note);
    }
    return CLI_DONE;
}

int match_setup_open(struct cli *c, int32_t games, struct match_setup *out) {
    *out = (struct match_setup){.game = NULL};
    match_openings_init(&out->openings);
    str_init(&out->queue.password);
    int code = setup_game(c, c->words[0], &out->game);
    if (code != CLI_DONE)
        return code;
    out->match = (struct pes_match){
        .game = out->game,
        .agents = {c->words[1], c->words[2]},
        .files = {out->files[0], out->files[1]},
        .games = games,
        .seed = c->seed,
        .jobs = c->jobs,
        .isolated = true, // an agent that crashes or loops loses its game, not the match
    };
    code = check_agents(c, out->game, out);
    if (code == CLI_DONE)
        code = setup_limits(c, &out->match.limits);
    if (code == CLI_DONE)
        code = match_openings_read(c, out->game, &out->openings);
    if (code == CLI_DONE)
        code = queue_setup_open(c, CLI_GIVEN(c, GAMES) ? games : 0, &out->queue);
    out->match.maker = out->queue.maker;
    if (code != CLI_DONE) {
        match_setup_close(out);
        return code;
    }
    out->match.openings = out->openings.lines;
    out->match.openings_count = out->openings.count;
    out->match.opening_plies = out->openings.plies;
    out->match.openings_balanced = out->openings.balanced;
    return CLI_DONE;
}

void match_setup_close(struct match_setup *setup) {
    match_openings_release(&setup->openings);
    queue_setup_release(&setup->queue);
    pes_game_close(setup->game);
}
