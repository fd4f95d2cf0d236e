/* The plain way to draw, for the core itself and for whoever compares a game's hooks with it. */
#ifndef CORE_GAME_H
#define CORE_GAME_H

#include "pessoi/game.h"

/* As pes_draw(), but from the lists of moves() and chances(), whatever hooks the game has. */
pes_move game_draw_listed(const struct pes_game *g, const struct pes_state *s, struct pes_rng *rng);

/* The same for whoever knows that a player or that chance is to move. */
pes_move game_draw_move(const struct pes_game *g, const struct pes_state *s, struct pes_rng *rng);
pes_move game_draw_outcome(const struct pes_game *g, const struct pes_state *s,
                           struct pes_rng *rng);

#endif
