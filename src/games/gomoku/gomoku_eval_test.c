/* The evaluation: signs and sizes of threats, symmetry, swap2. Incremental updates are tested with
 * the shapes. */
#include "games/gomoku/gomoku_shapes.h"

#include "games/gomoku/gomoku_testing.h"

static int32_t value_of(const struct pes_game *g, const struct pes_state *s) {
    static struct gomoku_shapes a;
    const struct pes_eval *eval = gomoku_evals[0];
    int32_t terms[PES_TERMS_MAX], sum = 0;
    assert_true(eval->accumulator_size(g) <= sizeof a);
    eval->refresh(g, s, &a);
    const int n = eval->terms(g, s, &a, terms);
    for (int i = 0; i < n; i++) {
        assert_true(eval->term_names[i].in[PES_LANG_EN][0] != '\0');
        assert_true(eval->term_names[i].in[PES_LANG_EL][0] != '\0');
        sum += terms[i];
    }
    assert_int_equal(eval->value(g, s, &a), sum);
    assert_in_range(sum + PES_EVAL_WIN, 1, 2 * PES_EVAL_WIN - 1);
    return sum;
}

static int32_t value_after(const char *options, const char *moves) {
    struct pes_game *g = open_board(options);
    struct pes_state_buf s;
    g->rules->init(g, PES_STATE(s));
    play_moves(g, &s, moves);
    const int32_t value = value_of(g, PES_STATE(s));
    pes_game_close(g);
    return value;
}

/* From First's view; greater if the end is nearer. */
static void threats_count(void **unused) {
    (void)unused;
    const int32_t win = value_after("", "h8 a1 i8 a3 j8 a5 k8 a7"); /* Black makes five */
    const int32_t lost = value_after("", "h8 a1 i8 a3 j8 a5 k8");   /* White stops one of two */
    const int32_t fours = value_after("", "h8 a1 i8 a3 j8 a5");     /* Black makes two fives */
    const int32_t answer = value_after("", "h8 a1 i8 a3 j8");       /* White stops a three */
    assert_true(win > lost);
    assert_true(lost > fours);
    assert_true(fours > 10000);
    assert_true(fours > answer);
    assert_true(answer > value_after("", "h8 a1 i8 a3 j10"));
    /* The same for Second. */
    assert_true(value_after("", "a1 h8 a3 i8 a5 j8 a7 k8 c1") < -10000);
    assert_true(value_after("", "a1 h8 a3 i8 a5 j8 a7") < -10000);
}

/* Two fours at once win, unless they are Black's under renju. */
static void forbidden_threats_do_not_count(void **unused) {
    (void)unused;
    const char *moves = "f8 a1 g8 e8 h8 i4 i5 a3 i6 a5 i7 a7";
    assert_true(value_after("", moves) > 10000);
    assert_true(value_after("rule=renju", moves) < 10000);
}

/* Symmetries of the board change nothing; exchanging sides negates the value. */
static void symmetry(void **unused) {
    (void)unused;
    struct pes_game *g = open_board("size=13,opening=swap2");
    const struct gomoku_board *board = gomoku_board(g);
    struct pes_rng rng;
    pes_rng_init(&rng, 3);
    for (int i = 0; i < 300; i++) {
        struct pes_state_buf s[4];
        for (int k = 0; k < 4; k++)
            gomoku_reset(board, stones_of(&s[k]));
        const int stones = 6 + (int)pes_rng_below(&rng, 60);
        while (stones_of(&s[0])->stones < stones) {
            const uint32_t left = (uint32_t)(board->points - stones_of(&s[0])->stones);
            const int point = gomoku_nth_empty(board, stones_of(&s[0]), pes_rng_below(&rng, left));
            const int x = board->at[point].x, y = board->at[point].y, far = board->size - 1;
            const int colour = gomoku_colour(stones_of(&s[0]));
            gomoku_put(board, stones_of(&s[0]), point, colour);
            gomoku_put(board, stones_of(&s[1]), gomoku_point_of(board, far - y, x), colour);
            gomoku_put(board, stones_of(&s[2]), gomoku_point_of(board, y, x), colour);
            gomoku_put(board, stones_of(&s[3]), point, colour);
        }
        for (int k = 0; k < 4; k++)
            stones_of(&s[k])->phase = k == 3 ? GOMOKU_FIRST_WHITE : GOMOKU_FIRST_BLACK;
        const int32_t value = value_of(g, PES_STATE(s[0]));
        assert_int_equal(value_of(g, PES_STATE(s[1])), value);
        assert_int_equal(value_of(g, PES_STATE(s[2])), value);
        assert_int_equal(value_of(g, PES_STATE(s[3])), -value);
    }
    pes_game_close(g);
}

/* The value is the sum of the features' weights, for the mover; so `pessoi fit` fits what plays. */
static void value_is_a_sum_of_weights(const char *options) {
    struct pes_game *g = open_board(options);
    const struct gomoku_board *board = gomoku_board(g);
    const uint32_t combinations = board->renju ? GOMOKU_COMBINATIONS : GOMOKU_COMBINATIONS_PLAIN;
    const uint32_t parts = board->renju ? 4 : 2;
    struct pes_rng rng;
    int seen = 0;
    pes_rng_init(&rng, 9);
    for (int i = 0; i < 200; i++) {
        struct pes_state_buf s;
        struct pes_feature at[PES_POSITION_FEATURES_MAX];
        gomoku_reset(board, stones_of(&s));
        const int stones = (int)pes_rng_below(&rng, 40);
        for (int k = 0; k < stones && !pes_over(g, PES_STATE(s)); k++)
            gomoku_play(board, stones_of(&s), pes_draw(g, PES_STATE(s), &rng));
        const int n =
            pes_over(g, PES_STATE(s)) ? -1 : gomoku_features.position(g, PES_STATE(s), at);
        int32_t sum = 0;
        for (int k = 0; k < n; k++) {
            const uint32_t part = at[k].index / combinations, rest = at[k].index % combinations;
            if (part >= parts) {
                const uint32_t situation = at[k].index - parts * combinations;
                sum += board->tables
                           .situation[situation / GOMOKU_SITUATIONS][situation % GOMOKU_SITUATIONS];
                continue;
            }
            const int64_t worth = board->tables.worth[part / 2][rest];
            sum += part % 2 == 0 ? gomoku_worth_own(worth) : gomoku_worth_other(worth);
        }
        const int sign = gomoku_colour(stones_of(&s)) == GOMOKU_BLACK ? 1 : -1;
        if (n >= 0)
            assert_int_equal(sign * sum, value_of(g, PES_STATE(s)));
        seen += n >= 0;
    }
    assert_true(seen > 100);
    pes_game_close(g);
}

static void features(void **unused) {
    (void)unused;
    value_is_a_sum_of_weights("");
    value_is_a_sum_of_weights("rule=standard,size=19");
    value_is_a_sum_of_weights("rule=renju");
}

/* The player who chooses gets the better side; before that the value is 0. */
static void choosing_is_good(void **unused) {
    (void)unused;
    const char *swap2 = "opening=swap2";
    assert_int_equal(value_after(swap2, ""), 0);
    assert_int_equal(value_after(swap2, "h8 a1"), 0);
    const int32_t black = value_after(swap2, "h8 a1 i9 white");
    assert_true(black != 0);
    assert_int_equal(value_after(swap2, "h8 a1 i9 black"), -black);
    assert_int_equal(value_after(swap2, "h8 a1 i9"), black < 0 ? black : -black);
    assert_int_equal(value_after(swap2, "h8 a1 i9 more a15"), 0);
    const int32_t more = value_after(swap2, "h8 a1 i9 more a15 h9 black");
    assert_true(more > 0);
    assert_int_equal(value_after(swap2, "h8 a1 i9 more a15 h9"), more);
    assert_int_equal(value_after(swap2, "h8 a1 i9 more a15 h9 white"), -more);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threats_count),    cmocka_unit_test(forbidden_threats_do_not_count),
        cmocka_unit_test(symmetry),         cmocka_unit_test(features),
        cmocka_unit_test(choosing_is_good),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
