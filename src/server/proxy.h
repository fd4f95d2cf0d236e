/* The address of a client behind a proxy.
 *
 * A proxy that is trusted says in X-Forwarded-For from whom a request came, each proxy adding the
 * address it saw at the right end. From any other peer that line is the client's own invention and
 * is not read. So the client is the rightmost address that is no trusted proxy. Where anything up
 * to there is no address, nothing is believed, and the proxy itself counts as the client. */
#ifndef SERVER_PROXY_H
#define SERVER_PROXY_H

#include <stdbool.h>
#include <stddef.h>

enum { PROXY_MAX = 16, PROXY_LINE_MAX = 2048 /* characters of X-Forwarded-For that are read */ };

/* Addresses are 16 bytes, those of IPv4 mapped as usual. */
struct proxy_rules {
    struct {
        unsigned char in6[16];
        int bits; /* of it that count */
    } list[PROXY_MAX];
    int count;
};

/* Reads "127.0.0.1,10.0.0.0/8,::1"; "" is none. False: *bad .. is the first that is wrong, or one
 * too many. */
bool proxy_rules_read(struct proxy_rules *rules, const char *list, const char **bad, int *length);

bool proxy_trusted(const struct proxy_rules *rules, const unsigned char in6[16]);

/* The client of a request that a trusted proxy passed on; `forwarded` is all lines of
 * X-Forwarded-For, joined by commas. False: it is not known, and *client is unchanged. */
bool proxy_client(const struct proxy_rules *rules, const char *forwarded, unsigned char client[16]);

#endif
