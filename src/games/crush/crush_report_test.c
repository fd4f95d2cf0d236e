/* The report's evaluation: golden values, its quirks, its points, its fall-back. */
#include "games/crush/crush_testing.h"

#include <math.h>

static void assert_near(double found, double golden) {
    if (fabs(found - golden) > 5e-7)
        fail_msg("%.9f instead of %.9f", found, golden);
}

static double value_of(const struct pes_game *g, struct pes_state_buf *s, const char *move,
                       bool quirks) {
    const pes_move m = read_move(g, PES_STATE(*s), move, strlen(move));
    return crush_value(crush_board(g), crush_at(PES_STATE(*s)), crush_swap_of(m),
                       (struct crush_report){.quirks = quirks});
}

static const struct crush_report as_written = {.quirks = false};

static void powers(void **unused) {
    (void)unused;
    struct pes_game *g = open_crush("");
    const struct crush_board *board = crush_board(g);
    assert_true(0.01 * board->power[0] == 220.2646579480672);
    assert_true(0.005 * board->power[0] == 110.1323289740336);
    assert_near(0.01 * board->power[3], 10.966331584284585);
    pes_game_close(g);
    g = open_crush("rows=7");
    assert_near(crush_board(g)->power[4], exp(3));
    pes_game_close(g);
}

static void golden_values(void **unused) {
    (void)unused;
    static const struct {
        int board;
        const char *move;
        double off, on;
    } lines[] = {
        {1, "f2d", 670.264658, 670.264658},  {2, "c1r", 670.264658, 1270.264658},
        {4, "e2d", 970.264658, 1530.396987}, {4, "c1u", 531.030839, 531.030839},
        {4, "d1r", 670.264658, 970.264658},
    };
    struct pes_game *g = open_crush("");
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct pes_state_buf s;
        set_golden(g, &s, lines[i].board);
        assert_near(value_of(g, &s, lines[i].move, false), lines[i].off);
        assert_near(value_of(g, &s, lines[i].move, true), lines[i].on);
    }
    pes_game_close(g);
}

/* On other boards the number of rows replaces 10, also if nothing is in line. */
static void other_rows(void **unused) {
    (void)unused;
    for (int rows = CRUSH_SIZE_MIN; rows <= CRUSH_SIZE_MAX; rows++) {
        char options[32];
        snprintf(options, sizeof options, "rows=%d", rows);
        struct pes_game *g = open_crush(options);
        struct pes_state_buf s;
        set_golden(g, &s, 1);
        assert_near(value_of(g, &s, "f2d", false), 450 + 0.01 * exp(rows));
        set_golden(g, &s, 4);
        assert_near(value_of(g, &s, "c1u", true), 450 + 0.01 * exp(rows - 1));
        assert_near(value_of(g, &s, "e2d", true), 1200 + 0.015 * exp(rows));
        pes_game_close(g);
    }
}

/* The rating and its terms are the same values. */
static void rating(void **unused) {
    (void)unused;
    struct pes_game *g = open_crush("");
    struct pes_state_buf s;
    struct pes_values values;
    double terms[PES_TERMS_MAX];
    const struct pes_rating *heuristic = crush_ratings[0];
    set_golden(g, &s, 4);
    const pes_move m = read_move(g, PES_STATE(s), "e2d", 3);
    assert_int_equal(pes_values_parse(heuristic->options, "quirks=on", &values, NULL), PES_ERR_OK);
    assert_near(heuristic->move(g, PES_STATE(s), m, &values), 1530.396987);
    heuristic->terms(g, PES_STATE(s), m, &values, terms);
    assert_near(terms[0], 1200);
    assert_near(terms[1], 220.264658);
    assert_near(terms[2], 110.132329);
    assert_int_equal(pes_values_parse(heuristic->options, "", &values, NULL), PES_ERR_OK);
    assert_near(heuristic->move(g, PES_STATE(s), m, &values), 970.264658);
    pes_game_close(g);
}

/* The report's note 4: row and column together, 220 + 110, are less than the least tiles, 450. */
static void tiles_come_first(void **unused) {
    (void)unused;
    struct pes_game *g = open_crush("");
    const double *power = crush_board(g)->power;
    assert_near(0.01 * power[0] + 0.005 * power[0], 330.396986922);
    assert_near(power[3], 1096.6331584284585);
    for (int y = 0; y <= 10; y++)
        assert_true(0.01 * power[y] + 0.005 * power[y] < 3 * 150);
    pes_game_close(g);
}

/* The authors' published program has 300 points per tile, so only that part of a value doubles. */
static void published_points(void **unused) {
    (void)unused;
    static const struct {
        int board;
        const char *move, *options;
        double value;
    } lines[] = {
        {1, "f2d", "points=300", 900 + 220.264658},
        {4, "e2d", "points=300", 1500 + 220.264658},
        {4, "e2d", "points=300,quirks=on", 2400 + 330.396987},
        {4, "e2d", "points=150,quirks=on", 1200 + 330.396987},
    };
    struct pes_game *g = open_crush("");
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct pes_state_buf s;
        struct pes_values values;
        double terms[PES_TERMS_MAX];
        set_golden(g, &s, lines[i].board);
        const pes_move m = read_move(g, PES_STATE(s), lines[i].move, 3);
        assert_int_equal(
            pes_values_parse(crush_ratings[0]->options, lines[i].options, &values, NULL),
            PES_ERR_OK);
        assert_near(crush_ratings[0]->move(g, PES_STATE(s), m, &values), lines[i].value);
        crush_ratings[0]->terms(g, PES_STATE(s), m, &values, terms);
        assert_near(terms[0] + terms[1] + terms[2] + terms[3], lines[i].value);
    }
    pes_game_close(g);
}

/* A swap that lines up no tiles has value 0, however low it is. */
static void worthless(void **unused) {
    (void)unused;
    struct pes_game *g = open_crush("");
    struct pes_state_buf s;
    set_golden(g, &s, 0);
    const struct crush_swap swap = crush_swap_of(crush_move(3, 0, CRUSH_UP));
    assert_true(crush_value(crush_board(g), crush_at(PES_STATE(s)), swap, as_written) == 0);
    pes_game_close(g);
}

/* Unknown tiles equal no other tile, not even each other. */
static void unknown_tiles(void **unused) {
    (void)unused;
    static const struct change changes[] = {
        {3, 0, CRUSH_UNKNOWN}, {4, 0, CRUSH_UNKNOWN}, {5, 1, CRUSH_UNKNOWN}, {6, 5, CRUSH_UNKNOWN}};
    struct pes_game *g = open_crush("");
    struct pes_state_buf s;
    set_pattern(g, &s, changes, 4);
    const struct crush *c = crush_at(PES_STATE(s));
    const struct crush_swap swap = crush_swap_of(crush_move(5, 1, CRUSH_DOWN));
    assert_true(crush_value(crush_board(g), c, swap, as_written) == 0);
    assert_int_equal(pes_count(g, PES_STATE(s)), 0);
    const struct crush_swap both = crush_swap_of(crush_move(3, 0, CRUSH_RIGHT));
    assert_int_not_equal(crush_fallback(crush_board(g), c, both, false), 1);
    pes_game_close(g);
}

/* In the pattern like tiles are a knight's move apart, so no two are within two cells straight. */
static void fallback(void **unused) {
    (void)unused;
    static const struct change same[] = {{3, 4, 0}, {4, 4, 0}};
    struct pes_game *g = open_crush("");
    const struct crush_board *board = crush_board(g);
    struct pes_state_buf s;
    set_pattern(g, &s, same, 2);
    const struct crush *c = crush_at(PES_STATE(s));
    assert_int_equal(crush_fallback(board, c, crush_swap_of(crush_move(3, 4, CRUSH_RIGHT)), false),
                     1);
    /* a1r: 1 and 0 at their new places have no equal tile within two cells. */
    set_golden(g, &s, 0);
    assert_int_equal(crush_fallback(board, c, crush_swap_of(crush_move(0, 0, CRUSH_RIGHT)), false),
                     2);
    pes_game_close(g);
}

/* A ninth colour in the pattern, moved and met again at some distance from its new place. */
static void fallback_distances(void **unused) {
    (void)unused;
    static const struct crush_cell steps[CRUSH_DIRECTIONS] = {{0, 1}, {0, -1}, {-1, 0}, {1, 0}};
    enum { NINTH = 8, X = 5, Y = 5 };
    struct pes_game *g = open_crush("colours=9");
    const struct crush_board *board = crush_board(g);
    struct pes_state_buf s;
    for (int to = 0; to < CRUSH_DIRECTIONS; to++)
        for (int side = 0; side < CRUSH_DIRECTIONS; side++)
            for (int distance = 1; distance <= 3; distance++) {
                const int x = X + steps[to].x, y = Y + steps[to].y;
                const int mx = x + distance * steps[side].x, my = y + distance * steps[side].y;
                const struct change changes[] = {{X, Y, NINTH}, {mx, my, NINTH}, {x, y, 7}};
                if (mx == X && my == Y)
                    continue;
                set_pattern(g, &s, changes, 3);
                const struct crush *c = crush_at(PES_STATE(s));
                /* The other tile of the swap counts the same way, so it may come from there too. */
                const struct crush_swap there = crush_swap_of(crush_move(X, Y, to));
                const struct crush_swap back = {.from = there.to, .to = there.from};
                assert_int_equal(crush_fallback(board, c, there, false), distance <= 2 ? 0 : 2);
                assert_int_equal(crush_fallback(board, c, back, false), distance <= 2 ? 0 : 2);
            }
    /* Hidden rows do not count: d10 goes down, and the one above d9 is on d11. */
    const struct change high[] = {{3, 9, NINTH}, {3, 10, NINTH}, {3, 8, 7}};
    set_pattern(g, &s, high, 3);
    assert_int_equal(crush_fallback(board, crush_at(PES_STATE(s)),
                                    crush_swap_of(crush_move(3, 9, CRUSH_DOWN)), false),
                     2);
    pes_game_close(g);
}

/* The player of the report on boards where nothing can be deleted. ------------------------------
 */

/* The pattern (x + 2y) mod 7 with 0 instead of 1 on b1: no swap completes a run. */
static const char stuck_board[] = "345601/123456/601234/456012/234560/002345 1 0,0 -";

/* Values by hand, from the report's text: 1 for two tiles of the same colour; else 2 if for each of
 * them, at its new place, every tile of its colour in the row and in the column has at least two
 * others between; else 0. With quirks each tile meets itself at its old place, so 2 never occurs,
 * and two tiles that move along their own line look like a run of three. */
static void free_swaps(void **unused) {
    (void)unused;
    const double phantom = 3 * 150 + 0.01 * exp(6);
    const struct {
        const char *move;
        double value, quirks;
    } lines[] = {
        {"a1r", 1, 1},       /* both are 0 */
        {"b1l", 1, 1},       /* the same swap from the other side */
        {"a1u", 0, 0},       /* 2 comes to a1, and c1 is 2 */
        {"a2d", 0, 0},       /* the same swap */
        {"b1u", 0, 0},       /* 0 comes to b2, and b4 is 0 */
        {"b1r", 0, phantom}, /* 0 comes to c1, and a1 is 0; before the swap a1 and b1 are */
        {"c1l", 0, phantom}, /* the same swap */
        {"c1r", 2, 0},       /* 3 on c1: 0 0 left, 2 4 right, 4 6 up; 2 on d1: 3 0, 4 5, 5 0 */
        {"e4l", 2, 0},       /* inside: 3 on d4: 1 0, 2 4, 4 6, 0 5; 2 on e4: 3 1, 4, 5 0, 1 6 */
        {"a6r", 2, 0},       /* a corner: 3 on b6: 4, 5 6, 2 0; 4 on a6: 3 5, 1 6 */
        {"f6d", 0, 0},       /* 6 comes to f6, and d6 is 6 */
    };
    struct pes_game *g = open_crush("columns=6,rows=6,hidden=0,stuck=any");
    struct pes_state_buf s;
    read_position(g, stuck_board, &s);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        const double value = value_of(g, &s, lines[i].move, false);
        const double quirks = value_of(g, &s, lines[i].move, true);
        if (value != lines[i].value || quirks != lines[i].quirks)
            fail_msg("%s: %g, with quirks %g", lines[i].move, value, quirks);
    }
    pes_game_close(g);
}

/* The if-else of the report: points if a move deletes something, otherwise the fall-back, which is
 * a term of its own. Under other rules such a swap is not legal and has no value. */
static void if_else(void **unused) {
    (void)unused;
    static const char *const variants[] = {"stuck=any", "stuck=next", ""};
    struct pes_values values;
    assert_int_equal(pes_values_parse(crush_ratings[0]->options, "", &values, NULL), PES_ERR_OK);
    for (int i = 0; i < 3; i++) {
        struct pes_game *g = open_crush(variants[i]);
        struct pes_state_buf s;
        double terms[PES_TERMS_MAX];
        set_golden(g, &s, 0);
        const pes_move quiet = crush_move(0, 0, CRUSH_RIGHT);
        assert_true(crush_ratings[0]->move(g, PES_STATE(s), quiet, &values) == (i == 0 ? 2 : 0));
        crush_ratings[0]->terms(g, PES_STATE(s), quiet, &values, terms);
        assert_true(terms[0] == 0 && terms[1] == 0 && terms[2] == 0);
        assert_true(terms[3] == (i == 0 ? 2 : 0));
        set_golden(g, &s, 1);
        assert_near(value_of(g, &s, "f2d", false), 670.264658);
        crush_ratings[0]->terms(g, PES_STATE(s), crush_move(5, 1, CRUSH_DOWN), &values, terms);
        assert_true(terms[3] == 0);
        pes_game_close(g);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(powers),           cmocka_unit_test(golden_values),
        cmocka_unit_test(other_rows),       cmocka_unit_test(rating),
        cmocka_unit_test(tiles_come_first), cmocka_unit_test(published_points),
        cmocka_unit_test(worthless),        cmocka_unit_test(unknown_tiles),
        cmocka_unit_test(fallback),         cmocka_unit_test(fallback_distances),
        cmocka_unit_test(free_swaps),       cmocka_unit_test(if_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
