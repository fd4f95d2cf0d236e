#include "rooms/solved.h"

#include "pessoi/solve.h"

bool solved_has(const struct pes_game *g, const struct solved_tables *tables) {
    const struct pes_index *index = g->kit->index;
    const uint64_t numbers = index != NULL ? index->count(g) : 0;
    if (tables == NULL || numbers == 0)
        return false;
    return pes_table_exists(g, tables->folder) ||
           (tables->writable && numbers <= SOLVED_NUMBERS_MAX);
}
