/* The array of values of a solution in progress: one cell per position number.
 *
 * In games without forbidden moves a cell has 16 bits: the value, and the number of moves not yet
 * known to lose. Where the history may forbid a move (ko) it has 32 bits and holds two values, as
 * kit.h explains: `value` with nothing forbidden, `other` with `only` forbidden. `only` (a key of
 * struct pes_edge) is the move that makes the difference: the only best one, or the only one that
 * does not lose.
 *
 * Values are those of solve.h; 0 is "not known", and a draw at the end. A number that stands for no
 * position has a cell of zeros; no position ever has.
 *
 * Cells are read and written whole, with relaxed atomics. While some threads read a cell, at most
 * one writes to it, unless all writers use value_array_update_shared(). */
#ifndef SOLVE_VALUE_ARRAY_H
#define SOLVE_VALUE_ARRAY_H

#include "pessoi/err.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct cell {
    int8_t value;
    int8_t other;
    uint8_t
        only; /* while value and other are 0: the exclusive or of the keys of all `left` moves */
    uint8_t left; /* moves not yet known to lose */
};

struct value_array {
    union {
        _Atomic uint16_t *narrow;
        _Atomic uint32_t *wide;
        void *memory;
    } at;
    uint64_t count;
    bool bans; /* moves may be forbidden: cells are wide */
};

/* Bytes of a cell. */
static inline uint32_t value_array_size(const struct value_array *cells) {
    return cells->bans ? 4 : 2;
}

/* All cells are zero. NOMEM with a note where the machine has less memory than they need. */
PES_MUST_USE enum pes_err value_array_init(struct value_array *cells, uint64_t count, bool bans,
                                           struct pes_note *note);
void value_array_release(struct value_array *cells);

/* Cells as bits. ------------------------------------------------------------------------------- */

static inline uint16_t cell_narrow(const struct cell *c) {
    return (uint16_t)((uint8_t)c->value + 0x100u * c->left);
}
static inline uint32_t cell_wide(const struct cell *c) {
    return (uint8_t)c->value + 0x100u * (uint8_t)c->other + 0x10000u * c->only +
           0x1000000u * c->left;
}
static inline struct cell cell_of_narrow(uint16_t bits) {
    return (struct cell){.value = (int8_t)(bits & 255), .left = (uint8_t)(bits >> 8)};
}
static inline struct cell cell_of_wide(uint32_t bits) {
    return (struct cell){.value = (int8_t)(bits & 255),
                         .other = (int8_t)(bits >> 8 & 255),
                         .only = (uint8_t)(bits >> 16),
                         .left = (uint8_t)(bits >> 24)};
}

static inline struct cell value_array_get(const struct value_array *cells, uint64_t number) {
    assert(number < cells->count);
    if (cells->bans)
        return cell_of_wide(atomic_load_explicit(&cells->at.wide[number], memory_order_relaxed));
    return cell_of_narrow(atomic_load_explicit(&cells->at.narrow[number], memory_order_relaxed));
}
static inline void value_array_set(const struct value_array *cells, uint64_t number,
                                   const struct cell *c) {
    assert(number < cells->count);
    if (cells->bans)
        atomic_store_explicit(&cells->at.wide[number], cell_wide(c), memory_order_relaxed);
    else
        atomic_store_explicit(&cells->at.narrow[number], cell_narrow(c), memory_order_relaxed);
}

/* Updates of a cell by the value of one of its moves. -------------------------------------------
 */

/* The move `key` wins in `plies`, which is not less than any value the cell has. The first winning
 * move is the only best one until a second is found. A second of the same length makes the value
 * independent of the first; a longer one is the value with the first forbidden. */
static inline void cell_add_win(struct cell *c, int8_t plies, uint8_t key, bool bans) {
    assert(plies > 0);
    assert(c->value <= plies);
    if (c->value == 0) {
        assert(!bans || c->other == 0 || c->only == key);
        c->value = plies;
        c->only = key;
    } else if (bans && c->other == 0) {
        c->other = plies;
        if (c->value == plies)
            c->only = 0;
    }
}

/* The move `key` loses in `plies`, which is not less than any value the cell has. With one move
 * left the position is lost if that one is forbidden; with none left it is lost. */
static inline void cell_add_loss(struct cell *c, int8_t plies, uint8_t key, bool bans) {
    assert(plies > 0);
    assert(c->left > 0);
    c->left--;
    if (bans) {
        if (c->value == 0)
            c->only ^= key;
        if (c->left == 1 && c->other == 0)
            c->other = (int8_t)-plies;
    }
    if (c->left == 0) {
        c->value = (int8_t)-plies;
        c->only = c->other == c->value ? 0 : key;
    }
}

static inline void cell_add(struct cell *c, bool win, int8_t plies, uint8_t key, bool bans) {
    if (win)
        cell_add_win(c, plies, key, bans);
    else
        cell_add_loss(c, plies, key, bans);
}

/* The same for cells as bits: the solver's innermost operation. Most losing moves only decrement
 * `left`, or come too late to matter. */
static inline uint32_t cell_wide_after(uint32_t bits, bool win, int8_t plies, uint8_t key) {
    if (!win) {
        const bool decided = (bits & 0xff) != 0;
        if (decided && (bits & 0xff00) != 0)
            return bits;
        if (bits >> 24 > 2)
            return (bits - (UINT32_C(1) << 24)) ^ (decided ? 0 : (uint32_t)key << 16);
    }
    struct cell c = cell_of_wide(bits);
    cell_add(&c, win, plies, key, true);
    return cell_wide(&c);
}
static inline uint16_t cell_narrow_after(uint16_t bits, bool win, int8_t plies) {
    if ((bits & 0xff) != 0)
        return bits;
    struct cell c = cell_of_narrow(bits);
    cell_add(&c, win, plies, 0, false);
    return cell_narrow(&c);
}

/* Updates a cell that no other thread writes to. */
static inline void value_array_update_wide(const struct value_array *cells, uint64_t number,
                                           bool win, int8_t plies, uint8_t key) {
    assert(number < cells->count);
    _Atomic uint32_t *at = &cells->at.wide[number];
    const uint32_t before = atomic_load_explicit(at, memory_order_relaxed);
    const uint32_t after = cell_wide_after(before, win, plies, key);
    if (after != before)
        atomic_store_explicit(at, after, memory_order_relaxed);
}
static inline void value_array_update_narrow(const struct value_array *cells, uint64_t number,
                                             bool win, int8_t plies) {
    assert(number < cells->count);
    _Atomic uint16_t *at = &cells->at.narrow[number];
    const uint16_t before = atomic_load_explicit(at, memory_order_relaxed);
    const uint16_t after = cell_narrow_after(before, win, plies);
    if (after != before)
        atomic_store_explicit(at, after, memory_order_relaxed);
}

/* Updates a cell of either width that other threads may write to as well. */
void value_array_update_shared(const struct value_array *cells, uint64_t number, bool win,
                               int8_t plies, uint8_t key);

/* The first number in from..to-1 whose cell has a value of exactly plies or -plies; `to`: none. */
uint64_t value_array_find(const struct value_array *cells, uint64_t from, uint64_t to, int plies);

#endif
