/* What tables and whoever makes them agree on: names of files, bytes of cells. */
#ifndef SOLVE_SOLVED_H
#define SOLVE_SOLVED_H

#include "pessoi/solve.h"
#include "solve/pack.h"

enum {
    SOLVED_HOLE = -128, /* the value of a number that stands for no position */
    SOLVED_VALUE = 0,   /* planes of a table: the value, as in struct cell */
    SOLVED_ONLY = 1,    /* these two only where a move may be forbidden */
    SOLVED_OTHER = 2,
    SOLVED_PLANES = 1,
    SOLVED_PLANES_BANS = 3
};

/* May a move be forbidden in this variant? */
bool solved_bans(const struct pes_game *g);

/* Can the variant be solved, and a table hold it? UNFIT or LIMIT with a note. */
PES_MUST_USE enum pes_err solved_check(const struct pes_game *g, struct pes_note *note);

/* What the variant's table says of itself. */
struct pack_head solved_head(const struct pes_game *g);

/* FOLDER/GAME-VARIANT.SUFFIX; LIMIT where that is too long. */
PES_MUST_USE enum pes_err solved_path(const struct pes_game *g, const char *folder,
                                      const char *suffix, char out[PES_SOLVE_PATH_MAX],
                                      struct pes_note *note);

#endif
