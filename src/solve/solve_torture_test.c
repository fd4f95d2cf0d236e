/* Solving while each allocation in turn fails. */
#include "core/mem_torture.h"
#include "solve/solve_testing.h"

static enum pes_err solve_and_ask(const struct pes_game *g, const char *folder) {
    struct pes_solve_result r;
    struct pes_table *table;
    struct pes_state_buf s;
    int32_t value;
    const struct pes_solve solve = {.game = g, .folder = folder, .jobs = 1};
    enum pes_err err = pes_solve_run(&solve, &r, NULL);
    if (err == PES_ERR_OK)
        err = pes_table_open(g, folder, &table, NULL);
    if (err != PES_ERR_OK)
        return err;
    pes_start(g, NULL, PES_STATE(s));
    err = pes_table_value(table, PES_STATE(s), &value);
    pes_table_close(table);
    return err;
}

static void test_torture(void **state) {
    (void)state;
    char folder[TESTING_PATH_MAX];
    struct pes_game *g = testing_open(pes_kit_find("boats"), "columns=3,levels=2,rule=ko");
    const int64_t live = mem_torture_live();
    int failures = 0;
    for (int64_t n = 1;; n++) {
        testing_folder(folder);
        mem_torture_fail_at(n);
        const enum pes_err err = solve_and_ask(g, folder);
        const bool failed = mem_torture_failed();
        mem_torture_fail_at(0);
        assert_int_equal(mem_torture_live(), live);
        assert_int_equal(testing_files(folder, ".tmp", false), 0);
        testing_remove(folder);
        if (!failed) {
            assert_int_equal(err, PES_ERR_OK);
            break;
        }
        assert_true(err == PES_ERR_NOMEM || err == PES_ERR_OK);
        failures += err == PES_ERR_NOMEM;
    }
    assert_true(failures > 5);
    pes_game_close(g);
    assert_int_equal(mem_torture_live(), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_torture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
