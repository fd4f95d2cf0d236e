/* What a player sees: pictures, sentences, lists of moves.
 *
 * Everything is broken into lines that fit the terminal. The screen counts the rows it has printed
 * since the last prompt, so that a turn (what happened, picture, moves, prompt) fits 80 by 24: what
 * is least needed is left out first, and a command shows it. */
#ifndef CLI_PLAY_SCREEN_H
#define CLI_PLAY_SCREEN_H

#include "cli/cli.h"
#include "cli/play_words.h"
#include "play/session.h"

struct play_screen {
    struct cli *c;
    int rows; /* printed since the last prompt */
};

/* A paragraph. */
void screen_say(struct play_screen *screen, const struct pes_text *text,
                const struct pes_arg args[]);

/* An error as one sentence: the note's, or the general one of `err`, in the frame `text`. */
void screen_fail(struct play_screen *screen, const struct pes_text *text, enum pes_err err,
                 const struct pes_note *note);

/* Which game this is, who plays; what they want and how moves are typed, where there is room. */
void screen_opening(struct play_screen *screen, const struct session *s);

/* Only who plays, and with which seed. */
void screen_players(struct play_screen *screen, const struct session *s);

/* What m, about to be made, does. */
void screen_told(struct play_screen *screen, const struct session *s, pes_move m);

/* The same for chance, in two steps: adds an outcome to those rolled so far and what it does to
 * what is to be told; then says both. A board of new tiles is one line, not one a tile. */
void screen_roll(const struct play_screen *screen, const struct session *s, pes_move m,
                 struct str *rolled, struct str *told);
void screen_rolled(struct play_screen *screen, const struct str *rolled, const struct str *told);

/* The picture; then whose turn it is and what can be played, or how the game ended. */
void screen_board(struct play_screen *screen, const struct session *s);
void screen_turn(struct play_screen *screen, const struct session *s);

/* All moves; all so far; all commands. */
void screen_moves(struct play_screen *screen, const struct session *s);
void screen_so_far(struct play_screen *screen, const struct session *s);
void screen_help(struct play_screen *screen, const struct session *s);

/* The rung of the ladder that was just climbed. */
void screen_hint(struct play_screen *screen, const struct session *s);

/* While an agent thinks, on a terminal: the words appear and go. */
void screen_thinking(struct play_screen *screen, const struct session *s, bool on);

/* Moves from number `from` on as text: "R L +7". Appends to *out. */
void screen_line(const struct session *s, int from, struct str *out);

/* The prompt of whoever is to move; from now on rows are counted anew. */
void screen_prompt(struct play_screen *screen, const struct session *s, struct str *out);

#endif
