/* The address of a client behind a reverse proxy.
 *
 * A trusted proxy appends the address of its peer to the right end of X-Forwarded-For. From any
 * other peer that header is untrusted and not read. So the client is the rightmost address that is
 * not a trusted proxy. If any entry up to there is not an address, the header is ignored, and the
 * proxy itself counts as the client. */
#ifndef SERVER_PROXY_H
#define SERVER_PROXY_H

#include <stdbool.h>
#include <stddef.h>

enum { PROXY_MAX = 16, PROXY_LINE_MAX = 2048 /* characters of X-Forwarded-For that are read */ };

/* Addresses are 16 bytes, IPv4 as IPv4-mapped IPv6. */
struct proxy_rules {
    struct {
        unsigned char in6[16];
        int bits; /* length of the prefix */
    } list[PROXY_MAX];
    int count;
};

/* Reads "127.0.0.1,10.0.0.0/8,::1"; "" is none. False: *bad and *length give the first wrong entry,
 * or the first beyond PROXY_MAX. */
bool proxy_rules_read(struct proxy_rules *rules, const char *list, const char **bad, int *length);

bool proxy_trusted(const struct proxy_rules *rules, const unsigned char in6[16]);

/* The client of a request that a trusted proxy forwarded; `forwarded` is all lines of
 * X-Forwarded-For, joined by commas. False: unknown, and *client is unchanged. */
bool proxy_client(const struct proxy_rules *rules, const char *forwarded, unsigned char client[16]);

#endif
