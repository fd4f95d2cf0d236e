/* The store of results with memory that runs out at each allocation in turn. (SQLite has its own
 * allocator; what it reports is covered by the sentences of result codes.) */
#include "core/mem_torture.h"
#include "store/results.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static bool see(void *to, const struct results_event *e, const char *const names[2],
                const struct results_game *g) {
    (void)e;
    (void)names;
    *(int64_t *)to += g->number;
    return true;
}

static enum pes_err put_all(struct results *r, int64_t *sum) {
    const struct results_event e = {
        .key = "k", .kind = "match", .title = "", .game = "boats", .variant = "", .version = ""};
    const struct results_player p = {.name = "x", .agent = "random"};
    const struct results_game g = {
        .number = 5, .result = "1-0", .end = "rules", .job = "", .record = ""};
    int64_t event;
    bool yes;
    enum pes_err err = results_begin_event(r, &e, &event, &yes, NULL);
    if (err == PES_ERR_OK)
        err = results_put_player(r, event, &p, NULL);
    if (err == PES_ERR_OK)
        err = results_put_game(r, event, &g, &yes, NULL);
    if (err == PES_ERR_OK)
        err = results_commit(r, NULL);
    return err == PES_ERR_OK ? results_each_game(r, NULL, true, see, sum, NULL) : err;
}

static void torture(void **state) {
    (void)state;
    for (int64_t n = 1;; n++) {
        struct results *r = NULL;
        int64_t sum = 0;
        mem_torture_fail_at(n);
        enum pes_err err = results_open(":memory:", false, &r, NULL);
        if (err == PES_ERR_OK)
            err = put_all(r, &sum);
        results_close(r);
        assert_int_equal(mem_torture_live(), 0);
        if (!mem_torture_failed()) {
            assert_int_equal(err, PES_ERR_OK);
            assert_int_equal(sum, 5);
            assert_true(n > 2);
            break;
        }
        assert_int_equal(err, PES_ERR_NOMEM);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(torture)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
