/* The order of moves: on rows counted by hand, and against a naive count for every move of many
 * positions. */
#include "games/abalone/abalone_oracle_testing.h"

#include "games/abalone/abalone_testing.h"

static int32_t score(const struct pes_game *g, const struct pes_state_buf *s, const char *move) {
    const struct pes_state *state = (const struct pes_state *)(const void *)s->bytes;
    return abalone_order.score(g, state, read_move(g, state, move, strlen(move)), NULL);
}

static bool noisy(const struct pes_game *g, const struct pes_state_buf *s, const char *move) {
    const struct pes_state *state = (const struct pes_state *)(const void *)s->bytes;
    return abalone_order.noisy(g, state, read_move(g, state, move, strlen(move)));
}

static void drawn(void **unused) {
    (void)unused;
    struct pes_game *g = open_table("");
    struct pes_state_buf s;
    read_row_e(g, "6bbw", &s);
    assert_true(noisy(g, &s, "e7e8"));
    assert_false(noisy(g, &s, "e7e6"));
    assert_true(score(g, &s, "e7e8") > score(g, &s, "e7e6"));
    read_row_e(g, "bbbww4", &s); /* three against two, not yet at the edge */
    assert_false(noisy(g, &s, "e1e2"));
    assert_true(score(g, &s, "e1e2") > score(g, &s, "e2f3"));
    assert_true(score(g, &s, "e2f3") > score(g, &s, "e2f2"));
    read_row_e(g, "4bbbww", &s);
    assert_true(noisy(g, &s, "e5e6"));
    read_row_e(g, "5bbw1", &s); /* to the rim: before other pushes, after ejections */
    const int32_t to_rim = score(g, &s, "e6e7");
    read_row_e(g, "2bbw4", &s);
    assert_true(to_rim > score(g, &s, "e3e4"));
    read_row_e(g, "6bbw", &s);
    assert_true(to_rim < score(g, &s, "e7e8"));
    pes_game_close(g);
}

static int distance(int row, int number) {
    const int dr = abs(row - 5), dn = abs(number - 5), slant = abs(row - number);
    const int most = dr > dn ? dr : dn;
    return most > slant ? most : slant;
}

/* The sum of the distances of a side's marbles from the centre. */
static int spread(const struct plain *p, char side) {
    int sum = 0;
    for (int row = 1; row <= 9; row++)
        for (int number = 1; number <= 9; number++)
            sum += p->at[row][number] == side ? distance(row, number) : 0;
    return sum;
}

/* 2: it ejects, 1: it pushes, 0: it does neither. */
static int kind_of(const struct plain *before, const struct plain *after) {
    const char other = plain_other(before->mover);
    if (after->lost[0] + after->lost[1] > before->lost[0] + before->lost[1])
        return 2;
    for (int row = 1; row <= 9; row++)
        for (int number = 1; number <= 9; number++)
            if ((before->at[row][number] == other) != (after->at[row][number] == other))
                return 1;
    return 0;
}

/* Ejections before pushes before the rest; among the rest, towards the centre first. */
static void check_order_of(const struct pes_game *g, const struct pes_state_buf *s) {
    const struct pes_state *state = (const struct pes_state *)(const void *)s->bytes;
    char text[PES_STATE_TEXT_MAX];
    g->rules->state_format(g, state, 0, text);
    const struct plain p = plain_read(text, abalone_table(g)->eject);
    struct plain_move plain[PLAIN_MOVES_MAX];
    pes_move list[ABALONE_MOVES_MAX];
    const int n = plain_moves(&p, plain);
    assert_int_equal(pes_moves(g, state, list), n);
    int32_t least[3] = {INT32_MAX, INT32_MAX, INT32_MAX},
            most[3] = {INT32_MIN, INT32_MIN, INT32_MIN};
    int32_t per_step = 0;
    pes_move noisy_moves[ABALONE_MOVES_MAX];
    const int noisy_count = abalone_order.noisy_moves(g, state, noisy_moves);
    int ejections = 0;
    for (int i = 0; i < n; i++) {
        const struct plain next = plain_make(&p, &plain[i]);
        const int kind = kind_of(&p, &next);
        const int32_t found = abalone_order.score(g, state, list[i], NULL);
        assert_int_equal(abalone_order.noisy(g, state, list[i]), kind == 2);
        ejections += kind == 2;
        least[kind] = found < least[kind] ? found : least[kind];
        most[kind] = found > most[kind] ? found : most[kind];
        const int32_t steps = spread(&p, p.mover) - spread(&next, p.mover);
        if (kind != 0)
            continue;
        if (per_step == 0 && steps != 0)
            per_step = found / steps;
        assert_int_equal(found, steps * per_step);
        assert_true(per_step >= 0);
    }
    assert_int_equal(noisy_count, ejections);
    for (int i = 0; i < noisy_count; i++)
        assert_true(abalone_order.noisy(g, state, noisy_moves[i]));
    assert_true(most[0] == INT32_MIN || most[0] < least[1]);
    assert_true(most[0] == INT32_MIN || most[0] < least[2]);
    assert_true(most[1] == INT32_MIN || most[1] < least[2]);
}

static void scattered(void **unused) {
    (void)unused;
    struct pes_game *g = open_table("");
    struct pes_rng rng;
    pes_rng_init(&rng, 91);
    for (int k = 0; k < 2000; k++) {
        struct pes_state_buf s;
        scatter(&rng, 5 + k % 10, 6, &s);
        check_order_of(g, &s);
    }
    pes_game_close(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drawn),
        cmocka_unit_test(scattered),
    };
    return cmocka_run_group_tests_name("abalone_order", tests, NULL, NULL);
}
