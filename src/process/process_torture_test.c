/* Starting a program with too little memory. */
#include "core/mem_torture.h"
#include "process/process.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void torture(bool no_sandbox) {
    const struct process_config config = {.no_sandbox = no_sandbox};
    for (int64_t n = 1;; n++) {
        struct process *p = NULL;
        mem_torture_fail_at(n);
        const enum pes_err err = process_open("cat 'a b' /etc/hostname", &config, &p, NULL);
        const bool failed = mem_torture_failed();
        if (err == PES_ERR_OK)
            process_close(p);
        assert_int_equal(mem_torture_live(), 0);
        if (!failed) {
            assert_true(err == PES_ERR_OK || err == PES_ERR_IO); /* IO: no sandbox here */
            break;
        }
        assert_int_equal(err, PES_ERR_NOMEM);
    }
}

static void test_open(void **state) {
    (void)state;
    torture(true);
    torture(false);
}

static void test_check(void **state) {
    (void)state;
    for (int64_t n = 1;; n++) {
        mem_torture_fail_at(n);
        const enum pes_err err = process_check("cat x", &(struct process_config){0}, NULL);
        assert_int_equal(mem_torture_live(), 0);
        if (!mem_torture_failed())
            break;
        assert_int_equal(err, PES_ERR_NOMEM);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_open), cmocka_unit_test(test_check)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
