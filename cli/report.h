/* Telling people and programs about a position: shared by show, replay and whoever has one. */
#ifndef CLI_REPORT_H
#define CLI_REPORT_H

#include "cli/cli.h"

/* The picture, who moves, the moves in list order, scores, and the result with how it came about.
 */
int report_position(struct cli *c, const struct pes_history *h);

/* What each move of the game did, step by step. Where repetition or the ply cap would have stopped
 * the game it says so, and goes on. */
int report_moves(struct cli *c, const struct pes_history *h);

/* Appends m, about to be made in s, to a line of moves: "R L +7", outcomes in a row as few tokens
 * as the game can read. */
void report_add_move(const struct pes_game *g, const struct pes_state *s, pes_move m,
                     struct str *out);

/* The document of `show --json`. `result` is null unless the game is over, by the rules or by what
 * the history says of repetition and the ply cap; `terminal` speaks of the rules alone. */
int report_json(struct cli *c, const struct pes_history *h);

/* Appends the picture with the last move marked. False where there is none: the game has no view,
 * or the window is too narrow, which would tear the picture apart; then a line says so. */
bool report_draw(struct cli *c, const struct pes_history *h, struct str *out);

/* "Red wins", "a draw": a sentence to print; `args` has room for two arguments. */
const struct pes_text *report_outcome(const struct pes_game *g, const struct pes_state *s,
                                      const int32_t payoff[PES_PLAYERS_MAX],
                                      struct pes_arg args[2]);

#endif
