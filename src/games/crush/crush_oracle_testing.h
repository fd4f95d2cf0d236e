/* The oracle of Crush: an independent, naive second implementation of the rules, for tests only.
 * One character per tile; everything is found by scanning the board. It shares no code with the
 * product. */
#ifndef CRUSH_ORACLE_TESTING_H
#define CRUSH_ORACLE_TESTING_H

#include "pessoi/game.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { PLAIN_SIZE = 12, PLAIN_HEIGHT = 42 };

struct plain {
    int columns, rows, height, colours, limit;
    bool tournament;
    char stuck;                          /* 's'ame, 'n'ext or 'a'ny */
    char tile[PLAIN_SIZE][PLAIN_HEIGHT]; /* '0'..'8', '?' or '.' */
    int side;                            /* 0 or 1 */
    int score[2];
    char phase; /* '-', 'f' or 'w' */
    int wave, first;
};

static inline void plain_clear(struct plain *p) {
    for (int x = 0; x < p->columns; x++)
        for (int y = 0; y < p->height; y++)
            p->tile[x][y] = '.';
    p->phase = 'f';
    p->wave = p->first = 0;
}

static inline bool plain_seen(const struct plain *p, int x, int y) {
    return x >= 0 && x < p->columns && y >= 0 && y < p->rows;
}

/* Tiles equal to the one on (x, y) in one direction, not counting it nor those beyond (bx, by). */
static inline int plain_ray(const struct plain *p, int x, int y, int dx, int dy, int bx, int by) {
    const char like = p->tile[x][y];
    int n = 0;
    for (;;) {
        x += dx;
        y += dy;
        if (!plain_seen(p, x, y) || p->tile[x][y] != like || (x == bx && y == by))
            return n;
        n++;
    }
}

static inline bool plain_in_run(const struct plain *p, int x, int y, int bx, int by) {
    if (p->tile[x][y] < '0' || p->tile[x][y] > '9')
        return false;
    return plain_ray(p, x, y, 1, 0, bx, by) + plain_ray(p, x, y, -1, 0, bx, by) >= 2 ||
           plain_ray(p, x, y, 0, 1, bx, by) + plain_ray(p, x, y, 0, -1, bx, by) >= 2;
}

static inline void plain_swap(struct plain *p, int x, int y, int to_x, int to_y) {
    const char t = p->tile[x][y];
    p->tile[x][y] = p->tile[to_x][to_y];
    p->tile[to_x][to_y] = t;
}

/* The cell in a direction: 'u', 'd', 'l', 'r'. */
static inline void plain_target(int x, int y, char direction, int *to_x, int *to_y) {
    *to_x = x + (direction == 'r') - (direction == 'l');
    *to_y = y + (direction == 'u') - (direction == 'd');
}

static inline bool plain_legal(const struct plain *p, int x, int y, char direction) {
    int to_x, to_y;
    plain_target(x, y, direction, &to_x, &to_y);
    if (!plain_seen(p, to_x, to_y))
        return false;
    struct plain after = *p;
    plain_swap(&after, x, y, to_x, to_y);
    return plain_in_run(&after, to_x, to_y, x, y);
}

/* Is a visible tile unknown? */
static inline bool plain_unsure(const struct plain *p) {
    for (int x = 0; x < p->columns; x++)
        if (memchr(p->tile[x], '?', (size_t)p->rows))
            return true;
    return false;
}

/* Writes the moves that complete a run, or all swaps, as text, in list order; returns their number.
 */
enum { PLAIN_MOVES = 576, PLAIN_TEXT = 16 };
static inline int plain_list(const struct plain *p, bool all, char out[PLAIN_MOVES][PLAIN_TEXT]) {
    int n = 0, to_x, to_y;
    for (int x = 0; x < p->columns; x++)
        for (int y = 0; y < p->rows; y++)
            for (const char *d = "udlr"; *d != '\0'; d++) {
                plain_target(x, y, *d, &to_x, &to_y);
                if (all ? plain_seen(p, to_x, to_y) : plain_legal(p, x, y, *d))
                    snprintf(out[n++], PLAIN_TEXT, "%c%d%c", 'a' + x, y + 1, *d);
            }
    return n;
}

/* Writes the legal moves; returns their number. */
static inline int plain_moves(const struct plain *p, char out[PLAIN_MOVES][PLAIN_TEXT]) {
    if (p->phase != '-' || p->score[0] >= p->limit || p->score[1] >= p->limit)
        return 0;
    const int n = plain_list(p, false, out);
    return n == 0 && p->stuck == 'a' && !plain_unsure(p) ? plain_list(p, true, out) : n;
}

/* Deletes all runs at once and lets the columns fall; returns the number of deleted tiles. */
static inline int plain_delete(struct plain *p) {
    bool gone[PLAIN_SIZE][PLAIN_HEIGHT] = {{false}};
    int n = 0;
    for (int x = 0; x < p->columns; x++)
        for (int y = 0; y < p->rows; y++) {
            gone[x][y] = plain_in_run(p, x, y, -1, -1);
            n += gone[x][y];
        }
    for (int x = 0; x < p->columns; x++) {
        int to = 0;
        for (int y = 0; y < p->height; y++)
            if (!gone[x][y])
                p->tile[x][to++] = p->tile[x][y];
        while (to < p->height)
            p->tile[x][to++] = '.';
    }
    return n;
}

/* count * (1 + 0.5 wave), a half rounded up. */
static inline void plain_count(struct plain *p, int count) {
    const int doubled = p->tournament ? 2 * count + count * p->wave : 2 * count;
    p->score[p->side] += doubled / 2 + doubled % 2;
}

/* The next '.' in the order of the phase; false: there is none. */
static inline bool plain_next(const struct plain *p, int *next_x, int *next_y) {
    for (int i = 0; i < p->columns * p->height; i++) {
        const int x = p->phase == 'f' ? i % p->columns : i / p->height;
        const int y = p->phase == 'f' ? i / p->columns : i % p->height;
        if (p->tile[x][y] == '.') {
            *next_x = x;
            *next_y = y;
            return true;
        }
    }
    return false;
}

/* The weight of a colour for the next '.'. */
static inline int plain_weight(const struct plain *p, char colour) {
    int x = 0, y = 0;
    plain_next(p, &x, &y);
    if (p->phase != 'f')
        return 1;
    if (x >= 2 && p->tile[x - 1][y] == colour && p->tile[x - 2][y] == colour)
        return 0;
    return !(y >= 2 && p->tile[x][y - 1] == colour && p->tile[x][y - 2] == colour);
}

static inline void plain_begin_turn(struct plain *p) {
    char unused[PLAIN_MOVES][PLAIN_TEXT];
    const bool was_wave = p->phase == 'w';
    p->phase = '-';
    p->wave = p->first = 0;
    if (p->score[0] >= p->limit || p->score[1] >= p->limit || plain_moves(p, unused) > 0)
        return;
    if (plain_unsure(p))
        return;
    plain_clear(p);
    if (was_wave && p->stuck == 'n')
        p->side = 1 - p->side;
}

/* "c4u" or "#3". */
static inline void plain_make(struct plain *p, const char *text) {
    int x, y, to_x, to_y;
    if (text[0] != '#') {
        x = text[0] - 'a';
        y = (int)strtol(text + 1, NULL, 10) - 1;
        plain_target(x, y, text[strlen(text) - 1], &to_x, &to_y);
        plain_swap(p, x, y, to_x, to_y);
        p->first = plain_delete(p);
        if (p->first == 0) {
            p->side = 1 - p->side;
            return;
        }
        p->phase = 'w';
        plain_count(p, p->first);
        return;
    }
    if (plain_next(p, &x, &y))
        p->tile[x][y] = text[1];
    if (plain_next(p, &x, &y))
        return;
    if (p->phase == 'w') {
        const int count = plain_delete(p);
        if (count > 0) {
            p->wave++;
            plain_count(p, count);
            return;
        }
        if (!p->tournament || p->first < 5)
            p->side = !p->side;
    }
    plain_begin_turn(p);
}

static inline void plain_format(const struct plain *p, char out[PES_STATE_TEXT_MAX]) {
    int n = 0;
    for (int y = p->height - 1; y >= 0; y--) {
        for (int x = 0; x < p->columns; x++)
            out[n++] = p->tile[x][y];
        out[n++] = y > 0 ? '/' : ' ';
    }
    n += snprintf(out + n, 64, "%d %d,%d ", p->side + 1, p->score[0], p->score[1]);
    if (p->phase == 'w')
        snprintf(out + n, 64, "%d,%d", p->wave, p->first);
    else
        snprintf(out + n, 64, "%s", p->phase == 'f' ? "fill" : "-");
}

static inline uint64_t plain_perft(const struct plain *p, int depth) {
    static const char colours[] = "012345678";
    if (depth == 0)
        return 1;
    uint64_t sum = 0;
    char moves[PLAIN_MOVES][PLAIN_TEXT];
    const int n = plain_moves(p, moves);
    for (int i = 0; i < n; i++) {
        struct plain next = *p;
        plain_make(&next, moves[i]);
        sum += plain_perft(&next, depth - 1);
    }
    for (int c = 0; p->phase != '-' && c < p->colours; c++) {
        const char text[3] = {'#', colours[c], '\0'};
        if (plain_weight(p, colours[c]) == 0)
            continue;
        struct plain next = *p;
        plain_make(&next, text);
        sum += plain_perft(&next, depth - 1);
    }
    return sum;
}

#endif
