/* Names of the cells of a grid: a letter for the column and a number for the row, "c4" or "h10". */
#ifndef CELL_NAME_H
#define CELL_NAME_H

#include <assert.h>

enum { CELL_NAME_MAX = 4 }; /* bytes of a name, NUL included */

/* Writes the name of column x and row y, both counted from 0. */
static inline void cell_name(int x, int y, char out[CELL_NAME_MAX]) {
    const int number = y + 1;
    int n = 0;
    assert(x >= 0 && x < 26);
    assert(number >= 1 && number < 100);
    out[n++] = (char)('a' + x);
    if (number >= 10)
        out[n++] = (char)('0' + number / 10);
    out[n++] = (char)('0' + number % 10);
    out[n] = '\0';
}

#endif
