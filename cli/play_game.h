/* The table of `play`: session, screen, keyboard and the game that is kept, and what each line a
 * person types does to them. cmd_play.c turns it into a loop. */
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
    struct play_input *in;        /* NULL: nobody is asked, agents play alone */
    bool changed;                 /* the board differs from the last picture */
    bool done;                    /* leave */
    bool told_not_kept;           /* that the game cannot be kept is said once */
    char own_file[PLAY_PATH_MAX]; /* the file of the last `save` or `load`: no need to ask there */
};

/* Makes a move for whoever is to move, tells what it did and keeps the game. */
void play_game_move(struct play_game *t, pes_move m);

/* Rolls until an outcome does something worth words, or it is no longer chance's turn. */
void play_game_roll(struct play_game *t);

/* Writes the game in progress, or removes what was kept of a finished one. */
void play_game_keep(struct play_game *t);

/* Does what a line says. */
void play_game_line(struct play_game *t, const char *line, size_t length);

/* Asks yes or no; an empty answer is `otherwise`. End of input and Ctrl-C set t->done and say no.
 */
bool play_game_ask(struct play_game *t, const struct pes_text *question,
                   const struct pes_arg args[], bool otherwise);

/* Offers the game in progress: by a question on a terminal unless `only_tell`, else by a note.
 * Returns whether it was taken up. */
bool play_game_offer(struct play_game *t, bool only_tell);

/* What Tab completes now. */
void play_game_vocabulary(struct play_game *t);

/* Last words: where the game is kept. */
void play_game_leave(struct play_game *t);

#endif
