/* A match in which memory runs out, at every allocation in turn. */
#include "core/mem_torture.h"
#include "pessoi/arena.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <string.h>

static void count(void *to, const struct pes_match_game *game) {
    assert_non_null(game->record);
    assert_int_equal(game->number, (*(int *)to)++);
}

/* The record of the first game, as an earlier run left it. */
static char stored[8192];

static enum pes_err store(void *to, const char *bytes, size_t length) {
    size_t *at = to;
    assert_true(*at + length < sizeof stored);
    memcpy(stored + *at, bytes, length);
    *at += length;
    return PES_ERR_OK;
}

static void store_first(void *to, const struct pes_match_game *game) {
    size_t at = 0;
    (void)to;
    if (game->number == 0)
        assert_int_equal(pes_record_format(game->record, store, &at), PES_ERR_OK);
}

static enum pes_err give_first(void *to, int32_t number, struct pes_record **out,
                               struct pes_note *note) {
    (void)to;
    return number == 0 ? pes_record_parse(stored, strlen(stored), out, note) : PES_ERR_OK;
}

/* Plays a match again and again, until no allocation is left to fail. */
static void torture(struct pes_match match) {
    int watched = 0;
    const int64_t live = mem_torture_live();
    int64_t failures = 0;
    match.games = 4;
    match.on_game = count;
    match.on_game_to = &watched;
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
}

static void test_memory_runs_out(void **state) {
    (void)state;
    struct pes_game *g = NULL;
    assert_int_equal(pes_game_open(pes_kit_find("boats"), "", &g, NULL), PES_ERR_OK);
    static const char *const lines[] = {"startpos; +5 -5", "startpos"};
    const struct pes_match match = {.game = g, .agents = {"forward", "minimax:depth=1"}};
    struct pes_match listed = match, balanced = match;
    listed.openings = lines;
    listed.openings_count = 2;
    torture(listed);
    struct pes_match resumed = listed;
    struct pes_match_result first;
    resumed.games = 4;
    resumed.on_game = store_first;
    assert_int_equal(pes_match_run(&resumed, &first, NULL), PES_ERR_OK);
    resumed.known = give_first;
    torture(resumed);
    balanced.opening_plies = 2;
    balanced.openings_balanced = true;
    torture(balanced);
    pes_game_close(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
