/* Mate scores, against plain minimax to the end of the game.
 *
 * Without `selective` the mate distance is exact. With it, claims are sound: a side with a mate
 * score does win, and not sooner than possible; and nearly all wins within the depth are found. */
#include "search/alphabeta_testing.h"

struct tally {
    int decided, claimed;
};

static void check_claim(const struct pes_answer *answer, int32_t truth, struct tally *tally) {
    tally->decided += truth != 0;
    if (!answer->has_mate)
        return;
    const int32_t mate = score_is_sure(truth) ? score_mate(truth) : 0;
    tally->claimed++;
    assert_int_equal(answer->mate > 0, mate > 0);
    assert_int_equal(answer->mate < 0, mate < 0);
    if (mate > 0)
        assert_true(answer->mate >= mate);
}

static void check_position(struct pes_history *h, int depth, struct pes_alphabeta *exact,
                           struct pes_alphabeta *selective, struct tally *tally) {
    struct naive n = naive_at(h);
    const int32_t truth = naive_value(&n, depth);
    const struct pes_limits limits = {.depth = depth}, deeper = {.depth = 2 * depth};
    struct pes_answer answer;
    pes_alphabeta_run(exact, h, &limits, &answer);
    assert_int_equal(answer.has_mate, score_is_sure(truth));
    if (answer.has_mate)
        assert_int_equal(answer.mate, score_mate(truth));
    pes_alphabeta_run(selective, h, &deeper, &answer);
    check_claim(&answer, truth, tally);
}

/* Boards with few empty points left: minimax searches to the end. */
static void check_boards(const char *options, int empty, int positions) {
    struct table_game table;
    struct pes_history *h;
    struct pes_rng rng;
    struct tally tally = {0};
    pes_rng_init(&rng, 17);
    open_game(&table, "gomoku", options, false);
    assert_int_equal(pes_history_new(table.g, &h), PES_ERR_OK);
    struct pes_alphabeta *exact = new_search(table.g, 1, 1, false);
    struct pes_alphabeta *selective = new_search(table.g, 1, 1, true);
    for (int i = 0; i < positions;) {
        play_random(h, &rng, table.g->plies_bound - empty);
        if (pes_history_plies(h) < table.g->plies_bound - empty)
            continue; /* a player had already won */
        check_position(h, empty, exact, selective, &tally);
        i++;
    }
    assert_true(tally.decided > 20);
    assert_true(tally.claimed * 10 > tally.decided * 7);
    pes_alphabeta_free(exact);
    pes_alphabeta_free(selective);
    pes_history_free(h);
    pes_game_close(table.g);
}

static void test_boards(void **state) {
    (void)state;
    check_boards("size=5", 6, 400);
    check_boards("size=5,rule=standard", 6, 200);
    check_boards("size=6,rule=renju", 6, 100);
}

/* Lakes: minimax searches five plies, and a mate within that distance must be exact. */
static void test_lakes(void **state) {
    (void)state;
    static const char *const lakes[] = {"columns=3,levels=2", "columns=3,levels=2,rule=ko",
                                        "columns=3,levels=3"};
    for (int lake = 0; lake < 3; lake++) {
        enum { DEPTH = 5 };
        struct table_game table;
        struct pes_history *h;
        struct pes_rng rng;
        struct tally tally = {0};
        pes_rng_init(&rng, 23);
        open_game(&table, "boats", lakes[lake], false);
        assert_int_equal(pes_history_new(table.g, &h), PES_ERR_OK);
        struct pes_alphabeta *exact = new_search(table.g, 1, 1, false);
        struct pes_alphabeta *selective = new_search(table.g, 1, 1, true);
        for (int i = 0; i < 150; i++) {
            play_random(h, &rng, 40);
            struct naive n = naive_at(h);
            const int32_t truth = naive_value(&n, DEPTH);
            const struct pes_limits limits = {.depth = DEPTH};
            struct pes_answer answer;
            pes_alphabeta_run(exact, h, &limits, &answer);
            assert_true(answer.score == truth);
            pes_alphabeta_run(selective, h, &limits, &answer);
            if (!answer.has_mate || answer.mate > DEPTH || answer.mate < -DEPTH)
                continue;
            check_claim(&answer, score_is_sure(truth) ? truth : 0, &tally);
        }
        assert_true(tally.claimed > 20);
        pes_alphabeta_free(exact);
        pes_alphabeta_free(selective);
        pes_history_free(h);
        pes_game_close(table.g);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_boards),
        cmocka_unit_test(test_lakes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
