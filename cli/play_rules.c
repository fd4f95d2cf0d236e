#include "cli/play_rules.h"

#include "cli/report.h"
#include "cli/text.h"
#include "core/rule.h"
#include "play/text.h"

/* "1. The text.", an empty line, and the board. False after an error was printed. */
static bool print_rule(struct play_screen *screen, const struct pes_kit *kit, int i) {
    const struct pes_rule *rule = &kit->view->rules[i];
    struct pes_note note = {0};
    struct pes_game *game;
    struct pes_history *history;
    const enum pes_err err = rule_open(kit, rule, &game, &history, &note);
    if (err != PES_ERR_OK) {
        screen_fail(screen, TEXT(play_failed), err, &note);
        return false;
    }
    struct str out;
    str_init(&out);
    str_add_char(&out, '\n');
    (void)report_draw(screen->c, history, &out); /* too narrow a window: it says so */
    str_add_char(&out, '\n');
    screen_say(screen, TEXT(play_rule), PES_ARGS(PES_INT(i + 1), PES_SAID(&rule->text)));
    screen_print(screen, &out);
    pes_history_free(history);
    pes_game_close(game);
    return true;
}

void play_rules(struct play_screen *screen, const struct pes_kit *kit) {
    const int count = rule_count(kit);
    for (int i = 0; i < count && print_rule(screen, kit, i); i++)
        ;
    if (count == 0 && kit->view != NULL) {
        screen_say(screen, TEXT(play_plain), PES_ARGS(PES_SAID(&kit->view->goal)));
        screen_say(screen, TEXT(play_plain), PES_ARGS(PES_SAID(&kit->view->how_to_move)));
    } else if (count == 0) {
        screen_say(screen, TEXT(play_rules_none), PES_NO_ARGS);
    }
}
