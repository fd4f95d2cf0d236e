/* Listening sockets, and the URLs at which people reach them. */
#ifndef SERVER_LISTEN_H
#define SERVER_LISTEN_H

#include "core/str.h"
#include "pessoi/err.h"
#include "server/limits.h"

#include <stdbool.h>

enum { LISTEN_MAX = 8 };

struct listen {
    int fds[LISTEN_MAX];
    int count;
    int port;      /* the actual port, also if 0 was requested */
    bool everyone; /* bound to every address of the machine */
    bool loopback; /* other machines cannot reach any of them */
};

/* `bind` is a numeric address ("127.0.0.1", "::1", "[::1]", "0.0.0.0", "::") or a name such as
 * "localhost", which may have several addresses; all of them are opened at one port. IO with a note
 * on failure. */
PES_MUST_USE enum pes_err listen_open(struct listen *l, const char *bind, int port,
                                      struct pes_note *note);
void listen_close(struct listen *l);

/* The next connection of a listening socket and the address of its peer, IPv4 as IPv4-mapped IPv6;
 * -1: there is none at the moment. */
int listen_accept(int fd, unsigned char in6[16]);

/* Appends the URL to open, "http://127.0.0.1:8080/", one per line; if the server is bound to every
 * address, also those at which other devices reach it. */
void listen_urls(const struct listen *l, bool tls, struct str *out);

#endif
