/* The rules in pictures: every picture can be opened, its text exists in every language and is
 * short, and a player is to move or the game is over when its moves have been made. */
#include "conformance.h"
#include "core/rule.h"
#include "core/str.h"

static int characters(const char *text) {
    return utf8_width(text, strlen(text));
}

static void check_texts(const struct pes_kit *kit, const struct pes_rule *rule, int n) {
    for (int lang = 0; lang < PES_LANG_COUNT; lang++) {
        const char *text = rule->text.in[lang];
        KIT_CHECK(kit, text && text[0], "picture %d has no text in language %d", n, lang);
        KIT_CHECK(kit, utf8_valid(text, strlen(text)) && !strchr(text, '{'),
                  "picture %d: \"%s\" is not a plain text", n, text);
        KIT_CHECK(kit, characters(text) <= PES_RULE_TEXT_MAX,
                  "picture %d: a text of %d characters, more than %d", n, characters(text),
                  PES_RULE_TEXT_MAX);
        KIT_CHECK(kit, strchr(".;!", text[strlen(text) - 1]),
                  "picture %d: the text must end with a full stop: \"%s\"", n, text);
    }
}

static void check_picture(const struct pes_kit *kit, const struct pes_rule *rule, int n) {
    struct pes_note note = {0};
    struct pes_game *game;
    struct pes_history *history;
    struct pes_canvas canvas;
    struct pes_state_buf before;
    int16_t cells[PES_CELLS_MAX];
    const enum pes_err err = rule_open(kit, rule, &game, &history, &note);
    KIT_CHECK(kit, err == PES_ERR_OK, "picture %d: %s", n, note.why[PES_LANG_EN]);
    const struct pes_state *s = pes_history_state(history);
    KIT_CHECK(kit, pes_turn(game, s) != PES_CHANCE, "picture %d ends before a roll", n);
    KIT_CHECK(kit, !rule->moves || pes_history_last(history, PES_STATE(before)) >= 0,
              "picture %d has moves, but none of a player", n);
    KIT_CHECK(kit, rule_crossed(game, rule, cells) >= 0, "picture %d: no cell is called \"%s\"", n,
              rule->crossed);
    const struct pes_draw how = {.lang = PES_LANG_EN};
    kit->view->draw(game, s, &how, &canvas);
    KIT_CHECK(kit, canvas.columns <= PES_CANVAS_COLUMNS, "picture %d is %d columns wide", n,
              canvas.columns);
    pes_history_free(history);
    pes_game_close(game);
}

void check_rules(const struct pes_kit *kit) {
    const int count = rule_count(kit);
    KIT_CHECK(kit, !kit->view || !kit->view->rules || count > 0, "an empty list of pictures");
    KIT_CHECK(kit, count <= PES_RULES_MAX, "%d pictures, more than %d", count, PES_RULES_MAX);
    for (int i = 0; i < count; i++) {
        check_texts(kit, &kit->view->rules[i], i + 1);
        check_picture(kit, &kit->view->rules[i], i + 1);
    }
}
