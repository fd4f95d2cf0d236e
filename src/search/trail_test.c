/* The trail counts positions and plies as the history does, along random games and random
 * variations from there. */
#include "search/trail.h"

#include "pessoi/hash.h"
#include "pessoi/kit.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

/* Plays the same moves from the root in the history and on the trail. */
static int look_ahead(struct pes_history *h, struct trail *t, struct pes_rng *rng, int plies) {
    const struct pes_game *g = pes_history_game(h);
    const uint64_t root_sum = trail_sum(t);
    int made = 0, repeated = 0;
    while (made < plies && !pes_over(g, pes_history_state(h))) {
        assert_int_equal(pes_history_make(h, pes_draw(g, pes_history_state(h), rng)), PES_ERR_OK);
        const uint64_t hash = pes_hash(g, pes_history_state(h));
        const struct trail_seen seen = trail_seen(t, hash);
        assert_int_equal(seen.before + seen.since + 1, pes_history_occurrences(h));
        repeated += seen.since > 0;
        trail_push(t, hash);
        assert_int_equal(trail_last_count(t), pes_history_occurrences(h));
        made++;
    }
    for (int i = made; i > 0; i--) {
        assert_true(pes_history_unmake(h));
        if (i > made / 2)
            trail_pop(t);
    }
    trail_rewind(t);
    assert_int_equal(t->count, 0);
    assert_true(trail_sum(t) == root_sum);
    return repeated;
}

static void test_counts(void **state) {
    (void)state;
    struct pes_game *g;
    struct pes_history *h;
    struct pes_rng rng;
    static struct trail t;
    int repeated = 0;
    pes_rng_init(&rng, 3);
    assert_int_equal(
        pes_game_open(pes_kit_find("boats"), "start=base,columns=3,levels=2", &g, NULL),
        PES_ERR_OK);
    assert_int_equal(pes_history_new(g, &h), PES_ERR_OK);
    for (int i = 0; i < 300; i++) {
        assert_int_equal(pes_history_start_text(h, "startpos", &rng, NULL), PES_ERR_OK);
        for (int ply = 0; ply < i % 50 && !pes_over(g, pes_history_state(h)); ply++)
            assert_int_equal(pes_history_make(h, pes_draw(g, pes_history_state(h), &rng)),
                             PES_ERR_OK);
        int count, most = 0;
        const uint64_t *hashes = pes_history_hashes(h, &count);
        for (int k = 0; k < count; k++) {
            int often = 0;
            for (int j = 0; j < count; j++)
                often += hashes[j] == hashes[k];
            most = often > most ? often : most;
        }
        trail_init(&t, h);
        assert_int_equal(t.game_most, most);
        repeated += look_ahead(h, &t, &rng, 20);
    }
    assert_true(repeated > 100);
    pes_history_free(h);
    pes_game_close(g);
}

/* After a rewind the filter counts the game's positions only. */
static void test_rewind(void **state) {
    (void)state;
    struct pes_game *g;
    struct pes_history *h;
    static struct trail a, b;
    assert_int_equal(pes_game_open(pes_kit_find("boats"), "start=base", &g, NULL), PES_ERR_OK);
    assert_int_equal(pes_history_new(g, &h), PES_ERR_OK);
    trail_init(&a, h);
    trail_init(&b, h);
    for (uint64_t i = 0; i < TRAIL_PLIES; i++)
        trail_push(&a, i * i % 1000);
    trail_rewind(&a);
    assert_memory_equal(a.filter, b.filter, sizeof a.filter);
    pes_history_free(h);
    pes_game_close(g);
}

/* The distance to the ply cap; none beyond it. */
static void test_plies_left(void **state) {
    (void)state;
    struct pes_game *g;
    struct pes_history *h;
    struct pes_rng rng;
    static struct trail t;
    pes_rng_init(&rng, 5);
    assert_int_equal(pes_game_open(pes_kit_find("abalone"), "", &g, NULL), PES_ERR_OK);
    assert_true(g->plies_cap > 0);
    assert_int_equal(pes_history_new(g, &h), PES_ERR_OK);
    while (pes_history_plies(h) <= g->plies_cap && !pes_over(g, pes_history_state(h))) {
        const int left = g->plies_cap - pes_history_plies(h);
        trail_init(&t, h);
        assert_int_equal(t.plies_left, left > 0 ? left : INT32_MAX);
        assert_int_equal(pes_history_make(h, pes_draw(g, pes_history_state(h), &rng)), PES_ERR_OK);
    }
    pes_history_free(h);
    pes_game_close(g);
}

/* The sum depends on the set of positions, not on their order. */
static void test_sum(void **state) {
    (void)state;
    struct pes_game *g;
    struct pes_history *h;
    static struct trail a, b;
    assert_int_equal(pes_game_open(pes_kit_find("boats"), "start=base", &g, NULL), PES_ERR_OK);
    assert_int_equal(pes_history_new(g, &h), PES_ERR_OK);
    trail_init(&a, h);
    trail_init(&b, h);
    trail_push(&a, 5);
    trail_push(&b, 9);
    assert_false(trail_sum(&a) == trail_sum(&b));
    trail_push(&a, 9);
    trail_push(&b, 5);
    assert_true(trail_sum(&a) == trail_sum(&b));
    trail_push(&a, 5);
    trail_push(&b, 9);
    assert_false(trail_sum(&a) == trail_sum(&b));
    pes_history_free(h);
    pes_game_close(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_rewind),
        cmocka_unit_test(test_plies_left),
        cmocka_unit_test(test_sum),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
