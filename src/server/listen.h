/* Sockets that wait for connections, and the addresses under which people reach them. */
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
    int port;      /* as it is: where 0 was asked for, one that was free */
    bool everyone; /* every address of the machine, not one */
    bool loopback; /* other machines cannot reach any of them */
};

/* `bind` is a number ("127.0.0.1", "::1", "[::1]", "0.0.0.0", "::") or a name such as "localhost",
 * which may have several; all are opened at one port. IO with a note where that cannot be. */
PES_MUST_USE enum pes_err listen_open(struct listen *l, const char *bind, int port,
                                      struct pes_note *note);
void listen_close(struct listen *l);

/* The next connection of a waiting socket and where it comes from, an address of IPv4 mapped as
 * usual; -1: there is none at the moment. */
int listen_accept(int fd, unsigned char in6[16]);

/* Appends the address that a person opens, "http://127.0.0.1:8080/", one a line; where the server
 * listens everywhere also those by which other devices reach it. */
void listen_urls(const struct listen *l, bool tls, struct str *out);

#endif
