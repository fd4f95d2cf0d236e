/* SHA-256 against the examples of FIPS 180-2 and lengths around the ends of blocks. */
#include "core/sha256.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void assert_hash(const char *text, size_t length, const char *expected) {
    char hex[SHA256_HEX_SIZE];
    sha256_hex(text, length, hex);
    assert_string_equal(hex, expected);
}

static void test_examples(void **state) {
    (void)state;
    assert_hash("", 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    assert_hash("abc", 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    const char *two_blocks = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    assert_hash(two_blocks, strlen(two_blocks),
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

static void test_a_million(void **state) {
    (void)state;
    enum { MILLION = 1000000 };
    char *text = malloc(MILLION);
    assert_non_null(text);
    memset(text, 'a', MILLION);
    assert_hash(text, MILLION, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    free(text);
}

/* The padding has another shape on each side of 55 and 63 bytes; the digest of all digests was
 * computed by another implementation. */
static void test_ends_of_blocks(void **state) {
    (void)state;
    char text[130];
    char all[131 * SHA256_SIZE];
    memset(text, 'x', sizeof text);
    for (size_t n = 0; n <= sizeof text; n++)
        sha256(text, n, (unsigned char *)all + n * SHA256_SIZE);
    assert_hash(all, sizeof all,
                "f5a018ad6f7a21c451c8d98b57699f4aeeb1976b88771c339c7ea60cd09c64ef");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_examples),
        cmocka_unit_test(test_a_million),
        cmocka_unit_test(test_ends_of_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
