#include "core/clock.h"
#include "search/budget.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

/* A game under way: `plies` moves of a game, each the first legal one. */
struct under_way {
    struct pes_game *g;
    struct pes_history *h;
};

static struct under_way play(const char *name, const char *variant, int plies) {
    struct under_way u;
    const struct pes_kit *kit = pes_kit_find(name);
    assert_non_null(kit);
    assert_int_equal(pes_game_open(kit, variant, &u.g, NULL), PES_ERR_OK);
    assert_int_equal(pes_history_new(u.g, &u.h), PES_ERR_OK);
    while (pes_history_plies(u.h) < plies) {
        pes_move list[PES_MOVES_MAX];
        assert_true(pes_moves(u.g, pes_history_state(u.h), list) > 0);
        assert_int_equal(pes_history_make(u.h, list[0]), PES_ERR_OK);
    }
    return u;
}

static void leave(struct under_way *u) {
    pes_history_free(u->h);
    pes_game_close(u->g);
}

static void test_smaller_wins(void **state) {
    (void)state;
    const struct budget own = {.depth = 4, .nodes = 1000, .movetime_ms = 50};
    const struct pes_limits none = {.depth = 0};
    const struct pes_limits tight = {.depth = 2, .nodes = 10, .movetime_ms = 5};
    const struct pes_limits wide = {.depth = 9, .nodes = 5000, .movetime_ms = 500};
    struct under_way u = play("gomoku", "", 0);

    struct budget b = budget_of(own, &none, u.h);
    assert_int_equal(b.depth, 4);
    assert_int_equal(b.nodes, 1000);
    assert_int_equal(b.movetime_ms, 50);
    b = budget_of(own, &tight, u.h);
    assert_int_equal(b.depth, 2);
    assert_int_equal(b.nodes, 10);
    assert_int_equal(b.movetime_ms, 5);
    b = budget_of(own, &wide, u.h);
    assert_int_equal(b.depth, 4);
    assert_int_equal(b.nodes, 1000);
    assert_int_equal(b.movetime_ms, 50);
    assert_int_equal(b.most_ms, 50);
    assert_false(b.saves);
    b = budget_of((struct budget){.depth = 1}, &tight, u.h);
    assert_int_equal(b.depth, 1);
    assert_int_equal(b.nodes, 10);
    assert_int_equal(b.movetime_ms, 5);
    leave(&u);
}

static void test_clock(void **state) {
    (void)state;
    const struct budget own = {.depth = 4};
    struct under_way u = play("gomoku", "", 0);
    struct pes_limits limits = {.clock_ms = {60000, 0}, .increment_ms = {1000, 1000}};
    struct budget b = budget_of(own, &limits, u.h);
    assert_int_equal(b.movetime_ms, 60000 / BUDGET_MOVES_MOST - BUDGET_DELAY_MS + 750);
    assert_int_equal(b.most_ms, BUDGET_STRETCH * b.movetime_ms);
    assert_true(b.saves);
    /* A limit per move below the share: nothing can be saved. */
    limits.movetime_ms = 100;
    b = budget_of(own, &limits, u.h);
    assert_int_equal(b.movetime_ms, 100);
    assert_int_equal(b.most_ms, 100);
    assert_false(b.saves);
    limits.movetime_ms = 5000;
    b = budget_of(own, &limits, u.h);
    assert_int_equal(b.movetime_ms, 3740);
    assert_int_equal(b.most_ms, 5000);
    assert_true(b.saves);
    limits = (struct pes_limits){.clock_ms = {600, 1}, .increment_ms = {10000, 0}};
    b = budget_of(own, &limits, u.h);
    assert_int_equal(b.movetime_ms, 200);
    assert_int_equal(b.most_ms, 200);
    leave(&u);
    u = play("gomoku", "", 1); /* the other player */
    b = budget_of(own, &limits, u.h);
    assert_int_equal(b.movetime_ms, 1);
    assert_int_equal(b.most_ms, 1);
    limits.clock_ms[1] = 0;
    assert_int_equal(budget_of(own, &limits, u.h).movetime_ms, 0); /* has no clock */
    leave(&u);
}

/* Fewer moves are expected where the rules allow fewer, and late in a game. */
static void test_moves_ahead(void **state) {
    (void)state;
    struct under_way u = play("gomoku", "size=5", 0);
    assert_int_equal(budget_moves_ahead(u.h), 13); /* of 25 points */
    leave(&u);
    u = play("gomoku", "size=5", 4);
    assert_int_equal(budget_moves_ahead(u.h), 11);
    leave(&u);
    u = play("gomoku", "", 0);
    assert_int_equal(budget_moves_ahead(u.h), BUDGET_MOVES_MOST);
    leave(&u);
}

/* A game played by the optimum or by the maximum never runs out of time. */
static void test_never_overdrawn(void **state) {
    (void)state;
    struct under_way u = play("gomoku", "", 0);
    for (int most = 0; most < 2; most++) {
        struct pes_limits limits = {.clock_ms = {5000, 5000}};
        for (int move = 0; move < 200 && limits.clock_ms[0] > 8; move++) {
            const struct budget b = budget_of((struct budget){.depth = 0}, &limits, u.h);
            assert_true(b.movetime_ms >= 1);
            assert_true(b.most_ms >= b.movetime_ms);
            assert_true(b.most_ms <= limits.clock_ms[0] / 2);
            limits.clock_ms[0] -= (int32_t)(most ? b.most_ms : b.movetime_ms);
        }
        assert_true(limits.clock_ms[0] > 0);
    }
    leave(&u);
}

/* The milliseconds after which a search ends whose iterations take 1, 2, 4, .. milliseconds each
 * and find moves and odds as `script` says. */
static int64_t ends_at(struct pace *p, const struct pace_look script[], int count) {
    int64_t at_ms = 0, deadline_ns = pace_deadline_ns(p);
    for (int i = 0; i < 30; i++) {
        at_ms += INT64_C(1) << i;
        const int64_t now_ns = p->begun_ns + at_ms * CLOCK_NS_PER_MS;
        if (now_ns >= deadline_ns)
            return (deadline_ns - p->begun_ns) / CLOCK_NS_PER_MS;
        if (pace_is_enough(p, &script[i % count], now_ns, &deadline_ns))
            return at_ms;
        assert_true(deadline_ns <= pace_deadline_ns(p));
    }
    return at_ms;
}

static void test_pace(void **state) {
    (void)state;
    const struct budget clock = {.movetime_ms = 1000, .most_ms = 4000, .saves = true};
    const struct budget move = {.movetime_ms = 1000, .most_ms = 1000};
    const struct budget none = {.depth = 9};
    static const struct pace_look sure[] = {{1, 0.5, 0.95}};
    static const struct pace_look torn[] = {{1, 0.1, 0.2}, {2, 0.1, 0.2}};
    static const struct pace_look falling[] = {
        {1, 0, 0.5}, {1, 0, 0.5}, {1, 0, 0.5},  {1, 0, 0.5},  {1, 0, 0.5},  {1, 0, 0.5},
        {1, 0, 0.5}, {1, 0, 0.5}, {1, -1, 0.5}, {1, -3, 0.5}, {1, -5, 0.5}, {1, -7, 0.5}};
    struct pace p = pace_begin(&none);
    assert_int_equal(pace_deadline_ns(&p), 0);
    p = pace_begin(&move);
    assert_int_equal(ends_at(&p, sure, 1), 1000); /* nothing to save */
    p = pace_begin(&clock);
    const int64_t sure_ms = ends_at(&p, sure, 1);
    assert_true(sure_ms < 800);
    p = pace_begin(&clock);
    const int64_t falling_ms = ends_at(&p, falling, 12);
    assert_true(falling_ms > 1000);
    p = pace_begin(&clock);
    const int64_t torn_ms = ends_at(&p, torn, 2);
    assert_true(torn_ms > 2000);
    assert_true(torn_ms <= 4000);
}

static void test_deadline(void **state) {
    (void)state;
    const struct budget never = {.depth = 1};
    const struct budget soon = {.movetime_ms = 250};
    assert_int_equal(budget_deadline_ns(&never), 0);
    const int64_t before = clock_now_ns();
    const int64_t deadline = budget_deadline_ns(&soon);
    const int64_t after = clock_now_ns();
    assert_true(deadline >= before + 250000000);
    assert_true(deadline <= after + 250000000);
}

static void test_watch(void **state) {
    (void)state;
    atomic_bool stop = false;
    struct watch never = {.deadline_ns = 0};
    struct watch flag = {.stop = &stop};
    for (uint64_t work = 0; work < 100000; work++) {
        assert_false(watch_is_up(&never, work));
        assert_false(watch_is_up(&flag, work));
    }
    stop = true;
    assert_true(watch_is_up(&flag, 100000));
    struct watch past = {.deadline_ns = 1};
    assert_true(watch_is_up(&past, 0));
}

/* With units of one millisecond it reads the clock at each of them, with units of no time at few.
 */
static void test_watch_pace(void **state) {
    (void)state;
    enum { HOUR_MS = 3600000, SLOW_NS = 1000000, SLOW_UNITS = 30, QUICK_UNITS = 1000000 };
    const struct budget budget = {.movetime_ms = HOUR_MS};
    struct watch slow = {.deadline_ns = budget_deadline_ns(&budget)};
    for (uint64_t work = 0; work < SLOW_UNITS; work++) {
        assert_false(watch_is_up(&slow, work));
        for (const int64_t begun = clock_now_ns(); clock_now_ns() - begun < SLOW_NS;)
            continue;
    }
    assert_int_equal(slow.look_every, 1);
    struct watch quick = {.deadline_ns = budget_deadline_ns(&budget)};
    for (uint64_t work = 0; work < QUICK_UNITS; work++)
        assert_false(watch_is_up(&quick, work));
    assert_true(quick.look_every > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_smaller_wins), cmocka_unit_test(test_clock),
        cmocka_unit_test(test_moves_ahead),  cmocka_unit_test(test_never_overdrawn),
        cmocka_unit_test(test_pace),         cmocka_unit_test(test_deadline),
        cmocka_unit_test(test_watch),        cmocka_unit_test(test_watch_pace),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
