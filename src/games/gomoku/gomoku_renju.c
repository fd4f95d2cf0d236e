/* The forbidden points of renju.
 *
 * The terms, as the Renju International Federation defines them, for black stones in one line:
 *
 *     five           exactly five side by side
 *     overline       more than five
 *     four           four stones that one more makes into a five
 *     straight four  four stones side by side that either of two more makes into a five
 *     three          three stones that one more makes into a straight four, where this one more
 *                    does not make a five elsewhere and is not itself forbidden
 *
 * A stone that makes a five is always allowed. Otherwise it is forbidden if it makes an overline,
 * two different fours (both may be in one line) or two threes. Whether three stones are a three
 * depends on whether a later stone is forbidden, and so on: judge() is recursive, with one more
 * stone on the board at each level. Invariant: judge() leaves the lines as it found them.
 *
 * A line is two words, its black stones and its empty points. */
#include "games/gomoku/gomoku.h"

/* The lines, with the black stones that are being tried. */
struct judge {
    const struct gomoku_board *board;
    struct gomoku_lines lines;
};

enum verdict { VERDICT_ALLOWED, VERDICT_FIVE, VERDICT_OVERLINE, VERDICT_FOURS, VERDICT_THREES };

static enum verdict judge(struct judge *j, int point);

static bool bit_of(uint32_t word, int bit) {
    return bit >= 0 && (word >> bit & 1);
}

/* Counts the fours through the stone at `bit`: sets of four stones in five consecutive points, the
 * fifth empty, and no sixth stone adjacent. A straight four is one set found in two windows. */
static int count_fours(uint32_t black, uint32_t empty, int bit) {
    uint32_t before = 0;
    int count = 0;
    assert(bit >= 0 && bit < GOMOKU_SIZE_MAX);
    for (int first = bit < 4 ? 0 : bit - 4; first <= bit; first++) {
        const uint32_t five = (uint32_t)31 << first, stones = black & five, hole = five & ~stones;
        const bool four = hole != 0 && (hole & (hole - 1)) == 0 && (hole & empty) == hole;
        if (!four || bit_of(black, first - 1) || bit_of(black, first + 5))
            continue;
        count += stones != before;
        before = stones;
    }
    return count;
}

/* Would a stone at `added` make a straight four with the one at `bit`? */
static bool straight_four(uint32_t black, uint32_t empty, int bit, int added) {
    assert((black & empty) == 0);
    assert(bit_of(black, bit) && bit_of(empty, added));
    const uint32_t with = black | (uint32_t)1 << added;
    int first = bit, last = bit;
    while (bit_of(with, first - 1))
        first--;
    while (bit_of(with, last + 1))
        last++;
    return last - first == 3 && first <= added && added <= last && bit_of(empty, first - 1) &&
           bit_of(empty, last + 1) && !bit_of(with, first - 2) && !bit_of(with, last + 2);
}

/* Is there a three through this stone in its line of this kind? */
static bool has_three(struct judge *j, int point, int kind) {
    const struct gomoku_board *board = j->board;
    const int number = board->at[point].line[kind], bit = gomoku_bit(board, point, kind);
    const uint32_t black = j->lines.of[number][GOMOKU_BLACK];
    const uint32_t empty = board->full[number] & ~(black | j->lines.of[number][GOMOKU_WHITE]);
    for (int added = bit < 3 ? 0 : bit - 3; added <= bit + 3; added++)
        if (bit_of(empty, added) && straight_four(black, empty, bit, added) &&
            judge(j, point + (added - bit) * board->step[kind]) == VERDICT_ALLOWED)
            return true;
    return false;
}

/* The verdict on the stone that was just placed on `point`. */
static enum verdict judge_placed(struct judge *j, int point) {
    const struct gomoku_board *board = j->board;
    int longest = 0, fours = 0, threes = 0;
    for (int kind = 0; kind < GOMOKU_KINDS; kind++) {
        int first, last;
        const int length = gomoku_run(board, &j->lines, point, kind, &first, &last);
        if (length == 5)
            return VERDICT_FIVE;
        longest = length > longest ? length : longest;
    }
    if (longest > 5)
        return VERDICT_OVERLINE;
    for (int kind = 0; kind < GOMOKU_KINDS; kind++) {
        const int number = board->at[point].line[kind];
        const uint32_t black = j->lines.of[number][GOMOKU_BLACK];
        const uint32_t empty = board->full[number] & ~(black | j->lines.of[number][GOMOKU_WHITE]);
        fours += count_fours(black, empty, gomoku_bit(board, point, kind));
    }
    if (fours >= 2)
        return VERDICT_FOURS;
    for (int kind = 0; kind < GOMOKU_KINDS && threes < 2; kind++)
        threes += has_three(j, point, kind);
    return threes >= 2 ? VERDICT_THREES : VERDICT_ALLOWED;
}

/* A quick filter: a forbidden point needs four more black stones within four points along its
 * lines, which most points of most positions lack. */
static bool is_lonely(const struct judge *j, int point) {
    const struct gomoku_board *board = j->board;
    int near = 0;
    for (int kind = 0; kind < GOMOKU_KINDS; kind++) {
        const uint32_t black = j->lines.of[board->at[point].line[kind]][GOMOKU_BLACK];
        const uint32_t around = black << 4 >> gomoku_bit(board, point, kind);
        near += board->ones[(around & 15) | (around >> 1 & 0xf0)];
    }
    return near < 4;
}

static enum verdict judge(struct judge *j, int point) {
    if (is_lonely(j, point))
        return VERDICT_ALLOWED;
    gomoku_set(j->board, &j->lines, point, GOMOKU_BLACK);
    const enum verdict verdict = judge_placed(j, point);
    gomoku_clear(j->board, &j->lines, point, GOMOKU_BLACK);
    return verdict;
}

static void judge_init(struct judge *j, const struct gomoku_board *board, const struct gomoku *s) {
    assert(board->renju);
    j->board = board;
    gomoku_copy_lines(board, &j->lines, &s->lines);
}

enum gomoku_ban gomoku_ban(const struct gomoku_board *board, const struct gomoku *s, int point) {
    struct judge j;
    assert(gomoku_empty(s, point));
    judge_init(&j, board, s);
    switch (judge(&j, point)) {
    case VERDICT_OVERLINE:
        return GOMOKU_OVERLINE;
    case VERDICT_FOURS:
        return GOMOKU_DOUBLE_FOUR;
    case VERDICT_THREES:
        return GOMOKU_DOUBLE_THREE;
    case VERDICT_ALLOWED:
    case VERDICT_FIVE:
        break;
    }
    return GOMOKU_ALLOWED;
}

int gomoku_drop_banned(const struct gomoku_board *board, const struct gomoku *s, pes_move list[],
                       int n) {
    struct judge j;
    judge_init(&j, board, s);
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (judge(&j, gomoku_target(list[i])) <= VERDICT_FIVE)
            list[kept++] = list[i];
    assert(kept <= n);
    return kept;
}
