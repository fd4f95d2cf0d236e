#include "cli/play_moves.h"

#include "cli/text.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

enum {
    RUN_MIN = 3, /* moves in a row worth writing as a range */
    SOME = 3     /* moves shown as examples */
};

/* Splits "+10" into "+" and 10; -1 if a move does not end in a number without leading zeros. */
static int number_of(const char *text, size_t *stem) {
    const size_t length = strlen(text);
    size_t at = length;
    while (at > 0 && isdigit((unsigned char)text[at - 1]))
        at--;
    *stem = at;
    if (at == length || length - at > 6 || (text[at] == '0' && at + 1 < length))
        return -1;
    int number = 0;
    for (; at < length; at++)
        number = number * 10 + (text[at] - '0');
    return number;
}

static bool follows(const char *text, const char *after) {
    size_t stem, stem_after;
    const int number = number_of(text, &stem);
    const int number_after = number_of(after, &stem_after);
    return number >= 0 && number_after >= 0 && number == number_after + 1 && stem == stem_after &&
           memcmp(text, after, stem) == 0;
}

void play_moves_all(struct str *out, const struct session *s) {
    assert(session_turn(s) >= 0);
    const struct pes_state *state = pes_history_state(s->history);
    pes_move list[PES_MOVES_MAX];
    const int count = pes_moves(s->game, state, list);
    for (int i = 0; i < count;) {
        char first[PES_MOVE_TEXT_MAX], last[PES_MOVE_TEXT_MAX], next[PES_MOVE_TEXT_MAX];
        s->game->rules->move_format(s->game, state, list[i], first);
        memcpy(last, first, sizeof last);
        int run = 1;
        for (; i + run < count; run++) {
            s->game->rules->move_format(s->game, state, list[i + run], next);
            if (!follows(next, last))
                break;
            memcpy(last, next, sizeof last);
        }
        if (run >= RUN_MIN)
            str_addf(out, "%s%s..%s", i > 0 ? " " : "", first, last);
        else
            str_addf(out, "%s%s", i > 0 ? " " : "", first);
        i += run >= RUN_MIN ? run : 1;
    }
}

bool play_moves_some(struct str *out, enum pes_lang lang, const struct session *s) {
    assert(session_turn(s) >= 0);
    const struct pes_state *state = pes_history_state(s->history);
    pes_move list[PES_MOVES_MAX];
    char text[SOME][PES_MOVE_TEXT_MAX];
    const int count = pes_moves(s->game, state, list);
    if (count < SOME)
        return false;
    const int some[SOME] = {0, count / 2, count - 1};
    for (int i = 0; i < SOME; i++)
        s->game->rules->move_format(s->game, state, list[some[i]], text[i]);
    str_say(out, lang, TEXT(play_moves_some),
            PES_ARGS(PES_INT(count), PES_STR(text[0]), PES_STR(text[1]), PES_STR(text[2])));
    return true;
}
