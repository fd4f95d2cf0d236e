/* Which positions the server knows exact values of: those of variants with a table in its folder of
 * solved tables, and of variants so small that a thought solves them at once and leaves the table
 * there, for all that ask later. */
#ifndef ROOMS_SOLVED_H
#define ROOMS_SOLVED_H

#include "pessoi/kit.h"

struct solved_tables {
    const char *folder; /* borrowed */
    bool writable;      /* new tables can be stored there */
};

enum { SOLVED_NUMBERS_MAX = 4000000 /* of a variant that is solved when somebody asks */ };

/* NULL: there are no tables. Looks for a file, no more. */
bool solved_has(const struct pes_game *g, const struct solved_tables *tables);

#endif
