/* Which positions the server knows exact values of: those of variants with a table in its folder of
 * solved tables, and of variants so small that a thought solves them at once and leaves the table
 * there, for all that ask later. */
#ifndef ROOMS_SOLVED_H
#define ROOMS_SOLVED_H

#include "pessoi/kit.h"

enum { SOLVED_NUMBERS_MAX = 4000000 /* of a variant that is solved when somebody asks */ };

/* `folder` as in inquiry_new(); NULL: there are no tables. Looks for a file, no more. */
bool solved_has(const struct pes_game *g, const char *folder);

#endif
