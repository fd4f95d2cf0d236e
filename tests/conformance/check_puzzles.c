/* The puzzles of a game: every line is legal, every other move has a reply, no id and no position,
 * up to symmetry, occurs twice, and a puzzle "win" ends with the solver's win. */
#include "conformance.h"
#include "core/keymap.h"
#include "core/puzzle.h"

#include <string.h>

/* Plays the puzzle to the end of its line. */
static void check_end(const struct pes_kit *kit, const struct puzzle *p, struct keymap *seen) {
    struct pes_note note = {0};
    struct pes_game *game;
    struct pes_history *h;
    int32_t payoff[PES_PLAYERS_MAX];
    KIT_CHECK(kit, puzzle_open(kit, p, &game, &h, &note) == PES_ERR_OK, "puzzle %s: %s", p->id,
              note.why[PES_LANG_EN]);
    const pes_player solver = pes_turn(game, pes_history_state(h));
    uint64_t *times = keymap_add(seen, pes_symmetric_hash(game, pes_history_state(h)));
    KIT_CHECK(kit, times && ++*times == 1, "puzzle %s occurs twice", p->id);
    KIT_CHECK(kit, puzzle_advance(p, h, p->turn_count, &note) == PES_ERR_OK, "puzzle %s: %s", p->id,
              note.why[PES_LANG_EN]);
    if (p->kind == PUZZLE_WIN) {
        const enum pes_end end = pes_history_end(h);
        KIT_CHECK(kit, end == PES_END_RULES, "puzzle %s: its line does not end the game", p->id);
        pes_settle(game, pes_history_state(h), end, payoff);
        KIT_CHECK(kit, payoff[solver] > payoff[1 - solver], "puzzle %s is not won", p->id);
    }
    pes_history_free(h);
    pes_game_close(game);
}

void check_puzzles(const struct pes_kit *kit) {
    struct puzzle_set set;
    struct pes_note note = {0};
    struct keymap seen = {0};
    if (!kit->puzzles)
        return; /* a game may have none */
    KIT_CHECK(kit, puzzle_set_parse(&set, kit->puzzles, strlen(kit->puzzles), &note) == PES_ERR_OK,
              "puzzles, line %d: %s", (int)note.line, note.why[PES_LANG_EN]);
    KIT_CHECK(kit, strcmp(set.head.game, kit->rules->name) == 0, "the puzzles are of %s",
              set.head.game);
    for (int i = 0; i < set.count; i++) {
        const struct puzzle *p = &set.list[i];
        KIT_CHECK(kit, puzzle_check(kit, p, &note) == PES_ERR_OK, "puzzles, line %d: %s",
                  (int)note.line, note.why[PES_LANG_EN]);
        KIT_CHECK(kit, puzzle_find(&set, p->id) == p, "the id %s is taken", p->id);
        check_end(kit, p, &seen);
    }
    keymap_release(&seen);
    puzzle_set_release(&set);
}
