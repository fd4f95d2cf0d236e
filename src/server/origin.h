/* Where a page may come from that speaks to this server.
 *
 * A browser sends the origin of the page ("http://127.0.0.1:8080") with every POST and WebSocket.
 * It must be the server's own: the scheme, and the name and port under which the browser reached
 * it. The name itself must be one that nobody else can make point here: a number, localhost, or the
 * machine's own. Otherwise a stranger's page could reach a server at home by a name of its own that
 * suddenly means 127.0.0.1. Any other name is told with --origin. */
#ifndef SERVER_ORIGIN_H
#define SERVER_ORIGIN_H

#include <stdbool.h>

struct origin_rules {
    bool tls;
    const char *machine; /* its name, "" where it has none */
    const char *others;  /* origins of --origin, separated by commas; "" */
};

/* `origin` NULL: no browser; `host` is what the request said, NULL: nothing. */
bool origin_allowed(const struct origin_rules *rules, const char *origin, const char *host);

/* Is a list of --origin well formed? Else *bad .. is the first that is not. */
bool origin_list_valid(const char *list, const char **bad, int *length);

#endif
