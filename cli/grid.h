/* A table for the terminal: cells of text in columns as wide as their widest cell. */
#ifndef CLI_GRID_H
#define CLI_GRID_H

#include "core/str.h"

struct grid {
    int columns;
    int left;         /* columns before this one are aligned at the left, the others at the right */
    struct str cells; /* row by row, each ended by a NUL */
};

void grid_init(struct grid *g, int columns, int left);
void grid_release(struct grid *g);

/* Adds a cell; rows are filled from the left. Errors stay in the grid. */
void grid_add(struct grid *g, const char *text);

/* Columns of the terminal that it needs. */
int grid_width(const struct grid *g);

/* Appends it, one line per row, without trailing blanks. */
void grid_format(const struct grid *g, struct str *out);

#endif
