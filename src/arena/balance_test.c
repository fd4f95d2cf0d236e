#include "arena/balance.h"

#include "pessoi/kit.h"
#include "toys/dice.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <math.h>

struct scene {
    struct pes_game *g;
    struct pes_history *h;
    struct balance *b;
};

static void open_scene(struct scene *sc, const struct pes_kit *kit, const char *variant) {
    assert_int_equal(pes_game_open(kit, variant, &sc->g, NULL), PES_ERR_OK);
    assert_int_equal(pes_history_new(sc->g, &sc->h), PES_ERR_OK);
    assert_int_equal(balance_new(sc->g, &sc->b, NULL), PES_ERR_OK);
}

static void close_scene(struct scene *sc) {
    balance_free(sc->b);
    pes_history_free(sc->h);
    pes_game_close(sc->g);
}

static void set(struct scene *sc, const char *moves) {
    int made;
    assert_int_equal(pes_history_start_text(sc->h, "startpos", NULL, NULL), PES_ERR_OK);
    assert_int_equal(pes_history_make_text(sc->h, moves, &made, NULL), PES_ERR_OK);
}

static double cost(struct scene *sc, bool searched_expected) {
    double cost = -1.0;
    bool searched = false;
    const int count = pes_history_count(sc->h);
    assert_int_equal(balance_cost(sc->b, sc->h, &cost, &searched), PES_ERR_OK);
    assert_int_equal(searched, searched_expected);
    assert_int_equal(pes_history_count(sc->h), count);
    assert_true(cost >= 0.0);
    return cost;
}

static struct judgement judge(struct scene *sc) {
    struct judgement out = {.first = -1.0};
    assert_int_equal(balance_judge(sc->b, sc->h, BALANCE_NODES, &out), PES_ERR_OK);
    assert_true(out.first >= 0.0 && out.first <= 1.0);
    return out;
}

/* Three in a row that nothing stops is won for the side that has it, whoever is to move. */
static void test_won_positions(void **state) {
    (void)state;
    struct scene sc;
    open_scene(&sc, pes_kit_find("gomoku"), "");
    set(&sc, "h8 a1 i8 o1 j8 a15");
    assert_true(judge(&sc).proven);
    assert_true(judge(&sc).first > 0.99);
    assert_true(cost(&sc, true) > 0.5);
    set(&sc, "a1 h8 o1 i8 a15 j8 o15");
    assert_true(judge(&sc).proven);
    assert_true(judge(&sc).first < 0.01);
    assert_true(cost(&sc, true) > 0.5);
    close_scene(&sc);
}

/* Images are one position: judged once, used together. */
static void test_uses(void **state) {
    (void)state;
    struct scene sc;
    open_scene(&sc, pes_kit_find("gomoku"), "");
    static const char *const images[] = {"a1 h8 c2 g7", "o1 h8 m2 i7", "a15 h8 c14 g9",
                                         "a1 h8 b3 g7"};
    set(&sc, images[0]);
    const double fresh = cost(&sc, true);
    for (int i = 0; i < 4; i++) {
        set(&sc, images[i]);
        assert_true(fabs(cost(&sc, false) - fresh - 0.1 * i) < 1e-9);
        assert_int_equal(balance_use(sc.b, sc.h), PES_ERR_OK);
    }
    set(&sc, "a1 h8 c3 g7");
    cost(&sc, true);
    close_scene(&sc);
}

/* Where chance is to move the judgement is a mean over rolls, and uses do not count. */
static void test_chance(void **state) {
    (void)state;
    static const char *const games[] = {"proximity", "crush", NULL};
    for (int i = 0; i < 3; i++) {
        struct scene sc;
        open_scene(&sc, games[i] != NULL ? pes_kit_find(games[i]) : &toy_dice_kit, "");
        set(&sc, "");
        assert_int_equal(pes_turn(sc.g, pes_history_state(sc.h)), PES_CHANCE);
        const double once = cost(&sc, true);
        assert_int_equal(balance_use(sc.b, sc.h), PES_ERR_OK);
        assert_true(cost(&sc, false) == once);
        const struct judgement first = judge(&sc), second = judge(&sc);
        assert_true(first.first == second.first);
        assert_false(first.proven);
        close_scene(&sc);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_won_positions),
        cmocka_unit_test(test_uses),
        cmocka_unit_test(test_chance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
