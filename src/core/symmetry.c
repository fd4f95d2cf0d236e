/* Positions up to symmetry. */
#include "pessoi/kit.h"

#include <assert.h>

uint64_t pes_symmetric_hash(const struct pes_game *g, const struct pes_state *s) {
    const struct pes_symmetry *symmetry = g->kit->symmetry;
    uint64_t least = pes_hash(g, s);
    const int count = symmetry != NULL ? symmetry->count(g) : 1;
    assert(count >= 1 && count <= PES_SYMMETRIES_MAX);
    for (int k = 1; k < count; k++) {
        struct pes_state_buf image;
        symmetry->image(g, s, k, PES_STATE(image));
        const uint64_t hash = pes_hash(g, PES_STATE(image));
        least = hash < least ? hash : least;
    }
    return least;
}
