/* Sentences about a game under way, for terminal and browser: whose turn it is, what a move does,
 * how the game ended.
 *
 * `you` is the player who reads the sentence and is addressed as "you"; with SAY_TO_ALL both
 * players are called by their names. All functions append to *out. */
#ifndef PLAY_SAY_H
#define PLAY_SAY_H

#include "core/str.h"
#include "pessoi/view.h"
#include "play/session.h"

enum { SAY_TO_ALL = -1 };

/* What m, about to be made in s, does: one sentence per step of its trace, separated by blanks; a
 * long list is cut. */
void say_steps(const struct pes_game *g, const struct pes_state *s, pes_move m,
               const struct pes_step steps[], int count, enum pes_lang lang, struct str *out);

/* The same for a move that has not been traced; nothing if the game has no view. */
void say_move(const struct pes_game *g, const struct pes_state *s, pes_move m, enum pes_lang lang,
              struct str *out);

/* What a player of the game's report said about move `at` of the history, which it made: its value,
 * and the number of the move in the report's list ("MiniMax Boat: value -1, move number 14.").
 * Nothing for moves of other players, or if neither is known. */
void say_value(const struct session *s, int at, enum pes_lang lang, struct str *out);

/* Whose turn it is; a player must be to move. */
void say_turn(const struct session *s, pes_player you, enum pes_lang lang, struct str *out);

/* How the game ended and who won; it must be over. */
void say_end(const struct session *s, pes_player you, enum pes_lang lang, struct str *out);

/* Why the game ended as it did, as the rest of a sentence such as "You win: ..", without a full
 * stop; it must be over. Nothing if the game does not say. */
void say_why(const struct session *s, pes_player you, enum pes_lang lang, struct str *out);

/* The scores, after a blank; nothing if the game has none. */
void say_scores(const struct session *s, enum pes_lang lang, struct str *out);

#endif
