/* The sentences of a hint; hint.c finds what they say. */
#include "play/hint.h"
#include "play/say.h"
#include "play/text.h"

#include <assert.h>

/* The most urgent fact that holds, in this order. */
static void add_idea(struct str *out, const struct hint *hint, enum pes_lang lang) {
    const struct pes_text *text = TEXT(play_hint_calm);
    struct pes_arg some = PES_INT(hint->best);
    if (hint->wins > 0) {
        text = TEXT(play_hint_win);
    } else if (hint->loses == hint->moves) {
        text = TEXT(play_hint_lost);
    } else if (hint->loses > 0) {
        text = TEXT(play_hint_danger);
        some = PES_INT(hint->loses);
    } else if (hint->has_mate && hint->mate > 0) {
        text = TEXT(play_hint_force);
    } else if (hint->best == 1 && hint->moves > 1) {
        text = TEXT(play_hint_one);
    } else if (hint->best > 1 && hint->best < hint->moves) {
        text = TEXT(play_hint_some);
    }
    str_say(out, lang, text, PES_ARGS(some, PES_INT(hint->moves)));
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

static void add_move(struct str *out, const struct pes_history *h, pes_move m, enum pes_lang lang) {
    const struct pes_game *g = pes_history_game(h);
    char text[PES_MOVE_TEXT_MAX];
    g->rules->move_format(g, pes_history_state(h), m, text);
    str_say(out, lang, TEXT(play_hint_move), PES_ARGS(PES_STR(text)));
    say_move(g, pes_history_state(h), m, lang, out);
}

void hint_say(const struct pes_history *h, const struct hint *hint, enum hint_step step,
              enum pes_lang lang, struct str *out) {
    assert(hint->line_count > 0);
    struct str line;
    switch (step) {
    case HINT_IDEA:
        add_idea(out, hint, lang);
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
