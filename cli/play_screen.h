/* What a player sees: boards, sentences, lists of moves.
 *
 * Lines are wrapped to the terminal. The screen counts the rows it has printed since the last
 * prompt, so that a turn (what happened, board, moves, prompt) fits 80 by 24 characters: the least
 * important part is left out first, and a command shows it. */
#ifndef CLI_PLAY_SCREEN_H
#define CLI_PLAY_SCREEN_H

#include "cli/cli.h"
#include "cli/play_words.h"
#include "play/session.h"

struct play_screen {
    struct cli *c;
    int rows; /* printed since the last prompt */
};

/* Prints a paragraph. */
void screen_say(struct play_screen *screen, const struct pes_text *text,
                const struct pes_arg args[]);

/* Prints an error: {1} of `text` is the sentence of the note, or the general one of `err`. */
void screen_fail(struct play_screen *screen, const struct pes_text *text, enum pes_err err,
                 const struct pes_note *note);

/* Title and players; goal and how to type a move, if there are rows enough. */
void screen_opening(struct play_screen *screen, const struct session *s);

/* Players and seed. */
void screen_players(struct play_screen *screen, const struct session *s);

/* What m does; call it before m is made. */
void screen_told(struct play_screen *screen, const struct session *s, pes_move m);

/* The same for chance, in two steps: screen_roll() collects outcomes and their effects,
 * screen_rolled() prints them. A board of new tiles is one line, not one line per tile. */
void screen_roll(const struct play_screen *screen, const struct session *s, pes_move m,
                 struct str *rolled, struct str *told);
void screen_rolled(struct play_screen *screen, const struct str *rolled, const struct str *told);

/* What a report's player computed for the move that was made last, if one made it. */
void screen_value(struct play_screen *screen, const struct session *s);

/* The board; then whose turn it is and the moves, or how the game ended. */
void screen_board(struct play_screen *screen, const struct session *s);
void screen_turn(struct play_screen *screen, const struct session *s);

/* All legal moves; the moves so far; all commands. */
void screen_moves(struct play_screen *screen, const struct session *s);
void screen_so_far(struct play_screen *screen, const struct session *s);
void screen_help(struct play_screen *screen, const struct session *s);

/* The hint that play_hint() found. */
void screen_hint(struct play_screen *screen, const struct session *s);

/* Shows or removes "thinking" on a terminal. */
void screen_thinking(struct play_screen *screen, const struct session *s, bool on);

/* Moves from number `from` on as text: "R L +7". Appends to *out. */
void screen_line(const struct session *s, int from, struct str *out);

/* The prompt of the player to move; resets the count of rows. */
void screen_prompt(struct play_screen *screen, const struct session *s, struct str *out);

#endif
