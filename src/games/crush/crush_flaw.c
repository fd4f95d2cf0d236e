/* Validity of positions: the first reason why a position cannot occur in a game of Crush.
 *
 * Bytes are checked first, so that the later checks may rely on the invariants of crush.h; parser
 * and valid() share these checks. */
#include "games/crush/crush.h"

/* Bits beyond the board are 0, and every code is a colour of the variant, unknown or `.`. */
static bool good_bytes(const struct crush_board *board, const struct crush *s) {
    if (s->zero[0] | s->zero[1] || s->phase >= CRUSH_PHASES || s->side > 1)
        return false;
    if (s->phase != CRUSH_WAVE && (s->wave | s->first))
        return false;
    if (s->wave > CRUSH_WAVE_MAX || s->score[0] > CRUSH_SCORE_MAX || s->score[1] > CRUSH_SCORE_MAX)
        return false;
    for (int p = 0; p < CRUSH_PLANES; p++)
        for (int x = 0; x < CRUSH_LANES; x++)
            if (s->near[p][x] & ~board->all.of[x])
                return false;
    for (int x = 0; x < board->columns; x++) {
        const struct crush_column c = crush_column(board, s, x);
        for (int p = 0; p < CRUSH_PLANES; p++)
            if (c.plane[p] >> board->height)
                return false;
        for (int y = 0; y < board->height; y++) {
            const int code = crush_tile_in(&c, y);
            if (code >= board->colours && code < CRUSH_UNKNOWN)
                return false;
        }
    }
    return true;
}

/* Above a `.` there are only `.`; in a wave at most as many per column as visible rows. */
static enum crush_flaw dots_flaw(const struct crush_board *board, const struct crush *s,
                                 struct crush_cell *cell) {
    int missing = 0;
    for (int x = 0; x < board->columns; x++) {
        const struct crush_column c = crush_column(board, s, x);
        const uint64_t dots = c.plane[0] & c.plane[1] & c.plane[2] & c.plane[3];
        const uint64_t top = (uint64_t)1 << board->height;
        if (dots == 0)
            continue;
        const int y = __builtin_ctzll(dots), count = __builtin_popcountll(dots);
        missing += count;
        *cell = (struct crush_cell){x, y};
        if (s->phase == CRUSH_PLAY)
            return CRUSH_FLAW_DOT;
        if (dots + ((uint64_t)1 << y) != top)
            return CRUSH_FLAW_FLOAT;
        if (s->phase == CRUSH_WAVE && count > board->rows)
            return CRUSH_FLAW_DEEP;
    }
    *cell = (struct crush_cell){0, 0};
    return s->phase != CRUSH_PLAY && missing == 0 ? CRUSH_FLAW_FULL : CRUSH_FLAW_NONE;
}

/* In a fill tiles come row by row, and none completes a run. */
static enum crush_flaw fill_flaw(const struct crush_board *board, const struct crush *s,
                                 struct crush_cell *cell) {
    const struct crush_cell next = crush_next(board, s);
    for (int y = 0; y < board->height; y++)
        for (int x = 0; x < board->columns; x++) {
            const int code = crush_tile(board, s, x, y);
            *cell = (struct crush_cell){x, y};
            if (code == CRUSH_DOT)
                continue;
            if (y > next.y || (y == next.y && x > next.x))
                return CRUSH_FLAW_ORDER;
            if (crush_banned(board, s, *cell) >> code & 1)
                return CRUSH_FLAW_RUN;
        }
    return CRUSH_FLAW_NONE;
}

static enum crush_flaw run_flaw(const struct crush_board *board, const struct crush *s,
                                struct crush_cell *cell) {
    struct crush_set runs;
    if (crush_find_runs(board, s, &runs) == 0)
        return CRUSH_FLAW_NONE;
    int x = 0;
    while (runs.of[x] == 0)
        x++;
    assert(x < board->columns);
    *cell = (struct crush_cell){x, __builtin_ctz(runs.of[x])};
    return CRUSH_FLAW_RUN;
}

static enum crush_flaw board_flaw(const struct crush_board *board, const struct crush *s,
                                  struct crush_cell *cell) {
    const enum crush_flaw flaw = dots_flaw(board, s, cell);
    if (flaw != CRUSH_FLAW_NONE || s->phase == CRUSH_WAVE)
        return flaw;
    return s->phase == CRUSH_FILL ? fill_flaw(board, s, cell) : run_flaw(board, s, cell);
}

/* The least points that a cascade of this many waves brings. */
static uint64_t least_points(const struct crush_board *board, const struct crush *s) {
    uint64_t points = (uint64_t)crush_points(board, s->first, 0);
    for (int wave = 1; wave <= s->wave; wave++)
        points += (uint64_t)crush_points(board, CRUSH_RUN, wave);
    return points;
}

static enum crush_flaw score_flaw(const struct crush_board *board, const struct crush *s) {
    const bool reached[2] = {s->score[0] >= board->limit, s->score[1] >= board->limit};
    if (reached[0] && reached[1])
        return CRUSH_FLAW_BOTH;
    if (s->phase == CRUSH_FILL && (reached[0] || reached[1]))
        return CRUSH_FLAW_LATE;
    if (s->phase != CRUSH_WAVE)
        return CRUSH_FLAW_NONE;
    const uint64_t least = least_points(board, s);
    if (s->score[s->side] < least)
        return CRUSH_FLAW_POOR;
    return reached[!s->side] ? CRUSH_FLAW_LATE : CRUSH_FLAW_NONE;
}

enum crush_flaw crush_flaw(const struct crush_board *board, const struct crush *s,
                           struct crush_cell *cell) {
    struct crush_moves moves;
    *cell = (struct crush_cell){0, 0};
    if (!good_bytes(board, s))
        return CRUSH_FLAW_BYTES;
    enum crush_flaw flaw = board_flaw(board, s, cell);
    if (flaw == CRUSH_FLAW_NONE && s->phase == CRUSH_WAVE) {
        const int missing = crush_missing(board, s);
        if (s->first < CRUSH_RUN || s->first > board->columns * board->rows ||
            (s->wave == 0 && missing > s->first))
            return CRUSH_FLAW_FIRST;
    }
    if (flaw == CRUSH_FLAW_NONE)
        flaw = score_flaw(board, s);
    if (flaw != CRUSH_FLAW_NONE || s->phase != CRUSH_PLAY || crush_over(board, s))
        return flaw;
    if (!crush_find_legal(board, s, &moves) && !crush_has_unknown(board, s))
        return CRUSH_FLAW_STUCK;
    return CRUSH_FLAW_NONE;
}
