/* Files made at the start: the page of a server below a prefix. tests/server/operate.py checks that
 * they can be decompressed. */
#include "server/pack.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static struct file page_of(const char *text) {
    return (struct file){.path = "/index.html",
                         .type = "text/html",
                         .tag = "old",
                         .plain = {(const unsigned char *)text, strlen(text)}};
}

static void rebase(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"", ""},
        {"<base href=\"/\">", "<base href=\"/games/\">"},
        {"a<base href=\"/\">b<base href=\"/\">",
         "a<base href=\"/games/\">b<base href=\"/games/\">"},
        {"<base href=\"/\"", "<base href=\"/\""}, /* truncated: unchanged */
        {"<base href=\"/x\">", "<base href=\"/x\">"},
    };
    struct pack pack;
    pack_init(&pack);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct file page = page_of(cases[i][0]);
        assert_int_equal(pack_rebase(&pack, &page, "/games"), PES_ERR_OK);
        assert_int_equal(pack.file.plain.length, strlen(cases[i][1]));
        assert_memory_equal(pack.file.plain.bytes, cases[i][1], strlen(cases[i][1]));
        assert_string_equal(pack.file.path, "/index.html");
        assert_string_not_equal(pack.file.tag, "old");
        assert_true(pack.file.packed.length > 0);
    }
    pack_release(&pack);
}

/* Different content has a different tag. */
static void tags(void **state) {
    (void)state;
    struct pack one, other;
    pack_init(&one);
    pack_init(&other);
    str_add(&one.plain, "contents");
    str_add(&other.plain, "content");
    assert_int_equal(pack_make(&one, "/a", "text/plain"), PES_ERR_OK);
    assert_int_equal(pack_make(&other, "/a", "text/plain"), PES_ERR_OK);
    assert_string_not_equal(one.file.tag, other.file.tag);
    str_add(&other.plain, "s");
    assert_int_equal(pack_make(&other, "/a", "text/plain"), PES_ERR_OK);
    assert_string_equal(one.file.tag, other.file.tag);
    pack_release(&one);
    pack_release(&other);
}

/* What repeats itself becomes small. tests/server/study.py checks that it can be decompressed. */
static void quickly(void **state) {
    (void)state;
    enum { TIMES = 2000 };
    struct str in, out;
    str_init(&in);
    str_init(&out);
    for (int i = 0; i < TIMES; i++)
        str_addf(&in, "[%d,\"tile\",0,%d],", i, i % 7);
    assert_int_equal(pack_quickly(&in, &out), PES_ERR_OK);
    assert_true(out.length > 20 && out.length * 3 < in.length);
    assert_memory_equal(out.text, "\x1f\x8b", 2);
    str_release(&in);
    str_release(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(rebase), cmocka_unit_test(tags),
                                       cmocka_unit_test(quickly)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
