/* Questions in addresses: "/3/try/7" names a step and a number in its list of legal moves, so that
 * an address needs no escapes. Each function moves *at behind what it has read. */
#ifndef ROOMS_PATH_H
#define ROOMS_PATH_H

#include "pessoi/view.h"

#include <stdbool.h>

/* Reads a number without a sign or leading zeros; -1: there is none, or it is larger than 9999. */
int path_number(const char **at);

/* False: the word does not stand there. */
bool path_word(const char **at, const char *word);

/* The cells "4.12" of a board with `board` cells, up to the end; 0: there is something else. */
int path_cells(const char *at, int board, int16_t cells[PES_TOUCHES_MAX]);

#endif
