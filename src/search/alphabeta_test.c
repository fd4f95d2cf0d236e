/* The alpha-beta search against plain minimax: without `selective` the two must agree on every
 * position, with and without a transposition table, on one thread and several, after any earlier
 * searches. */
#include "search/alphabeta_testing.h"

/* One variant, and its positions to compare. */
struct field {
    const char *game;
    const char *options;
    int plies;     /* random plies before a position, at most */
    int depth;     /* the greatest depth */
    int positions; /* their number */
};

static const struct field fields[] = {
    {"boats", "start=s0", 30, 3, 150},
    {"boats", "rule=ko", 30, 3, 100},
    {"boats", "columns=3,levels=2", 40, 5, 150},
    {"boats", "columns=3,levels=2,rule=ko", 40, 5, 150},
    {"boats", "columns=4,levels=3,repetition=2", 20, 4, 100},
    {"boats", "columns=3,levels=2,plies=12", 12, 6, 300},
    {"boats", "columns=3,levels=2,repetition=0,plies=12", 12, 6, 300},
    {"boats", "columns=3,levels=2,repetition=0,plies=0", 30, 6, 60},
    {"gomoku", "size=5", 25, 3, 150},
    {"gomoku", "size=5,rule=renju", 25, 3, 100},
    {"gomoku", "size=6,rule=standard", 36, 3, 50},
    {"gomoku", "size=5,opening=swap2", 8, 2, 150},
    {"abalone", "eject=1", 120, 2, 60},
    {"abalone", "eject=2,plies=62", 61, 2, 40},
    {"abalone", "eject=1,start=standard", 60, 3, 6},
};
enum { FIELDS = sizeof fields / sizeof fields[0] };

/* How often each case occurred: a case that never occurs is not tested. */
struct met {
    uint64_t repetitions, caps, mates;
};

/* Without a transposition table, with one, and with threads: they must agree. */
static const struct { int threads, table_mb; } ways[] = {{1, 0}, {1, 1}, {3, 1}};
enum { WAYS = sizeof ways / sizeof ways[0] };

static void compare_at(const struct field *field, struct pes_alphabeta *searches[WAYS],
                       struct pes_history *h, int depth, struct met *met) {
    struct naive n = naive_at(h);
    const int32_t expected = naive_value(&n, depth);
    const struct pes_limits limits = {.depth = depth};
    met->repetitions += n.repetitions;
    met->caps += n.caps;
    met->mates += score_is_sure(expected);
    for (int i = 0; i < WAYS; i++) {
        struct pes_answer answer;
        pes_alphabeta_run(searches[i], h, &limits, &answer);
        if (!answer.has_score || answer.score != expected) {
            char text[PES_STATE_TEXT_MAX];
            pes_history_format(h, text);
            fail_msg("%s %s: %s, depth %d, %d threads, %d MB: %d, not %d", field->game,
                     field->options, text, depth, ways[i].threads, ways[i].table_mb,
                     (int)answer.score, expected);
        }
        assert_int_equal(answer.has_mate, score_is_sure(expected));
        assert_int_equal(answer.mate, answer.has_mate ? score_mate(expected) : 0);
        assert_line(h, &answer);
    }
}

/* Positions come in pairs one move apart, and the transposition table is never cleared: the same
 * position is reached at many depths, plies and paths. */
static void compare(const struct field *field, bool noisy, struct met *met) {
    struct table_game table;
    struct pes_alphabeta *searches[WAYS];
    struct pes_history *h;
    struct pes_rng rng;
    pes_rng_init(&rng, 7);
    open_game(&table, field->game, field->options, noisy);
    for (int i = 0; i < WAYS; i++)
        searches[i] = new_search(table.g, ways[i].threads, ways[i].table_mb, false);
    assert_int_equal(pes_history_new(table.g, &h), PES_ERR_OK);
    for (int i = 0; i < field->positions; i++) {
        if (i % 2 == 0)
            play_random(h, &rng, (int)pes_rng_below(&rng, (uint32_t)field->plies + 1));
        else
            play_on(h, &rng);
        compare_at(field, searches, h, 1 + (int)pes_rng_below(&rng, (uint32_t)field->depth), met);
    }
    pes_history_free(h);
    for (int i = 0; i < WAYS; i++)
        pes_alphabeta_free(searches[i]);
    pes_game_close(table.g);
}

static void compare_all(bool noisy) {
    struct met met = {0};
    for (int i = 0; i < FIELDS; i++)
        compare(&fields[i], noisy, &met);
    assert_true(met.repetitions > 1000);
    assert_true(met.caps > 1000);
    assert_true(met.mates > 100);
}

static void test_minimax(void **state) {
    (void)state;
    compare_all(false);
}

static void test_minimax_of_noise(void **state) {
    (void)state;
    compare_all(true);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_minimax),
        cmocka_unit_test(test_minimax_of_noise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
