/* Origins: those of the server and of --origin are allowed, all others and DNS rebinding are not.
 */
#include "server/origin.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const struct origin_rules plain = {.machine = "box",
                                          .others = "https://games.example.org, http://x.test:81"};
static const struct origin_rules safe = {.tls = true, .machine = "", .others = ""};

static void allowed(void **state) {
    (void)state;
    static const char *const pairs[][2] = {
        {NULL, "127.0.0.1:8080"},
        {NULL, NULL},
        {"http://127.0.0.1:8080", "127.0.0.1:8080"},
        {"http://192.168.1.7:8080", "192.168.1.7:8080"},
        {"http://localhost:8080", "localhost:8080"},
        {"http://LocalHost", "localhost"},
        {"http://[::1]:8080", "[::1]:8080"},
        {"http://[fe80::1]", "[fe80::1]"},
        {"http://box:8080", "box:8080"},
        {"http://box.local:8080", "box.local:8080"},
        {"https://games.example.org", "127.0.0.1:8080"},
        {"HTTP://X.test:81", "whatever"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        if (!origin_allowed(&plain, pairs[i][0], pairs[i][1]))
            fail_msg("'%s' must be allowed", pairs[i][0]);
    }
    assert_true(origin_allowed(&safe, "https://127.0.0.1:8080", "127.0.0.1:8080"));
}

static void foreign(void **state) {
    (void)state;
    static const char *const pairs[][2] = {
        {"null", "127.0.0.1:8080"},
        {"", "127.0.0.1:8080"},
        {"http://127.0.0.1:8081", "127.0.0.1:8080"},
        {"http://127.0.0.1", "127.0.0.1:8080"},
        {"https://127.0.0.1:8080", "127.0.0.1:8080"},
        {"http://evil.example", "127.0.0.1:8080"},
        {"http://evil.example:8080", "evil.example:8080"}, /* a name that was made to point here */
        {"http://127.0.0.1.evil.example", "127.0.0.1.evil.example"},
        {"http://box.evil.example:8080", "box.evil.example:8080"},
        {"http://boxer:8080", "boxer:8080"},
        {"http://localhost.evil.example", "localhost.evil.example"},
        {"http://[evil", "[evil"},
        {"http://", ""},
        {"https://games.example.org.evil", "127.0.0.1:8080"},
        {"https://games.example.or", "127.0.0.1:8080"},
        {"http://127.0.0.1:8080", NULL},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        if (origin_allowed(&plain, pairs[i][0], pairs[i][1]))
            fail_msg("'%s' must not be allowed", pairs[i][0]);
    }
    assert_false(origin_allowed(&safe, "http://127.0.0.1:8080", "127.0.0.1:8080"));
    assert_false(origin_allowed(&safe, "https://:8080", ":8080"));
}

static void lists(void **state) {
    (void)state;
    const char *bad = NULL;
    int length = 0;
    assert_true(origin_list_valid("", &bad, &length));
    assert_true(origin_list_valid("https://a.example", &bad, &length));
    assert_true(origin_list_valid("https://a.example, http://b:81", &bad, &length));
    assert_false(origin_list_valid("https://a.example,b.example", &bad, &length));
    assert_int_equal(length, 9);
    assert_memory_equal(bad, "b.example", 9);
    assert_false(origin_list_valid("https://a.example/", &bad, &length));
    assert_false(origin_list_valid("https://", &bad, &length));
    assert_false(origin_list_valid("*", &bad, &length));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(allowed),
        cmocka_unit_test(foreign),
        cmocka_unit_test(lists),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
