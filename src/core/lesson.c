#include "core/lesson.h"

#include <assert.h>
#include <string.h>

int lesson_count(const struct pes_kit *kit) {
    const struct pes_lesson *steps = kit->view != NULL ? kit->view->lessons : NULL;
    int count = 0;
    while (steps != NULL && steps[count].title.in[0] != NULL)
        count++;
    return count;
}

enum pes_err lesson_open(const struct pes_kit *kit, const struct pes_lesson *step,
                         struct pes_game **game, struct pes_history **history,
                         struct pes_note *note) {
    const struct pes_rule start = {
        .variant = step->variant, .position = step->position, .moves = step->moves};
    return rule_open(kit, &start, game, history, note);
}

bool lesson_accepts(const struct pes_lesson *step, const char *move) {
    const size_t wanted = strlen(move);
    assert(wanted > 0);
    for (const char *at = step->accepted; at != NULL && *at != '\0';) {
        const size_t length = strcspn(at, " ");
        if (length == wanted && memcmp(at, move, length) == 0)
            return true;
        at += length + strspn(at + length, " ");
    }
    return step->accepted == NULL;
}

pes_move lesson_first(const struct pes_lesson *step, const struct pes_game *g,
                      const struct pes_state *s) {
    pes_move list[PES_MOVES_MAX];
    const int count = pes_moves(g, s, list);
    const size_t first = step->accepted != NULL ? strcspn(step->accepted, " ") : 0;
    for (int i = 0; i < count; i++) {
        char text[PES_MOVE_TEXT_MAX];
        g->rules->move_format(g, s, list[i], text);
        if (step->accepted == NULL ||
            (strlen(text) == first && memcmp(text, step->accepted, first) == 0))
            return list[i];
    }
    return 0;
}

int lesson_touches(const struct pes_lesson *step) {
    int count = 0;
    while (count < PES_TOUCHES_MAX && step->touch[count].in[0] != NULL)
        count++;
    return count;
}
