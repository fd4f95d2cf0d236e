/* What does the interface cost? Counts the same tree twice, node by node: through the table of
 * functions that everybody uses, and by calling the rules of Boats directly. Prints nanoseconds of
 * CPU a node for both and their ratio; the best of several rounds, taken in turns, so that a busy
 * machine disturbs both alike.
 *
 * Boats is the hardest case: its moves cost next to nothing, so every call shows. */
#include "games/boats/boats.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

enum { DEPTH = 5, ROUNDS = 12 };

static uint64_t walk_direct(const struct boats_lake *lake, struct boats *s, int depth) {
    if (depth == 0)
        return 1;
    if (boats_over(lake, s))
        return 0;
    pes_move list[BOATS_MOVES_MAX];
    const int n = boats_list(boats_legal(lake, s), list);
    uint64_t sum = 0;
    for (int i = 0; i < n; i++) {
        const struct boats undo = *s;
        boats_play(s, list[i]);
        sum += walk_direct(lake, s, depth - 1);
        *s = undo;
    }
    return sum;
}

static uint64_t walk_table(const struct pes_game *g, struct pes_state *s, int depth) {
    if (depth == 0)
        return 1;
    pes_move list[PES_MOVES_MAX];
    struct pes_undo_buf undo;
    const int n = pes_moves(g, s, list);
    uint64_t sum = 0;
    for (int i = 0; i < n; i++) {
        pes_make(g, s, list[i], undo.bytes);
        sum += walk_table(g, s, depth - 1);
        pes_unmake(g, s, list[i], undo.bytes);
    }
    return sum;
}

static double cpu_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

int main(void) {
    struct pes_game *g;
    if (pes_game_open(&boats_kit, "start=s0", &g, NULL) != PES_ERR_OK)
        return 3;
    struct pes_state_buf start;
    g->rules->init(g, PES_STATE(start));
    double best_direct = 1e18, best_table = 1e18;
    uint64_t direct = 0, table = 0;
    for (int i = 0; i < ROUNDS; i++) {
        struct boats s = *boats_at(PES_STATE(start));
        const double before = cpu_ns();
        direct = walk_direct(boats_lake(g), &s, DEPTH);
        const double between = cpu_ns();
        table = walk_table(g, PES_STATE(start), DEPTH);
        const double after = cpu_ns();
        best_direct = between - before < best_direct ? between - before : best_direct;
        best_table = after - between < best_table ? after - between : best_table;
    }
    pes_game_close(g);
    if (direct != table) {
        fprintf(stderr, "interface: %" PRIu64 " nodes directly, %" PRIu64 " through the table\n",
                direct, table);
        return 1;
    }
    printf("nodes %" PRIu64 "\n", direct);
    printf("direct %.2f ns/node\n", best_direct / (double)direct);
    printf("interface %.2f ns/node\n", best_table / (double)direct);
    printf("ratio %.2f\n", best_table / best_direct);
    return 0;
}
