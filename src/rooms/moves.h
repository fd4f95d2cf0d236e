/* Moves as text: the tokens of a record with blanks between them. Every move of a player is a
 * token, and consecutive outcomes of chance join as far as the game can read them so. */
#ifndef ROOMS_MOVES_H
#define ROOMS_MOVES_H

#include "core/str.h"
#include "pessoi/history.h"

/* Appends m, about to be made in s. *run is the length of the last token if outcomes may join it,
 * else 0; it begins with 0. */
void moves_add(struct str *out, const struct pes_game *g, const struct pes_state *s, pes_move m,
               size_t *run);

/* Appends the moves of h from number `from` on. */
void moves_of(struct str *out, const struct pes_history *h, int from);

/* The tokens of a text as a JSON list. */
void put_moves(struct str *out, const char *key, const char *text, size_t length);

#endif
