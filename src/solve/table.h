/* What the solver (solve.c) and the queries (table.c) agree on: the names of table files and the
 * bytes of their cells. docs/formats/table.md describes the format. */
#ifndef SOLVE_TABLE_H
#define SOLVE_TABLE_H

#include "pessoi/solve.h"
#include "solve/table_file.h"

enum {
    TABLE_HOLE = -128, /* the value of a number that stands for no position */
    TABLE_VALUE = 0,   /* planes of a table: the value, as in struct cell */
    TABLE_ONLY = 1,    /* this and the next only where a move may be forbidden */
    TABLE_OTHER = 2,
    TABLE_PLANES = 1,
    TABLE_PLANES_BANS = 3
};

/* May a move be forbidden in this variant? */
bool table_bans(const struct pes_game *g);

/* Can the variant be solved, and a table hold it? UNFIT or LIMIT with a note. */
PES_MUST_USE enum pes_err table_check(const struct pes_game *g, struct pes_note *note);

/* The head of the variant's table. */
struct table_file_head table_head(const struct pes_game *g);

/* FOLDER/GAME-VARIANT.SUFFIX; LIMIT where that is too long. */
PES_MUST_USE enum pes_err table_path(const struct pes_game *g, const char *folder,
                                     const char *suffix, char out[PES_SOLVE_PATH_MAX],
                                     struct pes_note *note);

#endif
