#include "puzzles/write.h"

#include "core/game.h"
#include "core/mem.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { PERCENT_STEP = 5 /* chances after wrong moves are estimates: they are rounded */ };

void sheet_init(struct puzzle_sheet *sheet, const struct pes_game *g) {
    *sheet = (struct puzzle_sheet){.game = g};
    str_init(&sheet->start);
    str_init(&sheet->turns);
    str_init(&sheet->also);
}

static void clear_groups(struct puzzle_sheet *sheet) {
    for (int i = 0; i < sheet->group_count; i++)
        str_release(&sheet->groups[i].moves);
    sheet->group_count = 0;
}

void sheet_release(struct puzzle_sheet *sheet) {
    clear_groups(sheet);
    mem_free(sheet->groups);
    str_release(&sheet->start);
    str_release(&sheet->turns);
    str_release(&sheet->also);
}

enum pes_err sheet_start(struct puzzle_sheet *sheet, struct pes_history *h, const char *position,
                         const pes_move moves[], int count) {
    struct str *out = &sheet->start;
    const int before = pes_history_count(h);
    enum pes_err err = PES_ERR_OK;
    if (sheet->game->variant[0] != '\0')
        str_addf(out, "variant %s\n", sheet->game->variant);
    str_addf(out, "position %s\n", position);
    size_t run = 0;
    for (int i = 0; i < count && err == PES_ERR_OK; i++) {
        char word[PES_MOVE_TEXT_MAX];
        const struct pes_state *s = pes_history_state(h);
        const char *at = game_move_text(sheet->game, s, moves[i], run, word);
        const bool chance = pes_turn(sheet->game, s) == PES_CHANCE;
        run = !chance ? 0 : at == word ? strlen(word) : run + strlen(at);
        if (i == 0)
            str_add(out, "moves");
        if (at == word)
            str_add_char(out, ' ');
        str_add(out, at);
        err = pes_history_make(h, moves[i]);
    }
    if (count > 0)
        str_add_char(out, '\n');
    judge_back_to(h, before);
    return err == PES_ERR_OK ? str_err(out) : err;
}

/* Turns. -------------------------------------------------------------------------------------- */

static const char *text_of(const struct puzzle_sheet *sheet, pes_move m,
                           char out[PES_MOVE_TEXT_MAX]) {
    sheet->game->rules->move_format(sheet->game, pes_history_state(sheet->at), m, out);
    return out;
}

void sheet_turn(struct puzzle_sheet *sheet, const struct pes_history *h, pes_move move,
                const char *reply) {
    char word[PES_MOVE_TEXT_MAX];
    sheet->at = h;
    str_clear(&sheet->also);
    clear_groups(sheet);
    str_addf(&sheet->turns, "turn %s :%s%s\n", text_of(sheet, move, word),
             reply[0] != '\0' ? " " : "", reply);
}

void sheet_also(struct puzzle_sheet *sheet, pes_move move) {
    char word[PES_MOVE_TEXT_MAX];
    str_addf(&sheet->also, " %s", text_of(sheet, move, word));
}

static struct sheet_group *group_of(struct puzzle_sheet *sheet, const char *reply, int percent) {
    for (int i = 0; i < sheet->group_count; i++)
        if (sheet->groups[i].percent == percent && strcmp(sheet->groups[i].reply, reply) == 0)
            return &sheet->groups[i];
    if (sheet->group_count == sheet->group_cap) {
        const int cap = sheet->group_cap > 0 ? 2 * sheet->group_cap : 16;
        struct sheet_group *groups = mem_grow(sheet->groups, (size_t)cap * sizeof *groups);
        if (groups == NULL)
            return NULL;
        sheet->groups = groups;
        sheet->group_cap = cap;
    }
    struct sheet_group *group = &sheet->groups[sheet->group_count++];
    *group = (struct sheet_group){.percent = percent};
    assert(strlen(reply) < sizeof group->reply);
    memcpy(group->reply, reply, strlen(reply) + 1);
    str_init(&group->moves);
    return group;
}

void sheet_wrong(struct puzzle_sheet *sheet, pes_move move, const char *reply, double chance) {
    char word[PES_MOVE_TEXT_MAX];
    const int percent = chance < 0 ? -1 : (int)lrint(chance * 100.0 / PERCENT_STEP) * PERCENT_STEP;
    struct sheet_group *group = group_of(sheet, reply, percent);
    if (group == NULL) {
        sheet->failed = true;
        return;
    }
    group->count++;
    str_addf(&group->moves, " %s", text_of(sheet, move, word));
    sheet->failed |= group->moves.failed;
}

void sheet_end_turn(struct puzzle_sheet *sheet) {
    enum { SHORT = 2 /* as many moves are written out */ };
    const struct sheet_group *most = NULL;
    if (sheet->also.length > 0)
        str_addf(&sheet->turns, "also%s\n", sheet->also.text);
    for (int i = 0; i < sheet->group_count; i++)
        if (sheet->groups[i].count > (most != NULL ? most->count : SHORT))
            most = &sheet->groups[i];
    for (int i = 0; i < sheet->group_count; i++) {
        const struct sheet_group *group = &sheet->groups[i];
        str_add(&sheet->turns, "wrong");
        if (group->percent >= 0)
            str_addf(&sheet->turns, " %d%%", group->percent);
        if (group->reply[0] != '\0')
            str_addf(&sheet->turns, " %s", group->reply);
        str_addf(&sheet->turns, " :%s\n", group == most ? " *" : group->moves.text);
    }
    clear_groups(sheet);
    sheet->at = NULL;
}

enum pes_err sheet_add(const struct puzzle_sheet *sheet, struct str *out) {
    str_addf(out, "\nid %08" PRIx32 "\n%s", sheet->id, sheet->start.text);
    str_addf(out, "kind %s %s", puzzle_kind_word(sheet->kind), puzzle_proof_word(sheet->proof));
    if (sheet->kind == PUZZLE_WIN)
        str_addf(out, " %d", sheet->plies);
    str_addf(out, "\nchance %.3f %.3f\nscore %.2f\n", sheet->chance, sheet->next, sheet->score);
    if (sheet->levels > 0) {
        str_addf(out, "found %d :", sheet->tries);
        for (int n = 0; n < sheet->levels; n++)
            str_addf(out, " %d", (int)sheet->found[n]);
        str_add_char(out, '\n');
    }
    str_add_str(out, &sheet->turns);
    return sheet->failed || sheet->start.failed || sheet->also.failed ? PES_ERR_NOMEM
                                                                      : str_err(out);
}

void puzzle_put_head(struct str *out, const struct puzzle_head *head) {
    str_addf(out, "puzzles %d\ngame %s\nhow %s\nsearched %" PRId64 "\n", PUZZLE_FORMAT, head->game,
             head->how, head->searched);
}
