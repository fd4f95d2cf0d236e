/* The check of the Origin header: which pages may talk to this server.
 *
 * A browser sends the origin of the page ("http://127.0.0.1:8080") with every POST and WebSocket.
 * It must be that of the server: its scheme, and the host and port at which the browser reached it.
 * The host itself must be one that an attacker cannot point here: a numeric address, localhost, or
 * the name of this machine. This prevents DNS rebinding, where a foreign page reaches a server at
 * home by a name that suddenly resolves to 127.0.0.1. Any other name is allowed with --origin. */
#ifndef SERVER_ORIGIN_H
#define SERVER_ORIGIN_H

#include <stdbool.h>

struct origin_rules {
    bool tls;
    const char *machine; /* its host name; "": none */
    const char *others;  /* origins of --origin, separated by commas; "" */
};

/* `origin` NULL: not a browser; `host` is the Host header, NULL: none. */
bool origin_allowed(const struct origin_rules *rules, const char *origin, const char *host);

/* Is the list of --origin well formed? If not, *bad and *length give its first bad entry. */
bool origin_list_valid(const char *list, const char **bad, int *length);

#endif
