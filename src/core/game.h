/* Functions on every game for this repository only: drawing moves from lists (also the reference
 * for a game's random_move()), and moves as text in a line. */
#ifndef CORE_GAME_H
#define CORE_GAME_H

#include "pessoi/game.h"

/* As pes_draw(), but always from the lists of moves() and chances(), without random_move(). */
pes_move game_draw_listed(const struct pes_game *g, const struct pes_state *s, struct pes_rng *rng);

/* The same for callers that know whether a player or chance is to move. */
pes_move game_draw_move(const struct pes_game *g, const struct pes_state *s, struct pes_rng *rng);
pes_move game_draw_outcome(const struct pes_game *g, const struct pes_state *s,
                           struct pes_rng *rng);

/* Consecutive chance outcomes are written as one token (a run) if the game's move_parse() accepts
 * it, at most this many bytes long: a board of tiles is a few tokens, not hundreds. */
enum { GAME_RUN_MAX = 60 };

/* Formats m, about to be made in s, for a line of moves whose last token is a run of `run` bytes
 * (0: the last token is not a run). Returns what to append: `text` itself begins a new token; a
 * pointer into it (without the '#') continues the run. */
const char *game_move_text(const struct pes_game *g, const struct pes_state *s, pes_move m,
                           size_t run, char text[PES_MOVE_TEXT_MAX]);

/* The moves of a line that begins in s as text; returns how many. It ends at the first move that is
 * illegal in this game: an agent may search a simplified model of it. */
int game_line_text(const struct pes_game *g, const struct pes_state *s, const pes_move line[],
                   int count, char out[][PES_MOVE_TEXT_MAX]);

#endif
