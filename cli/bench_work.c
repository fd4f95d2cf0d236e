#include "cli/bench_work.h"

#include "core/clock.h"
#include "pessoi/hash.h"
#include "pessoi/search.h"

#include <assert.h>
#include <stdio.h>

enum {
    SIGNATURE_BITS = 53, /* a double holds it exactly */
    ITEMS_PER_GAME = 4
};
_Static_assert((int)BENCH_ITEMS_MAX >= BENCH_GAMES_MAX * ITEMS_PER_GAME, "room for every item");

static uint64_t folded(uint64_t signature, uint64_t x) {
    return pes_hash_key(signature, x) & ((UINT64_C(1) << SIGNATURE_BITS) - 1);
}

static void fold(struct bench *b, uint64_t x) {
    b->signature = folded(b->signature, x);
    assert(b->signature >> SIGNATURE_BITS == 0);
}

uint64_t bench_total(const struct bench *b) {
    uint64_t total = 0;
    for (int i = 0; i < b->game_count; i++)
        total = folded(total, b->games[i].signature);
    return total;
}

static void add_item(struct bench *b, const struct pes_game *g, const char *what, const char *unit,
                     uint64_t amount, int64_t start_ns) {
    assert(b->item_count < BENCH_ITEMS_MAX);
    struct bench_item *item = &b->items[b->item_count++];
    const double seconds = clock_seconds_since(start_ns);
    snprintf(item->name, sizeof item->name, "%s/%s", g->rules->name, what);
    item->unit = unit;
    item->rate = seconds > 0 ? (double)amount / seconds : 0;
}

static bool stopped(const struct bench *b) {
    return b->stop != NULL && atomic_load_explicit(b->stop, memory_order_relaxed);
}

static void start_of(const struct pes_game *g, uint64_t seed, struct pes_rng *rng,
                     struct pes_state *s) {
    pes_rng_init(rng, seed);
    pes_start(g, rng, s);
}

static void bench_perft(struct bench *b, const struct pes_game *g) {
    struct pes_state_buf state;
    struct pes_rng rng;
    uint64_t nodes = 0, all = 0;
    start_of(g, 1, &rng, PES_STATE(state));
    const int64_t start_ns = clock_now_ns();
    for (int depth = 1; depth <= PES_DEPTH_MAX && nodes < BENCH_PERFT_NODES; depth++) {
        nodes = pes_perft(g, PES_STATE(state), depth, b->stop);
        if (nodes == 0)
            break; /* every game ends before this depth */
        fold(b, nodes);
        all += nodes;
    }
    add_item(b, g, "perft", "nodes/s", all, start_ns);
}

typedef int playout_function(const struct pes_game *g, struct pes_state *s, struct pes_rng *rng,
                             int plies_max, int32_t out[PES_PLAYERS_MAX]);

static void bench_playouts(struct bench *b, const struct pes_game *g, const char *name,
                           playout_function *playout) {
    const int plies_max = g->plies_cap > 0 ? g->plies_cap : BENCH_PLIES_MAX;
    const int64_t start_ns = clock_now_ns();
    for (uint64_t seed = 1; seed <= BENCH_PLAYOUTS && !stopped(b); seed++) {
        struct pes_state_buf state;
        struct pes_rng rng;
        int32_t payoff[PES_PLAYERS_MAX];
        start_of(g, seed, &rng, PES_STATE(state));
        fold(b, (uint64_t)playout(g, PES_STATE(state), &rng, plies_max, payoff));
        for (int i = 0; i < g->players; i++)
            fold(b, (uint64_t)(int64_t)payoff[i]);
        fold(b, pes_hash(g, PES_STATE(state)));
    }
    add_item(b, g, name, "games/s", BENCH_PLAYOUTS, start_ns);
}

/* Position number `i` of the fixed set; if the game ends before it, the last one with a player to
 * move. */
static enum pes_err set_position(struct pes_history *h, int i) {
    assert(i >= 1);
    const struct pes_game *g = pes_history_game(h);
    struct pes_state_buf state;
    struct pes_rng rng;
    start_of(g, (uint64_t)i, &rng, PES_STATE(state));
    pes_history_start(h, PES_STATE(state), 0);
    enum pes_err err = PES_ERR_OK;
    while (err == PES_ERR_OK && pes_history_end(h) == PES_END_NONE &&
           (pes_history_plies(h) < i || pes_turn(g, pes_history_state(h)) == PES_CHANCE))
        err = pes_history_make(h, pes_draw(g, pes_history_state(h), &rng));
    while (err == PES_ERR_OK && (pes_history_end(h) != PES_END_NONE ||
                                 pes_turn(g, pes_history_state(h)) == PES_CHANCE)) {
        if (!pes_history_unmake(h))
            return PES_ERR_UNFIT;
    }
    return err;
}

static enum pes_err bench_minimax(struct bench *b, const struct pes_game *g) {
    struct pes_agent *agent = NULL;
    struct pes_history *h = NULL;
    const struct pes_limits limits = {.stop = b->stop};
    uint64_t nodes = 0;
    enum pes_err err = pes_agent_new(g, "minimax", &agent, NULL);
    if (err == PES_ERR_OK)
        err = pes_history_new(g, &h);
    const int64_t start_ns = clock_now_ns();
    for (int i = 1; i <= BENCH_POSITIONS && err == PES_ERR_OK; i++) {
        struct pes_answer answer = {0};
        err = set_position(h, i);
        if (err != PES_ERR_OK)
            break;
        pes_agent_begin(agent, (uint64_t)i);
        err = pes_agent_choose(agent, h, &limits, &answer);
        fold(b, answer.nodes);
        fold(b, answer.move);
        /* The bits of a double are the same on every machine: IEEE 754, no contraction. */
        uint64_t score = 0;
        memcpy(&score, &answer.score, sizeof score);
        fold(b, score);
        nodes += answer.nodes;
    }
    if (err == PES_ERR_OK)
        add_item(b, g, "minimax", "nodes/s", nodes, start_ns);
    pes_history_free(h);
    pes_agent_free(agent);
    return err;
}

enum pes_err bench_game(struct bench *b, const struct pes_kit *kit) {
    if (b->game_count == BENCH_GAMES_MAX)
        return PES_ERR_LIMIT;
    struct pes_game *g;
    enum pes_err err = pes_game_open(kit, "", &g, NULL);
    if (err != PES_ERR_OK)
        return err;
    b->signature = 0;
    bench_perft(b, g);
    bench_playouts(b, g, "playout", pes_playout);
    bench_playouts(b, g, "playout-plain", pes_playout_plain);
    if (kit->minimax != NULL && !stopped(b))
        err = bench_minimax(b, g);
    b->games[b->game_count++] =
        (struct bench_signature){.game = kit->rules->name, .signature = b->signature};
    pes_game_close(g);
    return stopped(b) ? PES_ERR_STOPPED : err;
}
