/* Agents as people call them: "level 3 (Easy-going)", not "level:n=3". */
#ifndef CLI_PLAY_NAMES_H
#define CLI_PLAY_NAMES_H

#include "core/str.h"
#include "pessoi/kit.h"

/* Appends the name of a seat of a game of this variant: of a level with its title, of a person, of
 * another agent its title, or its name if it has none, with the options that were given. A text
 * that names no agent of the game is appended as it is. */
void play_name_add(struct str *out, const struct pes_game *g, const char *seat, enum pes_lang lang);

#endif
