/* The cost of the rules interface: walks the same tree twice, through the vtable of struct
 * pes_rules and by calling the rules of Boats directly. Both walks make and unmake every move but
 * count the last ply, as perft does. Prints nanoseconds of CPU time per move made and their ratio:
 * the best of several rounds, interleaved, so that a busy machine disturbs both alike.
 *
 * Boats is the hardest case: its moves cost next to nothing, so every call shows. */
#include "games/boats/boats.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

enum { DEPTH = 6, ROUNDS = 15 };

/* Leaves, and the moves made on the way to them. */
struct total {
    uint64_t leaves, made;
};

static void walk_direct(const struct boats_lake *lake, struct boats *s, int depth,
                        struct total *total) {
    if (boats_over(lake, s))
        return;
    const uint64_t moves = boats_legal(lake, s);
    if (depth == 1) {
        total->leaves += (uint64_t)boats_set_count(moves);
        return;
    }
    pes_move list[PES_MOVES_MAX];
    const int n = boats_list(moves, list);
    total->made += (uint64_t)n;
    for (int i = 0; i < n; i++) {
        const struct boats undo = *s;
        boats_play(s, list[i]);
        walk_direct(lake, s, depth - 1, total);
        *s = undo;
    }
}

static void walk_table(const struct pes_game *g, struct pes_state *s, int depth,
                       struct total *total) {
    if (depth == 1) {
        total->leaves += (uint64_t)g->rules->count(g, s);
        return;
    }
    pes_move list[PES_MOVES_MAX];
    struct pes_undo_buf undo;
    const int n = pes_moves(g, s, list);
    total->made += (uint64_t)n;
    for (int i = 0; i < n; i++) {
        pes_make(g, s, list[i], undo.bytes);
        walk_table(g, s, depth - 1, total);
        pes_unmake(g, s, list[i], undo.bytes);
    }
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
    struct total direct = {0}, table = {0};
    for (int i = 0; i < ROUNDS; i++) {
        struct boats s = *boats_at(PES_STATE(start));
        direct = table = (struct total){0};
        const double before = cpu_ns();
        walk_direct(boats_lake(g), &s, DEPTH, &direct);
        const double between = cpu_ns();
        walk_table(g, PES_STATE(start), DEPTH, &table);
        const double after = cpu_ns();
        best_direct = between - before < best_direct ? between - before : best_direct;
        best_table = after - between < best_table ? after - between : best_table;
    }
    pes_game_close(g);
    if (direct.leaves != table.leaves || direct.made != table.made) {
        fprintf(stderr, "interface: %" PRIu64 " leaves directly, %" PRIu64 " through the table\n",
                direct.leaves, table.leaves);
        return 1;
    }
    printf("leaves %" PRIu64 ", moves made %" PRIu64 "\n", direct.leaves, direct.made);
    printf("direct %.2f ns a move\n", best_direct / (double)direct.made);
    printf("interface %.2f ns a move\n", best_table / (double)direct.made);
    printf("ratio %.2f\n", best_table / best_direct);
    return 0;
}
