/* Shapes and threats by pattern tables, updated incrementally: see gomoku_shapes.h.
 *
 * gomoku_shapes_open() fills the tables of a variant by retrograde construction: the shape of a
 * pattern follows from those with one stone more. A stone changes only the shapes of empty points
 * within reach on its four lines. Invariant: an accumulator after push or follow equals, byte for
 * byte, that of gomoku_shapes_refresh(); `near` and `worth` are left out by follow. */
#include "games/gomoku/gomoku_shapes.h"

/* The tables. --------------------------------------------------------------------------------- */

enum {
    SIDE = 5, /* points of a side */
    SIDE_END = 1 << SIDE,
    SIDES = 2 * SIDE_END, /* every side is less than this */
    SIDE_PAIRS = 1 << 2 * SIDE
};

/* The code of a side: five points, nearest first, cut off at the first enemy stone. */
static uint8_t side_of(unsigned own, unsigned enemy) {
    const unsigned walls = enemy | SIDE_END, end = walls & (0 - walls);
    return (uint8_t)(end | (own & (end - 1)));
}

static unsigned reversed(unsigned five) {
    unsigned out = 0;
    for (int i = 0; i < SIDE; i++)
        out |= (five >> i & 1) << (SIDE - 1 - i);
    return out;
}

/* Extracts one colour from pairs of bits, black and white; both are set off the board. */
static unsigned unpaired(unsigned pairs, int colour) {
    unsigned out = 0;
    for (int i = 0; i < SIDE; i++)
        out |= (pairs >> (2 * i + colour) & 1) << i;
    return out;
}

static void open_sides(struct gomoku_tables *tables) {
    for (unsigned pairs = 0; pairs < SIDE_PAIRS; pairs++)
        for (int colour = GOMOKU_BLACK; colour <= GOMOKU_WHITE; colour++) {
            const unsigned own = unpaired(pairs, colour), enemy = unpaired(pairs, !colour);
            tables->ahead[pairs][colour] = side_of(own, enemy);
            tables->back[pairs][colour] = side_of(reversed(own), reversed(enemy));
        }
}

/* The visible points of a side, and the number of stones at its near end without a gap. */
static int side_length(unsigned side) {
    assert(side > 0 && side < SIDES);
    return 31 - __builtin_clz(side);
}
static int side_run(unsigned side) {
    const unsigned stones = side & ~(1U << side_length(side));
    return __builtin_ctz(~stones);
}

/* What wins and what is forbidden, for one colour. */
struct colour_rule {
    bool exactly; /* only exactly five win */
    bool bans;    /* forbidden points: overlines are illegal */
};

/* The shapes that one more stone can make, with the number of places for each. */
struct outlook {
    int places[SHAPES];
};

typedef uint8_t shape_table[SIDES][SIDES];

static struct outlook look_along(shape_table *table, unsigned back, unsigned ahead) {
    struct outlook out = {{0}};
    for (int i = 0; i < side_length(back); i++)
        if (!(back >> i & 1))
            out.places[(*table)[back | 1U << i][ahead]]++;
    for (int i = 0; i < side_length(ahead); i++)
        if (!(ahead >> i & 1))
            out.places[(*table)[back][ahead | 1U << i]]++;
    return out;
}

/* The shape, from the shapes with one stone more. */
static enum gomoku_shape shape_of(shape_table *table, unsigned back, unsigned ahead,
                                  struct colour_rule rule) {
    const int run = 1 + side_run(back) + side_run(ahead);
    if (run == 5 || (run > 5 && !rule.exactly))
        return SHAPE_FIVE;
    if (run > 5)
        return rule.bans ? SHAPE_OVERLINE : SHAPE_NONE;
    const struct outlook next = look_along(table, back, ahead);
    if (next.places[SHAPE_FIVE] > 1)
        return rule.bans && run != 4 ? SHAPE_TWO_FOURS : SHAPE_OPEN_FOUR;
    if (next.places[SHAPE_FIVE] == 1)
        return SHAPE_FOUR;
    if (next.places[SHAPE_OPEN_FOUR] > 0)
        return next.places[SHAPE_OPEN_FOUR] > 1 ? SHAPE_WIDE_THREE : SHAPE_OPEN_THREE;
    if (next.places[SHAPE_FOUR] > 0)
        return SHAPE_THREE;
    const int threes = next.places[SHAPE_OPEN_THREE] + next.places[SHAPE_WIDE_THREE];
    if (threes > 0)
        return threes > 3 ? SHAPE_WIDE_TWO : SHAPE_OPEN_TWO;
    if (next.places[SHAPE_THREE] > 0)
        return SHAPE_TWO;
    if (next.places[SHAPE_OPEN_TWO] + next.places[SHAPE_WIDE_TWO] > 0)
        return SHAPE_OPEN_ONE;
    return next.places[SHAPE_TWO] > 0 ? SHAPE_ONE : SHAPE_NONE;
}

/* From full patterns to empty ones: each depends on those with one stone more. */
static void open_shapes(shape_table *table, struct colour_rule rule) {
    for (int stones = 2 * SIDE; stones >= 0; stones--)
        for (unsigned back = 1; back < SIDES; back++)
            for (unsigned ahead = 1; ahead < SIDES; ahead++)
                if (__builtin_popcount(back) + __builtin_popcount(ahead) == stones + 2)
                    (*table)[back][ahead] = (uint8_t)shape_of(table, back, ahead, rule);
}

static void open_near(struct gomoku_board *board) {
    for (int a = 0; a < board->points; a++)
        for (int x = board->at[a].x - 2; x <= board->at[a].x + 2; x++)
            for (int y = board->at[a].y - 2; y <= board->at[a].y + 2; y++)
                if (x >= 0 && y >= 0 && x < board->size && y < board->size)
                    gomoku_include(board->tables.near[a], gomoku_point_of(board, x, y));
}

/* The number of each kind of threat among four shapes, as digits of a base-5 number. */
enum {
    TALLY_THREE = 1,
    TALLY_FOUR = 5,
    TALLY_OPEN_FOUR = 25,
    TALLY_FIVE = 125,
    TALLY_BAN = 625,
    TALLIES = 4 * TALLY_BAN + 1
};

static const uint16_t tally_of[SHAPES] = {
    [SHAPE_OPEN_THREE] = TALLY_THREE, [SHAPE_WIDE_THREE] = TALLY_THREE,
    [SHAPE_FOUR] = TALLY_FOUR,        [SHAPE_OPEN_FOUR] = TALLY_OPEN_FOUR,
    [SHAPE_FIVE] = TALLY_FIVE,        [SHAPE_TWO_FOURS] = TALLY_BAN,
    [SHAPE_OVERLINE] = TALLY_BAN,
};

static enum gomoku_threat threat_of(int sum, bool bans) {
    const int threes = sum % 5, fours = sum / TALLY_FOUR % 5, open = sum / TALLY_OPEN_FOUR % 5;
    assert(sum >= 0 && sum < TALLIES);
    if (sum / TALLY_FIVE % 5 > 0)
        return THREAT_FIVE;
    if (bans && (sum >= TALLY_BAN || fours + open > 1))
        return THREAT_BANNED;
    if (bans && threes > 1)
        return THREAT_DOUBT;
    if (open > 0 || fours > 1)
        return THREAT_FOURS;
    if (fours > 0)
        return threes > 0 ? THREAT_FOUR_THREE : THREAT_FOUR;
    return threes > 1 ? THREAT_THREES : threes > 0 ? THREAT_THREE : THREAT_NONE;
}

/* Combinations and situations. ---------------------------------------------------------------- */

/* n choose k, for 0 <= k <= 4. */
static int choose(int n, int k) {
    int out = 1;
    for (int i = 0; i < k; i++)
        out = out * (n - i) / (i + 1);
    return out;
}

int gomoku_combination(const int shapes[GOMOKU_KINDS]) {
    int sorted[GOMOKU_KINDS], number = 0;
    for (int i = 0; i < GOMOKU_KINDS; i++) {
        int at = i;
        for (; at > 0 && sorted[at - 1] < shapes[i]; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = shapes[i];
    }
    for (int i = 0; i < GOMOKU_KINDS; i++)
        number += choose(sorted[i] + GOMOKU_KINDS - 1 - i, GOMOKU_KINDS - i);
    assert(number >= 0 && number < GOMOKU_COMBINATIONS);
    return number;
}

void gomoku_combination_shapes(int combination, int out[GOMOKU_KINDS]) {
    assert(combination >= 0 && combination < GOMOKU_COMBINATIONS);
    for (int i = 0; i < GOMOKU_KINDS; i++) {
        const int k = GOMOKU_KINDS - i;
        out[i] = 0;
        while (choose(out[i] + k, k) <= combination)
            out[i]++;
        combination -= choose(out[i] + k - 1, k);
    }
}

unsigned gomoku_situation(const uint16_t own[], const uint16_t other[]) {
    unsigned bits = other[THREAT_FIVE] > 0 ? SITUATION_STOP_FIVE : 0;
    for (int threat = THREAT_THREE; threat <= THREAT_FOURS; threat++) {
        const unsigned bit = 1U << (threat - THREAT_THREE);
        bits |= own[threat] > 0 ? SITUATION_OWN * bit : 0;
        bits |= other[threat] > 0 ? SITUATION_OTHER * bit : 0;
    }
    assert(bits < GOMOKU_SITUATIONS);
    return bits;
}

enum gomoku_verdict gomoku_verdict(const uint16_t own[], const uint16_t other[]) {
    if (own[THREAT_FIVE] > 0)
        return VERDICT_FIVE;
    if (other[THREAT_FIVE] > 1)
        return VERDICT_LOST;
    return own[THREAT_FOURS] > 0 && other[THREAT_FIVE] == 0 ? VERDICT_FOURS : VERDICT_OPEN;
}

/* The power of four shapes of a colour. */
static unsigned power_of_shapes(const int shapes[GOMOKU_KINDS], bool bans) {
    int sum = 0;
    for (int i = 0; i < GOMOKU_KINDS; i++)
        sum += tally_of[shapes[i]];
    return (unsigned)threat_of(sum, bans) << 12 | (unsigned)gomoku_combination(shapes);
}

/* Numbers the pairs of shapes, and looks up the power of two pairs. */
static void open_powers(struct gomoku_board *board) {
    struct gomoku_tables *tables = &board->tables;
    uint8_t first[GOMOKU_PAIRS], second[GOMOKU_PAIRS];
    int pairs = 0;
    for (int a = 0; a < SHAPES; a++)
        for (int b = 0; b <= a; b++, pairs++) {
            tables->pair[a << 4 | b] = tables->pair[b << 4 | a] = (uint8_t)pairs;
            first[pairs] = (uint8_t)a;
            second[pairs] = (uint8_t)b;
        }
    assert(pairs == GOMOKU_PAIRS);
    for (int i = 0; i < GOMOKU_PAIRS; i++)
        for (int k = 0; k < GOMOKU_PAIRS; k++) {
            const int shapes[GOMOKU_KINDS] = {first[i], second[i], first[k], second[k]};
            const unsigned plain = power_of_shapes(shapes, false);
            tables->power[GOMOKU_WHITE][i][k] = (uint16_t)plain;
            tables->power[GOMOKU_BLACK][i][k] =
                (uint16_t)(board->renju ? power_of_shapes(shapes, true) : plain);
        }
}

void gomoku_shapes_open(struct gomoku_board *board) {
    struct gomoku_tables *tables = &board->tables;
    const bool exactly = board->exactly[GOMOKU_BLACK] != 0;
    tables->reach = exactly ? 5 : 4;
    open_sides(tables);
    open_near(board);
    open_powers(board);
    open_shapes(&tables->shape[GOMOKU_BLACK], (struct colour_rule){exactly, board->renju});
    if (board->renju)
        open_shapes(&tables->shape[GOMOKU_WHITE], (struct colour_rule){false, false});
    else
        memcpy(tables->shape[GOMOKU_WHITE], tables->shape[GOMOKU_BLACK], sizeof tables->shape[0]);
    gomoku_weights_open(board);
}

/* One point. ---------------------------------------------------------------------------------- */

/* Spreads the bits of a line to the even bits of a word. */
static inline uint64_t spread(uint32_t line) {
    uint64_t x = line;
    x = (x | x << 16) & UINT64_C(0x0000ffff0000ffff);
    x = (x | x << 8) & UINT64_C(0x00ff00ff00ff00ff);
    x = (x | x << 4) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    x = (x | x << 2) & UINT64_C(0x3333333333333333);
    return (x | x << 1) & UINT64_C(0x5555555555555555);
}

/* A line as pairs of bits, with a margin for sides that reach off the board. */
static inline uint64_t strip_of(uint32_t full, uint32_t black, uint32_t white) {
    const uint64_t edge = ~(spread(full) * 3 << 2 * SIDE);
    return (spread(black) | spread(white) << 1) << 2 * SIDE | edge;
}

int gomoku_completions(const struct gomoku_spot *spot, int colour) {
    int places = 0;
    for (int kind = 0; kind < GOMOKU_KINDS; kind++) {
        const enum gomoku_shape shape = gomoku_shape(spot, colour, kind);
        places += shape == SHAPE_OPEN_FOUR ? 2 : shape == SHAPE_FOUR;
    }
    return places;
}

/* The power of a spot: its threat and its combination. */
static inline unsigned power_of(const struct gomoku_tables *tables, uint32_t shapes, int colour) {
    uint32_t own = shapes >> 4 * colour & 0x0f0f0f0f;
    own |= own >> 4;
    return tables->power[colour][tables->pair[own & 255]][tables->pair[own >> 16 & 255]];
}

static inline struct gomoku_spot spot_of(const struct gomoku_tables *tables, uint32_t shapes) {
    return (struct gomoku_spot){shapes, power_of(tables, shapes, GOMOKU_BLACK) |
                                            power_of(tables, shapes, GOMOKU_WHITE) << 16};
}

/* The shapes of both colours at a bit of a strip, in one byte. */
static inline uint32_t shapes_at(const struct gomoku_tables *tables, uint64_t strip, int bit) {
    const uint8_t *back = tables->back[strip >> 2 * bit & (SIDE_PAIRS - 1)];
    const uint8_t *ahead = tables->ahead[strip >> (2 * bit + 2 * SIDE + 2) & (SIDE_PAIRS - 1)];
    return (uint32_t)tables->shape[GOMOKU_BLACK][back[GOMOKU_BLACK]][ahead[GOMOKU_BLACK]] |
           (uint32_t)tables->shape[GOMOKU_WHITE][back[GOMOKU_WHITE]][ahead[GOMOKU_WHITE]] << 4;
}

enum gomoku_shape gomoku_shape_at(const struct gomoku_board *board,
                                  const struct gomoku_lines *lines, int point, int colour, int kind,
                                  uint32_t blocked) {
    const int number = board->at[point].line[kind], bit = gomoku_bit(board, point, kind);
    assert(colour == GOMOKU_BLACK || colour == GOMOKU_WHITE);
    assert((blocked & lines->of[number][colour]) == 0);
    uint32_t words[2];
    memcpy(words, lines->of[number], sizeof words);
    words[!colour] |= blocked;
    const uint64_t strip = strip_of(board->full[number], words[GOMOKU_BLACK], words[GOMOKU_WHITE]);
    return (enum gomoku_shape)(shapes_at(&board->tables, strip, bit) >> 4 * colour & 15);
}

struct gomoku_spot gomoku_spot_at(const struct gomoku_board *board,
                                  const struct gomoku_lines *lines, int point) {
    const struct gomoku_tables *tables = &board->tables;
    uint32_t shapes = 0;
    for (int kind = 0; kind < GOMOKU_KINDS; kind++) {
        const int number = board->at[point].line[kind];
        const uint32_t *words = lines->of[number];
        const uint64_t strip =
            strip_of(board->full[number], words[GOMOKU_BLACK], words[GOMOKU_WHITE]);
        shapes |= shapes_at(tables, strip, gomoku_bit(board, point, kind)) << 8 * kind;
    }
    return spot_of(tables, shapes);
}

/* All points. --------------------------------------------------------------------------------- */

size_t gomoku_shapes_size(const struct gomoku_board *board) {
    const size_t bytes =
        offsetof(struct gomoku_shapes, spots) + (size_t)board->points * sizeof(struct gomoku_spot);
    assert(bytes <= sizeof(struct gomoku_shapes));
    return (bytes + 63) / 64 * 64;
}

static inline bool counts_as_four(unsigned threat) {
    return threat >= THREAT_FOUR && threat <= THREAT_DOUBT;
}

void gomoku_shapes_refresh(const struct gomoku_board *board, const struct gomoku *s,
                           struct gomoku_shapes *out) {
    memset(out, 0, gomoku_shapes_size(board));
    for (int point = 0; point < board->points; point++) {
        struct gomoku_spot *spot = &out->spots[point];
        if (gomoku_empty(s, point))
            *spot = gomoku_spot_at(board, &s->lines, point);
        else
            for (int i = 0; i < GOMOKU_WORDS; i++)
                out->near[i] |= board->tables.near[point][i];
        for (int colour = GOMOKU_BLACK; colour <= GOMOKU_WHITE; colour++) {
            const enum gomoku_threat threat = gomoku_threat(spot, colour);
            out->worth[colour] += board->tables.worth[colour][gomoku_combination_of(spot, colour)];
            out->count[colour][threat]++;
            if (counts_as_four(threat))
                gomoku_include(out->fours[colour], point);
        }
    }
}

/* The threats of a spot have changed: updates counts and sets. */
static void recount(struct gomoku_shapes *a, int point, uint32_t was, uint32_t powers) {
    const uint64_t bit = UINT64_C(1) << (point % 64);
    for (int colour = GOMOKU_BLACK; colour <= GOMOKU_WHITE; colour++) {
        const unsigned before = was >> (16 * colour + 12) & 15;
        const unsigned after = powers >> (16 * colour + 12) & 15;
        uint64_t *word = &a->fours[colour][point / 64];
        assert(a->count[colour][before] > 0);
        a->count[colour][before]--;
        a->count[colour][after]++;
        *word = counts_as_four(after) ? *word | bit : *word & ~bit;
    }
}

/* Sets shapes and powers of a spot and updates what depends on them; with `sums`, also the worth.
 * Both colours are updated even if the powers of only one have changed: which it is cannot be
 * predicted, and a mispredicted branch costs more. */
static inline void replace(const struct gomoku_tables *tables, struct gomoku_shapes *a, int point,
                           struct gomoku_spot spot, bool sums) {
    const uint32_t was = a->spots[point].powers, powers = spot.powers;
    a->spots[point] = spot;
    if (sums)
        for (int colour = GOMOKU_BLACK; colour <= GOMOKU_WHITE; colour++)
            a->worth[colour] += tables->worth[colour][powers >> 16 * colour & 4095] -
                                tables->worth[colour][was >> 16 * colour & 4095];
    if (((was ^ powers) & UINT32_C(0xf000f000)) != 0)
        recount(a, point, was, powers);
}

/* Updates the empty points within reach of a point on one of its lines. */
static inline __attribute__((always_inline)) void follow_line(const struct gomoku_board *board,
                                                              struct gomoku_shapes *a, int point,
                                                              int kind, uint32_t black,
                                                              uint32_t white, bool sums) {
    const struct gomoku_tables *tables = &board->tables;
    const uint32_t full = board->full[board->at[point].line[kind]];
    const int bit = gomoku_bit(board, point, kind), reach = tables->reach;
    const uint32_t around = (uint32_t)((((uint64_t)2 << 2 * reach) - 1) << bit >> reach);
    const uint64_t strip = strip_of(full, black, white);
    const int step = board->step[kind];
    for (uint32_t left = full & ~(black | white) & around; left != 0; left &= left - 1) {
        const int at = __builtin_ctz(left), there = point + (at - bit) * step;
        const uint32_t was = a->spots[there].shapes;
        const uint32_t shapes = (was & ~((uint32_t)255 << 8 * kind)) | shapes_at(tables, strip, at)
                                                                           << 8 * kind;
        if (shapes != was)
            replace(tables, a, there, spot_of(tables, shapes), sums);
    }
}

void gomoku_shapes_push(const struct gomoku_board *board, const struct gomoku *s, int point,
                        int colour, const struct gomoku_shapes *a, struct gomoku_shapes *next) {
    assert(gomoku_empty(s, point));
    assert(next != a);
    memcpy(next, a, gomoku_shapes_size(board));
    replace(&board->tables, next, point, (struct gomoku_spot){0}, true);
    for (int kind = 0; kind < GOMOKU_KINDS; kind++) {
        const uint32_t *words = s->lines.of[board->at[point].line[kind]];
        const uint32_t stone = (uint32_t)1 << gomoku_bit(board, point, kind);
        follow_line(board, next, point, kind,
                    words[GOMOKU_BLACK] | (colour == GOMOKU_BLACK ? stone : 0),
                    words[GOMOKU_WHITE] | (colour == GOMOKU_WHITE ? stone : 0), true);
    }
    for (int i = 0; i < GOMOKU_WORDS; i++)
        next->near[i] |= board->tables.near[point][i];
}

void gomoku_shapes_follow(const struct gomoku_board *board, const struct gomoku_lines *lines,
                          int point, struct gomoku_shapes *a) {
    const uint32_t *row = lines->of[board->at[point].line[GOMOKU_ROW]];
    if ((row[GOMOKU_BLACK] | row[GOMOKU_WHITE]) >> board->at[point].x & 1)
        replace(&board->tables, a, point, (struct gomoku_spot){0}, false);
    for (int kind = 0; kind < GOMOKU_KINDS; kind++) {
        const uint32_t *words = lines->of[board->at[point].line[kind]];
        follow_line(board, a, point, kind, words[GOMOKU_BLACK], words[GOMOKU_WHITE], false);
    }
}
