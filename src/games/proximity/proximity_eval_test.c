/* The evaluation of Proximity: safe tiles, threats, the expected margin of a move. */
#include "games/proximity/proximity_testing.h"

#include <stdlib.h>

enum { TERM_POINTS, TERM_BLUE, TERM_RED, TERMS };

struct valued {
    alignas(64) unsigned char accumulator[PES_ACCUMULATOR_MAX];
    int32_t value;
    int32_t terms[PES_TERMS_MAX];
};

static void value_state(const struct pes_game *g, const struct pes_state *s, struct valued *out) {
    const struct pes_eval *eval = proximity_kit.evals[0];
    eval->refresh(g, s, out->accumulator);
    out->value = eval->value(g, s, out->accumulator);
    assert_int_equal(eval->terms(g, s, out->accumulator, out->terms), TERMS);
}

static struct valued value_text(const char *variant, const char *text) {
    struct pes_game *g = open_board(variant);
    struct pes_state_buf s;
    struct valued v;
    read_position(g, text, &s);
    value_state(g, PES_STATE(s), &v);
    pes_game_close(g);
    return v;
}

/* No number exceeds 20, so that such a tile is safe and counts its points; komi counts. */
static void test_safe(void **state) {
    (void)state;
    struct valued v = value_text("draw=iid", "12/12/12/12/5,b20,6/12/12/12/12/12 r 9 - - -");
    assert_int_equal(v.value, 2000);
    v = value_text("draw=iid,komi=-7", "12/12/12/12/5,b20,6/12/12/12/12/12 r 9 - - -");
    assert_int_equal(v.value, 1300);
    v = value_text("draw=iid,komi=-5120", "12/12/12/12/5,b20,6/12/12/12/12/12 r 9 - - -");
    assert_int_equal(v.value, 1 - proximity_kit.evals[0]->win);
    v = value_text("draw=iid", "12/12/12/12/5,r20,6/12/12/12/12/12 r 9 - - -");
    assert_int_equal(v.value, -2000);
    v = value_text("draw=iid", "12/12/12/12/5,b10,6/12/12/12/12/12 r 9 - - -");
    assert_true(v.value < 1000);
    assert_int_equal(v.terms[TERM_POINTS], 1000);
    assert_int_equal(v.terms[TERM_RED], 0);
}

/* The value of a full board is its margin. */
static void test_full(void **state) {
    (void)state;
    struct pes_rng rng;
    pes_rng_init(&rng, 4);
    static const char *const variants[] = {"", "komi=12,look=3", "columns=4,rows=5,draw=iid"};
    for (int i = 0; i < 3; i++) {
        struct pes_game *g = open_board(variants[i]);
        struct pes_state_buf s;
        struct valued v;
        int32_t unused[PES_PLAYERS_MAX];
        pes_start(g, &rng, PES_STATE(s));
        proximity_playout(g, PES_STATE(s), &rng, INT_MAX, unused);
        const struct proximity_count count = proximity_count(proximity_board(g), tiles_of(&s));
        value_state(g, PES_STATE(s), &v);
        assert_int_equal(v.value, 100 * (count.points[0] - count.points[1]));
        pes_game_close(g);
    }
}

/* The same tiles where Red's pool holds numbers greater than Blue's 15, and where it does not;
 * where a small number of Red's is known to come, and where a great one is. */
static void test_threats(void **state) {
    (void)state;
    const char *small = "columns=4,rows=4";
    const struct valued safe =
        value_text(small, "b15,3/4/4/r20,r18,1,b3 b 5 00000001010010000101 00101001010010100000 -");
    const struct valued risky =
        value_text(small, "b15,3/4/4/r20,r18,1,b3 b 5 00000001010010000101 00000001010010100101 -");
    assert_true(safe.terms[TERM_BLUE] > risky.terms[TERM_BLUE]);
    const char *open = "columns=4,rows=4,draw=iid,look=4";
    const struct valued low =
        value_text(open, "b10,b3,2/r5,b7,2/r9,b2,2/r4,b6,r8,b1 b 9 - - 2,5,1");
    const struct valued high =
        value_text(open, "b10,b3,2/r5,b7,2/r9,b2,2/r4,b6,r8,b1 b 9 - - 19,5,18");
    assert_true(low.value > high.value);
}

static void swap_owners(const struct proximity_board *board, struct proximity *s) {
    for (int cell = 0; cell < board->cells; cell++)
        if (proximity_get(board, s, cell) != 0)
            s->tile[board->at[cell].place] ^= PROXIMITY_REDS;
}

/* Exchanging the players negates the value, and moves are ordered by their margins. */
static void test_random(void **state) {
    (void)state;
    struct pes_rng rng;
    pes_rng_init(&rng, 9);
    struct pes_game *g = open_board("draw=iid,columns=7,rows=6");
    const struct pes_eval *eval = proximity_kit.evals[0];
    for (int i = 0; i < 100; i++) {
        struct pes_state_buf s;
        struct valued v, swapped, next;
        int32_t unused[PES_PLAYERS_MAX];
        pes_start(g, &rng, PES_STATE(s));
        proximity_playout(g, PES_STATE(s), &rng, 1 + (int)pes_rng_below(&rng, 40), unused);
        value_state(g, PES_STATE(s), &v);
        pes_move list[PES_MOVES_MAX];
        const int n = pes_moves(g, PES_STATE(s), list);
        const int sign = pes_turn(g, PES_STATE(s)) == PROXIMITY_BLUE ? 1 : -1;
        for (int k = 0; k < n; k++) {
            eval->push(g, PES_STATE(s), list[k], v.accumulator, next.accumulator);
            next.value = eval->value(g, PES_STATE(s), next.accumulator);
            assert_int_equal(proximity_kit.order->score(g, PES_STATE(s), list[k], v.accumulator),
                             sign * next.value);
        }
        if (tiles_of(&s)->placed >= 40)
            continue; /* only one number is still to come: the threats differ */
        swap_owners(proximity_board(g), tiles_of(&s));
        value_state(g, PES_STATE(s), &swapped);
        assert_int_equal(swapped.value, -v.value);
    }
    pes_game_close(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_safe),
        cmocka_unit_test(test_full),
        cmocka_unit_test(test_threats),
        cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
