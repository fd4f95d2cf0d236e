/* Carves aligned pieces out of one block of memory, so that a search allocates once.
 *
 * The same function lays the pieces out twice: first without a block, which only adds up the size,
 * then from the block. Both passes must ask for the same pieces in the same order:
 *
 *     struct carve c = {0};
 *     lay_out(thing, &c);
 *     thing->memory = mem_alloc(carve_size(&c));
 *     c = carve_from(thing->memory);
 *     lay_out(thing, &c);
 */
#ifndef SEARCH_CARVE_H
#define SEARCH_CARVE_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

enum { CARVE_ALIGNMENT = 64 }; /* a cache line, which is also what accumulators need */

struct carve {
    unsigned char *block; /* aligned; NULL: only count */
    size_t used;          /* bytes so far, a multiple of the alignment */
};

/* Bytes to allocate for the pieces counted so far, wherever the block begins. */
static inline size_t carve_size(const struct carve *c) {
    return c->used + CARVE_ALIGNMENT;
}

/* Begins to carve `memory`, which has carve_size() bytes and any alignment. */
static inline struct carve carve_from(void *memory) {
    assert(memory != NULL);
    const uintptr_t over = (uintptr_t)memory % CARVE_ALIGNMENT;
    unsigned char *block = memory;
    return (struct carve){.block = block + (over > 0 ? CARVE_ALIGNMENT - over : 0)};
}

/* The next piece of `size` bytes; NULL while counting, and where `size` is 0. */
static inline void *carve_piece(struct carve *c, size_t size) {
    assert(c->used % CARVE_ALIGNMENT == 0);
    void *piece = c->block != NULL && size > 0 ? c->block + c->used : NULL;
    assert((uintptr_t)piece % CARVE_ALIGNMENT == 0);
    c->used += (size + CARVE_ALIGNMENT - 1) / CARVE_ALIGNMENT * CARVE_ALIGNMENT;
    return piece;
}

#endif
