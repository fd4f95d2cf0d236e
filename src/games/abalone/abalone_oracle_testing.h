/* The oracle of Abalone: an independent, naive second implementation of the rules, for tests only.
 * A square of characters with a border, one rule per line, written from docs/games/abalone.md. It
 * shares only the text of positions and moves with the product. */
#ifndef ABALONE_ORACLE_TESTING_H
#define ABALONE_ORACLE_TESTING_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAIN_SIDE = 11, PLAIN_MOVES_MAX = 256, PLAIN_TEXT_MAX = 8 };

struct plain {
    char at[PLAIN_SIDE][PLAIN_SIDE]; /* by row and number from 1: 'b', 'w', '.', or '#' outside */
    char mover;
    int lost[2]; /* by Black, by White */
    int eject;
};

/* E, NE, NW, W, SW, SE. */
static const int plain_rows[6] = {0, 1, 1, 0, -1, -1};
static const int plain_numbers[6] = {1, 1, 0, -1, -1, 0};

struct plain_move {
    int row, number; /* of the lowest marble */
    int size, line, direction;
    char text[PLAIN_TEXT_MAX];
};

/* The same position, parsed from the text that the product writes. */
static inline struct plain plain_read(const char *text, int eject) {
    struct plain p = {.eject = eject};
    memset(p.at, '#', sizeof p.at);
    for (int row = 9; row >= 1; row--, text++)
        for (int number = 1; number <= 9; number++) {
            if (abs(row - number) > 4)
                continue;
            if (*text == 'b' || *text == 'w') {
                p.at[row][number] = *text++;
                continue;
            }
            int empty = *text++ - '0';
            p.at[row][number] = '.';
            while (--empty > 0)
                p.at[row][++number] = '.';
        }
    p.mover = *text;
    char *end = NULL;
    p.lost[0] = (int)strtol(text + 1, &end, 10);
    p.lost[1] = (int)strtol(end, NULL, 10);
    return p;
}

static inline void plain_text(const struct plain *p, char out[128]) {
    int n = 0;
    for (int row = 9; row >= 1; row--) {
        int empty = 0;
        for (int number = 1; number <= 10; number++) {
            const char c = p->at[row][number];
            if (c == '.') {
                empty++;
                continue;
            }
            if (empty > 0)
                out[n++] = (char)('0' + empty);
            empty = 0;
            if (c != '#')
                out[n++] = c;
        }
        out[n++] = row > 1 ? '/' : ' ';
    }
    snprintf(out + n, 128 - (size_t)n, "%c %d %d 0", p->mover, p->lost[0], p->lost[1]);
}

static inline char plain_other(char side) {
    return side == 'b' ? 'w' : 'b';
}

static inline bool plain_over(const struct plain *p) {
    return p->lost[0] >= p->eject || p->lost[1] >= p->eject;
}

/* The contents of the cell `steps` away from a cell. */
static inline char plain_look(const struct plain *p, int row, int number, int direction,
                              int steps) {
    row += steps * plain_rows[direction];
    number += steps * plain_numbers[direction];
    if (row < 1 || row > 9 || number < 1 || number > 9)
        return '#';
    return p->at[row][number];
}

static inline bool plain_in_line(const struct plain_move *m) {
    return m->size == 1 || m->direction % 3 == m->line;
}

/* The back of an in-line move: the lowest marble moving up, the highest moving down. */
static inline void plain_back(const struct plain_move *m, int *row, int *number) {
    const int steps = m->direction >= 3 ? m->size - 1 : 0;
    *row = m->row + steps * plain_rows[m->line];
    *number = m->number + steps * plain_numbers[m->line];
}

static inline bool plain_allows_in_line(const struct plain *p, const struct plain_move *m) {
    int row = 0, number = 0, others = 0;
    plain_back(m, &row, &number);
    while (plain_look(p, row, number, m->direction, m->size + others) == plain_other(p->mover))
        others++;
    const char behind = plain_look(p, row, number, m->direction, m->size + others);
    if (others == 0)
        return behind == '.';
    return others < m->size && (behind == '.' || behind == '#');
}

static inline bool plain_allows(const struct plain *p, const struct plain_move *m) {
    for (int i = 0; i < m->size; i++)
        if (plain_look(p, m->row, m->number, m->line, i) != p->mover)
            return false;
    if (plain_in_line(m))
        return plain_allows_in_line(p, m);
    for (int i = 0; i < m->size; i++)
        if (plain_look(p, m->row + i * plain_rows[m->line], m->number + i * plain_numbers[m->line],
                       m->direction, 1) != '.')
            return false;
    return true;
}

static inline char *plain_cell(int row, int number, char *out) {
    *out++ = (char)('a' + row - 1);
    *out++ = (char)('0' + number);
    return out;
}

static inline void plain_name(struct plain_move *m) {
    int row = m->row, number = m->number;
    char *out = m->text;
    if (plain_in_line(m))
        plain_back(m, &row, &number);
    out = plain_cell(row, number, out);
    if (!plain_in_line(m))
        out = plain_cell(row + (m->size - 1) * plain_rows[m->line],
                         number + (m->size - 1) * plain_numbers[m->line], out);
    out = plain_cell(row + plain_rows[m->direction], number + plain_numbers[m->direction], out);
    *out = '\0';
}

static inline int plain_moves(const struct plain *p, struct plain_move out[PLAIN_MOVES_MAX]) {
    int n = 0;
    if (plain_over(p))
        return 0;
    for (int row = 1; row <= 9; row++)
        for (int number = 1; number <= 9; number++)
            for (int size = 1; p->at[row][number] == p->mover && size <= 3; size++)
                for (int line = 0; line < (size == 1 ? 1 : 3); line++)
                    for (int direction = 0; direction < 6; direction++) {
                        struct plain_move m = {row, number, size, line, direction, ""};
                        if (!plain_allows(p, &m))
                            continue;
                        plain_name(&m);
                        out[n++] = m;
                    }
    return n;
}

static inline struct plain plain_make(const struct plain *before, const struct plain_move *m) {
    struct plain p = *before;
    const int dr = plain_rows[m->direction], dn = plain_numbers[m->direction];
    if (plain_in_line(m)) {
        int row = 0, number = 0;
        plain_back(m, &row, &number);
        /* Everything in front moves on, up to an empty cell or the edge. */
        char carried = '.';
        for (;;) {
            const char here = p.at[row][number];
            if (here == '#') {
                p.lost[carried == 'w']++;
                break;
            }
            p.at[row][number] = carried;
            carried = here;
            if (here == '.')
                break;
            row += dr;
            number += dn;
        }
    } else {
        for (int i = 0; i < m->size; i++) {
            const int row = m->row + i * plain_rows[m->line];
            const int number = m->number + i * plain_numbers[m->line];
            p.at[row][number] = '.';
            p.at[row + dr][number + dn] = before->mover;
        }
    }
    p.mover = plain_other(p.mover);
    return p;
}

static inline uint64_t plain_perft(const struct plain *p, int depth) {
    struct plain_move list[PLAIN_MOVES_MAX];
    const int n = plain_moves(p, list);
    if (depth == 1)
        return (uint64_t)n;
    uint64_t sum = 0;
    for (int i = 0; i < n; i++) {
        const struct plain next = plain_make(p, &list[i]);
        sum += plain_perft(&next, depth - 1);
    }
    return sum;
}

#endif
