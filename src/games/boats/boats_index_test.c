/* The index of positions: every position of small lakes, and random ones of the full lake. */
#include "games/boats/boats_testing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>

static const struct pes_state *as_state(const struct boats *s) {
    return (const struct pes_state *)(const void *)s;
}

static uint64_t rank_of(const struct pes_game *g, const struct boats *s) {
    return boats_index.rank(g, as_state(s));
}

static struct boats mirror_of(const struct boats_lake *lake, const struct boats *s) {
    const int dock = lake->columns + 1;
    struct boats m = {.boat = {(uint8_t)(dock - s->boat[1]), (uint8_t)(dock - s->boat[0])},
                      .mover = s->mover ^ 1};
    for (int c = 0; c <= dock; c++)
        m.water |= (uint64_t)boats_level(s, c) << (4 * (dock - c));
    return m;
}

static void test_counts(void **state) {
    (void)state;
    struct pes_game *g = open_lake("");
    assert_int_equal(boats_index.count(g), 1181640625);
    assert_int_equal(boats_index.lanes(g), 11);
    assert_false(boats_index.bans(g));
    pes_game_close(g);
    g = open_lake("columns=3,levels=2,rule=ko");
    assert_int_equal(boats_index.count(g), 4 * 4 * 27);
    assert_true(boats_index.bans(g));
    pes_game_close(g);
}

static const char *const small[] = {
    "columns=3,levels=2", "columns=3,levels=3,rule=ko", "columns=4,levels=2,rule=ko",
    "columns=4,levels=3", "columns=5,levels=2,rule=ko", "columns=5,levels=3",
};
enum { SMALL = sizeof small / sizeof small[0] };

/* rank() and unrank() are inverse, and no two ranks give the same position. */
static void test_numbers(void **state) {
    (void)state;
    for (int i = 0; i < SMALL; i++) {
        struct pes_game *g = open_lake(small[i]);
        const struct boats_lake *lake = boats_lake(g);
        const uint64_t count = boats_index.count(g);
        uint64_t live = 0;
        for (uint64_t number = 0; number < count; number++) {
            struct pes_state_buf buf;
            const bool there = boats_index.unrank(g, number, PES_STATE(buf));
            const struct boats s = *boats_at(PES_STATE(buf));
            assert_int_equal(s.mover, BOATS_RED);
            assert_int_equal(s.last, 0);
            assert_int_equal(there, !boats_over(lake, &s));
            if (!there)
                continue;
            const struct boats mirror = mirror_of(lake, &s);
            assert_true(boats_rules.valid(g, PES_STATE(buf)));
            assert_int_equal(rank_of(g, &s), number);
            assert_int_equal(rank_of(g, &mirror), number);
            live++;
        }
        /* Counts the positions independently: boats on their columns, water that is not empty. */
        uint64_t expected = 0;
        const uint64_t levels = lake->levels;
        for (int red = 0; red <= lake->columns; red++) {
            for (int green = 1; green <= lake->columns + 1; green++) {
                uint64_t waters = 1;
                for (int c = 1; c <= lake->columns; c++)
                    waters *= c == red || c == green ? levels : levels + 1;
                expected += waters;
            }
        }
        assert_int_equal(live, expected);
        pes_game_close(g);
    }
}

/* Predecessors are exactly the inverse of moves, and lanes never overlap. */
static void test_predecessors(void **state) {
    (void)state;
    for (int i = 0; i < SMALL; i++) {
        struct pes_game *g = open_lake(small[i]);
        const uint64_t count = boats_index.count(g), lanes = boats_index.lanes(g);
        uint32_t *in = calloc(count, sizeof *in); /* moves that lead to a rank */
        int32_t *lane_of = calloc(count, sizeof *lane_of);
        assert_non_null(in);
        assert_non_null(lane_of);
        for (uint64_t number = 0; number < count; number++) {
            struct pes_state_buf s;
            pes_move list[BOATS_MOVES_MAX];
            if (!boats_index.unrank(g, number, PES_STATE(s)))
                continue;
            const int n = pes_moves(g, PES_STATE(s), list);
            for (int k = 0; k < n; k++) {
                struct pes_state_buf next = s;
                struct pes_undo_buf undo;
                struct pes_edge edges[PES_MOVES_MAX];
                pes_make(g, PES_STATE(next), list[k], undo.bytes);
                if (pes_over(g, PES_STATE(next)))
                    continue;
                const uint64_t to = boats_index.rank(g, PES_STATE(next));
                const pes_move banned = boats_index.banned(g, PES_STATE(next));
                const int edge_count = boats_index.predecessors(g, to, 0, edges);
                int found = 0;
                for (int e = 0; e < edge_count; e++) {
                    if (edges[e].number != number ||
                        edges[e].move != boats_rules.move_key(g, list[k]) + 1)
                        continue;
                    found++;
                    const pes_move image = boats_index.mirror(g, PES_STATE(next), banned);
                    assert_int_equal(edges[e].banned,
                                     banned == 0 ? 0 : boats_rules.move_key(g, image) + 1);
                }
                assert_int_equal(found, 1);
                in[to]++;
                const int32_t lane = (int32_t)(to / (count / lanes)) + 1;
                assert_true(lane_of[number] == 0 || lane_of[number] == lane);
                lane_of[number] = lane;
            }
        }
        for (uint64_t number = 0; number < count; number++) {
            struct pes_edge edges[PES_MOVES_MAX];
            struct pes_edge some[PES_MOVES_MAX];
            const int n = boats_index.predecessors(g, number, 0, edges);
            assert_int_equal(n, in[number]);
            for (int e = 0; e < n; e++) {
                if (edges[e].banned == 0)
                    continue;
                assert_int_equal(boats_index.predecessors(g, number, edges[e].banned, some), 1);
                assert_int_equal(some[0].number, edges[e].number);
                assert_int_equal(some[0].move, edges[e].move);
            }
        }
        free(in);
        free(lane_of);
        pes_game_close(g);
    }
}

/* The full lake, whose ranks are decoded by reciprocals: random ranks and limits. */
static void test_whole_lake(void **state) {
    (void)state;
    struct pes_rng rng;
    pes_rng_init(&rng, 5);
    for (int columns = 6; columns <= BOATS_COLUMNS_MAX; columns++) {
        char options[64];
        snprintf(options, sizeof options, "columns=%d,levels=4,rule=ko", columns);
        struct pes_game *g = open_lake(options);
        const struct boats_lake *lake = boats_lake(g);
        const uint64_t count = boats_index.count(g);
        for (int i = 0; i < 200000; i++) {
            const uint64_t edge = (uint64_t)(i / 2) * lake->waters - (i & 1);
            const uint64_t number = i > 0 && edge < count ? edge : pes_rng_next(&rng) % count;
            struct pes_state_buf s;
            if (boats_index.unrank(g, number, PES_STATE(s)))
                assert_int_equal(boats_index.rank(g, PES_STATE(s)), number);
        }
        pes_game_close(g);
    }
}

static void test_names(void **state) {
    (void)state;
    char a[PES_OPTIONS_TEXT_MAX], b[PES_OPTIONS_TEXT_MAX];
    struct pes_game *g = open_lake("start=s0,plies=50,repetition=0");
    struct pes_game *other = open_lake("start=random");
    boats_index.name(g, a);
    boats_index.name(other, b);
    assert_string_equal(a, "rule=free,columns=10,levels=4");
    assert_string_equal(a, b);
    pes_game_close(other);
    other = open_lake("rule=ko");
    boats_index.name(other, b);
    assert_string_not_equal(a, b);
    pes_game_close(other);
    pes_game_close(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),       cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_predecessors), cmocka_unit_test(test_whole_lake),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
