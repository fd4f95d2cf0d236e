#include "core/rule.h"

#include <assert.h>
#include <string.h>

int rule_count(const struct pes_kit *kit) {
    const struct pes_rule *rules = kit->view != NULL ? kit->view->rules : NULL;
    int count = 0;
    while (rules != NULL && rules[count].text.in[0] != NULL)
        count++;
    return count;
}

static enum pes_err play(const struct pes_rule *rule, struct pes_history *h,
                         struct pes_note *note) {
    int made;
    const char *start = rule->position != NULL ? rule->position : "startpos";
    const enum pes_err err = pes_history_start_text(h, start, NULL, note);
    if (err != PES_ERR_OK || rule->moves == NULL)
        return err;
    return pes_history_make_text(h, rule->moves, &made, note);
}

enum pes_err rule_open(const struct pes_kit *kit, const struct pes_rule *rule,
                       struct pes_game **game, struct pes_history **history,
                       struct pes_note *note) {
    enum pes_err err = pes_game_open(kit, rule->variant != NULL ? rule->variant : "", game, note);
    if (err != PES_ERR_OK)
        return err;
    err = pes_history_new(*game, history);
    if (err != PES_ERR_OK)
        goto out_close_game;
    err = play(rule, *history, note);
    if (err != PES_ERR_OK)
        goto out_free_history;
    return PES_ERR_OK;

out_free_history:
    pes_history_free(*history);
out_close_game:
    pes_game_close(*game);
    return err;
}

/* The cell with this label, or PES_CELL_NONE. */
static int cell_of(const struct pes_cell cells[], int count, const char *label, size_t length) {
    for (int i = 0; i < count; i++)
        if (strlen(cells[i].label) == length && memcmp(cells[i].label, label, length) == 0)
            return i;
    return PES_CELL_NONE;
}

int rule_crossed(const struct pes_game *g, const struct pes_rule *rule,
                 int16_t out[PES_CELLS_MAX]) {
    struct pes_cell cells[PES_CELLS_MAX];
    const int count = g->kit->view->cells(g, cells);
    assert(count > 0 && count <= PES_CELLS_MAX);
    int n = 0;
    for (const char *at = rule->crossed; at != NULL && *at != '\0' && n < PES_CELLS_MAX;) {
        const size_t length = strcspn(at, " ");
        const int cell = cell_of(cells, count, at, length);
        if (cell == PES_CELL_NONE)
            return -1;
        out[n++] = (int16_t)cell;
        at += length + strspn(at + length, " ");
    }
    return n;
}
