#include "cli/play_end.h"

#include "cli/cli.h"
#include "cli/text.h"
#include "play/say.h"

/* Why the rules ended the game: what the game says about the end of its last move. False if it says
 * nothing, or if something else ended the game. */
static bool add_why(struct str *out, const struct session *s, enum pes_lang lang) {
    const struct pes_game *g = s->game;
    const int count = pes_history_count(s->history);
    if (g->kit->view == NULL || session_end(s) != PES_END_RULES || count == 0)
        return false;
    struct pes_walk w;
    struct pes_step steps[PES_STEPS_MAX];
    char sentence[CLI_LINE_SIZE];
    pes_walk_start(&w, s->history, count - 1);
    const pes_move m = pes_history_move(s->history, count - 1);
    const int n = g->kit->view->trace(g, PES_STATE(w.state), m, steps);
    for (int i = 0; i < n; i++)
        if (steps[i].kind == PES_STEP_END &&
            g->kit->view->say_step(g, PES_STATE(w.state), m, &steps[i], lang, sentence,
                                   sizeof sentence) > 0) {
            str_addf(out, "%s ", sentence);
            return true;
        }
    return false;
}

void play_end_add(struct str *out, const struct session *s, pes_player you, enum pes_lang lang) {
    if (!add_why(out, s, lang)) {
        say_end(s, you, lang, out);
        return;
    }
    int32_t payoff[PES_PLAYERS_MAX];
    session_payoff(s, payoff);
    const struct pes_text *text = TEXT(play_over_result);
    if (you != SAY_TO_ALL && payoff[you] != payoff[1 - you])
        text = payoff[you] > payoff[1 - you] ? TEXT(play_over_win) : TEXT(play_over_loss);
    str_say(out, lang, text, PES_ARGS(PES_STR(session_result(s))));
}

void play_warning_add(struct str *out, const struct session *s, enum pes_lang lang) {
    const int often = pes_history_occurrences(s->history);
    if (session_persons(s) == 0 || often < 2 || often + 1 != s->game->repetition_max)
        return;
    int32_t payoff[PES_PLAYERS_MAX];
    pes_settle(s->game, pes_history_state(s->history), PES_END_REPETITION, payoff);
    str_say(out, lang, payoff[0] == payoff[1] ? TEXT(play_repeated_draw) : TEXT(play_repeated),
            PES_ARGS(PES_INT(often)));
    str_add_char(out, ' ');
}
