/* The toy game keeps the promises of game.h: other tests depend on it. */
#include "dice.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct pes_game *open_dice(const char *options) {
    struct pes_game *g = NULL;
    assert_int_equal(pes_game_open(&toy_dice_kit, options, &g, NULL), PES_ERR_OK);
    return g;
}

/* Every hook at one position, against the required functions. */
static void check_position(const struct pes_game *g, const struct pes_state *s) {
    const struct pes_rules *rules = g->rules;
    char text[PES_STATE_TEXT_MAX], again[PES_STATE_TEXT_MAX];
    struct pes_state_buf copy;
    int clock = 0;
    rules->state_format(g, s, 17, text);
    assert_int_equal(rules->state_parse(g, text, strlen(text), PES_STATE(copy), &clock, NULL),
                     PES_ERR_OK);
    assert_int_equal(clock, 17);
    assert_memory_equal(copy.bytes, s, g->state_size);
    rules->state_format(g, PES_STATE(copy), clock, again);
    assert_string_equal(text, again);
    assert_int_equal(pes_hash(g, PES_STATE(copy)), pes_hash(g, s));

    struct pes_chance chances[PES_CHANCES_MAX];
    pes_move moves[PES_MOVES_MAX];
    int count = pes_moves(g, s, moves);
    assert_int_equal(count, rules->count(g, s));
    if (pes_turn(g, s) == PES_CHANCE) {
        count = pes_chances(g, s, chances);
        assert_int_equal(count, g->chances_max);
        for (int i = 0; i < count; i++)
            moves[i] = chances[i].move;
    }
    for (int i = 0; i < count; i++) {
        struct pes_undo_buf undo;
        char token[PES_MOVE_TEXT_MAX];
        pes_move m = PES_MOVE_NONE;
        size_t used = 0;
        rules->move_format(g, s, moves[i], token);
        assert_int_equal(rules->move_parse(g, s, token, strlen(token), &used, &m, NULL),
                         PES_ERR_OK);
        assert_int_equal(m, moves[i]);
        assert_int_equal(used, strlen(token));
        assert_true(rules->move_key(g, m) < g->move_keys);
        pes_make(g, PES_STATE(copy), m, undo.bytes);
        assert_int_not_equal(pes_hash(g, PES_STATE(copy)), pes_hash(g, s));
        pes_unmake(g, PES_STATE(copy), m, undo.bytes);
        assert_memory_equal(copy.bytes, s, g->state_size);
    }
}

static void random_games(void **state) {
    (void)state;
    static const char *const variants[] = {"", "length=5", "length=40,sides=2", "start=rolled"};
    struct pes_rng rng;
    pes_rng_init(&rng, 42);
    for (int round = 0; round < 120; round++) {
        struct pes_game *g = open_dice(variants[round % 4]);
        struct pes_state_buf s;
        struct pes_undo_buf undo;
        pes_start(g, &rng, PES_STATE(s));
        while (!pes_over(g, PES_STATE(s))) {
            check_position(g, PES_STATE(s));
            pes_make(g, PES_STATE(s), pes_draw(g, PES_STATE(s), &rng), undo.bytes);
        }
        check_position(g, PES_STATE(s));
        pes_game_close(g);
    }
}

/* Counted by hand: the throws (1,1) (1,2) (2,1) (2,2) from the start, where pawns can only go
 * forward, leave 1 + 2 + 2 + 1 moves. */
static void golden_counts(void **state) {
    (void)state;
    struct pes_game *g = open_dice("length=5,sides=2");
    struct pes_state_buf s;
    struct pes_undo_buf undo;
    g->rules->init(g, PES_STATE(s));
    int sequences = 0;
    struct pes_chance first[PES_CHANCES_MAX], second[PES_CHANCES_MAX];
    const int firsts = pes_chances(g, PES_STATE(s), first);
    assert_int_equal(firsts, 2);
    assert_int_equal(first[0].weight, 2);
    assert_int_equal(first[1].weight, 1);
    for (int i = 0; i < firsts; i++) {
        struct pes_undo_buf inner;
        pes_make(g, PES_STATE(s), first[i].move, undo.bytes);
        const int seconds = pes_chances(g, PES_STATE(s), second);
        for (int k = 0; k < seconds; k++) {
            pes_make(g, PES_STATE(s), second[k].move, inner.bytes);
            sequences += pes_count(g, PES_STATE(s));
            pes_unmake(g, PES_STATE(s), second[k].move, inner.bytes);
        }
        pes_unmake(g, PES_STATE(s), first[i].move, undo.bytes);
    }
    assert_int_equal(sequences, 6);
    pes_game_close(g);
}

/* One move at a time, as playout() would. */
static int plain_playout(const struct pes_game *g, struct pes_state *s, struct pes_rng *rng,
                         int plies_max, int32_t out[PES_PLAYERS_MAX]) {
    struct pes_undo_buf undo;
    int plies = 0;
    while (!pes_over(g, s)) {
        if (plies == plies_max) {
            pes_settle(g, s, PES_END_PLIES, out);
            return plies;
        }
        plies += pes_turn(g, s) != PES_CHANCE;
        pes_make(g, s, pes_draw(g, s, rng), undo.bytes);
    }
    pes_payoff(g, s, out);
    return plies;
}

static void playouts_agree(void **state) {
    (void)state;
    enum { GAMES = 20000, PLIES_MAX = 40 };
    struct pes_game *g = open_dice("length=9,sides=4");
    struct pes_rng rng;
    pes_rng_init(&rng, 8);
    double plies[2] = {0}, payoffs[2] = {0};
    for (int way = 0; way < 2; way++)
        for (int i = 0; i < GAMES; i++) {
            struct pes_state_buf s;
            int32_t out[PES_PLAYERS_MAX];
            g->rules->init(g, PES_STATE(s));
            plies[way] +=
                (way ? plain_playout : g->rules->playout)(g, PES_STATE(s), &rng, PLIES_MAX, out);
            payoffs[way] += out[0];
            assert_int_equal(out[0], -out[1]);
        }
    /* Payoffs differ by at most 1 from 0 and plies by at most 40: five standard errors. */
    assert_true(fabs(payoffs[0] - payoffs[1]) / GAMES < 5 * sqrt(2.0 / GAMES));
    assert_true(fabs(plies[0] - plies[1]) / GAMES < 5 * 14 * sqrt(2.0 / GAMES));
    pes_game_close(g);
}

static void rolls_stop_where_told(void **state) {
    (void)state;
    struct pes_game *g = open_dice("");
    struct pes_state_buf s;
    struct pes_rng rng;
    pes_move out[2];
    pes_rng_init(&rng, 8);
    g->rules->init(g, PES_STATE(s));
    assert_int_equal(g->rules->roll(g, PES_STATE(s), &rng, out, 1), 1);
    assert_int_equal(pes_turn(g, PES_STATE(s)), PES_CHANCE);
    assert_int_equal(g->rules->roll(g, PES_STATE(s), &rng, out, 9), 1);
    assert_int_equal(pes_turn(g, PES_STATE(s)), 0);
    assert_int_equal(g->rules->roll(g, PES_STATE(s), &rng, out, 9), 0);
    pes_game_close(g);
}

static void ratings(void **state) {
    (void)state;
    struct pes_game *g = open_dice("length=6");
    const struct pes_rating *greedy = toy_dice_kit.ratings[0];
    struct pes_values values;
    struct pes_state_buf s;
    int clock = 0;
    const char *text = "1 1 1 0 0 25 1 0";
    assert_int_equal(pes_values_parse(greedy->options, "coin=10", &values, NULL), PES_ERR_OK);
    assert_int_equal(g->rules->state_parse(g, text, strlen(text), PES_STATE(s), &clock, NULL),
                     PES_ERR_OK);
    pes_move moves[PES_MOVES_MAX];
    assert_int_equal(pes_moves(g, PES_STATE(s), moves), 2);
    double terms[PES_TERMS_MAX];
    greedy->terms(g, PES_STATE(s), moves[0], &values, terms);
    assert_true(terms[0] == 2 && terms[1] == 10 && terms[2] == 0);
    assert_true(greedy->move(g, PES_STATE(s), moves[0], &values) == 12);
    assert_true(greedy->move(g, PES_STATE(s), moves[1], &values) == 35);
    pes_game_close(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_games),   cmocka_unit_test(golden_counts),
        cmocka_unit_test(playouts_agree), cmocka_unit_test(rolls_stop_where_told),
        cmocka_unit_test(ratings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
