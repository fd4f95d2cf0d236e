/* Fuzz target: a file of puzzles. What is accepted has no value out of its range, every puzzle can
 * be asked about any move, and one that is found right can be opened and played. */
#include "fuzz/fuzz.h"

#include "core/puzzle.h"

#include <string.h>

enum { CHECKED_MAX = 4 }; /* puzzles that are played */

static void check_values(const struct puzzle *p) {
    FUZZ_CHECK(strlen(p->id) == PUZZLE_ID_LENGTH);
    FUZZ_CHECK(p->kind < PUZZLE_KIND_COUNT && p->proof < PUZZLE_PROOF_COUNT);
    FUZZ_CHECK((p->kind == PUZZLE_WIN) == (p->plies > 0));
    FUZZ_CHECK(p->turn_count >= 1 && p->turn_count <= PUZZLE_TURNS_MAX);
    FUZZ_CHECK(p->chance >= 0 && p->chance <= 1 && p->next >= 0 && p->next <= 1);
    FUZZ_CHECK(p->levels >= 0 && p->levels <= PES_LEVELS_MAX && p->tries <= PUZZLE_TRIES_MAX);
    const int grade = puzzle_grade(p);
    FUZZ_CHECK(grade >= 1 && grade <= PUZZLE_GRADES);
    for (int i = 0; i < p->turn_count; i++) {
        struct puzzle_reply reply;
        (void)puzzle_also(p, i, p->turns[i].move);
        if (puzzle_wrong(p, i, p->turns[i].move, &reply))
            FUZZ_CHECK(reply.percent >= -1 && reply.percent <= 100 &&
                       memchr(reply.moves, '\n', reply.length) == NULL);
    }
}

static void play(const struct pes_kit *kit, const struct puzzle *p, size_t size) {
    struct pes_note note = {0};
    struct pes_game *game;
    struct pes_history *h;
    const enum pes_err err = puzzle_check(kit, p, &note);
    if (err != PES_ERR_OK) {
        (void)size; /* the column is in a word of the puzzle */
        FUZZ_CHECK(err == PES_ERR_NOMEM || note.why[PES_LANG_EN][0] != '\0');
        return;
    }
    FUZZ_CHECK(puzzle_open(kit, p, &game, &h, NULL) == PES_ERR_OK);
    FUZZ_CHECK(puzzle_advance(p, h, p->turn_count, NULL) == PES_ERR_OK);
    pes_history_free(h);
    pes_game_close(game);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct pes_note note = {0};
    struct puzzle_set set;
    const enum pes_err err = puzzle_set_parse(&set, (const char *)data, size, &note);
    if (err != PES_ERR_OK) {
        FUZZ_CHECK(set.count == 0 && set.list == NULL);
        fuzz_check_note(&note, err, size);
        return 0;
    }
    const struct pes_kit *kit = pes_kit_find(set.head.game);
    for (int i = 0; i < set.count; i++) {
        check_values(&set.list[i]);
        FUZZ_CHECK(puzzle_find(&set, set.list[i].id) != NULL);
        if (kit != NULL && i < CHECKED_MAX)
            play(kit, &set.list[i], size);
    }
    puzzle_set_release(&set);
    return 0;
}
