/* Trusted proxies and X-Forwarded-For. Everything is parsed strictly: what inet_pton() does not
 * accept is not an address. */
#include "server/proxy.h"

#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <string.h>

enum { ADDRESS_MAX = 64 }; /* characters of one entry */

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

/* Reads an address without port or brackets. */
static bool read_plain(const char *text, size_t length, unsigned char in6[16], bool *v4) {
    char copy[ADDRESS_MAX];
    struct in_addr four;
    if (length == 0 || length >= sizeof copy || memchr(text, '\0', length) != NULL)
        return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    *v4 = inet_pton(AF_INET, copy, &four) == 1;
    if (!*v4)
        return inet_pton(AF_INET6, copy, in6) == 1;
    memset(in6, 0, 10);
    memset(in6 + 10, 0xff, 2);
    memcpy(in6 + 12, &four, 4);
    return true;
}

/* A number of at most `digits_max` digits and nothing else; -1: it is not. */
static int read_number(const char *text, size_t length, size_t digits_max) {
    int number = 0;
    if (length == 0 || length > digits_max)
        return -1;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return -1;
        number = number * 10 + (text[i] - '0');
    }
    return number;
}

/* ":8080" or nothing. */
static bool is_port(const char *text, size_t length) {
    if (length == 0)
        return true;
    const int port = text[0] == ':' ? read_number(text + 1, length - 1, 5) : -1;
    return port >= 0 && port <= 65535;
}

/* One entry: 192.0.2.1, 192.0.2.1:80, 2001:db8::1, [2001:db8::1], [2001:db8::1]:80. */
static bool read_entry(const char *text, size_t length, unsigned char in6[16]) {
    bool v4;
    if (length > 0 && text[0] == '[') {
        const char *end = memchr(text, ']', length);
        if (end == NULL || !read_plain(text + 1, (size_t)(end - text) - 1, in6, &v4))
            return false;
        return !v4 && is_port(end + 1, length - (size_t)(end - text) - 1);
    }
    if (read_plain(text, length, in6, &v4))
        return true;
    const char *colon = memchr(text, ':', length);
    return colon != NULL && read_plain(text, (size_t)(colon - text), in6, &v4) && v4 &&
           is_port(colon, length - (size_t)(colon - text));
}

/* "192.0.2.0/24", or a single address. */
static bool read_rule(const char *text, size_t length, unsigned char in6[16], int *bits) {
    bool v4;
    const char *slash = memchr(text, '/', length);
    const size_t address = slash != NULL ? (size_t)(slash - text) : length;
    if (!read_plain(text, address, in6, &v4))
        return false;
    const int most = v4 ? 32 : 128;
    const int given = slash != NULL ? read_number(slash + 1, length - address - 1, 3) : most;
    *bits = given + 128 - most;
    return given >= 0 && given <= most;
}

bool proxy_rules_read(struct proxy_rules *rules, const char *list, const char **bad, int *length) {
    *rules = (struct proxy_rules){.count = 0};
    if (list[0] == '\0')
        return true;
    for (const char *at = list;; at++) {
        const size_t size = strcspn(at, ",");
        *bad = at;
        *length = (int)size;
        if (rules->count == PROXY_MAX ||
            !read_rule(at, size, rules->list[rules->count].in6, &rules->list[rules->count].bits))
            return false;
        rules->count++;
        at += size;
        if (*at == '\0')
            return true;
    }
}

static bool same_bits(const unsigned char a[16], const unsigned char b[16], int bits) {
    assert(bits >= 0 && bits <= 128);
    const int bytes = bits / 8, rest = bits % 8;
    if (memcmp(a, b, (size_t)bytes) != 0)
        return false;
    return rest == 0 || ((a[bytes] ^ b[bytes]) >> (8 - rest)) == 0;
}

bool proxy_trusted(const struct proxy_rules *rules, const unsigned char in6[16]) {
    for (int i = 0; i < rules->count; i++)
        if (same_bits(rules->list[i].in6, in6, rules->list[i].bits))
            return true;
    return false;
}

bool proxy_client(const struct proxy_rules *rules, const char *forwarded,
                  unsigned char client[16]) {
    const char *end = forwarded + strlen(forwarded);
    unsigned char found[16];
    for (;;) {
        const char *start = end;
        while (start > forwarded && start[-1] != ',')
            start--;
        const char *first = start, *last = end;
        while (first < last && is_blank(*first))
            first++;
        while (last > first && is_blank(last[-1]))
            last--;
        if (!read_entry(first, (size_t)(last - first), found))
            return false;
        if (start == forwarded || !proxy_trusted(rules, found))
            break;
        end = start - 1;
    }
    memcpy(client, found, sizeof found);
    return true;
}
