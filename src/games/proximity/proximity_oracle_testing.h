/* The oracle of Proximity: an independent, naive second implementation of the rules, for tests
 * only. It follows docs/games/proximity.md literally and is slow. It shares no code with the
 * product. */
#ifndef PROXIMITY_ORACLE_TESTING_H
#define PROXIMITY_ORACLE_TESTING_H

#include "games/proximity/proximity_testing.h"

#include <stdlib.h>

struct plain {
    int columns, rows, look, komi;
    char draw;             /* 'p'ool, 'i'id, 'l'ist */
    int list[2][128];      /* only 'l' */
    int pool[2][21];       /* the count of each value; only 'p' */
    char owner[16][16];    /* by x and y: 'b', 'r', '.' */
    int score[16][16];     /* 0: no tile */
    int known[10], knowns; /* in hand first */
    int placed;
};

static inline int plain_cells(const struct plain *p) {
    return p->columns * p->rows;
}

static inline void plain_read_list(int out[128], const char *text) {
    char *end;
    for (int i = 0; *text != '\0' && *text != '-'; i++) {
        out[i] = (int)strtol(text, &end, 10);
        text = end + (*end == '.');
    }
}

static inline const char *plain_option(const struct pes_game *g, const char *key) {
    return pes_values_text(&g->values, pes_values_find(&g->values, key));
}

static inline void plain_start(struct plain *p, const struct pes_game *g) {
    memset(p, 0, sizeof *p);
    p->draw = plain_option(g, "draw")[0];
    p->look = (int)strtol(plain_option(g, "look"), NULL, 10);
    p->columns = (int)strtol(plain_option(g, "columns"), NULL, 10);
    p->rows = (int)strtol(plain_option(g, "rows"), NULL, 10);
    p->komi = (int)strtol(plain_option(g, "komi"), NULL, 10);
    plain_read_list(p->list[0], plain_option(g, "blue"));
    plain_read_list(p->list[1], plain_option(g, "red"));
    memset(p->owner, '.', sizeof p->owner);
    const int m[2] = {(plain_cells(p) + 1) / 2, plain_cells(p) / 2};
    for (int player = 0; player < 2 && p->draw == 'p'; player++)
        for (int v = 1; v <= 20; v++)
            p->pool[player][v] = v * m[player] / 20 - (v - 1) * m[player] / 20;
}

static inline bool plain_on_board(const struct plain *p, int x, int y) {
    return x >= 0 && y >= 0 && x < p->columns && y < p->rows;
}

/* The i-th neighbour: E, SE, SW, W, NW, NE. */
static inline bool plain_neighbour(const struct plain *p, int x, int y, int i, int *nx, int *ny) {
    static const int even[6][2] = {{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}};
    static const int odd[6][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 0}, {0, -1}, {1, -1}};
    *nx = x + (y % 2 == 0 ? even : odd)[i][0];
    *ny = y + (y % 2 == 0 ? even : odd)[i][1];
    return plain_on_board(p, *nx, *ny);
}

static inline int plain_turn(const struct plain *p) {
    const int left = plain_cells(p) - p->placed;
    if (left == 0)
        return PES_TERMINAL;
    return p->knowns < (left < p->look ? left : p->look) ? PES_CHANCE : p->placed % 2;
}

/* Is this number an outcome of the next draw? */
static inline bool plain_drawable(const struct plain *p, int number) {
    const int k = p->placed + p->knowns;
    if (p->draw == 'l')
        return p->list[k % 2][k / 2] == number;
    return p->draw == 'i' || p->pool[k % 2][number] > 0;
}

/* Moves as cells, or outcomes as numbers; returns their number. */
static inline int plain_list(const struct plain *p, int out[256]) {
    int n = 0;
    if (plain_turn(p) == PES_CHANCE)
        for (int number = 1; number <= 20; number++) {
            if (plain_drawable(p, number))
                out[n++] = number;
        }
    else if (plain_turn(p) != PES_TERMINAL)
        for (int x = 0; x < p->columns; x++)
            for (int y = 0; y < p->rows; y++)
                if (p->owner[x][y] == '.')
                    out[n++] = x * p->rows + y;
    return n;
}

static inline void plain_place(struct plain *p, int cell) {
    const int x = cell / p->rows, y = cell % p->rows, n = p->known[0];
    const char me = p->placed % 2 == 0 ? 'b' : 'r';
    p->owner[x][y] = me;
    p->score[x][y] = n;
    for (int i = 0; i < 6; i++) {
        int nx, ny;
        if (!plain_neighbour(p, x, y, i, &nx, &ny) || p->owner[nx][ny] == '.')
            continue;
        if (p->owner[nx][ny] == me)
            p->score[nx][ny] = p->score[nx][ny] < 20 ? p->score[nx][ny] + 1 : 20;
        else if (p->score[nx][ny] < n)
            p->owner[nx][ny] = me;
    }
    for (int i = 1; i < p->knowns; i++)
        p->known[i - 1] = p->known[i];
    p->knowns--;
    p->placed++;
}

static inline void plain_draw(struct plain *p, int number) {
    if (p->draw == 'p')
        p->pool[(p->placed + p->knowns) % 2][number]--;
    p->known[p->knowns++] = number;
}

/* Makes an entry of plain_list(). */
static inline void plain_play(struct plain *p, int listed) {
    if (plain_turn(p) == PES_CHANCE)
        plain_draw(p, listed);
    else
        plain_place(p, listed);
}

/* Points with komi and cells of each side. */
static inline void plain_points(const struct plain *p, int points[2], int cells[2]) {
    points[0] = p->komi;
    points[1] = cells[0] = cells[1] = 0;
    for (int x = 0; x < p->columns; x++)
        for (int y = 0; y < p->rows; y++)
            if (p->owner[x][y] != '.') {
                points[p->owner[x][y] == 'r'] += p->score[x][y];
                cells[p->owner[x][y] == 'r']++;
            }
}

static inline int plain_result(const struct plain *p) {
    int points[2], cells[2];
    plain_points(p, points, cells);
    const int *by = points[0] != points[1] ? points : cells;
    return by[0] > by[1] ? 1 : by[0] < by[1] ? -1 : 0;
}

static inline uint64_t plain_perft(const struct plain *p, int depth) {
    int list[256];
    const int n = plain_list(p, list);
    if (depth == 1)
        return (uint64_t)n;
    uint64_t sum = 0;
    for (int i = 0; i < n; i++) {
        struct plain next = *p;
        plain_play(&next, list[i]);
        sum += plain_perft(&next, depth - 1);
    }
    return sum;
}

/* The product's position, parsed from its text alone. */
static inline void plain_read(struct plain *p, const struct pes_game *g, const char *text) {
    plain_start(p, g);
    int x = 0, y = 0;
    for (; *text != ' '; text++) {
        char *end = NULL;
        if (*text == '/') {
            x = 0;
            y++;
        } else if (*text == 'b' || *text == 'r') {
            p->owner[x][y] = *text;
            p->score[x++][y] = (int)strtol(text + 1, &end, 10);
            p->placed++;
        } else if (*text != ',') {
            x += (int)strtol(text, &end, 10);
        }
        text = end != NULL ? end - 1 : text;
    }
    text += 3;
    if (*text != '?')
        p->known[p->knowns++] = (int)strtol(text, NULL, 10);
    for (int player = 0; player < 2; player++) {
        text = strchr(text, ' ') + 1;
        for (int v = 1; v <= 20 && *text != '-'; v++)
            p->pool[player][v] = text[v - 1] - '0';
    }
    for (text = strchr(text, ' '); text != NULL && text[1] != '-'; text = strchr(text + 1, ','))
        p->known[p->knowns++] = (int)strtol(text + 1, NULL, 10);
}

#endif
