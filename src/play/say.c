/* Sentences about a game under way; each function appends to a buffer in one language. */
#include "play/say.h"

#include "play/text.h"

#include <assert.h>

enum {
    SAID_BYTES_MAX = 600, /* a long list of steps ends after this many bytes with ".." */
    SENTENCE_MAX = 256    /* bytes of one step's sentence */
};

void say_steps(const struct pes_game *g, const struct pes_state *s, pes_move m,
               const struct pes_step steps[], int count, enum pes_lang lang, struct str *out) {
    const size_t from = out->length;
    for (int i = 0; i < count; i++) {
        char sentence[SENTENCE_MAX];
        if (g->kit->view->say_step(g, s, m, &steps[i], lang, sentence, sizeof sentence) == 0)
            continue;
        if (out->length > 0)
            str_add_char(out, ' ');
        if (out->length - from > SAID_BYTES_MAX) {
            str_add(out, "..");
            return;
        }
        str_add(out, sentence);
    }
}

void say_move(const struct pes_game *g, const struct pes_state *s, pes_move m, enum pes_lang lang,
              struct str *out) {
    if (g->kit->view == NULL)
        return;
    struct pes_step steps[PES_STEPS_MAX];
    say_steps(g, s, m, steps, g->kit->view->trace(g, s, m, steps), lang, out);
}

void say_value(const struct session *s, int at, enum pes_lang lang, struct str *out) {
    const struct pes_history *h = s->history;
    struct pes_offer offer;
    struct pes_walk w;
    double value = 0;
    assert(at >= 0 && at < pes_history_count(h));
    if (!session_report_player(s, pes_history_player(h, at), &offer))
        return;
    pes_walk_start(&w, h, at);
    const int32_t number = pes_move_number(s->game, PES_STATE(w.state), pes_history_move(h, at));
    const bool known = session_value(s, at, &value);
    if (!known && number < 0)
        return;
    const struct pes_arg name =
        offer.title.in[lang] != NULL ? PES_SAID(&offer.title) : PES_STR(offer.name);
    if (!known) {
        str_say(out, lang, TEXT(play_number), PES_ARGS(name, PES_INT(number)));
        return;
    }
    str_say(out, lang, number < 0 ? TEXT(play_value) : TEXT(play_value_number),
            PES_ARGS(name, text_value(value, 3), PES_INT(number)));
}

static const struct pes_text *name_of(const struct session *s, pes_player player) {
    return &pes_player_name(s->game, pes_history_state(s->history), player)->name;
}

void say_turn(const struct session *s, pes_player you, enum pes_lang lang, struct str *out) {
    const pes_player turn = session_turn(s);
    assert(turn >= 0);
    str_say(out, lang, turn == you ? TEXT(play_your_turn) : TEXT(play_turn_of),
            PES_ARGS(PES_SAID(name_of(s, turn))));
}

/* Who won, from the reader's point of view, and the result. */
static void add_outcome(struct str *out, const struct session *s, pes_player you,
                        enum pes_lang lang) {
    int32_t payoff[PES_PLAYERS_MAX];
    session_payoff(s, payoff);
    const char *result = session_result(s);
    const pes_player winner = payoff[0] > payoff[1] ? 0 : 1;
    if (payoff[0] == payoff[1]) {
        str_say(out, lang, TEXT(play_draw), PES_ARGS(PES_STR(result)));
        return;
    }
    const struct pes_text *text = TEXT(play_win);
    if (you != SAY_TO_ALL)
        text = winner == you ? TEXT(play_win_you) : TEXT(play_lose_you);
    str_say(out, lang, text, PES_ARGS(PES_SAID(name_of(s, winner)), PES_STR(result)));
}

/* The reason of an end that the last move does not show: repetition, resignation, time, .. */
static void add_reason(struct str *out, const struct session *s, pes_player you,
                       enum pes_lang lang) {
    const struct pes_text *text;
    struct pes_arg arg = PES_SAID(name_of(s, s->loser >= 0 ? s->loser : 0));
    switch (session_end(s)) {
    case PES_END_REPETITION:
        text = TEXT(play_end_repetition);
        arg = PES_INT(pes_history_occurrences(s->history));
        break;
    case PES_END_PLIES:
        text = TEXT(play_end_plies);
        arg = PES_INT(s->game->plies_cap);
        break;
    case PES_END_RESIGN:
        text = s->loser == you ? TEXT(play_end_resign_you) : TEXT(play_end_resign);
        break;
    case PES_END_TIME:
        text = TEXT(play_end_time);
        break;
    case PES_END_FORFEIT:
        text = TEXT(play_end_forfeit);
        break;
    case PES_END_AGREED:
        text = TEXT(play_end_agreed);
        break;
    case PES_END_NONE:
    case PES_END_RULES:
    case PES_END_COUNT:
    default:
        return;
    }
    str_say(out, lang, text, PES_ARGS(arg));
    str_add_char(out, ' ');
}

void say_end(const struct session *s, pes_player you, enum pes_lang lang, struct str *out) {
    add_reason(out, s, you, lang);
    add_outcome(out, s, you, lang);
}

/* Why one player has lost by a resignation, by time or by a forfeit. */
static void add_fault(struct str *out, const struct session *s, pes_player you,
                      enum pes_lang lang) {
    static const struct {
        const struct pes_text *you, *other, *all;
    } texts[PES_END_COUNT] = {
        [PES_END_RESIGN] = {TEXT(play_why_resign_you), TEXT(play_why_resign_other),
                            TEXT(play_why_resign)},
        [PES_END_TIME] = {TEXT(play_why_time_you), TEXT(play_why_time_other), TEXT(play_why_time)},
        [PES_END_FORFEIT] = {TEXT(play_why_forfeit_you), TEXT(play_why_forfeit_other),
                             TEXT(play_why_forfeit)},
    };
    const enum pes_end end = session_end(s);
    assert(s->loser >= 0);
    assert(texts[end].all != NULL);
    str_say(out, lang,
            you == SAY_TO_ALL ? texts[end].all
            : you == s->loser ? texts[end].you
                              : texts[end].other,
            PES_ARGS(PES_SAID(name_of(s, s->loser))));
}

void say_why(const struct session *s, pes_player you, enum pes_lang lang, struct str *out) {
    const struct pes_view *view = s->game->kit->view;
    char why[SENTENCE_MAX];
    switch (session_end(s)) {
    case PES_END_RULES:
        if (view != NULL && view->say_why != NULL &&
            view->say_why(s->game, pes_history_state(s->history), you, lang, why, sizeof why) > 0)
            str_add(out, why);
        return;
    case PES_END_REPETITION:
        str_say(out, lang, TEXT(play_why_repetition),
                PES_ARGS(PES_INT(pes_history_occurrences(s->history))));
        return;
    case PES_END_PLIES:
        str_say(out, lang, TEXT(play_why_plies), PES_ARGS(PES_INT(s->game->plies_cap)));
        return;
    case PES_END_AGREED:
        str_say(out, lang, TEXT(play_why_agreed), PES_NO_ARGS);
        return;
    case PES_END_RESIGN:
    case PES_END_TIME:
    case PES_END_FORFEIT:
        add_fault(out, s, you, lang);
        return;
    case PES_END_NONE:
    case PES_END_COUNT:
    default:
        return;
    }
}

void say_scores(const struct session *s, enum pes_lang lang, struct str *out) {
    if (s->game->rules->scores == NULL)
        return;
    int32_t scores[PES_PLAYERS_MAX];
    s->game->rules->scores(s->game, pes_history_state(s->history), scores);
    str_add_char(out, ' ');
    str_say(out, lang, TEXT(play_scores),
            PES_ARGS(PES_SAID(name_of(s, 0)), PES_INT(scores[0]), PES_SAID(name_of(s, 1)),
                     PES_INT(scores[1])));
}
