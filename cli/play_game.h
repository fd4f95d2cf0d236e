/* One game of `play`: session, screen, input and saved game, and what each typed line does to them.
 * cmd_play.c has the loop around it. */
#ifndef CLI_PLAY_GAME_H
#define CLI_PLAY_GAME_H

#include "cli/play_input.h"
#include "cli/play_save.h"
#include "cli/play_screen.h"
#include "play/session.h"

struct play_game {
    struct cli *c;
    struct session session;
    struct play_screen screen;
    struct play_store store;
    struct play_input *in;        /* NULL: no person plays, only agents */
    bool changed;                 /* the position differs from the last drawing */
    bool done;                    /* leave the loop */
    bool told_not_kept;           /* "cannot be saved" was printed; once is enough */
    char own_file[PLAY_PATH_MAX]; /* the file of the last `save` or `load`: may be overwritten
                                     without a question */
};

/* Makes a move of the player to move, prints what it did and saves the game. */
void play_game_move(struct play_game *t, pes_move m);

/* Rolls until an outcome has an effect to print, or it is no longer chance's turn. */
void play_game_roll(struct play_game *t);

/* Saves the game in progress, or removes the file of a finished one. */
void play_game_keep(struct play_game *t);

/* Executes a typed line: a move or a command. */
void play_game_line(struct play_game *t, const char *line, size_t length);

/* Asks a yes/no question; an empty answer means `otherwise`. End of input and Ctrl-C set t->done
 * and mean no. */
bool play_game_ask(struct play_game *t, const struct pes_text *question,
                   const struct pes_arg args[], bool otherwise);

/* Offers to resume the saved game: with a question on a terminal unless `only_tell`, else with a
 * message. Returns whether it was resumed. */
bool play_game_offer(struct play_game *t, bool only_tell);

/* Updates the words that Tab completes. */
void play_game_vocabulary(struct play_game *t);

/* Prints where the game is saved. */
void play_game_leave(struct play_game *t);

#endif
