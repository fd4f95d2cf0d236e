/* The oracle of Boats on the lake: an independent, naive second implementation of the rules, for
 * tests only. Arrays and strings, one rule per line, no speed. It shares only the text of positions
 * and moves with the product. */
#ifndef BOATS_ORACLE_TESTING_H
#define BOATS_ORACLE_TESTING_H

#include "games/boats/boats.h"

struct plain {
    int columns, top;
    bool ko;
    int level[BOATS_COLUMNS_MAX + 2];
    int boat[2];
    int mover;
    char last[PES_MOVE_TEXT_MAX]; /* "" : none */
};

/* The same position, parsed from the text that the product writes. */
static inline struct plain plain_read(const struct pes_game *g, const char *text) {
    struct plain p = {
        .columns = (int)g->values.number[BOATS_OPTION_COLUMNS],
        .top = (int)g->values.number[BOATS_OPTION_LEVELS],
        .ko = g->values.number[BOATS_OPTION_RULE] == 1,
    };
    p.level[0] = p.level[p.columns + 1] = p.top;
    for (int c = 1; c <= p.columns; c++)
        p.level[c] = *text++ - '0';
    for (int i = 0; i < 2; i++) {
        char *end = NULL;
        p.boat[i] = (int)strtol(text, &end, 10);
        text = end;
    }
    p.mover = text[1] == 'g';
    snprintf(p.last, sizeof p.last, "%s", strcmp(text + 3, "-") == 0 ? "" : text + 3);
    return p;
}

enum plain_result { PLAIN_OPEN, PLAIN_RED, PLAIN_GREEN, PLAIN_DRAW };

static inline enum plain_result plain_result(const struct plain *p) {
    const bool red_sunk = p->level[p->boat[0]] == 0, green_sunk = p->level[p->boat[1]] == 0;
    if (red_sunk && green_sunk)
        return PLAIN_DRAW;
    if (p->boat[0] == p->columns + 1 || green_sunk)
        return PLAIN_RED;
    if (p->boat[1] == 0 || red_sunk)
        return PLAIN_GREEN;
    return PLAIN_OPEN;
}

static inline bool plain_allows(const struct plain *p, char what, int column) {
    if (what == 'L' || what == 'R') {
        const int from = p->boat[p->mover], to = what == 'L' ? from - 1 : from + 1;
        return to >= 0 && to <= p->columns + 1 && p->level[to] <= p->level[from];
    }
    char undone[PES_MOVE_TEXT_MAX];
    snprintf(undone, sizeof undone, "%c%d", what == '+' ? '-' : '+', column);
    if (p->ko && strcmp(undone, p->last) == 0)
        return false;
    return what == '+' ? p->level[column] < p->top : p->level[column] > 0;
}

static inline int plain_moves(const struct plain *p, char out[][PES_MOVE_TEXT_MAX]) {
    int n = 0;
    if (plain_result(p) != PLAIN_OPEN)
        return 0;
    for (const char *what = "LR"; *what != '\0'; what++)
        if (plain_allows(p, *what, 0))
            snprintf(out[n++], PES_MOVE_TEXT_MAX, "%c", *what);
    for (const char *what = "+-"; *what != '\0'; what++)
        for (int c = 1; c <= p->columns; c++)
            if (plain_allows(p, *what, c))
                snprintf(out[n++], PES_MOVE_TEXT_MAX, "%c%d", *what, c);
    return n;
}

static inline struct plain plain_make(const struct plain *before, const char *move) {
    struct plain p = *before;
    if (move[0] == 'L')
        p.boat[p.mover]--;
    else if (move[0] == 'R')
        p.boat[p.mover]++;
    else
        p.level[strtol(move + 1, NULL, 10)] += move[0] == '+' ? 1 : -1;
    p.mover = !p.mover;
    snprintf(p.last, sizeof p.last, "%.8s", move); /* "-10" is the longest */
    return p;
}

static inline void plain_text(const struct plain *p, char out[64]) {
    int n = 0;
    for (int c = 1; c <= p->columns; c++)
        out[n++] = (char)('0' + p->level[c]);
    snprintf(out + n, 64 - (size_t)n, " %d %d %c %s", p->boat[0], p->boat[1],
             p->mover == 0 ? 'r' : 'g', p->last[0] == '\0' ? "-" : p->last);
}

static inline uint64_t plain_perft(const struct plain *p, int depth) {
    char list[BOATS_MOVES_MAX][PES_MOVE_TEXT_MAX];
    const int n = plain_moves(p, list);
    if (depth == 1)
        return (uint64_t)n;
    uint64_t sum = 0;
    for (int i = 0; i < n; i++) {
        const struct plain next = plain_make(p, list[i]);
        sum += plain_perft(&next, depth - 1);
    }
    return sum;
}

#endif
