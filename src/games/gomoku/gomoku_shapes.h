/* Line patterns (shapes) and threats: the basis of evaluation, move ordering and threat search.
 *
 * For every empty point, colour and kind of line there is a shape: the pattern that the line would
 * have with a stone of this colour on the point. It depends on the five points to either side,
 * because only rows of five through the point count, and a sixth stone beside one may spoil it. An
 * enemy stone or the edge ends the view in its direction, so each side is one of 63 codes and the
 * shape is looked up in a table of 64 by 64 per colour.
 *
 *     shape         one more stone makes ..                  example: P the point, X its colour
 *     five          (it is one)                              X P X X X
 *     open four     a five, at two places or more            . X P X X .
 *     four          a five, at one place                     O X P X X .
 *     wide three    an open four, at two places or more      . . X P X . .
 *     open three    an open four, at one place               . X P . X .
 *     three         a four                                   O X P X . .
 *     wide two      an open three, at four places or more    . . X P . . .
 *     open two      an open three                            . . X . . P .
 *     two, open one, one, none: and so on
 *
 * The four shapes of a point and colour together give its threat: what a stone there does or
 * threatens. Under renju some black stones are forbidden: overlines and double fours certainly, two
 * open threes possibly, which only gomoku_ban() can decide. All other threats are certain under
 * every rule.
 *
 * Shapes do not depend on the side to move. */
#ifndef GOMOKU_SHAPES_H
#define GOMOKU_SHAPES_H

#include "games/gomoku/gomoku.h"

enum gomoku_shape {
    SHAPE_NONE, /* never five */
    SHAPE_ONE,
    SHAPE_OPEN_ONE,
    SHAPE_TWO,
    SHAPE_OPEN_TWO,
    SHAPE_WIDE_TWO,
    SHAPE_THREE,
    SHAPE_OPEN_THREE,
    SHAPE_WIDE_THREE,
    SHAPE_FOUR,
    SHAPE_OPEN_FOUR,
    SHAPE_FIVE,
    SHAPE_TWO_FOURS, /* renju, Black: two fours in one line */
    SHAPE_OVERLINE,  /* renju, Black: six or more */
    SHAPES
};

/* A combination: the multiset of the four shapes of a point and colour. They are numbered so that
 * a larger largest shape has a larger number, then the second largest, and so on (combinatorial
 * number system). Without renju the last two shapes do not occur. */
enum {
    GOMOKU_COMBINATIONS = GOMOKU_COMBINATIONS_ROOM, /* C(SHAPES + 3, 4) */
    GOMOKU_COMBINATIONS_PLAIN = 1365                /* C(SHAPES + 1, 4) */
};

enum gomoku_threat {
    THREAT_NONE,
    THREAT_THREE,      /* an open three */
    THREAT_THREES,     /* several open threes */
    THREAT_FOUR,       /* a four */
    THREAT_FOUR_THREE, /* a four and an open three */
    THREAT_FOURS,      /* five at two places or more: it cannot be stopped */
    THREAT_FIVE,
    THREAT_DOUBT = 8, /* renju, Black: several threes: possibly forbidden */
    THREAT_BANNED,    /* renju, Black: certainly forbidden */
    THREATS,
    THREATS_ROOM = 16
};

/* An empty point; all zero where there is a stone. */
struct gomoku_spot {
    uint32_t shapes; /* one byte per kind of line: black in the low nibble, white in the high */
    uint32_t powers; /* black in the low half: the threat above twelve bits of combination */
};

/* The accumulator of the evaluation. It has one spot per point of the board, then zeros up to a
 * multiple of 64 bytes. */
struct gomoku_shapes {
    int64_t worth[2];                /* sums over the spots: gomoku_worth_of() */
    uint16_t count[2][THREATS_ROOM]; /* points by threat, those with stones included */
    uint64_t fours[2][GOMOKU_WORDS]; /* the spots with THREAT_FOUR to THREAT_DOUBT */
    uint64_t near[GOMOKU_WORDS];     /* points at most two columns and rows from a stone */
    uint64_t zero;                   /* always 0 */
    struct gomoku_spot spots[GOMOKU_POINTS_MAX];
};
_Static_assert(offsetof(struct gomoku_shapes, spots) == 256, "an accumulator has no padding");
_Static_assert(sizeof(struct gomoku_shapes) % 64 == 0, "nor at its end");
_Static_assert(sizeof(struct gomoku_shapes) <= PES_ACCUMULATOR_MAX, "and fits");

/* Fills in the tables of a variant whose points and rule are set. */
void gomoku_shapes_open(struct gomoku_board *board);

/* Bytes of an accumulator, a multiple of 64. */
size_t gomoku_shapes_size(const struct gomoku_board *board);

/* Computes the accumulator from scratch. */
void gomoku_shapes_refresh(const struct gomoku_board *board, const struct gomoku *s,
                           struct gomoku_shapes *out);

/* Derives `next` from `a` for a stone of `colour` on an empty point of s; s is before the move. */
void gomoku_shapes_push(const struct gomoku_board *board, const struct gomoku *s, int point,
                        int colour, const struct gomoku_shapes *a, struct gomoku_shapes *next);

/* Updates in place after a stone was put on a point or taken from it: everything that threats are
 * found by, but not `near` and `worth`. */
void gomoku_shapes_follow(const struct gomoku_board *board, const struct gomoku_lines *lines,
                          int point, struct gomoku_shapes *a);

/* The shape of one empty point, colour and kind, without an accumulator, as if the points
 * `blocked` of its line were the enemy's. */
enum gomoku_shape gomoku_shape_at(const struct gomoku_board *board,
                                  const struct gomoku_lines *lines, int point, int colour, int kind,
                                  uint32_t blocked);

/* The spot of one empty point. */
struct gomoku_spot gomoku_spot_at(const struct gomoku_board *board,
                                  const struct gomoku_lines *lines, int point);

static inline unsigned gomoku_power(const struct gomoku_spot *spot, int colour) {
    assert(colour == GOMOKU_BLACK || colour == GOMOKU_WHITE);
    return spot->powers >> (16 * colour) & UINT16_MAX;
}
static inline enum gomoku_threat gomoku_threat(const struct gomoku_spot *spot, int colour) {
    return (enum gomoku_threat)(gomoku_power(spot, colour) >> 12);
}
static inline int gomoku_combination_of(const struct gomoku_spot *spot, int colour) {
    return (int)(gomoku_power(spot, colour) & 4095);
}
static inline enum gomoku_shape gomoku_shape(const struct gomoku_spot *spot, int colour, int kind) {
    assert(kind >= 0 && kind < GOMOKU_KINDS);
    return (enum gomoku_shape)(spot->shapes >> (8 * kind + 4 * colour) & 15);
}

/* A worth is two numbers: what the lines of a colour are worth to the mover if they are its own,
 * and if they are the opponent's, as a word whose fields can be added. */
static inline int64_t gomoku_worth_of(int32_t own, int32_t other) {
    return (int64_t)other * ((int64_t)1 << 32) + own;
}
static inline int32_t gomoku_worth_own(int64_t worth) {
    return (int32_t)(uint32_t)((uint64_t)worth & UINT32_MAX);
}
static inline int32_t gomoku_worth_other(int64_t worth) {
    return (int32_t)((worth - gomoku_worth_own(worth)) / ((int64_t)1 << 32));
}

/* Copies the fitted weights of the variant's rule into its tables: gomoku_weights.c. */
void gomoku_weights_open(struct gomoku_board *board);

/* The combination of four shapes, in any order. */
int gomoku_combination(const int shapes[GOMOKU_KINDS]);

/* The shapes of a combination, the largest first. */
void gomoku_combination_shapes(int combination, int out[GOMOKU_KINDS]);

/* Does a stone with this threat make a four or more? THREAT_DOUBT may: look at its shapes. */
static inline bool gomoku_is_four(enum gomoku_threat threat) {
    return threat >= THREAT_FOUR && threat <= THREAT_FIVE;
}

/* The number of points that would complete a five after a stone on this spot. */
int gomoku_completions(const struct gomoku_spot *spot, int colour);

/* The situation of the threats: a bit for each kind that exists, the mover's and the opponent's. */
enum {
    SITUATION_STOP_FIVE = 1, /* the opponent threatens five */
    SITUATION_OWN = 2,       /* times 1 << threat - THREAT_THREE, up to THREAT_FOURS */
    SITUATION_OTHER = 64,
    GOMOKU_SITUATIONS = GOMOKU_SITUATIONS_ROOM,
    GOMOKU_SITUATION_BITS = 11
};
unsigned gomoku_situation(const uint16_t own[], const uint16_t other[]);

/* What exact rules say of a position by its threats, without weights. */
enum gomoku_verdict {
    VERDICT_OPEN,
    VERDICT_FIVE, /* the mover wins with the next stone */
    VERDICT_LOST, /* two fives to stop */
    VERDICT_FOURS /* the mover can threaten two fives, and the opponent threatens none */
};
enum gomoku_verdict gomoku_verdict(const uint16_t own[], const uint16_t other[]);

/* Sets of points, laid out like the empty points of a position. */
static inline bool gomoku_in(const uint64_t set[GOMOKU_WORDS], int point) {
    return set[point / 64] >> (point % 64) & 1;
}
static inline void gomoku_include(uint64_t set[GOMOKU_WORDS], int point) {
    set[point / 64] |= UINT64_C(1) << (point % 64);
}

/* The first point of a set from `point` on; -1: there is none. */
static inline int gomoku_next(const uint64_t set[GOMOKU_WORDS], int point) {
    assert(point >= 0);
    for (int i = point / 64; i < GOMOKU_WORDS; i++) {
        const uint64_t left = i == point / 64 ? set[i] >> (point % 64) << (point % 64) : set[i];
        if (left != 0)
            return 64 * i + __builtin_ctzll(left);
    }
    return -1;
}

#endif
