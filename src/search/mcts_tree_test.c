/* The tree of the Monte Carlo search: counters, limits, threads, reuse. */
#include "dice.h"
#include "search/mcts_testing.h"
#include "search/workers.h"

/* A run and its workers set up by the test, which can then examine the tree. */
struct bench {
    struct pes_game *g;
    struct pes_history *h;
    struct mcts_tree tree;
    struct mcts_eval eval;
    struct mcts_run run;
    struct mcts_worker workers[2];
};

static void bench_init(struct bench *b, const char *game, const char *options, bool shared,
                       int32_t megabytes) {
    memset(b, 0, sizeof *b);
    b->g = open_game(pes_kit_find(game), options);
    b->h = begin_game(b->g);
    assert_int_equal(mcts_tree_init(&b->tree, megabytes), PES_ERR_OK);
    b->run = (struct mcts_run){.g = b->g,
                               .config = &plain,
                               .eval = &b->eval,
                               .tree = &b->tree,
                               .root = pes_history_state(b->h),
                               .depth_max = MCTS_PATH_MAX,
                               .shared = shared};
    for (int i = 0; i < 2; i++) {
        b->workers[i].run = &b->run;
        trail_init(&b->workers[i].trail, b->h);
        b->workers[i].nodes_max = UINT64_MAX;
        pes_rng_init(&b->workers[i].rng, (uint64_t)i);
    }
}

static void bench_release(struct bench *b) {
    mcts_tree_release(&b->tree);
    pes_history_free(b->h);
    pes_game_close(b->g);
}

static void simulate_many(void *item) {
    for (int i = 0; i < 3000; i++)
        assert_true(mcts_simulate(item));
}

static void simulate_done(void *item) {
    (void)item;
}

/* A hash of the subtree of a node, independent of where its nodes are in memory. */
static uint64_t snapshot(const struct mcts_tree *t, uint32_t node, uint64_t sum) {
    const struct mcts_node *n = mcts_at(t, node);
    const uint32_t at = mcts_block_of(n);
    const uint64_t facts[] = {
        sum, n->move, mcts_visits(n), mcts_proof_of(n), atomic_load(&n->sum), at != 0};
    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++)
        sum = (sum ^ facts[i]) * 0x9e3779b97f4a7c15u + (sum >> 29);
    if (at == 0)
        return sum;
    assert_int_equal(mcts_block_at(t, at)->parent, node);
    for (uint32_t i = 1; i <= mcts_block_at(t, at)->count; i++)
        sum = snapshot(t, at + i, sum);
    return sum;
}

/* The visits of a node are the sum of its children's and those that it had as a leaf. */
static void check_counts(const struct mcts_tree *t, uint32_t node) {
    const struct mcts_node *n = mcts_at(t, node);
    const uint32_t at = mcts_block_of(n);
    assert_true(atomic_load(&n->sum) <= (uint64_t)mcts_visits(n) * MCTS_ONE);
    if (at == 0)
        return;
    uint64_t visits = 0;
    for (uint32_t i = 1; i <= mcts_block_at(t, at)->count; i++) {
        visits += mcts_visits(mcts_at(t, at + i));
        check_counts(t, at + i);
    }
    assert_true(visits <= mcts_visits(n));
}

static void test_moving_keeps_the_subtree(void **state) {
    (void)state;
    static struct bench b;
    for (int i = 0; i < GAMES; i++) {
        bench_init(&b, games[i].game, games[i].options, false, 8);
        simulate_many(&b.workers[0]);
        assert_int_equal(mcts_visits(mcts_at(&b.tree, 0)), 3000);
        check_counts(&b.tree, 0);
        /* The grandchild with the most visits. */
        uint32_t node = 0;
        for (int down = 0; down < 2; down++) {
            const uint32_t at = mcts_block_of(mcts_at(&b.tree, node));
            assert_true(at != 0);
            node = at + 1;
            for (uint32_t c = 2; c <= mcts_block_at(&b.tree, at)->count; c++)
                if (mcts_visits(mcts_at(&b.tree, at + c)) > mcts_visits(mcts_at(&b.tree, node)))
                    node = at + c;
        }
        const uint64_t before = snapshot(&b.tree, node, 1);
        const uint32_t used = atomic_load(&b.tree.used);
        mcts_tree_move(&b.tree, node);
        assert_true(snapshot(&b.tree, 0, 1) == before);
        assert_true(atomic_load(&b.tree.used) < used);
        bench_release(&b);
    }
}

/* A full tree does not grow, but its counters do. */
static void test_full(void **state) {
    (void)state;
    static struct bench b;
    bench_init(&b, "gomoku", "", false, 1);
    for (int i = 0; i < 10; i++)
        simulate_many(&b.workers[0]);
    const uint32_t used = atomic_load(&b.tree.used);
    assert_true(used <= b.tree.capacity);
    assert_true(b.tree.capacity - used < 226);
    simulate_many(&b.workers[0]);
    assert_int_equal(atomic_load(&b.tree.used), used);
    assert_int_equal(mcts_visits(mcts_at(&b.tree, 0)), 33000);
    check_counts(&b.tree, 0);
    bench_release(&b);
}

/* Counters never overflow: simulations fail once the root's visits are at their maximum. */
static void test_most_visits(void **state) {
    (void)state;
    static struct bench b;
    bench_init(&b, "boats", "start=s0", false, 1);
    simulate_many(&b.workers[0]);
    atomic_store(&mcts_at(&b.tree, 0)->visits, MCTS_VISITS_MAX - 2);
    assert_true(mcts_simulate(&b.workers[0]));
    assert_true(mcts_simulate(&b.workers[0]));
    assert_false(mcts_simulate(&b.workers[0]));
    assert_int_equal(mcts_visits(mcts_at(&b.tree, 0)), MCTS_VISITS_MAX);
    bench_release(&b);
}

/* Two threads lose no visit, and all virtual losses are removed. */
static void test_threads(void **state) {
    (void)state;
    static struct bench b;
    for (int i = 0; i < GAMES; i++) {
        bench_init(&b, games[i].game, games[i].options, true, 8);
        void *items[] = {&b.workers[0], &b.workers[1]};
        workers_run(items, 2, simulate_many, simulate_done);
        assert_int_equal(mcts_visits(mcts_at(&b.tree, 0)), 6000);
        check_counts(&b.tree, 0);
        bench_release(&b);
    }
}

/* The subtree after the moves and rolls played is reused; any other position starts a new tree. */
static void test_tree_is_used_again(void **state) {
    (void)state;
    struct pes_game *g = open_game(&toy_dice_kit, "length=12,sides=3");
    struct pes_history *h = begin_game(g);
    struct pes_mcts *search = new_search(g, &plain);
    struct pes_rng rng;
    struct pes_answer answer;
    atomic_bool stop = true;
    pes_rng_init(&rng, 2);
    pes_mcts_run(search, h, &no_limits, 20000, &answer);
    make(h, answer.move);
    while (pes_turn(g, pes_history_state(h)) == PES_CHANCE)
        make(h, pes_draw(g, pes_history_state(h), &rng));
    pes_mcts_run(search, h, &(struct pes_limits){.stop = &stop}, 0, &answer);
    const uint64_t kept = pes_mcts_simulations(search);
    assert_true(kept > 20000 / 4 / 16); /* a move of four, a throw of at most sixteen */
    assert_true(answer.has_score);
    pes_mcts_run(search, h, &no_limits, 1000, &answer);
    assert_int_equal(pes_mcts_simulations(search), kept + 1000);
    pes_history_unmake(h);
    while (pes_turn(g, pes_history_state(h)) == PES_CHANCE)
        make(h, pes_draw(g, pes_history_state(h), &rng));
    pes_history_start(h, pes_history_state(h), 0);
    pes_mcts_run(search, h, &(struct pes_limits){.stop = &stop}, 0, &answer);
    assert_int_equal(pes_mcts_simulations(search), 0);
    pes_mcts_free(search);
    pes_history_free(h);
    pes_game_close(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moving_keeps_the_subtree),
        cmocka_unit_test(test_full),
        cmocka_unit_test(test_most_visits),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_tree_is_used_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
