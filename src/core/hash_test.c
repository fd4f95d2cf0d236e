#include "pessoi/hash.h"
#include "pessoi/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int bits(uint64_t x) {
    return __builtin_popcountll(x);
}

/* splitmix64's published first outputs from state 0 are the mix of multiples of its step. */
static void test_mix_is_splitmix64(void **state) {
    (void)state;
    const uint64_t step = 0x9e3779b97f4a7c15u;
    assert_int_equal(pes_hash_mix(step), 0xe220a8397b1dcdafu);
    assert_int_equal(pes_hash_mix(2 * step), 0x6e789e6aa1b965f4u);
    assert_int_equal(pes_hash_mix(3 * step), 0x06c45d188009454fu);
    assert_int_equal(pes_hash_mix(0), 0);
}

/* One bit of input turns about half of the output. */
static void test_mix_spreads(void **state) {
    (void)state;
    struct pes_rng rng;
    pes_rng_init(&rng, 1);
    for (int bit = 0; bit < 64; bit++) {
        int turned = 0;
        for (int i = 0; i < 200; i++) {
            const uint64_t x = pes_rng_next(&rng);
            turned += bits(pes_hash_mix(x) ^ pes_hash_mix(x ^ (UINT64_C(1) << bit)));
        }
        assert_in_range(turned, 200 * 30, 200 * 34); /* 32 a try; this is 7 sigma */
    }
}

static int by_value(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void test_keys_differ(void **state) {
    (void)state;
    enum { FAMILIES = 16, FEATURES = 1024, COUNT = FAMILIES * FEATURES };
    uint64_t *keys = malloc(COUNT * sizeof *keys);
    assert_non_null(keys);
    for (uint64_t i = 0; i < COUNT; i++)
        keys[i] = pes_hash_key(i / FEATURES, i % FEATURES);
    qsort(keys, COUNT, sizeof *keys, by_value);
    for (int i = 1; i < COUNT; i++)
        assert_true(keys[i] != keys[i - 1]);
    free(keys);
}

static void test_bytes_golden(void **state) {
    (void)state;
    /* Computed by another program, in another language. */
    assert_int_equal(pes_hash_bytes(0, "", 0), 0xe220a8397b1dcdafu);
    assert_int_equal(pes_hash_bytes(0, "a", 1), 0x7171fd973fbae05cu);
    assert_int_equal(pes_hash_bytes(1, "boats", 5), 0xff9e9c2c88007a30u);
    assert_int_equal(pes_hash_bytes(2, "01234567", 8), 0x533ef1c4fb23b8b9u);
    assert_int_equal(pes_hash_bytes(7, "R L R L +7 L -7 R", 17), 0xdf9cebb2ba757ba3u);
    assert_int_equal(pes_hash_key(1, 0), 0xf5dd724ff3b8a536u);
    assert_int_equal(pes_hash_key(2, 41), 0x56dff7417db830f7u);
}

static void test_bytes_tell_apart(void **state) {
    (void)state;
    const unsigned char zeros[40] = {0};
    uint64_t seen[41];
    for (size_t i = 0; i <= sizeof zeros; i++) {
        seen[i] = pes_hash_bytes(0, zeros, i);
        for (size_t j = 0; j < i; j++)
            assert_true(seen[i] != seen[j]);
    }
    assert_true(pes_hash_bytes(1, "a", 1) != pes_hash_bytes(2, "a", 1));
    /* If hashes are chained, the boundary between the parts matters. */
    assert_true(pes_hash_bytes(pes_hash_bytes(0, "ab", 2), "c", 1) !=
                pes_hash_bytes(pes_hash_bytes(0, "a", 1), "bc", 2));
}

static void test_bytes_ignore_alignment(void **state) {
    (void)state;
    char room[64];
    static const char bytes[] = "0123456789abcdefXYZ";
    const uint64_t expected = pes_hash_bytes(3, bytes, sizeof bytes);
    for (size_t offset = 0; offset < 16; offset++) {
        memcpy(room + offset, bytes, sizeof bytes);
        assert_int_equal(pes_hash_bytes(3, room + offset, sizeof bytes), expected);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mix_is_splitmix64), cmocka_unit_test(test_mix_spreads),
        cmocka_unit_test(test_keys_differ),       cmocka_unit_test(test_bytes_golden),
        cmocka_unit_test(test_bytes_tell_apart),  cmocka_unit_test(test_bytes_ignore_alignment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
