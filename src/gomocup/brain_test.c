/* Boards as managers send them against the same games played move by move, and memory that runs
 * out at every place. */
#include "gomocup/brain.h"

#include "core/mem_torture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
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
        assert_int_equal(brain_set_up(&b, &stone, 1, &note), PES_ERR_ILLEGAL);
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
            assert_int_equal(brain_set_up(&set, stones, count, &note), PES_ERR_OK);
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
        err = brain_set_up(b, three, 3, &note);
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
        cmocka_unit_test(test_corners), cmocka_unit_test(test_rules),
        cmocka_unit_test(test_refused), cmocka_unit_test(test_boards),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
