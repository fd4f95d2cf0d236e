/* What people are told about a game under way, in sentences: whose turn it is, what a move did, how
 * it ended. The same words at the terminal and in the browser.
 *
 * Whoever is addressed as "you" is handed in as `you`; SAY_TO_ALL tells everything of the players
 * by their names, for several readers at once. Everything appends to *out. */
#ifndef PLAY_SAY_H
#define PLAY_SAY_H

#include "core/str.h"
#include "pessoi/view.h"
#include "play/session.h"

enum { SAY_TO_ALL = -1 };

/* What m, about to be made in s, does: one sentence per step of its trace, separated by blanks; a
 * long cascade is cut. */
void say_steps(const struct pes_game *g, const struct pes_state *s, pes_move m,
               const struct pes_step steps[], int count, enum pes_lang lang, struct str *out);

/* The same for a move that has not been traced; nothing where the game has no view. */
void say_move(const struct pes_game *g, const struct pes_state *s, pes_move m, enum pes_lang lang,
              struct str *out);

/* Whose turn it is; a player is to move. */
void say_turn(const struct session *s, pes_player you, enum pes_lang lang, struct str *out);

/* How the game ended and who won; it is over. */
void say_end(const struct session *s, pes_player you, enum pes_lang lang, struct str *out);

/* The points, after a blank, where the game has some. */
void say_scores(const struct session *s, enum pes_lang lang, struct str *out);

#endif
