/* Addresses of queues. */
#include "queue/url.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void test_good(void **state) {
    (void)state;
    static const struct {
        const char *text;
        struct url url;
    } cases[] = {
        {"redis://box/lab", {.host = "box", .port = "6379", .name = "lab"}},
        {"redis://box", {.host = "box", .port = "6379", .name = "pessoi"}},
        {"redis://box/", {.host = "box", .port = "6379", .name = "pessoi"}},
        {"rediss://me@box.example.org:6390/a_b-c.d",
         {.tls = true, .host = "box.example.org", .port = "6390", .user = "me", .name = "a_b-c.d"}},
        {"redis://[::1]:7/x", {.host = "::1", .port = "7", .name = "x"}},
        {"redis://[fe80::1]/x", {.host = "fe80::1", .port = "6379", .name = "x"}},
        {"redis+unix:///run/redis.sock#x", {.local = true, .host = "/run/redis.sock", .name = "x"}},
        {"redis+unix:///s", {.local = true, .host = "/s", .name = "pessoi"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct url url;
        const struct url *wanted = &cases[i].url;
        assert_int_equal(url_parse(cases[i].text, &url, NULL), PES_ERR_OK);
        assert_int_equal(url.tls, wanted->tls);
        assert_int_equal(url.local, wanted->local);
        assert_string_equal(url.host, wanted->host);
        assert_string_equal(url.port, wanted->port);
        assert_string_equal(url.user, wanted->user);
        assert_string_equal(url.name, wanted->name);
    }
}

static void test_bad(void **state) {
    (void)state;
    static const char *const cases[] = {
        "",
        "box",
        "http://box/x",
        "redis:/box/x",
        "redis://",
        "redis:///x",
        "redis://:6379/x",
        "redis://box:/x",
        "redis://box:0/x",
        "redis://box:65536/x",
        "redis://box:99999999999999999999/x",
        "redis://box:6379x/x",
        "redis://box/a b",
        "redis://box/a/b",
        "redis://box/{x}",
        "redis://bo x/x",
        "redis://[::1/x",
        "redis://[::1]x/x",
        "redis://[]/x",
        "redis+unix://s#x",
        "redis+unix:///s#a:b",
        "redis://box/0123456789012345678901234567890123456789012345678901234567890123456789",
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct url url;
        struct pes_note note = {0};
        const enum pes_err err = url_parse(cases[i], &url, &note);
        if (err == PES_ERR_OK)
            fail_msg("accepted: %s", cases[i]);
        assert_int_equal(pes_err_exit_code(err), 2);
        assert_false(pes_note_is_empty(&note));
    }
    char long_one[2 * URL_HOST_SIZE];
    struct url url;
    snprintf(long_one, sizeof long_one, "redis://%0*d/x", URL_HOST_SIZE, 1);
    assert_int_not_equal(url_parse(long_one, &url, NULL), PES_ERR_OK);
}

/* A password is refused, wherever it is, and never quoted. */
static void test_password(void **state) {
    (void)state;
    static const char *const cases[] = {"redis://me:sesame@box/x", "redis://:sesame@box/x",
                                        "redis://me:ses@ame@box",  "rediss://me:sesame@",
                                        "me:sesame@box",           "postgres://me:sesame@box/x"};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct url url;
        struct pes_note note = {0};
        assert_int_equal(url_parse(cases[i], &url, &note), PES_ERR_SYNTAX);
        for (int lang = 0; lang < PES_LANG_COUNT; lang++) {
            assert_non_null(strstr(note.why[lang], "PESSOI_QUEUE_PASSWORD"));
            assert_null(strstr(note.why[lang], "ses"));
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good),
        cmocka_unit_test(test_bad),
        cmocka_unit_test(test_password),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
