/* The transposition table: stored entries are found and no others, older and shallower ones are
 * replaced, and concurrent writes to the same slots never give a wrong entry. */
#include "search/tt.h"

#include "pessoi/hash.h"
#include "search/score.h"
#include "search/workers.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

/* An entry whose contents are a function of its key. */
static struct tt_entry entry_of(uint64_t key) {
    const uint64_t x = pes_hash_mix(key + 1);
    return (struct tt_entry){.move = (pes_move)x | 1,
                             .score = (int32_t)(x >> 40) - 8000000,
                             .depth = (int32_t)(x % (TT_DEPTH_MAX + 1)),
                             .bound = TT_LOWER + (enum tt_bound)(x >> 9) % 3};
}

static void assert_entry(const struct tt_entry *is, const struct tt_entry *should) {
    assert_int_equal(is->move, should->move);
    assert_int_equal(is->score, should->score);
    assert_int_equal(is->depth, should->depth);
    assert_int_equal(is->bound, should->bound);
}

static void test_round_trip(void **state) {
    (void)state;
    enum { KEYS = 5000 };
    struct tt *t = tt_new(1);
    struct tt_entry out;
    assert_non_null(t);
    tt_age(t);
    for (uint64_t i = 0; i < KEYS; i++) {
        const uint64_t key = pes_hash_mix(i);
        const struct tt_entry entry = entry_of(key);
        assert_false(tt_probe(t, key, &out));
        tt_store(t, key, &entry);
        assert_true(tt_probe(t, key, &out));
        assert_entry(&out, &entry);
    }
    int found = 0;
    for (uint64_t i = 0; i < KEYS; i++) {
        const struct tt_entry entry = entry_of(pes_hash_mix(i));
        if (tt_probe(t, pes_hash_mix(i), &out)) {
            assert_entry(&out, &entry);
            found++;
        }
        assert_false(tt_probe(t, pes_hash_mix(i) ^ UINT64_C(1) << 63, &out));
        assert_false(tt_probe(t, pes_hash_mix(i) ^ UINT64_C(1) << 20, &out));
    }
    assert_true(found > KEYS * 9 / 10); /* 65536 slots */
    tt_clear(t);
    for (uint64_t i = 0; i < KEYS; i++)
        assert_false(tt_probe(t, pes_hash_mix(i), &out));
    tt_free(t);
}

static void test_none(void **state) {
    (void)state;
    struct tt *t = tt_new(0);
    struct tt_entry out;
    const struct tt_entry entry = entry_of(5);
    tt_age(t);
    tt_store(t, 5, &entry);
    assert_false(tt_probe(t, 5, &out));
    tt_prefetch(t, 5);
    tt_clear(t);
    tt_free(t);
    tt_free(NULL);
}

/* Keys of one bucket: they differ only in the upper bits. */
static uint64_t same_bucket(int i) {
    return (uint64_t)(i + 1) << 40;
}

static void store_depth(struct tt *t, int i, int depth) {
    const struct tt_entry entry = {.move = (pes_move)i + 1, .depth = depth, .bound = TT_LOWER};
    tt_store(t, same_bucket(i), &entry);
}

static bool is_there(const struct tt *t, int i) {
    struct tt_entry out;
    return tt_probe(t, same_bucket(i), &out);
}

static void test_replacement(void **state) {
    (void)state;
    struct tt *t = tt_new(1);
    tt_age(t);
    for (int i = 0; i < 4; i++)
        store_depth(t, i, 10 + i);
    store_depth(t, 4, 3); /* the shallowest of the five, an older one, is replaced */
    assert_false(is_there(t, 0));
    for (int i = 1; i < 5; i++)
        assert_true(is_there(t, i));
    store_depth(t, 5, 3);
    assert_false(is_there(t, 4));
    for (int i = 0; i < 5; i++)
        tt_age(t);
    store_depth(t, 6, 1); /* five searches later even a deep one is replaced */
    store_depth(t, 7, 1);
    assert_true(is_there(t, 6));
    assert_true(is_there(t, 7));
    tt_free(t);
}

static void test_same_key(void **state) {
    (void)state;
    struct tt *t = tt_new(1);
    struct tt_entry out;
    tt_age(t);
    store_depth(t, 0, 20);
    store_depth(t, 0, 2); /* far shallower: the old one stays */
    assert_true(tt_probe(t, same_bucket(0), &out));
    assert_int_equal(out.depth, 20);
    store_depth(t, 0, 19);
    assert_true(tt_probe(t, same_bucket(0), &out));
    assert_int_equal(out.depth, 19);
    const struct tt_entry exact = {.depth = 1, .score = 7, .bound = TT_EXACT};
    tt_store(t, same_bucket(0), &exact); /* without a move of its own */
    assert_true(tt_probe(t, same_bucket(0), &out));
    assert_int_equal(out.depth, 1);
    assert_int_equal(out.score, 7);
    assert_int_equal(out.move, 1);
    tt_free(t);
}

/* A mate score is relative to its position: the distance is the same at another ply. */
static void test_mates(void **state) {
    (void)state;
    static const int32_t bases[] = {SCORE_SURE, SCORE_LIKELY};
    for (int i = 0; i < 2; i++)
        for (int32_t n = 0; n < 300; n += 7) {
            const int32_t kept = score_to_tt(bases[i] - (10 + n), 10);
            assert_int_equal(score_from_tt(kept, 4), bases[i] - (4 + n));
            assert_int_equal(score_from_tt(score_to_tt(10 + n - bases[i], 10), 4),
                             4 + n - bases[i]);
        }
    assert_int_equal(score_to_tt(999999, 50), 999999);
    assert_int_equal(score_from_tt(-999999, 50), -999999);
    assert_int_equal(score_mate(score_end(1, 9)), 9);
    assert_int_equal(score_mate(score_end(-1, 8)), -8);
    assert_int_equal(score_end(0, 8), 0);
    assert_false(score_is_sure(score_doubt(score_end(-1, 8))));
    assert_true(score_is_decided(score_doubt(score_end(-1, 8))));
    assert_int_equal(score_doubt(score_end(1, 8)), score_end(1, 8));
    assert_int_equal(score_doubt(-5), -5);
}

struct hammer {
    struct tt *t;
    uint64_t from;
    int wrong, found;
};

static void hammer_away(void *item) {
    enum { KEYS = 300, TIMES = 60000 };
    struct hammer *h = item;
    for (uint64_t i = 0; i < TIMES; i++) {
        const uint64_t key = same_bucket((int)((i * 7 + h->from) % KEYS));
        const struct tt_entry entry = entry_of(key);
        struct tt_entry out;
        tt_store(h->t, key, &entry);
        if (!tt_probe(h->t, same_bucket((int)(i % KEYS)), &out))
            continue;
        const struct tt_entry should = entry_of(same_bucket((int)(i % KEYS)));
        h->found++;
        h->wrong += out.move != should.move || out.score != should.score;
    }
}

static void hammer_finish(void *item) {
    (void)item;
}

static void test_threads(void **state) {
    (void)state;
    struct tt *t = tt_new(1);
    struct hammer hammers[3];
    void *items[3];
    tt_age(t);
    for (int i = 0; i < 3; i++) {
        hammers[i] = (struct hammer){.t = t, .from = (uint64_t)i * 11};
        items[i] = &hammers[i];
    }
    workers_run(items, 3, hammer_away, hammer_finish);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(hammers[i].wrong, 0);
        assert_true(hammers[i].found > 0);
    }
    tt_free(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),  cmocka_unit_test(test_none),
        cmocka_unit_test(test_replacement), cmocka_unit_test(test_same_key),
        cmocka_unit_test(test_mates),       cmocka_unit_test(test_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
