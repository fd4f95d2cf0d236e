/* The hub when allocations fail: each request is refused or done, an acknowledged turn is
 * persistent, and nothing leaks. */
#include "server/hub_testing.h"

#include "core/mem_torture.h"

static const char play[] = "{\"game\":\"boats\",\"seats\":[{\"who\":\"me\"},{\"who\":\"me\"}]}";

/* Opens, uses and closes a hub; the n-th allocation fails, or all from the n-th on. */
static bool live(int64_t n, bool for_good) {
    struct bench *b = calloc(1, sizeof *b);
    char id[ROOM_ID_SIZE] = "";
    bool failed = false;
    assert_non_null(b);
    if (for_good)
        mem_torture_fail_from(n);
    else
        mem_torture_fail_at(n);
    if (bench_open(b, ":memory:")) {
        if (begin(b, 0, play, id)) {
            const bool kept = hub_turn(b->hub);
            say(b, 1, "follow", id, "");
            say(b, 0, "resign", id, "");
            (void)!hub_turn(b->hub);
            say(b, 0, "rematch", id, "");
            say(b, 1, "leave", id, "");
            say(b, 1, "lines", id, ",\"nodes\":50");
            say(b, 0, "review", id, ",\"nodes\":50");
            (void)!hub_turn(b->hub);
            say(b, 0, "quiet", id, ",\"seq\":1");
            (void)!hub_turn(b->hub);
            failed = mem_torture_failed();
            mem_torture_fail_at(0);
            if (kept) { /* the game is there, whatever failed since */
                struct str out;
                struct refusal why;
                str_init(&out);
                assert_int_equal(hub_describe(b->hub, id, &out, &why), REQUEST_OK);
                str_release(&out);
            }
        }
        hub_receive(b->hub, &b->clients[2], "{", 1);
    }
    failed |= mem_torture_failed();
    bench_close(b);
    mem_torture_fail_at(0);
    free(b);
    assert_int_equal(mem_torture_live(), 0);
    return failed;
}

static void once(void **state) {
    (void)state;
    for (int64_t n = 1; live(n, false); n++)
        continue;
}

static void for_good(void **state) {
    (void)state;
    for (int64_t n = 1; live(n, true); n++)
        continue;
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(once), cmocka_unit_test(for_good)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
