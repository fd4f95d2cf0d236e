/* The sentences of a hint; hint.c finds what they say. */
#include "play/hint.h"
#include "play/say.h"
#include "play/text.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* "Your opponent threatens something: .." with the sentence of the view. */
static void add_threat(struct str *out, const struct pes_history *h, int index,
                       enum pes_lang lang) {
    const struct pes_game *g = pes_history_game(h);
    const struct pes_view *view = g->kit->view;
    struct pes_threat threats[PES_THREATS_MAX];
    char said[PES_NOTE_MAX];
    const int count = view->threats(g, pes_history_state(h), threats);
    assert(index >= 0 && index < count);
    (void)count;
    view->say_threat(g, pes_history_state(h), &threats[index], lang, said, sizeof said);
    str_say(out, lang, TEXT(play_hint_threat), PES_ARGS(PES_STR(said)));
}

/* "Look for a move that makes an open three and blocks .." */
static void add_deeds(struct str *out, const struct pes_history *h, const struct hint *hint,
                      enum pes_lang lang) {
    struct str said[FACTS_SAID];
    for (int i = 0; i < FACTS_SAID; i++)
        str_init(&said[i]);
    const int count = facts_phrases(pes_history_game(h), pes_history_state(h), hint->line[0],
                                    hint->facts, hint->fact_count, lang, said);
    str_say(out, lang, count > 1 ? TEXT(play_hint_deeds) : TEXT(play_hint_deed),
            PES_ARGS(PES_STR(said[0].text), PES_STR(said[1].text)));
    for (int i = 0; i < FACTS_SAID; i++) {
        out->failed |= said[i].failed;
        str_release(&said[i]);
    }
}

static void add_idea(struct str *out, const struct pes_history *h, const struct hint *hint,
                     enum pes_lang lang) {
    static const struct pes_text *const texts[] = {
        [HINT_IDEA_WIN] = TEXT(play_hint_win),       [HINT_IDEA_LOST] = TEXT(play_hint_lost),
        [HINT_IDEA_DANGER] = TEXT(play_hint_danger), [HINT_IDEA_FORCE] = TEXT(play_hint_force),
        [HINT_IDEA_ONLY] = TEXT(play_hint_only),     [HINT_IDEA_CHANCE] = TEXT(play_hint_chance),
        [HINT_IDEA_ONE] = TEXT(play_hint_one),       [HINT_IDEA_SOME] = TEXT(play_hint_some),
        [HINT_IDEA_CALM] = TEXT(play_hint_calm)};
    assert(hint->idea != HINT_IDEA_NONE);
    struct pes_arg first = PES_INT(hint->best);
    if (hint->idea == HINT_IDEA_THREAT) {
        add_threat(out, h, hint->threat, lang);
        return;
    }
    if (hint->idea == HINT_IDEA_DEED) {
        add_deeds(out, h, hint, lang);
        return;
    }
    if (hint->idea == HINT_IDEA_DANGER)
        first = PES_INT(hint->loses);
    else if (hint->idea == HINT_IDEA_CHANCE)
        first = PES_INT((int)lround(100.0 * hint->chance));
    else if (hint->idea == HINT_IDEA_FORCE)
        first = PES_INT((hint->mate + 1) / 2);
    str_say(out, lang, texts[hint->idea], PES_ARGS(first, PES_INT(hint->moves)));
}

static void add_area(struct str *out, enum hint_area area, enum pes_lang lang) {
    assert(area >= HINT_AREA_NONE && area < HINT_AREA_COUNT);
    static const struct pes_text *const texts[HINT_AREA_COUNT] = {
        [HINT_AREA_UPPER_LEFT] = TEXT(play_hint_upper_left),
        [HINT_AREA_TOP] = TEXT(play_hint_top),
        [HINT_AREA_UPPER_RIGHT] = TEXT(play_hint_upper_right),
        [HINT_AREA_LEFT] = TEXT(play_hint_left),
        [HINT_AREA_CENTRE] = TEXT(play_hint_centre),
        [HINT_AREA_RIGHT] = TEXT(play_hint_right),
        [HINT_AREA_LOWER_LEFT] = TEXT(play_hint_lower_left),
        [HINT_AREA_BOTTOM] = TEXT(play_hint_bottom),
        [HINT_AREA_LOWER_RIGHT] = TEXT(play_hint_lower_right),
    };
    str_say(out, lang, area == HINT_AREA_NONE ? TEXT(play_hint_nowhere) : texts[area], PES_NO_ARGS);
}

/* The advised line as move texts. */
static void add_line(struct str *out, const struct pes_history *h, const struct hint *hint) {
    const struct pes_game *g = pes_history_game(h);
    struct pes_state_buf at;
    struct pes_undo_buf undo;
    pes_copy(g, PES_STATE(at), pes_history_state(h));
    for (int i = 0; i < hint->line_count; i++) {
        char text[PES_MOVE_TEXT_MAX];
        g->rules->move_format(g, PES_STATE(at), hint->line[i], text);
        str_addf(out, i > 0 ? " %s" : "%s", text);
        pes_make(g, PES_STATE(at), hint->line[i], undo.bytes);
    }
}

/* Does the text contain the word, between blanks and full stops? */
static bool has_word(const char *text, const char *word) {
    static const char between[] = " .,:;";
    const size_t length = strlen(word);
    for (const char *at = strstr(text, word); at != NULL; at = strstr(at + 1, word))
        if ((at == text || strchr(between, at[-1]) != NULL) && strchr(between, at[length]) != NULL)
            return true;
    return false;
}

/* The move and what it does; a sentence that names the move already says both. */
static void add_move(struct str *out, const struct pes_history *h, pes_move m, enum pes_lang lang) {
    const struct pes_game *g = pes_history_game(h);
    char text[PES_MOVE_TEXT_MAX];
    struct str does;
    str_init(&does);
    g->rules->move_format(g, pes_history_state(h), m, text);
    say_move(g, pes_history_state(h), m, lang, &does);
    if (has_word(does.text, text)) {
        str_say(out, lang, TEXT(play_hint_this), PES_ARGS(PES_STR(does.text)));
    } else {
        str_say(out, lang, TEXT(play_hint_move), PES_ARGS(PES_STR(text)));
        str_add(out, does.length > 0 ? " " : "");
        str_add_str(out, &does);
    }
    out->failed |= does.failed;
    str_release(&does);
}

void hint_say(const struct pes_history *h, const struct hint *hint, enum hint_step step,
              enum pes_lang lang, struct str *out) {
    assert(hint->line_count > 0);
    struct str line;
    switch (step) {
    case HINT_IDEA:
        add_idea(out, h, hint, lang);
        break;
    case HINT_AREA:
        add_area(out, hint_area(h, hint), lang);
        break;
    case HINT_MOVE:
        add_move(out, h, hint->line[0], lang);
        break;
    case HINT_LINE:
        str_init(&line);
        add_line(&line, h, hint);
        str_say(out, lang, TEXT(play_hint_line), PES_ARGS(PES_STR(line.text)));
        out->failed |= line.failed;
        str_release(&line);
        break;
    case HINT_STEP_COUNT:
    default:
        assert(false);
    }
}
