/* Review and coach when memory runs out: they fail cleanly, or say less. */
#include "play/coach.h"
#include "play/review_game.h"

#include "core/mem_torture.h"
#include "play/review_testing.h"

enum { NODES = 300 };

/* Says something about each move. */
static enum pes_err on_judged(void *to, const struct pes_history *h, const struct review_move *move,
                              int index, int count) {
    struct str said;
    (void)to;
    assert_true(index < count);
    str_init(&said);
    coach_say(h, move, PES_LANG_EL, &said);
    const enum pes_err err = str_err(&said);
    str_release(&said);
    return err;
}

/* Reviews the beginning of a random game, with the first allocation failing, then the second .. */
static void torture(const char *game) {
    enum { MOVES = 4 };
    const struct review_visitor visitor = {.judged = on_judged};
    struct table t;
    struct pes_rng rng;
    table_open(&t, game, "", NULL, NODES);
    pes_rng_init(&rng, 1);
    assert_int_equal(pes_history_start_text(t.history, "startpos", &rng, NULL), PES_ERR_OK);
    while (pes_history_plies(t.history) < MOVES ||
           pes_turn(t.game, pes_history_state(t.history)) == PES_CHANCE)
        assert_int_equal(
            pes_history_make(t.history, pes_draw(t.game, pes_history_state(t.history), &rng)),
            PES_ERR_OK);
    const int64_t live = mem_torture_live();
    int64_t n = 1;
    for (;; n++) {
        struct review_game out;
        mem_torture_fail_at(n);
        const enum pes_err err = review_game(&t.asker, t.history, &visitor, &out);
        const bool failed = mem_torture_failed();
        mem_torture_fail_at(0);
        if (err == PES_ERR_OK)
            review_game_release(&out);
        assert_int_equal(mem_torture_live(), live);
        if (!failed) {
            assert_int_equal(err, PES_ERR_OK);
            break;
        }
        assert_int_equal(err, PES_ERR_NOMEM);
    }
    assert_true(n > 3);
    table_close(&t);
}

static void test_review(void **state) {
    (void)state;
    for (int i = 0; i < pes_kit_count(); i++)
        torture(pes_kit_at(i)->rules->name);
    assert_int_equal(mem_torture_live(), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_review)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
