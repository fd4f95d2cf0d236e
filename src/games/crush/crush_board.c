/* The tiles of Crush: columns, equal tiles, moves, runs, falling, filling.
 *
 * Bit planes compared lane by lane (bit slicing, see crush.h); loops over lanes have a constant
 * length so that compilers vectorise them. Invariant: bits beyond the board are 0 in every plane,
 * and the `.` of a column are at its top. */
#include "games/crush/crush.h"

#include <stdlib.h>

/* Columns. ------------------------------------------------------------------------------------ */

struct crush_column crush_column(const struct crush_board *board, const struct crush *s, int x) {
    assert(x >= 0 && x < board->columns);
    struct crush_column c;
    for (int p = 0; p < CRUSH_PLANES; p++)
        c.plane[p] = s->near[p][x];
    if (board->hidden > 0)
        for (int p = 0; p < CRUSH_PLANES; p++)
            c.plane[p] |= (uint64_t)s->far[x][p] << board->rows;
    return c;
}

void crush_set_column(const struct crush_board *board, struct crush *s, int x,
                      const struct crush_column *c) {
    assert((c->plane[0] | c->plane[1] | c->plane[2] | c->plane[3]) >> board->height == 0);
    for (int p = 0; p < CRUSH_PLANES; p++)
        s->near[p][x] = (uint16_t)(c->plane[p] & board->all.of[x]);
    if (board->hidden > 0)
        for (int p = 0; p < CRUSH_PLANES; p++)
            s->far[x][p] = (uint32_t)(c->plane[p] >> board->rows);
}

int crush_tile(const struct crush_board *board, const struct crush *s, int x, int y) {
    assert(y >= 0 && y < board->height);
    const struct crush_column c = crush_column(board, s, x);
    return crush_tile_in(&c, y);
}

void crush_put(const struct crush_board *board, struct crush *s, int x, int y, int code) {
    assert(y >= 0 && y < board->height);
    struct crush_column c = crush_column(board, s, x);
    crush_put_in(&c, y, code);
    crush_set_column(board, s, x, &c);
}

void crush_exchange(struct crush *s, struct crush_swap swap) {
    const struct crush_cell a = swap.from, b = swap.to;
    assert(abs(a.x - b.x) + abs(a.y - b.y) == 1);
    for (int p = 0; p < CRUSH_PLANES; p++) {
        const unsigned differ = (s->near[p][a.x] >> a.y ^ s->near[p][b.x] >> b.y) & 1u;
        s->near[p][a.x] = (uint16_t)(s->near[p][a.x] ^ differ << a.y);
        s->near[p][b.x] = (uint16_t)(s->near[p][b.x] ^ differ << b.y);
    }
}

void crush_clear(const struct crush_board *board, struct crush *s) {
    const uint64_t all = ((uint64_t)1 << board->height) - 1;
    const struct crush_column dots = {{all, all, all, all}};
    for (int x = 0; x < board->columns; x++)
        crush_set_column(board, s, x, &dots);
    s->phase = CRUSH_FILL;
    s->wave = 0;
    s->first = 0;
}

/* Equal tiles. -------------------------------------------------------------------------------- */

/* The loops below run over all lanes, a constant number, so that compilers vectorise them. They
 * read words of up to three columns to the left and right; MARGIN zero words on both sides avoid
 * bounds checks. */
enum { MARGIN = 4, WIDE = MARGIN + CRUSH_LANES + MARGIN };

struct wide {
    uint16_t of[WIDE];
};

/* The planes with margins, and the cells whose tile has a colour. */
struct tiles {
    struct wide plane[CRUSH_PLANES];
    struct wide known;
};

static void spread(const struct crush_board *restrict board, const struct crush *restrict s,
                   struct tiles *restrict t) {
    memset(t, 0, sizeof *t);
    for (int p = 0; p < CRUSH_PLANES; p++)
        memcpy(t->plane[p].of + MARGIN, s->near[p], sizeof s->near[p]);
    for (int i = 0; i < CRUSH_LANES; i++) {
        /* Colours are 0..8, the codes without one 14 and 15. */
        const unsigned none = s->near[3][i] & s->near[2][i];
        t->known.of[MARGIN + i] = (uint16_t)(board->all.of[i] & ~none);
    }
}

/* The codes of a column's tiles, and shifted: those of the tiles above and below them. */
struct codes {
    unsigned bit[CRUSH_PLANES];
};

static inline struct codes codes_of(const struct tiles *t, int i) {
    return (struct codes){
        {t->plane[0].of[i], t->plane[1].of[i], t->plane[2].of[i], t->plane[3].of[i]}};
}
static inline struct codes above(struct codes c, int rows) {
    return (struct codes){{c.bit[0] >> rows, c.bit[1] >> rows, c.bit[2] >> rows, c.bit[3] >> rows}};
}
static inline struct codes below(struct codes c) {
    return (struct codes){{c.bit[0] << 1, c.bit[1] << 1, c.bit[2] << 1, c.bit[3] << 1}};
}
static inline unsigned differ(struct codes a, struct codes b) {
    return (a.bit[0] ^ b.bit[0]) | (a.bit[1] ^ b.bit[1]) | (a.bit[2] ^ b.bit[2]) |
           (a.bit[3] ^ b.bit[3]);
}

/* Pairs of equal tiles, each stored at its first one: with the tile above, two above, to the right,
 * two to the right, diagonally up to the right and diagonally down to the right. */
struct pairs {
    struct wide above, above2, right, right2, rising, falling;
};

static void find_near_pairs(const struct tiles *restrict t, struct pairs *restrict out) {
    for (int i = MARGIN; i < MARGIN + CRUSH_LANES; i++) {
        const struct codes a = codes_of(t, i), b = codes_of(t, i + 1);
        const unsigned known = t->known.of[i], next = t->known.of[i + 1];
        out->above.of[i] = (uint16_t)(known & known >> 1 & ~differ(a, above(a, 1)));
        out->right.of[i] = (uint16_t)(known & next & ~differ(a, b));
    }
}

static void find_far_pairs(const struct tiles *restrict t, struct pairs *restrict out) {
    for (int i = MARGIN; i < MARGIN + CRUSH_LANES; i++) {
        const struct codes a = codes_of(t, i), b = codes_of(t, i + 1), c = codes_of(t, i + 2);
        const unsigned known = t->known.of[i], next = t->known.of[i + 1];
        out->above2.of[i] = (uint16_t)(known & known >> 2 & ~differ(a, above(a, 2)));
        out->right2.of[i] = (uint16_t)(known & t->known.of[i + 2] & ~differ(a, c));
        out->rising.of[i] = (uint16_t)(known & next >> 1 & ~differ(a, above(b, 1)));
        out->falling.of[i] = (uint16_t)(known & next << 1 & ~differ(a, below(b)));
    }
}

/* Moves. -------------------------------------------------------------------------------------- */

/* A tile that moves up or down completes a run with two tiles straight ahead, two on one side of
 * its new place, or one on each side; `ur`, `dr`, `ul`, `dl` are the equal tiles at the corners. */
static void find_upright(const struct pairs *restrict q, struct crush_moves *restrict out) {
    for (int i = 0; i < CRUSH_LANES; i++) {
        const int at = MARGIN + i;
        const unsigned ur = q->rising.of[at], dr = q->falling.of[at];
        const unsigned ul = q->falling.of[at - 1] >> 1, dl = (unsigned)q->rising.of[at - 1] << 1;
        const unsigned up = q->above.of[at], up2 = q->above2.of[at];
        const unsigned left = q->right.of[at - 2], right = q->right.of[at + 1];
        out->go[CRUSH_UP].of[i] =
            (uint16_t)((up2 & up >> 2) | (ul & left >> 1) | (ur & right >> 1) | (ul & ur));
        out->go[CRUSH_DOWN].of[i] =
            (uint16_t)((up2 << 2 & up << 3) | (dl & left << 1) | (dr & right << 1) | (dl & dr));
    }
}

static void find_across(const struct pairs *restrict q, struct crush_moves *restrict out) {
    for (int i = 0; i < CRUSH_LANES; i++) {
        const int at = MARGIN + i;
        const unsigned ur = q->rising.of[at], dr = q->falling.of[at];
        const unsigned ul = q->falling.of[at - 1] >> 1, dl = (unsigned)q->rising.of[at - 1] << 1;
        const unsigned left = q->above.of[at - 1], right = q->above.of[at + 1];
        out->go[CRUSH_LEFT].of[i] = (uint16_t)((q->right2.of[at - 2] & q->right.of[at - 3]) |
                                               (ul & left >> 1) | (dl & left << 2) | (ul & dl));
        out->go[CRUSH_RIGHT].of[i] = (uint16_t)((q->right2.of[at] & q->right.of[at + 2]) |
                                                (ur & right >> 1) | (dr & right << 2) | (ur & dr));
    }
}

bool crush_find_moves(const struct crush_board *board, const struct crush *s,
                      struct crush_moves *out) {
    struct tiles t;
    struct pairs q;
    spread(board, s, &t);
    memset(&q, 0, sizeof q);
    find_near_pairs(&t, &q);
    find_far_pairs(&t, &q);
    find_upright(&q, out);
    find_across(&q, out);
    unsigned any = 0;
    for (int d = 0; d < CRUSH_DIRECTIONS; d++)
        for (int i = 0; i < CRUSH_LANES; i++)
            any |= out->go[d].of[i];
    assert((any & ~(unsigned)board->all.of[0]) == 0);
    return any != 0;
}

/* Every tile may move in every direction that stays on the visible board. */
static void all_swaps(const struct crush_board *board, struct crush_moves *out) {
    memset(out, 0, sizeof *out);
    for (int x = 0; x < board->columns; x++) {
        const unsigned all = board->all.of[x];
        out->go[CRUSH_UP].of[x] = (uint16_t)(all & all >> 1);
        out->go[CRUSH_DOWN].of[x] = (uint16_t)(all & all << 1);
        out->go[CRUSH_LEFT].of[x] = (uint16_t)(x > 0 ? all : 0);
        out->go[CRUSH_RIGHT].of[x] = (uint16_t)(x + 1 < board->columns ? all : 0);
    }
}

/* An unknown tile might allow a move that deletes something, so it rules free swaps out. */
bool crush_find_legal(const struct crush_board *board, const struct crush *s,
                      struct crush_moves *out) {
    if (crush_find_moves(board, s, out))
        return true;
    if (board->stuck != CRUSH_STUCK_ANY || crush_has_unknown(board, s))
        return false;
    all_swaps(board, out);
    return true;
}

/* Waves. -------------------------------------------------------------------------------------- */

int crush_find_runs(const struct crush_board *board, const struct crush *s,
                    struct crush_set *restrict out) {
    struct tiles t;
    struct pairs q;
    struct wide across;
    memset(&across, 0, sizeof across);
    spread(board, s, &t);
    find_near_pairs(&t, &q);
    memset(q.right.of + MARGIN + CRUSH_LANES, 0, MARGIN * sizeof q.right.of[0]);
    unsigned any = 0;
    for (int i = MARGIN; i < MARGIN + CRUSH_LANES; i++) {
        across.of[i] = (uint16_t)(q.right.of[i] & q.right.of[i + 1]);
        any |= across.of[i] | (q.above.of[i] & q.above.of[i] >> 1);
    }
    if (any == 0)
        return 0;
    for (int i = 0; i < CRUSH_LANES; i++) {
        const int at = MARGIN + i;
        const unsigned up = q.above.of[at] & q.above.of[at] >> 1;
        out->of[i] = (uint16_t)(up | up << 1 | up << 2 | across.of[at] | across.of[at - 1] |
                                across.of[at - 2]);
    }
    int count = 0;
    for (int x = 0; x < board->columns; x++)
        for (unsigned left = out->of[x]; left != 0; left &= left - 1)
            count++;
    assert(count >= CRUSH_RUN);
    return count;
}

/* Removes the lowest contiguous cells of *set from a column, which falls; *set falls with it. */
static void cut_stretch(struct crush_column *c, uint64_t *set) {
    assert(*set != 0);
    const int from = __builtin_ctzll(*set);
    const int count = __builtin_ctzll(~(*set >> from));
    const uint64_t below = ((uint64_t)1 << from) - 1;
    for (int p = 0; p < CRUSH_PLANES; p++)
        c->plane[p] = (c->plane[p] & below) | (c->plane[p] >> count & ~below);
    *set = *set >> count & ~below;
}

void crush_drop(const struct crush_board *board, struct crush *s, const struct crush_set *set) {
    const uint64_t height = (uint64_t)1 << board->height;
    for (int x = 0; x < board->columns; x++) {
        uint64_t gone = set->of[x];
        if (gone == 0)
            continue;
        assert((gone & ~(uint64_t)board->all.of[x]) == 0);
        struct crush_column c = crush_column(board, s, x);
        const uint64_t dots = height - (height >> __builtin_popcountll(gone));
        do
            cut_stretch(&c, &gone);
        while (gone != 0);
        for (int p = 0; p < CRUSH_PLANES; p++)
            c.plane[p] |= dots;
        crush_set_column(board, s, x, &c);
    }
}

bool crush_has_unknown(const struct crush_board *board, const struct crush *s) {
    for (int x = 0; x < board->columns; x++)
        if (s->near[3][x] & s->near[2][x] & s->near[1][x] & ~s->near[0][x])
            return true;
    return false;
}

/* Filling. ------------------------------------------------------------------------------------ */

struct crush_cell crush_next(const struct crush_board *board, const struct crush *s) {
    struct crush_cell next = {-1, board->height};
    for (int x = 0; x < board->columns; x++) {
        const uint64_t dots = crush_dots(board, s, x);
        if (dots == 0)
            continue;
        const int y = __builtin_ctzll(dots);
        if (s->phase == CRUSH_WAVE)
            return (struct crush_cell){x, y};
        if (y < next.y)
            next = (struct crush_cell){x, y};
    }
    return next;
}

int crush_missing(const struct crush_board *board, const struct crush *s) {
    int count = 0;
    for (int x = 0; x < board->columns; x++)
        count += __builtin_popcountll(crush_dots(board, s, x));
    return count;
}

unsigned crush_banned(const struct crush_board *board, const struct crush *s,
                      struct crush_cell cell) {
    unsigned banned = 0;
    assert(cell.x >= 0 && cell.y >= 0);
    if (s->phase != CRUSH_FILL)
        return banned;
    const struct crush_column c = crush_column(board, s, cell.x);
    if (cell.y >= 2 && crush_tile_in(&c, cell.y - 1) == crush_tile_in(&c, cell.y - 2))
        banned |= 1u << crush_tile_in(&c, cell.y - 1);
    if (cell.x >= 2) {
        const int left = crush_tile(board, s, cell.x - 1, cell.y);
        if (left == crush_tile(board, s, cell.x - 2, cell.y))
            banned |= 1u << left;
    }
    return banned & ~(1u << CRUSH_UNKNOWN);
}
