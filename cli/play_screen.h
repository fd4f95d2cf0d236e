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
    int rows;  /* printed since the last prompt */
    int below; /* printed since the last board, and the board's own */
};

/* Prints a paragraph. */
void screen_say(struct play_screen *screen, const struct pes_text *text,
                const struct pes_arg args[]);

/* Prints and releases a buffer of whole lines. */
void screen_print(struct play_screen *screen, struct str *out);

/* Prints an error: {1} of `text` is the sentence of the note, or the general one of `err`. */
void screen_fail(struct play_screen *screen, const struct pes_text *text, enum pes_err err,
                 const struct pes_note *note);

/* Title and players; goal and how to type a move, if there are rows enough. */
void screen_opening(struct play_screen *screen, const struct session *s);

/* The seed of the game, for `--seed`. */
void screen_seed(struct play_screen *screen, const struct session *s);

/* The players; if no person plays, also the seed, which nobody could ask for. */
void screen_players(struct play_screen *screen, const struct session *s);

/* What m does; call it before m is made. */
void screen_told(struct play_screen *screen, const struct session *s, pes_move m);

/* The same for chance, in two steps: screen_roll() collects outcomes and their effects,
 * screen_rolled() prints the effects, if there are any, or the outcomes if the game has no view. */
void screen_roll(const struct play_screen *screen, const struct session *s, pes_move m,
                 struct str *rolled, struct str *told);
void screen_rolled(struct play_screen *screen, const struct session *s, const struct str *rolled,
                   const struct str *told);

/* What a report's player computed for the move that was made last, if one made it. */
void screen_value(struct play_screen *screen, const struct session *s);

/* The board; then whose turn it is and the moves, or how the game ended. */
void screen_board(struct play_screen *screen, const struct session *s);
void screen_turn(struct play_screen *screen, const struct session *s);

/* That the game is over: how, and what can be typed now. */
void screen_over(struct play_screen *screen, const struct session *s);

/* Has a part of the board scrolled off the terminal? */
bool screen_board_is_gone(const struct play_screen *screen);

/* All legal moves; the moves so far; all commands. */
void screen_moves(struct play_screen *screen, const struct session *s);
void screen_so_far(struct play_screen *screen, const struct session *s);
void screen_help(struct play_screen *screen, const struct session *s);

/* The hint that play_hint() found. */
void screen_hint(struct play_screen *screen, const struct session *s);

/* Shows or removes "thinking" on a terminal. In between, keys are not echoed: what is typed appears
 * at the next prompt. */
void screen_thinking(struct play_screen *screen, const struct session *s, bool on);

/* Moves from number `from` on as text: "R L +7". Appends to *out. */
void screen_line(const struct session *s, int from, struct str *out);

/* The prompt of the player to move; resets the count of rows. */
void screen_prompt(struct play_screen *screen, const struct session *s, struct str *out);

#endif
