/* Plain minimax against a second implementation, written from the definition alone, and against the
 * values in the thesis about Boats. */
#include "core/clock.h"
#include "dice.h"
#include "search/minimax.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <math.h>

static struct pes_game *open_game(const struct pes_kit *kit, const char *options) {
    struct pes_game *g;
    assert_non_null(kit);
    assert_int_equal(pes_game_open(kit, options, &g, NULL), PES_ERR_OK);
    return g;
}

/* The definition. ---------------------------------------------------------------------------- */

struct naive {
    const struct pes_game *g;
    const struct pes_minimax *how;
    const struct pes_values *values;
    pes_player view;
    uint64_t made;
};

static struct pes_state_buf after_move(struct naive *n, const struct pes_state *s, pes_move m) {
    struct pes_state_buf after;
    struct pes_undo_buf undo;
    memset(&after, 0, sizeof after);
    pes_copy(n->g, PES_STATE(after), s);
    pes_make(n->g, PES_STATE(after), m, undo.bytes);
    n->made++;
    return after;
}

static double naive_value(struct naive *n, const struct pes_state *s, int depth, double sum);

static double naive_move(struct naive *n, const struct pes_state *s, pes_move m, int depth,
                         double sum) {
    const double sign = pes_turn(n->g, s) == n->view ? 1 : -1;
    if (n->how->rating->state == NULL)
        sum += sign * n->how->rating->move(n->g, s, m, n->values);
    struct pes_state_buf after = after_move(n, s, m);
    return naive_value(n, PES_STATE(after), depth - 1, sum);
}

static double naive_chance(struct naive *n, const struct pes_state *s, int depth, double sum) {
    if (n->g->rules->chance_unknown != NULL) {
        struct pes_state_buf after = after_move(n, s, n->g->rules->chance_unknown(n->g, s));
        return naive_value(n, PES_STATE(after), depth, sum);
    }
    struct pes_chance outcomes[PES_CHANCES_MAX];
    const int count = pes_chances(n->g, s, outcomes);
    double weights = 0, mean = 0;
    for (int i = 0; i < count; i++)
        weights += outcomes[i].weight;
    for (int i = 0; i < count; i++) {
        struct pes_state_buf after = after_move(n, s, outcomes[i].move);
        const double probability = outcomes[i].weight / weights;
        mean += probability * naive_value(n, PES_STATE(after), depth, sum);
    }
    return mean;
}

static double naive_value(struct naive *n, const struct pes_state *s, int depth, double sum) {
    pes_move list[PES_MOVES_MAX];
    if (depth > 0 && pes_turn(n->g, s) == PES_CHANCE)
        return naive_chance(n, s, depth, sum);
    const int count = depth > 0 ? pes_moves(n->g, s, list) : 0;
    if (count == 0 && n->how->rating->state == NULL)
        return sum;
    if (count == 0)
        return n->how->rating->state(n->g, s, n->values) * (n->view == 0 ? 1 : -1);
    double best = pes_turn(n->g, s) == n->view ? -HUGE_VAL : HUGE_VAL;
    for (int i = 0; i < count; i++) {
        const double value = naive_move(n, s, list[i], depth, sum);
        best = pes_turn(n->g, s) == n->view ? fmax(best, value) : fmin(best, value);
    }
    return best;
}

/* The moves that both players choose from here on, the first best each time; returns their number.
 */
static int naive_line(struct naive *n, const struct pes_state *s, int depth, double sum,
                      pes_move out[]) {
    pes_move list[PES_MOVES_MAX];
    if (depth == 0 || pes_turn(n->g, s) < 0)
        return 0;
    const int count = pes_moves(n->g, s, list);
    if (count == 0)
        return 0;
    const double best = naive_value(n, s, depth, sum);
    int i = 0;
    while (naive_move(n, s, list[i], depth, sum) != best)
        i++;
    out[0] = list[i];
    if (n->how->rating->state == NULL)
        sum += (pes_turn(n->g, s) == n->view ? 1 : -1) *
               n->how->rating->move(n->g, s, list[i], n->values);
    struct pes_state_buf after = after_move(n, s, list[i]);
    return 1 + naive_line(n, PES_STATE(after), depth - 1, sum, out + 1);
}

/* Comparison on every move of random positions. ---------------------------------------------- */

static void random_position(const struct pes_game *g, struct pes_rng *rng, struct pes_state *s) {
    struct pes_undo_buf undo;
    pes_start(g, rng, s);
    for (uint32_t left = pes_rng_below(rng, 40); left > 0; left--) {
        struct pes_state_buf before;
        pes_copy(g, PES_STATE(before), s);
        pes_make(g, s, pes_draw(g, s, rng), undo.bytes);
        if (pes_over(g, s)) {
            pes_copy(g, s, PES_STATE(before));
            break;
        }
    }
    while (pes_turn(g, s) == PES_CHANCE)
        pes_make(g, s, pes_draw(g, s, rng), undo.bytes);
}

/* The principal variation is the root's move and then the choices of the definition. */
static void assert_line(struct naive *n, const struct pes_state *s, pes_move m, int depth,
                        const struct minimax_line *line) {
    pes_move expected[PES_LINE_MAX] = {m};
    struct pes_state_buf after = after_move(n, s, m);
    const double sum =
        n->how->rating->state != NULL
            ? 0
            : (pes_turn(n->g, s) == n->view ? 1 : -1) * n->how->rating->move(n->g, s, m, n->values);
    const int count = 1 + naive_line(n, PES_STATE(after), depth - 1, sum, expected + 1);
    assert_int_equal(line->count, count);
    assert_memory_equal(line->moves, expected, (size_t)count * sizeof expected[0]);
}

static void compare_at(const struct pes_game *g, const struct pes_minimax *how,
                       const struct pes_values *values, const struct pes_state *s, int depth) {
    pes_move list[PES_MOVES_MAX];
    struct pes_minimax_search search = {
        .game = g, .how = how, .rating_values = values, .depth = depth};
    const int count = pes_moves(g, s, list);
    for (int i = 0; i < count; i++) {
        struct naive naive = {
            .g = g, .how = how, .values = values, .view = how->first_view ? 0 : pes_turn(g, s)};
        const double expected = naive_move(&naive, s, list[i], depth, 0);
        double value, again;
        struct minimax_line line;
        assert_int_equal(minimax_value(&search, s, list[i], 0, &value, &line), PES_ERR_OK);
        assert_true(fabs(value - expected) <= 1e-9 * fmax(1.0, fabs(expected)));
        assert_int_equal(search.nodes, naive.made);
        assert_line(&naive, s, list[i], depth, &line);
        assert_int_equal(pes_minimax_value(&search, s, list[i], &again), PES_ERR_OK);
        assert_true(value == again);
    }
}

static void compare(const struct pes_game *g, const struct pes_minimax *how, int positions,
                    int depth_max) {
    static const struct pes_option nothing[] = {{.key = NULL}};
    const struct pes_option *options = how->rating->options ? how->rating->options : nothing;
    struct pes_values values;
    assert_int_equal(pes_values_parse(options, "", &values, NULL), PES_ERR_OK);
    struct pes_rng rng;
    pes_rng_init(&rng, 2024);
    for (int i = 0; i < positions; i++) {
        struct pes_state_buf s;
        random_position(g, &rng, PES_STATE(s));
        for (int depth = 1; depth <= depth_max; depth++)
            compare_at(g, how, &values, PES_STATE(s), depth);
    }
}

static void test_lake(void **state) {
    (void)state;
    static const struct {
        const char *options;
        int positions, depth;
    } cases[] = {
        {"", 30, 2},
        {"rule=ko", 30, 2},
        {"start=s2,rule=ko", 3, 3},
        {"columns=3,levels=2", 40, 4},
        {"columns=3,levels=2,rule=ko", 40, 4},
        {"columns=5,levels=3,rule=ko", 10, 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct pes_game *g = open_game(pes_kit_find("boats"), cases[i].options);
        compare(g, g->kit->minimax, cases[i].positions, cases[i].depth);
        struct pes_minimax mover = *g->kit->minimax; /* the same from the mover's view */
        mover.first_view = false;
        compare(g, &mover, cases[i].positions, cases[i].depth);
        pes_game_close(g);
    }
}

/* Chance before every turn, several turns in a row, a rating of moves. */
static void test_toy(void **state) {
    (void)state;
    struct pes_game *g = open_game(&toy_dice_kit, "length=9,sides=3");
    compare(g, g->kit->minimax, 40, 3);
    struct pes_minimax first = *g->kit->minimax;
    first.first_view = true;
    compare(g, &first, 20, 3);
    pes_game_close(g);
    g = open_game(&toy_dice_kit, "");
    compare(g, g->kit->minimax, 10, 2);
    pes_game_close(g);
}

/* Chance with a rating of positions. */
static double points_state(const struct pes_game *g, const struct pes_state *s,
                           const struct pes_values *values) {
    (void)values;
    int32_t points[PES_PLAYERS_MAX];
    g->rules->scores(g, s, points);
    return points[0] - points[1] + 0.125 * pes_turn(g, s);
}

static const struct pes_rating points_rating = {.name = "points", .state = points_state};
static const struct pes_minimax points_minimax = {.rating = &points_rating, .depth = 2};

static void test_toy_positions(void **state) {
    (void)state;
    struct pes_game *g = open_game(&toy_dice_kit, "length=9,sides=3");
    compare(g, &points_minimax, 40, 3);
    pes_game_close(g);
}

static void test_unknown(void **state) {
    (void)state;
    struct pes_game *g = open_game(&toy_dice_kit, "length=12,sides=4");
    struct pes_rules rules = *g->rules;
    rules.chance_unknown = toy_dice_two;
    struct pes_game unknown = *g;
    unknown.rules = &rules;
    compare(&unknown, g->kit->minimax, 40, 4);
    compare(&unknown, &points_minimax, 40, 4);
    pes_game_close(g);
}

/* The values in the thesis. ------------------------------------------------------------------ */

static void play(const struct pes_game *g, struct pes_state *s, const char *moves) {
    struct pes_undo_buf undo;
    while (*moves != '\0') {
        const size_t length = strcspn(moves, " ");
        size_t used;
        pes_move m;
        assert_int_equal(g->rules->move_parse(g, s, moves, length, &used, &m, NULL), PES_ERR_OK);
        pes_make(g, s, m, undo.bytes);
        moves += length + strspn(moves + length, " ");
    }
}

/* The first best move and its value; Red maximises, Green minimises. */
static const char *best(const struct pes_game *g, const struct pes_state *s, int depth,
                        double *value, char text[PES_MOVE_TEXT_MAX]) {
    static const struct pes_option nothing[] = {{.key = NULL}};
    struct pes_values values;
    assert_int_equal(pes_values_parse(nothing, "", &values, NULL), PES_ERR_OK);
    struct pes_minimax_search search = {
        .game = g, .how = g->kit->minimax, .rating_values = &values, .depth = depth};
    pes_move list[PES_MOVES_MAX];
    const int count = pes_moves(g, s, list);
    pes_move chosen = PES_MOVE_NONE;
    for (int i = 0; i < count; i++) {
        double v;
        assert_int_equal(pes_minimax_value(&search, s, list[i], &v), PES_ERR_OK);
        if (i == 0 || (pes_turn(g, s) == 0 ? v > *value : v < *value)) {
            *value = v;
            chosen = list[i];
        }
    }
    g->rules->move_format(g, s, chosen, text);
    return text;
}

static void test_first_moves(void **state) {
    (void)state;
    static const char *const starts[] = {"base", "s0", "s1", "s2", "s3"};
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        char options[32], text[PES_MOVE_TEXT_MAX];
        snprintf(options, sizeof options, "start=%s", starts[i]);
        struct pes_game *g = open_game(pes_kit_find("boats"), options);
        struct pes_state_buf s;
        double value = 0;
        g->rules->init(g, PES_STATE(s));
        assert_string_equal(best(g, PES_STATE(s), 4, &value, text), "R");
        assert_true(value == 1);
        play(g, PES_STATE(s), "R");
        assert_string_equal(best(g, PES_STATE(s), 4, &value, text), "L");
        assert_true(value == 0);
        pes_game_close(g);
    }
}

static void test_leaves(void **state) {
    (void)state;
    struct pes_game *g = open_game(pes_kit_find("boats"), "start=s0");
    struct pes_state_buf s;
    g->rules->init(g, PES_STATE(s));
    play(g, PES_STATE(s), "R L L L");
    static const struct pes_option nothing[] = {{.key = NULL}};
    struct pes_values values;
    assert_int_equal(pes_values_parse(nothing, "", &values, NULL), PES_ERR_OK);
    struct pes_minimax_search search = {
        .game = g, .how = g->kit->minimax, .rating_values = &values, .depth = 1};
    pes_move list[PES_MOVES_MAX];
    const int count = pes_moves(g, PES_STATE(s), list);
    assert_int_equal(count, 17);
    for (int i = 0; i < count; i++) {
        char text[PES_MOVE_TEXT_MAX];
        double value;
        g->rules->move_format(g, PES_STATE(s), list[i], text);
        assert_int_equal(pes_minimax_value(&search, PES_STATE(s), list[i], &value), PES_ERR_OK);
        assert_true(value == (strcmp(text, "R") == 0 ? -3 : strcmp(text, "-9") == 0 ? -4 : -5));
        assert_int_equal(search.nodes, 1);
    }
    pes_game_close(g);
}

/* Stopping. ---------------------------------------------------------------------------------- */

static void test_stopping(void **state) {
    (void)state;
    struct pes_game *g = open_game(pes_kit_find("boats"), "start=s0");
    struct pes_state_buf s, before;
    static const struct pes_option nothing[] = {{.key = NULL}};
    struct pes_values values;
    memset(&s, 0, sizeof s);
    assert_int_equal(pes_values_parse(nothing, "", &values, NULL), PES_ERR_OK);
    g->rules->init(g, PES_STATE(s));
    before = s;
    pes_move list[PES_MOVES_MAX];
    pes_moves(g, PES_STATE(s), list);
    struct pes_minimax_search search = {
        .game = g, .how = g->kit->minimax, .rating_values = &values, .depth = 3};
    double value = 42;
    assert_int_equal(pes_minimax_value(&search, PES_STATE(s), list[0], &value), PES_ERR_OK);
    const uint64_t whole = search.nodes;
    const double right = value;

    /* Exactly enough nodes give all values; one less gives none. */
    search.nodes_max = whole;
    assert_int_equal(pes_minimax_value(&search, PES_STATE(s), list[0], &value), PES_ERR_OK);
    assert_true(value == right);
    value = 42;
    search.nodes_max = whole - 1;
    assert_int_equal(pes_minimax_value(&search, PES_STATE(s), list[0], &value), PES_ERR_STOPPED);
    assert_int_equal(search.nodes, whole - 1);
    assert_true(value == 42);

    const atomic_bool stop = true;
    search.nodes_max = 0;
    search.stop = &stop;
    search.depth = 20;
    assert_int_equal(pes_minimax_value(&search, PES_STATE(s), list[0], &value), PES_ERR_STOPPED);
    assert_int_equal(search.nodes, 0);

    search.stop = NULL;
    const int64_t begin = clock_now_ns();
    assert_int_equal(minimax_value(&search, PES_STATE(s), list[0], begin + 20000000, &value, NULL),
                     PES_ERR_STOPPED);
    assert_true(search.nodes > 0);
    assert_true(clock_now_ns() >= begin + 20000000);
    assert_memory_equal(before.bytes, s.bytes, g->state_size);
    pes_game_close(g);
}

/* The same through chance nodes, at every possible number of nodes. */
static void test_stopping_in_chance(void **state) {
    (void)state;
    struct pes_game *g = open_game(&toy_dice_kit, "length=9,sides=2,start=rolled");
    struct pes_values values;
    assert_int_equal(pes_values_parse(g->kit->minimax->rating->options, "", &values, NULL),
                     PES_ERR_OK);
    struct pes_rng rng;
    struct pes_state_buf s;
    pes_rng_init(&rng, 3);
    pes_start(g, &rng, PES_STATE(s));
    pes_move list[PES_MOVES_MAX];
    assert_true(pes_moves(g, PES_STATE(s), list) > 0);
    struct pes_minimax_search search = {
        .game = g, .how = g->kit->minimax, .rating_values = &values, .depth = 3};
    double right, value;
    assert_int_equal(pes_minimax_value(&search, PES_STATE(s), list[0], &right), PES_ERR_OK);
    const uint64_t whole = search.nodes;
    for (search.nodes_max = 1; search.nodes_max < whole; search.nodes_max++) {
        assert_int_equal(pes_minimax_value(&search, PES_STATE(s), list[0], &value),
                         PES_ERR_STOPPED);
        assert_int_equal(search.nodes, search.nodes_max);
    }
    assert_int_equal(pes_minimax_value(&search, PES_STATE(s), list[0], &value), PES_ERR_OK);
    assert_true(value == right);
    pes_game_close(g);
}

/* The example of the course: two moves A and B worth 10 and 50, replies worth 40 and 10 to the
 * opponent after A and 90 after B. Sums along the paths are -30 and 0, and -40: A is best with -30,
 * though B has the higher own value. A position is the number of its node, and so is the move to
 * it. */
static pes_player course_turn(const struct pes_game *g, const struct pes_state *s) {
    (void)g;
    const int node = *(const unsigned char *)(const void *)s;
    return node == 0 ? 0 : node <= 2 ? 1 : PES_TERMINAL;
}

static int course_moves(const struct pes_game *g, const struct pes_state *s, pes_move out[]) {
    (void)g;
    static const pes_move first[] = {1, 3, 5, 0, 0, 0};
    static const int count[] = {2, 2, 1, 0, 0, 0};
    const int node = *(const unsigned char *)(const void *)s;
    for (int i = 0; i < count[node]; i++)
        out[i] = first[node] + (pes_move)i;
    return count[node];
}

static void course_make(const struct pes_game *g, struct pes_state *s, pes_move m, void *undo) {
    (void)g;
    unsigned char *node = (unsigned char *)(void *)s;
    *(unsigned char *)undo = *node;
    *node = (unsigned char)m;
}

static void course_unmake(const struct pes_game *g, struct pes_state *s, pes_move m,
                          const void *undo) {
    (void)g;
    (void)m;
    *(unsigned char *)(void *)s = *(const unsigned char *)undo;
}

static double course_value(const struct pes_game *g, const struct pes_state *s, pes_move m,
                           const struct pes_values *values) {
    (void)g;
    (void)s;
    (void)values;
    static const double value[] = {0, 10, 50, 40, 10, 90};
    return value[m];
}

static void test_course_example(void **state) {
    (void)state;
    const struct pes_rules rules = {
        .turn = course_turn, .moves = course_moves, .make = course_make, .unmake = course_unmake};
    const struct pes_game g = {.rules = &rules, .state_size = 1, .undo_size = 1, .moves_max = 2};
    const struct pes_rating rating = {.move = course_value};
    const struct pes_minimax how = {.rating = &rating, .depth = 2};
    struct pes_minimax_search search = {.game = &g, .how = &how, .depth = 2};
    struct pes_state_buf root = {{0}};
    double a, b;
    assert_int_equal(pes_minimax_value(&search, PES_STATE(root), 1, &a), PES_ERR_OK);
    assert_int_equal(pes_minimax_value(&search, PES_STATE(root), 2, &b), PES_ERR_OK);
    assert_true(a == -30);
    assert_true(b == -40);
    search.depth = 1;
    assert_int_equal(pes_minimax_value(&search, PES_STATE(root), 2, &b), PES_ERR_OK);
    assert_true(b == 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lake),           cmocka_unit_test(test_toy),
        cmocka_unit_test(test_toy_positions),  cmocka_unit_test(test_unknown),
        cmocka_unit_test(test_first_moves),    cmocka_unit_test(test_leaves),
        cmocka_unit_test(test_stopping),       cmocka_unit_test(test_stopping_in_chance),
        cmocka_unit_test(test_course_example),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
