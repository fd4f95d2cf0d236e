#include "core/keymap.h"

#include "pessoi/hash.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void test_counts(void **state) {
    (void)state;
    enum { KEYS = 5000, TIMES = 3 };
    struct keymap map = {0};
    assert_null(keymap_find(&map, 1));
    for (int round = 0; round < TIMES; round++)
        for (uint64_t i = 1; i <= KEYS; i++) {
            uint64_t *value = keymap_add(&map, pes_hash_mix(i));
            assert_non_null(value);
            assert_int_equal(*value, (uint64_t)round * i);
            *value += i;
        }
    assert_int_equal(map.count, KEYS);
    for (uint64_t i = 1; i <= KEYS; i++) {
        assert_int_equal(*keymap_find(&map, pes_hash_mix(i)), TIMES * i);
        assert_null(keymap_find(&map, pes_hash_mix(KEYS + i)));
    }
    keymap_release(&map);
    assert_null(keymap_find(&map, pes_hash_mix(1)));
    keymap_release(&map);
}

/* Keys that meet in one slot, and the key that marks a free slot. */
static void test_collisions(void **state) {
    (void)state;
    struct keymap map = {0};
    for (uint64_t i = 0; i < 100; i++)
        *keymap_add(&map, i << 32) = i;
    assert_int_equal(map.count, 100);
    for (uint64_t i = 0; i < 100; i++)
        assert_int_equal(*keymap_find(&map, i << 32), i);
    *keymap_add(&map, 0) = 7;
    assert_int_equal(map.count, 100);
    assert_int_equal(*keymap_find(&map, 1), 7);
    keymap_release(&map);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_counts),
                                       cmocka_unit_test(test_collisions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
