/* What the core itself and its neighbours need of every game: the plain way to draw, to compare a
 * game's hooks with, and lines of moves as text. */
#ifndef CORE_GAME_H
#define CORE_GAME_H

#include "pessoi/game.h"

/* As pes_draw(), but from the lists of moves() and chances(), whatever hooks the game has. */
pes_move game_draw_listed(const struct pes_game *g, const struct pes_state *s, struct pes_rng *rng);

/* The same for whoever knows that a player or that chance is to move. */
pes_move game_draw_move(const struct pes_game *g, const struct pes_state *s, struct pes_rng *rng);
pes_move game_draw_outcome(const struct pes_game *g, const struct pes_state *s,
                           struct pes_rng *rng);

/* Outcomes of chance in a row are written as one token where the game reads them so, in tokens of
 * at most this many bytes: a board of tiles is a few words, not hundreds. */
enum { GAME_RUN_MAX = 60 };

/* m, about to be made in s, as text in a line of moves whose last token is `run` bytes of outcomes
 * (0: it is something else). Returns what to append: `text`, which begins a token, or the part of
 * it that goes on with the last one. */
const char *game_move_text(const struct pes_game *g, const struct pes_state *s, pes_move m,
                           size_t run, char text[PES_MOVE_TEXT_MAX]);

#endif
