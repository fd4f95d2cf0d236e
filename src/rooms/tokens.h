/* Moves as the tokens of a record, in a JSON list: every move of a player is one, and consecutive
 * outcomes of chance join as far as the game can read them so. */
#ifndef ROOMS_TOKENS_H
#define ROOMS_TOKENS_H

#include "core/game.h"
#include "core/str.h"

struct tokens {
    char token[GAME_RUN_MAX + PES_MOVE_TEXT_MAX]; /* what is not in the list yet; "": nothing */
};

/* Adds m, about to be made in s. */
void tokens_add(struct tokens *t, const struct pes_game *g, const struct pes_state *s, pes_move m,
                struct str *out);

/* Writes what is left; the next move begins a token of its own. */
void tokens_end(struct tokens *t, struct str *out);

#endif
