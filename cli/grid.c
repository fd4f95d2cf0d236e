#include "cli/grid.h"

#include <assert.h>
#include <string.h>

enum { COLUMNS_MAX = 600, GAP = 2 };

void grid_init(struct grid *g, int columns, int left) {
    assert(columns >= 1 && columns <= COLUMNS_MAX);
    *g = (struct grid){.columns = columns, .left = left};
    str_init(&g->cells);
}

void grid_release(struct grid *g) {
    str_release(&g->cells);
}

void grid_add(struct grid *g, const char *text) {
    str_add_bytes(&g->cells, text, strlen(text) + 1);
}

/* The width of every column. */
static void measure(const struct grid *g, int widths[COLUMNS_MAX]) {
    memset(widths, 0, (size_t)g->columns * sizeof *widths);
    int column = 0;
    for (size_t at = 0; at < g->cells.length; at += strlen(g->cells.text + at) + 1) {
        const int width = utf8_width(g->cells.text + at, strlen(g->cells.text + at));
        widths[column] = width > widths[column] ? width : widths[column];
        column = (column + 1) % g->columns;
    }
}

int grid_width(const struct grid *g) {
    int widths[COLUMNS_MAX], sum = (g->columns - 1) * GAP;
    measure(g, widths);
    for (int i = 0; i < g->columns; i++)
        sum += widths[i];
    return sum;
}

void grid_format(const struct grid *g, struct str *out) {
    int widths[COLUMNS_MAX], column = 0, blanks = 0;
    measure(g, widths);
    for (size_t at = 0; at < g->cells.length; at += strlen(g->cells.text + at) + 1) {
        const char *cell = g->cells.text + at;
        const int rest = widths[column] - utf8_width(cell, strlen(cell));
        blanks += column > 0 ? GAP : 0;
        blanks += column < g->left ? 0 : rest;
        if (cell[0] != '\0') {
            str_addf(out, "%*s%s", blanks, "", cell);
            blanks = 0;
        }
        blanks += column < g->left ? rest : 0;
        if (++column == g->columns) {
            str_add_char(out, '\n');
            column = blanks = 0;
        }
    }
    assert(column == 0 || g->cells.failed);
    out->failed |= g->cells.failed;
}
