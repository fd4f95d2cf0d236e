/* Memory, shared updates and searching of the value array; the single-threaded updates are inline
 * in value_array.h.
 *
 * Invariant: an update is one atomic read-modify-write of a whole cell, so that no reader sees half
 * of one. */
#include "solve/value_array.h"

#include "core/mem.h"
#include "solve/text.h"

#include <unistd.h>

enum { MEGABYTE = 1000000 };

/* Linux overcommits memory: an allocation that is too large succeeds, and the process is killed
 * later. So compare with the physical memory first. */
enum pes_err value_array_init(struct value_array *cells, uint64_t count, bool bans,
                              struct pes_note *note) {
    assert(count > 0);
    *cells = (struct value_array){.count = count, .bans = bans};
    const long pages = sysconf(_SC_PHYS_PAGES), page_size = sysconf(_SC_PAGESIZE);
    const uint64_t there =
        pages > 0 && page_size > 0 ? (uint64_t)pages * (uint64_t)page_size : SIZE_MAX;
    const uint64_t size = value_array_size(cells);
    if (count <= there / size)
        cells->at.memory = mem_alloc((size_t)(count * size));
    if (cells->at.memory != NULL)
        return PES_ERR_OK;
    return pes_note_say(note, PES_ERR_NOMEM, 0, TEXT(solve_too_large),
                        PES_ARGS(PES_INT((int64_t)(count / MEGABYTE * size)),
                                 PES_INT((int64_t)(there / MEGABYTE))));
}

void value_array_release(struct value_array *cells) {
    mem_free(cells->at.memory);
    cells->at.memory = NULL;
}

void value_array_update_shared(const struct value_array *cells, uint64_t number, bool win,
                               int8_t plies, uint8_t key) {
    assert(number < cells->count);
    if (cells->bans) {
        _Atomic uint32_t *at = &cells->at.wide[number];
        uint32_t before = atomic_load_explicit(at, memory_order_relaxed), after;
        do
            after = cell_wide_after(before, win, plies, key);
        while (after != before &&
               !atomic_compare_exchange_weak_explicit(at, &before, after, memory_order_relaxed,
                                                      memory_order_relaxed));
    } else {
        _Atomic uint16_t *at = &cells->at.narrow[number];
        uint16_t before = atomic_load_explicit(at, memory_order_relaxed), after;
        do
            after = cell_narrow_after(before, win, plies);
        while (after != before &&
               !atomic_compare_exchange_weak_explicit(at, &before, after, memory_order_relaxed,
                                                      memory_order_relaxed));
    }
}

/* Is one of the two low bytes zero? (The classic bit trick, for 16 bits.) */
static inline bool has_zero(uint32_t bits) {
    return ((bits - 0x0101) & ~bits & 0x8080) != 0;
}

uint64_t value_array_find(const struct value_array *cells, uint64_t from, uint64_t to, int plies) {
    assert(from <= to);
    assert(to <= cells->count);
    assert(plies >= 0);
    assert(plies <= INT8_MAX);
    const uint32_t win = (uint8_t)plies, loss = (uint8_t)-plies;
    if (cells->bans) {
        const _Atomic uint32_t *at = cells->at.wide;
        for (; from < to; from++) {
            const uint32_t bits = atomic_load_explicit(&at[from], memory_order_relaxed);
            if (has_zero(bits ^ win * 0x0101) || has_zero(bits ^ loss * 0x0101))
                break;
        }
    } else {
        const _Atomic uint16_t *at = cells->at.narrow;
        for (; from < to; from++) {
            const uint32_t value = atomic_load_explicit(&at[from], memory_order_relaxed) & 0xff;
            if (value == win || value == loss)
                break;
        }
    }
    return from;
}
