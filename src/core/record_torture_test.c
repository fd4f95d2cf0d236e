/* Records and histories while memory runs out: the n-th allocation fails, for every n. */
#include "core/mem_torture.h"
#include "core/str.h"
#include "dice.h"
#include "pessoi/record.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Long enough to make every array grow at least once. */
static struct str make_text(void) {
    struct str text;
    str_init(&text);
    str_add(&text, "[Format \"1\"]\n[Game \"dice\"]\n[Variant \"plies=0\"]\n");
    for (int i = 0; i < 20; i++)
        str_addf(&text, "[Tag%d \"a rather long value \\\" with an escape\"]\n", i);
    str_add(&text, "\n{start}");
    for (int i = 0; i < 40; i++)
        str_add(&text, " #12 +1 {a\\}}{b} (+2 {c}) #12 +1 #12 -1 {d} #12 -1");
    str_add(&text, " *\n");
    assert_int_equal(str_err(&text), PES_ERR_OK);
    return text;
}

static enum pes_err to_str(void *to, const char *bytes, size_t length) {
    str_add_bytes(to, bytes, length);
    return str_err(to);
}

/* Makes a record of the game and formats it. */
static enum pes_err write_again(const struct pes_history *h, const struct pes_record *r) {
    struct pes_record *copy = NULL;
    struct str out;
    str_init(&out);
    enum pes_err err = pes_record_format(r, to_str, &out);
    if (!err)
        err = pes_record_of(h, &copy);
    if (!err)
        err = pes_record_format(copy, to_str, &out);
    pes_record_free(copy);
    str_release(&out);
    return err;
}

/* Everything at once: parse, open, replay, write. */
static enum pes_err work(const struct str *text) {
    struct pes_record *r = NULL;
    struct pes_game *g = NULL;
    struct pes_history *h = NULL;
    enum pes_err err = pes_record_parse(text->text, text->length, &r, NULL);
    if (!err)
        err = pes_record_open(r, &toy_dice_kit, &g, NULL);
    if (!err)
        err = pes_history_new(g, &h);
    if (!err)
        err = pes_record_replay(r, h, -1, NULL);
    if (!err)
        err = write_again(h, r);
    pes_history_free(h);
    pes_game_close(g);
    pes_record_free(r);
    return err;
}

static void every_allocation_fails_once(void **state) {
    const bool forever = *state != NULL;
    struct str text = make_text();
    const int64_t before = mem_torture_live();
    int64_t n = 1;
    for (;; n++) {
        if (forever)
            mem_torture_fail_from(n);
        else
            mem_torture_fail_at(n);
        const enum pes_err err = work(&text);
        const bool failed = mem_torture_failed();
        mem_torture_fail_at(0);
        assert_int_equal(mem_torture_live(), before);
        if (!failed) {
            assert_int_equal(err, PES_ERR_OK);
            break;
        }
        assert_int_equal(err, PES_ERR_NOMEM);
    }
    assert_true(n > 50);
    str_release(&text);
    assert_int_equal(mem_torture_live(), 0);
}

/* A move that found no memory was not made, and can be made later. */
static void a_failed_move_changes_nothing(void **state) {
    (void)state;
    struct pes_game *g = NULL;
    struct pes_history *h = NULL;
    struct pes_rng rng;
    pes_rng_init(&rng, 1);
    assert_int_equal(pes_game_open(&toy_dice_kit, "length=40,plies=0", &g, NULL), PES_ERR_OK);
    assert_int_equal(pes_history_new(g, &h), PES_ERR_OK);
    int refused = 0;
    while (pes_history_count(h) < 200 && !pes_over(g, pes_history_state(h))) {
        const pes_move m = pes_draw(g, pes_history_state(h), &rng);
        const int count = pes_history_count(h);
        for (int64_t n = 1;; n++) {
            mem_torture_fail_at(n);
            const enum pes_err err = pes_history_make(h, m);
            mem_torture_fail_at(0);
            if (!err)
                break;
            assert_int_equal(err, PES_ERR_NOMEM);
            assert_int_equal(pes_history_count(h), count);
            assert_true(pes_legal(g, pes_history_state(h), m));
            refused++;
        }
    }
    assert_true(refused >= 3);
    pes_history_free(h);
    pes_game_close(g);
    assert_int_equal(mem_torture_live(), 0);
}

int main(void) {
    int forever = 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_fails_once),
        cmocka_unit_test_prestate(every_allocation_fails_once, &forever),
        cmocka_unit_test(a_failed_move_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
