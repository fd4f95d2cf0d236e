/* The dice race: a small complete game for tests, which combines the difficult features of the
 * registered games: chance before every turn, several turns in a row, tokens with several outcomes,
 * points, repeated positions, players without a move.
 *
 * Rules. Two pawns run from square 0 to square `length`. Every third square between holds a coin.
 * Before a turn two dice of `sides` faces are thrown, one after the other; a face of 1 is twice as
 * likely as any other. The player moves their pawn by one of the two numbers, forward or back,
 * without leaving the track. A player who lands on a coin takes it and gets a point. After
 * equal dice the same player throws again, otherwise the other one. The game ends when a pawn
 * stands on the last square, which is worth three points, or when the player to move cannot. More
 * points win. A repetition is a draw; at the ply cap the points decide.
 *
 * Moves: `+3` forward, `-3` back. Outcomes: `#3`; the second number of a throw may follow the first
 * without a mark: `#35`. List order: forward by the smaller number, by the larger, back by the
 * smaller, by the larger; outcomes from 1 up.
 *
 * Position: `<pawn> <pawn> <coins> <points> <points> <dice> <player> <clock>`, for example
 * `6 0 101111 1 0 35 2 0`: a digit 1 for every coin still there, the dice in ascending order (one
 * digit between the two throws, `-` before them), the player to throw or move, the plies since a
 * coin was taken. After the end the player is the one who did not arrive.
 *
 * Options: length, sides, start (`rolled`: the first throw belongs to setting up), plies,
 * repetition. */
#ifndef TOYS_DICE_H
#define TOYS_DICE_H

#include "pessoi/kit.h"

extern const struct pes_kit toy_dice_kit;

/* The race has no unknown outcome; this one, for tests that give it one (rules->chance_unknown),
 * has the effect of a 2. */
pes_move toy_dice_two(const struct pes_game *g, const struct pes_state *s);

#endif
