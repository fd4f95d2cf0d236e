/* Pieces of a block: aligned, disjoint, inside what was allocated. */
#include "search/carve.h"

#include "core/mem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { PIECES = 6 };
static const size_t sizes[PIECES] = {1, 64, 65, 0, 1000, 3};

struct thing {
    unsigned char *pieces[PIECES];
};

static void lay_out(struct thing *thing, struct carve *c) {
    for (int i = 0; i < PIECES; i++)
        thing->pieces[i] = carve_piece(c, sizes[i]);
}

static void test_pieces(void **state) {
    (void)state;
    struct thing thing;
    struct carve counting = {0};
    lay_out(&thing, &counting);
    for (int i = 0; i < PIECES; i++)
        assert_null(thing.pieces[i]);
    unsigned char *memory = mem_alloc(carve_size(&counting) + CARVE_ALIGNMENT);
    assert_non_null(memory);
    for (size_t shift = 0; shift < CARVE_ALIGNMENT; shift++) {
        const unsigned char *end = memory + shift + carve_size(&counting), *last = memory + shift;
        struct carve carving = carve_from(memory + shift);
        lay_out(&thing, &carving);
        assert_int_equal(carving.used, counting.used);
        for (int i = 0; i < PIECES; i++) {
            if (sizes[i] == 0) {
                assert_null(thing.pieces[i]);
                continue;
            }
            assert_int_equal((uintptr_t)thing.pieces[i] % CARVE_ALIGNMENT, 0);
            assert_true(thing.pieces[i] >= last);
            memset(thing.pieces[i], i, sizes[i]);
            last = thing.pieces[i] + sizes[i];
        }
        assert_true(last <= end);
    }
    mem_free(memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pieces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
