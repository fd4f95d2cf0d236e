/* The evaluation and the agents of the thesis against the golden values. */
#include "games/boats/boats_testing.h"

static double yardstick(const struct pes_game *g, const struct pes_state *s) {
    return boats_minimax.rating->state(g, s, NULL);
}

static double value_after(const char *options, const char *position, const char *moves, int plies) {
    struct pes_game *g = open_lake(options);
    struct pes_state_buf s;
    read_position(g, position, &s);
    play_some(g, &s, moves, plies);
    const double value = yardstick(g, PES_STATE(s));
    pes_game_close(g);
    return value;
}

static void start_values(void **unused) {
    (void)unused;
    static const char *const starts[] = {"start=base", "start=s0", "start=s1",          "start=s2",
                                         "start=s3",   "",         "columns=3,levels=2"};
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        assert_true(value_after(starts[i], "startpos", "", 0) == 1);
}

static void game_a_values(void **unused) {
    (void)unused;
    static const int golden[] = {1, 1, 1, 3, 2, 4, 3, 5, 3, 4, 4, 4};
    for (int ply = 1; ply <= 12; ply++)
        assert_true(value_after("start=s2", "startpos", "R L R +7 R -8 R +7 +5 -4 R L", ply) ==
                    golden[ply - 1]);
}

/* After R L L L: the values one ply on. */
static void leaf_values(void **unused) {
    (void)unused;
    static const char *const starts[] = {"start=base", "start=s0", "start=s1", "start=s2",
                                         "start=s3"};
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        struct pes_game *g = open_lake(starts[i]);
        struct pes_state_buf s;
        struct pes_undo_buf undo;
        read_position(g, "startpos", &s);
        play_moves(g, &s, "R L L L");
        pes_move list[BOATS_MOVES_MAX];
        const int n = pes_moves(g, PES_STATE(s), list);
        assert_int_equal(n, i < 3 ? 17 : 16);
        for (int k = 0; k < n; k++) {
            char move[PES_MOVE_TEXT_MAX];
            g->rules->move_format(g, PES_STATE(s), list[k], move);
            pes_make(g, PES_STATE(s), list[k], undo.bytes);
            const int golden = strcmp(move, "R") == 0 ? -3 : strcmp(move, "-9") == 0 ? -4 : -5;
            assert_true(yardstick(g, PES_STATE(s)) == golden);
            pes_unmake(g, PES_STATE(s), list[k], undo.bytes);
        }
        pes_game_close(g);
    }
}

static void end_values(void **unused) {
    (void)unused;
    assert_true(value_after("start=s2", "3341234244 11 9 g R", "", 0) == 999999);
    assert_true(value_after("start=s0", "4431032344 5 8 r -5", "", 0) == -999999);
    assert_true(value_after("start=base", "4432112344 8 0 r -", "", 0) == -999999);
    assert_true(value_after("start=base", "4432112344 3 6 r -", "-6", 1) == 999999);
    assert_true(value_after("start=base", "4432112344 5 5 r -", "-5", 1) == 0);
}

/* On a small lake its own dock and top level replace 11 and 4. */
static void small_lake_values(void **unused) {
    (void)unused;
    /* dGreen = 2*4 + (2-1) - 1 = 8, dRed = 2*(6-2) + (2-2) = 8 */
    assert_true(value_after("columns=5,levels=2", "22212 2 4 g -", "", 0) == 0);
    /* dGreen = 2*1 + (3-3) = 2, dRed = 2*(4-3) + (3-1) - 1 = 3 */
    assert_true(value_after("columns=3,levels=3", "321 3 1 r -", "", 0) == -1);
}

static void terms_sum(void **unused) {
    (void)unused;
    struct pes_rng rng;
    pes_rng_init(&rng, 40);
    char options[PES_OPTIONS_TEXT_MAX];
    for (int i = 0; variant_at(i, options); i++) {
        struct pes_game *g = open_lake(options);
        struct pes_state_buf s;
        struct pes_undo_buf undo;
        g->rules->init(g, PES_STATE(s));
        assert_int_equal(boats_eval.accumulator_size(g), 0);
        for (int ply = 0; ply < 200 && pes_turn(g, PES_STATE(s)) != PES_TERMINAL; ply++) {
            int32_t terms[PES_TERMS_MAX], sum = 0;
            const int n = boats_eval.terms(g, PES_STATE(s), NULL, terms);
            for (int k = 0; k < n; k++) {
                assert_non_null(boats_eval.term_names[k].in[PES_LANG_EN]);
                assert_non_null(boats_eval.term_names[k].in[PES_LANG_EL]);
                sum += terms[k];
            }
            assert_int_equal(boats_eval.value(g, PES_STATE(s), NULL), sum);
            assert_true(yardstick(g, PES_STATE(s)) == sum);
            pes_make(g, PES_STATE(s), pes_draw(g, PES_STATE(s), &rng), undo.bytes);
        }
        pes_game_close(g);
    }
}

static const struct pes_rating *find_rating(const char *name) {
    for (const struct pes_rating *const *r = boats_ratings; *r != NULL; r++)
        if (strcmp((*r)->name, name) == 0)
            return *r;
    fail_msg("no rating %s", name);
    return NULL;
}

static void crazy_weights(void **unused) {
    (void)unused;
    const struct pes_rating *crazy = find_rating("crazy");
    assert_int_equal(crazy->pick, PES_PICK_WEIGHTED);
    struct pes_game *g = open_lake("start=s0");
    struct pes_state_buf s;
    read_position(g, "startpos", &s);
    struct pes_values values;
    assert_int_equal(pes_values_parse(crazy->options, "", &values, NULL), PES_ERR_OK);
    const pes_move boat = read_move(g, PES_STATE(s), "R", 1);
    const pes_move water = read_move(g, PES_STATE(s), "-3", 2);
    assert_true(crazy->move(g, PES_STATE(s), boat, &values) == 2);
    assert_true(crazy->move(g, PES_STATE(s), water, &values) == 1);
    assert_int_equal(pes_values_parse(crazy->options, "boat-weight=7", &values, NULL), PES_ERR_OK);
    assert_true(crazy->move(g, PES_STATE(s), boat, &values) == 7);
    assert_true(crazy->move(g, PES_STATE(s), water, &values) == 1);
    assert_int_equal(pes_values_parse(crazy->options, "boat-weight=0", &values, NULL),
                     PES_ERR_RANGE);
    assert_int_equal(pes_values_parse(crazy->options, "boat-weight=101", &values, NULL),
                     PES_ERR_RANGE);
    pes_game_close(g);
}

/* The move that `forward` plays, found as its description says: first best in list order. */
static void assert_forward(const struct pes_game *g, const struct pes_state *s,
                           const char *golden) {
    const struct pes_rating *forward = find_rating("forward");
    assert_int_equal(forward->pick, PES_PICK_FIRST_BEST);
    pes_move list[BOATS_MOVES_MAX], best = PES_MOVE_NONE;
    double best_value = -1;
    const int n = pes_moves(g, s, list);
    for (int i = 0; i < n; i++) {
        const double value = forward->move(g, s, list[i], NULL);
        if (value > best_value) {
            best_value = value;
            best = list[i];
        }
    }
    char text[PES_MOVE_TEXT_MAX];
    g->rules->move_format(g, s, best, text);
    assert_string_equal(text, golden);
}

static void check_forward(const char *options, const char *position, const char *golden) {
    struct pes_game *g = open_lake(options);
    struct pes_state_buf s;
    read_position(g, position, &s);
    assert_forward(g, PES_STATE(s), golden);
    pes_game_close(g);
}

static void forward_moves(void **unused) {
    (void)unused;
    check_forward("start=s0", "startpos", "R");
    check_forward("start=s0", "4432132344 1 11 g R", "L");
    check_forward("start=s0", "4432132344 5 11 r -", "+5");
    check_forward("start=s0", "4432132344 0 7 g -", "+7");
    check_forward("start=s2", "4432022344 4 11 r -", "R"); /* and sinks */
    /* Under ko neither is legal: Green has just lowered Red's column. */
    check_forward("start=s0,rule=ko", "4432132344 5 11 r -5", "+3");
    check_forward("start=s0,rule=ko", "4442132344 5 11 r -5", "+4");
    check_forward("start=s0,rule=ko", "4431132344 5 11 r -5", "L");
}

/* The thesis' printed game against `forward`: R L R L R L. The moves fit every start, because
 * neither boat has reached a column that the starts differ in. The text says that the boat sinks if
 * there is no water at its next step; the printed moves end before it could. */
static void printed_forward_game(void **unused) {
    (void)unused;
    static const struct {
        const char *options, *end;
    } starts[] = {
        {"start=base", "4432112344 3 8 r L"}, {"start=s0", "4432132344 3 8 r L"},
        {"start=s1", "4432312344 3 8 r L"},   {"start=s2", "4432022344 3 8 r L"},
        {"start=s3", "4432202344 3 8 r L"},
    };
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        struct pes_game *g = open_lake(starts[i].options);
        struct pes_state_buf s;
        read_position(g, "startpos", &s);
        for (int turn = 0; turn < 3; turn++) {
            play_moves(g, &s, "R");
            assert_forward(g, PES_STATE(s), "L");
            play_moves(g, &s, "L");
        }
        assert_position(g, &s, starts[i].end);
        assert_int_equal(pes_turn(g, PES_STATE(s)), 0);
        assert_false(pes_over(g, PES_STATE(s)));
        pes_game_close(g);
    }
    /* From s3 two steps more sink it. */
    struct pes_game *g = open_lake("start=s3");
    struct pes_state_buf s;
    read_position(g, "startpos", &s);
    play_moves(g, &s, "R L R L R L -1 L -1");
    assert_forward(g, PES_STATE(s), "L");
    play_moves(g, &s, "L");
    assert_true(yardstick(g, PES_STATE(s)) == 999999);
    assert_true(pes_over(g, PES_STATE(s)));
    pes_game_close(g);
}

static void minimax_is_described(void **unused) {
    (void)unused;
    assert_int_equal(boats_minimax.depth, 4);
    assert_true(boats_minimax.first_view);
    assert_string_equal(boats_minimax.options[0].key, "model");
    assert_string_equal(boats_minimax.options[0].variant_key, "rule");
    assert_string_equal(boats_minimax.options[0].def, "ko");
    assert_int_equal(boats_minimax.rating->pick, PES_PICK_NEVER);
    assert_ptr_equal(boats_kit.minimax, &boats_minimax);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(start_values),         cmocka_unit_test(game_a_values),
        cmocka_unit_test(leaf_values),          cmocka_unit_test(end_values),
        cmocka_unit_test(small_lake_values),    cmocka_unit_test(terms_sum),
        cmocka_unit_test(crazy_weights),        cmocka_unit_test(forward_moves),
        cmocka_unit_test(printed_forward_game), cmocka_unit_test(minimax_is_described),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
