#include "rooms/path.h"

#include <string.h>

int path_number(const char **at) {
    enum { NUMBER_MAX = 9999 };
    const char *const from = *at;
    int n = 0;
    for (; **at >= '0' && **at <= '9' && n <= NUMBER_MAX; ++*at)
        n = n * 10 + (**at - '0');
    const bool zeros = from[0] == '0' && *at > from + 1;
    return *at == from || n > NUMBER_MAX || zeros ? -1 : n;
}

bool path_word(const char **at, const char *word) {
    const size_t length = strlen(word);
    if (strncmp(*at, word, length) != 0)
        return false;
    *at += length;
    return true;
}

int path_cells(const char *at, int board, int16_t cells[PES_TOUCHES_MAX]) {
    int count = 0;
    do {
        const int cell = path_number(&at);
        if (cell < 0 || cell >= board || count == PES_TOUCHES_MAX)
            return 0;
        cells[count++] = (int16_t)cell;
    } while (path_word(&at, "."));
    return *at == '\0' ? count : 0;
}
