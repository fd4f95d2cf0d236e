/* X-Forwarded-For: the client behind trusted proxies, and headers that must be ignored. */
#include "server/proxy.h"

#include <arpa/inet.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct proxy_rules rules_of(const char *list) {
    struct proxy_rules rules;
    const char *bad;
    int length;
    if (!proxy_rules_read(&rules, list, &bad, &length))
        fail_msg("'%s' is refused at '%.*s'", list, length, bad);
    return rules;
}

static void in6_of(const char *text, unsigned char out[16]) {
    char mapped[64];
    snprintf(mapped, sizeof mapped, "%s%s", strchr(text, ':') == NULL ? "::ffff:" : "", text);
    assert_int_equal(inet_pton(AF_INET6, mapped, out), 1);
}

/* The client of a header line is `wanted`; NULL: the line is ignored. */
static void check(const struct proxy_rules *rules, const char *line, const char *wanted) {
    unsigned char got[16] = {7}, expected[16] = {7};
    const bool known = proxy_client(rules, line, got);
    if (wanted != NULL)
        in6_of(wanted, expected);
    if (known != (wanted != NULL) || memcmp(got, expected, sizeof got) != 0)
        fail_msg("'%s' is not %s", line, wanted != NULL ? wanted : "refused");
}

static void test_clients(void **state) {
    (void)state;
    const struct proxy_rules rules = rules_of("127.0.0.1,10.0.0.0/8,::1,2001:db8::/32");
    check(&rules, "192.0.2.1", "192.0.2.1");
    check(&rules, " \t192.0.2.1\t ", "192.0.2.1");
    check(&rules, "192.0.2.1:8080", "192.0.2.1");
    check(&rules, "2a00::1", "2a00::1");
    check(&rules, "[2a00::1]", "2a00::1");
    check(&rules, "[2a00::1]:443", "2a00::1");
    check(&rules, "::ffff:192.0.2.1", "192.0.2.1");
    /* What a client writes itself is on the left and does not count. */
    check(&rules, "6.6.6.6, 192.0.2.1", "192.0.2.1");
    check(&rules, "nonsense, 192.0.2.1", "192.0.2.1");
    check(&rules, "6.6.6.6,192.0.2.1,10.1.2.3,127.0.0.1", "192.0.2.1");
    check(&rules, "192.0.2.1,2001:db8:1::5,[::1]:80", "192.0.2.1");
    check(&rules, "10.1.1.1,10.2.2.2", "10.1.1.1"); /* all are proxies: the first of them */
    check(&rules, "192.0.2.1,11.0.0.0", "11.0.0.0");
}

static void test_garbage(void **state) {
    (void)state;
    const struct proxy_rules rules = rules_of("127.0.0.1");
    static const char *const lines[] = {
        "",
        " ",
        ",",
        "1.2.3.4,",
        ",127.0.0.1",
        "unknown",
        "_hidden",
        "1.2.3",
        "1.2.3.4.5",
        "256.1.1.1",
        "1.2.3.4:",
        "1.2.3.4:x",
        "1.2.3.4:99999",
        "1.2.3.4:123456",
        "1.2.3.4 5",
        "[1.2.3.4]",
        "[::1",
        "::1]",
        "[::1]x",
        "[::1]:",
        "[::1]:-1",
        "[]",
        "fe80::1%eth0",
        "1.2.3.4;127.0.0.1",
        "\"1.2.3.4\"",
        "for=1.2.3.4",
        "nonsense, 127.0.0.1",
        "0x7f.1",
        "localhost",
        "1.2.3.4/8",
        ":::",
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        check(&rules, lines[i], NULL);
    char line[300];
    memset(line, '1', sizeof line - 1);
    line[sizeof line - 1] = '\0';
    check(&rules, line, NULL);
}

static void test_rules(void **state) {
    (void)state;
    unsigned char in6[16];
    struct proxy_rules rules = rules_of("10.0.0.0/9,2001:db8::/33,192.0.2.7");
    static const struct {
        const char *address;
        bool trusted;
    } cases[] = {
        {"10.127.255.255", true}, {"10.128.0.0", false},      {"192.0.2.7", true},
        {"192.0.2.6", false},     {"2001:db8:7fff::1", true}, {"2001:db8:8000::1", false},
        {"::a00:0", false},       {"::ffff:10.1.1.1", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        in6_of(cases[i].address, in6);
        assert_int_equal(proxy_trusted(&rules, in6), cases[i].trusted);
    }
    rules = rules_of("");
    assert_int_equal(rules.count, 0);
    in6_of("127.0.0.1", in6);
    assert_false(proxy_trusted(&rules, in6));
    rules = rules_of("0.0.0.0/0");
    assert_true(proxy_trusted(&rules, in6));
    in6_of("2001::1", in6);
    assert_false(proxy_trusted(&rules, in6)); /* only IPv4 */
    static const char *const wrong[] = {
        ",",       "127.0.0.1,", "proxy", "127.0.0.1/33", "127.0.0.1/", "127.0.0.1/-1",
        "::1/129", "127.0.0.1 ", "[::1]", "127.0.0.1:80",
    };
    const char *bad;
    int length;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(proxy_rules_read(&rules, wrong[i], &bad, &length));
    char many[512] = "";
    for (int i = 0; i <= PROXY_MAX; i++)
        snprintf(many + strlen(many), sizeof many - strlen(many), "%s10.0.0.1", i > 0 ? "," : "");
    assert_false(proxy_rules_read(&rules, many, &bad, &length));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clients),
        cmocka_unit_test(test_garbage),
        cmocka_unit_test(test_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
