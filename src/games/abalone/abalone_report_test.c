/* The report's player against its golden values. */
#include "games/abalone/abalone_testing.h"

static const struct pes_rating *heuristic(void) {
    assert_string_equal(abalone_ratings[0]->name, "heuristic");
    assert_null(abalone_ratings[1]);
    return abalone_ratings[0];
}

static struct pes_values values_of(const char *options) {
    struct pes_values values;
    assert_int_equal(pes_values_parse(heuristic()->options, options, &values, NULL), PES_ERR_OK);
    return values;
}

static double value_at(const char *variant, const char *position, const char *options) {
    struct pes_game *g = open_table(variant);
    struct pes_state_buf s;
    const struct pes_values values = values_of(options);
    read_position(g, position, &s);
    const double value = heuristic()->state(g, PES_STATE(s), &values);
    pes_game_close(g);
    return value;
}

static void check_scores(const char *variant, const char *position, bool quirks, double black,
                         double white) {
    struct pes_game *g = open_table(variant);
    struct pes_state_buf s;
    read_position(g, position, &s);
    const struct abalone *now = abalone_at(PES_STATE(s));
    assert_true(abalone_score(now, ABALONE_BLACK, quirks) == black);
    assert_true(abalone_score(now, ABALONE_WHITE, quirks) == white);
    assert_true(value_at(variant, position, quirks ? "quirks=on" : "") == black - white);
    pes_game_close(g);
}

static void scores(void **unused) {
    (void)unused;
    check_scores("", "startpos", false, 150.5, 150.5);
    check_scores("", "startpos", true, 150.5, 148.5);
    check_scores("start=standard", "startpos", false, 153.5, 153.5);
    check_scores("", "5/6/7/8/4b4/8/7/6/5 b 0 0 0", false, 100 + 3 + 3.0, 100);
    check_scores("", "5/6/7/8/9/8/7/6/b4 b 0 0 0", false, 100 - 1 + 1.5, 100);
    check_scores("", "5/6/7/8/9/8/7/6/w4 b 2 0 0", false, 75, 100 - 1 + 1.5);
}

/* The same counted by hand: every marble, every neighbour. */
static void neighbours_by_hand(void **unused) {
    (void)unused;
    static const double by_distance[] = {3, 1, 0.5, -0.5, -1};
    static const int worth[] = {100, 90, 75, 55, 30, 10, 0};
    struct pes_rng rng;
    pes_rng_init(&rng, 81);
    for (int k = 0; k < 3000; k++) {
        struct pes_state_buf buf;
        scatter(&rng, 1 + k % 14, 6, &buf);
        const struct abalone *s = abalone_at(PES_STATE(buf));
        for (int player = 0; player < 2; player++) {
            double golden = worth[s->lost[player]];
            for (int place = 0; place < ABALONE_CELLS; place++) {
                if (!abalone_holds(s->marbles[player], place))
                    continue;
                const int dr = abs(abalone_row(place) - 4), dn = abs(abalone_number(place) - 5);
                const int slant = abs(abalone_row(place) + 1 - abalone_number(place));
                golden +=
                    by_distance[dr > dn ? (dr > slant ? dr : slant) : (dn > slant ? dn : slant)];
                for (int d = 0; d < ABALONE_DIRECTIONS; d++) {
                    const int next = abalone_next(place, d);
                    golden += next < 0                                   ? 0
                              : abalone_holds(s->marbles[player], next)  ? 1
                              : abalone_holds(s->marbles[!player], next) ? 0.25
                                                                         : 0.5;
                }
            }
            assert_true(abalone_score(s, player, false) == golden);
        }
    }
}

static void lost_marbles(void **unused) {
    (void)unused;
    static const int worth[] = {100, 90, 75, 55, 30, 10, 0, 0, 0};
    for (int lost = 0; lost <= 8; lost++) {
        char text[PES_STATE_TEXT_MAX];
        snprintf(text, sizeof text, "5/6/7/8/4b4/8/7/6/5 b %d 0 0", lost);
        assert_true(value_at("eject=14", text, "") == worth[lost] + 6.0 - 100);
        snprintf(text, sizeof text, "5/6/7/8/4b4/8/7/6/5 b 0 %d 0", lost);
        assert_true(value_at("eject=14", text, "") == 106.0 - worth[lost]);
    }
}

/* Each cell by its distance from the centre, and the six quirks. */
static void centre(void **unused) {
    (void)unused;
    static const double by_distance[] = {3, 1, 0.5, -0.5, -1};
    struct pes_game *g = open_table("");
    const struct pes_values off = values_of("quirks=off"), on = values_of("quirks=on");
    for (int place = 0; place < ABALONE_CELLS; place++) {
        struct pes_state_buf buf;
        const struct abalone s = {.marbles = {UINT64_C(1) << place, 0}};
        memcpy(buf.bytes, &s, sizeof s);
        int neighbours = 0;
        for (int d = 0; d < ABALONE_DIRECTIONS; d++)
            neighbours += abalone_next(place, d) >= 0;
        const int dr = abalone_row(place) - 4, dn = abalone_number(place) - 5;
        int distance = abs(dr) > abs(dn) ? abs(dr) : abs(dn);
        distance = abs(dr - dn) > distance ? abs(dr - dn) : distance;
        char name[ABALONE_CELL_TEXT];
        abalone_cell_name(place, name);
        const double golden = by_distance[distance], company = 0.5 * neighbours;
        const double slip = strstr("c6 d7 f3 g4", name)     ? -1.5
                            : strstr("d6 f4", name) != NULL ? -0.5
                                                            : golden;
        assert_true(heuristic()->state(g, PES_STATE(buf), &off) == golden + company);
        assert_true(heuristic()->state(g, PES_STATE(buf), &on) == slip + company);
    }
    pes_game_close(g);
}

static void check_first_moves(const char *variant, const char *options, double best, double worst) {
    struct pes_game *g = open_table(variant);
    struct pes_state_buf s;
    pes_move list[ABALONE_MOVES_MAX];
    char first[PES_MOVE_TEXT_MAX] = "";
    const struct pes_values values = values_of(options);
    g->rules->init(g, PES_STATE(s));
    const int n = pes_moves(g, PES_STATE(s), list);
    double most = -1000, least = 1000;
    for (int i = 0; i < n; i++) {
        const double value = heuristic()->move(g, PES_STATE(s), list[i], &values);
        if (value > most)
            g->rules->move_format(g, PES_STATE(s), list[i], first);
        most = value > most ? value : most;
        least = value < least ? value : least;
    }
    assert_true(most == best);
    assert_true(least == worst);
    assert_string_equal(first, "a1b2");
    pes_game_close(g);
}

static void first_moves(void **unused) {
    (void)unused;
    check_first_moves("start=belgian", "", 1.5, -5.0);
    check_first_moves("start=standard", "", 2.5, -5.0);
    check_first_moves("start=belgian", "quirks=on", 3.5, -3.0);
    check_first_moves("start=standard", "quirks=on", 2.5, -7.0);
}

/* The terms sum to the value; the value of a move to its mover is that of the position after it, to
 * Black, or negated, to White. */
static void terms_sum(void **unused) {
    (void)unused;
    struct pes_rng rng;
    pes_rng_init(&rng, 80);
    struct pes_game *g = open_table("");
    struct pes_undo_buf undo;
    for (int k = 0; k < 300; k++) {
        struct pes_state_buf s;
        pes_move list[ABALONE_MOVES_MAX];
        const struct pes_values values = values_of(k % 2 == 0 ? "" : "quirks=on");
        scatter(&rng, 8, 6, &s);
        const int mover = pes_turn(g, PES_STATE(s)), n = pes_moves(g, PES_STATE(s), list);
        for (int i = 0; i < n; i++) {
            double terms[PES_TERMS_MAX], sum = 0;
            heuristic()->terms(g, PES_STATE(s), list[i], &values, terms);
            for (int t = 0; heuristic()->term_names[t].in[PES_LANG_EN][0] != '\0'; t++)
                sum += terms[t];
            const double value = heuristic()->move(g, PES_STATE(s), list[i], &values);
            assert_true(value == sum);
            pes_make(g, PES_STATE(s), list[i], undo.bytes);
            const double after = heuristic()->state(g, PES_STATE(s), &values);
            pes_unmake(g, PES_STATE(s), list[i], undo.bytes);
            assert_true(value == (mover == ABALONE_BLACK ? after : -after));
        }
    }
    pes_game_close(g);
}

static void minimax_is_described(void **unused) {
    (void)unused;
    assert_int_equal(abalone_minimax.depth, 2);
    assert_false(abalone_minimax.first_view);
    assert_ptr_equal(abalone_minimax.rating, heuristic());
    assert_ptr_equal(abalone_kit.minimax, &abalone_minimax);
    assert_int_equal(heuristic()->pick, PES_PICK_FIRST_BEST);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scores),
        cmocka_unit_test(neighbours_by_hand),
        cmocka_unit_test(lost_marbles),
        cmocka_unit_test(centre),
        cmocka_unit_test(first_moves),
        cmocka_unit_test(terms_sum),
        cmocka_unit_test(minimax_is_described),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
