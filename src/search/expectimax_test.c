/* Expectimax against a second implementation, written from the definition alone, on three games
 * with dice, numbers and tiles; its limits; its sampling. */
#include "dice.h"
#include "pessoi/search.h"
#include "search/time_testing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

static struct pes_game *open_game(const struct pes_kit *kit, const char *options) {
    struct pes_game *g;
    struct pes_note note = {0};
    assert_non_null(kit);
    if (pes_game_open(kit, options, &g, &note) != PES_ERR_OK)
        fail_msg("%s: %s", options, note.why[PES_LANG_EN]);
    return g;
}

/* The definition. ----------------------------------------------------------------------------- */

struct naive {
    const struct pes_game *g;
    const struct pes_eval *eval; /* NULL: points */
    double win;
    int plies_left; /* up to the cap */
    bool unknown;   /* outcomes stay unknown */
};

static double naive_value(const struct naive *n, const struct pes_state *s, int depth, int plies,
                          bool hidden);

static double naive_end(const struct naive *n, const struct pes_state *s, enum pes_end why) {
    int32_t out[PES_PLAYERS_MAX];
    pes_settle(n->g, s, why, out);
    return out[0] > out[1] ? n->win : out[0] < out[1] ? -n->win : 0;
}

static double naive_leaf(const struct naive *n, const struct pes_state *s) {
    static alignas(64) unsigned char accumulator[PES_ACCUMULATOR_MAX];
    if (n->eval != NULL) {
        if (n->eval->refresh != NULL)
            n->eval->refresh(n->g, s, accumulator);
        return n->eval->value(n->g, s, accumulator);
    }
    int32_t points[PES_PLAYERS_MAX];
    n->g->rules->scores(n->g, s, points);
    return points[0] - points[1];
}

static double naive_after(const struct naive *n, const struct pes_state *s, pes_move m, int depth,
                          int plies, bool hidden) {
    struct pes_state_buf after;
    struct pes_undo_buf undo;
    pes_copy(n->g, PES_STATE(after), s);
    pes_make(n->g, PES_STATE(after), m, undo.bytes);
    return naive_value(n, PES_STATE(after), depth, plies, hidden);
}

static double naive_chance(const struct naive *n, const struct pes_state *s, int depth, int plies) {
    if (n->unknown)
        return naive_after(n, s, n->g->rules->chance_unknown(n->g, s), depth, plies, true);
    struct pes_chance outcomes[PES_CHANCES_MAX];
    const int count = pes_chances(n->g, s, outcomes);
    double weights = 0, sum = 0;
    for (int i = 0; i < count; i++) {
        weights += outcomes[i].weight;
        sum += outcomes[i].weight * naive_after(n, s, outcomes[i].move, depth, plies, false);
    }
    return sum / weights;
}

static double naive_value(const struct naive *n, const struct pes_state *s, int depth, int plies,
                          bool hidden) {
    const pes_player mover = pes_turn(n->g, s);
    pes_move list[PES_MOVES_MAX];
    const int count = pes_moves(n->g, s, list);
    if (mover == PES_TERMINAL || (mover >= 0 && count == 0 && !hidden))
        return naive_end(n, s, PES_END_RULES);
    if (mover >= 0 && plies >= n->plies_left)
        return naive_end(n, s, PES_END_PLIES);
    if (depth == 0 || (mover >= 0 && count == 0))
        return naive_leaf(n, s);
    if (mover == PES_CHANCE)
        return naive_chance(n, s, depth, plies);
    double best = mover == 0 ? -INFINITY : INFINITY;
    for (int i = 0; i < count; i++) {
        const double value = naive_after(n, s, list[i], depth - 1, plies + 1, hidden);
        best = mover == 0 ? fmax(best, value) : fmin(best, value);
    }
    return best;
}

/* Comparison on random positions. ------------------------------------------------------------- */

/* A history at a random position in which a player is to move, at most `made_max` moves and
 * outcomes from the start and the rolls that follow them. */
static void random_position(const struct pes_game *g, struct pes_rng *rng, uint32_t made_max,
                            struct pes_history *h) {
    struct pes_state_buf s;
    do {
        pes_start(g, rng, PES_STATE(s));
        pes_history_start(h, PES_STATE(s), 0);
        int left = (int)pes_rng_below(rng, made_max + 1);
        for (; !pes_over(g, pes_history_state(h)); left--) {
            if (left <= 0 && pes_turn(g, pes_history_state(h)) != PES_CHANCE)
                break;
            const pes_move m = pes_draw(g, pes_history_state(h), rng);
            assert_int_equal(pes_history_make(h, m), PES_ERR_OK);
        }
    } while (pes_over(g, pes_history_state(h)) || pes_history_end(h) != PES_END_NONE);
}

struct trial {
    const char *variant;
    uint32_t made_max; /* moves and outcomes of the random game before */
    int depth, positions;
    bool unknown;
};

static void close_to(double a, double b) {
    if (fabs(a - b) > 1e-6 * fmax(1, fabs(b)))
        fail_msg("%.9f is not %.9f", a, b);
}

/* The lines of the last depth that was reported. */
struct reported {
    int count;
    struct pes_answer lines[PES_LINES_MAX];
};

static void take_line(void *to, const struct pes_answer *line) {
    struct reported *r = to;
    r->count = line->line_index == 0 ? 0 : r->count;
    assert_int_equal(line->line_index, r->count);
    r->lines[r->count++] = *line;
}

static int by_value(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? 1 : x > y ? -1 : 0;
}

/* Several lines are the best moves by the values of all of them, and the first is the answer. */
static void compare_lines(struct pes_expectimax *search, const struct pes_history *h, int depth,
                          const pes_move list[], const double of[], int count) {
    double sorted[PES_MOVES_MAX];
    memcpy(sorted, of, (size_t)count * sizeof of[0]);
    qsort(sorted, (size_t)count, sizeof sorted[0], by_value);
    for (int lines = 1; lines <= 5; lines += 2) {
        struct reported reported = {.count = 0};
        struct pes_answer answer;
        const struct pes_limits limits = {
            .depth = depth, .lines = lines, .info = take_line, .info_to = &reported};
        pes_expectimax_run(search, h, &limits, &answer);
        assert_int_equal(reported.count, lines < count ? lines : count);
        assert_true(answer.move == reported.lines[0].move);
        assert_true(answer.score == reported.lines[0].score);
        for (int i = 0; i < reported.count; i++) {
            close_to(reported.lines[i].score, sorted[i]);
            assert_true(reported.lines[i].line[0] == reported.lines[i].move);
            for (int k = 0; k < count; k++)
                if (list[k] == reported.lines[i].move)
                    close_to(of[k], sorted[i]);
            for (int k = 0; k < i; k++)
                assert_true(reported.lines[i].move != reported.lines[k].move);
        }
    }
}

/* Every move has the same value, and the best move is equally good, with pruning and without;
 * counts the nodes of both. */
static void compare_position(struct pes_expectimax *const searches[2], const struct naive *n,
                             const struct pes_history *h, int depth, uint64_t nodes[2]) {
    const struct pes_limits limits = {.depth = depth};
    const struct pes_state *s = pes_history_state(h);
    const double sign = pes_turn(n->g, s) == 0 ? 1 : -1;
    struct pes_move_value values[PES_MOVES_MAX];
    pes_move list[PES_MOVES_MAX];
    const int count = pes_moves(n->g, s, list);
    double best = -INFINITY, of[PES_MOVES_MAX];
    for (int i = 0; i < count; i++) {
        of[i] = sign * naive_after(n, s, list[i], depth - 1, 1, false);
        best = fmax(best, of[i]);
    }
    for (int k = 0; k < 2; k++) {
        struct pes_answer answer;
        pes_expectimax_run(searches[k], h, &limits, &answer);
        assert_true(answer.has_score);
        assert_true(answer.depth >= 1 && answer.depth <= depth);
        close_to(answer.score, best);
        for (int i = 0; i < count; i++)
            if (list[i] == answer.move)
                close_to(of[i], best);
        assert_true(answer.line_count >= 1 && answer.line[0] == answer.move);
        nodes[k] += answer.nodes;
        pes_expectimax_values(searches[k], h, &limits, values);
        for (int i = 0; i < count; i++) {
            assert_int_equal(values[i].move, list[i]);
            assert_true(values[i].has_value);
            close_to(values[i].value, of[i]);
        }
        compare_lines(searches[k], h, depth, list, of, count);
    }
}

static void compare(const struct pes_kit *kit, const struct trial *c, uint64_t nodes[2]) {
    struct pes_game *g = open_game(kit, c->variant);
    struct pes_expectimax *searches[2];
    struct pes_history *h;
    struct pes_rng rng;
    pes_rng_init(&rng, 77);
    for (int k = 0; k < 2; k++) {
        const struct pes_expectimax_config config = {.unknown = c->unknown, .plain = k == 1};
        assert_int_equal(pes_expectimax_new(g, &config, &searches[k]), PES_ERR_OK);
    }
    assert_int_equal(pes_history_new(g, &h), PES_ERR_OK);
    const struct pes_eval *eval = kit->evals != NULL ? kit->evals[0] : NULL;
    for (int i = 0; i < c->positions; i++) {
        random_position(g, &rng, c->made_max, h);
        const struct naive n = {.g = g,
                                .eval = eval,
                                .win = eval != NULL && eval->win > 0 ? eval->win : PES_EVAL_WIN,
                                .plies_left = g->plies_cap > 0 ? g->plies_cap - pes_history_plies(h)
                                                               : INT32_MAX,
                                .unknown = c->unknown};
        compare_position(searches, &n, h, c->depth, nodes);
    }
    pes_history_free(h);
    pes_expectimax_free(searches[0]);
    pes_expectimax_free(searches[1]);
    pes_game_close(g);
}

/* Two rolls before each turn, several turns in a row, players without a move, a cap. With two to
 * four moves per turn, pruning saves nothing. */
static void test_dice(void **state) {
    (void)state;
    static const struct trial cases[] = {{"length=6,sides=2", 20, 1, 60, false},
                                         {"length=6,sides=2", 20, 3, 60, false},
                                         {"length=9,sides=3", 30, 2, 60, false},
                                         {"length=9,sides=3", 30, 3, 12, false},
                                         {"length=5,sides=6,plies=6", 12, 2, 30, false}};
    uint64_t nodes[2] = {0};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        compare(&toy_dice_kit, &cases[i], nodes);
}

/* The cap does not matter if the rules end the game with the last move. */
static void first_loses(const struct pes_game *g, const struct pes_state *s, enum pes_end why,
                        int32_t out[PES_PLAYERS_MAX]) {
    (void)s;
    (void)why;
    out[0] = g->payoff_min;
    out[1] = g->payoff_max;
}

static void test_cap(void **state) {
    (void)state;
    struct pes_rules rules = *toy_dice_kit.rules;
    struct pes_kit kit = toy_dice_kit;
    rules.adjudicate = first_loses;
    kit.rules = &rules;
    static const struct trial trial = {"length=5,sides=5,plies=4", 12, 2, 60, false};
    uint64_t nodes[2] = {0};
    compare(&kit, &trial, nodes);
}

/* Many outcomes per roll, one roll before each turn; with the option look there are none at the end
 * and several in a row at the start. */
static void test_proximity(void **state) {
    (void)state;
    static const struct trial cases[] = {
        {"columns=4,rows=4", 30, 1, 20, false},
        {"columns=4,rows=4", 30, 2, 12, false},
        {"columns=4,rows=4,look=2", 29, 2, 8, false},
        {"columns=4,rows=4,look=4", 31, 3, 6, false},
        {"columns=4,rows=4,draw=iid", 30, 2, 4, false},
        {"columns=4,rows=4,draw=list,blue=1.2.3.4.5.6.7.8,red=8.7.6.5.4.3.2.1", 30, 3, 6, false},
    };
    uint64_t nodes[2] = {0};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        compare(pes_kit_find("proximity"), &cases[i], nodes);
    assert_true(nodes[0] < nodes[1]);
}

/* Dozens of outcomes in a row, none of them known. */
static void test_crush(void **state) {
    (void)state;
    static const struct trial cases[] = {
        {"columns=6,rows=6,hidden=0", 60, 1, 20, true},
        {"columns=6,rows=6,hidden=0", 60, 3, 20, true},
        {"columns=6,rows=6,hidden=4,limit=40", 120, 3, 20, true},
        {"columns=7,rows=6,hidden=6,scoring=tournament,colours=4", 80, 2, 12, true},
        {"columns=6,rows=6,hidden=2,plies=6", 20, 3, 12, true},
    };
    uint64_t nodes[2] = {0};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        compare(pes_kit_find("crush"), &cases[i], nodes);
    assert_true(nodes[0] < nodes[1]);
}

/* Sampling. ----------------------------------------------------------------------------------- */

struct answers {
    struct pes_answer of[8];
};

/* The answers on a few positions, with this much sampling and this seed. */
static void ask(const char *game, const char *variant, int samples, uint64_t seed,
                struct answers *out) {
    struct pes_game *g = open_game(pes_kit_find(game), variant);
    const struct pes_expectimax_config config = {.samples = samples};
    struct pes_expectimax *search;
    struct pes_history *h;
    struct pes_rng rng;
    pes_rng_init(&rng, 5);
    assert_int_equal(pes_expectimax_new(g, &config, &search), PES_ERR_OK);
    assert_int_equal(pes_history_new(g, &h), PES_ERR_OK);
    pes_expectimax_begin(search, seed);
    for (int i = 0; i < 8; i++) {
        random_position(g, &rng, 24, h);
        pes_expectimax_run(search, h, &(struct pes_limits){.depth = 2}, &out->of[i]);
    }
    pes_history_free(h);
    pes_expectimax_free(search);
    pes_game_close(g);
}

static int differ(const struct answers *a, const struct answers *b) {
    int count = 0;
    for (int i = 0; i < 8; i++)
        count += a->of[i].score != b->of[i].score;
    return count;
}

static void test_samples(void **state) {
    (void)state;
    struct answers exact, one, same, other;
    ask("proximity", "columns=5,rows=4", 0, 1, &exact);
    ask("proximity", "columns=5,rows=4", PES_EXPECTIMAX_SAMPLES_MAX, 1, &same);
    assert_int_equal(differ(&exact, &same),
                     0); /* with as many samples as outcomes, all outcomes are used */
    ask("proximity", "columns=5,rows=4", 5, 1, &one);
    ask("proximity", "columns=5,rows=4", 5, 1, &same);
    ask("proximity", "columns=5,rows=4", 5, 2, &other);
    assert_int_equal(differ(&one, &same), 0);
    assert_true(differ(&one, &other) > 0);
    ask("crush", "columns=6,rows=6,hidden=0", 6, 1, &one);
    ask("crush", "columns=6,rows=6,hidden=0", 6, 1, &same);
    ask("crush", "columns=6,rows=6,hidden=0", 6, 2, &other);
    assert_int_equal(differ(&one, &same), 0);
    assert_true(differ(&one, &other) > 0);
}

/* Sampling is unbiased: the mean over many seeds of the sampled value of a move is the exact value.
 * The last but one placement of a board has one reply to each number. */
static void test_samples_are_fair(void **state) {
    (void)state;
    enum { SEEDS = 3000 };
    struct pes_game *g = open_game(pes_kit_find("proximity"), "columns=4,rows=4,draw=iid");
    struct pes_history *h;
    struct pes_expectimax *search[2];
    struct pes_move_value values[PES_MOVES_MAX];
    const char *text = "b9,r9,b8,r7/r3,b12,r5,b1/b4,r15,b10,r11/r2,b6,2 b 10 - - -";
    assert_int_equal(pes_history_new(g, &h), PES_ERR_OK);
    assert_int_equal(pes_history_start_text(h, text, NULL, NULL), PES_ERR_OK);
    for (int k = 0; k < 2; k++) {
        const struct pes_expectimax_config config = {.samples = k * 3};
        assert_int_equal(pes_expectimax_new(g, &config, &search[k]), PES_ERR_OK);
    }
    const struct pes_limits limits = {.depth = 2};
    pes_expectimax_values(search[0], h, &limits, values);
    const double exact = values[0].value;
    double sum = 0, squares = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
        pes_expectimax_begin(search[1], (uint64_t)seed);
        pes_expectimax_values(search[1], h, &limits, values);
        sum += values[0].value;
        squares += values[0].value * values[0].value;
    }
    const double mean = sum / SEEDS, variance = squares / SEEDS - mean * mean;
    assert_true(variance > 0);
    assert_true(fabs(mean - exact) < 5 * sqrt(variance / SEEDS));
    for (int k = 0; k < 2; k++)
        pes_expectimax_free(search[k]);
    pes_history_free(h);
    pes_game_close(g);
}

/* Limits. ------------------------------------------------------------------------------------- */

struct tt {
    struct pes_game *g;
    struct pes_history *h;
    struct pes_expectimax *search;
};

static struct tt sit_down(const char *game, const char *variant) {
    struct tt t;
    struct pes_rng rng;
    pes_rng_init(&rng, 3);
    t.g = open_game(pes_kit_find(game), variant);
    const struct pes_expectimax_config config = {.unknown = true};
    assert_int_equal(pes_expectimax_new(t.g, &config, &t.search), PES_ERR_OK);
    assert_int_equal(pes_history_new(t.g, &t.h), PES_ERR_OK);
    random_position(t.g, &rng, 20, t.h);
    return t;
}

static void stand_up(struct tt *t) {
    pes_expectimax_free(t->search);
    pes_history_free(t->h);
    pes_game_close(t->g);
}

static const char *const games[] = {"proximity", "crush"};

static void test_nodes(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct tt t = sit_down(games[i], "");
        for (uint64_t nodes = 1; nodes < 100000; nodes = nodes * 7 + 3) {
            struct pes_answer a, b;
            const struct pes_limits limits = {.nodes = nodes};
            pes_expectimax_run(t.search, t.h, &limits, &a);
            pes_expectimax_run(t.search, t.h, &limits, &b);
            assert_true(a.nodes <= nodes);
            assert_true(pes_legal(t.g, pes_history_state(t.h), a.move));
            assert_memory_equal(&a, &b, sizeof a);
        }
        stand_up(&t);
    }
}

static void test_time(void **state) {
    (void)state;
    enum { MOVETIME_MS = 30 };
    static const char *const variants[] = {"columns=16,rows=16,look=4", "columns=12,rows=12"};
    for (int i = 0; i < 4; i++) {
        struct tt t = sit_down(games[i % 2], i < 2 ? "" : variants[i % 2]);
        struct pes_answer a;
        const int64_t start_ms = time_cpu_ms();
        pes_expectimax_run(t.search, t.h, &(struct pes_limits){.movetime_ms = MOVETIME_MS}, &a);
        assert_true(time_cpu_ms() - start_ms <= MOVETIME_MS + TIME_LATE_MS);
        assert_true(a.depth >= 1);
        stand_up(&t);
    }
}

static void test_stop(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct tt t = sit_down(games[i], "");
        const atomic_bool stop = true;
        struct pes_answer a, b;
        pes_expectimax_run(t.search, t.h, &(struct pes_limits){.stop = &stop}, &a);
        pes_expectimax_run(t.search, t.h, &(struct pes_limits){.depth = 1}, &b);
        assert_int_equal(a.depth, 1);
        assert_int_equal(a.move, b.move);
        stand_up(&t);
    }
}

static void count_info(void *to, const struct pes_answer *so_far) {
    int *count = to;
    assert_int_equal(so_far->depth, ++*count);
}

static void test_info(void **state) {
    (void)state;
    struct tt t = sit_down("crush", "");
    int count = 0;
    struct pes_answer a;
    pes_expectimax_run(t.search, t.h,
                       &(struct pes_limits){.depth = 3, .info = count_info, .info_to = &count}, &a);
    assert_int_equal(count, 3);
    stand_up(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dice),      cmocka_unit_test(test_cap),
        cmocka_unit_test(test_proximity), cmocka_unit_test(test_crush),
        cmocka_unit_test(test_samples),   cmocka_unit_test(test_samples_are_fair),
        cmocka_unit_test(test_nodes),     cmocka_unit_test(test_time),
        cmocka_unit_test(test_stop),      cmocka_unit_test(test_info),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
