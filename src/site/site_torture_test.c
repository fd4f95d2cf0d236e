/* The pages with memory that runs out, at each allocation in turn: NOMEM, and nothing is left. */
#include "core/mem_torture.h"
#include "site/site_testing.h"

#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static struct tour tour;
static char base[64];

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *at) {
    (void)about;
    (void)kind;
    (void)at;
    return remove(path);
}

static void test_memory(void **state) {
    (void)state;
    static const char *const names[] = {"anna", "boris"}, *const agents[] = {"random",
                                                                             "moody:at=2"};
    snprintf(base, sizeof base, "/tmp/pessoi-site-XXXXXX");
    assert_non_null(mkdtemp(base));
    assert_int_equal(pes_agent_register(&moody_class), PES_ERR_OK);
    tour = (struct tour){
        .about = {.title = "T", .kit = pes_kit_find("boats"), .variant = "", .version = "1"},
        .player_count = 2,
        .playing = 2};
    for (int i = 0; i < 2; i++)
        tour.players[i] = (struct site_player){.name = names[i], .agent = agents[i]};
    assert_int_equal(tour_robin(&tour, 2, NULL), PES_ERR_OK);
    assert_int_equal(tour_rank(&tour), PES_ERR_OK);
    const int64_t before = mem_torture_live();
    for (int64_t n = 1;; n++) {
        struct pes_note note = {0};
        mem_torture_fail_at(n);
        const enum pes_err err = tour_write(&tour, base, &note);
        const bool failed = mem_torture_failed();
        mem_torture_fail_at(0);
        assert_int_equal(mem_torture_live(), before);
        if (!failed) {
            assert_int_equal(err, PES_ERR_OK);
            break;
        }
        /* Only what removes old games may do without: it is at the end. */
        if (err != PES_ERR_OK)
            assert_int_equal(err, PES_ERR_NOMEM);
    }
    tour_release(&tour);
    nftw(base, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
