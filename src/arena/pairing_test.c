#include "arena/pairing.h"

#include "arena/matching.h"
#include "pessoi/rng.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { MOST = 64 };

/* Every two players meet exactly once, and nobody plays twice in a round. */
static void test_robin(void **state) {
    (void)state;
    for (int32_t n = 2; n <= 20; n++) {
        int met[20][20] = {0};
        const int32_t rounds = pairing_robin_rounds(n);
        assert_int_equal(rounds, n % 2 == 0 ? n - 1 : n);
        for (int32_t round = 0; round < rounds; round++) {
            struct pairing out[10];
            bool plays[20] = {false};
            pairing_robin(n, round, out);
            for (int32_t i = 0; i < n / 2; i++) {
                assert_true(out[i].a >= 0 && out[i].a < out[i].b && out[i].b < n);
                assert_false(plays[out[i].a] || plays[out[i].b]);
                plays[out[i].a] = plays[out[i].b] = true;
                met[out[i].a][out[i].b]++;
            }
        }
        for (int32_t a = 0; a < n; a++)
            for (int32_t b = a + 1; b < n; b++)
                assert_int_equal(met[a][b], 1);
    }
}

/* The best seed wins every time: it must meet the second best in the final, and the four best must
 * be the last four. */
static void test_knockout(void **state) {
    (void)state;
    for (int32_t n = 2; n <= MOST; n++) {
        struct pairing out[MOST / 2];
        int32_t left[MOST], count = pairing_knockout_size(n) / 2, byes = 0;
        bool seen[MOST] = {false};
        pairing_knockout(n, out);
        for (int32_t i = 0; i < count; i++) {
            assert_false(seen[out[i].a]);
            seen[out[i].a] = true;
            if (out[i].b != PAIRING_BYE) {
                assert_false(seen[out[i].b]);
                seen[out[i].b] = true;
                assert_int_equal(out[i].a + out[i].b, 2 * count - 1); // best against worst
            } else {
                assert_true(out[i].a < 2 * count - n); // byes are for the best seeds
                byes++;
            }
            left[i] = out[i].a;
        }
        assert_int_equal(byes, 2 * count - n);
        for (int32_t i = 0; i < n; i++)
            assert_true(seen[i]);
        int32_t rounds = 1;
        for (; count > 1; count /= 2, rounds++)
            for (int32_t i = 0; i < count / 2; i++) {
                const int32_t a = left[i + i], b = left[i + i + 1];
                assert_int_equal(a + b, count - 1);
                left[i] = a < b ? a : b;
            }
        assert_int_equal(rounds, pairing_knockout_rounds(n));
    }
}

/* Swiss. ------------------------------------------------------------------------------------- */

struct event {
    int32_t n;
    int64_t points[MOST];
    uint8_t met[MOST * MOST];
    uint8_t byes[MOST];
};

/* Pairs a round, checks that it is complete, and adds it to the event. Returns the rematches. */
static int play_round(struct event *e, struct pairing out[], struct pes_rng *rng) {
    const struct swiss s = {.players = e->n, .points = e->points, .met = e->met, .byes = e->byes};
    bool plays[MOST] = {false};
    int rematches = 0;
    assert_int_equal(pairing_swiss(&s, out), PES_ERR_OK);
    for (int32_t i = 0; i < (e->n + 1) / 2; i++) {
        const int32_t a = out[i].a, b = out[i].b;
        assert_true(a >= 0 && a < e->n);
        assert_false(plays[a]);
        plays[a] = true;
        if (b == PAIRING_BYE) {
            assert_true(e->n % 2 == 1 && i == e->n / 2);
            e->byes[a]++;
            e->points[a] += 2;
            continue;
        }
        assert_true(a < b && b < e->n);
        assert_false(plays[b]);
        plays[b] = true;
        rematches += e->met[a * e->n + b] > 0;
        e->met[a * e->n + b]++;
        e->met[b * e->n + a]++;
        const uint32_t result = rng != NULL ? pes_rng_below(rng, 3) : 2;
        e->points[a] += result;
        e->points[b] += 2 - result;
    }
    return rematches;
}

/* No rematch in as many rounds as there are opponents, although the last rounds leave no choice at
 * all; with odd numbers everyone has had the bye once before anyone has it twice. */
static void test_swiss_rematches(void **state) {
    (void)state;
    struct pes_rng rng;
    pes_rng_init(&rng, 5);
    for (int32_t n = 2; n <= 21; n++) {
        struct event e = {.n = n};
        struct pairing out[MOST];
        const int32_t rounds = (n + 1) / 2; // a no-rematch pairing always exists that long
        for (int32_t round = 0; round < rounds; round++)
            assert_int_equal(play_round(&e, out, &rng), 0);
        for (int32_t i = 0; i < n; i++)
            assert_true(e.byes[i] <= 1);
        /* Then rematches may be needed, but rounds go on. */
        for (int32_t round = 0; round < n; round++)
            (void)play_round(&e, out, &rng);
        for (int32_t i = 0; i < n; i++)
            assert_true(e.byes[i] <= (rounds + n) / n + 1);
    }
}

/* Two players who have met all others must meet each other last: greedy pairing would fail. */
static void test_swiss_forced(void **state) {
    (void)state;
    struct event e = {.n = 4, .points = {6, 4, 2, 0}};
    /* 0 has met 1 and 2; so 0 - 3, and 1 - 2 remains. */
    static const int met[][2] = {{0, 1}, {0, 2}, {1, 3}, {2, 3}};
    for (size_t i = 0; i < sizeof met / sizeof met[0]; i++)
        e.met[met[i][0] * 4 + met[i][1]] = e.met[met[i][1] * 4 + met[i][0]] = 1;
    struct pairing out[2];
    assert_int_equal(play_round(&e, out, NULL), 0);
    assert_true(out[0].a == 0 && out[0].b == 3);
    assert_true(out[1].a == 1 && out[1].b == 2);
}

/* The upper half of a score group meets the lower half; an odd one floats down; the last one rests.
 */
static void test_swiss_groups(void **state) {
    (void)state;
    struct event e = {.n = 9, .points = {0, 2, 2, 0, 2, 0, 0, 0, 0}};
    struct pairing out[5];
    assert_int_equal(play_round(&e, out, NULL), 0);
    static const struct pairing expected[] = {{1, 2}, {0, 4}, {3, 6}, {5, 7}, {8, PAIRING_BYE}};
    for (int i = 0; i < 5; i++)
        assert_true(out[i].a == expected[i].a && out[i].b == expected[i].b);
    struct event even = {.n = 8};
    assert_int_equal(play_round(&even, out, NULL), 0);
    for (int i = 0; i < 4; i++)
        assert_true(out[i].a == i && out[i].b == i + 4);
}

static void test_swiss_large(void **state) {
    (void)state;
    enum { N = PAIRING_PLAYERS_MAX };
    static int64_t points[N];
    static uint8_t met[N * N], byes[N];
    static struct pairing out[N / 2];
    const struct swiss s = {.players = N, .points = points, .met = met, .byes = byes};
    for (int round = 0; round < 3; round++) {
        assert_int_equal(pairing_swiss(&s, out), PES_ERR_OK);
        for (int i = 0; i < N / 2; i++) {
            assert_int_equal(met[out[i].a * N + out[i].b]++, 0);
            met[out[i].b * N + out[i].a]++;
            points[out[i].a] += 2;
        }
    }
    assert_int_equal(points[0], 6);
    assert_int_equal(pairing_swiss_rounds(N), 9);
    assert_int_equal(pairing_swiss_rounds(5), 3);
}

/* Matching against all matchings of small random graphs. --------------------------------------- */

struct graph {
    int32_t n;
    bool edge[8][8];
};

static bool joined(const void *to, int32_t a, int32_t b) {
    return ((const struct graph *)to)->edge[a][b];
}

static int32_t best_of(const struct graph *g, uint32_t used) {
    int32_t at = 0;
    while (at < g->n && (used >> at & 1) != 0)
        at++;
    if (at == g->n)
        return 0;
    int32_t best = best_of(g, used | 1u << at);
    for (int32_t b = at + 1; b < g->n; b++)
        if ((used >> b & 1) == 0 && g->edge[at][b]) {
            const int32_t with = 1 + best_of(g, used | 1u << at | 1u << b);
            best = with > best ? with : best;
        }
    return best;
}

static void test_matching(void **state) {
    (void)state;
    struct pes_rng rng;
    pes_rng_init(&rng, 9);
    for (int round = 0; round < 3000; round++) {
        struct graph g = {.n = 2 + (int32_t)pes_rng_below(&rng, 7)};
        const uint32_t dense = 1 + pes_rng_below(&rng, 4);
        for (int32_t a = 0; a < g.n; a++)
            for (int32_t b = a + 1; b < g.n; b++)
                g.edge[a][b] = g.edge[b][a] = pes_rng_below(&rng, 5) < dense;
        struct matching m;
        assert_int_equal(matching_init(&m, g.n), PES_ERR_OK);
        m.joined = joined;
        m.to = &g;
        const bool complete = matching_complete(&m);
        int32_t matched = 0;
        for (int32_t v = 0; v < g.n; v++)
            if (m.mate[v] != MATCHING_FREE) {
                assert_int_equal(m.mate[m.mate[v]], v);
                assert_true(g.edge[v][m.mate[v]]);
                matched++;
            }
        assert_int_equal(matched, 2 * best_of(&g, 0));
        assert_int_equal(complete, matched == g.n);
        matching_release(&m);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_robin),           cmocka_unit_test(test_knockout),
        cmocka_unit_test(test_swiss_rematches), cmocka_unit_test(test_swiss_forced),
        cmocka_unit_test(test_swiss_groups),    cmocka_unit_test(test_swiss_large),
        cmocka_unit_test(test_matching),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
