/* The sentences of the coach, from facts about moves (facts.h). */
#include "play/coach.h"

#include "core/game.h"
#include "play/facts.h"
#include "play/text.h"

#include <assert.h>
#include <string.h>

enum { REPLY_SHOWN = 3 }; /* moves of the line that refutes an error */

/* One or two phrases about a move. */
struct phrases {
    struct str said[FACTS_SAID];
    int count;
};

static void phrases_take(struct phrases *p, const struct pes_history *h, pes_move m,
                         const struct fact facts[], int count, enum pes_lang lang) {
    for (int i = 0; i < FACTS_SAID; i++)
        str_init(&p->said[i]);
    p->count =
        facts_phrases(pes_history_game(h), pes_history_state(h), m, facts, count, lang, p->said);
}

static void phrases_release(struct phrases *p) {
    for (int i = 0; i < FACTS_SAID; i++)
        str_release(&p->said[i]);
}

/* Sentences are separated by a blank. */
static void add_sentence(struct str *out, enum pes_lang lang, const struct pes_text *text,
                         const struct pes_arg args[]) {
    if (out->length > 0 && out->text[out->length - 1] != ' ')
        str_add_char(out, ' ');
    str_say(out, lang, text, args);
}

/* A sentence of a move and one or two phrases; `texts` are those with none, one and two. */
static void add_phrases(struct str *out, enum pes_lang lang, const struct pes_text *const texts[],
                        const char *move, const struct phrases *p) {
    const struct pes_text *text = texts[p->count];
    if (text != NULL)
        add_sentence(out, lang, text,
                     PES_ARGS(PES_STR(move), PES_STR(p->said[0].text), PES_STR(p->said[1].text)));
    out->failed |= p->said[0].failed || p->said[1].failed;
}

static void name_move(const struct pes_history *h, pes_move m, char out[PES_MOVE_TEXT_MAX]) {
    const struct pes_game *g = pes_history_game(h);
    g->rules->move_format(g, pes_history_state(h), m, out);
}

void coach_say_move(const struct pes_history *h, pes_move m, pes_move other, enum pes_lang lang,
                    struct str *out) {
    static const struct pes_text *const texts[] = {NULL, TEXT(play_coach_one),
                                                   TEXT(play_coach_two)};
    const struct pes_game *g = pes_history_game(h);
    const struct pes_state *s = pes_history_state(h);
    struct fact facts[FACTS_MAX];
    struct phrases p;
    char move[PES_MOVE_TEXT_MAX];
    name_move(h, m, move);
    phrases_take(&p, h, m, facts, facts_for(g, s, m, other, FACTS_CLEAR, facts), lang);
    add_phrases(out, lang, texts, move, &p);
    phrases_release(&p);
}

static int moves_of(int32_t plies) {
    return (plies + 1) / 2;
}

/* What was wrong with the move played; false if there is no fact. */
static bool add_fault(const struct pes_history *h, const struct review_move *judged,
                      enum pes_lang lang, struct str *out) {
    static const struct pes_text *const texts[] = {NULL, TEXT(play_coach_one)};
    const struct pes_game *g = pes_history_game(h);
    const struct pes_state *s = pes_history_state(h);
    struct fact facts[FACTS_MAX];
    struct phrases p;
    char move[PES_MOVE_TEXT_MAX];
    const int count = facts_against(g, s, judged->played, facts);
    name_move(h, judged->played, move);
    if (count > 0) {
        phrases_take(&p, h, judged->played, facts, 1, lang);
        add_phrases(out, lang, texts, move, &p);
        const bool is_said = p.count > 0;
        phrases_release(&p);
        if (is_said)
            return true;
    }
    if (judged->has_mate_after && judged->mate_after < 0) {
        add_sentence(out, lang, TEXT(play_coach_loses),
                     PES_ARGS(PES_STR(move), PES_INT(moves_of(-judged->mate_after))));
        return true;
    }
    return false;
}

/* What would have been better, and why. */
static void add_better(const struct pes_history *h, const struct review_move *judged,
                       enum pes_lang lang, struct str *out) {
    static const struct pes_text *const texts[] = {
        TEXT(play_coach_better), TEXT(play_coach_better_one), TEXT(play_coach_better_two)};
    const struct pes_game *g = pes_history_game(h);
    const struct pes_state *s = pes_history_state(h);
    struct fact facts[FACTS_MAX];
    struct phrases p;
    char move[PES_MOVE_TEXT_MAX];
    name_move(h, judged->line[0], move);
    if (judged->has_mate && judged->mate > 1) {
        add_sentence(out, lang, TEXT(play_coach_forces),
                     PES_ARGS(PES_STR(move), PES_INT(moves_of(judged->mate))));
        return;
    }
    const int count = facts_for(g, s, judged->line[0], judged->played, FACTS_CLEAR, facts);
    phrases_take(&p, h, judged->line[0], facts, count, lang);
    add_phrases(out, lang, texts, move, &p);
    phrases_release(&p);
}

/* The line that refutes the move played. */
static void add_reply(const struct pes_history *h, const struct review_move *judged,
                      enum pes_lang lang, struct str *out) {
    const struct pes_game *g = pes_history_game(h);
    pes_move line[REPLY_SHOWN + 1] = {judged->played};
    char text[REPLY_SHOWN + 1][PES_MOVE_TEXT_MAX];
    const int shown = judged->reply_count < REPLY_SHOWN ? judged->reply_count : REPLY_SHOWN;
    struct str moves;
    if (shown == 0)
        return;
    memcpy(line + 1, judged->reply, (size_t)shown * sizeof line[0]);
    str_init(&moves);
    const int count = game_line_text(g, pes_history_state(h), line, shown + 1, text);
    for (int i = 1; i < count; i++)
        str_addf(&moves, i > 1 ? " %s" : "%s", text[i]);
    add_sentence(out, lang, TEXT(play_coach_reply),
                 PES_ARGS(PES_STR(text[0]), PES_STR(moves.text)));
    out->failed |= moves.failed;
    str_release(&moves);
}

/* A move that is no error, in a game that is decided already. */
static void add_proof(const struct pes_history *h, const struct review_move *judged,
                      enum pes_lang lang, struct str *out) {
    char move[PES_MOVE_TEXT_MAX];
    name_move(h, judged->played, move);
    if (judged->has_mate_after && judged->mate_after > 1)
        add_sentence(out, lang, TEXT(play_coach_wins),
                     PES_ARGS(PES_STR(move), PES_INT(moves_of(judged->mate_after))));
    else if (judged->has_mate_after && judged->mate_after < 0)
        add_sentence(out, lang, TEXT(play_coach_lost), PES_NO_ARGS);
}

void coach_say(const struct pes_history *h, const struct review_move *judged, enum pes_lang lang,
               struct str *out) {
    assert(judged->line_count > 0);
    if (judged->class == REVIEW_FORCED) {
        add_sentence(out, lang, TEXT(play_coach_only), PES_NO_ARGS);
        return;
    }
    if (judged->class < REVIEW_INACCURACY) {
        coach_say_move(h, judged->played, PES_MOVE_NONE, lang, out);
        add_proof(h, judged, lang, out);
        return;
    }
    const bool is_said = add_fault(h, judged, lang, out);
    add_better(h, judged, lang, out);
    if (!is_said || judged->reply_count > 1)
        add_reply(h, judged, lang, out);
}
