/* The lesson: every step opens with a player to move, its task can be done by a legal move and,
 * unless every move does it, missed; its texts exist in every language and are short. */
#include "conformance.h"
#include "core/lesson.h"
#include "core/str.h"

static void check_text(const struct pes_kit *kit, const struct pes_text *text, int most,
                       bool sentence, int n, const char *what) {
    for (int lang = 0; lang < PES_LANG_COUNT; lang++) {
        const char *in = text->in[lang];
        KIT_CHECK(kit, in && in[0], "step %d has no %s in language %d", n, what, lang);
        const int length = utf8_width(in, strlen(in));
        KIT_CHECK(kit, utf8_valid(in, strlen(in)) && !strchr(in, '{'),
                  "step %d: \"%s\" is not a plain text", n, in);
        KIT_CHECK(kit, length <= most, "step %d: a %s of %d characters, more than %d", n, what,
                  length, most);
        KIT_CHECK(kit, !strchr(".;!", in[strlen(in) - 1]) == !sentence,
                  "step %d: a %s %s with a full stop: \"%s\"", n, what,
                  sentence ? "must end" : "does not end", in);
    }
}

static void check_texts(const struct pes_kit *kit, const struct pes_lesson *step, int n) {
    check_text(kit, &step->title, PES_LESSON_TITLE_MAX, false, n, "title");
    check_text(kit, &step->task, PES_LESSON_TEXT_MAX, true, n, "task");
    check_text(kit, &step->done, PES_LESSON_TEXT_MAX, true, n, "text when done");
    if (step->miss.in[0])
        check_text(kit, &step->miss, PES_LESSON_TEXT_MAX, true, n, "text for a miss");
    for (int i = 0; i < lesson_touches(step); i++)
        check_text(kit, &step->touch[i], PES_LESSON_TEXT_MAX, true, n, "text of a touch");
}

/* Is every word of `accepted` a legal move? Returns how many there are. */
static int check_accepted(const struct pes_kit *kit, const struct pes_lesson *step,
                          const struct pes_game *g, const struct pes_state *s, int n) {
    int count = 0;
    for (const char *at = step->accepted; at && *at; count++) {
        char word[PES_MOVE_TEXT_MAX] = "";
        const size_t length = strcspn(at, " ");
        KIT_CHECK(kit, length > 0 && length < sizeof word, "step %d: .accepted is \"%s\"", n,
                  step->accepted);
        memcpy(word, at, length);
        const struct pes_lesson one = {.accepted = word};
        KIT_CHECK(kit, lesson_first(&one, g, s) != 0, "step %d: \"%s\" is not a legal move", n,
                  word);
        at += length + strspn(at + length, " ");
    }
    return count;
}

static void check_step(const struct pes_kit *kit, const struct pes_lesson *step, int n) {
    struct pes_note note = {0};
    struct pes_game *game;
    struct pes_history *history;
    pes_move list[PES_MOVES_MAX];
    int16_t cells[PES_TOUCHES_MAX];
    const enum pes_err err = lesson_open(kit, step, &game, &history, &note);
    KIT_CHECK(kit, err == PES_ERR_OK, "step %d: %s", n, note.why[PES_LANG_EN]);
    const struct pes_state *s = pes_history_state(history);
    KIT_CHECK(kit, pes_history_end(history) == PES_END_NONE && pes_turn(game, s) >= 0,
              "step %d does not begin with a player to move", n);
    const int legal = pes_moves(game, s, list);
    const int accepted = check_accepted(kit, step, game, s, n);
    const bool can_miss = step->accepted && accepted < legal;
    KIT_CHECK(kit, !step->accepted || accepted > 0, "step %d cannot be done", n);
    KIT_CHECK(kit, can_miss == (step->miss.in[0] != NULL),
              "step %d: %d of %d moves do it, and there is %s text for a miss", n,
              step->accepted ? accepted : legal, legal, step->miss.in[0] ? "a" : "no");
    const int touches = lesson_touches(step);
    KIT_CHECK(kit,
              touches == 0 ||
                  touches == kit->view->touches(game, s, lesson_first(step, game, s), cells),
              "step %d explains %d touches, and its move has another number of them", n, touches);
    pes_history_free(history);
    pes_game_close(game);
}

void check_lesson(const struct pes_kit *kit) {
    const int count = lesson_count(kit);
    if (!kit->view || !kit->view->lessons)
        return; /* a game may have none */
    KIT_CHECK(kit, count >= PES_LESSONS_MIN && count <= PES_LESSONS_MAX,
              "a lesson of %d steps; it must have %d to %d", count, PES_LESSONS_MIN,
              PES_LESSONS_MAX);
    for (int i = 0; i < count; i++) {
        check_texts(kit, &kit->view->lessons[i], i + 1);
        check_step(kit, &kit->view->lessons[i], i + 1);
    }
}
