/* Shared by the tests of this folder: variants, a temporary folder, and a naive solver. */
#ifndef SOLVE_TESTING_H
#define SOLVE_TESTING_H

#include "pessoi/solve.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

enum { TESTING_PATH_MAX = 256 };

static inline struct pes_game *testing_open(const struct pes_kit *kit, const char *options) {
    struct pes_game *g = NULL;
    assert_int_equal(pes_game_open(kit, options, &g, NULL), PES_ERR_OK);
    return g;
}

/* A new empty folder; testing_remove() removes it with all files in it. */
static inline void testing_folder(char out[TESTING_PATH_MAX]) {
    const char *base = getenv("TMPDIR");
    /* In memory where that is possible: solving syncs its files, and a busy disk takes minutes. */
    if (base == NULL)
        base = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(out, TESTING_PATH_MAX, "%.200s/pessoi-solve-XXXXXX", base);
    assert_non_null(mkdtemp(out));
}

/* Counts the files of a folder with this suffix; removes them if asked. */
static inline int testing_files(const char *folder, const char *ending, bool delete) {
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    int count = 0;
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        char path[2 * TESTING_PATH_MAX];
        const size_t length = strlen(entry->d_name), wanted = strlen(ending);
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 ||
            length < wanted || strcmp(entry->d_name + length - wanted, ending) != 0)
            continue;
        count++;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (delete)
            assert_int_equal(unlink(path), 0);
    }
    closedir(dir);
    return count;
}

static inline void testing_remove(const char *folder) {
    testing_files(folder, "", true);
    assert_int_equal(rmdir(folder), 0);
}

/* A naive solver that uses only the rules: a table of all positions by hash, including the
 * forbidden move, and passes over it until nothing changes. */
struct plain_node {
    uint64_t hash;
    struct pes_state_buf *state; /* NULL: the slot is free */
    int32_t value;               /* 0: not known, at the end a draw */
    int32_t move_count;
    uint32_t *moves; /* where each move leads: a slot, or an end */
};
/* Ends of the game, from the view of the player who made the move to it. */
#define PLAIN_WINS (UINT32_MAX - 2)
#define PLAIN_LOSES (UINT32_MAX - 1)
#define PLAIN_DRAWS UINT32_MAX
struct plain_solver {
    const struct pes_game *game;
    struct plain_node *nodes; /* slots, a power of two */
    uint64_t places, used;
};

static inline struct plain_node *plain_find(const struct plain_solver *solver,
                                            const struct pes_state *s) {
    const uint64_t hash = pes_hash(solver->game, s);
    uint64_t at = hash & (solver->places - 1);
    while (solver->nodes[at].state != NULL && solver->nodes[at].hash != hash)
        at = (at + 1) & (solver->places - 1);
    solver->nodes[at].hash = hash;
    return &solver->nodes[at];
}

/* Positions whose moves are not yet expanded. */
struct plain_stack {
    struct pes_state_buf **items;
    uint64_t count, cap;
};

/* Adds a position, unless it is already there or the game has ended in it. */
static inline void plain_meet(struct plain_solver *solver, const struct pes_state *s,
                              struct plain_stack *stack) {
    struct plain_node *node = plain_find(solver, s);
    if (node->state != NULL || pes_over(solver->game, s))
        return;
    assert_true(2 * ++solver->used < solver->places);
    node->state = malloc(solver->game->state_size);
    assert_non_null(node->state);
    memcpy(node->state, s, solver->game->state_size);
    if (stack->count == stack->cap) {
        stack->cap = 2 * stack->cap + 1024;
        stack->items = realloc(stack->items, stack->cap * sizeof(struct pes_state_buf *));
        assert_non_null(stack->items);
    }
    stack->items[stack->count++] = node->state;
}

/* Adds a position and all its successors. */
static inline void plain_add(struct plain_solver *solver, const struct pes_state *first) {
    const struct pes_game *g = solver->game;
    struct plain_stack stack = {.items = NULL};
    plain_meet(solver, first, &stack);
    while (stack.count > 0) {
        const struct pes_state *s =
            (const struct pes_state *)(const void *)stack.items[--stack.count];
        pes_move list[PES_MOVES_MAX];
        const int n = pes_moves(g, s, list);
        for (int i = 0; i < n; i++) {
            struct pes_state_buf next;
            struct pes_undo_buf undo;
            pes_copy(g, PES_STATE(next), s);
            pes_make(g, PES_STATE(next), list[i], undo.bytes);
            plain_meet(solver, PES_STATE(next), &stack);
        }
    }
    free(stack.items);
}

/* Finds the successors of a position, once. */
static inline void plain_connect(struct plain_solver *solver, struct plain_node *node) {
    const struct pes_game *g = solver->game;
    const struct pes_state *s = (const struct pes_state *)(const void *)node->state;
    const pes_player mover = pes_turn(g, s);
    pes_move list[PES_MOVES_MAX];
    node->move_count = pes_moves(g, s, list);
    node->moves = calloc((size_t)node->move_count, sizeof *node->moves);
    assert_non_null(node->moves);
    for (int i = 0; i < node->move_count; i++) {
        struct pes_state_buf next;
        struct pes_undo_buf undo;
        int32_t payoff[PES_PLAYERS_MAX];
        pes_copy(g, PES_STATE(next), s);
        pes_make(g, PES_STATE(next), list[i], undo.bytes);
        if (!pes_over(g, PES_STATE(next))) {
            node->moves[i] = (uint32_t)(plain_find(solver, PES_STATE(next)) - solver->nodes);
            continue;
        }
        pes_payoff(g, PES_STATE(next), payoff);
        node->moves[i] = payoff[mover] > payoff[1 - mover]   ? PLAIN_WINS
                         : payoff[mover] < payoff[1 - mover] ? PLAIN_LOSES
                                                             : PLAIN_DRAWS;
    }
}

/* Decides the positions that end in exactly `plies`, from those that end in fewer. Turns alternate.
 */
static inline int32_t plain_value(const struct plain_solver *solver, const struct plain_node *node,
                                  int plies) {
    bool all_lose = true;
    for (int i = 0; i < node->move_count; i++) {
        const uint32_t to = node->moves[i];
        int32_t value = to == PLAIN_WINS ? 1 : to == PLAIN_LOSES ? -1 : 0; /* the mover's */
        if (to < PLAIN_WINS) {
            value = -solver->nodes[to].value;
            if (value >= plies || value <= -plies)
                value = 0;
        }
        if (value > 0)
            return plies;
        all_lose = all_lose && value < 0;
    }
    return all_lose ? -plies : 0;
}

static inline void plain_solve(struct plain_solver *solver, const struct pes_game *g) {
    /* Both sides to move, and each position with every move that may be forbidden in it. */
    const uint64_t most = 2 * g->kit->index->count(g) * (uint64_t)g->moves_max;
    uint64_t places = 1024;
    while (places < 2 * most)
        places *= 2;
    *solver = (struct plain_solver){.game = g, .places = places};
    solver->nodes = calloc(places, sizeof *solver->nodes);
    assert_non_null(solver->nodes);
    for (uint64_t number = 0; number < g->kit->index->count(g); number++) {
        struct pes_state_buf s;
        if (g->kit->index->unrank(g, number, PES_STATE(s)))
            plain_add(solver, PES_STATE(s));
    }
    for (uint64_t at = 0; at < places; at++)
        if (solver->nodes[at].state != NULL)
            plain_connect(solver, &solver->nodes[at]);
    int idle = 0;
    for (int plies = 1; idle < 2; plies++) {
        idle++;
        for (uint64_t at = 0; at < places; at++) {
            struct plain_node *node = &solver->nodes[at];
            if (node->state == NULL || node->value != 0)
                continue;
            node->value = plain_value(solver, node, plies);
            if (node->value != 0)
                idle = 0;
        }
    }
}

static inline void plain_release(struct plain_solver *solver) {
    for (uint64_t at = 0; at < solver->places; at++) {
        free(solver->nodes[at].state);
        free(solver->nodes[at].moves);
    }
    free(solver->nodes);
}

#endif
