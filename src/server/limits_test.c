/* Token buckets, and the bounded table of addresses. */
#include "server/limits.h"

#include "server/bounds.h"

#include "pessoi/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void bucket_rate(void **state) {
    (void)state;
    struct bucket b;
    bucket_init(&b, 60, 3600000, 1000);
    for (int i = 0; i < 60; i++)
        assert_int_equal(bucket_take(&b, 1000), 0);
    assert_int_equal(bucket_take(&b, 1000), 60000);
    assert_int_equal(bucket_take(&b, 1001), 59999);
    assert_int_equal(bucket_take(&b, 60999), 1);
    assert_int_equal(bucket_take(&b, 61000), 0);
    assert_int_equal(bucket_take(&b, 61000), 60000);
    assert_false(bucket_full(&b, 61000 + 3599999));
    assert_true(bucket_full(&b, 61000 + 3600000));
    /* A long time fills it only once. */
    for (int i = 0; i < 60; i++)
        assert_int_equal(bucket_take(&b, INT64_C(1) << 50), 0);
    assert_int_not_equal(bucket_take(&b, INT64_C(1) << 50), 0);
}

/* A client that waits as long as it is told succeeds, and the rate holds over a long time. */
static void bucket_property(void **state) {
    (void)state;
    struct pes_rng rng;
    pes_rng_init(&rng, 7);
    for (int round = 0; round < 50; round++) {
        struct bucket b;
        const int64_t size = 1 + (int64_t)pes_rng_below(&rng, 100);
        const int64_t period = 1 + (int64_t)pes_rng_below(&rng, 10000);
        int64_t now = 5, taken = 0;
        bucket_init(&b, size, period, now);
        for (int i = 0; i < 1000; i++) {
            const int64_t wait = bucket_take(&b, now);
            taken += wait == 0;
            if (wait > 0) {
                assert_true(wait == 1 || bucket_take(&b, now + wait - 1) > 0);
                now += wait;
                assert_int_equal(bucket_take(&b, now), 0);
                taken++;
            }
            now += (int64_t)pes_rng_below(&rng, 3);
        }
        assert_true(taken <= size + (now - 5) * size / period + 1);
    }
}

/* What costs as much as several takes as many, or what there is; it leaves no debt. */
static void bucket_spending(void **state) {
    (void)state;
    struct bucket b;
    bucket_init(&b, 10, 1000, 0);
    bucket_spend(&b, 0, 0);
    assert_true(bucket_full(&b, 0));
    bucket_spend(&b, 7, 0);
    for (int i = 0; i < 3; i++)
        assert_int_equal(bucket_take(&b, 0), 0);
    assert_int_equal(bucket_take(&b, 0), 100);
    bucket_spend(&b, INT64_MAX, 50);
    assert_int_equal(bucket_take(&b, 50), 100);
    assert_int_equal(bucket_take(&b, 150), 0);
}

static limits_address v6(unsigned a, unsigned b) {
    unsigned char in6[16] = {0x20, 0x01, 0x0d, 0xb8};
    in6[7] = (unsigned char)a;
    in6[15] = (unsigned char)b;
    return limits_address_of(in6);
}

static limits_address v4(unsigned last) {
    unsigned char in6[16] = {[10] = 0xff, [11] = 0xff, [12] = 192, [13] = 0, [14] = 2};
    in6[15] = (unsigned char)last;
    return limits_address_of(in6);
}

static void addresses(void **state) {
    (void)state;
    assert_int_equal(v6(1, 1), v6(1, 200)); /* one network */
    assert_int_not_equal(v6(1, 1), v6(2, 1));
    assert_int_not_equal(v4(1), v4(2));
    unsigned char local[16] = {[15] = 1};
    assert_int_equal(limits_address_of(local), 0);
    assert_int_not_equal(limits_address_of(local), v4(1));
}

static const struct limits_options options = {
    .connections = 3, .connections_all = 50, .games = 2, .requests = 5};

static void connections(void **state) {
    (void)state;
    struct limits *l = limits_new(&options);
    assert_non_null(l);
    bool drop;
    for (int i = 0; i < 3; i++)
        assert_true(limits_open(l, v4(1), 0, &drop));
    assert_false(limits_open(l, v4(1), 0, &drop)); /* counted, and told why */
    assert_false(drop);
    assert_true(limits_open(l, v4(2), 0, &drop)); /* other addresses are not affected */
    limits_close(l, v4(1), 0);
    limits_close(l, v4(1), 0);
    assert_true(limits_open(l, v4(1), 0, &drop));
    assert_int_equal(limits_connections(l), 4);
    int counted = 3;
    for (int i = 0; i < 100; i++) {
        assert_false(limits_open(l, v4(1), 0, &drop));
        counted += !drop;
    }
    assert_int_equal(counted, 3 + 16);
    for (int i = 0; i < counted; i++)
        limits_close(l, v4(1), 0);
    assert_int_equal(limits_connections(l), 1);
    limits_free(l);
}

static void everybody(void **state) {
    (void)state;
    struct limits *l = limits_new(&options);
    assert_non_null(l);
    bool drop;
    for (unsigned i = 0; i < 50; i++)
        assert_true(limits_open(l, v4(i), 0, &drop));
    assert_false(limits_open(l, v4(77), 0, &drop));
    assert_false(drop);
    for (unsigned i = 0; i < 15; i++)
        assert_false(limits_open(l, v4(100 + i), 0, &drop));
    assert_false(limits_open(l, v4(200), 0, &drop));
    assert_true(drop);
    limits_free(l);
}

static void rates(void **state) {
    (void)state;
    struct limits *l = limits_new(&options);
    assert_non_null(l);
    assert_int_equal(limits_game(l, v6(1, 1), 0), 0);
    assert_int_equal(limits_game(l, v6(1, 9), 0), 0);
    assert_int_equal(limits_game(l, v6(1, 3), 0), 1800000);
    assert_int_equal(limits_game(l, v6(2, 3), 0), 0);
    for (int i = 0; i < 5 * LIMITS_REQUESTS_S; i++)
        assert_int_equal(limits_request(l, v4(1), 0), 0);
    assert_int_equal(limits_request(l, v4(1), 0), 200);
    limits_free(l);
}

/* A bucket in debt: those who share it are served one after the other. */
static void debts(void **state) {
    (void)state;
    struct bucket b;
    bucket_init(&b, 10, 1000, 0);
    for (int i = 0; i < 10; i++)
        assert_int_equal(bucket_charge(&b, 0), 0);
    for (int i = 1; i <= 30; i++)
        assert_int_equal(bucket_charge(&b, 0), 100 * i);
    assert_int_equal(bucket_charge(&b, 3000), 100);
    assert_false(bucket_full(&b, 4099));
    assert_true(bucket_full(&b, 4100));
}

/* Bytes that wait are counted per address, and forgotten with it only when there are none. */
static void queues(void **state) {
    (void)state;
    struct limits *l = limits_new(&options);
    assert_non_null(l);
    bool drop;
    assert_true(limits_open(l, v4(1), 0, &drop));
    assert_true(limits_open(l, v4(2), 0, &drop));
    assert_int_equal(limits_queue(l, v4(1), 100, 0), 100);
    assert_int_equal(limits_queue(l, v4(2), 7, 0), 7);
    assert_int_equal(limits_queue(l, v4(1), 1 << 20, 0), (1 << 20) + 100);
    assert_int_equal(limits_queue(l, v4(1), -(1 << 20), 0), 100);
    assert_int_equal(limits_queue(l, v4(1), -100, 0), 0);
    assert_int_equal(limits_queue(l, v4(2), -7, 0), 0);
    limits_close(l, v4(1), 0);
    limits_close(l, v4(2), 0);
    limits_free(l);
}

/* The table evicts unknown addresses, but neither connected ones nor, while there are others to
 * evict, those that are over their limit. */
static void forgets(void **state) {
    (void)state;
    struct limits *l = limits_new(&options);
    assert_non_null(l);
    bool drop;
    assert_true(limits_open(l, v4(1), 0, &drop));
    for (int i = 0; i < 2; i++)
        assert_int_equal(limits_game(l, v4(2), 0), 0);
    for (uint64_t i = 0; i < 100000; i++)
        assert_int_equal(limits_request(l, (i + 1) << 40, (int64_t)i * 10), 0);
    assert_int_not_equal(limits_game(l, v4(2), 1000000), 0);
    limits_close(l, v4(1), 1000000); /* asserts that it was counted */
    assert_int_equal(limits_connections(l), 0);
    limits_free(l);
}

/* A trusted proxy may have as many connections as all together; its clients may not. */
static void proxies(void **state) {
    (void)state;
    const struct limits_options few = {
        .connections = 2, .connections_all = 50, .games = 3, .requests = 5};
    struct limits *l = limits_new(&few);
    assert_non_null(l);
    bool drop;
    for (int i = 0; i < 50; i++)
        assert_true(limits_open(l, LIMITS_PROXY, 0, &drop));
    assert_false(limits_open(l, LIMITS_PROXY, 0, &drop));
    for (int i = 0; i < 51; i++)
        limits_close(l, LIMITS_PROXY, 0);
    assert_int_equal(limits_connections(l), 0);
    assert_true(limits_open(l, 7, 0, &drop) && limits_open(l, 7, 0, &drop));
    assert_false(limits_open(l, 7, 0, &drop));
    for (int i = 0; i < 3; i++)
        limits_close(l, 7, 0);
    limits_free(l);
}

/* Moves of agents: a rate per second and address. */
static void watched_moves(void **state) {
    (void)state;
    const struct limits_options few = {
        .connections = 2, .connections_all = 50, .games = 3, .requests = 5};
    struct limits *l = limits_new(&few);
    assert_non_null(l);
    int made = 0;
    for (int64_t now = 0; now < 10000; now++)
        while (limits_move(l, 7, now) == 0)
            made++;
    assert_in_range(made, 10 * WATCHED_MOVES_PER_S, 12 * WATCHED_MOVES_PER_S);
    assert_int_equal(limits_move(l, 8, 10000), 0);
    limits_free(l);
}

static void address_texts(void **state) {
    (void)state;
    const unsigned char four[16] = {[10] = 0xff, [11] = 0xff, 192, 0, 2, 1};
    const unsigned char six[16] = {0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 1, 9, 9};
    char text[LIMITS_TEXT_SIZE];
    limits_address_format(limits_address_of(four), text);
    assert_string_equal(text, "192.0.2.1");
    limits_address_format(limits_address_of(six), text);
    assert_string_equal(text, "2001:db8:0:1::/64");
    limits_address_format(0, text);
    assert_string_equal(text, "::1");
    limits_address_format(LIMITS_PROXY, text);
    assert_string_equal(text, "ffff:ffff:ffff:ffff::/64");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(proxies),         cmocka_unit_test(watched_moves),
        cmocka_unit_test(address_texts),   cmocka_unit_test(bucket_rate),
        cmocka_unit_test(bucket_property), cmocka_unit_test(bucket_spending),
        cmocka_unit_test(addresses),       cmocka_unit_test(connections),
        cmocka_unit_test(everybody),       cmocka_unit_test(rates),
        cmocka_unit_test(queues),          cmocka_unit_test(debts),
        cmocka_unit_test(forgets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
