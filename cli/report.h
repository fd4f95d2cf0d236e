/* Describing a position as text and as JSON: shared by show, replay and play. */
#ifndef CLI_REPORT_H
#define CLI_REPORT_H

#include "cli/cli.h"

/* Prints the board, the scores, and the player to move with the moves, or how the game ended. */
int report_position(struct cli *c, const struct pes_history *h);

/* Prints what each move of the game did, step by step. Repetition and the ply cap are reported, but
 * do not end the output. */
int report_moves(struct cli *c, const struct pes_history *h);

/* Appends m, a move of s, to a line of moves: "R L +7". Consecutive outcomes of chance share one
 * token if the game can read that. */
void report_add_move(const struct pes_game *g, const struct pes_state *s, pes_move m,
                     struct str *out);

/* The document of `show --json`. `result` is null unless the game is over by the rules, repetition
 * or the ply cap; `terminal` means over by the rules. */
int report_json(struct cli *c, const struct pes_history *h);

/* Appends the board with the last move marked. False if the game has no view, or if the window is
 * too narrow for the board; then a line says so. */
bool report_draw(struct cli *c, const struct pes_history *h, struct str *out);

/* Appends a line with a position's text; on a terminal a long one is wrapped between its rows. */
void report_add_position(const struct cli *c, const struct pes_text *text, const char *position,
                         struct str *out);

/* The sentence "Red wins" or "a draw"; sets its arguments. */
const struct pes_text *report_outcome(const struct pes_game *g, const struct pes_state *s,
                                      const int32_t payoff[PES_PLAYERS_MAX],
                                      struct pes_arg args[2]);

#endif
