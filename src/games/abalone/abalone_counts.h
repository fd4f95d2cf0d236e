/* What the evaluation `own` counts in a position, as population counts of bitboards, and how the
 * counts become the features that `pessoi fit` weighs. The evaluation and the fitter both use this
 * file, so that they cannot differ.
 *
 * Counts are those of one side, whoever is to move. Empty cells beside marbles need no count: with
 * contacts, which both sides share, they follow from marbles, rim and pairs. */
#ifndef ABALONE_COUNTS_H
#define ABALONE_COUNTS_H

#include "games/abalone/abalone_bits.h"

enum { ABALONE_WEIGHT_UNIT = 16 }; /* weights are in sixteenths of a value */

struct abalone_counts {
    int rings[ABALONE_RINGS];         /* marbles at each distance from the centre */
    int neighbours, triangles, lines; /* pairs, mutually adjacent threes, threes in line */
    int pushes, ejections;            /* available if the side were to move */
    int eccentric; /* the squared distance of the centre of mass from e5, times the squared number
                      of marbles, divided by ABALONE_ECCENTRIC */
};
enum { ABALONE_ECCENTRIC = 16 };

/* The places whose row, or number less 1, has this binary digit. */
static const uint64_t abalone_row_digits[4] = {0x00007ffe0007ffe0, 0x00007ffffff80000,
                                               0x1ff0007e03f81fe0, 0x000f800000000000};
static const uint64_t abalone_number_digits[4] = {0x0aa5552aa9554aaa, 0x0cc6663331998ccc,
                                                  0x0f07f83dc1e60f10, 0x1008004002001000};

/* The sum of a coordinate over the marbles, relative to e5. */
ABALONE_INLINE int abalone_moment(uint64_t own, const uint64_t digits[4], int marbles,
                                  bool popcnt) {
    int sum = -4 * marbles;
    for (int i = 0; i < 4; i++)
        sum += abalone_count_bits(own & digits[i], popcnt) << i;
    return sum;
}

/* Rows and numbers grow along lines at an angle of 60 degrees. */
ABALONE_INLINE int abalone_eccentric(uint64_t own, int marbles, bool popcnt) {
    const int row = abalone_moment(own, abalone_row_digits, marbles, popcnt);
    const int number = abalone_moment(own, abalone_number_digits, marbles, popcnt);
    return (row * row + number * number - row * number) / ABALONE_ECCENTRIC;
}

/* Adds the pushes in a direction by groups with these front marbles: two against one or three
 * against two; three against one is already counted as its front two. Behind the pushed marbles is
 * an empty cell or the edge. */
ABALONE_INLINE void abalone_add_pushes(uint64_t two, uint64_t three, uint64_t opponent,
                                       uint64_t all, int direction, bool popcnt,
                                       struct abalone_counts *counts) {
    const uint64_t one_ahead =
        abalone_before(opponent & ~abalone_before(all, direction), direction);
    const uint64_t two_ahead = abalone_before(opponent & one_ahead, direction);
    const uint64_t one_to_edge = abalone_before(ABALONE_BOARD & ~abalone_has[direction], direction);
    const uint64_t two_to_edge = abalone_before(one_to_edge, direction);
    const uint64_t against_one = two & one_ahead, against_two = three & two_ahead;
    counts->pushes += abalone_count_bits(against_one | against_two, popcnt); /* no front is both */
    counts->ejections +=
        abalone_count_bits((against_one & one_to_edge) | (against_two & two_to_edge), popcnt);
    assert(counts->ejections <= counts->pushes);
}

/* Adds the counts along a line; returns the lower marbles of its pairs. Moving down the line the
 * lower marble is the front, moving up the upper one. */
ABALONE_INLINE uint64_t abalone_add_line(uint64_t own, uint64_t opponent, int line, bool popcnt,
                                         struct abalone_counts *counts) {
    const uint64_t all = own | opponent;
    const uint64_t two = own & abalone_before(own, line);
    const uint64_t three = two & abalone_before(two, line);
    const unsigned turn = abalone_turn[line];
    counts->neighbours += abalone_count_bits(two, popcnt);
    counts->lines += abalone_count_bits(three, popcnt);
    abalone_add_pushes(abalone_rotate(two, turn), abalone_rotate(three, 2 * turn), opponent, all,
                       line, popcnt, counts);
    abalone_add_pushes(two, three, opponent, all, line + ABALONE_LINES, popcnt, counts);
    return two;
}

/* Unrolled by hand, so that every rotation is by a constant. A triangle has its tip above or below
 * the two others. */
ABALONE_INLINE struct abalone_counts abalone_counts_of(uint64_t own, uint64_t opponent,
                                                       bool popcnt) {
    struct abalone_counts counts = {0};
    int marbles = 0;
    for (int ring = 0; ring < ABALONE_RINGS; ring++)
        marbles += counts.rings[ring] = abalone_count_bits(own & abalone_rings[ring], popcnt);
    const uint64_t e = abalone_add_line(own, opponent, ABALONE_E, popcnt, &counts);
    const uint64_t ne = abalone_add_line(own, opponent, ABALONE_NE, popcnt, &counts);
    const uint64_t nw = abalone_add_line(own, opponent, ABALONE_NW, popcnt, &counts);
    counts.triangles = abalone_count_bits(e & ne, popcnt) + abalone_count_bits(ne & nw, popcnt);
    counts.eccentric = abalone_eccentric(own, marbles, popcnt);
    return counts;
}

/* Features: the mover's count minus the opponent's, but for pushes: a threat is worth more to the
 * side to move. */
enum { ABALONE_LOSSES = 5 }; /* lost marbles with weights of their own */
enum {
    ABALONE_F_TURN,
    ABALONE_F_LOST, /* the first lost marble, the second, .. the fifth and each further one */
    ABALONE_F_RING = ABALONE_F_LOST + ABALONE_LOSSES, /* but for the rim */
    /* The squared number of marbles in the inner 19 cells. */
    ABALONE_F_SATURATION = ABALONE_F_RING + ABALONE_RINGS - 1,
    ABALONE_F_ECCENTRIC,
    ABALONE_F_CENTRE_LATE, /* marbles by steps from the rim, times the marbles lost by both */
    ABALONE_F_NEIGHBOURS,
    ABALONE_F_TRIANGLES,
    ABALONE_F_LINES,
    ABALONE_F_COHESION_LATE, /* pairs minus triangles, times the marbles lost by both */
    ABALONE_F_PUSHES,        /* the mover's, then the opponent's */
    ABALONE_F_EJECTIONS = ABALONE_F_PUSHES + 2,
    ABALONE_FEATURES = ABALONE_F_EJECTIONS + 2
};

ABALONE_INLINE int abalone_steps_from_rim(const struct abalone_counts *counts) {
    int sum = 0;
    for (int ring = 0; ring < ABALONE_RINGS; ring++)
        sum += (ABALONE_RINGS - 1 - ring) * counts->rings[ring];
    return sum;
}

ABALONE_INLINE int abalone_saturation(const struct abalone_counts *counts) {
    const int inner = counts->rings[0] + counts->rings[1] + counts->rings[2];
    return inner * inner;
}

/* Marbles minus connected groups, without holes (Euler's formula). */
ABALONE_INLINE int abalone_cohesion(const struct abalone_counts *counts) {
    return counts->neighbours - counts->triangles;
}

/* The features that are the mover's count minus the opponent's; `lost` by both. */
ABALONE_INLINE void abalone_put_balance(const struct abalone_counts *ours,
                                        const struct abalone_counts *theirs, int lost,
                                        int32_t out[ABALONE_FEATURES]) {
    for (int ring = 0; ring < ABALONE_RINGS - 1; ring++)
        out[ABALONE_F_RING + ring] = ours->rings[ring] - theirs->rings[ring];
    out[ABALONE_F_SATURATION] = abalone_saturation(ours) - abalone_saturation(theirs);
    out[ABALONE_F_ECCENTRIC] = ours->eccentric - theirs->eccentric;
    out[ABALONE_F_CENTRE_LATE] =
        lost * (abalone_steps_from_rim(ours) - abalone_steps_from_rim(theirs));
    out[ABALONE_F_NEIGHBOURS] = ours->neighbours - theirs->neighbours;
    out[ABALONE_F_TRIANGLES] = ours->triangles - theirs->triangles;
    out[ABALONE_F_LINES] = ours->lines - theirs->lines;
    out[ABALONE_F_COHESION_LATE] = lost * (abalone_cohesion(ours) - abalone_cohesion(theirs));
}

/* How many of the lost marbles have this weight. */
ABALONE_INLINE int abalone_losses(int lost, int weight) {
    if (lost <= weight)
        return 0;
    return weight < ABALONE_LOSSES - 1 ? 1 : lost - weight;
}

/* All features of a position. */
ABALONE_INLINE void abalone_put_features(const struct abalone *s, int32_t out[ABALONE_FEATURES],
                                         bool popcnt) {
    const int mover = s->mover, other = !mover;
    const uint64_t own = s->marbles[mover], opponent = s->marbles[other];
    const struct abalone_counts ours = abalone_counts_of(own, opponent, popcnt);
    const struct abalone_counts theirs = abalone_counts_of(opponent, own, popcnt);
    out[ABALONE_F_TURN] = 1;
    for (int i = 0; i < ABALONE_LOSSES; i++)
        out[ABALONE_F_LOST + i] =
            abalone_losses(s->lost[mover], i) - abalone_losses(s->lost[other], i);
    abalone_put_balance(&ours, &theirs, s->lost[0] + s->lost[1], out);
    out[ABALONE_F_PUSHES] = ours.pushes;
    out[ABALONE_F_PUSHES + 1] = theirs.pushes;
    out[ABALONE_F_EJECTIONS] = ours.ejections;
    out[ABALONE_F_EJECTIONS + 1] = theirs.ejections;
}

#endif
