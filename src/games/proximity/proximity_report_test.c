/* The agents of the course against their golden values. */
#include "games/proximity/proximity_testing.h"

#include <math.h>

static const struct pes_rating *rating_named(const char *name) {
    for (int i = 0; proximity_ratings[i] != NULL; i++)
        if (strcmp(proximity_ratings[i]->name, name) == 0)
            return proximity_ratings[i];
    fail_msg("no rating is called %s", name);
    return NULL;
}

static struct pes_values values_of(const struct pes_rating *rating, const char *text) {
    struct pes_values values;
    assert_int_equal(pes_values_parse(rating->options, text, &values, NULL), PES_ERR_OK);
    return values;
}

static void golden_risks(void **unused) {
    (void)unused;
    static const struct {
        int score, empty;
        double golden;
    } risks[] = {{10, 6, 5.0},
                 {10, 3, 3.7892914163},
                 {10, 1, 2.4417967097},
                 {5, 2, 2.4164775562},
                 {1, 6, 0.95}};
    for (size_t i = 0; i < sizeof risks / sizeof risks[0]; i++)
        assert_true(fabs(proximity_risk(risks[i].score, risks[i].empty) - risks[i].golden) < 1e-10);
    for (int i = 0; i <= 6; i++)
        assert_true(proximity_risk(20, i) == 0);
    for (int score = 1; score <= 21; score++)
        assert_true(proximity_risk(score, 0) == 0);
    /* Nothing is clamped: growing to 21 has a negative value, as in the report. */
    assert_true(proximity_risk(21, 6) < 0);
    struct pes_game *g = open_board("");
    for (int score = 0; score <= 21; score++)
        for (int i = 0; i <= 6; i++)
            assert_true(proximity_board(g)->risk[score][i] == proximity_risk(score, i));
    pes_game_close(g);
}

/* The value of a cell to the side to move. */
static double value_at(const struct pes_game *g, const struct pes_state *s, const char *rating,
                       const char *cell) {
    const struct pes_rating *by = rating_named(rating);
    const struct pes_values values = values_of(by, "");
    return by->move(g, s, read_move(g, s, cell, strlen(cell)), &values);
}

static void golden_empty_board(void **unused) {
    (void)unused;
    struct pes_game *g = open_board("");
    struct pes_state_buf s;
    pes_move list[PES_MOVES_MAX];
    const struct pes_values values = values_of(rating_named("heuristic"), "");
    read_position(g, "startpos", &s);
    play_moves(g, &s, "#10");
    assert_true(value_at(g, PES_STATE(s), "heuristic", "a1") == 6.778029925113729);
    assert_true(value_at(g, PES_STATE(s), "heuristic", "a10") == 6.210708583724005);
    assert_true(value_at(g, PES_STATE(s), "heuristic", "f6") == 5.0);
    read_position(g, "startpos", &s);
    play_moves(g, &s, "#20");
    const int n = pes_moves(g, PES_STATE(s), list);
    assert_int_equal(n, 120);
    for (int i = 0; i < n; i++)
        assert_true(rating_named("heuristic")->move(g, PES_STATE(s), list[i], &values) == 20.0);
    pes_game_close(g);
}

static void golden_four_tiles(void **unused) {
    (void)unused;
    static const struct {
        int number;
        double gain, cover;
    } golden[] = {{6, 2, 4.439843922387786},
                  {7, 14, 8.01430601714575},
                  {13, 38, 28.932947615143217},
                  {20, 38, 52.86494038328973}};
    const struct pes_rating *heuristic = rating_named("heuristic");
    const struct pes_values values = values_of(heuristic, "");
    struct pes_game *g = open_board("");
    for (size_t i = 0; i < sizeof golden / sizeof golden[0]; i++) {
        struct pes_state_buf s;
        char position[256];
        double terms[PES_TERMS_MAX];
        snprintf(position, sizeof position, FOUR_TILES " b %d " FOUR_POOLS " -", golden[i].number);
        read_position(g, position, &s);
        heuristic->terms(g, PES_STATE(s), read_move(g, PES_STATE(s), "f6", 2), &values, terms);
        assert_true(terms[0] == golden[i].gain);
        assert_true(fabs(terms[1] - golden[i].cover) < 1e-13);
        assert_true(value_at(g, PES_STATE(s), "heuristic", "f6") == terms[0] + terms[1]);
    }
    assert_string_equal(heuristic->term_names[0].in[PES_LANG_EN], "gain");
    assert_string_equal(heuristic->term_names[1].in[PES_LANG_EN], "cover");
    assert_string_equal(heuristic->term_names[2].in[PES_LANG_EN], "");
    pes_game_close(g);
}

static void golden_stock(void **unused) {
    (void)unused;
    struct pes_game *g = open_board("");
    struct pes_state_buf s;
    read_position(g, FOUR_TILES " b 7 " FOUR_POOLS " -", &s);
    assert_true(fabs(value_at(g, PES_STATE(s), "stock", "f6") - 23.25) < 1e-12);
    read_position(g, FOUR_TILES " b 9 " FOUR_POOLS " -", &s);
    assert_true(fabs(value_at(g, PES_STATE(s), "stock", "f6") - 37.32) < 1e-12);
    /* At most a hundred: 20 + 6 + 6 * 19, and no empty neighbour. */
    read_position(g,
                  "12/12/12/12/5,b19,b19,5/4,b19,1,b19,5/5,b19,b19,5/12/12/12 "
                  "b 20 33333333333333333311 33333333333333333330 -",
                  &s);
    assert_true(value_at(g, PES_STATE(s), "stock", "f6") == 100);
    pes_game_close(g);
}

/* The move the player makes: the first best of the list, with its margin. */
static pes_move best_move(const struct pes_game *g, const struct pes_state *s,
                          const struct pes_rating *rating, const struct pes_values *values) {
    pes_move list[PES_MOVES_MAX];
    const int n = pes_moves(g, s, list);
    const double margin = rating->margin != NULL ? rating->margin(values) : 0;
    assert_int_equal(rating->pick, PES_PICK_FIRST_BEST);
    int best = 0;
    double most = rating->move(g, s, list[0], values);
    for (int i = 1; i < n; i++) {
        const double value = rating->move(g, s, list[i], values);
        if (margin > 0 ? value - most >= margin : value > most) {
            best = i;
            most = value;
        }
    }
    return list[best];
}

static void assert_whole_game(const char *quirks, int blue, int red, int blue_cells,
                              int red_cells) {
    char options[512];
    write_lists(options, sizeof options, 120, "");
    struct pes_game *g = open_board(options);
    const struct pes_rating *heuristic = rating_named("heuristic");
    const struct pes_values values = values_of(heuristic, quirks);
    struct pes_rng rng;
    struct pes_state_buf s;
    struct pes_undo_buf undo;
    pes_rng_init(&rng, 1);
    read_position(g, "startpos", &s);
    while (pes_turn(g, PES_STATE(s)) != PES_TERMINAL) {
        const pes_move m = pes_turn(g, PES_STATE(s)) == PES_CHANCE
                               ? pes_draw(g, PES_STATE(s), &rng)
                               : best_move(g, PES_STATE(s), heuristic, &values);
        pes_make(g, PES_STATE(s), m, undo.bytes);
    }
    const struct proximity_count count = proximity_count(proximity_board(g), tiles_of(&s));
    assert_int_equal(count.points[0], blue);
    assert_int_equal(count.points[1], red);
    assert_int_equal(count.cells[0], blue_cells);
    assert_int_equal(count.cells[1], red_cells);
    pes_game_close(g);
}

static void golden_game_with_quirks(void **unused) {
    (void)unused;
    assert_whole_game("quirks=on", 735, 628, 72, 48);
}

static void golden_game_without_quirks(void **unused) {
    (void)unused;
    assert_whole_game("quirks=off", 654, 714, 68, 52);
}

/* A later cell must be better by a whole point only with quirks. */
static void margins(void **unused) {
    (void)unused;
    const struct pes_rating *heuristic = rating_named("heuristic");
    const struct pes_values on = values_of(heuristic, "quirks=on");
    const struct pes_values off = values_of(heuristic, "");
    assert_true(heuristic->margin(&on) == 1.0);
    assert_true(heuristic->margin(&off) == 0.0);
    assert_null(rating_named("stock")->margin);
    /* a1 and l10 are the best cells and equal: the first in the list is taken. */
    struct pes_game *g = open_board("");
    struct pes_state_buf s;
    char text[PES_MOVE_TEXT_MAX];
    read_position(g, "startpos", &s);
    play_moves(g, &s, "#10");
    g->rules->move_format(g, PES_STATE(s), best_move(g, PES_STATE(s), heuristic, &off), text);
    assert_string_equal(text, "a1");
    pes_game_close(g);
}

/* minimax:depth=2 by hand, the answer's number being known: the own value minus the best reply. */
static double two_plies(const struct pes_game *g, const struct pes_state_buf *before,
                        const char *move) {
    struct pes_state_buf s = *before;
    struct pes_undo_buf undo;
    const struct pes_rating *rating = proximity_minimax.rating;
    const struct pes_values values = values_of(rating, "");
    const pes_move m = read_move(g, PES_STATE(s), move, strlen(move));
    const double own = rating->move(g, PES_STATE(s), m, &values);
    pes_make(g, PES_STATE(s), m, undo.bytes);
    struct pes_rng rng;
    pes_rng_init(&rng, 1);
    g->rules->roll(g, PES_STATE(s), &rng, NULL, 1);
    const pes_move reply = best_move(g, PES_STATE(s), rating, &values);
    return own - rating->move(g, PES_STATE(s), reply, &values);
}

static void golden_minimax(void **unused) {
    (void)unused;
    struct pes_game *g = open_board("look=2");
    struct pes_state_buf s;
    assert_int_equal(proximity_minimax.depth, 2);
    assert_false(proximity_minimax.first_view);
    read_position(g, "startpos", &s);
    play_moves(g, &s, "#10 #15");
    assert_true(fabs(two_plies(g, &s, "c3") + 36.51374805709429) < 1e-12);
    assert_true(fabs(two_plies(g, &s, "l10") + 37.158031437793) < 1e-12);
    read_position(g, FOUR_TILES " b 13 23333332333333333332 33333233233233333333 9", &s);
    assert_true(fabs(two_plies(g, &s, "f6") - 44.58894829331085) < 1e-12);
    pes_game_close(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_risks),
        cmocka_unit_test(golden_empty_board),
        cmocka_unit_test(golden_four_tiles),
        cmocka_unit_test(golden_stock),
        cmocka_unit_test(golden_game_with_quirks),
        cmocka_unit_test(golden_game_without_quirks),
        cmocka_unit_test(margins),
        cmocka_unit_test(golden_minimax),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
