/* Writes one puzzle as the lines of docs/formats/puzzles.md.
 *
 *     sheet_init(&sheet, game);
 *     err = sheet_start(&sheet, h, position, moves, count);
 *     sheet_turn(&sheet, h, move, reply), sheet_also(..), sheet_wrong(..), sheet_end_turn(&sheet);
 *     sheet.kind = ..;
 *     err = sheet_add(&sheet, out);
 *
 * Wrong moves with the same reply share a line; the longest of these lines becomes "*", all others.
 */
#ifndef PUZZLES_WRITE_H
#define PUZZLES_WRITE_H

#include "core/puzzle.h"
#include "puzzles/judge.h"

/* Wrong moves with the same reply. */
struct sheet_group {
    char reply[JUDGE_REPLY_MAX];
    int percent; /* -1: not said */
    int count;
    struct str moves; /* " m11 g4" */
};

struct puzzle_sheet {
    const struct pes_game *game;
    uint32_t id;
    enum puzzle_kind kind;
    enum puzzle_proof proof;
    int plies, levels, tries;
    int8_t found[PES_LEVELS_MAX];
    double chance, next, score;

    /* What follows is private. */
    struct str start, turns, also;
    const struct pes_history *at; /* borrowed: where the present turn is played */
    struct sheet_group *groups;
    int group_count, group_cap;
    bool failed; /* out of memory */
};

void sheet_init(struct puzzle_sheet *sheet, const struct pes_game *g);
void sheet_release(struct puzzle_sheet *sheet);

/* The position, in which the history is, and the moves from there to the puzzle. */
PES_MUST_USE enum pes_err sheet_start(struct puzzle_sheet *sheet, struct pes_history *h,
                                      const char *position, const pes_move moves[], int count);

/* A turn at the history's present position, which does not change until sheet_end_turn(). */
void sheet_turn(struct puzzle_sheet *sheet, const struct pes_history *h, pes_move move,
                const char *reply);
void sheet_also(struct puzzle_sheet *sheet, pes_move move);
/* `chance` is the solver's after the move, or negative. */
void sheet_wrong(struct puzzle_sheet *sheet, pes_move move, const char *reply, double chance);
void sheet_end_turn(struct puzzle_sheet *sheet);

PES_MUST_USE enum pes_err sheet_add(const struct puzzle_sheet *sheet, struct str *out);

/* The head of a file. */
void puzzle_put_head(struct str *out, const struct puzzle_head *head);

#endif
