/* A first program against the library: a whole game of Boats on the lake, a random player against
 * the minimax of the thesis, printed move by move.
 *
 *     cc -std=c17 first.c $(pkg-config --cflags --libs pessoi) -o first && ./first
 */
#include <pessoi/agent.h>
#include <pessoi/record.h>

#include <stdio.h>

/* Says what went wrong; a note has one sentence per language. */
static int fail(const struct pes_note *note, enum pes_err err) {
    const char *why =
        !pes_note_is_empty(note) ? note->why[PES_LANG_EN] : pes_err_text(err)->in[PES_LANG_EN];
    fprintf(stderr, "first: %s\n", why);
    return pes_err_exit_code(err);
}

/* Plays until the rules or the history end the game, First and Second in turn. */
static enum pes_err play(struct pes_history *h, struct pes_agent *players[PES_PLAYERS_MAX]) {
    const struct pes_game *g = pes_history_game(h);
    const struct pes_limits limits = {.depth = 3};
    while (pes_history_end(h) == PES_END_NONE) {
        const struct pes_state *s = pes_history_state(h);
        const pes_player turn = pes_turn(g, s);
        struct pes_answer answer;
        enum pes_err err = pes_agent_choose(players[turn], h, &limits, &answer);
        if (err != PES_ERR_OK)
            return err;

        char move[PES_MOVE_TEXT_MAX];
        g->rules->move_format(g, s, answer.move, move);
        printf("%3d. %-5s %s\n", pes_history_plies(h) + 1, pes_player_name(g, s, turn)->id, move);
        err = pes_history_make(h, answer.move);
        if (err != PES_ERR_OK)
            return err;
    }
    return PES_ERR_OK;
}

static void print_result(const struct pes_history *h) {
    const enum pes_end end = pes_history_end(h);
    int32_t payoff[PES_PLAYERS_MAX];
    pes_settle(pes_history_game(h), pes_history_state(h), end, payoff);
    char position[PES_STATE_TEXT_MAX];
    pes_history_format(h, position);
    printf("%s (%s): %s\n", pes_result_of(payoff), pes_end_word(end), position);
}

int main(void) {
    struct pes_note note = {0};
    struct pes_game *game = NULL;
    struct pes_history *history = NULL;
    struct pes_agent *players[PES_PLAYERS_MAX] = {NULL, NULL};
    struct pes_rng rng;
    pes_rng_init(&rng, 1); /* the same seed, the same game */

    enum pes_err err = pes_game_open(pes_kit_find("boats"), "start=s0", &game, &note);
    if (err == PES_ERR_OK)
        err = pes_history_new(game, &history);
    if (err == PES_ERR_OK)
        err = pes_history_start_text(history, "startpos", &rng, &note);
    if (err == PES_ERR_OK)
        err = pes_agent_new(game, "random", &players[0], &note);
    if (err == PES_ERR_OK)
        err = pes_agent_new(game, "minimax", &players[1], &note);
    if (err == PES_ERR_OK) {
        pes_agent_begin(players[0], 1);
        pes_agent_begin(players[1], 2);
        err = play(history, players);
    }
    if (err == PES_ERR_OK)
        print_result(history);

    const int code = err == PES_ERR_OK ? 0 : fail(&note, err);
    pes_agent_free(players[1]);
    pes_agent_free(players[0]);
    pes_history_free(history);
    pes_game_close(game);
    return code;
}
