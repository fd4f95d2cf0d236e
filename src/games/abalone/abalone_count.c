/* Bitboard move generation: all moves of one direction at once, their number, a random one.
 *
 * For each direction three sets determine all moves: the marbles that can step alone, and the front
 * marbles of pairs and of triples that can move in line. A group can move broadside if each of its
 * marbles could step alone, so broadside moves follow from the first set.
 *
 * Counting is one population count per set: abalone_bits.h. Invariant: the sets, the count and the
 * draw agree with the list of abalone_list.c. */
#include "games/abalone/abalone_bits.h"

#define INLINE ABALONE_INLINE

/* The front marbles of groups of one, two and three that can move in a direction. */
struct fronts {
    uint64_t one, two, three;
};

INLINE struct fronts fronts_of(uint64_t own, uint64_t opponent, int direction) {
    const int back = (direction + ABALONE_LINES) % ABALONE_DIRECTIONS;
    const uint64_t blocked = abalone_before(own | opponent, direction);
    const uint64_t free = abalone_has[direction] & ~blocked;

    /* Cells in front of which one opponent marble, or two in line, can be pushed. */
    const uint64_t one_ahead = abalone_before(opponent & ~blocked, direction);
    const uint64_t two_ahead = abalone_before(opponent & one_ahead, direction);

    const uint64_t two = own & abalone_before(own, back);
    const uint64_t three = own & abalone_before(two, back);
    return (struct fronts){
        .one = own & free,
        .two = two & (free | one_ahead),
        .three = three & (free | one_ahead | two_ahead),
    };
}

/* The lowest marbles of pairs along a line whose marbles are all in `one`; applied to pairs, those
 * of triples. */
INLINE uint64_t pairs_of(uint64_t one, int line) {
    return one & abalone_before(one, line);
}

INLINE int bits(uint64_t set, bool popcnt) {
    return abalone_count_bits(set, popcnt);
}

INLINE int count_sideways(uint64_t one, int line, bool popcnt) {
    const uint64_t pairs = pairs_of(one, line);
    return bits(pairs, popcnt) + bits(pairs_of(pairs, line), popcnt);
}

INLINE int count_direction(uint64_t own, uint64_t opponent, int direction, bool popcnt) {
    const struct fronts f = fronts_of(own, opponent, direction);
    return bits(f.one, popcnt) + bits(f.two, popcnt) + bits(f.three, popcnt) +
           count_sideways(f.one, (direction + 1) % ABALONE_LINES, popcnt) +
           count_sideways(f.one, (direction + 2) % ABALONE_LINES, popcnt);
}

/* Unrolled by hand, so that every rotation is by a constant. */
INLINE int count_moves(uint64_t own, uint64_t opponent, bool popcnt) {
    return count_direction(own, opponent, ABALONE_E, popcnt) +
           count_direction(own, opponent, ABALONE_NE, popcnt) +
           count_direction(own, opponent, ABALONE_NW, popcnt) +
           count_direction(own, opponent, ABALONE_W, popcnt) +
           count_direction(own, opponent, ABALONE_SW, popcnt) +
           count_direction(own, opponent, ABALONE_SE, popcnt);
}

/* Moving up a line the front is the highest marble: the lowest is one or two steps back. */
INLINE uint64_t lowest_of(uint64_t front, int direction, int steps) {
    if (direction >= ABALONE_LINES)
        return front;
    return abalone_rotate(front, (unsigned)(steps * (ABALONE_CELLS - abalone_turn[direction])) %
                                     ABALONE_CELLS);
}

/* The front marbles of groups that eject a marble in a direction: two or three of them against one
 * on the rim, three against two. Most positions have none, and then this is cheap. */
INLINE pes_move *put_ejections(uint64_t own, uint64_t opponent, int direction, pes_move *to) {
    const int back = (direction + ABALONE_LINES) % ABALONE_DIRECTIONS;
    const uint64_t edge = opponent & ~abalone_has[direction];
    const uint64_t one_ahead = abalone_before(edge, direction);
    const uint64_t two = own & abalone_before(own, back) & one_ahead;
    const uint64_t near = own & abalone_before(opponent & one_ahead, direction);
    if ((two | near) == 0)
        return to;
    const uint64_t three = (two | near) & abalone_before(own & abalone_before(own, back), back);
    const int line = direction % ABALONE_LINES;
    for (uint64_t rest = lowest_of(two, direction, 1); rest != 0; rest &= rest - 1)
        *to++ = abalone_move(__builtin_ctzll(rest), abalone_slot_of(2, line, direction));
    for (uint64_t rest = lowest_of(three, direction, 2); rest != 0; rest &= rest - 1)
        *to++ = abalone_move(__builtin_ctzll(rest), abalone_slot_of(3, line, direction));
    return to;
}

int abalone_ejections(uint64_t own, uint64_t opponent, pes_move out[]) {
    pes_move *end = out;
    end = put_ejections(own, opponent, ABALONE_E, end);
    end = put_ejections(own, opponent, ABALONE_NE, end);
    end = put_ejections(own, opponent, ABALONE_NW, end);
    end = put_ejections(own, opponent, ABALONE_W, end);
    end = put_ejections(own, opponent, ABALONE_SW, end);
    end = put_ejections(own, opponent, ABALONE_SE, end);
    return (int)(end - out);
}

INLINE void set_sideways(uint64_t one, int line, int direction, uint64_t sets[ABALONE_SLOTS]) {
    const uint64_t pairs = pairs_of(one, line);
    sets[abalone_slot_of(2, line, direction)] = pairs;
    sets[abalone_slot_of(3, line, direction)] = pairs_of(pairs, line);
}

INLINE void set_direction(uint64_t own, uint64_t opponent, int direction,
                          uint64_t sets[ABALONE_SLOTS]) {
    const struct fronts f = fronts_of(own, opponent, direction);
    const int line = direction % ABALONE_LINES;
    sets[abalone_slot_of(1, line, direction)] = f.one;
    sets[abalone_slot_of(2, line, direction)] = lowest_of(f.two, direction, 1);
    sets[abalone_slot_of(3, line, direction)] = lowest_of(f.three, direction, 2);
    set_sideways(f.one, (line + 1) % ABALONE_LINES, direction, sets);
    set_sideways(f.one, (line + 2) % ABALONE_LINES, direction, sets);
}

INLINE void set_moves(uint64_t own, uint64_t opponent, uint64_t sets[ABALONE_SLOTS]) {
    set_direction(own, opponent, ABALONE_E, sets);
    set_direction(own, opponent, ABALONE_NE, sets);
    set_direction(own, opponent, ABALONE_NW, sets);
    set_direction(own, opponent, ABALONE_W, sets);
    set_direction(own, opponent, ABALONE_SW, sets);
    set_direction(own, opponent, ABALONE_SE, sets);
}

void abalone_legal_sets(uint64_t own, uint64_t opponent, uint64_t sets[ABALONE_SLOTS]) {
    assert((own & opponent) == 0);
    assert(((own | opponent) & ~ABALONE_BOARD) == 0);
    set_moves(own, opponent, sets);
}

/* The position of bit number `skip` of a set, counted from 0. */
INLINE int nth_bit(uint64_t set, int skip) {
    for (; skip > 0; skip--)
        set &= set - 1;
    assert(set != 0);
    return __builtin_ctzll(set);
}

INLINE pes_move draw_move(uint64_t own, uint64_t opponent, struct pes_rng *rng, bool popcnt) {
    uint64_t sets[ABALONE_SLOTS];
    int until[ABALONE_SLOTS]; /* prefix sums: moves of this slot and those before it */
    int total = 0;
    set_moves(own, opponent, sets);
    for (int slot = 0; slot < ABALONE_SLOTS; slot++)
        until[slot] = total += bits(sets[slot], popcnt);
    if (total == 0)
        return PES_MOVE_NONE;
    const int drawn = (int)pes_rng_below(rng, (uint32_t)total);
    int slot = 0;
    for (int i = 0; i < ABALONE_SLOTS - 1; i++)
        slot += until[i] <= drawn;
    const int skip = drawn - (slot > 0 ? until[slot - 1] : 0);
    assert(skip >= 0 && drawn < until[slot]);
    return abalone_move(nth_bit(sets[slot], skip), slot);
}

int abalone_count_plain(uint64_t own, uint64_t opponent) {
    return count_moves(own, opponent, false);
}

pes_move abalone_draw_plain(uint64_t own, uint64_t opponent, struct pes_rng *rng) {
    return draw_move(own, opponent, rng, false);
}

ABALONE_POPCNT static int count_popcnt(uint64_t own, uint64_t opponent) {
    return count_moves(own, opponent, true);
}

ABALONE_POPCNT static pes_move draw_popcnt(uint64_t own, uint64_t opponent, struct pes_rng *rng) {
    return draw_move(own, opponent, rng, true);
}

void abalone_choose_count(struct abalone_table *table) {
    const bool popcnt = abalone_has_popcnt();
    table->count = popcnt ? count_popcnt : abalone_count_plain;
    table->draw = popcnt ? draw_popcnt : abalone_draw_plain;
}
