/* Boards as managers send them against the same games played move by move, and memory that runs
 * out at every place. */
#include "gomocup/brain.h"

#include "core/mem_torture.h"
#include "gomocup/swap2.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void begin(struct brain *b, const char *agent, int32_t size) {
    struct pes_note note = {0};
    const struct pes_kit *kit = pes_kit_find("gomoku");
    assert_non_null(kit);
    brain_init(b, kit, agent, 1);
    assert_int_equal(brain_start(b, size, &note), PES_ERR_OK);
}

static enum pes_err put(struct brain *b, int32_t x, int32_t y) {
    struct pes_note note = {0};
    return brain_put(b, (struct gomocup_point){x, y}, &note);
}

static void assert_position(const struct brain *b, const char *expected) {
    char text[PES_STATE_TEXT_MAX];
    pes_history_format(b->seat.history, text);
    assert_string_equal(text, expected);
}

/* y runs upwards: 0,0 is a1, the last row of the text begins with it. */
static void test_corners(void **state) {
    (void)state;
    struct brain b;
    begin(&b, "random", 6);
    assert_position(&b, "6/6/6/6/6/6 b");
    assert_int_equal(put(&b, 0, 0), PES_ERR_OK);
    assert_position(&b, "6/6/6/6/6/b5 w");
    assert_int_equal(put(&b, 5, 0), PES_ERR_OK);
    assert_int_equal(put(&b, 0, 5), PES_ERR_OK);
    assert_int_equal(put(&b, 2, 4), PES_ERR_OK);
    assert_position(&b, "b5/2w3/6/6/6/b4w b");
    brain_release(&b);
    begin(&b, "random", BRAIN_SIZE_MAX);
    assert_int_equal(put(&b, 19, 19), PES_ERR_OK);
    assert_position(&b, "19b/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20 w");
    brain_release(&b);
}

static void test_rules(void **state) {
    (void)state;
    static const struct {
        int64_t rule;
        const char *word;
        bool strange;
    } cases[] = {
        {0, "freestyle", false}, {1, "standard", false}, {4, "renju", false},
        {5, "renju", false},     {2, "freestyle", true}, {3, "standard", true},
        {8, "freestyle", true},  {9, "standard", true},  {-1, "renju", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_string_equal(brain_rule_word(cases[i].rule), cases[i].word);
        assert_int_equal(brain_rule_strange(cases[i].rule), cases[i].strange);
    }
    /* A change of rule during a game keeps the stones. */
    struct brain b;
    begin(&b, "random", 15);
    assert_int_equal(put(&b, 7, 7), PES_ERR_OK);
    b.rule = GOMOCUP_RULE_EXACT;
    assert_int_equal(put(&b, 8, 8), PES_ERR_OK);
    assert_string_equal(b.seat.game->variant, "rule=standard");
    assert_position(&b, "15/15/15/15/15/15/8w6/7b7/15/15/15/15/15/15/15 b");
    brain_release(&b);
}

static void test_refused(void **state) {
    (void)state;
    struct brain b;
    struct pes_note note = {0};
    begin(&b, "random", 15);
    assert_int_equal(put(&b, 3, 3), PES_ERR_OK);
    static const struct gomocup_point outside[] = {
        {-1, 0}, {0, -1}, {15, 0}, {0, 15}, {INT32_MAX, INT32_MAX}, {-INT32_MAX, 3}};
    for (size_t i = 0; i < sizeof outside / sizeof outside[0]; i++) {
        const struct brain_stone stone = {outside[i], GOMOCUP_FIELD_OPPONENT};
        assert_int_equal(brain_put(&b, outside[i], &note), PES_ERR_ILLEGAL);
        assert_int_equal(brain_take_back(&b, outside[i], &note), PES_ERR_ILLEGAL);
        assert_int_equal(brain_set_up(&b, &stone, 1, false, &note), PES_ERR_ILLEGAL);
    }
    assert_int_equal(put(&b, 3, 3), PES_ERR_ILLEGAL);
    assert_int_equal(brain_start(&b, 4, &note), PES_ERR_RANGE);
    assert_int_equal(brain_start(&b, 0, &note), PES_ERR_RANGE);
    assert_int_equal(brain_start(&b, INT32_MAX, &note), PES_ERR_RANGE);
    assert_position(&b, "15/15/15/15/15/15/15/15/15/15/15/3b11/15/15/15 w");
    brain_release(&b);
}

/* Plays random moves, and sets the same stones up in random order on another board: the positions
 * are the same, also after stones were taken back. */
static void test_boards(void **state) {
    (void)state;
    struct pes_rng rng;
    pes_rng_init(&rng, 15);
    for (int game = 0; game < 300; game++) {
        struct brain played, set;
        struct brain_stone stones[64];
        struct pes_note note = {0};
        const int32_t size = 5 + (int32_t)pes_rng_below(&rng, 16);
        begin(&played, "random", size);
        begin(&set, "random", size);
        int count = 0;
        const int wanted = (int)pes_rng_below(&rng, 20);
        while (count < wanted) {
            struct gomocup_point point;
            const struct pes_limits none = {.depth = 0};
            if (brain_move(&played, &none, &point, &note) != PES_ERR_OK)
                break;
            stones[count++] = (struct brain_stone){point, GOMOCUP_FIELD_OWN};
        }
        if (pes_history_end(played.seat.history) == PES_END_NONE) {
            char text[PES_STATE_TEXT_MAX];
            pes_history_format(played.seat.history, text);
            /* We are to move: every second stone, from the last on, is the opponent's. */
            for (int i = count - 1; i >= 0; i -= 2)
                stones[i].field = GOMOCUP_FIELD_OPPONENT;
            const struct gomocup_point last =
                count > 0 ? stones[count - 1].point : (struct gomocup_point){0, 0};
            for (int i = count - 1; i > 0; i--) {
                const int j = (int)pes_rng_below(&rng, (uint32_t)i + 1);
                const struct brain_stone other = stones[i];
                stones[i] = stones[j];
                stones[j] = other;
            }
            assert_int_equal(brain_set_up(&set, stones, count, false, &note), PES_ERR_OK);
            assert_position(&set, text);
            if (count > 0) {
                assert_int_equal(brain_take_back(&set, last, &note), PES_ERR_OK);
                assert_true(pes_history_unmake(played.seat.history));
                pes_history_format(played.seat.history, text);
                assert_position(&set, text);
                assert_int_equal(brain_put(&set, last, &note), PES_ERR_OK);
            }
        }
        brain_release(&played);
        brain_release(&set);
    }
}

/* Memory, threads and limits reach the agent if it has such options and its text sets none. */
static void test_settings(void **state) {
    (void)state;
    static const struct {
        int64_t bytes;
        int32_t table_mb;
    } cases[] = {{0, BRAIN_TABLE_MAX_MB},
                 {INT64_C(350) << 20, 256},
                 {INT64_C(64) << 20, 32},
                 {INT64_C(20) << 20, 2},
                 {1, 0},
                 {INT64_MAX, BRAIN_TABLE_MAX_MB}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(brain_table_mb(cases[i].bytes, 0), cases[i].table_mb);
    assert_int_equal(brain_table_mb(INT64_C(64) << 20, 8), 16);
    struct brain b;
    struct pes_note note = {0};
    begin(&b, "max", 15);
    assert_string_equal(b.seat.text, "max");
    assert_int_equal(put(&b, 7, 7), PES_ERR_OK);
    b.table_mb = 4;
    b.threads = 2;
    assert_int_equal(brain_apply(&b, &note), PES_ERR_OK);
    assert_string_equal(b.seat.text, "max:table=4,threads=2");
    assert_position(&b, "15/15/15/15/15/15/15/7b7/15/15/15/15/15/15/15 w");
    brain_release(&b);
    begin(&b, "max:table=1", 15);
    b.table_mb = 4;
    assert_int_equal(put(&b, 7, 7), PES_ERR_OK);
    assert_string_equal(b.seat.text, "max:table=1");
    brain_release(&b);
    begin(&b, "random", 15);
    b.table_mb = 4;
    b.threads = 2;
    assert_int_equal(put(&b, 7, 7), PES_ERR_OK);
    assert_string_equal(b.seat.text, "random");
    brain_release(&b);
}

static void test_forbidden(void **state) {
    (void)state;
    static const struct brain_stone stones[] = {
        {{7, 5}, GOMOCUP_FIELD_OWN},      {{7, 6}, GOMOCUP_FIELD_OWN},
        {{5, 7}, GOMOCUP_FIELD_OWN},      {{6, 7}, GOMOCUP_FIELD_OWN},
        {{0, 0}, GOMOCUP_FIELD_OPPONENT}, {{0, 2}, GOMOCUP_FIELD_OPPONENT},
        {{0, 4}, GOMOCUP_FIELD_OPPONENT}, {{0, 14}, GOMOCUP_FIELD_OPPONENT}};
    struct gomocup_point points[BRAIN_POINTS_MAX];
    struct brain b;
    struct pes_note note = {0};
    begin(&b, "random", 15);
    assert_int_equal(brain_set_up(&b, stones, 8, false, &note), PES_ERR_OK);
    assert_int_equal(brain_forbidden(&b, points), 0);
    b.rule = GOMOCUP_RULE_RENJU;
    assert_int_equal(brain_apply(&b, &note), PES_ERR_OK);
    assert_int_equal(brain_forbidden(&b, points), 1); /* two open threes cross */
    assert_int_equal(points[0].x, 7);
    assert_int_equal(points[0].y, 7);
    /* One more of our own: the opponent is to move, only if either may. */
    assert_int_equal(brain_set_up(&b, stones, 7, false, &note), PES_ERR_ILLEGAL);
    assert_int_equal(brain_set_up(&b, stones, 7, true, &note), PES_ERR_OK);
    assert_int_equal(brain_forbidden(&b, points), 0);
    brain_release(&b);
}

/* A search answers a single stone beside it, or in the middle, on every board. */
static void test_first_answer(void **state) {
    (void)state;
    const struct pes_limits limits = {.nodes = 100};
    struct brain b;
    struct pes_note note = {0};
    for (int32_t size = 5; size <= BRAIN_SIZE_MAX; size += 5) {
        for (int i = 0; i < size * size; i++) {
            struct gomocup_point out;
            const struct gomocup_point stone = {i % size, i / size};
            begin(&b, "max:table=0", size);
            b.seed = (uint64_t)i;
            assert_int_equal(brain_put(&b, stone, &note), PES_ERR_OK);
            assert_int_equal(brain_move(&b, &limits, &out, &note), PES_ERR_OK);
            const bool middle = out.x == (size - 1) / 2 && out.y == (size - 1) / 2;
            assert_true(middle || (abs(out.x - stone.x) <= 1 && abs(out.y - stone.y) <= 1));
            brain_release(&b);
        }
    }
}

/* Openings fit on every board, are three different points, and vary with the seed. */
static void test_swap2_openings(void **state) {
    (void)state;
    static const char *const rules[] = {"freestyle", "standard", "renju"};
    for (int r = 0; r < 3; r++) {
        for (int32_t size = 5; size <= BRAIN_SIZE_MAX; size++) {
            int different = 0;
            struct gomocup_point first[SWAP2_STONES];
            swap2_opening(size, rules[r], 0, first);
            for (uint64_t seed = 0; seed < 50; seed++) {
                struct gomocup_point at[SWAP2_STONES];
                swap2_opening(size, rules[r], seed, at);
                for (int i = 0; i < SWAP2_STONES; i++) {
                    const struct gomocup_point *next = &at[(i + 1) % SWAP2_STONES];
                    assert_in_range(at[i].x, 0, size - 1);
                    assert_in_range(at[i].y, 0, size - 1);
                    assert_false(at[i].x == next->x && at[i].y == next->y);
                }
                different += memcmp(at, first, sizeof at) != 0;
            }
            assert_true(different > 10);
        }
    }
}

/* The side that the search prefers is taken, and the stones stay. */
static void test_swap2_sides(void **state) {
    (void)state;
    /* Two black stones side by side, and a white one in the corner; then White's stones help. */
    static const struct brain_stone black[] = {
        {{7, 7}, GOMOCUP_FIELD_NONE}, {{0, 0}, GOMOCUP_FIELD_NONE}, {{8, 8}, GOMOCUP_FIELD_NONE}};
    static const struct brain_stone white[] = {{{0, 0}, GOMOCUP_FIELD_NONE},
                                               {{7, 7}, GOMOCUP_FIELD_NONE},
                                               {{14, 0}, GOMOCUP_FIELD_NONE},
                                               {{8, 8}, GOMOCUP_FIELD_NONE},
                                               {{0, 14}, GOMOCUP_FIELD_NONE}};
    const struct pes_limits limits = {.nodes = 20000};
    struct gomocup_point out[BRAIN_SWAP2_MAX];
    struct pes_note note = {0};
    struct brain b;
    int count;
    begin(&b, "max", 15);
    assert_int_equal(brain_swap2(&b, black, 3, &limits, out, &count, &note), PES_ERR_OK);
    assert_int_equal(count, 0);
    assert_position(&b, "15/15/15/15/15/15/8b6/7b7/15/15/15/15/15/15/w14 w");
    assert_int_equal(brain_swap2(&b, white, 5, &limits, out, &count, &note), PES_ERR_OK);
    assert_int_equal(count, 1);
    assert_int_equal(pes_turn(b.seat.game, pes_history_state(b.seat.history)), 0);
    brain_release(&b);
}

/* One of each; returns the first error. Whatever failed, the brain can be released. */
static enum pes_err everything(struct brain *b) {
    static const struct brain_stone three[] = {{{7, 7}, GOMOCUP_FIELD_OPPONENT},
                                               {{8, 7}, GOMOCUP_FIELD_OWN},
                                               {{9, 9}, GOMOCUP_FIELD_OPPONENT}};
    struct gomocup_point points[BRAIN_SWAP2_MAX];
    struct pes_note note = {0};
    const struct pes_limits limits = {.nodes = 10};
    int count;
    enum pes_err err = brain_start(b, 15, &note);
    if (err == PES_ERR_OK)
        err = brain_put(b, (struct gomocup_point){3, 4}, &note);
    if (err == PES_ERR_OK)
        err = brain_move(b, &limits, points, &note);
    b->rule = GOMOCUP_RULE_EXACT;
    if (err == PES_ERR_OK)
        err = brain_set_up(b, three, 3, false, &note);
    if (err == PES_ERR_OK)
        err = brain_swap2(b, three, 3, &limits, points, &count, &note);
    assert_true(err == PES_ERR_OK || !pes_note_is_empty(&note));
    return err;
}

static void test_memory(void **state) {
    (void)state;
    int failures = 0;
    for (int64_t n = 1;; n++) {
        struct brain b;
        brain_init(&b, pes_kit_find("gomoku"), "max", 1);
        mem_torture_fail_at(n);
        const enum pes_err err = everything(&b);
        const bool failed = mem_torture_failed();
        mem_torture_fail_at(0);
        /* What failed once works the next time, on the same board. */
        if (failed)
            assert_int_equal(everything(&b), PES_ERR_OK);
        brain_release(&b);
        assert_int_equal(mem_torture_live(), 0);
        assert_int_equal(err, failed ? PES_ERR_NOMEM : PES_ERR_OK);
        if (!failed)
            break;
        failures++;
    }
    assert_true(failures > 8);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_corners),      cmocka_unit_test(test_rules),
        cmocka_unit_test(test_refused),      cmocka_unit_test(test_boards),
        cmocka_unit_test(test_settings),     cmocka_unit_test(test_forbidden),
        cmocka_unit_test(test_first_answer), cmocka_unit_test(test_swap2_openings),
        cmocka_unit_test(test_swap2_sides),  cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
