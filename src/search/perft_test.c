/* Published counts of Boats, and counts of the toy game by a naive walk over copies. */
#include "dice.h"
#include "pessoi/search.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static struct pes_game *open_game(const struct pes_kit *kit, const char *options) {
    struct pes_game *g;
    assert_non_null(kit);
    assert_int_equal(pes_game_open(kit, options, &g, NULL), PES_ERR_OK);
    return g;
}

static uint64_t perft_start(const struct pes_game *g, int depth) {
    struct pes_state_buf s;
    g->rules->init(g, PES_STATE(s));
    return pes_perft(g, PES_STATE(s), depth, NULL);
}

static void test_lake(void **state) {
    (void)state;
    static const struct {
        const char *options;
        uint64_t nodes[5];
    } golden[] = {
        {"start=base", {17, 289, 4936, 84496, 1453830}},
        {"start=s0", {17, 289, 4936, 84496, 1453830}},
        {"start=s1", {17, 289, 4936, 84496, 1453830}},
        {"start=s2", {16, 259, 4251, 70404, 1178342}},
        {"start=s3", {16, 259, 4251, 70404, 1178342}},
        {"start=base,rule=ko", {17, 273, 4408, 71392, 1162872}},
        {"start=s0,rule=ko", {17, 273, 4408, 71392, 1162872}},
        {"start=s1,rule=ko", {17, 273, 4408, 71392, 1162872}},
        {"start=s2,rule=ko", {16, 244, 3783, 59297, 940362}},
        {"start=s3,rule=ko", {16, 244, 3783, 59297, 940362}},
    };
    for (size_t i = 0; i < sizeof golden / sizeof golden[0]; i++) {
        struct pes_game *g = open_game(pes_kit_find("boats"), golden[i].options);
        assert_int_equal(perft_start(g, 0), 1);
        for (int depth = 1; depth <= 5; depth++)
            assert_int_equal(perft_start(g, depth), golden[i].nodes[depth - 1]);
        pes_game_close(g);
    }
}

/* The roll is a ply: four lakes, then their moves. */
static void test_roll(void **state) {
    (void)state;
    struct pes_game *g = open_game(pes_kit_find("boats"), "start=random");
    assert_int_equal(perft_start(g, 1), 4);
    assert_int_equal(perft_start(g, 2), 17 + 17 + 16 + 16);
    assert_int_equal(perft_start(g, 3), 289 + 289 + 259 + 259);
    pes_game_close(g);
}

static uint64_t perft_by_copies(const struct pes_game *g, const struct pes_state *s, int depth) {
    if (depth == 0)
        return 1;
    pes_move list[PES_MOVES_MAX];
    struct pes_chance outcomes[PES_CHANCES_MAX];
    int n = 0;
    if (pes_turn(g, s) == PES_CHANCE) {
        n = pes_chances(g, s, outcomes);
        for (int i = 0; i < n; i++)
            list[i] = outcomes[i].move;
    } else if (pes_turn(g, s) != PES_TERMINAL) {
        n = pes_moves(g, s, list);
    }
    uint64_t sum = 0;
    for (int i = 0; i < n; i++) {
        struct pes_state_buf after;
        struct pes_undo_buf undo;
        pes_copy(g, PES_STATE(after), s);
        pes_make(g, PES_STATE(after), list[i], undo.bytes);
        sum += perft_by_copies(g, PES_STATE(after), depth - 1);
    }
    return sum;
}

/* Random positions of the toy game near its end, with and without count(). */
static void test_toy(void **state) {
    (void)state;
    struct pes_game *g = open_game(&toy_dice_kit, "length=7,sides=3");
    struct pes_rules listing = *g->rules;
    listing.count = NULL;
    struct pes_game slow = *g;
    slow.rules = &listing;
    struct pes_rng rng;
    pes_rng_init(&rng, 7);
    int finished = 0;
    for (int i = 0; i < 60; i++) {
        struct pes_state_buf s;
        struct pes_undo_buf undo;
        pes_start(g, &rng, PES_STATE(s));
        for (int ply = i; ply > 0 && !pes_over(g, PES_STATE(s)); ply--)
            pes_make(g, PES_STATE(s), pes_draw(g, PES_STATE(s), &rng), undo.bytes);
        finished += pes_over(g, PES_STATE(s));
        for (int depth = 0; depth <= 6; depth++) {
            const uint64_t expected = perft_by_copies(g, PES_STATE(s), depth);
            struct pes_state_buf before = s;
            assert_int_equal(pes_perft(g, PES_STATE(s), depth, NULL), expected);
            assert_memory_equal(before.bytes, s.bytes, g->state_size);
            assert_int_equal(pes_perft(&slow, PES_STATE(s), depth, NULL), expected);
        }
    }
    assert_in_range(finished, 1, 59); /* else the walk is too long or too short to test anything */
    pes_game_close(g);
}

static void test_stop(void **state) {
    (void)state;
    struct pes_game *g = open_game(pes_kit_find("boats"), "start=s0");
    struct pes_state_buf s, before;
    memset(&s, 0, sizeof s);
    g->rules->init(g, PES_STATE(s));
    before = s;
    const atomic_bool stop = true;
    assert_true(pes_perft(g, PES_STATE(s), PES_DEPTH_MAX, &stop) < 17);
    assert_memory_equal(before.bytes, s.bytes, g->state_size);
    pes_game_close(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lake),
        cmocka_unit_test(test_roll),
        cmocka_unit_test(test_toy),
        cmocka_unit_test(test_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
