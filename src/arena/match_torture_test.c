/* A match in which memory runs out, at every allocation in turn. */
#include "core/mem_torture.h"
#include "pessoi/arena.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void count(void *to, int number, const struct pes_record *r) {
    assert_non_null(r);
    assert_int_equal(number, (*(int *)to)++);
}

static void test_memory_runs_out(void **state) {
    (void)state;
    struct pes_game *g = NULL;
    assert_int_equal(pes_game_open(pes_kit_find("boats"), "", &g, NULL), PES_ERR_OK);
    static const char *const lines[] = {"startpos; +5 -5", "startpos"};
    int watched = 0;
    const struct pes_match match = {
        .game = g,
        .agents = {"forward", "minimax:depth=1"},
        .games = 4,
        .openings = lines,
        .openings_count = 2,
        .on_game = count,
        .on_game_to = &watched,
    };
    const int64_t live = mem_torture_live();
    int64_t failures = 0;
    for (int64_t n = 1;; n++) {
        struct pes_match_result r;
        watched = 0;
        mem_torture_fail_at(n);
        const enum pes_err err = pes_match_run(&match, &r, NULL);
        assert_int_equal(mem_torture_live(), live);
        if (!mem_torture_failed()) {
            assert_int_equal(err, PES_ERR_OK);
            assert_int_equal(watched, 4);
            break;
        }
        assert_int_equal(err, PES_ERR_NOMEM);
        failures++;
    }
    assert_true(failures > 10);
    mem_torture_fail_at(0);
    pes_game_close(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
