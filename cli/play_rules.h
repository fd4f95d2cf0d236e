/* The command `rules`: the rules of the game in pictures. */
#ifndef CLI_PLAY_RULES_H
#define CLI_PLAY_RULES_H

#include "cli/play_screen.h"

/* Prints the text of every picture and the board after its moves; the goal and how to type a move
 * if the game has no pictures. */
void play_rules(struct play_screen *screen, const struct pes_kit *kit);

#endif
