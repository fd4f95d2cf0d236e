/* Listed moves are legal and distinct, and all lists have one order; make and unmake restore every
 * byte; nothing is written outside the bounds that a variant declares. */
#include "conformance.h"

enum {
    GUARD = 64,          /* bytes after every buffer that must stay unchanged */
    EDGES_MAX = 1 << 16, /* "a is right before b in some list" */
};
static const unsigned char guard_byte = 0xa5;

struct edge {
    pes_move before, after;
};

struct moves_chapter {
    struct edge edges[EDGES_MAX]; /* an open-addressing hash table; before == 0: the slot is free */
    int edges_count;
};

static void check_bounds(struct walk *w) {
    const struct pes_game *g = w->game;
    CHECK(w, g->state_size > 0 && g->state_size <= PES_STATE_MAX, "state_size %u", g->state_size);
    CHECK(w, g->undo_size <= PES_UNDO_MAX, "undo_size %u", g->undo_size);
    CHECK(w, g->moves_max > 0 && g->moves_max <= PES_MOVES_MAX, "moves_max %d", g->moves_max);
    CHECK(w, g->chances_max >= 0 && g->chances_max <= PES_CHANCES_MAX, "chances_max %d",
          g->chances_max);
    CHECK(w, g->payoff_min < g->payoff_max, "payoffs %d..%d", g->payoff_min, g->payoff_max);
    CHECK(w, g->players == 2, "players %d", g->players);
    CHECK(w, !g->chance_in_play || g->chances_max > 0, "chance without outcomes");
}

/* Stores that `a` is right before `b` in a list. */
static void add_edge(struct walk *w, pes_move a, pes_move b) {
    struct moves_chapter *c = w->chapter;
    if (c->edges_count >= EDGES_MAX / 2)
        return; /* enough edges; later lists are still checked for everything else */
    uint64_t at = ((uint64_t)a * 0x9e3779b97f4a7c15u + b) * 0xbf58476d1ce4e5b9u >> 48;
    while (c->edges[at].before && (c->edges[at].before != a || c->edges[at].after != b))
        at = (at + 1) % EDGES_MAX;
    if (!c->edges[at].before)
        c->edges_count++;
    c->edges[at] = (struct edge){a, b};
}

static int compare_moves(const void *a, const void *b) {
    const pes_move x = *(const pes_move *)a, y = *(const pes_move *)b;
    return (x > y) - (x < y);
}

static void check_list(struct walk *w, const pes_move list[], int n) {
    char text[PES_MOVE_TEXT_MAX];
    pes_move sorted[PES_MOVES_MAX];
    memcpy(sorted, list, (size_t)n * sizeof sorted[0]);
    qsort(sorted, (size_t)n, sizeof sorted[0], compare_moves);
    for (int i = 0; i < n; i++) {
        CHECK(w, list[i] != PES_MOVE_NONE, "move %d of the list is 0, which means no move", i);
        CHECK(w, i == 0 || sorted[i] != sorted[i - 1], "%s is listed twice",
              walk_move_text(w, sorted[i], text));
        if (i > 0)
            add_edge(w, list[i - 1], list[i]);
    }
    /* pes_legal() lists the moves again: checking one of them is enough. */
    const pes_move any = list[pes_rng_below(&w->rng, (uint32_t)n)];
    CHECK(w, pes_legal(w->game, walk_state(w), any), "%s is listed but not legal",
          walk_move_text(w, any, text));
}

/* Makes and unmakes every move on copies with guard bytes. */
static void check_make(struct walk *w, const pes_move list[], int n) {
    const struct pes_game *g = w->game;
    alignas(16) unsigned char state[PES_STATE_MAX + GUARD], undo[PES_UNDO_MAX + GUARD];
    alignas(16) unsigned char again[PES_STATE_MAX];
    unsigned char guard[GUARD];
    char text[PES_MOVE_TEXT_MAX];
    memset(guard, guard_byte, sizeof guard);
    for (int i = 0; i < n; i++) {
        memset(state + g->state_size, guard_byte, GUARD);
        memset(undo, guard_byte, g->undo_size + GUARD);
        memcpy(state, walk_state(w), g->state_size);
        struct pes_state *s = (struct pes_state *)(void *)state;
        pes_make(g, s, list[i], undo);
        walk_move_text(w, list[i], text);
        CHECK(w, memcmp(state, walk_state(w), g->state_size) != 0, "%s changes nothing", text);

        /* The same move on the same bytes gives the same bytes: there is no hidden state. */
        struct pes_undo_buf other_undo;
        memcpy(again, walk_state(w), g->state_size);
        pes_make(g, (struct pes_state *)(void *)again, list[i], other_undo.bytes);
        CHECK(w, memcmp(state, again, g->state_size) == 0, "%s differs when made twice", text);

        pes_unmake(g, s, list[i], undo);
        CHECK(w, memcmp(state, walk_state(w), g->state_size) == 0, "unmake %s leaves traces", text);
        CHECK(w, memcmp(state + g->state_size, guard, GUARD) == 0,
              "%s writes past the end of the state", text);
        CHECK(w, memcmp(undo + g->undo_size, guard, GUARD) == 0,
              "%s writes past the end of the undo", text);
    }
}

static void check_chances(struct walk *w) {
    struct pes_chance chances[PES_CHANCES_MAX];
    const int n = pes_chances(w->game, walk_state(w), chances);
    const bool chance = pes_turn(w->game, walk_state(w)) == PES_CHANCE;
    CHECK(w, chance == (n > 0), "%d outcomes though it is %d's turn", n,
          pes_turn(w->game, walk_state(w)));
    CHECK(w, n <= w->game->chances_max, "%d outcomes, chances_max %d", n, w->game->chances_max);
    uint64_t sum = 0;
    for (int i = 0; i < n; i++) {
        CHECK(w, chances[i].weight > 0, "outcome %d has no weight", i);
        sum += chances[i].weight;
    }
    CHECK(w, sum <= UINT32_MAX, "weights do not fit");
    if (chance && w->game->rules->chance_unknown) {
        const pes_move unknown = w->game->rules->chance_unknown(w->game, walk_state(w));
        for (int i = 0; i < n; i++)
            CHECK(w, chances[i].move != unknown, "the unknown outcome is listed");
    }
}

static void check_end(struct walk *w) {
    const struct pes_game *g = w->game;
    int32_t payoff[PES_PLAYERS_MAX];
    pes_move list[PES_MOVES_MAX];
    CHECK(w, pes_moves(g, walk_state(w), list) == 0, "a finished game has moves");
    pes_payoff(g, walk_state(w), payoff);
    for (int p = 0; p < g->players; p++)
        CHECK(w, payoff[p] >= g->payoff_min && payoff[p] <= g->payoff_max, "payoff %d", payoff[p]);
}

static void moves_position(struct walk *w) {
    const struct pes_game *g = w->game;
    const pes_player turn = pes_turn(g, walk_state(w));
    CHECK(w, turn >= PES_TERMINAL && turn < g->players, "turn %d", turn);
    if (g->rules->valid)
        CHECK(w, g->rules->valid(g, walk_state(w)), "reached, but not valid");
    check_chances(w);
    if (pes_over(g, walk_state(w))) {
        check_end(w);
        return;
    }
    pes_move list[PES_MOVES_MAX], twice[PES_MOVES_MAX];
    const int n = walk_list(w, walk_state(w), list);
    CHECK(w, turn == PES_CHANCE || n <= g->moves_max, "%d moves, moves_max %d", n, g->moves_max);
    CHECK(w,
          walk_list(w, walk_state(w), twice) == n &&
              memcmp(list, twice, (size_t)n * sizeof list[0]) == 0,
          "listing twice differs");
    check_list(w, list, n);
    check_make(w, list, n);
}

static int compare_edges(const void *a, const void *b) {
    return compare_moves(&((const struct edge *)a)->before, &((const struct edge *)b)->before);
}

/* The first edge that starts at m, or `count`. */
static int first_edge(const struct edge edges[], int count, pes_move m) {
    int low = 0, high = count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (edges[middle].before < m)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The number of a move among the sorted ones. */
static int number_of(const pes_move moves[], int count, pes_move m) {
    const pes_move *at = bsearch(&m, moves, (size_t)count, sizeof m, compare_moves);
    return (int)(at - moves);
}

/* All lists follow one order: the relation "is right before" has no cycle. Topological sort (Kahn
 * 1962): removes moves without a predecessor until none is left; a game may have thousands. */
static void moves_finish(struct walk *w) {
    struct moves_chapter *c = w->chapter;
    static struct edge edges[EDGES_MAX];
    static pes_move moves[2 * EDGES_MAX];
    static int before[2 * EDGES_MAX]; /* predecessors of a move that are not yet removed */
    static int free_moves[2 * EDGES_MAX];
    int edge_count = 0, ends = 0, count = 0, queued = 0;
    for (int i = 0; i < EDGES_MAX; i++)
        if (c->edges[i].before) {
            edges[edge_count++] = c->edges[i];
            moves[ends++] = c->edges[i].before;
            moves[ends++] = c->edges[i].after;
        }
    qsort(edges, (size_t)edge_count, sizeof edges[0], compare_edges);
    qsort(moves, (size_t)ends, sizeof moves[0], compare_moves);
    for (int i = 0; i < ends; i++)
        if (i == 0 || moves[i] != moves[count - 1])
            moves[count++] = moves[i];
    memset(before, 0, sizeof before);
    for (int i = 0; i < edge_count; i++)
        before[number_of(moves, count, edges[i].after)]++;
    for (int i = 0; i < count; i++)
        if (before[i] == 0)
            free_moves[queued++] = i;
    for (int taken = 0; taken < queued; taken++) {
        const pes_move m = moves[free_moves[taken]];
        for (int i = first_edge(edges, edge_count, m); i < edge_count && edges[i].before == m;
             i++) {
            const int after = number_of(moves, count, edges[i].after);
            if (--before[after] == 0)
                free_moves[queued++] = after;
        }
    }
    CHECK(w, queued == count, "%d moves are in different orders in different lists",
          count - queued);
}

const struct chapter chapter_moves = {
    .name = "moves",
    .games = 12,
    .plies_max = 400,
    .size = sizeof(struct moves_chapter),
    .start = check_bounds,
    .position = moves_position,
    .finish = moves_finish,
};
