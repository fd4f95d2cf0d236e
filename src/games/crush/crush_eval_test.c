/* The evaluation of Crush against the course's simulations, which do not use it. */
#include "games/crush/crush_testing.h"

#include <stdlib.h>

enum { TERM_LEAD, TERM_BEST, TERM_NEXT, TERM_LIMIT, TERMS, WIN = 30000, EXTRA = 600 };

static const struct pes_eval *eval(void) {
    return crush_kit.evals[0];
}

static int32_t value_of(const struct pes_game *g, const struct pes_state *s) {
    return eval()->value(g, s, NULL);
}

/* The state of a const buffer. */
static const struct pes_state *at(const struct pes_state_buf *s) {
    return (const struct pes_state *)(const void *)s->bytes;
}

static void random_position(const struct pes_game *g, struct pes_rng *rng,
                            struct pes_state_buf *s) {
    do {
        int32_t unused[PES_PLAYERS_MAX];
        pes_start(g, rng, PES_STATE(*s));
        crush_playout(g, PES_STATE(*s), rng, 1 + (int)pes_rng_below(rng, 60), unused);
    } while (pes_over(g, PES_STATE(*s)));
}

/* The visible gain of a move, by making it with unknown tiles. */
static int plain_gain(const struct pes_game *g, const struct pes_state *s, pes_move m,
                      int *points) {
    const int side = crush_at(s)->side;
    struct pes_state_buf wave, after;
    crush_after_wave(g, s, m, PES_STATE(wave));
    crush_after_move(g, s, m, PES_STATE(after));
    *points = (int)(crush_at(at(&after))->score[side] - crush_at(s)->score[side]);
    const bool extra = crush_board(g)->tournament && crush_at(at(&wave))->first >= CRUSH_EXTRA_TURN;
    return 100 * *points + (extra ? EXTRA : 0);
}

/* Is it the second of two moves that swap the same tiles? */
static bool is_repeat(const pes_move list[], int i) {
    const struct crush_swap a = crush_swap_of(list[i]);
    for (int k = 0; k < i; k++) {
        const struct crush_swap b = crush_swap_of(list[k]);
        if (a.from.x == b.to.x && a.from.y == b.to.y && a.to.x == b.from.x && a.to.y == b.from.y)
            return true;
    }
    return false;
}

static void check_values_of(const struct pes_game *g, const struct pes_state *s) {
    const struct crush *c = crush_at(s);
    const int sign = c->side == 0 ? 1 : -1;
    pes_move list[PES_MOVES_MAX];
    int32_t terms[PES_TERMS_MAX];
    int best = 0, next = 0, most = 0;
    const int n = pes_moves(g, s, list);
    for (int i = 0; i < n; i++) {
        int points;
        const int gain = plain_gain(g, s, list[i], &points);
        assert_int_equal(crush_kit.order->score(g, s, list[i], NULL), gain);
        most = points > most ? points : most;
        if (is_repeat(list, i))
            continue;
        if (gain > best) {
            next = best;
            best = gain;
        } else if (gain > next) {
            next = gain;
        }
    }
    assert_int_equal(eval()->terms(g, s, NULL, terms), TERMS);
    assert_int_equal(terms[TERM_LEAD], 100 * ((int)c->score[0] - (int)c->score[1]));
    assert_int_equal(terms[TERM_BEST], sign * best);
    assert_int_equal(terms[TERM_NEXT], -sign * (next * 40 / 100));
    if (c->score[c->side] + (uint32_t)most >= crush_board(g)->limit)
        assert_int_equal(value_of(g, s), sign * (WIN - 1));
    else if (abs(terms[TERM_LEAD]) < WIN / 2)
        assert_int_equal(terms[TERM_LIMIT], 0);
}

static const char *const variants[] = {"", "hidden=0", "scoring=tournament,colours=5",
                                       "columns=6,rows=7,hidden=3,limit=120", "limit=30"};
enum { VARIANTS = sizeof variants / sizeof variants[0] };

static void test_terms(void **state) {
    (void)state;
    struct pes_rng rng;
    pes_rng_init(&rng, 21);
    for (int v = 0; v < VARIANTS; v++) {
        struct pes_game *g = open_crush(variants[v]);
        for (int i = 0; i < 60; i++) {
            struct pes_state_buf s;
            random_position(g, &rng, &s);
            check_values_of(g, PES_STATE(s));
        }
        pes_game_close(g);
    }
}

/* In the middle of a move the value is that after known tiles have fallen. */
static void test_waves(void **state) {
    (void)state;
    struct pes_rng rng;
    pes_rng_init(&rng, 22);
    for (int v = 0; v < VARIANTS; v++) {
        struct pes_game *g = open_crush(variants[v]);
        for (int i = 0; i < 60; i++) {
            struct pes_state_buf s, wave, after;
            random_position(g, &rng, &s);
            const pes_move m = pes_draw(g, PES_STATE(s), &rng);
            crush_after_wave(g, PES_STATE(s), m, PES_STATE(wave));
            crush_after_move(g, PES_STATE(s), m, PES_STATE(after));
            if (crush_over(crush_board(g), crush_at(at(&after))))
                assert_int_equal(value_of(g, PES_STATE(wave)),
                                 crush_at(at(&s))->side == 0 ? WIN - 1 : 1 - WIN);
            else
                assert_int_equal(value_of(g, PES_STATE(wave)), value_of(g, PES_STATE(after)));
        }
        pes_game_close(g);
    }
}

/* Exchanging the players negates the value. */
static void test_sides(void **state) {
    (void)state;
    struct pes_rng rng;
    pes_rng_init(&rng, 23);
    struct pes_game *g = open_crush("");
    for (int i = 0; i < 60; i++) {
        struct pes_state_buf s;
        random_position(g, &rng, &s);
        const int32_t value = value_of(g, PES_STATE(s));
        struct crush *c = crush_to(PES_STATE(s));
        const uint32_t score = c->score[0];
        c->score[0] = c->score[1];
        c->score[1] = score;
        c->side ^= 1;
        assert_int_equal(value_of(g, PES_STATE(s)), -value);
    }
    pes_game_close(g);
}

/* T4: a swap that brings a row of five; its mover is 20 points ahead. A board that is being
 * filled has only its points. */
static void test_golden(void **state) {
    (void)state;
    struct pes_game *g = open_crush("");
    struct pes_state_buf s;
    int32_t terms[PES_TERMS_MAX];
    set_golden(g, &s, 4);
    struct crush *c = crush_to(PES_STATE(s));
    c->score[0] = 25;
    c->score[1] = 5;
    eval()->terms(g, PES_STATE(s), NULL, terms);
    assert_int_equal(terms[TERM_LEAD], 2000);
    assert_int_equal(terms[TERM_BEST], 500);
    assert_int_equal(terms[TERM_LIMIT], 0);
    crush_clear(crush_board(g), c);
    assert_int_equal(value_of(g, PES_STATE(s)), 2000);
    pes_game_close(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_terms),
        cmocka_unit_test(test_waves),
        cmocka_unit_test(test_sides),
        cmocka_unit_test(test_golden),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
