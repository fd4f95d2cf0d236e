#include "rooms/solved.h"

#include "pessoi/solve.h"

bool solved_has(const struct pes_game *g, const char *folder) {
    const struct pes_index *index = g->kit->index;
    const uint64_t numbers = index != NULL ? index->count(g) : 0;
    if (folder == NULL || numbers == 0)
        return false;
    return pes_table_exists(g, folder) || numbers <= SOLVED_NUMBERS_MAX;
}
