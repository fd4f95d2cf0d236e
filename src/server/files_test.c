/* Embedded files: paths, content negotiation, ETags. */
#include "server/files.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* The folder tests/server/dist, by tools/embed. */
extern const struct file_set files_testing;

static void finds(void **state) {
    (void)state;
    static const char *const pages[] = {
        "/",
        "/new",
        "/about",
        "/games",
        "/study",
        "/class",
        "/puzzles",
        "/puzzles/gomoku",
        "/puzzles/gomoku/1f3a99c2",
        "/rules/gomoku",
        "/learn/gomoku",
        "/g/abcdefghij-_XY09",
        "/study/abcdefghij-_XY09",
    };
    assert_int_equal(files_testing.count, 3);
    const struct file *index = files_find(&files_testing, "/index.html");
    assert_non_null(index);
    assert_string_equal(index->type, "text/html; charset=utf-8");
    assert_false(index->forever);
    for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++)
        assert_ptr_equal(files_find(&files_testing, pages[i]), index);
    const struct file *script = files_find(&files_testing, "/assets/main-Ab12Cd34.js");
    assert_non_null(script);
    assert_true(script->forever);
    assert_string_equal(script->type, "text/javascript; charset=utf-8");
    assert_memory_equal(script->plain.bytes, "export const n0 = 0;\n", 21);
    assert_non_null(files_find(&files_testing, "/robots.txt"));
    assert_null(files_find(&files_testing, "/robots.txt")->packed.bytes);
}

static void finds_nothing_else(void **state) {
    (void)state;
    static const char *const paths[] = {"",
                                        "index.html",
                                        "//",
                                        "/..",
                                        "/../index.html",
                                        "/assets",
                                        "/assets/",
                                        "/assets/../index.html",
                                        "/assets/main-Ab12Cd34.js/",
                                        "/assets//main-Ab12Cd34.js",
                                        "/./index.html",
                                        "/index.html ",
                                        "/INDEX.HTML",
                                        "/new/",
                                        "/games/",
                                        "/rules",
                                        "/rules/",
                                        "/rules/a/b",
                                        "/learn/",
                                        "/learn/a/b",
                                        "/rules/a.js",
                                        "/g/",
                                        "/g/abcdefghij-_XY0",
                                        "/g/abcdefghij-_XY099",
                                        "/g/abcdefghij.._X09",
                                        "/puzzles/",
                                        "/puzzles//1f3a99c2",
                                        "/puzzles/gomoku/",
                                        "/puzzles/gomoku/1f3a99c",
                                        "/puzzles/gomoku/1f3a99c2a",
                                        "/puzzles/gomoku/1F3A99C2",
                                        "/puzzles/gomoku/1f3a99c2/",
                                        "/study/",
                                        "/study/abcdefghij-_XY0",
                                        "/study/a/b",
                                        "/etc/passwd",
                                        "\\index.html"};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        if (files_find(&files_testing, paths[i]) != NULL)
            fail_msg("'%s' finds a file", paths[i]);
    }
}

static void gzip_wanted(void **state) {
    (void)state;
    static const char *const yes[] = {
        "gzip", "br, gzip", "GZIP;q=0.5", "deflate,gzip;q=1.0, br", "*", "identity;q=0, *"};
    static const char *const no[] = {"",      "br",           "gzip;q=0", "gzip; q=0.000, br",
                                     "xgzip", "gzipx",        "*;q=0",    "*, gzip;q=0",
                                     ",,,",   "gzip;q=0 , br"};
    assert_false(files_wants_gzip(NULL));
    for (size_t i = 0; i < sizeof yes / sizeof yes[0]; i++) {
        if (!files_wants_gzip(yes[i]))
            fail_msg("'%s' asks for gzip", yes[i]);
    }
    for (size_t i = 0; i < sizeof no / sizeof no[0]; i++) {
        if (files_wants_gzip(no[i]))
            fail_msg("'%s' does not ask for gzip", no[i]);
    }
}

static void answers(void **state) {
    (void)state;
    const struct file *f = files_find(&files_testing, "/assets/main-Ab12Cd34.js");
    struct file_answer plain = files_answer(f, NULL, NULL);
    struct file_answer packed = files_answer(f, "gzip", NULL);
    assert_int_equal(plain.status, 200);
    assert_false(plain.packed);
    assert_ptr_equal(plain.body.bytes, f->plain.bytes);
    assert_true(packed.packed);
    assert_true(packed.body.length < plain.body.length);
    assert_int_equal(packed.body.bytes[0], 0x1f);
    assert_int_equal(packed.body.bytes[1], 0x8b);
    assert_string_not_equal(plain.tag, packed.tag);

    char list[200];
    assert_int_equal(files_answer(f, "gzip", packed.tag).status, 304);
    assert_int_equal(files_answer(f, "gzip", plain.tag).status, 200);
    assert_int_equal(files_answer(f, NULL, "*").status, 304);
    snprintf(list, sizeof list, "\"other\", W/%s , \"more\"", plain.tag);
    assert_int_equal(files_answer(f, NULL, list).status, 304);
    snprintf(list, sizeof list, "%.10s", plain.tag);
    assert_int_equal(files_answer(f, NULL, list).status, 200);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds),
        cmocka_unit_test(finds_nothing_else),
        cmocka_unit_test(gzip_wanted),
        cmocka_unit_test(answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
