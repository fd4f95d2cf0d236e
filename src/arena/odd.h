/* Odd positions: those in which programs make mistakes. They come from random games, each of which
 * gives four: the last position before its end, the ones with the fewest and with the most legal
 * moves, and one from its middle in which a given side is to move. If chance moves in the game, its
 * outcomes are among the moves. */
#ifndef ARENA_ODD_H
#define ARENA_ODD_H

#include "pessoi/history.h"

enum {
    ODD_KINDS = 4,       /* positions per random game */
    ODD_PLIES_MAX = 240, /* of such a game; longer ones are cut */
};

/* Sets `h` to the start of a game, with a player to move. `rng` rolls what chance sets up; it does
 * not advance. */
PES_MUST_USE enum pes_err odd_start(const struct pes_rng *rng, struct pes_history *h);

/* Sets `h` to odd position `number`, from 0: a player is to move, and the game is not over. `rng`
 * is the parent of the generators of all games; it does not advance. */
PES_MUST_USE enum pes_err odd_set(int number, const struct pes_rng *rng, struct pes_history *h);

#endif
